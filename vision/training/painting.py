"""Laying a made table into a picture: table top, cards, shadows, and what covers what."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.camera import CARD_MM, Camera
from vision.training.layout import Card
from vision.training.solids import Sun

Array = NDArray[Any]
_SHIFT = 4
_CORNER_MM = 4.0
"""Radius of a card's rounded corners."""


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
            shares[index] = float((part[shape > 0] > 0).mean())
    return shares


def ground(camera: Camera, top: tuple[Array, float, float], edge: tuple[float, float, float] | None) -> Array:
    texture, scale, turn = top
    sharp = camera.focal_px / camera.position_mm[2]
    if scale > 1.4 * sharp:
        shrink = sharp / scale
        texture = cv2.resize(texture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        scale *= shrink
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    maps = camera.table_maps(np.array([[cos, -sin], [sin, cos]]))
    image: Array = cv2.remap(texture, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
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
        radius = round(_CORNER_MM / CARD_MM[0] * width * 4)
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
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
    warp = cv2.getPerspectiveTransform(source, (quad - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    colour = cv2.warpPerspective(small, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(_alpha(width, height), warp, size, flags=cv2.INTER_LINEAR)
    part = image[low[1] : high[1], low[0] : high[0]]
    part[:] = cv2.blendLinear(colour, part, alpha, 1 - alpha)


def card_shadows(image: Array, camera: Camera, cards: Sequence[Card], sun: Sun) -> None:
    width, height = camera.size
    dark = np.zeros((height // 2, width // 2), np.uint8)
    offset = -sun.towards[:2] * 0.9
    for card in cards:
        grown = card.centre_mm + (card.corners_mm - card.centre_mm) * 1.012 + offset
        cv2.fillConvexPoly(dark, np.round(camera.project(grown) / 2 * 16).astype(np.int32), 110, cv2.LINE_AA, _SHIFT)
    _darken(image, cv2.GaussianBlur(dark, (0, 0), max(0.6, 0.5 * camera.focal_px / camera.position_mm[2])))


def cast(
    image: Array, camera: Camera, shapes: Sequence[tuple[Array, float]], strength: float, feet: Sequence[Array]
) -> None:
    """Darkens the picture by shadows: outlines (N, 2) in mm with their blur in mm; ``feet``: outlines of what touches
    the table, darker close around."""
    width, height = camera.size
    scale = camera.focal_px / camera.position_mm[2] / 2
    layers: dict[float, list[Array]] = {0.7: [], 2.5: [], 7.0: [], 16.0: []}
    for outline, blur in shapes:
        nearest = min(layers, key=lambda level: float(abs(math.log(level / max(blur, 0.1)))))
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
