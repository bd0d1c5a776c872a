"""Who may place where, and why not: Targis on border cards and dunes, tribe markers on crossings."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.board import (
    BORDER,
    CORNERS,
    MARKER_OF,
    ROBBER,
    TARGI_OF,
    Colour,
    Piece,
    PieceKind,
    Place,
    PlaceKind,
    border,
    crossings,
    opposite,
)
from companion.rules.rounds import robber_of
from companion.rules.state import Phase, Reason, Refusal, State

FATA_MORGANA = border(9)


def reasons_against(state: State, piece: Piece, where: Place) -> tuple[Refusal, ...]:
    """Every reason against putting that Targi or marker there, most lasting first, permissions by cards left aside.

    ``state`` is the position without that piece.
    """
    colour = owner(piece)
    against = _against_targi if piece.kind is PieceKind.TARGI else _against_marker
    found = against(state, colour, where)
    return tuple(Refusal(reason, colour, where, by) for reason, by in found)


def first_barred(state: State, reasons: tuple[Refusal, ...]) -> Refusal | None:
    """The first of the reasons that no card lets its player pass over."""
    return next((no for no in reasons if no.colour is None or not state.permits(no.colour, no.reason)), None)


def legal_places(state: State, colour: Colour) -> tuple[Place, ...]:
    """Where that player may place a Targi now, sorted; nowhere when it is not the player's turn."""
    if state.phase is not Phase.PLACING or _barred_everywhere(state, colour):
        return ()
    standing = state.standing.of(TARGI_OF[colour])
    return tuple(
        where
        for where in BORDER + state.dunes
        if where not in standing
        and all(state.permits(colour, reason) for reason, _ in _against_place(state, colour, where))
    )


def _barred_everywhere(state: State, colour: Colour) -> bool:
    return any(not state.permits(colour, reason) for reason in _out_of_turn(state, colour))


def crossings_now(state: State) -> tuple[tuple[Colour, Place], ...]:
    """The crossings of both players' Targis that count (clauses GEO-5, XDUN-3)."""
    return tuple((colour, where) for colour in Colour for where in crossings(state.targis_of(colour)))


def is_put_back(state: State, piece: Piece, where: Place) -> bool:
    """Whether this piece came back from there in this round: taken up by mistake, it may stand there again."""
    if state.phase is Phase.ACTING:
        return (piece, where) in state.returned
    untouched = state.standing.one(ROBBER) == robber_of(state.round)
    return state.phase is Phase.ROBBER and untouched and state.returned[-1:] == ((piece, where),)


def owner(piece: Piece) -> Colour:
    """Whose piece it is. Raises ValueError for Robber and Targia."""
    if piece.colour is None:
        raise ValueError(f"{piece} belongs to no player")
    return piece.colour


def _against_targi(state: State, colour: Colour, where: Place) -> Iterator[tuple[Reason, Place | None]]:
    if is_put_back(state, TARGI_OF[colour], where):
        return
    yield from _against_place(state, colour, where)
    yield from ((reason, None) for reason in _out_of_turn(state, colour))


def _against_place(state: State, colour: Colour, where: Place) -> Iterator[tuple[Reason, Place | None]]:
    held = any(where in state.standing.of(targi) for targi in TARGI_OF.values())
    if where.kind is PlaceKind.CENTRE:
        yield Reason.NOT_BORDER, None
    elif where.kind is PlaceKind.DUNE:
        if held:  # XDUN-1
            yield Reason.DUNE_OCCUPIED, None
    else:
        if where in CORNERS:  # PLC-3
            yield Reason.RAID_CARD, None
        elif where == (state.robber or robber_of(state.round)):  # PLC-2
            yield Reason.ROBBER, None
        if held:  # PLC-4
            yield Reason.OCCUPIED, None
        across = opposite(where)
        if across in state.targis_of(colour.other):  # PLC-5; PLC-6 and PLC-7 by what is not asked here
            yield Reason.OPPOSITE_OPPONENT, across


def _out_of_turn(state: State, colour: Colour) -> Iterator[Reason]:
    if state.phase is Phase.MARKING or (state.phase is Phase.PLACING and not state.targis_left(colour)):
        yield Reason.NO_FIGURE_LEFT
    elif state.phase is not Phase.PLACING or state.turn not in (colour, None):  # PLC-1
        yield Reason.NOT_YOUR_TURN


def _against_marker(state: State, colour: Colour, where: Place) -> Iterator[tuple[Reason, Place | None]]:
    if is_put_back(state, MARKER_OF[colour], where) or where in state.crossings_of(colour):
        return
    if state.phase is Phase.PLACING and where in crossings(state.targis_of(colour)):
        return  # early, but a crossing that stays
    seen = state.books is None and state.phase is Phase.ACTING  # books know what a Fata Morgana may do: `using`
    if seen and where.kind is PlaceKind.CENTRE and _uses_fata_morgana(state, colour):
        if any(piece.kind is PieceKind.MARKER for piece in state.standing.at(where)):  # BRD-9
            yield Reason.OCCUPIED, None
        return
    yield Reason.NO_CROSSING, None


def _uses_fata_morgana(state: State, colour: Colour) -> bool:
    targi = TARGI_OF[colour]
    return FATA_MORGANA in state.targis_of(colour) or (targi, FATA_MORGANA) in state.returned
