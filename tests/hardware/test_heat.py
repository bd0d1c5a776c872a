"""The temperature of a Raspberry Pi's processor."""

from __future__ import annotations

from pathlib import Path

from hardware.heat import celsius


def test_the_processors_zone_is_read(tmp_path: Path) -> None:
    """Of several zones the one that the kernel of a Raspberry Pi calls cpu-thermal, in thousandths of a degree."""
    for number, (kind, temp) in enumerate([("acpitz", "99000"), ("cpu-thermal", "61328\n")]):
        zone = tmp_path / f"thermal_zone{number}"
        zone.mkdir()
        (zone / "type").write_text(kind + "\n")
        (zone / "temp").write_text(temp)
    assert celsius(tmp_path) == 61.328
    (tmp_path / "thermal_zone1/temp").write_text("warm")
    assert celsius(tmp_path) is None
    assert celsius(tmp_path / "none") is None
