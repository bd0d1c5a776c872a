"""The owner's own cards: each is put under the camera, or comes from a folder, and gets its name by two touches."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.lang import Builder
from kivy.uix.screenmanager import Screen

from companion.own_deck import DeckDesk, DeckView, wanted, with_symbol
from companion.rules.cards import Box, Catalogue, TribeCard
from companion.rules.resources import Symbol
from companion.view import Frame, View
from ui.aim import NAMES_PIXELS_PER_MM, too_far_for_names
from ui.speech import speech
from ui.tokens import Deal, Token, of_amounts

MOST = 12
"""Buttons at once."""


class CardsScreen(Screen):  # type: ignore[misc]
    """Learning the deck. What the finger says goes to the deck's desk; its view is shown as soon as it changes."""

    def __init__(self, go: Callable[[str], None], deck: DeckDesk, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.deck = deck
        self.view: View | None = None
        self.frame: Frame | None = None
        self.shown: DeckView | None = None
        self.offered: object = None  # what the buttons were made from
        self.kind: Symbol | str | None = None
        self.page = 0
        ids = self.ids
        ids.bar.ids.back.act = lambda: go("table")
        ids.take.act = self._take
        ids.folder.act = self.deck.next_picture
        ids.out.act = self.deck.write_out
        ids.taken.act = self.deck.take_in
        ids.away.act = self._away
        self.deck.open()

    def refresh(self, view: View) -> None:
        """Shows the deck anew, in the language and with the cards of that view."""
        self.view, self.shown = view, None
        self.feed(self.frame)

    def feed(self, frame: Frame | None) -> None:
        """Shows that frame, or the card found, and what has become of the deck."""
        if (frame is None) != (self.frame is None):
            self.shown = None  # the camera has come, or is gone
        self.frame = frame
        deck = self.deck.view()
        shot = deck.shot
        self.ids.live.feed(frame if shot is None else (-2 - deck.shown, shot), None, None)
        if deck != self.shown and self.view is not None:
            self.shown = deck
            self._show(deck, self.view)

    # --- parts of it ----------------------------------------------------------------------------------------------

    def _show(self, deck: DeckView, view: View) -> None:
        words, ids = speech.words, self.ids
        boxes = {Box.BASE} | {card.box for card in view.cards.tribe.values() if card.id in deck.names}
        every = wanted(view.cards, map(str, boxes))
        there = sum(name in deck.names for name in every)
        ids.progress.text = words.say("cards.progress", learnt=there, all=len(every))
        ids.bar_of.part = there / max(1, len(every))
        ids.hint.text = self._hint(deck, view)
        naming = deck.shot is not None
        if not naming:
            self.kind, self.page = None, 0
        ids.take.disabled = deck.busy or naming or self.frame is None
        ids.folder.disabled = deck.busy or naming or not deck.waiting
        ids.folder.text = words.say("cards.folder", count=deck.waiting)
        ids.out.disabled = deck.busy or naming or not deck.names
        ids.taken.disabled = deck.busy or naming
        ids.away.disabled = not (naming or deck.fault)
        ids.away.code = "cards.other_kind" if self.kind is not None else "cards.away"
        naming = naming and not deck.busy
        offered = (words, view.cards, deck.names, self.kind, self.page) if naming else None
        if offered == self.offered:
            return
        self.offered, grid = offered, ids.grid
        grid.clear_widgets()
        buttons = self._buttons(deck, view.cards) if naming else []
        for button in buttons:
            grid.add_widget(button)
        grid.cols = 2 if len(buttons) <= 8 else 3

    def _hint(self, deck: DeckView, view: View) -> str:
        words = speech.words
        if deck.busy:
            return words.say("cards.busy")
        if deck.fault is not None:
            return words.say(f"cards.fault.{deck.fault}")
        if deck.shot is not None:
            return words.say("cards.same", name=deck.same) if deck.same else words.say("cards.which")
        if deck.told is None and view.aim is not None and too_far_for_names(view.aim):
            return words.say("cards.far", scale=view.aim.names_per_mm, wanted=NAMES_PIXELS_PER_MM)
        return words.say(f"cards.told.{deck.told}") if deck.told else words.say("cards.put")

    def _buttons(self, deck: DeckView, cards: Catalogue) -> list[Deal]:
        words = speech.words
        if self.kind is None:
            found = [
                self._deal(words.say(symbol), (Token(symbol=str(symbol)),), lambda symbol=symbol: self._of(symbol))
                for symbol in Symbol
            ]
            for kind, sign in (("goods", "goods"), ("dunes", "dune"), ("border", "pile")):
                found.append(self._deal(words.say(f"cards.{kind}"), (Token(symbol=sign),), lambda k=kind: self._of(k)))
            return found
        if isinstance(self.kind, Symbol):
            every = [self._tribe(card) for card in with_symbol(cards, self.kind, deck.names)]
        else:
            names = [name for name in getattr(cards, self.kind) if name not in deck.names]
            every = [self._deal(name, (), lambda name=name: self._name(name)) for name in names]
        if len(every) <= MOST:
            return every
        pages = [every[at : at + MOST - 1] for at in range(0, len(every), MOST - 1)]
        more = self._deal(words.say("option.more"), (Token(f"{self.page % len(pages) + 1}/{len(pages)}"),), self._turn)
        return [*pages[self.page % len(pages)], more]

    def _tribe(self, card: TribeCard) -> Deal:
        """A tribe card by its number, VP and cost: what stands on it in figures."""
        tokens = (Token(card.id.rpartition("-")[2]), Token("?" if card.vp is None else str(card.vp), "vp"))
        button = self._deal("", tokens, lambda: self._name(card.id))
        cost: list[Token] = []
        for number, side in enumerate(card.cost.either if card.cost else ()):
            cost += [*([Token("/")] if number else []), *of_amounts(side)]
        button.more = tuple(cost)
        return button

    @staticmethod
    def _deal(text: str, items: tuple[Token, ...], act: Callable[[], object]) -> Deal:
        button = Deal(text=text, items=items)
        button.act = act
        return button

    # --- touches --------------------------------------------------------------------------------------------------

    def _take(self) -> None:
        if self.frame is not None:
            self.deck.take(self.frame[1])

    def _of(self, kind: Symbol | str) -> None:
        self.kind, self.page = kind, 0
        self._again()

    def _turn(self) -> None:
        self.page += 1
        self._again()

    def _name(self, card: str) -> None:
        self.kind, self.page = None, 0
        self.deck.name(card)
        self._again()

    def _away(self) -> None:
        """One step back: another kind of card, or the card is not learnt."""
        if self.kind is not None:
            self.kind = None
        else:
            self.deck.put_away()
        self._again()

    def _again(self) -> None:
        self.shown = None
        self.feed(self.frame)


Builder.load_file(str(Path(__file__).with_name("cards.kv")))
