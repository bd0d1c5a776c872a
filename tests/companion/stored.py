"""Stored games for the tests of the store: made, read past it, and damaged."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

from companion.game import Game
from companion.guide import ProblemCode
from companion.rules.board import Colour, border
from companion.rules.engine import legal_moves
from companion.rules.moves import PlaceTargi
from companion.rules.state import Settings
from companion.store import Store

BLUE_2 = PlaceTargi(Colour.BLUE, border(2))
WHITE_5 = PlaceTargi(Colour.WHITE, border(5))


def played(path: Path, steps: int, seed: int = 1) -> tuple[str, ...]:
    """A stored game of that many steps; its log."""
    opened = Store(path)
    game = opened.begin(Settings(start=Colour.BLUE))
    play(game, steps, seed)
    opened.close()
    return game.log


def play(game: Game, steps: int, seed: int = 1) -> None:
    chance = random.Random(seed)
    for _ in range(steps):
        game.play(chance.choice(legal_moves(game.state)))


def database_of(store: Store) -> sqlite3.Connection:
    assert store._file is not None
    return store._file._database


def codes(opened: Store) -> list[ProblemCode]:
    return [problem.code for problem in opened.problems]


def lines_on_disk(path: Path) -> list[str]:
    """The lines of the latest game, read by another connection from a copy of the files."""
    copy = path.with_name("copy-for-reading.db")
    for tail in ("", "-wal"):
        source = Path(f"{path}{tail}")
        if source.exists():
            Path(f"{copy}{tail}").write_bytes(source.read_bytes())
    database = sqlite3.connect(copy)
    rows = database.execute("SELECT text FROM line WHERE game = (SELECT max(id) FROM game) ORDER BY number").fetchall()
    database.close()
    return [text for (text,) in rows]


def journal(path: Path) -> Path:
    return path.with_name("games.db.journal")


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2 + 100])


def scribble(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[100:] = random.Random(3).randbytes(len(data) - 100)
    path.write_bytes(data)
