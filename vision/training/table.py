"""A made table: fixed cards, camera, light, pieces and table top, of which any number of pictures can be taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.training import solids
from vision.training.camera import CARD_MM, Camera, random_camera
from vision.training.faces import Deck
from vision.training.hands import Arm, arm_shadow, draw_arm
from vision.training.layout import Card, Layout, random_layout
from vision.training.light import Light, Sensor, apply_light, expose, random_light, random_sensor
from vision.training.painting import card_shadows, cast, cover_of, ground, paste
from vision.training.pieces import Look, random_looks
from vision.training.solids import Paint, Solid, Sun
from vision.training.tops import table_top
from vision.training.truth import CELLS, DuneTruth, PieceTruth, Scene, Truth

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Stand:
    """A piece in a picture: its kind (``pieces.KINDS``), its place by name (None: on no card), its base point in
    board pitches, how it is turned (radians) and how high it is lifted (mm)."""

    kind: str
    place: str | None
    uv: tuple[float, float]
    turn: float = 0.0
    lift_mm: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table. ``habit``: Robber and Targia stand beside their card instead of on it. ``top``: texture, px per mm,
    turn."""

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
        dunes: Sequence[str | None] = (),
        hand: Arm | None = None,
        seed: int = 0,
        light: Light | None = None,
        jpeg: bool = True,
        camera: Camera | None = None,
        hand_off_board: bool = False,
    ) -> Scene:
        """One picture.

        ``centre``: the face's name by central place, None for no card there; a missing place shows some goods or
        tribe card. ``dunes``: faces of the open dunes in the layout's order, None where none lies. ``seed`` draws the
        sensor's noise. ``hand_off_board``: leave the hand out when it would cover a card of the board.
        """
        camera = camera or self.camera
        faces = self._faces(centre or {})
        image, mask = self.paint(standing, faces, dunes, hand, light, camera, hand_off_board)
        image = expose(image, self.sensor, np.random.default_rng([self.seed, seed, 4]), jpeg)
        return Scene(image, self._truth(camera, standing, faces, dunes, mask), faces)

    def paint(
        self,
        standing: Sequence[Stand],
        centre: Mapping[str, str | None],
        dunes: Sequence[str | None] = (),
        hand: Arm | None = None,
        light: Light | None = None,
        camera: Camera | None = None,
        hand_off_board: bool = False,
        laid: Array | None = None,
    ) -> tuple[Array, Array]:
        """The lit picture before the sensor's faults, and the hand's mask; parameters as for ``render``.

        ``laid``: what ``lay`` gave for the same cards, light and camera, when it is at hand.
        """
        light, camera = light or self.light, camera or self.camera
        image = self.lay(centre, dunes, light, camera) if laid is None else laid.copy()
        mask = np.zeros(image.shape[:2], np.uint8)
        piles = [card for card in self.layout.others if card.pile_mm > 0]
        self._solids(image, mask, camera, light, standing, piles)
        if hand is not None:
            image, mask = self._arm(image, mask, camera, light.sun, hand, hand_off_board)
        return apply_light(image, light), mask

    def lay(self, centre: Mapping[str, str | None], dunes: Sequence[str | None], light: Light, camera: Camera) -> Array:
        """The table top with the cards lying flat on it, unlit."""
        cards = [card for card in self._flat(self._faces(centre), dunes) if card.pile_mm == 0]
        image = ground(camera, self.top, self.edge_mm)
        card_shadows(image, camera, cards, light.sun)
        for card in cards:
            paste(image, camera, card.corners_mm, self.deck.face(card.face))
        return image

    def _faces(self, centre: Mapping[str, str | None]) -> dict[str, str | None]:
        """The nine central faces, those not named made up."""
        rng = np.random.default_rng([self.seed, 6])
        faces: dict[str, str | None] = {}
        for name in CELLS:
            if "x" in name:
                goods, number = rng.random() < 0.5, int(rng.integers(1, 20))
                faces[name] = centre.get(name, f"goods-{number:02d}" if goods else f"tribe-{number:02d}")
        return faces

    def _flat(self, faces: Mapping[str, str | None], dunes: Sequence[str | None]) -> list[Card]:
        """The cards in view with their faces, the board's last."""
        cards = list(self.layout.others)
        cards += [replace(card, face=face) for card, face in zip(self.layout.dunes, dunes, strict=False) if face]
        for name, (column, row) in CELLS.items():
            card = self.layout.board[row * 5 + column]
            face = faces[name] if "x" in name else card.face
            if face is not None:
                cards.append(replace(card, face=face))
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
        cast(
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
        cast(shadowed, camera, shapes, 0.15 + 0.55 * sun.share, [])
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
        dunes: Sequence[str | None],
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
        for number, (card, face) in enumerate(zip(self.layout.dunes, dunes, strict=False)):
            if face is None:
                continue
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
            camera.project(np.array([at for look, at in self.layout.tokens if look.lookalike], float).reshape(-1, 2)),
        )


def make_table(
    seed: int, size: tuple[int, int] = (1344, 1008), assets: str | None = None, deck_seed: int | None = None
) -> Table:
    """A table drawn by lot. ``assets``: folder with ``art`` and ``tables`` to draw from; ``deck_seed``: another deck
    than the seed's own."""
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
