"""The aim screen for mounting the camera: the live picture, the board's outline, and four measures with what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.commands import Calibrate, Command
from companion.rules.board import BLUE_TARGI
from companion.view import Aim, Frame, View
from ui.live import Live
from ui.page import Columns
from ui.speech import speech

# What the recogniser can do with, measured on rendered tables: it straightens the table to 0.85 pixels a millimetre and
# reads figures from 1 on. Sharp pictures have a sharpness of 0.26 to 0.97 (dull wood to gaudy cards), the same blurred
# by two pixels 0.07 to 0.17, by more when they are very fine. It gives up where next to nothing is brighter than 28 or
# most is white: here is warned a good way before.
LEAST_PIXELS_PER_MM = 1.0
NAMES_PIXELS_PER_MM = 2.0  # from here on the texts of cards are told apart (docs/decks.md)
LEAST_SHARPNESS = 0.2
DARKEST, LIGHTEST = 40.0, 220.0
LEAST_EVEN = 0.4


def light_fault(aim: Aim) -> str | None:
    """What is wrong with the light: "dark", "bright", "uneven", or None."""
    if aim.brightness is not None and aim.brightness < DARKEST:
        return "dark"
    if aim.brightness is not None and aim.brightness > LIGHTEST:
        return "bright"
    return "uneven" if aim.uneven is not None and aim.uneven < LEAST_EVEN else None


def too_far_for_names(aim: Aim) -> bool:
    """Whether figures may be made out, but cards would have too few pixels to be named."""
    return aim.names_per_mm is not None and aim.names_per_mm < NAMES_PIXELS_PER_MM


class Measure(BoxLayout):  # type: ignore[misc]
    """One measure: its name, its value, a mark for fine or not, and what to do when not."""

    name = StringProperty("")
    value = StringProperty("")
    hint = StringProperty("")
    fine = BooleanProperty(False)


class Aiming(Columns):
    """The live picture beside its measures; a touch in it says where card 16 is."""

    do: Callable[[Command], object]

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.pointing = False
        self.view: View | None = None

    def on_kv_post(self, _: object) -> None:
        """Its parts are there."""
        self.live: Live = self.ids.live
        self.ids.find.act = lambda: self.do(Calibrate())
        self.ids.corner16.act = self._point
        self.live.bind(on_pixel=self._pixel)

    def show(self, view: View) -> None:
        """Shows that view's measures."""
        self.view = view
        words, aim = speech.words, view.aim or Aim()
        found = view.sighting is not None and view.sighting.found
        hint = "" if found else words.say("aim.board.bad")
        if self.pointing:
            hint = words.say("aim.touch16")
        elif found and not aim.corner16_sure:
            hint = words.say("aim.corner.bad")
        self._measure(
            "board",
            words.say("aim.board.fine") if found else words.say("aim.unknown"),
            found and aim.corner16_sure,
            hint,
        )
        self.ids.corner16.look = "chosen" if self.pointing else "plain"
        for name, value, least, decimals in (
            ("scale", aim.pixels_per_mm, LEAST_PIXELS_PER_MM, 1),
            ("sharpness", aim.sharpness, LEAST_SHARPNESS, 2),
        ):
            fine = value is not None and value >= least
            shown = words.say("aim.unknown") if value is None else words.number(value, decimals)
            self._measure(name, shown, fine, words.say(f"aim.{name}.bad") if value is not None and not fine else "")
        if self.ids.scale.fine and too_far_for_names(aim):
            self.ids.scale.hint = words.say("aim.scale.names")
        fault = light_fault(aim)
        shown = words.say("aim.unknown") if aim.brightness is None else words.number(aim.brightness, 0)
        self._measure(
            "light",
            shown,
            fault is None and aim.brightness is not None,
            words.say(f"aim.light.{fault}") if fault else "",
        )

    def _measure(self, name: str, value: str, fine: bool, hint: str) -> None:
        measure = self.ids[name]
        measure.value, measure.fine, measure.hint = value, fine, hint

    def feed(self, frame: Frame | None) -> None:
        """Shows that frame."""
        if self.view is not None:
            self.live.feed(frame, self.view.sighting, self.view.picture_px)

    def _point(self) -> None:
        self.pointing = not self.pointing
        if self.view is not None:
            self.show(self.view)

    def _pixel(self, _: object, x: float, y: float) -> None:
        """A touch in the picture says where card 16 is: when asked for, or when the program itself is not sure."""
        unsure = self.view is not None and self.view.aim is not None and not self.view.aim.corner16_sure
        if self.pointing or unsure:
            self.pointing = False
            self.do(Calibrate((x, y)))
            if self.view is not None:
                self.show(self.view)


class AimScreen(Screen):  # type: ignore[misc]
    """Mounting the camera."""

    def __init__(self, do: Callable[[Command], None], go: Callable[[str], None], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.ids.bar.ids.back.act = lambda: go("table")
        self.ids.pieces.piece, self.ids.pieces.act = BLUE_TARGI, lambda: go("showing")
        self.ids.aiming.do = do

    def refresh(self, view: View) -> None:
        """Shows that view's measures."""
        self.ids.aiming.show(view)

    def feed(self, frame: Frame | None) -> None:
        """Shows that frame."""
        self.ids.aiming.feed(frame)


Builder.load_file(str(Path(__file__).with_name("aim.kv")))
