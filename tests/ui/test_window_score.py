"""The score on the window: every point with its reason, entered by touch where no books were kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.bookkeeping import opened_late, with_card, with_purse
from companion.game import Game
from companion.language import LANGUAGES, Words, wordless
from companion.rules.board import Colour
from companion.rules.book_moves import SetBooks
from companion.rules.books import Books, Slot
from companion.rules.challenges import Category
from companion.rules.resources import Amounts
from companion.rules.scoring import DecidedBy, Result, Tally, What
from companion.rules.state import Edition, Phase, Settings
from companion.view import Source
from tests.ui.conftest import Open, Table
from tests.ui.desk import GameDesk
from ui.still import played_until

WELLS = ("base-07", "base-08", "base-09", "base-18")
"""Four wells: 3, 2, 3 and 1 VP; the last brings 1 VP for each pair of Targias."""


def over(settings: Settings | None = None) -> Game:
    """A game that has come to its end."""
    return played_until(lambda state: state.phase is Phase.OVER, settings or Settings())


def entered(game: Game, blue: Amounts, white: Amounts) -> Game:
    """The game with books: Blue has four wells in the first row and a Targia in the second, White one card."""
    books = opened_late(game.state)
    for place, card in enumerate(WELLS, 1):
        books = with_card(books, Colour.BLUE, Slot(1, place), card)
    for place, card in enumerate(("base-14", "base-15"), 1):
        books = with_card(books, Colour.BLUE, Slot(2, place), card)
    books = with_card(books, Colour.WHITE, Slot(1, 1), "base-03")
    books = with_purse(with_purse(books, Colour.BLUE, blue), Colour.WHITE, white)
    game.play(SetBooks(books))
    return game


def lines(table: Table) -> dict[str, tuple[str, str]]:
    """The lines on the screen: what it is for, and the points of Blue and White."""
    return {row.text: (row.blue, row.white) for row in table.root.score.ids.rows.children}


@pytest.mark.clause("SCO-1", "SCO-2")
@pytest.mark.card("base-18")
def test_every_point_has_its_line(sit_down: Open) -> None:
    """Tokens, printed VP, four equal symbols in a row (4 VP), card 18 with its pair of Targias; the lines of both stand
    beside each other and add up."""
    game = entered(over(), Amounts(vp=5, gold=1), Amounts(vp=7))
    table = sit_down(GameDesk(game))
    table.press("Menu")
    table.press("Score")
    found = lines(table)
    assert found["VP tokens"] == ("5", "7")
    assert found["Row 1"] == ("4", "")
    assert found["Card 18 Well"] == ("1", "")
    assert found["Laid cards"][1] == "3"
    for place, colour in enumerate(Colour):
        total = sum(int(points[place] or 0) for points in found.values())
        assert table.root.score.ids[f"{colour}_total"].text == str(total)
    assert "Blue wins by points." in table.words()


def test_bars_are_as_long_as_the_points_are_many(sit_down: Open) -> None:
    """The longest bar fills its place, half the points are half as long."""
    game = Game.new(Settings())
    books = with_purse(opened_late(game.state), Colour.BLUE, Amounts(vp=8))
    game.play(SetBooks(with_purse(books, Colour.WHITE, Amounts(vp=4))))
    table = sit_down(GameDesk(game))
    table.root.go("score")
    row = table.root.score.ids.rows.children[0]
    assert (row.blue_part, row.white_part) == (1.0, 0.5)


@pytest.mark.clause("SCO-3")
@pytest.mark.parametrize(
    ("blue", "white", "said"),
    [
        (Amounts(vp=3, gold=1), Amounts(vp=3, gold=2), "A tie: White wins with more gold."),
        (Amounts(vp=3, dates=2), Amounts(vp=3, salt=1), "A tie in points and gold: Blue wins with more goods."),
        (Amounts(vp=3), Amounts(vp=3), "All is equal: both win."),
    ],
)
def test_a_tie_is_decided_and_said(sit_down: Open, blue: Amounts, white: Amounts, said: str) -> None:
    """Gold, then goods, then both have won."""
    game = over()
    books = opened_late(game.state)
    game.play(SetBooks(with_purse(with_purse(books, Colour.BLUE, blue), Colour.WHITE, white)))
    table = sit_down(GameDesk(game))
    table.root.go("score")
    assert said in table.words()


def test_without_books_the_score_is_entered_by_touch(sit_down: Open) -> None:
    """Score, "enter it", plus three times at Blue's tokens, White, plus once, done: 3 to 1, as one step of the game."""
    desk = GameDesk(over(), source=Source.NONE)
    table = sit_down(desk)
    table.root.go("score")
    table.frames()
    assert "No books are kept: enter what both have." in table.words()
    table.press("Enter it")
    more = table.root.entering.ids.vp.ids.more
    for _ in range(3):
        table.press(more)
    table.press("White")
    table.press(more)
    table.press("Done")
    assert table.root.screens.current == "score"
    assert "Blue wins by points." in table.words()
    assert lines(table)["VP tokens"] == ("3", "1")
    desk.game.undo()
    assert desk.game.state.books is None


