"""Reading a straightened picture of the board: pieces, hands, and what kind of card lies where.

One small network looks at the picture straightened to the plane of the table (``FRAME``), at two more channels
that tell it which way and how far things lean at each spot, since the camera's place is known, and at the set-up
straightened in the same way, since what has come since then stands out. It answers at a quarter of the resolution:
for each piece how likely its base stands there, where a hand or another foreign thing covers the table, what kind of
card lies on the table there, whatever stands on it, and how far the board lies off from where it was believed to be.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.board import PIECES, Piece
from vision import network
from vision.geometry import CameraPlace, Frame, Pose, camera_place

Array = NDArray[Any]

FRAME = Frame(origin_uv=(-1.95, -1.2), scale_px=(81.0, 55.0), size=(640, 352))
STRIDE = 4
LEAN_MM = 30.0
"""The lean channels tell where a point this high above the table appears."""


class Surface(IntEnum):
    """What lies on the table at a spot."""

    TABLE = 0
    BORDER = 1
    GOODS = 2
    TRIBE = 3
    BACK_GOODS = 4
    BACK_TRIBE = 5
    DUNE = 6
    OTHER = 7


SURFACES = len(Surface)
CHANNELS = len(PIECES) + 1 + SURFACES + 2
"""Answer channels: a heat map a piece (order of PIECES), one for hands, one a surface, two for the board's shift."""
SHIFT_UNIT = 0.1
"""Pitches in one unit of the shift channels."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece seen: where its base stands in board coordinates, and how sure each of PIECES is, 0 to 1."""

    uv: tuple[float, float]
    scores: tuple[float, ...]

    @property
    def piece(self) -> Piece:
        """The likeliest piece."""
        return PIECES[max(range(len(PIECES)), key=self.scores.__getitem__)]

    @property
    def confidence(self) -> float:
        """How sure the likeliest piece is."""
        return max(self.scores)


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """The network's answer on the grid of ``FRAME`` at stride 4.

    ``heat`` (6, h, w): sureness that a piece's base stands there. ``hand`` (h, w): sureness that something foreign
    covers the spot. ``surface`` (8, h, w): sureness of each kind of surface. ``shift`` (2, h, w): the true board
    coordinates less the believed ones, in pitches; means something on the board only.
    """

    heat: Array
    hand: Array
    surface: Array
    shift: Array


def lean(camera: CameraPlace) -> Array:
    """How far a point ``LEAN_MM`` above each spot appears from it (2, h, w) in pixels of the frame / 16, at
    stride 1.
    """
    share = LEAN_MM / max(camera.height_mm - LEAN_MM, 50.0) / 16.0
    result: Array = np.empty((2, *FRAME.size[::-1]), np.float32)
    result[0] = np.clip((FRAME.columns_u() - camera.foot_uv[0]) * share * FRAME.scale_px[0], -3, 3)
    result[1] = np.clip((FRAME.rows_v() - camera.foot_uv[1]) * share * FRAME.scale_px[1], -3, 3)[:, None]
    return result


def known(leaning: Array, reference: Array | None = None) -> Array:
    """What the network knows beside the picture (5, 352, 640): ``lean``, and the set-up straightened in the same way
    (zeros where there is none).
    """
    result: Array = np.zeros((5, *FRAME.size[::-1]), np.float32)
    result[:2] = leaning
    if reference is not None:
        result[2:] = network.planes(reference)
    return result


_first_of_known = network.Kept(lambda leaning, reference: network.run_batch("known", known(leaning, reference)[None]))
"""What the network's first layer makes of what is known: it stays from picture to picture."""


