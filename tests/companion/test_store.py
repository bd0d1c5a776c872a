"""Games on disk: each line is there before its effect is shown, and the game goes on where it stopped.

What a disk refuses: ``test_store_disk``. A file that is broken or gone: ``test_store_broken``; what copies and journal
are for: ``test_store_copies``. Files and rules of other versions: ``test_store_versions``. The owner's own cards:
``test_store_cards``. A plug pulled, many times: ``test_powercut``.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from companion.guide import ProblemCode
from companion.rules.board import Colour, border
from companion.rules.moves import PassOn
from companion.rules.state import Settings
from companion.store import Store
from tests.companion.stored import BLUE_2, WHITE_5, codes, database_of, lines_on_disk


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
