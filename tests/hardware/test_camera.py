"""Sources of pictures: films, folders, the fake; and what each says when it cannot be had."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware import camera_usb
from hardware.camera import CameraFault, Frame, Trouble, device_stamp, open_source
from hardware.camera_fake import FakeCamera
from hardware.camera_files import Film, Folder, Paced, read_picture
from hardware.camera_guard import Guarded, is_half
from hardware.camera_pi import PiCamera
from hardware.camera_usb import usb_cameras
from hardware.holders import who_holds


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


# --- devices ---


def test_usb_cameras_by_number(tmp_path: Path) -> None:
    """The devices are counted in the order of their numbers."""
    for name in ("video10", "video2", "video0", "videotape", "media0"):
        (tmp_path / name).touch()
    assert usb_cameras(tmp_path) == [0, 2, 10]


def test_what_is_plugged_in_can_be_told_apart(tmp_path: Path) -> None:
    """Another camera, or one less, is another stamp; other devices are not."""
    (tmp_path / "video0").touch()
    before = device_stamp(tmp_path)
    (tmp_path / "ttyS0").touch()
    assert device_stamp(tmp_path) == before
    (tmp_path / "media1").touch()
    assert device_stamp(tmp_path) not in (before, ())


def test_without_a_pi_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    """No library for it, or a broken one, is told; a USB camera is then looked for, and that there is none."""
    monkeypatch.setitem(sys.modules, "picamera2", None)
    monkeypatch.setattr(camera_usb, "usb_cameras", list)
    with pytest.raises(CameraFault) as caught:
        PiCamera()
    assert caught.value.trouble is Trouble.NO_LIBRARY
    assert fault("camera") is Trouble.NO_CAMERA
    assert fault("camera:3") is Trouble.NO_CAMERA


# --- what is believed of pictures ---


def noisy(seed: int, level: int = 120) -> Any:
    """A picture of things, with the noise of a sensor."""
    random = np.random.default_rng(seed)
    things = np.kron(np.random.default_rng(0).integers(-60, 60, (6, 8, 3)), np.ones((20, 20, 1)))
    return np.clip(level + things + random.integers(-3, 4, (120, 160, 3)), 0, 255).astype(np.uint8)


def half(seed: int, fill: int) -> Any:
    image = noisy(seed)
    image[70:] = fill
    return image


@pytest.mark.parametrize("fill", [0, 128, 255])
def test_half_pictures_are_dropped(fill: int) -> None:
    """What did not arrive is filled with one value, black, grey or white; the next whole picture is given instead."""
    source = Guarded(FakeCamera([half(1, fill), half(2, fill), noisy(3)]))
    frame = source.read(2.0)
    assert frame is not None
    assert frame.number == 3


def test_nothing_but_half_pictures_is_a_fault() -> None:
    """When none is whole before the deadline the camera counts as stalled."""
    clock = Clock()
    source = Guarded(FakeCamera([half(n, 128) for n in range(50)]), lambda: clock.sleep(0.1) or clock())
    with pytest.raises(CameraFault) as caught:
        source.read(1.0)
    assert (caught.value.trouble, caught.value.cause) == (Trouble.STALLED, "half pictures")


def test_bright_cloths_and_dark_rooms_are_no_half_pictures() -> None:
    """Light that saturates towards the lower edge, a dark edge, one plain colour, and an ordinary picture."""
    ramp = np.clip(np.linspace(120, 330, 120), 0, 255)[:, None, None]
    bright = np.clip(ramp + np.random.default_rng(1).integers(-2, 3, (120, 160, 3)), 0, 255).astype(np.uint8)
    for image in (bright, 255 - bright, picture(0), picture(255), noisy(1)):
        assert not is_half(image)


def read_slowly(images: list[Any]) -> list[int]:
    """The numbers of the frames that were given, ten a second, until the end or a fault; a fault counts as -1."""
    clock, given = Clock(), []
    source = Guarded(FakeCamera(images), clock)
    try:
        while (frame := source.read(1.0)) is not None:
            given.append(frame.number)
            clock.sleep(0.1)
    except CameraFault as caught:
        given.append(-1 if caught.trouble is Trouble.FROZEN else -2)
    return given


def test_a_frozen_picture_is_a_fault_after_a_while() -> None:
    """The same to the last bit for three seconds; with the slightest noise it is a quiet table, and a cap on the lens
    may leave none."""
    frozen = read_slowly([noisy(1)] * 60)
    assert frozen[-1] == -1
    assert 29 <= len(frozen) - 1 <= 32
    assert read_slowly([noisy(n) for n in range(60)])[-1] == 60
    assert read_slowly([picture(0)] * 60)[-1] == 60


# --- who holds a device ---


def test_who_holds_a_device_is_named(tmp_path: Path) -> None:
    """Another program with the file open is told by name and number; we ourselves are not another program."""
    device = tmp_path / "video0"
    device.touch()
    with device.open(), subprocess.Popen(["sleep", "60"], stdin=device.open("rb")) as holder:
        try:
            assert who_holds([tmp_path / "video1", device]) == (f"sleep ({holder.pid})",)
            assert who_holds([tmp_path / "video1"]) == ()
        finally:
            holder.kill()
    assert who_holds([device]) == ()


def test_a_process_that_may_not_be_looked_at_is_passed_over(tmp_path: Path) -> None:
    """Of /proc only what can be read counts; a process without a name is told by its number."""
    (tmp_path / "7/fd").mkdir(parents=True)
    (tmp_path / "7/fd/3").symlink_to("/dev/video0")
    (tmp_path / "8").mkdir()
    (tmp_path / "self").mkdir()
    assert who_holds([Path("/dev/video0")], tmp_path) == ("? (7)",)
