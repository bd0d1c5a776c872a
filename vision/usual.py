"""What the rules of the game make usual, as soft evidence: pieces seldom stand where they may not, or for no reason.

A piece that is hard to see is likelier where a game has one, and less likely where none may stand; one that is clearly
seen stands there, allowed or not. Each factor says how the odds of a piece change; they are rounded from what random
games that keep the rules (``companion.simulate``) come to, and held back, since people err.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.rules.board import (
    BORDER,
    CENTRE,
    CORNERS,
    PIECES,
    ROBBER,
    TARGIA,
    Colour,
    Piece,
    PieceKind,
    Place,
    PlaceKind,
    border,
    cell_of,
    opposite,
    place_at,
)
from vision import places
from vision.places import Dunes
from vision.reader import Spot

Array = NDArray[Any]

FORBIDDEN = 0.05
"""Of a Targi where none may be placed: a corner, the Robber's card, another Targi's, opposite one of the other player
(PLC-2 to PLC-5). In games it is a thousandth; hands err more.
"""
NEEDED = 10.0
"""Of a Targi at the end of a row or column in which a marker of its colour stands, when no other stands there: markers
come to stand where two Targis cross (XNG-1), and mostly go before them (12 in games).
"""
CROSSED, UNCROSSED = 20.0, 0.1
"""Of a marker where Targis of its colour cross, and elsewhere (24 and 0.2 in games; but new cards show new things)."""
PAIRED, UNPAIRED = 10.0, 0.2
"""Of Robber and Targia where their numbers make 16, and of a Targia where they do not (XTGA-1)."""
SECOND, ALWAYS = 0.05, 8.0
"""Of a Robber or Targia where another surely stands: there is one of each (SET-3), so it is a Targi in the shade. And
of a Robber where none stands elsewhere: he is on every table, and what looks nearly like him is he.
"""
ROUNDS = 2
"""Targis speak for markers and markers for Targis: so often each is weighed by what the other came to."""
UNEVEN = (1.0, 1.0, 0.4, 0.2)
"""How common it is that one player has so many Targis more on the cards than the other, from none to three or more."""
TOO_MANY = 0.05
"""How common it is that a player has more than three."""
_MOST = 5
_COMMON = np.array(
    [
        [UNEVEN[min(abs(b - w), 3)] * TOO_MANY ** (max(b - 3, 0) + max(w - 3, 0)) for w in range(_MOST + 2)]
        for b in range(_MOST + 2)
    ]
)
_LEAST = 1e-6
_HARDLY = 1e-4
"""Less sure than this, a piece says nothing of the others, and they nothing of it."""
_TARGI, _MARKER = (
    {colour: PIECES.index(Piece(kind, colour)) for colour in Colour} for kind in (PieceKind.TARGI, PieceKind.MARKER)
)
_ROBBER, _TARGIA = PIECES.index(ROBBER), PIECES.index(TARGIA)


def lawful(spots: Sequence[Spot], dunes: Dunes) -> tuple[Spot, ...]:
    """The spots with what their pieces say of each other by the rules of placing and crossing. Surest first."""
    if not spots:
        return ()
    first = np.array([spot.scores for spot in spots])
    nothing = np.maximum(1 - first.sum(axis=1, keepdims=True), _LEAST)
    where = [[places.place_of(piece, spot.uv, dunes) for piece in PIECES] for spot in spots]
    sure = first
    for _ in range(ROUNDS):
        odds = first * _factors(where, sure)
        sure = odds / (odds.sum(axis=1, keepdims=True) + nothing)
    return tuple(
        sorted(
            (Spot(spot.uv, tuple(row)) for spot, row in zip(spots, sure.tolist(), strict=True)),
            key=lambda spot: -spot.confidence,
        )
    )


def counted(spots: Sequence[Spot], dunes: Dunes) -> tuple[Spot, ...]:
    """The spots with what the numbers of Targis say: each player has three, and they place in turn (SET-3, PLC-1), so
    that one player seldom has two more on the cards than the other: only while some act with their tribe markers first.
    Surest first.

    Each spot's odds of blue and white are weighed by how common the numbers are that they would lead to, over all ways
    in which the other spots may turn out.
    """
    blue, white = _TARGI[Colour.BLUE], _TARGI[Colour.WHITE]
    chances = []
    for spot in spots:
        where = places.place_of(PIECES[blue], spot.uv, dunes)
        counts = where is not None and where.kind is not PlaceKind.CENTRE
        chances.append((spot.scores[blue], spot.scores[white]) if counts else (0.0, 0.0))
    result = []
    for index, (spot, (as_blue, as_white)) in enumerate(zip(spots, chances, strict=True)):
        if as_blue + as_white < 0.01:
            result.append(spot)
            continue
        others: Array = np.zeros((_MOST + 2, _MOST + 2))
        others[0, 0] = 1.0
        for other, (blue_there, white_there) in enumerate(chances):
            if other != index and blue_there + white_there >= 0.01:
                more: Array = others * (1 - blue_there - white_there)
                more[1:] += others[:-1] * blue_there
                more[:, 1:] += others[:, :-1] * white_there
                others = more
        common = others[: _MOST + 1, : _MOST + 1]
        without = float((common * _COMMON[:-1, :-1]).sum())
        with_blue = as_blue * float((common * _COMMON[1:, :-1]).sum())
        with_white = as_white * float((common * _COMMON[:-1, 1:]).sum())
        rest = 1 - as_blue - as_white
        whole = max(rest * without + with_blue + with_white, 1e-9)
        scores = [score * without / whole for score in spot.scores]
        scores[blue], scores[white] = with_blue / whole, with_white / whole
        result.append(Spot(spot.uv, tuple(scores)))
    return tuple(sorted(result, key=lambda spot: -spot.confidence))


class _Standing:
    """How likely pieces stand at places, each spot of itself."""

    def __init__(self, where: Sequence[Sequence[Place | None]], sure: Array) -> None:
        self._absent = (1 - np.clip(sure, 0.0, 1 - _LEAST)).tolist()
        self._spots: dict[tuple[int, Place], list[int]] = {}
        for row, there in enumerate(where):
            for piece, place in enumerate(there):
                if place is not None and sure[row, piece] >= _HARDLY:
                    self._spots.setdefault((piece, place), []).append(row)

    def absent(self, pieces: Sequence[int], at: Sequence[Place], but: int) -> float:
        """How likely none of the pieces stands at any of the places, whatever that one spot is."""
        result = 1.0
        for piece in pieces:
            for place in at:
                for row in self._spots.get((piece, place), ()):
                    if row != but:
                        result *= self._absent[row][piece]
        return result


def _factors(where: Sequence[Sequence[Place | None]], sure: Array) -> Array:
    """By how much the odds (N, 6) of each of PIECES change at each spot, given how ``sure`` (N, 6) each is."""
    standing, result = _Standing(where, sure), np.ones_like(sure)
    for row, piece in zip(*(index.tolist() for index in np.nonzero(sure >= _HARDLY)), strict=True):
        at = where[row][piece]
        if at is not None:
            result[row, piece] = _FACTORS[PIECES[piece].kind](standing, row, PIECES[piece], at)
    return result


def _of_marker(standing: _Standing, row: int, marker: Piece, at: Place) -> float:
    if at.kind is not PlaceKind.CENTRE or marker.colour is None:
        return 1.0
    crossed = 1.0
    for ends in _lanes(at):
        crossed *= 1 - standing.absent([_TARGI[marker.colour]], ends, row)
    return UNCROSSED + (CROSSED - UNCROSSED) * crossed


def _of_single(standing: _Standing, row: int, piece: Piece, at: Place) -> float:
    if at.kind is not PlaceKind.BORDER or at.number == 16:
        return 1.0
    index, other, usual, single = _SINGLES[piece]
    paired = 1 - standing.absent([other], [border(16 - at.number)], row)
    only = standing.absent([index], BORDER, row)
    return (usual + (PAIRED - usual) * paired) * (SECOND + (single - SECOND) * only)


def _of_targi(standing: _Standing, row: int, targi: Piece, at: Place) -> float:
    colour = targi.colour
    if at.kind is not PlaceKind.BORDER or colour is None:
        return 1.0
    if at in CORNERS:
        return FORBIDDEN
    across = opposite(at)
    assert across is not None  # every border card but the corners has one
    allowed = (
        standing.absent([_TARGI[colour.other]], [across], row)
        * standing.absent([*_TARGI.values(), _ROBBER], [at], row)
    )  # fmt: skip
    alone = standing.absent([_TARGI[colour]], [at, across], row)
    asked = alone * (1 - standing.absent([_MARKER[colour]], _cells(at), row))
    return (FORBIDDEN + (1 - FORBIDDEN) * allowed) * (1 + (NEEDED - 1) * asked)


_FACTORS = {
    PieceKind.TARGI: _of_targi,
    PieceKind.MARKER: _of_marker,
    PieceKind.ROBBER: _of_single,
    PieceKind.TARGIA: _of_single,
}
_SINGLES = {ROBBER: (_ROBBER, _TARGIA, 1.0, ALWAYS), TARGIA: (_TARGIA, _ROBBER, UNPAIRED, 1.0)}


@cache
def _lanes(where: Place) -> tuple[tuple[Place, Place], tuple[Place, Place]]:
    """The border cards at the ends of the column and of the row of a central place."""
    column, row = cell_of(where)
    return (place_at(column, 0), place_at(column, 4)), (place_at(0, row), place_at(4, row))


@cache
def _cells(where: Place) -> tuple[Place, ...]:
    """The central places of the column or row that a border card heads."""
    return tuple(cell for cell in CENTRE if any(where in ends for ends in _lanes(cell)))
