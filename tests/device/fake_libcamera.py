"""A made-up Raspberry Pi camera below picamera2: the binding ``libcamera``, as far as picamera2 0.3.38 uses it.

Sensors, their modes and their controls are those of Raspberry Pi's camera documentation; exposure, colours and focus
measure themselves over some frames, and what is told takes some frames to hold, as on the real one. A `World` says
what the camera looks at and what goes wrong with it.
"""

from __future__ import annotations

import enum
import itertools
import mmap
import os
import sys
import threading
import time
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import Any

import cv2
import numpy as np

FRAME_US = 66_667


@dataclass(frozen=True)
class Sensor:
    """A sensor: all its pixels, its modes as (raw format, size, the part it sees: x, y, width, height), and whether its
    lens can be moved."""

    size: tuple[int, int]
    modes: tuple[tuple[str, tuple[int, int], tuple[int, int, int, int]], ...]
    focuses: bool = False


_IMX708 = Sensor(
    (4608, 2592),
    (
        ("SRGGB10_CSI2P", (1536, 864), (768, 432, 3072, 1728)),
        ("SRGGB10_CSI2P", (2304, 1296), (0, 0, 4608, 2592)),
        ("SRGGB10_CSI2P", (4608, 2592), (0, 0, 4608, 2592)),
    ),
    focuses=True,
)
SENSORS = {
    "imx219": Sensor(
        (3280, 2464),
        (
            ("SRGGB10_CSI2P", (640, 480), (1000, 752, 1280, 960)),
            ("SRGGB10_CSI2P", (1640, 1232), (0, 0, 3280, 2464)),
            ("SRGGB10_CSI2P", (1920, 1080), (680, 692, 1920, 1080)),
            ("SRGGB10_CSI2P", (3280, 2464), (0, 0, 3280, 2464)),
        ),
    ),
    "imx708": _IMX708,
    "imx708_wide": _IMX708,
    "imx477": Sensor(
        (4056, 3040),
        (
            ("SRGGB10_CSI2P", (1332, 990), (696, 528, 2664, 1980)),
            ("SRGGB12_CSI2P", (2028, 1080), (0, 440, 4056, 2160)),
            ("SRGGB12_CSI2P", (2028, 1520), (0, 0, 4056, 3040)),
            ("SRGGB12_CSI2P", (4056, 3040), (0, 0, 4056, 3040)),
        ),
    ),
}
"""Camera Module 2, 3 and 3 wide, and HQ."""


@dataclass
class World:
    """What the camera looks at and what goes wrong with it.

    ``usb``: it is on no ribbon cable. ``light``: of the lamp; ``delay``: frames until a control holds;
    ``frame_seconds``: real ones between two frames. ``acquire``: what opening it raises; ``alternates``: it does not
    keep to what it is told; ``shows``: "scene", "black", "half", "frozen" or "broken" (frames marked as failed).
    """

    model: str | None = "imx708"
    usb: bool = False
    light: float = 1.0
    delay: int = 3
    frame_seconds: float = 0.01
    acquire: Exception | None = None
    stalled: bool = False
    stop_hangs: bool = False
    alternates: bool = False
    shows: str = "scene"
    frames: int = 0
    let_go: threading.Event = field(default_factory=threading.Event)
    scene: Any = field(default_factory=lambda: np.random.default_rng(7).integers(0, 120, (27, 48, 3), np.uint8))
    """(H, W, 3) uint8, red first."""

    def __post_init__(self) -> None:
        self.scene[:, :, 0] += 100  # sand: more red than blue

    def seconds(self) -> float:
        """The time by the frames."""
        return self.frames * FRAME_US / 1e6


class Size:
    def __init__(self, width: int = 0, height: int = 0) -> None:
        self.width, self.height = width, height


class Rectangle:
    def __init__(self, x: int = 0, y: int = 0, width: int = 0, height: int = 0) -> None:
        self.x, self.y, self.width, self.height = x, y, width, height


class PixelFormat:
    def __init__(self, name: Any) -> None:
        self._name = str(name)

    def __str__(self) -> str:
        return self._name


class ColorSpace:
    Primaries = enum.Enum("Primaries", "Raw Smpte170m Rec709")
    TransferFunction = enum.Enum("TransferFunction", "Linear Srgb Rec709")
    YcbcrEncoding = enum.Enum("YcbcrEncoding", "Null Rec601 Rec709")
    Range = enum.Enum("Range", "Full Limited")
    __hash__ = object.__hash__

    def __init__(self, of: Any) -> None:
        parts = of if isinstance(of, tuple) else (of.primaries, of.transferFunction, of.ycbcrEncoding, of.range)
        self.primaries, self.transferFunction, self.ycbcrEncoding, self.range = parts

    def __str__(self) -> str:
        return f"{self.primaries.name}/{self.transferFunction.name}"

    @classmethod
    def _of(cls, primaries: str, transfer: str, encoding: str, reach: str) -> ColorSpace:
        return cls(
            (cls.Primaries[primaries], cls.TransferFunction[transfer], cls.YcbcrEncoding[encoding], cls.Range[reach])
        )

    @classmethod
    def Sycc(cls) -> ColorSpace:
        return cls._of("Rec709", "Srgb", "Rec601", "Full")

    @classmethod
    def Smpte170m(cls) -> ColorSpace:
        return cls._of("Smpte170m", "Rec709", "Rec601", "Limited")

    @classmethod
    def Rec709(cls) -> ColorSpace:
        return cls._of("Rec709", "Rec709", "Rec709", "Limited")

    @classmethod
    def Raw(cls) -> ColorSpace:
        return cls._of("Raw", "Linear", "Null", "Full")


