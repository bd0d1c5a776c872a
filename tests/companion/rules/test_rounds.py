"""The walk of the Robber and the Targia, raids, how rounds begin, and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.rules.board import Colour, border
from companion.rules.engine import Impossible, legal_moves, new_game, opening
from companion.rules.rounds import ROBBER_ROAD, expected_robber, expected_targia, next_corner, robber_places
from companion.rules.state import Edition, EndReason, Phase, Settings
from tests.companion.conftest import LONGEST_ROUND

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.companion.conftest import Table


def between(table: Table, number: int) -> Table:
    """The moment after round ``number``, when all figures are back."""
    table.go_to(number)
    for _ in range(LONGEST_ROUND):
        if table.state.phase is not Phase.ROBBER:
            table.play("pass-on")
    assert table.state.phase is Phase.ROBBER
    return table


@pytest.mark.clause("SET-4", "XSET-4")
def test_set_up() -> None:
    """The Robber on 1; with the expansion the Targia on 15 and three dunes; nothing else stands."""
    base, expansion = (new_game(Settings(edition)) for edition in Edition)
    assert [(str(piece), where.number) for piece, where in base.standing] == [("robber", 1)]
    assert base.dunes == ()
    assert [(str(piece), where.number) for piece, where in expansion.standing] == [("robber", 1), ("targia", 15)]
    assert [str(where) for where in expansion.dunes] == ["dune:1", "dune:2", "dune:3"]


def test_the_first_round_is_announced() -> None:
    """Round 1 with its start player, Robber and Targia, in the command line's form."""
    state = new_game(Settings(Edition.EXPANSION, start=Colour.WHITE))
    assert [event.json(4) for event in opening(state)] == [
        {"t": 4, "event": "round_started", "round": 1, "start_player": "white", "robber": 1, "targia": 15}
    ]


@pytest.mark.clause("RND-1", "RND-2", "RND-4")
def test_a_round_from_robber_to_robber(table: Table) -> None:
    """Place, mark, act; then the Robber moves one card clockwise, the other player starts, a new round begins."""
    table.place_all()
    table.play("place-marker blue 2x7", "place-marker blue 3x7")
    assert table.end_round()[-1] == "marker_returned blue 3x7"
    assert table.state.phase is Phase.ROBBER
    assert table.play("move-robber 2") == ["robber_moved 2", "round_started 2 white 2 None"]
    assert (table.state.phase, table.state.turn) == (Phase.PLACING, Colour.WHITE)


@pytest.mark.clause("ACT-1")
def test_the_start_player_acts_first(table: Table) -> None:
    """It is blue's turn to act until blue's figures are back; the other order is taken as it comes."""
    table.place_all()
    table.play("place-marker blue 2x7", "place-marker blue 3x7")
    assert table.state.turn is Colour.BLUE
    assert table.play("return-targi white 5") == ["targi_returned white 5"]
    table.play("return-marker blue 2x7", "return-marker blue 3x7")
    table.play("return-targi blue 2", "return-targi blue 3", "return-targi blue 13")
    assert table.state.turn is Colour.WHITE


@pytest.mark.clause("RND-3")
def test_a_raid_when_the_robber_reaches_a_corner(table: Table) -> None:
    """From 3 to 4: a raid at once; then on to 5, and the round goes on."""
    between(table, 3)
    assert expected_robber(table.state) == border(5)
    assert table.play("move-robber 4") == ["robber_moved 4", "raid 4"]
    assert table.state.phase is Phase.ROBBER
    assert table.play("move-robber 5") == ["robber_moved 5", "round_started 4 white 5 None"]


@pytest.mark.clause("RND-3")
def test_a_raid_when_the_robber_passes_a_corner(table: Table) -> None:
    """From 3 straight to 5: the raid on 4 is told all the same."""
    between(table, 3)
    assert table.play("move-robber 5") == ["robber_moved 5", "raid 4", "round_started 4 white 5 None"]


@pytest.mark.clause("RND-3")
def test_a_raid_is_told_once(table: Table) -> None:
    """A Robber shoved from the corner and back brings no second raid."""
    between(table, 3)
    happened = table.play("move-robber 4", "move-robber 3", "move-robber 4", "move-robber 5")
    assert happened.count("raid 4") == 1


@pytest.mark.clause("RND-2")
@pytest.mark.parametrize(("number", "where", "should_be"), [(1, 3, 2), (3, 6, 5), (5, 5, 7)])
def test_a_misplaced_robber_is_told(table: Table, number: int, where: int, should_be: int) -> None:
    """On any other card no round starts, and the right card is named; put right, it does."""
    between(table, number)
    assert table.play(f"move-robber {where}") == [f"robber_misplaced {where} {should_be}"]
    assert table.state.round == number
    assert f"round_started {number + 1}" in table.play(f"move-robber {should_be}")[-1]


@pytest.mark.clause("RND-2")
def test_the_robber_stays_during_a_round(table: Table) -> None:
    """Moved while Targis are placed it is misplaced; put back, it stands right again."""
    table.play("place-targi blue 2")
    assert table.play("move-robber 3") == ["robber_misplaced 3 1"]
    assert table.play("move-robber 1") == ["robber_moved 1"]


