"""The rules at work: what a move does to a position, what is refused and why.

Pure: no clock, no chance, no files. A figure put where it may not stand is still on the table, so `apply` never drops
it: it is held as disputed until it is put right, taken back or allowed by a card. Only what cannot be (a figure taken
from where none stands) is no move at all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.agenda import at_hand, choices_of, run, why_not
from companion.rules.board import PIECE_COUNTS, ROBBER, TARGI_OF, TARGIA, Colour, Standing
from companion.rules.book_moves import BookMove, SetBooks
from companion.rules.books import Books
from companion.rules.effects import effect_of
from companion.rules.events import Event, RoundStarted
from companion.rules.moves import (
    Allow,
    Correct,
    Move,
    MoveRobber,
    MoveTargia,
    PassOn,
    PieceMove,
    PlaceMarker,
    PlaceTargi,
    ReturnMarker,
    ReturnTargi,
    SetDunes,
    SetTargis,
)
from companion.rules.placement import first_barred, legal_places, reasons_against
from companion.rules.rounds import (
    DUNES_AT_START,
    in_place,
    numbered_dunes,
    raid_due,
    robber_of,
    robber_places,
    targia_of,
    walk_after,
)
from companion.rules.settle import settle
from companion.rules.state import Edition, Phase, Reason, Refusal, Settings, State, moved, without
from companion.rules.using import uses_morgana

VERSION = 3
"""Counts up whenever the same log would give another game."""


@dataclass(frozen=True, slots=True)
class Step:
    """A position, and what happened on the way to it."""

    state: State
    events: tuple[Event, ...] = ()


class Impossible(ValueError):
    """A move that cannot be; ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal.reason))
        self.refusal = refusal


def new_game(settings: Settings, books: Books | None = None) -> State:
    """The table after set-up: Robber on 1; in the expansion Targia on 15 and three dunes (clauses SET-4, XSET-4).
    ``books``: as `setting_up` makes them, where books are kept."""
    pieces = {(ROBBER, robber_of(1))} | ({(TARGIA, targia_of(robber_of(1)))} if settings.targia else set())
    dunes = DUNES_AT_START if settings.edition is Edition.EXPANSION else 0
    state = State(
        settings=settings,
        start_player=settings.start,
        standing=Standing(frozenset(pieces)),
        dunes=numbered_dunes(dunes) or (tuple(where for where, _ in books.open_dunes) if books else ()),
        books=books,
    )
    return _carried_on(state, [])


def opening(state: State) -> tuple[Event, ...]:
    """What is reported when the first round of a new game starts."""
    return (RoundStarted(state.round, state.start_player, state.robber, state.targia),)


def impossible(state: State, move: Move) -> Refusal | None:
    """Why this cannot be a move at all in this position; None when it can."""
    if isinstance(move, SetBooks) or (isinstance(move, BookMove) and state.phase is not Phase.OVER):
        return why_not(state, move)
    reason = _contradiction(state, move)
    if reason is None:
        return None
    colour = getattr(move, "colour", None)
    return Refusal(reason, colour if isinstance(colour, Colour) else None, getattr(move, "where", None))


def refusal(state: State, move: Move) -> Refusal | None:
    """Why this move is not allowed; None when it is. A refused piece may stand there all the same (see `apply`)."""
    if no := impossible(state, move):
        return no
    if isinstance(move, PieceMove) and at_hand(state):
        if move in choices_of(state):
            return None
        reason = Reason.NOT_OFFERED if uses_morgana(state, move.piece) else Reason.UNFINISHED
        return Refusal(reason, move.piece.colour, move.goal or move.origin)
    if isinstance(move, PieceMove) and move.goal is not None:
        if move.piece.colour is not None:
            lifted = state
            if move.origin is not None:
                standing = moved(state.standing, move.piece, move.origin, None)
                lifted = replace(state, standing=standing, disputes=without(state.disputes, move.piece, move.origin))
            return first_barred(lifted, reasons_against(lifted, move.piece, move.goal))
        places = robber_places(state)
        if move.piece == TARGIA:
            places = tuple(targia_of(where) for where in places)
        if move.goal not in places:
            return Refusal(Reason.MISPLACED, None, move.goal, places[-1])
    return None


