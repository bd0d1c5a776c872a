"""The border of a new game: the ring of sixteen drawn; a touch on a card shows which others may lie there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from kivy.lang import Builder
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion.borders import boxes_of, choices_at, drawn, with_drawn_bonus
from companion.rules.board import BORDER, Place, PlaceKind
from companion.rules.cards import BorderCard, Box, Catalogue
from companion.rules.catalogue import shipped
from companion.rules.decks import border_of, exchanged
from companion.rules.state import Edition
from companion.view import View
from ui.faces import Picture
from ui.speech import speech
from ui.widgets import Act, Press


class Lying(Press):
    """A border card that may lie on a number: the box it is from, and what it does."""

    box = StringProperty("")
    does = StringProperty("")
    card = ObjectProperty(None, allownone=True)


class RingScreen(Screen):  # type: ignore[misc]
    """The border. ``taken`` is told of every change; ``chance`` draws."""

    def __init__(
        self, taken: Callable[[tuple[str, ...]], None], go: Callable[[str], None], chance: Random, **kwargs: object
    ) -> None:
        super().__init__(**kwargs)
        self.taken, self.chance = taken, chance
        self.cards: Catalogue = shipped()
        self.edition = Edition.BASE
        self.border: tuple[str, ...] = ()
        self.at: Place | None = None
        ids = self.ids
        ids.bar.ids.back.code, ids.bar.ids.back.act = "button.narrow_back", lambda: go("new_game")
        ids.board.bind(on_place=lambda _, where, long: self._touched(where))

    def open(self, border: tuple[str, ...], edition: Edition, cards: Catalogue) -> None:
        """Starts from that border."""
        self.border, self.edition, self.cards, self.at = border, edition, cards, None

    def refresh(self, _: View) -> None:
        """Draws the border, and what may lie where it was touched."""
        self._show()

    def _show(self) -> None:
        words, at, box = replace(speech.words, border=self.border), self.at, self.ids.choices
        marks = {}
        for where, name in zip(BORDER, self.border, strict=True):
            card = self.cards.border[name]
            if len(choices_at(where.number, self.cards)) > 1:
                marks[where] = words.say(f"mark.{card.box}") + letter(card)
        self.ids.board.show(Picture(marks=marks, chosen=at), words)
        self.ids.hint.text = words.title(at) if at is not None else words.say("border.pick")
        boxes = (Box.BASE, Box.EXPANSION, Box.BONUS)
        legend = words.say("border.legend", **{str(one): words.say(f"mark.{one}") for one in boxes})
        self.ids.legend.text = legend if at is None else ""
        box.clear_widgets()
        for button in self._presets() if at is None else self._lying(at):
            box.add_widget(button)

    def _presets(self) -> Iterator[Press]:
        """Whole borders at one touch."""
        for edition in Edition:
            whole = border_of(edition, self.cards)
            yield self._choice(Act(code=f"border.all_{edition}", most=17), whole, whole == self.border)
        own = border_of(self.edition, self.cards)
        for code, draw in (
            ("border.draw_bonus", lambda: with_drawn_bonus(own, self.cards, self.chance)),
            ("border.draw_all", lambda: drawn(self.cards, self.chance)),
        ):
            button = Act(code=code, most=17, symbol="redo")
            button.act = lambda draw=draw: self._take(draw())
            yield button

    def _lying(self, at: Place) -> Iterator[Press]:
        """The cards that may lie there."""
        for card in choices_at(at.number, self.cards):
            button = Lying(box=box_name(card), does=speech.words.text(card.text), card=card)
            yield self._choice(button, exchanged(self.border, [card.id], self.cards), card.id in self.border)

    def _choice(self, button: Press, border: tuple[str, ...], chosen: bool) -> Press:
        button.look, button.symbol = ("chosen", "check") if chosen else ("plain", "empty")
        button.act = lambda: self._take(border)
        return button

    def _touched(self, where: Place) -> None:
        several = where.kind is PlaceKind.BORDER and len(choices_at(where.number, self.cards)) > 1
        self.at = where if several and where != self.at else None
        self._show()

    def _take(self, border: tuple[str, ...]) -> None:
        self.border = border
        self.taken(border)
        self._show()


def letter(card: BorderCard) -> str:
    """Which of the two cards of its number and box it is: "A", "B"; nothing for the only one."""
    return card.id[-1].upper() if card.box is Box.BONUS and card.id[-1].isalpha() else ""


def box_name(card: BorderCard) -> str:
    """The box a border card is from, with its letter."""
    return f"{speech.words.say(card.box)} {letter(card)}".rstrip()


def summed_up(border: tuple[str, ...], cards: Catalogue) -> str:
    """The border in a few words."""
    for edition in Edition:
        if border == border_of(edition, cards):
            return speech.words.say(f"border.all_{edition}")
    boxes = [speech.words.say(box) for box in boxes_of(border, cards)]
    return speech.words.say("border.partly", boxes=speech.words.listed(boxes))


Builder.load_file(str(Path(__file__).with_name("ring.kv")))
