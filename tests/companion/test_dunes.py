"""Dunes keep their numbers while a picture counts anew."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.dunes import Dunes
from companion.rules.board import CardName, Sighting, Standing, centre, dune
from companion.rules.engine import apply, new_game
from companion.rules.moves import parse
from companion.rules.state import Edition, Settings, State
from tests.companion.simulated import key


def position(*lines: str) -> State:
    """An expansion game that blue starts, with three dunes, after these moves."""
    state = new_game(Settings(Edition.EXPANSION))
    for line in lines:
        state = apply(state, parse(line)).state
    return state


@pytest.mark.parametrize(
    ("moves", "count", "seen", "named"),
    [
        ((), 3, ("blue targi dune:2",), ("blue targi dune:2",)),
        # one used and gone: the figure on the third is now on the second that is seen
        (("place-targi blue 2", "place-targi white dune:3"), 2, ("white targi dune:2",), ("white targi dune:3",)),
        # one hidden for a moment: the figures tell which are seen
        (
            ("place-targi blue dune:2", "place-targi white dune:3"),
            2,
            ("blue targi dune:1", "white targi dune:2"),
            ("blue targi dune:2", "white targi dune:3"),
        ),
        # more than the game knows of
        ((), 4, ("white targi dune:4",), ("white targi dune:4",)),
    ],
)
def test_which_dune_is_which(moves: tuple[str, ...], count: int, seen: tuple[str, ...], named: tuple[str, ...]) -> None:
    """What stands on the dunes tells which of the game's dunes a picture shows."""
    sighting = Sighting(1.0, standing=Standing(frozenset(map(key, seen))), dunes=count)
    assert Dunes().numbered(sighting, position(*moves)) == frozenset(map(key, named))


def test_a_dune_s_card_goes_by_the_game_s_number() -> None:
    """The first dune has been used and is gone: the two that are seen are the game's second and third, and so are
    their cards; the middle's stay where they are."""
    state = position("place-targi blue 2", "place-targi white dune:3")
    cards = {centre(1, 5): None, dune(1): CardName("DX-1", 0.9), dune(2): CardName("DX-2", 0.8)}
    sighting = Sighting(1.0, standing=Standing(frozenset({key("white targi dune:2")})), dunes=2, cards=cards)
    dunes = Dunes()
    dunes.numbered(sighting, replace(state, dunes=(dune(2), dune(3))))
    assert dunes.in_game(sighting).cards == {centre(1, 5): None, dune(2): cards[dune(1)], dune(3): cards[dune(2)]}


def test_dunes_laid_out_otherwise() -> None:
    """Two dunes seen for 3 s while the game has three, none in use: the game should know. A figure on one: not now."""
    dunes, state = Dunes(), position()
    found = [dunes.laid_out(Sighting(second / 2, dunes=2), state) for second in range(8)]
    assert found == [None] * 6 + [2, 2]
    standing = Standing(frozenset({key("blue targi dune:1")}))
    assert dunes.laid_out(Sighting(9.0, dunes=2, standing=standing), state) is None
    assert dunes.laid_out(Sighting(10.0, dunes=2), replace(state, settings=Settings(Edition.BASE))) is None
