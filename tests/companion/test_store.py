"""Games on disk: what a plug pulled, a full disk or a broken file may do, and what they may not."""

from __future__ import annotations

import errno
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import store as store_module
from companion.game import Game
from companion.guide import ProblemCode
from companion.journal import Journal
from companion.logs import lines_of
from companion.rules.board import Colour, border
from companion.rules.engine import legal_moves
from companion.rules.moves import PassOn, PlaceTargi
from companion.rules.state import Settings
from companion.store import COPIES, LINES_BETWEEN_COPIES, RETRY_SECONDS, Store

BLUE_2 = PlaceTargi(Colour.BLUE, border(2))
WHITE_5 = PlaceTargi(Colour.WHITE, border(5))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    opened = Store(path)
    yield opened
    opened.close()


def database_of(store: Store) -> sqlite3.Connection:
    assert store._file is not None
    return store._file._database


def codes(opened: Store) -> list[ProblemCode]:
    return [problem.code for problem in opened.problems]


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


def test_nothing_is_there_at_first(store: Store) -> None:
    """No game to resume, no problem to tell."""
    assert store.resume() is None
    assert store.problems == ()


def test_every_line_is_on_disk_when_play_returns(store: Store, path: Path) -> None:
    """Read through the files themselves after each step."""
    game = store.begin(Settings())
    for move in (BLUE_2, WHITE_5):
        game.play(move)
        assert lines_on_disk(path) == list(game.log)
    game.undo()
    assert lines_on_disk(path) == list(game.log)


def test_the_file_is_written_through(store: Store) -> None:
    """Write-ahead log, fully synchronous."""
    database = database_of(store)
    assert database.execute("PRAGMA synchronous").fetchone() == (2,)
    assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_an_unfinished_game_goes_on_where_it_stopped(path: Path) -> None:
    """Same state, same steps to undo and redo; what is played then is kept too."""
    opened = Store(path)
    game = opened.begin(Settings(start=Colour.BLUE))
    game.play(BLUE_2)
    game.play(WHITE_5)
    game.undo()
    opened.close()
    opened = Store(path)
    resumed = opened.resume()
    assert resumed is not None
    assert (resumed.log, resumed.state, resumed.can_redo) == (game.log, game.state, True)
    resumed.redo()
    opened.close()
    again = Store(path).resume()
    assert again is not None
    assert again.log == (*game.log, "redo")


def test_a_finished_game_is_not_resumed(path: Path) -> None:
    """After its end a new one begins; both stay on disk."""
    opened = Store(path)
    game = opened.begin(Settings(start=Colour.BLUE))
    while not game.is_over:
        game.play(PassOn())
    opened.close()
    opened = Store(path)
    assert opened.resume() is None
    opened.begin(Settings()).play(BLUE_2)
    opened.close()
    database = sqlite3.connect(path)
    assert database.execute("SELECT count(*) FROM game").fetchone() == (2,)
    database.close()


def test_a_second_companion_plays_in_memory(store: Store, path: Path) -> None:
    """The file is in use: said, the game goes on, the first one's games are untouched."""
    first = store.begin(Settings())
    second = Store(path)
    assert codes(second) == [ProblemCode.GAMES_IN_USE]
    assert second.resume() is None
    game = second.begin(Settings())
    game.play(BLUE_2)
    assert game.state.targis_of(Colour.BLUE) == (border(2),)
    first.play(BLUE_2)
    assert lines_on_disk(path) == list(first.log)
    second.close()


def test_a_full_disk_does_not_stop_the_game(store: Store, path: Path) -> None:
    """One problem while it is full; with room again everything that was played is written."""
    game = store.begin(Settings(start=Colour.BLUE))
    database = database_of(store)
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    database.execute(f"PRAGMA max_page_count = {pages}")
    play(game, 200)
    assert codes(store) == [ProblemCode.DISK_FULL]
    assert len(game.log) == 201
    database.execute("PRAGMA max_page_count = 100000")
    game.mark("room")
    assert store.problems == ()
    assert lines_on_disk(path) == list(game.log)


