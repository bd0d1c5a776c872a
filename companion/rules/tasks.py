"""What is still to be done with books open: the agenda's entries, values that read back.

A task belongs to a player who chooses, to chance (a card is turned up), or follows by itself; `agenda` knows which and
how. The first task is the one at hand; what it brings about comes before the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.rules.board import Colour, Place
from companion.rules.lines import Named
from companion.rules.resources import Amounts


@dataclass(frozen=True, slots=True)
class Task(Named):
    """Something to be done."""


@dataclass(frozen=True, slots=True)
class Owned(Task):
    """Something that player has to do or choose."""

    colour: Colour


# --- figures that came back ---


@dataclass(frozen=True, slots=True)
class Use(Owned):
    """A figure came back from there: what it stood on is used."""

    word: ClassVar[str] = "use"
    where: Place


@dataclass(frozen=True, slots=True)
class Visits(Owned):
    """Up to ``left`` of these are used, in any order: border cards by number, ``targia`` for her service."""

    word: ClassVar[str] = "visits"
    targets: tuple[str, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Act(Owned):
    """The action of that border card."""

    word: ClassVar[str] = "act"
    card: str


@dataclass(frozen=True, slots=True)
class Exchanges(Owned):
    """Trader or Silversmith; ``done``: how often each rate was used, the one-for-one of card 40 last."""

    word: ClassVar[str] = "exchanges"
    card: str
    done: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Morgana(Owned):
    """A tribe marker is moved by that Fata Morgana; ``second``: the first has gone already (EX-O5)."""

    word: ClassVar[str] = "morgana"
    card: str
    second: bool


@dataclass(frozen=True, slots=True)
class GoodForVp(Owned):
    """A good may be given for so many VP (clause BBRD-1b)."""

    word: ClassVar[str] = "good-for-vp"
    vp: int


# --- taking ---


@dataclass(frozen=True, slots=True)
class TakeGoods(Owned):
    """What a goods card shows is taken. ``where``: the central place it lies on. ``border``: a border card gives it."""

    word: ClassVar[str] = "take-goods"
    card: str
    where: Place | None
    border: bool


@dataclass(frozen=True, slots=True)
class TakeOne(Owned):
    """One of these is taken from the supply."""

    word: ClassVar[str] = "take-one"
    either: tuple[Amounts, ...]


# --- tribe cards ---


@dataclass(frozen=True, slots=True)
class Offer(Owned):
    """A tribe card is laid, taken into the hand, discarded or left.

    ``where``: the central place it lies on; None: it was turned up by the border card ``act`` for the ``turn``-th time.
    """

    word: ClassVar[str] = "offer"
    card: str
    where: Place | None
    act: str | None
    turn: int


@dataclass(frozen=True, slots=True)
class Again(Owned):
    """The price for another card of that Tribal Expansion may be paid."""

    word: ClassVar[str] = "again"
    card: str
    turn: int


@dataclass(frozen=True, slots=True)
class TakeDiscarded(Owned):
    """A card of the tribe discard pile is laid or taken into the hand (DX-1)."""

    word: ClassVar[str] = "take-discarded"


@dataclass(frozen=True, slots=True)
class TakeUnmarked(Owned):
    """A central tribe card without a marker is laid or taken into the hand (U4)."""

    word: ClassVar[str] = "take-unmarked"


@dataclass(frozen=True, slots=True)
class LayMarked(Owned):
    """A tribe card with an own marker is laid for that price (U9)."""

    word: ClassVar[str] = "lay-marked"
    price: Amounts


@dataclass(frozen=True, slots=True)
class Rearranging(Owned):
    """Up to ``cards`` laid cards go to other places (card 44)."""

    word: ClassVar[str] = "rearranging"
    cards: int


@dataclass(frozen=True, slots=True)
class Swapping(Owned):
    """Two laid cards change places, or the hand card and a laid one (U6)."""

    word: ClassVar[str] = "swapping"


@dataclass(frozen=True, slots=True)
class SwapHand(Owned):
    """The hand card changes with a central tribe card without a marker (U3)."""

    word: ClassVar[str] = "swap-hand"


@dataclass(frozen=True, slots=True)
class Renew(Owned):
    """A used card gets its action token back (DX-2)."""

    word: ClassVar[str] = "renew"


@dataclass(frozen=True, slots=True)
class ChangeGoods(Owned):
    """Any goods are exchanged for others (EX-W5)."""

    word: ClassVar[str] = "change-goods"


# --- Targia and dunes ---


@dataclass(frozen=True, slots=True)
class Service(Owned):
    """The Targia's service (clause XTGA-3)."""

    word: ClassVar[str] = "service"


@dataclass(frozen=True, slots=True)
class ServiceCard(Owned):
    """The goods card turned up for the Targia's service: taken, or refused for another good (clause XTGA-4)."""

    word: ClassVar[str] = "service-card"
    card: str


@dataclass(frozen=True, slots=True)
class UseDune(Owned):
    """A sand dune's effect is used or passed. ``where``: None for one kept beside its player."""

    word: ClassVar[str] = "use-dune"
    card: str
    where: Place | None


