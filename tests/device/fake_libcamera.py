"""A made-up Raspberry Pi camera below picamera2: the binding ``libcamera``, as far as picamera2 0.3.38 uses it.

A `World` says what the camera looks at and what goes wrong with it (``fake_sensor``); what is told takes some frames to
hold, as on the real one. Here are the camera itself and its manager, with ``fake_streams`` and ``fake_controls`` what
picamera2 finds in ``libcamera``.
"""

from __future__ import annotations

import itertools
import mmap
import os
import sys
import threading
import time
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np

from tests.device.fake_controls import FOCUS_LIMITS, LIMITS, ControlId, ControlType, controls, properties
from tests.device.fake_sensor import SENSORS, Automatics, World
from tests.device.fake_streams import (
    CameraConfiguration,
    ColorSpace,
    FrameBuffer,
    FrameMetadata,
    Orientation,
    PixelFormat,
    Rectangle,
    Request,
    SensorConfiguration,
    Size,
    StreamConfiguration,
    StreamRole,
    Transform,
)

__all__ = [
    "Camera", "CameraConfiguration", "CameraManager", "ColorSpace", "ControlId", "ControlType", "FrameBuffer",
    "FrameMetadata", "Orientation", "PixelFormat", "Rectangle", "Request", "SensorConfiguration", "Size",
    "StreamConfiguration", "StreamRole", "Transform", "controls", "properties", "stand_in",
]  # fmt: skip
"""What picamera2 finds in ``libcamera``, and what puts it there."""


