"""Light on a made scene and the camera's sensor: lamps, shadows' bands, glare, colour, noise, blur, JPEG."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.solids import Sun

Array = NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """The light of one picture. ``seed`` draws what has no number of its own (the places of bands and glare)."""

    sun: Sun
    second: Sun | None
    balance: tuple[float, float, float]
    exposure: float
    gradient: tuple[float, float]
    vignette: float
    bands: int
    glare: int
    gamma: float
    seed: int


@dataclass(frozen=True, slots=True)
class Sensor:
    """The camera's faults: blur in px, motion in px, grain (luminance, colour) in grey levels, sharpening, JPEG
    quality."""

    blur: float
    motion: float
    noise: float
    colour_noise: float
    sharpen: float
    quality: int


def _sun(rng: np.random.Generator, share: float) -> Sun:
    lean, side = rng.uniform(0.05, 1.05), rng.uniform(0, 2 * np.pi)
    towards = np.array([np.sin(lean) * np.cos(side), np.sin(lean) * np.sin(side), np.cos(lean)])
    return Sun(towards, share, rng.uniform(0.03, 0.45))


def random_light(rng: np.random.Generator) -> Light:
    """Any light a table may have, from dim and warm to glaring."""
    share = rng.uniform(0.15, 0.75)
    warm = rng.normal(0, 0.13)
    tint = rng.normal(0, 0.03)
    exposure = float(np.exp(rng.normal(0, 0.18)))
    extreme = rng.random()
    if extreme < 0.08:
        exposure *= rng.uniform(0.4, 0.7)
    elif extreme < 0.16:
        exposure *= rng.uniform(1.25, 1.7)
    return Light(
        _sun(rng, share),
        _sun(rng, share * 0.6) if rng.random() < 0.3 else None,
        (float(np.exp(-warm)), float(np.exp(tint)), float(np.exp(warm))),
        exposure,
        (rng.normal(0, 0.2), rng.normal(0, 0.2)),
        max(0.0, rng.normal(0.1, 0.15)),
        int(rng.choice([0, 1, 2], p=[0.7, 0.2, 0.1])),
        int(rng.choice([0, 1, 2, 3], p=[0.6, 0.25, 0.1, 0.05])),
        float(np.exp(rng.normal(0, 0.15))),
        int(rng.integers(1 << 30)),
    )


def random_sensor(rng: np.random.Generator) -> Sensor:
    """Any camera from a clean one to a poor one in the dark."""
    loud = rng.random() ** 2
    return Sensor(
        max(0.0, rng.normal(0.45, 0.4)) + (rng.uniform(0.5, 1.2) if rng.random() < 0.08 else 0),
        rng.uniform(1, 5) if rng.random() < 0.06 else 0.0,
        loud * 14,
        loud * rng.uniform(0, 9),
        rng.uniform(0.3, 1.5) if rng.random() < 0.3 else 0.0,
        int(rng.integers(60, 96)),
    )


def light_field(light: Light, size: tuple[int, int]) -> tuple[Array, Array]:
    """Factor and added glare, each (h, w, 3) float32 at an eighth of the picture's size."""
    rng = np.random.default_rng(light.seed)
    width, height = -(-size[0] // 8), -(-size[1] // 8)
    x, y = (
        np.linspace(-1, 1, width, dtype=np.float32)[None, :],
        np.linspace(-0.75, 0.75, height, dtype=np.float32)[:, None],
    )
    field = 1 + light.gradient[0] * x + light.gradient[1] * y
    field = np.maximum(field, 0.25) * (1 - light.vignette * (x * x + y * y))
    if rng.random() < 0.3:  # a lamp near by
        at = rng.uniform([-0.8, -0.6], [0.8, 0.6])
        away = (x - at[0]) ** 2 + (y - at[1]) ** 2
        field *= 0.65 + rng.uniform(0.2, 0.7) / (1 + away * rng.uniform(1, 6))
    for _ in range(light.bands):
        angle, offset, blur = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.5), rng.uniform(0.01, 0.2)
        across = x * np.cos(angle) + y * np.sin(angle) - offset
        edge = 1 / (1 + np.exp(-np.clip(across / blur, -30, 30)))
        if rng.random() < 0.4:
            far = rng.uniform(0.2, 0.7)
            edge = edge / (1 + np.exp(np.clip((across - far) / blur, -30, 30)))
        field *= 1 - rng.uniform(0.15, 0.6) * edge
    tint = np.array(light.balance, np.float32)
    factor = field[..., None] * tint * np.float32(light.exposure)
    glare = np.zeros((height, width, 3), np.float32)
    for _ in range(light.glare):
        at = rng.uniform([-1, -0.75], [1, 0.75])
        wide, high, turn = rng.uniform(0.04, 0.35), rng.uniform(0.03, 0.25), rng.uniform(0, np.pi)
        u = (x - at[0]) * np.cos(turn) + (y - at[1]) * np.sin(turn)
        v = (y - at[1]) * np.cos(turn) - (x - at[0]) * np.sin(turn)
        spot = np.exp(-((u / wide) ** 2) - (v / high) ** 2)
        glare += (rng.uniform(15, 150) * spot)[..., None] * (0.5 + 0.5 * tint)
    return factor.astype(np.float32), glare


