"""Registration: where the board lies, how sure that is, and which corner is 16."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.board import BORDER, CENTRE, Place, cell_of
from vision import network, reader
from vision.geometry import CORNER_UV, Pose, fit, transformed, warp
from vision.reader import Reading, Surface

Array = NDArray[Any]

LEAST_SCORE = 0.9
"""A board is believed where this share of what is uncovered of the 25 cards looks as it should."""
LEAST_SEEN = 8
"""Cards that must be in view for a board to be believed."""
LEAST_CELLS = 20
"""Cells of the reading's grid that must be uncovered of a card for it to be in view."""
LOOKS_LIKE_IT = 0.5
LOOK_SIZE = (9, 6)
"""Columns and rows of the small grey picture by which a border card is known again."""
OUTLINE_OFF = 0.06
"""A corner off by more than this, in pitches, is put right by the board's outline first."""

OTHER_SIDES = (-1.5, -1.0, -0.5, 0.5, 1.0, 1.5)
"""So far out, in pitches, another side of the board is looked for."""
SIDES_SETTLED = 3
"""So many of them are settled, the likeliest."""
MOST_SETTLED = 4
"""And so many of what else was found in a picture."""

_CELLS = reader.cells_uv()
_ON_BOARD = (np.abs(_CELLS[..., 0] - 2) < 2.45) & (np.abs(_CELLS[..., 1] - 2) < 2.45)
_INSIDE = {
    where: (np.abs(_CELLS[..., 0] - cell_of(where)[0]) < 0.4) & (np.abs(_CELLS[..., 1] - cell_of(where)[1]) < 0.38)
    for where in (*BORDER, *CENTRE)
}

