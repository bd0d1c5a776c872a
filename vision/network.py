"""Our small networks, run by OpenCV."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

MODELS = Path(__file__).parent / "models"


@cache
def network(name: str) -> Any:
    """The network ``name`` of the folder ``models``, loaded once a process."""
    # OpenCV 5 has several engines; its classic one is the fastest for networks this small. OpenCV 4 knows no choice.
    classic = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    choice: dict[str, Any] = {} if classic is None else {"engine": classic}
    return cv2.dnn.readNetFromONNX(str(MODELS / f"{name}.onnx"), **choice)


def run(name: str, blob: Array) -> Array:
    """One pass: blob (1, channels, h, w) float32 to the network's answer (channels, h', w') float32."""
    answer: Array = run_batch(name, blob)[0]
    return answer


def run_batch(name: str, blob: Array) -> Array:
    """One pass over several inputs (N, channels, h, w) float32 to their answers, float32."""
    net = network(name)
    net.setInput(blob)
    answer: Array = net.forward()
    return answer


def standardised(image: Array) -> Array:
    """Picture (H, W, 3) uint8 to float32 with zero mean and unit spread of its brightness; the colours keep their
    relation.
    """
    values = image.astype(np.float32)
    mean, spread = cv2.meanStdDev(cv2.transform(values, np.full((1, 3), 1 / 3)))
    values -= float(mean[0, 0])
    values *= 1 / max(float(spread[0, 0]), 8.0)
    return values


def sigmoid(values: Array) -> Array:
    """The logistic function."""
    result: Array = 1.0 / (1.0 + np.exp(-np.clip(values, -30, 30)))
    return result
