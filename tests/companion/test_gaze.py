"""The view of the table, told with hysteresis."""

from __future__ import annotations

from dataclasses import replace

from companion.gaze import Gaze, ViewEvent
from companion.rules.board import Light, Sighting
from tests.companion.simulated import CORNERS_PX, SimulatedTable

SHIFTED = tuple((x + 40, y) for x, y in CORNERS_PX)


def told(*parts: tuple[float, dict[str, object]]) -> list[str]:
    """The events of a view that goes through these parts: (seconds, how its sightings are)."""
    table, gaze = SimulatedTable(), Gaze()
    sightings: list[Sighting] = [
        replace(sighting, **values)  # type: ignore[arg-type]
        for seconds, values in parts
        for sighting in table.quiet(seconds)
    ]
    return [str(event) for sighting in sightings for event in gaze.take(sighting)]


def test_a_quick_hand_is_not_told_a_lasting_one_is() -> None:
    """Half a second of hand says nothing; two seconds say blocked, then clear."""
    assert told((1, {}), (0.5, {"blocked": True}), (1, {})) == []
    assert told((1, {}), (2, {"blocked": True}), (0.25, {}), (1, {"blocked": True}), (1, {})) == [
        "view_blocked",
        "view_clear",
    ]


def test_a_camera_moved_and_found_again() -> None:
    """A camera that shows the board elsewhere from now on has moved and found it, once."""
    assert told((2, {}), (4, {"corners_px": SHIFTED, "moved": True})) == ["camera_moved", "camera_found"]


def test_a_picture_that_shakes_once_has_not_moved() -> None:
    """A jolt after which the board lies where it lay says nothing."""
    assert told((2, {}), (0.4, {"corners_px": SHIFTED}), (3, {})) == []


def test_a_board_out_of_view() -> None:
    """A board out of view for a second was moved; back in view it is found. Before it was ever seen: nothing."""
    assert told((1, {}), (2, {"found": False}), (1, {})) == ["camera_moved", "camera_found"]
    assert told((3, {"found": False}), (2, {})) == []


def test_light() -> None:
    """Darkness and glare of more than a second are told; a dark board has not moved."""
    assert told((1, {}), (2, {"light": Light.TOO_DARK, "found": False}), (2, {})) == ["too_dark"]
    assert told((1, {}), (0.5, {"light": Light.TOO_BRIGHT}), (2, {})) == []
    assert told((1, {}), (2, {"light": Light.TOO_BRIGHT})) == ["too_bright"]


def test_what_it_remembers() -> None:
    """Its state can be asked between events."""
    table, gaze = SimulatedTable(), Gaze()
    for sighting in [*table.quiet(1), *table.quiet(2, blocked=True)]:
        gaze.take(sighting)
    assert (gaze.blocked, gaze.lost, gaze.light) == (True, False, Light.FINE)
    assert ViewEvent.VIEW_CLEAR in [event for sighting in table.quiet(1) for event in gaze.take(sighting)]
