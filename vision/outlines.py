"""Cards by their outlines in any picture: for learning them and for displays, where no board helps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.fitting import CARD_MM

Array = NDArray[Any]

RATIO = CARD_MM[0] / CARD_MM[1]
LEARNT_PX = (364, 236)
"""Width and height of a learnt card's picture: 4 pixels a mm."""
WORK_PX = 1000
"""Outlines are looked for in a picture no larger than this along its longer side."""
SCAN_OFF = 0.018
"""A picture whose sides' ratio is off a card's by no more than this is the card itself."""
MAYBE_SCAN_OFF = 0.06
"""And by no more than this when no card is found in it."""
SHARP_PX_PER_MM = 1.5
"""Below this a card's text and symbols cannot be told apart."""
SHARP = 4.0
"""Least spread of the second derivative (grey levels) of a picture in focus at ``LEARNT_PX``."""
SEEN_EDGE = 0.5
"""This share of an outline must lie along edges of the picture."""
DARK, BRIGHT = 35.0, 0.5
"""A card darker than this on average, or with this share of it washed out, is not learnt."""


class Unfit(str, Enum):
    """Why a picture is not learnt from."""

    NO_CARD = "no_card"
    TOO_SMALL = "too_small"
    BLURRED = "blurred"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A card's corners (4, 2) in pixels, clockwise, the first side long; ``edge``: the share seen as an edge."""

    corners_px: Array
    edge: float

    @property
    def middle(self) -> Array:
        """Where the diagonals' mean is, in pixels (2,)."""
        middle: Array = self.corners_px.mean(axis=0)
        return middle

    def to_px(self, points_mm: Array) -> Array:
        """Points (N, 2) in mm from the card's middle, x along the first side, to pixels (N, 2)."""
        half = np.array(CARD_MM) / 2
        from_mm = np.array([[-half[0], -half[1]], [half[0], -half[1]], [half[0], half[1]], [-half[0], half[1]]])
        matrix = cv2.getPerspectiveTransform(from_mm.astype(np.float32), self.corners_px.astype(np.float32))
        lifted = np.column_stack([points_mm, np.ones(len(points_mm))]) @ matrix.T
        pixels: Array = lifted[:, :2] / np.where(np.abs(lifted[:, 2:]) < 1e-9, 1e-9, lifted[:, 2:])
        return pixels

    def px_per_mm(self) -> float:
        """The mean scale."""
        return float(np.sqrt(cv2.contourArea(self.corners_px.astype(np.float32)) / (CARD_MM[0] * CARD_MM[1])))


def cut_out(picture: Array) -> Array | Unfit:
    """The card in a picture (H, W, 3) uint8 BGR, straightened to (236, 364, 3): the picture itself where it is a scan
    of one, else the largest card lying in it.
    """
    height, width = picture.shape[:2]
    off = abs(max(width, height) / min(width, height) / RATIO - 1)
    found = [] if off <= SCAN_OFF else outlines(picture, least_share=0.05)
    if found:
        card = max(found, key=lambda outline: outline.px_per_mm())
        scale = card.px_per_mm()
        cut = straightened(picture, card)
        return _fault(cut, scale) or cut
    if off <= MAYBE_SCAN_OFF:
        whole = picture if width >= height else cv2.rotate(picture, cv2.ROTATE_90_COUNTERCLOCKWISE)
        scale = max(width, height) / CARD_MM[0]
        cut = cv2.resize(whole, LEARNT_PX, interpolation=cv2.INTER_AREA)
        return _fault(cut, scale) or cut
    return Unfit.NO_CARD


def straightened(picture: Array, card: Outline) -> Array:
    """A card of a picture (H, W, 3) uint8 BGR, straightened to (236, 364, 3)."""
    target = np.array([[0, 0], [LEARNT_PX[0], 0], LEARNT_PX, [0, LEARNT_PX[1]]], np.float32) * 2 - 0.5
    matrix = cv2.getPerspectiveTransform(card.corners_px.astype(np.float32), target)
    whole = cv2.warpPerspective(picture, matrix, (LEARNT_PX[0] * 2, LEARNT_PX[1] * 2), flags=cv2.INTER_LINEAR)
    return cv2.resize(whole, LEARNT_PX, interpolation=cv2.INTER_AREA)


def _fault(cut: Array, scale: float) -> Unfit | None:
    grey = cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY)
    if scale < SHARP_PX_PER_MM:
        return Unfit.TOO_SMALL
    if grey.mean() < DARK:
        return Unfit.TOO_DARK
    if (cut.min(axis=2) >= 253).mean() > BRIGHT:
        return Unfit.TOO_BRIGHT
    if cv2.Laplacian(grey, cv2.CV_32F).std() < SHARP * grey.mean() / 128:
        return Unfit.BLURRED
    return None


