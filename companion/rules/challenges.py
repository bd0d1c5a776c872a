"""The challenges of the Bonus-Box: five categories, each challenge a value with its parameters (clauses BCHA-1 to
BCHA-6); which may be chosen together, and drawing them (clauses BCHA-1, BCHA-8, BCHA-9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import ClassVar

from companion.rules.resources import Symbol

FULFILLED_VP = 2
"""What a fulfilled resource or display challenge brings (clauses BCHA-8, BCHA-10)."""


class Category(str, Enum):
    """The five categories; at most one challenge of each is chosen (clause BCHA-1)."""

    VP = "vp"
    RESOURCE = "resource"
    DISPLAY = "display"
    OBSTACLE = "obstacle"
    ROBBER = "robber"

    def __str__(self) -> str:
        return self.value

    @property
    def for_two(self) -> bool:
        """Whether two players may choose it (clause BCHA-8)."""
        return self in (Category.RESOURCE, Category.DISPLAY, Category.OBSTACLE)


class Stock(str, Enum):
    """What a resource challenge counts; ``goods`` are those of any kind."""

    DATES = "dates"
    SALT = "salt"
    PEPPER = "pepper"
    GOODS = "goods"
    GOLD = "gold"
    VP_TOKENS = "vp_tokens"

    def __str__(self) -> str:
        return self.value


class RowKind(str, Enum):
    """Which full rows count: of one symbol, or of four different ones."""

    SAME = "same"
    DIFFERENT = "different"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class VpChallenge:
    """At least so many VP in all (clause BCHA-2)."""

    category: ClassVar[Category] = Category.VP
    at_least: int


@dataclass(frozen=True, slots=True)
class ResourceChallenge:
    """At least so much of that left at the end (clause BCHA-3)."""

    category: ClassVar[Category] = Category.RESOURCE
    what: Stock
    at_least: int


@dataclass(frozen=True, slots=True)
class RowsChallenge:
    """At least so many full rows of that kind (clause BCHA-4)."""

    category: ClassVar[Category] = Category.DISPLAY
    rows: RowKind
    at_least: int


@dataclass(frozen=True, slots=True)
class SymbolChallenge:
    """More cards of one symbol than of another (clause BCHA-4)."""

    category: ClassVar[Category] = Category.DISPLAY
    more: Symbol
    than: Symbol


@dataclass(frozen=True, slots=True)
class ObstacleChallenge:
    """A special rule; whether it was kept the player says (clause BCHA-5). ``andy_starts``: the rule makes Andy the
    start player, so it is not for two."""

    category: ClassVar[Category] = Category.OBSTACLE
    kept: bool
    andy_starts: bool = False


@dataclass(frozen=True, slots=True)
class RobberChallenge:
    """So many points are taken off (clause BCHA-6)."""

    category: ClassVar[Category] = Category.ROBBER
    take_off: int


Challenge = VpChallenge | ResourceChallenge | RowsChallenge | SymbolChallenge | ObstacleChallenge | RobberChallenge


class ChoiceFault(str, Enum):
    """What is wrong with a choice of challenges."""

    CATEGORY_TWICE = "category_twice"
    NOT_FOR_TWO = "not_for_two"
    NO_VP = "no_vp"

    def __str__(self) -> str:
        return self.value

    @property
    def warning(self) -> bool:
        """Whether the choice may be played all the same (clause BCHA-1)."""
        return self is ChoiceFault.NO_VP


def choice_faults(challenges: Iterable[Challenge], solo: bool) -> tuple[tuple[ChoiceFault, int], ...]:
    """What is wrong with the challenges chosen, each fault with the place of its challenge in the list, from 0 (clauses
    BCHA-1, BCHA-5, BCHA-8). Without any challenge nothing is."""
    faults: list[tuple[ChoiceFault, int]] = []
    seen: set[Category] = set()
    for place, task in enumerate(challenges):
        if not solo and not _for_two(task):
            faults.append((ChoiceFault.NOT_FOR_TWO, place))
        if task.category in seen:
            faults.append((ChoiceFault.CATEGORY_TWICE, place))
        seen.add(task.category)
    if solo and seen and Category.VP not in seen:
        faults.append((ChoiceFault.NO_VP, 0))
    return tuple(faults)


def drawn(challenges: Iterable[Challenge], count: int, chance: Random, solo: bool = True) -> tuple[Challenge, ...]:
    """So many challenges at random out of those there are, one of a category and a VP challenge among them where there
    is one; fewer make an easier game (clauses BCHA-1, BCHA-9). For two players only what they may choose."""
    by_category: dict[Category, list[Challenge]] = {}
    for task in challenges:
        if solo or _for_two(task):
            by_category.setdefault(task.category, []).append(task)
    others = [category for category in by_category if category is not Category.VP]
    chance.shuffle(others)
    chosen = [category for category in (Category.VP, *others) if category in by_category][:count]
    return tuple(chance.choice(by_category[category]) for category in Category if category in chosen)


def _for_two(task: Challenge) -> bool:
    return task.category.for_two and not (isinstance(task, ObstacleChallenge) and task.andy_starts)
