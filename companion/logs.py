"""A game's log from a file: text, or the latest game of a file of games."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from pathlib import Path

_GAMES = b"SQLite format 3\x00"


def lines_of(path: Path) -> list[str]:
    """The lines of the log. Raises OSError where it cannot be read, ValueError where it is no text and no games."""
    if path.open("rb").read(len(_GAMES)) != _GAMES:
        return path.read_text(encoding="utf-8-sig").splitlines()
    with tempfile.TemporaryDirectory() as folder:
        # A copy: the companion may be at work on the file, and reading must not change it.
        copy = Path(folder, "games.db")
        for tail in ("", "-wal"):
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{tail}", f"{copy}{tail}")
        with contextlib.closing(sqlite3.connect(copy)) as database:
            try:
                rows = database.execute(
                    "SELECT text FROM line WHERE game = (SELECT max(game) FROM line) ORDER BY number"
                ).fetchall()
            except sqlite3.Error as error:
                raise ValueError(str(error)) from error
    return [str(text) for (text,) in rows]
