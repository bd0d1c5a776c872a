"""Names of cards: a card seen in a picture held against those of the owner's deck.

A view is aligned to the likeliest learnt cards and compared with them block by block, so that cards which differ in a
few strokes are told apart by those strokes alone, and a figure or a glare costs every candidate the same. What fits
none of them well, or two of them alike, has no name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.fitting import (
    CARD_MM,
    COARSE,
    FINE,
    MIDDLE,
    SIZE,
    Fit,
    Learnt,
    aligned,
    compared,
    learnt,
    onto_card,
    plain,
    rescaled,
    sharpest,
    strokes,
)

Array = NDArray[Any]

MARGIN_MM = 7.0
"""So much around its place is looked at: cards lie loosely."""
USUAL_GAP_MM = 4.0
"""The gap between laid cards that a place's size in a view follows from (``geometry.PITCH_MM``)."""
GAPS_MM = (0.0, 4.0, 8.0, 13.0)
"""Gaps that the board may have been laid with: the wider, the smaller its cards are in their places."""
ANGLES = (-4.0, -2.0, 0.0, 2.0, 4.0)
"""Degrees by which a card may lie askew; finer turns are found by the alignment."""
SHORTLIST, ALIGNED, ALIGNMENTS = 5, 3, 2
"""So many learnt cards are compared, so many of them aligned, and so many of the alignments used."""
MUCH_WORSE = 0.12
"""An alignment whose likeness is worse than the best one's by this is not used."""
WASHED_OUT = 250
"""Where all colours are this bright nothing can be seen."""
MOST_MISFIT, LEAST_LEAD = 0.65, 2.0
"""A name is sure where no block fits worse, and where the next best card costs so many noises more."""
LEAST_CLEAR = 0.4
"""So much of a card must be seen for it to have a name."""


@dataclass(frozen=True, slots=True)
class Naming:
    """What a card is called, how sure that is (0 to 1), and what speaks against it.

    ``misfit``: the worst disagreement with the card named, 0 to 1. ``lead``: by how much the next best fits worse.
    ``name`` is the likeliest even where ``sure`` is False. ``turned``: the card lies upside down in its view.
    """

    name: str
    confidence: float
    misfit: float
    lead: float
    sure: bool
    turned: bool


