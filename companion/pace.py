"""How often pictures are taken: all of them while something goes on, few while the table is quiet, fewer when the
machine is hot.

Which of those taken need no reading the recogniser says (``vision.resting``): it compares whole straightened pictures,
and only once several readings have agreed. A single wrong one said on for seconds would become a move.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

BUSY_SECONDS = 10.0
"""After the last movement there is no rest for so long: what is settling is looked at from many pictures."""
QUIET_REST_SECONDS = 0.25
WARM_CELSIUS, HOT_CELSIUS = 70.0, 80.0
"""A Raspberry Pi slows its processor down from 80 degrees on (its documentation); from 70 on there are fewer pictures,
at 80 one a second."""
HOT_REST_SECONDS = 1.0
_FEEL_SECONDS = 5.0


def rest_seconds(quiet: bool, celsius: float | None) -> float:
    """How long to rest between two pictures."""
    warmth = 0.0 if celsius is None else (celsius - WARM_CELSIUS) / (HOT_CELSIUS - WARM_CELSIUS)
    return max(QUIET_REST_SECONDS if quiet else 0.0, HOT_REST_SECONDS * min(1.0, max(0.0, warmth)))


@dataclass(slots=True)
class Pace:
    """The pace of one live source. ``celsius`` measures the processor, None where it cannot; ``clock`` gives seconds
    that never run backwards, ``sleep`` waits that many."""

    celsius: Callable[[], float | None] = lambda: None
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    _moved: float | None = None
    _felt: float = -float("inf")
    _warmth: float | None = field(default=None)

    def rest(self) -> None:
        """Waits before the next picture, if there is no hurry."""
        now = self.clock()
        if now - self._felt >= _FEEL_SECONDS:
            self._warmth, self._felt = self.celsius(), now
        seconds = rest_seconds(self._quiet(now), self._warmth)
        if seconds:
            self.sleep(seconds)

    def saw(self, quiet: bool) -> None:
        """A picture of the table was taken now; ``quiet``: nothing has moved since the one before."""
        if not quiet or self._moved is None:
            self._moved = self.clock()

    def _quiet(self, now: float) -> bool:
        return self._moved is not None and now - self._moved >= BUSY_SECONDS
