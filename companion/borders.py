"""Which border card lies on each number: the cards of all boxes mixed freely (clauses XMIX-3, BBRD-0). Chance is passed
in."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from companion.rules.board import BORDER
from companion.rules.cards import BorderCard, BorderKind, Box, Catalogue
from companion.rules.decks import bonus_sets, exchanged


def choices_at(number: int, cards: Catalogue) -> tuple[BorderCard, ...]:
    """The border cards of that number; the Bonus-Box's goods cards lie in Andy's stack alone (clause BBRD-0)."""
    return tuple(
        card
        for card in cards.border.values()
        if card.number == number and (card.box is not Box.BONUS or card.kind is BorderKind.ACTION)
    )


def with_drawn_bonus(border: Iterable[str], cards: Catalogue, chance: Random) -> tuple[str, ...]:
    """The border with six of the Bonus-Box's action cards, one of each pair (clause BBRD-0)."""
    return exchanged(border, bonus_sets(cards, chance)[0], cards)


def drawn(cards: Catalogue, chance: Random) -> tuple[str, ...]:
    """A border out of all boxes, each number's card by chance (clause XMIX-3)."""
    return tuple(chance.choice(choices_at(where.number, cards)).id for where in BORDER)


def boxes_of(border: Iterable[str], cards: Catalogue) -> tuple[Box, ...]:
    """The boxes that cards of that border come from, in their order. The expansion's border keeps the base game's goods
    cards (clause XSET-7), so these say nothing of themselves."""
    lying = [cards.border[name] for name in border]
    only_base = {where.number for where in BORDER if len(choices_at(where.number, cards)) == 1}
    found = {card.box for card in lying if card.number not in only_base}
    return tuple(box for box in Box if box in found)
