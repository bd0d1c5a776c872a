"""The sign of life for the service manager: given only by the loops that prove that the product lives.

The loop that shows things asks for the view; each time it does, it may give the sign, and only when the desk's loop has
come round since the last one. The desk's loop watches over the camera's process, kills it when it stalls and starts it
again, so a camera that hangs is no reason to end the game, and a desk that hangs over it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.commands import Command
from companion.view import Desk, Frame, View

_SIGNS = 3
"""Signs in the time that the manager waits for one."""


class Pulse:
    """``tell`` takes messages to the manager; ``wait_seconds``: how long it waits for a sign, None: it does not.
    ``rounds``: how often the desk's loop has come round; ``now``: seconds that never run backwards."""

    def __init__(
        self,
        tell: Callable[[str], object],
        wait_seconds: float | None,
        rounds: Callable[[], int],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tell, self._rounds, self._now = tell, rounds, now
        self._every = wait_seconds / _SIGNS if wait_seconds else None
        self._next = -float("inf")
        self._seen = -1
        self._status = ""

    def beat(self, view: View) -> None:
        """The loop that shows things has come round, and showed this."""
        status = f"STATUS=round {view.guidance.round}, pictures: {view.source}"
        if status != self._status:
            self._tell(status if self._status else f"READY=1\n{status}")
            self._status = status
        rounds, now = self._rounds(), self._now()
        if self._every is not None and now >= self._next and rounds != self._seen:
            self._tell("WATCHDOG=1")
            self._next, self._seen = now + self._every, rounds


class Watched:
    """The desk as the window knows it: each look at it is a beat."""

    def __init__(self, desk: Desk, pulse: Pulse) -> None:
        self._desk, self._pulse = desk, pulse

    def view(self) -> View:
        view = self._desk.view()
        self._pulse.beat(view)
        return view

    def do(self, command: Command) -> None:
        self._desk.do(command)

    def frame(self) -> Frame | None:
        return self._desk.frame()
