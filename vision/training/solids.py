"""Small solids drawn by a painter's algorithm: faces far to near, shaded, on a patch sampled finer and averaged
down."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.camera import Camera

Array = NDArray[Any]
_FINE = 3
_SHIFT = 3


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A mesh in mm about its own base point, heights upwards.

    ``points`` (N, 3); ``faces`` lists of point numbers, one array (M, k) for each k; ``tint`` a factor for each face
    in the order of ``faces`` (printed sides of a pile, a phone's dark screen).
    """

    points: Array
    faces: tuple[Array, ...]
    tint: tuple[Array, ...] | None = None

    @property
    def height_mm(self) -> float:
        return float(self.points[:, 2].max())

    @property
    def width_mm(self) -> float:
        return float(np.ptp(self.points[:, :2], axis=0).max())

    def turned(self, angle: float) -> Solid:
        """Turned about its upright axis, radians."""
        cos, sin = np.cos(angle), np.sin(angle)
        turn = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]])
        return Solid(self.points @ turn, self.faces, self.tint)

    def tipped(self, angle: float) -> Solid:
        """Lying on its side: turned about the x axis, its lowest point on the table again."""
        cos, sin = np.cos(angle), np.sin(angle)
        points = self.points @ np.array([[1, 0, 0], [0, cos, sin], [0, -sin, cos]])
        return Solid(points - [0, 0, points[:, 2].min()], self.faces, self.tint)


@dataclass(frozen=True, slots=True)
class Paint:
    """Surface: BGR colour 0..255, share of gloss 0..1, strength of grain 0..1.

    ``flat`` 0..1: how little the light's direction shows, as in a bright room. ``smooth``: blur of the shading as a
    share of the solid's size, so that turned wood shows no facets.
    """

    colour: tuple[float, float, float]
    gloss: float = 0.2
    grain: float = 0.05
    flat: float = 0.0
    smooth: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Sun:
    """Where the light comes from: ``towards`` (3,) unit vector to the lamp (x, y, height), its share 0..1 against the
    even light of the room, and the softness of its shadows in mm of blur for each mm of height."""

    towards: Array
    share: float
    softness: float


def lathe(radii: Array, heights: Array, sides: int = 20) -> Solid:
    """A turned shape: ``radii`` and ``heights`` (N,) of its outline from the foot to the top."""
    angle = np.arange(sides) * 2 * np.pi / sides
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    points = np.concatenate(
        [
            np.column_stack([ring * radius, np.full(sides, height)])
            for radius, height in zip(radii, heights, strict=True)
        ]
    )
    index = np.arange(sides)
    after = (index + 1) % sides
    quads = [
        np.column_stack([index + base, after + base, after + base + sides, index + base + sides])
        for base in range(0, (len(radii) - 1) * sides, sides)
    ]
    cap = (len(radii) - 1) * sides + index[None, :]
    return Solid(points, (np.concatenate(quads), cap))


def extruded(outline: Array, height: float) -> Solid:
    """An upright prism over ``outline`` (N, 2), anticlockwise seen from above with y down the board."""
    count = len(outline)
    points = np.concatenate([np.column_stack([outline, np.full(count, level)]) for level in (0.0, height)])
    index = np.arange(count)
    after = (index + 1) % count
    return Solid(
        points,
        (np.column_stack([index, after, after + count, index + count]), index[None, :] + count, index[None, ::-1]),
    )


def standing_plate(outline: Array, thickness: float) -> Solid:
    """A flat figure standing upright: ``outline`` (N, 2) is x and height, its foot at height 0."""
    flat = extruded(outline, thickness)
    points = flat.points[:, [0, 2, 1]] - [0, thickness / 2, 0]
    return Solid(points, tuple(face[:, ::-1] for face in flat.faces))


def box(width: float, depth: float, height: float) -> Solid:
    """A box about the base point."""
    x, y = width / 2, depth / 2
    return extruded(np.array([[-x, -y], [x, -y], [x, y], [-x, y]]), height)


def _normals(points: Array, faces: Array) -> Array:
    # Newell's sum: right for any flat polygon, concave ones too; outward for our winding
    loop = points[faces]
    after = np.roll(loop, -1, axis=1)
    normal = np.cross(loop, after).sum(axis=1)
    length = np.linalg.norm(normal, axis=1, keepdims=True)
    unit: Array = normal / np.maximum(length, 1e-9)
    return unit


def _shade(normals: Array, middles: Array, height: float, paint: Paint, sun: Sun, eye: Array) -> Array:
    lit = np.clip((normals @ sun.towards + 0.15) / 1.15, 0, 1)
    sky = 0.65 + 0.35 * normals[:, 2]
    low = np.clip(middles[:, 2] / max(1.0, 0.35 * height), 0, 1)
    sky *= 0.7 + 0.3 * low
    view = eye - middles
    view /= np.linalg.norm(view, axis=1, keepdims=True)
    half = view + sun.towards
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    shine = np.clip(np.sum(normals * half, axis=1), 0, 1) ** 24 * paint.gloss * 255 * sun.share
    body = (1 - sun.share) * sky + sun.share * (0.12 + 0.88 * lit)
    body = (1 - paint.flat) * body + paint.flat * 0.9
    colour: Array = body[:, None] * np.array(paint.colour) * 1.05 + shine[:, None]
    return colour


