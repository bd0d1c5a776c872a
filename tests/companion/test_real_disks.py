"""A disk that is really full or read-only: a small file system of its own, where this machine lets us have one; and
clocks that jump, since a device without a clock battery has such."""

from __future__ import annotations

import ast
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.guide import ProblemCode
from companion.logs import lines_of
from companion.rules.board import Colour
from companion.rules.engine import legal_moves
from companion.rules.state import Settings
from companion.store import RETRY_SECONDS, Store

ROOT = Path(__file__).resolve().parents[2]
WEEK = 7 * 86_400


class Disk:
    """A file system of 512 kB in memory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._mount("-t", "tmpfs", "-o", "size=512k", "tmpfs")

    def _mount(self, *words: str) -> None:
        done = subprocess.run(["mount", *words, str(self.folder)], capture_output=True, text=True)
        if done.returncode:
            pytest.skip(f"no file system of its own may be made here: {done.stderr.strip()}")

    def fill(self) -> None:
        """Leaves room for nothing."""
        with (self.folder / "filler").open("wb", buffering=0) as filler:
            for size in (4096, 1):
                try:
                    while filler.write(bytes(size)):
                        pass
                except OSError:
                    continue  # that was all of it, in pieces of that size

    def free(self) -> None:
        (self.folder / "filler").unlink()

    def lock(self, locked: bool) -> None:
        self._mount("-o", "remount,ro" if locked else "remount,rw")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    if os.getuid() != 0:
        pytest.skip("only root may make a file system of its own")
    yield Disk(tmp_path)
    subprocess.run(["umount", "--lazy", str(tmp_path)], check=False)


def play(store: Store, steps: int) -> tuple[str, ...]:
    game = store.resume() or store.begin(Settings(start=Colour.BLUE))
    for _ in range(steps):
        game.play(legal_moves(game.state)[0])
    return game.log


def test_a_full_disk(disk: Disk) -> None:
    """The game goes on in memory under one warning, and is written whole when there is room again."""
    seconds = [0.0]
    store = Store(disk.folder / "games.db", now=lambda: seconds[0])
    game = store.begin(Settings(start=Colour.BLUE))
    disk.fill()
    for _ in range(60):
        game.play(legal_moves(game.state)[0])
    assert [problem.code for problem in store.problems] == [ProblemCode.DISK_FULL]
    disk.free()
    seconds[0] += RETRY_SECONDS
    store.tend()
    assert store.problems == ()
    store.close()
    assert tuple(lines_of(disk.folder / "games.db")) == game.log


def test_a_disk_that_is_full_from_the_start(disk: Disk) -> None:
    """The stored game is there, goes on, and is written when there is room."""
    store = Store(disk.folder / "games.db")
    log = play(store, 7)
    store.close()
    disk.fill()
    store = Store(disk.folder / "games.db")
    assert play(store, 3)[: len(log)] == log
    assert [problem.code for problem in store.problems] == [ProblemCode.DISK_FULL]
    disk.free()
    store.close()
    assert len(lines_of(disk.folder / "games.db")) == len(log) + 3


def test_a_read_only_disk(disk: Disk) -> None:
    """As cards become when they wear out: the stored game goes on in memory, and is written once that is possible."""
    store = Store(disk.folder / "games.db")
    log = play(store, 7)
    store.close()
    disk.lock(True)
    store = Store(disk.folder / "games.db")
    longer = play(store, 3)
    assert longer[: len(log)] == log
    assert [problem.code for problem in store.problems] == [ProblemCode.DISK_READ_ONLY]
    assert tuple(lines_of(disk.folder / "games.db")) == log
    disk.lock(False)
    store.close()
    assert tuple(lines_of(disk.folder / "games.db")) == longer


@pytest.mark.parametrize("jump", [-2 * WEEK, 52 * WEEK])
def test_a_clock_that_jumps_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: int) -> None:
    """Between steps and between starts, and with files that seem to be of next year: the same game goes on."""
    real = time.time
    path = tmp_path / "games.db"
    expected = play(Store(tmp_path / "other" / "games.db"), 12)
    for start in range(3):
        store = Store(path)
        log = play(store, 2)
        monkeypatch.setattr(time, "time", lambda start=start: real() + jump * (start + 1))
        log = play(store, 2)
        store.close()
        for file in tmp_path.glob("games.db*"):
            os.utime(file, (real() + jump, real() + jump))
        assert store.problems == ()
    assert log == expected


def test_what_keeps_a_game_knows_no_wall_clock() -> None:
    """Rules, game, tracker, store and worker take no date: seconds are those of a clock that never runs backwards."""
    modules = [ROOT / "companion" / f"{name}.py" for name in KEEPERS]
    modules += (ROOT / "companion" / "rules").glob("*.py")
    wall = {"time.time", "time.localtime", "time.gmtime", "datetime.now", "date.today", "datetime.datetime.now"}
    named = {
        f"{path.name}: {ast.unparse(node)}"
        for path in modules
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and ast.unparse(node) in wall
    }
    assert named == set()


KEEPERS = ("store", "games_file", "journal", "disk", "game", "tracker", "worker", "eyes", "sight", "pulse")