class Transform:
    __hash__ = object.__hash__

    def __init__(self, of: Any = None, hflip: Any = 0, vflip: Any = 0, transpose: Any = 0) -> None:
        source = of or SimpleNamespace(hflip=hflip, vflip=vflip, transpose=transpose)
        self.hflip, self.vflip, self.transpose = bool(source.hflip), bool(source.vflip), bool(source.transpose)

    def __str__(self) -> str:
        return f"transform {self.hflip:d}{self.vflip:d}{self.transpose:d}"


_TURNS = [f"Rotate{turn}{mirror}" for turn in (0, 90, 180, 270) for mirror in ("", "Mirror")]
Orientation = enum.Enum("Orientation", _TURNS)  # type: ignore[misc]
StreamRole = enum.Enum("StreamRole", "Raw StillCapture VideoRecording Viewfinder")
ControlType = enum.Enum("ControlType", "Bool Byte Integer32 Integer64 Float String Rectangle Size")


@dataclass(frozen=True)
class ControlId:
    name: str
    type: ControlType


_T = ControlType
_KINDS = {
    "AeEnable": _T.Bool, "AwbEnable": _T.Bool, "ExposureTime": _T.Integer32, "AnalogueGain": _T.Float,
    "ExposureTimeMode": _T.Integer32, "AnalogueGainMode": _T.Integer32, "ColourGains": _T.Float,
    "AeFlickerMode": _T.Integer32, "AeFlickerPeriod": _T.Integer32, "NoiseReductionMode": _T.Integer32,
    "FrameDurationLimits": _T.Integer64, "ScalerCrop": _T.Rectangle, "AfMode": _T.Integer32, "AfTrigger": _T.Integer32,
    "LensPosition": _T.Float, "AfState": _T.Integer32, "SensorTimestamp": _T.Integer64,
}  # fmt: skip
_LIMITS: dict[str, tuple[Any, Any, Any]] = {
    "AeEnable": (False, True, True), "AwbEnable": (False, True, True), "ExposureTime": (26, 220_417_486, 20_000),
    "AnalogueGain": (1.0, 16.0, 1.0), "ExposureTimeMode": (0, 1, 0), "AnalogueGainMode": (0, 1, 0),
    "ColourGains": (0.0, 32.0, 0.0), "AeFlickerMode": (0, 1, 0), "AeFlickerPeriod": (100, 1_000_000, 10_000),
    "NoiseReductionMode": (0, 4, 0), "FrameDurationLimits": (17_849, 220_535_845, 33_333),
}  # fmt: skip
_FOCUS_LIMITS = {"AfMode": (0, 2, 0), "AfTrigger": (0, 1, 0), "LensPosition": (0.0, 32.0, 1.0)}


def _enumeration(name: str, members: str) -> Any:
    return enum.IntEnum(name, members.split(), start=0)


controls = ModuleType("libcamera.controls")
for _name, _kind in _KINDS.items():
    setattr(controls, _name, ControlId(_name, _kind))
controls.AfModeEnum = _enumeration("AfModeEnum", "Manual Auto Continuous")  # type: ignore[attr-defined]
controls.AfStateEnum = _enumeration("AfStateEnum", "Idle Scanning Focused Failed")  # type: ignore[attr-defined]
controls.AfTriggerEnum = _enumeration("AfTriggerEnum", "Start Cancel")  # type: ignore[attr-defined]
controls.draft = SimpleNamespace(  # type: ignore[attr-defined]
    NoiseReductionModeEnum=_enumeration("NoiseReductionModeEnum", "Off Fast HighQuality Minimal ZSL")
)
properties = ModuleType("libcamera.properties")
for _name in ("Model", "Location", "Rotation", "PixelArraySize", "ColorFilterArrangement"):
    setattr(properties, _name, ControlId(_name, ControlType.String))
properties.draft = SimpleNamespace(  # type: ignore[attr-defined]
    ColorFilterArrangementEnum=_enumeration("ColorFilterArrangementEnum", "RGGB GRBG GBRG BGGR RGB MONO")
)


class StreamConfiguration:
    def __init__(self, sensor: Sensor) -> None:
        self.stream = SimpleNamespaceHashable(configuration=self)
        names = list(dict.fromkeys(name for name, _, _ in sensor.modes))
        self.formats = SimpleNamespace(
            pixel_formats=[PixelFormat(name) for name in names],
            sizes=lambda kind: [Size(*size) for name, size, _ in sensor.modes if name == str(kind)],
        )
        self.size, self.pixel_format = Size(640, 480), PixelFormat("XBGR8888")
        self.buffer_count, self.stride, self.frame_size = 4, 0, 0
        self.color_space: Any = None


