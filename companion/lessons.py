"""A first game in three stages: placing only, then the markers, then the cards. Which lesson fits a position; that it
has been learnt follows from the table, by camera or touch. Codes with parameters."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.agreement import Agreement
from companion.rules.board import CORNERS, Colour, Place, PlaceKind, opposite
from companion.rules.rounds import walk_after
from companion.rules.state import Phase, State

_EXPLAINED_ROUNDS = 2
"""After so many rounds of a first game the lessons are over."""


class Level(str, Enum):
    """How much the guide says."""

    OFF = "off"
    HINTS = "hints"
    FULL = "full"

    def __str__(self) -> str:
        return self.value


class Stage(str, Enum):
    """The stages of a first game; each is a phase of its first round."""

    PLACING = "placing"
    MARKING = "marking"
    CARDS = "cards"

    def __str__(self) -> str:
        return self.value


class LessonCode(str, Enum):
    """What is to be learnt now. In brackets: the fields of `Lesson` that go with it."""

    FIRST_TARGI = "first_targi"
    NOT_OPPOSITE = "not_opposite"  # (colour, places: closed by the other player's Targis)
    CROSSINGS = "crossings"
    LAST_TARGI = "last_targi"
    MARKERS = "markers"  # (colour, places)
    NO_CROSSING = "no_crossing"  # (colour)
    BORDER_CARD = "border_card"  # (colour, places)
    CENTRAL_CARD = "central_card"  # (colour, places)
    ROUND_ENDS = "round_ends"
    RAID = "raid"
    AIM = "aim"  # what a display is for

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Lesson:
    """``stage``: of a first game's first round; None outside it."""

    code: LessonCode
    stage: Stage | None = None
    colour: Colour | None = None
    places: tuple[Place, ...] = ()


_STAGES = {
    Phase.PLACING: Stage.PLACING,
    Phase.MARKING: Stage.MARKING,
    Phase.ACTING: Stage.CARDS,
    Phase.ROBBER: Stage.CARDS,
}


def level_of(level: Level, agreed: Agreement, state: State) -> Level:
    """How much is said: in the first rounds of a first game everything, whatever people like else."""
    return Level.FULL if agreed.first_game and state.round <= _EXPLAINED_ROUNDS else level


def lesson(state: State, agreed: Agreement) -> Lesson | None:
    """What a new player should know now; None after the end."""
    made = _lesson(state)
    if made is None:
        return None
    code, colour, places = made
    stage = _STAGES[state.phase] if agreed.first_game and state.round == 1 else None
    return Lesson(code, stage, colour, places)


_Made = tuple[LessonCode, Colour | None, tuple[Place, ...]]


def _lesson(state: State) -> _Made | None:
    match state.phase:
        case Phase.PLACING:
            return _placing(state)
        case Phase.MARKING:
            return _marking(state)
        case Phase.ACTING:
            return _acting(state)
        case Phase.ROBBER:
            raid = walk_after(state.round)[0] in CORNERS
            return (LessonCode.RAID if raid else LessonCode.ROUND_ENDS), None, ()
    return None


def _placing(state: State) -> _Made:
    turn = state.turn
    standing = sum(len(state.targis_of(colour)) for colour in Colour)
    if turn is None or not standing:
        return (LessonCode.FIRST_TARGI if state.round == 1 else LessonCode.AIM), turn, ()
    if standing == 1:
        others = state.targis_of(turn.other)
        across = (opposite(where) for where in others if where.kind is PlaceKind.BORDER)
        closed = {*others, *(where for where in across if where)}
        return LessonCode.NOT_OPPOSITE, turn, tuple(sorted(closed))
    last = state.targis_left(turn) == 1
    return (LessonCode.LAST_TARGI if last else LessonCode.CROSSINGS), turn, ()


def _marking(state: State) -> _Made:
    turn = state.turn
    if turn is None:
        return LessonCode.NO_CROSSING, None, ()
    return LessonCode.MARKERS, turn, state.owed_markers(turn)


def _acting(state: State) -> _Made | None:
    turn = state.turn
    if turn is None:
        return None
    targis, markers = state.targis_of(turn), state.markers_of(turn)
    if targis:
        return LessonCode.BORDER_CARD, turn, targis
    return LessonCode.CENTRAL_CARD, turn, markers
