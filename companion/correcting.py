"""A person's word about a place, as moves."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.board import PIECE_COUNTS, Piece, PieceKind, Place, Standing
from companion.rules.moves import Correct, Move, PlaceMarker, PlaceTargi, ReturnMarker, ReturnTargi
from companion.rules.state import State


def corrected(state: State, where: Place, pieces: frozenset[Piece]) -> Iterator[Move]:
    """The corrections after which exactly these pieces stand there.

    A piece that has to come from another place, since all of its kind are out, is taken from where it does not count,
    else from the last place.
    """
    there = frozenset(state.standing.at(where))
    for piece in sorted(there - pieces, key=str):
        yield Correct(piece, where, None)
    for piece in sorted(pieces - there, key=str):
        yield Correct(piece, _spare(state, piece), where)


def answered(state: State, where: Place, piece: Piece | None) -> Iterator[Move]:
    """What a person says stands on a doubtful place: a move where one figure comes or goes, else corrections."""
    there = frozenset(state.standing.at(where))
    wanted = frozenset() if piece is None else frozenset({piece})
    come, gone = wanted - there, there - wanted
    changed = next(iter(come | gone)) if len(come | gone) == 1 else None
    if changed is None or changed.colour is None or (come and _spare(state, changed) is not None):
        yield from corrected(state, where, wanted)
    elif changed.kind is PieceKind.TARGI:
        yield PlaceTargi(changed.colour, where) if come else ReturnTargi(changed.colour, where)
    else:
        yield PlaceMarker(changed.colour, where) if come else ReturnMarker(changed.colour, where)


def taken_over(state: State, table: Standing) -> Iterator[Move]:
    """The corrections after which the game has everything where the table shows it."""
    gone = sorted(state.standing.pieces - table.pieces, key=str)
    for piece, where in sorted(table.pieces - state.standing.pieces, key=str):
        source = next((item for item in gone if item[0] == piece), None)
        if source is not None:
            gone.remove(source)
        yield Correct(piece, source[1] if source else None, where)
    for piece, where in gone:
        yield Correct(piece, where, None)


def _spare(state: State, piece: Piece) -> Place | None:
    """Where a piece has to be taken from: None while one is beside the board, and for Robber and Targia."""
    standing = state.standing.of(piece)
    if piece.colour is None or len(standing) < PIECE_COUNTS[piece]:
        return None
    disputed = [where for where in standing if state.dispute_of(piece, where)]
    return (disputed or list(standing))[-1]
