"""A player's display in one photo: its cards in rows, named where that is sure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.cards import Namer, Naming, seen_at
from vision.fitting import CARD_MM
from vision.outlines import Outline, outlines

Array = NDArray[Any]

LIKE_THE_OTHERS = (0.6, 1.6)
"""A card's scale as a share of the middle one: what is smaller or larger is no card of this display."""
ROW_CARDS = 4
"""A row has no more cards than this (SCO-4)."""


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A card of a display: where it lies, and what it is called; ``naming`` is None where that is not sure."""

    outline: Outline
    naming: Naming | None


def display(picture: Array, namer: Namer) -> list[list[Laid]]:
    """The rows of a display in a photo (H, W, 3) uint8 BGR, from the top as the player sees it, each from the left.

    A place between two cards of a row where one seems to be missing counts as a card that is not sure.
    """
    found = alike(outlines(picture))
    if not found:
        return []
    namings = [_named(picture, outline, namer) for outline in found]
    rows = [_filled(picture, row, namer) for row in in_rows([Laid(*pair) for pair in zip(found, namings, strict=True)])]
    turned = [laid.naming.turned for row in rows for laid in row if laid.naming is not None]
    if sum(turned) * 2 > len(turned) and abs(_across(found)[1]) < 0.7:  # photographed from the other side
        rows = [row[::-1] for row in rows[::-1]]
    return rows


def alike(found: Sequence[Outline]) -> list[Outline]:
    """The outlines whose scale is about that of the usual one."""
    scales = sorted(outline.px_per_mm() for outline in found)
    low, high = (share * scales[len(scales) // 2] if scales else 0.0 for share in LIKE_THE_OTHERS)
    return [outline for outline in found if low < outline.px_per_mm() < high]


def _named(picture: Array, outline: Outline, namer: Namer) -> Naming | None:
    naming = namer.name(seen_at(picture, outline.to_px))
    return naming if naming is not None and naming.sure else None


def _across(found: Sequence[Outline]) -> Array:
    """The direction (2,) in which the cards' long sides run."""
    sides = np.array([outline.corners_px[1] - outline.corners_px[0] for outline in found])
    sides = sides / np.linalg.norm(sides, axis=1, keepdims=True)
    double = np.arctan2(sides[:, 1], sides[:, 0]) * 2  # a direction and its opposite are the same
    angle = np.arctan2(np.sin(double).mean(), np.cos(double).mean()) / 2
    return np.array([np.cos(angle), np.sin(angle)])


def in_rows(laid: Sequence[Laid]) -> list[list[Laid]]:
    """The cards by rows: along that side of the cards which runs more nearly from left to right in the picture."""
    long_side = _across([card.outline for card in laid])
    scale = float(np.median([card.outline.px_per_mm() for card in laid]))
    if abs(long_side[0]) >= abs(long_side[1]):
        along, high = long_side, CARD_MM[1] * scale
    else:
        along, high = np.array([-long_side[1], long_side[0]]), CARD_MM[0] * scale
    along = along * np.sign(along[0])
    down = np.array([-along[1], along[0]])
    rows: list[list[Laid]] = []
    for card in sorted(laid, key=lambda card: float(card.outline.middle @ down)):
        depth = float(card.outline.middle @ down)
        nearest = min(
            (row for row in rows),
            key=lambda row: abs(float(np.mean([other.outline.middle @ down for other in row])) - depth),
            default=None,
        )
        if nearest is not None and abs(float(np.mean([o.outline.middle @ down for o in nearest])) - depth) < 0.5 * high:
            nearest.append(card)
        else:
            rows.append([card])
    return [sorted(row, key=lambda card: float(card.outline.middle @ along)) for row in rows]


def _filled(picture: Array, row: list[Laid], namer: Namer) -> list[Laid]:
    """The row with the cards whose outline was not seen: between two others, or known by name beyond the ends."""
    steps = [after.outline.middle - before.outline.middle for before, after in pairwise(row)]
    lengths = [float(np.linalg.norm(step)) for step in steps]
    single = min(lengths, default=0.0)
    whole: list[Laid] = []
    for index, card in enumerate(row):
        whole.append(card)
        if index < len(steps):
            missing = min(round(lengths[index] / single) - 1, ROW_CARDS - len(row))
            for number in range(1, missing + 1):
                whole.append(_looked(picture, card.outline, steps[index] * number / (missing + 1), namer))
    side = row[0].outline.corners_px[1] - row[0].outline.corners_px[0]
    other = row[0].outline.corners_px[3] - row[0].outline.corners_px[0]
    along = side if abs(side[0]) >= abs(other[0]) else other
    step = np.mean(steps, axis=0) if steps and max(lengths) < 1.5 * single else along * np.sign(along[0]) * 1.05
    for end, sign in ((-1, 1), (0, -1)):
        while len(whole) < ROW_CARDS:
            beyond = _looked(picture, whole[end].outline, sign * step, namer)
            if beyond.naming is None:
                break
            whole.insert(len(whole) if end else 0, beyond)
    return whole


def _looked(picture: Array, beside: Outline, shift: Array, namer: Namer) -> Laid:
    there = Outline(beside.corners_px + shift, 0.0)
    size = np.array(picture.shape[1::-1])
    inside = (there.middle > 0).all() and (there.middle < size).all()
    return Laid(there, _named(picture, there, namer) if inside else None)
