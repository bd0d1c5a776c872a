"""Samples for training, made of drawn scenes: ``python -m vision.training.samples --out DIR --tables N``.

One ``.npz`` a scene holds what the finder needs (the shrunk picture and the true pose) and what the reader needs (the
picture straightened with a pose that is a little wrong on purpose, the set-up of its table, the truth on the reader's
grid) and the crops that the figures' network learns from.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from companion.rules.board import CENTRE, PIECES, cell_of
from vision import finder, reader
from vision.geometry import CORNER_UV, Pose, fit, warp
from vision.network import standardised
from vision.reader import FRAME, STRIDE, Surface
from vision.training import crops
from vision.training.crops import PIECE_OF_KIND
from vision.training.scenes import make_game
from vision.training.truth import Scene, Truth

Array = NDArray[Any]

GRID = (FRAME.size[1] // STRIDE, FRAME.size[0] // STRIDE)
SURFACE_OF_KIND = {
    "goods": Surface.GOODS,
    "tribe": Surface.TRIBE,
    "back-goods": Surface.BACK_GOODS,
    "back-tribe": Surface.BACK_TRIBE,
}
UNSEEN = 255
MOMENTS = 4
"""Samples of one table."""
HEAT_SPREAD_CELLS = 1.1


def true_pose(truth: Truth, size: tuple[int, int]) -> Pose:
    """The pose of a drawn scene, in the form the product uses."""
    unit = np.hypot(*size) / 2
    to_centre = np.array([[1 / unit, 0, -size[0] / 2 / unit], [0, 1 / unit, -size[1] / 2 / unit], [0, 0, 1]])
    return Pose(to_centre @ truth.homography @ np.diag([*truth.pitch_mm, 1.0]), size, truth.camera.k1)


def wrong_pose(pose: Pose, chance: np.random.Generator, most: float = 0.1) -> Pose:
    """A pose that is off by up to about ``most`` pitches, as a registration can be; the lens not quite known either."""
    spread = min(chance.choice([0.012, 0.04, 0.1], p=[0.5, 0.25, 0.25]), most)
    rim = np.concatenate([CORNER_UV, [[2.0, 2.0], [2.0, 0.0], [2.0, 4.0]]])
    off = chance.normal(0, spread, 2) + chance.normal(0, spread / 2, rim.shape)
    k1 = float(np.clip(pose.k1 + chance.normal(0, 0.015), -0.3, 0.1))
    other = fit(rim, pose.to_image(rim + off), pose.size, lens=False, k1=k1)
    return other if other is not None and other.sound() else pose


def make(seed: int, assets: str | None) -> list[dict[str, Array]]:
    """The samples of one table as arrays to be stored: ``MOMENTS`` of them."""
    chance = np.random.default_rng([seed, 77])
    size = (1344, 1008) if chance.random() < 0.7 else (1280, 720)
    start, moments = make_game(seed, MOMENTS, size=size, assets=assets, hands=0.22)
    reference = _decoded(
        _jpeg(warp(wrong_pose(true_pose(start.truth, size), chance, most=0.04), FRAME).apply(start.image))
    )
    return [_sample(scene, reference, chance) for scene in moments]


def _sample(scene: Scene, reference: Array, chance: np.random.Generator) -> dict[str, Array]:
    truth, size = scene.truth, (scene.image.shape[1], scene.image.shape[0])
    pose = true_pose(truth, size)
    boxed, box = finder.shrink(scene.image)
    upside_down = chance.random() < 0.2
    turned = pose.turned(2) if upside_down else pose
    believed = wrong_pose(turned, chance)
    straightening = warp(believed, FRAME)
    straight = straightening.apply(scene.image)
    return {
        "boxed": _jpeg(boxed),
        "targets": finder.targets(pose, box).astype(np.float16),
        "straight": _jpeg(straight),
        "reference": _jpeg(reference),
        "upside_down": np.array(upside_down),
        "lean": reader.lean_of(believed)[:, ::STRIDE, ::STRIDE].astype(np.float16),
        "surface": _surface(truth, believed),
        "hand": _hand(truth, straightening),
        "shift": _shift(turned, believed).astype(np.float16),
        "pieces": _pieces(truth, believed),
        "lookalikes": _grid(believed, truth.lookalikes_px).astype(np.float32),
        **crops.cut(scene, wrong_pose(pose, chance, most=0.04), reference, chance),
    }


def _decoded(jpeg: Array) -> Array:
    image = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("a sample holds no picture")
    return image


def _jpeg(image: Array) -> Array:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 94])[1]


def _grid(pose: Pose, points_px: Array) -> Array:
    """Pixels of the full picture (N, 2) to positions on the reader's grid (whole numbers are cell centres)."""
    result: Array = (FRAME.to_px(pose.to_board(points_px)) + 0.5) / STRIDE - 0.5
    return result


