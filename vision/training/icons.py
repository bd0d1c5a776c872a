"""Small drawings on card faces: goods, symbols of the tribes, points, text, desert scenery. All are drawn in place on
BGR uint8."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.tops import hsv, smooth_noise

Array = NDArray[Any]
Ink = tuple[float, ...]
_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX_SMALL,
)
_LETTERS = "aeiourstnlmdphgbc"


def ink(colour: Array) -> Ink:
    """A colour array as cv2 wants it."""
    return tuple(float(channel) for channel in colour)


def dark(rng: np.random.Generator) -> Ink:
    """Some ink: mostly near black or brown."""
    return ink(
        hsv(rng.uniform(0, 0.12) if rng.random() < 0.7 else rng.random(), rng.uniform(0, 0.9), rng.uniform(0, 0.4))
    )


def bright(rng: np.random.Generator) -> Ink:
    """Any colour that stands out."""
    return ink(hsv(rng.random(), rng.uniform(0.2, 1), rng.uniform(0.4, 1)))


def disc(face: Array, x: float, y: float, radius: float, fill: Ink, ring: Ink | None = None) -> None:
    """A disc with an optional ring round it."""
    centre = (round(x * 16), round(y * 16))
    if ring is not None:
        cv2.circle(face, centre, round(radius * 16), ring, -1, cv2.LINE_AA, 4)
        radius *= 0.8
    cv2.circle(face, centre, round(radius * 16), fill, -1, cv2.LINE_AA, 4)


def polygon(face: Array, points: Array, fill: Ink) -> None:
    """A filled polygon of points (N, 2)."""
    cv2.fillPoly(face, [np.round(np.asarray(points) * 16).astype(np.int32)], fill, cv2.LINE_AA, 4)


def star(
    face: Array, x: float, y: float, radius: float, spikes: int, inner: float, fill: Ink, turn: float = 0.0
) -> None:
    """A star of ``spikes`` points whose inner radius is the share ``inner`` of the outer."""
    angle = turn + np.arange(2 * spikes) * math.pi / spikes
    reach = radius * np.where(np.arange(2 * spikes) % 2 == 0, 1.0, inner)
    polygon(face, np.column_stack([x + reach * np.sin(angle), y - reach * np.cos(angle)]), fill)


def good(face: Array, kind: int, x: float, y: float, radius: float, colours: list[Ink], shape: int, ring: Ink) -> None:
    """One good (0 dates, 1 salt, 2 pepper, 3 gold, 4 water or points) in the deck's way of drawing it (``shape``
    0..4)."""
    fill = colours[kind]
    if shape == 0:
        disc(face, x, y, radius, fill, ring)
    elif shape == 1:
        disc(face, x, y, radius, fill)
    elif shape == 2:
        disc(face, x, y, radius, ring, fill)
        star(face, x, y, radius * 0.7, 4 + kind, 0.45, fill)
    elif shape == 3:
        sides = (3, 4, 6, 8, 5)[kind]
        star(face, x, y, radius, sides, math.cos(math.pi / sides), ring)
        star(face, x, y, radius * 0.8, sides, math.cos(math.pi / sides), fill)
    else:  # a heap of grains in a bowl
        disc(face, x, y, radius, ring)
        for step in range(9):
            angle = step * 2.4
            reach = radius * 0.62 * math.sqrt(step / 9)
            disc(face, x + reach * math.cos(angle), y + reach * math.sin(angle), radius * 0.2, fill)


def palm(face: Array, x: float, y: float, size: float, leaf: Ink, trunk: Ink) -> None:
    """A palm tree whose foot is at x, y + size / 2."""
    top = y - size * 0.3
    polygon(
        face,
        np.array(
            [
                [x - size * 0.06, y + size / 2],
                [x + size * 0.06, y + size / 2],
                [x + size * 0.03, top],
                [x - size * 0.03, top],
            ]
        ),
        trunk,
    )
    for angle in (-170, -130, -50, -10, 25, 155):
        at = (
            round((x + size * 0.22 * math.cos(math.radians(angle))) * 16),
            round((top + size * 0.12 * math.sin(math.radians(angle))) * 16),
        )
        cv2.ellipse(
            face, at, (round(size * 0.25 * 16), round(size * 0.07 * 16)), angle / 3, 0, 360, leaf, -1, cv2.LINE_AA, 4
        )


def symbol(face: Array, kind: int, x: float, y: float, size: float, main: Ink, second: Ink) -> None:
    """One of five tribe symbols: 0 well, 1 rider, 2 oasis, 3 person, 4 tent."""
    half = size / 2
    if kind == 0:
        cv2.ellipse(
            face,
            (round(x * 16), round((y + half * 0.4) * 16)),
            (round(half * 14), round(half * 8)),
            0,
            0,
            360,
            main,
            -1,
            cv2.LINE_AA,
            4,
        )
        cv2.line(
            face,
            (round(x - half * 0.7), round(y - half * 0.8)),
            (round(x + half * 0.7), round(y - half * 0.3)),
            second,
            max(1, round(size / 14)),
            cv2.LINE_AA,
        )
        cv2.line(
            face,
            (round(x + half * 0.5), round(y - half * 0.4)),
            (round(x + half * 0.5), round(y + half * 0.3)),
            second,
            1,
            cv2.LINE_AA,
        )
    elif kind == 1:
        cv2.ellipse(
            face,
            (round(x * 16), round(y * 16)),
            (round(half * 12), round(half * 6)),
            0,
            0,
            360,
            main,
            -1,
            cv2.LINE_AA,
            4,
        )
        for leg in (-0.5, -0.2, 0.25, 0.5):
            cv2.line(
                face,
                (round(x + leg * half), round(y)),
                (round(x + leg * half), round(y + half)),
                main,
                max(1, round(size / 14)),
                cv2.LINE_AA,
            )
        polygon(face, np.array([[x - half * 0.4, y], [x + half * 0.4, y], [x, y - half]]), second)
    elif kind == 2:
        palm(face, x, y, size, main, second)
    elif kind == 3:
        polygon(
            face,
            np.array(
                [
                    [x - half * 0.25, y - half * 0.3],
                    [x + half * 0.25, y - half * 0.3],
                    [x + half * 0.55, y + half],
                    [x - half * 0.55, y + half],
                ]
            ),
            main,
        )
        disc(face, x, y - half * 0.6, half * 0.32, second)
    else:
        polygon(face, np.array([[x - half, y + half * 0.7], [x + half, y + half * 0.7], [x, y - half * 0.8]]), main)
        polygon(
            face,
            np.array([[x - half * 0.2, y + half * 0.7], [x + half * 0.2, y + half * 0.7], [x, y - half * 0.1]]),
            second,
        )


def words(rng: np.random.Generator, letters: int) -> str:
    """Meaningless words of about that many letters in all."""
    picks = rng.integers(0, len(_LETTERS), letters)
    spaces = rng.random(letters) < 0.18
    return "".join(" " if gap else _LETTERS[pick] for pick, gap in zip(picks, spaces, strict=True))


def text(face: Array, line: str, x: float, y: float, height: float, font: int, colour: Ink, thickness: int = 1) -> None:
    """A line of text from x, its foot at y, its capital letters ``height`` pixels high."""
    cv2.putText(
        face, line, (round(x), round(y)), _FONTS[font % len(_FONTS)], height / 21, colour, thickness, cv2.LINE_AA
    )


def paragraph(
    rng: np.random.Generator, face: Array, box: tuple[float, float, float, float], height: float, font: int, colour: Ink
) -> None:
    """Lines of small text in a box x, y, width, height; below 5 pixels letters are dashes."""
    x, y, width, deep = box
    for row in range(int(deep / (height * 1.7))):
        foot = y + height * (1.7 * row + 1)
        length = width * rng.uniform(0.5, 1)
        if height < 5:
            at = x
            while at < x + length:
                run = rng.uniform(3, 14)
                cv2.line(
                    face, (round(at), round(foot)), (round(at + run), round(foot)), colour, max(1, round(height / 2))
                )
                at += run + 3
        else:
            text(face, words(rng, int(length / (height * 0.85))), x, foot, height, font, colour)


def desert(rng: np.random.Generator, width: int, height: int) -> Array:
    """Drawn scenery, mostly brown and sandy: sky, sun, dunes, tents and palms."""
    sky = hsv(
        rng.uniform(0.02, 0.15) if rng.random() < 0.6 else rng.uniform(0.5, 0.62),
        rng.uniform(0.1, 0.6),
        rng.uniform(0.5, 1),
    )
    low = hsv(rng.uniform(0.05, 0.13), rng.uniform(0.1, 0.6), rng.uniform(0.5, 1))
    fade = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    picture = np.repeat(sky * (1 - fade) + low * fade, width, axis=1)
    if rng.random() < 0.5:
        disc(
            picture,
            rng.uniform(0, width),
            rng.uniform(0, height * 0.5),
            rng.uniform(6, 26),
            ink(hsv(0.12, rng.uniform(0.1, 0.7), 1)),
        )
    x = np.arange(0, width + 8, 8)
    for layer in range(int(rng.integers(1, 5))):
        level = height * (0.35 + 0.17 * layer) + rng.uniform(-10, 10)
        ridge = (
            level
            + rng.uniform(4, 22) * np.sin(x / rng.uniform(20, 90) + rng.uniform(0, 6))
            + rng.uniform(0, 8) * np.sin(x / 13)
        )
        tone = hsv(rng.uniform(0.04, 0.13), rng.uniform(0.25, 0.75), rng.uniform(0.3, 0.95))
        polygon(picture, np.vstack([np.column_stack([x, ridge]), [[width + 8, height], [0, height]]]), ink(tone))
        for _ in range(int(rng.integers(0, 4))):
            at = int(rng.integers(len(x)))
            size = rng.uniform(15, 70)
            symbol(
                picture,
                int(rng.integers(5)),
                float(x[at]),
                float(ridge[at]) - size * 0.2,
                size,
                dark(rng) if rng.random() < 0.5 else bright(rng),
                dark(rng),
            )
    picture += smooth_noise(rng, width, height, 6, 4)[..., None] * rng.uniform(0, 10)
    return np.clip(picture, 0, 255).astype(np.uint8)
