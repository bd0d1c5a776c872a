"""What has changed on the table since the set-up: where a border card does not look as it did, something stands."""

from __future__ import annotations

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
_FINE_PX = 1.3
_REACH_MM = 5.5
_BODY_MM = 7.0
"""Half way up a piece: its change is looked for around the point that stands so high above its base."""


def changed(picture: Array, reference: Array) -> Array:
    """How much each pixel (352, 640) of the straightened picture differs from the set-up, in units of the usual
    difference (1 is what grain and a little shift of the cards make).
    """
    raw: Array = network.standardised(picture) - network.standardised(reference)
    difference: Array = cv2.GaussianBlur(raw, (0, 0), _FINE_PX)
    light = cv2.GaussianBlur(cv2.resize(difference, _COARSE, interpolation=cv2.INTER_AREA), (0, 0), _LIGHT)
    difference = difference - cv2.resize(light, FRAME.size, interpolation=cv2.INTER_LINEAR)
    size = np.sqrt((difference**2).sum(axis=2))
    result: Array = size / max(float(np.median(size)), 0.02)
    return result


def at(changes: Array, camera: CameraPlace, uv: tuple[float, float]) -> float:
    """The mean change where the body of a piece would show whose base stands at a board point."""
    pitch = np.array(PITCH_MM)
    here = np.array(uv) * pitch
    away = here - np.array(camera.foot_uv) * pitch
    middle = (here + away * _BODY_MM / max(camera.height_mm - _BODY_MM, 50.0)) / pitch
    x, y = FRAME.to_px(middle[None])[0]
    reach = _REACH_MM / pitch * np.array(FRAME.scale_px)
    left, right = int(np.clip(x - reach[0], 0, FRAME.size[0] - 1)), int(np.clip(x + reach[0] + 1, 1, FRAME.size[0]))
    top, bottom = int(np.clip(y - reach[1], 0, FRAME.size[1] - 1)), int(np.clip(y + reach[1] + 1, 1, FRAME.size[1]))
    if right <= left or bottom <= top:
        return 0.0
    return float(changes[top:bottom, left:right].mean())
