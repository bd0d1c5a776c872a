"""The guards a touch passes before anything hears of it: doubled ones are dropped, one on a dimmed screen only
wakes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

SAME_SECONDS = 0.08
SAME_UNITS = 12.0


@dataclass(slots=True)
class Taps:
    """What is known of the touches so far. ``now``: seconds of a clock that never runs backwards."""

    now: Callable[[], float]
    dim_after: float
    _last: tuple[float, float, float] | None = None
    _stirred: float | None = None

    def stir(self) -> None:
        """Something happened that people want to see: the screen brightens."""
        self._stirred = self.now()

    @property
    def dimmed(self) -> bool:
        """Whether nothing has happened for so long that the screen is dimmed."""
        if self._stirred is None:
            self._stirred = self.now()
        return self.now() - self._stirred >= self.dim_after

    def swallow(self, x: float, y: float) -> bool:
        """Whether a touch that begins at ``x``, ``y`` (units) is to be dropped: it only woke the screen, or it is the
        one before reported once more (within 80 ms at the same spot)."""
        asleep, moment = self.dimmed, self.now()
        last, self._last = self._last, (moment, x, y)
        self._stirred = moment
        twice = (
            last is not None
            and moment - last[0] < SAME_SECONDS
            and max(abs(x - last[1]), abs(y - last[2])) < SAME_UNITS
        )
        return asleep or twice
