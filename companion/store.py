"""Games on disk: every line of a game's log is there before its effect is shown, and the game goes on where it stopped.

The file of games (``companion.games_file``), copies of it, newest first, and a journal of the game in play
(``companion.journal``). Nothing here raises for a bad disk or a bad file: the game goes on in memory, `Store.problems`
says what is wrong, and what was not written is tried again with the next line, and now and then (`Store.tend`). A file
that cannot be read is kept aside under another name, the newest good copy takes its place, and the journal gives what
the copy lacks.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import sqlite3
import tempfile
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from companion import disk, games_file
from companion.deal import Deal
from companion.disk_problems import problem_of
from companion.game import DEAL_LINES, Game, LogError
from companion.games_file import Broken, GamesFile, Newer
from companion.guide import Problem, ProblemCode
from companion.journal import Journal, Record, ahead, best
from companion.older import reread
from companion.own_cards import FileTrouble, catalogue_of
from companion.played import Played
from companion.rules.cards import Catalogue
from companion.rules.state import Settings

COPIES = 3
LINES_BETWEEN_COPIES = 20
MOST_WORDS = 130
"""Letters of what is wrong with a card file that go on to the screen; ``targi rules`` says it whole."""
RETRY_SECONDS = 5.0
"""Between two attempts to write what a full or read-only disk would not take."""
TAILS = ("", "-wal", "-shm")
"""What SQLite's files are called after the name of the database."""


