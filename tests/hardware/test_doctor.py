"""What the doctor says of made-up machines."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.doctor import Check, Device, Finding, Machine, Result, examine


def machine(
    tmp_path: Path,
    *devices: str,
    pi: bool = False,
    environment: dict[str, str] | None = None,
    now: float = 1_800_000_000.0,
    allowed: bool = True,
    imports: Callable[[str], str | None] = lambda module: None,
    panel: str | None = None,
    pins: dict[str, int] | None = None,
) -> Machine:
    """A machine with these files below /dev."""
    for name in devices:
        path = tmp_path / "root" / "dev" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    if pi:
        (tmp_path / "root/proc/device-tree").mkdir(parents=True)
        (tmp_path / "root/proc/device-tree/model").write_bytes(b"Raspberry Pi 5 Model B\0")
    return Machine(
        games=tmp_path / "games",
        panel=panel,
        pins=pins or {},
        root=tmp_path / "root",
        environment=environment or {},
        now=lambda: now,
        may_use=lambda path: allowed,
        import_error=imports,
        version={"numpy": "2.2.4", "opencv-python": "4.10", "simplejpeg": "1.8", "picamera2": "0.3"}.get,
    )


def touchscreen(tmp_path: Path, able: int = 1 << 0x35 | 0b11) -> None:
    """An input device that tells of its axes as the kernel does: a bit for each, 0x35 is a finger's x."""
    folder = tmp_path / "root/sys/class/input/event2/device"
    (folder / "capabilities").mkdir(parents=True)
    (folder / "name").write_text("raspberrypi-ts\n")
    (folder / "capabilities/abs").write_text(f"{able:x}\n")


def said(looked_at: Machine) -> dict[Device, Check]:
    return {check.device: check for check in examine(looked_at)}


def test_a_pc_with_everything(tmp_path: Path) -> None:
    """A USB camera, a desktop, a writable folder, a right clock: fine; what only a Pi has is not needed."""
    checks = said(machine(tmp_path, "video0", "video1", environment={"DISPLAY": ":0"}))
    assert {device: check.result for device, check in checks.items()} == {
        Device.CAMERA: Result.FINE,
        Device.BUTTONS: Result.NOT_NEEDED,
        Device.EINK: Result.NOT_NEEDED,
        Device.SCREEN: Result.FINE,
        Device.TOUCH: Result.NOT_NEEDED,
        Device.DISK: Result.FINE,
        Device.CLOCK: Result.FINE,
        Device.PERMISSIONS: Result.FINE,
        Device.VERSIONS: Result.FINE,
    }
    assert (checks[Device.CAMERA].finding, checks[Device.CAMERA].detail) == (Finding.USB_CAMERA, "video0, video1")
    assert list(tmp_path.joinpath("games").iterdir()) == []


def test_a_pi_with_everything(tmp_path: Path) -> None:
    """A Pi with camera, buttons, an e-ink panel, and a screen without a desktop: all fine, and named."""
    there = ("media0", "video0", "gpiochip0", "spidev0.0", "dri/card0")
    touchscreen(tmp_path)
    checks = said(machine(tmp_path, *there, pi=True, panel="epd7in5_V2", pins={"button yes": 13}))
    assert {check.result for check in checks.values()} == {Result.FINE}
    assert checks[Device.BUTTONS].detail == "button yes on 13"
    assert checks[Device.EINK].detail == "epd7in5_V2"
    assert checks[Device.SCREEN].finding is Finding.PANEL
    assert checks[Device.TOUCH].detail == "raspberrypi-ts"


def test_an_empty_machine(tmp_path: Path) -> None:
    """Nothing there: camera and screen are missing, nothing fails."""
    checks = said(machine(tmp_path))
    assert checks[Device.CAMERA] == Check(Device.CAMERA, Result.MISSING, Finding.NO_CAMERA)
    assert checks[Device.SCREEN] == Check(Device.SCREEN, Result.MISSING, Finding.NO_SCREEN)
    assert checks[Device.PERMISSIONS].result is Result.NOT_NEEDED


