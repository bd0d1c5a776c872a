"""Crops to learn the pieces from: cut from a drawn scene and from the set-up of its table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision import figures, spotting
from vision.board import Straightened, straighten
from vision.geometry import PITCH_MM, Pose, camera_place
from vision.training.truth import Scene, Truth

Array = NDArray[Any]

PIECE_OF_KIND = {"blue": 0, "white": 1, "robber": 2, "targia": 3, "blue_marker": 4, "white_marker": 5}
SHARE_IN_VAIN = 0.6
"""So many of the crops without a piece are learnt from in one round, others in the next: else they are the most."""
CLEAR_MM = 16.0
"""A point this far from every base is a point where nothing stands; nearer, it is neither."""
BESIDE = 0.36
"""How far outside the board's rim, in pitches, a figure may stand and still belong to its border card."""
MOST_IN_VAIN = 18
"""Spots of one scene that are proposed in vain and that are learnt from."""


def cut(scene: Scene, pose: Pose, reference: Array, chance: np.random.Generator) -> dict[str, Array]:
    """The crops of one scene as arrays to be stored: ``crops`` and ``before`` (N, 64, 48, 3) uint8, ``labels`` (N,):
    0 for nothing, then PIECES, ``tones`` (2, 2): mean and spread of scene and set-up.

    ``reference`` (352, 640, 3) uint8: the set-up in the reader's frame.
    """
    seen = straighten(scene.image, pose, reference if chance.random() < 0.7 else None)
    points, labels = _points(scene.truth, seen, chance)
    around = figures.windows(camera_place(pose), points)
    tones = [figures.tone_of(seen.picture), figures.tone_of(reference)]
    return {
        "crops": figures.crops(scene.image, pose, around),
        "before": figures.crops_before(reference, around),
        "labels": labels,
        "tones": np.array([[tone.mean, tone.spread] for tone in tones], np.float32),
    }


def _points(truth: Truth, seen: Straightened, chance: np.random.Generator) -> tuple[Array, Array]:
    """Board points (N, 2) to cut at, and their labels: each base twice, a little off, and points where nothing
    stands: most of them spots that are proposed in vain, which is what is to be told apart.

    Only where a piece can belong to a place; what lies further off is of no interest, and its tokens can look like
    markers.
    """
    pitch, pose = np.array(PITCH_MM), seen.pose
    on_dunes = np.array([dune.centre_uv for dune in truth.dunes]).reshape(-1, 2)

    def of_interest(points: Array) -> Array:
        near_board = (np.abs(points - 2) < 2.5 + BESIDE).all(axis=1)
        on_dune = (np.abs(points[:, None] - on_dunes[None]) < 0.6).all(axis=2).any(axis=1)
        mask: Array = near_board | on_dune
        return mask

    pieces = [piece for piece in (*truth.pieces, *truth.spare) if not _hidden(truth, piece.px)]
    bases = pose.to_board(np.array([piece.px for piece in pieces]).reshape(-1, 2))
    chosen = of_interest(bases)
    labels = np.array([1 + PIECE_OF_KIND[piece.kind] for piece in pieces], int)[chosen]
    bases = bases[chosen]
    near = np.repeat(bases, 2, axis=0) + np.clip(chance.normal(0, 2.6, (2 * len(bases), 2)), -7, 7) / pitch
    proposed = np.array([spot.uv for spot in spotting.proposed(seen, spotting.changes_of(seen), 0.05)]).reshape(-1, 2)
    if len(proposed) > 1:  # the reader's come first, but what has merely changed is to be learnt too
        proposed[1:] = chance.permutation(proposed[1:])
    anywhere = chance.uniform(-0.7, 4.7, (4, 2))
    middles = chance.integers(0, 5, (4, 2)) + chance.normal(0, 8, (4, 2)) / pitch
    beside = np.zeros((0, 2))
    if len(bases):
        angle, reach = chance.uniform(0, 2 * np.pi, 4), chance.uniform(CLEAR_MM, 38, 4)
        around = np.stack([np.cos(angle), np.sin(angle)], axis=1) * reach[:, None] / pitch
        beside = bases[chance.integers(0, len(bases), 4)] + around
    standing_px = [np.array(piece.px) for piece in (*truth.pieces, *truth.spare)]
    taken = pose.to_board(np.array([*standing_px, *truth.lookalikes_px]).reshape(-1, 2))

    def clear(points: Array) -> Array:
        apart = np.linalg.norm((points[:, None] - taken[None]) * pitch, axis=2)
        free: Array = points[(apart.min(axis=1, initial=1e9) >= CLEAR_MM) & of_interest(points)]
        return free

    nothing = np.concatenate([clear(proposed)[:MOST_IN_VAIN], clear(np.concatenate([anywhere, middles, beside]))])
    return np.concatenate([near, nothing]), np.concatenate([np.repeat(labels, 2), np.zeros(len(nothing), int)])


