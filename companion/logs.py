"""A game's log from a file: text, or the latest game of a file of games."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from pathlib import Path

_GAMES = b"SQLite format 3\x00"


def lines_of(path: Path) -> list[str]:
    """The lines of the log; what is no text in it shows as such in its line, and one that is missing is empty.
    Raises OSError where it cannot be read, ValueError where it is a broken file of games."""
    with path.open("rb") as file:
        if file.read(len(_GAMES)) == _GAMES:
            return _latest_game(path)
    lines = path.read_text(encoding="utf-8-sig", errors="replace").split("\n")
    return lines if lines[-1] else lines[:-1]


def _latest_game(path: Path) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        # A copy: the companion may be at work on the file, and reading must not change it.
        copy = Path(folder, "games.db")
        for tail in ("", "-wal"):
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{tail}", f"{copy}{tail}")
        with contextlib.closing(sqlite3.connect(copy)) as database:
            database.text_factory = lambda stored: stored.decode("utf-8", "replace")
            try:
                rows = database.execute(
                    "SELECT number, text FROM line WHERE game = (SELECT max(game) FROM line) ORDER BY number"
                ).fetchall()
            except sqlite3.Error as error:
                raise ValueError(str(error)) from error
    lines = [str(text) if number == position else "" for position, (number, text) in enumerate(rows, 1)]
    return lines[: lines.index("") + 1] if "" in lines else lines