@pytest.mark.parametrize("closed", [False, True])
def test_with_room_again_the_game_is_written_without_another_move(path: Path, closed: bool) -> None:
    """Tried again after some seconds, and when the program ends."""
    seconds = [0.0]
    opened = Store(path, now=lambda: seconds[0])
    game = opened.begin(Settings(start=Colour.BLUE))
    database_of(opened).execute("PRAGMA query_only = ON")
    play(game, 3)
    database_of(opened).execute("PRAGMA query_only = OFF")
    opened.tend()
    assert codes(opened) == [ProblemCode.DISK_READ_ONLY]
    seconds[0] = RETRY_SECONDS
    if not closed:
        opened.tend()
        assert opened.problems == ()
        assert lines_on_disk(path) == list(game.log)
    opened.close()
    assert lines_on_disk(path) == list(game.log)


def test_a_disk_that_turns_read_only_does_not_stop_the_game(store: Store, path: Path) -> None:
    """As some cards do when they fail."""
    game = store.begin(Settings())
    database = database_of(store)
    database.execute("PRAGMA query_only = ON")
    game.play(BLUE_2)
    assert codes(store) == [ProblemCode.DISK_READ_ONLY]
    assert game.state.targis_of(Colour.BLUE) == (border(2),)
    database.execute("PRAGMA query_only = OFF")
    game.play(WHITE_5)
    assert store.problems == ()
    assert lines_on_disk(path) == list(game.log)


