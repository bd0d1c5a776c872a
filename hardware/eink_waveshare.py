"""Waveshare's e-paper HATs, through the drivers of the package ``waveshare-epaper``, each of which has ways of its own.

What the drivers leave open is done here: their busy loops have no end, so the busy line is read with a deadline; they
ask for a library that does not work on every Raspberry Pi without using it; some forget the picture that the next
partial refresh is compared with.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from PIL import Image

from hardware.eink import COLOUR_APART_SECONDS, EinkFault, EinkTrouble, Ink, Limits, planes
from hardware.pins import PinFault, open_pins

PINS: dict[str, int] = {
    "reset": 17, "data or command": 25, "chip select": 8, "busy": 24, "power": 18, "data": 10, "clock": 11,
}  # fmt: skip
"""The pins a HAT takes (the package's ``epdconfig``)."""
_PACKAGE = "epaper.e-Paper.RaspberryPi_JetsonNano.python.lib.waveshare_epd"
_OLD_REFERENCE = 0x26
"""SSD168x: writes the picture that a partial refresh is compared with (data sheet SSD1680, section 8)."""


@dataclass(frozen=True, slots=True)
class Partial:
    """How a driver refreshes what has changed: ``prepare`` is called once after a full refresh ("": nothing is),
    ``window``: it wants the whole panel's corners; ``forgets``: it does not write the reference."""

    show: str
    prepare: str = ""
    window: bool = False
    forgets: bool = False


@dataclass(frozen=True, slots=True)
class Model:
    """A panel: its driver's name, width and height as it lies, how long a full refresh takes (the maker's figure)."""

    name: str
    size_px: tuple[int, int]
    full_seconds: float
    show: str = "display"
    partial: Partial | None = None
    ink: Ink | None = None

    @property
    def limits(self) -> Limits:
        if self.partial is not None:
            return Limits(full_seconds=self.full_seconds, partial_seconds=0.3)
        return Limits(partials=0, apart_seconds=COLOUR_APART_SECONDS, full_seconds=self.full_seconds)


PANELS: dict[str, Model] = {
    model.name: model
    for model in (
        Model("epd2in13_V4", (250, 122), 2, "displayPartBaseImage", Partial("displayPartial", forgets=True)),
        Model("epd2in13b_V4", (250, 122), 15, ink=Ink.RED),
        Model("epd2in9_V2", (296, 128), 2, "display_Base", Partial("display_Partial")),
        Model("epd2in9b_V4", (296, 128), 15, ink=Ink.RED),
        Model("epd4in2_V2", (400, 300), 4, partial=Partial("display_Partial", forgets=True)),
        Model("epd5in83_V2", (648, 480), 4, partial=Partial("display_Partial", "init_Part")),
        Model("epd5in83b_V2", (648, 480), 26, ink=Ink.RED),
        Model("epd7in5_V2", (800, 480), 4, partial=Partial("display_Partial", "init_part", window=True)),
        Model("epd7in5b_V2", (800, 480), 26, ink=Ink.RED),
    )
}
"""The panels that were tried against their real drivers on a recorded bus."""


def busy_deadline_seconds(model: Model) -> float:
    """How long the busy line may say busy in one refresh."""
    return 3 * model.full_seconds + 10


class WavesharePanel:
    """A HAT on the 40-pin header. Opening it claims pins and bus, and does not wait for it. Raises EinkFault."""

    def __init__(
        self, model: Model, now: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.name, self.size_px, self.ink, self.limits = model.name, model.size_px, model.ink, model.limits
        self._model, self._now, self._sleep = model, now, sleep
        self._deadline = float("inf")
        self._prepared = False
        try:
            open_pins()
            self._config = _driver("epdconfig")
            self._read = self._config.digital_read
            self._config.digital_read = self._read_busy
            self._driver = _driver(model.name).EPD()
        except ImportError as error:
            raise EinkFault(EinkTrouble.NO_LIBRARY, model.name, str(error)) from error
        except PermissionError as error:
            raise EinkFault(EinkTrouble.NO_PERMISSION, model.name, str(error)) from error
        except PinFault as fault:
            raise EinkFault(EinkTrouble.NO_PANEL, model.name, fault.cause) from fault
        except Exception as error:  # gpiozero's and lgpio's own
            raise EinkFault(EinkTrouble.FAILED, model.name, str(error)) from error

    def show(self, picture: Image.Image, partial: bool) -> None:
        self._deadline = self._now() + busy_deadline_seconds(self._model)
        black, coloured = planes(picture)
        if partial and self._model.partial is not None:
            self._show_changes(black, self._model.partial)
            return
        self._prepared = False
        try:  # which opens the bus
            answers = self._driver.init() != -1
        except PermissionError as error:
            raise EinkFault(EinkTrouble.NO_PERMISSION, self.name, str(error)) from error
        except FileNotFoundError as error:
            raise EinkFault(EinkTrouble.NO_PANEL, self.name, str(error)) from error
        if not answers:
            raise EinkFault(EinkTrouble.NO_PANEL, self.name)
        buffers = [self._driver.getbuffer(black)]
        if self.ink is not None:
            buffers.append(self._driver.getbuffer(coloured))
        getattr(self._driver, self._model.show)(*buffers)

    def _show_changes(self, black: Image.Image, how: Partial) -> None:
        if how.prepare and not self._prepared:
            getattr(self._driver, how.prepare)()
            self._prepared = True
        buffer = self._driver.getbuffer(black)
        window = (0, 0, self._driver.width, self._driver.height) if how.window else ()
        getattr(self._driver, how.show)(buffer, *window)
        if how.forgets:
            self._driver.send_command(_OLD_REFERENCE)
            self._driver.send_data2(buffer)

    def sleep(self) -> None:
        self._deadline = self._now() + busy_deadline_seconds(self._model)
        self._driver.sleep()

    def close(self) -> None:
        self._config.digital_read = self._read
        for name in ("SPI", "GPIO_RST_PIN", "GPIO_DC_PIN", "GPIO_PWR_PIN", "GPIO_BUSY_PIN"):
            part = getattr(self._config, name, None)
            if part is not None:
                part.close()

    def _read_busy(self, pin: int) -> Any:
        """The level of the busy line; a driver asks again and again until it is the one of an idle panel."""
        if self._now() > self._deadline:
            raise EinkFault(EinkTrouble.STUCK, self.name)
        self._sleep(0.005)
        return self._read(pin)


def _driver(name: str) -> Any:
    """One of the package's modules. Some import RPi.GPIO without using it; it is not there, so an empty one is lent to
    them."""
    from importlib import import_module

    lent = "RPi" not in sys.modules
    if lent:
        sys.modules["RPi"] = package = ModuleType("RPi")
        sys.modules["RPi.GPIO"] = package.GPIO = ModuleType("RPi.GPIO")  # type: ignore[attr-defined]
    try:
        return import_module(f"{_PACKAGE}.{name}")
    finally:
        if lent:
            del sys.modules["RPi"], sys.modules["RPi.GPIO"]