def outlines(picture: Array, least_share: float = 0.002) -> list[Outline]:
    """The cards lying in a picture (H, W, 3) uint8 BGR, none within another, each at least ``least_share`` of it."""
    scale = min(1.0, WORK_PX / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    small = cv2.bilateralFilter(small, 5, 30, 3)
    least = least_share * small.shape[0] * small.shape[1]
    edges = _edges(small)
    near = cv2.dilate(edges, np.ones((3, 3), np.uint8)) > 0
    found = []
    for mask, inset in (*_regions(edges), (_foreground(small), 0.0)):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            if cv2.contourArea(contour) < least * 0.8:
                continue
            corners = _four_corners(contour, inset)
            if corners is not None and _is_card(corners, small.shape[1::-1]) and _area(corners) >= least:
                found.append(Outline((corners + 0.5) / scale - 0.5, _support(corners, near)))
    return _outermost(_best_drawn([outline for outline in found if outline.edge >= SEEN_EDGE]))


def _edges(small: Array) -> Array:
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
    edges = np.zeros(small.shape[:2], np.uint8)
    for channel in cv2.split(lab):
        strength: Array = cv2.magnitude(cv2.Sobel(channel, cv2.CV_32F, 1, 0), cv2.Sobel(channel, cv2.CV_32F, 0, 1))
        high = max(30.0, float(np.percentile(strength, 90)))
        edges[cv2.Canny(channel, 0.4 * high, high) > 0] = 255
    return edges


def _regions(edges: Array) -> Iterator[tuple[Array, float]]:
    """What the edges enclose, with gaps of some widths in them closed; and how far that lies inside the outline."""
    for gap in (3, 5, 9):
        closed = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
        closed = cv2.dilate(closed, np.ones((3, 3), np.uint8))
        yield cv2.bitwise_not(closed), 2.0
        yield closed, -1.0


def _foreground(small: Array) -> Array:
    """What differs in colour from the picture's rim."""
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    rim = np.concatenate(
        [lab[:8].reshape(-1, 3), lab[-8:].reshape(-1, 3), lab[:, :8].reshape(-1, 3), lab[:, -8:].reshape(-1, 3)]
    )
    middle = np.median(rim, axis=0)
    spread = np.maximum(np.median(np.abs(rim - middle), axis=0), 3.0)
    off = (np.abs(lab - middle) / spread).max(axis=2) > 5
    mask = cv2.morphologyEx(off.astype(np.uint8) * 255, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    return cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))


def _area(corners: Array) -> float:
    return float(cv2.contourArea(corners.astype(np.float32)))


def _four_corners(contour: Array, inset: float) -> Array | None:
    """The four corners (4, 2) of a contour that is nearly a quadrangle, pushed outwards by ``inset`` pixels."""
    hull = cv2.convexHull(contour)
    around, area = cv2.arcLength(hull, True), cv2.contourArea(hull)
    if cv2.contourArea(contour) < 0.85 * area:
        return None
    for share in (0.02, 0.03, 0.045, 0.06):
        corners: Array = cv2.approxPolyDP(hull, share * around, True).reshape(-1, 2).astype(float)
        if len(corners) == 4:
            break
    else:
        corners = cv2.boxPoints(cv2.minAreaRect(hull)).astype(float)
    if not 0.92 < area / max(_area(corners), 1.0) < 1.08:
        return None
    corners = _lines_fitted(hull, corners)
    middle = corners.mean(axis=0)
    outwards = corners - middle
    corners = corners + outwards / np.linalg.norm(outwards, axis=1, keepdims=True) * inset * 1.4
    ahead = np.roll(corners, -1, axis=0) - corners
    if ahead[0, 0] * ahead[1, 1] - ahead[0, 1] * ahead[1, 0] < 0:
        corners = corners[::-1]
        ahead = np.roll(corners, -1, axis=0) - corners
    sides = np.linalg.norm(ahead, axis=1)
    long_first: Array = corners if sides[0] + sides[2] >= sides[1] + sides[3] else np.roll(corners, -1, axis=0)
    if (long_first[1] - long_first[0])[0] < 0:  # the first side goes to the right
        long_first = np.roll(long_first, 2, axis=0)
    return long_first


