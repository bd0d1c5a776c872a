"""A game's log from a file: text, or a game of a file of games."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from companion import games_file

_GAMES = b"SQLite format 3\x00"


def lines_of(path: Path, game: int | None = None) -> list[str]:
    """The lines of the log, of a file of games the latest one's or that one's; what is no text in it shows as such in
    its line, and the first that is missing or cannot be trusted is empty. Raises OSError where it cannot be read,
    ValueError where it is a broken file of games."""
    with path.open("rb") as file:
        head = file.read(len(_GAMES))
    if head != _GAMES:
        lines = path.read_text(encoding="utf-8-sig", errors="replace").split("\n")
        return lines if lines[-1] else lines[:-1]
    with copied(path) as copy:
        try:
            record = games_file.read(copy, game)
        except (games_file.Broken, sqlite3.Error) as error:
            raise ValueError(str(error)) from error
    if record is None:
        return []
    return list(record.lines) if record.whole else [*record.lines, ""]


@contextlib.contextmanager
def copied(path: Path) -> Iterator[Path]:
    """A copy of a file of games: the companion may be at work on the file, and reading must not change it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "games.db")
        for tail in ("", "-wal"):
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{tail}", f"{copy}{tail}")
        yield copy