@dataclass(frozen=True, slots=True)
class DuneDone(Task):
    """That dune has been used: it goes once no Targi stands there any more (clauses XDUN-2, XSPC-1)."""

    word: ClassVar[str] = "dune-done"
    where: Place


@dataclass(frozen=True, slots=True)
class KeepDune(Owned):
    """A free dune, or one from the pile, is kept (EX-A2)."""

    word: ClassVar[str] = "keep-dune"


# --- chance: a card is turned up ---


@dataclass(frozen=True, slots=True)
class Turn(Task):
    """A card is turned up."""


@dataclass(frozen=True, slots=True)
class TurnCentre(Turn):
    """The face-down card on that central place; at set-up it is dealt there."""

    word: ClassVar[str] = "turn-centre"
    where: Place


@dataclass(frozen=True, slots=True)
class TurnTop(Turn):
    """The next top tribe card, which lies face up in the expansion (clause XSET-5)."""

    word: ClassVar[str] = "turn-top"


@dataclass(frozen=True, slots=True)
class TurnDune(Turn):
    """The dune that is to lie face up there."""

    word: ClassVar[str] = "turn-dune"
    where: Place


@dataclass(frozen=True, slots=True)
class TurnGoods(Turn):
    """A goods card whose benefit that player takes."""

    word: ClassVar[str] = "turn-goods"
    colour: Colour
    border: bool


@dataclass(frozen=True, slots=True)
class TurnService(Turn):
    """A goods card for the Targia's service."""

    word: ClassVar[str] = "turn-service"
    colour: Colour


@dataclass(frozen=True, slots=True)
class TurnTribe(Turn):
    """The top tribe card for a Tribal Expansion."""

    word: ClassVar[str] = "turn-tribe"
    colour: Colour
    card: str
    turn: int


@dataclass(frozen=True, slots=True)
class TurnCost(Turn):
    """The top tribe card whose cost is taken (U7)."""

    word: ClassVar[str] = "turn-cost"
    colour: Colour


@dataclass(frozen=True, slots=True)
class TurnKept(Turn):
    """The top dune, to be kept (EX-A2, clause BDUN-3)."""

    word: ClassVar[str] = "turn-kept"
    colour: Colour


@dataclass(frozen=True, slots=True)
class TurnNomad(Turn):
    """The top card of Andy's stack; ``start``: it says who starts the game (clauses SOLO-2, SOLO-3)."""

    word: ClassVar[str] = "turn-nomad"
    start: bool


# --- rounds, raids, the end ---


@dataclass(frozen=True, slots=True)
class AndyPlaces(Task):
    """Andy's Targi goes there (clause SOLO-4)."""

    word: ClassVar[str] = "andy-places"
    where: Place


@dataclass(frozen=True, slots=True)
class TurnEnds(Owned):
    """All figures of that player have been used; what may be used at any time is used now or not in this turn."""

    word: ClassVar[str] = "turn-ends"


@dataclass(frozen=True, slots=True)
class CloseRound(Task):
    """All actions are done: cards are turned up, limits kept (clauses RND-4, LIM-1)."""

    word: ClassVar[str] = "close-round"


@dataclass(frozen=True, slots=True)
class Limits(Owned):
    """What is more than the limits goes back (clauses LIM-1, XWAT-3)."""

    word: ClassVar[str] = "limits"


@dataclass(frozen=True, slots=True)
class OpenRound(Task):
    """A round begins: dunes, and who is poor. ``raided``: a raid came before it (clauses RND-6, XDUN-4, XDUN-5)."""

    word: ClassVar[str] = "open-round"
    raided: bool


@dataclass(frozen=True, slots=True)
class PoorGoods(Task):
    """Who is poor at the start of a round gets goods (U1)."""

    word: ClassVar[str] = "poor-goods"


@dataclass(frozen=True, slots=True)
class Raided(Task):
    """The Robber has come to that corner (clause RND-3)."""

    word: ClassVar[str] = "raided"
    corner: Place


@dataclass(frozen=True, slots=True)
class PayRaid(Owned):
    """That player pays at that corner."""

    word: ClassVar[str] = "pay-raid"
    corner: Place


@dataclass(frozen=True, slots=True)
class LastExchange(Owned):
    """Water may be exchanged right before the scoring (clause XWAT-6)."""

    word: ClassVar[str] = "last-exchange"


TASKS: tuple[type[Task], ...] = (
    Use,
    Visits,
    Act,
    Exchanges,
    Morgana,
    GoodForVp,
    TakeGoods,
    TakeOne,
    Offer,
    Again,
    TakeDiscarded,
    TakeUnmarked,
    LayMarked,
    Rearranging,
    Swapping,
    SwapHand,
    Renew,
    ChangeGoods,
    Service,
    ServiceCard,
    UseDune,
    DuneDone,
    KeepDune,
    TurnCentre,
    TurnTop,
    TurnDune,
    TurnGoods,
    TurnService,
    TurnTribe,
    TurnCost,
    TurnKept,
    TurnNomad,
    AndyPlaces,
    TurnEnds,
    CloseRound,
    Limits,
    OpenRound,
    PoorGoods,
    Raided,
    PayRaid,
    LastExchange,
)
