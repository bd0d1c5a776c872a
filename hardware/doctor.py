"""What this machine has of what the product can use: checks as values, one for each device.

A check says fine, missing (with the code of what would mend it) or not needed. Nothing here needs the device to be
there, and nothing is changed; the only thing written is an empty file in the folder of games, taken away at once.
"""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from importlib import metadata
from pathlib import Path

OLDEST_CLOCK = 1_760_000_000.0  # October 2025: no right clock shows less
LEAST_FREE_BYTES = 50_000_000
_IMPORT_SECONDS = 30
_DAY = 86_400.0
_DRIVERS = ("epaper", "inky")


class Device(str, Enum):
    """What is looked at, in the order it is told."""

    CAMERA = "camera"
    BUTTONS = "buttons"
    EINK = "e-ink"
    SCREEN = "screen"
    DISK = "disk"
    CLOCK = "clock"
    PERMISSIONS = "permissions"
    TOUCH = "touch"
    VERSIONS = "versions"

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
    DRIVER_MISSING = "driver_missing"  # (its name) what the program brings itself
    SETTINGS_WRONG = "settings_wrong"  # (what people are told of the file of devices)
    NO_PI = "no_pi"  # this machine has no pins
    NO_SPI = "no_spi"
    DESKTOP = "desktop"  # (the display)
    PANEL = "panel"  # a screen without a desktop
    NO_SCREEN = "no_screen"
    TOUCHSCREEN = "touchscreen"  # (its name)
    NO_TOUCH = "no_touch"
    ROOM = "room"  # (the folder)
    NO_ROOM = "no_room"  # (the folder)
    NOT_WRITABLE = "not_writable"  # (the folder and why)
    READ_ONLY = "read_only"  # (the folder) the disk cannot be written
    CLOCK_RIGHT = "clock_right"
    CLOCK_UNSURE = "clock_unsure"  # nobody has set it since the start, and it does not run without power
    CLOCK_BACK = "clock_back"  # (the date it shows) a game was stored later than that
    CLOCK_WRONG = "clock_wrong"  # (the date it shows)
    ALL_ALLOWED = "all_allowed"
    NOT_CHOSEN = "not_chosen"  # (nothing) could be used, and the settings name none
    PICTURE = "picture"  # (the file) pages are pictures
    UNKNOWN_PANEL = "unknown_panel"  # (the name)
    TOGETHER = "together"  # (packages and their versions) they work in one program
    NOT_TOGETHER = "not_together"  # (packages and their versions; what the import says)
    NAMED = "named"  # (the panel, or buttons and lights with their pins) ready

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


def _version(distribution: str) -> str | None:
    """The version of an installed package; None when it is not."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine looked at. ``root``: where /dev and /proc are; ``games``: the folder of stored games. ``panel`` and
    ``pins``: what the settings name of e-ink, and of buttons and lamp (name -> pin); ``settings_wrong``: why they
    cannot be used, in words for people."""

    games: Path
    panel: str | None = None
    pins: Mapping[str, int] = field(default_factory=dict)
    settings_wrong: str = ""
    root: Path = Path("/")
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    now: Callable[[], float] = time.time
    may_use: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)
    import_error: Callable[[str], str | None] = _import_error
    version: Callable[[str], str | None] = _version

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
        _touch(machine),
        _versions(machine),
    ]


def _names(paths: list[Path]) -> str:
    return ", ".join(path.name for path in paths)


def _camera(machine: Machine) -> Check:
    error = machine.import_error("picamera2") if machine.is_pi else None
    if machine.is_pi and error is None and machine.devices("media*"):
        return Check(Device.CAMERA, Result.FINE, Finding.PI_CAMERA)
    if error:
        return Check(Device.CAMERA, Result.MISSING, Finding.LIBRARY_BROKEN, f"picamera2: {error}")
    there = machine.devices("video[0-9]*")
    if not there:
        if error == "":
            return Check(Device.CAMERA, Result.MISSING, Finding.LIBRARY_MISSING, "picamera2")
        return Check(Device.CAMERA, Result.MISSING, Finding.NO_CAMERA)
    if not any(machine.may_use(path) for path in there):
        return Check(Device.CAMERA, Result.MISSING, Finding.NOT_ALLOWED, _names(there), "video")
    return Check(Device.CAMERA, Result.FINE, Finding.USB_CAMERA, _names(there))


