"""Decks of cards that look alike, and views of them on a table: the hard case for naming cards.

The cards of a deck share frame and ground and have one of five layouts; ten groups of five differ in their text or in
one cost icon alone, and what differs can be read: text stands on the ground, and nothing covers an icon. Everything is
drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import seen_at
from vision.fitting import CARD_MM
from vision.training import icons
from vision.training.camera import Camera, look_at
from vision.training.light import apply_light, expose, random_light, random_sensor
from vision.training.tops import hsv, load, pictures, smooth_noise, table_top

Array = NDArray[Any]

WIDE, HIGH = 364, 236
"""A face in pixels: 4 a mm."""
GROUPS, IN_GROUP = 10, 5
PICTURE = (640, 480)
NEIGHBOURS = ((-95, 0), (95, 0), (0, -63), (0, 63), (-95, 63), (95, -63))
"""Where other cards lie (mm)."""
_GOODS = ((0.03, 0.8, 0.45), (0.12, 0.05, 0.95), (0.6, 0.5, 0.25), (0.11, 0.7, 0.85))


@dataclass(frozen=True, slots=True)
class _Card:
    """What is on a card; ``art`` and ``text`` are seeds."""

    layout: int
    art: int
    cost: tuple[int, ...]
    text: int
    symbol: int
    stars: int


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where art (x, y, width, height) and text (x, y) stand, as shares of the face; in which upper corner the cost."""

    art: tuple[float, float, float, float]
    text: tuple[float, float]
    corner: int


