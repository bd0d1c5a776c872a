"""Pimoroni's real drivers on a recorded bus: the pixels are read back from what they send."""

from __future__ import annotations

import sys
import time
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from gpiod.line import Value
from PIL import Image, ImageDraw

from hardware.eink import EinkFault, EinkTrouble, Ink
from hardware.eink_inky import InkyPanel
from tests.device.recorded_bus import RecordingSpi, bits, inked


class Lines:
    """GPIO lines that keep their levels, as gpiod's requested lines do."""

    def __init__(self) -> None:
        self.levels: dict[int, Value] = {}

    def set_value(self, line: int, level: Value) -> None:
        self.levels[line] = level

    def get_value(self, line: int) -> Value:
        return self.levels.get(line, Value.INACTIVE)


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The drivers' own pauses take no time."""
    monkeypatch.setattr(time, "sleep", lambda seconds: None)


def wired(driver: Any) -> tuple[Any, RecordingSpi]:
    """The driver with recorded lines and bus in place of real ones."""
    lines = Lines()
    spi = RecordingSpi(lambda: lines.get_value(driver.dc_pin) is Value.ACTIVE)
    driver._gpio, driver._spi_bus, driver._gpio_setup = lines, spi, True
    return driver, spi


def page(size_px: tuple[int, int], accent: tuple[int, int, int] | None) -> Image.Image:
    """Something without symmetry: a black corner, a slanted line, a spot of the colour."""
    picture = Image.new("RGB", size_px, (255, 255, 255))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, 30, 12), fill=(0, 0, 0))
    draw.line((40, 100, 90, 60), fill=(0, 0, 0), width=3)
    if accent:
        draw.ellipse((60, 20, 90, 40), fill=accent)
    return picture


@pytest.mark.parametrize(("colour", "ink"), [("black", None), ("red", Ink.RED)])
def test_pixels_of_a_what_arrive(colour: str, ink: Ink | None) -> None:
    """Inky wHAT (SSD1683, 400x300): black is a 0 in memory 0x24, the colour a 1 in 0x26, and 0x20 refreshes."""
    from inky.inky_ssd1683 import Inky

    driver, spi = wired(Inky((400, 300), colour))
    panel = InkyPanel(driver)
    assert (panel.size_px, panel.ink, panel.limits.partials) == ((400, 300), ink, 0)
    picture = page((400, 300), (255, 0, 0) if ink else None)
    panel.show(picture, partial=False)
    black, red = inked(picture)
    assert (~bits(spi.data_after(0x24)[-1], 400, 300) == black).all()
    assert (bits(spi.data_after(0x26)[-1], 400, 300) == red).all()
    assert len(spi.data_after(0x20)) == 1


def test_a_yellow_panel_gets_yellow() -> None:
    """The colour of a page for a yellow panel is its coloured part."""
    from inky.inky_ssd1683 import Inky

    driver, spi = wired(Inky((400, 300), "yellow"))
    panel = InkyPanel(driver)
    assert panel.ink is Ink.YELLOW
    picture = page((400, 300), (255, 255, 0))
    panel.show(picture, partial=False)
    yellow = (np.asarray(picture) == (255, 255, 0)).all(axis=2)
    assert (bits(spi.data_after(0x26)[-1], 400, 300) == yellow).all()


def test_a_stuck_busy_line_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line says busy and never changes: the driver's own deadline ends it; the panel is stuck (inky #103)."""
    from inky import inky_ssd1683

    driver, _ = wired(inky_ssd1683.Inky((400, 300), "red"))
    waited: list[float] = []
    monkeypatch.setattr(inky_ssd1683.gpiodevice, "wait_for_edge", lambda lines, pin, seconds: waited.append(seconds))
    driver._gpio.levels[driver.busy_pin] = Value.ACTIVE
    with pytest.raises(EinkFault) as raised:
        InkyPanel(driver).show(page((400, 300), None), partial=False)
    assert raised.value.trouble is EinkTrouble.STUCK
    assert sum(waited) <= 60


@pytest.mark.parametrize(
    "error", [SystemExit("Woah there, some pins we need are in use!"), PermissionError(13, "Permission denied")]
)
def test_pins_and_bus_that_may_not_be_had_do_not_end_ours(error: BaseException) -> None:
    """The package leaves the program when its pins are taken; here that is a fault like any other, as is a bus without
    the right to it."""
    from inky.inky_ssd1683 import Inky

    driver, _ = wired(Inky((400, 300), "red"))

    def taken() -> None:
        raise error

    driver.setup = taken
    with pytest.raises(EinkFault) as raised:
        InkyPanel(driver).show(page((400, 300), None), partial=False)
    assert raised.value.trouble is EinkTrouble.NO_PERMISSION


def test_no_eeprom_no_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on whose bus nothing answers has no Inky."""

    def no_bus(number: int) -> None:
        raise FileNotFoundError(2, "No such file or directory", f"/dev/i2c-{number}")

    bus = ModuleType("smbus2")
    bus.SMBus = no_bus  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "smbus2", bus)
    with pytest.raises(EinkFault) as raised:
        InkyPanel()
    assert raised.value.trouble is EinkTrouble.NO_PANEL
