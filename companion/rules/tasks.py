"""What is still to be done with books open: the agenda's entries, values that read back.

A task belongs to a player who chooses, to chance (a card is turned up), or follows by itself; `agenda` knows which and
how. The first task is the one at hand; what it brings about comes before the others.
"""

from __future__ import annotations

from dataclasses import dataclass

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

    where: Place


@dataclass(frozen=True, slots=True)
class Visits(Owned):
    """Up to ``left`` of these are used, in any order: border cards by number, ``targia`` for her service."""

    targets: tuple[str, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Act(Owned):
    """The action of that border card."""

    card: str


@dataclass(frozen=True, slots=True)
class Exchanges(Owned):
    """Trader or Silversmith; ``done``: how often each rate was used, the one-for-one of card 40 last."""

    card: str
    done: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Morgana(Owned):
    """A tribe marker is moved by that Fata Morgana; ``second``: the first has gone already (EX-O5)."""

    card: str
    second: bool


@dataclass(frozen=True, slots=True)
class GoodForVp(Owned):
    """A good may be given for so many VP (clause BBRD-1b)."""

    vp: int


# --- taking ---


@dataclass(frozen=True, slots=True)
class TakeGoods(Owned):
    """What a goods card shows is taken. ``where``: the central place it lies on. ``border``: a border card gives it."""

    card: str
    where: Place | None
    border: bool


@dataclass(frozen=True, slots=True)
class TakeOne(Owned):
    """One of these is taken from the supply."""

    either: tuple[Amounts, ...]


# --- tribe cards ---


@dataclass(frozen=True, slots=True)
class Offer(Owned):
    """A tribe card is laid, taken into the hand, discarded or left.

    ``where``: the central place it lies on; None: it was turned up by the border card ``act`` for the ``turn``-th time.
    """

    card: str
    where: Place | None
    act: str | None
    turn: int


@dataclass(frozen=True, slots=True)
class Again(Owned):
    """The price for another card of that Tribal Expansion may be paid."""

    card: str
    turn: int


@dataclass(frozen=True, slots=True)
class TakeDiscarded(Owned):
    """A card of the tribe discard pile is laid or taken into the hand (DX-1)."""


@dataclass(frozen=True, slots=True)
class TakeUnmarked(Owned):
    """A central tribe card without a marker is laid or taken into the hand (U4)."""


@dataclass(frozen=True, slots=True)
class LayMarked(Owned):
    """A tribe card with an own marker is laid for that price (U9)."""

    price: Amounts


@dataclass(frozen=True, slots=True)
class Rearranging(Owned):
    """Up to ``cards`` laid cards go to other places (card 44)."""

    cards: int


@dataclass(frozen=True, slots=True)
class Swapping(Owned):
    """Two laid cards change places, or the hand card and a laid one (U6)."""


@dataclass(frozen=True, slots=True)
class SwapHand(Owned):
    """The hand card changes with a central tribe card without a marker (U3)."""


@dataclass(frozen=True, slots=True)
class Renew(Owned):
    """A used card gets its action token back (DX-2)."""


@dataclass(frozen=True, slots=True)
class ChangeGoods(Owned):
    """Any goods are exchanged for others (EX-W5)."""


# --- Targia and dunes ---


@dataclass(frozen=True, slots=True)
class Service(Owned):
    """The Targia's service (clause XTGA-3)."""


@dataclass(frozen=True, slots=True)
class ServiceCard(Owned):
    """The goods card turned up for the Targia's service: taken, or refused for another good (clause XTGA-4)."""

    card: str


@dataclass(frozen=True, slots=True)
class UseDune(Owned):
    """A sand dune's effect is used or passed. ``where``: None for one kept beside its player."""

    card: str
    where: Place | None


@dataclass(frozen=True, slots=True)
class DuneDone(Task):
    """That dune has been used: it goes once no Targi stands there any more (clauses XDUN-2, XSPC-1)."""

    where: Place


@dataclass(frozen=True, slots=True)
class KeepDune(Owned):
    """A free dune, or one from the pile, is kept (EX-A2)."""


# --- chance: a card is turned up ---


@dataclass(frozen=True, slots=True)
class Turn(Task):
    """A card is turned up."""


@dataclass(frozen=True, slots=True)
class TurnCentre(Turn):
    """The face-down card on that central place; at set-up it is dealt there."""

    where: Place


@dataclass(frozen=True, slots=True)
class TurnTop(Turn):
    """The next top tribe card, which lies face up in the expansion (clause XSET-5)."""


@dataclass(frozen=True, slots=True)
class TurnDune(Turn):
    """The dune that is to lie face up there."""

    where: Place


@dataclass(frozen=True, slots=True)
class TurnGoods(Turn):
    """A goods card whose benefit that player takes."""

    colour: Colour
    border: bool


@dataclass(frozen=True, slots=True)
class TurnService(Turn):
    """A goods card for the Targia's service."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class TurnTribe(Turn):
    """The top tribe card for a Tribal Expansion."""

    colour: Colour
    card: str
    turn: int


@dataclass(frozen=True, slots=True)
class TurnCost(Turn):
    """The top tribe card whose cost is taken (U7)."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class TurnKept(Turn):
    """The top dune, to be kept (EX-A2, clause BDUN-3)."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class TurnNomad(Turn):
    """The top card of Andy's stack; ``start``: it says who starts the game (clauses SOLO-2, SOLO-3)."""

    start: bool


# --- rounds, raids, the end ---


@dataclass(frozen=True, slots=True)
class AndyPlaces(Task):
    """Andy's Targi goes there (clause SOLO-4)."""

    where: Place


@dataclass(frozen=True, slots=True)
class TurnEnds(Owned):
    """All figures of that player have been used; what may be used at any time is used now or not in this turn."""


@dataclass(frozen=True, slots=True)
class CloseRound(Task):
    """All actions are done: cards are turned up, limits kept (clauses RND-4, LIM-1)."""


@dataclass(frozen=True, slots=True)
class Limits(Owned):
    """What is more than the limits goes back (clauses LIM-1, XWAT-3)."""


@dataclass(frozen=True, slots=True)
class OpenRound(Task):
    """A round begins: dunes, and who is poor. ``raided``: a raid came before it (clauses RND-6, XDUN-4, XDUN-5)."""

    raided: bool


@dataclass(frozen=True, slots=True)
class PoorGoods(Task):
    """Who is poor at the start of a round gets goods (U1)."""


@dataclass(frozen=True, slots=True)
class Raided(Task):
    """The Robber has come to that corner (clause RND-3)."""

    corner: Place


@dataclass(frozen=True, slots=True)
class PayRaid(Owned):
    """That player pays at that corner."""

    corner: Place


@dataclass(frozen=True, slots=True)
class LastExchange(Owned):
    """Water may be exchanged right before the scoring (clause XWAT-6)."""


TASKS: tuple[type[Task], ...] = tuple(
    kind
    for kind in tuple(globals().values())
    if isinstance(kind, type) and issubclass(kind, Task) and not kind.__subclasses__()
)
