"""Drawn cards laid on a table, and how a camera sees them: for the tests of names, outlines and displays."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.fitting import CARD_MM
from vision.training.faces import Deck

Array = NDArray[Any]
PX_PER_MM = 2.5
GROUND = (60, 90, 70)


@cache
def faces(count: int = 12, seed: int = 4) -> dict[str, Array]:
    """Faces of tribe cards of one drawn deck by their names."""
    deck = Deck(seed)
    return {name: deck.face(name) for name in (f"tribe-{number:02}" for number in range(1, count + 1))}


def table(
    laid: Sequence[tuple[Array, tuple[float, float], float]], size_mm: tuple[float, float] = (150.0, 110.0)
) -> Array:
    """A picture (H, W, 3) of cards at (x, y) mm, turned by degrees, on a plain table; 2.5 px/mm."""
    width, height = (round(side * PX_PER_MM) for side in size_mm)
    picture = np.full((height, width, 3), GROUND, np.uint8)
    for face, middle, degrees in laid:
        scale = PX_PER_MM * CARD_MM[0] / face.shape[1]
        turn = cv2.getRotationMatrix2D(((face.shape[1] - 1) / 2, (face.shape[0] - 1) / 2), degrees, scale)
        turn[:, 2] += np.array(middle) * PX_PER_MM - np.array([face.shape[1] - 1, face.shape[0] - 1]) / 2
        onto = cv2.warpAffine(face, turn, (width, height), flags=cv2.INTER_AREA)
        mask = cv2.warpAffine(np.full(face.shape[:2], 255, np.uint8), turn, (width, height))
        picture[mask > 127] = onto[mask > 127]
    return picture


def at(middle_mm: tuple[float, float]) -> Callable[[Array], Array]:
    """Takes mm around a place of ``table``'s picture to its pixels."""
    return lambda points_mm: (points_mm + np.array(middle_mm)) * PX_PER_MM


def as_seen(picture: Array, seed: int = 1, light: tuple[float, float, float] = (0.7, 0.85, 1.0)) -> Array:
    """The picture as a middling camera gives it: coloured light that falls off to one side, blur, grain, JPEG."""
    rng = np.random.default_rng(seed)
    fall = np.linspace(1.0, 0.6, picture.shape[1])[None, :, None]
    lit = cv2.GaussianBlur(picture, (0, 0), 0.7) * fall * np.array(light)
    noisy = np.clip(lit + rng.normal(0, 4, picture.shape), 0, 255).astype(np.uint8)
    _, coded = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 85])
    seen = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    assert seen is not None
    return seen
