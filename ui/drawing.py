"""What all drawn parts of the window share: when they are drawn anew."""

from __future__ import annotations

from typing import ClassVar

from kivy.clock import Clock
from kivy.uix.widget import Widget

from ui.theme import theme


class Drawn(Widget):  # type: ignore[misc]
    """Draws itself by `_draw`, once a frame at most: when its box, the palette, or one of the properties ``drawn_from``
    has changed."""

    drawn_from: ClassVar[tuple[str, ...]] = ()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.redraw = Clock.create_trigger(self._draw, -1)  # after the layout has put everything in its place
        for name in ("pos", "size", *self.drawn_from):
            self.fbind(name, self.redraw)
        theme.follow("name", self, "redraw")
        self.redraw()

    def _draw(self, *_: object) -> None:
        """Puts it onto the canvas."""
        raise NotImplementedError
