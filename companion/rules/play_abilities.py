"""The named effects of tribe cards during play: when laid, lasting, or once. `abilities` says what an effect is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.rules.abilities import Ability, Timing
from companion.rules.resources import Amounts, Good, Symbol


@dataclass(frozen=True, slots=True)
class LaidAbility(Ability):
    """Used when the card is laid, or later once with an action token (clauses XTRB-1, XTRB-3)."""

    when: ClassVar[frozenset[Timing]] = frozenset({Timing.IMMEDIATE, Timing.ONCE})


@dataclass(frozen=True, slots=True)
class OnceAbility(Ability):
    """Used once, with an action token (clause XTRB-3)."""

    when: ClassVar[frozenset[Timing]] = frozenset({Timing.ONCE})


@dataclass(frozen=True, slots=True)
class LastingAbility(Ability):
    """Holds from the laying to the end of the game (clause XTRB-2)."""

    when: ClassVar[frozenset[Timing]] = frozenset({Timing.PERMANENT})


@dataclass(frozen=True, slots=True)
class Take(LaidAbility):
    """One of the ``either`` is taken from the supply."""

    either: tuple[Amounts, ...]


@dataclass(frozen=True, slots=True)
class GoodsPerCards(LaidAbility):
    """``goods`` of choice for every ``every`` laid cards, this one among them (clause FAQ-14)."""

    every: int
    goods: int = 1


@dataclass(frozen=True, slots=True)
class GoodsPerFreePlaces(LaidAbility):
    """``goods`` of choice for every ``every`` places left free after it is laid (clause FAQ-14)."""

    every: int
    goods: int = 1


@dataclass(frozen=True, slots=True)
class GoodsPerPlainCard(LaidAbility):
    """``goods`` of choice for each laid card without text."""

    goods: int = 1


@dataclass(frozen=True, slots=True)
class MoveLaidCards(LaidAbility):
    """Up to ``cards`` laid cards go to other places of the display (clause FAQ-8)."""

    cards: int


@dataclass(frozen=True, slots=True)
class SwapCards(LaidAbility):
    """Two laid cards change places, or the hand card changes with a laid one and acts as newly laid (clause XTRB-8)."""


@dataclass(frozen=True, slots=True)
class OpponentTargis(Ability):
    """In the next round the opponent places only ``targis`` Targis."""

    when: ClassVar[frozenset[Timing]] = frozenset({Timing.NEXT_ROUND, Timing.IMMEDIATE})
    targis: int


@dataclass(frozen=True, slots=True)
class KeepDune(LaidAbility):
    """A free face-up dune, or one from the pile, is kept for one later use without a Targi."""


@dataclass(frozen=True, slots=True)
class TakeUnmarkedTribe(LaidAbility):
    """A face-up central tribe card without a marker is laid for its cost or taken into a free hand."""


@dataclass(frozen=True, slots=True)
class TakeTopCost(LaidAbility):
    """The top tribe card is turned up, one side of its cost is taken from the supply, and it is discarded."""


@dataclass(frozen=True, slots=True)
class TargiaService(LaidAbility):
    """The Targia is used, and ``vp`` come with it."""

    vp: int


@dataclass(frozen=True, slots=True)
class LayMarkedFor(LaidAbility):
    """A tribe card with an own marker is laid for ``price`` instead of its cost."""

    price: Amounts


@dataclass(frozen=True, slots=True)
class Discount(LastingAbility):
    """Cards of that symbol laid later cost ``goods`` less."""

    symbol: Symbol
    goods: int


@dataclass(frozen=True, slots=True)
class NobleDiscount(LastingAbility):
    """A hand card laid by the Noble costs ``goods`` less."""

    goods: int


@dataclass(frozen=True, slots=True)
class NobleInsteadOfGold(LastingAbility):
    """A hand card laid by the Noble takes ``price`` in the place of its gold."""

    price: Amounts


@dataclass(frozen=True, slots=True)
class LayWithoutNoble(LastingAbility):
    """Once a round the hand card is laid without the Noble for ``goods`` more (clauses FAQ-11, FAQ-17)."""

    goods: int


@dataclass(frozen=True, slots=True)
class HandLimit(LastingAbility):
    """The hand holds ``cards``."""

    cards: int


@dataclass(frozen=True, slots=True)
class SwapHandWithCentre(OnceAbility):
    """The hand card changes with a face-up central tribe card without a marker (clause XTRB-8)."""


@dataclass(frozen=True, slots=True)
class NoRaidPayment(LastingAbility):
    """At each raid its owner may pay nothing (clause FAQ-7)."""


@dataclass(frozen=True, slots=True)
class RaidReward(LastingAbility):
    """``vp`` after each raid that was paid in full (clause FAQ-7)."""

    vp: int


@dataclass(frozen=True, slots=True)
class RaidWater(LastingAbility):
    """``water`` at the start of each raid."""

    water: int


@dataclass(frozen=True, slots=True)
class PlaceWithRobber(LastingAbility):
    """Own Targis may stand on the Robber's card."""


