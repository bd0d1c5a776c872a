"""One push button's contact: from a train of edges, which bounce, to presses. Pure code; seconds are passed in.

Levels are believed only once they have kept still for ``SETTLE_SECONDS``: contacts bounce for some milliseconds at each
press and at each release (0.2 to 15 ms were recorded), and a filter that drops edges instead loses the next press when
it loses a release. The pin libraries' own filters differ, so none is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

SETTLE_SECONDS = 0.02
HOLD_SECONDS = 0.8
REPEAT_SECONDS = 0.25


class Gesture(str, Enum):
    """What a finger did."""

    PRESS = "press"  # pressed and let go, told when let go
    HOLD = "hold"  # held for HOLD_SECONDS, told then
    REPEAT = "repeat"  # held on, told every REPEAT_SECONDS

    def __str__(self) -> str:
        return self.value


@dataclass(slots=True)
class Contact:
    """A button. ``level`` takes what the pin says whenever it may have changed, ``tick`` what time it is; both return
    the gestures that are complete. Seconds are those of a clock that never runs back."""

    _raw: bool = False
    _since: float = float("-inf")  # when the raw level last changed
    _down: bool = False
    _next: float = float("inf")  # when holding on means something next
    _held: bool = False

    def level(self, down: bool, now: float) -> list[Gesture]:
        """The contact is closed, or open, at ``now``."""
        done = self.tick(now)
        if down != self._raw:
            self._raw, self._since = down, now
        return done

    def tick(self, now: float) -> list[Gesture]:
        """It is ``now``; nothing has changed since."""
        done: list[Gesture] = []
        settled = now >= self._since + SETTLE_SECONDS
        if self._raw and not self._down and settled:
            self._down, self._held, self._next = True, False, self._since + HOLD_SECONDS
        # What was due while the button was down comes before its release, however late the tick.
        while self._down and self._next <= (now if self._raw else self._since):
            done.append(Gesture.REPEAT if self._held else Gesture.HOLD)
            self._held = True
            self._next += REPEAT_SECONDS
        if self._down and not self._raw and settled:
            if not self._held:
                done.append(Gesture.PRESS)
            self._down = False
        return done

    def due(self) -> float:
        """When ``tick`` should be called next; infinity: not before the level changes."""
        if self._raw != self._down:
            return self._since + SETTLE_SECONDS
        return self._next if self._down else float("inf")
