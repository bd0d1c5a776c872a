"""The file of games: SQLite with a write-ahead log, fully synchronous. What has been put in is on the disk.

A file of an older form is brought up to the present one when it is opened. Each line has a checksum that takes in all
lines before (``companion.journal.chained``), since SQLite does not notice a changed letter.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from companion import disk
from companion.journal import Record, chained

SCHEMA = 2
_BUSY_SECONDS = 0.1
_MAGIC = b"SQLite format 3\x00"
_TABLES = """
CREATE TABLE game (id INTEGER PRIMARY KEY);
CREATE TABLE line (
    game INTEGER NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    chain INTEGER NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
"""
_OF_THE_DISK = frozenset({
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_NOLFS,
})  # fmt: skip


_UNREADABLE = (sqlite3.Error, UnicodeDecodeError)


class Broken(Exception):
    """The file cannot be trusted. ``saved``: what can still be read of its latest game."""

    def __init__(self, saved: Record | None = None) -> None:
        super().__init__("broken")
        self.saved = saved


class Newer(Exception):
    """The file was written by a newer version of this program."""


class GamesFile:
    """An open file of games, which nobody else can open meanwhile. All methods raise sqlite3.Error and OSError for what
    the disk refuses, and Broken when the file turns out to be damaged."""

    def __init__(self, path: Path) -> None:
        """Opens and checks the file. Raises FileNotFoundError, Broken, Newer, and what the disk refuses."""
        with path.open("rb") as file:
            head = file.read(20)
        if head[:16] != _MAGIC or not {head[18:19], head[19:20]} <= {b"\x01", b"\x02"}:
            raise Broken
        self._database = _connection(path)
        try:
            with _broken_told(self._database):
                self._check()
        except BaseException:
            self._database.close()
            raise

    @classmethod
    def made(cls, path: Path) -> GamesFile:
        """A new file: made beside its place and moved there whole, so that a crash leaves no half of it."""
        beside = path.with_name(f"{path.name}.new")
        beside.unlink(missing_ok=True)
        database = sqlite3.connect(beside)
        try:
            database.executescript(f"{_TABLES} PRAGMA user_version = {SCHEMA};")
        finally:
            database.close()
        disk.move(beside, path)
        return cls(path)

    def latest(self) -> Record | None:
        """The latest game; None when there is none."""
        with _broken_told(self._database):
            return _latest_in(self._database)

    def game(self, number: int) -> Record | None:
        """A stored game; None when there is none of that number."""
        with _broken_told(self._database):
            return _record(self._database, number)

    def counts(self) -> list[tuple[int, int]]:
        """The games' numbers and how many lines each has, oldest first."""
        with _broken_told(self._database):
            asked = "SELECT game, count(*) FROM line GROUP BY game ORDER BY game"
            return _numbered(self._database.execute(asked).fetchall())

    def beginning(self, words: str) -> list[tuple[int, str]]:
        """All lines that begin with these words, each with its game, oldest first."""
        asked = "SELECT game, text FROM line WHERE substr(text, 1, ?) = ? ORDER BY game, number"
        with _broken_told(self._database):
            return _numbered(self._database.execute(asked, (len(words), words)).fetchall())

    def append(self, game: int | None, first: int, lines: Sequence[str]) -> int:
        """Puts lines at the end of a game, counted on from ``first`` (1: the first); None: of a new one. The game's
        number."""
        with _broken_told(self._database), _transaction(self._database):
            if game is None:
                (latest,) = self._database.execute("SELECT max(id) FROM game").fetchone()
                game = (latest or 0) + 1
            self._put(game, first, lines)
        return game

    def put(self, game: int, lines: Sequence[str]) -> int:
        """Has the file hold these lines of that game. When other lines are there under its number, it gets a new one,
        which is returned."""
        with _broken_told(self._database), _transaction(self._database):
            there = _record(self._database, game)
            if there is not None and there.lines != tuple(lines[: len(there.lines)]):
                (latest,) = self._database.execute("SELECT max(id) FROM game").fetchone()
                game = latest + 1
            self._database.execute("DELETE FROM line WHERE game = ?", (game,))
            self._put(game, 1, lines)
        return game

    def cut(self, game: int, first: int) -> None:
        """Takes the lines of a game away from ``first`` on."""
        with _broken_told(self._database), _transaction(self._database):
            self._database.execute("DELETE FROM line WHERE game = ? AND number >= ?", (game, first))

    def copy(self, path: Path) -> None:
        """Makes a copy of the file, whole, under another name. It is not on the disk yet (`disk.move`)."""
        path.unlink(missing_ok=True)
        target = sqlite3.connect(path)
        try:
            target.execute("PRAGMA synchronous = OFF").fetchall()  # else it waits for the disk six times more
            with _broken_told(self._database):
                self._database.backup(target)
            target.execute("PRAGMA journal_mode = DELETE").fetchall()  # a file on its own
        except BaseException:
            path.unlink(missing_ok=True)  # half of it would keep the room that the next moves need
            raise
        finally:
            target.close()

    def close(self) -> None:
        """Closes the file. What is on disk stays there."""
        self._database.close()

    def _put(self, game: int, first: int, lines: Sequence[str]) -> None:
        row = self._database.execute("SELECT chain FROM line WHERE game = ? AND number = ?", (game, first - 1))
        (before,) = row.fetchone() or (0,)
        self._database.execute("INSERT OR IGNORE INTO game (id) VALUES (?)", (game,))
        sums = chained(lines, before)
        rows = [(game, first + place, line, sums[place]) for place, line in enumerate(lines)]
        self._database.executemany("INSERT INTO line (game, number, text, chain) VALUES (?, ?, ?, ?)", rows)

    def _check(self) -> None:
        (version,) = self._database.execute("PRAGMA user_version").fetchone()
        if version > SCHEMA:
            raise Newer
        if version < 1:
            raise Broken
        # Exclusive: a second companion on the same file would write into the same game.
        for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            self._database.execute(f"PRAGMA {pragma}").fetchall()
        with _transaction(self._database):  # which also takes the lock
            sound = self._database.execute("PRAGMA quick_check").fetchall() == [("ok",)]
            if sound and version < 2:
                self._number_the_lines()
        latest = _latest_in(self._database)
        if not sound or (latest is not None and not latest.whole):
            raise Broken(latest)

    def _number_the_lines(self) -> None:
        """From form 1 to 2: every line gets its checksum."""
        self._database.execute("ALTER TABLE line ADD COLUMN chain INTEGER NOT NULL DEFAULT 0")
        for (game,) in self._database.execute("SELECT id FROM game").fetchall():
            rows = self._database.execute("SELECT text, game, number FROM line WHERE game = ? ORDER BY number", (game,))
            lines = rows.fetchall()
            sums = chained(text for text, *_ in lines)
            keys = [(chain, *key) for chain, (_, *key) in zip(sums, lines, strict=True)]
            self._database.executemany("UPDATE line SET chain = ? WHERE game = ? AND number = ?", keys)
        self._database.execute("PRAGMA user_version = 2")


def read(path: Path, game: int | None = None) -> Record | None:
    """A game of a file that is only read, best of a copy of it: the latest, or that one. None when it is not there.
    Raises Broken and sqlite3.Error."""
    with contextlib.closing(_connection(path)) as database, _broken_told(database):
        return _latest_in(database) if game is None else _record(database, game)


def numbers(path: Path) -> list[int]:
    """The numbers of the games in a file that is only read, oldest first. Raises Broken and sqlite3.Error."""
    with contextlib.closing(_connection(path)) as database, _broken_told(database):
        return [game for (game,) in _numbered(database.execute("SELECT id FROM game ORDER BY id").fetchall())]


def _numbered(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The rows, each of which begins with a game's number. Raises Broken where a damaged table has none."""
    if not all(isinstance(row[0], int) for row in rows):
        raise Broken
    return rows


def _connection(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=_BUSY_SECONDS, check_same_thread=False, isolation_level=None)
    # What is no text any more shows as such when the log is read.
    database.text_factory = lambda stored: stored.decode("utf-8", "replace")
    return database


@contextlib.contextmanager
def _transaction(database: sqlite3.Connection) -> Iterator[None]:
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


@contextlib.contextmanager
def _broken_told(database: sqlite3.Connection) -> Iterator[None]:
    """Tells damage from what the disk refuses."""
    try:
        yield
    except sqlite3.Error as error:
        if code_of(error) in _OF_THE_DISK:
            raise
        saved = None
        with contextlib.suppress(*_UNREADABLE):
            saved = _latest_in(database)
        raise Broken(saved) from error
    except UnicodeDecodeError as error:  # what SQLite says of a damaged name is no text either
        raise Broken from error


def _latest_in(database: sqlite3.Connection) -> Record | None:
    (game,) = database.execute("SELECT max(game) FROM line").fetchone()
    return _record(database, game) if isinstance(game, int) else None


def _record(database: sqlite3.Connection, game: int) -> Record | None:
    """The game's lines as far as they can be trusted; one of form 1 is taken as it is."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    chain = "chain" if version >= 2 else "NULL"
    rows = database.execute(f"SELECT number, text, {chain} FROM line WHERE game = ? ORDER BY number", (game,))
    lines: list[str] = []
    total, before = 0, 0
    while True:
        try:
            row = rows.fetchone()
        except _UNREADABLE:
            return Record(game, tuple(lines), total + 1)
        if row is None:
            break
        total += 1
        number, text, stored = row
        if total == len(lines) + 1 == number and isinstance(text, str):
            (before,) = chained([text], before)
            if stored == before or version < 2:
                lines.append(text)
    return Record(game, tuple(lines), total) if total else None


def code_of(error: sqlite3.Error) -> int:
    """SQLite's primary result code; 0 when the error is not one of SQLite's own."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
