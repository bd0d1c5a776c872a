"""The adapter of the Raspberry Pi's camera on the real picamera2, above a made-up libcamera.

Skipped where the package picamera2 cannot be had; ``.ci/camera.lock`` names it.
"""

from __future__ import annotations

import gc
import os
import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import numpy as np
import pytest

from hardware import camera_pi
from hardware.camera import CameraFault, Trouble
from hardware.camera_guard import Guarded
from hardware.camera_pi import PiCamera
from tests.device.fake_sensor import World
from tests.device.lent_picamera2 import has_picamera2, lend

pytestmark = pytest.mark.skipif(
    not has_picamera2(), reason="picamera2 is not installed: pip install --no-deps -r .ci/camera.lock"
)

Opened = Callable[..., tuple[PiCamera, World]]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    """Opens the camera of a world whose clock are its frames, and closes it."""
    cameras: list[tuple[PiCamera, World]] = []

    def open_it(mains_hz: int = 50, **about: object) -> tuple[PiCamera, World]:
        world = World(**about)  # type: ignore[arg-type]
        lend(world)
        monkeypatch.setattr(camera_pi, "time", SimpleNamespace(monotonic=world.seconds))
        cameras.append((PiCamera(mains_hz), world))
        return cameras[-1]

    yield open_it
    for camera, world in cameras:
        world.let_go.set()
        world.stop_hangs = world.stalled = False
        camera.close()


def read_on(camera: PiCamera | Guarded, pictures: int, deadline_seconds: float) -> None:
    """Reads that many pictures."""
    for _ in range(pictures):
        camera.read(deadline_seconds)


def until(camera: PiCamera, true: Callable[[], bool], most: int = 150) -> bool:
    """Reads pictures until that is true; whether it became so."""
    for _ in range(most):
        if true():
            return True
        assert camera.read(5.0) is not None
    return true()


@pytest.mark.parametrize(
    ("model", "mode", "stream", "whole"),
    [
        ("imx219", (1640, 1232), (1344, 1008), (3280, 2464)),
        ("imx708", (2304, 1296), (1536, 864), (4608, 2592)),
        ("imx708_wide", (2304, 1296), (1536, 864), (4608, 2592)),
        ("imx477", (2028, 1520), (1344, 1008), (4056, 3040)),
    ],
)
def test_each_module_shows_all_it_sees(
    model: str, mode: tuple[int, int], stream: tuple[int, int], whole: tuple[int, int], opened: Opened
) -> None:
    """Camera Module 2, 3, 3 wide and HQ: the binned mode with the whole field of view (Raspberry Pi's camera
    documentation), never a cropped one of the stream's size; and for a still all the sensor's pixels, after which the
    stream goes on as it was."""
    camera, _ = opened(model=model)
    frame = camera.read(5.0)
    assert frame is not None
    assert frame.image.shape == (stream[1], stream[0], 3)
    assert camera._camera.camera_configuration()["sensor"]["output_size"] == mode
    still = camera.still(10.0)
    assert still is not None
    assert still.image.shape == (whole[1], whole[0], 3)
    assert camera.still_px == whole
    again = camera.read(5.0)
    assert again is not None
    assert (again.image.shape, again.number) == (frame.image.shape, 3)


def test_after_a_still_that_fails_the_stream_goes_on(opened: Opened) -> None:
    """A still that does not come in time is given up; the next picture is one of the stream again."""
    camera, world = opened(model="imx219")
    frame = camera.read(5.0)
    assert frame is not None
    world.stalled = True
    with pytest.raises(CameraFault) as fault:
        camera.still(0.3)
    assert fault.value.trouble is Trouble.STALLED
    world.stalled = False
    again = camera.read(5.0)
    assert again is not None
    assert again.image.shape == frame.image.shape


