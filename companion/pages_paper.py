"""Paper for e-ink pages: black, white and perhaps one colour, text that fits, and a few signs drawn by lines.

Nothing is shaded: a panel has no grey, so letters are drawn without softened edges, which DejaVu Sans is hinted for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.util import find_spec
from math import ceil
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
ACCENTS: dict[str, Colour] = {"red": (255, 0, 0), "yellow": (255, 255, 0)}
SMALLEST_TEXT_PX = 9


class Box(NamedTuple):
    """A rectangle in pixels: left, top, width, height."""

    x: int
    y: int
    w: int
    h: int

    @property
    def corners(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom pixel within it, as Pillow draws rectangles."""
        return self.x, self.y, self.x + self.w - 1, self.y + self.h - 1

    def inner(self, by: int) -> Box:
        return Box(self.x + by, self.y + by, max(0, self.w - 2 * by), max(0, self.h - 2 * by))


def font_file() -> Path:
    """Where DejaVu Sans lies: it comes with Kivy, which need not be started for it."""
    spec = find_spec("kivy")
    assert spec is not None, "Kivy is a dependency"
    assert spec.submodule_search_locations is not None
    return Path(next(iter(spec.submodule_search_locations))) / "data" / "fonts" / "DejaVuSans.ttf"


@cache
def font(size_px: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_file()), size_px, layout_engine=ImageFont.Layout.BASIC)


