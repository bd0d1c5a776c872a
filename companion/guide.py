"""What to say now: codes with parameters, made from the game and from what the camera sees. Words are the language
catalogues' work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from companion.rules.board import CORNERS, Colour, Light, Piece, Place, Standing
from companion.rules.placement import first_barred, legal_places, reasons_against
from companion.rules.rounds import (
    LAST_ROUND,
    next_corner,
    raid_due,
    robber_places,
    targia_of,
    walk_after,
)
from companion.rules.state import EndReason, Phase, Reason, State, moved, without


class AdviceCode(str, Enum):
    """What to do now. In brackets: the fields of `Note` that go with it."""

    FIRST_TARGI = "first_targi"  # any player places the first Targi and starts
    PLACE_TARGI = "place_targi"  # (colour, number: how many are left to place)
    PLACE_MARKERS = "place_markers"  # (colour, places: crossings without a marker)
    NO_CROSSINGS = "no_crossings"  # (colour) this player has no crossing
    ACT = "act"  # (colour, places: figures to use and take back)
    ACTS_LATER = "acts_later"  # (colour, places) the other player's figures stay until then
    MOVE_ROBBER = "move_robber"  # (place: goal, raid: the corner on the way or None)
    PAY_RAID = "pay_raid"  # (raid, place: where the Robber goes on to; on 16 none)
    MOVE_TARGIA = "move_targia"  # (place)
    TAKE_BACK = "take_back"  # (colour, piece, place) it was left behind
    LAST_ROUND = "last_round"  # (colour: who has the twelfth card, or None: the Robber comes to 16 next)
    RAID_NEXT_ROUND = "raid_next_round"  # (raid)
    GAME_OVER = "game_over"  # (end)

    def __str__(self) -> str:
        return self.value


class QuestionCode(str, Enum):
    """What a person is asked."""

    WHAT_STANDS_HERE = "what_stands_here"  # (place, choices, confidence)
    TAKE_OVER_TABLE = "take_over_table"  # table and game differ, and no moves explain it: is the table right?
    ONLY_TWO_TARGIS = "only_two_targis"  # (colour) markers come though a Targi is left: tribe card 45?

    def __str__(self) -> str:
        return self.value


class ProblemCode(str, Enum):
    """What is wrong with table, camera or disk."""

    NO_CAMERA = "no_camera"
    CAMERA_BUSY = "camera_busy"  # (text: who, where it is known) another program holds it
    CAMERA_NOT_ALLOWED = "camera_not_allowed"
    CAMERA_STALLED = "camera_stalled"
    READING_FAILED = "reading_failed"  # what looks and reads has broken down
    BLACK_PICTURES = "black_pictures"
    DEMO_STOPPED = "demo_stopped"  # the recorded table does not play
    DEMO_ENDED = "demo_ended"  # it has come to its end
    MODEL_BROKEN = "model_broken"  # (text: the file) a network of the recogniser is missing or damaged
    SEARCHING = "searching"  # for the board, which has not been found yet
    WHICH_CORNER = "which_corner"  # the board is found, but not which corner is 16
    NO_BOARD = "no_board"
    OTHER_TABLE = "other_table"
    VIEW_BLOCKED = "view_blocked"
    CAMERA_MOVED = "camera_moved"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    ROBBER_MISPLACED = "robber_misplaced"  # (place: where it stands, or None; should_be)
    TARGIA_MISPLACED = "targia_misplaced"  # (place, should_be)
    TABLE_DIFFERS = "table_differs"  # (place, piece: what the camera sees, expected: what the game says)
    DISK_FULL = "disk_full"
    DISK_READ_ONLY = "disk_read_only"
    GAMES_BROKEN = "games_broken"  # (text: the name the broken file is kept under)
    GAMES_FROM_BACKUP = "games_from_backup"  # (text: the name the broken file is kept under)
    GAMES_MENDED = "games_mended"  # (text: the name the broken file is kept under) nothing of this game is lost
    GAME_OLDER = "game_older"  # it was begun by an older version's rules, and goes on by today's
    GAMES_GONE = "games_gone"  # the file was not there, and its newest copy is in use
    GAMES_NEWER = "games_newer"  # (text: the name the file is kept under)
    GAME_CUT_SHORT = "game_cut_short"  # (number: the first line that could not be read; text: the copy kept)
    GAMES_IN_USE = "games_in_use"  # (text: the path) another companion has the file open
    DISK_UNUSABLE = "disk_unusable"  # (text: the path)
    CARDS_UNUSABLE = "cards_unusable"  # (text: the file of the owner's cards, and the line and reason in it)

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to say. Which fields a code uses stands beside the code."""

    code: AdviceCode
    colour: Colour | None = None
    place: Place | None = None
    places: tuple[Place, ...] = ()
    piece: Piece | None = None
    raid: Place | None = None
    number: int | None = None
    end: EndReason | None = None


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A figure or marker stands where it may not: what, where, why, and the place that stands against it."""

    piece: Piece
    place: Place
    reason: Reason
    by: Place | None = None

    @property
    def allowable(self) -> bool:
        """Whether "a card allows this" is offered."""
        return self.reason.allowable


@dataclass(frozen=True, slots=True)
class Question:
    """Something a person is asked. ``choices``: likely answers first, None = nothing stands there."""

    code: QuestionCode
    place: Place | None = None
    colour: Colour | None = None
    choices: tuple[Piece | None, ...] = ()
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is wrong."""

    code: ProblemCode
    place: Place | None = None
    should_be: Place | None = None
    piece: Piece | None = None
    expected: Piece | None = None
    number: int | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Sight:
    """What is known of the camera's view now. ``problem``: set while there is no usable picture. ``standing``: the
    settled standing it sees, None when that is not known (no camera, view blocked, a hand at work)."""

    problem: Problem | None = None
    blocked: bool = False
    moved: bool = False
    light: Light = Light.FINE
    standing: Standing | None = None
    questions: tuple[Question, ...] = ()


