"""The order in which figures are used, and solo games on the table alone."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from companion.rules.agenda import CHOICES
from companion.rules.board import Colour
from companion.rules.book_moves import Pick
from companion.rules.challenges import VpChallenge
from companion.rules.engine import apply, new_game
from companion.rules.ledger import books_of
from companion.rules.moves import parse
from companion.rules.state import Edition, EndReason, Phase, Settings, State
from companion.rules.tasks import Visits
from tests.companion.conftest import LONGEST_ROUND
from tests.companion.rules.bench import Bench
from tests.companion.rules.final import alone, blue

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.companion.conftest import Table


def solo(edition: Edition = Edition.BASE) -> State:
    """Blue plays, white is Andy; blue starts."""
    return new_game(Settings(edition, solo=Colour.BLUE, start=Colour.BLUE))


@pytest.mark.clause("XDUN-6")
def test_dunes_border_cards_and_marked_cards_are_used_in_any_order(new_table: Callable[..., Table]) -> None:
    """White's dune, two border cards and marker: all 24 orders are taken as they come, then it is blue's turn."""
    figures = ("return-targi white dune:1", "return-targi white 2", "return-targi white 15", "return-marker white 2x5")
    placed = ("white dune:1", "blue 9", "white 2", "blue 3", "white 15", "blue 11")
    for order in permutations(figures):
        table = new_table("expansion", "white")
        table.play(*(f"place-targi {line}" for line in placed), "place-marker white 2x5")
        for line in order:
            assert table.state.turn is Colour.WHITE
            assert table.why_not(line) is None
            assert table.play(line) == [line.replace("return-", "").replace(" ", "_returned ", 1)]
        assert table.state.turn is Colour.BLUE


@pytest.mark.clause("SOLO-6")
def test_andys_crossings_want_markers_too() -> None:
    """Andy on 5, 6 and 11: his crossings are told with the player's, and markers are owed on both."""
    state = solo()
    for line in ("blue 2", "white 5", "blue 3", "white 6", "blue 7", "white 11"):
        step = apply(state, parse(f"place-targi {line}"))
        state = step.state
    told = step.events[-1].json(0)
    assert (told["blue"], told["white"]) == (["2x7", "3x7"], ["1x5", "1x6"])
    assert [str(where) for where in state.owed_markers(Colour.WHITE)] == ["1x5", "1x6"]
    assert state.phase is Phase.MARKING


@pytest.mark.clause("SOLO-9")
@pytest.mark.parametrize("end", EndReason)
def test_a_solo_game_ends_as_usual(end: EndReason) -> None:
    """By the player's twelfth card after the round, or by the Robber on 16."""
    state = solo()
    if end is EndReason.TWELVE_CARDS:
        state = apply(state, parse("twelfth-card blue")).state
    for _ in range(12 * LONGEST_ROUND):
        if state.phase is not Phase.OVER:
            state = apply(state, parse("pass-on")).state
    assert (state.end, state.round) == (end, 1 if end is EndReason.TWELVE_CARDS else 12)


@pytest.mark.clause("SOLO-9")
def test_score_and_challenges_decide_a_solo_game() -> None:
    """Nobody is to be beaten: 20 VP win with a challenge of 20 and not with one of 21."""
    assert alone(blue(vp_tokens=20), VpChallenge(20)).winner is Colour.BLUE
    assert alone(blue(vp_tokens=20), VpChallenge(21)).winner is None


@pytest.mark.card("DX-6")
def test_so_many_of_the_border_cards_are_used() -> None:
    """Two of three: after the first one of the others, after the second none."""
    begun = Visits(Colour.BLUE, ("2", "3", "6"), 2)
    once = CHOICES[Visits].answer(Bench().state, begun, Pick(Colour.BLUE, "2"))
    left = [task for task in books_of(once).agenda if isinstance(task, Visits)]
    assert left == [Visits(Colour.BLUE, ("3", "6"), 1)]
    twice = CHOICES[Visits].answer(Bench().state, left[0], Pick(Colour.BLUE, "3"))
    assert not [task for task in books_of(twice).agenda if isinstance(task, Visits)]
