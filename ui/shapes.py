"""Symbols drawn by us: shapes in a unit square, y upwards, put onto a Kivy canvas in one colour.

Fonts lack most of these signs, and a drawn one is the same on every screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from kivy.graphics import Color, Line, Mesh, SmoothEllipse, SmoothLine
from kivy.graphics.tesselator import Tesselator

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon, concave ones too."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled ellipse."""

    x: float
    y: float
    across: float
    tall: float | None = None


@dataclass(frozen=True, slots=True)
class Stroke:
    """A drawn line."""

    points: tuple[Point, ...]
    wide: float = 0.08
    closed: bool = False


Shape = Area | Disc | Stroke


def arc(x: float, y: float, radius: float, start: float, end: float, steps: int = 14) -> tuple[Point, ...]:
    """Points on a circle from ``start`` to ``end`` degrees, counterclockwise from the right."""
    angles = [(start + (end - start) * step / steps) * pi / 180 for step in range(steps + 1)]
    return tuple((x + radius * cos(angle), y + radius * sin(angle)) for angle in angles)


def wave(y: float, left: float = 0.08, right: float = 0.92, height: float = 0.05) -> tuple[Point, ...]:
    """Two periods of a wave."""
    steps = 16
    return tuple(
        (left + (right - left) * step / steps, y + height * sin(4 * pi * step / steps)) for step in range(steps + 1)
    )


_DIAMOND = ((0.5, 1.0), (0.9, 0.5), (0.5, 0.0), (0.1, 0.5))

