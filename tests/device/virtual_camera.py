"""The camera's adapter on the real picamera2 and the real libcamera, whose virtual camera shows pictures from a folder:

    python -m tests.device.virtual_camera FOLDER

For a Debian 13 on 64-bit Intel or AMD (its libcamera has the virtual camera), as root, with ``python3-libcamera``,
``libcamera-ipa``, ``python3-numpy``, ``python3-pil``, and by pip ``picamera2`` 0.3.38 without what it names besides and
``opencv-python-headless``. FOLDER holds pictures of 1280 x 960 as .jpg; ``virtual.yaml`` in
``/usr/share/libcamera/pipeline/virtual`` names it under ``frames``, with the location ``CameraLocationExternal``.

That camera gives NV12 only, in two planes a buffer, has no raw modes and next to no controls: what of picamera2 wants
more is bent here, and NV12 made into the format that the adapter asks for. What is bent is no part of the adapter.
"""

from __future__ import annotations

import sys
import time
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import cv2
import numpy as np

from hardware.camera import Frame, open_source
from tests.device.lent_picamera2 import NOT_USED, MemoryHeap

PICTURES = 60
OPENINGS = 5
LIKE = 10.0
"""Grey values between a frame and its picture on average: NV12 has less colour, and its range is taken otherwise."""


def bend() -> None:
    """Makes picamera2 content with the virtual camera."""
    for name in (*NOT_USED, "prctl"):
        sys.modules.setdefault(name, MagicMock(name=name))
    import libcamera
    from picamera2 import Picamera2
    from picamera2.allocators import dmaallocator
    from picamera2.request import CompletedRequest
    from PIL import Image

    def in_two_planes(planes: list[Any]) -> Any:
        (first,) = planes
        second, whole = libcamera.FrameBuffer.Plane(), first.length
        first.length = whole * 2 // 3
        second.fd, second.offset, second.length = first.fd, first.length, whole - first.length
        return libcamera.FrameBuffer([first, second])

    in_two_planes.Plane = libcamera.FrameBuffer.Plane  # type: ignore[attr-defined]
    dmaallocator.libcamera = SimpleNamespace(FrameBuffer=in_two_planes)
    dmaallocator.DmaHeap, dmaallocator.fcntl = MemoryHeap, MagicMock(ioctl=lambda *_: 0)
    Picamera2._get_raw_modes = lambda self: [{"format": "NV12", "size": (1280, 960)}]
    Picamera2.sensor_modes = property(lambda self: [{"format": "NV12"}])
    configuration, array = Picamera2.create_video_configuration, CompletedRequest.make_array

    def of_nv12(self: Any, main: dict[str, Any] | None = None, **more: Any) -> Any:
        made = configuration(self, main={**(main or {}), "format": "NV12"}, **more)
        made["controls"] = {name: value for name, value in made["controls"].items() if name in self.camera_controls}
        return made

    Picamera2.create_video_configuration = of_nv12
    CompletedRequest.make_array = lambda self, name: cv2.cvtColor(array(self, name), cv2.COLOR_YUV2BGR_NV12)
    CompletedRequest.make_image = lambda self, name: Image.fromarray(
        cv2.cvtColor(array(self, name), cv2.COLOR_YUV2RGB_NV12)
    )


def away(frame: Frame, pictures: list[Any]) -> float:
    """Mean grey values between a frame and the picture most like it."""
    small = cv2.resize(frame.image, (160, 120), interpolation=cv2.INTER_AREA).astype(int)
    return min(float(np.abs(small - picture).mean()) for picture in pictures)


def opened(folder: str) -> tuple[float, float]:
    """Opens the camera, reads, closes it: grey values between a picture and what was shown, at most; seconds that
    closing took."""
    shown = [cv2.imread(str(path)) for path in sorted(Path(folder).glob("*.jpg"))]
    pictures = [cv2.resize(one, (160, 120), interpolation=cv2.INTER_AREA).astype(int) for one in shown]
    bend()
    worst = 0.0
    camera = open_source("camera")
    for number in range(1, PICTURES + 1):
        frame = camera.read(10.0)
        assert frame is not None
        assert (frame.number, frame.image.shape) == (number, (960, 1280, 3))
        worst = max(worst, away(frame, pictures))
    assert camera.still(5.0) is None, "it shows all its pixels already"
    began = time.monotonic()
    camera.close()
    return worst, time.monotonic() - began


def main() -> int:
    """Opens it again and again, each time in a process of its own as the worker does; says what came."""
    begun = time.monotonic()
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        came = [pool.apply(opened, (sys.argv[1],)) for _ in range(OPENINGS)]
    worst, closing = (max(values) for values in zip(*came, strict=True))
    print(f"{PICTURES * OPENINGS} pictures in {OPENINGS} openings, {time.monotonic() - begun:.1f} s; {worst:.1f} grey")
    print(f"values at most from what was shown; closed in {closing:.1f} s at most")
    return int(worst > LIKE)


if __name__ == "__main__":
    sys.exit(main())
