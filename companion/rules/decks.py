"""Which cards a game is played with: border, tribe deck, Andy's stack (clauses XSET-7, XMIX-1 to XMIX-3, BBRD-0,
SOLO-1). Chance is passed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from random import Random

from companion.rules.board import BORDER
from companion.rules.cards import BorderCard, BorderKind, Box, Catalogue
from companion.rules.resources import Symbol
from companion.rules.state import Edition

SYMBOL_CARDS = 9
"""How many cards of each symbol a tribe deck should hold (clauses XMIX-1, XMIX-2)."""


class DeckFault(str, Enum):
    """What is wrong with the cards chosen for a game."""

    NO_CARD = "no_card"  # there is no border card of that id
    NOMAD_ONLY = "nomad_only"  # the Bonus-Box's goods cards lie in Andy's stack alone
    NUMBER_TWICE = "number_twice"
    NUMBER_MISSING = "number_missing"
    SYMBOL_COUNT = "symbol_count"  # a warning: any deck may be played

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault and what it concerns. ``count``: how many cards of that number or symbol there are."""

    code: DeckFault
    card: str | None = None
    number: int | None = None
    symbol: Symbol | None = None
    count: int = 0


# --- the border ---


def border_of(edition: Edition, cards: Catalogue) -> tuple[str, ...]:
    """The border of that box alone, ids by number 1 to 16: the expansion keeps the base game's goods cards (clause
    XSET-7)."""
    found = {card.number: card.id for card in cards.border.values() if card.box is Box.BASE}
    if edition is Edition.EXPANSION:
        found |= {card.number: card.id for card in cards.border.values() if card.box is Box.EXPANSION}
    return tuple(found[where.number] for where in BORDER)


def exchanged(border: Iterable[str], new: Iterable[str], cards: Catalogue) -> tuple[str, ...]:
    """The border with those cards in the place of the ones of their numbers (clauses XMIX-3, BBRD-0)."""
    by_number = {cards.border[name].number: name for name in new}
    return tuple(by_number.get(cards.border[name].number, name) for name in border)


def bonus_sets(cards: Catalogue, chance: Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Six of the Bonus-Box's action cards at random, one of each number, for a first game, and the other six for a
    second (clause BBRD-0)."""
    pairs = [chance.sample(pair, len(pair)) for pair in bonus_pairs(cards).values()]
    return tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs)


def border_faults(border: Iterable[str], cards: Catalogue) -> tuple[Fault, ...]:
    """Why those cards make no border: each number 1 to 16 must occur once (clause XMIX-3)."""
    faults: list[Fault] = []
    numbers: Counter[int] = Counter()
    for name in border:
        card = cards.border.get(name)
        if card is None:
            faults.append(Fault(DeckFault.NO_CARD, card=name))
        elif _nomad_only(card):
            faults.append(Fault(DeckFault.NOMAD_ONLY, card=name, number=card.number))
        else:
            numbers[card.number] += 1
    for where in BORDER:
        count = numbers[where.number]
        if count != 1:
            code = DeckFault.NUMBER_TWICE if count else DeckFault.NUMBER_MISSING
            faults.append(Fault(code, number=where.number, count=count))
    return tuple(faults)


def bonus_pairs(cards: Catalogue) -> Mapping[int, list[str]]:
    """The Bonus-Box's action cards by number: two of each (clause BBRD-0)."""
    pairs: dict[int, list[str]] = {}
    for card in cards.border.values():
        if card.box is Box.BONUS and card.kind is BorderKind.ACTION:
            pairs.setdefault(card.number, []).append(card.id)
    return pairs


def nomad_stack(border: Iterable[str], cards: Catalogue) -> tuple[str, ...]:
    """Andy's twelve cards by number: the Bonus-Box's goods cards, and of each pair of its action cards the one that
    does not lie in the border (clause SOLO-1)."""
    lying = set(border)
    stack = {card.number: card.id for card in cards.border.values() if _nomad_only(card)}
    stack |= {number: next(name for name in pair if name not in lying) for number, pair in bonus_pairs(cards).items()}
    return tuple(stack[number] for number in sorted(stack))


def _nomad_only(card: BorderCard) -> bool:
    return card.box is Box.BONUS and card.kind is BorderKind.GOOD


# --- the tribe deck ---


def mixed(deck: Iterable[str], cards: Catalogue, chance: Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tribe cards of two boxes mixed: nine of each symbol at random, and the rest for the next game (clause
    XMIX-1). Cards whose symbol is not known stay in the rest."""
    by_symbol: dict[Symbol | None, list[str]] = {symbol: [] for symbol in (*Symbol, None)}
    for name in deck:
        by_symbol[cards.tribe[name].symbol].append(name)
    played: list[str] = []
    rest = by_symbol.pop(None)
    for names in by_symbol.values():
        shuffled = chance.sample(names, len(names))
        played += shuffled[:SYMBOL_CARDS]
        rest += shuffled[SYMBOL_CARDS:]
    return tuple(played), tuple(rest)


def deck_warnings(deck: Iterable[str], cards: Catalogue) -> tuple[Fault, ...]:
    """The symbols of which the deck does not hold nine cards: it may be played all the same (clause XMIX-2)."""
    counts = Counter(cards.tribe[name].symbol for name in deck)
    return tuple(
        Fault(DeckFault.SYMBOL_COUNT, symbol=symbol, count=counts[symbol])
        for symbol in Symbol
        if counts[symbol] != SYMBOL_CARDS
    )
