"""A person puts anything anywhere, and the game goes on from there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.rules.board import BLUE_TARGI, ROBBER, Colour, border
from companion.rules.engine import Impossible
from companion.rules.state import EndReason, Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.companion.conftest import Table


def test_a_targi_the_box_missed(table: Table) -> None:
    """Blue's Targi put on 2 by a person counts, so it is white's turn."""
    assert table.play("correct blue-targi - 2") == []
    assert table.state.turn is Colour.WHITE


def test_a_forbidden_place_is_no_bar(table: Table) -> None:
    """A person's word wins: on the raid card 4 it counts, undisputed."""
    table.play("correct blue-targi - 4")
    assert (table.state.targis_of(Colour.BLUE), table.state.disputes) == ((border(4),), ())


def test_a_correction_settles_a_dispute(table: Table) -> None:
    """The Targi seen on 8 stood on 7: it counts there."""
    table.play("place-targi blue 8", "correct blue-targi 8 7")
    assert (table.state.disputes, table.state.turn) == ((), Colour.WHITE)


def test_corrected_crossings_are_told_anew(table: Table) -> None:
    """While markers are placed, a Targi put right changes the crossings."""
    table.place_all()
    assert table.play("correct blue-targi 13 15") == ["intersections 2x5,3x5 -"]
    assert table.state.phase is Phase.MARKING


def test_a_missing_targi_reopens_placing(table: Table) -> None:
    """Taken away by a person while markers are placed: that player places once more."""
    table.place_all()
    table.play("correct white-targi 14 -")
    assert (table.state.phase, table.state.turn) == (Phase.PLACING, Colour.WHITE)
    assert table.state.crossings == ()


def test_the_sixth_targi_by_correction_closes_placing(table: Table) -> None:
    """What follows from the standing follows."""
    table.play(*[f"place-targi {line}" for line in ("blue 2", "white 5", "blue 3", "white 6", "blue 13")])
    assert table.play("correct white-targi - 14") == ["intersections 2x7,3x7 -"]


def test_the_last_figure_by_correction_ends_the_round(table: Table) -> None:
    """The marker the box still saw is gone: all actions are done. Put out again, they are not."""
    table.place_all()
    table.play("place-marker blue 2x7", "place-marker blue 3x7")
    table.play(*[f"return-targi {line}" for line in ("blue 2", "blue 3", "blue 13", "white 5", "white 6", "white 14")])
    table.play("return-marker blue 2x7", "correct blue-marker 3x7 -")
    assert table.state.phase is Phase.ROBBER
    table.play("correct blue-marker - 3x7")
    assert (table.state.phase, table.state.turn) == (Phase.ACTING, Colour.BLUE)


@pytest.mark.clause("RND-5")
def test_the_robbers_card_names_the_round(table: Table) -> None:
    """A person says the Robber stands on 9: it is round 7, and the next raid is on 12."""
    table.play("correct robber - 9")
    assert (table.state.round, table.state.phase) == (7, Phase.PLACING)
    assert table.why_not("place-targi blue 9") == "robber"
    assert table.state.standing.of(ROBBER) == (border(9),)


def test_the_robber_put_where_the_next_round_wants_it(table: Table) -> None:
    """Between rounds a correction is as good as the move: raid and new round follow."""
    table.go_to(3)
    table.place_all()
    table.play("pass-on")
    table.end_round()
    assert table.play("correct robber 3 5") == ["raid 4", "round_started 4 white 5 None"]


def test_the_robber_put_elsewhere_between_rounds(table: Table) -> None:
    """The round is the one of its card; on a corner its raid is due."""
    table.place_all()
    table.play("pass-on")
    table.end_round()
    assert table.play("correct robber 1 8") == ["raid 8"]
    assert table.state.round == 6
    assert table.play("move-robber 9") == ["robber_moved 9", "round_started 7 white 9 None"]


def test_a_game_over_by_mistake_goes_on(table: Table) -> None:
    """The Robber taken from 16 again: the last round has not ended the game."""
    table.go_to(12)
    table.next_round()
    assert table.state.end is EndReason.ROBBER
    table.play("correct robber 16 15")
    assert (table.state.phase, table.state.end) == (Phase.ROBBER, None)
    assert table.play("move-robber 16") == ["robber_moved 16", "raid 16", "game_over robber"]


def test_the_start_player_by_a_persons_word(table: Table) -> None:
    """White starts after all: white's turn, and blue starts the second round."""
    table.play("start-player white")
    assert table.state.turn is Colour.WHITE
    table.go_to(2)
    assert table.state.start_player is Colour.BLUE


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("correct blue-targi - -", "nothing_to_do"),
        ("correct blue-targi 3 3", "nothing_to_do"),
        ("correct blue-targi 3 5", "not_there"),
        ("correct blue-targi 3 2", "not_there"),
        ("correct blue-targi - 2", "already_there"),
        ("correct robber - 1", "already_there"),
        ("return-targi white 2", "not_there"),
        ("return-targi blue 3", "not_there"),
        ("move-robber 1", "already_there"),
        ("move-targia 15", "nothing_to_do"),
        ("allow blue stale once", "nothing_to_do"),
        ("targis blue 4", "no_figure_left"),
        ("dunes 100", "nothing_to_do"),
    ],
)
def test_what_cannot_be_is_no_move(table: Table, line: str, reason: str) -> None:
    """It contradicts what stands: refused as such, and not played."""
    table.play("place-targi blue 2")
    assert table.why_not(line) == reason
    with pytest.raises(Impossible, match=reason):
        table.play(line)