def _pins(machine: Machine, device: Device, libraries: tuple[str, ...], pattern: str, group: str) -> Check | None:
    """What stands against a device on the pins of a Raspberry Pi: its libraries, its device files, the right to use
    them. None: nothing."""
    for library in libraries:
        error = machine.import_error(library)
        if error is not None:
            missing = Finding.DRIVER_MISSING if library in _DRIVERS else Finding.LIBRARY_MISSING
            finding = Finding.LIBRARY_BROKEN if error else missing
            return Check(device, Result.MISSING, finding, f"{library}: {error}" if error else library)
    there = machine.devices(pattern)
    if not there:
        return Check(device, Result.MISSING, Finding.NO_SPI if device is Device.EINK else Finding.NO_PI)
    if not any(machine.may_use(path) for path in there):
        return Check(device, Result.MISSING, Finding.NOT_ALLOWED, _names(there), group)
    return None


def _buttons(machine: Machine) -> Check:
    """Buttons and lamp. A Raspberry Pi without any in its settings is looked at all the same."""
    if machine.settings_wrong:
        return Check(Device.BUTTONS, Result.MISSING, Finding.SETTINGS_WRONG, machine.settings_wrong)
    if not machine.is_pi:
        result = Result.MISSING if machine.pins else Result.NOT_NEEDED
        return Check(Device.BUTTONS, result, Finding.NO_PI)
    if against := _pins(machine, Device.BUTTONS, ("lgpio",), "gpiochip*", "gpio"):
        return against
    if machine.pins:
        named = ", ".join(f"{name} on {pin}" for name, pin in machine.pins.items())
        return Check(Device.BUTTONS, Result.FINE, Finding.NAMED, named)
    return Check(Device.BUTTONS, Result.NOT_NEEDED, Finding.NOT_CHOSEN)


def _eink(machine: Machine) -> Check:
    from hardware.eink import pins_of
    from hardware.eink_files import is_picture
    from hardware.eink_inky import NAME

    panel = machine.panel
    if panel is not None and is_picture(panel):
        return Check(Device.EINK, Result.FINE, Finding.PICTURE, panel.partition(",")[0])
    if panel is not None and not pins_of(panel):
        return Check(Device.EINK, Result.MISSING, Finding.UNKNOWN_PANEL, panel)
    if not machine.is_pi:
        return Check(Device.EINK, Result.MISSING if panel else Result.NOT_NEEDED, Finding.NO_PI)
    if panel is None:
        return Check(Device.EINK, Result.NOT_NEEDED, Finding.NOT_CHOSEN)
    driver = _DRIVERS[panel == NAME]
    against = _pins(machine, Device.EINK, ("spidev", driver), "spidev*", "spi")
    return against or Check(Device.EINK, Result.FINE, Finding.NAMED, panel)


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


_TOUCHES = 1 << 0x35
"""The bit of an input device that tells where fingers are (Linux: ABS_MT_POSITION_X)."""


def _touch(machine: Machine) -> Check:
    found = [name for name, path in _touchscreens(machine).items() if machine.may_use(path)]
    if found:
        return Check(Device.TOUCH, Result.FINE, Finding.TOUCHSCREEN, ", ".join(found))
    if closed := _touchscreens(machine):
        return Check(Device.TOUCH, Result.MISSING, Finding.NOT_ALLOWED, ", ".join(closed), "input")
    return Check(Device.TOUCH, Result.NOT_NEEDED, Finding.NO_TOUCH)