def apply_light(image: Array, light: Light) -> Array:
    """The uint8 picture under this light, uint8."""
    size = (image.shape[1], image.shape[0])
    factor, glare = light_field(light, size)
    whole = (factor.shape[1] * 8, factor.shape[0] * 8)
    factor = cv2.resize(factor, whole, interpolation=cv2.INTER_LINEAR)[: size[1], : size[0]]
    lit: Array = cv2.multiply(image, factor, dtype=cv2.CV_32F)
    if light.glare:
        lit = lit + cv2.resize(glare, whole, interpolation=cv2.INTER_LINEAR)[: size[1], : size[0]]
    return cv2.LUT(cv2.convertScaleAbs(lit, alpha=255 / _BRIGHTEST), _tone(round(light.gamma, 2)))


_BRIGHTEST = 383
"""Grey level from which on all is white."""


@lru_cache(maxsize=64)
def _tone(gamma: float) -> Array:
    level = np.arange(256) / 255 * (_BRIGHTEST / 255)
    bent = level**gamma
    soft = np.where(bent > 0.85, 0.85 + 0.15 * np.tanh((bent - 0.85) / 0.2), bent)
    table: Array = np.clip(soft * 255, 0, 255).astype(np.uint8)
    return table


@lru_cache(maxsize=1)
def _noise_bank() -> Array:
    return np.random.default_rng(3).normal(0, 32, (1536, 2048)).clip(-127, 127).astype(np.int8)


def _noise(rng: np.random.Generator, height: int, width: int) -> Array:
    bank = _noise_bank()
    y, x = int(rng.integers(0, bank.shape[0] - height + 1)), int(rng.integers(0, bank.shape[1] - width + 1))
    return bank[y : y + height, x : x + width]


def expose(image: Array, sensor: Sensor, rng: np.random.Generator, jpeg: bool = True) -> Array:
    """What the sensor makes of a uint8 picture of up to 2048 x 1536: blur, noise, sharpening and (``jpeg``)
    compression."""
    height, width = image.shape[:2]
    if sensor.motion > 0:
        count = max(2, round(sensor.motion) + 1)
        kernel = np.zeros((count, count), np.float32)
        angle = rng.uniform(0, np.pi)
        middle = (count - 1) / 2
        reach = np.array([np.cos(angle), np.sin(angle)]) * middle
        ends = np.round(np.array([middle - reach, middle + reach])).astype(int)
        cv2.line(kernel, tuple(ends[0].tolist()), tuple(ends[1].tolist()), 1.0)
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    if sensor.blur > 0.25:
        image = cv2.GaussianBlur(image, (0, 0), sensor.blur)
    if sensor.noise > 0.5:
        grain = cv2.addWeighted(
            _noise(rng, height, width), sensor.noise / 32, _noise(rng, height, width), 0, 0, dtype=cv2.CV_16S
        )
        noisy = cv2.add(image, cv2.merge([grain, grain, grain]), dtype=cv2.CV_16S)
        if sensor.colour_noise > 0.5:
            small = cv2.merge([_noise(rng, height // 2, width // 2) for _ in range(3)])
            colour = cv2.resize(small.astype(np.int16), (width, height), interpolation=cv2.INTER_LINEAR)
            noisy = cv2.addWeighted(noisy, 1.0, colour, sensor.colour_noise / 24, 0)
        image = np.clip(noisy, 0, 255).astype(np.uint8)
    if sensor.sharpen > 0:
        image = cv2.addWeighted(image, 1 + sensor.sharpen, cv2.GaussianBlur(image, (0, 0), 1.2), -sensor.sharpen, 0)
    if jpeg:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, sensor.quality])
        seen = cv2.imdecode(data, cv2.IMREAD_COLOR)
        if seen is not None:
            return seen
    return image
