"""What is true of a made picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.rules.board import BORDER, CENTRE, cell_of, place
from vision.training.camera import Camera

Array = NDArray[Any]
PLACES = tuple(str(where) for where in (*BORDER, *CENTRE))
CELLS = {str(where): cell_of(where) for where in (*BORDER, *CENTRE)}
"""Column and row, 0..4, of every place of the 5x5 board by its name."""
CORNER_PLACES = ("16", "4", "8", "12")
BLOCKED_SHARE = 0.03
"""A board card counts as hidden when a hand covers more than this share of it."""


@dataclass(frozen=True, slots=True)
class PieceTruth:
    """A piece: its kind (``pieces.KINDS``), its place by name, None when it stands on no card.

    ``px`` the base point in the picture, ``uv`` the same in board pitches (card 16 at 0, 0; card 8 at 4, 4), sizes in
    mm.
    """

    kind: str
    place: str | None
    px: tuple[float, float]
    uv: tuple[float, float]
    width_mm: float
    height_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class DuneTruth:
    """An open sand dune card: its place by name, its corners (4, 2) px in reading direction, its centre."""

    place: str
    corners_px: Array
    centre_px: tuple[float, float]
    centre_uv: tuple[float, float]
    in_view: bool


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """Everything that is true of one picture.

    ``cards_px`` (25, 4, 2): corners of the board's cards by row * 5 + column, top left, top right, bottom right,
    bottom left as the card is read; ``centres_px`` (25, 2) and ``centres_uv`` (25, 2). All pixels are those of the
    picture, lens included. ``cover`` (25,): share of each card that a hand hides. ``hand_mask`` (H, W) uint8: 255
    where a hand, sleeve or foreign thing covers. ``lookalikes_px`` (N, 2): base points of small things that are no
    pieces but look like one. ``others_px``: corners (4, 2) of the cards that belong neither to
    the board nor to the open dunes.
    """

    camera: Camera
    pitch_mm: tuple[float, float]
    gap_mm: tuple[float, float]
    cards_px: Array
    centres_px: Array
    centres_uv: Array
    pieces: tuple[PieceTruth, ...]
    spare: tuple[PieceTruth, ...]
    dunes: tuple[DuneTruth, ...]
    others_px: tuple[Array, ...]
    centre: dict[str, str]
    hand_mask: Array
    cover: Array
    lookalikes_px: Array

    @property
    def homography(self) -> Array:
        """(3, 3): table mm to undistorted pixels."""
        return self.camera.homography

    @property
    def corners_px(self) -> dict[str, tuple[float, float]]:
        """Centres of the corner cards in the picture."""
        found = {}
        for name in CORNER_PLACES:
            column, row = CELLS[name]
            x, y = self.centres_px[row * 5 + column]
            found[name] = (float(x), float(y))
        return found

    @property
    def covered(self) -> tuple[str, ...]:
        """The board's places that a hand hides."""
        return tuple(name for name, (column, row) in CELLS.items() if self.cover[row * 5 + column] > BLOCKED_SHARE)

    @property
    def blocked(self) -> bool:
        """Whether a hand hides part of the 5x5 board."""
        return bool(self.covered)

    @property
    def camera_uv(self) -> tuple[float, float, float]:
        """The camera's foot in board pitches and its height in mm."""
        x, y, height = self.camera.position_mm
        return float(x / self.pitch_mm[0]), float(y / self.pitch_mm[1]), float(height)

    def to_px(self, points_uv: Array) -> Array:
        """Board points (N, 2) in pitches, or (N, 3) with heights in mm, to pixels (N, 2), lens included."""
        points = np.array(points_uv, float).reshape(-1, np.shape(points_uv)[-1])
        points[:, :2] *= self.pitch_mm
        return self.camera.project(points)

    def to_json(self, image: str, centre_faces: dict[str, str | None]) -> dict[str, Any]:
        """The form of ``truth.json`` that stands beside rendered tables."""

        def places(kind: str) -> list[int | str]:
            return [
                where.json
                for where in sorted(place(piece.place) for piece in self.pieces if piece.kind == kind and piece.place)
            ]

        def one(kind: str) -> int | str | None:
            return next(iter(places(kind)), None)

        def pixel(point: Array | tuple[float, float]) -> list[float]:
            return [round(float(point[0]), 1), round(float(point[1]), 1)]

        return {
            "image": image,
            "blue": {"targi": places("blue"), "markers": places("blue_marker")},
            "white": {"targi": places("white"), "markers": places("white_marker")},
            "robber": one("robber"),
            "targia": one("targia"),
            "centre": centre_faces,
            "dunes": [dune.place for dune in self.dunes],
            "out_of_picture": [dune.place for dune in self.dunes if not dune.in_view],
            "dune_pixels": [pixel(dune.centre_px) for dune in self.dunes],
            "blocked": self.blocked,
            "corners": {name: pixel(point) for name, point in self.corners_px.items()},
            "pieces": [
                {"kind": piece.kind.replace("_", " "), "place": piece.place, "pixel": pixel(piece.px)}
                for piece in self.pieces
            ],
        }


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A made picture, (H, W, 3) uint8 BGR, and what is true of it."""

    image: Array
    truth: Truth
    faces: dict[str, str | None]