def _touchscreens(machine: Machine) -> dict[str, Path]:
    """The devices that report fingers: name -> device file."""
    found = {}
    for folder in sorted((machine.root / "sys/class/input").glob("event*")):
        try:
            words = (folder / "device/capabilities/abs").read_text().split()
            name = (folder / "device/name").read_text().strip()
            able = int("".join(word.zfill(16) for word in words) or "0", 16)
        except (OSError, ValueError):
            continue  # it has gone, or tells nothing of where
        if able & _TOUCHES:
            found[name] = machine.root / "dev/input" / folder.name
    return found


def _disk(machine: Machine) -> Check:
    folder = str(machine.games)
    try:
        machine.games.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=machine.games):
            free = shutil.disk_usage(machine.games).free
    except OSError as error:
        if error.errno == errno.EROFS:
            return Check(Device.DISK, Result.MISSING, Finding.READ_ONLY, folder)
        if error.errno == errno.ENOSPC:
            return Check(Device.DISK, Result.MISSING, Finding.NO_ROOM, folder)
        return Check(Device.DISK, Result.MISSING, Finding.NOT_WRITABLE, f"{folder}: {error.strerror or error}")
    if free < LEAST_FREE_BYTES:
        return Check(Device.DISK, Result.MISSING, Finding.NO_ROOM, folder)
    return Check(Device.DISK, Result.FINE, Finding.ROOM, folder)


def _clock(machine: Machine) -> Check:
    now = machine.now()
    date = time.strftime("%Y-%m-%d", time.gmtime(max(0.0, now)))
    if now < OLDEST_CLOCK:
        return Check(Device.CLOCK, Result.MISSING, Finding.CLOCK_WRONG, date)
    try:
        stored = max((path.stat().st_mtime for path in machine.games.glob("games.db*")), default=0.0)
    except OSError:
        stored = 0.0  # a file that has gone meanwhile
    if stored > now + _DAY:
        return Check(Device.CLOCK, Result.MISSING, Finding.CLOCK_BACK, date)
    set_by_network = (machine.root / "run/systemd/timesync/synchronized").exists()
    if machine.is_pi and not set_by_network and not machine.devices("rtc*"):
        return Check(Device.CLOCK, Result.FINE, Finding.CLOCK_UNSURE, date)
    return Check(Device.CLOCK, Result.FINE, Finding.CLOCK_RIGHT, date)


_TOGETHER = {"numpy": "numpy", "cv2": "opencv-python"}
_TOGETHER_ON_PI = {"simplejpeg": "simplejpeg", "picamera2": "picamera2"}


def _versions(machine: Machine) -> Check:
    """Packages that only work in certain versions of each other: the camera's are built for one line of numpy."""
    packages = _TOGETHER | (_TOGETHER_ON_PI if machine.is_pi else {})
    there = {module: version for module, name in packages.items() if (version := machine.version(name))}
    named = ", ".join(f"{packages[module]} {version}" for module, version in there.items())
    error = machine.import_error(", ".join(there)) if there else None
    if error is not None:
        return Check(Device.VERSIONS, Result.MISSING, Finding.NOT_TOGETHER, f"{named}: {error or 'not found'}")
    return Check(Device.VERSIONS, Result.FINE, Finding.TOGETHER, named)


_GROUPS = {
    "video[0-9]*": "video", "media*": "video", "dma_heap/*": "video", "dri/renderD*": "render", "gpiochip*": "gpio",
    "spidev*": "spi",
}  # fmt: skip


def _permissions(machine: Machine) -> Check:
    there: dict[str, list[Path]] = {group: [] for group in _GROUPS.values()}
    for pattern, group in _GROUPS.items():
        if machine.is_pi or pattern.startswith(("video", "media")):
            there[group] += machine.devices(pattern)
    closed = {group: paths for group, paths in there.items() if paths and not any(map(machine.may_use, paths))}
    if closed:
        names = _names([path for paths in closed.values() for path in paths])
        return Check(Device.PERMISSIONS, Result.MISSING, Finding.NOT_ALLOWED, names, ",".join(sorted(closed)))
    if not any(there.values()):
        return Check(Device.PERMISSIONS, Result.NOT_NEEDED, Finding.ALL_ALLOWED)
    return Check(Device.PERMISSIONS, Result.FINE, Finding.ALL_ALLOWED)
