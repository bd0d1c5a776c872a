"""Crossings when all Targis stand, and the tribe markers on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.rules.board import Colour
from companion.rules.state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.companion.conftest import Table


def placed(table: Table, *lines: str) -> list[str]:
    return table.play(*(f"place-targi {line}" for line in lines))


@pytest.mark.clause("XNG-1")
def test_crossings_come_with_the_last_targi(table: Table) -> None:
    """Both players' crossings are told when the sixth Targi stands, empty ones too."""
    assert table.place_all()[-1] == "intersections 2x7,3x7 -"
    assert [str(where) for where in table.state.owed_markers(Colour.BLUE)] == ["2x7", "3x7"]


@pytest.mark.clause("XNG-1")
def test_a_marker_goes_on_an_own_crossing(table: Table) -> None:
    """On one's own crossing it is placed, anywhere else there is none."""
    table.place_all()
    assert table.why_not("place-marker blue 1x5") == "no_crossing"
    assert table.why_not("place-marker white 2x7") == "no_crossing"
    assert table.why_not("place-marker blue 4") == "no_crossing"
    assert table.play("place-marker blue 2x7") == ["marker_placed blue 2x7"]
    assert table.state.phase is Phase.MARKING
    table.play("place-marker blue 3x7")
    assert table.state.phase is Phase.ACTING


@pytest.mark.clause("XNG-3")
def test_without_crossings_actions_come_at_once(table: Table) -> None:
    """All lanes parallel for both: no marker is waited for."""
    assert placed(table, "blue 2", "white 5", "blue 3", "white 6", "blue 11", "white 7")[-1] == "intersections - -"
    assert table.state.phase is Phase.ACTING


@pytest.mark.clause("XDUN-3")
def test_dunes_cost_crossings(dune_table: Table) -> None:
    """One Targi on a dune leaves one crossing, two leave none."""
    happened = placed(dune_table, "white dune:1", "blue dune:2", "white 2", "blue dune:3", "white 7", "blue 9")
    assert happened[-1] == "intersections - 2x7"


def test_an_illegal_marker_waits_to_be_put_right(table: Table) -> None:
    """It is reported, stays on the table without counting, and moved to a crossing it counts."""
    table.place_all()
    assert table.play("place-marker blue 1x7") == ["illegal_marker blue 1x7 no_crossing"]
    assert table.state.markers_of(Colour.BLUE) == ()
    assert table.play("shift-marker blue 1x7 2x7") == ["marker_placed blue 2x7"]
    assert table.state.disputes == ()


def test_a_marker_before_the_last_targi_is_taken_as_it_is(table: Table) -> None:
    """A player whose crossing is sure may mark it early."""
    placed(table, "blue 2", "white 5", "blue 13", "white 6", "blue 3")
    assert table.play("place-marker blue 2x7") == ["marker_placed blue 2x7"]
    assert table.state.turn is Colour.WHITE
    assert placed(table, "white 14") == ["targi_placed white 14", "intersections 2x7,3x7 -"]
    assert [str(where) for where in table.state.owed_markers(Colour.BLUE)] == ["3x7"]


@pytest.mark.card("base-45")
def test_a_marker_of_the_player_with_a_targi_left_ends_placing(table: Table) -> None:
    """Tribe card 45, told to nobody: white marks with two Targis out, so the third stays in."""
    placed(table, "blue 2", "white 5", "blue 3", "white 11", "blue 6")
    assert table.play("place-marker white 1x5") == ["intersections 2x6,3x6 1x5", "marker_placed white 1x5"]
    assert table.state.targis.white == 2


@pytest.mark.card("base-45")
def test_either_players_last_targi_may_stay_out(new_table: Callable[..., Table]) -> None:
    """White has started, so blue's third is the one that is missing; white's three are all there."""
    table = new_table(start="white")
    placed(table, "white 5", "blue 2", "white 6", "blue 7", "white 11")
    assert table.play("place-marker blue 2x7") == ["intersections 2x7 1x5,1x6", "marker_placed blue 2x7"]
    assert table.state.targis == (2, 3)


@pytest.mark.card("base-45")
def test_actions_with_one_targi_left_end_placing(table: Table) -> None:
    """The same when figures begin to come back: blue's first, not the last placed one."""
    placed(table, "blue 2", "white 5", "blue 3", "white 11", "blue 6")
    assert table.play("return-targi blue 2") == ["intersections 2x6,3x6 1x5", "targi_returned blue 2"]
    assert table.state.phase is Phase.ACTING


def test_fata_morgana_moves_a_marker(new_table: Callable[..., Table]) -> None:
    """With a Targi on 9, standing or just used, an own marker may go to any free central card, else not."""
    table = new_table()
    placed(table, "blue 9", "white 5", "blue 7", "white 6", "blue 2", "white 11")
    table.play(*[f"place-marker {line}" for line in ("blue 2x7", "blue 3x7", "white 1x5", "white 1x6")])
    assert table.why_not("shift-marker blue 2x7 1x5") == "occupied"
    assert table.why_not("shift-marker white 1x5 2x5") == "no_crossing"
    table.play("return-targi blue 9")
    assert table.play("shift-marker blue 2x7 2x5") == ["marker_returned blue 2x7", "marker_placed blue 2x5"]


def test_a_marker_taken_up_by_mistake_may_stand_again(table: Table) -> None:
    """Back on its crossing while actions go on, it counts as before."""
    table.place_all()
    table.play("place-marker blue 2x7", "place-marker blue 3x7")
    assert table.play("return-marker blue 2x7", "place-marker blue 2x7") == [
        "marker_returned blue 2x7",
        "marker_placed blue 2x7",
    ]
    assert ("marker", "2x7") not in [(str(piece.kind), str(where)) for piece, where in table.state.returned]


@pytest.mark.clause("XNG-1", "BRD-9")
def test_the_fata_morgana_moves_no_marker_before_the_actions(table: Table) -> None:
    """With a Targi on 9 a marker off the crossings is no marker while markers are being put; while blue acts it is."""
    placed(table, "blue 9", "white 5", "blue 13", "white 6", "blue 2", "white 14")
    assert table.why_not("place-marker blue 1x5") == "no_crossing"
    table.play("place-marker blue 3x7", "place-marker blue 2x7")
    assert table.state.phase is Phase.ACTING
    assert table.why_not("shift-marker blue 2x7 1x5") is None


def test_an_early_marker_off_the_crossings_is_refused(table: Table) -> None:
    """Before all Targis stand only a crossing that is sure may be marked."""
    placed(table, "blue 2", "white 5", "blue 13", "white 6")
    assert table.why_not("place-marker blue 2x7") is None
    assert table.why_not("place-marker blue 1x7") == "no_crossing"
    assert table.why_not("place-marker white 2x7") == "no_crossing"