def test_while_the_game_is_on_it_says_who_is_ahead(sit_down: Open) -> None:
    """Nobody has won yet; a card whose VP are not known is said to be there."""
    game = Game.new(Settings(Edition.EXPANSION))
    books = with_purse(opened_late(game.state), Colour.WHITE, Amounts(vp=2))
    books = with_card(with_card(books, Colour.WHITE, Slot(1, 1), "EX-W4"), Colour.WHITE, Slot(1, 2), "base-03")
    game.play(SetBooks(books))
    table = sit_down(GameDesk(game))
    table.root.go("score")
    assert "So far White is ahead." in table.words()
    assert lines(table)["Laid cards (some VP not known)"] == ("", "3")


def test_a_count_goes_no_lower_than_nought(sit_down: Open) -> None:
    """The minus at nothing does nothing."""
    table = sit_down(GameDesk.after(source=Source.NONE))
    table.root.enter(Colour.BLUE)
    table.frames()
    table.press(table.root.entering.ids.gold.ids.less)
    assert table.root.entering.draft.blue.purse.gold == 0


@pytest.mark.clause("XSCO-1")
def test_water_counts_with_the_expansion(sit_down: Open) -> None:
    """Five water are 2 VP."""
    game = Game.new(Settings(edition=Edition.EXPANSION))
    game.play(SetBooks(with_purse(opened_late(game.state), Colour.BLUE, Amounts(water=5))))
    table = sit_down(GameDesk(game))
    table.root.go("score")
    assert lines(table) == {"Water": ("2", "")}


def test_alone_there_is_one_score(sit_down: Open) -> None:
    """In a solo game Andy has none."""
    game = Game.new(Settings(solo=Colour.WHITE))
    books = opened_late(game.state)
    game.play(SetBooks(with_purse(books, Colour.WHITE, Amounts(vp=6))))
    table = sit_down(GameDesk(game))
    table.root.go("score")
    assert table.root.score.ids.white_total.text == "6"
    assert table.root.score.ids.blue_total.text == ""
    assert "Played alone: these are your points." in table.words()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_and_verdict_has_words(language: str) -> None:
    """Whatever is counted and whatever decides can be said in every language."""
    from companion.language.scored import line_text, verdict

    words, books = Words(language), Books()
    codes = [f"score.{what}" for what in What if what is not What.CHALLENGE]
    codes += [f"score.challenge_{category}" for category in Category if category is not Category.ROBBER]
    assert wordless([*codes, *(f"score.decided_{by}" for by in DecidedBy)]) == {}
    result = Result((Tally(Colour.BLUE, (), 0),), Colour.BLUE, DecidedBy.POINTS)
    said = [verdict(words, replace(result, decided_by=by), over=True) for by in DecidedBy]
    assert not [text for text in said if "{" in text or "score." in text]
    assert "{" not in line_text(words, _line(), books)


def _line() -> object:
    from companion.rules.scoring import Line

    return Line(What.ROW, 4, row=2)