def _hidden(truth: Truth, pixel: tuple[float, float]) -> bool:
    height, width = truth.hand_mask.shape
    x, y = round(pixel[0]), round(pixel[1])
    return not (0 <= x < width and 0 <= y < height) or truth.hand_mask[y, x] > 0


class Crops(torch.utils.data.Dataset[tuple[torch.Tensor, int]]):  # type: ignore[misc]
    """All crops of the files in memory as network inputs (6, 64, 48) and labels; with ``vary`` mirrored, recoloured,
    overexposed, blurred and grained by lot, and at times without the set-up, with another, or with one like the moment.
    """

    def __init__(self, files: list[Path], vary: bool, seed: int) -> None:
        self.vary, self.chance = vary, np.random.default_rng(seed)
        counts, chosen = [], []
        for file in files:
            with np.load(file) as stored:
                labels = stored["labels"]
            chosen.append(
                np.flatnonzero((labels > 0) | (self.chance.random(len(labels)) < (SHARE_IN_VAIN if vary else 1)))
            )
            counts.append(len(chosen[-1]))
        shape = (sum(counts), figures.SIZE[1], figures.SIZE[0], 3)
        self.crops, self.before = np.empty(shape, np.uint8), np.empty(shape, np.uint8)
        self.labels, self.tones = np.empty(shape[0], np.int64), np.empty((shape[0], 2, 2), np.float32)
        ends = np.cumsum(counts)
        for file, these, begin, end in zip(files, chosen, ends - counts, ends, strict=True):
            with np.load(file) as stored:
                self.crops[begin:end], self.before[begin:end] = stored["crops"][these], stored["before"][these]
                self.labels[begin:end], self.tones[begin:end] = stored["labels"][these], stored["tones"]

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int]:
        shifted = self._shifted() if self.vary else None
        now = self._related(self.crops[index], self.tones[index, 0], shifted)
        lot = self.chance.random() if self.vary else 0.5
        if lot < 0.3:  # what has stood there since the set-up
            before = self._related(self.crops[index], self.tones[index, 0], shifted)
        else:
            other = int(self.chance.integers(len(self.labels))) if lot > 0.96 else index
            before = self._related(self.before[other], self.tones[other, 1], shifted)
        if lot < 0.18:
            before[:] = 0
        values = np.concatenate([now, before], axis=2)
        if self.vary and self.chance.random() < 0.5:
            values = values[:, ::-1]
        return torch.from_numpy(np.ascontiguousarray(values.transpose(2, 0, 1), np.float32)), int(self.labels[index])

    def _shifted(self) -> Array:
        """A small turn, growth and shift (2, 3) of a crop about its base: the camera's place and the base itself are
        not known better.
        """
        turn: Array = cv2.getRotationMatrix2D(
            figures.BASE, float(self.chance.normal(0, 6)), float(np.exp(self.chance.normal(0, 0.07)))
        )
        turn[:, 2] += np.clip(self.chance.normal(0, 1.2, 2), -2.5, 2.5)
        return turn

    def _related(self, crop: Array, tone: Array, shifted: Array | None) -> Array:
        """One crop (64, 48, 3) in relation to its picture's tone, as ``figures.related`` has it."""
        mean, spread = float(tone[0]), float(tone[1])
        if shifted is not None:
            crop = cv2.warpAffine(crop, shifted, figures.SIZE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        if self.vary:
            gain = float(np.exp(self.chance.normal(0, 0.12)))
            if self.chance.random() < 0.12:
                gain *= float(self.chance.uniform(1.2, 1.7))
            gains = gain * self.chance.normal(1, 0.05, 3)
            power = float(np.exp(self.chance.normal(0, 0.18)))
            table = np.minimum(255 * (_LEVELS**power)[:, None] * gains, 255)
            # The tone changes as the picture does.
            grey = table.mean(axis=1)
            low, middle, high = (grey[min(255, max(0, round(mean + step * spread)))] for step in (-1, 0, 1))
            mean, spread = float(middle), max(float(high - low) / 2, 8.0)
            crop = cv2.LUT(crop, table[None].astype(np.uint8))
            if self.chance.random() < 0.15:
                crop = cv2.GaussianBlur(crop, (0, 0), float(self.chance.uniform(0.4, 1.0)))
        values = (crop.astype(np.float32) - mean) / spread
        if self.vary and self.chance.random() < 0.4:
            grain = self.chance.standard_normal(values.shape, np.float32)
            values = values + grain * float(self.chance.uniform(0, 10) / spread)
        return values


_LEVELS = np.arange(256) / 255
