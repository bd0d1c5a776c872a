"""The named effects of cards, first part: what an effect is, and the effects counted at the end.

Each has its parameters here; what it does belongs to the engine and to `scoring`. A card file writes an effect as its
name with its parameters: ``{name = "vp_per_symbol", symbol = "well", every = 2}``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from companion.rules.resources import Symbol


class Timing(str, Enum):
    """When a tribe card's effect counts (clauses XTRB-1 to XTRB-4)."""

    IMMEDIATE = "immediate"  # lightning
    PERMANENT = "permanent"  # infinity
    ONCE = "once"  # triangle, with an action token
    ENDGAME = "endgame"  # exclamation mark
    STORED = "stored"  # tokens lie on the card until they are used
    NEXT_ROUND = "next_round"

    def __str__(self) -> str:
        return self.value


class Neighbour(str, Enum):
    """The cards of a display that lie beside one."""

    LEFT = "left"
    RIGHT = "right"
    ABOVE_OR_BELOW = "above_or_below"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Ability:
    """An effect with its parameters. ``when``: the moments printed on a tribe card that fit it; none: it is no tribe
    card's effect."""

    when: ClassVar[frozenset[Timing]] = frozenset()

    @classmethod
    def name(cls) -> str:
        """The name by which card files call it."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


@dataclass(frozen=True, slots=True)
class EndAbility(Ability):
    """Counts in the final scoring only (clause XTRB-4)."""

    when: ClassVar[frozenset[Timing]] = frozenset({Timing.ENDGAME})


@dataclass(frozen=True, slots=True)
class VpPerSymbol(EndAbility):
    """``vp`` for every ``every`` cards of that symbol in the display."""

    symbol: Symbol
    every: int
    vp: int = 1


@dataclass(frozen=True, slots=True)
class MoreCards(EndAbility):
    """``vp`` when more cards are laid than the opponent has laid."""

    vp: int


@dataclass(frozen=True, slots=True)
class ManyCards(EndAbility):
    """``vp`` when at least ``cards`` are laid."""

    cards: int
    vp: int


@dataclass(frozen=True, slots=True)
class BetterDifferentRows(EndAbility):
    """Up to ``rows`` full rows of different symbols are worth ``vp`` each instead of the usual bonus."""

    rows: int
    vp: int


@dataclass(frozen=True, slots=True)
class EndOfFullRow(EndAbility):
    """``vp`` when this card closes a full row at the right."""

    vp: int


@dataclass(frozen=True, slots=True)
class AllSymbols(EndAbility):
    """``vp`` when every one of the five symbols lies in the display."""

    vp: int


@dataclass(frozen=True, slots=True)
class DifferentColumns(EndAbility):
    """``vp`` for each column of three cards with three different symbols."""

    vp: int


@dataclass(frozen=True, slots=True)
class GoodsForVp(EndAbility):
    """``goods`` may be given for ``vp``, as often as wanted."""

    goods: int
    vp: int


@dataclass(frozen=True, slots=True)
class DoubleVp(EndAbility):
    """The printed VP of that neighbour count once more (clause XSCO-3)."""

    neighbour: Neighbour


@dataclass(frozen=True, slots=True)
class RowWithoutBonus(EndAbility):
    """``vp`` for one full row that brings no row bonus."""

    vp: int


@dataclass(frozen=True, slots=True)
class VpPerPlainCards(EndAbility):
    """``vp`` for every ``every`` cards without text in the display."""

    every: int
    vp: int = 1


@dataclass(frozen=True, slots=True)
class VpPerCardsWorth(EndAbility):
    """``vp`` for every ``every`` cards of the display on which exactly ``worth`` VP are printed."""

    worth: int
    every: int
    vp: int = 1


@dataclass(frozen=True, slots=True)
class StoredTokens(Ability):
    """Tokens from the supply lie on the card: gold that pays for tribe cards only (clause FAQ-10), water for any use.
    ``vp_if_untouched``: what the water brings at the end when all of it is still there."""

    when: ClassVar[frozenset[Timing]] = frozenset({Timing.STORED, Timing.IMMEDIATE, Timing.PERMANENT, Timing.ENDGAME})
    gold: int = 0
    water: int = 0
    vp_if_untouched: int = 0


END_ABILITIES: tuple[type[Ability], ...] = (
    VpPerSymbol,
    MoreCards,
    ManyCards,
    BetterDifferentRows,
    EndOfFullRow,
    AllSymbols,
    DifferentColumns,
    GoodsForVp,
    DoubleVp,
    RowWithoutBonus,
    VpPerPlainCards,
    VpPerCardsWorth,
    StoredTokens,
)
