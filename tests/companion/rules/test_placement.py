"""Where Targis may be placed, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.rules.board import ROBBER, TARGIA, Colour, Piece, border, dune
from companion.rules.engine import legal_moves, refusal
from companion.rules.moves import PlaceTargi
from companion.rules.placement import legal_places, reasons_against
from companion.rules.state import Phase, Reason, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.companion.conftest import Table


@pytest.mark.clause("PLC-1")
def test_players_alternate_until_all_six_stand(table: Table) -> None:
    """Beginning with the start player, one Targi each, until all six stand."""
    turns = []
    for line in ("blue 2", "white 5", "blue 3", "white 6", "blue 13", "white 14"):
        turns.append(table.state.turn)
        assert table.play(f"place-targi {line}")[0] == f"targi_placed {line}"
    assert turns == [Colour.BLUE, Colour.WHITE] * 3
    assert table.state.phase is Phase.MARKING


@pytest.mark.clause("PLC-1")
def test_out_of_turn_is_refused(table: Table) -> None:
    """White may not begin when blue starts, nor may blue place twice running."""
    assert table.why_not("place-targi white 5") == "not_your_turn"
    table.play("place-targi blue 2")
    assert table.why_not("place-targi blue 3") == "not_your_turn"
    assert table.why_not("place-targi white 5") is None


@pytest.mark.clause("PLC-1", "SET-5")
def test_without_a_start_player_the_first_placement_decides(new_table: Callable[..., Table]) -> None:
    """Either may place the first Targi, and is the start player then; taken back, nobody is again."""
    table = new_table(start=None)
    assert table.state.turn is None
    assert len(legal_moves(table.state)) == 2 * 11
    table.play("place-targi white 5")
    assert (table.state.start_player, table.state.turn) == (Colour.WHITE, Colour.BLUE)
    table.play("return-targi white 5")
    assert table.state.start_player is None


@pytest.mark.clause("PLC-2", "SET-4")
def test_the_robbers_card_is_barred(table: Table) -> None:
    """In round 1 the Robber stands on 1, so nobody may place there; in round 2 it is 2."""
    assert table.why_not("place-targi blue 1") == "robber"
    table.go_to(2)
    assert table.why_not("place-targi white 2") == "robber"
    assert table.why_not("place-targi white 1") is None


@pytest.mark.clause("PLC-3")
@pytest.mark.parametrize("corner", [4, 8, 12, 16])
def test_corners_are_raid_cards(table: Table, corner: int) -> None:
    """No Targi on a raid card."""
    assert table.why_not(f"place-targi blue {corner}") == "raid_card"


@pytest.mark.clause("PLC-4")
@pytest.mark.parametrize("owner", ["blue", "white"])
def test_a_held_card_is_occupied(table: Table, owner: str) -> None:
    """A border card holds one Targi, whoever owns it."""
    table.play("place-targi blue 2", "place-targi white 5")
    held = {"blue": 2, "white": 5}[owner]
    assert table.why_not(f"place-targi blue {held}") in ("occupied", "already_there")
    table.play("place-targi blue 3")
    assert table.why_not("place-targi white 2") == "occupied"


@pytest.mark.clause("PLC-5")
@pytest.mark.parametrize(("stands", "across"), [(11, 1), (2, 10), (3, 9), (5, 15), (6, 14), (7, 13)])
def test_not_across_from_the_opponent(table: Table, stands: int, across: int) -> None:
    """The card across from the other player's Targi is barred, and the refusal names that Targi's place."""
    table.play(f"place-targi blue {stands}")
    expected = "robber" if across == 1 else f"opposite_opponent {stands}"
    assert table.why_not(f"place-targi white {across}") == expected


@pytest.mark.clause("PLC-6")
def test_across_from_ones_own_is_allowed(table: Table) -> None:
    """Blue on 2 may place on 10."""
    table.play("place-targi blue 2", "place-targi white 5")
    assert table.why_not("place-targi blue 10") is None


@pytest.mark.clause("PLC-7")
def test_across_from_the_robber_is_allowed(table: Table) -> None:
    """The Robber on 1 bars 1, not 11."""
    assert table.play("place-targi blue 11") == ["targi_placed blue 11"]


def test_legal_places_are_what_is_not_refused(table: Table) -> None:
    """Blue on 2, white on 5: blue may stand anywhere but corners, the Robber's, held cards and across from white."""
    table.play("place-targi blue 2", "place-targi white 5")
    assert [where.number for where in legal_places(table.state, Colour.BLUE)] == [3, 6, 7, 9, 10, 11, 13, 14]
    assert legal_places(table.state, Colour.WHITE) == ()


