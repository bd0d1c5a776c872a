"""Our small networks, run by OpenCV."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

MODELS = Path(__file__).parent / "models"
NAMES = ("finder", "known", "reader", "figures", "kinds")
"""All there are (see their README)."""


class BrokenModel(Exception):
    """A network's file is missing or damaged; ``cause``: the file."""

    trouble = "model"

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause


def load_all() -> None:
    """Reads the networks, once a process. Raises BrokenModel."""
    for name in NAMES:
        path = MODELS / f"{name}.onnx"
        try:
            whole = path.is_file() and network(name) is not None
        except cv2.error as error:
            raise BrokenModel(_short(path)) from error
        if not whole:
            raise BrokenModel(_short(path))


def _short(path: Path) -> str:
    root = Path(__file__).parent.parent
    return str(path.relative_to(root) if path.is_relative_to(root) else path)


@cache
def network(name: str) -> Any:
    """The network ``name`` of the folder ``models``, loaded once a process."""
    # OpenCV 5 has several engines; its classic one is the fastest for networks this small. OpenCV 4 knows no choice.
    classic = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    choice: dict[str, Any] = {} if classic is None else {"engine": classic}
    return cv2.dnn.readNetFromONNX(str(MODELS / f"{name}.onnx"), **choice)


def run(name: str, blob: Array, **others: Array) -> Array:
    """One pass: blob (1, channels, h, w) float32 to the network's answer (channels, h', w') float32; see
    ``run_batch``.
    """
    answer: Array = run_batch(name, blob, **others)[0]
    return answer


def run_batch(name: str, blob: Array, **others: Array) -> Array:
    """One pass over several inputs (N, channels, h, w) float32 to their answers, float32; ``others``: what a network
    of several inputs is given besides, by their names.
    """
    net = network(name)
    net.setInput(blob, "picture" if others else "")
    for other, values in others.items():
        net.setInput(values, other)
    answer: Array = net.forward()
    return answer


def standardised(image: Array) -> Array:
    """Picture (H, W, 3) uint8 to planes (3, H, W) float32 with zero mean and unit spread of its brightness; the
    colours keep their relation.
    """
    result: Array = np.empty((3, *image.shape[:2]), np.float32)
    blue, green, red = planes = cv2.split(image)
    total = cv2.add(cv2.add(blue, green, dtype=cv2.CV_16U), red, dtype=cv2.CV_16U)
    mean, spread = (float(value[0, 0]) / 3 for value in cv2.meanStdDev(total))
    scale = 1 / max(spread, 8.0)
    for plane, values in zip(planes, result, strict=True):
        np.multiply(plane, np.float32(scale), out=values)
    result -= np.float32(mean * scale)
    return result


class Kept:
    """What is worked out of arrays (or None), kept for those asked for last (the same arrays, which nobody writes to):
    a set-up is asked for it at every picture that is held against it.
    """

    def __init__(self, work: Callable[..., Array], most: int = 2) -> None:
        self._work, self._most = work, most
        self._kept: tuple[tuple[tuple[Array | None, ...], Array], ...] = ()

    def __call__(self, *asked: Array | None) -> Array:
        known = next((kept for kept in self._kept if _same(kept[0], asked)), None) or (asked, self._work(*asked))
        others = [kept for kept in self._kept if not _same(kept[0], asked)]
        self._kept = (known, *others[: self._most - 1])  # what was asked for longest ago goes
        return known[1]


def _same(ones: tuple[Array | None, ...], others: tuple[Array | None, ...]) -> bool:
    return all(one is other for one, other in zip(ones, others, strict=True))


planes = Kept(standardised)


def sigmoid(values: Array) -> Array:
    """The logistic function."""
    result: Array = 1.0 / (1.0 + np.exp(-np.clip(values, -30, 30)))
    return result
