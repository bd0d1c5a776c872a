"""Several witnesses, one verdict: how sure it is that a piece stands at a spot.

The reader's heat says that something may stand there, the close look (``figures``) what it looks like, the change since
the set-up that something has come, and the game what stands where as a rule. They are weighed by a multinomial
logistic model whose weights ``vision.training.weights`` fits on drawn tables.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.rules.board import PIECES, ROBBER, TARGIA, Colour, Piece, PieceKind, PlaceKind
from vision import places
from vision.geometry import PITCH_MM, CameraPlace, all_apart_mm, apart_mm
from vision.reader import Spot

Array = NDArray[Any]
Stood = tuple[Piece, tuple[float, float]]
"""A piece that stood on the table at the set-up, and its base (u, v)."""

NEAREST_MM = 14.0
"""Two pieces hardly ever stand nearer than this: the surer one is taken."""
TOUCHING_MM, SURE_TOUCHING = 22.0, 0.7
"""A second piece that would nearly touch a surer one must be this sure: it is often that one's head, foot or shadow."""
SAME_COLOUR = 0.7
"""So much of what speaks for a marker where none belongs speaks for the Targi of its colour."""
WARM_MARKER = 0.5
"""In the centre the same holds the other way round where the reader is this sure of a marker."""
SAME_BASE_MM = 11.0
BEST_LOOK, HOPEFUL = 0.97, 0.9
"""A spot that would not even be this sure (second) after the best of looks (first) is not looked at."""
SINGLE_SURE, SECOND_SINGLE = 0.8, 3.0
"""There is one Robber and one Targia: where one is this sure, any other spot is so much less likely to be it (log)."""
HELD = 8.0
"""By this factor a piece that was there in the picture before is likelier (odds)."""
REMEMBERED_SECONDS = 2.0
"""So long a piece that is no longer made out is still looked for with that trust: an arm may have passed over it."""
SURE_BEHIND = 0.9
"""What may be the top of a surer piece is a piece of its own when it is this sure."""
TALLEST_MM = 40.0
BODY_MM = 9.0
STOOD_NEAR_MM = 22.0
"""So near a piece of the set-up a change may be that piece's going."""
UNCHANGED = 2.5
"""Below this change (``changes.changed``) a spot looks as it did at the set-up."""
SAME_CARD = 4.8
"""Below this change no other card has come to lie in the centre or on a dune: it tells as much as on a border card."""
MOST_CHANGE = 15.0
"""More change than this says no more: a long shadow changes a card as much as a piece does."""
_LEAST = 1e-3
_COLUMNS = {
    kind: [1 + index for index, piece in enumerate(PIECES) if piece.kind is kind]
    for kind in dict.fromkeys(piece.kind for piece in PIECES)
}
"""The columns of the scores of each kind of piece; where a piece counts as standing depends on its kind alone."""
_PAIRS = tuple(
    (PIECES.index(Piece(PieceKind.TARGI, colour)), PIECES.index(Piece(PieceKind.MARKER, colour))) for colour in Colour
)


@dataclass(frozen=True, slots=True)
class Weights:
    """The model's weights, on the scale of log odds.

    ``look``, ``kind``: of the close look as a whole, and of which piece it says. ``heat``, ``warmth``, ``cold``: of the
    reader's heat for that piece, for any, and of its being cold. ``change``, ``unchanged``: slope and start of the
    change on border cards; ``central_change``, ``central_unchanged``: in the centre, where new cards come too.
    ``stood``: of a piece that was there at the set-up and nothing has changed. ``unusual``: of a figure in the central
    area or a marker on the border, which the rules forbid. The rest: how common each kind of piece is.
    """

    look: float
    kind: float
    heat: float
    warmth: float
    cold: float
    targi: float
    robber: float
    targia: float
    marker: float
    change: float
    unchanged: float
    central_change: float
    central_unchanged: float
    stood: float
    unusual: float


WEIGHTS = Weights(
    look=0.834,
    kind=0.891,
    heat=0.3,
    warmth=0.6,
    cold=0.6,
    targi=0.419,
    robber=0.413,
    targia=-0.539,
    marker=1.236,
    change=1.949,
    unchanged=-3.277,
    central_change=0.251,
    central_unchanged=-0.626,
    stood=4.691,
    unusual=-5.0,
)


