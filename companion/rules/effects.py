"""What each kind of move does to a position, before `settle` draws the consequences."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.agenda import choices_of, made
from companion.rules.board import CORNERS, ROBBER, TARGIA, Colour, Piece, PieceKind, Place, PlaceKind, clockwise
from companion.rules.book_moves import BookMove
from companion.rules.closing import robber_steps_on
from companion.rules.events import (
    Event,
    IllegalMarker,
    IllegalPlacement,
    MarkerReturned,
    RobberMisplaced,
    RobberMoved,
    TargiaMoved,
    TargiReturned,
)
from companion.rules.ledger import dropped, later
from companion.rules.moves import (
    Allow,
    Correct,
    Move,
    PassOn,
    PieceMove,
    SetDunes,
    SetStartPlayer,
    SetTargis,
    TwelfthCard,
)
from companion.rules.placement import first_barred, is_put_back, owner, reasons_against
from companion.rules.rounds import (
    END_PLACE,
    in_place,
    numbered_dunes,
    raid_passed,
    robber_places,
    round_of,
    start_round,
    walked,
)
from companion.rules.settle import close_placing, count_piece, finish, leave_behind, settle, with_room_for
from companion.rules.state import Dispute, EndReason, Permission, Phase, Scope, State, moved, without
from companion.rules.tasks import TurnEnds, TurnNomad, Use
from companion.rules.using import morgana_moved, uses_morgana


def effect_of(state: State, move: Move, events: list[Event], forced: bool) -> State:
    """The position after a move that can be (`engine.impossible` was asked before)."""
    match move:
        case BookMove():
            return made(state, move)
        case PieceMove():
            return _piece_moved(state, move, events, forced)
        case PassOn():
            return _passed_on(state, events)
        case Correct():
            return _corrected(state, move, events)
        case SetStartPlayer(colour=colour):
            return _started(state, colour)
        case Allow(colour=colour, reason=reason, scope=scope):
            kept = tuple(given for given in state.permissions if (given.colour, given.reason) != (colour, reason))
            lasting = Scope.GAME if Permission(colour, reason, Scope.GAME) in state.permissions else scope
            return replace(state, permissions=tuple(sorted((*kept, Permission(colour, reason, lasting)))))
        case SetTargis(colour=colour, count=count):
            if state.phase is Phase.PLACING:
                return replace(state, targis=state.targis.with_(colour, count))
            return replace(state, targis_next=state.targis_next.with_(colour, count))
        case SetDunes(count=count):
            return replace(state, dunes=numbered_dunes(count))
        case TwelfthCard(colour=colour):
            state = replace(state, twelfth=state.twelfth or colour)
            return finish(state, EndReason.TWELVE_CARDS, events) if state.phase is Phase.ROBBER else state
    raise TypeError(f"no effect is known of {move}")


def _started(state: State, colour: Colour) -> State:
    """That player starts this round; in the first one that is agreed for the game."""
    settings = replace(state.settings, start=colour) if state.round == 1 else state.settings
    return dropped(replace(state, start_player=colour, settings=settings), TurnNomad(start=True))


def _piece_moved(state: State, move: PieceMove, events: list[Event], forced: bool) -> State:
    if move.piece == ROBBER and move.goal:
        return _robber_moved(state, move.goal, events)
    if move.piece == TARGIA and move.goal:
        events.append(TargiaMoved(move.goal))
        return replace(state, standing=moved(state.standing, TARGIA, state.targia, move.goal))
    if move.origin:
        forced = forced or (uses_morgana(state, move.piece) and move in choices_of(state))
        put_right = move.goal is not None and state.dispute_of(move.piece, move.origin) is not None
        before, state = state, _taken(state, move.piece, move.origin, [] if put_right else events)
        if move.goal is None:
            return _to_be_used(before, state, move.piece, move.origin)
    if move.goal is None:
        return state
    back = is_put_back(state, move.piece, move.goal)
    state = _put(state, move.piece, move.goal, events, forced)
    moved_on = move.origin and not back and not state.dispute_of(move.piece, move.goal)
    return morgana_moved(state, owner(move.piece)) if moved_on and move.piece.kind is PieceKind.MARKER else state


def _to_be_used(before: State, state: State, piece: Piece, where: Place) -> State:
    """A figure came back to be used: the books have something to do (clause ACT-3)."""
    colour = owner(piece)
    if (piece, where) not in state.returned[len(before.returned) :]:
        return state
    state = later(state, Use(colour, where))
    ends = not state.figures_of(colour) and not state.is_andy(colour)
    return later(state, TurnEnds(colour)) if ends else state


def _robber_moved(state: State, where: Place, events: list[Event]) -> State:
    rightful = where in robber_places(state)
    events.append(RobberMoved(where) if rightful else RobberMisplaced(where, robber_places(state)[-1]))
    state = replace(state, standing=moved(state.standing, ROBBER, state.robber, where))
    state = raid_passed(state, where, events)
    return robber_steps_on(state, where.number) if rightful else state


def _put(state: State, piece: Piece, where: Place, events: list[Event], forced: bool) -> State:
    if _begins_next_round(state, piece):
        for colour in Colour:
            state = leave_behind(state, colour)
        state = settle(state, events)
    if piece.kind is PieceKind.MARKER and piece.colour and _last_targi_stays_out(state, piece.colour):
        state = _placing_done(state, events)  # the marker shows it: tribe card 45
    if where.kind is PlaceKind.DUNE and where not in state.dunes:
        state = replace(state, dunes=tuple(sorted((*state.dunes, where))))
    reasons = reasons_against(state, piece, where)
    barred = None if forced else first_barred(state, reasons)
    state = replace(state, standing=moved(state.standing, piece, None, where))
    if barred is None or barred.colour is None:
        return count_piece(state, piece, where, reasons, events)
    illegal = IllegalPlacement if piece.kind is PieceKind.TARGI else IllegalMarker
    events.append(illegal(barred.colour, where, barred.reason))
    return replace(state, disputes=(*state.disputes, Dispute(piece, where, barred.reason)))


def _begins_next_round(state: State, piece: Piece) -> bool:
    """A Targi comes while only markers are still out and the Robber has moved on: those were forgotten."""
    used_up = not any(state.targis_of(colour) for colour in Colour)
    return state.phase is Phase.ACTING and piece.kind is PieceKind.TARGI and used_up and in_place(state)


def _last_targi_stays_out(state: State, colour: Colour) -> bool:
    """Whether only this player's last Targi is missing: going on then means that it stays out (tribe card 45)."""
    left = state.targis_left(colour), state.targis_left(colour.other)
    return state.phase is Phase.PLACING and left == (1, 0)


