"""Stored games listed, written out and taken in, through the command line that people use."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.home import Home
from companion.rules.board import Colour, border
from companion.rules.moves import PassOn, PlaceTargi
from companion.rules.state import Settings
from companion.store import Store


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Two stored games: a finished one, and one in its first round."""
    home = Home(tmp_path / "home")
    store = Store(home.games)
    game = store.begin(Settings(start=Colour.BLUE))
    while not game.is_over:
        game.play(PassOn())
    store.begin(Settings(start=Colour.WHITE)).play(PlaceTargi(Colour.WHITE, border(6)))
    store.close()
    return home


def asked(home: Home, *words: str) -> int:
    return main(["games", *words, "--data", str(home.folder)])


def test_all_games_are_listed(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    """Oldest first, with their state, for people and for programs."""
    assert asked(home, "list") == 0
    first, second = capsys.readouterr().out.splitlines()
    assert "finished" in first
    assert "round 1, 2 lines, not finished" in second
    assert asked(home, "list", "--json") == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["game"], row["over"]) for row in rows] == [(1, True), (2, False)]


def test_a_game_goes_from_one_device_to_another(home: Home, tmp_path: Path) -> None:
    """Written out as a log and taken in elsewhere it is resumed there; what it had is still there."""
    log = tmp_path / "game.log"
    other = Home(tmp_path / "other")
    assert asked(home, "export", str(log)) == 0
    assert log.read_text().splitlines() == [
        "targi-game engine=3 edition=base solo=- start=white",
        "place-targi white 6",
    ]
    assert asked(other, "import", str(log)) == 0
    resumed = Store(other.games).resume()
    assert resumed is not None
    assert resumed.log == tuple(log.read_text().splitlines())


def test_an_older_game_is_written_out_by_its_number(home: Home, tmp_path: Path) -> None:
    """Its log ends with the game."""
    log = tmp_path / "game.log"
    assert asked(home, "export", str(log), "--game", "1") == 0
    assert log.read_text().endswith("pass-on\n")


def test_a_game_that_is_taken_in_is_the_one_resumed(home: Home, tmp_path: Path) -> None:
    """It comes behind the others, and the journal of the one before does not bring that one back."""
    asked(home, "export", str(tmp_path / "game.log"))
    with (tmp_path / "game.log").open("a") as file:
        file.write("place-targi blue 9\n")
    assert asked(home, "import", str(tmp_path / "game.log")) == 0
    store = Store(home.games)
    game = store.resume()
    assert store.problems == ()
    assert game is not None
    assert game.log[-1] == "place-targi blue 9"
    store.close()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("export", "{tmp}/x.log", "--game", "7"), "There is no game 7 in"),
        (("export", "{tmp}/no/x.log"), "cannot be written"),
        (("import", "{tmp}/nothing.log"), "cannot be read"),
        (("import", "{tmp}/letter.txt"), "is no game's log: line 1"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    words: tuple[str, ...], said: str, home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 1, and nothing is changed."""
    (tmp_path / "letter.txt").write_text("Dear Ida,\n")
    before = home.games.read_bytes()
    assert asked(home, *(word.format(tmp=tmp_path) for word in words)) == 1
    told = capsys.readouterr()
    assert said in told.err
    assert told.err.count("\n") == 1
    assert home.games.read_bytes() == before


def test_a_running_companion_is_not_disturbed(home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its games can be listed and written out meanwhile, and none is taken in."""
    store = Store(home.games)
    game = store.resume()
    assert game is not None
    game.play(PlaceTargi(Colour.BLUE, border(9)))
    assert asked(home, "export", str(tmp_path / "game.log")) == 0
    assert tuple((tmp_path / "game.log").read_text().splitlines()) == game.log
    assert asked(home, "import", str(tmp_path / "game.log")) == 1
    assert "the companion is running: end it first" in capsys.readouterr().err
    store.close()
