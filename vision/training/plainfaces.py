"""A plain and legible deck, drawn for the film that ships with the product: no picture files, no words, free to give
away."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.board import CORNERS, border
from vision.training import icons
from vision.training.faces import GOODS_CARDS, HEIGHT, WIDTH, Deck
from vision.training.tops import smooth_noise

Array = NDArray[Any]
_INK = (38.0, 52.0, 74.0)
_RING = (44.0, 70.0, 112.0)
_GOODS: list[icons.Ink] = [
    (40.0, 62.0, 128.0),
    (246.0, 246.0, 240.0),
    (44.0, 44.0, 48.0),
    (60.0, 172.0, 232.0),
    (196.0, 140.0, 60.0),
]
_SYMBOLS: list[tuple[icons.Ink, icons.Ink]] = [
    ((190.0, 130.0, 60.0), (60.0, 80.0, 110.0)),
    ((60.0, 110.0, 170.0), (110.0, 70.0, 50.0)),
    ((70.0, 130.0, 60.0), (50.0, 80.0, 120.0)),
    ((120.0, 60.0, 110.0), (70.0, 100.0, 150.0)),
    ((80.0, 110.0, 190.0), (50.0, 60.0, 90.0)),
]
_EDGES = ((196.0, 146.0, 78.0), (70.0, 120.0, 66.0), (80.0, 150.0, 200.0), (150.0, 104.0, 140.0))
"""Colours of the board's outer edge: top, right, bottom, left."""


class PlainDeck(Deck):
    """The same names as any deck's; ``seed`` moves only what differs from card to card."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._edges, self._edge_width, self._edge_tones = 2, 10.0, [np.array(tone) for tone in _EDGES]
        self._dune_style = 0

    def _blank(self, rng: np.random.Generator) -> Array:
        face = np.empty((HEIGHT, WIDTH, 3), np.float32)
        face[:] = (176.0, 214.0, 236.0)
        face += 4 * smooth_noise(rng, WIDTH, HEIGHT, 14, 10)[..., None]
        paper: Array = np.clip(face, 0, 255).astype(np.uint8)
        cv2.rectangle(paper, (12, 12), (WIDTH - 13, HEIGHT - 13), (120.0, 160.0, 190.0), 1, cv2.LINE_AA)
        return paper

    def _border(self, rng: np.random.Generator, number: int) -> Array:
        face = self._blank(rng)
        self._scenery(rng, face, number)
        middle = (WIDTH / 2, HEIGHT / 2)
        if border(number) in CORNERS:
            icons.disc(face, *middle, 44, (60.0, 60.0, 170.0), _RING)
            for lean in (-1, 1):
                start = (round(middle[0] - 26 * lean), round(middle[1] - 24))
                end = (round(middle[0] + 26 * lean), round(middle[1] + 24))
                cv2.line(face, start, end, (235.0, 240.0, 244.0), 7, cv2.LINE_AA)
        elif number in GOODS_CARDS:
            icons.good(face, GOODS_CARDS[number], *middle, 38, _GOODS, 0, _RING)
        else:
            kind = number % 5
            icons.symbol(face, kind, middle[0] - 48, middle[1], 78, *_SYMBOLS[kind])
            _lines(rng, face, WIDTH * 0.52, HEIGHT * 0.36, 4)
        icons.disc(face, 34, 34, 17, _INK)
        text = str(number)
        icons.text(face, text, 34 - 6.5 * len(text), 41, 14, 1, (236.0, 240.0, 244.0), 1)
        return face

    def _goods_card(self, rng: np.random.Generator) -> Array:
        face = self._blank(rng)
        count = int(rng.integers(1, 4))
        for index in range(count):
            x = WIDTH / 2 + (index - (count - 1) / 2) * 78
            icons.good(face, int(rng.integers(0, 4)), x, HEIGHT / 2, 34, _GOODS, 0, _RING)
        return face

    def _tribe(self, rng: np.random.Generator) -> Array:
        face = self._blank(rng)
        kind = int(rng.integers(0, 5))
        icons.symbol(face, kind, WIDTH * 0.24, HEIGHT * 0.52, 92, *_SYMBOLS[kind])
        for index in range(int(rng.integers(2, 5))):
            icons.good(face, int(rng.integers(0, 4)), WIDTH - 34 - index * 30, 34, 13, _GOODS, 0, _RING)
        _lines(rng, face, WIDTH * 0.48, HEIGHT * 0.42, 3)
        for index in range(int(rng.integers(1, 4))):
            icons.star(face, WIDTH - 34 - index * 32, HEIGHT - 34, 15, 4, 0.4, _RING)
            icons.star(face, WIDTH - 34 - index * 32, HEIGHT - 34, 12, 4, 0.4, (232.0, 236.0, 240.0))
        return face

    def _dune(self, rng: np.random.Generator) -> Array:
        y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
        wave = y + 12 * np.sin(x / 34 + rng.uniform(0, 6)) + 5 * smooth_noise(rng, WIDTH, HEIGHT, 60, 60)
        level = (0.5 + 0.5 * np.sin(wave / 9))[..., None]
        low, high = np.array([90.0, 140.0, 176.0]), np.array([160.0, 212.0, 240.0])
        face: Array = np.clip(low + (high - low) * level, 0, 255).astype(np.uint8)
        icons.symbol(face, int(rng.integers(5)), WIDTH / 2, HEIGHT / 2, 84, (50.0, 84.0, 124.0), _INK)
        return face

    def _back(self, rng: np.random.Generator, which: str) -> Array:
        face = np.empty((HEIGHT, WIDTH, 3), np.uint8)
        tone = np.array((140.0, 76.0, 40.0) if which == "tribe" else (44.0, 50.0, 150.0))
        face[:] = tone
        line = icons.ink(tone * 1.35)
        for at in range(-HEIGHT, WIDTH, 26):
            cv2.line(face, (at, 0), (at + HEIGHT, HEIGHT), line, 2, cv2.LINE_AA)
            cv2.line(face, (at + HEIGHT, 0), (at, HEIGHT), line, 2, cv2.LINE_AA)
        cv2.rectangle(face, (0, 0), (WIDTH - 1, HEIGHT - 1), (176.0, 214.0, 236.0), 14)
        return face


def _lines(rng: np.random.Generator, face: Array, x: float, y: float, rows: int) -> None:
    """Strokes that stand for lines of text."""
    for row in range(rows):
        at = (round(x), round(y + row * 15))
        end = (round(x + WIDTH * rng.uniform(0.22, 0.36)), at[1])
        cv2.line(face, at, end, (96.0, 120.0, 140.0), 4, cv2.LINE_AA)
