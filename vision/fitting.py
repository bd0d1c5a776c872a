"""What is kept of a learnt card: its picture freed of the light, and what finds it again and lays it on a view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

CARD_MM = (91.0, 59.0)
"""Width and height of a card lying landscape (rules/readings, section 8)."""
FINE, MIDDLE, COARSE = 2.0, 1.0, 0.5
"""Pixels a mm at which cards are compared, aligned, and looked up."""
SIZE = (182, 118)
"""Width and height of a card in pixels at ``FINE``."""
SOUGHT = (40, 24)
"""Width and height in pixels at ``COARSE`` of a card's inner part, by which it is looked up."""
LIGHT_MM = 12.0
"""Light changes over longer distances than this (sigma); what changes over shorter ones is drawn on the card."""
SOUGHT_MM, STROKE_MM = 5.0, 4.0
"""What is finer than this (sigma) is looked up, and aligned."""
RIM = 6
"""Pixels at ``FINE`` along a card's edge that are not compared: corners are worn, and what lies beside shows."""
BLURS_MM = (1.5, 0.8, 0.3)
"""Blurs (sigma) of the alignment, from the coarse to the fine."""
ANCHORS = 900
"""So many points of a card align it: those where its strokes are steepest for their neighbourhood."""
LEAST_SLOPE = 0.15
"""And none where they are less steep than this share of the steepest."""
SCALES_HELD = (1.0, 0.05, 0.001)
"""How firmly a card's two scales are held where they start, as a share of what its strokes say, with each blur: else
its frame would be drawn to its own edge, or to the frame beside it.
"""
CLIP = 0.3
"""A stroke's contrast counts up to this."""


@dataclass(frozen=True, slots=True, eq=False)
class Anchors:
    """Points (n, 2) in mm from the card's middle, the ``drawn`` contrast there (n,), and how it changes (n, 5) as the
    card is shifted along x and y (mm), turned, widened and heightened (shares of ``ARM_MM``). ``held`` (5, 5): how
    firmly these are held.
    """

    points_mm: Array
    drawn: Array
    steps: Array
    held: Array


ARM_MM = 40.0
"""Turns and stretches are told in mm at this distance from the middle."""


@dataclass(frozen=True, slots=True, eq=False)
class Learnt:
    """A learnt card: ``sought`` (24, 40, 3) to look it up, ``anchors`` to align it, one for each of ``BLURS_MM``, its
    picture freed of light at ``FINE`` (118, 182, 3) and ``MIDDLE`` (59, 91, 3), and in grey as it was (118, 182) uint8.
    """

    name: str
    sought: Array
    anchors: tuple[Anchors, ...]
    fine: Array
    middle: Array
    grey: Array


def plain(picture: Array, usable: Array | None = None, light_px: float = LIGHT_MM * FINE) -> Array:
    """A colour picture (H, W, 3) uint8 BGR, at ``FINE`` resolution unless ``light_px`` tells another, freed of its
    light: (H, W, 3) float32, brightness and two colour differences, each channel counted as a share of its own mean
    nearby, so that neither the lamp's place nor its colour matters. ``usable`` (H, W) float32, 0 or 1: what that mean
    is taken of.
    """
    values = picture.astype(np.float32) + 6
    if usable is None:
        around = _widely(values, light_px)
    else:
        share = _widely(usable, light_px)[..., None]
        near = _widely(values * usable[..., None], light_px)
        around = np.where(share > 0.02, near / np.maximum(share, 0.02), values)
    shares = values / around - 1
    grey = shares.mean(axis=2)
    return np.dstack([grey, shares[..., 2] - grey, shares[..., 0] - grey])


def brightness(picture: Array) -> Array:
    """A picture (h, w, 3) uint8 in grey (h, w) uint8."""
    grey: Array = picture.mean(axis=2).astype(np.uint8)
    return grey


def unit(picture: Array) -> Array:
    """A picture (h, w, 3) as a vector of length one, each channel's mean taken out."""
    flat = (picture - picture.mean(axis=(0, 1))).ravel()
    vector: Array = flat / max(float(np.linalg.norm(flat)), 1e-6)
    return vector


