"""A camera that does as it is told: pictures, faults and silences in a given order. Ships, to try faults with."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator

from hardware.camera import CameraFault, Frame, Image, Trouble

Step = Image | Trouble
"""What happens at one read: a picture comes, or this trouble."""


class FakeCamera:
    """Gives the steps one after another, ``step_seconds`` apart on its own clock; then it has ended.

    A ``Trouble.STALLED`` step waits for the whole deadline with ``sleep``, as a camera that has gone silent does.
    ``stills``: the same for each still; without one more there is none.
    """

    def __init__(
        self,
        steps: Iterable[Step],
        step_seconds: float = 0.1,
        live: bool = True,
        sleep: Callable[[float], None] = time.sleep,
        stills: Iterable[Step] = (),
    ) -> None:
        self.live = live
        self.still_px: tuple[int, int] | None = None
        self.closed = False
        self._steps: Iterator[Step] = iter(steps)
        self._stills: Iterator[Step] = iter(stills)
        self._step_seconds = step_seconds
        self._sleep = sleep
        self._number = 0

    def read(self, deadline_seconds: float) -> Frame | None:
        return self._step(next(self._steps, None), deadline_seconds)

    def still(self, deadline_seconds: float) -> Frame | None:
        return self._step(next(self._stills, None), deadline_seconds)

    def _step(self, step: Step | None, deadline_seconds: float) -> Frame | None:
        if step is None:
            return None
        self._number += 1
        if isinstance(step, Trouble):
            if step is Trouble.STALLED:
                self._sleep(deadline_seconds)
            raise CameraFault(step, "fake")
        return Frame(self._number, (self._number - 1) * self._step_seconds, step)

    def close(self) -> None:
        self.closed = True
