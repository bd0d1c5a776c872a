"""The moves of players who keep books: choices of the task at hand, and what chance gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.rules.board import Colour
from companion.rules.books import Books, Slot
from companion.rules.moving import Move
from companion.rules.resources import Amounts


@dataclass(frozen=True, slots=True)
class BookMove(Move):
    """A move that only books know."""


@dataclass(frozen=True, slots=True)
class Trade(BookMove):
    """Something is given to the supply for something, or just taken, or just given: goods, exchanges, raids."""

    word: ClassVar[str] = "trade"
    colour: Colour
    give: Amounts
    get: Amounts


@dataclass(frozen=True, slots=True)
class Lay(BookMove):
    """A card is laid at the end of that row 1..3 (clause TRB-4). ``pay``: all that is paid; ``stored``: how much of its
    gold comes from own cards; ``bracket``: what stands in brackets is paid too (clause XTRB-6)."""

    word: ClassVar[str] = "lay"
    colour: Colour
    card: str
    row: int
    pay: Amounts
    stored: int = 0
    bracket: bool = False


@dataclass(frozen=True, slots=True)
class Keep(BookMove):
    """A tribe card goes into the hand (clause ACT-5)."""

    word: ClassVar[str] = "keep"
    colour: Colour
    card: str


@dataclass(frozen=True, slots=True)
class Discard(BookMove):
    """A tribe card is discarded unused (clauses ACT-6, BRD-1)."""

    word: ClassVar[str] = "discard"
    colour: Colour
    card: str


@dataclass(frozen=True, slots=True)
class Decline(BookMove):
    """The task at hand is passed over, or nothing more of it is wanted (clause ACT-11)."""

    word: ClassVar[str] = "decline"
    colour: Colour


@dataclass(frozen=True, slots=True)
class Pick(BookMove):
    """One of several is chosen: a border card's number, ``targia``, a central place, a dune, a place of the display,
    ``pile``, or a card's id."""

    word: ClassVar[str] = "pick"
    colour: Colour
    target: str


@dataclass(frozen=True, slots=True)
class Rearrange(BookMove):
    """Laid cards go to other places of the display, all at once: pairs of from and to (card 44, U6)."""

    word: ClassVar[str] = "rearrange"
    colour: Colour
    shifts: tuple[tuple[Slot, Slot], ...]


@dataclass(frozen=True, slots=True)
class Swap(BookMove):
    """That card of the hand changes with the one on that place of the display, or on that central place (U3, U6)."""

    word: ClassVar[str] = "swap"
    colour: Colour
    card: str
    target: str


@dataclass(frozen=True, slots=True)
class Reveal(BookMove):
    """Chance: this card is turned up (for Andy ``nomad-5``)."""

    word: ClassVar[str] = "reveal"
    card: str


@dataclass(frozen=True, slots=True)
class SetBooks(BookMove):
    """A person says what the books are from now on: opened, put right, or (None) closed."""

    word: ClassVar[str] = "books"
    books: Books | None


BOOK_MOVES: tuple[type[Move], ...] = (
    Trade,
    Lay,
    Keep,
    Discard,
    Decline,
    Pick,
    Rearrange,
    Swap,
    Reveal,
    SetBooks,
)