SYMBOLS: dict[str, tuple[Shape, ...]] = {
    "dates": (
        Stroke(((0.5, 0.98), (0.5, 0.62)), 0.06), Stroke(((0.5, 0.84), (0.24, 0.62)), 0.06),
        Stroke(((0.5, 0.84), (0.76, 0.62)), 0.06), Disc(0.22, 0.42, 0.26, 0.44), Disc(0.5, 0.3, 0.26, 0.48),
        Disc(0.78, 0.42, 0.26, 0.44),
    ),
    "salt": (
        Area(((0.5, 0.98), (0.92, 0.76), (0.5, 0.54), (0.08, 0.76))),
        Area(((0.05, 0.66), (0.46, 0.45), (0.46, 0.02), (0.05, 0.24))),
        Area(((0.95, 0.66), (0.54, 0.45), (0.54, 0.02), (0.95, 0.24))),
    ),
    "pepper": (
        Stroke(((0.12, 0.1), (0.5, 0.5), (0.72, 0.95)), 0.06), Disc(0.2, 0.5, 0.27), Disc(0.4, 0.78, 0.27),
        Disc(0.8, 0.66, 0.27),
        Disc(0.68, 0.36, 0.27), Disc(0.42, 0.16, 0.27),
    ),
    "raid": (
        Stroke(((0.1, 0.92), (0.84, 0.14)), 0.1), Stroke(((0.9, 0.92), (0.16, 0.14)), 0.1),
        Stroke(((0.62, 0.12), (0.88, 0.4)), 0.08), Stroke(((0.38, 0.12), (0.12, 0.4)), 0.08),
    ),
    "noble": (
        Area(((0.08, 0.82), (0.3, 0.5), (0.5, 0.94), (0.7, 0.5), (0.92, 0.82), (0.84, 0.26), (0.16, 0.26))),
        Area(((0.16, 0.18), (0.84, 0.18), (0.84, 0.06), (0.16, 0.06))),
    ),
    "trader": (
        Area(((0.04, 0.6), (0.62, 0.6), (0.62, 0.48), (0.96, 0.7), (0.62, 0.92), (0.62, 0.78), (0.04, 0.78))),
        Area(((0.96, 0.4), (0.38, 0.4), (0.38, 0.52), (0.04, 0.3), (0.38, 0.08), (0.38, 0.22), (0.96, 0.22))),
    ),
    "mirage": (
        Area((*arc(0.5, 0.5, 0.3, 0, 180),)), Stroke(wave(0.38), 0.07), Stroke(wave(0.23), 0.07),
        Stroke(wave(0.08), 0.07),
    ),
    "silversmith": (
        Stroke((*arc(0.5, 0.82, 0.13, 0, 360),), 0.08),
        Area(((0.5, 0.7), (0.64, 0.42), (0.94, 0.36), (0.64, 0.3), (0.5, 0.0), (0.36, 0.3), (0.06, 0.36),
        (0.36, 0.42))),
    ),
    "camel_rider": (
        Area((
            (0.02, 0.62), (0.14, 0.68), (0.2, 0.6), (0.22, 0.42), (0.34, 0.44), (0.44, 0.56), (0.6, 0.56), (0.72, 0.44),
            (0.9, 0.42), (0.96, 0.26), (0.9, 0.3), (0.86, 0.0), (0.76, 0.0), (0.74, 0.26), (0.4, 0.26), (0.36, 0.0),
            (0.26, 0.0), (0.24, 0.28), (0.12, 0.36), (0.1, 0.54),
        )),
        Area(((0.38, 0.6), (0.66, 0.6), (0.58, 0.84), (0.46, 0.84))), Disc(0.52, 0.9, 0.18),
    ),
    "caravan": (
        Area((
            (0.02, 0.8), (0.16, 0.86), (0.22, 0.78), (0.22, 0.56), (0.32, 0.54), (0.42, 0.74), (0.52, 0.8),
            (0.62, 0.74), (0.72, 0.54),
            (0.9, 0.5), (0.96, 0.32), (0.9, 0.38), (0.86, 0.04), (0.76, 0.04), (0.74, 0.34), (0.4, 0.34),
            (0.36, 0.04), (0.26, 0.04),
            (0.24, 0.38), (0.1, 0.48), (0.1, 0.72),
        )),
    ),
    "water": (Area(((0.5, 1.0), (0.66, 0.72), *arc(0.5, 0.36, 0.33, 25, -205, 20), (0.34, 0.72))),),
    "expansion": (
        Area(((0.36, 0.78), (0.7, 0.1), (0.44, 0.1), (0.36, 0.34), (0.28, 0.1), (0.02, 0.1))),
        Area(((0.72, 0.98), (0.84, 0.98), (0.84, 0.84), (0.98, 0.84), (0.98, 0.72), (0.84, 0.72), (0.84, 0.58),
            (0.72, 0.58), (0.72, 0.72), (0.58, 0.72), (0.58, 0.84), (0.72, 0.84))),
    ),
    "tribe": (Area(((0.5, 0.92), (0.96, 0.1), (0.62, 0.1), (0.5, 0.44), (0.38, 0.1), (0.04, 0.1))),
        Stroke(((0.42, 0.98), (0.58, 0.84)), 0.06), Stroke(((0.58, 0.98), (0.42, 0.84)), 0.06)),
    "goods": (Area((*arc(0.5, 0.36, 0.36, 20, -200, 20), (0.4, 0.66), (0.6, 0.66))),
        Area(((0.36, 0.96), (0.5, 0.86), (0.64, 0.96), (0.59, 0.72), (0.41, 0.72)))),
    "dune": (Area(((0.0, 0.12), (0.2, 0.42), (0.42, 0.66), (0.56, 0.44), (0.78, 0.3), (1.0, 0.12))),
        Disc(0.8, 0.78, 0.22)),
    "back": (Stroke(((0.2, 0.2), (0.8, 0.8)), 0.06), Stroke(((0.8, 0.2), (0.2, 0.8)), 0.06),
        Stroke(_DIAMOND, 0.06, closed=True)),
    "diamond": (Area(_DIAMOND),),
    "ring": (Stroke((*arc(0.5, 0.5, 0.36, 0, 360, 28),), 0.2),),
    "undo": (Stroke((*arc(0.52, 0.42, 0.34, -60, 170),), 0.12), Area(((0.0, 0.5), (0.36, 0.5), (0.16, 0.16)))),
    "redo": (Stroke((*arc(0.48, 0.42, 0.34, 240, 10),), 0.12), Area(((1.0, 0.5), (0.64, 0.5), (0.84, 0.16)))),
    "check": (Stroke(((0.1, 0.5), (0.4, 0.18), (0.92, 0.84)), 0.16),),
    "cross": (Stroke(((0.15, 0.15), (0.85, 0.85)), 0.16), Stroke(((0.85, 0.15), (0.15, 0.85)), 0.16)),
    "plus": (Stroke(((0.5, 0.1), (0.5, 0.9)), 0.16), Stroke(((0.1, 0.5), (0.9, 0.5)), 0.16)),
    "menu": tuple(Stroke(((0.08, y), (0.92, y)), 0.12) for y in (0.2, 0.5, 0.8)),
    "camera": (
        Area(((0.02, 0.78), (0.28, 0.78), (0.36, 0.92), (0.64, 0.92), (0.72, 0.78), (0.98, 0.78), (0.98, 0.12),
            (0.02, 0.12))),
    ),
    "aim": (Stroke((*arc(0.5, 0.5, 0.32, 0, 360, 28),), 0.08),
        *(Stroke(line, 0.08) for line in (((0.5, 1.0), (0.5, 0.66)), ((0.5, 0.34), (0.5, 0.0)),
        ((0.0, 0.5), (0.34, 0.5)), ((0.66, 0.5), (1.0, 0.5))))),
    "help": (Stroke((*arc(0.5, 0.68, 0.26, 180, -60, 16), (0.5, 0.36), (0.5, 0.26)), 0.14), Disc(0.5, 0.07, 0.17)),
    "next": (Area(((0.2, 0.95), (0.85, 0.5), (0.2, 0.05))),),
    "back-arrow": (Stroke(((0.62, 0.9), (0.22, 0.5), (0.62, 0.1)), 0.14),),
    "places": tuple(Disc(x, y, 0.2) for x in (0.14, 0.5, 0.86) for y in (0.14, 0.5, 0.86) if (x, y) != (0.5, 0.5)),
    "empty": (Stroke(((0.12, 0.12), (0.88, 0.12), (0.88, 0.88), (0.12, 0.88)), 0.1, closed=True),),
    "warning": (Area(((0.5, 0.98), (1.0, 0.06), (0.0, 0.06))),),
    "start": (Area(tuple((0.5 + r * sin(k * pi / 5), 0.5 + r * cos(k * pi / 5)) for k,
        r in enumerate([0.5, 0.22] * 5))),),
    "quit": (Stroke((*arc(0.5, 0.46, 0.36, 130, 410),), 0.12), Stroke(((0.5, 0.96), (0.5, 0.5)), 0.12)),
    "well": (Area(((0.12, 0.02), (0.88, 0.02), (0.96, 0.36), (0.04, 0.36))), Stroke(((0.2, 0.36), (0.2, 0.72)), 0.08),
        Stroke(((0.8, 0.36), (0.8, 0.72)), 0.08), Area(((0.02, 0.68), (0.98, 0.68), (0.5, 0.98))),
        Stroke(((0.5, 0.7), (0.5, 0.5)), 0.05)),
    "oasis": (Area(((0.42, 0.02), (0.62, 0.02), (0.56, 0.6), (0.46, 0.6))),
        Stroke(((0.5, 0.6), (0.2, 0.86), (0.03, 0.62)), 0.12),
        Stroke(((0.5, 0.6), (0.8, 0.86), (0.97, 0.62)), 0.12), Stroke(((0.5, 0.6), (0.24, 0.5), (0.12, 0.3)), 0.12),
        Stroke(((0.5, 0.6), (0.76, 0.5), (0.88, 0.3)), 0.12), Stroke(((0.1, 0.03), (0.9, 0.03)), 0.08)),
    "targia": (Area(((0.02, 0.02), (0.14, 0.4), (0.2, 0.8), *arc(0.5, 0.7, 0.3, 160, 20, 12), (0.8, 0.8), (0.86, 0.4),
        (0.98, 0.02), (0.7, 0.02), (0.66, 0.4), (0.34, 0.4), (0.3, 0.02))), Disc(0.5, 0.24, 0.2)),
    "tent": (Area(((0.5, 0.96), (0.98, 0.04), (0.64, 0.04), (0.5, 0.5), (0.36, 0.04), (0.02, 0.04))),),
    "tent-open": (Stroke(((0.5, 0.92), (0.94, 0.06), (0.64, 0.06), (0.5, 0.44), (0.36, 0.06), (0.06, 0.06)), 0.06,
        closed=True),),
    "gold": (Area(((0.2, 0.62), (0.8, 0.62), (0.98, 0.14), (0.02, 0.14))), Area(((0.3, 0.94), (0.7, 0.94), (0.78, 0.7),
        (0.22, 0.7)))),
    "vp": (Area(((0.5, 1.0), (0.66, 0.84), (0.58, 0.6), (0.84, 0.66), (1.0, 0.5), (0.84, 0.34), (0.58, 0.4),
        (0.66, 0.16), (0.5, 0.0), (0.34, 0.16), (0.42, 0.4), (0.16, 0.34), (0.0, 0.5), (0.16, 0.66),
        (0.42, 0.6), (0.34, 0.84))),),
    "hand": (Area(((0.08, 0.3), (0.46, 0.98), (0.92, 0.72), (0.54, 0.04))),),
    "pile": (Stroke(((0.1, 0.1), (0.7, 0.1), (0.7, 0.7), (0.1, 0.7)), 0.08, closed=True),
        Stroke(((0.3, 0.88), (0.9, 0.88), (0.9, 0.28)), 0.08)),
    "arrow": (Stroke(((0.05, 0.5), (0.8, 0.5)), 0.12), Area(((0.62, 0.84), (1.0, 0.5), (0.62, 0.16)))),
    "books": (Area(((0.02, 0.9), (0.46, 0.8), (0.46, 0.06), (0.02, 0.16))),
        Area(((0.98, 0.9), (0.54, 0.8), (0.54, 0.06), (0.98, 0.16)))),
    "chart": (Area(((0.06, 0.04), (0.28, 0.04), (0.28, 0.5), (0.06, 0.5))),
        Area(((0.39, 0.04), (0.61, 0.04), (0.61, 0.96), (0.39, 0.96))),
        Area(((0.72, 0.04), (0.94, 0.04), (0.94, 0.7), (0.72, 0.7)))),
    "row-same": (*(Area(((x + 0.1, 0.7), (x + 0.2, 0.3), (x, 0.3))) for x in (0.02, 0.28, 0.54, 0.8)),
        Stroke(((0.0, 0.86), (1.0, 0.86)), 0.06), Stroke(((0.0, 0.14), (1.0, 0.14)), 0.06)),
    "row-different": (
        Area(((0.12, 0.7), (0.22, 0.3), (0.02, 0.3))), Disc(0.38, 0.5, 0.22, 0.36),
        Area(((0.52, 0.68), (0.72, 0.68), (0.72, 0.32), (0.52, 0.32))),
        Stroke(((0.8, 0.68), (0.98, 0.32)), 0.07), Stroke(((0.98, 0.68), (0.8, 0.32)), 0.07),
        Stroke(((0.0, 0.86), (1.0, 0.86)), 0.06), Stroke(((0.0, 0.14), (1.0, 0.14)), 0.06),
    ),
    "minus": (Stroke(((0.1, 0.5), (0.9, 0.5)), 0.16),),
    "new": (Area(((0.1, 0.0), (0.1, 1.0), (0.62, 1.0), (0.9, 0.72), (0.9, 0.0))),),
}  # fmt: skip
"""Every symbol by its name."""