def test_a_read_only_disk_still_resumes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is read and goes on in memory."""
    log = played(path, 7)
    before = path.read_bytes()

    class Refusing:
        def __init__(self, path: Path) -> None:
            raise OSError(errno.EROFS, "Read-only file system", str(path))

    monkeypatch.setattr(store_module, "GamesFile", Refusing)
    opened = Store(path)
    game = opened.resume()
    assert codes(opened) == [ProblemCode.DISK_READ_ONLY]
    assert game is not None
    assert game.log == log
    play(game, 1)
    assert path.read_bytes() == before


@pytest.mark.parametrize("where", ["/proc/none/games.db", "/dev/null/games.db"])
def test_a_place_that_cannot_be_written(where: str) -> None:
    """The game is played in memory, and the problem names the path."""
    opened = Store(Path(where))
    assert opened.resume() is None
    game = opened.begin(Settings())
    game.play(BLUE_2)
    assert opened.problems[0].text == where
    assert game.state.targis_of(Colour.BLUE) == (border(2),)


def test_a_folder_in_the_files_place(path: Path) -> None:
    """Not a file: unusable, and left alone."""
    path.mkdir(parents=True)
    opened = Store(path)
    opened.begin(Settings()).play(BLUE_2)
    assert codes(opened) == [ProblemCode.DISK_UNUSABLE]
    assert path.is_dir()


def journal(path: Path) -> Path:
    return path.with_name("games.db.journal")


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2 + 100])


def scribble(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[100:] = random.Random(3).randbytes(len(data) - 100)
    path.write_bytes(data)


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


def test_a_damaged_journal_does_no_harm(path: Path) -> None:
    """The file of games is whole, so nothing is said, and the journal is written anew."""
    log = played(path, 9)
    data = bytearray(journal(path).read_bytes())
    data[len(data) // 2] ^= 1
    journal(path).write_bytes(data)
    opened = Store(path)
    game = opened.resume()
    assert opened.problems == ()
    assert game is not None
    assert game.log == log
    play(game, 1)
    record = Journal(journal(path)).read()
    assert record is not None
    assert (record.lines, record.whole) == (game.log, True)
    opened.close()


def test_a_journal_of_another_game_is_not_taken(path: Path, tmp_path: Path) -> None:
    """A file of games put back by hand counts more than a journal that does not go on from it."""
    played(path, 20, seed=2)
    other = journal(path).read_bytes()
    for item in path.parent.iterdir():
        item.unlink()
    log = played(path, 9)
    journal(path).write_bytes(other)
    opened = Store(path)
    game = opened.resume()
    assert game is not None
    assert game.log == log
    opened.close()


def test_broken_copies_are_passed_over(path: Path) -> None:
    """The newest copy is broken too: the one before it serves."""
    log = played(path, 9)
    for _ in range(2):
        Store(path).close()
    journal(path).unlink()
    truncate(path)
    path.with_name("games.db.copy-1").write_bytes(b"")
    opened = Store(path)
    game = opened.resume()
    assert game is not None
    assert game.log == log
    opened.close()


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


def test_copies_are_made_during_play(path: Path) -> None:
    """One every so many lines, never more than so many."""
    opened = Store(path)
    game = opened.begin(Settings(start=Colour.BLUE))
    play(game, LINES_BETWEEN_COPIES * (COPIES + 2))
    opened.close()
    copies = sorted(path.parent.glob("games.db.copy-?"))
    assert len(copies) == COPIES
    truncate(path)
    opened = Store(path)
    resumed = opened.resume()
    opened.close()
    assert resumed is not None
    assert resumed.log == game.log[: len(resumed.log)]
    assert len(game.log) - len(resumed.log) <= LINES_BETWEEN_COPIES


def test_a_file_of_a_newer_version_is_kept_aside(path: Path) -> None:
    """It is not touched; games are kept in a new file meanwhile."""
    played(path, 3)
    for other in path.parent.glob("games.db.*"):
        other.unlink()
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 999")
    database.commit()
    database.close()
    newer = path.read_bytes()
    opened = Store(path)
    assert [(problem.code, problem.text) for problem in opened.problems] == [
        (ProblemCode.GAMES_NEWER, "games.newer-1.db")
    ]
    assert opened.resume() is None
    assert path.with_name("games.newer-1.db").read_bytes() == newer
    opened.close()


def test_a_file_of_the_first_form_is_brought_up_to_date(path: Path) -> None:
    """A file that the program made before it kept checksums: its unfinished game goes on, its finished one stays."""
    path.parent.mkdir()
    path.write_bytes((Path(__file__).parent / "files" / "games-schema-1.db").read_bytes())
    opened = Store(path)
    game = opened.resume()
    assert opened.problems == ()
    assert game is not None
    assert game.log[-3:] == ("place-targi white 10", "place-marker white 2x7", "undo")
    play(game, 2)
    opened.close()
    assert lines_on_disk(path) == list(game.log)
    database = sqlite3.connect(path)
    assert database.execute("PRAGMA user_version").fetchone() == (2,)
    (first,) = database.execute("SELECT text FROM line WHERE game = 1 AND number = 1").fetchone()
    assert first.endswith("start=blue")
    database.close()
    again = Store(path).resume()
    assert again is not None
    assert again.log == game.log


@pytest.mark.parametrize(
    ("change", "good"),
    [
        ("UPDATE line SET text = 'dance' WHERE number = 5", 4),
        ("UPDATE line SET text = 'undo' WHERE number = 2", 1),
        ("UPDATE line SET text = CAST(x'ff00fe' AS TEXT) WHERE number = 6", 5),
    ],
)
def test_a_game_with_a_bad_line_goes_on_before_it(path: Path, change: str, good: int) -> None:
    """Lines that are as they were written but that the rules do not know (they came from another program): the first is
    named, all that was written is kept as a text, and play goes on from the last good line."""
    log = played(path, 9)
    for other in path.parent.glob("games.db.*"):
        other.unlink()
    database = sqlite3.connect(path)
    database.execute(change)
    database.execute("ALTER TABLE line DROP COLUMN chain")  # a file of the first form has none that would tell
    database.execute("PRAGMA user_version = 1")
    database.commit()
    database.close()
    opened = Store(path)
    game = opened.resume()
    assert game is not None
    assert game.log == log[:good]
    (problem,) = opened.problems
    assert (problem.code, problem.number, problem.text) == (ProblemCode.GAME_CUT_SHORT, good + 1, "games.broken-1.log")
    assert path.with_name("games.broken-1.log").read_text().startswith("\n".join(log[:good]))
    play(game, 3)
    opened.close()
    again = Store(path).resume()
    assert again is not None
    assert again.log == game.log


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


@pytest.mark.parametrize(("rest", "read"), [((), 3), (("fly away",), 3)])
def test_a_game_of_older_rules_goes_on_by_todays(path: Path, rest: tuple[str, ...], read: int) -> None:
    """As far as today's rules can read it, and people are told to look; the old log stays as it was."""
    opened = Store(path)
    opened.begin(Settings(start=Colour.BLUE))
    old = ["targi-game engine=1 edition=base solo=- start=blue", str(BLUE_2), str(WHITE_5), *rest]
    opened._lines[:], opened._kept = old, 0
    opened._write()
    opened.close()
    opened = Store(path)
    game = opened.resume()
    assert game is not None
    assert game.log[1:] == (str(BLUE_2), str(WHITE_5))
    assert len(game.log) == read
    assert codes(opened) == [ProblemCode.GAME_OLDER]
    play(game, 1)
    opened.close()
    again = Store(path)
    resumed = again.resume()
    assert resumed is not None
    assert (resumed.log, again.problems) == (game.log, ())
    again.close()
    assert lines_of(path, 2) == old
