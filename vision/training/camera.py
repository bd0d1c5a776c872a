"""The camera of a made scene: points of the table, in mm, to pixels and back.

The table's frame: the nominal centre of border card 16 is the origin, x runs right along the rows, y down the
columns, as the players see the board, and height is counted upwards from the table.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
CARD_MM = (91.0, 59.0)
"""Width and height of a card lying landscape (rules/readings, section 8)."""


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A pinhole with one radial coefficient.

    ``rotation`` (3, 3) and ``shift`` (3,) take a table point (x, y, -height) to the camera's frame. ``focal_px`` is
    in pixels, the optical axis passes the picture's centre. ``k1``: distorted = p * (1 + k1 * |p|^2), p counted from
    the centre in half diagonals of the picture.
    """

    size: tuple[int, int]
    focal_px: float
    rotation: Array
    shift: Array
    k1: float = 0.0

    @property
    def homography(self) -> Array:
        """(3, 3): table mm (x, y, 1), height 0, to undistorted pixels."""
        to_px = np.array(
            [[self.focal_px, 0.0, self.size[0] / 2], [0.0, self.focal_px, self.size[1] / 2], [0.0, 0.0, 1.0]]
        )
        plane = to_px @ np.column_stack([self.rotation[:, 0], self.rotation[:, 1], self.shift])
        scaled: Array = plane / plane[2, 2]
        return scaled

    @property
    def position_mm(self) -> Array:
        """Where the camera is: x, y, height."""
        place = -self.rotation.T @ self.shift
        return np.array([place[0], place[1], -place[2]])

    @property
    def unit_px(self) -> float:
        """Half the picture's diagonal."""
        return math.hypot(*self.size) / 2

    def project(self, points_mm: Array) -> Array:
        """Points (N, 2) on the table or (N, 3) with heights, to pixels (N, 2), lens included."""
        points = np.asarray(points_mm, float)
        points = points.reshape(-1, points.shape[-1])
        solid = np.zeros((len(points), 3))
        solid[:, : points.shape[1]] = points
        solid[:, 2] *= -1
        seen = solid @ self.rotation.T + self.shift
        plain = seen[:, :2] / np.maximum(seen[:, 2:], 1.0) * (self.focal_px / self.unit_px)
        square = np.sum(plain * plain, axis=1, keepdims=True)
        if self.k1 < 0:  # beyond this radius the polynomial folds back
            square = np.minimum(square, -1 / (3 * self.k1))
        pixels: Array = plain * (1 + self.k1 * square) * self.unit_px + np.array(self.size) / 2
        return pixels

    def distance(self, points_mm: Array) -> Array:
        """Distance in mm of points (N, 3) x, y, height from the camera."""
        gap: Array = np.linalg.norm(np.asarray(points_mm, float) - self.position_mm, axis=-1)
        return gap

    def to_table(self, points_px: Array) -> Array:
        """Pixels (N, 2), lens included, to table mm (N, 2) at height 0."""
        seen = (np.asarray(points_px, float).reshape(-1, 2) - np.array(self.size) / 2) / self.unit_px
        plain = seen.copy()
        for _ in range(12):
            square = np.sum(plain * plain, axis=1, keepdims=True)
            if self.k1 < 0:
                square = np.minimum(square, -1 / (3 * self.k1))
            plain = seen / (1 + self.k1 * square)
        pixels = plain * self.unit_px + np.array(self.size) / 2
        back = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(self.homography).T
        scale = back[:, 2:]
        scale = np.where(np.abs(scale) < 1e-6, 1e-6, scale)
        table: Array = back[:, :2] / scale
        return table

    def table_maps(self, onto: Array, step: int = 8) -> Array:
        """(H, W, 2) float32: ``onto`` (2, 2) times the table point in mm under each pixel; exact on a coarse grid,
        linear between."""
        width, height = self.size
        columns, rows = -(-width // step) + 2, -(-height // step) + 2
        x = (np.arange(columns) - 0.5) * step - 0.5
        y = (np.arange(rows) - 0.5) * step - 0.5
        grid = np.stack(np.meshgrid(x, y), axis=-1)
        coarse = (self.to_table(grid.reshape(-1, 2)) @ onto.T).reshape(rows, columns, 2).astype(np.float32)
        full = cv2.resize(coarse, (columns * step, rows * step), interpolation=cv2.INTER_LINEAR)
        return full[step : step + height, step : step + width]


def look_at(
    size: tuple[int, int],
    focal_px: float,
    target_mm: Array,
    distance_mm: float,
    tilt: float,
    azimuth: float,
    roll: float,
    k1: float = 0.0,
    shift_px: tuple[float, float] = (0.0, 0.0),
) -> Camera:
    """A camera that looks at a table point (x, y) from ``distance_mm``.

    ``tilt``: angle off the vertical, ``azimuth``: side of the table it stands on, ``roll``: turn about its axis (0:
    what lies away from the camera is up in the picture); all in radians. ``shift_px`` moves the target off the
    picture's centre.
    """
    side = np.array([math.cos(azimuth), math.sin(azimuth)])
    forward = np.array([-side[0] * math.sin(tilt), -side[1] * math.sin(tilt), math.cos(tilt)])  # down is +z here
    down = np.array([side[0] * math.cos(tilt), side[1] * math.cos(tilt), math.sin(tilt)])
    right = np.cross(down, forward)
    turn = np.array([[math.cos(roll), -math.sin(roll)], [math.sin(roll), math.cos(roll)]])
    axes = turn @ np.vstack([right, down])
    rotation = np.vstack([axes, forward])
    target = np.array([target_mm[0], target_mm[1], 0.0])
    shift = np.array([0.0, 0.0, distance_mm]) - rotation @ target
    shift[:2] += np.array(shift_px) / focal_px * distance_mm
    return Camera(size, focal_px, rotation, shift, k1)


def random_camera(rng: np.random.Generator, size: tuple[int, int], must_see_mm: Array, middle_mm: Array) -> Camera:
    """Any camera that the product must bear: tilt to 45 degrees, any side up, 0.7 to 2.4 px/mm, all ``must_see_mm``
    in view."""
    # Most cameras see 60 to 75 degrees across; some are wide, some have a longer lens.
    lens = rng.random()
    focal = size[0] * (rng.normal(0.77, 0.06) if lens < 0.6 else rng.uniform(0.5, 1.25) if lens < 0.95 else 0.45)
    tilt = math.radians(abs(rng.normal(0, 16)) if rng.random() < 0.75 else rng.uniform(0, 45))
    tilt = min(tilt, math.radians(45))
    quarter = rng.integers(4) * math.pi / 2
    azimuth = quarter + math.radians(rng.normal(0, 8)) if rng.random() < 0.7 else rng.uniform(0, 2 * math.pi)
    choice = rng.random()
    if choice < 0.6:
        roll = math.radians(rng.normal(0, 5))
    elif choice < 0.85:
        roll = rng.integers(4) * math.pi / 2 + math.radians(rng.normal(0, 6))
    else:
        roll = rng.uniform(0, 2 * math.pi)
    k1 = float(np.clip(rng.normal(-0.03, 0.05), -0.13, 0.06))
    scale = rng.uniform(0.75, 2.4) if rng.random() < 0.8 else 2.4
    target = middle_mm + rng.normal(0, 25, 2)
    shift = np.zeros(2)
    offset = rng.normal(0, 1, 2) * np.array(size) * (0.05 if rng.random() < 0.7 else 0.12)
    for attempt in range(60):
        camera = look_at(
            size, focal, target, focal / scale, tilt, azimuth, roll, k1, (float(shift[0]), float(shift[1]))
        )
        seen = camera.project(must_see_mm)
        low, high = seen.min(0), seen.max(0)
        spare = np.array(size) - (high - low)
        if np.all(spare > 8):
            want = spare / 2 - 4
            error = np.clip((low + high) / 2 - np.array(size) / 2 - offset, None, None)
            inside = np.all(low >= 4) and np.all(high <= np.array(size) - 4)
            if inside and attempt > 2:
                return camera
            offset = np.clip(offset, -want, want)
            shift = shift - (error if attempt < 12 else (low + high) / 2 - np.array(size) / 2)
        else:
            scale *= 0.93
    return look_at(size, focal, middle_mm, focal / (0.6 * scale), tilt, azimuth, roll, 0.0)
