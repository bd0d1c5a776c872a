"""The camera port: where pictures of the table come from, and what may go wrong there.

A camera hands out frames with the seconds of its own clock. Everything that waits has a deadline. No camera at all is
no error: the game is then played by touch. Each adapter lives in its own module and imports its library only when
opened: ``camera_files`` (a film, a folder of pictures), ``camera_usb`` (Video4Linux), ``camera_pi`` (picamera2), and
``camera_fake`` for tests and for trying faults. ``camera_guard`` looks at the pictures of devices before anybody else.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hardware.exposure import MAINS_HZ

Image = NDArray[np.uint8]


class Trouble(str, Enum):
    """What may fail in a source of pictures."""

    NO_CAMERA = "no_camera"  # nothing is plugged in
    BUSY = "busy"  # another program holds it; the cause: which
    NO_PERMISSION = "no_permission"
    NO_LIBRARY = "no_library"  # the device's library is missing or broken
    STALLED = "stalled"  # no picture before the deadline
    FROZEN = "frozen"  # the same picture again and again
    GONE = "gone"  # it was there and is not any more
    NO_SUCH_FILE = "no_such_file"
    UNREADABLE = "unreadable"  # the file is no picture, no film, no list of pictures

    def __str__(self) -> str:
        return self.value


class CameraFault(Exception):
    """A source of pictures failed: which ``trouble``, with what (a path, a device), and the cause in its own words."""

    def __init__(self, trouble: Trouble, what: str = "", cause: str = "") -> None:
        super().__init__(trouble.value, what, cause)
        self.trouble = trouble
        self.what = what
        self.cause = cause


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture: ``image`` (H, W, 3) uint8 in the order blue, green, red; ``seconds`` by the source's own clock."""

    number: int
    seconds: float
    image: Image


class Camera(Protocol):
    """A source of pictures. Opened by its adapter; one owner, one thread."""

    live: bool
    """True when pictures come as time goes by; False when they can be read as fast as one likes."""

    @property
    def still_px(self) -> tuple[int, int] | None:
        """Width and height of what ``still`` gives; None where that is no more than ``read`` gives."""
        ...

    def read(self, deadline_seconds: float) -> Frame | None:
        """The next frame (a live camera: the newest). None when the source has come to its end.

        Raises CameraFault(STALLED) when none came before the deadline, or another CameraFault.
        """
        ...

    def still(self, deadline_seconds: float) -> Frame | None:
        """The same view once, as sharp as the sensor can; it takes about a second. None where ``read`` gives all there
        is. Raises as ``read`` does."""
        ...

    def close(self) -> None:
        """Let the device go. Never raises and never hangs."""
        ...


def open_source(source: str, mains_hz: int = MAINS_HZ) -> Camera:
    """Opens ``camera``, ``camera:N``, a film or a folder of pictures. Raises CameraFault.

    ``camera`` means the ribbon-cable camera of a Raspberry Pi when there is one, else the first USB camera;
    ``mains_hz``: of the lamps above the table.
    """
    from hardware.camera_files import Film, Folder
    from hardware.camera_guard import Guarded

    if source == "camera" or source.startswith("camera:"):
        return Guarded(_open_device(source, mains_hz))
    path = Path(source)
    try:
        if path.is_dir():
            return Folder(path)
        if not path.exists():
            raise CameraFault(Trouble.NO_SUCH_FILE, source)
        return Film(path)
    except PermissionError as error:
        raise CameraFault(Trouble.NO_PERMISSION, source, str(error)) from error


def device_stamp(devices: Path = Path("/dev")) -> tuple[str, ...]:
    """Which cameras the system has: another answer than before means that one was plugged in or out."""
    return tuple(sorted(path.name for pattern in ("video*", "media*") for path in devices.glob(pattern)))


def _open_device(source: str, mains_hz: int) -> Camera:
    from hardware.camera_pi import PiCamera
    from hardware.camera_usb import UsbCamera

    _, _, number = source.partition(":")
    if number and not number.isdigit():
        raise CameraFault(Trouble.NO_SUCH_FILE, source)
    if number:
        return UsbCamera(int(number), mains_hz)
    try:
        return PiCamera(mains_hz)
    except CameraFault as fault:
        if fault.trouble not in (Trouble.NO_LIBRARY, Trouble.NO_CAMERA):
            raise
    return UsbCamera(None, mains_hz)
