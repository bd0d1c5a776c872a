"""A made table: fixed cards, camera, light, pieces and table top, of which any number of pictures can be taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import solids
from vision.training.camera import CARD_MM, Camera, random_camera
from vision.training.faces import Deck
from vision.training.hands import Arm, arm_shadow, draw_arm
from vision.training.layout import Card, Layout, random_layout
from vision.training.light import Light, Sensor, apply_light, expose, random_light, random_sensor
from vision.training.pieces import Look, random_looks
from vision.training.solids import Paint, Solid, Sun
from vision.training.tops import table_top
from vision.training.truth import CELLS, DuneTruth, PieceTruth, Scene, Truth

Array = NDArray[Any]
_SHIFT = 4
CORNER_MM = 4.0
"""Radius of a card's rounded corners."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A piece in a picture: its kind (``pieces.KINDS``), its place by name (None: on no card), its base point in board pitches,
    how it is turned (radians) and how high it is lifted (mm)."""

    kind: str
    place: str | None
    uv: tuple[float, float]
    turn: float = 0.0
    lift_mm: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table. ``habit``: Robber and Targia stand beside their card instead of on it. ``top``: texture, px per mm, turn."""

    seed: int
    camera: Camera
    layout: Layout
    deck: Deck
    looks: dict[str, Look]
    top: tuple[Array, float, float]
    light: Light
    sensor: Sensor
    habit: bool
    edge_mm: tuple[float, float, float] | None = None

    def spot_mm(self, place: str) -> Array:
        """Centre in mm of the card of that name. Raises ValueError for a dune that does not lie here."""
        if place in CELLS:
            column, row = CELLS[place]
            return self.layout.board[row * 5 + column].centre_mm
        number = int(place.removeprefix("dune:"))
        if number > len(self.layout.dunes):
            raise ValueError(f"no {place} on this table")
        return self.layout.dunes[number - 1].centre_mm

    def render(
        self,
        standing: Sequence[Stand],
        centre: Mapping[str, str | None] | None = None,
        dunes: Sequence[str] = (),
        hand: Arm | None = None,
        seed: int = 0,
        light: Light | None = None,
        jpeg: bool = True,
        camera: Camera | None = None,
        hand_off_board: bool = False,
    ) -> Scene:
        """One picture.

        ``centre``: the face's name by central place, None for no card there; a missing place shows some goods or tribe card.
        ``dunes``: faces of the open dunes, the first ones of the layout's. ``seed`` draws the sensor's noise.
        ``hand_off_board``: leave the hand out when it would cover a card of the board.
        """
        light, camera = light or self.light, camera or self.camera
        rng = np.random.default_rng([self.seed, seed, 4])
        faces = dict(centre or {})
        cards = self._flat(faces, dunes)
        image = _ground(camera, self.top, self.edge_mm)
        _card_shadows(image, camera, [card for card in cards if card.pile_mm == 0], light.sun)
        for card in cards:
            if card.pile_mm == 0:
                paste(image, camera, card.corners_mm, self.deck.face(card.face))
        piles = [card for card in cards if card.pile_mm > 0]
        mask = np.zeros(image.shape[:2], np.uint8)
        self._solids(image, mask, camera, light, standing, piles)
        if hand is not None:
            image, mask = self._arm(image, mask, camera, light.sun, hand, hand_off_board)
        image = apply_light(image, light)
        image = expose(image, self.sensor, rng, jpeg)
        return Scene(image, self._truth(camera, standing, faces, dunes, mask), faces)

    def _flat(self, faces: dict[str, str | None], dunes: Sequence[str]) -> list[Card]:
        rng = np.random.default_rng([self.seed, 6])
        cards = list(self.layout.others)
        cards += [replace(card, face=face) for card, face in zip(self.layout.dunes, dunes, strict=False)]
        for name, (column, row) in CELLS.items():
            card = self.layout.board[row * 5 + column]
            if "x" in name:
                usual = (
                    f"goods-{int(rng.integers(1, 20)):02d}"
                    if rng.random() < 0.5
                    else f"tribe-{int(rng.integers(1, 46)):02d}"
                )
                face = faces.setdefault(name, usual)
                if face is None:
                    continue
                card = replace(card, face=face)
            cards.append(card)
        return cards

    def _solids(
        self, image: Array, mask: Array, camera: Camera, light: Light, standing: Sequence[Stand], piles: Sequence[Card]
    ) -> None:
        pitch = np.array(self.layout.pitch_mm)
        items: list[tuple[Solid, Array, Paint, bool]] = []
        for stand in standing:
            look = self.looks[stand.kind]
            items.append(
                (
                    look.solid.turned(stand.turn),
                    np.array([*(np.array(stand.uv) * pitch), stand.lift_mm]),
                    look.paint,
                    False,
                )
            )
        items += [(look.solid, np.array([*at, 0.0]), look.paint, False) for look, at in self.layout.tokens]
        items += [(look.solid, np.array([*at, 0.0]), look.paint, True) for look, at in self.layout.things]
        lids: dict[int, Card] = {}
        for card in piles:
            across = card.corners_mm[1] - card.corners_mm[0]
            turn = float(np.arctan2(across[1], across[0]))
            lids[len(items)] = card
            items.append(
                (
                    solids.box(CARD_MM[0], CARD_MM[1], card.pile_mm).turned(turn),
                    np.array([*card.centre_mm, 0.0]),
                    Paint((205.0, 215.0, 220.0), 0.05, 0.1),
                    False,
                )
            )
        shapes: list[tuple[Array, float]] = []
        for sun in (light.sun, light.second):
            if sun is not None:
                for solid, base, _, _ in items:
                    slices = solids.shadow_outline(solid, base[:2], sun.towards, float(base[2]))
                    step = solid.height_mm / 3
                    shapes += [
                        (outline, (index + 0.3) * step * sun.softness + base[2] * 0.2)
                        for index, outline in enumerate(slices)
                    ]
        _cast(
            image,
            camera,
            shapes,
            0.2 + 0.55 * light.sun.share,
            [solids.footprint(solid, base, 1.2) for solid, base, _, _ in items if base[2] < 3],
        )
        far = [float(camera.distance(base)) for _, base, _, _ in items]
        for index in np.argsort(far)[::-1]:
            solid, base, paint, foreign = items[index]
            solids.draw(image, camera, solid, base, paint, light.sun, mask if foreign else None)
            if index in lids:
                card = lids[int(index)]
                paste(image, camera, card.corners_mm, self.deck.face(card.face), card.pile_mm)

    def _arm(
        self, image: Array, mask: Array, camera: Camera, sun: Sun, arm: Arm, off_board: bool
    ) -> tuple[Array, Array]:
        shadowed, covered = image.copy(), mask.copy()
        shapes = [(outline, 3 + height * (0.1 + sun.softness)) for outline, height in arm_shadow(arm, sun.towards)]
        _cast(shadowed, camera, shapes, 0.15 + 0.55 * sun.share, [])
        draw_arm(shadowed, covered, camera, arm, sun)
        if off_board:
            cards = self._cards_px(camera)
            if cover_of(cards, covered).max() > 0.002:
                return image, mask
        return shadowed, covered

    def _cards_px(self, camera: Camera) -> Array:
        corners = np.concatenate([card.corners_mm for card in self.layout.board])
        return camera.project(corners).reshape(25, 4, 2)

    def _truth(
        self,
        camera: Camera,
        standing: Sequence[Stand],
        faces: Mapping[str, str | None],
        dunes: Sequence[str],
        mask: Array,
    ) -> Truth:
        pitch = np.array(self.layout.pitch_mm)
        cards = self._cards_px(camera)
        centres_mm = np.array([card.centre_mm for card in self.layout.board])
        seen = []
        for stand in standing:
            px = camera.project(np.array([[*(np.array(stand.uv) * pitch), stand.lift_mm]]))[0]
            solid = self.looks[stand.kind].solid
            seen.append(
                PieceTruth(
                    stand.kind, stand.place, (float(px[0]), float(px[1])), stand.uv, solid.width_mm, solid.height_mm
                )
            )
        open_dunes = []
        for number, card in enumerate(self.layout.dunes[: len(dunes)]):
            corners = camera.project(card.corners_mm)
            centre = camera.project(card.centre_mm[None])[0]
            uv = card.centre_mm / pitch
            inside = bool(np.all(corners > 0) and np.all(corners < camera.size))
            open_dunes.append(
                DuneTruth(
                    f"dune:{number + 1}",
                    corners,
                    (float(centre[0]), float(centre[1])),
                    (float(uv[0]), float(uv[1])),
                    inside,
                )
            )
        kinds = {
            name: "empty" if face is None else face if face.startswith("back") else face.split("-")[0]
            for name, face in faces.items()
        }
        return Truth(
            camera,
            self.layout.pitch_mm,
            (self.layout.pitch_mm[0] - CARD_MM[0], self.layout.pitch_mm[1] - CARD_MM[1]),
            cards,
            camera.project(centres_mm),
            centres_mm / pitch,
            tuple(piece for piece in seen if piece.place is not None),
            tuple(piece for piece in seen if piece.place is None),
            tuple(open_dunes),
            tuple(
                camera.project(np.column_stack([card.corners_mm, np.full(4, card.pile_mm)]))
                for card in self.layout.others
            ),
            kinds,
            mask,
            cover_of(cards, mask),
        )


