"""What cards cost, give and show: goods, gold, water, VP, and the five tribe symbols."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache


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

    def __str__(self) -> str:
        """As lines have it: ``2d1g`` is two dates and a gold, ``-`` nothing."""
        parts = zip(_parts(self), LETTERS, strict=True)
        return "".join(f"{count}{letter}" for count, letter in parts if count) or "-"

    def __add__(self, more: Amounts) -> Amounts:
        return Amounts(
            self.dates + more.dates,
            self.salt + more.salt,
            self.pepper + more.pepper,
            self.goods + more.goods,
            self.gold + more.gold,
            self.water + more.water,
            self.vp + more.vp,
        )

    def __sub__(self, less: Amounts) -> Amounts:
        return Amounts(
            self.dates - less.dates,
            self.salt - less.salt,
            self.pepper - less.pepper,
            self.goods - less.goods,
            self.gold - less.gold,
            self.water - less.water,
            self.vp - less.vp,
        )

    def covers(self, asked: Amounts) -> bool:
        """Whether there is as much of each as asked; goods of choice are not looked at."""
        return (
            self.dates >= asked.dates
            and self.salt >= asked.salt
            and self.pepper >= asked.pepper
            and self.gold >= asked.gold
            and self.water >= asked.water
            and self.vp >= asked.vp
        )

    @property
    def all_goods(self) -> int:
        """How many goods; gold and water are none (clauses LIM-3, XWAT-1)."""
        return self.dates + self.salt + self.pepper + self.goods

    def of(self, good: Good) -> int:
        count: int = getattr(self, good.value)
        return count


LETTERS = "dspngwv"
"""Dates, salt, pepper, goods of choice, gold, water, VP: as lines of text have them."""
NOTHING = Amounts()
_AMOUNT = re.compile(r"([1-9]\d{0,2})([dspngwv])")


def _parts(amounts: Amounts) -> tuple[int, ...]:
    return (
        amounts.dates,
        amounts.salt,
        amounts.pepper,
        amounts.goods,
        amounts.gold,
        amounts.water,
        amounts.vp,
    )


def amounts(text: str) -> Amounts:
    """Reads what ``str(amounts)`` wrote. Raises ValueError for anything else."""
    found = {letter: int(count) for count, letter in _AMOUNT.findall(text)}
    read = Amounts(*(found.get(letter, 0) for letter in LETTERS))
    if str(read) != text:
        raise ValueError(f"{text!r} is no amount: write 2d1g, or - for nothing")
    return read


def one(good: Good, count: int = 1) -> Amounts:
    """So many of that good."""
    return Amounts(**{good.value: count})


@cache
def goods_choices(count: int) -> tuple[Amounts, ...]:
    """Every way to choose so many goods."""
    return tuple(
        Amounts(dates, salt, count - dates - salt) for dates in range(count + 1) for salt in range(count - dates + 1)
    )


@cache
def choices(asked: Amounts) -> tuple[Amounts, ...]:
    """Every way to read the amounts once the goods of choice are chosen."""
    if not asked.goods:
        return (asked,)
    fixed = asked - Amounts(goods=asked.goods)
    return tuple(fixed + chosen for chosen in goods_choices(asked.goods))


def payable(purse: Amounts, asked: Amounts) -> Iterator[Amounts]:
    """Every way to pay that out of the purse."""
    return (paid for paid in choices(asked) if purse.covers(paid))


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
