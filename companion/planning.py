"""Changes on the table put into the order of moves that the rules like best."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.evidence import Change
from companion.rules.board import ROBBER, TARGIA, Piece, PieceKind, Place
from companion.rules.engine import apply, impossible, refusal
from companion.rules.moves import (
    Move,
    MoveRobber,
    MoveTargia,
    PieceMove,
    PlaceMarker,
    PlaceTargi,
    ReturnMarker,
    ReturnTargi,
    ShiftMarker,
    ShiftTargi,
)
from companion.rules.state import Phase, State

ILLEGAL = 10
UNEXPLAINED = 15
_ODD = 6
_EARLY = 3
_MOST_STEPS = 2000


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves in order, the changes they account for, and how little the rules like them (0: nothing against it)."""

    moves: tuple[Move, ...]
    changes: tuple[Change, ...]
    trouble: int


def trouble(state: State, move: Move) -> int:
    """How little the rules like this move here: 0 for what is expected, `ILLEGAL` for what they refuse."""
    if refusal(state, move):
        return ILLEGAL
    if not isinstance(move, PieceMove):
        return 0
    if move.piece in (ROBBER, TARGIA):
        return 0 if state.phase is Phase.ROBBER else _EARLY
    if move.origin is None or state.dispute_of(move.piece, move.origin):
        return 0
    return _odd_return(state, move.piece, move.origin)


def _odd_return(state: State, piece: Piece, where: Place) -> int:
    """A piece that counts leaves its place: expected of the player in turn while acting, and of a take-back."""
    if state.phase is Phase.ACTING:
        return 0 if state.turn is piece.colour else _EARLY
    if state.phase is Phase.PLACING and piece.kind is PieceKind.TARGI:
        return 0 if state.last == (piece.colour, where) else _ODD
    return 0 if state.phase is Phase.ROBBER else _EARLY


def partners_of(change: Change, changes: Iterable[Change]) -> list[Change]:
    """The changes that may be the other half of this one: the same piece, coming elsewhere or going elsewhere."""
    return [
        other for other in changes if other.fresh and other.piece == change.piece and other.appears != change.appears
    ]


def moves_for(change: Change, changes: Iterable[Change]) -> list[Move]:
    """The moves this change may be part of: with each partner one move, and alone."""
    shifts = [_shift(change, partner) for partner in partners_of(change, changes)]
    return [move for move in (*shifts, _alone(change)) if move is not None]


def _alone(change: Change) -> Move | None:
    """The move that one change by itself is; None for a Robber or Targia that is only missing."""
    piece, where = change.piece, change.where
    if piece == ROBBER:
        return MoveRobber(where) if change.appears else None
    if piece == TARGIA:
        return MoveTargia(where) if change.appears else None
    if piece.colour is None:
        return None
    if piece.kind is PieceKind.TARGI:
        return PlaceTargi(piece.colour, where) if change.appears else ReturnTargi(piece.colour, where)
    return PlaceMarker(piece.colour, where) if change.appears else ReturnMarker(piece.colour, where)


def _shift(one: Change, other: Change) -> Move | None:
    """The move that two changes of one piece are together."""
    gone, come = (other, one) if one.appears else (one, other)
    if one.piece.colour is None:
        return _alone(come)
    if one.piece.kind is PieceKind.TARGI:
        return ShiftTargi(one.piece.colour, gone.where, come.where)
    return ShiftMarker(one.piece.colour, gone.where, come.where)


def plan(state: State, changes: Sequence[Change], support: Sequence[Change] = ()) -> Plan:
    """The moves that account for the changes, in the order the rules like best; among equals the order of their times.

    ``support``: changes less sure, of which one is taken in when with it the rules have much less against the rest.
    """
    best = _Search(changes).from_(state)
    if best.trouble:
        for extra in support:
            more = _Search(sorted([*changes, extra], key=lambda change: change.since)).from_(state)
            if more.trouble <= best.trouble - ILLEGAL + _EARLY:
                best = more
    return best


class _Search:
    """Goes through the orders of the changes, best first known so far kept."""

    def __init__(self, changes: Sequence[Change]) -> None:
        self._changes = tuple(changes)
        self._best = Plan((), (), UNEXPLAINED * len(self._changes) + 1)
        self._steps = 0

    def from_(self, state: State) -> Plan:
        self._go(state, self._changes, Plan((), (), 0))
        return self._best

    def _go(self, state: State, left: tuple[Change, ...], so_far: Plan) -> None:
        self._steps += 1
        total = so_far.trouble + UNEXPLAINED * len(left)
        if total < self._best.trouble:
            self._best = Plan(so_far.moves, so_far.changes, total)
        if so_far.trouble >= self._best.trouble:
            return
        for move, used in _options(left):
            if self._steps > _MOST_STEPS or self._best.trouble == 0:
                return
            if impossible(state, move):
                continue
            after = Plan((*so_far.moves, move), (*so_far.changes, *used), so_far.trouble + trouble(state, move))
            self._go(apply(state, move).state, tuple(change for change in left if change not in used), after)


def _options(left: tuple[Change, ...]) -> Iterator[tuple[Move, tuple[Change, ...]]]:
    """What may come next: each change in the order of time, a piece's going and coming as one move before two."""
    for change in left:
        partners = partners_of(change, left)
        for partner in partners:
            if (move := _shift(change, partner)) is not None:
                yield move, (change, partner)
        if (move := _alone(change)) is not None and not (partners and change.piece.colour is None):
            yield move, (change,)
