"""A lamp mirrored in a card: where it is, what is drawn there is pale or gone and says nothing."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

SQUARES = (30, 20)
"""Across and down a card: squares of 3 mm. What shines is the middle (median) of five by five of them, 15 mm, so that
an icon or a line of text that is another does not count as light.
"""
SHINES = 0.2
"""So much brighter (log) than the even light of the rest is a mirrored lamp; shadows are less."""
LEAST_SQUARES = 15
"""A mirrored lamp is no smaller than this: 135 mm2."""
ROUNDS = 8
"""Of fitting the even light to what does not shine."""


def shining(seen: Array, card: Array, told: Array) -> Array:
    """Where a view shines: (118, 182) bool. ``seen``, ``card`` (118, 182) uint8: how bright the view and the learnt
    card are, laid on each other; ``told`` (118, 182) float32, 0 or 1: what is not hidden.

    The light on a flat card changes evenly across it, in proportion to what is there; a mirrored lamp adds to it in one
    spot. So the ratio of the two pictures is a plane (log) with a bump.
    """
    share = _squares(told)
    ratio = np.log(seen.astype(np.float32) + 6) - np.log(card.astype(np.float32) + 6)
    light = _squares(ratio * told) / np.maximum(share, 0.05)
    known = share > 0.3
    if known.sum() < LEAST_SQUARES:
        return np.zeros(seen.shape, np.bool_)
    down, across = np.indices(light.shape) / max(SQUARES)
    plane = np.stack([np.ones(light.shape), across, down], axis=-1)
    over = light - np.median(light[known])
    for _ in range(ROUNDS):
        even = known & (over < max(SHINES / 2, float(np.percentile(over[known], 25))))
        over = light - plane @ np.linalg.lstsq(plane[even], light[even], rcond=None)[0]
    calm = cv2.medianBlur(np.where(known, over, 0).astype(np.float32), 5)
    count, labels, stats, _ = cv2.connectedComponentsWithStats((calm > SHINES).astype(np.uint8), connectivity=4)
    large = [label for label in range(1, count) if stats[label, cv2.CC_STAT_AREA] >= LEAST_SQUARES]
    bump = np.isin(labels, large).astype(np.float32)
    shines: Array = cv2.resize(bump, seen.shape[::-1], interpolation=cv2.INTER_LINEAR) > 0.5
    return shines


def _squares(values: Array) -> Array:
    means: Array = cv2.resize(values.astype(np.float32), SQUARES, interpolation=cv2.INTER_AREA)
    return means
