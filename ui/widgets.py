"""The window's own parts: text that fits its box, buttons with a drawn sign, the Robber's way."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, SmoothEllipse
from kivy.lang import Builder
from kivy.properties import (
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.utils import get_color_from_hex

from companion.rules.board import CORNERS, ROBBER, Piece, border
from ui.drawing import Drawn
from ui.pieces import draw_piece
from ui.shapes import draw
from ui.theme import theme


@lru_cache(maxsize=8192)
def measured(
    text: str, font_size: float, within: float | None, bold: bool, font_name: str, line_height: float
) -> tuple[float, float]:
    """Width and height in pixels of a text, in lines no longer than ``within``. The same texts come again and again."""
    label = CoreLabel(
        text=text, font_size=font_size, bold=bold, font_name=font_name, line_height=line_height,
        text_size=(max(1, within) if within is not None else None, None),
    )  # fmt: skip
    label.resolve_font_name()
    width, height = label.render()
    return float(width), float(height)


class Text(Label):  # type: ignore[misc]
    """Text in the largest size between ``least`` and ``most`` units that fits the box whole, words unbroken."""

    least = NumericProperty(13)
    most = NumericProperty(20)

    def __init__(self, **kwargs: object) -> None:
        self._fitted: object = None  # the box it has when its picture is to be made
        super().__init__(**kwargs)
        for name in ("size", "least", "most", "size_hint_y"):
            self.fbind(name, self._trigger_texture)
        theme.follow("u", self, "_trigger_texture")

    def texture_update(self, *_: object) -> None:
        """Fits the text and makes its picture, once the layout has come to rest: in each size of box on the way there
        it would be measured anew."""
        if self._fitted != tuple(self.size):
            self._fitted = tuple(self.size)
            self._trigger_texture()
            return
        self._fit()
        super().texture_update()
        self._trigger_texture.cancel()

    def _fit(self) -> None:
        # Given a height, Kivy lays text with line breaks out from the middle one, and cuts off the longer half; without
        # one it draws the picture of the text in the middle all the same.
        self.text_size = self.width, None if self.valign == "middle" else self.height
        room = (self.width - self.padding[0] - self.padding[2], self.height - self.padding[1] - self.padding[3])
        fits, too_large = self.least, self.most
        if not self.text or self._fits(self.most * theme.u, room):
            fits = self.most
        while too_large - fits > 1:  # halved each time: to measure in a size for the first time takes a while
            size = (fits + too_large) // 2
            fits, too_large = (size, too_large) if self._fits(size * theme.u, room) else (fits, size)
        self.font_size = fits * theme.u
        self.size_hint_min_y = self._least_height(room[0]) if theme.percent > 100 else None

    def _least_height(self, width: float) -> float | None:
        """How high the text should be at least, in a middling size, where the box around it decides; at 100 % all
        fits."""
        if self.size_hint_y is None or not self.text:
            return None
        size = (self.least + self.most) / 2
        return self._measure(self.text, size * theme.u, width)[1] + self.padding[1] + self.padding[3]

    def _fits(self, font_size: float, room: tuple[float, float]) -> bool:
        words = "\n".join(self.text.split())
        return (
            self._measure(words, font_size, None)[0] <= room[0]
            and self._measure(self.text, font_size, room[0])[1] <= room[1]
        )

    def _measure(self, text: str, font_size: float, within: float | None) -> tuple[float, float]:
        return measured(text, font_size, within, self.bold, self.font_name, self.line_height)

    @property
    def clipped(self) -> bool:
        """Whether some of the text does not fit its box even at the least size."""
        room = (self.width - self.padding[0] - self.padding[2], self.height - self.padding[1] - self.padding[3])
        return bool(self.text) and not self._fits(self.font_size, room)


class Say(Text):
    """The words of a code, in the language in use."""

    code = StringProperty("")


class Sign(Drawn):
    """A drawn symbol, or a piece, as large as fits."""

    symbol = StringProperty("")
    piece = ObjectProperty(None, allownone=True)
    colour = ColorProperty("#000000")

    drawn_from = ("symbol", "piece", "colour")

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        side = min(self.width, self.height)
        if side < 4:
            return
        with self.canvas:
            if isinstance(self.piece, Piece):
                draw_piece(self.piece, self.center_x - side * 0.42, self.center_y - side * 0.4, side * 0.84)
            elif self.symbol:
                draw(self.symbol, self.center_x - side / 2, self.center_y - side / 2, side, self.colour)


class Press(ButtonBehavior, BoxLayout):  # type: ignore[misc]
    """What all buttons share. ``look``: plain, the one to press next, or the one that is chosen."""

    text = StringProperty("")
    code = StringProperty("")
    symbol = StringProperty("")
    piece = ObjectProperty(None, allownone=True)
    look = OptionProperty("plain", options=["plain", "next", "chosen"])
    most = NumericProperty(18)
    ink = ColorProperty("#000000")
    act: Callable[[], object] | None = None

    def on_release(self) -> None:
        if self.act is not None and not self.disabled:
            self.act()


class Act(Press):
    """A button with its sign before its words."""


class Key(Press):
    """A button with its sign above its name."""


class Track(Drawn):
    """The Robber's way round the border: a dot a round, crossed swords a raid, the Robber where he stands."""

    robber = NumericProperty(1)

    drawn_from = ("robber",)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if self.width < 32:
            return
        step, palette = self.width / 16, theme.palette
        with self.canvas:
            Color(*get_color_from_hex(palette.line))
            Line(points=[self.x + step / 2, self.center_y, self.right - step / 2, self.center_y], width=1.2)
            for number in range(1, 17):
                x = self.x + (number - 0.5) * step
                if border(number) in CORNERS:
                    size = min(step * 0.86, self.height * 0.6)
                    Color(*get_color_from_hex(palette.raid))
                    SmoothEllipse(pos=(x - size / 2, self.center_y - size / 2), size=(size, size))
                    draw("raid", x - size * 0.3, self.center_y - size * 0.3, size * 0.6, palette.raid_ink)
                else:
                    size = min(step * 0.5, self.height * 0.3)
                    Color(*get_color_from_hex(palette.ink if number < self.robber else palette.line))
                    SmoothEllipse(pos=(x - size / 2, self.center_y - size / 2), size=(size, size))
                if number == self.robber:
                    size = min(step * 1.5, self.height * 0.9)
                    draw_piece(ROBBER, x - size / 2, self.center_y - size / 2, size)


Builder.load_file(str(Path(__file__).with_name("widgets.kv")))
