"""The named effects of border cards and sand dunes. `abilities` says what an effect is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.rules.abilities import Ability
from companion.rules.resources import NOTHING, Amounts, Good, Rate


class Reach(str, Enum):
    """Where a Fata Morgana may move a marker."""

    CENTRE = "centre"  # any unoccupied central card
    ADJACENT = "adjacent"  # an unoccupied central card beside it
    BORDER = "border"  # a free border card

    def __str__(self) -> str:
        return self.value


# --- border cards ---


@dataclass(frozen=True, slots=True)
class GiveGood(Ability):
    """One of that good (clause BRD-2)."""

    good: Good


@dataclass(frozen=True, slots=True)
class Raid(Ability):
    """Each player pays one of ``either``, or gives the right-most card of a row where ``or_row_end`` says so; on 16 the
    game ends (clauses RAID-4 to RAID-16, XRAID-4 to XRAID-16)."""

    either: tuple[Amounts, ...]
    or_row_end: bool = False
    ends_game: bool = False


@dataclass(frozen=True, slots=True)
class Noble(Ability):
    """The hand card is laid for its cost less ``discount`` goods, or discarded. Discarding brings ``discard`` and
    ``draw`` goods cards; a good given besides brings ``vp_for_good`` VP (clauses BRD-1, XBRD-1, BBRD-1a, BBRD-1b)."""

    discount: int = 0
    discard: Amounts = NOTHING
    draw: int = 0
    vp_for_good: int = 0


@dataclass(frozen=True, slots=True)
class Exchange(Ability):
    """Trader and Silversmith: any of the rates, ``uses`` exchanges in all; 0 = as often as wanted (clauses BRD-5,
    BRD-10, XBRD-5, XBRD-10, BBRD-5a, BBRD-5b, BBRD-10a, BBRD-10b)."""

    rates: tuple[Rate, ...]
    uses: int = 0


@dataclass(frozen=True, slots=True)
class FataMorgana(Ability):
    """A marker moves and what lies there is used instead (clauses BRD-9, XBRD-9, BBRD-9a)."""

    reach: Reach


@dataclass(frozen=True, slots=True)
class UseGoodsCardAgain(Ability):
    """One marked goods card is used twice (clause BBRD-9b)."""


@dataclass(frozen=True, slots=True)
class Gain(Ability):
    """Taken from the supply (clause XBRD-13)."""

    amounts: Amounts


@dataclass(frozen=True, slots=True)
class DrawGoods(Ability):
    """So many goods cards are turned up and what they show is taken (clauses BRD-13, XTRB-7)."""

    cards: int


@dataclass(frozen=True, slots=True)
class TakeDiscardedGoods(Ability):
    """What the top card of the goods discard pile shows is taken; the card stays (clause BBRD-13a)."""


@dataclass(frozen=True, slots=True)
class UseRobberCardOrPay(Ability):
    """The Robber's border card is used, or for ``goods`` any (clauses BBRD-13b, BBRD-13c)."""

    goods: int


@dataclass(frozen=True, slots=True)
class TribalExpansion(Ability):
    """The top tribe card is laid for its cost less ``discount`` goods, taken into the hand where ``hand`` allows it, or
    discarded for ``discard``. For ``again`` another is turned up, ``times`` times at most (0 = as often as wanted), and
    only after a discard where ``after_discard`` says so (clauses BRD-14, XBRD-14, BBRD-14a, BBRD-14b)."""

    discount: int = 0
    hand: bool = True
    discard: Amounts = NOTHING
    again: Amounts | None = None
    times: int = 0
    after_discard: bool = False


# --- sand dunes ---


@dataclass(frozen=True, slots=True)
class TakeDiscardedTribe(Ability):
    """A card of the tribe discard pile is laid for its cost or taken into a free hand."""


@dataclass(frozen=True, slots=True)
class RenewAction(Ability):
    """An action token is put on a used card, which can be used once more."""


@dataclass(frozen=True, slots=True)
class UseAnyBorderCard(Ability):
    """Any border card is used, held or not, and ``goods`` of choice come with it (clause BBRD-13c)."""

    goods: int


@dataclass(frozen=True, slots=True)
class LayDune(Ability):
    """For ``price`` the dune is laid like a tribe card (clause XSCO-4)."""

    price: Amounts


@dataclass(frozen=True, slots=True)
class UseRobberCardAndOpposite(Ability):
    """The Robber's border card and the one opposite are used."""


BORDER_ABILITIES: tuple[type[Ability], ...] = (
    GiveGood,
    Raid,
    Noble,
    Exchange,
    FataMorgana,
    UseGoodsCardAgain,
    Gain,
    DrawGoods,
    TakeDiscardedGoods,
    UseRobberCardOrPay,
    TribalExpansion,
)
DUNE_ABILITIES: tuple[type[Ability], ...] = (
    DrawGoods,
    TakeDiscardedTribe,
    RenewAction,
    UseAnyBorderCard,
    LayDune,
    UseRobberCardAndOpposite,
)
