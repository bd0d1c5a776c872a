"""How a learnt card fits a view of a card: light taken out, the two aligned, and compared block by block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

CARD_MM = (91.0, 59.0)
"""Width and height of a card lying landscape (rules/readings, section 8)."""
FINE, MIDDLE, COARSE = 2.0, 1.0, 0.5
"""Pixels a mm at which cards are compared, aligned, and looked up."""
SIZE = (182, 118)
"""Width and height of a card in pixels when it is compared."""
LIGHT_MM = 12.0
"""Light changes over longer distances than this (sigma); what changes over shorter ones is drawn on the card."""
STROKE_MM = 4.0
"""Strokes are finer than this (sigma); only they align a card."""
ALIGNING = ((1.5, 16), (0.8, 8), (0.3, 8))
"""Blurs in mm (sigma), from the coarse to the fine, and rounds of the alignment with each."""
SCALES_HELD = 0.001
"""How firmly a card's two scales are held where they start, as a share of what its strokes say."""
RIM = 6
"""Pixels along a card's edge that are not compared: corners are worn, and what lies beside shows."""
BLOCK = 11
"""Pixels along a side of the blocks that are compared: 5.5 mm, a line or two of text."""
BLURS = (0.0, 0.8, 1.2, 1.7)
"""Blurs in pixels (sigma) that a view may have against the card as it was learnt."""
GAINS = (0.6, 4.0)
"""Contrast of a view against the learnt card's: glare takes much of it, little adds to it."""
LEVEL_SHARE, LEVEL_TOLERANCE = 0.5, 0.15
"""What the mean brightness or colour of a block counts, beyond a tolerance: overexposure shifts it without harm."""
QUIET, LEAST_NOISE = 30, 0.0008
"""The quietest blocks (percentile) tell the picture's noise; it is never taken for less than this."""
UNSHARP = 0.05
"""This share of what a block shows may differ by blur and small shifts."""
DEAD, MOST_COST = 1.5, 30.0
"""A block's cost, in noises: below the first it is none, above the second it says no more (a figure, a glare)."""
FAINT = 0.005
"""Differences below this contrast squared are none."""


@dataclass(frozen=True, slots=True, eq=False)
class Learnt:
    """A learnt card: ``coarse``, a vector of length one to look it up; ``middle`` (59, 91), its strokes; ``fine`` (118,
    182, 3), freed of light.
    """

    name: str
    coarse: Array
    middle: Array
    fine: Array


def plain(picture: Array, usable: Array | None = None) -> Array:
    """A colour picture (H, W, 3) uint8 BGR at ``FINE`` resolution freed of its light: (H, W, 3) float32, brightness and
    two colour differences, each channel counted as a share of its own mean nearby, so that neither the lamp's place nor
    its colour matters. ``usable`` (H, W) float32, 0 or 1: what that mean is taken of.
    """
    values = picture.astype(np.float32) + 6
    sigma = LIGHT_MM * FINE
    if usable is None:
        around = _blurred(values, sigma)
    else:
        share = _blurred(usable, sigma)[..., None]
        around = np.where(share > 0.02, _blurred(values * usable[..., None], sigma) / np.maximum(share, 0.02), values)
    shares = values / around - 1
    grey = shares.mean(axis=2)
    return np.dstack([grey, shares[..., 2] - grey, shares[..., 0] - grey])


def _blurred(values: Array, sigma: float) -> Array:
    """A wide Gaussian, done at a quarter of the resolution."""
    small = cv2.resize(values, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), sigma / 4, borderType=cv2.BORDER_REFLECT)
    wide: Array = cv2.resize(small, values.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return wide


def unit(picture: Array) -> Array:
    """A picture (h, w, 3) as a vector of length one, each channel's mean taken out."""
    flat = (picture - picture.mean(axis=(0, 1))).ravel()
    vector: Array = flat / max(float(np.linalg.norm(flat)), 1e-6)
    return vector


def rescaled(affine: Array, factor: float) -> Array:
    """An affine map (2, 3) between pixel grids, for both grids ``factor`` times as fine (pixel centres at integers)."""
    result = affine.astype(np.float64).copy()
    offset = (1 - factor) / (2 * factor)
    result[:, 2] = (affine[:, 2] + affine[:, :2] @ np.full(2, offset) - offset) * factor
    return result


def learnt(name: str, picture: Array) -> Learnt:
    """What is kept of a picture (H, W, 3) uint8 BGR of a whole card; one standing on end is laid down."""
    if picture.shape[0] > picture.shape[1]:
        picture = cv2.rotate(picture, cv2.ROTATE_90_COUNTERCLOCKWISE)
    fine = plain(cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA))
    small = cv2.resize(fine, None, fx=COARSE / FINE, fy=COARSE / FINE, interpolation=cv2.INTER_AREA)
    return Learnt(name, unit(small), strokes(fine), fine)


