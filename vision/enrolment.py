"""The table's own pieces: what tells them apart is learnt from one picture in which one of each kind is shown.

Woods, paints and lights differ from table to table, and two pieces that the network takes for one another mostly stand
in the same spot: a shady white figure and the grey Robber. So the pieces shown are cut out and laid, in their minds a
little moved and lit, on the cards that lie there; and the last layer of ``figures`` is put right by as little as names
them (multinomial logistic regression, its weights with a normal prior around the network's own). Whether anything
stands at a spot is left to the network: one picture cannot tell what tables look like where nothing stands.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import OwnPieces
from companion.rules.board import BORDER, CENTRE, PIECES, ROBBER, SHOWN_AT, TARGIA, Piece, PieceKind, cell_of
from vision import figures, network, places
from vision.board import Straightened
from vision.geometry import PITCH_MM, CameraPlace, all_apart_mm, camera_place
from vision.reader import Spot

Array = NDArray[Any]

MAY_BE_MISSING = frozenset({ROBBER, TARGIA})
"""A base game has no Targia; and without a clear view of the Robber the others are worth learning all the same."""
SHOWN_LEAST = 0.5
"""A spot must be so promising (a piece by the close look, half of which piece, and the reader's heat: at most 2.5)."""
LEAST_APART = 0.5
"""Two pieces must look so much more like themselves than like each other (log odds of the one at its place, less those
at the other's); so much the other way round they are swapped.
"""
LAID = 60
"""So many times each piece is laid on other cards; as it was shown it counts ``AS_SHOWN`` times."""
AS_SHOWN = 8.0
MOVED_MM, LIT, ON_CARD = 0.8, 0.12, 0.13
"""How far it is moved within the crop, by what share it is lit, and how far off a card's middle it is laid (pitches):
standard deviations.
"""
FREE_MM = 30.0
"""Cards are looked at for it only so far from every piece shown."""
COME = 0.35
"""What has come since the set-up differs by this share of the board's spread of brightness."""
LEAST_PART, MOST_PART = 0.02, 0.5
"""What was cut out is no piece where it is less or more of the crop."""
WIDE_MM, HIGH_MM = 16.0, 32.0
"""The outline of a piece that cannot be cut out: it stood there at the set-up too."""
PRIOR, STEPS, RATE = 0.3, 300, 0.02
"""Strength of the prior, steps and step size of the fit (Adam; Kingma and Ba, 2015)."""


@dataclass(frozen=True, slots=True)
class Missing:
    """Nothing could be learnt: these pieces are not to be made out where they should be shown, or are swapped."""

    pieces: tuple[Piece, ...]


def learn(image: Array, seen: Straightened, spots: Sequence[Spot]) -> OwnPieces | Missing:
    """What tells this table's pieces apart, from a picture (H, W, 3) uint8 BGR that shows them at ``SHOWN_AT``.

    ``seen``: the picture straightened, with the table at the set-up; ``spots``: where pieces may stand in it.
    """
    shown = _shown(image, seen, spots)
    missing = tuple(piece for piece in SHOWN_AT if piece not in shown and piece not in MAY_BE_MISSING)
    if missing:
        return Missing(missing)
    inputs, wanted, weight = _samples(image, seen, shown)
    looks = figures.looks(inputs)
    weights = _fitted(looks, figures.answers(looks)[:, 1:], wanted, weight)
    return OwnPieces(weights.astype(np.float16).tobytes(), network_mark())


def weights_of(own: OwnPieces | None) -> Array | None:
    """What was learnt as weights (97, 6) to put the network right by, see ``figures.which``; None where nothing was, or
    for another network than this one.
    """
    if own is None or own.network != network_mark():
        return None
    if len(own.weights) != 2 * (figures.LOOKS + 1) * len(PIECES):
        return None
    values = np.frombuffer(own.weights, np.float16).astype(np.float32)
    if not np.isfinite(values).all():
        return None
    return values.reshape(-1, len(PIECES))


@cache
def network_mark() -> str:
    """By which the network is known that something was learnt for."""
    content = b"".join((network.MODELS / f"{name}.onnx").read_bytes() for name in ("figures", "kinds"))
    return hashlib.sha256(content).hexdigest()[:12]


def _shown(image: Array, seen: Straightened, spots: Sequence[Spot]) -> dict[Piece, tuple[float, float]]:
    """The base (u, v) of each piece that is shown where it should be."""
    said = figures.look(image, seen, spots)
    found, kinds = dict[Piece, tuple[float, float]](), dict[Piece, Array]()
    for piece, where in SHOWN_AT.items():
        index = PIECES.index(piece)
        likely = [
            (1 - float(row[0]) + 0.5 * float(row[1 + index]) + max(spot.scores), spot.uv, tuple(row[1:].tolist()))
            for spot, row in zip(spots, said, strict=True)
            if places.place_of(piece, spot.uv, ()) == where
        ]
        best, uv, looks = max(likely, default=(0.0, (0.0, 0.0), ()))
        if best >= SHOWN_LEAST:
            found[piece], kinds[piece] = uv, np.array(looks)
    for piece in _alike(kinds):
        del found[piece]
    return found


def _alike(kinds: Mapping[Piece, Array]) -> set[Piece]:
    """Of the pieces shown, each with how likely it looks like each of PIECES (6,), those that look too much like
    another one for both to be what they should be: two of one colour, or swapped, or something else for the Targia.
    """
    # Beside 15 the supply may lie: only what looks like the Targia most is she.
    wrong = {piece for piece, looks in kinds.items() if piece == TARGIA and looks.argmax() != PIECES.index(piece)}
    for one, other in combinations(kinds, 2):
        if one.colour == other.colour or (one.kind is PieceKind.MARKER) is not (other.kind is PieceKind.MARKER):
            continue
        apart = _leaning(kinds[one], one, other) - _leaning(kinds[other], one, other)
        if apart < LEAST_APART:
            optional = {one, other} & MAY_BE_MISSING if apart >= -LEAST_APART else set[Piece]()
            wrong |= optional or {one, other}
    return wrong


def _leaning(looks: Array, one: Piece, other: Piece) -> float:
    """How much more (log) something looks like one piece, or another of its colour, than like the other."""
    shares = [
        sum(
            float(looks[PIECES.index(piece)])
            for piece in PIECES
            if piece == which or (piece.colour == which.colour and which.colour)
        )
        for which in (one, other)
    ]
    return math.log(shares[0] + 1e-4) - math.log(shares[1] + 1e-4)


def _samples(
    image: Array, seen: Straightened, shown: Mapping[Piece, tuple[float, float]]
) -> tuple[Array, Array, Array]:
    """Inputs (N, 6, 64, 48) of the network, which of PIECES each shows (N,), and how much it counts (N,)."""
    chance = np.random.default_rng(0)
    camera, tone = camera_place(seen.pose), figures.tone_of(seen.picture)
    around = figures.windows(camera, np.array(list(shown.values())))
    now = _lit(figures.crops(image, seen.pose, around), tone)
    inputs, wanted = [figures.inputs(image, seen, list(shown.values()))], list(map(PIECES.index, shown))
    weight = [AS_SHOWN] * len(shown)
    for index, piece in enumerate(shown):
        cut = _outline(seen, camera, around[index], now[index], piece not in MAY_BE_MISSING)
        spots = _free_spots(piece, list(shown.values()), chance)
        grounds = figures.inputs(image, seen, spots)
        for ground in grounds:
            move, stretch = chance.normal(0, MOVED_MM / figures.MM_A_PIXEL, 2), float(np.exp(chance.normal(0, 0.08)))
            moved = np.array([[1, 0, move[0]], [0, stretch, (1 - stretch) * figures.BASE[1] + move[1]]], np.float32)
            part = cv2.warpAffine(cut, moved, figures.SIZE)[..., None]
            laid = cv2.warpAffine(now[index], moved, figures.SIZE, borderMode=cv2.BORDER_REPLICATE)
            laid = laid * float(np.exp(chance.normal(0, LIT))) + chance.normal(0, 0.1)
            mixed = ground[:3].transpose(1, 2, 0) * (1 - part) + laid * part
            ground[:3] = (mixed + chance.normal(0, 0.08, mixed.shape)).transpose(2, 0, 1)
        inputs.append(grounds)
        wanted += [PIECES.index(piece)] * len(grounds)
        weight += [1.0] * len(grounds)
    return np.concatenate(inputs), np.array(wanted), np.array(weight)


def _lit(crops: Array, tone: figures.Tone) -> Array:
    """Crops (N, 64, 48, 3) uint8 related to a tone, their channels last."""
    result: Array = figures.related(crops, tone).transpose(0, 2, 3, 1)
    return result


def _outline(seen: Straightened, camera: CameraPlace, around: Array, now: Array, new: bool) -> Array:
    """How much of each pixel (64, 48) of a crop the piece at its base is, 0 to 1; ``new``: it was not there before."""
    base = np.round(figures.BASE).astype(int)
    part: Array = np.zeros(now.shape[:2], np.uint8)
    if new and seen.reference is not None:
        before = _lit(figures.crops_before(seen.reference, around[None]), figures.tone_of(seen.reference))[0]
        come = np.abs(cv2.GaussianBlur(now - before, (0, 0), 0.8)).max(axis=2) > COME
        come = cv2.morphologyEx(come.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        _, labels, stats, _ = cv2.connectedComponentsWithStats(come)
        touching = [label for label in np.unique(labels[base[1] - 7 : base[1] + 5, base[0] - 5 : base[0] + 7]) if label]
        if touching:
            part = cv2.dilate(
                (labels == max(touching, key=lambda label: stats[label, cv2.CC_STAT_AREA])).astype(np.uint8),
                np.ones((3, 3), np.uint8),
            )
    if not LEAST_PART < part.mean() < MOST_PART:
        away = np.linalg.norm((around.mean(axis=0) - np.array(camera.foot_uv)) * PITCH_MM)
        lean = float(away) * HIGH_MM / max(camera.height_mm - HIGH_MM, 50.0) / figures.MM_A_PIXEL
        part = np.zeros(now.shape[:2], np.uint8)
        wide = round(WIDE_MM / figures.MM_A_PIXEL)
        cv2.line(part, tuple(base.tolist()), (int(base[0]), round(base[1] - lean)), 1, wide)
    result: Array = cv2.GaussianBlur(part.astype(np.float32), (0, 0), 0.7)
    return result


def _free_spots(
    piece: Piece, taken: Sequence[tuple[float, float]], chance: np.random.Generator
) -> list[tuple[float, float]]:
    """``LAID`` board points on cards where such a piece may stand and no piece shown does."""
    cells = [cell_of(where) for where in (CENTRE if piece.kind is PieceKind.MARKER else BORDER)]
    cells = [cell for cell in cells if (all_apart_mm([cell], taken) > FREE_MM).all()]
    chosen = np.array(cells)[chance.integers(len(cells), size=LAID)]
    spots = chosen + np.clip(chance.normal(0, ON_CARD, (LAID, 2)), -0.4, 0.4)
    return [(float(u), float(v)) for u, v in spots]


def _fitted(looks: Array, answers: Array, wanted: Array, weight: Array) -> Array:
    """The weights (97, 6) by which the network's answers (N, 6) to its looks (N, 96) are put right, as small as may
    be; each piece counts the same.
    """
    known = np.hstack([looks, np.ones((len(looks), 1))])
    target = np.eye(len(PIECES))[wanted]
    share = weight / (target.T @ weight)[wanted]
    share /= share.sum()
    weights: Array = np.zeros((known.shape[1], len(PIECES)))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        slope = known.T @ ((figures.softmax(answers + known @ weights) - target) * share[:, None]) + PRIOR * weights
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights -= RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return weights
