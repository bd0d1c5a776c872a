"""Colours: text can be read in every look, and the players differ in more than hue."""

from __future__ import annotations

import gc
import weakref
from math import hypot

import pytest

from ui.theme import (
    BLUE,
    BLUE_EDGE,
    FINGER,
    PALETTES,
    ROBBER,
    ROBBER_EDGE,
    TARGIA,
    TARGIA_EDGE,
    WHITE,
    WHITE_EDGE,
    Theme,
    contrast,
)

TEXT = (
    ("ink", "ground"), ("ink", "panel"), ("ink", "button"), ("faint", "ground"), ("faint", "panel"),
    ("action_ink", "action"),
    ("card_ink", "card"), ("raid_ink", "raid"), ("sand_ink", "sand"), ("wrong_ink", "wrong"), ("doubt", "panel"),
    ("right", "card"), ("ink", "pressed"),
)  # fmt: skip


@pytest.mark.parametrize("look", PALETTES)
@pytest.mark.parametrize(("text", "ground"), TEXT)
def test_text_can_be_read(look: str, text: str, ground: str) -> None:
    """Every text has a contrast of at least 4.5 to 1 on its ground, in the look for those who see little of at least 7
    to 1 (WCAG 2.2, levels AA and AAA)."""
    palette = PALETTES[look]
    assert contrast(getattr(palette, text), getattr(palette, ground)) >= (7 if look == "contrast" else 4.5)


def test_a_finger_finds_every_button() -> None:
    """The least side of a button is at least 9 mm on a 7-inch screen of 800x480 pixels: 133 pixels an inch."""
    pixels_per_mm = hypot(800, 480) / 7 / 25.4
    assert FINGER / pixels_per_mm >= 9


def test_text_grows_with_its_size() -> None:
    """At 200 % a unit is twice as large and the window half as many units wide; what there is not counts as 100 %."""
    theme = Theme()
    theme.fit(800, 480)
    theme.enlarge(200)
    assert (theme.u, theme.wide) == (2, 400)
    theme.fit(1280, 800)
    assert (theme.u, theme.wide) == (3.2, 400)
    theme.enlarge(137)
    assert (theme.percent, theme.u) == (100, 1.6)


def test_contrast_of_black_and_white() -> None:
    """Black on white is 21 to 1, a colour on itself 1 to 1."""
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert contrast("#777777", "#777777") == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("body", "edge"), [(BLUE, BLUE_EDGE), (WHITE, WHITE_EDGE), (ROBBER, ROBBER_EDGE), (TARGIA, TARGIA_EDGE)]
)
def test_signs_show_on_their_pieces(body: str, edge: str) -> None:
    """A figure's sign and outline stand out from its body by at least 3 to 1."""
    assert contrast(body, edge) >= 3


def test_players_differ_without_hue() -> None:
    """Blue and White differ in brightness by at least 3 to 1, for those who see no colours."""
    assert contrast(BLUE, WHITE) >= 3


class Follower:
    """Stands for a widget."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def fit(self) -> None:
        self.told.append("fit")

    def wear(self) -> None:
        self.told.append("wear")


def test_what_lives_follows_and_what_is_gone_leaves_nothing() -> None:
    """A widget hears of a new size and of a new palette; one that is gone is not kept and not called."""
    theme, lives, goes = Theme(), Follower(), Follower()
    for widget in (lives, goes):
        theme.follow("u", widget, "fit")
        theme.follow("name", widget, "wear")
    gone = weakref.ref(goes)
    del goes, widget
    gc.collect()

    theme.fit(1600, 960)
    theme.wear("dark")

    assert gone() is None
    assert lives.told == ["fit", "wear"]
