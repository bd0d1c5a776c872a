"""What there is to tell of a place: what its card does, who may stand there or why not, what a crossing there would
bring and whether it can be paid. Codes with parameters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from companion.bookkeeping import put_off
from companion.rules.board import CardKind, Colour, PieceKind, Place, PlaceKind
from companion.rules.books import Books, PileKind
from companion.rules.cards import BorderCard, DuneCard, GoodsCard, TribeCard
from companion.rules.engine import refusal
from companion.rules.moves import PlaceTargi
from companion.rules.paying import payments, terms_for
from companion.rules.state import Phase, Refusal, State
from companion.view import View

Card = BorderCard | TribeCard | GoodsCard | DuneCard


class TellCode(str, Enum):
    """What is told. In brackets: the fields of `Told` that go with it."""

    DOES = "does"  # (text) what the card does, as the card files say it
    GOODS = "goods"  # a goods card of which no more is known
    TRIBE = "tribe"  # a tribe card of which no more is known
    PLAIN = "plain"  # a tribe card without text
    BACK = "back"  # it lies face down until the end of the round
    EMPTY = "empty"
    DUNE = "dune"  # a dune of which no more is known
    MAY_PLACE = "may_place"  # (colour)
    WHY_NOT = "why_not"  # (refusal)
    CROSSING = "crossing"  # (colour)
    CAN_PAY = "can_pay"  # (colour)
    CANNOT_PAY = "cannot_pay"  # (colour)
    HAND_FULL = "hand_full"  # (colour)
    DISPLAY_FULL = "display_full"  # (colour)

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Told:
    """One thing to tell; which fields a code uses stands beside the code."""

    code: TellCode
    colour: Colour | None = None
    text: str = ""
    refusal: Refusal | None = None


def card_at(view: View, where: Place) -> Card | None:
    """The card that lies there, as far as it is known: from the agreed border, from the books, or by its picture."""
    cards, books = view.cards, view.state.books
    if where.kind is PlaceKind.BORDER:
        return cards.border.get(view.border[where.number - 1])
    if where.kind is PlaceKind.DUNE:
        return cards.dunes.get((books.dune_at(where) or "") if books else _seen(view, where))
    name = _central(books, where) if books else _seen(view, where)
    return (books.cards if books else cards).tribe.get(name) or cards.goods.get(name)


def _central(books: Books, where: Place) -> str:
    spot = books.spot(where)
    return spot.card if spot and spot.up and spot.card else ""


def _seen(view: View, where: Place) -> str:
    """The name that the camera reads there, where that is sure."""
    cards = view.sighting.cards if view.sighting else None
    named = cards.get(where) if cards else None
    return named.name if named else ""


def kind_at(view: View, where: Place) -> CardKind:
    """What kind of card lies in that place of the middle."""
    books = view.state.books
    if books is None:
        return view.centre.get(where, CardKind.UNKNOWN)
    spot = books.spot(where)
    if spot is None:
        return CardKind.EMPTY
    if spot.up or _dealt(view.state):
        return CardKind.TRIBE if spot.pile is PileKind.TRIBE else CardKind.GOODS
    return CardKind.BACK_TRIBE if spot.pile is PileKind.TRIBE else CardKind.BACK_GOODS


def _dealt(state: State) -> bool:
    """Whether the cards lie open and only their names are not known yet."""
    return state.phase is Phase.PLACING


def told_of(view: View, where: Place) -> tuple[Told, ...]:
    """All there is to tell of that place, the card first."""
    return (*_card(view, where), *_placing(view.state, where), *_crossing(view, where))


def _card(view: View, where: Place) -> Iterator[Told]:
    card = card_at(view, where)
    if card is not None and card.text:
        yield Told(TellCode.DOES, text=card.text)
    elif isinstance(card, TribeCard):
        yield Told(TellCode.PLAIN)
    elif where.kind is PlaceKind.DUNE:
        yield Told(TellCode.DUNE)
    if where.kind is PlaceKind.CENTRE and not isinstance(card, TribeCard):
        yield from _kind(kind_at(view, where))


def _kind(kind: CardKind) -> Iterator[Told]:
    codes = {
        CardKind.GOODS: TellCode.GOODS,
        CardKind.TRIBE: TellCode.TRIBE,
        CardKind.BACK_GOODS: TellCode.BACK,
        CardKind.BACK_TRIBE: TellCode.BACK,
        CardKind.EMPTY: TellCode.EMPTY,
    }
    if kind in codes:
        yield Told(codes[kind])


def _placing(state: State, where: Place) -> Iterator[Told]:
    """Who may put a Targi there now, or why not."""
    turn = state.turn
    if state.phase is not Phase.PLACING or turn is None or where.kind is PlaceKind.CENTRE or state.is_andy(turn):
        return
    if any(piece.kind is PieceKind.TARGI and piece.colour is turn for piece in state.standing.at(where)):
        return
    no = refusal(put_off(state), PlaceTargi(turn, where))
    yield Told(TellCode.MAY_PLACE, turn) if no is None else Told(TellCode.WHY_NOT, turn, refusal=no)


def _crossing(view: View, where: Place) -> Iterator[Told]:
    """Whose crossing it is, and what that is worth where books are kept."""
    state = view.state
    owners = [colour for colour in Colour if where in state.crossings_of(colour) or where in state.markers_of(colour)]
    for colour in owners:
        yield Told(TellCode.CROSSING, colour)
    card = card_at(view, where)
    if state.books is None or not isinstance(card, TribeCard) or where.kind is not PlaceKind.CENTRE:
        return
    for colour in owners or ([state.turn] if state.turn else []):
        if not state.is_andy(colour):
            yield from _worth(state.books, colour, card)


def _worth(books: Books, colour: Colour, card: TribeCard) -> Iterator[Told]:
    owned = books.of(colour)
    if not owned.open_rows:
        yield Told(TellCode.DISPLAY_FULL, colour)
    elif card.cost is not None:
        payable = next(payments(owned, card.cost, terms_for(books, colour, card.id)), None) is not None
        yield Told(TellCode.CAN_PAY if payable else TellCode.CANNOT_PAY, colour)
        if not payable and not books.hand_free(colour):
            yield Told(TellCode.HAND_FULL, colour)
