"""A USB camera through Video4Linux.

A thread of its own takes the frames all the time and unpacks the newest when somebody wants one, so that a driver that
hangs costs a deadline and not the program, and a quiet table costs little. Exposure, colours and focus are fixed once
they have settled (see ``hardware.exposure``); such a camera tells what it does by its controls, not with each picture.
Where it has pictures of the same form with more pixels than the stream, a still is one of those
(tried on a made-up camera, not on a real one).
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import struct
import threading
import time
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import CameraFault, Frame, Image, Trouble
from hardware.exposure import MAINS_HZ, Exposure, Measured, Reach, Wish
from hardware.holders import who_holds

_DEVICES = Path("/dev")
_CLOSE_SECONDS = 1.0
_FAILURES = 20
_LOOK_EVERY = 15  # pictures
_SPARSE = 16
_UNIT_US = 100  # of exposure in Video4Linux
_MANUAL, _BY_ITSELF = 1, 3  # V4L2_EXPOSURE_MANUAL, V4L2_EXPOSURE_APERTURE_PRIORITY, the two that USB cameras have
_SET_CONTROL = 0xC008561C  # VIDIOC_S_CTRL
_POWER_LINE = 0x00980918  # V4L2_CID_POWER_LINE_FREQUENCY
_LINE_HZ = {50: 1, 60: 2}
_SIZES = 0xC02C564A  # VIDIOC_ENUM_FRAMESIZES
_SIZE = struct.Struct("6I20x")  # struct v4l2_frmsizeenum: index, format, type; of a discrete size width and height
_DISCRETE = 1  # V4L2_FRMSIZE_TYPE_DISCRETE
_MOST_SIZES = 100
_SAME_FORM = 0.01  # another form may show another part of the table
_SETTLING = 4  # pictures after a change of size; the first may be torn


def usb_cameras(devices: Path = _DEVICES) -> list[int]:
    """The numbers of the video devices there are, in order."""
    names = (path.name.removeprefix("video") for path in devices.glob("video*"))
    return sorted(int(name) for name in names if name.isdigit())


class UsbCamera:
    """The USB camera of that number; without one, the first that gives a picture. ``mains_hz``: of the lamps."""

    live = True

    def __init__(
        self, number: int | None = None, mains_hz: int = MAINS_HZ, size_px: tuple[int, int] = (1920, 1080)
    ) -> None:
        there = usb_cameras()
        wanted = there if number is None else [n for n in there if n == number]
        if not wanted:
            raise CameraFault(Trouble.NO_CAMERA, "camera" if number is None else f"camera:{number}")
        faults = []
        for candidate in wanted:
            try:
                self._capture, sizes_px = _open(candidate, size_px, mains_hz)
                break
            except CameraFault as found:
                faults.append(found)
        else:  # one that is busy or forbidden tells more than one that is no camera
            raise next((fault for fault in faults if fault.trouble is not Trouble.NO_CAMERA), faults[0])
        # Such a camera keeps to the lamps' flashes by itself (see _open), and its gain has no unit to reckon with.
        self._exposure = Exposure(mains_hz, Reach((1.0, 1.0)))
        # Until it is unplugged it keeps what it was told last, perhaps yesterday evening and above another table.
        self._set(Wish(None))
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)
        self._size_px = _size_of(self._capture)
        self.still_px = _larger(sizes_px, self._size_px)
        self._still: Image | None = None
        self._still_wanted = threading.Event()
        self._fresh = threading.Condition()
        self._wanted = threading.Event()
        self._latest: tuple[int, float, Image] | None = None
        self._given = 0
        self._closing = False
        self._ended = False
        self._begun = time.monotonic()
        self._thread = threading.Thread(target=self._run, name="usb-camera", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        number = failures = 0
        while not self._closing and failures < _FAILURES:
            if self._still_wanted.is_set():
                self._take_still()
            if not self._capture.grab():
                failures += 1
                time.sleep(0.05)
                continue
            failures = 0
            number += 1
            look = number % _LOOK_EVERY == 0
            if not (look or self._wanted.is_set()):
                continue
            ok, image = self._capture.retrieve()
            if not ok or image is None:
                continue
            seconds = time.monotonic() - self._begun
            if look:
                brightness = float(image[::_SPARSE, ::_SPARSE].mean())
                self._set(self._exposure.take(self._measured(), brightness, seconds))
            with self._fresh:
                self._latest = (number, seconds, np.asarray(image, dtype=np.uint8))
                self._wanted.clear()
                self._fresh.notify_all()
        with self._fresh:
            self._ended = True
            self._fresh.notify_all()

    def _take_still(self) -> None:
        """One picture of the larger size, then the stream goes on. Where none comes, no other is tried."""
        assert self.still_px is not None
        image = None
        if _resized(self._capture, self.still_px):
            grabbed = [self._capture.grab() for _ in range(_SETTLING)]
            image = self._capture.retrieve()[1] if all(grabbed) else None
        _resized(self._capture, self._size_px)
        with self._fresh:
            whole = image is not None and image.shape[1::-1] == self.still_px
            self._still = np.asarray(image, dtype=np.uint8) if whole else None
            self.still_px = self.still_px if whole else None
            self._still_wanted.clear()
            self._fresh.notify_all()

    def _measured(self) -> Measured | None:
        """What its controls say now; None when it has none for the exposure."""
        exposure = self._capture.get(cv2.CAP_PROP_EXPOSURE)
        if exposure <= 0:
            return None
        lens = self._capture.get(cv2.CAP_PROP_FOCUS)
        temperature = self._capture.get(cv2.CAP_PROP_WB_TEMPERATURE)
        return Measured(round(exposure * _UNIT_US), 1.0, (temperature,), lens if lens >= 0 else None)

    def _set(self, wish: Wish | None) -> None:
        if wish is None:
            return
        kept = wish.fixed
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _BY_ITSELF if kept is None else _MANUAL)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, float(kept is None))
        if wish.lens is not None:
            self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
            self._capture.set(cv2.CAP_PROP_FOCUS, wish.lens)
        if kept is not None:
            self._capture.set(cv2.CAP_PROP_EXPOSURE, round(kept.exposure_us / _UNIT_US))
            if kept.colours[0] > 0:
                self._capture.set(cv2.CAP_PROP_WB_TEMPERATURE, kept.colours[0])

    def read(self, deadline_seconds: float) -> Frame | None:
        def ready() -> bool:
            return self._ended or (self._latest is not None and self._latest[0] > self._given)

        with self._fresh:
            self._given = self._latest[0] if self._latest else 0  # what was unpacked before now is not the newest
            self._wanted.set()
            if not self._fresh.wait_for(ready, deadline_seconds):
                raise CameraFault(Trouble.STALLED, "camera")
            if self._latest is None or self._latest[0] <= self._given:
                raise CameraFault(Trouble.GONE, "camera")
            self._given, seconds, image = self._latest
        return Frame(self._given, seconds, image)

    def still(self, deadline_seconds: float) -> Frame | None:
        """The same view with more pixels, where the camera has some; the stream pauses for it."""
        if self.still_px is None:
            return None
        with self._fresh:
            self._still_wanted.set()
            if not self._fresh.wait_for(lambda: self._ended or not self._still_wanted.is_set(), deadline_seconds):
                raise CameraFault(Trouble.STALLED, "camera")
            if self._ended:
                raise CameraFault(Trouble.GONE, "camera")
            image, self._still = self._still, None
        return None if image is None else Frame(self._given, time.monotonic() - self._begun, image)

    def close(self) -> None:
        self._closing = True
        self._thread.join(_CLOSE_SECONDS)
        if not self._thread.is_alive():  # a driver that hangs is left to the end of the process
            self._capture.release()


def _size_of(capture: cv2.VideoCapture) -> tuple[int, int]:
    return int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))


def _resized(capture: cv2.VideoCapture, size_px: tuple[int, int]) -> bool:
    """Whether the camera gives pictures of that size now."""
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_px[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_px[1])
    return _size_of(capture) == size_px


def _larger(sizes_px: list[tuple[int, int]], stream_px: tuple[int, int]) -> tuple[int, int] | None:
    """The largest size of the stream's form that is larger than the stream's."""
    width, height = stream_px
    fitting = [
        size for size in sizes_px if size[0] > width and abs(size[0] * height / (size[1] * width) - 1) < _SAME_FORM
    ]
    return max(fitting, default=None)


def _sizes(file: int) -> list[tuple[int, int]]:
    """The sizes (width, height) of JPEG pictures that an open device names one by one."""
    found = []
    with contextlib.suppress(OSError):  # there are no more, or it names none
        for index in range(_MOST_SIZES):
            asked = bytearray(_SIZE.pack(index, cv2.VideoWriter.fourcc(*"MJPG"), 0, 0, 0, 0))
            fcntl.ioctl(file, _SIZES, asked)
            _, _, kind, width, height, _ = _SIZE.unpack(asked)
            if kind != _DISCRETE:
                break
            found.append((width, height))
    return found


def _open(number: int, size_px: tuple[int, int], mains_hz: int) -> tuple[cv2.VideoCapture, list[tuple[int, int]]]:
    """The camera streaming in about that size, and the sizes it has."""
    device = _DEVICES / f"video{number}"
    try:
        file = os.open(device, os.O_RDWR | os.O_NONBLOCK)
    except OSError as error:
        known = {errno.EACCES: Trouble.NO_PERMISSION, errno.EPERM: Trouble.NO_PERMISSION, errno.EBUSY: Trouble.BUSY}
        trouble = known.get(error.errno or 0, Trouble.NO_CAMERA)
        cause = ", ".join(who_holds([device])) if trouble is Trouble.BUSY else error.strerror or ""
        raise CameraFault(trouble, str(device), cause) from error
    with contextlib.suppress(OSError):  # not every camera has the control
        fcntl.ioctl(file, _SET_CONTROL, struct.pack("Ii", _POWER_LINE, _LINE_HZ.get(mains_hz, 1)))
    sizes_px = _sizes(file)
    os.close(file)
    capture = cv2.VideoCapture(number, cv2.CAP_V4L2)
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_px[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_px[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    if not (capture.isOpened() and capture.read()[0]):
        capture.release()
        holders = who_holds([device])  # many such devices can be opened by several, but stream to one only
        raise CameraFault(Trouble.BUSY if holders else Trouble.NO_CAMERA, str(device), ", ".join(holders))
    return capture, sizes_px