CARD_SYMBOLS: dict[int, str] = {
    1: "noble", 2: "dates", 3: "salt", 4: "raid", 5: "trader", 6: "pepper", 7: "dates", 8: "raid", 9: "mirage",
    10: "silversmith", 11: "pepper", 12: "raid", 13: "caravan", 14: "expansion", 15: "salt", 16: "raid",
}  # fmt: skip
"""The symbol of each border card of the base game (clauses BRD-1 to BRD-14); 13 is "water" with the expansion's
card."""


def draw(name: str, x: float, y: float, size: float, colour: Sequence[float] | str) -> None:
    """Puts a symbol onto the canvas in use: left and bottom in pixels, ``size`` the side of its square."""
    Color(*_rgba(colour))
    for shape in SYMBOLS[name]:
        draw_shape(shape, x, y, size, size)


def draw_shape(shape: Shape, x: float, y: float, width: float, height: float) -> None:
    """Puts one shape onto the canvas in use, its unit square stretched to that rectangle, in the colour in use."""
    if isinstance(shape, Disc):
        across, tall = shape.across * width, (shape.tall or shape.across) * height
        SmoothEllipse(pos=(x + shape.x * width - across / 2, y + shape.y * height - tall / 2), size=(across, tall))
        return
    flat = [value for point in shape.points for value in (x + point[0] * width, y + point[1] * height)]
    if isinstance(shape, Stroke):
        thick = max(1.0, shape.wide * min(width, height) / 2)
        Line(points=flat, width=thick, close=shape.closed, cap="round", joint="round")
        return
    fill(flat)


def fill(flat: list[float]) -> None:
    """Fills a polygon given as x, y, x, y, ... in the colour in use, with a softened edge."""
    tesselator = Tesselator()
    tesselator.add_contour(flat)
    if tesselator.tesselate():
        for vertices, indices in tesselator.meshes:
            Mesh(vertices=vertices, indices=indices, mode="triangle_fan")
    SmoothLine(points=flat, width=1.0, close=True)


def _rgba(colour: Sequence[float] | str) -> Sequence[float]:
    from kivy.utils import get_color_from_hex

    return get_color_from_hex(colour) if isinstance(colour, str) else colour
