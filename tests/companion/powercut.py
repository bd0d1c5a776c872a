"""What a plug pulled and a damaged file do to stored games, at many moments and places:

    python -m tests.companion.powercut --killed 500 --unsynced 500 --damaged 200

Games of random moves, with books and without, are played through the store. They are killed outright; the plug is
pulled on a disk that forgets what was not synced (``lost_writes``); and stored files are cut off and scribbled over.
Prints what was found, and fails when a shown step is lost, a game does not open, or something is lost without a word.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import struct
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from companion.game import Game
from companion.rules.board import Colour
from companion.rules.catalogue import shipped
from companion.rules.engine import legal_moves
from companion.rules.moves import Move
from companion.rules.state import Settings, State
from companion.simulate import Kind, next_move, set_up
from companion.store import Store
from tests.companion.lost_writes import Recording, recorded

MOVES = 60
"""Moves of a game that is played here: enough for copies to be made and for the write-ahead log to be used anew."""
_SHOWN = struct.Struct("<II")


@dataclass(slots=True)
class Found:
    """What came of a number of trials."""

    trials: int = 0
    faults: list[str] = field(default_factory=list)
    said: Counter[str] = field(default_factory=Counter)
    shorter: int = 0

    def told(self) -> str:
        words = ", ".join(f"{code} {count}" for code, count in sorted(self.said.items())) or "nothing"
        return f"{self.trials} trials, {len(self.faults)} faults; games cut short: {self.shorter}; said: {words}"


@cache
def game_moves(seed: int, count: int = MOVES) -> tuple[Settings, tuple[Move, ...]]:
    """The moves of a recorded game: odd seeds with books, even ones of figures only."""
    from companion.rules.book_moves import SetBooks

    chance = random.Random(seed)
    state, _ = set_up(Kind(), shipped(), chance) if seed % 2 else (State(settings=Settings(start=Colour.BLUE)), None)
    game = Game.new(state.settings)
    moves: list[Move] = [SetBooks(state.books)] if state.books else []
    for move in moves:
        game.play(move)
    while len(moves) < count and (ways := legal_moves(game.state)):
        moves.append(next_move(game.state, ways, chance))
        game.play(moves[-1])
    return state.settings, tuple(moves)


@cache
def game_log(seed: int, count: int = MOVES) -> tuple[str, ...]:
    """The lines of that game."""
    settings, moves = game_moves(seed, count)
    game = Game.new(settings)
    for move in moves:
        game.play(move)
    return game.log


def play_on(path: Path, seeds: range, shown: Callable[[int, int], object], restart: int = 0) -> None:
    """Plays those games one after the other, going on where the store is; ``shown`` is told the number of the game,
    counted from 1, and how many lines of it are there once a step is shown. ``restart``: steps after which the program
    is ended and started again; 0: never."""
    opened = Store(path)
    number, game = latest(opened)
    steps = 0
    while number <= len(seeds):
        moves = game_moves(seeds[number - 1])[1] if number else ()
        if game is None or len(game.log) > len(moves):
            if number == len(seeds):
                break
            number, game = number + 1, opened.begin(game_moves(seeds[number])[0])
            shown(number, len(game.log))
            continue
        game.play(moves[len(game.log) - 1])
        shown(number, len(game.log))
        steps += 1
        if restart and steps % restart == 0:
            opened.close()
            opened = Store(path)
            number, game = latest(opened)
    opened.close()


def latest(opened: Store) -> tuple[int, Game | None]:
    """The number of the latest game, and that game unless it is over; 0 without one."""
    game = opened.resume()
    record = opened._file.latest() if opened._file else None
    return record.game if record else 0, game


def judge(found: Found, what: str, folder: Path, seeds: range, mark: tuple[int, int], silent: bool) -> None:
    """Opens what a trial left, and holds it against what had been shown: game and lines. ``silent``: nothing may be
    said, since nothing may be lost."""
    found.trials += 1
    opened = Store(folder / "games.db")
    number, _ = latest(opened)
    record = opened._file.latest() if opened._file else None
    codes = [problem.code for problem in opened.problems]
    found.said.update(map(str, codes))
    lines = record.lines if record else ()
    opened.close()
    shown_game, shown_lines = mark
    if number > len(seeds) or (number and lines != game_log(seeds[number - 1])[: len(lines)]):
        found.faults.append(f"{what}: what opens is no beginning of game {number}")
    elif (number, len(lines)) < mark:
        found.shorter += 1
        if silent or not codes:
            found.faults.append(f"{what}: {shown_game}/{shown_lines} was shown, {number}/{len(lines)} opens, {codes}")
    elif silent and codes:
        found.faults.append(f"{what}: nothing is lost, and {codes} is said")


# --- killed ---


def killed(count: int, seed: int) -> Found:
    """Plays in a process that is killed outright at a moment by chance, as often as that, and goes on each time."""
    found, chance = Found(), random.Random(seed)
    for first in (100, 101):
        game_log(first)  # worked out before there is a process to wait for
    while found.trials < count:
        with tempfile.TemporaryDirectory() as name:
            seeds, mark = range(100, 104), (0, 0)
            while found.trials < count and mark != (len(seeds), len(game_log(seeds[-1]))):
                mark = max(mark, _play_until_killed(Path(name), seeds, chance.uniform(0.0, 0.25)))
                judge(found, f"kill {found.trials + 1}", Path(name), seeds, mark, silent=True)
    return found


def _play_until_killed(folder: Path, seeds: range, seconds: float) -> tuple[int, int]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            play_on(folder / "games.db", seeds, lambda *shown: os.write(writing, _SHOWN.pack(*shown)))
        finally:
            os._exit(0)
    os.close(writing)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reading, "rb") as file:
        told = file.read()
    marks = list(_SHOWN.iter_unpack(told[: len(told) // _SHOWN.size * _SHOWN.size]))
    return marks[-1] if marks else (0, 0)


# --- unsynced writes lost ---


def unsynced(count: int, seed: int, games: int = 4) -> Found:
    """Plays on a disk that forgets, pulls the plug at moments by chance, and opens what each leaves."""
    found, chance = Found(), random.Random(seed)
    seeds = range(100, 100 + games)
    recording = on_forgetful_disk(seeds)
    for trial in range(count):
        moment = chance.randint(0, len(recording.steps))
        files, mark = recording.left(moment, chance)
        with laid_out(files) as folder:
            judge(found, f"power cut {trial + 1} at step {moment}", folder, seeds, mark or (0, 0), silent=True)
    return found


def on_forgetful_disk(seeds: range, restart: int = 25) -> Recording:
    """All that the disk is told while those games are played, with new starts between."""
    with tempfile.TemporaryDirectory() as name, recorded(Path(name)) as recording:
        play_on(Path(name) / "games.db", seeds, lambda *shown: recording.mark(shown), restart)
    return recording


class laid_out:
    """A folder with these files, while it is used."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._folder = tempfile.TemporaryDirectory()
        for name, content in files.items():
            Path(self._folder.name, name).write_bytes(content)

    def __enter__(self) -> Path:
        return Path(self._folder.name)

    def __exit__(self, *_: Any) -> None:
        self._folder.cleanup()


