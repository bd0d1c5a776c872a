"""What a made-up camera looks at, what goes wrong with it, and how it measures itself: for ``fake_libcamera``.

Sensors and their modes are those of Raspberry Pi's camera documentation; exposure, colours and focus measure themselves
over some frames, as on the real one.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

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
