"""A USB camera through Video4Linux.

A thread of its own reads all the time and keeps the newest frame, so that a driver that hangs costs a deadline and
not the program.
"""

from __future__ import annotations

import errno
import os
import threading
import time
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import CameraFault, Frame, Image, Trouble

_DEVICES = Path("/dev")
_CLOSE_SECONDS = 1.0


def usb_cameras(devices: Path = _DEVICES) -> list[int]:
    """The numbers of the video devices there are, in order."""
    names = (path.name.removeprefix("video") for path in devices.glob("video*"))
    return sorted(int(name) for name in names if name.isdigit())


class UsbCamera:
    """The USB camera of that number; without one, the first that gives a picture."""

    live = True

    def __init__(self, number: int | None = None, size_px: tuple[int, int] = (1920, 1080)) -> None:
        there = usb_cameras()
        wanted = there if number is None else [n for n in there if n == number]
        if not wanted:
            raise CameraFault(Trouble.NO_CAMERA, "camera" if number is None else f"camera:{number}")
        fault = CameraFault(Trouble.NO_CAMERA, "camera")
        for candidate in wanted:
            try:
                self._capture = _open(candidate, size_px)
                break
            except CameraFault as found:
                fault = found
        else:
            raise fault
        self._fresh = threading.Condition()
        self._latest: tuple[int, float, Image] | None = None
        self._given = 0
        self._closing = False
        self._ended = False
        self._begun = time.monotonic()
        self._thread = threading.Thread(target=self._run, name="usb-camera", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        number = failures = 0
        while not self._closing and failures < 20:
            ok, image = self._capture.read()
            if not ok or image is None:
                failures += 1
                time.sleep(0.05)
                continue
            failures = 0
            number += 1
            with self._fresh:
                self._latest = (number, time.monotonic() - self._begun, np.asarray(image, dtype=np.uint8))
                self._fresh.notify_all()
        with self._fresh:
            self._ended = True
            self._fresh.notify_all()

    def read(self, deadline_seconds: float) -> Frame | None:
        def ready() -> bool:
            return self._ended or (self._latest is not None and self._latest[0] > self._given)

        with self._fresh:
            if not self._fresh.wait_for(ready, deadline_seconds):
                raise CameraFault(Trouble.STALLED, "camera")
            if self._latest is None or self._latest[0] <= self._given:
                raise CameraFault(Trouble.GONE, "camera")
            self._given, seconds, image = self._latest
        return Frame(self._given, seconds, image)

    def close(self) -> None:
        self._closing = True
        self._thread.join(_CLOSE_SECONDS)
        if not self._thread.is_alive():  # a driver that hangs is left to the end of the process
            self._capture.release()


def _open(number: int, size_px: tuple[int, int]) -> cv2.VideoCapture:
    device = f"/dev/video{number}"
    try:
        os.close(os.open(device, os.O_RDWR | os.O_NONBLOCK))
    except OSError as error:
        known = {errno.EACCES: Trouble.NO_PERMISSION, errno.EPERM: Trouble.NO_PERMISSION, errno.EBUSY: Trouble.BUSY}
        raise CameraFault(known.get(error.errno or 0, Trouble.NO_CAMERA), device, error.strerror or "") from error
    capture = cv2.VideoCapture(number, cv2.CAP_V4L2)
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_px[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_px[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    ok = capture.isOpened() and capture.read()[0]
    if not ok:
        opened = capture.isOpened()
        capture.release()
        raise CameraFault(Trouble.BUSY if opened else Trouble.NO_CAMERA, device)
    return capture
