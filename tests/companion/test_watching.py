"""The lines of a watched game."""

from __future__ import annotations

from itertools import chain

from companion.rules.board import Colour
from companion.rules.state import Edition, Settings
from companion.watching import Watcher
from tests.companion.simulated import SimulatedTable, key, said


def test_the_round_is_told_when_the_set_up_has_stood() -> None:
    """With the start player known, round 1 is told after a few quiet seconds of the set-up, with Robber and Targia."""
    watcher = Watcher(None, Settings(start=Colour.WHITE))
    lines = [line.json() for sighting in SimulatedTable.expansion().quiet(6) for line in watcher.take(sighting)]
    assert len(lines) == 1
    assert 2 < float(str(lines[0].pop("t"))) < 4
    assert lines[0] == {"event": "round_started", "round": 1, "start_player": "white", "robber": 1, "targia": 15}


def test_a_base_game_has_no_targia() -> None:
    """Without a Targia on the table and without --edition it is the base game."""
    watcher = Watcher(None, Settings(start=Colour.BLUE))
    lines = [line.json() for sighting in SimulatedTable().quiet(6) for line in watcher.take(sighting)]
    assert [(line["robber"], line["targia"]) for line in lines] == [(1, None)]


def test_the_first_placement_names_the_start_player() -> None:
    """Without --start the round is told with the first placement, before it."""
    table = SimulatedTable()
    assert said(chain(table.quiet(8), table.act("+blue targi 2"))) == ["round_started 1 blue", "targi_placed blue 2"]


def test_view_and_doubts_are_lines_too() -> None:
    """A hand that stays is told in its own words between the game's."""
    table = SimulatedTable()
    sightings = chain(table.quiet(2), table.hand(key("robber 1")[1], seconds=2), table.quiet(1))
    assert said(sightings) == ["view_blocked", "view_clear"]


def test_time_never_runs_backwards() -> None:
    """A source whose clock jumps back is told with times that do not."""
    table = SimulatedTable()
    watcher = Watcher(Edition.BASE, Settings(start=Colour.BLUE))
    sightings = list(table.quiet(4))
    table.now = 1.0
    sightings += chain(table.quiet(4), table.act("+blue targi 2", quiet=3))
    times = [line.seconds for sighting in sightings for line in watcher.take(sighting)]
    assert times == sorted(times)
