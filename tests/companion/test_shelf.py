"""Games kept: what each came to, remembered and put together."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import shelf
from companion.bookkeeping import opened_late, with_card, with_purse
from companion.game import Game
from companion.rules.board import Colour
from companion.rules.book_moves import SetBooks
from companion.rules.books import Slot
from companion.rules.engine import legal_moves
from companion.rules.resources import Amounts
from companion.rules.scoring import DecidedBy, What
from companion.rules.state import Edition, Phase, Settings
from companion.shelf import Kept, Results

WELLS = ("base-07", "base-08", "base-09", "base-18")
"""Four wells: 3, 2, 3 and 1 VP (card texts)."""


def over(settings: Settings | None = None) -> Game:
    """A game played to its end by the first legal move each time."""
    game = Game.new(settings or Settings())
    while game.state.phase is not Phase.OVER:
        game.play(legal_moves(game.state)[0])
    return game


def scored() -> Game:
    """A game that is over: Blue has four wells in a row and 5 VP in tokens, White 7."""
    game = over()
    books = opened_late(game.state)
    for place, card in enumerate(WELLS, 1):
        books = with_card(books, Colour.BLUE, Slot(1, place), card)
    books = with_purse(books, Colour.BLUE, Amounts(vp=5))
    game.play(SetBooks(with_purse(books, Colour.WHITE, Amounts(vp=7))))
    return game


@pytest.mark.clause("SCO-1", "SCO-2")
def test_what_a_game_came_to() -> None:
    """Tokens 5, printed VP 3 + 2 + 3 + 1, a row of four equal symbols 4: 18 to 7 for Blue."""
    line = shelf.kept(4, 99, scored())
    blue = dict(dict(line.points)[Colour.BLUE])
    assert blue == {What.VP_TOKENS: 5, What.CARDS: 9, What.ROW: 4}
    assert line.totals == {Colour.BLUE: 18, Colour.WHITE: 7}
    assert (line.winner, line.decided_by, line.round, line.over) == (Colour.BLUE, DecidedBy.POINTS, 12, True)


def test_a_game_without_books_has_no_points() -> None:
    """Its edition, round and end are told all the same."""
    game = Game.new(Settings(edition=Edition.EXPANSION, solo=Colour.WHITE))
    line = shelf.kept(2, 1, game)
    assert line == Kept(2, 1, 1, Edition.EXPANSION, Colour.WHITE)
    assert line.totals == {}


def test_a_game_that_cannot_be_read_is_told_as_such() -> None:
    """Number and lines are all there is."""
    assert shelf.kept(3, 40, None) == Kept(3, 40)


def test_means_are_over_players_of_finished_games() -> None:
    """18 and 7 points of one game: tokens (5 + 7) / 2, cards 9 / 2, row 4 / 2; a game that is on does not count."""
    line = shelf.kept(1, 50, scored())
    on = shelf.kept(2, 1, Game.new(Settings()))
    assert shelf.means((line, on)) == {What.VP_TOKENS: 6.0, What.CARDS: 4.5, What.ROW: 2.0}
    assert shelf.means((on,)) == {}


def test_results_are_remembered(tmp_path: Path) -> None:
    """What was worked out is there at the next start, for a log as long as it was then."""
    lines = (shelf.kept(1, 50, scored()), shelf.kept(2, 1, Game.new(Settings(solo=Colour.BLUE))), Kept(3, 40))
    results = Results(tmp_path / "results.json")
    for line in lines:
        results.remember(line)
    results.write()
    again = Results(tmp_path / "results.json")
    assert tuple(again.of(line.number, line.lines) for line in lines) == lines
    assert again.of(1, 51) is None


@pytest.mark.parametrize("text", ["", "no json", '{"form": 1, "games": [{"number": 1}]}', '{"form": 0, "games": []}'])
def test_a_broken_file_of_results_counts_for_nothing(tmp_path: Path, text: str) -> None:
    """It is made anew."""
    path = tmp_path / "results.json"
    path.write_text(text)
    results = Results(path)
    assert results.of(1, 1) is None
    results.remember(Kept(1, 1))
    results.write()
    assert Results(path).of(1, 1) == Kept(1, 1)