def _placing_done(state: State, events: list[Event]) -> State:
    for colour in Colour:
        state = replace(state, targis=state.targis.with_(colour, len(state.targis_of(colour))))
    return close_placing(state, events)


def _taken(state: State, piece: Piece, where: Place, events: list[Event]) -> State:
    colour = owner(piece)
    counted = state.dispute_of(piece, where) is None
    targi = piece.kind is PieceKind.TARGI
    if counted and targi and state.last != (colour, where):
        waiting = next((who for who in Colour if _last_targi_stays_out(state, who)), None)
        if waiting:
            state = _placing_done(state, events)  # actions have begun: tribe card 45
    events.append((TargiReturned if targi else MarkerReturned)(colour, where))
    taken_back = state.phase is Phase.PLACING or (state.phase is Phase.MARKING and not targi)
    if targi and state.phase is Phase.MARKING and state.last == (colour, where):
        taken_back = not any(state.markers_of(who) for who in Colour)
    state = replace(
        state,
        standing=moved(state.standing, piece, where, None),
        disputes=without(state.disputes, piece, where),
    )
    if not counted:
        return state
    return _take_back(state) if taken_back else _used(state, piece, where)


def _take_back(state: State) -> State:
    """A placement undone before the other player moved: it is that player's turn again."""
    if state.phase is Phase.MARKING and not any(state.targis_left(colour) for colour in Colour):
        return state
    undecided = state.settings.start is None and state.round == 1
    nobody = not any(state.targis_of(colour) for colour in Colour)
    start = None if undecided and nobody else state.start_player
    return replace(state, phase=Phase.PLACING, crossings=(), last=None, start_player=start)


def _used(state: State, piece: Piece, where: Place) -> State:
    """A figure used: it is back with its player; a dune goes when its last Targi has left (clauses XDUN-2, XSPC-1)."""
    dunes = state.dunes
    if where.kind is PlaceKind.DUNE and not state.standing.at(where):
        dunes = tuple(item for item in dunes if item != where)
    return replace(state, phase=Phase.ACTING, returned=(*state.returned, (piece, where)), dunes=dunes)


def _passed_on(state: State, events: list[Event]) -> State:
    if state.phase is Phase.PLACING and state.turn:
        colour = state.turn
        return replace(state, targis=state.targis.with_(colour, len(state.targis_of(colour))))
    if state.phase is Phase.PLACING:
        return _started(state, Colour.WHITE)  # XSET-6
    if state.phase is Phase.MARKING:
        return replace(state, phase=Phase.ACTING)
    if state.phase is Phase.ACTING and state.turn:
        return leave_behind(state, state.turn)
    return walked(state, events)


def _corrected(state: State, move: Correct, events: list[Event]) -> State:
    piece, source, where = move.piece, move.source, move.where
    if piece.colour is None:
        source = source or state.standing.one(piece)
        state = replace(state, standing=moved(state.standing, piece, source, where))
        return _robber_corrected(state, where, events) if piece == ROBBER and where else state
    standing = moved(state.standing, piece, source, where)
    state = replace(state, standing=standing, disputes=without(state.disputes, piece, source))
    if state.phase is Phase.OVER:
        return state
    if state.phase is Phase.MARKING and piece.kind is PieceKind.TARGI:
        state = replace(state, phase=Phase.PLACING, crossings=())
    if state.phase is Phase.ROBBER and where:
        state = replace(state, phase=Phase.ACTING)
    if state.phase is Phase.ACTING and source:
        state = replace(state, returned=(*state.returned, (piece, source)))
    if state.phase is Phase.PLACING and piece.kind is PieceKind.TARGI:
        last = (piece.colour, where) if where else None
        state = replace(state, last=last, start_player=state.start_player or piece.colour)
    return with_room_for(state, piece.colour)


def _robber_corrected(state: State, where: Place, events: list[Event]) -> State:
    """A person's word on the Robber is also one on the round, since its card names the round (clause RND-5)."""
    if state.phase is Phase.OVER and state.end is EndReason.ROBBER and where != END_PLACE:
        state = replace(state, phase=Phase.ROBBER, end=None, raided=None)
    if state.phase is Phase.OVER:
        return state
    between = state.phase in (Phase.ACTING, Phase.ROBBER)
    if between and where in robber_places(state):
        return raid_passed(state, where, events)
    number = round_of(where)
    if number and state.phase is Phase.ROBBER:
        return start_round(state, number, events)
    if number:
        return replace(state, round=number, raided=None)
    if between and where in CORNERS:
        before = round_of(clockwise(where, -1))
        return raid_passed(replace(state, round=before or state.round), where, events)
    return state
