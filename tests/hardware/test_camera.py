"""Sources of pictures: films, folders, the fake; and what each says when it cannot be had."""

from __future__ import annotations

import json
import sys
import threading
import time
import types
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest

from hardware import camera_pi, camera_usb
from hardware.camera import CameraFault, Frame, Trouble, open_source
from hardware.camera_fake import FakeCamera
from hardware.camera_files import Film, Folder, Paced, read_picture
from hardware.camera_pi import PiCamera
from hardware.camera_usb import UsbCamera, usb_cameras


def picture(level: int = 120) -> Any:
    return np.full((120, 160, 3), level, np.uint8)


def film(path: Path, count: int = 6, rate: float = 4.0) -> Path:
    """A film of that many pictures."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), rate, (160, 120))
    for index in range(count):
        writer.write(picture(40 * index % 250))
    writer.release()
    return path


def fault(source: str) -> Trouble:
    with pytest.raises(CameraFault) as caught:
        open_source(source).read(1.0)
    return caught.value.trouble


def test_a_film_gives_its_frames_with_its_own_seconds(tmp_path: Path) -> None:
    """Six pictures at four a second: six frames, a quarter second apart, then the end, again and again."""
    source = open_source(str(film(tmp_path / "film.mp4")))
    assert isinstance(source, Film)
    frames = [source.read(1.0) for _ in range(6)]
    assert [frame.seconds for frame in frames if frame] == pytest.approx([0, 0.25, 0.5, 0.75, 1.0, 1.25])
    assert (source.read(1.0), source.read(1.0), source.live) == (None, None, False)
    source.close()


def test_a_folder_is_read_in_name_order(tmp_path: Path) -> None:
    """Pictures come by name; one that cannot be read is left out; time never runs back."""
    for name, level in (("b.png", 20), ("a.png", 10)):
        cv2.imwrite(str(tmp_path / name), picture(level))
    (tmp_path / "c.png").write_text("broken")
    entries = [{"image": name, "t": seconds} for name, seconds in (("b.png", 0.5), ("c.png", 1.0), ("a.png", 2.0))]
    (tmp_path / "frames.json").write_text(json.dumps(entries))
    source = open_source(str(tmp_path))
    assert isinstance(source, Folder)
    first, second = source.read(1.0), source.read(1.0)
    assert first is not None
    assert second is not None
    assert (int(first.image[0, 0, 0]), first.seconds) == (10, 2.0)
    assert (int(second.image[0, 0, 0]), second.seconds) == (20, 2.0)
    assert source.read(1.0) is None


@pytest.mark.parametrize("listing", ["", "{}", "[1]", '[{"image": "a"}]', '[{"image": "a", "t": "soon"}]'])
def test_a_folder_with_a_bad_list(listing: str, tmp_path: Path) -> None:
    """A list of pictures that is none is told as unreadable."""
    (tmp_path / "frames.json").write_text(listing)
    assert fault(str(tmp_path)) is Trouble.UNREADABLE


def test_what_is_no_source(tmp_path: Path) -> None:
    """A missing file, a folder without a list, an empty and a wrong file: each has its trouble."""
    (tmp_path / "words.mp4").write_text("no film")
    (tmp_path / "empty.mp4").touch()
    assert fault(str(tmp_path / "missing.mp4")) is Trouble.NO_SUCH_FILE
    assert fault(str(tmp_path)) is Trouble.NO_SUCH_FILE
    assert fault(str(tmp_path / "words.mp4")) is Trouble.UNREADABLE
    assert fault(str(tmp_path / "empty.mp4")) is Trouble.UNREADABLE
    assert fault("camera:front") is Trouble.NO_SUCH_FILE


def test_a_picture_is_read_in_colour(tmp_path: Path) -> None:
    """A grey file too comes as (H, W, 3)."""
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((30, 40), 7, np.uint8))
    assert read_picture(tmp_path / "grey.png").shape == (30, 40, 3)
    with pytest.raises(CameraFault) as caught:
        read_picture(tmp_path)
    assert caught.value.trouble is Trouble.UNREADABLE


class Clock:
    """Time that passes only when slept."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_a_paced_film_takes_its_own_time_and_drops_what_is_late() -> None:
    """Frames come when their second has come; after a delay the late ones are dropped, the newest is given."""
    clock = Clock()
    source = Paced(FakeCamera([picture()] * 10, step_seconds=0.5, live=False), clock, clock.sleep)
    given: list[tuple[float, float]] = []
    while (frame := source.read(1.0)) is not None:
        given.append((frame.seconds, clock.now - 100))
        if frame.seconds == 1.0:
            clock.now += 1.7
    assert [seconds for seconds, _ in given] == [0.0, 0.5, 1.0, 2.5, 3.0, 3.5, 4.0, 4.5]
    assert all(at >= seconds for seconds, at in given)
    assert source.live


