"""The e-ink port: a panel that shows a picture, and what may go wrong there.

A picture for a panel is a Pillow image of mode RGB, as large as the panel lies wide, in pure black and white and, where
the panel has it, one colour more. A panel is opened by name; without one the game goes on. Each adapter lives in its
own module and imports its library only when opened: ``eink_files`` (PNG files), ``eink_waveshare``, ``eink_inky``, and
``eink_fake`` for tests and for trying faults. How often a panel may be refreshed is ``eink_refresh``'s business, and
``eink_worker`` keeps everybody from waiting for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Protocol

from PIL import Image, ImageChops

DAY_SECONDS = 86_400.0


class EinkTrouble(str, Enum):
    """What may fail with a panel."""

    UNKNOWN_PANEL = "unknown_panel"  # no panel has that name
    NO_LIBRARY = "no_library"  # its driver is missing or does not start
    NO_PERMISSION = "no_permission"  # the bus or the pins may not be used
    NO_PANEL = "no_panel"  # nothing answers
    STUCK = "stuck"  # its busy line did not change before the deadline
    FAILED = "failed"  # the driver says something else
    NOT_WRITABLE = "not_writable"  # the picture file cannot be written

    def __str__(self) -> str:
        return self.value


class EinkFault(Exception):
    """A panel failed: which ``trouble``, with what (its name, a path), and the cause in its own words."""

    def __init__(self, trouble: EinkTrouble, what: str = "", cause: str = "") -> None:
        super().__init__(trouble.value, what, cause)
        self.trouble = trouble
        self.what = what
        self.cause = cause


class Ink(str, Enum):
    """The colour a panel has beside black and white."""

    RED = "red"
    YELLOW = "yellow"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Limits:
    """How a panel wants to be treated.

    ``partials``: refreshes of the changed part in a row before a full one (0: it has none). ``apart_seconds``: between
    two full refreshes. ``full_seconds``, ``partial_seconds``: how long one takes; nothing is sent before, whatever the
    busy line says. ``idle_seconds``: without news until it is put to sleep. ``renew_seconds``: a full refresh at least
    that often.
    """

    partials: int = 8
    apart_seconds: float = 0.0
    full_seconds: float = 0.0
    partial_seconds: float = 0.0
    idle_seconds: float = 5.0
    renew_seconds: float = DAY_SECONDS


COLOUR_APART_SECONDS = 180.0
"""Between two refreshes of a panel with three or more colours (the makers' manuals)."""


class Panel(Protocol):
    """An opened panel; one owner, one thread. Every method ends: the busy line has a deadline."""

    name: str
    size_px: tuple[int, int]
    """Width and height as it lies."""
    ink: Ink | None
    limits: Limits

    def show(self, picture: Image.Image, partial: bool) -> None:
        """Shows a picture of the panel's size; ``partial``: by changing only what differs, without a flash. After
        ``sleep`` the first one is never partial. Raises EinkFault."""
        ...

    def sleep(self) -> None:
        """Takes the voltage off; the picture stays. Raises EinkFault."""
        ...

    def close(self) -> None:
        """Lets bus and pins go. Never raises and never hangs."""
        ...


def planes(picture: Image.Image) -> tuple[Image.Image, Image.Image]:
    """A picture's black and its coloured part, each of mode "1" with the part's pixels 0 and all others 255, as the
    drivers want them."""
    red, _, blue = picture.convert("RGB").split()
    coloured = ImageChops.subtract(red, blue).point(lambda value: 255 if value > 64 else 0)
    dark = picture.convert("L").point(lambda value: 255 if value < 128 else 0)
    black = ImageChops.subtract(dark, coloured)
    return (
        ImageChops.invert(black).convert("1", dither=Image.Dither.NONE),
        ImageChops.invert(coloured).convert("1", dither=Image.Dither.NONE),
    )


def open_panel(name: str) -> Panel:
    """Opens a panel by name: ``inky`` (Pimoroni's, which say what they are), the name of one of Waveshare's (such as
    ``epd7in5_V2``), or pictures instead of a panel (``FILE.png`` or ``FOLDER/``, with ``,WIDTHxHEIGHT`` and ``,red`` or
    ``,yellow`` after it where wanted). Raises EinkFault."""
    from hardware.eink_files import PngPanel, is_picture
    from hardware.eink_inky import NAME, InkyPanel
    from hardware.eink_waveshare import PANELS, WavesharePanel

    if is_picture(name):
        return PngPanel.named(name)
    if name == NAME:
        return InkyPanel()
    if name in PANELS:
        return WavesharePanel(PANELS[name])
    raise EinkFault(EinkTrouble.UNKNOWN_PANEL, name, ", ".join([NAME, *PANELS, "FILE.png"]))


def pins_of(name: str) -> dict[str, int]:
    """The pins (BCM numbers) that the panel of that name takes, by what they are for; none for pictures and unknown
    names."""
    from hardware.eink_files import is_picture
    from hardware.eink_inky import NAME, PINS
    from hardware.eink_waveshare import PANELS
    from hardware.eink_waveshare import PINS as WAVESHARE_PINS

    if is_picture(name) or (name != NAME and name not in PANELS):
        return {}
    return dict(PINS if name == NAME else WAVESHARE_PINS)


def in_folder(path: Path) -> Path:
    """The path with its folder made. Raises EinkFault."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EinkFault(EinkTrouble.NOT_WRITABLE, str(path), error.strerror or str(error)) from error
    return path