class Paper:
    """A page being drawn. ``accent``: the panel's colour beside black and white; None = it has none. ``smooth``: with
    softened edges, for pictures that no panel shows.

    ``cut`` says whether any text did not fit and was shortened.
    """

    def __init__(self, size_px: tuple[int, int], accent: str | None = None, smooth: bool = False) -> None:
        self.image = Image.new("RGB", size_px, WHITE)
        self.draw = ImageDraw.Draw(self.image)
        self.draw.fontmode = "L" if smooth else "1"
        self.accent = ACCENTS[accent] if accent else None
        self.cut = False
        width, height = size_px
        self.text_px = max(12, round(8 + min(height, width * 0.6) * 0.037))
        self.line_px = max(1, round(height / 240))

    @property
    def large(self) -> bool:
        """Whether board and text have room beside each other."""
        return self.image.width >= 380 and self.image.height >= 240

    @property
    def loud(self) -> Colour:
        """For grounds that must be seen: the panel's colour, or black."""
        return self.accent or BLACK

    @property
    def loud_ink(self) -> Colour:
        """For letters and lines that must be seen: red, or black; yellow on white cannot be read."""
        return ACCENTS["red"] if self.accent == ACCENTS["red"] else BLACK

    def fill(self, box: Box, colour: Colour) -> None:
        self.draw.rectangle(box.corners, fill=colour)

    def frame(self, box: Box, colour: Colour = BLACK, wide: int = 1) -> None:
        self.draw.rectangle(box.corners, outline=colour, width=wide)

    def ink_on(self, ground: Colour) -> Colour:
        """What can be read on that ground."""
        return WHITE if ground in (BLACK, ACCENTS["red"]) else BLACK

    # --- text ---

    def write(
        self, text: str, box: Box, size_px: int, colour: Colour = BLACK, bold: bool = False, at: str = "l"
    ) -> int:
        """Writes into a box from its top, in lines, as large as ``size_px`` and smaller until it fits; what does not
        fit even so is cut. ``at``: "l" left, "m" in the middle (upwards too), "r" right. Returns the height used."""
        size = size_px
        lines = list(wrapped(text, box.w, size, bold))
        while (len(lines) * _height(size) > box.h or _widest(lines, size, bold) > box.w) and size > SMALLEST_TEXT_PX:
            size -= 1
            lines = list(wrapped(text, box.w, size, bold))
        room = max(1, box.h // _height(size))
        if len(lines) > room or _widest(lines, size, bold) > box.w:
            self.cut = True
            lines = [
                _cut(line, box.w, size, bold, more=len(lines) > room and at_ == room - 1)
                for at_, line in enumerate(lines[:room])
            ]
        y = box.y + (max(0, box.h - len(lines) * _height(size)) // 2 if at in "mc" else 0)
        for line in lines:
            spare = box.w - _width(line, size, bold)
            x = box.x + (spare // 2 if at == "m" else spare if at == "r" else 0)
            for shift in (0, 1) if bold else (0,):
                self.draw.text((x + shift, y), line, fill=colour, font=font(size))
            y += _height(size)
        return len(lines) * _height(size)

    def width_of(self, text: str, size_px: int) -> int:
        """How wide the text is in one line."""
        return _width(text, size_px)

    def height_of(self, texts: tuple[str, ...], width_px: int, size_px: int) -> int:
        """How high the texts stand below each other, each in lines of that width."""
        lines = [sum(1 for _ in wrapped(text, width_px, size_px)) * _height(size_px) for text in texts]
        return sum(lines) + max(0, len(lines) - 1) * (size_px // 4)

    # --- signs ---

    def sign(self, name: str, box: Box, colour: Colour = BLACK) -> None:
        """Draws a sign into the square at the box's left top, as high as the box."""
        side = min(box.w, box.h)
        wide = max(2, side // 7)

        def at(x: float, y: float) -> tuple[float, float]:
            return box.x + x * (side - 1), box.y + y * (side - 1)

        if name == "yes":
            self.draw.line([at(0.08, 0.55), at(0.38, 0.86), at(0.92, 0.16)], fill=colour, width=wide, joint="curve")
        elif name == "no":
            self.draw.line([at(0.14, 0.14), at(0.86, 0.86)], fill=colour, width=wide)
            self.draw.line([at(0.14, 0.86), at(0.86, 0.14)], fill=colour, width=wide)
        elif name == "undo":
            self.draw.arc([at(0.12, 0.2), at(0.92, 0.94)], 190, 80, fill=colour, width=wide)
            self.draw.polygon([at(0.0, 0.28), at(0.36, 0.2), at(0.16, 0.66)], fill=colour)
        elif name == "pages":
            self.draw.rectangle([at(0.1, 0.05), at(0.72, 0.75)], outline=colour, width=max(1, wide // 2))
            self.draw.rectangle([at(0.28, 0.25), at(0.9, 0.95)], fill=colour)
        elif name == "diamond":
            self.draw.polygon([at(0.5, 0.0), at(1.0, 0.5), at(0.5, 1.0), at(0.0, 0.5)], fill=colour)
        elif name == "ring":
            self.draw.ellipse([at(0.06, 0.06), at(0.94, 0.94)], outline=colour, width=wide)
        elif name == "pointer":
            self.draw.polygon([at(0.1, 0.05), at(0.9, 0.5), at(0.1, 0.95)], fill=colour)
        elif name == "plug":  # pulled out of its socket
            self.draw.rectangle([at(0.72, 0.1), at(0.98, 0.9)], outline=colour, width=max(1, wide // 3))
            for y in (0.34, 0.66):
                self.draw.rectangle([at(0.42, y - 0.04), at(0.62, y + 0.04)], fill=colour)
                self.draw.ellipse([at(0.82, y - 0.05), at(0.91, y + 0.05)], fill=colour)
            self.draw.rounded_rectangle([at(0.2, 0.22), at(0.42, 0.78)], side // 12, fill=colour)
            self.draw.line([at(0.2, 0.5), at(0.0, 0.5)], fill=colour, width=max(2, wide // 2))
        elif name == "warning":
            self.draw.polygon([at(0.5, 0.04), at(0.0, 0.96), at(1.0, 0.96)], fill=colour)


def wrapped(text: str, width_px: int, size_px: int, bold: bool = False) -> Iterator[str]:
    """The text in lines of that width, broken between words and at its line breaks."""
    for part in text.split("\n"):
        line = ""
        for word in part.split():
            longer = f"{line} {word}" if line else word
            if line and _width(longer, size_px, bold) > width_px:
                yield line
                line = word
            else:
                line = longer
        yield line


def _cut(line: str, width_px: int, size_px: int, bold: bool, more: bool) -> str:
    if not more and _width(line, size_px, bold) <= width_px:
        return line
    while line and _width(line + "…", size_px, bold) > width_px:
        line = line[:-1]
    return line.rstrip() + "…"


@lru_cache(maxsize=4096)
def _width(text: str, size_px: int, bold: bool = False) -> int:
    return ceil(font(size_px).getlength(text, mode="1")) + bold


def _widest(lines: list[str], size_px: int, bold: bool) -> int:
    return max((_width(line, size_px, bold) for line in lines), default=0)


def _height(size_px: int) -> int:
    """From one line to the next."""
    return round(size_px * 1.2)