class Lookalikes:
    """A deck of ``count`` faces (236, 364, 3) uint8 BGR."""

    def __init__(self, seed: int, count: int = 110, assets: str | None = None) -> None:
        rng = np.random.default_rng([seed, 1])
        self._art = pictures(assets, "art")
        self._goods = [icons.ink(hsv(*tone)) for tone in _GOODS]
        self._ring, self._ink = icons.dark(rng), icons.dark(rng)
        self._symbols = [(icons.bright(rng), icons.dark(rng)) for _ in range(5)]
        self._size, self._letters, self._font = rng.uniform(11, 18), rng.uniform(8, 12), int(rng.integers(0, 5))
        self._ground = self._drawn_ground(rng)
        self._layouts = [
            _Layout(
                (rng.uniform(0.05, 0.4), rng.uniform(0.15, 0.45), rng.uniform(0.3, 0.5), rng.uniform(0.4, 0.7)),
                (rng.uniform(0.1, 0.5), rng.uniform(0.3, 0.7)),
                int(rng.integers(0, 2)),
            )
            for _ in range(5)
        ]
        cards = [self._new(rng) for _ in range(count - GROUPS * (IN_GROUP - 1))]
        for group, base in enumerate(rng.permutation(len(cards))[:GROUPS]):
            for member in range(IN_GROUP - 1):
                cards.append(self._like(rng, cards[base], cards, by_text=bool((group + member) % 2)))
        self.faces = [self._face(card) for card in cards]

    @staticmethod
    def _drawn_ground(rng: np.random.Generator) -> Array:
        ground: Array = np.empty((HIGH, WIDE, 3), np.float32)
        ground[:] = hsv(rng.uniform(0.05, 0.15), rng.uniform(0.1, 0.5), rng.uniform(0.7, 1))
        grain = smooth_noise(rng, WIDE, HIGH, rng.uniform(3, 20), rng.uniform(3, 20))
        ground = np.clip(ground + rng.uniform(3, 14) * grain[..., None], 0, 255).astype(np.uint8)
        edge = int(rng.uniform(5, 16))
        cv2.rectangle(ground, (edge, edge), (WIDE - edge, HIGH - edge), icons.dark(rng), 2, cv2.LINE_AA)
        return ground

    @staticmethod
    def _new(rng: np.random.Generator) -> _Card:
        cost = tuple(int(good) for good in rng.integers(0, 4, int(rng.integers(1, 5))))
        seeds = rng.integers(1 << 30, size=2)
        return _Card(
            int(rng.integers(5)), int(seeds[0]), cost, int(seeds[1]), int(rng.integers(5)), int(rng.integers(1, 4))
        )

    @staticmethod
    def _like(rng: np.random.Generator, base: _Card, taken: list[_Card], by_text: bool) -> _Card:
        while True:
            if by_text:
                card = replace(base, text=int(rng.integers(1 << 30)))
            else:
                cost = list(base.cost)
                cost[int(rng.integers(len(cost)))] = int(rng.integers(4))
                card = replace(base, cost=tuple(cost))
            if card not in taken:
                return card

    def _face(self, card: _Card) -> Array:
        face, layout = self._ground.copy(), self._layouts[card.layout]
        rng = np.random.default_rng(card.art)
        left, top = int(layout.art[0] * WIDE), int(layout.art[1] * HIGH)
        wide, high = min(int(layout.art[2] * WIDE), WIDE - left - 8), min(int(layout.art[3] * HIGH), HIGH - top - 8)
        face[top : top + high, left : left + wide] = self._piece_of_art(rng, wide, high)
        text = np.random.default_rng(card.text)
        box = (layout.text[0] * WIDE, layout.text[1] * HIGH, WIDE * 0.42, HIGH * text.uniform(0.2, 0.35))
        left, top, wide, high = (int(side) for side in box)
        face[top : top + high, left : left + wide] = self._ground[top : top + high, left : left + wide]
        icons.paragraph(text, face, box, self._letters, self._font, self._ink)
        for number, good in enumerate(card.cost):
            near, far = self._size + 8 + number * self._size * 2.15, self._size + 7
            x, y = ((near, far), (WIDE - far, near))[layout.corner]
            icons.good(face, good, x, y, self._size, self._goods, 0, self._ring)
        for number in range(card.stars):
            icons.star(face, WIDE - 24 - number * 26, HIGH - 26, 13, 4, 0.4, (215, 215, 215))
        icons.symbol(face, card.symbol, 40, HIGH - 45, 50, *self._symbols[card.symbol])
        return face

    def _piece_of_art(self, rng: np.random.Generator, wide: int, high: int) -> Array:
        if self._art:
            whole = load(self._art[int(rng.integers(len(self._art)))])
        else:
            whole = icons.desert(rng, 360, 240)
            for _ in range(6):
                at = rng.uniform((20, 20), (340, 220))
                spikes, inner = int(rng.integers(3, 9)), rng.uniform(0.3, 1)
                icons.star(whole, at[0], at[1], rng.uniform(8, 40), spikes, inner, icons.bright(rng))
        full_high, full_wide = whole.shape[:2]
        cut_wide = int(min(full_wide, full_high * wide / high) * rng.uniform(0.3, 0.8))
        cut_high = int(cut_wide * high / wide)
        x, y = int(rng.integers(0, full_wide - cut_wide + 1)), int(rng.integers(0, max(1, full_high - cut_high + 1)))
        return cv2.resize(whole[y : y + cut_high, x : x + cut_wide], (wide, high), interpolation=cv2.INTER_AREA)


