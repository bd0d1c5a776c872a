"""Games on disk: every line of a game's log is there before its effect is shown, and the game goes on where it stopped.

One SQLite file (write-ahead log, fully synchronous) and beside it copies of it, newest first. Nothing here raises for
a bad disk or a bad file: the game goes on in memory, `Store.problems` says what is wrong, and what was not written is
tried again with the next line. A file that cannot be read is kept aside under another name, and the newest good copy
takes its place.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
import tempfile
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.game import Game, LogError
from companion.guide import Problem, ProblemCode
from companion.own_cards import FileTrouble, catalogue_of
from companion.rules.cards import Catalogue
from companion.rules.state import Settings

SCHEMA = 1
COPIES = 3
LINES_BETWEEN_COPIES = 20
MOST_WORDS = 130
"""Letters of what is wrong with a card file that go on to the screen; ``targi rules`` says it whole."""
_BUSY_SECONDS = 0.1
_MAGIC = b"SQLite format 3\x00"
_TABLES = """
CREATE TABLE game (id INTEGER PRIMARY KEY);
CREATE TABLE line (
    game INTEGER NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
"""


class _Broken(Exception):
    """The file holds no games that can be read."""


class _Newer(Exception):
    """The file was written by a newer version of this program."""


@dataclass(frozen=True, slots=True)
class _Latest:
    """The latest game: its number, its lines up to the first one missing, and how many there are in all."""

    number: int
    lines: list[str]
    total: int


class Store:
    """The games of this table. One object holds the file; it is used from one thread at a time."""

    def __init__(self, path: Path, cards: Path | None = None) -> None:
        """Opens the file, and makes it where there is none. ``cards``: the file of the owner's own cards, which need
        not exist; a game whose books are open keeps those that it was begun with. Never raises for what is found there:
        see `problems`."""
        self._path, self._cards = path, cards
        self._database: sqlite3.Connection | None = None
        self._said: list[Problem] = []
        self._trouble: Problem | None = None
        self._game: int | None = None
        self._lines: list[str] = []
        self._kept = 0
        self._since_copy = 0
        with self._troubled():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._open()
            self._copy()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What a person should know of: what happened to the file, and what keeps games from being written now."""
        return (*self._said, *((self._trouble,) if self._trouble else ()))

    def dismiss(self) -> None:
        """What happened to the file has been read."""
        self._said.clear()

    def begin(self, settings: Settings) -> Game:
        """A new game, kept from its first line on. The one before stays on disk."""
        self._game, self._lines, self._kept = None, [], 0
        return Game.new(settings, self._keep, self._catalogue())

    def resume(self) -> Game | None:
        """The latest game where it stopped; None when there is none or it is over."""
        latest: _Latest | None = None
        with self._troubled():
            latest = _latest_in(self._database) if self._database else self._latest_unwritable()
        if latest is None and self._database:  # it broke while it was read, and a copy took its place
            with self._troubled():
                latest = _latest_in(self._database)
        if latest is None:
            return None
        try:
            game = Game.read(latest.lines, cards=self._catalogue())
        except LogError as error:
            return self._resume_short(latest, error.game, error.number)
        if len(latest.lines) < latest.total:
            return self._resume_short(latest, game, len(latest.lines) + 1)
        return self._resumed(latest.number, game)

    def close(self) -> None:
        """Closes the file. What is on disk stays there."""
        if self._database:
            with self._troubled():
                self._database.close()
            self._database = None

    def _catalogue(self) -> Catalogue | None:
        """All cards there are; None: those that ship."""
        try:
            return catalogue_of(self._cards) if self._cards else None
        except FileTrouble as trouble:
            reason = textwrap.shorten(trouble.reason, MOST_WORDS, placeholder=" ...")
            problem = Problem(ProblemCode.CARDS_UNUSABLE, text=f"{trouble.name}, {reason}")
            self._said += [problem] if problem not in self._said else []
            return None

    def _resumed(self, number: int, game: Game) -> Game | None:
        if game.is_over:
            return None
        self._game, self._lines, self._kept = number, list(game.log), len(game.log)
        game.keep_with(self._keep)
        return game

    def _resume_short(self, latest: _Latest, game: Game | None, bad_line: int) -> Game | None:
        """Goes on from the part of the game that can be read; all that was written is kept as a text beside it."""
        aside = self._free_name("log")
        with self._troubled():
            aside.write_text("\n".join(latest.lines) + "\n", encoding="utf-8")
            if game and self._database:
                with self._database:
                    rest = "DELETE FROM line WHERE game = ? AND number >= ?"
                    self._database.execute(rest, (latest.number, bad_line))
        self._said.append(Problem(ProblemCode.GAME_CUT_SHORT, number=bad_line, text=aside.name))
        return self._resumed(latest.number, game) if game else None

    def _latest_unwritable(self) -> _Latest | None:
        """The latest game of a file on a disk that cannot be written: read from a copy elsewhere."""
        if not self._trouble or self._trouble.code not in (ProblemCode.DISK_FULL, ProblemCode.DISK_READ_ONLY):
            return None
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder, self._path.name)
            for tail in ("", "-wal"):
                if os.path.exists(f"{self._path}{tail}"):
                    shutil.copyfile(f"{self._path}{tail}", f"{copy}{tail}")
            with contextlib.closing(sqlite3.connect(copy)) as database:
                return _latest_in(database)

    def _keep(self, line: str) -> None:
        """Writes the line, and those that could not be written before it."""
        self._lines.append(line)
        with self._troubled():
            if self._database is None:
                self._open()
            self._write()
            if self._since_copy >= LINES_BETWEEN_COPIES:
                self._copy()

    def _write(self) -> None:
        if self._database is None:
            return
        fresh = self._lines[self._kept :]
        with self._database:
            game = self._game
            if game is None:
                game = self._database.execute("INSERT INTO game DEFAULT VALUES").lastrowid
            rows = [(game, number, text) for number, text in enumerate(fresh, start=self._kept + 1)]
            self._database.executemany("INSERT INTO line (game, number, text) VALUES (?, ?, ?)", rows)
        self._game, self._kept = game, len(self._lines)
        self._since_copy += len(fresh)
        self._trouble = None

    @contextlib.contextmanager
    def _troubled(self) -> Iterator[None]:
        """Turns what the disk refuses into a problem."""
        try:
            try:
                yield
            except sqlite3.DatabaseError as error:
                if _code_of(error) not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                    raise
                self._start_over()
        except (sqlite3.Error, OSError) as error:
            self._trouble = Problem(_problem_of(error), text=str(self._path))

    def _start_over(self) -> None:
        """The open file turned out broken: it is kept aside, and the game in play is written anew."""
        if self._database:
            self._database.close()
            self._database = None
        self._replace_broken()
        self._game, self._kept = None, 0
        if self._lines:
            self._write()

    def _open(self) -> None:
        try:
            if self._path.exists():
                self._database = _opened(self._path)
            else:
                self._database = self._made()
        except _Newer:
            aside = self._put_aside("newer")
            self._said.append(Problem(ProblemCode.GAMES_NEWER, text=aside))
            self._database = self._made()
        except _Broken:
            self._replace_broken()

    def _replace_broken(self) -> None:
        aside = self._put_aside("broken")
        for copy in (self._copy_name(number) for number in range(1, COPIES + 1)):
            with contextlib.suppress(_Broken, _Newer, FileNotFoundError):
                _opened(copy).close()
                taken = self._beside("taken")
                shutil.copyfile(copy, taken)
                _move_whole(taken, self._path)
                self._database = _opened(self._path)
                self._said.append(Problem(ProblemCode.GAMES_FROM_BACKUP, text=aside))
                return
        self._said.append(Problem(ProblemCode.GAMES_BROKEN, text=aside))
        self._database = self._made()

    def _made(self) -> sqlite3.Connection:
        """A new file: made beside its place and moved there whole, so a crash leaves no half of it."""
        made = self._beside("new")
        made.unlink(missing_ok=True)
        database = sqlite3.connect(made)
        try:
            database.executescript(f"{_TABLES} PRAGMA user_version = {SCHEMA};")
        finally:
            database.close()
        _move_whole(made, self._path)
        return _opened(self._path)

    def _copy(self) -> None:
        """Makes a copy of the file, the newest of `COPIES`."""
        if self._database is None:
            return
        written = self._beside("copying")
        written.unlink(missing_ok=True)
        target = sqlite3.connect(written)
        try:
            self._database.backup(target)
        finally:
            target.close()
        for number in range(COPIES, 1, -1):
            if self._copy_name(number - 1).exists():
                os.replace(self._copy_name(number - 1), self._copy_name(number))
        _move_whole(written, self._copy_name(1))
        self._since_copy = 0

    def _put_aside(self, why: str) -> str:
        aside = self._free_name(self._path.suffix.lstrip(".") or "db", why)
        for tail in ("", "-wal", "-shm"):
            part = Path(f"{self._path}{tail}")
            if part.exists():
                os.replace(part, f"{aside}{tail}")
        return aside.name

    def _free_name(self, suffix: str, why: str = "broken") -> Path:
        number = 1
        while (free := self._path.with_name(f"{self._path.stem}.{why}-{number}.{suffix}")).exists():
            number += 1
        return free

    def _beside(self, what: str) -> Path:
        return self._path.with_name(f"{self._path.name}.{what}")

    def _copy_name(self, number: int) -> Path:
        return self._beside(f"copy-{number}")


