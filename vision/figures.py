"""Telling what stands at a spot: a small crop along the lean of things there, and a network that names the piece.

The reader proposes spots; this looks at each more closely. A crop is cut from the picture in the plane of the table,
turned so that whatever stands on the spot rises towards the crop's top, away from the camera's foot: so a pawn looks
much the same wherever it stands. Beside it the network is given the same spot as it looked at the set-up: a figure on
a border card is what was not there before, however much the card's own picture looks like one. It says how likely each
piece has its base just there, or none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.board import PIECES
from vision import network
from vision.board import Straightened
from vision.geometry import PITCH_MM, CameraPlace, Pose, all_apart_mm, camera_place
from vision.reader import FRAME, Spot

Array = NDArray[Any]

SIZE = (48, 64)
MM_A_PIXEL = 0.9
BASE = (23.5, 45.5)
"""Pixel of the crop where the spot lies: what stands there rises upwards from it."""
_CORNERS = np.array([[0, 0], [SIZE[0] - 1, 0], [SIZE[0] - 1, SIZE[1] - 1], [0, SIZE[1] - 1]], np.float32)
CLASSES = 1 + len(PIECES)
"""Answer: nothing, then the pieces in the order of PIECES."""
LOOKS = 96
"""Numbers of which the last layer makes an answer."""
BATCH = 4
"""The network takes crops in blocks of this many."""
KEPT_SECONDS, KEPT_SURE = 0.5, 0.95
"""So long a look this sure is taken for the next: the light drifts, and a second look may know better."""
SAME_SPOT_MM = 1.2
"""Spots no farther apart are the same one: where the reader has it shivers a little with the grain."""
PARTS, OTHER = (6, 8), 5.0
"""A spot is another where one of so many parts of its crop, across and down, is so many grey levels off."""


@dataclass(frozen=True, slots=True)
class Tone:
    """Mean and spread of the board's brightness in a picture, to which the crops' colours are related."""

    mean: float
    spread: float


def tone_of(straight: Array) -> Tone:
    """The tone of a straightened picture (h, w, 3) uint8."""
    mean, spread = cv2.meanStdDev(cv2.cvtColor(straight, cv2.COLOR_BGR2GRAY))
    return Tone(float(mean[0, 0]), max(float(spread[0, 0]), 8.0))


def windows(camera: CameraPlace, uvs: Array) -> Array:
    """The board points (N, 4, 2) that the crops around the board points (N, 2) have at their corners: top left, top
    right, bottom right, bottom left.
    """
    pitch = np.array(PITCH_MM)
    here = np.asarray(uvs, float).reshape(-1, 2) * pitch
    away = here - np.array(camera.foot_uv) * pitch
    distance = np.linalg.norm(away, axis=1, keepdims=True)
    # Straight below the camera nothing leans; any direction will do, as long as it is always the same.
    up = np.where(distance > 5.0, away / np.maximum(distance, 5.0), np.array([0.0, -1.0]))
    right = np.stack([-up[:, 1], up[:, 0]], axis=1)
    offset = (_CORNERS - np.array(BASE)) * MM_A_PIXEL
    result: Array = (here[:, None] + offset[:, :1] * right[:, None] - offset[:, 1:] * up[:, None]) / pitch
    return result


def crops(image: Array, pose: Pose, around: Array) -> Array:
    """The crops (N, 64, 48, 3) uint8 of a picture (H, W, 3) uint8 in ``windows`` (N, 4, 2)."""
    return _cut(image, pose.to_image(around.reshape(-1, 2)).reshape(around.shape))


def crops_before(reference: Array, around: Array) -> Array:
    """The same crops of the set-up, straightened (352, 640, 3) uint8 to ``reader.FRAME``."""
    return _cut(reference, FRAME.to_px(around))


def _cut(image: Array, corners_px: Array) -> Array:
    result: Array = np.empty((len(corners_px), SIZE[1], SIZE[0], 3), np.uint8)
    scales = np.linalg.norm(corners_px[:, 1] - corners_px[:, 0], axis=1) / (SIZE[0] - 1)
    last = np.array(image.shape[1::-1])
    for corners, scale, out in zip(corners_px, scales.tolist(), result, strict=True):
        part = image
        if scale > 1.6:  # much finer than the crop: smooth first, as shrinking would
            low = np.clip(np.floor(corners.min(axis=0)).astype(int) - 4, 0, last - 1)
            high = np.clip(np.ceil(corners.max(axis=0)).astype(int) + 5, low + 1, last)
            part = cv2.GaussianBlur(image[low[1] : high[1], low[0] : high[0]], (0, 0), 0.35 * scale)
            corners = corners - low
        turn = cv2.getPerspectiveTransform(corners.astype(np.float32), _CORNERS)
        cv2.warpPerspective(part, turn, SIZE, dst=out, flags=cv2.INTER_LINEAR, borderValue=(110, 110, 110))
    return result


def related(crops: Array, tone: Tone) -> Array:
    """Crops (N, 64, 48, 3) uint8 to half of the network's input (N, 3, 64, 48) float32."""
    values: Array = crops.transpose(0, 3, 1, 2).astype(np.float32, order="C")
    values -= np.float32(tone.mean)
    values *= np.float32(1 / tone.spread)
    return values