@dataclass(frozen=True, slots=True)
class JoinDune(OnceAbility):
    """A Targi may be put on a dune that the opponent holds."""


@dataclass(frozen=True, slots=True)
class JoinBorder(OnceAbility):
    """A Targi may be put on a border card that the opponent holds, or opposite one of the opponent's."""


@dataclass(frozen=True, slots=True)
class ExtraGood(LastingAbility):
    """One more of that good in each round in which a goods card gave it (clauses FAQ-3, FAQ-13, FAQ-16)."""

    good: Good


@dataclass(frozen=True, slots=True)
class GoodWhenNone(LastingAbility):
    """``goods`` of choice at the end of a round in which no goods card gave a good (clause FAQ-14)."""

    goods: int


@dataclass(frozen=True, slots=True)
class GoodWhenPoor(LastingAbility):
    """``goods`` of choice at the start of a round with fewer than ``fewer_than`` goods."""

    fewer_than: int
    goods: int


@dataclass(frozen=True, slots=True)
class RobberGood(LastingAbility):
    """The good of each border card that the Robber steps onto."""


@dataclass(frozen=True, slots=True)
class BorderGoodAsOther(LastingAbility):
    """That good from a border card's action may be taken as another (clause XTRB-8)."""

    good: Good


@dataclass(frozen=True, slots=True)
class ExchangeGoods(OnceAbility):
    """Any goods are exchanged for as many of other kinds."""


@dataclass(frozen=True, slots=True)
class TradeOneForOne(LastingAbility):
    """The Trader gives a good for a good (clause FAQ-6)."""


@dataclass(frozen=True, slots=True)
class TargiaFromAcross(LastingAbility):
    """The Targia may be used by an own Targi that stands across from her too."""


@dataclass(frozen=True, slots=True)
class TargiaGivesWater(LastingAbility):
    """The Targia may give ``water`` instead of a good."""

    water: int


@dataclass(frozen=True, slots=True)
class FataMorganaBoth(OnceAbility):
    """The Fata Morgana moves both markers."""


@dataclass(frozen=True, slots=True)
class FataMorganaGood(LastingAbility):
    """Using the Fata Morgana brings ``goods`` of choice too."""

    goods: int


PLAY_ABILITIES: tuple[type[Ability], ...] = (
    Take,
    GoodsPerCards,
    GoodsPerFreePlaces,
    GoodsPerPlainCard,
    MoveLaidCards,
    SwapCards,
    OpponentTargis,
    KeepDune,
    TakeUnmarkedTribe,
    TakeTopCost,
    TargiaService,
    LayMarkedFor,
    Discount,
    NobleDiscount,
    NobleInsteadOfGold,
    LayWithoutNoble,
    HandLimit,
    SwapHandWithCentre,
    NoRaidPayment,
    RaidReward,
    RaidWater,
    PlaceWithRobber,
    JoinDune,
    JoinBorder,
    ExtraGood,
    GoodWhenNone,
    GoodWhenPoor,
    RobberGood,
    BorderGoodAsOther,
    ExchangeGoods,
    TradeOneForOne,
    TargiaFromAcross,
    TargiaGivesWater,
    FataMorganaBoth,
    FataMorganaGood,
)
