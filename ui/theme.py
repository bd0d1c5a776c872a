"""Colours and sizes of the window: the looks there are, and everything in units of an 800x480 screen.

Larger text makes the unit larger, with all that is drawn and touched; the window then holds fewer units.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from kivy.event import EventDispatcher
from kivy.properties import ColorProperty, NumericProperty, StringProperty

from companion.home import TEXT_PERCENTS

FINGER = 56
"""The least side of a touch target in units: 10.7 mm on a 7-inch 800x480 screen."""
STRIP = 44
"""Units below every screen for what buttons and keys do, while they are in use."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by their use. Text on its ground has a contrast of at least 4.5 to 1 (tests/ui/test_theme.py)."""

    ground: str  # behind everything
    panel: str  # sheets and bars
    ink: str  # text
    faint: str  # text of less weight
    line: str  # edges
    button: str
    pressed: str
    action: str  # the button to press next
    action_ink: str
    card: str  # border cards
    card_ink: str
    raid: str
    raid_ink: str
    sand: str  # central places
    sand_ink: str
    right: str  # fine, legal
    wrong: str  # not allowed, trouble
    wrong_ink: str
    doubt: str  # to be asked about


LIGHT = Palette(
    ground="#EFE3CC", panel="#FBF5E9", ink="#2A1F14", faint="#65543F", line="#C9B48F", button="#E4D2B0",
    pressed="#CDB386",
    action="#1F4E8C", action_ink="#FFFFFF", card="#FAF1DF", card_ink="#4A3A28", raid="#8C3B23", raid_ink="#FFEFE2",
    sand="#E2C891", sand_ink="#54401F", right="#1E6B45", wrong="#A3211B", wrong_ink="#FFFFFF", doubt="#8A5A00",
)  # fmt: skip
DARK = Palette(
    ground="#17130F", panel="#241E18", ink="#F6EBD8", faint="#BBA98D", line="#4B4033", button="#3A3026",
    pressed="#5A4B3A",
    action="#8DB8F0", action_ink="#0D1A2B", card="#352C22", card_ink="#EBDCC0", raid="#7A3322", raid_ink="#FFEBDD",
    sand="#55462C", sand_ink="#F1DFB6", right="#6CCB98", wrong="#FF8A78", wrong_ink="#2B0805", doubt="#F2BE5C",
)  # fmt: skip
CONTRAST = Palette(
    ground="#000000", panel="#000000", ink="#FFFFFF", faint="#E8E8E8", line="#FFFFFF", button="#161616",
    pressed="#444444",
    action="#FFE24A", action_ink="#000000", card="#0C0C0C", card_ink="#FFFFFF", raid="#5E0A00", raid_ink="#FFFFFF",
    sand="#2E2600", sand_ink="#FFF6D0", right="#7DFFB0", wrong="#FFB9AE", wrong_ink="#000000", doubt="#FFDF6B",
)  # fmt: skip
"""For those who see little: everything on black, text at least 7 to 1."""
PALETTES: dict[str, Palette] = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST}

BLUE, BLUE_EDGE = "#1F5FB4", "#FFFFFF"
WHITE, WHITE_EDGE = "#F7F4EC", "#26221C"
ROBBER, ROBBER_EDGE = "#55524E", "#FFFFFF"
TARGIA, TARGIA_EDGE = "#7B3F98", "#FFFFFF"


def luminance(colour: str) -> float:
    """Relative luminance 0..1 of ``#RRGGBB`` (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio 1..21 of two colours (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


class Theme(EventDispatcher):
    """The palette in use and the size of a unit in pixels, as properties that ``.kv`` files follow. ``percent``: size
    of the text; ``wide``: units across the window."""

    name = StringProperty("light")
    u = NumericProperty(1.0)
    percent = NumericProperty(100)
    wide = NumericProperty(800.0)
    ground = ColorProperty(LIGHT.ground)
    panel = ColorProperty(LIGHT.panel)
    ink = ColorProperty(LIGHT.ink)
    faint = ColorProperty(LIGHT.faint)
    line = ColorProperty(LIGHT.line)
    button = ColorProperty(LIGHT.button)
    pressed = ColorProperty(LIGHT.pressed)
    action = ColorProperty(LIGHT.action)
    action_ink = ColorProperty(LIGHT.action_ink)
    right = ColorProperty(LIGHT.right)
    wrong = ColorProperty(LIGHT.wrong)
    wrong_ink = ColorProperty(LIGHT.wrong_ink)
    doubt = ColorProperty(LIGHT.doubt)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._window = (800.0, 480.0, 0.0)
        self._followers: dict[str, WeakKeyDictionary[Any, str]] = {
            "u": WeakKeyDictionary(),
            "name": WeakKeyDictionary(),
        }

    def follow(self, change: str, widget: Any, method: str) -> None:
        """Has a widget's method called when the unit (``u``) or the palette (``name``) changes, while the widget lives.
        Widgets come and go all the time, and what is bound is looked through at every binding for good.
        """
        self._followers[change][widget] = method

    def on_u(self, *_: object) -> None:
        self._tell("u")

    def on_name(self, *_: object) -> None:
        self._tell("name")

    def _tell(self, change: str) -> None:
        for widget, method in list(self._followers[change].items()):
            getattr(widget, method)()

    @property
    def palette(self) -> Palette:
        return PALETTES[self.name]

    def wear(self, name: str) -> None:
        """Puts on the palette of that name; an unknown name is the light one."""
        self.name = name if name in PALETTES else "light"
        for key in (
            "ground", "panel", "ink", "faint", "line", "button", "pressed", "action", "action_ink", "right", "wrong",
            "wrong_ink", "doubt",
        ):  # fmt: skip
            setattr(self, key, getattr(self.palette, key))

    def fit(self, width: float, height: float, below: float = 0.0) -> None:
        """Sizes the unit so that at 100 % 800x480 units fit into the window, with so many units ``below`` them."""
        self._window = width, height, below
        unit = max(0.5, min(width / 800, height / (480 + below))) * self.percent / 100
        self.wide = width / unit
        self.u = unit

    def enlarge(self, percent: int) -> None:
        """Text and all beside it in that size, one of TEXT_PERCENTS; any other counts as 100."""
        self.percent = percent if percent in TEXT_PERCENTS else 100
        self.fit(*self._window)


theme = Theme()
