"""What follows from a position by itself: disputes that have become legal, phases that are done, rounds that start,
the end."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.board import Colour, Piece, PieceKind, Place
from companion.rules.events import Event, GameOver, Intersections, MarkerPlaced, TargiPlaced
from companion.rules.ledger import dropped, later, spent
from companion.rules.placement import crossings_now, first_barred, is_put_back, owner, reasons_against
from companion.rules.rounds import END_PLACE, LAST_ROUND, in_place, start_round
from companion.rules.state import Dispute, EndReason, Phase, Reason, Refusal, Scope, State, moved, without
from companion.rules.tasks import AndyPlaces, CloseRound, Task, TurnEnds, TurnNomad, Use


def settle(state: State, events: list[Event]) -> State:
    """Carries on until nothing more follows."""
    while True:
        before = state
        state = _next_phase(_review(state, events), events)
        if state == before:
            return state


def count_piece(state: State, piece: Piece, where: Place, reasons: tuple[Refusal, ...], events: list[Event]) -> State:
    """A Targi or marker that stands on the table counts from now on; permissions for once that it needed are gone."""
    colour = owner(piece)
    used = {no.reason for no in reasons}
    permissions = tuple(
        given
        for given in state.permissions
        if given.scope is Scope.GAME or given.colour is not colour or given.reason not in used
    )
    put_back = is_put_back(state, piece, where)
    if state.books and piece.kind is PieceKind.TARGI:
        state = spent(state, colour, used)
    state = replace(state, permissions=permissions, disputes=without(state.disputes, piece, where))
    if put_back or state.phase is Phase.ROBBER:
        returned = tuple(item for item in state.returned if item != (piece, where))
        state = dropped(replace(state, phase=Phase.ACTING, returned=returned), Use(colour, where), TurnEnds(colour))
    if piece.kind is PieceKind.MARKER:
        events.append(MarkerPlaced(colour, where))
        return state
    events.append(TargiPlaced(colour, where))
    if state.phase is Phase.PLACING:
        state = replace(state, last=(colour, where), start_player=state.start_player or colour)
        state = dropped(state, *_answered_by_targi(state, colour))
    return with_room_for(state, colour)


def _answered_by_targi(state: State, colour: Colour) -> tuple[Task, ...]:
    """What a Targi that was seen to be placed says about Andy's stack: who has started, and that his card, turned up on
    the table, led there (clauses SOLO-2, SOLO-11)."""
    start = TurnNomad(start=True)
    if not state.is_andy(colour) or state.books is None:
        return (start,)
    return (start, TurnNomad(start=False), *(task for task in state.books.agenda if isinstance(task, AndyPlaces)))


def with_room_for(state: State, colour: Colour) -> State:
    """A Targi too many that counts was allowed: the player has so many in this round."""
    standing = len(state.targis_of(colour))
    if state.phase not in (Phase.PLACING, Phase.MARKING) or standing <= state.targis.of(colour):
        return state
    return replace(state, targis=state.targis.with_(colour, standing), phase=Phase.PLACING)


def close_placing(state: State, events: list[Event]) -> State:
    """All Targis stand: the crossings are fixed. Targis still disputed are to be taken back."""
    lanes = crossings_now(state)
    of = {colour: tuple(where for who, where in lanes if who is colour) for colour in Colour}
    events.append(Intersections(of[Colour.BLUE], of[Colour.WHITE]))
    disputes = tuple(
        replace(dispute, reason=Reason.LEFT_BEHIND) if dispute.piece.kind is PieceKind.TARGI else dispute
        for dispute in state.disputes
    )
    return replace(state, phase=Phase.MARKING, crossings=lanes, disputes=disputes)


def leave_behind(state: State, colour: Colour) -> State:
    """That player's figures do not count any more though they still stand: they are to be taken back."""
    left = tuple(
        Dispute(piece, where, Reason.LEFT_BEHIND)
        for piece, where in state.standing
        if piece.colour is colour and not state.dispute_of(piece, where)
    )
    return replace(state, disputes=state.disputes + left)


def end_actions(state: State, events: list[Event]) -> State:
    """All actions are done: the game ends after a twelfth card (clause END-1), else Robber and Targia move on.

    What is still disputed is to be taken back; only a Targi placed too early for the next round waits for it.
    """
    disputes = tuple(
        dispute if dispute.reason is Reason.NOT_YOUR_TURN else replace(dispute, reason=Reason.LEFT_BEHIND)
        for dispute in state.disputes
    )
    state = replace(state, phase=Phase.ROBBER, disputes=disputes)
    return finish(state, EndReason.TWELVE_CARDS, events) if state.twelfth else state


def finish(state: State, end: EndReason, events: list[Event]) -> State:
    events.append(GameOver(end))
    return replace(state, phase=Phase.OVER, end=end)


def _review(state: State, events: list[Event]) -> State:
    """Looks at the disputes again, oldest first: what has become legal counts; what is barred for another reason says
    so."""
    for dispute in state.disputes:
        if dispute.reason is Reason.LEFT_BEHIND or state.phase is Phase.OVER:
            continue
        piece, where = dispute.piece, dispute.where
        lifted = replace(
            state, standing=moved(state.standing, piece, where, None), disputes=without(state.disputes, piece, where)
        )
        reasons = reasons_against(lifted, piece, where)
        barred = first_barred(state, reasons)
        if barred is None:
            return count_piece(state, piece, where, reasons, events)
        if barred.reason is not dispute.reason:
            said = tuple(replace(item, reason=barred.reason) if item == dispute else item for item in state.disputes)
            state = replace(state, disputes=said)
    return state


def _next_phase(state: State, events: list[Event]) -> State:
    phase = state.phase
    if state.books and state.books.agenda and phase in (Phase.ACTING, Phase.ROBBER):
        return state  # what is used, paid or turned up comes first
    if phase is Phase.PLACING and not any(state.targis_left(colour) for colour in Colour):
        return close_placing(state, events)
    if phase is Phase.MARKING and not any(state.owed_markers(colour) for colour in Colour):
        return replace(state, phase=Phase.ACTING)
    if phase is Phase.ACTING and not any(state.figures_of(colour) for colour in Colour):
        if state.books and not state.books.closing:
            return later(replace(state, books=replace(state.books, closing=True)), CloseRound())
        return end_actions(state, events)
    if phase is Phase.ROBBER and state.round == LAST_ROUND and state.robber == END_PLACE:
        return finish(state, EndReason.ROBBER, events)
    if phase is Phase.ROBBER and state.round < LAST_ROUND and in_place(state):
        return start_round(state, state.round + 1, events)
    return state