def worth_a_look(spots: Sequence[Spot], told: Array, before: Sequence[Stood] = ()) -> Array:
    """The spots (indices) that a close look could make a piece of, given what all else says of them (N, 7), ``tell``,
    and those where a piece was ``before``: a look is the dearest of the witnesses.
    """
    seen, other = (math.log(value + _LEAST) for value in (BEST_LOOK, (1 - BEST_LOOK) / len(PIECES)))
    nothing = told[:, :1] + WEIGHTS.look * other
    others = told[:, 1:] + (WEIGHTS.look + WEIGHTS.kind) * other
    best = told[:, 1:] + WEIGHTS.look * seen
    rest = np.exp(nothing) + np.exp(others).sum(axis=1, keepdims=True) - np.exp(others)
    hopeful = (1 / (1 + rest * np.exp(-best))).max(axis=1) >= HOPEFUL
    hopeful |= _near(spots, before).any(axis=1)
    return np.flatnonzero(hopeful)


def weigh(
    spots: Sequence[Spot],
    looked: Array,
    told: Array,
    dunes: tuple[tuple[float, float], ...],
    camera: CameraPlace | None = None,
) -> tuple[Spot, ...]:
    """The spots with how sure each piece is there, surest first; of two too near each other the surer.

    ``spots``: the reader's. ``looked`` (N, 7): ``figures.look`` at them. ``told`` (N, 7): what all else says, ``tell``.
    ``camera``: where it hangs, to tell a piece's top from a second piece behind it.
    """
    if not spots:
        return ()
    odds = told + by_look(spots, looked, dunes, WEIGHTS)
    sure = _sureness(odds)
    for piece in (ROBBER, TARGIA):  # where one stands surely, the other spots show something else
        column = 1 + PIECES.index(piece)
        best = int(sure[:, column].argmax())
        if sure[best, column] >= SINGLE_SURE:
            others = np.arange(len(odds)) != best
            odds[others, column] -= SECOND_SINGLE
    sure = _sureness(odds)
    found = [Spot(spot.uv, tuple(row)) for spot, row in zip(spots, sure[:, 1:].tolist(), strict=True)]
    found.sort(key=lambda spot: -spot.confidence)
    at_mm = np.array([spot.uv for spot in found]) * PITCH_MM
    apart = np.hypot(*(at_mm[:, None] - at_mm).T).T
    top = _tops(at_mm, camera) if camera is not None else np.zeros(apart.shape, bool)
    taken: list[int] = []
    for index, spot in enumerate(found):
        room = NEAREST_MM if spot.confidence >= SURE_TOUCHING else TOUCHING_MM
        if (apart[index, taken] <= room).any() or (spot.confidence < SURE_BEHIND and top[index, taken].any()):
            continue
        taken.append(index)
    return tuple(found[index] for index in taken)


def _sureness(odds: Array) -> Array:
    sure = np.exp(odds - odds.max(axis=1, keepdims=True))
    result: Array = sure / sure.sum(axis=1, keepdims=True)
    return result


def held(spots: Sequence[Spot], before: Sequence[Stood]) -> tuple[Spot, ...]:
    """The spots with more trust in what stood there in the picture before: a piece that is hard to see does not come
    and go with the grain of the picture.

    ``before``: pieces and their bases (u, v). Surest first, as ``weigh`` has them.
    """
    result = []
    for spot, there in zip(spots, _near(spots, before), strict=True):
        if any(before[index][0] == spot.piece for index in np.flatnonzero(there)):
            index, sure = PIECES.index(spot.piece), spot.confidence
            scores = list(spot.scores)
            scores[index] = HELD * sure / (HELD * sure + 1 - sure)
            spot = Spot(spot.uv, tuple(scores))
        result.append(spot)
    return tuple(sorted(result, key=lambda spot: -spot.confidence))


def _near(spots: Sequence[Spot], pieces: Sequence[Stood]) -> Array:
    """Which spots may have the same base as which of the pieces (N, M)."""
    result: Array = all_apart_mm([spot.uv for spot in spots], [uv for _, uv in pieces]) < SAME_BASE_MM
    return result


def remembered(
    before: Sequence[tuple[Stood, float]], now: Sequence[Stood], seconds: float
) -> tuple[tuple[Stood, float], ...]:
    """Pieces with the seconds at which they were last made out: those made out now, and those before that were not seen
    since, for ``REMEMBERED_SECONDS``.
    """
    kept = [
        ((piece, uv), since)
        for (piece, uv), since in before
        if seconds - since <= REMEMBERED_SECONDS
        and not any(piece == other and apart_mm(uv, there) < SAME_BASE_MM for other, there in now)
    ]
    return (*((stood, seconds) for stood in now), *kept)


def _tops(at_mm: Array, camera: CameraPlace) -> Array:
    """Whether what is seen at one spot may be the top of a piece that stands at another: (N, N) bool for the spots
    (N, 2) in mm, the one's rows, the other's columns.
    """
    away = at_mm - np.array(camera.foot_uv) * PITCH_MM
    distance = np.maximum(np.hypot(*away.T), 1.0)  # straight below the camera nothing leans
    direction = away / distance[:, None]
    from_base = at_mm[:, None] - at_mm
    along = np.einsum("ijk,jk->ij", from_base, direction)
    across = np.abs(direction[:, 0] * from_base[..., 1] - direction[:, 1] * from_base[..., 0])
    reach = distance * TALLEST_MM / max(camera.height_mm - TALLEST_MM, 50.0)
    result: Array = (along > 0) & (along <= reach) & (across <= BODY_MM)
    return result


