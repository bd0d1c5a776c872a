"""Games with the owner's own cards on disk: what becomes of them when the card file does not stay as it was."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli import main
from companion.desk import TableDesk
from companion.game import Game
from companion.guide import ProblemCode
from companion.home import Home
from companion.rules.board import Colour
from companion.rules.book_moves import SetBooks
from companion.rules.catalogue import with_additions
from companion.rules.engine import Step
from companion.rules.moves import parse
from companion.rules.setting_up import decks_of, new_books
from companion.rules.state import Settings
from companion.sources import Sources
from companion.store import MOST_WORDS, Store

OWN = '[[tribe]]\nid = "my-tent"\nsymbol = "tent"\nvp = 1\ncost = {salt = 1}\n'
SETTINGS = Settings(start=Colour.BLUE)


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """The owner's file, beside the games."""
    path = tmp_path / "cards.toml"
    path.write_text(OWN, encoding="utf-8")
    return path


def begun(folder: Path, cards: Path) -> Game:
    """A stored game with books in which the own card is the first to be turned up on 2x5."""
    store = Store(folder / "games.db", cards)
    game = store.begin(SETTINGS)
    decks = decks_of(SETTINGS.edition)
    books = new_books(SETTINGS, replace(decks, tribe=(*decks.tribe, "my-tent")), with_additions(OWN))
    for move in (SetBooks(books), parse("reveal G-vp"), parse("reveal my-tent")):
        assert isinstance(game.play(move), Step)
    store.close()
    return game


@pytest.mark.parametrize(
    "now",
    [
        pytest.param(OWN, id="as it was"),
        pytest.param(None, id="gone"),
        pytest.param("[[tribe]]\nid = 1\n", id="with a mistake"),
        pytest.param(OWN.replace("salt = 1", "gold = 2"), id="with other facts"),
    ],
)
def test_a_game_with_own_cards_is_saved_closed_and_resumed(now: str | None, tmp_path: Path, cards: Path) -> None:
    """It goes on with the cards it was begun with, whatever becomes of the file meanwhile, and is kept on."""
    game = begun(tmp_path, cards)
    cards.write_text(now, encoding="utf-8") if now else cards.unlink()
    store = Store(tmp_path / "games.db", cards)
    resumed = store.resume()
    assert resumed is not None
    assert (resumed.log, resumed.state) == (game.log, game.state)
    assert resumed.state.books is not None
    card = resumed.state.books.cards.tribe["my-tent"]
    assert str(card.cost and card.cost.either[0]) == "1s"
    resumed.play(parse("reveal G-gold"))
    store.close()
    again = Store(tmp_path / "games.db", cards).resume()
    assert again is not None
    assert again.log == (*game.log, "reveal G-gold")


def test_a_mistake_in_the_file_is_told_and_the_game_goes_on(tmp_path: Path, cards: Path) -> None:
    """The file's name, the line and the reason; once, and gone when it has been read."""
    begun(tmp_path, cards)
    cards.write_text('[[tribe]]\nid = "my-tent"\nvp = 77\n', encoding="utf-8")
    store = Store(tmp_path / "games.db", cards)
    assert store.resume() is not None
    store.begin(SETTINGS)
    (problem,) = store.problems
    assert problem.code is ProblemCode.CARDS_UNUSABLE
    assert problem.text == "cards.toml, line 3: vp is a whole number from 0 to 9"
    store.dismiss()
    assert store.problems == ()
    store.close()


def test_a_long_mistake_is_cut_for_the_screen(tmp_path: Path, cards: Path) -> None:
    """The file and the line stay; of the words as many as there is room for."""
    begun(tmp_path, cards)
    cards.write_text('[[tribe]]\nid = "my-tent"\neffect = {name = "magic"}\n', encoding="utf-8")
    store = Store(tmp_path / "games.db", cards)
    store.resume()
    (problem,) = store.problems
    store.close()
    assert problem.text is not None
    assert problem.text.startswith("cards.toml, line 3: ")
    assert problem.text.endswith("...")
    assert len(problem.text) <= len("cards.toml, ") + MOST_WORDS


def test_the_table_shows_the_mistake(tmp_path: Path, cards: Path) -> None:
    """The product reads the file beside its games, goes on with the stored game and says what is wrong."""
    game = begun(tmp_path, cards)
    cards.write_text("[[tribe]]\n", encoding="utf-8")
    desk = TableDesk(Home(tmp_path), Sources())
    view = desk.view()
    desk.close()
    assert view.state == game.state
    told = {problem.code: problem.text for problem in view.guidance.problems}
    assert (told[ProblemCode.CARDS_UNUSABLE] or "").startswith("cards.toml, line 1: a card wants an id")


def test_a_new_game_takes_the_file_as_it_is_now(tmp_path: Path, cards: Path) -> None:
    """Mended or completed while the companion runs, it counts from the next game on."""
    store = Store(tmp_path / "games.db", cards)
    store.begin(SETTINGS)
    cards.write_text(OWN.replace("vp = 1", "vp = 3"), encoding="utf-8")
    game = store.begin(SETTINGS)
    game.play(SetBooks(new_books(SETTINGS, decks_of(SETTINGS.edition))))
    store.close()
    assert game.state.books is not None
    assert game.state.books.cards.tribe["my-tent"].vp == 3


def test_stored_games_with_own_cards_are_replayed_anywhere(
    tmp_path: Path, cards: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The log holds the cards: another folder's program replays it without the file."""
    begun(tmp_path, cards)
    elsewhere = tmp_path / "elsewhere"
    assert main(["replay", str(tmp_path / "games.db"), "--data", str(elsewhere)]) == 0
    assert "reveal my-tent" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("cards", "it holds no card file"),
        ("cards 3", "it holds no card file"),
        ('cards "[[tribe]', "it holds no card file"),
        (f"cards {'[' * 100_000}", "it holds no card file"),
        ('cards "[[tribe]]\\nid = 1"', "in the card file line 2: a card wants an id"),
    ],
)
def test_cards_of_a_log_that_cannot_be_are_refused(
    line: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Edited by hand, the line is named, and what is wrong in it."""
    path = tmp_path / "game.log"
    header = Game.new(SETTINGS).log[0]
    path.write_text(f"{header}\n{line}\n", encoding="utf-8")
    assert main(["replay", str(path)]) == 1
    assert f"line 2 of the game's log cannot be read: {reason}" in capsys.readouterr().err
