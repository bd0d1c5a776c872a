"""Copies of the file of games, and the journal of the game in play: when they are made, and when they are believed."""

from __future__ import annotations

from pathlib import Path

from companion.journal import Journal
from companion.rules.board import Colour
from companion.rules.state import Settings
from companion.store import COPIES, LINES_BETWEEN_COPIES, Store
from tests.companion.lost_writes import recorded
from tests.companion.stored import journal, play, played, truncate


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


def test_a_copy_waits_for_the_disk_once(tmp_path: Path) -> None:
    """It is made every few moves while people play: one wait for the file, one for its name."""
    with recorded(tmp_path) as recording:
        opened = Store(tmp_path / "games.db")
        before = len(recording.steps)
        opened._copy()
        steps = [step[0] for step in recording.steps[before:]]
        opened.close()
    assert (steps.count("sync"), steps.count("sync-folder")) == (1, 1)


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
