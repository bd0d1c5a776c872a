"""Where the board lies in a picture: board coordinates to pixels and back, lens included.

Board coordinates (u, v) are counted in card pitches on the plane of the table: u along the rows, v down the columns,
as the players see it. The centre of border card 16 is (0, 0), that of 4 is (4, 0), of 8 (4, 4) and of 12 (0, 4).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

PITCH_MM = (95.0, 63.0)
"""Usual pitch of the laid cards in mm (u, v): a card of 91 x 59 mm and a gap of a few mm (rules/readings, section
8).
"""
USUAL_FOCAL, FOCAL_SPREAD = 1.2, 0.25
"""Focal length of usual cameras (66 to 70 degrees across: Pi camera, web camera, phone) in half diagonals of the
picture, and how far others are from it (log).
"""
WIDER_GAPS, RATIO_SPREAD, SQUARE_SPREAD = -0.015, 0.015, 0.006
"""By how much (log) the pitch's ratio differs from that of PITCH_MM, mostly by gaps wider than 4 mm, and the usual
errors of it and of the axes' right angle.
"""

CORNER_UV = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])
"""Centres of the corner cards 16, 4, 8, 12 in board coordinates."""


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """The board's pose in pictures of one size.

    ``homography`` (3, 3) takes (u, v, 1) to undistorted picture coordinates: origin at the picture's centre, unit
    half its diagonal. ``k1`` is the first radial lens coefficient in that unit (Brown's model: distorted = p * (1 +
    k1 * |p|^2)). ``size`` is (width, height) in pixels.
    """

    homography: Array
    size: tuple[int, int]
    k1: float = 0.0

    @property
    def unit_px(self) -> float:
        """Pixels in one unit of the picture coordinates: half the diagonal."""
        return math.hypot(*self.size) / 2

    def to_image(self, points_uv: Array) -> Array:
        """Board points (N, 2) to pixels (N, 2) x, y."""
        plain = transformed(self.homography, np.asarray(points_uv, float).reshape(-1, 2))
        return _distort(plain, self.k1) * self.unit_px + np.array(self.size) / 2

    def to_board(self, points_px: Array) -> Array:
        """Pixels (N, 2) x, y to board points (N, 2) on the plane of the table."""
        seen = (np.asarray(points_px, float).reshape(-1, 2) - np.array(self.size) / 2) / self.unit_px
        return transformed(np.linalg.inv(self.homography), _undistort(seen, self.k1))

    def turned(self, quarter_turns: int) -> Pose:
        """The same lattice read from another corner: the board's own frame turned clockwise about its centre."""
        turn = np.array([[0.0, -1.0, 4.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
        return replace(self, homography=self.homography @ np.linalg.matrix_power(turn, quarter_turns % 4))

    @property
    def corners_px(self) -> Array:
        """Pixel centres (4, 2) of the corner cards 16, 4, 8, 12."""
        return self.to_image(CORNER_UV)

    def pixels_per_mm(self) -> float:
        """Mean scale at the board's centre."""
        middle = self.to_image(np.array([[1.5, 2.0], [2.5, 2.0], [2.0, 1.5], [2.0, 2.5]]))
        along = np.linalg.norm(middle[1] - middle[0]) / PITCH_MM[0]
        down = np.linalg.norm(middle[3] - middle[2]) / PITCH_MM[1]
        return float(math.sqrt(along * down))

    def sound(self) -> bool:
        """Whether this can be a board before a camera: convex, not mirrored, no side shorter than 24 pixels,
        in view.
        """
        corners = self.to_image(np.array([[-0.5, -0.5], [4.5, -0.5], [4.5, 4.5], [-0.5, 4.5]]))
        if not np.isfinite(corners).all():
            return False
        edges = np.roll(corners, -1, axis=0) - corners
        following = np.roll(edges, -1, axis=0)
        turns = edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0]
        sides = np.linalg.norm(edges, axis=1)
        middle = corners.mean(axis=0)
        inside = bool((middle >= 0).all() and (middle <= np.array(self.size)).all())
        return bool((turns > 0).all()) and bool(sides.min() >= 24) and sides.max() < 6 * sides.min() and inside


@dataclass(frozen=True, slots=True)
class CameraPlace:
    """Where the camera hangs: its foot on the table in board coordinates, and its height in mm."""

    foot_uv: tuple[float, float]
    height_mm: float
    tilt_degrees: float


def apart_mm(one_uv: tuple[float, float], other_uv: tuple[float, float]) -> float:
    """How far two board points lie apart on the table, in mm."""
    return math.hypot((one_uv[0] - other_uv[0]) * PITCH_MM[0], (one_uv[1] - other_uv[1]) * PITCH_MM[1])


def all_apart_mm(ones_uv: Sequence[tuple[float, float]], others_uv: Sequence[tuple[float, float]]) -> Array:
    """How far each of N board points lies from each of M others on the table (N, M), in mm."""
    ones, others = (np.array(uvs, float).reshape(-1, 2) * PITCH_MM for uvs in (ones_uv, others_uv))
    result: Array = np.hypot(*(ones[:, None] - others).transpose(2, 0, 1))
    return result


def transformed(homography: Array, points: Array) -> Array:
    """Points (N, 2) through a homography (3, 3)."""
    lifted = np.hstack([points, np.ones((len(points), 1))]) @ homography.T
    depth = np.where(np.abs(lifted[:, 2:]) < 1e-9, 1e-9, lifted[:, 2:])
    result: Array = lifted[:, :2] / depth
    return result


def _stretch(square: Array, k1: float) -> Array:
    """How many times as far from the centre the lens shows a point, given the square of how far it is."""
    # Far outside the picture the polynomial folds back; there the exact place does not matter, only that it stays
    # outside.
    result: Array = np.maximum(1.0 + k1 * np.minimum(square, 4.0), 0.2)
    return result


def _distort(plain: Array, k1: float) -> Array:
    result: Array = plain * _stretch((plain**2).sum(axis=1, keepdims=True), k1)
    return result


def _undistort(seen: Array, k1: float) -> Array:
    plain = seen.copy()
    for _ in range(12):
        plain = seen / _stretch((plain**2).sum(axis=1, keepdims=True), k1)
    return plain


def fit(points_uv: Array, points_px: Array, size: tuple[int, int], lens: bool = True, k1: float = 0.0) -> Pose | None:
    """The pose that takes board points (N, 2) to pixels (N, 2): robust homography first, then least squares with
    Huber weights.

    With ``lens`` the coefficient k1 is fitted too (held to a plausible range), else the given one is kept.
    Returns None where no homography explains the points.
    """
    points_uv, points_px = np.asarray(points_uv, float), np.asarray(points_px, float)
    if len(points_uv) < 4:
        return None
    start = Pose(np.eye(3), size, k1)
    seen = (points_px - np.array(size) / 2) / start.unit_px
    plain = _undistort(seen, k1)
    first, _ = cv2.findHomography(points_uv, plain, cv2.USAC_MAGSAC, 0.02, maxIters=2000, confidence=0.999)
    if first is None or not np.isfinite(first).all() or abs(first[2, 2]) < 1e-12:
        return None
    values = np.append((first / first[2, 2]).ravel()[:8], k1)
    free = 9 if lens else 8
    damping = 1e-3
    error = _residual(values, points_uv, seen)
    for _ in range(25):
        jacobian = np.empty((error.size, free))
        for i in range(free):
            step = 1e-6 * max(1.0, abs(values[i]))
            nudged = values.copy()
            nudged[i] += step
            jacobian[:, i] = (_residual(nudged, points_uv, seen) - error) / step
        size_of = np.linalg.norm(error.reshape(-1, 2), axis=1)
        scale = max(1.5 * float(np.median(size_of)), 1e-4)
        weight = np.repeat(np.minimum(1.0, scale / np.maximum(size_of, 1e-12)), 2)
        normal = jacobian.T @ (weight[:, None] * jacobian)
        gradient = jacobian.T @ (weight * error)
        if lens:  # a weak pull to no distortion: far from the rim the points hardly tell it
            normal[8, 8] += 1e-5 * len(points_uv)
            gradient[8] += 1e-5 * len(points_uv) * values[8]
        change = np.linalg.solve(normal + damping * np.diag(np.diag(normal)) + 1e-12 * np.eye(free), -gradient)
        trial = values.copy()
        trial[:free] += change
        trial[8] = np.clip(trial[8], -0.35, 0.2)
        moved = _residual(trial, points_uv, seen)
        if _cost(moved, scale) < _cost(error, scale):
            values, error, damping = trial, moved, damping / 5
            if np.abs(change).max() < 1e-7:
                break
        else:
            damping *= 10
            if damping > 1e6:
                break
    return Pose(np.append(values[:8], 1.0).reshape(3, 3), size, float(values[8]))


def _residual(values: Array, points_uv: Array, seen: Array) -> Array:
    plain = transformed(np.append(values[:8], 1.0).reshape(3, 3), points_uv)
    result: Array = (_distort(plain, values[8]) - seen).ravel()
    return result


def _cost(error: Array, scale: float) -> float:
    size_of = np.linalg.norm(error.reshape(-1, 2), axis=1)
    return float(np.where(size_of < scale, size_of**2, 2 * scale * size_of - scale**2).sum())


@lru_cache(maxsize=8)
def camera_place(pose: Pose, pitch_mm: tuple[float, float] = PITCH_MM) -> CameraPlace:
    """Where the camera hangs above the table, from the homography alone.

    The likeliest focal length is taken: under the right one the board's axes come out square and in the pitch's ratio,
    as far as the cards were laid evenly, and most lenses are alike. Seen from nearly straight above, the ratio says
    less than the cards' uneven gaps hide, and the lens decides. Principal point: the picture's centre.
    """
    columns = pose.homography @ np.diag([1 / pitch_mm[0], 1 / pitch_mm[1], 1.0])
    best, best_cost = USUAL_FOCAL, math.inf
    for focal in np.geomspace(0.5, 3.0, 40):
        a, b = columns[:, 0] / np.array([focal, focal, 1]), columns[:, 1] / np.array([focal, focal, 1])
        long, short = float(np.linalg.norm(a)), float(np.linalg.norm(b))
        cost = (
            (float(a @ b) / (long * short) / SQUARE_SPREAD) ** 2
            + ((math.log(long / short) - WIDER_GAPS) / RATIO_SPREAD) ** 2
            + (math.log(focal / USUAL_FOCAL) / FOCAL_SPREAD) ** 2
        )
        if cost < best_cost:
            best, best_cost = float(focal), cost
    inner = np.diag([1 / best, 1 / best, 1.0]) @ columns
    scale = math.sqrt(float(np.linalg.norm(inner[:, 0]) * np.linalg.norm(inner[:, 1])))
    inner = inner / scale * (1 if inner[2] @ np.array([2 * pitch_mm[0], 2 * pitch_mm[1], 1.0]) > 0 else -1)
    x_axis, y_axis = inner[:, 0] / np.linalg.norm(inner[:, 0]), inner[:, 1] / np.linalg.norm(inner[:, 1])
    normal = np.cross(x_axis, y_axis)
    normal /= np.linalg.norm(normal)
    rotation = np.stack([x_axis, np.cross(normal, x_axis), normal], axis=1)
    centre_mm = -rotation.T @ inner[:, 2]
    height = max(abs(float(centre_mm[2])), 50.0)
    foot = (float(centre_mm[0]) / pitch_mm[0], float(centre_mm[1]) / pitch_mm[1])
    tilt = math.degrees(math.acos(min(1.0, abs(float(normal[2])))))
    return CameraPlace(foot, height, tilt)


@dataclass(frozen=True, slots=True)
class Frame:
    """A straightened picture of the table around the board: ``origin_uv`` at its left top edge, pixels a pitch,
    size (w, h).
    """

    origin_uv: tuple[float, float]
    scale_px: tuple[float, float]
    size: tuple[int, int]

    def to_px(self, points_uv: Array) -> Array:
        """Board points (N, 2) to pixel coordinates (N, 2) of the frame; whole numbers are pixel centres."""
        result: Array = (np.asarray(points_uv, float) - np.array(self.origin_uv)) * np.array(self.scale_px) - 0.5
        return result

    def to_uv(self, points_px: Array) -> Array:
        """Pixel coordinates (N, 2) of the frame to board points (N, 2)."""
        result: Array = (np.asarray(points_px, float) + 0.5) / np.array(self.scale_px) + np.array(self.origin_uv)
        return result

    def part(self, middle_uv: tuple[float, float], reach: float) -> tuple[slice, slice]:
        """Rows and columns of the frame up to so many pitches from a board point, along each axis."""
        corners = self.to_px(np.array(middle_uv) + np.array([[-reach], [reach]]))
        (left, top), (right, bottom) = np.round(corners).astype(int).tolist()
        return slice(top, bottom), slice(left, right)

    def columns_u(self) -> Array:
        """The board coordinate u (w,) of each column of pixels."""
        result: Array = (np.arange(self.size[0]) + 0.5) / self.scale_px[0] + self.origin_uv[0]
        return result

    def rows_v(self) -> Array:
        """The board coordinate v (h,) of each row of pixels."""
        result: Array = (np.arange(self.size[1]) + 0.5) / self.scale_px[1] + self.origin_uv[1]
        return result

    def grid_uv(self) -> Array:
        """The board points (h, w, 2) of all pixels."""
        return np.stack(np.meshgrid(self.columns_u(), self.rows_v()), axis=-1)

    def seen_px(self, pose: Pose) -> tuple[Array, Array]:
        """Where all pixels appear in pictures with that pose: x (h, w) and y (h, w) in pixels, see ``Pose.to_image``;
        far quicker than point by point.
        """
        u, v = self.columns_u()[None], self.rows_v()[:, None]
        across, down, depth = (row[0] * u + row[1] * v + row[2] for row in pose.homography)
        depth = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
        across /= depth
        down /= depth
        further = _stretch(across * across + down * down, pose.k1) * pose.unit_px
        return across * further + pose.size[0] / 2, down * further + pose.size[1] / 2


@dataclass(frozen=True, slots=True, eq=False)
class Warp:
    """A prepared straightening of pictures of one size (the maps are worth keeping while the pose stays)."""

    halvings: int
    blur: float
    map_x: Array
    map_y: Array

    def apply(self, image: Array) -> Array:
        """Picture (H, W, 3) uint8 to the frame (h, w, 3) uint8; grey where the picture has ended."""
        for _ in range(self.halvings):
            image = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        if self.blur > 0:
            image = cv2.GaussianBlur(image, (5, 5), self.blur)
        return cv2.remap(
            image, self.map_x, self.map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(110, 110, 110)
        )


@lru_cache(maxsize=4)
def warp(pose: Pose, frame: Frame) -> Warp:
    """The straightening of pictures with that pose into that frame. Pictures finer than the frame are smoothed first,
    as shrinking them by areas would, but quicker: halved as often as that leaves them fine enough, then blurred.
    """
    map_x, map_y = frame.seen_px(pose)
    h, w = map_x.shape
    middle = slice(h // 4, 3 * h // 4), slice(w // 4, 3 * w // 4)
    fine = float(np.median(np.hypot(np.diff(map_x[middle], axis=1), np.diff(map_y[middle], axis=1))))
    halvings = max(0, math.floor(math.log2(fine / 1.2))) if math.isfinite(fine) and fine > 0 else 0
    left = fine / 1.2 / 2**halvings  # pixels in one of a picture shrunk to 1.2 a pixel of the frame
    # The variance of a mean over so many pixels and of interpolating between such means, less that between pixels.
    blur = math.sqrt(left**2 / 12 + (left**2 - 1) / 6) if fine >= 1.5 and left > 1 else 0.0
    width, height = pose.size
    for _ in range(halvings):
        width, height = max(1, round(width * 0.5)), max(1, round(height * 0.5))
    if halvings:
        map_x, map_y = (map_x + 0.5) * (width / pose.size[0]) - 0.5, (map_y + 0.5) * (height / pose.size[1]) - 0.5
    x, y = (np.clip(part, -1e4, 1e4).astype(np.float32) for part in (map_x, map_y))
    fixed_x, fixed_y = cv2.convertMaps(x, y, cv2.CV_16SC2)
    return Warp(halvings, blur, fixed_x, fixed_y)
