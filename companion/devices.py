"""Which devices people have: read from ``devices.toml`` in the folder of games. Values only; nothing is opened here.

eink = "epd7in5_V2"      # a panel's name; or a picture file
rotate = 180             # the panel hangs upside down
off = 3                  # pin of a button that switches the machine off when it is held for two seconds

[camera]
mains = 50               # hertz, of the lamps' electricity: 50 or 60
record = true            # keep pictures of the last seconds when a reading is not sure

[screen]
touch = 180              # touches lie elsewhere: turn them by so much, clockwise

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

LIGHTS = ("blue", "white", "wrong")
MAINS_HZ = (50, 60)
TURNS = (0, 90, 180, 270)
_NONE: Mapping[str, int] = MappingProxyType({})


class DevicesError(ValueError):
    """The file cannot be used; the text says where and why, for people."""


@dataclass(frozen=True, slots=True)
class Devices:
    """What is there. ``eink``: a panel's name; ``turned``: it hangs upside down; ``buttons`` and ``lamp``: name -> pin
    (BCM number); ``off``: the pin of the button that switches the machine off. ``mains_hz``: of the lamps above
    the table; ``record``: pictures of doubtful readings are kept. ``touch_turn``: degrees
    clockwise by which touches have to be turned to lie in the picture."""

    eink: str | None = None
    turned: bool = False
    buttons: Mapping[str, int] = field(default_factory=lambda: _NONE)
    lamp: Mapping[str, int] = field(default_factory=lambda: _NONE)
    off: int | None = None
    mains_hz: int = MAINS_HZ[0]
    record: bool = False
    touch_turn: int = 0

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
    touch = _table(path, told, "screen", ("touch",)).get("touch", 0)
    if touch not in TURNS or isinstance(touch, bool):
        raise DevicesError(f"{path}: in [screen] touch is 0, 90, 180 or 270, not {touch}.")
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
