"""What the solo game changes: where Andy's Targis go (clauses SOLO-2 to SOLO-5)."""

from __future__ import annotations

from companion.rules.board import CORNERS, Place, PlaceKind, border, clockwise, opposite
from companion.rules.rounds import ROBBER_ROAD, robber_of
from companion.rules.state import State

NOMADS: tuple[int, ...] = tuple(where.number for where in ROBBER_ROAD)
"""The numbers of the nomad stack (clause SOLO-1)."""
LAST_OF_PERSON = 7
"""Turned up at the start, a number up to this lets the person start (clause SOLO-2)."""
OPPOSITE_HIMSELF = "andy_opposite_himself"


def nomad(number: int) -> str:
    """How a nomad card is called in moves."""
    return f"nomad-{number}"


def nomad_number(card: str) -> int:
    """The number of a nomad card. Raises ValueError for anything else."""
    word, _, number = card.partition("-")
    if word != "nomad" or not number.isdecimal() or int(number) not in NOMADS:
        raise ValueError(f"{card!r} is no nomad card")
    return int(number)


def andys_place(state: State, number: int, options: frozenset[str] = frozenset()) -> Place:
    """Where Andy's Targi goes when the nomad card of that number is turned up (clauses SOLO-4, SOLO-5)."""
    where, robber = border(number), state.robber or robber_of(state.round)
    free_dunes = [dune for dune in state.dunes if not state.standing.at(dune)]
    if where == robber and free_dunes:
        return free_dunes[0]
    while where in CORNERS or where == robber or _barred(state, where, OPPOSITE_HIMSELF in options):
        where = clockwise(where)
    return where


def _barred(state: State, where: Place, opposite_himself: bool) -> bool:
    solo = state.settings.solo
    across = opposite(where)
    against = state.targis_of(solo) if solo and opposite_himself else _all_targis(state)
    return where in _all_targis(state) or across in against


def _all_targis(state: State) -> tuple[Place, ...]:
    return tuple(
        where
        for piece, where in state.standing.pieces
        if piece.colour is not None and where.kind is PlaceKind.BORDER and not state.dispute_of(piece, where)
    )
