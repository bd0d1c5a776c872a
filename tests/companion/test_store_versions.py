"""Games of other versions: newer and older files, lines and rules that this one does not know."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.guide import ProblemCode
from companion.logs import lines_of
from companion.rules.board import Colour
from companion.rules.state import Settings
from companion.store import Store
from tests.companion.stored import BLUE_2, WHITE_5, codes, lines_on_disk, play, played


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
