"""Changes of the books within a position: what players gain and pay, what is to be done next, cards that move."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.board import CENTRE, Colour, Place
from companion.rules.books import Account, Books, LaidCard, Pile, PileKind, Slot, Spot
from companion.rules.resources import Amounts
from companion.rules.state import Reason, State
from companion.rules.tasks import Task, TurnTop


def books_of(state: State) -> Books:
    """The position's books. Raises ValueError where none are kept."""
    if state.books is None:
        raise ValueError("no books are kept in this game")
    return state.books


def account(state: State, colour: Colour) -> Account:
    return books_of(state).of(colour)


def with_account(state: State, colour: Colour, owned: Account) -> State:
    books = books_of(state)
    changed = replace(books, blue=owned) if colour is Colour.BLUE else replace(books, white=owned)
    return replace(state, books=changed)


def gain(state: State, colour: Colour, amounts: Amounts) -> State:
    """The player takes that from the supply, which never runs out (clause SET-7)."""
    owned = account(state, colour)
    return with_account(state, colour, replace(owned, purse=owned.purse + amounts))


def pay(state: State, colour: Colour, amounts: Amounts) -> State:
    """The player gives that to the supply. Raises ValueError when it is not there."""
    owned = account(state, colour)
    if not owned.purse.covers(amounts):
        raise ValueError(f"{colour} cannot pay {amounts}")
    return with_account(state, colour, replace(owned, purse=owned.purse - amounts))


def set_laid(state: State, colour: Colour, where: Slot, card: LaidCard) -> State:
    return with_account(state, colour, account(state, colour).put(where, card))


# --- the agenda ---


def first(state: State, *tasks: Task) -> State:
    """These come next, before what was to be done already."""
    if not tasks:
        return state
    books = books_of(state)
    return replace(state, books=replace(books, agenda=(*tasks, *books.agenda)))


def later(state: State, *tasks: Task) -> State:
    """These come after what is to be done already. Without books nothing is to be done."""
    if state.books is None:
        return state
    return replace(state, books=replace(state.books, agenda=(*state.books.agenda, *tasks)))


def done(state: State) -> State:
    """The task at hand is done."""
    books = books_of(state)
    return replace(state, books=replace(books, agenda=books.agenda[1:]))


def dropped(state: State, *tasks: Task) -> State:
    """These are not to be done any more."""
    if state.books is None:
        return state
    left = tuple(task for task in state.books.agenda if task not in tasks)
    return replace(state, books=replace(state.books, agenda=left))


def spent(state: State, colour: Colour, reasons: set[Reason]) -> State:
    """The player passes over these reasons by cards: one that works once gives its action token (EX-W1, EX-A1)."""
    for reason in sorted(reasons):
        said = any((given.colour, given.reason) == (colour, reason) for given in state.permissions)
        where = None if said else state.permitting(colour, reason)
        card = account(state, colour).at(where) if where else None
        if where and card and card.action:
            return set_laid(state, colour, where, replace(card, action=False))
    return state


# --- cards ---


def with_pile(books: Books, kind: PileKind, pile: Pile) -> Books:
    if kind is PileKind.TRIBE:
        return replace(books, tribe=pile)
    return replace(books, goods=pile) if kind is PileKind.GOODS else replace(books, dunes=pile)


def with_spot(books: Books, where: Place, spot: Spot | None) -> Books:
    index = CENTRE.index(where)
    return replace(books, centre=(*books.centre[:index], spot, *books.centre[index + 1 :]))


def discard(state: State, kind: PileKind, card: str) -> State:
    """The card goes on top of its discard pile."""
    books = books_of(state)
    pile = books.pile(kind)
    return replace(state, books=with_pile(books, kind, replace(pile, discards=(*pile.discards, card))))


def ready(state: State, kind: PileKind) -> State:
    """A card of that pile is needed: an empty pile is made anew of its discards (clauses ACT-8, ACT-9)."""
    books = books_of(state)
    pile = books.pile(kind)
    if books.left(kind) or not pile.discards:
        return state
    centre = tuple(
        replace(spot, old=True) if spot and spot.pile is kind and spot.card is None else spot for spot in books.centre
    )
    fresh = Pile(bag=tuple(sorted(pile.discards)), old=tuple(sorted(pile.old + pile.bag)))
    return replace(state, books=replace(with_pile(books, kind, fresh), centre=centre))


def without_card(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards save one of that name. Raises ValueError when there is none."""
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def drawn(state: State, kind: PileKind, card: str, old: bool = False) -> State:
    """The card is out of the pile: it was turned up. ``old``: it lay in the central area since the shuffle before."""
    books = books_of(state)
    pile = books.pile(kind)
    if pile.top == card and not old:
        return show_top(replace(state, books=with_pile(books, kind, replace(pile, top=None))))
    taken = replace(pile, old=without_card(pile.old, card)) if old else replace(pile, bag=without_card(pile.bag, card))
    return replace(state, books=with_pile(books, kind, taken))


def show_top(state: State) -> State:
    """In the expansion the next top tribe card is turned up (clause XSET-5)."""
    return first(state, TurnTop()) if books_of(state).top_open else state


def replaced(state: State, where: Place, used: PileKind) -> State:
    """A used central card's place gets a face-down card of the other kind (clauses ACT-7, ACT-9)."""
    kind = used.other
    state = ready(state, kind)
    books = books_of(state)
    pile = books.pile(kind)
    if not books.left(kind):
        return replace(state, books=with_spot(books, where, None))
    if pile.top is None:
        return replace(state, books=with_spot(books, where, Spot(kind, None, up=False)))
    books = with_spot(books, where, Spot(kind, pile.top, up=False))
    return show_top(replace(state, books=with_pile(books, kind, replace(pile, top=None))))


def taken_from(state: State, where: Place) -> State:
    """The card on that central place has been used or taken: another takes its place."""
    spot = books_of(state).spot(where)
    if spot is None:
        raise ValueError(f"nothing lies on {where}")
    return replaced(state, where, spot.pile)