@pytest.mark.clause("SET-3")
def test_there_are_no_more_pieces_than_there_are(table: Table) -> None:
    """A fourth Targi or a third marker does not exist, not even by a person's word."""
    table.place_all()
    table.play("place-marker blue 2x7", "place-marker blue 3x7")
    for line in ("place-targi blue 9", "correct blue-targi - 9", "place-marker blue 1x5", "correct blue-marker - 1x5"):
        assert table.why_not(line) == "no_figure_left"


def test_after_the_end_a_word_moves_pieces_and_nothing_else(table: Table) -> None:
    """A game ended by the twelfth card stays over, whatever is put right on the table."""
    table.play("twelfth-card blue")
    table.place_all()
    table.play(*["pass-on"] * 3)
    over = table.state
    assert (over.phase, over.end) == (Phase.OVER, EndReason.TWELVE_CARDS)
    assert table.play("correct blue-targi 2 9", "correct robber 1 3") == []
    assert (table.state.phase, table.state.end, table.state.round) == (over.phase, over.end, over.round)
    assert border(9) in table.state.standing.of(BLUE_TARGI)
    assert table.state.robber == border(3)


@pytest.mark.clause("RND-5", "RND-4")
def test_the_robber_put_on_a_later_rounds_card_between_rounds(table: Table) -> None:
    """A person says it stands on 6 already: the round of that card begins, its start player next in turn."""
    table.place_all()
    table.play("pass-on")
    table.end_round()
    assert table.state.phase is Phase.ROBBER
    assert table.play("correct robber 1 6") == ["round_started 5 white 6 None"]
    assert (table.state.round, table.state.phase) == (5, Phase.PLACING)


@pytest.mark.clause("RND-3")
def test_the_robber_put_on_a_corner_while_targis_are_placed(table: Table) -> None:
    """No raid is due then: it stands there, the round is the same, and put back all is as it was."""
    before = table.state
    assert table.play("correct robber 1 4") == []
    assert (table.state.round, table.state.robber, table.state.raided) == (1, border(4), None)
    table.play("correct robber 4 1")
    assert table.state == before


def test_a_marker_taken_back_is_owed_again(table: Table) -> None:
    """While markers are put, taking one up undoes it and nothing else."""
    table.place_all()
    before = table.state
    happened = table.play("place-marker blue 2x7", "return-marker blue 2x7")
    assert happened == ["marker_placed blue 2x7", "marker_returned blue 2x7"]
    assert (table.state.phase, table.state.crossings) == (Phase.MARKING, before.crossings)
    assert table.state.owed_markers(Colour.BLUE) == before.owed_markers(Colour.BLUE)


def test_a_targi_too_many_that_a_card_allows_counts(table: Table) -> None:
    """White has two Targis in this round; a third, allowed, is as good as the others, and the crossings follow."""
    table.play("targis white 2", *[f"place-targi {line}" for line in ("blue 2", "white 5", "blue 3", "white 6")])
    assert table.play("place-targi white 11") == ["illegal_placement white 11 no_figure_left"]
    table.play("allow white no_figure_left once")
    assert table.state.targis.white == 3
    assert table.play("place-targi blue 13")[-1] == "intersections 2x7,3x7 1x5,1x6"


@pytest.mark.clause("XDUN-1")
def test_a_dune_nobody_spoke_of_lies_there_when_a_targi_stands_on_it(dune_table: Table) -> None:
    """A Targi is seen on a fourth dune: so there are four, and it counts."""
    assert dune_table.play("place-targi white dune:4") == ["targi_placed white dune:4"]
    assert [str(where) for where in dune_table.state.dunes] == ["dune:1", "dune:2", "dune:3", "dune:4"]


def test_a_targi_put_by_a_word_may_be_taken_back_like_one_placed(table: Table) -> None:
    """It counts as the last placement: taken up at once, it is its player's turn again."""
    table.play("place-targi blue 2", "correct white-targi - 5")
    assert (table.state.last, table.state.turn) == ((Colour.WHITE, border(5)), Colour.BLUE)
    table.play("correct white-targi 5 6")
    assert table.state.last == (Colour.WHITE, border(6))
    table.play("correct white-targi 6 -")
    assert (table.state.last, table.state.turn) == (None, Colour.WHITE)


