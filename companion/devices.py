"""Which devices people have: read from ``devices.toml`` in the folder of games. Values only; nothing is opened here.

eink = "epd7in5_V2"      # a panel's name; or a picture file
rotate = 180             # the panel hangs upside down
off = 3                  # pin of a button that switches the machine off when it is held for two seconds

[camera]
mains = 50               # hertz, of the lamps' electricity: 50 or 60
record = true            # keep pictures of the last seconds when a reading is not sure

[screen]
touch = 180              # touches lie elsewhere: turn them by so much, clockwise,
mirrored = true          # then swap left and right,
shift = [-4, 5]          # then move them by so many percent of the picture to the right and up

[buttons]                # pins, BCM numbers
yes = 13
no = 19
undo = 20
pages = 26

[lamp]
blue = 12
white = 21
wrong = 23
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.pressing import Key
from companion.touch import MOST_SHIFT, TURNS, Touch

LIGHTS = ("blue", "white", "wrong")
MAINS_HZ = (50, 60)
_NONE: Mapping[str, int] = MappingProxyType({})


class DevicesError(ValueError):
    """The file cannot be used; the text says where and why, for people."""


@dataclass(frozen=True, slots=True)
class Devices:
    """What is there. ``eink``: a panel's name; ``turned``: it hangs upside down; ``buttons`` and ``lamp``: name -> pin
    (BCM number); ``off``: the pin of the button that switches the machine off. ``mains_hz``: of the lamps above
    the table; ``record``: pictures of doubtful readings are kept. ``touch``: how touches come to lie in the picture."""

    eink: str | None = None
    turned: bool = False
    buttons: Mapping[str, int] = field(default_factory=lambda: _NONE)
    lamp: Mapping[str, int] = field(default_factory=lambda: _NONE)
    off: int | None = None
    mains_hz: int = MAINS_HZ[0]
    record: bool = False
    touch: Touch = field(default_factory=Touch)

    def pins(self, of_panel: Mapping[str, int]) -> dict[str, int]:
        """Who wants which pin, by the names people know; ``of_panel``: what the e-ink panel takes."""
        wanted = {f"button {name}": pin for name, pin in self.buttons.items()}
        wanted |= {f"lamp {name}": pin for name, pin in self.lamp.items()}
        wanted |= {} if self.off is None else {"button off": self.off}
        return wanted | {f"e-ink {name}": pin for name, pin in of_panel.items()}


def read_devices(path: Path) -> Devices:
    """The file's devices; none when there is no such file. Raises DevicesError."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Devices()
    except (OSError, ValueError, RecursionError) as error:
        raise DevicesError(f"{path} cannot be read: {error}.") from error
    if unknown := set(told) - {"eink", "rotate", "off", "camera", "screen", "buttons", "lamp"}:
        known = "eink, rotate, off, camera, screen, buttons, lamp"
        raise DevicesError(f"{path} names {sorted(unknown)[0]}, which is not known: write {known}.")
    eink, rotate, off = told.get("eink"), told.get("rotate", 0), told.get("off")
    if eink is not None and not isinstance(eink, str):
        raise DevicesError(f'{path}: eink is a name, such as eink = "epd7in5_V2".')
    if rotate not in (0, 180) or isinstance(rotate, bool):
        raise DevicesError(f"{path}: rotate is 0 or 180, not {rotate}.")
    if off is not None and (not isinstance(off, int) or isinstance(off, bool)):
        raise DevicesError(f"{path}: off is the number of a pin, not {off!r}.")
    camera = _table(path, told, "camera", ("mains", "record"))
    mains, record = camera.get("mains", MAINS_HZ[0]), camera.get("record", False)
    if mains not in MAINS_HZ or not isinstance(record, bool):
        raise DevicesError(f"{path}: in [camera] mains is 50 or 60, and record is true or false.")
    touch = _touch(path, _table(path, told, "screen", ("touch", "mirrored", "shift")))
    buttons, lamp = _pins(path, told, "buttons", tuple(map(str, Key))), _pins(path, told, "lamp", LIGHTS)
    return Devices(eink, rotate == 180, buttons, lamp, off, mains, record, touch)


def _table(path: Path, told: dict[str, Any], name: str, known: tuple[str, ...]) -> dict[str, Any]:
    table: object = told.get(name, {})
    if not isinstance(table, dict):
        raise DevicesError(f"{path}: write [{name}] on a line of its own, and what belongs to it below.")
    for key in table:
        if key not in known:
            raise DevicesError(f"{path}: [{name}] has {key}, which is not known: write {', '.join(known)}.")
    return table


def _touch(path: Path, screen: dict[str, Any]) -> Touch:
    turn, mirrored, shift = screen.get("touch", 0), screen.get("mirrored", False), screen.get("shift", [0, 0])
    if turn not in TURNS or isinstance(turn, bool) or not isinstance(mirrored, bool):
        raise DevicesError(f"{path}: in [screen] touch is 0, 90, 180 or 270, and mirrored is true or false.")
    whole = isinstance(shift, list) and len(shift) == 2 and all(type(part) is int for part in shift)
    if not whole or max(map(abs, shift)) > MOST_SHIFT:
        raise DevicesError(f"{path}: in [screen] shift is two whole numbers up to {MOST_SHIFT}, such as [-4, 5].")
    return Touch(turn, mirrored, (shift[0], shift[1]))


def devices_in(folder: Path) -> Devices | None:
    """The devices of the file in that folder; None where it cannot be used, which who opens them says."""
    try:
        return read_devices(folder / "devices.toml")
    except DevicesError:
        return None


def _pins(path: Path, told: dict[str, Any], name: str, known: tuple[str, ...]) -> Mapping[str, int]:
    table = _table(path, told, name, known)
    for key, pin in table.items():
        if not isinstance(pin, int) or isinstance(pin, bool):
            raise DevicesError(f"{path}: {key} in [{name}] is the number of a pin, not {pin!r}.")
    return MappingProxyType(table)