def test_a_central_card_is_no_place_for_a_targi(table: Table) -> None:
    """Targis go on border cards and dunes only."""
    assert table.why_not("place-targi blue 1x5") == "not_border"


def test_a_fourth_targi_of_the_round_is_refused(table: Table) -> None:
    """With two Targis for white in this round a third is one too many."""
    table.play("targis white 2", *[f"place-targi {line}" for line in ("blue 2", "white 5", "blue 3", "white 6")])
    assert table.why_not("place-targi white 7") == "no_figure_left"


@pytest.mark.clause("XDUN-1")
def test_a_targi_may_stand_on_a_free_dune(dune_table: Table) -> None:
    """A dune without a Targi is a place as good as a border card, also for a later Targi; a held one is not."""
    assert legal_places(dune_table.state, Colour.WHITE)[-3:] == (dune(1), dune(2), dune(3))
    dune_table.play("place-targi white dune:1")
    assert dune_table.why_not("place-targi blue dune:1") == "dune_occupied"
    dune_table.play("place-targi blue dune:2")
    assert dune_table.play("place-targi white dune:3") == ["targi_placed white dune:3"]


@pytest.mark.clause("XTGA-2")
def test_the_targia_blocks_nothing(dune_table: Table) -> None:
    """The Targia on 15 bars neither 15 nor 5."""
    assert {border(15), border(5)} <= set(legal_places(dune_table.state, Colour.WHITE))
    assert dune_table.play("place-targi white 15") == ["targi_placed white 15"]


@pytest.mark.card("base-33")
def test_a_card_allows_the_robbers_place(table: Table) -> None:
    """Tribe card 33 lets its owner onto the Robber's card, for the rest of the game, and nobody else."""
    table.play("allow white robber game", "place-targi blue 2")
    assert table.play("place-targi white 1") == ["targi_placed white 1"]
    assert table.why_not("place-targi blue 1") == "robber"
    table.go_to(2)
    assert table.why_not("place-targi white 2") is None


def test_a_permission_for_once_is_used_up(table: Table) -> None:
    """Allowed once, the second time is refused; what needs no permission uses none up."""
    table.play("allow blue opposite_opponent once", "place-targi blue 2", "place-targi white 5")
    table.play("place-targi blue 15", "place-targi white 6")
    assert table.why_not("place-targi blue 14") == "opposite_opponent 6"


@pytest.mark.card("base-45")
def test_a_round_with_two_targis_for_one_player(table: Table) -> None:
    """Tribe card 45: white places two only, blue all three, and the crossings follow."""
    table.place_all()
    table.play("targis white 2")
    table.next_round()
    assert (table.state.targis.blue, table.state.targis.white) == (3, 2)
    happened = table.play(
        *[f"place-targi {line}" for line in ("white 5", "blue 3", "white 6", "blue 13", "blue 9")],
    )
    assert happened[-1] == "intersections 3x7 -"
    table.next_round()
    assert table.state.targis.white == 3


def test_a_refusal_names_its_place(table: Table) -> None:
    """Whose figure it is, where it was to go, and what stands against it there."""
    table.play("place-targi blue 2")
    no = refusal(table.state, PlaceTargi(Colour.WHITE, border(10)))
    assert no == Refusal(Reason.OPPOSITE_OPPONENT, Colour.WHITE, border(10), border(2))


@pytest.mark.clause("PLC-2")
def test_the_robber_bars_the_card_it_stands_on(table: Table) -> None:
    """Put on 3 by mistake it bars 3 and not 1; taken off the board it bars the card where it belongs."""
    table.play("move-robber 3")
    assert table.why_not("place-targi blue 3") == "robber"
    assert table.why_not("place-targi blue 1") is None
    table.play("correct robber 3 -")
    assert table.why_not("place-targi blue 1") == "robber"
    assert table.why_not("place-targi blue 3") is None


