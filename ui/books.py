"""The books of both players: goods, gold, water, VP, hand and display drawn; the way to put them right and to the
score."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.rules.board import TARGI_OF, Colour
from companion.view import View
from ui.speech import speech
from ui.tokens import Token, of_card, of_purse
from ui.widgets import Press


class Secret(Press):
    """A hand, and dunes kept in secret: seen only while a finger lies on them."""

    cards = ObjectProperty(())
    items = ObjectProperty(())
    backs: tuple[Token, ...] = ()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(min_state_time=0, **kwargs)  # hidden at once when the finger leaves

    def hide(self, cards: tuple[Token, ...], count: int) -> None:
        """Keeps these cards, ``count`` of them, behind their backs."""
        self.cards, self.backs = cards, (Token(symbol="hand"),) * count
        self.items = cards if self.state == "down" else self.backs
        self.disabled, self.text = not count, speech.words.say("books.hold") if count else ""

    def on_state(self, _: object, state: str) -> None:
        self.items = self.cards if state == "down" else self.backs


class Sheets(BoxLayout):  # type: ignore[misc]
    """What one player owns."""

    def show(self, view: View, colour: Colour) -> None:
        """Shows that player's."""
        books = view.state.books
        self.ids.sign.piece, self.ids.name.text = TARGI_OF[colour], speech.words.name(colour)
        self.ids.change.disabled = books is None or view.state.is_andy(colour)
        if books is None:
            return
        owned = books.of(colour)
        self.ids.purse.items = tuple(of_purse(owned, view.state.settings.targia))
        self.ids.display.show(books, owned)
        kept = [*owned.hand, *owned.dunes, *owned.fresh]
        self.ids.hand.hide(tuple(token for card in kept for token in of_card(books, card)), len(kept))


class BooksScreen(Screen):  # type: ignore[misc]
    """Both players side by side."""

    def __init__(self, go: Callable[[str], None], enter: Callable[[Colour], None], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.ids.bar.ids.back.act = lambda: go("table")
        self.ids.score.act = lambda: go("score")
        for colour in Colour:
            self.ids[str(colour)].ids.change.act = lambda colour=colour: enter(colour)

    def refresh(self, view: View) -> None:
        """Shows that view."""
        for colour in Colour:
            self.ids[str(colour)].show(view, colour)


Builder.load_file(str(Path(__file__).with_name("books.kv")))
