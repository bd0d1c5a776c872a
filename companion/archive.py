"""Stored games as files: listed, written out as logs, and taken in from logs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion import disk, games_file
from companion.game import Game, LogError
from companion.games_file import Broken, GamesFile, Newer, code_of
from companion.logs import copied, lines_of
from companion.rules.cards import Catalogue


class ArchiveError(ValueError):
    """It cannot be done; the text is a whole sentence."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A stored game: its number, how many lines it has, and where it stands; ``round`` None when it cannot be read."""

    number: int
    lines: int
    round: int | None
    edition: str
    over: bool

    def json(self) -> dict[str, Any]:
        return {
            "game": self.number,
            "lines": self.lines,
            "round": self.round,
            "edition": self.edition,
            "over": self.over,
        }

    def told(self) -> str:
        """The game as a line for people."""
        if self.round is None:
            return f"{self.number:4d}  {self.lines} lines, cannot be read by this version"
        how = "finished" if self.over else "not finished"
        return f"{self.number:4d}  {self.edition}, round {self.round}, {self.lines} lines, {how}"


def listed(path: Path, cards: Catalogue | None) -> Iterator[Listed]:
    """The games in a file of games, oldest first. Raises ArchiveError."""
    if not path.exists():
        return
    try:
        with copied(path) as copy:
            for number in games_file.numbers(copy):
                if (record := games_file.read(copy, number)) is not None:
                    yield _listed(number, list(record.lines), record.total, cards)
    except (Broken, sqlite3.Error, OSError) as error:
        raise ArchiveError(f"{path} is no file of games that can be read: targi run mends it where it can.") from error


def _listed(number: int, lines: list[str], total: int, cards: Catalogue | None) -> Listed:
    try:
        game = Game.read(lines, cards=cards)
    except LogError:
        return Listed(number, total, None, "", False)
    return Listed(number, total, game.state.round, str(game.state.settings.edition), game.is_over)


def export(path: Path, number: int | None, goal: Path) -> int:
    """Writes a game's log into a file, the latest or the one of that number; how many lines. Raises ArchiveError."""
    which = "no game" if number is None else f"no game {number}"
    try:
        lines = lines_of(path, number) if path.exists() else []
    except (ValueError, OSError) as error:
        raise ArchiveError(f"{path} is no file of games that can be read.") from error
    if not lines:
        raise ArchiveError(f"There is {which} in {path}: targi games list says which there are.")
    try:
        disk.write(goal, ("\n".join(lines) + "\n").encode())
    except OSError as error:
        raise ArchiveError(f"{goal} cannot be written: {error.strerror or error}.") from error
    return len(lines)


def take_in(path: Path, source: Path, cards: Catalogue | None) -> int:
    """Puts the game of a log, or the latest of another file of games, behind the games of the file, so that it is the
    one that is resumed; its number there. Raises ArchiveError; then nothing is changed."""
    try:
        lines = lines_of(source)
        Game.read(lines, cards=cards)
    except OSError as error:
        raise ArchiveError(f"{source} cannot be read: {error.strerror or error}.") from error
    except LogError as error:
        raise ArchiveError(f"{source} is no game's log: {error}.") from error
    except ValueError as error:
        raise ArchiveError(f"{source} is no file of games that can be read.") from error
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = GamesFile(path) if path.exists() else GamesFile.made(path)
    except (Broken, Newer) as error:
        raise ArchiveError(f"{path} cannot be used: start targi run once, which mends it where it can.") from error
    except sqlite3.Error as error:
        busy = code_of(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        why = "the companion is running: end it first" if busy else str(error)
        raise ArchiveError(f"{path} cannot be written: {why}.") from error
    except OSError as error:
        raise ArchiveError(f"{path} cannot be written: {error.strerror or error}.") from error
    try:
        return file.append(None, 1, lines)
    except sqlite3.Error as error:
        raise ArchiveError(f"{path} cannot be written: {error}.") from error
    finally:
        file.close()