def cover_of(cards_px: Array, mask: Array) -> Array:
    """(25,) share of each card's outline that the mask covers."""
    shares = np.zeros(len(cards_px))
    if not mask.any():
        return shares
    for index, card in enumerate(cards_px):
        low, high = np.floor(card.min(0)).astype(int), np.ceil(card.max(0)).astype(int) + 1
        low = np.maximum(low, 0)
        part = mask[low[1] : high[1], low[0] : high[0]]
        if part.size and part.any():
            shape = np.zeros(part.shape, np.uint8)
            cv2.fillConvexPoly(shape, np.round(card - low).astype(np.int32), 1)
            shares[index] = np.count_nonzero(part[shape > 0]) / max(1, np.count_nonzero(shape))
    return shares


def _ground(camera: Camera, top: tuple[Array, float, float], edge: tuple[float, float, float] | None) -> Array:
    texture, scale, turn = top
    sharp = camera.focal_px / camera.position_mm[2]
    if scale > 1.4 * sharp:
        shrink = sharp / scale
        texture = cv2.resize(texture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        scale *= shrink
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    maps = camera.table_maps(np.array([[cos, -sin], [sin, cos]]))
    image = cv2.remap(texture, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    if edge is not None:
        angle, away, tone = edge
        beyond = camera.table_maps(np.array([[np.cos(angle), np.sin(angle)], [0, 0]]))[..., 0] > away
        if beyond.any():
            floor = cv2.GaussianBlur(image[::-1, ::-1], (0, 0), 4)
            image[beyond] = np.clip(floor[beyond] * np.float32(0.4) + np.float32(tone), 0, 255).astype(np.uint8)
    return image


_ALPHA: dict[tuple[int, int], Array] = {}


def _alpha(width: int, height: int) -> Array:
    """A card's rounded outline, (height, width) float32, 1 inside."""
    if (width, height) not in _ALPHA:
        big = np.zeros((height * 4, width * 4), np.uint8)
        radius = round(CORNER_MM / CARD_MM[0] * width * 4)
        cv2.rectangle(big, (radius, 0), (width * 4 - radius, height * 4), 255, -1)
        cv2.rectangle(big, (0, radius), (width * 4, height * 4 - radius), 255, -1)
        for x in (radius, width * 4 - radius - 1):
            for y in (radius, height * 4 - radius - 1):
                cv2.circle(big, (x, y), radius, 255, -1)
        _ALPHA[width, height] = cv2.resize(big, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return _ALPHA[width, height]


def paste(image: Array, camera: Camera, corners_mm: Array, face: Array, height_mm: float = 0.0) -> None:
    """Lays a card's face on the picture, in place: one homography for each card, its corners exact, lens included."""
    quad = camera.project(np.column_stack([corners_mm, np.full(4, height_mm)]))
    low = np.maximum(np.floor(quad.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(quad.max(0)).astype(int) + 2, camera.size)
    if np.any(high - low < 3):
        return
    span = (np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
    width = int(np.clip(span * 1.15, 24, face.shape[1])) // 8 * 8
    height = round(width * CARD_MM[1] / CARD_MM[0])
    small = cv2.resize(face, (width, height), interpolation=cv2.INTER_AREA)
    source = np.float32([[0, 0], [width, 0], [width, height], [0, height]]) - np.float32(0.5)
    warp = cv2.getPerspectiveTransform(source, (quad - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    colour = cv2.warpPerspective(small, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(_alpha(width, height), warp, size, flags=cv2.INTER_LINEAR)
    part = image[low[1] : high[1], low[0] : high[0]]
    part[:] = cv2.blendLinear(colour, part, alpha, 1 - alpha)


def _card_shadows(image: Array, camera: Camera, cards: Sequence[Card], sun: Sun) -> None:
    width, height = camera.size
    dark = np.zeros((height // 2, width // 2), np.uint8)
    offset = -sun.towards[:2] * 0.9
    for card in cards:
        grown = card.centre_mm + (card.corners_mm - card.centre_mm) * 1.012 + offset
        cv2.fillConvexPoly(dark, np.round(camera.project(grown) / 2 * 16).astype(np.int32), 110, cv2.LINE_AA, _SHIFT)
    _darken(image, cv2.GaussianBlur(dark, (0, 0), max(0.6, 0.5 * camera.focal_px / camera.position_mm[2])))


def _cast(
    image: Array, camera: Camera, shapes: Sequence[tuple[Array, float]], strength: float, feet: Sequence[Array]
) -> None:
    """Darkens the picture by shadows: outlines (N, 2) in mm with their blur in mm; ``feet``: outlines of what touches the
    table, darker close around."""
    width, height = camera.size
    scale = camera.focal_px / camera.position_mm[2] / 2
    layers: dict[float, list[Array]] = {0.7: [], 2.5: [], 7.0: [], 16.0: []}
    for outline, blur in shapes:
        nearest = min(layers, key=lambda level: abs(np.log(level / max(blur, 0.1))))
        layers[nearest].append(np.round(camera.project(outline) / 2 * 16).astype(np.int32))
    total = np.zeros((height // 2, width // 2), np.uint8)
    for blur, outlines in layers.items():
        if not outlines:
            continue
        layer = np.zeros_like(total)
        for outline in outlines:
            cv2.fillConvexPoly(layer, outline, int(255 * strength), cv2.LINE_AA, _SHIFT)
        cv2.max(total, _blurred(layer, max(0.5, blur * scale)), total)
    if feet:
        layer = np.zeros_like(total)
        for outline in feet:
            cv2.fillConvexPoly(
                layer, np.round(camera.project(outline) / 2 * 16).astype(np.int32), 105, cv2.LINE_AA, _SHIFT
            )
        cv2.max(total, _blurred(layer, max(0.5, 2.0 * scale)), total)
    _darken(image, total)


def _blurred(layer: Array, sigma: float) -> Array:
    if sigma < 4:
        return cv2.GaussianBlur(layer, (0, 0), sigma)
    small = cv2.resize(layer, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    return cv2.resize(
        cv2.GaussianBlur(small, (0, 0), sigma / 4), (layer.shape[1], layer.shape[0]), interpolation=cv2.INTER_LINEAR
    )


def _darken(image: Array, dark_half: Array) -> None:
    """Multiplies by 1 - dark / 255, the mask at half the picture's size."""
    light = cv2.resize(cv2.bitwise_not(dark_half), (image.shape[1], image.shape[0]), interpolation=cv2.INTER_LINEAR)
    cv2.multiply(image, cv2.merge([light, light, light]), image, 1 / 255)


def make_table(
    seed: int, size: tuple[int, int] = (1344, 1008), assets: str | None = None, deck_seed: int | None = None
) -> Table:
    """A table drawn by lot. ``assets``: folder with ``art`` and ``tables`` to draw from; ``deck_seed``: another deck than the seed's own."""
    rng = np.random.default_rng([seed, 1])
    layout = random_layout(rng)
    must = np.concatenate([card.corners_mm for card in layout.board])
    if layout.dunes and rng.random() < 0.9:
        must = np.concatenate([must, *[card.corners_mm for card in layout.dunes]])
    margin = rng.uniform(4, 30)
    middle = np.array(layout.pitch_mm) * 2
    must = must + np.sign(must - middle) * margin
    camera = random_camera(rng, size, must, (must.min(0) + must.max(0)) / 2)
    edge = None
    if rng.random() < 0.2:
        angle = rng.integers(4) * np.pi / 2 + rng.normal(0, 0.06)
        away = float(middle @ [np.cos(angle), np.sin(angle)]) + rng.uniform(330, 700)
        edge = (float(angle), away, float(rng.uniform(0, 90)))
    return Table(
        seed,
        camera,
        layout,
        _deck(seed if deck_seed is None else deck_seed, assets),
        random_looks(rng),
        table_top(rng, assets),
        random_light(rng),
        random_sensor(rng),
        bool(rng.random() < 0.35),
        edge,
    )


_DECKS: dict[tuple[int, str | None], Deck] = {}


def _deck(seed: int, assets: str | None) -> Deck:
    """The deck of a seed; the last few are kept, their faces are costly."""
    if (seed, assets) not in _DECKS:
        while len(_DECKS) >= 6:
            _DECKS.pop(next(iter(_DECKS)))
        _DECKS[seed, assets] = Deck(seed, assets)
    return _DECKS[seed, assets]
