"""The controls and properties of a made-up camera, as ``libcamera.controls`` and ``libcamera.properties`` have them."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import Any

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
LIMITS: dict[str, tuple[Any, Any, Any]] = {
    "AeEnable": (False, True, True), "AwbEnable": (False, True, True), "ExposureTime": (26, 220_417_486, 20_000),
    "AnalogueGain": (1.0, 16.0, 1.0), "ExposureTimeMode": (0, 1, 0), "AnalogueGainMode": (0, 1, 0),
    "ColourGains": (0.0, 32.0, 0.0), "AeFlickerMode": (0, 1, 0), "AeFlickerPeriod": (100, 1_000_000, 10_000),
    "NoiseReductionMode": (0, 4, 0), "FrameDurationLimits": (17_849, 220_535_845, 33_333),
}  # fmt: skip
FOCUS_LIMITS = {"AfMode": (0, 2, 0), "AfTrigger": (0, 1, 0), "LensPosition": (0.0, 32.0, 1.0)}


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
