"""The adapter of USB cameras on a made-up one below OpenCV."""

from __future__ import annotations

import os
import struct
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import cv2
import pytest

from hardware import camera_usb
from hardware.camera import CameraFault, Trouble
from hardware.camera_usb import UsbCamera
from tests.device.fake_webcam import Webcam

Plugged = Callable[..., Webcam]


@pytest.fixture
def plug(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Plugged:
    """Plugs cameras in as /dev/video0 and on; a second of theirs is thirty pictures."""
    plugged: list[Webcam] = []
    monkeypatch.setattr(camera_usb, "_DEVICES", tmp_path)
    monkeypatch.setattr(camera_usb.usb_cameras, "__defaults__", (tmp_path,))
    monkeypatch.setattr(cv2, "VideoCapture", lambda number, backend: plugged[number])
    monkeypatch.setattr(
        camera_usb, "time",
        SimpleNamespace(monotonic=lambda: sum(camera.shown for camera in plugged) / 30, sleep=lambda seconds: None),
    )  # fmt: skip

    def another(**about: object) -> Webcam:
        (tmp_path / f"video{len(plugged)}").touch()
        plugged.append(Webcam(**about))  # type: ignore[arg-type]
        return plugged[-1]

    return another


def until_fault(source: UsbCamera, deadline_seconds: float) -> Trouble:
    for _ in range(200):
        try:
            source.read(deadline_seconds)
        except CameraFault as fault:
            return fault.trouble
    raise AssertionError("it went on")


def soon(true: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 10
    while not true() and time.monotonic() < deadline:
        time.sleep(0.01)
    return true()


def test_exposure_colours_and_focus_are_fixed(plug: Plugged) -> None:
    """What it settled on by itself is set by its controls and confirmed by them; brightness stays as it was."""
    webcam = plug()
    source = UsbCamera()
    assert soon(lambda: source._exposure.fixed)
    source.close()
    kept = webcam.controls
    assert (kept[cv2.CAP_PROP_AUTO_EXPOSURE], kept[cv2.CAP_PROP_AUTO_WB], kept[cv2.CAP_PROP_AUTOFOCUS]) == (1, 0, 0)
    assert kept[cv2.CAP_PROP_EXPOSURE] == pytest.approx(120, abs=1)
    assert (kept[cv2.CAP_PROP_WB_TEMPERATURE], kept[cv2.CAP_PROP_FOCUS]) == (4600, 35)


def test_what_it_was_told_before_is_measured_anew(plug: Plugged) -> None:
    """A webcam keeps its controls when the program ends: opened again in another light it measures by itself first."""
    webcam = plug()
    source = UsbCamera()
    assert soon(lambda: source._exposure.fixed)
    source.close()
    webcam.wanted, webcam.focuses = 40.0, 0
    source = UsbCamera()
    assert soon(lambda: source._exposure.fixed)
    source.close()
    assert webcam.controls[cv2.CAP_PROP_EXPOSURE] == pytest.approx(40, abs=1)
    assert webcam.focuses == 1
    assert webcam.controls[cv2.CAP_PROP_AUTOFOCUS] == 0


def test_a_webcam_that_does_not_obey_measures_by_itself(plug: Plugged) -> None:
    """Its exposure goes on moving: it is set back to automatic."""
    webcam = plug(obeys=False)
    source = UsbCamera()
    assert soon(lambda: bool(webcam.controls[cv2.CAP_PROP_AUTO_EXPOSURE] == 1))
    webcam.wanted = 300.0
    assert soon(lambda: bool(webcam.controls[cv2.CAP_PROP_AUTO_EXPOSURE] == 3))
    assert not source._exposure.fixed
    source.close()


def test_a_webcam_without_controls_is_taken_as_it_is(plug: Plugged) -> None:
    """Nothing is set on a camera that cannot be told."""
    plug(controls={})
    source = UsbCamera()
    for _ in range(60):
        assert source.read(1.0) is not None
    assert not source._exposure.fixed
    source.close()


@pytest.mark.parametrize(("hz", "value"), [(50, 1), (60, 2)])
def test_it_is_told_the_mains(hz: int, value: int, plug: Plugged, monkeypatch: pytest.MonkeyPatch) -> None:
    """V4L2_CID_POWER_LINE_FREQUENCY (0x00980918) is set to 50 or 60 Hz by VIDIOC_S_CTRL."""
    told: list[tuple[int, bytes]] = []
    monkeypatch.setattr(camera_usb.fcntl, "ioctl", lambda file, request, data: told.append((request, data)))
    plug()
    UsbCamera(0, hz).close()
    number = (0x00980918).to_bytes(4, "little")
    assert [data for request, data in told if request == 0xC008561C] == [number + value.to_bytes(4, "little")]


def names_sizes(webcam: Webcam, monkeypatch: pytest.MonkeyPatch) -> None:
    """The camera names its sizes by VIDIOC_ENUM_FRAMESIZES: in a struct v4l2_frmsizeenum of 44 bytes, of type 1
    (discrete), until the index is too high."""

    def answer(file: int, request: int, data: bytearray) -> None:
        if request != 0xC02C564A:
            return
        index, form = struct.unpack_from("<2I", data)
        assert (len(data), form.to_bytes(4, "little")) == (44, b"MJPG")
        if index >= len(webcam.sizes):
            raise OSError(22, "Invalid argument")
        struct.pack_into("<3I", data, 8, 1, *webcam.sizes[index])

    monkeypatch.setattr(camera_usb.fcntl, "ioctl", answer)


def test_a_still_has_the_largest_size_of_the_stream_s_form(plug: Plugged, monkeypatch: pytest.MonkeyPatch) -> None:
    """The largest of the same form, not the larger one of another that may show another part of the table; afterwards
    the stream goes on in its own size, exposure and focus as they were."""
    sizes = ((32, 24), (64, 48), (128, 96), (256, 192), (400, 225))
    webcam = plug(sizes=sizes, gives=sizes)
    names_sizes(webcam, monkeypatch)
    source = UsbCamera()
    assert source.still_px == (256, 192)
    still, after = source.still(5.0), source.read(5.0)
    assert still is not None
    assert after is not None
    assert (still.image.shape, after.image.shape) == ((192, 256, 3), (48, 64, 3))
    again = source.still(5.0)
    assert again is not None
    assert again.image.shape == (192, 256, 3)
    source.close()


def test_a_size_that_does_not_come_is_not_asked_for_again(plug: Plugged, monkeypatch: pytest.MonkeyPatch) -> None:
    """It names a size that it does not give: no still, now and later, and the stream goes on."""
    webcam = plug(sizes=((128, 96),))
    names_sizes(webcam, monkeypatch)
    source = UsbCamera()
    assert source.still_px == (128, 96)
    assert source.still(5.0) is None
    assert source.still_px is None
    frame = source.read(5.0)
    assert frame is not None
    assert frame.image.shape == (48, 64, 3)
    source.close()


def test_a_webcam_that_hangs_at_its_still_costs_a_deadline(plug: Plugged, monkeypatch: pytest.MonkeyPatch) -> None:
    """A driver that never returns with the larger picture is told as stalled in time."""
    webcam = plug(sizes=((128, 96),), gives=((64, 48), (128, 96)), hangs=True)
    names_sizes(webcam, monkeypatch)
    source = UsbCamera()
    webcam.pictures = webcam.shown
    with pytest.raises(CameraFault) as caught:
        source.still(0.2)
    assert caught.value.trouble is Trouble.STALLED
    webcam.free.set()
    source.close()


def test_a_webcam_that_names_no_size_has_no_stills(plug: Plugged) -> None:
    """No more pixels than the stream: nothing is switched."""
    webcam = plug()
    source = UsbCamera()
    assert (source.still_px, source.still(1.0), webcam.size) == (None, None, (64, 48))
    source.close()


def test_pictures_that_nobody_wants_are_not_unpacked(plug: Plugged) -> None:
    """Unpacking is most of a webcam's work: of three hundred frames in ten seconds only every fifteenth is looked at,
    and the one that is asked for is a new one."""
    webcam = plug()
    source = UsbCamera()
    begun = webcam.shown
    assert soon(lambda: webcam.shown > begun + 300)
    assert webcam.unpacked <= (webcam.shown - begun) / 15 + 4
    before = webcam.shown
    frame = source.read(1.0)
    assert frame is not None
    assert frame.number >= before - 1
    source.close()


def test_a_webcam_that_hangs_costs_a_deadline(plug: Plugged) -> None:
    """A driver that never returns is told as stalled in time, and closing does not wait for it."""
    webcam = plug(pictures=4, hangs=True)
    source = UsbCamera()
    began = time.monotonic()
    assert until_fault(source, 0.2) is Trouble.STALLED
    source.close()
    assert time.monotonic() - began < 4
    assert not webcam.released
    webcam.free.set()
    source._thread.join(5)


def test_unplugged_and_plugged_in_a_hundred_times(plug: Plugged) -> None:
    """Each time it is gone, and each time the next one gives pictures; no thread and no open file stays behind."""
    counts = []
    for number in range(100):
        webcam = plug(pictures=6, frame_seconds=0.0)
        source = UsbCamera(number)
        assert until_fault(source, 5.0) is Trouble.GONE
        source.close()
        assert webcam.released
        counts.append((threading.active_count(), len(os.listdir("/proc/self/fd"))))
    for before, after in zip(counts[1], counts[-1], strict=True):
        assert after <= before, counts[::20]


def test_a_busy_webcam_is_named_with_who_holds_it(plug: Plugged, tmp_path: Path) -> None:
    """It opens, but gives no picture, since another program streams from it; one that nobody holds is no camera."""
    plug(pictures=0)
    with subprocess.Popen(["sleep", "60"], stdin=(tmp_path / "video0").open("rb")) as holder:
        try:
            with pytest.raises(CameraFault) as caught:
                UsbCamera()
        finally:
            holder.kill()
    assert (caught.value.trouble, caught.value.cause) == (Trouble.BUSY, f"sleep ({holder.pid})")
    with pytest.raises(CameraFault) as caught:
        UsbCamera()
    assert caught.value.trouble is Trouble.NO_CAMERA


def test_the_first_that_gives_pictures_is_taken(plug: Plugged) -> None:
    """Many cameras have a second device beside the pictures."""
    plug(pictures=0, opens=False)
    webcam = plug()
    source = UsbCamera()
    assert source.read(1.0) is not None
    assert webcam.shown > 1
    source.close()


def test_a_webcam_without_permission(plug: Plugged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No group, no camera: the device and the system's own word are told."""

    def refused(path: Path, flags: int) -> int:
        raise PermissionError(13, "Permission denied")

    plug()
    monkeypatch.setattr(camera_usb.os, "open", refused)
    with pytest.raises(CameraFault) as caught:
        UsbCamera()
    assert caught.value.trouble is Trouble.NO_PERMISSION
    assert caught.value.args[1:] == (str(tmp_path / "video0"), "Permission denied")