def test_devices_that_may_not_be_used(tmp_path: Path) -> None:
    """A device without the right to it is missing, with the group that may."""
    there = ("video0", "gpiochip0", "spidev0.0")
    checks = said(machine(tmp_path, *there, pi=True, allowed=False, panel="inky"))
    assert {check.group for check in checks.values() if check.finding is Finding.NOT_ALLOWED} == {
        "video",
        "gpio",
        "spi",
        "gpio,spi,video",
    }


@pytest.mark.parametrize(
    ("error", "finding"),
    [("ValueError: numpy.dtype size changed", Finding.LIBRARY_BROKEN), ("", Finding.LIBRARY_MISSING)],
)
def test_device_software_on_a_pi(error: str, finding: Finding, tmp_path: Path) -> None:
    """A device stack that does not import is told apart from one that is not installed (picamera2 #1088)."""
    checks = said(machine(tmp_path, "gpiochip0", pi=True, imports=lambda module: error, panel="inky"))
    assert {checks[device].finding for device in (Device.CAMERA, Device.BUTTONS, Device.EINK)} == {finding}


def test_spi_switched_off(tmp_path: Path) -> None:
    """A Pi without an SPI device has it switched off."""
    assert said(machine(tmp_path, "gpiochip0", pi=True, panel="inky"))[Device.EINK].finding is Finding.NO_SPI


def test_devices_nobody_has_named(tmp_path: Path) -> None:
    """A Pi without an e-ink panel and buttons in its settings does not miss them."""
    checks = said(machine(tmp_path, "gpiochip0", pi=True))
    for device in (Device.EINK, Device.BUTTONS):
        assert (checks[device].result, checks[device].finding) == (Result.NOT_NEEDED, Finding.NOT_CHOSEN)


@pytest.mark.parametrize(
    ("panel", "result", "finding"),
    [
        ("/tmp/page.png,250x122", Result.FINE, Finding.PICTURE),
        ("epd9in9", Result.MISSING, Finding.UNKNOWN_PANEL),
        ("epd7in5_V2", Result.MISSING, Finding.NO_PI),
    ],
)
def test_a_panel_named_on_a_pc(panel: str, result: Result, finding: Finding, tmp_path: Path) -> None:
    """Pictures work everywhere; a real panel only on a Pi, and only one that there is."""
    check = said(machine(tmp_path, panel=panel, pins={"button yes": 13}))[Device.EINK]
    assert (check.result, check.finding) == (result, finding)


def test_a_driver_that_is_missing(tmp_path: Path) -> None:
    """What the program brings itself is told apart from what the system brings."""
    lacking = machine(
        tmp_path, "spidev0.0", pi=True, panel="inky", imports=lambda module: "" if module == "inky" else None
    )
    check = said(lacking)[Device.EINK]
    assert (check.finding, check.detail) == (Finding.DRIVER_MISSING, "inky")


def test_settings_that_cannot_be_used(tmp_path: Path) -> None:
    """What is wrong with the file of devices stands in the line of the buttons."""
    wrong = Machine(tmp_path, root=tmp_path, settings_wrong="Two on one pin.")
    assert said(wrong)[Device.BUTTONS] == Check(
        Device.BUTTONS, Result.MISSING, Finding.SETTINGS_WRONG, "Two on one pin."
    )


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """A folder of games that cannot be made is told with its reason."""
    (tmp_path / "games").write_text("a file in its place")
    check = said(machine(tmp_path))[Device.DISK]
    assert (check.result, check.finding) == (Result.MISSING, Finding.NOT_WRITABLE)
    assert str(tmp_path / "games") in check.detail


