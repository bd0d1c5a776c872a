"""A position: all that is true of one moment of a game.

A `State` holds what the table shows: figures, Robber, round, whose turn. It is a value; the engine makes the next one
from it. Whose turn it is follows from what stands, so a corrected table never contradicts it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from companion.rules.abilities import Ability, Timing
from companion.rules.board import MARKER_OF, PIECE_COUNTS, ROBBER, TARGI_OF, TARGIA, Colour, Piece, Place, Standing
from companion.rules.books import Books, LaidCard, Slot
from companion.rules.lines import one_of
from companion.rules.play_abilities import JoinBorder, JoinDune, PlaceWithRobber


class Edition(str, Enum):
    """Which box is played: decides whether the Targia walks and sand dunes lie out (clause XSET-4)."""

    BASE = "base"
    EXPANSION = "expansion"

    def __str__(self) -> str:
        return self.value


class Phase(str, Enum):
    """Where the round stands (clause RND-1); ROBBER is the time between two rounds, when Robber and Targia are to be
    moved."""

    PLACING = "placing"
    MARKING = "marking"
    ACTING = "acting"
    ROBBER = "robber"
    OVER = "over"

    def __str__(self) -> str:
        return self.value


class EndReason(str, Enum):
    """Why the game is over (clauses END-1, END-2)."""

    ROBBER = "robber"
    TWELVE_CARDS = "twelve_cards"

    def __str__(self) -> str:
        return self.value


class Reason(str, Enum):
    """Why a move is refused."""

    # Against the rules. The piece stands there all the same, and a card may allow it.
    ROBBER = "robber"
    RAID_CARD = "raid_card"
    OCCUPIED = "occupied"
    OPPOSITE_OPPONENT = "opposite_opponent"
    DUNE_OCCUPIED = "dune_occupied"
    NOT_BORDER = "not_border"
    NO_FIGURE_LEFT = "no_figure_left"
    NOT_YOUR_TURN = "not_your_turn"
    NO_CROSSING = "no_crossing"
    LEFT_BEHIND = "left_behind"
    MISPLACED = "misplaced"
    # Cannot be: it contradicts what stands, the command's moment or the game's end.
    NOT_THERE = "not_there"
    ALREADY_THERE = "already_there"
    GAME_OVER = "game_over"
    NOTHING_TO_DO = "nothing_to_do"
    STALE = "stale"
    # What books know.
    NO_BOOKS = "no_books"
    UNFINISHED = "unfinished"
    CANNOT_PAY = "cannot_pay"
    HAND_FULL = "hand_full"
    ROW_FULL = "row_full"
    NOT_IN_PILE = "not_in_pile"
    NOT_OFFERED = "not_offered"

    def __str__(self) -> str:
        return self.value

    @property
    def allowable(self) -> bool:
        """Whether a card may allow it: a rule stands against the move, not a fact."""
        return self in _ALLOWABLE


_ALLOWABLE = frozenset(
    {
        Reason.ROBBER,
        Reason.RAID_CARD,
        Reason.OCCUPIED,
        Reason.OPPOSITE_OPPONENT,
        Reason.DUNE_OCCUPIED,
        Reason.NOT_BORDER,
        Reason.NO_FIGURE_LEFT,
        Reason.NOT_YOUR_TURN,
        Reason.NO_CROSSING,
    }
)


class Scope(str, Enum):
    """How long a card's permission holds."""

    ONCE = "once"
    GAME = "game"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Settings:
    """What is agreed before the game. ``solo``: the person's colour, Andy has the other. ``start``: None = the first
    placement decides."""

    edition: Edition = Edition.BASE
    solo: Colour | None = None
    start: Colour | None = None

    @property
    def targia(self) -> bool:
        """Whether the Targia walks (clause XSET-4)."""
        return self.edition is Edition.EXPANSION

    def __str__(self) -> str:
        return f"edition={self.edition} solo={self.solo or '-'} start={self.start or '-'}"

    @classmethod
    def parse(cls, text: str) -> Settings:
        """Reads what ``str`` wrote. Raises ValueError for anything else."""
        pairs = dict(part.split("=", 1) for part in text.split() if "=" in part)
        if set(pairs) != {"edition", "solo", "start"} or len(text.split()) != 3:
            raise ValueError(f"these are no settings: {text!r}")
        solo, start = (None if pairs[name] == "-" else one_of(Colour, pairs[name]) for name in ("solo", "start"))
        return cls(one_of(Edition, pairs["edition"]), solo, start)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not allowed. ``where``: the place it concerns; ``by``: the place that stands against it (the
    opponent's Targi across, where the Robber should be); ``colour``: whose move it was."""

    reason: Reason
    colour: Colour | None = None
    where: Place | None = None
    by: Place | None = None


@dataclass(frozen=True, slots=True)
class Dispute:
    """A figure or marker that stands on the table but does not count: put right, taken back, or allowed by a card."""

    piece: Piece
    where: Place
    reason: Reason


@dataclass(frozen=True, slots=True, order=True)
class Permission:
    """A card lets this player pass over that reason."""

    colour: Colour
    reason: Reason
    scope: Scope


class ByColour(NamedTuple):
    """One number for each player."""

    blue: int
    white: int

    def of(self, colour: Colour) -> int:
        return self.blue if colour is Colour.BLUE else self.white

    def with_(self, colour: Colour, number: int) -> ByColour:
        return self._replace(blue=number) if colour is Colour.BLUE else self._replace(white=number)


THREE_EACH = ByColour(3, 3)


@dataclass(frozen=True, slots=True)
class State:
    """One position.

    ``standing``: everything on the table. ``disputes``: what of it does not count, in the order it came.
    ``start_player``: None until the first placement decides. ``targis``: how many each player places in this round,
    ``targis_next`` in the next one (two by tribe card 45). ``last``: the placement that may still be taken back.
    ``crossings``: those of the round, fixed when the last Targi stands. ``returned``: what has come back in this round
    and may be put back; with books it may no longer once it is used. ``raided``: the corner whose raid has been in this
    walk of the Robber. ``dunes``: sand dunes lying face up. ``twelfth``: who has laid the twelfth card. ``end``: set
    when the game is over. ``books``: None where only the table is known.
    """

    settings: Settings = field(default_factory=Settings)
    round: int = 1
    phase: Phase = Phase.PLACING
    start_player: Colour | None = None
    standing: Standing = field(default_factory=Standing)
    disputes: tuple[Dispute, ...] = ()
    targis: ByColour = THREE_EACH
    targis_next: ByColour = THREE_EACH
    last: tuple[Colour, Place] | None = None
    crossings: tuple[tuple[Colour, Place], ...] = ()
    returned: tuple[tuple[Piece, Place], ...] = ()
    raided: Place | None = None
    dunes: tuple[Place, ...] = ()
    permissions: tuple[Permission, ...] = ()
    twelfth: Colour | None = None
    end: EndReason | None = None
    books: Books | None = None

    def dispute_of(self, piece: Piece, where: Place) -> Dispute | None:
        """The dispute about that piece on that place, if there is one."""
        return next((dispute for dispute in self.disputes if (dispute.piece, dispute.where) == (piece, where)), None)

    def counted(self, piece: Piece) -> tuple[Place, ...]:
        """Where pieces of that kind and colour stand that count, sorted."""
        standing = self.standing.of(piece)
        return tuple(where for where in standing if not self.dispute_of(piece, where)) if self.disputes else standing

    def targis_of(self, colour: Colour) -> tuple[Place, ...]:
        """Where that player's Targis stand that count."""
        return self.counted(TARGI_OF[colour])

    def markers_of(self, colour: Colour) -> tuple[Place, ...]:
        """Where that player's tribe markers stand that count."""
        return self.counted(MARKER_OF[colour])

    def figures_of(self, colour: Colour) -> tuple[Place, ...]:
        """Where Targis and tribe markers of that player stand that count."""
        return self.targis_of(colour) + self.markers_of(colour)

    def crossings_of(self, colour: Colour) -> tuple[Place, ...]:
        """That player's crossings of this round, sorted; empty before all Targis stand (clause XNG-1)."""
        return tuple(where for who, where in self.crossings if who is colour)

    def owed_markers(self, colour: Colour) -> tuple[Place, ...]:
        """Crossings of that player that still want a tribe marker."""
        standing = self.markers_of(colour)
        spare = PIECE_COUNTS[MARKER_OF[colour]] - len(standing)
        return tuple(where for where in self.crossings_of(colour) if where not in standing)[:spare]

    def targis_left(self, colour: Colour) -> int:
        """How many Targis that player still places in this round."""
        return max(0, self.targis.of(colour) - len(self.targis_of(colour)))

    @property
    def in_order(self) -> tuple[Colour, Colour]:
        """Both players, start player first (blue while nobody is)."""
        first = self.start_player or Colour.BLUE
        return first, first.other

    @property
    def turn(self) -> Colour | None:
        """Whose turn it is (clauses PLC-1, XNG-1, ACT-1); None between rounds, after the end and before anybody has
        begun."""
        first, second = self.in_order
        if self.phase is Phase.PLACING:
            if self.start_player is None:
                return None
            placed = len(self.targis_of(first)), len(self.targis_of(second))
            left = self.targis.of(first) > placed[0], self.targis.of(second) > placed[1]
            if left[0] and (placed[0] <= placed[1] or not left[1]):
                return first
            return second if left[1] else None
        if self.phase is Phase.MARKING:
            return next((colour for colour in (first, second) if self.owed_markers(colour)), None)
        if self.phase is Phase.ACTING:
            if self.settings.solo:  # SOLO-7: Andy's figures go when the person is done
                first, second = self.settings.solo, self.settings.solo.other
            return next((colour for colour in (first, second) if self.figures_of(colour)), None)
        return None

    def is_andy(self, colour: Colour) -> bool:
        """Whether nobody plays that colour: the solo game's Andy."""
        return self.settings.solo is colour.other

    @property
    def robber(self) -> Place | None:
        return self.standing.one(ROBBER)

    @property
    def targia(self) -> Place | None:
        return self.standing.one(TARGIA)

    def permits(self, colour: Colour, reason: Reason) -> bool:
        """Whether a card lets that player pass over that reason: a person said so, or the books know such a card."""
        said = any((given.colour, given.reason) == (colour, reason) for given in self.permissions)
        return said or self.permitting(colour, reason) is not None

    def permitting(self, colour: Colour, reason: Reason) -> Slot | None:
        """Where in that player's display the card lies that lets the player pass over that reason."""
        kind = _PERMITTING.get(reason)
        if self.books is None or kind is None:
            return None
        found = (where for where, card, effect in self.books.abilities(colour, kind) if _works(card, effect))
        return next(found, None)


_PERMITTING: dict[Reason, type[Ability]] = {
    Reason.ROBBER: PlaceWithRobber,
    Reason.DUNE_OCCUPIED: JoinDune,
    Reason.OCCUPIED: JoinBorder,
    Reason.OPPOSITE_OPPONENT: JoinBorder,
}


def _works(card: LaidCard, effect: Ability) -> bool:
    return card.action or Timing.ONCE not in effect.when


def moved(standing: Standing, piece: Piece, origin: Place | None, where: Place | None) -> Standing:
    """The standing with that piece taken from ``origin`` (None: it was not out) and put on ``where`` (None: taken
    away)."""
    pieces = standing.pieces - ({(piece, origin)} if origin else set())
    return Standing(frozenset(pieces | ({(piece, where)} if where else set())))


def without(disputes: Iterable[Dispute], piece: Piece, where: Place | None) -> tuple[Dispute, ...]:
    """The disputes save the one about that piece on that place."""
    return tuple(dispute for dispute in disputes if (dispute.piece, dispute.where) != (piece, where))
