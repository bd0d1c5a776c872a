"""Games on a disk that is full, read-only or no place for files: play goes on, and is written when that works again."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from companion import store as store_module
from companion.guide import ProblemCode
from companion.rules.board import Colour, border
from companion.rules.state import Settings
from companion.store import RETRY_SECONDS, Store
from tests.companion.stored import BLUE_2, WHITE_5, codes, database_of, lines_on_disk, play, played


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
