"""Moments of a game: whatever the lot, no piece stands where the rules of placing and crossing have none."""

import numpy as np
import pytest

from companion.rules.board import CORNERS, PlaceKind, crossings, opposite, place
from vision.training.moments import COLOURS, Standing, of_game


def places(standing: Standing, kind: str) -> list[str]:
    """Where pieces of that kind stand."""
    return [where for what, where in standing if what == kind]


@pytest.fixture(scope="module", params=[False, True], ids=["base", "expansion"])
def drawn(request: pytest.FixtureRequest) -> tuple[bool, list[Standing]]:
    """Many moments of that edition, with three dunes face up."""
    return request.param, [of_game(np.random.default_rng(seed), request.param, 3) for seed in range(300)]


def test_robber_and_targia_walk_towards_each_other(drawn: tuple[bool, list[Standing]]) -> None:
    """XTGA-1: their numbers make 16; the base game has no Targia."""
    expansion, moments = drawn
    for standing in moments:
        (robber,), targia = places(standing, "robber"), places(standing, "targia")
        assert targia == ([str(16 - int(robber))] if expansion else [])


def test_targis_stand_where_they_may(drawn: tuple[bool, list[Standing]]) -> None:
    """PLC-2 to PLC-5, XDUN-1: not on corners, the Robber's card, a card or dune with another, opposite the other's."""
    for standing in drawn[1]:
        (robber,) = places(standing, "robber")
        of = {colour: places(standing, colour) for colour in COLOURS}
        both = of["blue"] + of["white"]
        assert len(set(both)) == len(both)
        assert robber not in both
        assert not {str(corner) for corner in CORNERS} & set(both)
        facing = {str(opposite(place(w))) for w in of["blue"] if place(w).kind is PlaceKind.BORDER}
        assert not facing & set(of["white"])
        assert all(len(mine) <= 3 for mine in of.values())


def test_markers_stand_on_crossings_of_all_targis(drawn: tuple[bool, list[Standing]]) -> None:
    """XNG-1, XDUN-3: while a player's three stand, each of the markers is where two of them cross."""
    seen = 0
    for standing in drawn[1]:
        of = {colour: places(standing, colour) for colour in COLOURS}
        marked = {colour: places(standing, f"{colour}_marker") for colour in COLOURS}
        for colour in COLOURS:
            assert len(marked[colour]) <= 2
            if len(of[colour]) == 3:
                assert set(marked[colour]) <= {str(where) for where in crossings(map(place, of[colour]))}
                seen += len(marked[colour])
    assert seen > 50


def test_players_place_in_turn(drawn: tuple[bool, list[Standing]]) -> None:
    """PLC-1: every number of Targis comes about that turns lead to, and one player may have taken all up before."""
    counts = {tuple(len(places(standing, colour)) for colour in COLOURS) for standing in drawn[1]}
    assert {(0, 0), (0, 1), (1, 0), (1, 1), (2, 2), (3, 3)} <= counts
    assert (3, 0) in counts or (0, 3) in counts  # one has taken all up