def scan(face: Array, rng: np.random.Generator) -> Array:
    """A picture to learn a face from: light and colour a little off, some blur and grain."""
    tinted = face.astype(np.float32) * rng.uniform(0.85, 1.1) * rng.normal(1, 0.03, 3)
    grained = np.clip(tinted + rng.normal(0, 2, face.shape), 0, 255).astype(np.uint8)
    return cv2.GaussianBlur(grained, (0, 0), 0.7)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A card among others as a camera sees it: ``seen`` as ``vision.cards.seen_at`` gives it, and what of it a figure
    hides (146, 210) bool.
    """

    seen: Array
    hidden: Array


def view(
    face: Array, others: list[Array], rng: np.random.Generator, px_per_mm: float, figure: bool, glare: bool
) -> View:
    """A view of a face, loosely laid between six others, from a camera up to some 30 degrees off the vertical."""
    focal_px = PICTURE[0] * rng.uniform(2.0, 2.75)
    camera = look_at(
        PICTURE,
        focal_px,
        np.zeros(2),
        focal_px / px_per_mm,
        np.radians(abs(rng.normal(0, 14))),
        rng.uniform(0, 2 * np.pi),
        np.radians(rng.normal(0, 4)) + (np.pi if rng.random() < 0.5 else 0),
        0.0,
    )
    image = cv2.resize(table_top(rng, None)[0], (PICTURE[0] * 2, PICTURE[1] * 2))
    for other, (x, y) in zip(others, NEIGHBOURS, strict=False):
        _lay(image, camera, other, (x + rng.normal(0, 1.5), y + rng.normal(0, 1.5)), rng.normal(0, 1.5))
    around = 180 if rng.random() < 0.15 else 0
    _lay(image, camera, face, tuple(np.clip(rng.normal(0, 1.5, 2), -4, 4)), rng.normal(0, 1.5) + around)
    covered = np.zeros(image.shape[:2], np.uint8)
    if figure:
        _stand(image, covered, camera, rng, px_per_mm)
    image = cv2.resize(image, PICTURE, interpolation=cv2.INTER_AREA)
    light = replace(random_light(rng), glare=0, exposure=float(np.exp(rng.normal(0, 0.12))))
    image = apply_light(image, light)
    if glare:
        image = _shining(image, camera.project(rng.uniform([[-40, -25]], [[40, 25]]))[0], rng, px_per_mm)
    sensor = random_sensor(rng)
    sensor = replace(
        sensor, motion=0.0, blur=min(sensor.blur, 1.0), noise=min(sensor.noise, 9), quality=max(sensor.quality, 75)
    )
    image = expose(image, sensor, rng)
    off_mm, turn = rng.normal(0, 0.7, 2), np.radians(rng.normal(0, 0.4))
    turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])

    def to_px(points_mm: Array) -> Array:
        """The board is registered a little off."""
        return camera.project(points_mm @ turned + off_mm)

    hidden = seen_at(cv2.resize(covered, PICTURE)[..., None].repeat(3, axis=2), to_px)[..., 0] > 60
    return View(seen_at(image, to_px), hidden)


def _lay(image: Array, camera: Camera, face: Array, middle_mm: tuple[float, ...], degrees: float) -> None:
    """A face on the table of a picture at twice its size."""
    angle, half = np.radians(degrees), np.array(CARD_MM) / 2
    corners = np.array([[-half[0], -half[1]], [half[0], -half[1]], [half[0], half[1]], [-half[0], half[1]]])
    corners = corners @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) + middle_mm
    onto = (camera.project(corners) * 2 + 0.5).astype(np.float32)
    own = np.array([[-0.5, -0.5], [WIDE - 0.5, -0.5], [WIDE - 0.5, HIGH - 0.5], [-0.5, HIGH - 0.5]], np.float32)
    matrix = cv2.getPerspectiveTransform(own, onto)
    laid = cv2.warpPerspective(face, matrix, image.shape[1::-1], flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full((HIGH, WIDE), 255, np.uint8), matrix, image.shape[1::-1]) > 127
    image[mask] = laid[mask]


def _stand(image: Array, covered: Array, camera: Camera, rng: np.random.Generator, px_per_mm: float) -> None:
    """A figure somewhere on the card, leaning as the camera sees it; ``covered``: what it hides, with a margin."""
    base, lean = rng.uniform((-40, -25), (40, 25)), rng.normal(0, 12, 2)
    colour = ((160, 70, 30), (225, 225, 225), (120, 120, 120), (120, 30, 110))[int(rng.integers(4))]
    radius_mm = rng.uniform(7, 9)
    for share in np.linspace(0, 1, 10):
        x, y = (camera.project(np.array([base + lean * share]))[0] * 2).astype(int).tolist()
        radius = radius_mm * (1 - 0.4 * share) * px_per_mm * 2
        lit = [channel * (0.8 + 0.2 * share) for channel in colour]
        cv2.circle(image, (x, y), int(radius), lit, -1, cv2.LINE_AA)
        cv2.circle(covered, (x, y), int(radius + 3 * px_per_mm), 255, -1)


def _shining(image: Array, middle_px: Array, rng: np.random.Generator, px_per_mm: float) -> Array:
    """A lamp mirrored in the card."""
    y, x = np.mgrid[0 : image.shape[0], 0 : image.shape[1]]
    sigma = rng.uniform(8, 20) * px_per_mm
    spot = np.exp(-((x - middle_px[0]) ** 2 + (y - middle_px[1]) ** 2) / (2 * sigma**2))
    lit: Array = np.clip(image + rng.uniform(60, 220) * spot[..., None], 0, 255).astype(np.uint8)
    return lit
