"""Games on a disk that is full, read-only or no place for files: play goes on, and is written when that works again."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from pathlib import Path

import pytest

from companion import disk
from companion import store as store_module
from companion.games_file import Broken
from companion.guide import ProblemCode
from companion.rules.board import Colour, border
from companion.rules.state import Settings
from companion.store import RETRY_SECONDS, Store
from tests.companion.stored import BLUE_2, WHITE_5, codes, database_of, lines_on_disk, play, played


def test_a_full_disk_does_not_stop_the_game(store: Store, path: Path) -> None:
    """One problem while it is full; with room again everything that was played is written."""
    game = store.begin(Settings(start=Colour.BLUE))
    database = database_of(store)
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    database.execute(f"PRAGMA max_page_count = {pages}")
    play(game, 200)
    assert codes(store) == [ProblemCode.DISK_FULL]
    assert len(game.log) == 201
    database.execute("PRAGMA max_page_count = 100000")
    game.mark("room")
    assert store.problems == ()
    assert lines_on_disk(path) == list(game.log)


@pytest.mark.parametrize("closed", [False, True])
def test_with_room_again_the_game_is_written_without_another_move(path: Path, closed: bool) -> None:
    """Tried again after some seconds, and when the program ends."""
    seconds = [0.0]
    opened = Store(path, now=lambda: seconds[0])
    game = opened.begin(Settings(start=Colour.BLUE))
    database_of(opened).execute("PRAGMA query_only = ON")
    play(game, 3)
    database_of(opened).execute("PRAGMA query_only = OFF")
    opened.tend()
    assert codes(opened) == [ProblemCode.DISK_READ_ONLY]
    seconds[0] = RETRY_SECONDS
    if not closed:
        opened.tend()
        assert opened.problems == ()
        assert lines_on_disk(path) == list(game.log)
    opened.close()
    assert lines_on_disk(path) == list(game.log)


def test_with_room_again_a_new_game_does_not_lose_the_one_before(path: Path) -> None:
    """It is begun before the next attempt to write: what was missing of the game that is left is written first."""
    opened = Store(path, now=lambda: 0.0)
    game = opened.begin(Settings(start=Colour.BLUE))
    database_of(opened).execute("PRAGMA query_only = ON")
    play(game, 3)
    database_of(opened).execute("PRAGMA query_only = OFF")
    opened.begin(Settings())
    assert opened.lines(1) == game.log
    opened.close()


def test_a_copy_that_does_not_fit_leaves_the_room(store: Store, path: Path) -> None:
    """Half a copy on a nearly full disk would keep what the next moves need."""

    class NearlyFull:
        def backup(self, target: sqlite3.Connection) -> None:
            target.execute("CREATE TABLE half (it INTEGER)")
            raise sqlite3.OperationalError("database or disk is full")

        def execute(self, asked: str) -> None:
            raise sqlite3.OperationalError(asked)

    file = store._file
    assert file is not None
    database, file._database = file._database, NearlyFull()  # type: ignore[assignment]
    with contextlib.suppress(sqlite3.Error, Broken):
        file.copy(path.with_name("copy"))
    file._database = database
    assert not list(path.parent.glob("copy*"))


def test_a_file_that_does_not_fit_leaves_the_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old one stays, and nothing of the new one."""
    disk.write(tmp_path / "file", b"old")
    write = os.write

    def full(file: int, data: bytes) -> int:
        if len(data) < 9:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(file, data[:2])

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space"):
        disk.write(tmp_path / "file", b"a new one")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("file", b"old")]


def test_a_disk_that_turns_read_only_does_not_stop_the_game(store: Store, path: Path) -> None:
    """As some cards do when they fail."""
    game = store.begin(Settings())
    database = database_of(store)
    database.execute("PRAGMA query_only = ON")
    game.play(BLUE_2)
    assert codes(store) == [ProblemCode.DISK_READ_ONLY]
    assert game.state.targis_of(Colour.BLUE) == (border(2),)
    database.execute("PRAGMA query_only = OFF")
    game.play(WHITE_5)
    assert store.problems == ()
    assert lines_on_disk(path) == list(game.log)


def test_a_read_only_disk_still_resumes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is read and goes on in memory."""
    log = played(path, 7)
    before = path.read_bytes()

    class Refusing:
        def __init__(self, path: Path) -> None:
            raise OSError(errno.EROFS, "Read-only file system", str(path))

    monkeypatch.setattr(store_module, "GamesFile", Refusing)
    opened = Store(path)
    game = opened.resume()
    assert codes(opened) == [ProblemCode.DISK_READ_ONLY]
    assert game is not None
    assert game.log == log
    play(game, 1)
    assert path.read_bytes() == before


@pytest.mark.parametrize("where", ["/proc/none/games.db", "/dev/null/games.db"])
def test_a_place_that_cannot_be_written(where: str) -> None:
    """The game is played in memory, and the problem names the path."""
    opened = Store(Path(where))
    assert opened.resume() is None
    game = opened.begin(Settings())
    game.play(BLUE_2)
    assert opened.problems[0].text == where
    assert game.state.targis_of(Colour.BLUE) == (border(2),)


def test_a_folder_in_the_files_place(path: Path) -> None:
    """Not a file: unusable, and left alone."""
    path.mkdir(parents=True)
    opened = Store(path)
    opened.begin(Settings()).play(BLUE_2)
    assert codes(opened) == [ProblemCode.DISK_UNUSABLE]
    assert path.is_dir()
