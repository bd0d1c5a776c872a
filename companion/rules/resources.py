"""What cards cost, give and show: goods, gold, water, VP, and the five tribe symbols."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Good(str, Enum):
    """The three goods; gold and water are none (clauses LIM-3, XWAT-1)."""

    DATES = "dates"
    SALT = "salt"
    PEPPER = "pepper"

    def __str__(self) -> str:
        return self.value


class Symbol(str, Enum):
    """The five symbols of tribe cards (clause TRB-2)."""

    WELL = "well"
    CAMEL_RIDER = "camel_rider"
    OASIS = "oasis"
    TARGIA = "targia"
    TENT = "tent"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Amounts:
    """How much of each thing, all at once; ``goods`` are those of the player's choice."""

    dates: int = 0
    salt: int = 0
    pepper: int = 0
    goods: int = 0
    gold: int = 0
    water: int = 0
    vp: int = 0


NOTHING = Amounts()


@dataclass(frozen=True, slots=True)
class Cost:
    """What laying a tribe card costs.

    ``either``: the alternatives that '/' divides, one of them is paid (clause XTRB-5). ``bracket``: what may be paid
    besides for ``bracket_vp`` VP at once (clause XTRB-6).
    """

    either: tuple[Amounts, ...]
    bracket: Amounts | None = None
    bracket_vp: int = 0


@dataclass(frozen=True, slots=True)
class Given:
    """What an exchange takes: ``same`` equal goods, ``other_same`` equal goods of another kind, ``any_goods`` of any
    kinds."""

    same: int = 0
    other_same: int = 0
    any_goods: int = 0
    gold: int = 0
    water: int = 0
    vp: int = 0


@dataclass(frozen=True, slots=True)
class Rate:
    """One exchange. ``other_goods``: goods of another kind than those given. ``times``: how often at most, 0 = as often
    as its card allows. ``later``: the price from the second time on."""

    give: Given
    get: Amounts = NOTHING
    other_goods: int = 0
    times: int = 0
    later: Given | None = None