def read(straight: Array, leaning: Array, reference: Array | None = None) -> Reading:
    """The network's reading of a straightened picture (352, 640, 3) uint8; see ``known``."""
    answer = network.run("reader", network.planes(straight)[None], known=_first_of_known(leaning, reference))
    pieces = len(PIECES)
    surface = answer[pieces + 1 : -2]
    surface = np.exp(surface - surface.max(axis=0, keepdims=True))
    surface /= surface.sum(axis=0, keepdims=True)
    return Reading(network.sigmoid(answer[:pieces]), network.sigmoid(answer[pieces]), surface, answer[-2:] * SHIFT_UNIT)


@lru_cache(maxsize=4)
def lean_of(pose: Pose) -> Array:
    """``lean`` for the camera place that follows from a pose."""
    return lean(camera_place(pose))


@cache
def cells_uv() -> Array:
    """Board points (h, w, 2) at the centres of the answer's cells."""
    grid = FRAME.grid_uv()
    result: Array = grid.reshape(grid.shape[0] // STRIDE, STRIDE, grid.shape[1] // STRIDE, STRIDE, 2).mean(axis=(1, 3))
    return result


def spots(reading: Reading, least: float = 0.15, most: int | None = None) -> tuple[Spot, ...]:
    """The pieces seen, surest first: one for each peak of the strongest heat map, down to the sureness ``least``, and
    no more than ``most``.

    Peaks nearer than a piece is wide are one piece: two pieces cannot stand in one spot.
    """
    best = reading.heat.max(axis=0)
    peaks = (best >= cv2.dilate(best, np.ones((3, 3), np.uint8))) & (best >= least)
    rows, columns = np.nonzero(peaks)
    order = np.argsort(-best[rows, columns])
    free = np.ones(best.shape, bool)
    taken: list[tuple[int, int]] = []
    for row, column in zip(rows[order].tolist(), columns[order].tolist(), strict=True):
        if len(taken) == most:
            break
        if free[row, column]:
            taken.append((row, column))
            free[max(row - 2, 0) : row + 3, max(column - 2, 0) : column + 3] = False
    if not taken:
        return ()
    cells = np.array(taken)
    uvs = FRAME.to_uv((cells[:, ::-1] + _peak_shifts(best, cells) + 0.5) * STRIDE - 0.5)
    scores = reading.heat[:, cells[:, 0], cells[:, 1]].T
    return tuple(Spot((u, v), tuple(all_)) for (u, v), all_ in zip(uvs.tolist(), scores.tolist(), strict=True))


def spot_at(reading: Reading, uv: tuple[float, float]) -> Spot:
    """What the heat maps say at a board point (u, v), be it a peak or not."""
    row, column = _cell_at(uv)
    return Spot(uv, tuple(reading.heat[:, row, column].tolist()))


def surface_at(reading: Reading, uv: tuple[float, float]) -> Array:
    """How sure each kind of surface (8,) is at a board point (u, v)."""
    row, column = _cell_at(uv)
    result: Array = reading.surface[:, row, column]
    return result


def _cell_at(uv: tuple[float, float]) -> tuple[int, int]:
    """Row and column of the grid's cell nearest to a board point."""
    width, height = (size // STRIDE for size in FRAME.size)
    x, y = (
        (value - start) * scale / STRIDE - 0.5
        for value, start, scale in zip(uv, FRAME.origin_uv, FRAME.scale_px, strict=True)
    )
    return min(max(round(y), 0), height - 1), min(max(round(x), 0), width - 1)


def _peak_shifts(heat: Array, cells: Array) -> Array:
    """How far the centres of the peaks lie from their cells (N, 2) row, column: (N, 2) x, y, in cells."""
    padded = np.pad(heat, 1)
    down, across = np.mgrid[-1:2, -1:2]
    patch = padded[cells[:, 0, None, None] + 1 + down, cells[:, 1, None, None] + 1 + across]
    weight = patch / np.maximum(patch.sum(axis=(1, 2), keepdims=True), 1e-9)
    result: Array = np.stack([(weight * across).sum(axis=(1, 2)), (weight * down).sum(axis=(1, 2))], axis=1)
    return result