def test_the_fake_does_as_told() -> None:
    """Pictures and troubles in their order; a silence lasts the whole deadline."""
    slept: list[float] = []
    source = FakeCamera([picture(), Trouble.STALLED, Trouble.GONE, picture()], 0.1, sleep=slept.append)
    first = source.read(2.0)
    assert isinstance(first, Frame)
    for trouble in (Trouble.STALLED, Trouble.GONE):
        with pytest.raises(CameraFault) as caught:
            source.read(2.0)
        assert caught.value.trouble is trouble
    last = source.read(2.0)
    assert last is not None
    assert (last.number, last.seconds, slept) == (4, pytest.approx(0.3), [2.0])
    assert source.read(2.0) is None
    source.close()
    assert source.closed


# --- USB ---


class Capture:
    """Stands in for cv2.VideoCapture: gives pictures, then hangs or fails."""

    def __init__(self, pictures: int, hangs: bool) -> None:
        self.left, self.hangs, self.released = pictures, hangs, False
        self.free = threading.Event()

    def read(self) -> tuple[bool, Any]:
        if self.left:
            self.left -= 1
            time.sleep(0.005)
            return True, picture()
        if self.hangs:
            self.free.wait(30)
        return False, None

    def release(self) -> None:
        self.released = True


def usb(monkeypatch: pytest.MonkeyPatch, capture: Capture) -> UsbCamera:
    monkeypatch.setattr(camera_usb, "usb_cameras", lambda: [0])
    monkeypatch.setattr(camera_usb, "_open", lambda number, size_px: capture)
    return UsbCamera()


def until_fault(source: UsbCamera, deadline_seconds: float) -> Trouble:
    for _ in range(10):
        try:
            source.read(deadline_seconds)
        except CameraFault as fault:
            return fault.trouble
    raise AssertionError("it went on")


def test_a_usb_camera_that_hangs_costs_a_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """A driver that never returns is told as stalled in time, and closing does not wait for it."""
    capture = Capture(2, hangs=True)
    source = usb(monkeypatch, capture)
    while capture.left:
        source.read(1.0)
    began = time.monotonic()
    assert until_fault(source, 0.2) is Trouble.STALLED
    source.close()
    assert time.monotonic() - began < 4
    assert not capture.released
    capture.free.set()