def apply(state: State, move: Move, forced: bool = False) -> Step:
    """The position after the move, and what happened.

    ``forced``: a person says it is allowed this once, whatever stands against it. Raises `Impossible` for what cannot
    be.
    """
    if no := impossible(state, move):
        raise Impossible(no)
    events: list[Event] = []
    return Step(_carried_on(effect_of(state, move, events, forced), events), tuple(events))


def _carried_on(state: State, events: list[Event]) -> State:
    """What follows by itself, of the table and of the books."""
    state = settle(state, events)
    while state.books is not None:
        before = state
        state = settle(run(state), events)
        if state is before:
            break
    return state


def legal_moves(state: State) -> tuple[Move, ...]:
    """What the rules want next: placements, markers, figures to take back, the walk of Robber and Targia. With books
    also every choice of a player, and what chance may give. Empty only after the end."""
    if state.books is not None:
        chosen = choices_of(state)
        return chosen if at_hand(state) else (*_on_the_table(state), *chosen)
    return _on_the_table(state)


def _on_the_table(state: State) -> tuple[Move, ...]:
    turn = state.turn
    if state.phase is Phase.PLACING:
        players = (turn,) if turn else tuple(Colour)
        places = [PlaceTargi(colour, where) for colour in players for where in legal_places(state, colour)]
        return tuple(places) or (PassOn(),)
    if state.phase is Phase.MARKING:
        return tuple(PlaceMarker(colour, where) for colour in Colour for where in state.owed_markers(colour))
    if state.phase is Phase.ACTING and turn:
        targis = [ReturnTargi(turn, where) for where in state.targis_of(turn)]
        return (*targis, *(ReturnMarker(turn, where) for where in state.markers_of(turn)))
    if state.phase is Phase.ROBBER:
        return _walking(state)
    return ()


def _walking(state: State) -> tuple[Move, ...]:
    walk = walk_after(state.round)
    goal = walk[0] if raid_due(state) else walk[-1]
    if state.robber != goal:
        return (MoveRobber(goal),)
    return (MoveTargia(targia_of(goal)),) if not in_place(state) else ()


def _contradiction(state: State, move: Move) -> Reason | None:
    if state.phase is Phase.OVER and not isinstance(move, Correct):
        return Reason.GAME_OVER
    if isinstance(move, PieceMove):
        return _cannot_go(state, move)
    if isinstance(move, Correct):
        return _cannot_correct(state, move)
    if isinstance(move, PassOn):
        asked = state.phase is Phase.PLACING and state.turn is None  # who starts: white, if nobody says (XSET-6)
        return Reason.NOTHING_TO_DO if asked and (state.settings.solo or not state.settings.targia) else None
    if isinstance(move, Allow):
        return None if move.reason.allowable else Reason.NOTHING_TO_DO
    if isinstance(move, SetTargis):
        return None if 0 <= move.count <= PIECE_COUNTS[TARGI_OF[move.colour]] else Reason.NO_FIGURE_LEFT
    if isinstance(move, SetDunes):
        return None if 0 <= move.count <= 99 else Reason.NOTHING_TO_DO
    return None


def _cannot_go(state: State, move: PieceMove) -> Reason | None:
    if move.piece == TARGIA and not state.settings.targia:
        return Reason.NOTHING_TO_DO
    standing = state.standing.of(move.piece)
    if move.origin is not None and move.origin not in standing:
        return Reason.NOT_THERE
    if move.goal in standing:
        return Reason.ALREADY_THERE
    if move.piece.colour and move.origin is None and len(standing) >= PIECE_COUNTS[move.piece]:
        return Reason.NO_FIGURE_LEFT
    return None


def _cannot_correct(state: State, move: Correct) -> Reason | None:
    standing = state.standing.of(move.piece)
    if (move.source is None and move.where is None) or move.source == move.where:
        return Reason.NOTHING_TO_DO
    if move.source is not None and move.source not in standing:
        return Reason.NOT_THERE
    if move.where in standing:
        return Reason.ALREADY_THERE
    if move.piece.colour and move.source is None and len(standing) >= PIECE_COUNTS[move.piece]:
        return Reason.NO_FIGURE_LEFT
    return None
