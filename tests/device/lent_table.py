"""A table that a test sets from its own process: a folder whose files say which cameras are plugged in and what stands
there. Eyes on the product's own adapters read it in the worker's process, above a made-up webcam or the real picamera2
on a made-up libcamera."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.eyes import Corner, Eyes, Image, Vision
from companion.rules.board import ROBBER, WHITE_TARGI, Place, Sighting, Standing, border
from hardware import camera_usb
from hardware.camera import Camera, open_source
from hardware.camera_guard import Guarded
from tests.device.fake_sensor import World
from tests.device.fake_webcam import Webcam

TARGI_AT: Place = border(6)
"""Where white's Targi stands or does not; the Robber is on 1."""
_STANDS = "white-targi"
FRAME_SECONDS = 0.05


class Table:
    """The folder. ``device``: the name that the camera has under ``/dev`` while it is plugged in."""

    def __init__(self, folder: Path, device: str) -> None:
        self.folder, self._device = folder, device

    @property
    def plugged(self) -> bool:
        return (self.folder / self._device).exists()

    def plug(self, in_: bool) -> None:
        """Plugs the camera in or out."""
        self._put(self._device, in_)

    @property
    def standing(self) -> Standing:
        there = {(WHITE_TARGI, TARGI_AT)} if (self.folder / _STANDS).exists() else set()
        return Standing(frozenset({(ROBBER, border(1))} | there))

    def put(self, there: bool) -> None:
        """Puts white's Targi down, or takes it away."""
        self._put(_STANDS, there)

    def _put(self, name: str, there: bool) -> None:
        if there:
            (self.folder / name).touch()
        else:
            (self.folder / name).unlink(missing_ok=True)


class _Reader:
    """A recogniser that is told what stands there; pictures without light show nothing."""

    def __init__(self, table: Table, profile: Any) -> None:
        self._table = table

    def read(self, image: Image, seconds: float = 0.0) -> Sighting:
        return Sighting(seconds, found=bool(image.mean() > 6), standing=self._table.standing)


def _calibrate(image: Image, corner16_px: Corner) -> Any:
    return "this table"


def _eyes(table: Table, camera: Camera, profile: Any) -> Eyes:
    return Eyes(camera, Vision(_calibrate, partial(_Reader, table)), profile)


class _LentWebcam(Webcam):
    """A webcam that gives nothing while it is out; every picture has its noise."""

    table: Table

    def grab(self) -> bool:
        return self.table.plugged and super().grab()

    def retrieve(self) -> tuple[bool, Any]:
        ok, image = super().retrieve()
        image[::4, ::4] += np.random.default_rng(self.unpacked).integers(0, 3, image[::4, ::4].shape, np.uint8)
        return ok, image


def usb_eyes(folder: Path, profile: Any) -> Eyes:
    """On the adapter of USB cameras. Raises CameraFault while the camera is out."""
    table = Table(folder, "video0")
    webcam = _LentWebcam(frame_seconds=FRAME_SECONDS)
    webcam.table = table
    camera_usb._DEVICES = folder
    camera_usb.usb_cameras.__defaults__ = (folder,)
    cv2.VideoCapture = lambda number, backend: webcam  # type: ignore[assignment,misc]
    return _eyes(table, open_source("camera"), profile)


class _OnTheCable(Guarded):
    """A camera whose cable may be pulled: no picture comes, and stopping it never returns."""

    def __init__(self, camera: Camera, table: Table, world: World) -> None:
        super().__init__(camera)
        self._table, self._world = table, world

    def read(self, deadline_seconds: float) -> Any:
        self._world.stalled = self._world.stop_hangs = not self._table.plugged
        return super().read(deadline_seconds)


def pi_eyes(folder: Path, profile: Any) -> Eyes:
    """On the adapter of the Raspberry Pi's camera. Raises CameraFault while the cable is out."""
    from hardware.camera_pi import PiCamera
    from tests.device.lent_picamera2 import lend

    table = Table(folder, "media0")
    world = World("imx219" if table.plugged else None, frame_seconds=FRAME_SECONDS)
    lend(world)
    return _eyes(table, _OnTheCable(PiCamera(), table, world), profile)
