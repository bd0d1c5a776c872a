"""Camera and recogniser in a process of their own, and the watch over it.

Frames come over in shared memory (the newest wins), what was seen in them by a pipe. A process that gives no sign of
life is killed and started again. What a camera and a recogniser are is handed in: a function that opens the eyes.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.eyes import Corner, Eyes
from companion.rules.board import Piece, Sighting

Image = NDArray[np.uint8]

STALL_SECONDS = 5.0
START_SECONDS = 90.0  # importing, opening a camera and finding the board take long on a small or busy machine
BEHIND = 5
"""By so many steps (nice, 2) looking stands behind the window, which answers touches."""
PREVIEW_WIDTH = 960
_READ_SECONDS = 2.0
_PREVIEW_BYTES = PREVIEW_WIDTH * PREVIEW_WIDTH * 3
_HEAD = struct.Struct("<QII")  # number, width, height; the number again behind the picture: a torn frame shows two
_TAIL = struct.Struct("<Q")
_BACK_OFF = (1.0, 2.0, 5.0, 10.0, 10.0, 30.0)  # starting a process costs seconds of a small processor
_STAMP_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Look:
    """What one picture gave: the sighting (None before the board was found), and how well the camera is mounted.

    ``size_px`` (width, height), and ``still_px`` that of a still, None where that has no more pixels; ``brightness``:
    mean grey 0..255; ``sharpness`` and ``uneven`` (the darkest corner's brightness over the lightest one's): 0..1.
    """

    number: int
    seconds: float
    size_px: tuple[int, int]
    sighting: Sighting | None
    brightness: float
    sharpness: float
    uneven: float
    still_px: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Searching:
    """The board is being looked for; the next news may be long in coming."""


@dataclass(frozen=True, slots=True)
class Calibrated:
    """The board was found: the profile to keep."""

    profile: Any


@dataclass(frozen=True, slots=True)
class NotCalibrated:
    """The board was looked for and not found: why, as the recogniser's code."""

    reason: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The table's own pieces were looked at: what came of it (``companion.enrolling.Outcome``), which are missing."""

    outcome: str
    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Failed:
    """The source of pictures failed: the trouble's code (``died``: the process itself), and its cause."""

    trouble: str
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """The source came to its end."""


News = Look | Searching | Calibrated | NotCalibrated | Shown | Failed | Ended
OpenEyes = Callable[[Any], Eyes]
"""Opens camera and recogniser in the process, given the profile to begin with or None: a function that pickles."""


@dataclass(frozen=True, slots=True)
class _Recalibrate:
    corner16_px: Corner


@dataclass(frozen=True, slots=True)
class _ShowPieces:
    forget: bool


def trouble_of(error: Exception) -> Failed:
    """A fault of the source as news: its ``trouble`` where it has one, else the error's own name and words."""
    trouble = getattr(error, "trouble", None)
    if trouble is not None:
        return Failed(str(trouble), str(getattr(error, "cause", "")))
    return Failed("died", f"{type(error).__name__}: {error}")


def serve(open_eyes: OpenEyes, profile: Any, pipe: Connection, memory: str) -> None:
    """The process: looks and tells until the source ends, the pipe closes or it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the window's process, which ends this one
    threading.Thread(target=_end_with_parent, name="end-with-parent", daemon=True).start()
    cv2.setNumThreads(2)
    os.nice(BEHIND)
    shared = SharedMemory(memory)
    eyes: Eyes | None = None
    try:
        eyes = open_eyes(profile)
        _look_on(eyes, pipe, shared)
    except (BrokenPipeError, EOFError):
        return  # the window's process is gone: nobody to tell
    except Exception as error:  # whatever a camera or a picture brings up ends as one line at the desk
        with contextlib.suppress(OSError):
            pipe.send(trouble_of(error))
    finally:
        if eyes is not None:
            eyes.close()
        shared.close()


def _end_with_parent() -> None:
    """A window's process that was killed cannot say so, and a capture that hangs would keep the camera for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _look_on(eyes: Eyes, pipe: Connection, shared: SharedMemory) -> None:
    number = 0

    def show(image: Image) -> Image:
        nonlocal number
        number += 1
        preview = _preview(image)
        _put(shared, number, preview)
        return preview

    def searching(image: Image) -> None:
        show(image)
        pipe.send(Searching())

    while True:
        while pipe.poll():
            asked = pipe.recv()
            if asked is None:
                return
            if isinstance(asked, _ShowPieces):
                eyes.show_pieces(asked.forget)
            else:
                eyes.recalibrate(asked.corner16_px)
        glance = eyes.look(_READ_SECONDS, searching)
        if glance is None:
            pipe.send(Ended())
            return
        preview = show(glance.image)
        if glance.profile is not None:
            pipe.send(Calibrated(glance.profile))
        elif glance.reason is not None:
            pipe.send(NotCalibrated(glance.reason))
        if glance.shown is not None:
            pipe.send(Shown(*glance.shown))
        size = (glance.image.shape[1], glance.image.shape[0])
        pipe.send(Look(number, glance.seconds, size, glance.sighting, *_mounting(preview), eyes.still_px))


