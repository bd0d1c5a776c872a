"""Waveshare's real drivers on a recorded bus: the pixels are read back from what they send."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from hardware.eink import EinkFault, EinkTrouble, open_panel, pins_of
from hardware.eink_waveshare import PANELS, WavesharePanel, busy_deadline_seconds
from tests.device.recorded_bus import RecordingSpi, bits, inked, spidev_with

IDLE_HIGH = {"epd5in83_V2", "epd5in83b_V2", "epd7in5_V2", "epd7in5b_V2"}
"""Panels whose busy line is high when idle (the makers' manuals: BUSY_N); the SSD168x ones are low."""


@dataclass
class Board:
    """A made-up Raspberry Pi with a HAT on it."""

    spi: RecordingSpi
    pins: MockFactory
    seconds: float = 0.0

    def idle(self, name: str, idle: bool = True) -> None:
        busy = self.pins.pin(24)
        (busy.drive_high if (name in IDLE_HIGH) == idle else busy.drive_low)()

    def panel(self, name: str) -> WavesharePanel:
        opened = WavesharePanel(PANELS[name], lambda: self.seconds, self._sleep)
        self.idle(name)  # opening sets the pin's pull
        return opened

    def _sleep(self, seconds: float) -> None:
        self.seconds += seconds


class SaysPi:
    """What the package asks the machine: cat /proc/cpuinfo | grep Raspberry."""

    def __init__(self, *arguments: Any, **options: Any) -> None: ...

    def communicate(self) -> tuple[str, str]:
        return "Model : Raspberry Pi 5 Model B\n", ""


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Iterator[Board]:
    before, Device.pin_factory = Device.pin_factory, MockFactory()
    pins = Device.pin_factory
    spi = RecordingSpi(lambda: pins.pin(25).state)
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "spidev", spidev_with(spi))
        patch.setattr(subprocess, "Popen", SaysPi)
        patch.setattr("time.sleep", lambda seconds: None)
        for name in [name for name in sys.modules if name.startswith("epaper")]:
            patch.delitem(sys.modules, name)
        yield Board(spi, pins)
    for name in [name for name in sys.modules if name.startswith("epaper")]:
        del sys.modules[name]
    pins.reset()
    Device.pin_factory = before


def page(size_px: tuple[int, int], red: bool, shift: int = 0) -> Image.Image:
    """Something without symmetry: a black corner, a slanted line, a red spot."""
    picture = Image.new("RGB", size_px, (255, 255, 255))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, 30 + shift, 12), fill=(0, 0, 0))
    draw.line((40, 100, 90 + shift, 60), fill=(0, 0, 0), width=3)
    if red:
        draw.ellipse((60, 20, 90, 40), fill=(255, 0, 0))
    return picture