_PLACES = (*BORDER, *CENTRE)
_CARDS = np.array([_INSIDE[where].ravel() for where in _PLACES], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Straightened:
    """A picture straightened with a pose, what the network reads in it, and how the table looked at the set-up.

    ``picture`` and ``reference`` (352, 640, 3) uint8 lie in ``reader.FRAME``; no reference before the calibration.
    """

    pose: Pose
    picture: Array
    reading: Reading
    reference: Array | None = None


def straighten(image: Array, pose: Pose, reference: Array | None = None) -> Straightened:
    """Straightens and reads a picture (H, W, 3) uint8 with that pose."""
    picture = warp(pose, reader.FRAME).apply(image)
    return Straightened(pose, picture, reader.read(picture, reader.lean_of(pose), reference), reference)


def inside(where: Place) -> Array:
    """The cells (h, w) of the reading's grid on the inner part of a place's card."""
    cells: Array = _INSIDE[where]
    return cells


def score(reading: Reading) -> float:
    """How much the 25 cards look like the board's, 0 to 1: the border as border cards, the centre as none of them.

    What a hand covers does not count, for or against; with fewer than ``LEAST_SEEN`` cards in view the score is 0.
    """
    seen = (reading.hand < LOOKS_LIKE_IT).astype(np.float32).ravel()
    cells = _CARDS @ seen
    surface = (reading.surface.reshape(len(Surface), -1) * seen) @ _CARDS.T / np.maximum(cells, 1)
    central = surface[[Surface.GOODS, Surface.TRIBE, Surface.BACK_GOODS, Surface.BACK_TRIBE]].sum(axis=0)
    # An empty place (both piles used up) is rare, but no fault.
    shares = np.maximum(central, 0.5 * surface[Surface.TABLE])
    shares[: len(BORDER)] = surface[Surface.BORDER, : len(BORDER)]
    shares = shares[cells >= LEAST_CELLS]
    return float(shares.mean()) if len(shares) >= LEAST_SEEN else 0.0


def surfaces(reading: Reading) -> dict[Place, Array]:
    """How much of the inner part of each place looks like each surface (8,), 0 to 1."""
    shares = reading.surface.reshape(len(Surface), -1) @ _CARDS.T / _CARDS.sum(axis=1)
    return dict(zip(_PLACES, shares.T, strict=True))


def shifted_by(reading: Reading) -> float:
    """How far the board lies off where it was believed to be, in pitches: the median over what is uncovered of it."""
    cells = _ON_BOARD & (reading.hand < LOOKS_LIKE_IT)
    if cells.sum() < 500:
        return 0.0
    return float(np.median(np.linalg.norm(reading.shift[:, cells], axis=0)))


def refined(seen: Straightened, lens: bool) -> Pose | None:
    """The pose put right by the shifts read, or None where too little of the board shows."""
    cells = _ON_BOARD & (seen.reading.hand < LOOKS_LIKE_IT)
    if cells.sum() < 500:
        return None
    believed = _CELLS[cells]
    true = believed + seen.reading.shift[:, cells].T
    step = max(1, len(true) // 900)
    pose = fit(true[::step], seen.pose.to_image(believed[::step]), seen.pose.size, lens=lens, k1=seen.pose.k1)
    return pose if pose is not None and pose.sound() else None


def outlined(seen: Straightened, tolerance: float = 0.0) -> Pose | None:
    """The pose put right by where the board's cards end and where its border meets its centre; None where that is
    unclear, or no corner card is off by ``tolerance`` pitches.

    Catches what the shifts do not: a corner that is off by up to half a card. Each place where the reading changes from
    one to the other lies on a line whose true coordinate is known, which is one linear equation for the correcting
    homography (direct linear transformation; Hartley and Zisserman, section 4.1).
    """
    surface = seen.reading.surface
    border_card = surface[Surface.BORDER]
    central = surface[[Surface.GOODS, Surface.TRIBE, Surface.BACK_GOODS, Surface.BACK_TRIBE]].sum(axis=0)
    clear = seen.reading.hand < LOOKS_LIKE_IT
    points, axes, targets = [], [], []
    for axis in (0, 1):
        for inside, outside, target, outward in (
            (border_card, 1 - border_card, -0.5, -1),
            (border_card, 1 - border_card, 4.5, 1),
            (central, border_card, 0.5, -1),
            (central, border_card, 3.5, 1),
        ):
            found = _changes(inside, outside, clear, axis, target, outward)
            points.append(found)
            axes.append(np.full(len(found), axis))
            targets.append(np.full(len(found), target))
    if sum(len(found) for found in points) < 60:
        return None
    correction = _correction(np.concatenate(points), np.concatenate(axes), np.concatenate(targets))
    if correction is None:
        return None
    back = np.linalg.inv(correction)
    if np.abs(transformed(back, CORNER_UV) - CORNER_UV).max() < tolerance:
        return None
    true = np.stack(np.meshgrid(np.linspace(-0.4, 4.4, 9), np.linspace(-0.4, 4.4, 9)), axis=-1).reshape(-1, 2)
    pose = fit(true, seen.pose.to_image(transformed(back, true)), seen.pose.size, lens=False, k1=seen.pose.k1)
    return pose if pose is not None and pose.sound() else None


def _changes(inside: Array, outside: Array, clear: Array, axis: int, target: float, outward: int) -> Array:
    """Believed points (N, 2) u, v where, going outward along ``axis`` near ``target``, inside gives way to outside."""
    along, across = _CELLS[0, :, 0], _CELLS[:, 0, 1]
    difference, seen = inside - outside, clear
    if axis == 1:
        along, across, difference, seen = across, along, difference.T, seen.T
    near = np.nonzero(np.abs(along - target) < 0.75)[0][::outward]
    lines = (across > -0.4) & (across < 4.4) & seen[:, near].all(axis=1)
    values, here, others = difference[np.ix_(lines, near)], along[near], across[lines]
    drops = (values[:, :-1] > 0) & (values[:, 1:] <= 0)
    first = np.where(drops, np.abs(here[:-1] - target), np.inf).argmin(axis=1)
    rows = np.nonzero(drops.any(axis=1))[0]
    first = first[rows]
    before, after = values[rows, first], values[rows, first + 1]
    point = here[first] + before / np.maximum(before - after, 1e-6) * (here[first + 1] - here[first])
    result: Array = np.stack([point, others[rows]] if axis == 0 else [others[rows], point], axis=1)
    return result


def _correction(points: Array, axes: Array, targets: Array) -> Array | None:
    """The homography (3, 3) from believed to true board points; each point's coordinate on its axis becomes its
    target.
    """
    lifted = np.hstack([points, np.ones((len(points), 1))])
    rows = np.zeros((len(points), 9))
    for axis in (0, 1):
        chosen = axes == axis
        rows[chosen, 3 * axis : 3 * axis + 3] = lifted[chosen]
    rows[:, 6:] = -targets[:, None] * lifted
    weight = np.ones(len(points))
    for _ in range(8):  # reweighted, so that stray changes (a card's own picture) lose their say
        weighted = rows * weight[:, None]
        solution = np.linalg.eigh(weighted.T @ weighted)[1][:, 0].reshape(3, 3)  # least squares, all weights summed up
        depth = lifted @ solution[2]
        if not (np.sign(depth) == np.sign(depth[0])).all() or np.abs(depth).min() < 1e-9:
            return None
        moved = np.where(axes == 0, lifted @ solution[0], lifted @ solution[1]) / depth
        off = np.abs(moved - targets)
        weight = 1 / np.maximum(off, 0.03) / np.abs(depth)
        weight /= weight.max()
    result: Array = solution / solution[2, 2]
    return result if np.median(off) < 0.08 else None


def settle(
    image: Array,
    pose: Pose,
    reference: Array | None = None,
    rounds: int = 3,
    lens: bool = True,
    tolerance: float = OUTLINE_OFF,
) -> Straightened:
    """Reads and puts the pose right in turn, until no corner is off by ``tolerance`` pitches or ``rounds`` are over."""
    seen = straighten(image, pose, reference)
    for _ in range(rounds):
        better = outlined(seen, tolerance)
        if better is None:
            break
        other = straighten(image, better, reference)
        if score(other.reading) < score(seen.reading) - 0.02:
            break
        seen = other
    for _ in range(rounds):
        if shifted_by(seen.reading) < tolerance / 2:
            break
        better = refined(seen, lens)
        if better is None:
            break
        seen = straighten(image, better, reference)
    return seen


def polished(image: Array, seen: Straightened, rounds: int = 2) -> Straightened:
    """A settled board put right once more, though it seems well: what is left of the error is halved."""
    for _ in range(rounds):
        better = refined(seen, lens=True)
        if better is None:
            break
        other = straighten(image, better, seen.reference)
        if score(other.reading) < score(seen.reading) - 0.02:
            break
        seen = other
    return seen


def clearest(
    image: Array, poses: Sequence[Pose], enough: float, seen: Straightened | None, reference: Array | None = None
) -> Straightened | None:
    """The first of the poses, likeliest first, that settles on what scores ``enough``; else the best of the first
    ``MOST_SETTLED`` and of what was ``seen`` before.
    """
    best = seen
    for pose in poses[:MOST_SETTLED]:
        other = settle(image, pose, reference, rounds=4, lens=reference is None)
        if best is None or score(other.reading) > score(best.reading):
            best = other
        if score(best.reading) >= enough:
            break
    return best


def otherwise(image: Array, seen: Straightened) -> Straightened:
    """The board with one of its sides laid further out or in, where that looks more like one; else as it was.

    Cards beside the board, laid in line with it, are the likeliest to be taken for a row of it, or a row for them.
    """
    tried: list[tuple[float, int, Straightened]] = []
    for side in range(4):
        for step in OTHER_SIDES:
            moved = CORNER_UV.copy()
            ends = [side, (side + 1) % 4]
            moved[ends] += step * np.sign(CORNER_UV[ends].mean(axis=0) - 2.0)
            pose = fit(CORNER_UV, seen.pose.to_image(moved), seen.pose.size, lens=False, k1=seen.pose.k1)
            if pose is not None and pose.sound():
                other = straighten(image, pose)
                tried.append((score(other.reading), len(tried), other))
    best = seen
    for _, _, other in sorted(tried, key=lambda item: item[:2], reverse=True)[:SIDES_SETTLED]:
        settled = settle(image, other.pose, rounds=3)
        if score(settled.reading) > score(best.reading):
            best = settled
    return best


def is_upside_down(seen: Straightened) -> bool:
    """Whether the border cards look clearly more like those of the set-up when the board is read from the other side.

    Without a set-up to hold it against it is not.
    """
    if seen.reference is None:
        return False
    now, before = _looks_of(seen.picture), _looks_of(seen.reference)
    turned = np.roll(now, len(BORDER) // 2, axis=0)[:, ::-1]  # each card's look and its place, half a turn on
    return _alike(turned, before) > _alike(now, before) + 0.15


def likeness(one: Array, other: Array) -> float:
    """How alike the border cards of two straightened pictures (352, 640, 3) uint8 are, -1 to 1: the median correlation
    over the sixteen small grey pictures of them.
    """
    return _alike(_looks_of(one), _looks_of(other))


def _alike(a: Array, b: Array) -> float:
    spread = np.sqrt((a**2).sum(axis=1) * (b**2).sum(axis=1))
    return float(np.median((a * b).sum(axis=1) / np.maximum(spread, 1e-9)))


def _looks(picture: Array) -> Array:
    """The small grey pictures (16, n) of the border cards, from 1 to 16, each less its mean."""
    grey = cv2.cvtColor(picture[reader.FRAME.part((2, 2), 2.5)], cv2.COLOR_BGR2GRAY)
    wide, high = LOOK_SIZE[0] + 2, LOOK_SIZE[1] + 2  # the outermost show the gaps between the cards
    small = cv2.resize(grey, (5 * wide, 5 * high), interpolation=cv2.INTER_AREA)
    cards = small.astype(float).reshape(5, high, 5, wide).transpose(2, 0, 1, 3)[:, :, 1:-1, 1:-1]
    result: Array = np.array([cards[cell_of(where)].ravel() for where in BORDER])
    result -= result.mean(axis=1, keepdims=True)
    return result


_looks_of = network.Kept(_looks)