def _latest_in(database: sqlite3.Connection) -> _Latest | None:
    (number,) = database.execute("SELECT max(id) FROM game").fetchone()
    if number is None:
        return None
    rows = database.execute("SELECT number, text FROM line WHERE game = ? ORDER BY number", (number,)).fetchall()
    lines = [text for position, (line_number, text) in enumerate(rows, start=1) if position == line_number]
    return _Latest(number, lines, len(rows))


def _move_whole(source: Path, goal: Path) -> None:
    """Moves the file so that after a power cut one of the two names holds all of it."""
    os.replace(source, goal)
    folder = os.open(goal.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _opened(path: Path) -> sqlite3.Connection:
    """The file, checked. Raises _Broken, _Newer, FileNotFoundError, and sqlite3 errors that are the disk's."""
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise _Broken
    database = sqlite3.connect(path, timeout=_BUSY_SECONDS, check_same_thread=False)
    database.text_factory = _text
    try:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version > SCHEMA:
            raise _Newer
        if version < 1:
            raise _Broken
        # Exclusive: a second companion on the same file would write into the same game.
        database.executescript("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
        database.executescript("PRAGMA foreign_keys = ON; BEGIN IMMEDIATE; COMMIT;")
        if database.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise _Broken
        database.execute("SELECT game, number, text FROM line LIMIT 1").fetchone()
    except sqlite3.DatabaseError as error:
        database.close()
        no_such_table = _code_of(error) == sqlite3.SQLITE_ERROR
        if no_such_table or _code_of(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise _Broken from error
        raise
    except (_Newer, _Broken):
        database.close()
        raise
    return database


def _text(stored: bytes) -> str:
    """Text of the file; what is no text any more shows as such when the log is read."""
    return stored.decode("utf-8", "replace")


def _code_of(error: sqlite3.Error) -> int:
    """SQLite's primary result code; 0 when the error is not one of SQLite's own."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


_BY_SQLITE = {
    sqlite3.SQLITE_FULL: ProblemCode.DISK_FULL,
    sqlite3.SQLITE_READONLY: ProblemCode.DISK_READ_ONLY,
    sqlite3.SQLITE_PERM: ProblemCode.DISK_READ_ONLY,
    sqlite3.SQLITE_BUSY: ProblemCode.GAMES_IN_USE,
    sqlite3.SQLITE_LOCKED: ProblemCode.GAMES_IN_USE,
}
_BY_ERRNO = {
    errno.ENOSPC: ProblemCode.DISK_FULL,
    errno.EDQUOT: ProblemCode.DISK_FULL,
    errno.EROFS: ProblemCode.DISK_READ_ONLY,
    errno.EACCES: ProblemCode.DISK_READ_ONLY,
    errno.EPERM: ProblemCode.DISK_READ_ONLY,
}


def _problem_of(error: sqlite3.Error | OSError) -> ProblemCode:
    if isinstance(error, OSError):
        return _BY_ERRNO.get(error.errno or 0, ProblemCode.DISK_UNUSABLE)
    return _BY_SQLITE.get(_code_of(error), ProblemCode.DISK_UNUSABLE)
