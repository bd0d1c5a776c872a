"""The moves: what figures do on the table, and what a person says. Each is a value with a one-line text form that
reads back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.rules.board import MARKER_OF, ROBBER, TARGI_OF, TARGIA, Colour, Piece, Place
from companion.rules.book_moves import BOOK_MOVES
from companion.rules.moving import Move as Move
from companion.rules.moving import read_move
from companion.rules.state import Reason, Scope


@dataclass(frozen=True, slots=True)
class PieceMove(Move):
    """A piece comes onto the table, leaves it, or goes from place to place: `piece`, `origin` and `goal` say which and
    where."""

    @property
    def piece(self) -> Piece:
        raise NotImplementedError

    @property
    def origin(self) -> Place | None:
        """Where the piece was taken from; None: it came from beside the board, or stands only once."""
        return None

    @property
    def goal(self) -> Place | None:
        """Where the piece was put; None: beside the board."""
        return None


@dataclass(frozen=True, slots=True)
class _Placing(PieceMove):
    colour: Colour
    where: Place

    @property
    def goal(self) -> Place | None:
        return self.where


@dataclass(frozen=True, slots=True)
class _Returning(PieceMove):
    colour: Colour
    where: Place

    @property
    def origin(self) -> Place | None:
        return self.where


@dataclass(frozen=True, slots=True)
class _Shifting(PieceMove):
    colour: Colour
    source: Place
    where: Place

    @property
    def origin(self) -> Place | None:
        return self.source

    @property
    def goal(self) -> Place | None:
        return self.where


class _OfTargi:
    __slots__ = ()
    colour: Colour

    @property
    def piece(self) -> Piece:
        return TARGI_OF[self.colour]


class _OfMarker:
    __slots__ = ()
    colour: Colour

    @property
    def piece(self) -> Piece:
        return MARKER_OF[self.colour]


@dataclass(frozen=True, slots=True)
class PlaceTargi(_OfTargi, _Placing):
    """A Targi is put on a border card or a dune (clause PLC-1, XDUN-1)."""

    word: ClassVar[str] = "place-targi"


@dataclass(frozen=True, slots=True)
class ReturnTargi(_OfTargi, _Returning):
    """A Targi goes back to its player: taken back while placing, used while acting (clause ACT-3)."""

    word: ClassVar[str] = "return-targi"


@dataclass(frozen=True, slots=True)
class ShiftTargi(_OfTargi, _Shifting):
    """A Targi goes from one place to another in one go: a disputed one put right, or a placement thought better of."""

    word: ClassVar[str] = "shift-targi"


@dataclass(frozen=True, slots=True)
class PlaceMarker(_OfMarker, _Placing):
    """A tribe marker is put on a crossing (clause XNG-1)."""

    word: ClassVar[str] = "place-marker"


@dataclass(frozen=True, slots=True)
class ReturnMarker(_OfMarker, _Returning):
    """A tribe marker goes back to its player (clauses ACT-4, ACT-5)."""

    word: ClassVar[str] = "return-marker"


@dataclass(frozen=True, slots=True)
class ShiftMarker(_OfMarker, _Shifting):
    """A tribe marker goes from one central card to another: put right, or moved by the Fata Morgana (clause BRD-9)."""

    word: ClassVar[str] = "shift-marker"


@dataclass(frozen=True, slots=True)
class MoveRobber(PieceMove):
    """The Robber stands on another border card (clauses RND-2, RND-3)."""

    word: ClassVar[str] = "move-robber"
    where: Place

    @property
    def piece(self) -> Piece:
        return ROBBER

    @property
    def goal(self) -> Place | None:
        return self.where


@dataclass(frozen=True, slots=True)
class MoveTargia(PieceMove):
    """The Targia stands on another border card (clause XTGA-1)."""

    word: ClassVar[str] = "move-targia"
    where: Place

    @property
    def piece(self) -> Piece:
        return TARGIA

    @property
    def goal(self) -> Place | None:
        return self.where


@dataclass(frozen=True, slots=True)
class PassOn(Move):
    """A person goes on without the act the box waits for.

    Placing: the player in turn places no more Targis in this round; in the expansion, before anybody has begun, white
    starts (clause XSET-6). Marking: markers still owed are left out. Acting:
    the player in turn is done; figures still out are to be taken back but are not waited for (without a camera, play
    `engine.legal_moves` instead: they take them back). Between rounds: Robber and Targia count as moved.
    """

    word: ClassVar[str] = "pass-on"


@dataclass(frozen=True, slots=True)
class Correct(Move):
    """A person says where a piece is: anywhere, allowed or not. ``source`` None: it was beside the board (Robber and
    Targia: wherever they stood); ``where`` None: it is beside the board."""

    word: ClassVar[str] = "correct"
    piece: Piece
    source: Place | None
    where: Place | None


@dataclass(frozen=True, slots=True)
class SetStartPlayer(Move):
    """A person says who starts this round (clauses SET-5, XSET-6)."""

    word: ClassVar[str] = "start-player"
    colour: Colour


@dataclass(frozen=True, slots=True)
class Allow(Move):
    """A person says that a card lets this player pass over a rule: tribe card 33 for the Robber's card, expansion
    cards for others."""

    word: ClassVar[str] = "allow"
    colour: Colour
    reason: Reason
    scope: Scope


@dataclass(frozen=True, slots=True)
class SetTargis(Move):
    """A player has so many Targis: in this round while Targis are placed, else in the next one (tribe card 45: two)."""

    word: ClassVar[str] = "targis"
    colour: Colour
    count: int


@dataclass(frozen=True, slots=True)
class SetDunes(Move):
    """So many sand dunes lie face up (clauses XDUN-4, XDUN-5)."""

    word: ClassVar[str] = "dunes"
    count: int


@dataclass(frozen=True, slots=True)
class TwelfthCard(Move):
    """A person says that this player has laid the twelfth card: the game ends after this round (clause END-1)."""

    word: ClassVar[str] = "twelfth-card"
    colour: Colour


_KINDS: tuple[type[Move], ...] = (
    PlaceTargi,
    ReturnTargi,
    ShiftTargi,
    PlaceMarker,
    ReturnMarker,
    ShiftMarker,
    MoveRobber,
    MoveTargia,
    PassOn,
    Correct,
    SetStartPlayer,
    Allow,
    SetTargis,
    SetDunes,
    TwelfthCard,
)
_BY_WORD = {kind.word: kind for kind in (*_KINDS, *BOOK_MOVES)}


def parse(line: str) -> Move:
    """Reads what ``str(move)`` wrote. Raises ValueError for anything else."""
    return read_move(line, _BY_WORD)
