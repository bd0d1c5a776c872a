"""Books put right, or entered at the end of a game without any: counters, and a display filled card by card.

What is entered is a draft until "Done" gives it to the game as one step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.bookkeeping import MOST_VP, free_cards, open_slots, opened_late, with_card, with_purse, with_unknown
from companion.commands import Command, Play
from companion.own_deck import DeckDesk
from companion.rules.board import TARGI_OF, Colour
from companion.rules.book_moves import SetBooks
from companion.rules.books import Books, Slot
from companion.rules.cards import DISPLAY_ROWS, ROW_CARDS
from companion.rules.resources import Symbol
from companion.view import Frame, View
from ui.speech import speech
from ui.tokens import Deal, Token, of_card, of_cost
from ui.widgets import Act

COUNTED = ("dates", "salt", "pepper", "gold", "water", "vp")
MOST_COUNT = 99


class Counter(BoxLayout):  # type: ignore[misc]
    """A count with a button to either side."""

    symbol = StringProperty("")


class EnteringScreen(Screen):  # type: ignore[misc]
    """The draft. ``back`` names the screen it was opened from."""

    def __init__(
        self, do: Callable[[Command], None], go: Callable[[str], None], deck: DeckDesk | None = None, **kwargs: object
    ) -> None:
        """``deck``: reads a display in a picture; None: every card is touched."""
        super().__init__(**kwargs)
        self.do, self.go, self.deck = do, go, deck
        self.frame: Frame | None = None
        self.reading: Colour | None = None  # whose display is being read
        self.queue: list[tuple[int, str | None]] = []  # row and card of a photographed display, still to be laid
        self.view: View | None = None
        self.draft: Books | None = None
        self.colour = Colour.BLUE
        self.slot: Slot | None = None
        self.symbol: Symbol | None = None
        self.points = False
        self.back = "books"
        ids = self.ids
        ids.bar.ids.back.code, ids.bar.ids.back.act = "button.narrow_back", lambda: self.go(self.back)
        ids.done.act = self._done
        ids.photo.act = self._photograph
        ids.display.bind(on_slot=lambda _, row, place: self._touched(row, place))
        for colour in Colour:
            ids[f"tab_{colour}"].piece = TARGI_OF[colour]
            ids[f"tab_{colour}"].act = lambda colour=colour: self._turn(colour)
        for name in COUNTED:
            buttons = ids[name].ids
            buttons.less.act = lambda name=name: self._count(name, -1)
            buttons.more.act = lambda name=name: self._count(name, 1)

    def open(self, view: View, colour: Colour, back: str) -> None:
        """Begins a draft of the books there are, or of empty ones."""
        self.view, self.colour, self.back = view, colour, back
        self.draft = view.state.books or opened_late(view.state)
        self._close()
        self.queue, self.reading = [], None
        self.refresh(view)

    def feed(self, frame: Frame | None) -> None:
        """Keeps that frame, and lays what was read in the one taken."""
        busy = self.deck is None or self.deck.view().busy
        self.frame, self.ids.photo.disabled = frame, busy or frame is None or self.reading is not None
        if self.reading is None or self.deck is None or busy:
            return
        self.colour, self.reading = self.reading, None
        self._close()
        rows = (self.deck.view().rows or ())[:DISPLAY_ROWS]
        self.queue = [(row, card) for row, cards in enumerate(rows, 1) for card in cards[:ROW_CARDS]]
        if self.queue and self.draft is not None:
            for slot in reversed(open_slots(self.draft.of(self.colour))):
                self.draft = with_card(self.draft, self.colour, slot, None)
        self._lay()
        self._again()
        if not rows:
            self.ids.hint.text = speech.words.say("entering.no_display")

    def refresh(self, view: View) -> None:
        """Shows the draft; a game that has gone on since is not overwritten."""
        if self.draft is None:
            return
        words, ids, owned = speech.words, self.ids, self.draft.of(self.colour)
        ids.done.disabled = self.view is None or view.revision != self.view.revision
        for colour in Colour:
            tab = ids[f"tab_{colour}"]
            tab.text, tab.look = words.name(colour), "chosen" if colour is self.colour else "plain"
            tab.disabled = view.state.is_andy(colour)
        for name in COUNTED:
            ids[name].ids.count.items = (Token(str(getattr(owned.purse, name)), name),)
            ids[name].ids.less.disabled = getattr(owned.purse, name) <= 0
            ids[name].disabled = name == "water" and not view.state.settings.targia
        marked = (self.slot.row, self.slot.place) if self.slot else None
        ids.display.show(self.draft, owned, marked)
        ids.hint.text = words.say("entering.which") if self.slot else words.say("entering.hint")
        if ids.done.disabled:
            ids.hint.text = words.say("entering.stale")
        self._choices(self.draft)

    def _photograph(self) -> None:
        if self.deck is not None and self.frame is not None:
            self.reading = self.colour
            self.deck.take_display(self.frame[1])
            self.ids.photo.disabled = True

    def _lay(self) -> None:
        """Lays the cards of the photo up to the first that is not sure: that one is asked for."""
        while self.queue and self.draft is not None:
            row, card = self.queue.pop(0)
            place = len(self.draft.of(self.colour).rows[row - 1]) + 1
            tribe = self.draft.tribe_card(card) if card is not None else None
            if tribe is not None and tribe in free_cards(self.draft):
                self.draft = with_card(self.draft, self.colour, Slot(row, place), tribe.id)
            else:
                self.slot = Slot(row, place)
                return

    # --- the card for a place -------------------------------------------------------------------------------------

    def _choices(self, books: Books) -> None:
        grid, words = self.ids.grid, speech.words
        grid.clear_widgets()
        buttons: list[Deal] = []
        if self.slot is None:
            buttons = []
        elif self.points:
            for vp in range(MOST_VP + 1):
                buttons.append(self._deal("", (Token(str(vp), "vp"),), lambda vp=vp: self._unknown(vp)))
        elif self.symbol is not None:
            fitting = [card.id for card in free_cards(books) if card.symbol is self.symbol][:11]
            for card in fitting:
                button = self._deal("", tuple(of_card(books, card, cost=False)), lambda card=card: self._put(card))
                button.more = tuple(of_cost(books, card))
                buttons.append(button)
            buttons.append(self._deal(words.say("option.other"), (Token("?"),), self._ask_points))
        else:
            for symbol in Symbol:
                tokens = (Token(symbol=str(symbol)),)
                buttons.append(self._deal(words.say(symbol), tokens, lambda symbol=symbol: self._of(symbol)))
            if self.slot and books.of(self.colour).at(self.slot):
                buttons.append(self._deal(words.say("entering.remove"), (), lambda: self._put(None)))
        for button in buttons:
            grid.add_widget(button)
        grid.cols = 2 if len(buttons) <= 8 else 3
        shown = self.slot is not None
        self.ids.chooser.size_hint_y, self.ids.chooser.opacity = (1, 1) if shown else (None, 0)
        self.ids.shown.size_hint_y, self.ids.shown.opacity = (None, 0) if shown else (1, 1)
        for box in (self.ids.chooser, self.ids.shown):
            if box.size_hint_y is None:
                box.height = 0
        foot = self.ids.foot
        foot.clear_widgets()
        if shown:
            close = Act(code="button.narrow_back", symbol="back-arrow")
            close.act = self._widen
            foot.add_widget(close)

    @staticmethod
    def _deal(text: str, items: tuple[Token, ...], act: Callable[[], None]) -> Deal:
        button = Deal(text=text, items=items)
        button.act = act
        return button

    def _touched(self, row: int, place: int) -> None:
        if self.draft is None or self.slot is not None:
            return
        there = [slot for slot in open_slots(self.draft.of(self.colour)) if slot.row == row]
        self.slot = next((slot for slot in there if slot.place == place), there[-1])
        self._again()

    def _of(self, symbol: Symbol) -> None:
        self.symbol = symbol
        self._again()

    def _ask_points(self) -> None:
        self.points = True
        self._again()

    def _unknown(self, vp: int) -> None:
        assert self.draft is not None
        assert self.symbol is not None
        self.draft, name = with_unknown(self.draft, self.symbol, vp)
        self._put(name)

    def _put(self, card: str | None) -> None:
        assert self.draft is not None
        assert self.slot is not None
        self.draft = with_card(self.draft, self.colour, self.slot, card)
        self._close()
        self._lay()
        self._again()

    def _widen(self) -> None:
        """One step back in the choice of a card."""
        if self.points:
            self.points = False
        elif self.symbol is not None:
            self.symbol = None
        else:
            self.slot = None
            self._lay()  # the card of the photo is left out
        self._again()

    def _close(self) -> None:
        self.slot, self.symbol, self.points = None, None, False

    # --- counters, players, the end -------------------------------------------------------------------------------

    def _count(self, name: str, step: int) -> None:
        assert self.draft is not None
        purse = self.draft.of(self.colour).purse
        count = min(max(0, getattr(purse, name) + step), MOST_COUNT)
        self.draft = with_purse(self.draft, self.colour, replace(purse, **{name: count}))
        self._again()

    def _turn(self, colour: Colour) -> None:
        self.colour = colour
        self.queue = []
        self._close()
        self._again()

    def _done(self) -> None:
        if self.view is not None and self.draft is not None:
            self.do(Play(self.view.revision, SetBooks(self.draft)))
        self.go(self.back)

    def _again(self) -> None:
        if self.view is not None:
            self.refresh(self.view)


Builder.load_file(str(Path(__file__).with_name("entering.kv")))