def inputs(image: Array, seen: Straightened, uvs: Sequence[tuple[float, float]]) -> Array:
    """The network's input (N, 6, 64, 48) for the board points: each crop, and how the same spot looked at the set-up
    (zeros where that is not known).
    """
    around = windows(camera_place(seen.pose), np.array(uvs))
    return _held_against(crops(image, seen.pose, around), around, seen)


def _held_against(now: Array, around: Array, seen: Straightened) -> Array:
    """See ``inputs``: of crops (N, 64, 48, 3) uint8 cut in the windows ``around`` (N, 4, 2)."""
    result: Array = np.zeros((len(now), 6, SIZE[1], SIZE[0]), np.float32)
    result[:, :3] = related(now, tone_of(seen.picture))
    if seen.reference is not None:
        result[:, 3:] = related(crops_before(seen.reference, around), tone_of(seen.reference))
    return result


def look(image: Array, seen: Straightened, spots: Sequence[Spot]) -> Array:
    """How likely each spot holds nothing or each of PIECES (N, 7), as the network sees it."""
    return Looks().look(image, seen, spots)


def looks(inputs: Array) -> Array:
    """What the network makes of its input (N, 6, 64, 48): looks (N, 96), of which its last layer makes the answers."""
    return _in_blocks("figures", inputs)


def answers(looks: Array) -> Array:
    """The network's answers (N, 7), log odds, to looks (N, 96)."""
    return _in_blocks("kinds", looks)


def _in_blocks(name: str, values: Array) -> Array:
    padded = np.zeros((-(-len(values) // BATCH) * BATCH, *values.shape[1:]), np.float32)
    padded[: len(values)] = values
    blocks = [network.run_batch(name, padded[i : i + BATCH]) for i in range(0, len(padded), BATCH)]
    result: Array = np.concatenate(blocks)[: len(values)]
    return result


def softmax(answers: Array) -> Array:
    """Shares that sum up to 1 (N, M) of log odds (N, M)."""
    sure = np.exp(answers - answers.max(axis=1, keepdims=True))
    result: Array = sure / sure.sum(axis=1, keepdims=True)
    return result


def which(looks: Array, own: Array | None = None) -> Array:
    """How likely the looks (N, 96) show nothing or each of PIECES (N, 7). ``own`` (97, 6): what was learnt of this
    table's pieces (``vision.enrolment``); it says which piece, not whether one stands there.
    """
    said = answers(looks)
    result = softmax(said)
    if own is not None:
        result[:, 1:] = (1 - result[:, :1]) * softmax(said[:, 1:] + looks @ own[:-1] + own[-1])
    return result


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """A look taken: at ``uv``, of ``crop`` cut in the window ``around``, at ``seconds``; what it said (7,)."""

    uv: tuple[float, float]
    around: Array
    crop: Array
    seconds: float
    said: Array


class Looks:
    """Looks at spots from picture to picture. One that looks as it did a moment ago is not looked at again: the
    network would say the same, and it is the dearest of the witnesses.
    """

    def __init__(self, own: Array | None = None) -> None:
        """``own``: what was learnt of the table's own pieces, see ``which``."""
        self._own = own
        self._taken: list[_Look] = []
        self._reference: Array | None = None

    def look(self, image: Array, seen: Straightened, spots: Sequence[Spot], seconds: float = 0.0) -> Array:
        """How likely each spot holds nothing or each of PIECES (N, 7), in a picture (H, W, 3) uint8 of ``seconds``."""
        taken = self._taken if seen.reference is self._reference else []
        kept = [one for one in taken if 0 <= seconds - one.seconds < KEPT_SECONDS and one.said.max() >= KEPT_SURE]
        self._reference, self._taken = seen.reference, []
        if not spots:
            return np.zeros((0, CLASSES))
        uvs = [spot.uv for spot in spots]
        around = windows(camera_place(seen.pose), np.array(uvs))
        before = _nearest(uvs, kept)
        for row, one in before.items():
            around[row] = one.around
        now = crops(image, seen.pose, around)
        known = {row: one for row, one in before.items() if _same(now[row], one.crop)}
        fresh = [row for row in range(len(spots)) if row not in known]
        result = np.empty((len(spots), CLASSES))
        for row, one in known.items():
            result[row] = one.said
        if fresh:
            result[fresh] = which(looks(_held_against(now[fresh], around[fresh], seen)), self._own)
        self._taken = [
            known.get(row) or _Look(uv, around[row], now[row], seconds, result[row]) for row, uv in enumerate(uvs)
        ]
        return result


def _nearest(uvs: Sequence[tuple[float, float]], taken: Sequence[_Look]) -> dict[int, _Look]:
    """Of the board points those at which a look was taken, each with the nearest such look."""
    if not taken:
        return {}
    apart = all_apart_mm(uvs, [one.uv for one in taken])
    nearest = apart.argmin(axis=1)
    return {row: taken[index] for row, index in enumerate(nearest.tolist()) if apart[row, index] <= SAME_SPOT_MM}


def _same(now: Array, before: Array) -> bool:
    """Whether two crops (64, 48, 3) uint8 differ by no more than grain: it differs both ways, a thing only one way."""
    difference = cv2.subtract(now, before, dtype=cv2.CV_16S)
    parts = cv2.resize(difference, PARTS, interpolation=cv2.INTER_AREA)
    return float(np.abs(parts).max()) <= OTHER + float(np.abs(difference).mean())
