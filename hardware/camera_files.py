"""Pictures from files: a film, or a folder of pictures with their times."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import Camera, CameraFault, Frame, Image, Trouble


def read_picture(path: Path) -> Image:
    """The picture in a file, (H, W, 3) uint8 BGR. Raises CameraFault(NO_SUCH_FILE | NO_PERMISSION | UNREADABLE)."""
    try:
        data = np.fromfile(path, dtype=np.uint8)
    except FileNotFoundError as error:
        raise CameraFault(Trouble.NO_SUCH_FILE, str(path)) from error
    except PermissionError as error:
        raise CameraFault(Trouble.NO_PERMISSION, str(path), str(error)) from error
    except OSError as error:
        raise CameraFault(Trouble.UNREADABLE, str(path), error.strerror or str(error)) from error
    except ValueError as error:  # a name that no file can have
        raise CameraFault(Trouble.NO_SUCH_FILE, str(path), str(error)) from error
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except cv2.error as error:
        raise CameraFault(Trouble.UNREADABLE, str(path), str(error).strip()) from error
    if image is None:
        raise CameraFault(Trouble.UNREADABLE, str(path))
    return np.asarray(image, dtype=np.uint8)


class Film:
    """A video file, read frame after frame; the seconds are the film's own."""

    live = False
    still_px = None

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._capture = cv2.VideoCapture(str(path))
        except cv2.error as error:
            raise CameraFault(Trouble.UNREADABLE, str(path), str(error).strip()) from error
        if not self._capture.isOpened():
            raise CameraFault(Trouble.UNREADABLE, str(path))
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        self._step = 1.0 / rate if rate and rate > 0 else 1.0 / 25
        self._number = 0
        self._seconds = 0.0

    def read(self, deadline_seconds: float) -> Frame | None:
        if not self._capture.grab():
            if not self._number:
                raise CameraFault(Trouble.UNREADABLE, str(self._path))
            return None
        ok, image = self._capture.retrieve()
        if not ok or image is None:
            return None
        said = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        # Some files carry no times: then the frame rate tells. Time never runs backwards.
        seconds = said if said > 0 or not self._number else self._number * self._step
        self._seconds = max(self._seconds, seconds)
        self._number += 1
        return Frame(self._number, self._seconds, np.asarray(image, dtype=np.uint8))

    def still(self, deadline_seconds: float) -> Frame | None:
        return None

    def close(self) -> None:
        self._capture.release()


class Folder:
    """A folder of pictures in name order with ``frames.json``: ``[{"image": name, "t": seconds}, ...]``.

    A picture that cannot be read is left out, as a frame that a camera drops.
    """

    live = False
    still_px = None

    def __init__(self, path: Path) -> None:
        listing = path / "frames.json"
        try:
            entries = json.loads(listing.read_text(encoding="utf-8"))
            self._frames = sorted((str(entry["image"]), float(entry["t"])) for entry in entries)
            if not all(math.isfinite(seconds) for _, seconds in self._frames):
                raise ValueError("a time that is no number of seconds")
        except FileNotFoundError as error:
            raise CameraFault(Trouble.NO_SUCH_FILE, str(listing)) from error
        except PermissionError as error:
            raise CameraFault(Trouble.NO_PERMISSION, str(listing), str(error)) from error
        except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            raise CameraFault(Trouble.UNREADABLE, str(listing), str(error)) from error
        self._path = path
        self._next = 0
        self._seconds = -float("inf")
        self._read_any = False

    def read(self, deadline_seconds: float) -> Frame | None:
        while self._next < len(self._frames):
            name, seconds = self._frames[self._next]
            self._next += 1
            try:
                image = read_picture(self._path / name)
            except CameraFault:
                continue
            self._read_any = True
            self._seconds = max(self._seconds, seconds)
            return Frame(self._next, self._seconds, image)
        if not self._read_any:
            raise CameraFault(Trouble.UNREADABLE, str(self._path))
        return None

    def still(self, deadline_seconds: float) -> Frame | None:
        return None

    def close(self) -> None:
        self._next = len(self._frames)


class Paced:
    """A source played at the speed of its own clock, as a camera would give it: frames that are late are dropped.

    ``clock`` gives seconds that never run backwards, ``sleep`` waits that many.
    """

    live = True

    def __init__(
        self,
        source: Camera,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.still_px = source.still_px
        self._source = source
        self._clock = clock
        self._sleep = sleep
        self._ahead: Frame | None = None
        self._begun: float | None = None

    def read(self, deadline_seconds: float) -> Frame | None:
        frame = self._ahead or self._source.read(deadline_seconds)
        self._ahead = None
        if frame is None:
            return None
        if self._begun is None:
            self._begun = self._clock() - frame.seconds
        while (later := self._source.read(deadline_seconds)) is not None:
            if self._begun + later.seconds > self._clock():
                self._ahead = later
                break
            frame = later
        wait = self._begun + frame.seconds - self._clock()
        if wait > 0:
            self._sleep(wait)
        return frame

    def still(self, deadline_seconds: float) -> Frame | None:
        return self._source.still(deadline_seconds)

    def close(self) -> None:
        self._source.close()
