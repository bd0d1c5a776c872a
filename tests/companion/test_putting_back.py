"""After an undo: what people put back, and what the camera ticks off."""

from __future__ import annotations

from dataclasses import replace

from companion.putting_back import PutBack, Returned, Shift, Undone, to_put_back
from companion.rules.board import BLUE_TARGI, WHITE_TARGI, Colour, Doubt, Sighting, Standing, border, centre
from companion.rules.engine import legal_moves
from companion.rules.moves import parse
from companion.rules.resources import Amounts
from companion.rules.state import Settings, moved
from tests.companion.views import played
from tests.companion.with_books import WITH_BOOKS, kept

BLUE = Colour.BLUE
START = Settings(start=BLUE)


def test_pieces_go_back_to_where_they_were() -> None:
    """A Targi put comes away, one moved goes back, one taken is put again."""
    game = played("place-targi blue 7", "place-targi white 2")
    table = game.state
    game.undo()
    assert to_put_back(table, game.state).shifts == (Shift(WHITE_TARGI, border(2), None),)
    game.redo()
    game.play(parse("shift-targi white 2 5"))
    table = game.state
    game.undo()
    assert to_put_back(table, game.state).shifts == (Shift(WHITE_TARGI, border(5), border(2)),)
    assert to_put_back(game.state, table).shifts == (Shift(WHITE_TARGI, border(2), border(5)),)
    assert not to_put_back(game.state, game.state)


def test_goods_and_cards_go_back() -> None:
    """Blue has taken a marked goods card and its gold: both go back, and the old card lies there again."""
    game = kept(START, *WITH_BOOKS)
    before = game.state
    game.play(parse("return-marker blue 1x5"))
    game.play(parse("trade blue - 1g"))
    after = game.state
    left = to_put_back(after, before)
    assert left.returned == (Returned(BLUE, give=Amounts(gold=1)),)
    assert left.centre == (centre(1, 5),)
    game.play(parse("return-marker blue 2x5"))
    lay = next(move for move in legal_moves(game.state) if str(move).startswith("lay"))
    offered = game.state
    game.play(lay)
    left = to_put_back(game.state, offered)
    assert left.returned == (Returned(BLUE, get=Amounts(pepper=1, gold=1), lose=("base-01",)),)


def test_the_camera_ticks_off_what_stands_right() -> None:
    """A Targi to be taken away is gone in the picture: nothing is left. Hidden, doubtful or blocked it stays."""
    left = PutBack((Shift(BLUE_TARGI, border(7), None), Shift(WHITE_TARGI, border(5), border(2))))
    right = Sighting(0.0, standing=Standing(frozenset({(WHITE_TARGI, border(2))})))
    assert not left.without_seen(right)
    half = Sighting(0.0, standing=Standing(frozenset({(WHITE_TARGI, border(5))})))
    assert left.without_seen(half).shifts == (Shift(WHITE_TARGI, border(5), border(2)),)
    assert left.without_seen(replace(right, covered=frozenset({border(7)}))).shifts == left.shifts[:1]
    doubtful = replace(right, doubts=(Doubt(border(2), WHITE_TARGI, 0.6),))
    assert left.without_seen(doubtful).shifts == left.shifts[1:]
    assert left.without_seen(replace(right, blocked=True)) == left
    assert left.without_seen(replace(right, found=False)) == left


def test_what_no_camera_sees_stays_to_be_put_back() -> None:
    """Goods are not ticked off by a picture."""
    left = PutBack(returned=(Returned(BLUE, give=Amounts(gold=1)),))
    assert left.without_seen(Sighting(0.0)) == left


def test_what_was_seen_right_stays_ticked_off() -> None:
    """A Targi taken away is not asked for again when a hand hides its place; done again, it is to come back."""
    game, undone = played("place-targi blue 7", "place-targi white 2"), Undone()
    undone.step(game.state, game.undo)
    table = Sighting(0.0, standing=game.state.standing)
    there = replace(table, standing=moved(table.standing, WHITE_TARGI, None, border(2)))
    away = (Shift(WHITE_TARGI, border(2), None),)
    assert undone.put_back(game.state, there).shifts == away
    assert not undone.put_back(game.state, table)
    assert not undone.put_back(game.state, replace(table, blocked=True))
    assert not undone.put_back(game.state, replace(table, covered=frozenset({border(2)})))
    undone.step(game.state, game.redo)
    assert undone.put_back(game.state, table).shifts == (Shift(WHITE_TARGI, None, border(2)),)