def _lines_fitted(hull: Array, corners: Array) -> Array:
    """The corners where lines through the hull's long sides meet: rounded corners cut none of them off."""
    points = hull.reshape(-1, 2).astype(float)
    ring = np.concatenate([points, points[:1]])
    steps = np.linalg.norm(np.diff(ring, axis=0), axis=1)
    at = np.concatenate([[0], np.cumsum(steps)])
    dense = np.linspace(0, at[-1], 400, endpoint=False)
    dots = np.column_stack([np.interp(dense, at, ring[:, 0]), np.interp(dense, at, ring[:, 1])])
    lines = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-6)
        position = (dots - start) @ along / max(float(np.linalg.norm(end - start)), 1e-6)
        away = np.abs((dots - start) @ np.array([-along[1], along[0]]))
        chosen = dots[(position > 0.12) & (position < 0.88) & (away < 0.04 * np.linalg.norm(end - start) + 2)]
        if len(chosen) < 8:
            return corners
        direction_x, direction_y, x, y = cv2.fitLine(chosen.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append(np.array([direction_y, -direction_x, direction_x * y - direction_y * x]))
    met = []
    for before, after in zip(np.roll(lines, 1, axis=0), lines, strict=True):
        crossing = np.cross(before, after)
        if abs(crossing[2]) < 1e-6:
            return corners
        met.append(crossing[:2] / crossing[2])
    fitted = np.array(met)
    return fitted if np.abs(fitted - corners).max() < 0.1 * np.sqrt(_area(corners)) else corners


def _is_card(corners: Array, size: tuple[int, int]) -> bool:
    """Whether a quadrangle has a card's shape, seen up to 45 degrees aslant, and lies within the picture."""
    ahead = np.roll(corners, -1, axis=0) - corners
    sides = np.linalg.norm(ahead, axis=1)
    if sides.min() < 12 or not cv2.isContourConvex(corners.astype(np.float32)):
        return False
    ratio = (sides[0] + sides[2]) / (sides[1] + sides[3])
    turns = [
        abs(float(one @ other)) / (np.linalg.norm(one) * np.linalg.norm(other))
        for one, other in zip(ahead, np.roll(ahead, -1, axis=0), strict=True)
    ]
    opposite = max(sides[0] / sides[2], sides[2] / sides[0], sides[1] / sides[3], sides[3] / sides[1])
    inside = (corners > -3).all() and (corners < np.array(size) + 3).all()
    return bool(1.1 < ratio < 2.2 and max(turns) < 0.35 and opposite < 1.35 and inside)


def _support(corners: Array, near: Array) -> float:
    """The share of a quadrangle's sides along which there is an edge."""
    steps = np.linspace(0.05, 0.95, 40)[:, None]
    dots = np.concatenate(
        [start + steps * (end - start) for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    )
    x = np.clip(np.round(dots[:, 0]).astype(int), 0, near.shape[1] - 1)
    y = np.clip(np.round(dots[:, 1]).astype(int), 0, near.shape[0] - 1)
    return float(near[y, x].mean())


def _best_drawn(found: list[Outline]) -> list[Outline]:
    """Of several outlines of one card the one along which most edge is seen."""
    kept: list[Outline] = []
    for outline in sorted(found, key=lambda outline: -outline.edge):
        size = outline.px_per_mm()
        for other in kept:
            near = np.linalg.norm(outline.middle - other.middle) < 6 * size
            if near and 0.88 < size / other.px_per_mm() < 1.14:
                break
        else:
            kept.append(outline)
    return kept


def _outermost(found: list[Outline]) -> list[Outline]:
    """One outline a card: what lies within another is drawn on it, unless the other holds several cards."""
    areas = [_area(outline.corners_px) for outline in found]
    kept: list[Outline] = []
    for index in np.argsort(areas)[::-1]:
        outline = found[int(index)]
        if any(_within(outline.middle, other) for other in kept):
            continue
        inside = [
            other
            for other, area in zip(found, areas, strict=True)
            if area < 0.6 * areas[int(index)] and _within(other.middle, outline)
        ]
        apart = any(
            not _within(one.middle, other)
            and not _within(other.middle, one)
            and one.px_per_mm() > 0.6 * other.px_per_mm()
            for position, one in enumerate(inside)
            for other in inside[:position]
            if min(_area(one.corners_px), _area(other.corners_px)) > 0.12 * areas[int(index)]
        )
        if not apart:
            kept.append(outline)
    return kept


def _within(point: Array, outline: Outline) -> bool:
    corners = outline.corners_px.astype(np.float32)
    return cv2.pointPolygonTest(corners, (float(point[0]), float(point[1])), False) >= 0