def test_a_camera_that_goes_with_its_still_is_gone(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unplugged while a still is waited for: a fault that is told, whatever picamera2 raises then."""
    camera, world = opened(model="imx219")
    world.stalled = True

    def unplugged(*_: object, **__: object) -> None:
        raise RuntimeError("Failed to start camera")

    monkeypatch.setattr(camera._camera, "switch_mode", unplugged)
    with pytest.raises(CameraFault) as fault:
        camera.still(0.3)
    assert fault.value.trouble is Trouble.GONE


def test_red_is_where_red_belongs(opened: Opened) -> None:
    """The scene is of sand, more red than blue; the pictures come blue first, in the stream and in a still."""
    camera, _ = opened(model="imx219")
    for frame in (camera.read(5.0), camera.still(10.0)):
        assert frame is not None
        blue, green, red = frame.image.reshape(-1, 3).mean(axis=0)
        assert red > blue + 50 > green
    assert camera._swapped is False


def test_swapped_colours_are_noticed_and_put_right(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that hands over red first is found out on the first picture with colour, not on a grey one."""
    camera, world = opened(model="imx219")
    create = camera._camera.create_video_configuration

    def red_first(**values: object) -> object:
        return create(**{**values, "main": {**values["main"], "format": "BGR888"}})  # type: ignore[dict-item]

    monkeypatch.setattr(camera._camera, "create_video_configuration", red_first)
    camera._camera.stop()
    world.shows = "black"
    camera._start(None)
    camera.read(5.0)
    assert camera._swapped is None
    world.shows = "scene"
    assert until(camera, lambda: camera._swapped is not None)
    assert camera._swapped is True
    frame = camera.read(5.0)
    assert frame is not None
    blue, _, red = frame.image.reshape(-1, 3).mean(axis=0)
    assert red > blue + 50


@pytest.mark.parametrize(("hz", "exposure_us"), [(50, 10_000), (60, 8_333)])
def test_exposure_colours_and_focus_are_fixed(hz: int, exposure_us: int, opened: Opened) -> None:
    """Measured 12 ms becomes one flash of the lamps with as much more gain; the focus it found is kept, and what the
    pictures say confirms it though every control holds three frames late."""
    camera, world = opened(mains_hz=hz)
    assert until(camera, lambda: camera._exposure.fixed)
    metadata = camera._camera.capture_metadata(wait=5.0)
    assert metadata["ExposureTime"] == pytest.approx(exposure_us, rel=0.01)
    assert metadata["ExposureTime"] * metadata["AnalogueGain"] == pytest.approx(12_000, rel=0.02)
    assert (metadata["LensPosition"], metadata["ColourGains"]) == (1.6, pytest.approx((2.1, 1.6), rel=0.02))
    world.light = 1.3  # a sleeve, a cloud: nothing follows it
    for _ in range(8):
        camera.read(5.0)
    assert camera._camera.capture_metadata(wait=5.0)["ExposureTime"] == metadata["ExposureTime"]


def test_a_camera_that_does_not_keep_what_it_is_told(opened: Opened) -> None:
    """Locked, yet alternating: it never counts as fixed, and measures by itself again."""
    camera, _ = opened(model="imx219", alternates=True)
    assert until(camera, lambda: camera._exposure._tries == 1)
    assert not camera._exposure.fixed
    camera.read(5.0)
    assert camera._camera.camera_configuration()["controls"]["AeEnable"] is True
    exposures = {camera._camera.capture_metadata(wait=5.0)["ExposureTime"] for _ in range(12)}
    assert max(exposures) <= 1.02 * 12_000


def test_silence_costs_the_deadline_and_keeps_no_frame(opened: Opened) -> None:
    """A camera that falls silent is told as stalled in time; when it speaks again so do we, with all its buffers."""
    camera, world = opened(model="imx219")
    camera.read(5.0)
    world.stalled = True
    began = time.monotonic()
    for _ in range(5):
        with pytest.raises(CameraFault) as caught:
            read_on(camera, 6, 0.1)
        assert caught.value.trouble is Trouble.STALLED
    assert time.monotonic() - began < 5
    world.stalled = False
    assert all(camera.read(5.0) is not None for _ in range(6))
    world.shows = "broken"  # frames that the driver marks as failed are none
    with pytest.raises(CameraFault):
        read_on(camera, 8, 0.3)


def test_closing_a_camera_whose_cable_is_out(opened: Opened) -> None:
    """Stopping never returns then; closing does."""
    camera, world = opened(model="imx219")
    world.stalled = world.stop_hangs = True
    began = time.monotonic()
    camera.close()
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("raised", "trouble"),
    [
        (RuntimeError("Failed to acquire camera: Device or resource busy"), Trouble.BUSY),
        (RuntimeError("Failed to acquire camera: Permission denied"), Trouble.NO_PERMISSION),
    ],
)
def test_why_it_does_not_open(
    raised: Exception, trouble: Trouble, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind picamera2's "init sequence did not complete" stands the cause; a busy camera is named with its holder."""
    monkeypatch.setattr(camera_pi, "who_holds", lambda devices: ("cheese (4711)",))
    with pytest.raises(CameraFault) as caught:
        opened(acquire=raised)
    assert caught.value.trouble is trouble
    assert (caught.value.cause == "cheese (4711)") is (trouble is Trouble.BUSY)


@pytest.mark.parametrize("about", [{"model": None}, {"usb": True}])
def test_no_camera_on_the_cable(about: dict[str, object], opened: Opened) -> None:
    """libcamera knows none, or only one on USB, which another adapter knows better."""
    with pytest.raises(CameraFault) as caught:
        opened(**about)
    assert caught.value.trouble is Trouble.NO_CAMERA


@pytest.mark.parametrize(("shows", "trouble"), [("frozen", Trouble.FROZEN), ("half", Trouble.STALLED)])
def test_pictures_that_are_none(shows: str, trouble: Trouble, opened: Opened) -> None:
    """Frozen and half pictures of the real camera are a fault, not a quiet table."""
    camera, world = opened(model="imx219")
    guarded = Guarded(camera, world.seconds)
    assert guarded.read(2.0) is not None
    world.shows = shows
    with pytest.raises(CameraFault) as caught:
        read_on(guarded, 100, 1.0)
    assert caught.value.trouble is trouble


def test_opened_and_lost_again_and_again(opened: Opened) -> None:
    """Ten times lost and found in one process: no thread, no open file and no memory stays behind."""
    counts = []
    for _ in range(10):
        camera, world = opened(model="imx219", frame_seconds=0.002)
        assert camera.read(5.0) is not None
        world.stalled = True
        with pytest.raises(CameraFault):
            read_on(camera, 6, 0.01)
        camera.close()
        del camera
        gc.collect()
        counts.append((threading.active_count(), len(os.listdir("/proc/self/fd"))))
    for before, after in zip(counts[2], counts[-1], strict=True):
        assert after <= before + 3, counts


def test_metadata_that_cannot_be_read() -> None:
    """A camera that does not say what it did is not judged by it."""
    assert camera_pi.measured({}) is None
    assert camera_pi.measured({"ColourGains": 1}) is None
    told = {"ExposureTime": 9000, "AnalogueGain": 1.5, "ColourGains": (2.2, 1.6)}
    known = camera_pi.measured(told)
    assert known is not None
    assert (known.lens, known.focusing) == (None, False)


def test_grey_tells_nothing_of_colours() -> None:
    """The order of colours is judged on colour only."""
    grey = np.full((64, 64, 3), 90, np.uint8)
    assert camera_pi.swapped(grey, grey) is None