# --- damaged files ---


def damage(content: bytes, chance: random.Random) -> bytes:
    """The file cut off, or a run of its bytes changed: by chance, to nothing, by one bit."""
    where = chance.randrange(len(content) + 1)
    length = chance.choice((1, 2, 16, 512, 4096))
    end = min(len(content), where + length)
    match chance.choice(("cut", "noise", "zero", "bit")):
        case "cut":
            return content[:where]
        case "noise":
            return content[:where] + chance.randbytes(end - where) + content[end:]
        case "zero":
            return content[:where] + bytes(end - where) + content[end:]
    changed = bytearray(content)
    if where < len(changed):
        changed[where] ^= 1 << chance.randrange(8)
    return bytes(changed)


def damaged(count: int, seed: int) -> Found:
    """Damages one file of a stored game at a place by chance, most often the file of games or its write-ahead log, and
    now and then the journal too: after a clean end, and as a killed program leaves them."""
    found, chance = Found(), random.Random(seed)
    seeds = range(100, 102)
    images = list(_images(seeds))
    mark = len(seeds), len(game_log(seeds[-1]))
    for trial in range(count):
        files = dict(chance.choice(images))
        name = chance.choice(
            [name for name in ("games.db", "games.db", "games.db-wal", *sorted(files)) if name in files]
        )
        files[name] = damage(files[name], chance)
        if name != "games.db.journal" and chance.random() < 0.3:
            files["games.db.journal"] = damage(files["games.db.journal"], chance)
        with laid_out(files) as folder:
            judge(found, f"damage {trial + 1} to {name}", folder, seeds, mark, silent=False)
    return found


def _images(seeds: range) -> Iterator[dict[str, bytes]]:
    for closed in (False, True):
        with tempfile.TemporaryDirectory() as name:
            path = Path(name, "games.db")
            left: dict[str, bytes] = {}

            def look(*shown: int, folder: str = name, left: dict[str, bytes] = left) -> None:
                if shown == (len(seeds), len(game_log(seeds[-1]))):
                    left.update((file.name, file.read_bytes()) for file in Path(folder).iterdir())

            play_on(path, seeds, look)
            yield {file.name: file.read_bytes() for file in Path(name).iterdir()} if closed else left


def mending(count: int, seed: int) -> Found:
    """Pulls the plug while a damaged file is being mended, on a disk that forgets."""
    found, chance = Found(), random.Random(seed)
    seeds = range(100, 102)
    images = list(_images(seeds))
    mark = len(seeds), len(game_log(seeds[-1]))
    for trial in range(count):
        files = dict(chance.choice(images))
        files["games.db"] = files["games.db"][: chance.randrange(len(files["games.db"]))]
        with laid_out(files) as folder, recorded(folder) as recording:
            Store(folder / "games.db").close()
        left, _ = recording.left(chance.randint(0, len(recording.steps)), chance)
        with laid_out(left) as folder:
            judge(found, f"power cut {trial + 1} while mending", folder, seeds, mark, silent=False)
    found.faults += [f"{found.shorter} games cut short"] if found.shorter else []
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Pull the plug and damage files, many times.")
    parser.add_argument("--killed", type=int, default=500)
    parser.add_argument("--unsynced", type=int, default=500)
    parser.add_argument("--damaged", type=int, default=200)
    parser.add_argument("--mending", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    bad = 0
    for name, trial, count in (
        ("killed", killed, asked.killed),
        ("unsynced writes lost", unsynced, asked.unsynced),
        ("damaged files", damaged, asked.damaged),
        ("power cut while mending", mending, asked.mending),
    ):
        found = trial(count, asked.seed)
        print(f"{name}: {found.told()}", *found.faults[:10], sep="\n  ", flush=True)
        bad += len(found.faults)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
