"""Keeping the picture of the set-up true while a game goes on: central cards come and go.

The border cards lie all game long, but each round turns up new cards in the centre. Once such a card has lain in clear
view for a while with nothing on it, it is taken over into the reference that later pictures are held against.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.board import CENTRE, Place, cell_of
from vision import figures
from vision.board import Straightened
from vision.reader import FRAME, Spot

Array = NDArray[Any]

CLEAR_SECONDS = 1.0
"""So long a card must have lain in clear view."""
LEANS_UV = 0.8
"""A piece whose base lies this near a card's centre (pitches, each axis) may show on it."""
SAME = 0.93
"""From this correlation on the card is still the one that the reference shows."""


_BOXES = {where: FRAME.part(cell_of(where), 0.5) for where in CENTRE}


class Renewal:
    """Follows which central cards lie in clear view, and since when."""

    def __init__(self) -> None:
        self._since: dict[Place, float] = {}

    def take(self, seen: Straightened, spots: tuple[Spot, ...], quiet: bool, seconds: float) -> Array | None:
        """The reference (352, 640, 3) uint8 with the cards that have become clear, or None when it stays as it is.

        ``spots``: all that may stand there, however unlikely. ``quiet``: nothing moves and no hand is in the way.
        """
        reference = seen.reference
        if reference is None or not quiet:
            self._since.clear()
            return None
        renewed = None
        for where in CENTRE:
            u, v = cell_of(where)
            if any(abs(spot.uv[0] - u) < LEANS_UV and abs(spot.uv[1] - v) < LEANS_UV for spot in spots):
                self._since.pop(where, None)
                continue
            if seconds - self._since.setdefault(where, seconds) < CLEAR_SECONDS:
                continue
            box = _BOXES[where]
            if _alike(seen.picture[box], reference[box]) < SAME:
                renewed = reference.copy() if renewed is None else renewed
                renewed[box] = _in_tone(seen.picture[box], seen.picture, reference)
        return renewed


def _alike(one: Array, other: Array) -> float:
    # Shrunk, since grain is no difference.
    a, b = (cv2.resize(part, (16, 12), interpolation=cv2.INTER_AREA).astype(float).ravel() for part in (one, other))
    a, b = a - a.mean(), b - b.mean()
    return float((a @ b) / max(float(np.sqrt((a @ a) * (b @ b))), 1e-9))


def _in_tone(part: Array, picture: Array, reference: Array) -> Array:
    """A part of the picture in the light of the reference, which may have been another."""
    here, there = figures.tone_of(picture), figures.tone_of(reference)
    values = (part.astype(np.float32) - here.mean) * (there.spread / here.spread) + there.mean
    result: Array = np.clip(np.round(values), 0, 255).astype(np.uint8)
    return result