def test_the_robber_may_move_before_the_last_marker_is_back(table: Table) -> None:
    """It is no fault; the round starts when all figures have come back."""
    table.place_all()
    table.play("place-marker blue 2x7", "place-marker blue 3x7")
    assert table.play("return-targi white 5", "move-robber 2") == ["targi_returned white 5", "robber_moved 2"]
    assert table.play("return-marker blue 2x7", "place-marker blue 2x7")[-1] == "marker_placed blue 2x7"
    assert table.play("place-targi white 5") == ["targi_placed white 5"]
    assert table.state.round == 1
    assert table.end_round()[-1] == "round_started 2 white 2 None"


def test_the_robber_moved_too_far_while_acting(table: Table) -> None:
    """The card of the next round is named: that is where it was going."""
    table.place_all()
    table.play("pass-on")
    assert table.play("move-robber 3") == ["robber_misplaced 3 2"]


def test_a_forgotten_marker_does_not_hold_up_the_next_round(table: Table) -> None:
    """Robber moved, Targis back, white places: the round has started, and the marker is to be taken back."""
    table.place_all()
    table.play("place-marker blue 2x7", "place-marker blue 3x7", "return-marker blue 3x7")
    table.play(*[f"return-targi {line}" for line in ("blue 2", "blue 3", "blue 13", "white 5", "white 6", "white 14")])
    table.play("move-robber 2")
    assert table.play("place-targi white 5") == ["round_started 2 white 2 None", "targi_placed white 5"]
    assert [str(dispute.reason) for dispute in table.state.disputes] == ["left_behind"]
    assert table.play("return-marker blue 2x7") == ["marker_returned blue 2x7"]
    assert table.state.disputes == ()


@pytest.mark.clause("RND-5", "END-2")
def test_twelve_rounds_then_the_robber_reaches_16(table: Table) -> None:
    """Robber on 1 2 3 5 6 7 9 10 11 13 14 15, raids on 4, 8, 12; on 16 the last raid, and the game is over."""
    robbers, happened = [], []
    for number in range(1, 13):
        assert table.state.round == number
        robbers.append(expected_robber(table.state).number)
        between(table, number)
        while table.state.phase is Phase.ROBBER and len(happened) < 100:
            happened += table.play(str(legal_moves(table.state)[0]))
    assert robbers == [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15]
    assert [line for line in happened if line.startswith("raid")] == ["raid 4", "raid 8", "raid 12", "raid 16"]
    assert happened[-3:] == ["robber_moved 16", "raid 16", "game_over robber"]
    assert (table.state.phase, table.state.end) == (Phase.OVER, EndReason.ROBBER)
    assert robber_places(table.state) == ()
    with pytest.raises(Impossible):
        table.play("place-targi blue 2")


@pytest.mark.clause("XTGA-1", "XRAID-17")
def test_robber_and_targia_add_up_to_16(dune_table: Table) -> None:
    """The Targia steps counterclockwise with every step of the Robber, also after a raid: all twelve rounds."""
    pairs = []
    for number in range(1, 13):
        dune_table.go_to(number)
        targia = expected_targia(dune_table.state)
        assert targia is not None
        pairs.append((expected_robber(dune_table.state).number, targia.number))
        assert dune_table.state.targia == targia
    robbers = [where.number for where in ROBBER_ROAD]
    assert pairs == [(number, 16 - number) for number in robbers]


def test_where_they_should_stand(table: Table) -> None:
    """Between rounds the Robber belongs on the next card already; in the base game the Targia belongs nowhere."""
    assert (expected_robber(table.state), expected_targia(table.state)) == (border(1), None)
    between(table, 1)
    assert expected_robber(table.state) == border(2)


@pytest.mark.clause("XTGA-1")
def test_the_targias_last_step(dune_table: Table) -> None:
    """While the Robber goes from 15 to 16 she may go from 1 to 16, counterclockwise as ever, and nowhere else."""
    between(dune_table, 12)
    assert dune_table.why_not("move-targia 16") is None
    assert dune_table.why_not("move-targia 15") == "misplaced 16"


@pytest.mark.clause("XTGA-1")
def test_the_round_waits_for_the_targia(dune_table: Table) -> None:
    """Robber on 2, Targia on 14: only then the round starts; the order does not matter."""
    between(dune_table, 1)
    assert dune_table.play("move-targia 14") == ["targia_moved 14"]
    assert dune_table.play("move-robber 2") == ["robber_moved 2", "round_started 2 blue 2 14"]
    between(dune_table, 2)
    assert dune_table.play("move-robber 3", "move-targia 13")[-2:] == ["targia_moved 13", "round_started 3 white 3 13"]


@pytest.mark.clause("XTGA-1", "XRAID-17")
def test_both_move_on_after_a_raid(dune_table: Table) -> None:
    """Robber 3, 4, 5 and Targia 13, 12, 11, step by step."""
    between(dune_table, 3)
    assert dune_table.play("move-robber 4", "move-targia 12", "move-robber 5", "move-targia 11") == [
        "robber_moved 4",
        "raid 4",
        "targia_moved 12",
        "robber_moved 5",
        "targia_moved 11",
        "round_started 4 blue 5 11",
    ]