def test_a_usb_camera_unplugged(monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera that gives no more pictures is gone."""
    source = usb(monkeypatch, Capture(3, hangs=False))
    assert until_fault(source, 3.0) is Trouble.GONE
    source.close()


def test_usb_cameras_by_number(tmp_path: Path) -> None:
    """The devices are counted in the order of their numbers."""
    for name in ("video10", "video2", "video0", "videotape", "media0"):
        (tmp_path / name).touch()
    assert usb_cameras(tmp_path) == [0, 2, 10]


def test_no_usb_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a device there is no camera, and one that is not there is not looked for."""
    monkeypatch.setattr(camera_usb, "usb_cameras", list)
    with pytest.raises(CameraFault) as caught:
        UsbCamera()
    assert caught.value.trouble is Trouble.NO_CAMERA


# --- Raspberry Pi ---


class Picamera2:
    """Stands in for picamera2.Picamera2, as far as it is used."""

    cameras: ClassVar[list[dict[str, int]]] = [{"Num": 0}]
    error: Exception | None = None
    stop_hangs = False

    def __init__(self) -> None:
        if Picamera2.error:
            raise Picamera2.error
        self.camera_controls = {"AfMode": (0, 2, 0)}
        self.configured: dict[str, Any] = {}
        self.asked: list[dict[str, Any]] = []
        self.running = self.focused = False
        self.waits: list[float] = []
        self.left = 3

    @classmethod
    def global_camera_info(cls) -> list[dict[str, int]]:
        return cls.cameras

    def create_video_configuration(self, **values: Any) -> dict[str, Any]:
        return values

    def configure(self, values: dict[str, Any]) -> None:
        assert not self.running
        self.configured = values
        self.asked.append(values["controls"])

    def start(self) -> None:
        self.running = True

    def autofocus_cycle(self, wait: bool) -> None:
        self.focused = not wait

    @contextmanager
    def captured_request(self, wait: float) -> Iterator[Any]:
        self.waits.append(wait)
        self.left -= 1
        if not self.left:
            raise TimeoutError
        yield self

    def make_array(self, stream: str) -> Any:
        blue_first = np.zeros((32, 48, 3), np.uint8)
        blue_first[:, :, 0] = 200
        return blue_first

    def get_metadata(self) -> dict[str, Any]:
        """What it is told to keep, else what it has settled on."""
        settled = {"ExposureTime": 9000, "AnalogueGain": 1.5, "ColourGains": (2.2, 1.6), "LensPosition": 1.4}
        told = self.configured["controls"]
        return {"AfState": 2, **settled, **{name: told[name] for name in settled if name in told}}

    def stop(self) -> None:
        self.running = False
        if Picamera2.stop_hangs:
            time.sleep(30)

    def close(self) -> None: ...


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[Picamera2]:
    module = types.ModuleType("picamera2")
    module.Picamera2 = Picamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.setattr(Picamera2, "cameras", [{"Num": 0}])
    monkeypatch.setattr(Picamera2, "error", None)
    monkeypatch.setattr(Picamera2, "stop_hangs", False)
    return Picamera2


def test_the_pi_camera_is_asked_with_deadlines(picamera2: type[Picamera2]) -> None:
    """RGB888 is asked for and handed on as it comes, blue first; every capture has the deadline; silence is a stall."""
    source = PiCamera()
    frame = source.read(1.5)
    assert frame is not None
    assert tuple(frame.image[0, 0]) == (200, 0, 0)
    source.read(1.5)
    with pytest.raises(CameraFault) as caught:
        source.read(1.5)
    assert caught.value.trouble is Trouble.STALLED
    used = source._camera
    assert (used.configured["main"]["format"], used.focused, used.waits) == ("RGB888", True, [1.5] * 3)
    source.close()


def test_the_pi_camera_is_fixed_once_it_has_settled(
    picamera2: type[Picamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exposure, colours and focus it settled on go into a configuration it is started anew with, once."""
    now = 50.0
    monkeypatch.setattr(camera_pi, "time", types.SimpleNamespace(monotonic=lambda: now))
    source = PiCamera()
    used = source._camera
    used.left = 100
    for _ in range(40):
        now += 0.1
        assert source.read(1.0) is not None
    kept = {"ExposureTime": 9000, "AnalogueGain": 1.5, "ColourGains": (2.2, 1.6), "LensPosition": 1.4}
    assert used.asked == [{}, {"AeEnable": False, "AwbEnable": False, "AfMode": 0, **kept}]
    assert used.running
    assert source._exposure.fixed


def test_a_pi_camera_whose_stop_hangs(picamera2: type[Picamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing after a cable was pulled takes its moment, not for ever."""
    monkeypatch.setattr(picamera2, "stop_hangs", True)
    source = PiCamera()
    began = time.monotonic()
    source.close()
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("cause", "trouble"),
    [
        ("Failed to acquire camera: Device or resource busy", Trouble.BUSY),
        ("Permission denied", Trouble.NO_PERMISSION),
        ("list index out of range", Trouble.NO_CAMERA),
    ],
)
def test_why_a_pi_camera_does_not_start(
    cause: str, trouble: Trouble, picamera2: type[Picamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind "init sequence did not complete" the cause is looked up."""
    error = RuntimeError("Camera __init__ sequence did not complete.")
    error.__cause__ = RuntimeError(cause)
    monkeypatch.setattr(picamera2, "error", error)
    with pytest.raises(CameraFault) as caught:
        PiCamera()
    assert caught.value.trouble is trouble


def test_without_a_pi_camera(picamera2: type[Picamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    """No camera on the cable, and no library at all: each is told; a USB camera is then looked for."""
    monkeypatch.setattr(picamera2, "cameras", [])
    with pytest.raises(CameraFault) as caught:
        PiCamera()
    assert caught.value.trouble is Trouble.NO_CAMERA
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraFault) as caught:
        PiCamera()
    assert caught.value.trouble is Trouble.NO_LIBRARY
    monkeypatch.setattr(camera_usb, "usb_cameras", list)
    assert fault("camera") is Trouble.NO_CAMERA
