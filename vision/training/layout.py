"""Where things lie on a made table: the 25 cards, the sand dunes, displays, piles, tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.camera import CARD_MM
from vision.training.pieces import Look, clutter, pencil, random_token

Array = NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card on the table: corners (4, 2) in mm as it is read, its face's name, the height of its pile below it."""

    corners_mm: Array
    face: str
    pile_mm: float = 0.0

    @property
    def centre_mm(self) -> Array:
        centre: Array = self.corners_mm.mean(axis=0)
        return centre


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """All that keeps its place while a game is played. ``board`` by row * 5 + column; ``dunes`` in the order of their
    numbers."""

    pitch_mm: tuple[float, float]
    board: tuple[Card, ...]
    dunes: tuple[Card, ...]
    others: tuple[Card, ...]
    tokens: tuple[tuple[Look, Array], ...]
    things: tuple[tuple[Look, Array], ...]


def card_corners(centre: Array, angle: float = 0.0) -> Array:
    """Corners (4, 2) in mm of a card: top left, top right, bottom right, bottom left as it is read."""
    half = np.array(CARD_MM) / 2
    corner = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    cos, sin = np.cos(angle), np.sin(angle)
    turned: Array = corner @ np.array([[cos, sin], [-sin, cos]]) + centre
    return turned


def overlap(first: Array, second: Array) -> float:
    """Area in square mm that two convex outlines share."""
    if np.any(first.max(0) < second.min(0)) or np.any(second.max(0) < first.min(0)):
        return 0.0
    return float(cv2.intersectConvexConvex(first.astype(np.float32), second.astype(np.float32))[0])


def numbered(centres_mm: Array, pitch_mm: tuple[float, float]) -> list[int]:
    """The order of sand dunes: from the board's top edge down, at the same height (a third of a pitch) the left one
    first."""
    order = sorted(range(len(centres_mm)), key=lambda index: float(centres_mm[index][1]))
    rows: list[list[int]] = []
    for index in order:
        if rows and centres_mm[index][1] - centres_mm[rows[-1][0]][1] < 0.33 * pitch_mm[1]:
            rows[-1].append(index)
        else:
            rows.append([index])
    return [index for row in rows for index in sorted(row, key=lambda each: float(centres_mm[each][0]))]


def _board(rng: np.random.Generator, pitch: Array, loose: float) -> tuple[Card, ...]:
    cards = []
    number = {(c, r): n for n, (c, r) in enumerate(_ring())}
    for row in range(5):
        for column in range(5):
            spread = loose * (2.2 if rng.random() < 0.05 else 1.0)
            at = np.array([column, row]) * pitch + np.clip(rng.normal(0, 1.0, 2) * spread, -5, 5)
            turn = np.radians(rng.normal(0, 0.9) * spread)
            ring = number.get((column, row))
            cards.append(Card(card_corners(at, float(turn)), "" if ring is None else f"border-{ring or 16}"))
    return tuple(cards)


def _ring() -> list[tuple[int, int]]:
    return (
        [(c, 0) for c in range(5)]
        + [(4, r) for r in range(1, 5)]
        + [(c, 4) for c in (3, 2, 1, 0)]
        + [(0, r) for r in (3, 2, 1)]
    )


