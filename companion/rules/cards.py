"""The cards of the three boxes as values. `catalogue` reads them from the data files; a fact not known is None."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from companion.rules.abilities import Ability, Timing
from companion.rules.resources import Amounts, Cost, Symbol

BASE_TRIBE = re.compile(r"base-0?([1-9]|[1-3]\d|4[0-5])")
DISPLAY_ROWS, ROW_CARDS = 3, 4
"""A display has three rows of at most four cards (clause TRB-1)."""
MOST_VP_PRINTED = 9
"""No card can be thought of with more."""


class Box(str, Enum):
    """Where a card comes from; OWN: the owner added it."""

    BASE = "base"
    EXPANSION = "expansion"
    BONUS = "bonus"
    OWN = "own"

    def __str__(self) -> str:
        return self.value


class BorderKind(str, Enum):
    """What a border card is for."""

    ACTION = "action"
    GOOD = "good"
    RAID = "raid"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class TribeCard:
    """A tribe card. ``vp``: printed, outside brackets. ``text``: what it does, in our words; empty: none is printed on
    it. ``effect`` None with a text: the text is no named effect. ``deduced``: facts read out of the wording only."""

    id: str
    box: Box
    symbol: Symbol | None = None
    cost: Cost | None = None
    vp: int | None = None
    timing: Timing | None = None
    effect: Ability | None = None
    text: str = ""
    deduced: tuple[str, ...] = ()

    @property
    def plain(self) -> bool:
        """Whether it is one of the cards without text."""
        return not self.text and self.effect is None


@dataclass(frozen=True, slots=True)
class GoodsCard:
    """A goods card: one of ``take`` is taken. ``copies``: how many of it there are."""

    id: str
    box: Box
    copies: int = 1
    take: tuple[Amounts, ...] | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class BorderCard:
    """A border card for its number."""

    id: str
    box: Box
    number: int
    kind: BorderKind
    title: str
    effect: Ability
    text: str = ""


@dataclass(frozen=True, slots=True)
class DuneCard:
    """A sand dune card; its effect is used once a Targi stands on it (clause XDUN-2)."""

    id: str
    box: Box
    effect: Ability | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All cards by id, in the order of the files. ``additions``: the text of the owner's file laid over those shipped;
    ``catalogue.with_additions`` makes the same catalogue of it."""

    tribe: Mapping[str, TribeCard]
    goods: Mapping[str, GoodsCard]
    border: Mapping[str, BorderCard]
    dunes: Mapping[str, DuneCard]
    additions: str = ""

    def tribe_card(self, name: str) -> TribeCard | None:
        """The tribe card of that id; ``base-3`` and ``base-03`` are the same card."""
        found = BASE_TRIBE.fullmatch(name)
        return self.tribe.get(f"base-{int(found[1]):02d}" if found else name)
