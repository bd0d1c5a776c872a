"""Finding the 5x5 board somewhere in a picture, without knowing anything of the table.

A network says for each spot of the shrunk picture whether it lies on the board and, if so, where on it. The board
looks much the same turned by half, so the network gives what a half turn does not change: with a and b the position
across and down, -1 to 1 over the board, it gives a*a, b*b and a*b. A homography is then fitted to all spots at once,
which is why covered cards hardly matter. Which of the two half turns is right is not decided here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import network
from vision.geometry import Pose, fit, transformed

Array = NDArray[Any]

INPUT_SIZE = (320, 256)
STRIDE = 4
HALF_BOARD = 2.5
"""Pitches from the board's centre to its rim."""
MARGIN = 0.2
"""How much of the table around the board the second look takes in, in sizes of the board."""
TURNS = (30.0, 60.0, 90.0, 120.0, 150.0)
"""So far, in degrees, the picture is turned for other looks; a half turn looks the same."""
WAYS = len(TURNS) + 9
"""How many other ways there are to look: these turns, and nine parts of the picture."""
TURNED_PX = 900
"""The longer side of a picture that is turned, at most: the network sees less."""
_CARDS_UV = np.array([(u, v) for v in range(5) for u in range(5)], float)


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A board found: its pose (one of the two half turns), and how much of what was seen it explains, 0 to 1."""

    pose: Pose
    score: float


@dataclass(frozen=True, slots=True)
class Letterbox:
    """How a picture was shrunk into the network's input: pixel * scale + offset."""

    scale: float
    offset: tuple[float, float]

    def spots_px(self) -> Array:
        """Pixels (h, w, 2) of the full picture at the centres of the network's output cells."""
        width, height = INPUT_SIZE[0] // STRIDE, INPUT_SIZE[1] // STRIDE
        across, down = np.meshgrid(np.arange(width), np.arange(height))
        inside = np.stack([across, down], axis=-1) * STRIDE + STRIDE / 2
        result: Array = (inside - np.array(self.offset)) / self.scale
        return result


def shrink(image: Array) -> tuple[Array, Letterbox]:
    """Picture (H, W, 3) uint8 to the network's size (256, 320, 3), grey beside it where the shapes differ."""
    height, width = image.shape[:2]
    scale = min(INPUT_SIZE[0] / width, INPUT_SIZE[1] / height)
    inner = (round(width * scale), round(height * scale))
    left, top = (INPUT_SIZE[0] - inner[0]) // 2, (INPUT_SIZE[1] - inner[1]) // 2
    small = cv2.resize(image, inner, interpolation=cv2.INTER_AREA)
    boxed = np.full((INPUT_SIZE[1], INPUT_SIZE[0], 3), 110, np.uint8)
    boxed[top : top + inner[1], left : left + inner[0]] = small
    return boxed, Letterbox(scale, (float(left), float(top)))


def blob(boxed: Array) -> Array:
    """The network's input (1, 3, 256, 320) float32 from a shrunk picture."""
    return network.standardised(boxed)[None]


def targets(pose: Pose, box: Letterbox) -> Array:
    """What the network should answer (4, 64, 80): on the board or not, a*a, b*b, a*b."""
    spots = box.spots_px()
    place = (pose.to_board(spots.reshape(-1, 2)) - 2.0) / HALF_BOARD
    a, b = place[:, 0].reshape(spots.shape[:2]), place[:, 1].reshape(spots.shape[:2])
    on_board = (np.abs(a) < 1) & (np.abs(b) < 1)
    answer = np.stack([on_board, a * a, b * b, a * b]).astype(np.float32)
    answer[1:] *= on_board
    return answer


def find(image: Array) -> Found | None:
    """The board in a picture (H, W, 3) uint8, or None where no spot looks like one."""
    return _nearer(image, _look(image, (0, 0), (image.shape[1], image.shape[0])))


def other(image: Array, way: int) -> Found | None:
    """What else may be the board in a picture (H, W, 3) uint8, looked for in the ``WAYS`` there are: with the picture
    turned, where the network at times sees clearer, and in parts of it, where a small board shows larger.
    """
    if way < len(TURNS):
        return _find_turned(image, TURNS[way])
    height, width = image.shape[:2]
    down, across = divmod(way - len(TURNS), 3)
    top, left = down * height // 4, across * width // 4
    part = image[top : top + height // 2, left : left + width // 2]
    return _nearer(image, _look(part, (left, top), (width, height)))


def others(image: Array) -> tuple[Found, ...]:
    """What every ``other`` way finds, likeliest first."""
    seen = [other(image, way) for way in range(WAYS)]
    return tuple(sorted((found for found in seen if found is not None), key=lambda found: -found.score))


def _find_turned(image: Array, degrees: float) -> Found | None:
    height, width = image.shape[:2]
    turn = np.eye(3)
    turn[:2] = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, min(1.0, TURNED_PX / max(width, height)))
    corners = transformed(turn, np.array([[0, 0], [width, 0], [width, height], [0, height]]))
    low, high = corners.min(axis=0), corners.max(axis=0)
    turn[:2, 2] -= low
    across, down = np.ceil(high - low).astype(int).tolist()
    turned = cv2.warpAffine(image, turn[:2], (across, down), flags=cv2.INTER_AREA, borderValue=(110, 110, 110))
    found = find(turned)
    if found is None:
        return None
    points_px = transformed(np.linalg.inv(turn), found.pose.to_image(_CARDS_UV))
    pose = fit(_CARDS_UV, points_px, (width, height), lens=False)
    return None if pose is None or not pose.sound() else Found(pose, found.score)