def _dunes(rng: np.random.Generator, pitch: Array) -> list[Card]:
    choice = rng.random()
    turn = 0.0 if rng.random() < 0.75 else np.pi / 2
    wide, high = CARD_MM if turn == 0 else CARD_MM[::-1]
    spots = []
    if choice < 0.72:
        left = rng.random() < 0.5
        away = max(rng.uniform(1.0, 1.45) * pitch[0], CARD_MM[0] / 2 + wide / 2 + 3)
        step = max(pitch[1], high + rng.uniform(1, 6))
        middle = rng.normal(2, 0.15) * pitch[1]
        spots = [np.array([-away if left else 4 * pitch[0] + away, middle + index * step]) for index in (-1, 0, 1)]
    elif choice < 0.9:
        above = rng.random() < 0.5
        away = max(rng.uniform(1.02, 1.7) * pitch[1], CARD_MM[1] / 2 + high / 2 + 3)
        step = max(pitch[0], wide + rng.uniform(1, 6)) if turn == 0 else wide + rng.uniform(2, 35)
        middle = rng.normal(2, 0.3) * pitch[0]
        spots = [np.array([middle + index * step, -away if above else 4 * pitch[1] + away]) for index in (-1, 0, 1)]
    else:
        for _ in range(3):
            side = int(rng.integers(4))
            along, away = rng.uniform(0, 4), rng.uniform(1.2, 1.9)
            u, v = ((along, -away), (4 + away, along), (along, 4 + away), (-away, along))[side]
            spots.append(np.array([u, v]) * pitch)
    spread = 1.0 if choice < 0.8 else 3.0
    upside = np.pi if rng.random() < 0.15 else 0.0
    cards = [
        Card(
            card_corners(
                spot + rng.normal(0, 1.5, 2) * spread, float(turn + upside + np.radians(rng.normal(0, 1.5) * spread))
            ),
            "dune",
        )
        for spot in spots
    ]
    kept: list[Card] = []
    for card in cards:
        if not any(overlap(card.corners_mm, other.corners_mm) > 20 for other in kept):
            kept.append(card)
    order = numbered(np.array([card.centre_mm for card in kept]), (float(pitch[0]), float(pitch[1])))
    return [kept[index] for index in order]


def _display(rng: np.random.Generator, pitch: Array, side: int) -> list[Card]:
    """A player's cards in rows of up to four beside one side of the board (0 top, 1 right, 2 bottom, 3 left)."""
    count = int(rng.integers(1, 13))
    gap = rng.uniform(5, 25) if rng.random() < 0.55 else rng.uniform(25, 110)
    turn = float(rng.choice([0, np.pi, np.pi / 2, -np.pi / 2], p=[0.66, 0.12, 0.11, 0.11]))
    wide, high = CARD_MM if abs(np.sin(turn)) < 0.5 else CARD_MM[::-1]
    step = np.array([wide, high]) + rng.uniform(0.5, 12, 2)
    if rng.random() < 0.35 and wide > high:
        step = pitch.copy()  # in line with the board's own columns
    start = rng.uniform(-0.5, 2.0) * pitch if rng.random() < 0.7 else np.zeros(2)
    loose = rng.uniform(0.3, 1.5) if rng.random() < 0.7 else rng.uniform(2, 5)
    columns = 4 if side in (0, 2) or rng.random() < 0.4 else int(rng.integers(1, 4))
    cards = []
    for index in range(count):
        column, row = index % columns, index // columns
        if side in (0, 2):
            out = CARD_MM[1] / 2 + gap + high / 2 + row * step[1]
            at = np.array([start[0] + column * step[0], -out if side == 0 else 4 * pitch[1] + out])
        else:
            out = CARD_MM[0] / 2 + gap + wide / 2 + column * step[0]
            at = np.array([-out if side == 3 else 4 * pitch[0] + out, start[1] + row * step[1]])
        at = at + rng.normal(0, 1, 2) * loose
        cards.append(
            Card(
                card_corners(at, turn + float(np.radians(rng.normal(0, 1) * loose))),
                f"tribe-{int(rng.integers(1, 46)):02d}",
            )
        )
    return cards


