"""How a card lies in a view: looked up among all learnt cards, then laid on exactly.

A pose is a map (2, 3) from mm on the card to mm in the view, each from its middle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.fitting import ARM_MM, BLURS_MM, CARD_MM, COARSE, MIDDLE, SOUGHT, Learnt

Array = NDArray[Any]

USUAL_GAP_MM = 4.0
"""The gap between laid cards that a place's size in a view follows from (``geometry.PITCH_MM``)."""
GAPS_MM = (0.0, 4.0, 8.0, 13.0)
"""Gaps that the board may have been laid with: the wider, the smaller its cards are in their places."""
ANGLES = (-3.0, 3.0)
"""Degrees by which a card may lie askew; finer turns are found by the alignment."""
SHIFTS = 3
"""Pixels at ``COARSE`` by which a card may lie beside its place, to each side: 6 mm."""
BASIS = 40
"""The cards are looked up by so many numbers."""
ROUNDS = (12, 8, 8)
"""At most so many rounds of the alignment with each blur."""
LEAST_SPREAD = 0.3
"""Differences up to this share of what is drawn always count in full."""
EITHER_WAY = 0.15
"""A card that is less alike upside down by no more than this is laid on both ways."""
STILL_MM = 0.03
"""A round that moves less is the last one."""
MOST_STRETCH = 0.4
"""No card is stretched or skewed by more."""


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """What a view looks like from afar: of each learnt card the best ``poses`` (n, 2, 3) and their ``likeness`` (n,),
    and whether it may as well lie the other way up.
    """

    poses: Array
    likeness: Array
    either_way: Array

    def likeliest(self, most: int) -> list[int]:
        """The numbers of the likeliest cards, the likeliest first."""
        return [int(card) for card in np.argsort(-self.likeness)[:most]]


