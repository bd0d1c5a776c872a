"""When an e-ink panel is refreshed, and how: a policy as pure code, with the seconds passed in.

Particles that are pushed too often, or by halves only, leave shadows, and voltage that stays on harms the glass. So
nothing is drawn twice, halves are followed by wholes, wholes keep their distance, and an idle panel sleeps. The figures
are the panel's own (`hardware.eink.Limits`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from hardware.eink import Limits

RETRY_SECONDS = 300.0


class Act(str, Enum):
    """What to do with the panel now."""

    FULL = "full"
    PARTIAL = "partial"
    SLEEP = "sleep"

    def __str__(self) -> str:
        return self.value


@dataclass(slots=True)
class Refresh:
    """One panel's refreshes. ``wish`` says which page is wanted, ``act`` what to do now, ``done`` that it was done.

    Pages are told apart by a key that is equal for equal pictures. ``fulls`` and ``partials`` count since the
    start. ``awake``: the voltage is on.
    """

    limits: Limits
    fulls: int = 0
    partials: int = 0
    awake: bool = False
    _wanted: bytes | None = None
    _whole: bool = False  # the page wanted is to be shown by a full refresh
    _shown: bytes | None = None
    _in_a_row: int = 0
    _last: float | None = None  # when the last refresh began
    _last_full: float | None = None
    _busy_until: float = float("-inf")
    _retry_at: float = float("-inf")

    def wish(self, key: bytes, whole: bool = False) -> None:
        """This page is wanted now, whatever was wanted before; ``whole``: with a full refresh (a round's end)."""
        self._whole = whole or (self._whole and self._wanted != self._shown)
        self._wanted = key

    def act(self, now: float, last: bool = False) -> Act | None:
        """What to do at ``now`` (seconds of a clock that never runs back); None: nothing. ``last``: the panel keeps
        what it shows then for days, so the page wanted comes however short ago another one came."""
        if now < max(self._busy_until, self._retry_at):
            return None
        if last and self._wanted is not None and self._wanted != self._shown:
            return Act.FULL
        if self._wanted is not None and self._wanted != self._shown:
            if self.awake and not self._whole and self._in_a_row < self.limits.partials:
                return Act.PARTIAL
            return Act.FULL if self._may_be_full(now) else self._rest(now)
        if self._shown is None:
            return None
        if self._last_full is not None and now - self._last_full >= self.limits.renew_seconds:
            return Act.FULL
        return self._rest(now)

    def _rest(self, now: float) -> Act | None:
        """Sleep once nothing has happened for a while; before it, what was shown by halves is shown as a whole."""
        if not self.awake or self._last is None or now - self._last < self.limits.idle_seconds:
            return None
        clean = not self._in_a_row or not self._may_be_full(now) or self._wanted != self._shown
        return Act.SLEEP if clean else Act.FULL

    def _may_be_full(self, now: float) -> bool:
        return self._last_full is None or now - self._last_full >= self.limits.apart_seconds

    def done(self, act: Act, key: bytes, now: float) -> None:
        """``act`` was begun at ``now`` with the page of that key (a sleep: with none) and has not failed."""
        if act is Act.SLEEP:
            self.awake, self._in_a_row = False, 0
            return
        self._shown, self.awake, self._last = key, True, now
        partial = act is Act.PARTIAL
        self._in_a_row = self._in_a_row + 1 if partial else 0
        self._busy_until = now + (self.limits.partial_seconds if partial else self.limits.full_seconds)
        self.partials += partial
        if not partial:
            self._whole, self._last_full = False, now
            self.fulls += 1

    def failed(self, now: float) -> None:
        """The panel did not do it: it is left alone for a while, and then begins anew."""
        self._shown, self.awake, self._in_a_row = None, False, 0
        self._retry_at = now + RETRY_SECONDS

    def busy_seconds(self, now: float) -> float:
        """How long the panel is still at work on what it was told last."""
        return max(0.0, self._busy_until - now)

    def wait_seconds(self, now: float) -> float:
        """How long nothing will be due unless another page is wished for."""
        times = [self._busy_until, self._retry_at]
        if self._last_full is not None:
            times += [self._last_full + self.limits.apart_seconds, self._last_full + self.limits.renew_seconds]
        if self._last is not None:
            times.append(self._last + self.limits.idle_seconds)
        return min((at - now for at in times if at > now), default=float("inf"))