def _widely(values: Array, sigma: float) -> Array:
    """A wide Gaussian, done at a quarter of the resolution."""
    small = cv2.resize(values, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), sigma / 4, borderType=cv2.BORDER_REFLECT)
    wide: Array = cv2.resize(small, values.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return wide


def inner() -> Array:
    """What of a card is compared (118, 182) float32: all but its rim."""
    mask = np.zeros(SIZE[::-1], np.float32)
    mask[RIM:-RIM, RIM:-RIM] = 1
    return mask


def sought(picture: Array, usable: Array | None = None) -> Array:
    """A picture (H, W, 3) uint8 BGR at ``FINE`` by what is looked up, at ``COARSE``: as many whole pixels as fit in."""
    seen = np.clip(plain(picture, None, SOUGHT_MM * FINE), -CLIP, CLIP)
    if usable is not None:
        seen *= usable[..., None]
    step = round(FINE / COARSE)
    high, wide = (side // step * step for side in seen.shape[:2])
    top, left = (seen.shape[0] - high) // 2, (seen.shape[1] - wide) // 2
    small: Array = cv2.resize(
        seen[top : top + high, left : left + wide], (wide // step, high // step), interpolation=cv2.INTER_AREA
    )
    return small


def strokes(light_free: Array) -> Array:
    """What is drawn, for the alignment: (h, w) float32 at ``MIDDLE`` resolution without shades and large areas."""
    scale = MIDDLE / FINE
    grey = cv2.resize(light_free[..., 0], None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    drawn: Array = np.clip(grey - cv2.GaussianBlur(grey, (0, 0), STROKE_MM * MIDDLE), -CLIP, CLIP)
    return drawn


def learnt(name: str, picture: Array) -> Learnt:
    """What is kept of a picture (H, W, 3) uint8 BGR of a whole card; one standing on end is laid down."""
    if picture.shape[0] > picture.shape[1]:
        picture = cv2.rotate(picture, cv2.ROTATE_90_COUNTERCLOCKWISE)
    small = cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA)
    fine = plain(small, inner())
    seen = sought(small)
    top, left = (seen.shape[0] - SOUGHT[1]) // 2, (seen.shape[1] - SOUGHT[0]) // 2
    drawn = strokes(fine)
    anchors = tuple(
        _anchors(cv2.GaussianBlur(drawn, (0, 0), blur * MIDDLE), held)
        for blur, held in zip(BLURS_MM, SCALES_HELD, strict=True)
    )
    middle = cv2.resize(fine, None, fx=MIDDLE / FINE, fy=MIDDLE / FINE, interpolation=cv2.INTER_AREA)
    return Learnt(name, seen[top : top + SOUGHT[1], left : left + SOUGHT[0]], anchors, fine, middle, brightness(small))


def _anchors(drawn: Array, scales_held: float) -> Anchors:
    """The points of strokes (59, 91) at ``MIDDLE`` that tell best how they lie."""
    across = cv2.Sobel(drawn, cv2.CV_32F, 1, 0, scale=MIDDLE / 8)
    down = cv2.Sobel(drawn, cv2.CV_32F, 0, 1, scale=MIDDLE / 8)
    slope = np.hypot(across, down)
    told = slope / np.sqrt(cv2.blur(slope, (9, 9)) + 1e-3)
    rim = round(RIM * MIDDLE / FINE)
    told[:rim] = told[-rim:] = 0
    told[:, :rim] = told[:, -rim:] = 0
    told[slope < LEAST_SLOPE * np.percentile(slope[told > 0], 99.5)] = 0  # a plain ground fits anywhere
    enough = min(ANCHORS, max(int((told > 0).sum()), 16))
    rows, columns = np.unravel_index(np.argsort(-told, axis=None)[:enough], told.shape)
    x, y = ((at - (size - 1) / 2) / MIDDLE for at, size in ((columns, drawn.shape[1]), (rows, drawn.shape[0])))
    to_x, to_y = across[rows, columns], down[rows, columns]
    steps = np.stack([to_x, to_y, (to_y * x - to_x * y) / ARM_MM, to_x * x / ARM_MM, to_y * y / ARM_MM], axis=1)
    points = np.column_stack([x, y]).astype(np.float32)
    held = np.diag([0, 0, 0, 1.0, 1.0]) * scales_held * float((steps[:, :2] ** 2).sum()) + 1e-6 * np.eye(5)
    return Anchors(points, drawn[rows, columns].astype(np.float32), steps.astype(np.float32), held)
