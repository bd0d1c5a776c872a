"""Andy's move as it is told: the card that came, each card he had to pass over and why, and where his Targi goes; a
Targi of his that stands elsewhere; what leaves the table when he is done (clauses SOLO-2 to SOLO-8).

Codes with their parameters; where he goes is the rules' word (`companion.rules.andy`), the reasons here tell the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from companion.deal import Deal, Stack
from companion.rules.andy import LAST_OF_PERSON, NOMADS, andys_place, nomad_number
from companion.rules.board import (
    CORNERS,
    TARGI_OF,
    Colour,
    Piece,
    PieceKind,
    Place,
    PlaceKind,
    border,
    clockwise,
    opposite,
)
from companion.rules.moves import Move, PieceMove, PlaceTargi, ReturnMarker, ReturnTargi, SetStartPlayer
from companion.rules.rounds import robber_of
from companion.rules.state import Edition, Phase, State, moved, without

SAID = "nomad-"
"""How marks of a log begin that say which card of the real stack came."""


class Why(str, Enum):
    """Why Andy does not stay on a card. In brackets: the fields of `Passed` that go with it."""

    CORNER = "corner"
    ROBBER = "robber"
    HELD = "held"  # (colour: whose Targi stands there)
    OPPOSITE = "opposite"  # (colour, by: whose Targi stands across, and where)
    TO_DUNE = "to_dune"  # the Robber stands there, and a dune is free

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Passed:
    """A card that Andy goes on from, and why."""

    where: Place
    why: Why
    colour: Colour | None = None
    by: Place | None = None


@dataclass(frozen=True, slots=True)
class AndysTurn:
    """What is to be done for Andy. ``number``: his card; None: people say which one came, of ``numbers``. ``passed``:
    the cards he goes on from, in their order; ``where``: his place. ``left``: cards in the stack after this one; all
    went back before the round's first. ``starts``: the card says who starts, and nothing is placed."""

    colour: Colour
    stack: Stack
    number: int | None = None
    passed: tuple[Passed, ...] = ()
    where: Place | None = None
    left: int = 0
    numbers: tuple[int, ...] = ()
    starts: Colour | None = None

    @property
    def shuffled(self) -> bool:
        """Whether this is the first card since all went back (clause SOLO-8)."""
        return self.left == len(NOMADS) - 1

    @property
    def move(self) -> Move | None:
        """What is played when his card is followed; None: people say first which one came."""
        if self.starts is not None:
            return SetStartPlayer(self.starts)
        return PlaceTargi(self.colour, self.where) if self.where is not None else None

    @property
    def way(self) -> tuple[Place, ...]:
        """From his card to his place."""
        return (*(one.where for one in self.passed), *([self.where] if self.where else []))


def andys_turn(
    state: State, deal: Deal, options: frozenset[str] = frozenset(), said: int | None = None
) -> AndysTurn | None:
    """What is to be done for Andy in this position; None when it is not his turn to place. ``options``: house rules in
    force; ``said``: the card of the real stack that came, where books do not know it."""
    person = state.settings.solo
    if person is None or state.phase is not Phase.PLACING:
        return None
    if state.turn is None:
        return _start(person, deal) if deal.stack is Stack.BOX else None
    if state.turn is person:
        return None
    before = len(state.targis_of(person.other))
    number = _card(state, deal, before, said)
    turn = AndysTurn(person.other, deal.stack, left=len(NOMADS) - before - 1)
    if number is None:
        gone = state.books.nomads if state.books else ()
        return replace(turn, left=turn.left + 1, numbers=tuple(one for one in NOMADS if one not in gone))
    where = andys_place(state, number, options)
    return replace(turn, number=number, where=where, passed=tuple(_passed(state, number, where)))


def misplaced(
    state: State, deal: Deal, last: Move | None, options: frozenset[str] = frozenset(), said: int | None = None
) -> tuple[Piece, Place, Place] | None:
    """Andy's Targi that the last move put elsewhere than his card says: the piece, where it stands, and where it
    belongs. None when it stands right, or nobody knows his card."""
    person = state.settings.solo
    if person is None or not isinstance(last, PieceMove) or last.goal is None or last.piece != TARGI_OF[person.other]:
        return None
    piece, where = last.piece, last.goal
    if where not in state.targis_of(person.other):
        return None
    standing = moved(state.standing, piece, where, None)
    lifted = replace(state, standing=standing, disputes=without(state.disputes, piece, where))
    number = _card(lifted, deal, len(lifted.targis_of(person.other)), said)
    if number is None:
        return None
    place = andys_place(lifted, number, options)
    return (piece, where, place) if place != where else None


def _start(person: Colour, deal: Deal) -> AndysTurn:
    number = deal.start_card()
    starts = person if number <= LAST_OF_PERSON else person.other
    return AndysTurn(person.other, deal.stack, number, left=len(NOMADS) - 1, starts=starts)


def _card(state: State, deal: Deal, before: int, said: int | None) -> int | None:
    """The nomad card of Andy's next Targi, ``before`` of which stand."""
    if deal.stack is Stack.BOX:
        return deal.nomads(state.round)[before]
    if state.books is not None and len(state.books.nomads) > before:
        return state.books.nomads[before]
    return said


def _passed(state: State, number: int, where: Place) -> Iterator[Passed]:
    at = border(number)
    if where.kind is PlaceKind.DUNE:
        yield Passed(at, Why.TO_DUNE)
        return
    while at != where:
        yield _reason(state, at)
        at = clockwise(at)


def _reason(state: State, where: Place) -> Passed:
    """Why a card cannot be Andy's that the rules have sent him on from (clause SOLO-4)."""
    if where in CORNERS:
        return Passed(where, Why.CORNER)
    if where == (state.robber or robber_of(state.round)):
        return Passed(where, Why.ROBBER)
    holders = [piece for piece in state.standing.at(where) if piece.kind is PieceKind.TARGI]
    if holders:
        return Passed(where, Why.HELD, holders[0].colour)
    across = opposite(where)
    facing = [piece for piece in state.standing.at(across) if piece.kind is PieceKind.TARGI] if across else []
    return Passed(where, Why.OPPOSITE, facing[0].colour if facing else None, across)


def said_by(line: str) -> int | None:
    """The card that a line of a log says came; None for every other line."""
    word = line.removeprefix("mark ")
    if word == line or not word.startswith(SAID):
        return None
    try:
        return nomad_number(word)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Leaving:
    """What goes when Andy is done: cards of the middle to the discards, dunes to theirs or turned over."""

    moves: tuple[Move, ...]
    cards: tuple[Place, ...]
    dunes: tuple[Place, ...]
    dunes_turned: bool


def leaving(state: State) -> Leaving | None:
    """What is taken away for Andy at the end of the round (clause SOLO-7); None when that is not to be done now."""
    person = state.settings.solo
    if person is None or state.phase is not Phase.ACTING or state.turn is not person.other:
        return None
    andy = person.other
    markers, targis = state.markers_of(andy), state.targis_of(andy)
    moves = (*(ReturnMarker(andy, where) for where in markers), *(ReturnTargi(andy, where) for where in targis))
    dunes = tuple(where for where in targis if where.kind is PlaceKind.DUNE)
    return Leaving(moves, markers, dunes, state.settings.edition is Edition.BASE)
