"""The wooden pieces of one table, and other small things that lie about: shapes and colours drawn by lot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.training.solids import Paint, Solid, box, extruded, lathe, standing_plate
from vision.training.tops import hsv

Array = NDArray[Any]
KINDS = ("blue", "white", "robber", "targia", "blue_marker", "white_marker")


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """How a kind of piece looks on this table. ``lookalike``: a thing that is none, but could be taken for one."""

    solid: Solid
    paint: Paint
    lookalike: bool = False


def _paint(rng: np.random.Generator, hue: float, saturation: float, value: float) -> Paint:
    colour = hsv(hue % 1.0, float(np.clip(saturation, 0, 1)), float(np.clip(value, 0, 1)))
    return Paint(
        (float(colour[0]), float(colour[1]), float(colour[2])),
        rng.uniform(0, 0.7) ** 1.5,
        rng.uniform(0, 0.08),
        rng.uniform(0, 0.85) if rng.random() < 0.7 else 0.0,
        rng.uniform(0.05, 0.16) if rng.random() < 0.75 else 0.0,
    )


def blue(rng: np.random.Generator) -> Paint:
    """Navy to a cyan-ish blue."""
    return _paint(rng, rng.uniform(0.545, 0.67), rng.uniform(0.5, 1), rng.uniform(0.3, 0.95))


def white(rng: np.random.Generator) -> Paint:
    """Cream to bluish grey."""
    warm = rng.random() < 0.6
    return _paint(
        rng,
        rng.uniform(0.07, 0.15) if warm else rng.uniform(0.5, 0.66),
        rng.uniform(0, 0.26 if warm else 0.1),
        rng.uniform(0.76, 1.0),
    )


def grey(rng: np.random.Generator) -> Paint:
    """The Robber: grey to nearly black; no lighter, since a lighter one could be a white figure in the shade."""
    warm = rng.random() < 0.4
    hue, saturation = (rng.uniform(0.08, 0.2), rng.uniform(0, 0.3)) if warm else (rng.random(), rng.uniform(0, 0.12))
    return _paint(rng, hue, saturation, rng.uniform(0.08, 0.52))


def violet(rng: np.random.Generator) -> Paint:
    """The Targia: purple, violet, plum."""
    return _paint(rng, rng.uniform(0.75, 0.9), rng.uniform(0.35, 0.95), rng.uniform(0.25, 0.8))


def _ball(radius: float, middle: float, start: float = -1.3, steps: int = 7) -> tuple[Array, Array]:
    angle = np.linspace(start, 1.5, steps)
    return radius * np.cos(angle), middle + radius * np.sin(angle)


def pawn(width: float, height: float, rng: np.random.Generator) -> Solid:
    """Foot, neck and ball."""
    base, head = width / 2, min(width * rng.uniform(0.25, 0.42), height * 0.3)
    radii, heights = _ball(head, height - head)
    neck = head * rng.uniform(0.5, 0.85)
    foot = np.array([base, base, base * rng.uniform(0.7, 1.0), base * rng.uniform(0.55, 0.8), neck])
    level = np.array([0, 0.1, 0.18, 0.4, 1.0]) * (heights[0])
    return lathe(np.concatenate([foot, radii]), np.concatenate([level, heights]))


def snowman(width: float, height: float, rng: np.random.Generator) -> Solid:
    """Two or three balls upon each other."""
    balls = int(rng.integers(2, 4))
    sizes = np.linspace(1, rng.uniform(0.55, 0.8), balls)
    radii = sizes / sizes.sum() * height / 2 * 1.12
    wide = width / 2 / radii[0]
    outline_r: list[Array] = []
    outline_h: list[Array] = []
    foot = 0.0
    for radius in radii:
        ring, level = _ball(radius, foot + radius * 0.9, -1.1, 6)
        outline_r.append(ring * wide)
        outline_h.append(np.maximum(level, 0))
        foot += radius * 1.72
    return lathe(np.concatenate(outline_r), np.concatenate(outline_h))


def turned(width: float, height: float, rng: np.random.Generator) -> Solid:
    """A lathe's random outline."""
    knots = rng.uniform(0.35, 1.0, 6)
    knots[0], knots[-1] = 1.0, rng.uniform(0.1, 0.7)
    at = np.linspace(0, 1, 12)
    return lathe(np.interp(at, np.linspace(0, 1, 6), knots) * width / 2, at * height)


def cone(width: float, height: float, rng: np.random.Generator) -> Solid:
    """A cone, its top cut or rounded."""
    return lathe(np.array([0.5, 0.5, rng.uniform(0.05, 0.3)]) * width, np.array([0, rng.uniform(0, 0.2), 1]) * height)


def block(width: float, height: float, rng: np.random.Generator) -> Solid:
    """An upright block or prism."""
    if rng.random() < 0.5:
        return box(width * rng.uniform(0.7, 1), width * rng.uniform(0.5, 1), height)
    sides = int(rng.integers(3, 9))
    angle = np.arange(sides) * 2 * np.pi / sides
    return extruded(np.column_stack([np.cos(angle), np.sin(angle)]) * width / 2, height)


