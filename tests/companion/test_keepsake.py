"""A game on one page: what stands on it, in every language and on every panel large enough."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import shelf
from companion.deal import Deal
from companion.game import Game
from companion.keepsake import SIZE_PX, draw_keepsake, keepsake, of
from companion.language import LANGUAGES, Words
from companion.pages import drawn
from companion.pages_paper import Box, Paper
from companion.pressing import Hand, PageKind
from companion.rules.board import Colour
from companion.rules.resources import Amounts
from companion.rules.state import Settings
from companion.sheets import sheet
from tests.companion.test_challenging import owning, tasks
from tests.companion.test_pages import view_of
from tests.companion.test_shelf import over, scored


def test_every_point_stands_on_the_page() -> None:
    """The reasons of both add up to their totals; the laid wells are named."""
    game = scored()
    made = of(shelf.opened(1, 50, game), Words("de", names=("Anna", "")))
    totals = {player.side: player.total for player in made.players}
    assert totals == {Colour.BLUE: 18, Colour.WHITE: 7}
    for side, total in totals.items():
        assert sum(reason.points.get(side, 0) for reason in made.reasons) == total
    assert made.verdict == "Anna gewinnt nach Punkten."
    assert made.players[0].cards[0] == (
        ("7  3★", "Brunnen"),
        ("8  2★", "Brunnen"),
        ("9  3★", "Brunnen"),
        ("18  1★", "Brunnen"),
    )


def test_without_books_the_board_is_drawn() -> None:
    """All that is known is where the figures stand."""
    game = over()
    made = keepsake(game.state, None, True, Words("en"))
    assert made.players == ()
    assert made.plan is not None
    assert made.plan.standing == game.state.standing
    assert keepsake(Game.new(Settings()).state, None, False, Words("en")).verdict == "Not finished"


@pytest.mark.clause("BCHA-7")
def test_a_game_against_andy_that_is_on_is_not_lost() -> None:
    """Its challenges are not met yet; once it is over that says who has won."""
    state = owning(Amounts(vp=6))
    result = shelf.result_of(state, Deal(5, challenges=tasks("vp:24")))
    assert keepsake(state, result, False, Words("en")).verdict == "All challenges decide."
    assert keepsake(state, result, True, Words("en")).verdict == "Lost. Not met: Points."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [SIZE_PX, (800, 480), (648, 480)], ids=str)
def test_all_text_has_room(language: str, size: tuple[int, int]) -> None:
    """Nothing is cut on the picture and on large panels, with long names."""
    paper = Paper(size)
    game = shelf.opened(1, 50, scored())
    draw_keepsake(paper, of(game, Words(language, names=("Wilhelmi", "Mohammed"))), Box(0, 0, *size))
    assert not paper.cut


def test_after_the_end_the_pages_button_shows_it() -> None:
    """On a panel of 800x480 the page of the board is then the whole game; on a small one it stays the board."""
    view = view_of(scored().state)
    made = sheet(view, Hand(PageKind.BOARD).seeing(view), Words("en"))
    assert made.keepsake is not None
    assert made.keepsake.verdict == "Blue wins by points."
    large, small = drawn(made, (800, 480)), drawn(made, (250, 122))
    assert not large.cut
    assert large.image.tobytes() != drawn(replace(made, keepsake=None), (800, 480)).image.tobytes()
    assert small.image.tobytes() == drawn(replace(made, keepsake=None), (250, 122)).image.tobytes()


def test_blue_and_white_are_told_without_colour() -> None:
    """On a panel without grey Blue's bar is filled and White's is an outline: about as much ink as length, and less."""
    game = shelf.opened(1, 50, scored())
    paper = Paper((800, 480))
    draw_keepsake(paper, of(game, Words("en")), Box(0, 0, 800, 480))
    grey = paper.image.convert("L")
    assert {value for value, count in enumerate(grey.histogram()) if count} == {0, 255}
    left, right = (grey.crop(box) for box in ((0, 120, 280, 260), (520, 120, 800, 260)))
    black = [half.histogram()[0] for half in (left, right)]
    assert black[0] > 2 * black[1]
