"""What this machine has of what the product can use: checks as values, one for each device.

A check says fine, missing (with the code of what would mend it) or not needed. Nothing here needs the device to be
there, and nothing is changed; the only thing written is an empty file in the folder of games, taken away at once.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

OLDEST_CLOCK = 1_760_000_000.0  # October 2025: no right clock shows less
LEAST_FREE_BYTES = 50_000_000
_IMPORT_SECONDS = 30


class Device(str, Enum):
    """What is looked at, in the order it is told."""

    CAMERA = "camera"
    BUTTONS = "buttons"
    EINK = "e-ink"
    SCREEN = "screen"
    DISK = "disk"
    CLOCK = "clock"
    PERMISSIONS = "permissions"

    def __str__(self) -> str:
        return self.value


class Result(str, Enum):
    FINE = "fine"
    MISSING = "missing"
    NOT_NEEDED = "not needed"

    def __str__(self) -> str:
        return self.value


class Finding(str, Enum):
    """What was found. In brackets: what ``detail`` holds."""

    USB_CAMERA = "usb_camera"  # (the devices)
    PI_CAMERA = "pi_camera"
    NO_CAMERA = "no_camera"
    NOT_ALLOWED = "not_allowed"  # (the devices; ``group``: who may)
    LIBRARY_BROKEN = "library_broken"  # (its name and what it says)
    LIBRARY_MISSING = "library_missing"  # (its name)
    NO_PI = "no_pi"  # this machine has no pins
    PINS = "pins"
    NO_SPI = "no_spi"
    SPI = "spi"
    DESKTOP = "desktop"  # (the display)
    PANEL = "panel"  # a screen without a desktop
    NO_SCREEN = "no_screen"
    ROOM = "room"  # (the folder)
    NO_ROOM = "no_room"  # (the folder)
    NOT_WRITABLE = "not_writable"  # (the folder and why)
    CLOCK_RIGHT = "clock_right"
    CLOCK_WRONG = "clock_wrong"  # (the date it shows)
    ALL_ALLOWED = "all_allowed"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Check:
    """One device: how it is, and what was found."""

    device: Device
    result: Result
    finding: Finding
    detail: str = ""
    group: str = ""


def _import_error(module: str) -> str | None:
    """None when the module imports in a process of its own, else its error's last line ("" when not installed)."""
    command = [sys.executable, "-c", f"import {module}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_IMPORT_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode == 0:
        return None
    last = (done.stderr.strip().splitlines() or [f"ended with {done.returncode}"])[-1]
    return "" if f"No module named '{module}'" in last else last


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine looked at. ``root``: where /dev and /proc are; ``games``: the folder of stored games."""

    games: Path
    root: Path = Path("/")
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    now: Callable[[], float] = time.time
    may_use: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)
    import_error: Callable[[str], str | None] = _import_error

    @property
    def is_pi(self) -> bool:
        model = self.root / "proc/device-tree/model"
        try:
            return b"Raspberry Pi" in model.read_bytes()
        except OSError:
            return False

    def devices(self, pattern: str) -> list[Path]:
        """The device files of that pattern below /dev, in order."""
        return sorted((self.root / "dev").glob(pattern))


def examine(machine: Machine) -> list[Check]:
    """Looks at every device of the machine."""
    return [
        _camera(machine),
        _buttons(machine),
        _eink(machine),
        _screen(machine),
        _disk(machine),
        _clock(machine),
        _permissions(machine),
    ]


def _names(paths: list[Path]) -> str:
    return ", ".join(path.name for path in paths)


def _camera(machine: Machine) -> Check:
    if machine.is_pi:
        error = machine.import_error("picamera2")
        if error is None and machine.devices("media*"):
            return Check(Device.CAMERA, Result.FINE, Finding.PI_CAMERA)
        if error:
            return Check(Device.CAMERA, Result.MISSING, Finding.LIBRARY_BROKEN, f"picamera2: {error}")
    there = machine.devices("video[0-9]*")
    if not there:
        if machine.is_pi and machine.import_error("picamera2") == "":
            return Check(Device.CAMERA, Result.MISSING, Finding.LIBRARY_MISSING, "picamera2")
        return Check(Device.CAMERA, Result.MISSING, Finding.NO_CAMERA)
    if not any(machine.may_use(path) for path in there):
        return Check(Device.CAMERA, Result.MISSING, Finding.NOT_ALLOWED, _names(there), "video")
    return Check(Device.CAMERA, Result.FINE, Finding.USB_CAMERA, _names(there))


def _pins(machine: Machine, device: Device, library: str, pattern: str, group: str, good: Finding) -> Check:
    """A device on the pins of a Raspberry Pi: its library, its device files, the right to use them."""
    if not machine.is_pi:
        return Check(device, Result.NOT_NEEDED, Finding.NO_PI)
    error = machine.import_error(library)
    if error is not None:
        finding = Finding.LIBRARY_BROKEN if error else Finding.LIBRARY_MISSING
        return Check(device, Result.MISSING, finding, f"{library}: {error}" if error else library)
    there = machine.devices(pattern)
    if not there:
        return Check(device, Result.MISSING, Finding.NO_SPI if device is Device.EINK else Finding.NO_PI)
    if not any(machine.may_use(path) for path in there):
        return Check(device, Result.MISSING, Finding.NOT_ALLOWED, _names(there), group)
    return Check(device, Result.FINE, good, _names(there))


def _buttons(machine: Machine) -> Check:
    return _pins(machine, Device.BUTTONS, "lgpio", "gpiochip*", "gpio", Finding.PINS)


def _eink(machine: Machine) -> Check:
    return _pins(machine, Device.EINK, "spidev", "spidev*", "spi", Finding.SPI)


def _screen(machine: Machine) -> Check:
    display = machine.environment.get("WAYLAND_DISPLAY") or machine.environment.get("DISPLAY")
    if display:
        return Check(Device.SCREEN, Result.FINE, Finding.DESKTOP, display)
    cards = machine.devices("dri/card*")
    if cards and any(machine.may_use(path) for path in cards):
        return Check(Device.SCREEN, Result.FINE, Finding.PANEL, _names(cards))
    if cards:
        return Check(Device.SCREEN, Result.MISSING, Finding.NOT_ALLOWED, _names(cards), "video")
    return Check(Device.SCREEN, Result.MISSING, Finding.NO_SCREEN)


def _disk(machine: Machine) -> Check:
    folder = str(machine.games)
    try:
        machine.games.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=machine.games):
            free = shutil.disk_usage(machine.games).free
    except OSError as error:
        return Check(Device.DISK, Result.MISSING, Finding.NOT_WRITABLE, f"{folder}: {error.strerror or error}")
    if free < LEAST_FREE_BYTES:
        return Check(Device.DISK, Result.MISSING, Finding.NO_ROOM, folder)
    return Check(Device.DISK, Result.FINE, Finding.ROOM, folder)


def _clock(machine: Machine) -> Check:
    now = machine.now()
    if now < OLDEST_CLOCK:
        date = time.strftime("%Y-%m-%d", time.gmtime(max(0.0, now)))
        return Check(Device.CLOCK, Result.MISSING, Finding.CLOCK_WRONG, date)
    return Check(Device.CLOCK, Result.FINE, Finding.CLOCK_RIGHT)


_GROUPS = {"video[0-9]*": "video", "media*": "video", "gpiochip*": "gpio", "spidev*": "spi"}


def _permissions(machine: Machine) -> Check:
    there: dict[str, list[Path]] = {group: [] for group in _GROUPS.values()}
    for pattern, group in _GROUPS.items():
        if machine.is_pi or group == "video":
            there[group] += machine.devices(pattern)
    closed = {group: paths for group, paths in there.items() if paths and not any(map(machine.may_use, paths))}
    if closed:
        names = _names([path for paths in closed.values() for path in paths])
        return Check(Device.PERMISSIONS, Result.MISSING, Finding.NOT_ALLOWED, names, ",".join(sorted(closed)))
    if not any(there.values()):
        return Check(Device.PERMISSIONS, Result.NOT_NEEDED, Finding.ALL_ALLOWED)
    return Check(Device.PERMISSIONS, Result.FINE, Finding.ALL_ALLOWED)