def tell(
    spots: Sequence[Spot],
    changes: Array | None,
    dunes: tuple[tuple[float, float], ...],
    stood: Sequence[Stood] = (),
    weights: Weights = WEIGHTS,
) -> Array:
    """What all witnesses but the close look say of nothing and of each of PIECES (N, 7), as log odds; linear in the
    weights.

    ``changes`` (N,): of each spot since the set-up, None without one. ``stood``: what stood there then.
    """
    heat = np.array([spot.scores for spot in spots]).reshape(-1, len(PIECES))
    warmest = heat.max(axis=1, initial=0.0)
    common = {PieceKind.TARGI: weights.targi, PieceKind.MARKER: weights.marker}
    singles = {ROBBER: weights.robber, TARGIA: weights.targia}
    odds = np.empty((len(spots), 1 + len(PIECES)))
    odds[:, 0] = weights.cold * np.log(1 - warmest + _LEAST)
    odds[:, 1:] = weights.heat * np.log(heat + _LEAST) + weights.warmth * np.log(warmest + _LEAST)[:, None]
    odds[:, 1:] += [singles[piece] if piece in singles else common[piece.kind] for piece in PIECES]
    for row, spot in enumerate(spots):
        for kind, columns in _COLUMNS.items():
            where = places.place_of(PIECES[columns[0] - 1], spot.uv, dunes)
            in_centre = where is not None and where.kind is PlaceKind.CENTRE
            if in_centre is not (kind is PieceKind.MARKER):
                odds[row, columns] += weights.unusual
        if changes is not None:
            odds[row, 1:] += _by_change(spot.uv, float(changes[row]), dunes, stood, weights)
    return odds


def by_look(
    spots: Sequence[Spot], looked: Array, dunes: tuple[tuple[float, float], ...], weights: Weights = WEIGHTS
) -> Array:
    """What the close look ``looked`` (N, 7) adds to that (N, 7); linear in the weights."""
    looked = _by_ground(spots, looked, dunes)
    any_piece = looked[:, 1:].sum(axis=1, keepdims=True)
    odds = weights.look * np.log(looked + _LEAST)
    odds[:, 1:] += weights.kind * (np.log(looked[:, 1:] + _LEAST) - np.log(any_piece + _LEAST))
    result: Array = odds
    return result


def _by_ground(spots: Sequence[Spot], looked: Array, dunes: tuple[tuple[float, float], ...]) -> Array:
    """The close look with most of what speaks for a marker on a border card or dune given to the Targi of its colour:
    seen from above, a post and a pawn differ less than blue and white. In the centre the other way round, where the
    reader sees a marker too: cards show blue things.
    """
    result = looked.copy()
    for row, spot in enumerate(spots):
        where = places.place_of(PIECES[0], spot.uv, dunes)
        if where is None:
            continue
        for targi, marker in _PAIRS:
            if where.kind is not PlaceKind.CENTRE:
                given, taken, share = marker, targi, SAME_COLOUR
            else:
                given, taken, share = targi, marker, SAME_COLOUR if spot.scores[marker] >= WARM_MARKER else 0.0
            result[row, 1 + taken] += share * looked[row, 1 + given]
            result[row, 1 + given] *= 1 - share
    return result


def _by_change(
    uv: tuple[float, float],
    change: float,
    dunes: tuple[tuple[float, float], ...],
    stood: Sequence[Stood],
    weights: Weights,
) -> Array:
    """What the change at a spot says for each of PIECES (6,)."""
    result = np.zeros(len(PIECES))
    piece, apart = min(
        ((piece, apart_mm(uv, at)) for piece, at in stood), key=itemgetter(1), default=(ROBBER, math.inf)
    )
    if apart < STOOD_NEAR_MM:
        if apart < SAME_BASE_MM and change < UNCHANGED:
            result[PIECES.index(piece)] = weights.stood
        return result
    # Beside the board what has come tells as much: else a figure there would count as one at its rim.
    where = places.place_of(PIECES[0], uv, dunes) or places.place_of(ROBBER, uv, dunes)
    size = math.log(min(max(change, 0.3), MOST_CHANGE))
    if where is None:
        return result
    # Away from the border other cards come to lie, and then a change says little.
    if where.kind is PlaceKind.BORDER or change < SAME_CARD:
        result += weights.change * size + weights.unchanged
    elif where.kind is PlaceKind.CENTRE:
        result += weights.central_change * size + weights.central_unchanged
    return result
