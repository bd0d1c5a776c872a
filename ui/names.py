"""What the players are called, written with keys large enough for a finger."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.lang import Builder
from kivy.uix.screenmanager import Screen

from companion.home import LONGEST_NAME
from companion.rules.board import TARGI_OF, Colour
from companion.view import View
from ui.speech import speech
from ui.widgets import Act

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÁÃÇÉÊÍÓÕÚ"


class NamesScreen(Screen):  # type: ignore[misc]
    """Two names. Without one a player is called by the colour."""

    def __init__(
        self, keep: Callable[[tuple[str, str]], None], go: Callable[[str], None], **kwargs: object
    ) -> None:  # fmt: skip
        super().__init__(**kwargs)
        self.keep = keep
        self.colour = Colour.BLUE
        self.names = dict.fromkeys(Colour, "")
        self.begun = False
        ids = self.ids
        ids.bar.ids.back.code, ids.bar.ids.back.act = "button.narrow_back", lambda: go("new_game")
        for letter in LETTERS:
            key = Act(text=letter, most=24)
            key.act = lambda letter=letter: self._write(letter)
            ids.letters.add_widget(key)
        erase = Act(symbol="back-arrow")
        erase.act = self._erase
        ids.letters.add_widget(erase)
        for colour in Colour:
            ids[str(colour)].piece = TARGI_OF[colour]
            ids[str(colour)].act = lambda colour=colour: self._turn(colour)

    def on_pre_enter(self) -> None:
        """Begins with the names there are."""
        self.begun = False

    def refresh(self, view: View) -> None:
        """Shows the names; what is written here is newer than any view, since each letter takes a while to be kept."""
        if not self.begun:
            self.names, self.begun = dict(zip(Colour, view.names, strict=True)), True
        self._show()

    def _show(self) -> None:
        for colour in Colour:
            button = self.ids[str(colour)]
            button.text = self.names[colour] or speech.words.say(f"player.{colour}")
            button.look = "chosen" if colour is self.colour else "plain"

    def _write(self, letter: str) -> None:
        name = self.names[self.colour]
        if len(name) < LONGEST_NAME:
            self._keep(name + (letter.lower() if name else letter))

    def _erase(self) -> None:
        self._keep(self.names[self.colour][:-1])

    def _keep(self, name: str) -> None:
        self.names[self.colour] = name
        self.keep((self.names[Colour.BLUE], self.names[Colour.WHITE]))
        self._show()

    def _turn(self, colour: Colour) -> None:
        self.colour = colour
        self._show()


Builder.load_file(str(Path(__file__).with_name("names.kv")))
