"""Learnt cards held against a view that is laid on them: all of them at a glance, the likeliest block by block."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.fitting import FINE, MIDDLE, SIZE, Learnt, inner

Array = NDArray[Any]

CELL = 6
"""Pixels at ``FINE`` of the squares that are summed up; two by two make a block: 6 mm, a line or two of text."""
CELLS = (SIZE[0] // CELL, SIZE[1] // CELL)
GLANCE = 5
"""Pixels at ``MIDDLE`` along a side of the blocks that are compared at a glance."""
NEAR = 0.5
"""Cards worse than the best by more than this share of what the usual card is worse by are not compared."""
BLURRED_VIEW, STEEP = 0.9, 80
"""A view is blurred only where that makes it more alike by this, which the steepest strokes (percentile) tell."""
BLURS = (0.0, 0.8, 1.2, 1.7)
"""Blurs in pixels (sigma) that a view may have against the card as it was learnt, or the card against the view."""
GAINS = (0.6, 4.0)
"""Contrast of a view against the learnt card's: glare takes much of it, little adds to it."""
LEVEL_SHARE, LEVEL_TOLERANCE = 0.5, 0.15
"""What the mean brightness or colour of a block speaks against a card, beyond a tolerance: overexposure shifts it."""
TELLING_SHARE, TELLING_TOLERANCE = np.array([1.0, 3.0, 3.0]), 0.02
"""What it counts among several cards, where colour tells more than shade."""
QUIET, LEAST_NOISE = 30, np.array([0.0008, 0.0004])
"""The quietest blocks (percentile) tell the noise of brightness and of colour; it is never taken for less."""
UNSHARP = np.array([0.05, 0.1])
"""This share of what a block shows may differ by blur and small shifts, of brightness and of colour."""
DEAD, MOST_COST = 1.5, 30.0
"""A block's cost, in noises: below the first it is none, above the second it says no more (a figure, a glare)."""
STRONG = 0.015
"""Colours (contrast squared) that are less than this in a block are too weak to be the opposite of others."""
PALE = 2.0
"""Light and blur may take so much of a view's colours."""
FAINT = 0.005
"""Differences below this contrast squared are none."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """How a card fits a view: ``total`` is the cost of what disagrees, in noises; by block (rows, columns): ``rest``
    what is left of the difference, ``power`` what could differ, ``clear`` the share that can be seen. ``colours``: how
    clearly the colours are not its own but those of the card that fits best, see ``by_colour``.
    ``opposite``: how far the colours of one block are the opposite of its own, 0 to 1. ``lamp``: a lamp mirrored in the
    card was left out.
    """

    total: float
    rest: Array
    power: Array
    clear: Array
    noise: float
    turned: bool
    colours: float = 0.0
    opposite: float = 0.0
    lamp: bool = False

    @property
    def misfit(self) -> Array:
        """What disagrees as a share of what could, by block; what is faint does not count."""
        share: Array = self.rest / (self.power + 4 * self.noise + FAINT)
        return share


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A card's picture freed of light (118, 182, 3) and in grey (118, 182), as it lies under a view, and whether upside
    down there.
    """

    name: str
    picture: Array
    grey: Array
    turned: bool


