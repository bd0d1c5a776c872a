"""A picture as the camera gives it, before anything in it is known: whether it can be read at all."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.board import Light

Array = NDArray[Any]


def is_picture(image: object) -> bool:
    """Whether this is a colour picture (H, W, 3) uint8 large enough to hold a board."""
    return (
        isinstance(image, np.ndarray)
        and image.dtype == np.uint8
        and image.ndim == 3
        and image.shape[2] == 3
        and min(image.shape[:2]) >= 120
    )


def halved(image: Array) -> Array:
    """A picture (H, W, 3) uint8 halved until it is less than 640 wide: far quicker than to any width in one step."""
    while image.shape[1] >= 640:
        image = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return image


def light_of(image: Array) -> Light:
    """Whether a picture (H, W, 3) uint8 is bright enough to be read, and not washed out."""
    small = cv2.resize(halved(image), (64, 48), interpolation=cv2.INTER_AREA)
    grey = small.mean(axis=2)
    if np.percentile(grey, 95) < 28:
        return Light.TOO_DARK
    if (small.min(axis=2) > 250).mean() > 0.6:
        return Light.TOO_BRIGHT
    return Light.FINE