def test_a_targi_put_by_a_word_starts_an_undecided_game(new_table: Callable[..., Table]) -> None:
    """Whose Targi a person puts first has started; a marker or the Robber put right starts nothing."""
    table = new_table(start=None)
    table.play("correct blue-marker - 1x5", "correct blue-marker 1x5 -", "correct robber 1 2", "correct robber 2 1")
    assert (table.state.start_player, table.state.last) == (None, None)
    table.play("correct white-targi - 5")
    assert table.state.start_player is Colour.WHITE
    table.play("correct blue-targi - 2")
    assert table.state.start_player is Colour.WHITE


def test_a_figure_taken_off_by_a_word_while_acting_has_come_back(table: Table) -> None:
    """So it may be put back; one moved before the actions has not."""
    table.place_all()
    table.play("correct blue-targi 13 7", "correct blue-targi 7 13")
    assert table.state.returned == ()
    table.play("place-marker blue 2x7", "place-marker blue 3x7", "correct blue-targi 2 -")
    assert table.state.returned == ((BLUE_TARGI, border(2)),)
    assert table.why_not("place-targi blue 2") is None
    assert table.state.phase is Phase.ACTING


def test_a_placement_taken_back_leaves_nothing(table: Table) -> None:
    """The last Targi taken up while markers are put: no crossings stand, and there is no last placement."""
    table.place_all()
    assert table.state.crossings
    table.play("return-targi white 14")
    assert (table.state.phase, table.state.crossings, table.state.last) == (Phase.PLACING, (), None)
    assert table.state.turn is Colour.WHITE


@pytest.mark.clause("RND-3")
def test_a_later_corner_has_a_raid_of_its_own(table: Table) -> None:
    """The Robber came to 4 and its raid was; a person says it is on 8 already: that raid is due as well."""
    table.go_to(3)
    table.place_all()
    table.play("pass-on")
    table.end_round()
    assert table.play("move-robber 4") == ["robber_moved 4", "raid 4"]
    assert table.play("correct robber 4 8") == ["raid 8"]
    assert table.state.raided == border(8)


def test_who_starts_by_a_word_starts_whatever_is_placed_and_taken_back(new_table: Callable[..., Table]) -> None:
    """Said in the first round it is agreed; where only a placement told, that goes with the placement."""
    said, seen = new_table(start=None), new_table(start=None)
    said.play("start-player white")
    for table in (said, seen):
        table.play("place-targi white 5", "return-targi white 5")
    assert (said.state.start_player, seen.state.start_player) == (Colour.WHITE, None)


def test_a_word_on_a_later_rounds_start_player_changes_nothing_agreed(new_table: Callable[..., Table]) -> None:
    """It holds for that round and those after it; what was agreed before the game stays as it was."""
    for number in (2, 3):
        table = new_table()
        table.go_to(number)
        agreed = table.state.settings
        table.play(f"start-player {table.state.start_player.other}")
        assert table.state.settings == agreed


@pytest.mark.card("base-33")
def test_what_is_allowed_for_the_game_is_not_used_up_by_a_once(table: Table) -> None:
    """White may stand on the Robber's card for the game; allowed once more, it may still in the next round."""
    table.play("allow white robber game", "allow white robber once", "place-targi blue 2", "place-targi white 1")
    table.go_to(2)
    assert table.why_not("place-targi white 2") is None


@pytest.mark.card("base-45")
@pytest.mark.parametrize("colour", Colour)
def test_how_many_targis_a_player_has_by_a_word(table: Table, colour: Colour) -> None:
    """While Targis are placed it holds for this round, later for the next one; the other player has three."""
    wanted = (2, 3) if colour is Colour.BLUE else (3, 2)
    table.play(f"targis {colour} 2")
    assert (table.state.targis, table.state.targis_next) == (wanted, (3, 3))
    table.play(f"targis {colour} 3")
    table.place_all()
    table.play(f"targis {colour} 2")
    assert (table.state.targis, table.state.targis_next) == ((3, 3), wanted)


@pytest.mark.clause("RND-5", "XTGA-1")
def test_the_targia_put_right_says_nothing_about_the_round(dune_table: Table) -> None:
    """Only the Robber's card names it; nor does a Robber taken off the board."""
    before = dune_table.state
    dune_table.play("correct targia 15 9")
    assert (dune_table.state.round, dune_table.state.targia) == (1, border(9))
    dune_table.play("correct targia 9 15", "correct robber 1 -", "correct robber - 1")
    assert dune_table.state == before


@pytest.mark.clause("RND-5", "XDUN-5")
def test_a_raid_said_by_mistake_brings_no_new_dunes(dune_table: Table) -> None:
    """The Robber, seen on 4, stands on 1 after all: no raid has been in this round, and its one dune stays alone."""
    dune_table.go_to(3)
    placed = ("white 5", "blue 2", "white 6", "blue 7", "white 11", "blue 10")
    dune_table.play(*(f"place-targi {line}" for line in placed), "pass-on")
    assert dune_table.play("move-robber 4") == ["robber_moved 4", "raid 4"]
    dune_table.play("correct robber 4 1", "dunes 1")
    assert (dune_table.state.round, dune_table.state.raided) == (1, None)
    dune_table.go_to(2)
    assert len(dune_table.state.dunes) == 1
