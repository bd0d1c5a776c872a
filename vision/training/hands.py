"""Hands and arms over the table: a skeleton of round bones in mm, drawn as one soft height field."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.camera import Camera
from vision.training.solids import Sun
from vision.training.tops import hsv

Array = NDArray[Any]
_FOREARM_MM = 300.0
_POSES = ("point", "pinch", "flat", "fist", "spread")


@dataclass(frozen=True, slots=True, eq=False)
class Arm:
    """An arm reaching in.

    ``reach_mm`` (x, y) is under the fingertips, ``from_angle`` (radians, 0 = along +x) the direction from the fingers
    to the elbow, ``height_mm`` the height of the fingertips. ``sleeve_mm``: how far behind the wrist the sleeve
    begins (negative: over the hand, None: a bare arm). Colours are BGR 0..255.
    """

    reach_mm: tuple[float, float]
    from_angle: float
    height_mm: float
    pose: str
    left: bool
    skin: tuple[float, float, float]
    sleeve_mm: float | None
    cloth: tuple[float, float, float]
    stripe: tuple[float, float, float] | None
    size: float = 1.0
    seed: int = 0

    def at(self, reach_mm: tuple[float, float], height_mm: float) -> Arm:
        """The same arm somewhere else."""
        return replace(self, reach_mm=reach_mm, height_mm=height_mm)


def random_arm(rng: np.random.Generator, reach_mm: tuple[float, float], from_angle: float) -> Arm:
    """An arm of any skin and sleeve."""
    depth = rng.random()
    skin = hsv(
        rng.uniform(0.02, 0.075),
        0.25 + 0.4 * depth + rng.uniform(-0.08, 0.08),
        float(np.clip(0.98 - 0.75 * depth + rng.uniform(-0.08, 0.08), 0.15, 1)),
    )
    pick = rng.random()
    if pick < 0.2:
        cloth = hsv(rng.uniform(0.54, 0.67), rng.uniform(0.4, 1), rng.uniform(0.2, 0.9))
    elif pick < 0.4:
        cloth = hsv(rng.random(), rng.uniform(0, 0.1), rng.uniform(0.7, 1))
    elif pick < 0.6:
        cloth = hsv(rng.random(), rng.uniform(0, 0.15), rng.uniform(0.04, 0.4))
    else:
        cloth = hsv(rng.random(), rng.uniform(0.2, 1), rng.uniform(0.15, 1))
    stripe = hsv(rng.random(), rng.uniform(0, 1), rng.uniform(0.1, 1)) if rng.random() < 0.2 else None

    def triple(colour: Array) -> tuple[float, float, float]:
        return float(colour[0]), float(colour[1]), float(colour[2])

    return Arm(
        reach_mm,
        from_angle,
        rng.uniform(10, 60),
        str(rng.choice(_POSES)),
        bool(rng.random() < 0.5),
        triple(skin),
        None if rng.random() < 0.35 else rng.uniform(-40, 160),
        triple(cloth),
        None if stripe is None else triple(stripe),
        rng.uniform(0.75, 1.15),
        int(rng.integers(1 << 30)),
    )


def bones(arm: Arm) -> Array:
    """(N, 9) bones of the arm: both ends x, y, height in mm, both radii, and 0 for the hand, 1 forearm, 2 upper arm."""
    rng = np.random.default_rng(arm.seed)
    # local frame: fingers point along -x, wrist near the origin, x grows towards the elbow
    found: list[list[float]] = []
    curls = {
        "point": (0.95, 0.4, 0.35, 0.35),
        "pinch": (0.75, 0.7, 0.5, 0.45),
        "flat": (1, 1, 1, 1),
        "fist": (0.3, 0.3, 0.3, 0.3),
        "spread": (0.95, 1, 0.95, 0.95),
    }[arm.pose]
    fan = 0.28 if arm.pose == "spread" else rng.uniform(0.03, 0.12)
    wrist_height = arm.height_mm + rng.uniform(15, 60)
    knuckle = wrist_height + rng.uniform(-5, 18)
    lengths = np.array([72, 80, 75, 60]) * rng.uniform(0.93, 1.07, 4)
    for number, (length, share) in enumerate(zip(lengths, curls, strict=True)):
        side = (number - 1.5) * 19.0
        root = np.array([-85 - 6 * (number in (1, 2)), side, knuckle - 4 * abs(number - 1.5)])
        found.append([0, side * 0.45, wrist_height, *root, 17, 11.5 - 0.6 * number])
        angle = (number - 1.5) * fan + rng.normal(0, 0.04)
        at, radius = root, 9.6 - 0.7 * number * (number > 1)
        bend = (1 - share) * 2.4 + rng.uniform(0, 0.15)
        drop = np.arctan2(knuckle - arm.height_mm - 8, 75) * (0.4 if share < 0.6 else 1)
        for part, portion in enumerate((0.45, 0.31, 0.24)):
            drop += bend * (0.25, 0.5, 0.35)[part]
            step = length * portion
            after = at + step * np.array([-np.cos(drop) * np.cos(angle), np.cos(drop) * np.sin(angle), -np.sin(drop)])
            after[2] = max(after[2], min(arm.height_mm, 8.0))
            found.append([*at, *after, radius, radius * 0.88])
            at, radius = after, radius * 0.88
    root = np.array([-25, 34, wrist_height - 4])
    found.append([5, 12, wrist_height, *root, 18, 15])
    inward = rng.uniform(-0.3, 0.7) if arm.pose != "pinch" else -0.25
    middle = root + 42 * np.array([-np.cos(inward), np.sin(inward), -0.2])
    found.append([*root, *middle, 13, 10.5])
    tip = (
        np.array([-125, 5, arm.height_mm + 2])
        if arm.pose == "pinch"
        else middle + 30 * np.array([-np.cos(inward - 0.5), np.sin(inward - 0.5), -0.3])
    )
    reach = tip - middle
    found.append([*middle, *(middle + reach * min(1.0, 36 / np.linalg.norm(reach))), 10.5, 8.5])
    bent = rng.normal(0, 0.15)
    elbow = np.array([_FOREARM_MM * np.cos(bent), _FOREARM_MM * np.sin(bent), wrist_height + rng.uniform(20, 120)])
    found.append([0, 0, wrist_height, *elbow, 27, 42])
    bent += rng.normal(0, 0.25)
    found.append([*elbow, *(elbow + np.array([900 * np.cos(bent), 900 * np.sin(bent), 120])), 42, 60])
    table = np.array(found)
    table[:, [0, 1, 2, 3, 4, 5, 6, 7]] *= arm.size
    table[:, [2, 5]] /= arm.size
    if arm.left:
        table[:, [1, 4]] *= -1
    tips = np.array([-150.0 * arm.size, 0.0])
    cos, sin = np.cos(arm.from_angle), np.sin(arm.from_angle)
    turn = np.array([[cos, sin], [-sin, cos]])
    for pair in (slice(0, 2), slice(3, 5)):
        table[:, pair] = (table[:, pair] - tips) @ turn + np.array(arm.reach_mm)
    kind = np.zeros((len(table), 1))
    kind[-2:, 0] = 1, 2
    return np.column_stack([table, kind])


def _field(points: Array, heights: Array, radii: Array, grid_x: Array, grid_y: Array) -> tuple[Array, Array]:
    """Height of a tapered round bone over a pixel grid (-1e6 outside) and how far along the bone (0..1) each pixel
    lies."""
    start, along = points[0], points[1] - points[0]
    square = max(float(along @ along), 1e-6)
    share = np.clip(((grid_x - start[0]) * along[0] + (grid_y - start[1]) * along[1]) / square, 0, 1)
    radius = radii[0] + (radii[1] - radii[0]) * share
    gap = (grid_x - start[0] - share * along[0]) ** 2 + (grid_y - start[1] - share * along[1]) ** 2
    level = 1 - gap / (radius * radius)
    top = heights[0] + (heights[1] - heights[0]) * share + radius * np.sqrt(np.maximum(level, 0))
    return np.where(level > 0, top, np.float32(-1e6)), share


def draw_arm(image: Array, mask: Array, camera: Camera, arm: Arm, sun: Sun) -> None:
    """Draws the arm on the uint8 BGR picture and sets the uint8 mask to 255 where it covers, in place."""
    table = bones(arm)
    ends = camera.project(table[:, :6].reshape(-1, 3)).reshape(-1, 2, 2)
    far = camera.distance(table[:, :6].reshape(-1, 3)).reshape(-1, 2)
    scale = camera.focal_px / far
    radii = table[:, 6:8] * scale
    width, height = camera.size
    step = 2
    low = np.floor((ends - radii[..., None] * 1.3).reshape(-1, 2).min(0)).astype(int)
    high = np.ceil((ends + radii[..., None] * 1.3).reshape(-1, 2).max(0)).astype(int)
    low, high = np.maximum(low, 0) // step * step, np.minimum(high, [width, height])
    if np.any(high - low < 4):
        return
    columns, rows = -(-(high - low) // step)
    surface = np.full((rows, columns), -1e6, np.float32)
    sleeve = np.zeros((rows, columns), np.float32)
    rng = np.random.default_rng(arm.seed + 1)
    level_px = table[:, [2, 5]] * scale.mean()
    width_of_cloth = rng.uniform(1.15, 1.5)
    for number in range(len(table)):
        patches = [(table[number], ends[number], level_px[number], radii[number], False)]
        if table[number, 8] and arm.sleeve_mm is not None:
            begin = min(arm.sleeve_mm / _FOREARM_MM, 0.9) if table[number, 8] == 1 else 0.0
            cut = ends[number, 0] + begin * (ends[number, 1] - ends[number, 0])
            thick = radii[number] * width_of_cloth
            patches.append(
                (table[number], np.stack([cut, ends[number, 1]]), level_px[number] + 4 * scale.mean(), thick, True)
            )
        for _, span, level, radius, cloth in patches:
            near = np.floor((span - radius[:, None]).min(0)).astype(int) - low
            past = np.ceil((span + radius[:, None]).max(0)).astype(int) + 1 - low
            x0, y0 = np.clip(near // step, 0, [columns, rows])
            x1, y1 = np.clip(past // step + 1, 0, [columns, rows])
            if x1 <= x0 or y1 <= y0:
                continue
            grid_x = (np.arange(x0, x1, dtype=np.float32) * step + low[0])[None, :]
            grid_y = (np.arange(y0, y1, dtype=np.float32) * step + low[1])[:, None]
            top, share = _field(
                span.astype(np.float32), level.astype(np.float32), radius.astype(np.float32), grid_x, grid_y
            )
            spot = surface[y0:y1, x0:x1]
            if cloth:
                axis = span[1] - span[0]
                ahead = (grid_x - span[0, 0]) * axis[0] + (grid_y - span[0, 1]) * axis[1]
                wave = np.sin(share * rng.uniform(15, 40) + np.sin(grid_x / 17) + np.sin(grid_y / 13))
                top = np.where((ahead > 0) | (table[number, 8] == 2), top + 1.5 * wave, np.float32(-1e6)).astype(
                    np.float32
                )
                won = top > -1e5
                sleeve[y0:y1, x0:x1][won] = 1 + share[won]
                spot[won] = np.maximum(spot[won], top[won])
            else:
                np.maximum(spot, top, out=spot)
    inside = (surface > -1e5).astype(np.float32)
    if not inside.any():
        return
    _paint(image, mask, arm, sun, (low, high), surface, inside, sleeve, step, rng)


def _paint(
    image: Array,
    mask: Array,
    arm: Arm,
    sun: Sun,
    window: tuple[Array, Array],
    surface: Array,
    inside: Array,
    sleeve: Array,
    step: int,
    rng: np.random.Generator,
) -> None:
    low, high = window
    floor = surface[inside > 0].min()
    filled = np.where(inside > 0, surface, floor)
    weight = cv2.GaussianBlur(inside, (0, 0), 2.0) + 1e-3
    soft = cv2.GaussianBlur(filled * inside, (0, 0), 2.0) / weight
    soft = 0.5 * soft + 0.5 * np.where(inside > 0, filled, soft)
    slope_x, slope_y = (
        cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=0.125 / step),
        cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=0.125 / step),
    )
    slope_x, slope_y = np.clip(slope_x, -4, 4), np.clip(slope_y, -4, 4)
    length = np.sqrt(1 + slope_x**2 + slope_y**2)
    # towards the lamp in the picture's frame is near enough the table's for shading a hand
    lit = (-slope_x * sun.towards[0] - slope_y * sun.towards[1] + max(0.5, sun.towards[2])) / length
    light = (1 - sun.share) * (0.6 + 0.45 / length) + sun.share * np.clip(0.25 + 0.8 * lit, 0.1, 1.2)
    crease = soft - cv2.GaussianBlur(soft, (0, 0), 6)
    light *= np.clip(1 + crease * 0.02, 0.7, 1.12)
    colour = np.empty((*surface.shape, 3), np.float32)
    colour[:] = arm.skin
    blotch = cv2.resize(
        rng.normal(0, 1, (12, 12)).astype(np.float32),
        (surface.shape[1], surface.shape[0]),
        interpolation=cv2.INTER_CUBIC,
    )
    colour *= 1 + 0.05 * blotch[..., None]
    cloth = np.empty_like(colour)
    cloth[:] = arm.cloth
    if arm.stripe is not None:
        striped = np.sin(sleeve * rng.uniform(40, 150)) > rng.uniform(-0.3, 0.6)
        cloth[striped] = arm.stripe
    colour = np.where((sleeve > 0)[..., None], cloth, colour) * light[..., None]
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    # premultiplied, so that the edge takes no colour from outside
    alpha = cv2.resize(
        cv2.GaussianBlur(inside, (3, 3), 0),
        (surface.shape[1] * step, surface.shape[0] * step),
        interpolation=cv2.INTER_LINEAR,
    )[: size[1], : size[0], None]
    full = cv2.resize(colour, (surface.shape[1] * step, surface.shape[0] * step), interpolation=cv2.INTER_LINEAR)[
        : size[1], : size[0]
    ]
    part = image[low[1] : high[1], low[0] : high[0]]
    part[:] = np.clip(full * alpha + part * (1 - alpha), 0, 255).astype(np.uint8)
    spot = mask[low[1] : high[1], low[0] : high[0]]
    np.maximum(spot, np.where(alpha[..., 0] > 0.4, 255, 0).astype(np.uint8), out=spot)


def arm_shadow(arm: Arm, towards: Array) -> list[tuple[Array, float]]:
    """Shadow outlines (N, 2) in table mm, one a bone, each with the bone's height."""
    shapes = []
    circle = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    ring = np.column_stack([np.cos(circle), np.sin(circle)])
    for bone in bones(arm):
        outline = []
        for end, radius in ((bone[0:3], bone[6]), (bone[3:6], bone[7])):
            flat = end[:2] - towards[:2] / max(towards[2], 0.2) * end[2]
            outline.append(flat + ring * radius)
        hull = cv2.convexHull(np.concatenate(outline).astype(np.float32))[:, 0]
        shapes.append((hull, float(bone[2] + bone[5]) / 2))
    return shapes
