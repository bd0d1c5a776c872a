"""What has changed on the table since the set-up: where a border card does not look as it did, something stands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import network
from vision.geometry import PITCH_MM, CameraPlace
from vision.reader import FRAME

Array = NDArray[Any]

_COARSE = (80, 44)
_LIGHT = 3.0
"""Changes wider than this, in pixels of a picture of the size ``_COARSE``, are those of the light, not of a thing."""
_FINE_PX, _TAPS = 1.3, (7, 7)
_REACH_MM = 5.5
_BODY_MM = 7.0
"""Half way up a piece: its change is looked for around the point that stands so high above its base."""
CLEAR_CHANGE = 4.5
"""A spot that has changed less is not looked at for its change alone."""
MOST_PEAKS = 14
HEIGHTS_MM = (5.0, 13.0, 24.0)
"""How high above its base the changed spot of a piece may be: a marker's, a low figure's, a tall one's."""
BESIDE = 0.3
"""How far outside the board's rim, in pitches, what has come is looked for."""


def changed(picture: Array, reference: Array) -> Array:
    """How much each pixel (352, 640) of the straightened picture differs from the set-up, in units of the usual
    difference (1 is what grain and a little shift of the cards make).
    """
    square: Array = np.zeros(FRAME.size[::-1], np.float32)
    for now, before in zip(network.planes(picture), network.planes(reference), strict=True):
        difference = cv2.GaussianBlur(now - before, _TAPS, _FINE_PX)
        light = cv2.GaussianBlur(cv2.resize(difference, _COARSE, interpolation=cv2.INTER_AREA), (0, 0), _LIGHT)
        difference -= cv2.resize(light, FRAME.size, interpolation=cv2.INTER_LINEAR)
        square += difference * difference
    size = np.sqrt(square)
    result: Array = size / max(float(np.median(size[::2, ::2])), 0.02)  # a quarter of the pixels tells it as well
    return result


def bases(changes: Array, camera: CameraPlace) -> list[tuple[float, float]]:
    """Board points on the border cards, and just beside them, where the base of something may stand that has come.

    Of what has come only the body shows as a change, and how far the base lies under it depends on how tall it is:
    so each spot of change gives one point for each of ``HEIGHTS_MM``.
    """
    reach = np.round(_REACH_MM / np.array(PITCH_MM) * np.array(FRAME.scale_px)).astype(int)
    mean = cv2.blur(changes.astype(np.float32), (2 * int(reach[0]) + 1, 2 * int(reach[1]) + 1))
    rim = _rim()
    mean = np.where(rim, mean, 0)
    peaks = (mean >= cv2.dilate(mean, np.ones((9, 11), np.uint8))) & (mean >= CLEAR_CHANGE)
    rows, columns = np.nonzero(peaks)
    order = np.argsort(-mean[rows, columns])[:MOST_PEAKS]
    bodies = FRAME.to_uv(np.column_stack([columns[order], rows[order]]).astype(float))
    foot = np.array(camera.foot_uv)
    found: list[tuple[float, float]] = []
    for body in bodies:
        for height in HEIGHTS_MM:
            share = height / max(camera.height_mm - height, 50.0)
            base = (body + share * foot) / (1 + share)
            found.append((float(base[0]), float(base[1])))
    return found


@cache
def _rim() -> Array:
    away = np.abs(FRAME.grid_uv() - 2)
    rim: Array = (away < 2.5 + BESIDE).all(axis=2) & ~(away < 1.5).all(axis=2)
    return rim


def at(changes: Array, camera: CameraPlace, uvs: Sequence[tuple[float, float]]) -> Array:
    """The mean change (N,) where the body of a piece would show whose base stands at each of the board points (N, 2);
    beyond the frame that of its rim.
    """
    here = np.array(uvs, float).reshape(-1, 2)
    away = here - np.array(camera.foot_uv)
    middle = FRAME.to_px(here + away * _BODY_MM / max(camera.height_mm - _BODY_MM, 50.0))
    reach = _REACH_MM / np.array(PITCH_MM) * np.array(FRAME.scale_px)
    low = np.clip(middle - reach, 0, np.array(FRAME.size) - 1).astype(int)
    high = np.clip(middle + reach + 1, 1, FRAME.size).astype(int)
    (left, top), (right, bottom) = low.T, high.T
    sums = cv2.integral(changes)
    inside = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    result: Array = inside / ((right - left) * (bottom - top))
    return result