def meeple(width: float, height: float, rng: np.random.Generator) -> Solid:
    """A flat person standing upright."""
    half, head = width / 2, width * rng.uniform(0.18, 0.28)
    arm = rng.uniform(0.45, 0.65) * height
    angle = np.linspace(-0.9, np.pi + 0.9, 9)
    skull = np.column_stack([head * np.cos(angle), height - head + head * np.sin(angle)])
    spread = rng.uniform(0.75, 1.25)
    right = np.array(
        [[half, 0], [half * 0.75, arm * 0.6], [half * spread, arm * 0.85], [half * spread * 0.95, arm * 1.12]]
    )
    left = right[::-1] * [-1, 1]
    foot = np.array([[-half * 0.2, 0], [0, height * 0.12], [half * 0.2, 0]]) if rng.random() < 0.5 else np.empty((0, 2))
    return standing_plate(np.concatenate([right, skull, left, foot]), rng.uniform(7, 12))


_SHAPES = (pawn, snowman, turned, cone, block, meeple)


def _figure(rng: np.random.Generator, shape: int | None = None) -> Solid:
    kind = int(rng.choice(6, p=[0.34, 0.16, 0.12, 0.1, 0.08, 0.2])) if shape is None else shape
    width = rng.uniform(11, 23)
    return _SHAPES[kind](width, rng.uniform(14, min(50, 3.4 * width)), rng)


def cylinder(width: float, height: float, sides: int = 20) -> Solid:
    """A disc or a short post."""
    return lathe(np.array([width / 2, width / 2]), np.array([0.0, height]), sides)


def _marker(rng: np.random.Generator) -> Solid:
    width, height = rng.uniform(10, 16), rng.uniform(5, 18) if rng.random() < 0.5 else rng.uniform(5, 10)
    if rng.random() < 0.65:
        return cylinder(width, height)
    return block(width, height, rng) if rng.random() < 0.5 else box(width, width, min(width, height + 4))


def random_looks(rng: np.random.Generator) -> dict[str, Look]:
    """The pieces of one table by kind (``KINDS``): the players' figures alike, Robber and Targia alike or of their
    own."""
    targi, marker = _figure(rng), _marker(rng)
    robber = targi if rng.random() < 0.4 else _figure(rng)
    targia = targi if rng.random() < 0.4 else _figure(rng)
    blue_paint, white_paint = blue(rng), white(rng)
    other = targi if rng.random() < 0.85 else _figure(rng)
    return {
        "blue": Look(targi, blue_paint),
        "white": Look(other, white_paint),
        "robber": Look(robber, grey(rng)),
        "targia": Look(targia, violet(rng)),
        "blue_marker": Look(marker, blue_paint if rng.random() < 0.7 else blue(rng)),
        "white_marker": Look(marker, white_paint if rng.random() < 0.7 else white(rng)),
    }


def random_token(rng: np.random.Generator) -> Look:
    """A small thing beside the board: cube, disc, grain, coin, in any colour."""
    lookalike = rng.random() < 0.25
    if lookalike:
        paint = (blue, white, grey, violet)[int(rng.integers(4))](rng)
    else:  # red, orange, yellow, green
        paint = _paint(rng, rng.uniform(-0.06, 0.47), rng.uniform(0.35, 1), rng.uniform(0.3, 1))
    form = rng.random()
    width = rng.uniform(6, 17)
    if form < 0.4:
        solid = cylinder(width, rng.uniform(2, 10), 14)
    elif form < 0.8:
        solid = box(width * 0.8, width * 0.8, width * rng.uniform(0.5, 0.9))
    elif form < 0.93:
        solid = cylinder(rng.uniform(18, 28), 2, 20)
    else:
        solid = turned(width, width * 1.5, rng)
    return Look(solid.turned(rng.uniform(0, 6.3)), paint, lookalike)


def pencil(rng: np.random.Generator) -> Look:
    """A pencil or pen lying flat."""
    length = rng.uniform(90, 180)
    solid = lathe(np.array([3.5, 3.5, 3.5, 0.5]), np.array([0, 0.3, 0.9, 1.0]) * length, 8).tipped(np.pi / 2)
    return Look(solid.turned(rng.uniform(0, 6.3)), _paint(rng, rng.random(), rng.uniform(0, 1), rng.uniform(0.1, 1)))


def clutter(rng: np.random.Generator) -> Look:
    """A large foreign thing: phone, cup, box, sheet of paper, book."""
    choice = rng.random()
    if choice < 0.3:
        solid = box(75, 150, 8)
        paint = _paint(rng, rng.random(), rng.uniform(0, 0.3), rng.uniform(0.02, 0.25))
    elif choice < 0.55:
        radius, height = rng.uniform(30, 45), rng.uniform(60, 110)
        solid = lathe(np.array([0.8, 1, 1, 0.92, 0.85, 0.05]) * radius, np.array([0, 0.2, 1, 1, 0.5, 0.5]) * height, 32)
        paint = _paint(rng, rng.random(), rng.uniform(0, 0.9), rng.uniform(0.2, 1))
    elif choice < 0.8:
        solid = box(rng.uniform(80, 210), rng.uniform(80, 297), 0.8)
        paint = _paint(rng, rng.uniform(0.05, 0.2), rng.uniform(0, 0.2), rng.uniform(0.8, 1))
    else:
        solid = box(rng.uniform(60, 200), rng.uniform(60, 250), rng.uniform(8, 50))
        paint = _paint(rng, rng.random(), rng.uniform(0, 0.9), rng.uniform(0.15, 0.9))
    return Look(solid.turned(rng.uniform(0, 6.3)), paint)
