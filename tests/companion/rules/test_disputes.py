"""What stands where it may not: held, put right, taken back, or allowed by a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.rules.board import WHITE_TARGI, Colour, border
from companion.rules.engine import apply
from companion.rules.moves import parse
from companion.rules.state import Phase, Reason

if TYPE_CHECKING:
    from tests.companion.conftest import Table


@pytest.fixture
def disputed(table: Table) -> Table:
    """Blue on 2, and white across from it on 10."""
    table.play("place-targi blue 2")
    assert table.play("place-targi white 10") == ["illegal_placement white 10 opposite_opponent"]
    return table


@pytest.mark.clause("PLC-5")
def test_a_disputed_targi_stands_but_does_not_count(disputed: Table) -> None:
    """It is in the standing, it is no placement, and it stays white's turn."""
    state = disputed.state
    assert (WHITE_TARGI, border(10)) in state.standing.pieces
    assert [(dispute.where, dispute.reason) for dispute in state.disputes] == [(border(10), Reason.OPPOSITE_OPPONENT)]
    assert state.targis_of(Colour.WHITE) == ()
    assert state.turn is Colour.WHITE


def test_moved_to_a_legal_place_it_counts(disputed: Table) -> None:
    """That placement is reported, the lifting is not."""
    assert disputed.play("shift-targi white 10 5") == ["targi_placed white 5"]
    assert disputed.state.disputes == ()
    assert disputed.state.turn is Colour.BLUE


def test_moved_to_another_forbidden_place_it_is_disputed_there(disputed: Table) -> None:
    """The new place and its reason are reported."""
    assert disputed.play("shift-targi white 10 8") == ["illegal_placement white 8 raid_card"]
    assert [dispute.where for dispute in disputed.state.disputes] == [border(8)]


def test_taken_up_it_is_white_who_places(disputed: Table) -> None:
    """Lifted and not put down: returned, and still white's turn; placed later it is an ordinary placement."""
    assert disputed.play("return-targi white 10") == ["targi_returned white 10"]
    assert disputed.state.turn is Colour.WHITE
    assert disputed.play("place-targi white 5") == ["targi_placed white 5"]


@pytest.mark.parametrize("scope", ["once", "game"])
def test_a_card_allows_it(disputed: Table, scope: str) -> None:
    """A person's word makes it count where it stands; for the game it holds on, once it is used up."""
    assert disputed.play(f"allow white opposite_opponent {scope}") == ["targi_placed white 10"]
    assert disputed.state.turn is Colour.BLUE
    disputed.play("place-targi blue 3")
    assert disputed.why_not("place-targi white 9") == (None if scope == "game" else "opposite_opponent 3")


def test_a_second_reason_is_named_when_the_first_is_allowed(table: Table) -> None:
    """White on the Robber's card across from blue: the Robber first, then the opponent."""
    table.play("place-targi blue 11")
    assert table.play("place-targi white 1") == ["illegal_placement white 1 robber"]
    assert table.play("allow white robber once") == []
    assert [dispute.reason for dispute in table.state.disputes] == [Reason.OPPOSITE_OPPONENT]
    assert table.play("allow white opposite_opponent once") == ["targi_placed white 1"]
    assert table.state.permissions == ()


def test_forced_a_move_counts_whatever_stands_against_it(table: Table) -> None:
    """A person says it is allowed this once, all reasons together."""
    table.play("place-targi blue 11")
    step = apply(table.state, parse("place-targi white 1"), forced=True)
    assert step.state.targis_of(Colour.WHITE) == (border(1),)
    assert step.state.disputes == ()


def test_a_targi_out_of_turn_counts_when_its_turn_comes(table: Table) -> None:
    """White places before blue did: refused, but once blue has placed it is white's placement."""
    assert table.play("place-targi white 5") == ["illegal_placement white 5 not_your_turn"]
    assert table.play("place-targi blue 2") == ["targi_placed blue 2", "targi_placed white 5"]
    assert table.state.turn is Colour.BLUE


def test_what_became_legal_counts(disputed: Table) -> None:
    """Blue takes 2 back and places elsewhere: white's Targi on 10 is across from nobody now."""
    assert disputed.play("return-targi blue 2") == ["targi_returned blue 2"]
    assert disputed.play("place-targi blue 3") == ["targi_placed blue 3", "targi_placed white 10"]


def test_a_disputed_targi_bars_its_own_place_only(disputed: Table) -> None:
    """It stands on 10, so 10 is held; it does not count, so what is across from it is free."""
    disputed.play("place-targi white 5")
    assert disputed.why_not("place-targi blue 10") == "occupied"
    disputed.play("shift-targi white 10 16", "place-targi blue 3")
    disputed.play("shift-targi white 16 9")
    assert [str(dispute.reason) for dispute in disputed.state.disputes] == ["opposite_opponent"]
    disputed.play("return-targi blue 3")
    assert disputed.why_not("place-targi blue 3") is None


def test_a_take_back_is_no_fault(table: Table) -> None:
    """Returned before the other player moved, it is that player's turn again."""
    table.play("place-targi blue 2")
    assert table.play("return-targi blue 2") == ["targi_returned blue 2"]
    assert table.state.turn is Colour.BLUE


def test_the_last_targi_may_be_taken_back_before_markers_come(table: Table) -> None:
    """Placing is open again, and the crossings are told anew when it stands elsewhere."""
    table.place_all()
    assert table.play("return-targi white 14") == ["targi_returned white 14"]
    assert (table.state.phase, table.state.turn) == (Phase.PLACING, Colour.WHITE)
    assert table.play("place-targi white 9") == ["illegal_placement white 9 opposite_opponent"]
    assert table.play("shift-targi white 9 11") == ["targi_placed white 11", "intersections 2x7,3x7 1x5,1x6"]


def test_a_placement_thought_better_of(table: Table) -> None:
    """A counted Targi moved on in one go: returned and placed."""
    table.play("place-targi blue 2")
    assert table.play("shift-targi blue 2 3") == ["targi_returned blue 2", "targi_placed blue 3"]
    assert table.state.turn is Colour.WHITE


def test_the_next_rounds_targi_may_come_before_the_robber(table: Table) -> None:
    """Told as out of turn; it counts as soon as the round has started."""
    table.place_all()
    table.play("pass-on")
    table.end_round()
    assert table.play("place-targi white 7") == ["illegal_placement white 7 not_your_turn"]
    assert table.play("move-robber 2") == ["robber_moved 2", "round_started 2 white 2 None", "targi_placed white 7"]
    assert table.state.turn is Colour.BLUE


def test_figures_passed_over_are_to_be_taken_back(table: Table) -> None:
    """A person says that blue is done though figures stand: the turn passes, and they do not count any more."""
    table.place_all()
    table.play("pass-on")
    assert table.state.turn is Colour.BLUE
    table.play("pass-on")
    assert table.state.turn is Colour.WHITE
    assert {dispute.reason for dispute in table.state.disputes} == {Reason.LEFT_BEHIND}
    table.play("pass-on")
    assert table.state.phase is Phase.ROBBER
    assert table.play("return-targi blue 2") == ["targi_returned blue 2"]
    assert table.state.phase is Phase.ROBBER


def test_a_figure_left_behind_never_becomes_a_placement(table: Table) -> None:
    """Blue's three stay out through the start of the next round: none of them counts there."""
    table.place_all()
    table.play("pass-on", "pass-on", "pass-on", "move-robber 2")
    assert table.state.round == 2
    assert table.state.targis_of(Colour.BLUE) == ()