@dataclass(frozen=True, slots=True)
class Guidance:
    """All there is to say about this moment.

    ``advice``: what now, most urgent first. ``forbidden``: what stands where it may not. ``crossings``: (colour,
    places) for both players once all Targis stand, else empty. ``legal``: where the player in turn may place.
    ``next_raid``: the corner the Robber comes to next, ``rounds_to_raid`` rounds from now (1: before the next round);
    None once the last raid has come.
    """

    round: int
    phase: Phase
    turn: Colour | None
    start_player: Colour | None
    advice: tuple[Note, ...]
    forbidden: tuple[Forbidden, ...]
    crossings: tuple[tuple[Colour, tuple[Place, ...]], ...]
    questions: tuple[Question, ...]
    problems: tuple[Problem, ...]
    next_raid: Place | None
    rounds_to_raid: int | None
    legal: tuple[Place, ...]
    end: EndReason | None


def guide(state: State, sight: Sight | None = None, problems: tuple[Problem, ...] = ()) -> Guidance:
    """What to say in this position. ``sight``: what the camera sees, None without one; ``problems``: of disk and
    camera, said first."""
    sight = sight or Sight()
    corner, rounds = _next_raid(state)
    return Guidance(
        round=state.round,
        phase=state.phase,
        turn=state.turn,
        start_player=state.start_player,
        advice=tuple(_advice(state)),
        forbidden=tuple(_forbidden(state)),
        crossings=_crossings(state),
        questions=sight.questions + tuple(_questions(state)),
        problems=problems + tuple(_seen_problems(sight)) + tuple(_table_problems(state, sight)),
        next_raid=corner,
        rounds_to_raid=rounds,
        legal=legal_places(state, state.turn) if state.turn else (),
        end=state.end,
    )


def _next_raid(state: State) -> tuple[Place | None, int | None]:
    if state.phase is Phase.OVER:
        return None, None
    corner, rounds = next_corner(state.round)
    if state.raided == corner and state.round == LAST_ROUND:  # the last one; books still ask what it costs
        return None, None
    if state.raided == corner:  # paid already; the Robber is still on its way
        following, more = next_corner(state.round + 1)
        return following, more + 1
    return corner, rounds


def _crossings(state: State) -> tuple[tuple[Colour, tuple[Place, ...]], ...]:
    if state.phase not in (Phase.MARKING, Phase.ACTING):
        return ()
    return tuple((colour, state.crossings_of(colour)) for colour in Colour)


def _advice(state: State) -> Iterator[Note]:
    yield from _WHAT_NOW[state.phase](state)
    for dispute in state.disputes:
        if dispute.reason is Reason.LEFT_BEHIND:
            yield Note(AdviceCode.TAKE_BACK, dispute.piece.colour, dispute.where, piece=dispute.piece)
    if state.phase is Phase.OVER:
        return
    if state.twelfth or state.round == LAST_ROUND:
        yield Note(AdviceCode.LAST_ROUND, state.twelfth)
    elif state.phase is not Phase.ROBBER and raid_after(state):
        yield Note(AdviceCode.RAID_NEXT_ROUND, raid=raid_after(state))


