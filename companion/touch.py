"""Where a finger on the glass is in the picture: what of it is turned, mirrored or beside, and how that is found out.

Positions are parts of the picture's width and height, from its lower left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

TURNS = (0, 90, 180, 270)
MOST_SHIFT = 20
"""Percent that touches may land beside."""
MARKS = ((0.12, 0.85), (0.88, 0.85), (0.88, 0.15), (0.12, 0.15))
"""The four marks to touch, from the upper left clockwise."""
_BESIDE = 0.03  # less is the finger's
_UNLIKE = 0.06  # more is no finger's: some mark was not touched, or the picture is stretched


@dataclass(frozen=True, slots=True)
class Touch:
    """What is done to each touch, in this order: turned by ``turn`` degrees clockwise, ``mirrored`` left to right,
    moved by ``shift``: percent of the picture's width to the right and of its height upwards."""

    turn: int = 0
    mirrored: bool = False
    shift: tuple[int, int] = (0, 0)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where in the picture a touch is that the panel feels at that place."""
        x, y = {0: (x, y), 90: (y, 1 - x), 180: (1 - x, 1 - y), 270: (1 - y, x)}[self.turn]
        return (1 - x if self.mirrored else x) + self.shift[0] / 100, y + self.shift[1] / 100

    def lines(self) -> tuple[str, ...]:
        """What to write into the file of devices for it; nothing for touches that are right as they are."""
        told = [f"touch = {self.turn}"] if self.turn else []
        told += ["mirrored = true"] if self.mirrored else []
        told += [f"shift = [{self.shift[0]}, {self.shift[1]}]"] if any(self.shift) else []
        return ("[screen]", *told) if told else ()


def fitted(felt: Sequence[tuple[float, float]], marks: Sequence[tuple[float, float]] = MARKS) -> Touch | None:
    """What puts the touches that the panel felt onto the marks, in their order; None when nothing does."""
    best = min((_shifted(Touch(turn, mirrored), felt, marks) for turn in TURNS for mirrored in (False, True)),
               key=lambda found: found[0])  # fmt: skip
    return best[1] if best[0] <= _UNLIKE and max(map(abs, best[1].shift)) <= MOST_SHIFT else None


def _shifted(
    touch: Touch, felt: Sequence[tuple[float, float]], marks: Sequence[tuple[float, float]]
) -> tuple[float, Touch]:
    """That touch with the shift that is still wanted, and how far the farthest is from its mark then."""
    placed = [touch.place(x, y) for x, y in felt]
    away = [(mark[0] - place[0], mark[1] - place[1]) for mark, place in zip(marks, placed, strict=True)]
    right, up = (sum(parts) / len(away) for parts in zip(*away, strict=True))
    farthest = max(hypot(x - right, y - up) for x, y in away)
    beside = max(abs(right), abs(up)) >= _BESIDE
    shift = (round(100 * right), round(100 * up)) if beside else (0, 0)
    return farthest, Touch(touch.turn, touch.mirrored, shift)