def _piles(rng: np.random.Generator, pitch: Array) -> list[Card]:
    side = int(rng.integers(4))
    turn = float(rng.choice([0, np.pi / 2, -np.pi / 2, np.pi])) + rng.normal(0, 0.06)
    gap = rng.uniform(20, 60)
    piles = []
    start = rng.uniform(0, 3.2)
    for index, face in enumerate(("back-tribe", "back-goods")):
        if rng.random() < 0.3:
            face = face.replace("back-", "") + f"-{int(rng.integers(1, 20)):02d}"
        along = (start + index * 1.08) * pitch
        out = np.array(CARD_MM) / 2 + gap + 45
        u, v = (
            (along[0], -out[1]),
            (4 * pitch[0] + out[0], along[1]),
            (along[0], 4 * pitch[1] + out[1]),
            (-out[0], along[1]),
        )[side]
        if side in (1, 3) and abs(np.sin(turn)) > 0.5:
            v += index * 35
        piles.append(
            Card(
                card_corners(np.array([u, v]) + rng.normal(0, 4, 2), turn + rng.normal(0, 0.05)),
                face,
                rng.uniform(1, 18),
            )
        )
    return piles


def _outside(rng: np.random.Generator, pitch: Array, near: float, far: float) -> Array:
    """A point between ``near`` and ``far`` mm off the board's outer edge."""
    side = int(rng.integers(4))
    half = np.array(CARD_MM) / 2
    away = rng.uniform(near, far)
    along = rng.uniform(-0.9, 4.9, 2) * pitch
    x, y = (
        (along[0], -half[1] - away),
        (4 * pitch[0] + half[0] + away, along[1]),
        (along[0], 4 * pitch[1] + half[1] + away),
        (-half[0] - away, along[1]),
    )[side]
    return np.array([x, y])


def random_layout(rng: np.random.Generator) -> Layout:
    """A table set in any likely way."""
    tight = rng.random() < 0.2
    gap = rng.uniform(0.2, 2.0) if tight else rng.uniform(0.5, 8)
    pitch = np.array(CARD_MM) + np.clip(gap + rng.normal(0, 0.8, 2), 0.2, 9)
    board = _board(rng, pitch, rng.uniform(0.1, 0.8 if tight else 1.3))
    dunes = _dunes(rng, pitch) if rng.random() < 0.6 else []
    taken = [card.corners_mm for card in (*board, *dunes)]
    others: list[Card] = []

    def lay(cards: list[Card], room: float) -> None:
        for card in cards:
            middles = np.array([corners[::2].mean(axis=0) for corners in taken])
            near = np.flatnonzero(np.hypot(*(middles - card.centre_mm).T) < np.hypot(*CARD_MM))
            if all(
                overlap(card.corners_mm, taken[index]) <= (room if index < 25 + len(dunes) else 400) for index in near
            ):
                taken.append(card.corners_mm)
                others.append(card)

    if rng.random() < 0.9:
        lay(_piles(rng, pitch), 1.0)
    sides = rng.permutation(4)
    for side in sides[: int(rng.choice([0, 1, 2, 3], p=[0.15, 0.25, 0.52, 0.08]))]:
        lay(_display(rng, pitch, int(side)), 1.0)
    for _ in range(int(rng.choice([0, 1, 2, 4], p=[0.55, 0.25, 0.15, 0.05]))):
        face = str(rng.choice(["tribe-03", "goods-02", "back-tribe", "back-goods", "tribe-11"]))
        lay([Card(card_corners(_outside(rng, pitch, 45, 160), rng.uniform(0, 2 * np.pi)), face)], 1.0)
    tokens: list[tuple[Look, Array]] = []
    for _ in range(int(rng.integers(0, 26))):
        tokens.append((random_token(rng), _outside(rng, pitch, 22, 200)))
    for _ in range(int(rng.choice([0, 1, 2], p=[0.75, 0.18, 0.07]))):
        tokens.append((pencil(rng), _outside(rng, pitch, 95, 220)))
    things = [
        (clutter(rng), _outside(rng, pitch, 175, 330)) for _ in range(int(rng.choice([0, 1, 2], p=[0.8, 0.15, 0.05])))
    ]
    return Layout((float(pitch[0]), float(pitch[1])), board, tuple(dunes), tuple(others), tuple(tokens), tuple(things))
