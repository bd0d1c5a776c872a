"""What happens in a game as it becomes certain: the lines of `targi watch`."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar

from companion.rules.board import Colour, Place
from companion.rules.state import EndReason, Reason


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. ``name`` and the fields are those of the command line."""

    name: ClassVar[str] = ""

    def json(self, seconds: float) -> dict[str, object]:
        """The line of the command line's contract; ``seconds``: time in the source when it became certain."""
        values = {item.name: _plain(getattr(self, item.name)) for item in fields(self)}
        return {"t": round(seconds, 2), "event": self.name, **values}


def _plain(value: object) -> object:
    if isinstance(value, Place):
        return value.json
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, (Colour, Reason, EndReason)) else value


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """Robber and Targia stand where the new round wants them. ``start_player`` None: the first placement decides."""

    name: ClassVar[str] = "round_started"
    round: int
    start_player: Colour | None
    robber: Place | None
    targia: Place | None


@dataclass(frozen=True, slots=True)
class TargiPlaced(Event):
    name: ClassVar[str] = "targi_placed"
    player: Colour
    place: Place


@dataclass(frozen=True, slots=True)
class IllegalPlacement(Event):
    name: ClassVar[str] = "illegal_placement"
    player: Colour
    place: Place
    reason: Reason


@dataclass(frozen=True, slots=True)
class Intersections(Event):
    """The last Targi of the round stands: the crossings of both players, sorted."""

    name: ClassVar[str] = "intersections"
    blue: tuple[Place, ...]
    white: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class MarkerPlaced(Event):
    name: ClassVar[str] = "marker_placed"
    player: Colour
    place: Place


@dataclass(frozen=True, slots=True)
class IllegalMarker(Event):
    name: ClassVar[str] = "illegal_marker"
    player: Colour
    place: Place
    reason: Reason


@dataclass(frozen=True, slots=True)
class TargiReturned(Event):
    name: ClassVar[str] = "targi_returned"
    player: Colour
    place: Place


@dataclass(frozen=True, slots=True)
class MarkerReturned(Event):
    name: ClassVar[str] = "marker_returned"
    player: Colour
    place: Place


@dataclass(frozen=True, slots=True)
class RobberMoved(Event):
    name: ClassVar[str] = "robber_moved"
    place: Place


@dataclass(frozen=True, slots=True)
class RobberMisplaced(Event):
    """The Robber stands on ``place``, the round wants it on ``should_be``."""

    name: ClassVar[str] = "robber_misplaced"
    place: Place
    should_be: Place


@dataclass(frozen=True, slots=True)
class TargiaMoved(Event):
    name: ClassVar[str] = "targia_moved"
    place: Place


@dataclass(frozen=True, slots=True)
class Raid(Event):
    """The Robber reached that corner, or passed it in one go: both players pay (clause RND-3)."""

    name: ClassVar[str] = "raid"
    place: Place


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    name: ClassVar[str] = "game_over"
    reason: EndReason
