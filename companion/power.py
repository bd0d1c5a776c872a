"""Switching the machine off safely: a button of its own, held. The request is a file in the service's own folder, and a
unit of root's that watches for it does the rest (``systemd/targi-off.path``)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.pressing import Way

OFF = "off"
_REPEATS = 5
"""Repeats after the hold itself: two seconds in all (``hardware.contact``), which nobody holds by mistake."""


@dataclass(slots=True)
class HeldLong:
    """One button; `told` says once for each hold when it has been held long enough."""

    _repeats: int = 0

    def told(self, way: str) -> bool:
        """Takes what a finger did."""
        self._repeats = self._repeats + 1 if way == Way.REPEAT else 0
        return self._repeats == _REPEATS


def ask_for_off(folder: Path | None) -> bool:
    """Asks for the machine to be switched off; whether somebody hears it. ``folder``: that of the running service;
    None: there is none."""
    if folder is None:
        return False
    try:
        (folder / OFF).touch()
    except OSError:  # the companion ends all the same, and nobody is told that the machine is off
        return False
    return True
