"""Tables that only a laid tribe card makes legal: the tracker takes them as they are, with books and without."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from companion.game import Game
from companion.rules.board import Colour, Sighting
from companion.rules.book_moves import SetBooks
from companion.rules.books import Account, LaidCard, Spot
from companion.rules.engine import Step
from companion.rules.moves import Allow, SetTargis
from companion.rules.setting_up import decks_of, new_books
from companion.rules.state import Phase, Reason, Scope, Settings
from companion.tracker import Seen, Tracker
from tests.companion.conftest import short
from tests.companion.simulated import SimulatedTable

SETTINGS = Settings(start=Colour.BLUE)


def with_books(card: str) -> Game:
    """A game with books at the start of round 1 in which blue has laid that card."""
    books = new_books(SETTINGS, decks_of(SETTINGS.edition))
    tribe = replace(books.tribe, bag=tuple(name for name in books.tribe.bag if name != card))
    centre = tuple(spot and Spot(spot.pile, None, up=False) for spot in books.centre)
    owned = Account(rows=((LaidCard(card),), (), ()))
    game = Game.new(SETTINGS)
    game.play(SetBooks(replace(books, blue=owned, tribe=tribe, centre=centre, agenda=())))
    return game


def tracked(game: Game, table: SimulatedTable, changes: Iterable[str]) -> list[str]:
    """What happens in the game when a hand makes one change after the other on the table."""
    tracker, happened = Tracker(), list[str]()

    def feed(sightings: Iterable[Sighting]) -> None:
        for sighting in sightings:
            for finding in tracker.feed(sighting, game.state):
                assert isinstance(finding, Seen)
                step = game.play(finding.move)
                assert isinstance(step, Step)
                happened.extend(map(short, step.events))

    feed(table.quiet(4))
    for change in changes:
        feed(table.act(change, quiet=4))
    return happened


@pytest.mark.clause("FAQ-12")
@pytest.mark.card("base-33")
@pytest.mark.parametrize("books", [True, False])
def test_33_puts_a_targi_on_the_robbers_card(books: bool) -> None:
    """With books the card is known, without a person says that a card allows it: the Targi counts at once, beside the
    Robber."""
    game = with_books("base-33") if books else Game.new(SETTINGS)
    if not books:
        game.play(Allow(Colour.BLUE, Reason.ROBBER, Scope.GAME))
    happened = tracked(game, SimulatedTable(), ["+blue targi 1", "+white targi 6"])
    assert happened == ["targi_placed blue 1", "targi_placed white 6"]
    assert game.state.disputes == ()


@pytest.mark.clause("FAQ-12", "PLC-2")
@pytest.mark.card("base-33")
def test_33_is_its_owners_alone() -> None:
    """The other player's Targi on the Robber's card is no placement."""
    game = with_books("base-33")
    happened = tracked(game, SimulatedTable(), ["+blue targi 5", "+white targi 1"])
    assert happened == ["targi_placed blue 5", "illegal_placement white 1 robber"]


@pytest.mark.clause("FAQ-12")
@pytest.mark.card("base-45")
@pytest.mark.parametrize("said", [True, False])
def test_45_leaves_the_opponent_two_targis(said: bool) -> None:
    """White places two in this round: the crossings are there as soon as blue's third stands, or, when nobody has said
    so, as soon as blue begins to act, which shows that white's third stays out."""
    game = Game.new(SETTINGS)
    if said:
        game.play(SetTargis(Colour.WHITE, 2))
    placed = ["blue 2", "white 5", "blue 3", "white 14", "blue 13"]
    markers = [f"marker_placed blue {where}" for where in ("2x7", "3x7")]
    crossings = "intersections 2x7,3x7 -"
    changes = [f"+{what.replace(' ', ' targi ')}" for what in placed]
    happened = tracked(game, SimulatedTable(), [*changes, "+blue marker 2x7", "+blue marker 3x7", "-blue targi 2"])
    assert happened == [
        *(f"targi_placed {what}" for what in placed),
        *([crossings, *markers] if said else [*markers, crossings]),
        "targi_returned blue 2",
    ]
    assert (game.state.phase, game.state.turn, game.state.disputes) == (Phase.ACTING, Colour.BLUE, ())
    assert game.state.targis_left(Colour.WHITE) == 0
