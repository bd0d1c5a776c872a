"""Pimoroni's Inky panels, which say what they are, through the package ``inky``. They have no partial refresh."""

from __future__ import annotations

from typing import Any

from PIL import Image

from hardware.eink import COLOUR_APART_SECONDS, EinkFault, EinkTrouble, Ink, Limits, planes

NAME = "inky"
PINS: dict[str, int] = {
    "busy": 17, "reset": 27, "data or command": 22, "chip select": 8, "data": 10, "clock": 11, "EEPROM data": 2,
    "EEPROM clock": 3,
}  # fmt: skip
"""The pins an Inky takes (the package's drivers)."""
_FULL_SECONDS = {"black": 5.0, "red": 16.0, "yellow": 16.0}
_MANY_COLOURS_SECONDS = 40.0
_PALETTE = {"black": (0, 0, 0), "red": (255, 0, 0), "yellow": (255, 255, 0)}


class InkyPanel:
    """An Inky on the 40-pin header. ``driver``: an object of the package's; None: the one that its EEPROM asks for.
    Raises EinkFault."""

    def __init__(self, driver: Any = None) -> None:
        self._driver = driver or _found()
        colour = self._driver.colour
        self._few = colour in _PALETTE
        self.name = NAME
        self.size_px = (self._driver.width, self._driver.height)
        self.ink = None if colour == "black" else Ink.YELLOW if colour == "yellow" else Ink.RED
        self.limits = Limits(
            partials=0,
            apart_seconds=COLOUR_APART_SECONDS if self.ink else 0.0,
            full_seconds=_FULL_SECONDS.get(colour, _MANY_COLOURS_SECONDS),
        )

    def show(self, picture: Image.Image, partial: bool) -> None:
        try:
            self._driver.set_image(self._inked(picture) if self._few else picture)
            self._driver.show()
        except (SystemExit, PermissionError) as error:  # the package ends programs when another one holds the pins
            raise EinkFault(EinkTrouble.NO_PERMISSION, self.name, str(error)) from error
        except RuntimeError as error:
            trouble = EinkTrouble.STUCK if "imeout" in str(error) else EinkTrouble.FAILED
            raise EinkFault(trouble, self.name, str(error)) from error
        except ImportError as error:
            raise EinkFault(EinkTrouble.NO_LIBRARY, self.name, str(error)) from error

    def _inked(self, picture: Image.Image) -> Image.Image:
        """The picture in the package's numbers: 0 white, 1 black, 2 the colour."""
        black, coloured = planes(picture)
        numbers = Image.new("P", picture.size, 0)
        numbers.putpalette([255, 255, 255, 0, 0, 0, *_PALETTE[self._driver.colour], *[0, 0, 0] * 253])
        numbers.paste(1, mask=black.point(lambda value: 255 - value))
        numbers.paste(2, mask=coloured.point(lambda value: 255 - value))
        return numbers

    def sleep(self) -> None:
        """The driver takes the voltage off at the end of each refresh."""

    def close(self) -> None:
        """The package lets pins and bus go with the driver."""


def _found() -> Any:
    try:
        from inky.auto import auto

        return auto()
    except ImportError as error:
        raise EinkFault(EinkTrouble.NO_LIBRARY, NAME, str(error)) from error
    except (RuntimeError, OSError, ValueError) as error:
        raise EinkFault(EinkTrouble.NO_PANEL, NAME, str(error)) from error