class Glance:
    """All learnt cards by the contrasts of their blocks at ``MIDDLE``."""

    def __init__(self, cards: Sequence[Learnt]) -> None:
        self._blocks = np.stack([_in_blocks(card.middle) for card in cards], axis=1)  # (blocks, cards, values)
        self._power = (self._blocks**2).sum(axis=2)

    def nearest(self, onto: Array, clear: Array, most: int) -> list[int]:
        """The numbers of the cards that are most like a view laid on the card, the most alike first."""
        scale = MIDDLE / FINE
        small = cv2.resize(onto, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        weight = cv2.resize(clear, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        seen = _in_blocks(small)
        share = _in_blocks(np.dstack([weight] * 3)).mean(axis=1)
        both = np.einsum("bcv,bv->bc", self._blocks, seen, optimize=True)
        off = self._power + (seen**2).sum(axis=1)[:, None] - 2 * both
        power = self._power.mean(axis=1) + 0.02
        cost = np.minimum(off / power[:, None], 2.0) * (share * np.sqrt(power))[:, None]
        costs = (cost * (share > 0.7)[:, None]).sum(axis=0)
        order = np.argsort(costs)[:most]
        near = costs[order] <= costs.min() + NEAR * (np.median(costs) - costs.min())
        return [int(number) for rank, number in enumerate(order) if near[rank] or rank < 2]


def _in_blocks(picture: Array) -> Array:
    """A picture (59, 91, 3) at ``MIDDLE`` in blocks: (n, GLANCE x GLANCE x 3)."""
    rows, columns = picture.shape[0] // GLANCE, picture.shape[1] // GLANCE
    top, left = (picture.shape[0] - rows * GLANCE) // 2, (picture.shape[1] - columns * GLANCE) // 2
    whole = picture[top : top + rows * GLANCE, left : left + columns * GLANCE]
    blocks = whole.reshape(rows, GLANCE, columns, GLANCE, 3).transpose(0, 2, 1, 3, 4).reshape(rows * columns, -1)
    return np.ascontiguousarray(blocks)


def on_card(picture: Array, pose: Array) -> Array:
    """What of a view (h, w, ...) lies on the card (118, 182, ...)."""
    turn, middle = pose[:, :2], (np.array(picture.shape[1::-1]) - 1) / 2
    onto = np.column_stack([turn, pose[:, 2] * FINE + middle - turn @ ((np.array(SIZE) - 1) / 2)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen: Array = cv2.warpAffine(picture, onto, SIZE, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return seen


def clear_on_card(usable: Array, pose: Array) -> Array:
    """What of a card can be seen (118, 182) float32, 0 or 1; ``usable`` (h, w) float32, 0 or 1: what of the view."""
    around = cv2.copyMakeBorder(usable, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)  # beyond the view nothing is seen
    clear: Array = (on_card(around, pose) > 0.99).astype(np.float32) * inner()
    return clear


def moved(picture: Array, pose: Array, laid_on: Array) -> Array:
    """A card's picture (118, 182, ...) as it lies when the view was laid on by another pose than the card's own."""
    onto = np.linalg.inv(pose[:, :2])
    turn, shift = onto @ laid_on[:, :2], onto @ (laid_on[:, 2] - pose[:, 2]) * FINE
    middle = (np.array(SIZE) - 1) / 2
    back = np.column_stack([turn, middle + shift - turn @ middle])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    there: Array = cv2.warpAffine(picture, back, SIZE, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return there


def _equally_sharp(card: Array, seen: Array, blur: float) -> tuple[Array, Array]:
    """The one of the two that is sharper, blurred: the card where ``blur`` (pixels) is positive."""
    if blur > 0:
        return cv2.GaussianBlur(card, (0, 0), blur), seen
    if blur < 0:
        return card, cv2.GaussianBlur(seen, (0, 0), -blur)
    return card, seen


def sharpness(card: Learnt, onto: Array, clear: Array) -> float:
    """The blur with which the card is most like the view; negative where it is the view that is to be blurred."""
    across, down = cv2.spatialGradient(cv2.convertScaleAbs(card.fine[..., 0], alpha=100, beta=100))
    slope = np.hypot(across.astype(np.float32), down.astype(np.float32)) * clear
    told = slope > np.percentile(slope, STEEP)  # elsewhere a blur only takes noise away
    if not told.any():
        return 0.0

    def typical(blur: float) -> float:
        one, other = _equally_sharp(card.fine[..., 0], onto[..., 0], blur)
        off = np.abs(one - other)[told]
        return float(np.minimum(off, 3 * np.median(off)).mean()) / (1 if blur >= 0 else BLURRED_VIEW)

    return min((*BLURS, *(-blur for blur in BLURS[1:])), key=typical)


def _cells(picture: Array) -> Array:
    """Means of the squares of ``CELL`` pixels."""
    wide, high = CELLS[0] * CELL, CELLS[1] * CELL
    top, left = (picture.shape[0] - high) // 2, (picture.shape[1] - wide) // 2
    means: Array = cv2.resize(picture[top : top + high, left : left + wide], CELLS, interpolation=cv2.INTER_AREA)
    return means


def _blocks(cells: Array) -> Array:
    """Means of blocks of two by two squares, each block half over the next."""
    blocks: Array = (cells[:-1, :-1] + cells[1:, :-1] + cells[:-1, 1:] + cells[1:, 1:]) / 4
    return blocks


def compared(cards: Sequence[Laid], onto: Array, clear: Array, blur: float) -> list[tuple[str, Fit]]:
    """Cards held against a view that is laid on them, both equally sharp, block by block."""
    _, seen = _equally_sharp(onto, onto, min(blur, 0.0))
    mask = clear[..., None]
    weight = _blocks(_cells(clear))
    safe = np.maximum(weight, 1e-3)[..., None]

    def mean(cells: Array) -> Array:
        blocks: Array = _blocks(cells) / safe
        return blocks

    seen = seen * mask
    seen_mean, seen_square = mean(_cells(seen)), mean(_cells(seen * seen))
    seen_power = np.maximum(seen_square - seen_mean**2, 0)
    whole, enough = weight > 0.9, weight > 0.5
    seen_colours = _blocks(_cells(seen * seen)[..., 1:].sum(axis=2)) / safe[..., 0]
    rests, powers, telling, coloured, opposite = [], [], [], [], []
    for card in cards:
        fine, _ = _equally_sharp(card.picture, card.picture, max(blur, 0.0))
        fine = fine * mask
        square, product = _cells(fine * fine), _cells(seen * fine)
        own, alike = square[..., 1:].sum(axis=2), product[..., 1:].sum(axis=2)
        coloured.append((fine[..., 1:], own, alike))
        own, alike = (_blocks(values) / safe[..., 0] for values in (own, alike))
        strong = enough & (alike < -STRONG)
        opposite.append(float((-2 * alike / (seen_colours + own + FAINT))[strong].max(initial=0.0)))
        card_mean = mean(_cells(fine))
        card_power = np.maximum(mean(square) - card_mean**2, 0)
        both = mean(product) - seen_mean * card_mean
        gain = np.clip(both.sum(axis=2) / np.maximum(seen_power.sum(axis=2), 1e-6), *GAINS)[..., None]
        level = seen_mean - card_mean
        drift = np.median(level[whole], axis=0) if whole.any() else np.zeros(3)
        off = np.abs(level - drift)
        rest = _grey_and_colour(gain**2 * seen_power - 2 * gain * both + card_power)
        power = _grey_and_colour(card_power + gain**2 * seen_power)
        against = _grey_and_colour(LEVEL_SHARE * np.maximum(off - LEVEL_TOLERANCE, 0) ** 2).sum(axis=2)
        shifted = _grey_and_colour(TELLING_SHARE * np.maximum(off - TELLING_TOLERANCE, 0) ** 2)
        rests.append(rest.sum(axis=2) + against)
        powers.append(power.sum(axis=2) + against)
        telling.append((rest + shifted, power + shifted))
    noise = LEAST_NOISE
    if enough.any():
        quiet = np.percentile(np.min([rest for rest, _ in telling], axis=0)[enough], QUIET, axis=0)
        noise = np.maximum(quiet, LEAST_NOISE)
    allowed = noise + UNSHARP * np.mean([power for _, power in telling], axis=0)
    costs = [np.clip(differs / allowed - DEAD, 0, MOST_COST).sum(axis=2) * weight for differs, _ in telling]
    totals = [float(cost[enough].sum()) / 4 for cost in costs]
    best = int(np.argmin(totals))
    fits = []
    for number, (card, total) in enumerate(zip(cards, totals, strict=True)):
        colours = 0.0 if number == best else _by_colour(coloured[best], coloured[number])
        fit = Fit(total, rests[number], powers[number], weight, float(noise[0]), card.turned, colours, opposite[number])
        fits.append((card.name, fit))
    return fits


def by_colour(seen: Array, one: Array, other: Array) -> float:
    """How clearly the colours of a view (118, 182, 2) are those of one card and not of the other, in standard
    deviations; negative where they are the other's.

    Thin coloured strokes differ by little in each block, but all of them in the same way: what differs is summed up
    over the whole card, as a matched filter does. How evenly the squares say so tells how sure that is. A view's
    colours may be ``PALE``: what they say counts as far as it holds for them made stronger too.
    """
    first, second = ((card, _cells(card * card).sum(axis=2), _cells(seen * card).sum(axis=2)) for card in (one, other))
    return _by_colour(first, second)


def _by_colour(one: tuple[Array, Array, Array], other: tuple[Array, Array, Array]) -> float:
    """The same of each card's colours, their squares, and their products with the view's (both summed up by square)."""
    power = one[1] + other[1] - 2 * _cells(one[0] * other[0]).sum(axis=2)
    grain = float(LEAST_NOISE[1]) * float(power.sum()) / CELL**2
    told = []
    for gain in (1.0, PALE):
        said = gain * (one[2] - other[2]) - (one[1] - other[1]) / 2
        # Half the power is what a square would say if the view were exactly the one card, or minus that, the other.
        spread = min(float(((said - power / 2) ** 2).sum()), float(((said + power / 2) ** 2).sum()))
        told.append(float(said.sum()) / math.sqrt(spread + max(grain, 0.0) + 1e-12))
    return min(told, key=abs) if told[0] * told[1] > 0 else 0.0


def _grey_and_colour(channels: Array) -> Array:
    """Sums by block (rows, columns, 2): of brightness, of both colour differences."""
    return np.dstack([channels[..., 0], channels[..., 1:].sum(axis=2)])