def draw(
    image: Array, camera: Camera, solid: Solid, base_mm: Array, paint: Paint, sun: Sun, mask: Array | None = None
) -> None:
    """Draws a solid standing with its base point at ``base_mm`` (x, y) or (x, y, height) on the uint8 BGR picture, in
    place.

    ``mask`` (H, W) uint8, if given, is set to 255 where the solid covers.
    """
    base = np.zeros(3)
    base[: len(base_mm)] = base_mm
    points = solid.points + base
    seen = camera.project(points)
    low = np.floor(seen.min(0)).astype(int) - 2
    high = np.ceil(seen.max(0)).astype(int) + 3
    low, high = np.maximum(low, 0), np.minimum(high, camera.size)
    if np.any(high - low < 2):
        return
    fine = _FINE if max(high - low) < 260 else 2
    eye = camera.position_mm
    items: list[tuple[float, Array, Array]] = []
    local = np.round(((seen - low + 0.5) * fine - 0.5) * (1 << _SHIFT)).astype(np.int32)
    for group, faces in enumerate(solid.faces):
        normals = _normals(points, faces)
        middles = points[faces].mean(axis=1)
        facing = np.einsum("ij,ij->i", normals, eye - middles) > 0
        colours = _shade(normals, middles - [0, 0, base[2]], solid.height_mm, paint, sun, eye)
        if solid.tint is not None:
            colours *= solid.tint[group][:, None]
        far = camera.distance(middles)
        items += [(far[number], local[faces[number]], colours[number]) for number in np.flatnonzero(facing)]
    items.sort(key=lambda item: -item[0])
    width, height = high - low
    patch = np.zeros((height * fine, width * fine, 4), np.uint8)
    for _, shape, colour in items:
        ink = (float(colour[0]), float(colour[1]), float(colour[2]), 255.0)
        if len(shape) <= 4:
            cv2.fillConvexPoly(patch, shape, ink, cv2.LINE_8, _SHIFT)
        else:
            cv2.fillPoly(patch, [shape], ink, cv2.LINE_8, _SHIFT)
    small = cv2.resize(patch, (int(width), int(height)), interpolation=cv2.INTER_AREA).astype(np.float32)
    alpha = small[..., 3:] * (1 / 255)
    if paint.smooth > 0:
        # Blurred within the outline alone: colour and cover are blurred alike and divided.
        spread = cv2.GaussianBlur(small, (0, 0), max(0.3, paint.smooth * float(min(width, height))))
        small[..., :3] = spread[..., :3] / np.maximum(spread[..., 3:], 1.0) * small[..., 3:]
    part = image[low[1] : high[1], low[0] : high[0]]
    if paint.grain > 0:
        grain = cv2.resize(_GRAIN[: max(2, height // 3), : max(2, width // 2)], (int(width), int(height)))
        small[..., :3] *= 1 + paint.grain * grain[..., None]
    part[:] = np.clip(small[..., :3] + part * (1 - alpha), 0, 255).astype(np.uint8)
    if mask is not None:
        spot = mask[low[1] : high[1], low[0] : high[0]]
        np.maximum(spot, np.where(small[..., 3] > 100, 255, 0).astype(np.uint8), out=spot)


_GRAIN = np.random.default_rng(1).normal(0, 1, (900, 1400)).astype(np.float32)


def footprint(solid: Solid, base_mm: Array, grow_mm: float) -> Array:
    """Convex outline (N, 2) in table mm of what touches the table, ``grow_mm`` wider all round."""
    low = solid.points[solid.points[:, 2] < 0.25 * solid.height_mm + 0.1, :2]
    hull = cv2.convexHull(low.astype(np.float32))[:, 0]
    middle = hull.mean(axis=0)
    away = hull - middle
    length = np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6)
    outline: Array = middle + away * (1 + grow_mm / length) + base_mm[:2]
    return outline


def shadow_outline(solid: Solid, base_mm: Array, towards: Array, lift: float = 0.0) -> list[Array]:
    """Convex outlines (N, 2) in table mm of the shadow of a solid, one for each slice of its height."""
    points = solid.points + np.array([base_mm[0], base_mm[1], lift])
    flat = points[:, :2] - towards[:2] / max(towards[2], 0.2) * points[:, 2:]
    edges = np.quantile(points[:, 2], [0, 0.35, 0.7, 1.0])
    slices = []
    for low, high in pairwise(edges):
        inside = flat[(points[:, 2] >= low - 1e-6) & (points[:, 2] <= high + 1e-6)]
        if len(inside) >= 3:
            slices.append(cv2.convexHull(inside.astype(np.float32))[:, 0])
    return slices
