"""The challenges of the Bonus-Box: five categories, each challenge a value with its parameters (clauses BCHA-1 to
BCHA-6)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
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
    """A special rule; whether it was kept the player says (clause BCHA-5)."""

    category: ClassVar[Category] = Category.OBSTACLE
    kept: bool


@dataclass(frozen=True, slots=True)
class RobberChallenge:
    """So many points are taken off (clause BCHA-6)."""

    category: ClassVar[Category] = Category.ROBBER
    take_off: int


Challenge = VpChallenge | ResourceChallenge | RowsChallenge | SymbolChallenge | ObstacleChallenge | RobberChallenge