def _surface(truth: Truth, believed: Pose) -> Array:
    surface = np.zeros(GRID, np.uint8)

    def paint(corners_px: Array, value: int) -> None:
        cv2.fillConvexPoly(surface, np.round(16 * _grid(believed, corners_px)).astype(np.int32), value, shift=4)

    for corners in truth.others_px:
        paint(corners, Surface.OTHER)
    for dune in truth.dunes:
        paint(dune.corners_px, Surface.DUNE)
    kinds = {cell_of(where): truth.centre[str(where)] for where in CENTRE}
    for index, corners in enumerate(truth.cards_px):
        kind = kinds.get((index % 5, index // 5))
        if kind != "empty":
            paint(corners, Surface.BORDER if kind is None else SURFACE_OF_KIND[kind])
    pixels = believed.to_image(reader.cells_uv().reshape(-1, 2))
    outside = ((pixels < 0) | (pixels >= np.array(believed.size))).any(axis=1)
    surface[outside.reshape(GRID)] = UNSEEN
    return surface


def _hand(truth: Truth, straightening: Any) -> Array:
    mask = np.repeat(truth.hand_mask[..., None], 3, axis=2)
    straight = straightening.apply(mask)[..., 0]
    # Beyond the picture the straightening paints grey, which is no hand.
    straight = np.where((straight > 100) & (straight < 120), 0, straight).astype(np.uint8)
    return cv2.resize(straight, GRID[::-1], interpolation=cv2.INTER_AREA)


def _shift(true: Pose, believed: Pose) -> Array:
    cells = reader.cells_uv().reshape(-1, 2)
    shift = true.to_board(believed.to_image(cells)) - cells
    return (shift / reader.SHIFT_UNIT).T.reshape(2, *GRID)


def _pieces(truth: Truth, believed: Pose) -> Array:
    """Rows of channel, column and row on the grid."""
    everything = [*truth.pieces, *truth.spare]
    if not everything:
        return np.zeros((0, 3), np.float32)
    at = _grid(believed, np.array([piece.px for piece in everything]))
    channel = np.array([[PIECE_OF_KIND[piece.kind]] for piece in everything])
    return np.hstack([channel, at]).astype(np.float32)


def heat_maps(pieces: Array) -> Array:
    """Heat maps (6, h, w): 1 at the cell of each base, falling off around it."""
    heat = np.zeros((len(PIECES), *GRID), np.float32)
    reach = 4
    steps = np.arange(-reach, reach + 1)
    bump = np.exp(-(steps[:, None] ** 2 + steps[None] ** 2) / (2 * HEAT_SPREAD_CELLS**2))
    padded = np.zeros((len(PIECES), GRID[0] + 2 * reach, GRID[1] + 2 * reach), np.float32)
    for channel, x, y in pieces:
        column, row = round(float(x)), round(float(y))
        if 0 <= column < GRID[1] and 0 <= row < GRID[0]:
            patch = padded[int(channel), row : row + 2 * reach + 1, column : column + 2 * reach + 1]
            np.maximum(patch, bump, out=patch)
    heat[:] = padded[:, reach:-reach, reach:-reach]
    return heat


def unlike(lookalikes: Array) -> Array:
    """Where nothing looks like a piece that is none (h, w): 1, and 0 around each lookalike (N, 2) on the grid."""
    mask = np.ones(GRID, np.float32)
    for x, y in lookalikes:
        if abs(x) < 1000 and abs(y) < 1000:
            cv2.circle(mask, (round(float(x)), round(float(y))), 5, 0.0, -1)
    return mask


class Samples(torch.utils.data.Dataset[tuple[torch.Tensor, torch.Tensor]]):
    """Stored samples as network inputs and wanted answers; with ``vary`` mirrored and recoloured by lot."""

    def __init__(self, files: list[Path], which: str, vary: bool, seed: int) -> None:
        self.files, self.which, self.vary = files, which, vary
        self.chance = np.random.default_rng(seed)
        cells = reader.cells_uv()
        self.on_board = ((np.abs(cells[..., 0] - 2) < 2.45) & (np.abs(cells[..., 1] - 2) < 2.45)).astype(np.float32)

    def __len__(self) -> int:
        return len(self.files)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        with np.load(self.files[index]) as stored:
            inputs, wanted = self._finder(stored) if self.which == "finder" else self._reader(stored)
        return torch.from_numpy(np.ascontiguousarray(inputs)), torch.from_numpy(np.ascontiguousarray(wanted))

    def _finder(self, stored: Any) -> tuple[Array, Array]:
        image = self._recoloured(_decoded(stored["boxed"]))
        inputs, wanted = finder.blob(image)[0], stored["targets"].astype(np.float32)
        if self.vary:
            for axis in (1, 2):
                if self.chance.random() < 0.5:  # a mirrored board runs the other way round: one axis changes sign
                    inputs, wanted = np.flip(inputs, axis), np.flip(wanted, axis).copy()
                    wanted[3] *= -1
        return inputs, wanted

    def _reader(self, stored: Any) -> tuple[Array, Array]:
        image = self._recoloured(_decoded(stored["straight"]))
        leaning = cv2.resize(stored["lean"].astype(np.float32).transpose(1, 2, 0), FRAME.size).transpose(2, 0, 1)
        inputs = np.concatenate([standardised(image), reader.known(leaning, self._reference(stored))])
        wanted = np.concatenate(
            [
                heat_maps(stored["pieces"]),
                stored["hand"][None].astype(np.float32) / 255,
                stored["surface"][None].astype(np.float32),
                stored["shift"].astype(np.float32),
                self.on_board[None],
                unlike(stored["lookalikes"])[None],
            ]
        )
        if self.vary:
            # The lean and the shift point somewhere: mirrored, they point the other way.
            for axis, sign in ((2, 0), (1, 1)):
                if self.chance.random() < 0.5:
                    inputs, wanted = np.flip(inputs, axis).copy(), np.flip(wanted, axis).copy()
                    inputs[3 + sign] *= -1
                    wanted[-4 + sign] *= -1
        return inputs, wanted

    def _reference(self, stored: Any) -> Array | None:
        """The set-up of the table; with ``vary`` at times none, that of another table, or the moment itself: none of
        them must mislead.
        """
        lot = self.chance.random() if self.vary else 0.5
        if lot < (0.5 if stored["upside_down"] else 0.2):
            return None
        if 0.5 < lot < 0.58 and self.vary:  # nothing has changed since the set-up: what stands there stood there then
            return self._recoloured(_decoded(stored["straight"]))
        if lot > 0.96:
            with np.load(self.files[int(self.chance.integers(len(self.files)))]) as other:
                return self._recoloured(_decoded(other["reference"]))
        return self._recoloured(_decoded(stored["reference"]))

    def _recoloured(self, image: Array) -> Array:
        if not self.vary:
            return image
        steps = (np.arange(256) / 255) ** float(np.exp(self.chance.normal(0, 0.2)))
        table = np.clip(255 * steps[:, None] * self.chance.normal(1, 0.07, 3), 0, 255)
        image = cv2.LUT(image, table[None].astype(np.uint8))
        if self.chance.random() < 0.25:
            image = cv2.GaussianBlur(image, (0, 0), float(self.chance.uniform(0.4, 1.1)))
        if self.chance.random() < 0.5:
            noise = np.empty(image.shape, np.int16)
            cv2.randn(noise, np.zeros(1), np.full(1, self.chance.uniform(0, 10)))
            image = np.clip(image + noise, 0, 255).astype(np.uint8)
        return image


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--tables", type=int, default=1500, help=f"how many tables, of {MOMENTS} samples each")
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first table; later runs can add to a folder"
    )
    parser.add_argument("--assets", help="folder with pictures for card art and table tops")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    for table in range(options.first, options.first + options.tables):
        if (options.out / f"{table * MOMENTS + MOMENTS - 1:06d}.npz").exists():
            continue
        for number, sample in enumerate(make(table, options.assets)):
            path = options.out / f"{table * MOMENTS + number:06d}.npz"
            part = path.with_suffix(".part")
            with part.open("wb") as file:
                np.savez(file, **sample)  # type: ignore[arg-type]
            part.rename(path)
        if (table - options.first) % 50 == 49:
            print(f"{table - options.first + 1} of {options.tables} tables", flush=True)


if __name__ == "__main__":
    main()