class Store:
    """The games of this table. One object holds the file; it is used from one thread at a time."""

    def __init__(self, path: Path, cards: Path | None = None, now: Callable[[], float] = time.monotonic) -> None:
        """Opens the file, and makes it where there is none. ``cards``: the file of the owner's own cards, which need
        not exist; a game whose books are open keeps those that it was begun with. ``now``: seconds that never run
        backwards. Never raises for what is found there: see `problems`."""
        self._path, self._cards, self._now = path, cards, now
        self._file: GamesFile | None = None
        self._journal = Journal(self._beside("journal"))
        self._said: list[Problem] = []
        self._trouble: Problem | None = None
        self._tried = 0.0
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
        self._leave()
        return Game.new(settings, self._keep, self._catalogue())

    def adopt(self, game: Game) -> None:
        """A game that was begun elsewhere is kept from its first line on. The one before stays on disk."""
        self._leave()
        self._lines = list(game.log)
        self._write()
        game.keep_with(self._keep)

    def _leave(self) -> None:
        """The game in play stays as it is on disk, with what could not be written before where that goes now."""
        self._write_late()
        if self._since_copy:
            with self._troubled():
                self._copy()  # the journal leaves that game now
        self._game, self._lines, self._kept = None, [], 0

    def played(self) -> tuple[Played, ...]:
        """The games in which something was dealt, oldest first, with what the log says of it last."""
        found: dict[int, Played] = {}
        with self._troubled():
            for game, text in self._file.beginning(DEAL_LINES) if self._file else ():
                with contextlib.suppress(ValueError):
                    found[game] = Played(game, Deal.parse(text.removeprefix(DEAL_LINES)))
        return tuple(found.values())

    @property
    def number(self) -> int | None:
        """The number of the game in play; None while it is not on the disk."""
        return self._game

    @property
    def cards(self) -> Catalogue | None:
        """All cards there are; None: those that ship."""
        return self._catalogue()

    def counts(self) -> tuple[tuple[int, int], ...]:
        """The numbers of the stored games and how many lines each has, oldest first."""
        found: list[tuple[int, int]] = []
        with self._troubled():
            found += self._file.counts() if self._file else ()
        return tuple(found)

    def lines(self, number: int) -> tuple[str, ...]:
        """The log of a stored game as far as it can be trusted; nothing when there is none."""
        record: Record | None = None
        with self._troubled():
            record = self._file.game(number) if self._file else None
        return record.lines if record else ()

    def game(self, number: int) -> Game | None:
        """A stored game to look at, as far as it can be read; None when there is none."""
        record: Record | None = None
        with self._troubled():
            record = self._file.game(number) if self._file else None
        try:
            return Game.read(record.lines, cards=self._catalogue()) if record else None
        except LogError as error:
            return error.game

    def resume(self) -> Game | None:
        """The latest game where it stopped; None when there is none or it is over."""
        latest: Record | None = None
        with self._troubled():
            latest = self._file.latest() if self._file else self._latest_unwritable()
        if latest is None and self._file:  # it broke while it was read, and a copy took its place
            with self._troubled():
                latest = self._file.latest()
        if latest is None:
            return None
        try:
            game = Game.read(latest.lines, cards=self._catalogue())
        except LogError as error:
            if (older := reread(latest.lines, self._catalogue())) is not None:
                return self._resume_older(older)
            return self._resume_short(latest, error.game, error.number)
        return self._resumed(latest.game, game)

    def tend(self) -> None:
        """Tries again to write what the disk did not take, when some seconds have passed. Call it now and then."""
        if self._now() - self._tried >= RETRY_SECONDS:
            self._write_late()

    def close(self) -> None:
        """Closes the file, with what could not be written before where that goes now. What is on disk stays there."""
        self._write_late()
        if self._file:
            with self._troubled():
                self._file.close()
            self._file = None

    def _catalogue(self) -> Catalogue | None:
        """All cards there are; None: those that ship."""
        try:
            return catalogue_of(self._cards) if self._cards else None
        except FileTrouble as trouble:
            reason = textwrap.shorten(trouble.reason, MOST_WORDS, placeholder=" ...")
            self._say(Problem(ProblemCode.CARDS_UNUSABLE, text=f"{trouble.name}, {reason}"))
            return None

    def _say(self, problem: Problem) -> None:
        self._said += [problem] if problem not in self._said else []

    def _resumed(self, number: int, game: Game) -> Game | None:
        if game.is_over:
            return None
        # Without a file its number is only what it was called there: see `GamesFile.put`.
        self._game, self._lines, self._kept = number, list(game.log), len(game.log) if self._file else 0
        game.keep_with(self._keep)
        return game

    def _resume_older(self, game: Game) -> Game | None:
        """Goes on by today's rules, as a game of its own; that of the older ones stays as it was."""
        if game.is_over:
            return None
        self.adopt(game)
        self._say(Problem(ProblemCode.GAME_OLDER))
        return game

    def _resume_short(self, latest: Record, game: Game | None, bad_line: int) -> Game | None:
        """Goes on from the part of the game that can be read; all that was written is kept as a text beside it."""
        aside = self._free_name("log")
        with self._troubled():
            disk.write(aside, ("\n".join(latest.lines) + "\n").encode())
            if game and self._file:
                self._file.cut(latest.game, bad_line)
        self._say(Problem(ProblemCode.GAME_CUT_SHORT, number=bad_line, text=aside.name))
        return self._resumed(latest.game, game) if game else None

    def _latest_unwritable(self) -> Record | None:
        """The latest game where the disk cannot be written: from the journal, or from a copy of the file elsewhere."""
        if self._trouble and self._trouble.code is ProblemCode.GAMES_IN_USE:
            return None
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder, self._path.name)
            for tail in TAILS[:2]:
                if os.path.exists(f"{self._path}{tail}"):
                    shutil.copyfile(f"{self._path}{tail}", f"{copy}{tail}")
            found = None
            if copy.exists():
                with contextlib.suppress(Broken):
                    found = games_file.read(copy)
        return best(found, self._journal.read())

    def _keep(self, line: str) -> None:
        """Writes the line, and those that could not be written before it."""
        self._lines.append(line)
        self._write()

    def _write_late(self) -> None:
        """Tries again to write what the disk did not take."""
        if self._trouble and self._lines:
            self._write()

    def _write(self) -> None:
        with self._troubled():
            if self._file is None:
                self._open()
            self._put()
            self._trouble = None
            if self._since_copy >= LINES_BETWEEN_COPIES:
                self._copy()

    def _put(self) -> None:
        """Has file and journal hold the game in play."""
        if self._file is None:
            return
        fresh = self._lines[self._kept :]
        if self._game is not None and self._kept == 0:
            self._game = self._file.put(self._game, self._lines)
        elif fresh:
            self._game = self._file.append(self._game, self._kept + 1, fresh)
        self._since_copy += len(fresh)
        self._kept = len(self._lines)
        if self._game is not None:
            self._journal.keep(self._game, self._lines)

    @contextlib.contextmanager
    def _troubled(self) -> Iterator[None]:
        """Turns what the disk refuses into a problem."""
        try:
            try:
                yield
            except Broken as broken:
                self._start_over(broken)
        except (sqlite3.Error, OSError, Broken) as error:
            self._trouble = Problem(problem_of(error, self._path), text=str(self._path))
            self._tried = self._now()

    def _start_over(self, broken: Broken) -> None:
        """The open file turned out broken: it is kept aside, and the game in play is written anew."""
        if self._file:
            self._file.close()
            self._file = None
        self._replace_broken(broken)
        self._kept = 0
        self._put()

    def _open(self) -> None:
        """Opens the file, or has the newest good copy take its place, and brings it up to the journal."""
        self._kept = 0
        try:
            self._file = GamesFile(self._path)
            latest = self._file.latest()
            # A line goes into the file first, so nothing else can know of more unless the file has lost it.
            if any(ahead(other, latest) for other in (self._journal.read(), self._copied()) if other):
                self._file.close()
                self._file = None
                raise Broken(latest)
            return
        except FileNotFoundError:
            self._put_aside("broken")  # what is left of its write-ahead log belongs to no other file
            if self._take_copy() or self._journal.read():
                self._say(Problem(ProblemCode.GAMES_GONE))
        except Newer:
            aside = self._put_aside("newer")
            self._said.append(Problem(ProblemCode.GAMES_NEWER, text=aside))
            self._take_copy()
        except Broken as broken:
            self._replace_broken(broken)
            return
        self._file = self._file or GamesFile.made(self._path)
        self._bring_up(self._file, self._journal.read())

    def _replace_broken(self, broken: Broken) -> None:
        saved, kept = broken.saved, self._journal.read()
        aside = self._put_aside("broken")
        copied = self._take_copy()
        self._file = self._file or GamesFile.made(self._path)
        self._bring_up(self._file, best(saved, kept))
        latest = self._file.latest()
        whole = latest is not None and kept is not None and kept.whole and kept.lines == latest.lines
        lost = latest is not None and any(
            r.game == latest.game and r.total > len(latest.lines) for r in (saved, kept) if r
        )
        if whole:
            self._said.append(Problem(ProblemCode.GAMES_MENDED, text=aside))
        elif latest and lost:
            self._said.append(Problem(ProblemCode.GAME_CUT_SHORT, number=len(latest.lines) + 1, text=aside))
        else:
            code = ProblemCode.GAMES_FROM_BACKUP if copied or latest else ProblemCode.GAMES_BROKEN
            self._said.append(Problem(code, text=aside))

    def _take_copy(self) -> bool:
        """Has the newest good copy take the place of the file; whether there was one."""
        for copy in (self._copy_name(number) for number in range(1, COPIES + 1)):
            with contextlib.suppress(Broken, Newer, FileNotFoundError):
                taken = self._beside("taken")
                disk.copy(copy, taken)
                GamesFile(taken).close()
                disk.move(taken, self._path)
                self._file = GamesFile(self._path)
                return True
        return False

    def _copied(self) -> Record | None:
        """The latest game in the newest copy that can be read."""
        for copy in (self._copy_name(number) for number in range(1, COPIES + 1)):
            with contextlib.suppress(Broken, sqlite3.Error):
                if copy.exists():
                    return games_file.read(copy)
        return None

    def _bring_up(self, file: GamesFile, record: Record | None) -> None:
        """Puts into the file what another record has more of the latest game."""
        latest = file.latest()
        fuller = best(latest, record)
        if fuller is not None and fuller is not latest:
            file.put(fuller.game, fuller.lines)

    def _copy(self) -> None:
        """Makes a copy of the file, the newest of `COPIES`."""
        if self._file is None:
            return
        written = self._beside("copying")
        self._file.copy(written)
        for number in range(COPIES, 1, -1):
            if self._copy_name(number - 1).exists():
                os.replace(self._copy_name(number - 1), self._copy_name(number))
        disk.move(written, self._copy_name(1))
        self._since_copy = 0

    def _put_aside(self, why: str) -> str:
        aside = self._free_name(self._path.suffix.lstrip(".") or "db", why)
        for tail in reversed(TAILS):
            part = Path(f"{self._path}{tail}")
            if part.exists():
                disk.move(part, Path(f"{aside}{tail}"))
        return aside.name

    def _free_name(self, suffix: str, why: str = "broken") -> Path:
        names = (self._path.with_name(f"{self._path.stem}.{why}-{number}.{suffix}") for number in itertools.count(1))
        return next(name for name in names if not any(Path(f"{name}{tail}").exists() for tail in TAILS))

    def _beside(self, what: str) -> Path:
        return self._path.with_name(f"{self._path.name}.{what}")

    def _copy_name(self, number: int) -> Path:
        return self._beside(f"copy-{number}")