class Search:
    """Looks views up among cards, by a basis (k, 2880) of what they look like from afar."""

    def __init__(self, cards: Sequence[Learnt]) -> None:
        looks = np.stack([card.sought.ravel() for card in cards])
        looks /= np.maximum(np.linalg.norm(looks, axis=1, keepdims=True), 1e-6)
        _, _, basis = np.linalg.svd(looks, full_matrices=False)
        self._basis: Array = np.ascontiguousarray(basis[:BASIS])
        self._cards: Array = looks @ self._basis.T

    def look(self, seen: Array) -> Iterator[Looked]:
        """How like each card a view (h, w, 3) from ``fitting.sought`` is, for each gap, the likeliest gap first."""
        ways = (0.0, 180.0)
        level = {gap: [self._looked(seen, gap, way) for way in ways] for gap in GAPS_MM}
        best = {gap: [float(likeness.max()) for likeness, _ in found] for gap, found in level.items()}
        for gap in sorted(level, key=lambda gap: -max(best[gap])):
            up = int(np.argmax(best[gap]))
            askew = [level[gap][up], *(self._looked(seen, gap, ways[up] + angle) for angle in ANGLES)]
            likeness = np.concatenate([there for there, _ in askew], axis=1)
            poses = np.concatenate([there for _, there in askew])
            other, this = (level[gap][way][0].max(axis=1) for way in (1 - up, up))
            yield Looked(poses[likeness.argmax(axis=1)], likeness.max(axis=1), other > this - EITHER_WAY)

    def _looked(self, seen: Array, gap_mm: float, degrees: float) -> tuple[Array, Array]:
        """How like each card (n, m) the view is at each of m shifts, with such gaps between the cards and the card
        turned; and the poses (m, 2, 3).
        """
        size = np.array([(USUAL_GAP_MM + side) / (gap_mm + side) for side in CARD_MM])
        angle = np.radians(degrees)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * size
        wide, high = (side + 2 * SHIFTS for side in SOUGHT)
        from_middle = np.array([(wide - 1) / 2, (high - 1) / 2])
        middle = np.array([(seen.shape[1] - 1) / 2, (seen.shape[0] - 1) / 2])
        onto = np.column_stack([turn, middle - turn @ from_middle])
        turned: Array = cv2.warpAffine(seen, onto, (wide, high), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        windows = np.lib.stride_tricks.sliding_window_view(turned, SOUGHT[::-1], axis=(0, 1))  # type: ignore[call-overload, unused-ignore]
        flat = windows.transpose(0, 1, 3, 4, 2).reshape((2 * SHIFTS + 1) ** 2, -1)
        norms = np.maximum(np.linalg.norm(flat, axis=1), 1e-6)
        likeness = self._cards @ (self._basis @ flat.T) / norms
        y, x = (np.indices((2 * SHIFTS + 1,) * 2).reshape(2, -1) - SHIFTS) / COARSE
        shifts = np.stack([x, y], axis=1) @ turn.T
        poses = np.concatenate([np.broadcast_to(turn, (len(shifts), 2, 2)), shifts[..., None]], axis=2)
        return likeness, poses


def blurred(drawn_there: Array, usable: Array) -> list[Array]:
    """A view's strokes (h, w) at ``MIDDLE`` as ``aligned`` takes them: (h, w, 2) for each of ``BLURS_MM``, with what
    can be seen (h, w), 0 to 1.
    """
    return [np.dstack([cv2.GaussianBlur(drawn_there, (0, 0), blur * MIDDLE), usable]) for blur in BLURS_MM]


def aligned(card: Learnt, views: Sequence[Array], start: Array, first: int = 0) -> tuple[float, Array] | None:
    """Likeness (a correlation) and pose of a card in a view from ``blurred``; None where it comes to none that a card
    can have. ``first``: the blur to begin with; a good start needs no coarse one.

    Inverse compositional Gauss-Newton (Baker and Matthews, 2004) at the card's anchors alone, with shift, turn and two
    scales, the scales held near their start, and residuals weighted as Geman and McClure do, so that a figure does not
    pull.
    """
    turn, shift = start[:, :2].astype(np.float64), start[:, 2].astype(np.float64)
    likeness = 0.0
    for anchors, view, rounds in list(zip(card.anchors, views, ROUNDS, strict=True))[first:]:
        middle = np.array([(view.shape[1] - 1) / 2, (view.shape[0] - 1) / 2])
        drawn, steps = anchors.drawn, anchors.steps
        least = LEAST_SPREAD * float(np.sqrt((drawn * drawn).mean())) + 1e-3
        for number in range(rounds):
            at = anchors.points_mm @ (turn.T * MIDDLE) + (shift * MIDDLE + middle)
            x, y = at.astype(np.float32).T[..., None]
            there = cv2.remap(view, x, y, cv2.INTER_LINEAR)[:, 0]
            now, mask = there[:, 0], there[:, 1]
            seen = now * mask
            power, both = float(seen @ now), float(seen @ drawn)
            likeness = both / max(float(np.sqrt(power * (mask @ (drawn * drawn)))), 1e-9)
            error = min(max(both / max(power, 1e-9), 0.3), 3.0) * now - drawn
            if number % 3 == 0:
                told = np.abs(error[mask > 0.5])
                spread = 2 * float(np.partition(told, told.size // 2)[told.size // 2]) if told.size else 1.0
                spread = max(spread, least)
            weighted = steps * (mask / (1 + (error / spread) ** 2))[:, None]
            hessian = np.einsum("ni,nj->ij", weighted, steps).astype(np.float64) + anchors.held
            move = np.linalg.solve(hessian, np.einsum("ni,n->i", weighted, error))
            angle, wider, higher = move[2:] / ARM_MM
            back = np.linalg.inv(np.array([[1 + wider, -angle], [angle, 1 + higher]]))
            turn, shift = turn @ back, shift - turn @ back @ move[:2]
            if np.abs(move).max() < STILL_MM:
                break
    if not np.abs(turn @ turn.T - np.eye(2)).max() <= MOST_STRETCH:  # nor is what is no number
        return None
    return likeness, np.column_stack([turn, shift])


def upside_down(pose: Array) -> Array:
    """The same place, the card turned by 180 degrees."""
    return np.column_stack([-pose[:, :2], pose[:, 2]])
