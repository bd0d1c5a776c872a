"""When a camera's exposure, colours and focus are fixed, and when they are measured anew.

Left to itself a camera answers a dark sleeve over the table with a brighter picture and other colours. So it settles
first, keeps what it settled on, and must show by what its pictures were taken with that it did. Lamps flicker with the
mains, so the exposure kept is a whole number of their flashes where the light allows it. Pure: the adapter hands in
what came with each picture and sets what it is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

MAINS_HZ = 50
_STEADY_SECONDS = 0.7
_SURE_SECONDS = 1.0  # as told, without a single picture between that is not
_CONFIRM_SECONDS = 3.0
_TRIES = 3
_LIGHT_SECONDS = 3.0  # longer than a hand stays
_SAME = 0.04  # sensors set exposure and gain in steps
_SAME_DIOPTRES = 0.1
_DARKER, _BRIGHTER = 0.65, 1.4  # of the brightness it settled at: another lamp, or the evening


@dataclass(frozen=True, slots=True)
class Measured:
    """What a picture was taken with: ``exposure_us``, analogue ``gain``, ``colours`` (gains of red and blue, or a
    colour temperature), ``lens`` (in the camera's unit, dioptres for libcamera; None: it cannot be moved), and whether
    it is ``focusing`` still."""

    exposure_us: int
    gain: float
    colours: tuple[float, ...]
    lens: float | None = None
    focusing: bool = False

    def near(self, other: Measured) -> bool:
        """Whether both are the same for the eye."""
        mine, yours = (self.exposure_us, self.gain, *self.colours), (other.exposure_us, other.gain, *other.colours)
        lens = self.lens is None or other.lens is None or abs(self.lens - other.lens) <= _SAME_DIOPTRES
        return lens and all(abs(one - two) <= _SAME * max(one, two) for one, two in zip(mine, yours, strict=True))


@dataclass(frozen=True, slots=True)
class Wish:
    """What the camera is to do: keep ``fixed``; or, None, measure by itself with the ``lens`` where it is, because
    moving it changes the scale."""

    fixed: Measured | None
    lens: float | None = None


@dataclass(frozen=True, slots=True)
class Reach:
    """What a camera can be set to: the smallest and the largest gain, and the longest exposure."""

    gains: tuple[float, float] = (1.0, 16.0)
    longest_us: int = 66_000


def flicker_safe(measured: Measured, mains_hz: int, reach: Reach) -> Measured:
    """As bright a picture, with an exposure of a whole number of a lamp's flashes (two a period of the mains). As it
    was where no gain allows that: daylight is too bright for it, and does not flicker."""
    flash_us = 1e6 / (2 * mains_hz)
    light = measured.exposure_us * measured.gain
    lowest, highest = reach.gains
    whole = [
        count * flash_us
        for count in range(1, int(reach.longest_us / flash_us) + 1)
        if lowest <= light / (count * flash_us) <= highest
    ]
    if not whole:
        return measured
    exposure_us = min(whole, key=lambda exposure_us: abs(exposure_us - measured.exposure_us))
    return replace(measured, exposure_us=round(exposure_us), gain=light / exposure_us)


@dataclass(slots=True)
class Exposure:
    """Follows the pictures of one camera; ``fixed`` while it keeps what it was told."""

    mains_hz: int = MAINS_HZ
    reach: Reach = field(default_factory=Reach)
    fixed: bool = False
    _state: Callable[[Measured, float, float], Wish | None] = field(init=False)
    _kept: Measured | None = None
    _asked: float = 0.0
    _since: float | None = None
    _brightness: float = 0.0
    _tries: int = 0

    def __post_init__(self) -> None:
        self._state = self._settling

    def take(self, measured: Measured | None, brightness: float, seconds: float) -> Wish | None:
        """Takes in what a picture of that mean ``brightness`` (0..255) was taken with; what to set now, or None to go
        on. A camera that does not tell (``measured`` None) stays automatic."""
        return None if measured is None else self._state(measured, brightness, seconds)

    def _settling(self, measured: Measured, brightness: float, seconds: float) -> Wish | None:
        if self._kept is None or self._since is None or measured.focusing or not measured.near(self._kept):
            self._kept, self._since = measured, seconds
            return None
        if seconds - self._since < _STEADY_SECONDS:
            return None
        self._kept = replace(flicker_safe(measured, self.mains_hz, self.reach), focusing=False)
        self._brightness = brightness
        self._confirm(seconds)
        return Wish(self._kept, self._kept.lens)

    def _confirm(self, seconds: float) -> None:
        self.fixed, self._asked, self._since, self._state = False, seconds, None, self._confirming

    def _confirming(self, measured: Measured, brightness: float, seconds: float) -> Wish | None:
        """As told and as bright as before, without a break: values that were taken over but alternate do not count."""
        assert self._kept is not None
        if not (measured.near(self._kept) and self._as_bright(brightness)):
            self._since = None
        elif self._since is None:
            self._since = seconds
        if self._since is not None and seconds - self._since >= _SURE_SECONDS:
            self.fixed, self._tries, self._since, self._state = True, 0, seconds, self._watching
            return None
        if seconds - self._asked < _CONFIRM_SECONDS:
            return None
        self._tries += 1
        return self._measure_anew(self._kept.lens)

    def _measure_anew(self, lens: float | None) -> Wish:
        self.fixed, self._kept, self._since = False, None, None
        self._state = self._settling if self._tries < _TRIES else self._left_alone
        return Wish(None, lens)

    def _as_bright(self, brightness: float) -> bool:
        return _DARKER * self._brightness <= brightness <= _BRIGHTER * self._brightness

    def _watching(self, measured: Measured, brightness: float, seconds: float) -> Wish | None:
        assert self._kept is not None
        if not measured.near(self._kept):
            self._confirm(seconds)
            return None
        if self._since is None or self._as_bright(brightness):
            self._since = seconds
        if seconds - self._since < _LIGHT_SECONDS:
            return None
        return self._measure_anew(measured.lens)

    def _left_alone(self, measured: Measured, brightness: float, seconds: float) -> Wish | None:
        """It does not do as it is told: its own judgement is better than half of ours."""
        return None
