"""What picamera2 asks of a camera and gets from it: sizes, formats, configurations, requests, as in ``libcamera``."""

from __future__ import annotations

import enum
from types import SimpleNamespace
from typing import Any

from tests.device.fake_controls import ControlId
from tests.device.fake_sensor import Sensor


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
