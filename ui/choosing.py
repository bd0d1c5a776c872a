"""Beside the board: what the books ask now, as large buttons. A touch plays, or narrows the choice down."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.lang import Builder
from kivy.uix.boxlayout import BoxLayout

from companion.bookkeeping import MOST_VP, may_wait, named_unknown, names_tribe_card
from companion.commands import Command, Play
from companion.language import Words
from companion.offers import MOST, Option, Part, PartCode, card_asked, of_nameless, options, turns_up, whose
from companion.rules.agenda import at_hand, choices_of
from companion.rules.board import Piece, PieceKind, Place, PlaceKind, border
from companion.rules.book_moves import Reveal
from companion.rules.books import Account, Books, Slot
from companion.rules.moving import Move
from companion.rules.resources import Amounts, Symbol
from companion.rules.state import Phase, State
from companion.rules.tasks import Task, TurnCentre, TurnDune
from companion.view import View
from ui.shapes import CARD_SYMBOLS
from ui.speech import speech
from ui.tokens import ARROW, Deal, Token, of_amounts, of_card, of_cost, of_purse
from ui.widgets import Act

MOST_WITH_CARD = 9
"""Buttons at once where a card is shown above them."""


def asks(view: View, put_off: bool) -> bool:
    """Whether the books ask something now. ``put_off``: people name cards later."""
    return at_hand(view.state) is not None and not (put_off and may_wait(view.state))


def between(state: State) -> bool:
    """Whether a player may do something of the books that nobody asks for, such as changing water."""
    return at_hand(state) is None and bool(choices_of(state)) and state.phase is not Phase.OVER


class Choosing(BoxLayout):  # type: ignore[misc]
    """The panel. It remembers how far the choice is narrowed down."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.revision = -1
        self.path: tuple[Option, ...] = ()
        self.page = 0
        self.points = False  # the VP of a card are asked of which only the symbol is known

    def show(
        self, view: View, do: Callable[[Command], None], later: Callable[[], None], again: Callable[[], None],
        undo: Callable[[], None],
    ) -> None:  # fmt: skip
        """Shows what is asked. ``later`` puts it off where that can be; ``again`` shows the view anew; ``undo`` takes
        the last step back."""
        if view.revision != self.revision:
            self.revision, self.path, self.page, self.points = view.revision, (), 0, False
        state, words = view.state, speech.words
        books, task = state.books, at_hand(state)
        assert books is not None
        self._head(state, books, task, words)
        buttons = self._vp_buttons(state, view, do) if self.points else self._buttons(state, view, do, again)
        grid = self.ids.grid
        grid.clear_widgets()
        grid.cols = 2 if len(buttons) <= 8 else 3
        rows = -(-len(buttons) // grid.cols)
        grid.size_hint_y, self.ids.room.size_hint_y = rows, 3 - rows if rows < 3 else None
        self.ids.room.height = 0  # without a hint
        for button in buttons:
            grid.add_widget(button)
        self._foot(view, task, later, again, undo)

    # --- parts of it ----------------------------------------------------------------------------------------------

    def _head(self, state: State, books: Books, task: Task | None, words: Words) -> None:
        colour = whose(task) or (state.turn if task is None else None)
        self.ids.who.piece = Piece(PieceKind.TARGI, colour) if colour else None
        self.ids.who.symbol = "" if colour else "pile"
        self.ids.title.text = title(words, task)
        card = card_asked(task)
        shown = card is not None and not turns_up(task) and card not in books.cards.border
        self.ids.card.items = tuple(of_card(books, card)) if card is not None and shown else ()
        owned = books.of(colour) if colour else Account()
        path = [token for option in self.path for part in option.parts for token in tokens_of(books, part, owned)]
        self.ids.card.items = tuple(path) or self.ids.card.items
        water = state.settings.targia
        self.ids.purse.items = tuple(of_purse(books.of(colour), water)) if colour and not state.is_andy(colour) else ()

    def _offered(self, state: State) -> tuple[Option, ...]:
        most = MOST_WITH_CARD if self.ids.card.items else MOST
        last = self.path[-1] if self.path else None
        return options(state, last.moves, last.depth, most) if last else options(state, most=most)

    def _buttons(
        self, state: State, view: View, do: Callable[[Command], None], again: Callable[[], None]
    ) -> list[Deal]:
        found = self._offered(state)
        unknown = bool(self.path) and names_tribe_card(state)
        if unknown:  # what is nameless is found by another card's symbol and VP
            found = tuple(option for option in found if not of_nameless(state, option.moves[0]))
        room = MOST - 1
        pages = (
            [found] if len(found) + unknown <= MOST else [found[at : at + room] for at in range(0, len(found), room)]
        )
        self.page %= len(pages)
        buttons = [self._button(state, option, view, do, again) for option in pages[self.page]]
        seen = named_by_camera(view) if not self.path else None
        if seen is not None and state.books is not None:
            move = seen
            proposed = Deal(text=speech.words.say("option.seen"), items=tuple(of_card(state.books, seen.card)))
            proposed.act = lambda: do(Play(view.revision, move))
            buttons.insert(0, proposed)
        if unknown and self.page == len(pages) - 1:
            other = Deal(text=speech.words.say("option.other"), items=(Token("?"),))
            other.act = lambda: self._ask_points(again)
            buttons.append(other)
        if len(pages) > 1:
            more = Deal(text=speech.words.say("option.more"), items=(Token(f"{self.page + 1}/{len(pages)}"),))
            more.act = lambda: self._turn_page(again)
            buttons.append(more)
        return buttons

    def _button(
        self, state: State, option: Option, view: View, do: Callable[[Command], None], again: Callable[[], None]
    ) -> Deal:
        text, items, more = label(speech.words, state, option)
        button = Deal(text=text, items=items, more=more, option=option)
        if len(option.moves) == 1 and not (names_tribe_card(state) and of_nameless(state, option.moves[0])):
            move: Move = option.moves[0]
            button.act = lambda: do(Play(view.revision, move))
        else:
            button.act = lambda: self._narrow(option, again)
        return button

    def _vp_buttons(self, state: State, view: View, do: Callable[[Command], None]) -> list[Deal]:
        symbol = next(part.value for part in self.path[-1].parts if isinstance(part.value, Symbol))
        buttons = []
        for vp in range(MOST_VP + 1):
            button = Deal(items=(Token(str(vp), "vp"),))
            button.act = lambda vp=vp: do(Play(view.revision, named_unknown(state, symbol, vp)))
            buttons.append(button)
        return buttons

    def _foot(
        self, view: View, task: Task | None, later: Callable[[], None], again: Callable[[], None],
        act: Callable[[], None],
    ) -> None:  # fmt: skip
        foot = self.ids.foot
        foot.clear_widgets()
        undo = Act(code="button.undo", symbol="undo", most=16, disabled=not view.undo)
        undo.act = act
        foot.add_widget(undo)
        if self.path:
            back = Act(code="button.other_choice", symbol="back-arrow", most=16)
            back.act = lambda: self._widen(again)
            foot.add_widget(back)
        elif task is None or may_wait(view.state):
            wait = Act(code="button.later" if task else "button.close", most=16)
            wait.act = later
            foot.add_widget(wait)

    # --- touches --------------------------------------------------------------------------------------------------

    def _narrow(self, option: Option, again: Callable[[], None]) -> None:
        self.path, self.page = (*self.path, option), 0
        again()

    def _widen(self, again: Callable[[], None]) -> None:
        if self.points:
            self.points = False
        else:
            self.path, self.page = self.path[:-1], 0
        again()

    def _ask_points(self, again: Callable[[], None]) -> None:
        self.points = True
        again()

    def _turn_page(self, again: Callable[[], None]) -> None:
        self.page += 1
        again()


def named_by_camera(view: View) -> Reveal | None:
    """The card to be named as the camera reads it, where that may lie there."""
    task = at_hand(view.state)
    if not isinstance(task, TurnCentre | TurnDune) or view.sighting is None:
        return None
    seen = (view.sighting.cards or {}).get(task.where)
    move = Reveal(seen.name) if seen is not None else None
    return move if move in choices_of(view.state) else None


def title(words: Words, task: Task | None) -> str:
    """What is asked, in one sentence."""
    if task is None:
        return words.say("task.between")
    values = {
        "place": getattr(task, "where", None) or getattr(task, "corner", None),
        "colour": getattr(task, "colour", None),
    }
    key = task.word.replace("-", "_")
    card = card_asked(task)
    if key in ("act", "exchanges", "morgana") and card is not None:
        key, values["card"] = "act", _border_name(words, card)
    return words.say(f"task.{key}", **values)


def _border_name(words: Words, card: str) -> str:
    """A border card by its number and name."""
    return words.title(border(int("".join(filter(str.isdigit, card.rpartition("-")[2])))))


def label(words: Words, state: State, option: Option) -> tuple[str, tuple[Token, ...], tuple[Token, ...]]:
    """The words and the tokens of a button, and the tokens that go below these: what a card costs."""
    books, task = state.books, at_hand(state)
    assert books is not None
    asked, colour = card_asked(task), whose(task) or state.turn
    owned = books.of(colour) if colour else Account()
    said: list[str] = []
    items: list[Token] = []
    below: list[Token] = []
    for part in option.parts:
        if part.code in (PartCode.GET, PartCode.WITH) and items and part.value:
            items.append(ARROW)
        said += _said(words, part)
        tokens = [] if part.value == asked else tokens_of(books, part, owned)
        paid = part.code in (PartCode.GIVE, PartCode.STORED) and any(token.framed for token in items)
        (below if paid else items).extend(tokens)
        if part.code is PartCode.CARD and isinstance(part.value, str):
            below += of_cost(books, part.value)
    if not said and not items:
        said.append(words.say("option.use" if asked else "option.nothing"))
    return " · ".join(said), tuple(items), tuple(below)


def _said(words: Words, part: Part) -> list[str]:
    """The words for a part; none where its tokens say it."""
    match part.code, part.value:
        case (PartCode.DECLINE, str(task)) if task in ("offer", "turn-ends", "pay-raid", "last-exchange"):
            return [words.say(f"option.decline_{task.replace('-', '_')}")]
        case (PartCode.LAY | PartCode.KEEP | PartCode.DISCARD | PartCode.SWAP | PartCode.DECLINE, _):
            return [words.say(f"option.{part.code}")]
        case (PartCode.TARGIA | PartCode.PILE | PartCode.BRACKET | PartCode.STORED, _):
            return [words.say(f"option.{part.code}")]
        case (PartCode.ROW, int(row)):
            return [words.say("option.row", row=row)]
        case (PartCode.SYMBOL, Symbol() as symbol):
            return [words.say(symbol)]
        case (_, Place() as where):
            return [words.spot(where)]
    return []


def tokens_of(books: Books, part: Part, owned: Account) -> list[Token]:
    """What is drawn of a part. ``owned``: by the player who chooses."""
    match part.code, part.value:
        case (_, Amounts() as amounts):
            return list(of_amounts(amounts))
        case (PartCode.STORED, int(count)):
            return [Token(str(count), "gold")]
        case (_, Symbol() as symbol):
            return [Token(symbol=str(symbol))]
        case (PartCode.PLACE, Place(kind=PlaceKind.BORDER, number=number)):
            return [Token(symbol=CARD_SYMBOLS[number])]
        case (PartCode.PLACE | PartCode.TO, Place(kind=PlaceKind.CENTRE) as where):
            spot = books.spot(where)
            return list(of_card(books, spot.card, cost=False)) if spot and spot.card else []
        case (PartCode.PLACE, Place() as where):
            return list(of_card(books, books.dune_at(where) or ""))
        case (PartCode.CARD | PartCode.LAY | PartCode.KEEP | PartCode.DISCARD | PartCode.SWAP, str(card)):
            return list(of_card(books, card, cost=False))
        case (PartCode.USE, str(card)):
            return list(of_card(books, card))
        case (PartCode.TO, Slot() as where):
            return [ARROW, Token(str(where))]
        case (PartCode.USE | PartCode.FROM | PartCode.WITH, Slot() as where):
            laid = owned.at(where)
            return list(of_card(books, laid.card, cost=False))[:1] if laid else []
    return []


Builder.load_file(str(Path(__file__).with_name("choosing.kv")))
