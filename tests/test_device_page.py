"""The page about the device: its numbers follow from the data sheets, and its wiring is the one of the program."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from companion.devices import read_devices
from hardware.eink import pins_of

DOCS = Path(__file__).resolve().parents[1] / "docs"
BOARD_MM = (4 * 95 + 92, 4 * 63 + 63)
"""Five cards of 92 mm, 95 mm from one to the next, and five of 59 mm with the gap around them, as cards usually lie."""
AROUND_MM = 80
BCM = dict(
    zip(
        (3, 5, 7, 8, 10, 11, 12, 13, 15, 16, 18, 19, 21, 22, 23, 24, 26, 29, 31, 32, 33, 35, 36, 37, 38, 40),
        (2, 3, 4, 14, 15, 17, 18, 27, 22, 23, 24, 10, 9, 25, 11, 8, 7, 5, 6, 12, 13, 19, 16, 26, 20, 21),
        strict=True,
    )
)
"""Pin of the 40-pin header -> BCM number, from the Raspberry Pi's documentation."""


def page(name: str) -> str:
    return (DOCS / name).read_text()


def lenses() -> list[tuple[str, float, float, int]]:
    rows = re.findall(r"^\| ([^|]+) \| ([\d.]+)° x ([\d.]+)° \| (\d+) cm \|$", page("device.md"), re.MULTILINE)
    return [(name, float(across), float(up), int(height)) for name, across, up, height in rows]


@pytest.mark.parametrize(("name", "across", "up", "height_cm"), lenses())
def test_heights_follow_from_the_field_of_view(name: str, across: float, up: float, height_cm: int) -> None:
    """At that height the board and a hand's breadth around it are in the picture, and no more than needed."""
    seen = [size + 2 * AROUND_MM for size in BOARD_MM]
    need = max(mm / 2 / math.tan(math.radians(angle / 2)) for mm, angle in zip(seen, (across, up), strict=True))
    assert height_cm == math.ceil(need / 10)


def test_every_lens_of_the_readme_is_there() -> None:
    """Five lenses, among them both Camera Modules 3."""
    assert len(lenses()) == 5
    assert {"Camera Module 3", "Camera Module 3 Wide", "Camera Module 2"} <= {name for name, *_ in lenses()}


def test_the_drawing_has_the_pins_of_the_settings(tmp_path: Path) -> None:
    """Each button and light of the example is drawn at its pin, and the panel's pins are marked."""
    example = re.search(r"^    (eink = .*?)\n\n## ", page("devices.md"), re.DOTALL | re.MULTILINE)
    assert example is not None
    path = tmp_path / "devices.toml"
    path.write_text(re.sub(r"^    ", "", example[1], flags=re.MULTILINE).partition("\n\nThe numbers")[0])
    devices = read_devices(path)
    drawing = page("wiring.svg")
    drawn = {int(bcm) for bcm in re.findall(r">BCM (\d+)<", drawing)}
    assert drawn == {*devices.buttons.values(), *devices.lamp.values(), devices.off}
    for name in (*devices.buttons, *devices.lamp, "off"):
        assert f">{name}</tspan>" in drawing
    marked = {int(bcm) for bcm in re.findall(r">(\d+) · e-ink<", drawing)}
    assert marked == set(pins_of("epd7in5_V2").values())
    assert set(BCM.values()) >= drawn | marked


def test_the_parts_drawn_do_not_stand_in_each_others_way() -> None:
    """No button, light or off button on a pin that a Waveshare panel takes."""
    drawing = page("wiring.svg")
    drawn = {int(bcm) for bcm in re.findall(r">BCM (\d+)<", drawing)}
    assert drawn.isdisjoint(pins_of("epd7in5_V2").values())
