"""Four marks to touch: whether fingers are felt where the picture is, and what to write down where they are not.

It is for people whose touches land elsewhere, so it has no button: each touch counts, wherever it is felt, and the one
after the last leads back, as a mouse does at any time.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.properties import ListProperty
from kivy.uix.floatlayout import FloatLayout

from companion.language import Words
from companion.touch import MARKS, Touch, fitted
from ui.speech import speech
from ui.touching import felt

FILE = "devices.toml"


class TouchCheck(FloatLayout):  # type: ignore[misc]
    """Lies over everything. ``now``: what is done to touches as the file has it; ``done``: leads back."""

    mark = ListProperty(MARKS[0])

    def __init__(self, now: Touch, done: Callable[[], object], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._now, self._done = now, done
        self._felt: list[tuple[float, float]] = []
        self._show()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        place = felt(touch)
        if place is None or len(self._felt) == len(MARKS):
            self._done()
            return True
        self._felt.append(place)
        self._show()
        return True

    def _show(self) -> None:
        words, number = speech.words, len(self._felt)
        if number < len(MARKS):
            self.mark = MARKS[number]
            self.ids.title.text = words.say("touch.mark", number=number + 1)
            self.ids.told.text = words.say("touch.mouse")
            return
        self.mark = ()
        title, told = found(words, self._felt, self._now)
        self.ids.title.text, self.ids.told.text = title, "\n".join((*told, words.say("touch.back")))


def found(words: Words, places: list[tuple[float, float]], now: Touch) -> tuple[str, tuple[str, ...]]:
    """What is wrong with touches that the panel felt at those places while the four marks were touched, and what to
    write into the file. ``now``: what it says already."""
    right, wanted = fitted([now.place(x, y) for x, y in places]), fitted(places)
    if right is None or wanted is None:
        return words.say("touch.unlike"), (words.say("touch.again"),)
    if right == Touch():
        return words.say("touch.fine"), ()
    wrong = {"touch.turned": right.turn, "touch.mirrored": right.mirrored, "touch.beside": any(right.shift)}
    title = " ".join(words.say(code) for code, is_so in wrong.items() if is_so)
    lines = wanted.lines()
    return title, (*lines, words.say("touch.set" if lines else "touch.unset", file=FILE))


Builder.load_file(str(Path(__file__).with_name("touch_check.kv")))
