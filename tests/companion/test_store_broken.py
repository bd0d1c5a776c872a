"""A file of games that is broken or gone: what can be read is read, the rest is said, and nothing is thrown away."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.guide import ProblemCode
from companion.rules.board import Colour
from companion.rules.state import Settings
from companion.store import Store
from tests.companion.stored import BLUE_2, codes, database_of, journal, play, played, scribble, truncate


def other_program(path: Path) -> None:
    path.unlink()
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE recipe (name TEXT)")
    database.commit()
    database.close()


def misname(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data.replace(b"CREATE TABLE game (id", b"CREATE TABLE \xf7ame [id"))
    assert path.read_bytes() != data


BREAKAGES = {
    "empty": lambda path: path.write_bytes(b""),
    "truncated": truncate,
    "scribbled": scribble,
    "no database": lambda path: path.write_text("this is a letter\n" * 500),
    "of another program": other_program,
    "with a name that is no text": misname,
}


@pytest.mark.parametrize("how", BREAKAGES)
def test_a_broken_file_is_kept_aside_and_nothing_is_lost(path: Path, how: str) -> None:
    """The newest copy takes its place and the journal gives what it lacks; the broken file keeps its bytes."""
    log = played(path, 9)  # the copy is older: it was made when the file was opened
    BREAKAGES[how](path)
    broken = path.read_bytes()
    opened = Store(path)
    assert [(problem.code, problem.text) for problem in opened.problems] == [
        (ProblemCode.GAMES_MENDED, "games.broken-1.db")
    ]
    assert path.with_name("games.broken-1.db").read_bytes() == broken
    game = opened.resume()
    assert game is not None
    assert game.log == log
    play(game, 1)
    opened.dismiss()
    assert opened.problems == ()
    opened.close()


@pytest.mark.parametrize("how", BREAKAGES)
def test_a_broken_file_without_a_journal_goes_on_from_the_newest_copy(path: Path, how: str) -> None:
    """What was played since then may be missing, which is said."""
    log = played(path, 9)
    Store(path).close()  # makes a copy with all of it
    journal(path).unlink()
    BREAKAGES[how](path)
    opened = Store(path)
    assert codes(opened) == [ProblemCode.GAMES_FROM_BACKUP]
    game = opened.resume()
    assert game is not None
    assert game.log == log
    opened.close()


@pytest.mark.parametrize("how", BREAKAGES)
def test_a_broken_file_without_copy_and_journal_starts_anew(path: Path, how: str) -> None:
    """Nothing can be read: said, kept aside, and games are kept again."""
    played(path, 9)
    journal(path).unlink()
    for copy in path.parent.glob("*.copy-*"):
        copy.unlink()
    BREAKAGES[how](path)
    opened = Store(path)
    assert codes(opened) == [ProblemCode.GAMES_BROKEN]
    assert opened.resume() is None
    game = opened.begin(Settings())
    game.play(BLUE_2)
    opened.close()
    again = Store(path).resume()
    assert again is not None
    assert again.log == game.log


def test_broken_files_do_not_overwrite_each_other(path: Path) -> None:
    """The second one kept aside gets the next number."""
    for _ in range(2):
        played(path, 2)
        path.write_bytes(b"")
        Store(path).close()
    assert sorted(item.name for item in path.parent.glob("games.broken-*")) == [
        "games.broken-1.db",
        "games.broken-2.db",
    ]


def test_a_file_that_breaks_during_play(path: Path) -> None:
    """The game in play is written anew whole, in a file that can be read."""
    opened = Store(path)
    game = opened.begin(Settings(start=Colour.BLUE))
    play(game, 30)
    database = database_of(opened)
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.execute("PRAGMA shrink_memory")
    scribble(path)
    database.execute("PRAGMA cache_size = 1")
    play(game, 5, seed=2)
    opened.close()
    opened = Store(path)
    resumed = opened.resume()
    opened.close()
    assert resumed is not None
    assert resumed.log == game.log


def test_a_changed_letter_is_noticed(path: Path) -> None:
    """SQLite does not see it; the checksums do. Without journal and copies the game goes on before it."""
    log = played(path, 9)
    data = path.read_bytes()
    where = data.index(log[5].encode()) + len(log[5]) - 1
    path.write_bytes(data[:where] + b"9" + data[where + 1 :])
    assert data != path.read_bytes()
    for other in path.parent.glob("games.db.*"):
        other.unlink()
    opened = Store(path)
    game = opened.resume()
    assert game is not None
    assert game.log == log[:5]
    (problem,) = opened.problems
    assert (problem.code, problem.number, problem.text) == (ProblemCode.GAME_CUT_SHORT, 6, "games.broken-1.db")
    opened.close()


def test_a_file_that_is_gone(path: Path) -> None:
    """Copy and journal give everything back; the write-ahead log of the lost file is not read into the new one."""
    log = played(path, 9)
    path.unlink()
    Path(f"{path}-wal").write_bytes(b"of another file")
    opened = Store(path)
    assert codes(opened) == [ProblemCode.GAMES_GONE]
    game = opened.resume()
    assert game is not None
    assert game.log == log
    assert path.with_name("games.broken-1.db-wal").read_bytes() == b"of another file"
    opened.close()


def test_a_truncated_write_ahead_log_loses_the_end_only(path: Path, tmp_path: Path) -> None:
    """A lost write: the game read back is a beginning of the one played."""
    opened = Store(path)
    game = opened.begin(Settings(start=Colour.BLUE))
    play(game, 15)
    wal = Path(f"{path}-wal").read_bytes()
    for part in (0.0, 0.3, 0.77, 0.99):
        copy = tmp_path / f"cut-{part}" / "games.db"
        copy.parent.mkdir()
        copy.write_bytes(path.read_bytes())
        Path(f"{copy}-wal").write_bytes(wal[: int(len(wal) * part)])
        cut = Store(copy)
        resumed = cut.resume()
        assert cut.problems == ()
        log = resumed.log if resumed else ()
        assert log == game.log[: len(log)]
        cut.close()
    opened.close()
