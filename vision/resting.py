"""A table that lies as it lay needs no reading: what was read there a moment ago is still so.

This is the only place where that is decided; how often pictures are taken at all is ``companion.pace``'s business.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.board import Sighting
from vision.board import Straightened
from vision.geometry import warp
from vision.reader import FRAME

Array = NDArray[Any]

AGREED = 3
"""So many readings in a row must say the same before one is taken for the next."""
AGAIN_SECONDS = 2.0
"""So long no reading is taken for another: the light drifts, and a second look may know better."""
OTHER = 5.0
"""Grey levels by which a spot is another, the grain smoothed away: a white marker on a pale card is no more."""
OTHER_PIXELS = 8
"""So many other pixels of the straightened picture are a change."""


class Rest:
    """What was read last, and whether a new picture shows the same."""

    def __init__(self) -> None:
        self._seen: Straightened | None = None
        self._sighting: Sighting | None = None
        self._agreed = 0

    def take(self, seen: Straightened, sighting: Sighting) -> None:
        """A whole reading: ``sighting`` is what ``seen`` shows."""
        before, self._seen, self._sighting = self._sighting, seen, sighting
        same = before is not None and _gist(before) == _gist(sighting)
        self._agreed = self._agreed + 1 if same and not sighting.blocked else 0

    def again(self, image: Array, seconds: float) -> Sighting | None:
        """The last reading, when the picture (H, W, 3) uint8 at ``seconds`` shows the same as it did; else None."""
        seen, sighting = self._seen, self._sighting
        if seen is None or sighting is None or self._agreed < AGREED:
            return None
        if not 0 <= seconds - sighting.seconds < AGAIN_SECONDS or image.shape[1::-1] != seen.pose.size:
            return None
        difference = cv2.absdiff(warp(seen.pose, FRAME).apply(image), seen.picture)
        # Grain differs both ways, a thing only one way; the mean of the differences is what grain alone makes.
        blue, green, red = cv2.split(cv2.blur(difference, (7, 7)))
        most = cv2.max(cv2.max(blue, green), red)
        if np.count_nonzero(most > OTHER + int(difference.mean())) >= OTHER_PIXELS:
            return None
        return replace(sighting, seconds=seconds, still=True)


def _gist(sighting: Sighting) -> tuple[object, ...]:
    doubted = {doubt.where for doubt in sighting.doubts}
    cards = sighting.cards  # they are named a few a picture: there is no rest before
    return sighting.standing, doubted, sighting.centre, cards, sighting.dunes, sighting.moved, sighting.light