def seen_at(image: Array, to_px: Callable[[Array], Array]) -> Array:
    """The place of a card with ``MARGIN_MM`` around it, (146, 210, 3) uint8 at ``FINE`` resolution.

    ``to_px`` takes points (N, 2) in mm, origin at the card's believed middle, x along its long side, to pixels of the
    ``image``.
    """
    twice = 2 * FINE
    width, height = (round((side + 2 * MARGIN_MM) * twice) for side in CARD_MM)
    x = (np.arange(0, width + 8, 8) - (width - 1) / 2) / twice
    y = (np.arange(0, height + 8, 8) - (height - 1) / 2) / twice
    grid = np.stack(np.meshgrid(x, y), axis=-1)
    coarse = to_px(grid.reshape(-1, 2)).reshape(len(y), len(x), 2).astype(np.float32)
    down, across = np.indices((height, width), np.float32) / 8
    maps = cv2.remap(coarse, across, down, cv2.INTER_LINEAR)
    picture = cv2.remap(image, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    view: Array = cv2.resize(picture, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return view


def seen_alone(picture: Array) -> Array:
    """A picture of a whole card (H, W, 3) uint8 as ``seen_at`` would give it: on a ground of its own rim's colour."""
    around = round(MARGIN_MM * FINE)
    small = cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA)
    view: Array = cv2.copyMakeBorder(small, around, around, around, around, cv2.BORDER_REPLICATE)
    return view


class Namer:
    """Knows the pictures of a deck: ``pictures`` are (name, (H, W, 3) uint8 BGR picture of the whole card)."""

    def __init__(self, pictures: Sequence[tuple[str, Array]]) -> None:
        self._cards = [learnt(name, picture) for name, picture in pictures]
        self._coarse = np.stack([card.coarse for card in self._cards]) if self._cards else np.zeros((0, 1), np.float32)

    def name(self, view: Array, hidden: Array | None = None) -> Naming | None:
        """The name of the card in a view from ``seen_at``; None where no learnt card is anything like it.

        ``hidden`` (146, 210) bool: what is covered by figures and says nothing.
        """
        return _decided(self.fits(view, hidden))

    def fits(self, view: Array, hidden: Array | None = None) -> list[tuple[str, Fit]]:
        """How the likeliest cards fit a view, see ``name``."""
        if not self._cards:
            return []
        seen = plain(view)
        usable = np.ones(view.shape[:2], np.float32)
        usable[view.min(axis=2) >= WASHED_OUT] = 0
        usable[:] = cv2.erode(usable, np.ones((5, 5), np.uint8))
        if hidden is not None:
            usable[hidden] = 0
        chosen = self._candidates(seen)
        scale = MIDDLE / FINE
        drawn = strokes(seen)
        small = cv2.resize(usable, drawn.shape[1::-1], interpolation=cv2.INTER_AREA)
        found = []
        for card, start in chosen[:ALIGNED]:
            hit = aligned(card, drawn, small, rescaled(start, scale))
            if hit is not None:
                found.append((*hit, card))
        found.sort(key=lambda hit: -hit[0])
        best: dict[str, Fit] = {}
        blur: float | None = None
        for likeness, warp, nearest in found[:ALIGNMENTS]:
            if likeness < found[0][0] - MUCH_WORSE:
                break
            onto, clear = onto_card(view, usable, rescaled(warp, 1 / scale))
            if blur is None:  # a picture is as blurred for one card as for the other
                blur = sharpest(nearest, onto, clear)
            for name, fit in compared([card for card, _ in chosen], onto, clear, blur, turned=bool(warp[0, 0] < 0)):
                if name not in best or fit.total < best[name].total:
                    best[name] = fit
        return sorted(best.items(), key=lambda item: item[1].total)

    def _candidates(self, seen: Array) -> list[tuple[Learnt, Array]]:
        """Learnt cards with the start of their alignment: (2, 3), card pixels to view pixels, both at ``FINE``."""
        scale = COARSE / FINE
        small = cv2.resize(seen, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        level = [self._likenesses(small, gap, angle) for gap in GAPS_MM for angle in (0.0, 180.0)]
        _, gap, straight = max((float(likeness.max()), gap, angle) for likeness, gap, angle, _ in level)
        askew = [self._likenesses(small, gap, straight + angle) for angle in ANGLES]
        every = np.concatenate([likeness for likeness, *_ in askew], axis=1)
        starts = [start for *_, there in askew for start in there]
        chosen: list[tuple[Learnt, Array]] = []
        for index in np.argsort(-every.max(axis=1)):
            card = self._cards[index]
            if any(card.name == other.name for other, _ in chosen):
                continue
            chosen.append((card, rescaled(starts[int(every[index].argmax())], 1 / scale)))
            if len(chosen) == SHORTLIST:
                break
        return chosen

    def _likenesses(self, small: Array, gap: float, angle: float) -> tuple[Array, float, float, list[Array]]:
        """How like each card (n, m) a view at ``COARSE`` is at each of m shifts, with such gaps between the cards (mm)
        and the card turned by the angle (degrees); both again; and the shifts' maps (2, 3) from card to view.
        """
        width, height = (round(side * COARSE) for side in CARD_MM)
        middle = np.array([(small.shape[1] - 1) / 2, (small.shape[0] - 1) / 2])
        size = np.array([(USUAL_GAP_MM + side) / (gap + side) for side in CARD_MM])
        turn: Array = cv2.getRotationMatrix2D((0, 0), -angle, 1)[:, :2] * size  # from card to view
        onto = np.column_stack([turn, middle - turn @ middle])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        turned: Array = cv2.warpAffine(small, onto, small.shape[1::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE)
        windows: Array = np.lib.stride_tricks.sliding_window_view(turned, window_shape=(height, width), axis=(0, 1))  # type: ignore[call-overload, unused-ignore]
        tops, lefts = windows.shape[:2]
        shifts = np.ascontiguousarray(windows.transpose(0, 1, 3, 4, 2)).reshape(tops * lefts, height * width, 3)
        flat = (shifts - shifts.mean(axis=1, keepdims=True)).reshape(tops * lefts, -1)
        likeness = (self._coarse @ flat.T) / np.maximum(np.linalg.norm(flat, axis=1), 1e-6)
        maps = [onto @ np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]) for y in range(tops) for x in range(lefts)]
        return likeness, gap, angle, maps


def _decided(fits: Sequence[tuple[str, Fit]]) -> Naming | None:
    if not fits:
        return None
    name, best = fits[0]
    seen = best.clear > 0.5
    if seen.mean() < LEAST_CLEAR:
        return None
    misfit = float(best.misfit[seen].max())
    lead = fits[1][1].total - best.total if len(fits) > 1 else 2 * LEAST_LEAD
    confidence = (1 - min(misfit, 2.0) / 2) * (1 - 0.5 ** (lead / LEAST_LEAD))
    return Naming(name, confidence, misfit, lead, misfit <= MOST_MISFIT and lead >= LEAST_LEAD, best.turned)