def test_a_clock_that_was_never_set(tmp_path: Path) -> None:
    """A machine without a clock battery shows 1970."""
    check = said(machine(tmp_path, now=3600.0))[Device.CLOCK]
    assert (check.result, check.finding, check.detail) == (Result.MISSING, Finding.CLOCK_WRONG, "1970-01-01")


def test_imports_are_tried_in_a_process_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that imports, one that is not there, one that fails: none, empty, its last line."""
    (tmp_path / "broken_stack.py").write_text("raise ValueError('numpy.dtype size changed')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    tried = Machine(tmp_path).import_error
    assert tried("json") is None
    assert tried("no_such_module_at_all") == ""
    assert tried("broken_stack") == "ValueError: numpy.dtype size changed"


@pytest.mark.parametrize(
    ("able", "allowed", "expected"),
    [
        (1 << 0x35, True, (Result.FINE, Finding.TOUCHSCREEN, "raspberrypi-ts", "")),
        (1 << 0x35, False, (Result.MISSING, Finding.NOT_ALLOWED, "raspberrypi-ts", "input")),
        (0b11, True, (Result.NOT_NEEDED, Finding.NO_TOUCH, "", "")),
    ],
)
def test_touch(tmp_path: Path, able: int, allowed: bool, expected: tuple[object, ...]) -> None:
    """A touchscreen is found by what it can tell; a mouse or a joystick is none."""
    touchscreen(tmp_path, able)
    check = said(machine(tmp_path, allowed=allowed))[Device.TOUCH]
    assert (check.result, check.finding, check.detail, check.group) == expected


def test_versions_that_do_not_go_together(tmp_path: Path) -> None:
    """A newer numpy under the camera's packages: told with both versions and what the import says (picamera2 #1088)."""

    def imports(modules: str) -> str | None:
        return "ValueError: numpy.dtype size changed" if "picamera2" in modules else None

    check = said(machine(tmp_path, "media0", pi=True, imports=imports))[Device.VERSIONS]
    assert (check.result, check.finding) == (Result.MISSING, Finding.NOT_TOGETHER)
    assert "numpy 2.2.4" in check.detail
    assert "picamera2 0.3" in check.detail
    assert "numpy.dtype size changed" in check.detail
    assert said(machine(tmp_path / "pc", imports=imports))[Device.VERSIONS].finding is Finding.TOGETHER


def test_a_clock_that_runs_behind_the_games(tmp_path: Path) -> None:
    """After a power cut a machine without a clock battery shows an earlier date than its last game."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games/games.db").touch()
    os.utime(tmp_path / "games/games.db", (1_800_000_000, 1_800_000_000))
    fortnight = 14 * 86_400
    check = said(machine(tmp_path, now=1_800_000_000.0 - fortnight))[Device.CLOCK]
    assert (check.result, check.finding, check.detail) == (Result.MISSING, Finding.CLOCK_BACK, "2027-01-01")
    assert said(machine(tmp_path, now=1_800_000_000.0))[Device.CLOCK].finding is Finding.CLOCK_RIGHT


@pytest.mark.parametrize(("there", "finding"), [("null", Finding.CLOCK_UNSURE), ("rtc0", Finding.CLOCK_RIGHT)])
def test_a_clock_that_nobody_has_set(tmp_path: Path, there: str, finding: Finding) -> None:
    """A Pi without a clock of its own and without network: said, and fine, since no game needs it."""
    check = said(machine(tmp_path, there, pi=True))[Device.CLOCK]
    assert (check.result, check.finding) == (Result.FINE, finding)


@pytest.mark.parametrize(
    ("number", "finding"),
    [(errno.EROFS, Finding.READ_ONLY), (errno.ENOSPC, Finding.NO_ROOM), (errno.EACCES, Finding.NOT_WRITABLE)],
)
def test_a_disk_that_takes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, finding: Finding
) -> None:
    """Read-only, full, and not ours are told apart: each has another cure."""

    def refuse(**_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    assert said(machine(tmp_path))[Device.DISK].finding is finding
