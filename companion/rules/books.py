"""What players own and what lies where, when books are kept: goods, cards, piles, and what is still to be done.

Values only; `ledger` changes them. Cards are named by their ids in the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeVar

from companion.rules.abilities import Ability
from companion.rules.board import CENTRE, Colour, Place
from companion.rules.cards import DISPLAY_ROWS, ROW_CARDS, BorderCard, Catalogue, DuneCard, TribeCard
from companion.rules.catalogue import shipped
from companion.rules.lines import spell
from companion.rules.play_abilities import HandLimit
from companion.rules.resources import NOTHING, Amounts
from companion.rules.tasks import Task

DISPLAY_CARDS = DISPLAY_ROWS * ROW_CARDS
A = TypeVar("A", bound=Ability)


class PileKind(str, Enum):
    """The piles cards are drawn from (clauses SET-6, XSET-4)."""

    TRIBE = "tribe"
    GOODS = "goods"
    DUNES = "dunes"

    def __str__(self) -> str:
        return self.value

    @property
    def other(self) -> PileKind:
        """What takes the place of a used central card (clause ACT-7)."""
        return PileKind.GOODS if self is PileKind.TRIBE else PileKind.TRIBE


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A place of a display: row 1..3 from the top, place 1..4 from the left."""

    row: int
    place: int

    def __str__(self) -> str:
        return f"{self.row}.{self.place}"


def slot(text: str) -> Slot:
    """Reads ``2.3``. Raises ValueError for anything else."""
    match = re.fullmatch(r"([1-3])\.([1-4])", text)
    if not match:
        raise ValueError(f"{text!r} is no place of a display: write 1.1 to 3.4")
    return Slot(int(match[1]), int(match[2]))


spell(Slot, slot)


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card in a display, a sand dune among them. ``gold``, ``water``: tokens on it. ``action``: it holds its action
    token (clause XTRB-3). ``used``: its effect of this round has been (cards 34 to 37, 39)."""

    card: str
    gold: int = 0
    water: int = 0
    action: bool = False
    used: bool = False


Rows = tuple[tuple[LaidCard, ...], ...]
EMPTY_ROWS: Rows = ((),) * DISPLAY_ROWS


@dataclass(frozen=True, slots=True)
class Account:
    """What one player owns. ``dunes``: sand dunes kept beside the player; ``fresh``: those kept in this round, for
    later turns (EX-A2)."""

    purse: Amounts = NOTHING
    hand: tuple[str, ...] = ()
    rows: Rows = EMPTY_ROWS
    dunes: tuple[str, ...] = ()
    fresh: tuple[str, ...] = ()

    @property
    def laid(self) -> int:
        """How many cards are laid (clause TRB-5)."""
        return sum(map(len, self.rows))

    def slots(self) -> Iterator[tuple[Slot, LaidCard]]:
        """Every laid card with its place."""
        for number, row in enumerate(self.rows, 1):
            for place, card in enumerate(row, 1):
                yield Slot(number, place), card

    def at(self, where: Slot) -> LaidCard | None:
        row = self.rows[where.row - 1]
        return row[where.place - 1] if where.place <= len(row) else None

    def put(self, where: Slot, card: LaidCard) -> Account:
        """With that card in the place of the one there."""
        rows = [list(row) for row in self.rows]
        rows[where.row - 1][where.place - 1] = card
        return replace(self, rows=tuple(map(tuple, rows)))

    @property
    def open_rows(self) -> tuple[int, ...]:
        """The rows with room, counted from 1 (clause TRB-1)."""
        return tuple(number for number, row in enumerate(self.rows, 1) if len(row) < ROW_CARDS)

    @property
    def stored_gold(self) -> int:
        """Gold on own cards: it pays for tribe cards only (clause FAQ-10)."""
        return sum(card.gold for row in self.rows for card in row)


@dataclass(frozen=True, slots=True)
class Spot:
    """A central place that is not empty. ``card`` None: face down and not known. ``old``: dealt before its pile was
    last shuffled anew."""

    pile: PileKind
    card: str | None
    up: bool
    old: bool = False


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile whose order nobody knows.

    ``bag``: the cards not seen since the last shuffle, face-down central ones among them, sorted. ``old``: those of the
    shuffle before, all of them face down in the central area. ``discards``: the top one last. ``top``: the card on top
    where it lies face up (clause XSET-5).
    """

    bag: tuple[str, ...] = ()
    old: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    top: str | None = None