def strokes(light_free: Array) -> Array:
    """What is drawn, for the alignment: (h, w) float32 at ``MIDDLE`` resolution without shades and large areas."""
    scale = MIDDLE / FINE
    grey = cv2.resize(light_free[..., 0], None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    drawn: Array = np.clip(grey - cv2.GaussianBlur(grey, (0, 0), STROKE_MM * MIDDLE), -0.3, 0.3)
    return drawn


def aligned(card: Learnt, drawn_there: Array, usable: Array, start: Array) -> tuple[float, Array] | None:
    """Likeness (a correlation) and the map (2, 3) from card pixels to view pixels at ``MIDDLE`` resolution; None where
    it comes to none that a card can have.

    Inverse compositional Gauss-Newton (Baker and Matthews, 2004) with shift, turn and two scales, the scales held near
    their start, and residuals weighted as Geman and McClure do, so that a figure does not pull. From blurred to sharp.
    """
    height, width = card.middle.shape
    to_middle = np.array([[1, 0, (width - 1) / 2], [0, 1, (height - 1) / 2], [0, 0, 1.0]])
    x, y = np.meshgrid(np.arange(width) - (width - 1) / 2, np.arange(height) - (height - 1) / 2)
    warp = np.vstack([start, [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for sigma, rounds in ALIGNING:
        drawn, seen = cv2.GaussianBlur(card.middle, (0, 0), sigma), cv2.GaussianBlur(drawn_there, (0, 0), sigma)
        across = cv2.Sobel(drawn, cv2.CV_32F, 1, 0, scale=1 / 8)
        down = cv2.Sobel(drawn, cv2.CV_32F, 0, 1, scale=1 / 8)
        steps = np.stack([across, down, (down * x - across * y) / 40, across * x / 40, down * y / 40], axis=-1)
        steps = steps.reshape(-1, 5).astype(np.float32)
        slope = np.hypot(across, down)
        strong = slope >= np.percentile(slope, 75)  # a plain ground fits anywhere and tells nothing
        held = np.diag([0, 0, 0, 1.0, 1.0]) * SCALES_HELD * float((steps[:, :2] ** 2).sum()) + 1e-6 * np.eye(5)
        for _ in range(rounds):
            now = cv2.warpAffine(seen, warp[:2], (width, height), flags=flags)
            mask = cv2.warpAffine(usable, warp[:2], (width, height), flags=flags)
            mask[:2] = mask[-2:] = 0
            mask[:, :2] = mask[:, -2:] = 0
            power = float((now * now * mask).sum())
            gain = float(np.clip((now * drawn * mask).sum() / max(power, 1e-9), 0.3, 3))
            error = gain * now - drawn
            told = (mask > 0.5) & strong
            spread = 2 * float(np.median(np.abs(error[told]))) + 1e-3 if told.any() else 1.0
            weight = (mask / (1 + (error / spread) ** 2)).reshape(-1, 1)
            weighted = steps * weight
            move = np.linalg.solve(weighted.T @ steps + held, weighted.T @ error.reshape(-1))
            turn, wider, higher = move[2:] / 40
            step = np.array([[1 + wider, -turn, move[0]], [turn, 1 + higher, move[1]], [0, 0, 1]])
            warp = warp @ to_middle @ np.linalg.inv(step) @ np.linalg.inv(to_middle)
            if np.abs(move).max() < 0.03:
                break
    if not np.abs(warp[:2, :2] @ warp[:2, :2].T - np.eye(2)).max() <= 0.4:  # nor is what is no number
        return None
    norm = float(np.sqrt((now * now * mask).sum() * (drawn * drawn * mask).sum()))
    return float((now * drawn * mask).sum()) / max(norm, 1e-9), warp[:2]


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """How a card fits a view: ``total`` is the cost of what disagrees, in noises; by block (rows, columns): ``rest``
    what is left of the difference, ``power`` what could differ, ``clear`` the share that can be seen.
    """

    total: float
    rest: Array
    power: Array
    clear: Array
    noise: float
    turned: bool

    @property
    def misfit(self) -> Array:
        """What disagrees as a share of what could, by block; what is faint does not count."""
        share: Array = self.rest / (self.power + 4 * self.noise + FAINT)
        return share


def onto_card(view: Array, usable: Array, warp: Array) -> tuple[Array, Array]:
    """The view freed of its light (118, 182, 3) where the card lies, and what of it can be seen (118, 182), 0 or 1."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    clear = cv2.warpAffine(usable, warp, SIZE, flags=flags, borderMode=cv2.BORDER_CONSTANT)
    clear = (clear > 0.99).astype(np.float32)
    onto = plain(cv2.warpAffine(view, warp, SIZE, flags=flags, borderMode=cv2.BORDER_REPLICATE), clear)
    clear[:RIM] = clear[-RIM:] = 0  # worn or rounded edges, and what lies beside
    clear[:, :RIM] = clear[:, -RIM:] = 0
    return onto, clear


def _blurred_card(card: Learnt, sigma: float) -> Array:
    return card.fine if not sigma else cv2.GaussianBlur(card.fine, (0, 0), sigma)


def sharpest(card: Learnt, onto: Array, clear: Array) -> float:
    """The one of ``BLURS`` with which the card is most like the view."""
    seen = clear > 0
    if not seen.any():
        return BLURS[0]

    def typical(sigma: float) -> float:
        off = np.abs(onto[..., 0] - _blurred_card(card, sigma)[..., 0])[seen]
        return float(np.minimum(off, 3 * np.median(off)).mean())

    return min(BLURS, key=typical)


def compared(cards: Sequence[Learnt], aligned: Array, clear: Array, blur: float, turned: bool) -> list[tuple[str, Fit]]:
    """The cards, blurred as the picture is, held against the view under one alignment, block by block."""
    step = BLOCK // 2
    weight = cv2.boxFilter(clear, -1, (BLOCK, BLOCK))[step::step, step::step]
    safe = np.maximum(weight, 1e-3)[..., None]
    mask = clear[..., None]

    def mean(values: Array) -> Array:
        blocks: Array = cv2.boxFilter(values * mask, -1, (BLOCK, BLOCK))[step::step, step::step] / safe
        return blocks

    seen_mean, seen_square = mean(aligned), mean(aligned * aligned)
    seen_power = np.maximum(seen_square - seen_mean**2, 0)
    whole = weight > 0.9
    found = []
    for card in cards:
        fine = _blurred_card(card, blur)
        card_mean = mean(fine)
        card_power = np.maximum(mean(fine * fine) - card_mean**2, 0)
        both = mean(aligned * fine) - seen_mean * card_mean
        gain = np.clip(both / np.maximum(seen_power, 1e-6), *GAINS)
        level = seen_mean - card_mean
        drift = np.median(level[whole], axis=0) if whole.any() else np.zeros(3)
        off = LEVEL_SHARE * (np.maximum(np.abs(level - drift) - LEVEL_TOLERANCE, 0) ** 2).sum(axis=2)
        rest = (gain**2 * seen_power - 2 * gain * both + card_power).sum(axis=2) + off
        power = (card_power + gain**2 * seen_power).sum(axis=2) + off
        found.append((card.name, rest, power))
    lowest = np.min([rest for _, rest, _ in found], axis=0)
    enough = weight > 0.5
    noise = max(float(np.percentile(lowest[enough], QUIET)), LEAST_NOISE) if enough.any() else 1.0
    allowed = noise + UNSHARP * np.mean([power for _, _, power in found], axis=0)
    fits = []
    for name, rest, power in found:
        cost = np.clip(rest / allowed - DEAD, 0, MOST_COST) * weight
        fits.append((name, Fit(float(cost[enough].sum()) / 4, rest, power, weight, noise, turned)))
    return fits
