"""Crops to learn the pieces from, made of drawn scenes: ``python -m vision.training.crops --out DIR --count N``.

One ``.npz`` a scene: crops (N, 64, 48, 3), what stands at the middle of each (0: nothing, then PIECES), and the tone.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision import figures, reader
from vision.geometry import PITCH_MM, Pose, camera_place, warp
from vision.reader import FRAME
from vision.training.samples import PIECE_OF_KIND, true_pose, wrong_pose
from vision.training.scenes import make_scene
from vision.training.truth import Truth

Array = NDArray[Any]

CLEAR_MM = 12.0
"""A point this far from every base is a point where nothing stands."""


def make(seed: int, assets: str | None) -> dict[str, Array]:
    """The crops of one scene as arrays to be stored."""
    chance = np.random.default_rng([seed, 78])
    size = (1344, 1008) if chance.random() < 0.7 else (1280, 720)
    scene = make_scene(seed, size=size, assets=assets, hands=0.15)
    pose = wrong_pose(true_pose(scene.truth, size), chance, most=0.04)
    camera = camera_place(pose)
    straight = warp(pose, FRAME).apply(scene.image)
    proposed = [spot.uv for spot in reader.spots(reader.read(straight, reader.lean_of(pose)), least=0.05)]
    points, labels = _points(scene.truth, pose, chance, np.array(proposed).reshape(-1, 2))
    crops = np.stack([figures.crop(scene.image, pose, camera, (float(u), float(v))) for u, v in points])
    tone = figures.tone_of(straight)
    return {"crops": crops, "labels": labels, "tone": np.array([tone.mean, tone.spread], np.float32)}


def _points(truth: Truth, pose: Pose, chance: np.random.Generator, proposed: Array) -> tuple[Array, Array]:
    """Board points (N, 2) to cut at, and their labels: each base twice, a little off, and points where nothing
    stands: most of them spots (N, 2) that the reader proposes in vain, which is what is to be told apart.
    """
    pitch = np.array(PITCH_MM)
    everything = [piece for piece in (*truth.pieces, *truth.spare) if not _hidden(truth, piece.px)]
    bases = pose.to_board(np.array([piece.px for piece in everything]).reshape(-1, 2))
    labels = np.array([1 + PIECE_OF_KIND[piece.kind] for piece in everything], int)
    near = np.repeat(bases, 2, axis=0) + np.clip(chance.normal(0, 2.0, (2 * len(bases), 2)), -5, 5) / pitch
    anywhere = chance.uniform(-0.8, 4.8, (12, 2))
    middles = chance.integers(0, 5, (8, 2)) + chance.normal(0, 8, (8, 2)) / pitch
    beside = np.zeros((0, 2))
    if len(bases):
        angle, reach = chance.uniform(0, 2 * np.pi, 10), chance.uniform(CLEAR_MM, 38, 10)
        around = np.stack([np.cos(angle), np.sin(angle)], axis=1) * reach[:, None] / pitch
        beside = bases[chance.integers(0, len(bases), 10)] + around
    nothing = np.concatenate([anywhere[:5], middles[:3], beside[:5], proposed])
    all_bases = pose.to_board(np.array([piece.px for piece in (*truth.pieces, *truth.spare)]).reshape(-1, 2))
    apart = np.linalg.norm((nothing[:, None] - all_bases[None]) * pitch, axis=2)
    nothing = nothing[apart.min(axis=1, initial=1e9) >= CLEAR_MM]
    return np.concatenate([near, nothing]), np.concatenate([np.repeat(labels, 2), np.zeros(len(nothing), int)])


def _hidden(truth: Truth, pixel: tuple[float, float]) -> bool:
    height, width = truth.hand_mask.shape
    x, y = round(pixel[0]), round(pixel[1])
    return not (0 <= x < width and 0 <= y < height) or truth.hand_mask[y, x] > 0


class Crops(torch.utils.data.Dataset[tuple[torch.Tensor, int]]):  # type: ignore[misc]
    """All crops of the files in memory as network inputs and labels; with ``vary`` mirrored and recoloured by lot."""

    def __init__(self, files: list[Path], vary: bool, seed: int) -> None:
        self.vary, self.chance = vary, np.random.default_rng(seed)
        loaded = [dict(np.load(file)) for file in files]
        self.crops = np.concatenate([one["crops"] for one in loaded])
        self.labels = np.concatenate([one["labels"] for one in loaded])
        self.tones = np.concatenate([np.repeat(one["tone"][None], len(one["labels"]), axis=0) for one in loaded])

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int]:
        image, tone = self.crops[index], self.tones[index]
        values = (image.astype(np.float32) - tone[0]) / tone[1]
        if self.vary:
            if self.chance.random() < 0.5:
                values = values[:, ::-1]
            values = values * self.chance.normal(1, 0.06, 3) + self.chance.normal(0, 0.08)
        return torch.from_numpy(np.ascontiguousarray(values.transpose(2, 0, 1), np.float32)), int(self.labels[index])


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--assets", help="folder with pictures for card art and table tops")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    for seed in range(options.first, options.first + options.count):
        part = options.out / f"{seed:06d}.part"
        with part.open("wb") as file:
            np.savez(file, **make(seed, options.assets))  # type: ignore[arg-type]
        part.rename(part.with_suffix(".npz"))


if __name__ == "__main__":
    main()
