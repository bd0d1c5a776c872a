"""Pictures of a live camera are looked at before they are believed: frozen ones are a fault, half ones are dropped.

Every real sensor has noise, so two pictures that are the same to the last bit are one picture given twice; and a line
of a real picture is never of one value only, as the lines are with which a decoder fills what did not arrive.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from hardware.camera import Camera, CameraFault, Frame, Image, Trouble

FROZEN_SECONDS = 3.0
_SPARSE = 8  # every so many-th pixel is compared
_DARK = 6.0  # mean grey value; a cap on the lens may leave no noise at all
_EMPTY_LINES = 0.03  # of the height, at the lower edge
_CONTRAST = 40  # grey values between the brightest and the darkest spot of a line


def is_half(image: Image) -> bool:
    """Whether the lower part of a picture (H, W, 3) uint8 did not arrive: plain lines right below one that is none.
    What is too bright or too dark for the sensor ends little by little."""
    plain = (image == image[-1, 0]).all(axis=(1, 2)) if bool((image[-1] == image[-1, 0]).all()) else None
    if plain is None or bool(plain.all()):
        return False
    lines = int(np.argmin(plain[::-1]))
    above = image[-lines - 1].astype(int)
    return lines >= max(2, image.shape[0] * _EMPTY_LINES) and int(np.ptp(above, axis=0).max()) >= _CONTRAST


class Guarded:
    """A live camera with its pictures looked at. ``clock`` gives seconds that never run backwards."""

    live = True

    def __init__(self, camera: Camera, clock: Callable[[], float] = time.monotonic) -> None:
        self.still_px = camera.still_px
        self._camera = camera
        self._clock = clock
        self._last: Image | None = None
        self._changed = clock()

    def read(self, deadline_seconds: float) -> Frame | None:
        ends = self._clock() + deadline_seconds
        while (frame := self._camera.read(max(0.01, ends - self._clock()))) is not None:
            self._watch(frame.image)
            if not is_half(frame.image):
                return frame
            if self._clock() >= ends:
                raise CameraFault(Trouble.STALLED, "camera", "half pictures")
        return None

    def still(self, deadline_seconds: float) -> Frame | None:
        return self._camera.still(deadline_seconds)

    def close(self) -> None:
        self._camera.close()

    def _watch(self, image: Image) -> None:
        now, spots = self._clock(), image[::_SPARSE, ::_SPARSE]
        if self._last is None or spots.mean() < _DARK or not np.array_equal(spots, self._last):
            self._last, self._changed = spots.copy(), now
        elif now - self._changed >= FROZEN_SECONDS:
            raise CameraFault(Trouble.FROZEN, "camera")
