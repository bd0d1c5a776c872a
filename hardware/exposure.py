"""When a camera's exposure, colours and focus are fixed, and when they are measured anew.

Left to itself a camera answers a dark sleeve over the table with a brighter picture and other colours. So it settles
first, keeps what it settled on, and must show by the metadata of its pictures that it did. Pure: the adapter hands in
what came with each picture and sets what it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Controls = dict[str, Any]
"""Controls of libcamera by their names, for the configuration the camera is started with."""

_STEADY_SECONDS = 0.7
_CONFIRM_SECONDS = 2.0
_LIGHT_SECONDS = 3.0  # longer than a hand stays
_SAME = 0.04  # sensors set exposure and gain in steps
_DARKER, _BRIGHTER = 0.65, 1.4  # of the brightness it settled at: another lamp, or the evening
_SCANNING = 1  # libcamera's AfState while the lens is looking
_MANUAL = 0  # libcamera's AfMode


@dataclass(frozen=True, slots=True)
class Measured:
    """What a picture was taken with: ``exposure_us``, analogue ``gain``, gains of red and blue, ``lens`` in dioptres
    (None: it cannot be moved)."""

    exposure_us: int
    gain: float
    red: float
    blue: float
    lens: float | None
    focusing: bool

    @classmethod
    def of(cls, metadata: Mapping[str, Any]) -> Measured | None:
        """Read from a picture's metadata; None when the camera does not tell."""
        try:
            red, blue = metadata["ColourGains"]
            lens = metadata.get("LensPosition")
            return cls(
                int(metadata["ExposureTime"]), float(metadata["AnalogueGain"]), float(red), float(blue),
                None if lens is None else float(lens), metadata.get("AfState") == _SCANNING,
            )  # fmt: skip
        except (KeyError, TypeError, ValueError):
            return None

    def near(self, other: Measured) -> bool:
        """Whether both are the same for the eye."""
        pairs = (
            (self.exposure_us, other.exposure_us),
            (self.gain, other.gain),
            (self.red, other.red),
            (self.blue, other.blue),
        )
        return all(abs(one - two) <= _SAME * max(one, two) for one, two in pairs)

    @property
    def fixed(self) -> Controls:
        """The controls that keep it so."""
        return {
            "AeEnable": False,
            "AwbEnable": False,
            "ExposureTime": self.exposure_us,
            "AnalogueGain": self.gain,
            "ColourGains": (self.red, self.blue),
            **self._focus,
        }

    @property
    def automatic(self) -> Controls:
        """The controls that let the camera measure anew; the lens stays, because moving it changes the scale."""
        return {"AeEnable": True, "AwbEnable": True, **self._focus}

    @property
    def _focus(self) -> Controls:
        return {} if self.lens is None else {"AfMode": _MANUAL, "LensPosition": self.lens}


@dataclass(slots=True)
class Exposure:
    """Follows the pictures of one camera; ``fixed`` while it keeps what it settled on."""

    fixed: bool = False
    _state: Callable[[Measured, float, float], Controls | None] = field(init=False)
    _kept: Measured | None = None
    _since: float = 0.0
    _brightness: float = 0.0

    def __post_init__(self) -> None:
        self._state = self._settling

    def take(self, metadata: Mapping[str, Any], brightness: float, seconds: float) -> Controls | None:
        """Takes in what came with a picture of that mean ``brightness`` (0..255); the controls to start the camera
        anew with, or None to go on. A camera that tells nothing stays automatic."""
        measured = Measured.of(metadata)
        return None if measured is None else self._state(measured, brightness, seconds)

    def _settling(self, measured: Measured, brightness: float, seconds: float) -> Controls | None:
        if self._kept is None or measured.focusing or not measured.near(self._kept):
            self._kept, self._since = measured, seconds
            return None
        if seconds - self._since < _STEADY_SECONDS:
            return None
        self._kept, self._since, self._state = measured, seconds, self._confirming
        return measured.fixed

    def _confirming(self, measured: Measured, brightness: float, seconds: float) -> Controls | None:
        assert self._kept is not None
        if measured.near(self._kept):
            self.fixed, self._brightness, self._since, self._state = True, brightness, seconds, self._watching
            return None
        if seconds - self._since < _CONFIRM_SECONDS:
            return None
        self._state = self._left_alone
        return self._kept.automatic

    def _watching(self, measured: Measured, brightness: float, seconds: float) -> Controls | None:
        assert self._kept is not None
        if not measured.near(self._kept):
            self.fixed, self._since, self._state = False, seconds, self._confirming
            return None
        if _DARKER * self._brightness <= brightness <= _BRIGHTER * self._brightness:
            self._since = seconds
        if seconds - self._since < _LIGHT_SECONDS:
            return None
        automatic = measured.automatic
        self.fixed, self._kept, self._state = False, None, self._settling
        return automatic

    def _left_alone(self, measured: Measured, brightness: float, seconds: float) -> Controls | None:
        """It does not do as it is told: its own judgement is better than half of ours."""
        return None
