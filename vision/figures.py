"""Telling what stands at a spot: a small crop along the lean of things there, and a network that names the piece.

The reader proposes spots; this looks at each more closely. A crop is cut from the picture in the plane of the table,
turned so that whatever stands on the spot rises towards the crop's top, away from the camera's foot: so a pawn looks
much the same wherever it stands. The network says how likely each piece has its base just there, or none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.board import PIECES
from vision import network
from vision.geometry import PITCH_MM, CameraPlace, Pose, camera_place
from vision.reader import Spot

Array = NDArray[Any]

SIZE = (48, 64)
MM_A_PIXEL = 0.9
BASE = (23.5, 45.5)
"""Pixel of the crop where the spot lies: what stands there rises upwards from it."""
CLASSES = 1 + len(PIECES)
"""Answer: nothing, then the pieces in the order of PIECES."""
NEAREST_MM = 11.0
"""Two pieces never stand nearer than this: the surer one is taken."""
CLOSE_LOOK = 0.4
"""The close look's share in how sure a piece is; the reader's is the rest."""
CERTAIN_HEAT = 0.5
"""From this sureness on the reader has no doubt that something stands there."""
MOST_SPOTS = 60
BATCH = 20
"""The network takes crops in blocks of this many."""


@dataclass(frozen=True, slots=True)
class Tone:
    """Mean and spread of the board's brightness in a picture, to which the crops' colours are related."""

    mean: float
    spread: float


def tone_of(straight: Array) -> Tone:
    """The tone of a straightened picture (h, w, 3) uint8."""
    mean, spread = cv2.meanStdDev(cv2.cvtColor(straight, cv2.COLOR_BGR2GRAY))
    return Tone(float(mean[0, 0]), max(float(spread[0, 0]), 8.0))


def crop(image: Array, pose: Pose, camera: CameraPlace, uv: tuple[float, float]) -> Array:
    """The crop (64, 48, 3) uint8 around a board point (u, v)."""
    pitch = np.array(PITCH_MM)
    here = np.array(uv) * pitch
    away = here - np.array(camera.foot_uv) * pitch
    distance = float(np.linalg.norm(away))
    # Straight below the camera nothing leans; any direction will do, as long as it is always the same.
    up = away / distance if distance > 5.0 else np.array([0.0, -1.0])
    right = np.array([-up[1], up[0]])
    corners_px = np.array([[0, 0], [SIZE[0] - 1, 0], [SIZE[0] - 1, SIZE[1] - 1], [0, SIZE[1] - 1]], np.float32)
    offset = (corners_px - np.array(BASE)) * MM_A_PIXEL
    corners_uv = (here + offset[:, :1] * right - offset[:, 1:] * up) / pitch
    seen = pose.to_image(corners_uv).astype(np.float32)
    scale = float(np.linalg.norm(seen[1] - seen[0])) / (SIZE[0] - 1)
    if scale > 1.6:  # much finer than the crop: smooth first, as shrinking would
        return _shrunk_crop(image, seen, corners_px, scale)
    turn = cv2.getPerspectiveTransform(seen, corners_px)
    return cv2.warpPerspective(image, turn, SIZE, flags=cv2.INTER_LINEAR, borderValue=(110, 110, 110))


def _shrunk_crop(image: Array, seen: Array, corners_px: Array, scale: float) -> Array:
    low = np.floor(seen.min(axis=0)).astype(int) - 4
    high = np.ceil(seen.max(axis=0)).astype(int) + 5
    inner_low = np.clip(low, 0, np.array(image.shape[1::-1]) - 1)
    inner_high = np.clip(high, inner_low + 1, np.array(image.shape[1::-1]))
    part = image[inner_low[1] : inner_high[1], inner_low[0] : inner_high[0]]
    part = cv2.GaussianBlur(part, (0, 0), 0.35 * scale)
    turn = cv2.getPerspectiveTransform((seen - inner_low).astype(np.float32), corners_px)
    return cv2.warpPerspective(part, turn, SIZE, flags=cv2.INTER_LINEAR, borderValue=(110, 110, 110))


def related(crops: Array, tone: Tone) -> Array:
    """Crops (N, 64, 48, 3) uint8 to the network's input (N, 3, 64, 48) float32."""
    values = (crops.astype(np.float32) - tone.mean) / tone.spread
    return np.ascontiguousarray(values.transpose(0, 3, 1, 2))


def name(image: Array, pose: Pose, straight: Array, spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """The spots with the sureness of each piece from a closer look, surest first; of two too near each other the
    surer.
    """
    if not spots:
        return ()
    spots = spots[:MOST_SPOTS]
    camera = camera_place(pose)
    crops = np.stack([crop(image, pose, camera, spot.uv) for spot in spots])
    inputs = related(crops, tone_of(straight))
    padded = np.zeros((-(-len(inputs) // BATCH) * BATCH, *inputs.shape[1:]), np.float32)
    padded[: len(inputs)] = inputs
    answers = np.concatenate(
        [network.run_batch("figures", padded[i : i + BATCH]) for i in range(0, len(padded), BATCH)]
    )
    answers = answers[: len(inputs)]
    sure = np.exp(answers - answers.max(axis=1, keepdims=True))
    sure /= sure.sum(axis=1, keepdims=True)
    named = [_weighed(spot, row[1:]) for spot, row in zip(spots, sure, strict=True)]
    named.sort(key=lambda spot: -spot.confidence)
    taken: list[Spot] = []
    for spot in named:
        here = np.array(spot.uv) * PITCH_MM
        if all(np.linalg.norm(here - np.array(other.uv) * PITCH_MM) > NEAREST_MM for other in taken):
            taken.append(spot)
    return tuple(taken)


def _weighed(spot: Spot, sure: Array) -> Spot:
    """Both networks have a say: the close look in what it is, the reader's sureness that something stands there
    at all.
    """
    there = min(1.0, spot.confidence / CERTAIN_HEAT)
    return Spot(spot.uv, tuple(float(value**CLOSE_LOOK * there ** (1 - CLOSE_LOOK)) for value in sure))