def raid_after(state: State) -> Place | None:
    """The corner whose raid comes right after this round, None when there is none or it has been."""
    corner = walk_after(state.round)[0]
    return corner if corner in CORNERS and state.raided != corner else None


def _placing(state: State) -> Iterator[Note]:
    if state.turn is None:
        yield Note(AdviceCode.FIRST_TARGI)
    else:
        yield Note(AdviceCode.PLACE_TARGI, state.turn, number=state.targis_left(state.turn))


def _marking(state: State) -> Iterator[Note]:
    for colour in state.in_order:
        if owed := state.owed_markers(colour):
            yield Note(AdviceCode.PLACE_MARKERS, colour, places=owed)
        elif not state.crossings_of(colour):
            yield Note(AdviceCode.NO_CROSSINGS, colour)


def _acting(state: State) -> Iterator[Note]:
    for colour in state.in_order:
        if figures := state.figures_of(colour):
            code = AdviceCode.ACT if colour is state.turn else AdviceCode.ACTS_LATER
            yield Note(code, colour, places=figures)


def _walking(state: State) -> Iterator[Note]:
    goal = walk_after(state.round)[-1]
    due = raid_due(state)
    if state.raided and state.robber == state.raided:
        yield Note(AdviceCode.PAY_RAID, place=goal, raid=state.raided)
    if state.robber != goal:
        yield Note(AdviceCode.MOVE_ROBBER, place=goal, raid=due)
    if state.settings.targia and state.targia != targia_of(goal):
        yield Note(AdviceCode.MOVE_TARGIA, place=targia_of(goal))


def _over(state: State) -> Iterator[Note]:
    yield Note(AdviceCode.GAME_OVER, end=state.end)


_WHAT_NOW: dict[Phase, Callable[[State], Iterator[Note]]] = {
    Phase.PLACING: _placing,
    Phase.MARKING: _marking,
    Phase.ACTING: _acting,
    Phase.ROBBER: _walking,
    Phase.OVER: _over,
}


def _forbidden(state: State) -> Iterator[Forbidden]:
    for dispute in state.disputes:
        if dispute.reason is Reason.LEFT_BEHIND:
            continue
        piece, where = dispute.piece, dispute.where
        standing = moved(state.standing, piece, where, None)
        lifted = replace(state, standing=standing, disputes=without(state.disputes, piece, where))
        barred = first_barred(lifted, reasons_against(lifted, piece, where))
        yield Forbidden(piece, where, dispute.reason, barred.by if barred else None)


def _questions(state: State) -> Iterator[Question]:
    """Markers come out while one Targi is still missing: perhaps it stays out by tribe card 45."""
    marked = any(state.markers_of(colour) for colour in Colour)
    colour = state.turn
    if state.phase is Phase.PLACING and marked and colour and not state.targis_left(colour.other):
        yield Question(QuestionCode.ONLY_TWO_TARGIS, colour=colour)


def _seen_problems(sight: Sight) -> Iterator[Problem]:
    if sight.problem:
        yield sight.problem
        return
    if sight.light is not Light.FINE:
        yield Problem(ProblemCode(sight.light.value))
    if sight.blocked:
        yield Problem(ProblemCode.VIEW_BLOCKED)
    if sight.moved:
        yield Problem(ProblemCode.CAMERA_MOVED)


def _table_problems(state: State, sight: Sight) -> Iterator[Problem]:
    places = robber_places(state)
    if places and state.robber not in places:
        yield Problem(ProblemCode.ROBBER_MISPLACED, state.robber, places[-1])
    targia_places = [targia_of(where) for where in places]
    if state.settings.targia and places and state.targia not in targia_places:
        yield Problem(ProblemCode.TARGIA_MISPLACED, state.targia, targia_places[-1])
    if sight.standing is not None:
        yield from differences(state.standing, sight.standing)


def differences(game: Standing, table: Standing) -> Iterator[Problem]:
    """Where game and table disagree, sorted by place: what stands there (``piece``) and what the game says
    (``expected``)."""
    for where in sorted({where for _, where in game.pieces ^ table.pieces}):
        seen, said = (sorted(set(one.at(where)) - set(two.at(where))) for one, two in ((table, game), (game, table)))
        for index in range(max(len(seen), len(said))):
            piece, expected = (side[index] if index < len(side) else None for side in (seen, said))
            yield Problem(ProblemCode.TABLE_DIFFERS, where, piece=piece, expected=expected)
