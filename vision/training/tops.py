"""Table tops: pictures of wood, cloth and plain surfaces, drawn or taken from a folder, as a repeating texture."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def smooth_noise(rng: np.random.Generator, width: int, height: int, cell_x: float, cell_y: float) -> Array:
    """(height, width) float32 noise of about unit spread whose blobs are ``cell_x`` by ``cell_y`` pixels."""
    small = rng.standard_normal((max(2, round(height / cell_y)) + 1, max(2, round(width / cell_x)) + 1))
    return cv2.resize(small.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)


def hsv(hue: float, saturation: float, value: float) -> Array:
    """BGR (3,) float32 0..255 of a hue 0..1, saturation and value 0..1."""
    pixel = np.array([[[int(hue * 180) % 180, int(255 * saturation), int(255 * value)]]], np.uint8)
    colour: Array = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)
    return colour


def wood(rng: np.random.Generator, size: int = 768, tone: Array | None = None) -> Array:
    """Drawn planks with grain, (size, size, 3) uint8."""
    if tone is None:
        tone = hsv(rng.uniform(0.03, 0.12), rng.uniform(0.25, 0.75), rng.uniform(0.2, 0.85))
    grain = 0.55 * smooth_noise(rng, size, size, size / 3, rng.uniform(3, 9))
    grain += 0.35 * smooth_noise(rng, size, size, size / 6, 2)
    wave = smooth_noise(rng, size, size, size / 2, size / 5) * rng.uniform(1, 4)
    rows = np.arange(size, dtype=np.float32)[:, None] / size
    grain += 0.4 * np.sin(2 * np.pi * (rng.uniform(4, 14) * rows + wave * 0.4))
    planks = int(rng.integers(0, 9))
    if planks > 1:
        which = np.minimum((rows * planks).astype(int), planks - 1)
        grain += rng.normal(0, 0.8, planks).astype(np.float32)[which]
        seam = np.abs((rows * planks) % 1.0) < planks * rng.uniform(1.0, 3.5) / size
        grain = np.where(seam, grain - rng.uniform(1, 4), grain)
    picture = tone * (1 + rng.uniform(0.05, 0.22) * grain[..., None])
    return np.clip(picture, 0, 255).astype(np.uint8)


def cloth(rng: np.random.Generator, size: int = 512) -> Array:
    """Drawn cloth, plain or checked or striped, (size, size, 3) uint8."""
    tone = hsv(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.1, 0.95))
    picture = np.empty((size, size, 3), np.float32)
    picture[:] = tone
    kind = rng.random()
    if kind < 0.35:
        other = hsv(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.1, 0.95))
        width = int(rng.integers(8, 90))
        line = (np.arange(size) // width) % 2 * rng.uniform(0.2, 1)
        mix = line[:, None] * np.ones((1, size)) if kind < 0.15 else (line[:, None] + line[None, :]) / 2
        picture += (other - tone) * mix[..., None].astype(np.float32)
    elif kind < 0.5:  # a print of blobs
        for _ in range(int(rng.integers(20, 120))):
            colour = hsv(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.1, 1))
            at = rng.integers(0, size, 2)
            cv2.circle(picture, (int(at[0]), int(at[1])), int(rng.integers(3, 40)), colour.tolist(), -1, cv2.LINE_AA)
    weave = rng.normal(0, rng.uniform(2, 16), (size, size)).astype(np.float32)
    weave += smooth_noise(rng, size, size, 60, 60) * rng.uniform(0, 8)
    woven: Array = np.clip(picture + weave[..., None], 0, 255).astype(np.uint8)
    return woven


def plain(rng: np.random.Generator, size: int = 256) -> Array:
    """A plain or marbled surface, (size, size, 3) uint8."""
    tone = hsv(rng.random(), rng.random() ** 2 * 0.9, rng.uniform(0.06, 1.0))
    rough = smooth_noise(rng, size, size, 40, 40) * rng.uniform(0, 14)
    rough += rng.normal(0, rng.uniform(0, 8), (size, size)).astype(np.float32)
    return np.clip(tone + rough[..., None], 0, 255).astype(np.uint8)


@lru_cache(maxsize=64)
def _picture(path: str) -> Array | None:
    return cv2.imread(path, cv2.IMREAD_COLOR)


@lru_cache(maxsize=8)
def _listing(folder: str) -> tuple[str, ...]:
    return tuple(sorted(str(path) for path in Path(folder).glob("*.jpg")))


def pictures(assets: str | None, kind: str) -> tuple[str, ...]:
    """The picture files in the folder ``kind`` (``art`` or ``tables``) of the assets; none without assets."""
    return _listing(str(Path(assets) / kind)) if assets else ()


def load(path: str) -> Array:
    """The picture of a file, kept in memory. Raises ValueError when it cannot be read."""
    picture = _picture(path)
    if picture is None:
        raise ValueError(f"{path} is not a picture that can be read")
    return picture


def recoloured(rng: np.random.Generator, picture: Array, hue: float = 180, gain: float = 0.4) -> Array:
    """The picture with another hue, saturation and brightness."""
    turned = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    turned[..., 0] = (turned[..., 0].astype(int) + int(rng.uniform(-hue, hue) / 2)) % 180
    table = np.arange(256, dtype=np.float32)
    turned[..., 1] = cv2.LUT(turned[..., 1], np.clip(table * rng.uniform(0.3, 1.3), 0, 255).astype(np.uint8))
    bright = np.clip(table * rng.uniform(1 - gain, 1 + gain) + rng.uniform(-15, 15), 0, 255).astype(np.uint8)
    turned[..., 2] = cv2.LUT(turned[..., 2], bright)
    return cv2.cvtColor(turned, cv2.COLOR_HSV2BGR)


def table_top(rng: np.random.Generator, assets: str | None) -> tuple[Array, float, float]:
    """A texture (h, w, 3) uint8, its pixels per mm and its turn in radians on the table."""
    files = pictures(assets, "tables")
    choice = rng.random()
    if files and choice < 0.4:
        picture = load(files[int(rng.integers(len(files)))])
        if rng.random() < 0.6:
            picture = recoloured(rng, picture, hue=180 if rng.random() < 0.4 else 25)
        span = rng.uniform(300, 1400)
    elif choice < 0.65:
        picture, span = wood(rng), rng.uniform(350, 1200)
    elif choice < 0.85:
        picture, span = cloth(rng), rng.uniform(200, 900)
    else:
        picture, span = plain(rng), rng.uniform(200, 900)
    return picture, picture.shape[1] / span, rng.uniform(0, 2 * np.pi)
