"""How warm the processor of a Raspberry Pi is."""

from __future__ import annotations

from pathlib import Path

_ZONES = Path("/sys/class/thermal")
_PROCESSOR = "cpu-thermal"  # as Raspberry Pi's kernel names it; a PC names its own otherwise and cools itself


def celsius(zones: Path = _ZONES) -> float | None:
    """The processor's temperature; None where it does not tell."""
    for zone in sorted(zones.glob("thermal_zone*")):
        try:
            if (zone / "type").read_text().strip() == _PROCESSOR:
                return int((zone / "temp").read_text()) / 1000
        except (OSError, ValueError):
            continue
    return None
