"""What the four buttons, or the keys that stand in for them, are called and do now: a strip below every screen."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.language import Words
from companion.pressing import Hand, Key
from companion.sheets import sheet
from companion.view import View
from ui.speech import speech

KEYS = {str(key)[0]: key for key in Key}
"""The keys of a keyboard: the first letters of the buttons' names."""
_SIGNS = {Key.YES: "check", Key.NO: "cross", Key.UNDO: "undo", Key.PAGES: "pile"}


class KeyCell(BoxLayout):  # type: ignore[misc]
    """One button: its letter, its sign, its name that never changes, and what it does now."""

    letter = StringProperty("")
    symbol = StringProperty("")
    name = StringProperty("")
    text = StringProperty("")


class KeyStrip(BoxLayout):  # type: ignore[misc]
    """The four in their order; no height while none are in use."""

    on = BooleanProperty(False)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._seen: tuple[View, Hand, Words] | None = None
        self.cells = {key: KeyCell(letter=str(key)[0].upper(), symbol=_SIGNS[key]) for key in Key}
        self.cells[Key.YES].size_hint_x = 2
        for cell in self.cells.values():
            self.add_widget(cell)

    def show(self, view: View, hand: Hand | None) -> None:
        """Shows what they do on that view."""
        if hand is None or (
            self._seen is not None and self._seen[0] is view and self._seen[1:] == (hand, speech.words)
        ):
            return
        self._seen = view, hand, speech.words
        words, made = speech.words, sheet(view, hand, speech.words)
        for key, now in zip(Key, made.keys, strict=True):
            cell = self.cells[key]
            cell.name = words.say(f"key_name.{key}")
            cell.text = "" if now == cell.name else now
        if made.answer:
            self.cells[Key.YES].text = f"{made.answer} {made.count}".strip()


Builder.load_file(str(Path(__file__).with_name("keys.kv")))