def _nearer(image: Array, first: Found | None) -> Found | None:
    """A board found looked at again in the part around it, where a small one shows larger; what was found first where
    that tells less.
    """
    if first is None:
        return None
    size = (image.shape[1], image.shape[0])
    rim = first.pose.to_image(np.array([[-0.5, -0.5], [4.5, -0.5], [4.5, 4.5], [-0.5, 4.5]]))
    margin = MARGIN * float((rim.max(axis=0) - rim.min(axis=0)).max())
    left, top = (int(value) for value in np.clip(rim.min(axis=0) - margin, 0, np.array(size) - 64))
    right, bottom = (int(value) for value in np.clip(rim.max(axis=0) + margin, np.array([left, top]) + 64, size))
    second = _look(image[top:bottom, left:right], (left, top), size)
    return second if second is not None and second.score >= first.score - 0.1 else first


def _look(part: Array, corner: tuple[int, int], size: tuple[int, int]) -> Found | None:
    boxed, box = shrink(part)
    answer = network.run("finder", blob(boxed))
    moved = (box.offset[0] - box.scale * corner[0], box.offset[1] - box.scale * corner[1])
    return decode(answer, Letterbox(box.scale, moved), size)


def decode(answer: Array, box: Letterbox, size: tuple[int, int]) -> Found | None:
    """The network's answer (4, 64, 80) to a pose in pictures of that size."""
    sure = network.sigmoid(answer[0])
    mask = _largest_part(sure > 0.5)
    if mask.sum() < 40:
        return None
    spots = box.spots_px()[mask]
    a_square, b_square, product = (
        np.clip(channel[mask], low, 1) for channel, low in zip(answer[1:], (0, 0, -1), strict=True)
    )
    # Signs: a is nearly linear in the picture, so a*a is nearly a square of a linear form; its direction is the one
    # along which a*a bends most. The sign of b then follows from a*b, except close to the middle lines, where it
    # matters little.
    middle = spots[(a_square + b_square) < 0.15]
    centre = middle.mean(axis=0) if len(middle) >= 4 else spots.mean(axis=0)
    shifted = (spots - centre) / np.abs(spots - centre).max()
    a_sign = _signs(shifted, a_square)
    b_sign = _signs(shifted, b_square)
    if (np.sign(product) * a_sign * b_sign * (np.abs(product) > 0.05)).sum() < 0:
        b_sign = -b_sign
    a, b = a_sign * np.sqrt(a_square), b_sign * np.sqrt(b_square)
    points_uv = np.stack([a, b], axis=1) * HALF_BOARD + 2.0
    # Spots near a middle line carry an unsure sign and a flat root: the others fix the pose.
    telling = (a_square > 0.02) & (b_square > 0.02)
    if telling.sum() < 20:
        return None
    pose = fit(points_uv[telling], spots[telling], size, lens=False)  # too coarse to tell the lens
    if pose is None:
        return None
    if not pose.sound():  # mirrored: the two signs were not of one handedness
        points_uv[:, 1] = 4 - points_uv[:, 1]
        pose = fit(points_uv[telling], spots[telling], size, lens=False)  # too coarse to tell the lens
        if pose is None or not pose.sound():
            return None
    off = np.linalg.norm(pose.to_board(spots[telling]) - points_uv[telling], axis=1)
    wanted = targets(pose, box)[0] > 0
    overlap = float((wanted & mask).sum() / max(1, (wanted | mask).sum()))
    return Found(pose, overlap * float((off < 0.2).mean()))


def _largest_part(mask: Array) -> Array:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    if count < 2:
        return mask
    result: Array = labels == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    return result


def _signs(shifted: Array, square: Array) -> Array:
    x, y = shifted[:, 0], shifted[:, 1]
    design = np.stack([x * x, x * y, y * y, x, y, np.ones_like(x)], axis=1)
    bend, *_ = np.linalg.lstsq(design, square, rcond=None)
    values, vectors = np.linalg.eigh(np.array([[bend[0], bend[1] / 2], [bend[1] / 2, bend[2]]]))
    direction = vectors[:, int(np.argmax(values))]
    # The line where the quadratic is least along that direction is where the sign changes.
    turning = -float(bend[3:5] @ direction) / max(2 * float(values.max()), 1e-6)
    result: Array = np.where(shifted @ direction > np.clip(turning, -0.3, 0.3), 1.0, -1.0)
    return result
