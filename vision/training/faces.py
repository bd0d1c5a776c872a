"""Drawn card faces in many styles: one deck a table, every face made from the deck's seed and the face's name.

Names of faces: ``border-1`` .. ``border-16``, ``goods-01`` .., ``tribe-01`` .., ``dune-01`` .., ``back-tribe``,
``back-goods``.
"""

from __future__ import annotations

import zlib
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.board import CORNERS, border, cell_of
from vision.training import icons
from vision.training.camera import CARD_MM
from vision.training.tops import hsv, load, pictures, recoloured, smooth_noise

Array = NDArray[Any]
FACE_PX_PER_MM = 3.0
WIDTH, HEIGHT = (round(side * FACE_PX_PER_MM) for side in CARD_MM)
GOODS_CARDS = {2: 0, 3: 1, 6: 2, 7: 0, 11: 2, 15: 1}
"""Border cards that give a good: which (rules/cards)."""
_GROUNDS = ("paper", "plain", "dark", "desert", "art", "noise")


class Deck:
    """The faces of one table's cards, made when first asked for."""

    def __init__(self, seed: int, assets: str | None = None) -> None:
        self._seed = seed
        self._faces: dict[str, Array] = {}
        rng = np.random.default_rng([seed, 77])
        self._art = pictures(assets, "art")
        weights = np.array([0.34, 0.12, 0.1, 0.16, 0.22 if self._art else 0.0, 0.06])
        self._ground = str(rng.choice(_GROUNDS, p=weights / weights.sum()))
        self._mixed = rng.random() < 0.12
        self._tone = self._paper_tone(rng, self._ground)
        self._grain = rng.uniform(0, 16)
        self._speckle = rng.random() < 0.4
        self._frame = int(rng.integers(0, 5))
        self._frame_ink = icons.dark(rng) if rng.random() < 0.7 else icons.bright(rng)
        self._margin = rng.uniform(3, 16)
        self._ring = (40.0, 60.0, 110.0) if rng.random() < 0.5 else icons.dark(rng)
        self._goods_shape = 0 if rng.random() < 0.4 else int(rng.integers(0, 5))
        self._goods = self._goods_colours(rng)
        self._font = int(rng.integers(0, 5))
        self._letters = rng.uniform(3, 9)
        self._text_ink = (
            icons.dark(rng) if self._ground != "dark" else icons.ink(hsv(rng.random(), 0.2, rng.uniform(0.6, 1)))
        )
        self._symbols = [
            (icons.bright(rng), icons.dark(rng) if rng.random() < 0.6 else icons.bright(rng)) for _ in range(5)
        ]
        self._symbol_at = rng.uniform([0.12, 0.3], [0.35, 0.7])
        self._symbol_size = rng.uniform(35, 75)
        self._cost_at = int(rng.integers(0, 4))
        self._cost_size = rng.uniform(7, 16)
        self._points = (
            int(rng.integers(3, 7)),
            rng.uniform(0.3, 0.6),
            rng.uniform(9, 20),
            icons.ink(hsv(rng.random(), rng.uniform(0, 0.4), rng.uniform(0.5, 1))),
        )
        self._edges = 0 if rng.random() < 0.3 else int(rng.integers(1, 4))
        self._edge_width = rng.uniform(5, 22)
        self._edge_tones = [hsv(rng.random(), rng.uniform(0.2, 0.9), rng.uniform(0.2, 0.9)) for _ in range(4)]
        self._text_side = rng.random() < 0.6
        self._numbers = rng.random() < 0.3
        self._dune_style = int(rng.integers(0, 6))
        self._fade = rng.uniform(0, 0.35)

    @staticmethod
    def _paper_tone(rng: np.random.Generator, ground: str) -> Array:
        if ground == "dark":
            return hsv(
                rng.uniform(0, 0.15) if rng.random() < 0.7 else rng.random(),
                rng.uniform(0.1, 0.7),
                rng.uniform(0.08, 0.4),
            )
        if rng.random() < 0.75:
            return hsv(rng.uniform(0.05, 0.15), rng.uniform(0.03, 0.6), rng.uniform(0.6, 1))
        return hsv(rng.random(), rng.uniform(0, 0.35), rng.uniform(0.55, 1))

    @staticmethod
    def _goods_colours(rng: np.random.Generator) -> list[icons.Ink]:
        if rng.random() < 0.3:
            return [icons.bright(rng) for _ in range(5)]

        def spread(hue: float) -> float:
            return float(hue + rng.normal(0, 0.02)) % 1.0

        return [
            icons.ink(hsv(spread(0.03), rng.uniform(0.6, 0.95), rng.uniform(0.3, 0.6))),
            icons.ink(hsv(spread(0.12), rng.uniform(0, 0.15), rng.uniform(0.85, 1))),
            icons.ink(hsv(rng.random(), rng.uniform(0, 0.35), rng.uniform(0.08, 0.3))),
            icons.ink(hsv(spread(0.11), rng.uniform(0.5, 0.9), rng.uniform(0.7, 1))),
            icons.ink(hsv(spread(0.58), rng.uniform(0.4, 0.9), rng.uniform(0.5, 1))),
        ]

    def face(self, name: str) -> Array:
        """The face of that name, (177, 273, 3) uint8 BGR in reading direction. Raises ValueError for an unknown
        kind."""
        if name not in self._faces:
            kind, _, number = name.partition("-")
            rng = np.random.default_rng([self._seed, zlib.crc32(name.encode())])
            if kind == "border":
                made = self._border(rng, int(number))
            elif kind == "goods":
                made = self._goods_card(rng)
            elif kind == "tribe":
                made = self._tribe(rng)
            elif kind == "dune":
                made = self._dune(rng)
            elif kind == "back":
                made = self._back(np.random.default_rng([self._seed, 5]), number)
            else:
                raise ValueError(f"no kind of card is called {kind!r}")
            self._faces[name] = made
        return self._faces[name]

    def _blank(self, rng: np.random.Generator) -> Array:
        ground = str(rng.choice(_GROUNDS[:4])) if self._mixed else self._ground
        if ground == "art":
            face = self._art_crop(rng)
        elif ground == "desert":
            face = icons.desert(rng, WIDTH, HEIGHT)
        else:
            picture = np.empty((HEIGHT, WIDTH, 3), np.float32)
            picture[:] = self._tone
            if ground != "plain":
                cell = 3.0 if self._speckle else 20.0
                picture += self._grain * smooth_noise(rng, WIDTH, HEIGHT, cell, cell)[..., None]
            if ground == "noise":
                picture += (
                    rng.uniform(5, 40)
                    * smooth_noise(rng, WIDTH, HEIGHT, rng.uniform(5, 60), rng.uniform(5, 60))[..., None]
                    * hsv(rng.random(), 0.7, 0.01)
                    / 2.55
                )
            face = np.clip(picture, 0, 255).astype(np.uint8)
        if ground in ("art", "desert") and self._fade > 0.05:
            face = cv2.addWeighted(face, 1 - self._fade, np.full_like(face, self._tone.astype(np.uint8)), self._fade, 0)
        margin = round(self._margin)
        if self._frame == 1:
            cv2.rectangle(face, (margin, margin), (WIDTH - margin, HEIGHT - margin), self._frame_ink, 1, cv2.LINE_AA)
        elif self._frame == 2:
            cv2.rectangle(face, (0, 0), (WIDTH - 1, HEIGHT - 1), self._frame_ink, margin)
        elif self._frame == 3:
            cv2.rectangle(
                face, (0, 0), (WIDTH - 1, HEIGHT - 1), icons.ink(np.clip(self._tone * 0.6 + 100, 0, 255)), 2 * margin
            )
            cv2.rectangle(face, (margin, margin), (WIDTH - margin, HEIGHT - margin), self._frame_ink, 2)
        return face

    def _art_crop(self, rng: np.random.Generator) -> Array:
        picture = load(self._art[int(rng.integers(len(self._art)))])
        height, width = picture.shape[:2]
        wide = int(min(width, height * WIDTH / HEIGHT) * rng.uniform(0.5, 1.0))
        high = int(wide * HEIGHT / WIDTH)
        x, y = int(rng.integers(0, width - wide + 1)), int(rng.integers(0, max(1, height - high + 1)))
        crop = cv2.resize(picture[y : y + high, x : x + wide], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
        return recoloured(rng, crop, hue=40) if rng.random() < 0.3 else crop

    def _panel(self, rng: np.random.Generator, face: Array, box: tuple[float, float, float, float]) -> None:
        x, y, width, height = (round(value) for value in box)
        part = face[max(0, y) : y + height, max(0, x) : x + width]
        part[:] = cv2.addWeighted(part, 0.35, np.full_like(part, np.clip(self._tone, 0, 255).astype(np.uint8)), 0.65, 0)

    def _border(self, rng: np.random.Generator, number: int) -> Array:
        face = self._blank(rng)
        corner = border(number) in CORNERS
        if self._edges and rng.random() < 0.97:
            self._scenery(rng, face, number)
        middle = (WIDTH / 2 + rng.normal(0, 8), HEIGHT / 2 + rng.normal(0, 6))
        if corner:
            icons.disc(face, middle[0] - 15, middle[1] + 12, 22, self._goods[3], self._ring)
            cv2.line(
                face,
                (round(middle[0] - 45), round(middle[1] + 35)),
                (round(middle[0] + 15), round(middle[1] - 12)),
                icons.bright(rng),
                5,
                cv2.LINE_AA,
            )
            icons.star(
                face, middle[0] + 45, middle[1] - 18, self._points[2], self._points[0], self._points[1], self._points[3]
            )
        elif number in GOODS_CARDS or rng.random() < 0.15:
            icons.good(
                face,
                GOODS_CARDS.get(number, 3),
                *middle,
                rng.uniform(22, 38),
                self._goods,
                self._goods_shape,
                self._ring,
            )
        elif rng.random() < 0.6:
            kind = int(rng.integers(0, 5))
            icons.symbol(face, kind, middle[0], middle[1], rng.uniform(40, 85), icons.bright(rng), icons.dark(rng))
        if self._text_side and (corner or number not in GOODS_CARDS):
            icons.text(
                face,
                icons.words(rng, int(rng.integers(5, 14))).upper(),
                rng.uniform(20, 60),
                rng.uniform(28, 48),
                self._letters * 1.5,
                self._font,
                self._text_ink,
            )
            if rng.random() < 0.8:
                icons.paragraph(
                    rng, face, (60, 60, 150, rng.uniform(30, 80)), self._letters, self._font, self._text_ink
                )
        if self._numbers or rng.random() < 0.1:
            icons.text(
                face, str(number), rng.uniform(10, 30), HEIGHT - 14, rng.uniform(10, 26), self._font, self._text_ink, 2
            )
        return face

    def _scenery(self, rng: np.random.Generator, face: Array, number: int) -> None:
        column, row = cell_of(border(number))
        width = self._edge_width
        for side, there in enumerate((row == 0, column == 4, row == 4, column == 0)):
            if not there:
                continue
            tone = self._edge_tones[(side + (number % 4 == 0 and number // 4)) % 4]
            along = WIDTH if side in (0, 2) else HEIGHT
            count = 1 if self._edges == 1 else int(along / rng.uniform(2.5, 7))
            for _ in range(count):
                at, deep = rng.uniform(0, along), abs(rng.normal(0, 0.5)) * width
                x, y = ((at, deep), (WIDTH - deep, at), (at, HEIGHT - deep), (deep, at))[side]
                colour = icons.ink(np.clip(tone * rng.uniform(0.6, 1.3) + rng.normal(0, 15, 3), 0, 255))
                if self._edges == 1:
                    box = (
                        (0, 0, WIDTH, width),
                        (WIDTH - width, 0, WIDTH, HEIGHT),
                        (0, HEIGHT - width, WIDTH, HEIGHT),
                        (0, 0, width, HEIGHT),
                    )[side]
                    cv2.rectangle(face, (round(box[0]), round(box[1])), (round(box[2]), round(box[3])), colour, -1)
                elif self._edges == 2:
                    icons.disc(face, x, y, rng.uniform(2, 6), colour)
                else:
                    icons.polygon(face, np.array([x, y]) + rng.normal(0, 6, (3, 2)), colour)

    def _goods_card(self, rng: np.random.Generator) -> Array:
        face = self._blank(rng)
        count = int(rng.integers(1, 4))
        radius = rng.uniform(22, 38)
        if rng.random() < 0.2:
            self._panel(rng, face, (20, 20, WIDTH - 40, HEIGHT - 40))
        if count == 3 and rng.random() < 0.3:
            spots = [(-radius, radius * 0.8), (radius, radius * 0.8), (0.0, -radius * 0.9)]
        else:
            spots = [((index - (count - 1) / 2) * radius * rng.uniform(2.05, 2.3), 0.0) for index in range(count)]
        for dx, dy in spots:
            icons.good(
                face,
                int(rng.integers(0, 5)),
                WIDTH / 2 + dx,
                HEIGHT / 2 + dy,
                radius,
                self._goods,
                self._goods_shape,
                self._ring,
            )
        return face

    def _tribe(self, rng: np.random.Generator) -> Array:
        face = self._blank(rng)
        kind = int(rng.integers(0, 5))
        if rng.random() < 0.3:
            self._panel(rng, face, (WIDTH * 0.4, HEIGHT * 0.2, WIDTH * 0.55, HEIGHT * 0.5))
        icons.symbol(
            face, kind, self._symbol_at[0] * WIDTH, self._symbol_at[1] * HEIGHT, self._symbol_size, *self._symbols[kind]
        )
        count, step = int(rng.integers(1, 6)), self._cost_size * 2.15
        for index in range(count):
            near = self._cost_size + 6 + index * step
            x, y = (
                (near, self._cost_size + 5),
                (WIDTH - near, self._cost_size + 5),
                (near, HEIGHT - self._cost_size - 5),
                (WIDTH - self._cost_size - 6, near),
            )[self._cost_at]
            icons.good(face, int(rng.integers(0, 4)), x, y, self._cost_size, self._goods, self._goods_shape, self._ring)
        spikes, inner, radius, fill = self._points
        for index in range(int(rng.integers(1, 4))):
            icons.star(face, WIDTH - 20 - index * radius * 2, HEIGHT - 22, radius, spikes, inner, self._ring)
            icons.star(face, WIDTH - 20 - index * radius * 2, HEIGHT - 22, radius * 0.85, spikes, inner, fill)
        if rng.random() < 0.85:
            icons.paragraph(
                rng,
                face,
                (WIDTH * 0.45, HEIGHT * 0.28, WIDTH * 0.45, HEIGHT * rng.uniform(0.15, 0.45)),
                self._letters,
                self._font,
                self._text_ink,
            )
        return face

    def _dune(self, rng: np.random.Generator) -> Array:
        style, look = self._dune_style, np.random.default_rng([self._seed, 9])
        low = hsv(look.uniform(0.06, 0.14), look.uniform(0.2, 0.7), look.uniform(0.25, 0.6))
        high = hsv(look.uniform(0.08, 0.15), look.uniform(0.1, 0.6), look.uniform(0.7, 1))
        y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
        turn = look.uniform(0, np.pi)
        along, across = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
        if style <= 2:
            wave = (
                across
                + look.uniform(3, 22) * np.sin(along / look.uniform(15, 60) + rng.uniform(0, 6))
                + 6 * smooth_noise(rng, WIDTH, HEIGHT, 60, 60)
            )
            level = 0.5 + 0.5 * np.sin(wave / look.uniform(4, 16))
            level = level**2 if style == 1 else level
        elif style == 3:
            level = cv2.cvtColor(icons.desert(rng, WIDTH, HEIGHT), cv2.COLOR_BGR2GRAY).astype(np.float32) / 255
        elif style == 4:
            level = (
                0.6 + 0.12 * smooth_noise(rng, WIDTH, HEIGHT, 3, 3) + 0.15 * smooth_noise(rng, WIDTH, HEIGHT, 90, 40)
            )
        else:
            level = 0.5 + 0.5 * np.sign(np.sin(across / look.uniform(8, 25)))
        level = level + 0.05 * smooth_noise(rng, WIDTH, HEIGHT, 2, 2)
        face: Array = np.clip(low + (high - low) * np.clip(level, 0, 1)[..., None], 0, 255).astype(np.uint8)
        extra = look.random()
        if extra < 0.5:
            icons.paragraph(rng, face, (45, 50, 150, 60), self._letters, self._font, self._text_ink)
        if extra > 0.35:
            icons.symbol(
                face,
                int(rng.integers(5)),
                rng.uniform(50, 220),
                HEIGHT / 2,
                rng.uniform(40, 80),
                icons.bright(rng),
                icons.dark(rng),
            )
        return face

    def _back(self, rng: np.random.Generator, which: str) -> Array:
        blue, red = rng.uniform(0.55, 0.68), rng.uniform(-0.04, 0.05) % 1.0
        deep, bright = rng.uniform(0.35, 0.9), rng.uniform(0.25, 0.75)
        tone = hsv(blue if which == "tribe" else red, deep, bright)
        face = np.empty((HEIGHT, WIDTH, 3), np.uint8)
        face[:] = tone
        style, line = (
            int(rng.integers(0, 6)),
            icons.ink(np.clip(tone * rng.uniform(0.5, 1.6) + rng.uniform(0, 40), 0, 255)),
        )
        step = int(rng.integers(8, 34))
        if style in (1, 2):
            for at in range(-HEIGHT, WIDTH, step):
                cv2.line(face, (at, 0), (at + HEIGHT, HEIGHT), line, 1 + step // 9, cv2.LINE_AA)
                if style == 2:
                    cv2.line(face, (at + HEIGHT, 0), (at, HEIGHT), line, 1 + step // 9, cv2.LINE_AA)
        elif style == 3:
            for at in range(step // 2, WIDTH, step):
                for down in range(step // 2, HEIGHT, step):
                    icons.disc(face, at, down, step / 3, line)
        elif style == 4:
            icons.star(face, WIDTH / 2, HEIGHT / 2, HEIGHT * 0.4, int(rng.integers(4, 12)), rng.uniform(0.3, 0.7), line)
        elif style == 5:
            icons.symbol(
                face,
                int(rng.integers(5)),
                WIDTH / 2,
                HEIGHT / 2,
                HEIGHT * 0.7,
                line,
                icons.ink(np.clip(tone * 0.6, 0, 255)),
            )
        if rng.random() < 0.6:
            light = icons.ink(hsv(rng.uniform(0.05, 0.15), rng.uniform(0, 0.4), rng.uniform(0.6, 1)))
            cv2.rectangle(face, (0, 0), (WIDTH - 1, HEIGHT - 1), light, int(rng.integers(6, 30)))
        return face
