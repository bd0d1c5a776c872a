"""What to show of the choices at hand: buttons of which each makes a move, or narrows the choice down.

The engine offers every legal move; most differ in one or two things only. A move is read as a list of parts (what is
laid, what is paid, in which row), and moves that share their first parts share a button. Codes, not sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from companion.bookkeeping import is_nameless
from companion.rules.agenda import at_hand, choices_of
from companion.rules.board import Colour, Place, place
from companion.rules.book_moves import Decline, Discard, Keep, Lay, Pick, Rearrange, Reveal, Swap, Trade
from companion.rules.books import Books, Slot, slot
from companion.rules.ledger import books_of
from companion.rules.moves import PlaceTargi, ShiftMarker
from companion.rules.moving import Move
from companion.rules.resources import NOTHING, Amounts, Symbol
from companion.rules.state import State
from companion.rules.tasks import Owned, Task, Turn
from companion.rules.visits import TARGIA_TARGET

MOST = 12
"""Buttons that fit beside the board at once."""


class PartCode(str, Enum):
    """What a part says. In brackets: its value."""

    LAY = "lay"  # (a card's id)
    KEEP = "keep"  # (a card's id)
    DISCARD = "discard"  # (a card's id)
    SWAP = "swap"  # (a card's id) this card of the hand
    GIVE = "give"  # (Amounts) to the supply
    GET = "get"  # (Amounts) from the supply
    STORED = "stored"  # (so much gold) of it from own cards
    BRACKET = "bracket"  # (yes) what stands in brackets is paid too
    ROW = "row"  # (1..3) of the display
    USE = "use"  # (Slot or a card's id) a laid card, or a kept dune
    FROM = "from"  # (Slot or Place)
    TO = "to"  # (Slot or Place)
    WITH = "with"  # (Slot) the two change places
    PLACE = "place"  # (Place)
    TARGIA = "targia"
    PILE = "pile"
    SYMBOL = "symbol"  # (Symbol) the card is one of that symbol
    CARD = "card"  # (a card's id) this card is turned up
    DECLINE = "decline"  # (the task's word) nothing, or nothing more

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that a move says."""

    code: PartCode
    value: Amounts | Place | Slot | Symbol | str | int | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A button: what it says, and the moves it stands for. With one move a touch makes it; with more it narrows the
    choice down to these, whose parts are the same up to ``depth``."""

    parts: tuple[Part, ...]
    moves: tuple[Move, ...]
    depth: int


def options(state: State, moves: Iterable[Move] | None = None, depth: int = 0, most: int = MOST) -> tuple[Option, ...]:
    """The buttons for the choices at hand, or for those of ``moves``, whose first ``depth`` parts are decided. Choices
    are shown at once as long as there are no more than ``most`` buttons."""
    asked = tuple(_told_apart(state, choices_of(state) if moves is None else moves))
    read = {move: tuple(parts_of(state, move)) for move in asked}
    groups = list(_grouped(read, asked, depth))
    cards = {parts[0].value for parts in read.values() if parts[0].code is PartCode.LAY}
    whole = {PartCode.SYMBOL, PartCode.LAY} if len(cards) > 1 else {PartCode.SYMBOL}
    while True:
        for group in sorted(groups, key=lambda group: len(group[0])):
            finer = list(_grouped(read, group[0], group[1]))
            held = not depth and read[group[0][0]][0].code in whole
            if len(finer) > 1 and not held and len(groups) + len(finer) - 1 <= most:
                at = groups.index(group)
                groups[at : at + 1] = finer
                break
        else:
            break
    return tuple(Option(read[members[0]][depth:until], members, until) for members, until in groups)


def of_nameless(state: State, move: Move) -> bool:
    """Whether a card is turned up of which nobody knows more than the symbol."""
    return isinstance(move, Reveal) and is_nameless(books_of(state).cards, move.card)


def _told_apart(state: State, moves: Iterable[Move]) -> Iterator[Move]:
    """The moves without those of which people see no difference: one nameless card of a symbol is like the others."""
    seen = set()
    for move in moves:
        if not of_nameless(state, move):
            yield move
        elif (symbol := next(parts_of(state, move)).value) not in seen:
            seen.add(symbol)
            yield move


def _grouped(
    read: dict[Move, tuple[Part, ...]], moves: Iterable[Move], depth: int
) -> Iterator[tuple[tuple[Move, ...], int]]:
    """The moves by the next part they differ in, each group with how many parts its moves share."""
    found: dict[Part | None, list[Move]] = {}
    for move in moves:
        found.setdefault(read[move][depth] if depth < len(read[move]) else None, []).append(move)
    for members in found.values():
        shared = list(zip(*(read[move] for move in members), strict=False))
        until = next((index for index, parts in enumerate(shared) if len(set(parts)) > 1), len(shared))
        yield tuple(members), len(read[members[0]]) if len(members) == 1 else until


def parts_of(state: State, move: Move) -> Iterator[Part]:
    """What a move says, the most telling first."""
    books, task = books_of(state), at_hand(state)
    match move:
        case Lay(card=card, row=row, pay=pay, stored=stored, bracket=bracket):
            yield Part(PartCode.LAY, card)
            yield Part(PartCode.GIVE, pay)
            if stored:
                yield Part(PartCode.STORED, stored)
            if bracket:
                yield Part(PartCode.BRACKET)
            yield Part(PartCode.ROW, row)
        case Keep(card=card):
            yield Part(PartCode.KEEP, card)
        case Discard(card=card):
            yield Part(PartCode.DISCARD, card)
        case Trade(give=give, get=get):
            if give != NOTHING:
                yield Part(PartCode.GIVE, give)
            if get != NOTHING or give == NOTHING:
                yield Part(PartCode.GET, get)
        case Decline():
            yield Part(PartCode.DECLINE, task.word if task else None)
        case Pick(target=target):
            yield _target(books, target)
        case Rearrange(shifts=((one, other), (back, again))) if (one, other) == (again, back):
            yield Part(PartCode.FROM, one)
            yield Part(PartCode.WITH, other)
        case Rearrange(shifts=shifts):
            for source, goal in shifts:
                yield Part(PartCode.FROM, source)
                yield Part(PartCode.TO, goal)
        case Swap(card=card, target=target):
            yield Part(PartCode.SWAP, card)
            yield _target(books, target)
        case Reveal(card=card):
            facts = books.tribe_card(card)
            if facts and facts.symbol:
                yield Part(PartCode.SYMBOL, facts.symbol)
            yield Part(PartCode.CARD, card)
        case ShiftMarker(source=source, where=where):
            yield Part(PartCode.FROM, source)
            yield Part(PartCode.TO, where)
        case PlaceTargi(where=where):
            yield Part(PartCode.PLACE, where)


def _target(books: Books, target: str) -> Part:
    if target == TARGIA_TARGET:
        return Part(PartCode.TARGIA)
    if target == "pile":
        return Part(PartCode.PILE)
    if target in books.cards.dunes:
        return Part(PartCode.USE, target)
    try:
        return Part(PartCode.PLACE, place(target))
    except ValueError:
        return Part(PartCode.USE, slot(target))


def whose(task: Task | None) -> Colour | None:
    """The player whom a task asks; None: it is chance's, or nobody's."""
    return task.colour if isinstance(task, Owned) else None


def card_asked(task: Task | None) -> str | None:
    """The card a task is about, where it names one."""
    return getattr(task, "card", None)


def turns_up(task: Task | None) -> bool:
    """Whether a card is turned up, which a person names."""
    return isinstance(task, Turn)
