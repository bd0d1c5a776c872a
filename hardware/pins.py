"""The pins of a Raspberry Pi (BCM numbers): who wants which, and how they are opened.

Only ``lgpio`` works on every Raspberry Pi that runs Raspberry Pi OS 13, so it is asked for by name: falling back to
another would hide what is wrong.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

PINS = range(2, 28)
"""The pins that lead out to the 40-pin header."""


class PinTrouble(str, Enum):
    """What may fail with a pin."""

    TAKEN_TWICE = "taken_twice"  # two devices want it
    NO_SUCH_PIN = "no_such_pin"
    NO_PINS = "no_pins"  # this machine has none, or they may not be used
    BUSY = "busy"  # another program holds it

    def __str__(self) -> str:
        return self.value


class PinFault(Exception):
    """A pin cannot be had: which ``trouble``, for whom, and the cause (the other device, or a library's own words)."""

    def __init__(self, trouble: PinTrouble, who: str, pin: int | None = None, cause: str = "") -> None:
        super().__init__(trouble.value, who, pin, cause)
        self.trouble, self.who, self.pin, self.cause = trouble, who, pin, cause


def claim(wanted: Mapping[str, int]) -> None:
    """Looks whether all of these can have their pins: device name -> pin. Raises PinFault, which names both devices of
    one pin."""
    owner: dict[int, str] = {}
    for who, pin in wanted.items():
        if pin not in PINS:
            raise PinFault(PinTrouble.NO_SUCH_PIN, who, pin)
        if pin in owner:
            raise PinFault(PinTrouble.TAKEN_TWICE, who, pin, owner[pin])
        owner[pin] = who


def open_pins() -> Any:
    """gpiozero's factory of this machine's pins, the same for all devices. Raises PinFault."""
    from gpiozero import Device

    if Device.pin_factory is not None:
        return Device.pin_factory
    # lgpio makes a pipe in the working directory unless told otherwise, and a service's may be read-only.
    os.environ.setdefault("LG_WD", os.environ.get("XDG_RUNTIME_DIR") or str(Path(tempfile.gettempdir())))
    try:
        from gpiozero.pins.lgpio import LGPIOFactory

        Device.pin_factory = LGPIOFactory()
    except Exception as error:  # lgpio has an error class of its own
        raise PinFault(PinTrouble.NO_PINS, "pins", None, str(error)) from error
    return Device.pin_factory