@pytest.mark.clause("XDUN-2")
def test_a_used_dune_goes_and_the_others_keep_their_numbers(dune_table: Table) -> None:
    """The dune is gone once its Targi has come back in the action phase; a Targi taken back while placing leaves it."""
    dune_table.play("place-targi white dune:2", "return-targi white dune:2")
    assert len(dune_table.state.dunes) == 3
    lines = ("white dune:2", "blue 6", "white 2", "blue 7", "white 3", "blue 5")
    dune_table.play(*(f"place-targi {line}" for line in lines))
    dune_table.play("return-targi white dune:2")
    assert [str(where) for where in dune_table.state.dunes] == ["dune:1", "dune:3"]


@pytest.mark.clause("XSPC-1")
def test_a_shared_dune_goes_with_the_second_targi(dune_table: Table) -> None:
    """Both stand there by a card: the first to come back leaves the dune, the second takes it along."""
    dune_table.play("allow blue dune_occupied once", "place-targi white dune:1")
    assert dune_table.play("place-targi blue dune:1") == ["targi_placed blue dune:1"]
    dune_table.play(*(f"place-targi {line}" for line in ("white 2", "blue 6", "white 3", "blue 5")))
    dune_table.play("pass-on", "return-targi white dune:1")
    assert len(dune_table.state.dunes) == 3
    dune_table.play("return-targi blue dune:1")
    assert [str(where) for where in dune_table.state.dunes] == ["dune:2", "dune:3"]


@pytest.mark.clause("XDUN-4")
def test_without_dunes_one_is_turned_up(dune_table: Table) -> None:
    """No dune at the start of a round: one; else those that are left, numbered anew."""
    dune_table.play("dunes 0")
    dune_table.go_to(2)
    assert [str(where) for where in dune_table.state.dunes] == ["dune:1"]
    dune_table.play("dunes 2")
    dune_table.go_to(3)
    assert [str(where) for where in dune_table.state.dunes] == ["dune:1", "dune:2"]


@pytest.mark.clause("XDUN-5")
def test_three_new_dunes_after_a_raid(dune_table: Table) -> None:
    """Whatever lay there."""
    dune_table.go_to(3)
    dune_table.play("dunes 1")
    dune_table.go_to(4)
    assert len(dune_table.state.dunes) == 3


@pytest.mark.clause("END-1")
def test_the_twelfth_card_ends_the_game_after_the_round(table: Table) -> None:
    """The other player still takes the whole turn; then the game is over, without another step of the Robber."""
    table.place_all()
    table.play("place-marker blue 2x7", "place-marker blue 3x7", "twelfth-card blue")
    assert table.state.phase is Phase.ACTING
    assert table.end_round()[-1] == "game_over twelve_cards"
    assert (table.state.end, table.state.robber) == (EndReason.TWELVE_CARDS, border(1))


@pytest.mark.clause("END-1")
def test_the_twelfth_card_said_late_ends_the_game_at_once(table: Table) -> None:
    """All figures are back already."""
    between(table, 1)
    assert table.play("twelfth-card white") == ["game_over twelve_cards"]


@pytest.mark.parametrize(("number", "corner", "rounds"), [(1, 4, 3), (3, 4, 1), (4, 8, 3), (9, 12, 1), (10, 16, 3)])
def test_the_next_raid(number: int, corner: int, rounds: int) -> None:
    """Which corner comes next, and after how many rounds."""
    assert next_corner(number) == (border(corner), rounds)


def test_the_game_always_goes_on(table: Table) -> None:
    """A person who only ever passes on reaches the end."""
    for _ in range(200):
        if table.state.phase is Phase.OVER:
            break
        table.play("start-player blue" if table.state.start_player is None else "pass-on")
    assert table.state.end is EndReason.ROBBER


@pytest.mark.clause("RND-4")
def test_a_new_round_remembers_nothing_of_the_old(table: Table) -> None:
    """No crossings, nothing that came back, no placement to take back, and no raid that has been."""
    table.go_to(3)
    table.play("place-targi white 5", "place-targi blue 2", "place-targi white 6", "place-targi blue 7")
    table.play("place-targi white 11", "place-targi blue 13", "pass-on")
    table.end_round()
    table.play("move-robber 5")
    state = table.state
    assert (state.round, state.phase) == (4, Phase.PLACING)
    assert (state.last, state.crossings, state.returned, state.raided) == (None, (), (), None)


def test_a_round_in_which_nobody_placed(new_table: Callable[..., Table]) -> None:
    """Nobody has started before it, so nobody's turn comes next: the first placement decides still."""
    table = new_table(start=None)
    table.play("targis blue 0", "targis white 0", "move-robber 2")
    assert (table.state.round, table.state.start_player) == (2, None)
    table.play("place-targi white 5")
    assert table.state.start_player is Colour.WHITE
