"""The file of devices: what it may say, and the sentence for what it may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.devices import Devices, DevicesError, read_devices
from companion.touch import Touch


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "devices.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_no_file_no_devices(tmp_path: Path) -> None:
    """Nobody needs any device."""
    assert read_devices(tmp_path / "devices.toml") == Devices()


def test_everything_that_may_be_named(tmp_path: Path) -> None:
    """A panel upside down, four buttons, three lights."""
    text = 'eink = "epd7in5_V2"\nrotate = 180\n[buttons]\nyes = 13\nno = 19\nundo = 20\npages = 26\n[lamp]\nblue = 12\n'
    devices = read_devices(written(tmp_path, text))
    assert (devices.eink, devices.turned) == ("epd7in5_V2", True)
    assert dict(devices.buttons) == {"yes": 13, "no": 19, "undo": 20, "pages": 26}
    assert devices.pins({"busy": 24}) == {
        "button yes": 13,
        "button no": 19,
        "button undo": 20,
        "button pages": 26,
        "lamp blue": 12,
        "e-ink busy": 24,
    }


def test_what_is_said_of_the_camera(tmp_path: Path) -> None:
    """The mains are 50 Hz and nothing is recorded, unless it is said otherwise."""
    assert (Devices().mains_hz, Devices().record) == (50, False)
    devices = read_devices(written(tmp_path, "[camera]\nmains = 60\nrecord = true\n"))
    assert (devices.mains_hz, devices.record) == (60, True)


def test_touches_that_lie_elsewhere(tmp_path: Path) -> None:
    """Turned by quarters, mirrored, moved by whole percents; unless it is said they lie where they are felt."""
    assert Devices().touch == Touch(0, False, (0, 0))
    devices = read_devices(written(tmp_path, "[screen]\ntouch = 270\nmirrored = true\nshift = [-4, 5]\n"))
    assert devices.touch == Touch(270, True, (-4, 5))
    wrong = ("touch = 45", "touch = true", "mirrored = 1", "shift = 5", "shift = [1, 2, 3]", "shift = [0.5, 1]",
             "shift = [21, 0]", "shift = [true, 1]", "touch = [90]", "dim = 3")  # fmt: skip
    for text in wrong:
        with pytest.raises(DevicesError, match=r"\[screen\]"):
            read_devices(written(tmp_path, f"[screen]\n{text}\n"))


@pytest.mark.parametrize("text", ["mains = 55", "record = 1", "mains = true", "speed = 9"])
def test_what_cannot_be_said_of_the_camera(text: str, tmp_path: Path) -> None:
    """A sentence with the file and the place."""
    with pytest.raises(DevicesError, match=r"devices\.toml.*\[camera\]"):
        read_devices(written(tmp_path, f"[camera]\n{text}\n"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("eink = 7", "eink is a name"),
        ("rotate = 90", "rotate is 0 or 180"),
        ("rotate = true", "rotate is 0 or 180"),
        ("colour = 1", "names colour, which is not known"),
        ("buttons = 13", "[buttons] on a line of its own"),
        ("[buttons]\nmaybe = 13", "has maybe, which is not known: write yes, no, undo, pages"),
        ('[buttons]\nyes = "13"', "yes in [buttons] is the number of a pin"),
        ("[lamp]\nblue = true", "blue in [lamp] is the number of a pin"),
        ("[buttons", "cannot be read"),
        ("\x00", "cannot be read"),
    ],
)
def test_what_is_wrong_is_one_sentence(text: str, said: str, tmp_path: Path) -> None:
    """The file and the place in it are named, in one line."""
    path = written(tmp_path, text)
    with pytest.raises(DevicesError) as raised:
        read_devices(path)
    assert said in str(raised.value)
    assert str(path) in str(raised.value)
    assert len(str(raised.value).splitlines()) == 1


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    """A file of another kind is refused, too."""
    path = tmp_path / "devices.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DevicesError):
        read_devices(path)