def as_sent(name: str, pixels: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """As the panel's memory has it: the tall ones are turned by a quarter."""
    tall = PANELS[name].size_px[0] < 380
    return np.rot90(pixels, 1) if tall else pixels


def memory(board: Board, name: str, command: int) -> NDArray[np.bool_]:
    """What was last written by that command, as (height, width) of bits."""
    width, height = PANELS[name].size_px
    if width < 380:
        width, height = height, width
    return bits(board.spi.data_after(command)[-1], width, height)


@pytest.mark.parametrize("name", [name for name, model in PANELS.items() if model.ink is None])
def test_black_and_white_pixels_arrive(name: str, board: Board) -> None:
    """A full refresh writes every pixel where it belongs, and triggers the refresh (0x20 or 0x12)."""
    panel = board.panel(name)
    picture = page(panel.size_px, red=False)
    panel.show(picture, partial=False)
    black, _ = inked(picture)
    if name == "epd5in83_V2":
        written = ~memory(board, name, 0x13)  # this driver sends white as 1
    else:
        written = memory(board, name, 0x13) if name in IDLE_HIGH else ~memory(board, name, 0x24)
    assert (written == as_sent(name, black)).all()
    assert board.spi.data_after(0x12 if name in IDLE_HIGH else 0x20)


@pytest.mark.parametrize("name", [name for name, model in PANELS.items() if model.ink is not None])
def test_black_and_red_pixels_arrive(name: str, board: Board) -> None:
    """Two memories: one for black, one for red; no pixel is in both."""
    panel = board.panel(name)
    picture = page(panel.size_px, red=True)
    panel.show(picture, partial=False)
    black, red = inked(picture)
    blacks, reds = (0x10, 0x13) if name in IDLE_HIGH else (0x24, 0x26)
    sent_black, sent_red = memory(board, name, blacks), memory(board, name, reds)
    assert (~sent_black == as_sent(name, black)).all()
    # The drivers differ in whether a 1 is red; the spot and its surroundings must differ, and exactly there.
    is_red = sent_red if sent_red.mean() < 0.5 else ~sent_red
    assert (is_red == as_sent(name, red)).all()


@pytest.mark.parametrize("name", [name for name, model in PANELS.items() if model.partial is not None])
def test_a_partial_refresh_sends_the_new_page(name: str, board: Board) -> None:
    """After a full refresh, a changed page arrives by the panel's partial way, without another full one; where the
    driver forgets it, the page becomes the reference of the next (e-Paper #416)."""
    panel = board.panel(name)
    panel.show(page(panel.size_px, red=False), partial=False)
    board.spi.sent.clear()
    changed = page(panel.size_px, red=False, shift=20)
    panel.show(changed, partial=True)
    black, _ = inked(changed)
    sent = memory(board, name, 0x13 if name in IDLE_HIGH else 0x24)
    dark = sent if sent.mean() < 0.5 else ~sent
    assert (dark == as_sent(name, black)).all()
    if name in ("epd2in13_V4", "epd4in2_V2"):
        assert (~memory(board, name, 0x26) == as_sent(name, black)).all()


@pytest.mark.parametrize("name", PANELS)
def test_sleep_takes_the_voltage_off(name: str, board: Board) -> None:
    """Deep sleep is sent (0x10 with 1 or 3; 0x07 with its check code 0xA5), and the HAT's power pin goes low."""
    panel = board.panel(name)
    panel.show(page(panel.size_px, red=False), partial=False)
    board.spi.sent.clear()
    panel.sleep()
    if name in IDLE_HIGH:
        assert board.spi.data_after(0x07) == [b"\xa5"]
    else:
        assert board.spi.data_after(0x10)[-1] in (b"\x01", b"\x03")
    assert not board.pins.pin(18).state


@pytest.mark.parametrize("name", PANELS)
def test_a_busy_line_that_never_clears_ends_at_the_deadline(name: str, board: Board) -> None:
    """The drivers' loops have no end; ours has (e-Paper #30, #80, #191). Once the line is right again, it works."""
    panel = board.panel(name)
    board.idle(name, idle=False)
    with pytest.raises(EinkFault) as raised:
        panel.show(page(panel.size_px, red=False), partial=False)
    assert raised.value.trouble is EinkTrouble.STUCK
    assert board.seconds <= busy_deadline_seconds(PANELS[name]) + 1
    board.idle(name)
    panel.show(page(panel.size_px, red=False), partial=False)


def test_a_closed_panel_lets_pins_go(board: Board) -> None:
    """After close another device may have the HAT's pins."""
    from gpiozero import LED

    panel = board.panel("epd2in13_V4")
    panel.close()
    LED(25).close()


def test_without_spi_the_panel_is_missing(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """No spidev on this machine: a fault with its name, no other error."""
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(EinkFault) as raised:
        board.panel("epd7in5_V2")
    assert raised.value.trouble is EinkTrouble.NO_LIBRARY


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (PermissionError(13, "Permission denied"), EinkTrouble.NO_PERMISSION),
        (FileNotFoundError(2, "No such file or directory"), EinkTrouble.NO_PANEL),
    ],
)
def test_a_bus_that_does_not_open(error: OSError, trouble: EinkTrouble, board: Board) -> None:
    """Without the group spi, or with SPI switched off: the driver finds out with the first page, and it is told."""

    def refused(bus: int, device: int) -> None:
        raise error

    panel = board.panel("epd7in5_V2")
    board.spi.open = refused  # type: ignore[method-assign]
    with pytest.raises(EinkFault) as raised:
        panel.show(page(panel.size_px, red=False), partial=False)
    assert (raised.value.trouble, raised.value.cause) == (trouble, str(error))


def test_a_name_that_there_is_not() -> None:
    """An unknown name is refused with those that there are."""
    with pytest.raises(EinkFault) as raised:
        open_panel("epd9in9")
    assert raised.value.trouble is EinkTrouble.UNKNOWN_PANEL
    assert "epd7in5_V2" in raised.value.cause
    assert pins_of("epd9in9") == {}
    assert pins_of("epd7in5_V2")["busy"] == 24