@dataclass(frozen=True, slots=True)
class Books:
    """Everything the table's figures do not show.

    ``border``: the ids of the border cards 1 to 16. ``centre``: in the order of `board.CENTRE`. ``open_dunes``: sand
    dunes face up on the table. ``turned``: dunes on their back (clause BDUN-2). ``gone``: cards out of the game.
    ``nomads``: Andy's cards of this round. ``agenda``: what is to be done, first task first. ``closing``: the round's
    actions are done. ``top_open``: the top tribe card lies face up. ``options``: house rules in force, by the names in
    the clauses. ``cards``: the catalogue, which is no part of the position's text.
    """

    blue: Account = Account()
    white: Account = Account()
    border: tuple[str, ...] = ()
    centre: tuple[Spot | None, ...] = (None,) * len(CENTRE)
    tribe: Pile = Pile()
    goods: Pile = Pile()
    dunes: Pile = Pile()
    open_dunes: tuple[tuple[Place, str], ...] = ()
    turned: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    nomads: tuple[int, ...] = ()
    agenda: tuple[Task, ...] = ()
    closing: bool = False
    top_open: bool = False
    options: frozenset[str] = frozenset()
    cards: Catalogue = field(default_factory=shipped, compare=False, repr=False)

    def of(self, colour: Colour) -> Account:
        return self.blue if colour is Colour.BLUE else self.white

    def pile(self, kind: PileKind) -> Pile:
        pile: Pile = getattr(self, kind.value)
        return pile

    def spot(self, where: Place) -> Spot | None:
        """What lies on that central place; nothing does on any other."""
        return self.centre[CENTRE.index(where)] if where in CENTRE else None

    def spots(self) -> Iterator[tuple[Place, Spot]]:
        """Every central place that is not empty, with what lies there."""
        yield from ((where, spot) for where, spot in zip(CENTRE, self.centre, strict=True) if spot)

    def left(self, kind: PileKind) -> int:
        """How many cards that pile still has (clause SET-6)."""
        pile = self.pile(kind)
        backs = sum(
            spot is not None and spot.pile is kind and spot.card is None and not spot.old for spot in self.centre
        )
        return len(pile.bag) - backs + (pile.top is not None)

    def dune_at(self, where: Place) -> str | None:
        return next((card for there, card in self.open_dunes if there == where), None)

    def border_card(self, number: int) -> BorderCard:
        return self.cards.border[self.border[number - 1]]

    def tribe_card(self, name: str) -> TribeCard | None:
        return self.cards.tribe.get(name)

    def dune_card(self, name: str) -> DuneCard | None:
        return self.cards.dunes.get(name)

    def ability(self, name: str) -> Ability | None:
        """The effect of a laid card; a sand dune in a display has none (clause XSCO-4)."""
        card = self.cards.tribe.get(name)
        return card.effect if card else None

    def abilities(self, colour: Colour, kind: type[A]) -> Iterator[tuple[Slot, LaidCard, A]]:
        """The laid cards of that player with that kind of effect."""
        for where, card in self.of(colour).slots():
            effect = self.ability(card.card)
            if isinstance(effect, kind):
                yield where, card, effect

    def hand_limit(self, colour: Colour) -> int:
        """How many cards that player may hold (clause ACT-10)."""
        return max((effect.cards for _, _, effect in self.abilities(colour, HandLimit)), default=1)

    def hand_free(self, colour: Colour) -> bool:
        return len(self.of(colour).hand) < self.hand_limit(colour)