def _preview(image: Image) -> Image:
    height, width = image.shape[:2]
    scale = min(1.0, PREVIEW_WIDTH / max(height, width))
    if scale < 1:  # by so little that no pixel is left out, a sixth of the work gives the same picture
        how = cv2.INTER_LINEAR if scale > 0.5 else cv2.INTER_AREA
        image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=how), dtype=np.uint8)
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), dtype=np.uint8)


def _mounting(preview: Image) -> tuple[float, float, float]:
    """Brightness, sharpness, evenness of a preview picture (see `Look`)."""
    grey = cv2.cvtColor(preview, cv2.COLOR_RGB2GRAY)
    brightness = float(grey.mean())
    edges = float(cv2.Laplacian(grey, cv2.CV_32F).std())
    height, width = grey.shape
    corners = [
        float(grey[y : y + height // 4, x : x + width // 4].mean())
        for y in (0, height - height // 4)
        for x in (0, width - width // 4)
    ]
    return brightness, min(1.0, edges / (0.25 * brightness + 1)), min(corners) / max(1.0, *corners)


def _put(shared: SharedMemory, number: int, picture: Image) -> None:
    buffer = _memory(shared)
    height, width = picture.shape[:2]
    end = _HEAD.size + picture.size
    _TAIL.pack_into(buffer, _HEAD.size + _PREVIEW_BYTES, 0)
    _HEAD.pack_into(buffer, 0, number, width, height)
    buffer[_HEAD.size : end] = np.ascontiguousarray(picture).reshape(-1).data
    _TAIL.pack_into(buffer, _HEAD.size + _PREVIEW_BYTES, number)


def _memory(shared: SharedMemory) -> memoryview:
    if shared.buf is None:
        raise ValueError("the shared memory is closed")
    return shared.buf


class Worker:
    """Watches over the process. ``poll`` is to be called often; it starts, kills and starts again as needed.

    ``clock`` gives seconds that never run backwards. ``stamp`` says which devices there are: when its answer changes
    the source is tried again at once.
    """

    def __init__(
        self,
        open_eyes: OpenEyes,
        profile: Any = None,
        clock: Callable[[], float] = time.monotonic,
        stall_seconds: float = STALL_SECONDS,
        stamp: Callable[[], object] = lambda: None,
    ) -> None:
        self._open_eyes = open_eyes
        self.profile = profile
        self._clock = clock
        self._stall = stall_seconds
        self._stamp = stamp
        self._devices: object = None  # as they were at the last start
        self._stamp_at = -float("inf")
        self._context = multiprocessing.get_context("spawn")
        self._shared = SharedMemory(create=True, size=_HEAD.size + _PREVIEW_BYTES + _TAIL.size)
        self._process: Any = None
        self._pipe: Connection | None = None
        self._sign = 0.0
        self._looked = self._searching = False
        self._start_at = -float("inf")
        self._failures = 0
        self._lock = threading.Lock()  # the window reads frames from another thread than the one that closes
        self._closed = False
        self.ended = False
        self.starts = 0

    def poll(self, wait_seconds: float = 0.0) -> list[News]:
        """The news since the last call, waiting at most so long for the first."""
        if self._process is None:
            if self.ended or (self._clock() < self._start_at and not self._plugged()):
                if wait_seconds:
                    time.sleep(wait_seconds)
                return []
            self._start()
        news = self._receive(wait_seconds)
        limit = self._stall if self._looked and not self._searching else max(self._stall, START_SECONDS)
        if self._process is not None and self._clock() - self._sign > limit:
            news.append(Failed("stalled"))
            self._fail()
        return news

    def _plugged(self) -> bool:
        """Whether a device has come or gone."""
        now = self._clock()
        if now < self._stamp_at:
            return False
        self._stamp_at = now + _STAMP_SECONDS
        before, self._devices = self._devices, self._stamp()
        return before != self._devices

    def recalibrate(self, corner16_px: Corner) -> None:
        """Has the process find the board anew."""
        self._ask(_Recalibrate(corner16_px))

    def show_pieces(self, forget: bool) -> bool:
        """Has the process learn the table's own pieces from the next quiet picture, or forget them; False where there
        is none to ask."""
        return self._ask(_ShowPieces(forget))

    def _ask(self, what: _Recalibrate | _ShowPieces) -> bool:
        if self._pipe is not None:
            with contextlib.suppress(OSError):
                self._pipe.send(what)
                return True
        return False

    def frame(self) -> tuple[int, Image] | None:
        """Number and preview picture (H, W, 3) uint8 RGB of the newest frame; None without a whole one."""
        with self._lock:
            return None if self._closed else self._whole_frame()

    def _whole_frame(self) -> tuple[int, Image] | None:
        memory = _memory(self._shared)
        number, width, height = _HEAD.unpack_from(memory, 0)
        if not number or width * height * 3 > _PREVIEW_BYTES:
            return None
        flat = np.frombuffer(memory, np.uint8, width * height * 3, _HEAD.size).copy()
        (tail,) = _TAIL.unpack_from(memory, _HEAD.size + _PREVIEW_BYTES)
        again, *_ = _HEAD.unpack_from(memory, 0)
        return (number, flat.reshape(height, width, 3)) if number == tail == again else None

    def close(self) -> None:
        """Ends the process, by force when it does not listen."""
        self.ended = True
        if self._pipe is not None:
            with contextlib.suppress(OSError):
                self._pipe.send(None)
        self._end(patience_seconds=1.0)
        with self._lock:
            self._closed = True
            self._shared.close()
            with contextlib.suppress(FileNotFoundError):
                self._shared.unlink()

    def _start(self) -> None:
        self._devices = self._stamp()
        self._pipe, theirs = self._context.Pipe()
        self._process = self._context.Process(
            target=serve,
            args=(self._open_eyes, self.profile, theirs, self._shared.name),
            name="targi-eyes",
            daemon=True,
        )
        self._process.start()
        theirs.close()
        self.starts += 1
        self._sign, self._looked, self._searching = self._clock(), False, False

    def _receive(self, wait_seconds: float) -> list[News]:
        news: list[News] = []
        assert self._pipe is not None
        try:
            while self._pipe.poll(0 if news else wait_seconds):
                item: News = self._pipe.recv()
                news.append(item)
                self._sign = self._clock()
                self._searching = isinstance(item, Searching)
                if isinstance(item, Look):
                    self._looked, self._failures = True, 0
                elif isinstance(item, Calibrated):
                    self.profile = item.profile
                elif isinstance(item, Ended):
                    self.ended = True
                    self._end(patience_seconds=1.0)
                    break
                elif isinstance(item, Failed):
                    self._fail()
                    break
        except (EOFError, OSError):  # it died without a word
            news.append(Failed("died"))
            self._fail()
        return news

    def _fail(self) -> None:
        self._end(patience_seconds=0.0)
        wait = _BACK_OFF[min(self._failures, len(_BACK_OFF) - 1)] if self._failures or not self._looked else 0.0
        self._failures += 1
        self._start_at = self._clock() + wait

    def _end(self, patience_seconds: float) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.join(patience_seconds)
            if process.is_alive():
                process.kill()
                process.join(2.0)
            if not process.is_alive():
                process.close()  # lets its files go now
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
