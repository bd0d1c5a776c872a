"""The lamp: up to three lights that say whose turn it is, that something is wrong, or that the box is thinking."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from hardware.pins import PinFault, PinTrouble, open_pins


class Light(str, Enum):
    """A light of the lamp. A lamp may lack any of them."""

    BLUE = "blue"
    WHITE = "white"
    WRONG = "wrong"

    def __str__(self) -> str:
        return self.value


class Pattern(str, Enum):
    """How a light shines."""

    OFF = "off"
    ON = "on"
    FLASH = "flash"  # quick: look here
    BREATHE = "breathe"  # slow: wait

    def __str__(self) -> str:
        return self.value


SIGNALS: dict[str, dict[Light, Pattern]] = {
    "off": {},
    "blue": {Light.BLUE: Pattern.ON},
    "white": {Light.WHITE: Pattern.ON},
    "wrong": {Light.WRONG: Pattern.FLASH},
    "thinking": {Light.BLUE: Pattern.BREATHE, Light.WHITE: Pattern.BREATHE},
}
"""What each signal looks like."""

_SECONDS = {Pattern.FLASH: 0.25, Pattern.BREATHE: 1.0}

Lamp = Callable[[str], None]
"""Shows a signal by its name; an unknown one is "off"."""


class PinLamp:
    """Lights on pins. ``pins``: name of a `Light` -> BCM number. Raises PinFault when one cannot be had."""

    def __init__(self, pins: Mapping[str, int], factory: Any = None) -> None:
        from gpiozero import LED, GPIOZeroError

        self._lights: dict[Light, Any] = {}
        factory = factory or open_pins()
        for name, pin in pins.items():
            try:
                self._lights[Light(name)] = LED(pin, pin_factory=factory)
            except (GPIOZeroError, OSError) as error:
                self.close()
                raise PinFault(PinTrouble.BUSY, name, pin, str(error)) from error

    def show(self, signal: str) -> None:
        """Shows the signal of that name, until the next."""
        wanted = SIGNALS.get(signal, {})
        for light, led in self._lights.items():
            pattern = wanted.get(light, Pattern.OFF)
            if pattern is Pattern.OFF:
                led.off()
            elif pattern is Pattern.ON:
                led.on()
            else:
                led.blink(on_time=_SECONDS[pattern], off_time=_SECONDS[pattern])

    def close(self) -> None:
        """Puts the lights out and lets the pins go."""
        for led in self._lights.values():
            led.close()