class Camera:
    """The camera on the cable."""

    def __init__(self, world: World, ready: Any) -> None:
        assert world.model is not None
        self._world, self._ready, self.sensor = world, ready, SENSORS[world.model]
        self.id = f"/base/axi/pcie@120000/rp1/{'usb@200000-2:1.0-046d:0825' if world.usb else 'i2c@88000/sensor@1a'}"
        limits = LIMITS | (FOCUS_LIMITS if self.sensor.focuses else {})
        self._limits = {getattr(controls, name): SimpleNamespace(min=least, max=most, default=usual)
                        for name, (least, most, usual) in limits.items()}  # fmt: skip
        self.properties = {
            properties.Model: world.model, properties.Location: 2, properties.Rotation: 180,
            properties.PixelArraySize: Size(*self.sensor.size), properties.ColorFilterArrangement: 0,
        }  # fmt: skip
        self._seen = (0, 0, *self.sensor.size)
        self._queue: list[Request] = []
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._automatics = Automatics(world, self.sensor.focuses)
        self._canvas: dict[tuple[int, int], Any] = {}

    @property
    def controls(self) -> dict[ControlId, Any]:
        crop = Rectangle(*self._seen)
        return self._limits | {
            controls.ScalerCrop: SimpleNamespace(min=Rectangle(0, 0, 64, 64), max=crop, default=crop)
        }

    def acquire(self) -> None:
        if self._world.acquire:
            raise self._world.acquire

    def release(self) -> None: ...

    def generate_configuration(self, roles: Any) -> CameraConfiguration:
        return CameraConfiguration(StreamConfiguration(self.sensor) for _ in roles)

    def configure(self, config: CameraConfiguration) -> int:
        size = config.sensor_config.output_size
        wanted = [seen for _, mode, seen in self.sensor.modes if mode == (size.width, size.height)]
        if not wanted:
            return -22
        self._seen = wanted[0]
        return 0

    def create_request(self, cookie: int) -> Request:
        return Request(cookie)

    def start(self, told: dict[ControlId, Any] | None = None) -> None:
        self._stop.clear()
        self._coming = [({control.name: value for control, value in (told or {}).items()}, self._world.delay)]
        self._thread = threading.Thread(target=self._run, name="fake-sensor", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        if self._world.stop_hangs:
            self._world.let_go.wait(60)
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        with self._lock:
            for request in self._queue:
                request.status = Request.Status.Cancelled
            self._queue.clear()

    def queue_request(self, request: Request) -> None:
        with self._lock:
            self._queue.append(request)

    def _run(self) -> None:
        for number in itertools.count():
            if self._stop.wait(self._world.frame_seconds):
                return
            if not self._world.stalled:
                self._frame(number)

    def _frame(self, number: int) -> None:
        self._world.frames += 1
        with self._lock:
            request = self._queue.pop(0) if self._queue else None
        if request is not None and request.told:
            self._coming.append((request.told, self._world.delay))
        self._coming = [(told, left - 1) for told, left in self._coming]
        for told, left in self._coming:
            if left <= 0:
                self._automatics.tell(told)
        self._coming = [(told, left) for told, left in self._coming if left > 0]
        metadata = self._automatics.step(number % 2 == 0)
        if request is None:
            return
        request.metadata = {getattr(controls, name): value for name, value in metadata.items()}
        request.metadata[controls.SensorTimestamp] = time.monotonic_ns()
        for stream, buffer in request.buffers.items():
            broken = self._world.shows == "broken"
            buffer.metadata.status = FrameMetadata.Status.Error if broken else FrameMetadata.Status.Success
            self._expose(stream.configuration, buffer, number)
        request.status = Request.Status.Complete
        self._ready(request)

    def _expose(self, stream: StreamConfiguration, buffer: FrameBuffer, number: int) -> None:
        """Writes the picture. DRM names a format from its last byte in memory on: RGB888 is blue, green, red."""
        size, name = (stream.size.width, stream.size.height), str(stream.pixel_format)
        if name not in ("RGB888", "BGR888"):
            return
        if size not in self._canvas:
            self._canvas[size] = cv2.resize(self._world.scene, size, interpolation=cv2.INTER_NEAREST)
        strength = self._world.light * self._automatics.exposure_us * self._automatics.gain / 12_000
        picture = cv2.convertScaleAbs(self._canvas[size], alpha=strength)
        if self._world.shows != "frozen":
            noise = np.random.default_rng(number).integers(0, 3, picture[::8, ::8].shape, np.uint8)
            picture[::8, ::8] = np.clip(picture[::8, ::8].astype(int) + noise - 1, 0, 255)
        if self._world.shows == "black":
            picture[:] = 0
        if self._world.shows == "half":
            picture[size[1] // 2 :] = 0
        with mmap.mmap(buffer.planes[0].fd, stream.frame_size) as memory:
            lines = np.frombuffer(memory, np.uint8).reshape(size[1], stream.stride)
            bytes_ = cv2.cvtColor(picture, cv2.COLOR_RGB2BGR) if name == "RGB888" else picture
            lines[:, : size[0] * 3] = bytes_.reshape(size[1], -1)
            del lines


class CameraManager:
    """The cameras of a world."""

    def __init__(self, world: World) -> None:
        self.event_fd = os.eventfd(0, os.EFD_NONBLOCK)
        self._lock, self._done = threading.Lock(), list[Request]()
        self.cameras = [] if world.model is None else [Camera(world, self._complete)]

    @staticmethod
    def singleton() -> CameraManager:
        return _manager

    def _complete(self, request: Request) -> None:
        with self._lock:
            self._done.append(request)
        os.eventfd_write(self.event_fd, 1)

    def get_ready_requests(self) -> list[Request]:
        try:
            os.eventfd_read(self.event_fd)
        except BlockingIOError:
            return []
        with self._lock:
            done, self._done = self._done, []
        return done


_manager = CameraManager(World(model=None))


def stand_in(world: World) -> None:
    """From now on ``import libcamera`` finds this module, and its cameras are those of that world."""
    global _manager
    os.close(_manager.event_fd)
    _manager = CameraManager(world)
    this = sys.modules[__name__]
    sys.modules["libcamera"] = sys.modules["libcamera._libcamera"] = this
    this._libcamera = this  # type: ignore[attr-defined]
    sys.modules["libcamera.controls"], sys.modules["libcamera.properties"] = controls, properties