class SimpleNamespaceHashable(SimpleNamespace):
    __hash__ = object.__hash__


class CameraConfiguration(list[StreamConfiguration]):
    Status = enum.Enum("Status", "Valid Adjusted Invalid")

    def __init__(self, streams: Any) -> None:
        super().__init__(streams)
        self.sensor_config: Any = None
        self.orientation = Orientation["Rotate0"]

    def at(self, index: int) -> StreamConfiguration:
        return self[index]

    def validate(self) -> Any:
        for stream in self:
            name = str(stream.pixel_format)
            wide = {"RGB888": 3, "BGR888": 3, "XRGB8888": 4, "XBGR8888": 4}.get(name, 2 if name[0] == "S" else 0)
            if not wide:
                return self.Status.Invalid
            stream.stride = -(-stream.size.width * wide // 64) * 64
            stream.frame_size = stream.stride * stream.size.height
        return self.Status.Valid


class SensorConfiguration:
    def __init__(self) -> None:
        self.bit_depth, self.output_size = 0, Size()


class FrameMetadata:
    Status = enum.Enum("Status", "Success Error Cancelled")


class FrameBuffer:
    class Plane:
        fd, offset, length = -1, 0, 0

    def __init__(self, planes: Any) -> None:
        self.planes = planes
        self.metadata = SimpleNamespace(status=FrameMetadata.Status.Success)


class Request:
    Status = enum.Enum("Status", "Pending Complete Cancelled")

    def __init__(self, cookie: int) -> None:
        self.cookie = cookie
        self.buffers: dict[Any, FrameBuffer] = {}
        self.reuse()

    def add_buffer(self, stream: Any, buffer: FrameBuffer) -> None:
        self.buffers[stream] = buffer

    def set_control(self, control: ControlId, value: Any) -> None:
        self.told[control.name] = value

    def reuse(self) -> None:
        self.status = self.Status.Pending
        self.told: dict[str, Any] = {}
        self.metadata: dict[ControlId, Any] = {}


class Automatics:
    """How exposure, colours and focus measure themselves, frame by frame, unless they are told."""

    def __init__(self, world: World, focuses: bool) -> None:
        self._world, self._focuses = world, focuses
        self.told: dict[str, Any] = {"AeEnable": True, "AwbEnable": True, "AfMode": 0}
        self.exposure_us, self.gain, self.red, self.blue, self.lens = 5_000.0, 1.0, 1.2, 1.2, 1.0
        self._scan = self._state = 0

    def tell(self, told: dict[str, Any]) -> None:
        if told.get("AeEnable"):
            self.told |= {"ExposureTimeMode": 0, "AnalogueGainMode": 0}
        self.told |= told
        if told.get("AfTrigger") == 0 and self.told["AfMode"] == 1:
            self._scan = 12

    def step(self, even: bool) -> dict[str, Any]:
        """One frame on; its metadata."""
        if self.told["AeEnable"] and not self.told.get("ExposureTimeMode"):
            wanted = 12_000 / self._world.light
            self.exposure_us += 0.4 * (min(wanted, 20_000) - self.exposure_us)
            self.gain += 0.4 * (min(16.0, max(1.0, wanted / self.exposure_us)) - self.gain)
        else:
            self.exposure_us = self.told.get("ExposureTime", self.exposure_us) // 14.2 * 14.2  # whole lines
            self.gain = self.told.get("AnalogueGain", self.gain)
            if self._world.alternates and even:
                self.exposure_us *= 1.3
        if self.told["AwbEnable"]:
            self.red, self.blue = self.red + 0.4 * (2.1 - self.red), self.blue + 0.4 * (1.6 - self.blue)
        else:
            self.red, self.blue = self.told.get("ColourGains", (self.red, self.blue))
        metadata = {
            "ExposureTime": int(self.exposure_us), "AnalogueGain": self.gain, "ColourGains": (self.red, self.blue),
        }  # fmt: skip
        if self._focuses:
            metadata |= self._focus()
        return metadata

    def _focus(self) -> dict[str, Any]:
        if self.told["AfMode"] == 0:
            self.lens, self._state = self.told.get("LensPosition", self.lens), 0
        elif self._scan:
            self._scan -= 1
            self.lens, self._state = (1.6, 2) if self._scan == 0 else (10 - 0.7 * self._scan, 1)
        return {"LensPosition": self.lens, "AfState": self._state}


class Camera:
    """The camera on the cable."""

    def __init__(self, world: World, ready: Any) -> None:
        assert world.model is not None
        self._world, self._ready, self.sensor = world, ready, SENSORS[world.model]
        self.id = f"/base/axi/pcie@120000/rp1/{'usb@200000-2:1.0-046d:0825' if world.usb else 'i2c@88000/sensor@1a'}"
        limits = _LIMITS | (_FOCUS_LIMITS if self.sensor.focuses else {})
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
