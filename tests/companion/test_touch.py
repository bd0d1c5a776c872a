"""What four touches on four marks tell of a panel."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.devices import read_devices
from companion.touch import MARKS, fitted

Panel = Callable[[float, float], tuple[float, float]]
"""Where a panel feels a finger that is on that place of the picture."""
PANELS: dict[tuple[str, ...], Panel] = {
    (): lambda x, y: (x, y),
    ("touch = 90",): lambda x, y: (1 - y, x),
    ("touch = 180",): lambda x, y: (1 - x, 1 - y),
    ("touch = 270",): lambda x, y: (y, 1 - x),
    ("mirrored = true",): lambda x, y: (1 - x, y),
    ("touch = 180", "mirrored = true"): lambda x, y: (x, 1 - y),
    ("touch = 90", "mirrored = true"): lambda x, y: (1 - y, 1 - x),
    ("shift = [-5, 4]",): lambda x, y: (x + 0.05, y - 0.04),
    ("touch = 180", "shift = [6, 0]"): lambda x, y: (1 - x + 0.06, 1 - y),
    ("touch = 270", "mirrored = true", "shift = [0, -8]"): lambda x, y: (y + 0.08, x),
}


@pytest.mark.parametrize("lines", PANELS)
def test_the_lines_that_put_it_right(lines: tuple[str, ...], tmp_path: Path) -> None:
    """Turned by each quarter, mirrored, beside, or all of it: the lines that are told, read from the file of devices,
    put every place of the picture where the finger is."""
    panel = PANELS[lines]
    touch = fitted([panel(x, y) for x, y in MARKS])
    assert touch is not None
    assert touch.lines() == (("[screen]", *lines) if lines else ())
    (tmp_path / "devices.toml").write_text("\n".join(touch.lines()), encoding="utf-8")
    kept = read_devices(tmp_path / "devices.toml").touch
    for x, y in ((0.1, 0.9), (0.5, 0.2), (0.93, 0.4)):
        assert kept.place(*panel(x, y)) == pytest.approx((x, y))


def test_fingers_are_not_points() -> None:
    """Fingers that come down as far from the middles of the marks as 12 pixels of 800 say the same: turned panels are
    turned and no more, and right ones are right."""
    chance = random.Random(5)
    for lines, panel in PANELS.items():
        if any("shift" in line for line in lines):
            continue
        for _ in range(50):
            places = [panel(x + chance.uniform(-0.015, 0.015), y + chance.uniform(-0.025, 0.025)) for x, y in MARKS]
            touch = fitted(places)
            assert touch is not None
            assert touch.lines()[1:] == lines


@pytest.mark.parametrize(
    "panel",
    [
        lambda x, y: (0.5, 0.5),
        lambda x, y: (0.5 + (x - 0.5) * 0.7, 0.5 + (y - 0.5) * 0.7),
        lambda x, y: (x + 0.4, y),
        lambda x, y: (x, 0.85),
    ],
    ids=["always one place", "a picture that does not fill the panel", "far beside", "two marks touched twice"],
)
def test_touches_that_nothing_puts_right(panel: Panel) -> None:
    """No lines are told that would not help."""
    assert fitted([panel(x, y) for x, y in MARKS]) is None
