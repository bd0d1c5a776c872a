"""What stands on the screen while the machine is being switched off: when it is safe to unplug."""

from __future__ import annotations

from pathlib import Path

from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.properties import NumericProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.widget import Widget

from ui.speech import speech

PARTING_SECONDS = 5.0
"""How long it is said: the machine goes on switching off meanwhile, and waits for this window."""


class Plug(Widget):  # type: ignore[misc]
    """A plug drawn as large as there is room, up to the size of the text; ``unit``: in pixels."""

    unit = NumericProperty(1)


class Parting(AnchorLayout):  # type: ignore[misc]
    """Lies over everything and takes every touch."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.ids.plug.text = speech.words.say("off.plug")
        self.ids.kept.text = speech.words.say("off.kept")

    def on_touch_down(self, touch: MotionEvent) -> bool:
        return True


Builder.load_file(str(Path(__file__).with_name("parting.kv")))
