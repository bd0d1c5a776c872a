"""Eyes on the real adapter of the Raspberry Pi's camera, which goes through one fault after another, a start each."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from companion.eyes import Corner, Eyes, Image, Vision
from companion.rules.board import ROBBER, Sighting, Standing, border
from hardware.camera_guard import Guarded
from hardware.camera_pi import PiCamera
from tests.device.fake_sensor import World
from tests.device.lent_picamera2 import lend

FAULTS = ("busy", "frozen", "half", "unplugged", "dies", "hangs", "fine")
GOOD_PICTURES = 5
SET_UP = Standing(frozenset({(ROBBER, border(1))}))


class _Table:
    """A recogniser that sees the set-up in every picture with some light."""

    def __init__(self, profile: Any) -> None: ...

    def read(self, image: Image, seconds: float = 0.0) -> Sighting:
        return Sighting(seconds, standing=SET_UP)


def _calibrate(image: Image, corner16_px: Corner) -> Any:
    return "this table"


class _Failing(Guarded):
    """The guarded camera, failing as told after some good pictures."""

    def __init__(self, fault: str, camera: PiCamera, world: World) -> None:
        super().__init__(camera)
        self._fault, self._world, self._left = fault, world, GOOD_PICTURES

    def read(self, deadline_seconds: float) -> Any:
        self._left -= 1
        if self._left == 0:
            if self._fault == "dies":
                os._exit(11)
            if self._fault == "hangs":
                time.sleep(600)
            self._world.stalled = self._world.stop_hangs = self._fault == "unplugged"
            if self._fault in ("frozen", "half"):
                self._world.shows = self._fault
        return super().read(deadline_seconds)


def one_fault_after_another(profile: Any) -> Eyes:
    """Each start has the next fault of ``FAULTS``; the file named in TARGI_TEST_MARK counts them."""
    mark = Path(os.environ["TARGI_TEST_MARK"])
    number = len(mark.read_text()) if mark.exists() else 0
    mark.write_text("." * (number + 1))
    fault = FAULTS[min(number, len(FAULTS) - 1)]
    acquire = RuntimeError("Failed to acquire camera: Device or resource busy") if fault == "busy" else None
    world = World("imx219", frame_seconds=0.05, acquire=acquire)
    lend(world)
    return Eyes(_Failing(fault, PiCamera(), world), Vision(_calibrate, _Table), profile)