@pytest.mark.clause("PLC-1")
def test_a_card_that_gives_another_turn_gives_its_places(table: Table) -> None:
    """White, allowed to place though blue is in turn, has white's places; blue keeps its own."""
    assert legal_places(table.state, Colour.WHITE) == ()
    table.play("allow white not_your_turn once")
    assert [where.number for where in legal_places(table.state, Colour.WHITE)] == [2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15]
    assert legal_places(table.state, Colour.BLUE) == legal_places(table.state, Colour.WHITE)


def test_no_places_once_all_targis_stand(table: Table) -> None:
    """While markers are put and figures used nobody places, not even where one's own Targi has just come back."""
    table.place_all()
    assert legal_places(table.state, Colour.BLUE) == legal_places(table.state, Colour.WHITE) == ()
    table.play("place-marker blue 2x7", "place-marker blue 3x7", "return-targi blue 2")
    assert legal_places(table.state, Colour.BLUE) == legal_places(table.state, Colour.WHITE) == ()


def acting(table: Table) -> Table:
    """Blue acts: the Targi of 2 and the marker of 2x7 have come back."""
    table.place_all()
    table.play("place-marker blue 2x7", "place-marker blue 3x7", "return-targi blue 2", "return-marker blue 2x7")
    return table


@pytest.mark.parametrize("figure", ["targi blue 2", "marker blue 2x7"])
def test_a_figure_taken_up_by_mistake_may_be_put_back(table: Table, figure: str) -> None:
    """Where it came from, and there alone, it counts again as if it had never gone."""
    acting(table)
    before = table.state.returned
    kind, _, where = figure.split()
    assert table.play(f"place-{figure}") == [f"{kind}_placed blue {where}"]
    assert table.state.disputes == ()
    assert (len(before), len(table.state.returned)) == (2, 1)
    assert table.play(f"return-{figure}") == [f"{kind}_returned blue {where}"]


def test_a_marker_that_a_card_allowed_once_may_be_put_back(table: Table) -> None:
    """Off the crossings it stood by a card; taken up by mistake it needs no second card."""
    table.place_all()
    table.play("place-marker blue 2x7", "allow blue no_crossing once", "place-marker blue 1x5")
    assert table.play("return-marker blue 1x5") == ["marker_returned blue 1x5"]
    assert table.why_not("place-marker blue 1x6") == "no_crossing"
    assert table.play("place-marker blue 1x5") == ["marker_placed blue 1x5"]
    assert table.state.disputes == ()


@pytest.mark.parametrize(
    ("figure", "reason"),
    [
        ("targi blue 9", "not_your_turn"),
        ("targi white 2", "already_there"),
        ("marker blue 1x7", "no_crossing"),
        ("marker white 2x7", "no_crossing"),
    ],
)
def test_another_figure_or_place_is_no_putting_back(table: Table, figure: str, reason: str) -> None:
    """Elsewhere, or another's, it stands against the rules."""
    acting(table)
    if reason == "already_there":
        table.play("correct white-targi 5 -")
        reason = "not_your_turn"
    assert table.why_not(f"place-{figure}") == reason


def test_after_the_last_action_only_the_last_figure_may_be_put_back(table: Table) -> None:
    """Until the Robber has gone; then what is put on the board begins the next round."""
    acting(table)
    table.play("return-targi blue 3", "return-marker blue 3x7", "return-targi blue 13")
    table.play(*(f"return-targi white {number}" for number in (5, 6, 14)))
    assert table.state.phase is Phase.ROBBER
    assert table.why_not("place-targi white 6") == "not_your_turn"
    assert table.why_not("place-targi blue 2") == "not_your_turn"
    assert table.why_not("place-targi white 14") is None
    assert table.play("place-targi white 14") == ["targi_placed white 14"]
    assert (table.state.phase, table.state.turn) == (Phase.ACTING, Colour.WHITE)
    table.play("return-targi white 14", "move-robber 3")
    assert table.why_not("place-targi white 14") == "not_your_turn"


@pytest.mark.parametrize("piece", [ROBBER, TARGIA])
def test_robber_and_targia_are_nobodys(table: Table, piece: Piece) -> None:
    """What may be placed is asked of players' figures alone."""
    with pytest.raises(ValueError, match=f"{piece} belongs to no player"):
        reasons_against(table.state, piece, border(2))
