"""A real window without a screen, and a finger."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.board import Place
from companion.view import Desk, View
from ui.setup import prepare

prepare()

from kivy.config import Config  # noqa: E402

Config.set("graphics", "maxfps", "0")  # a test waits for no clock


class Table:
    """The window with its root, and what a person does with it. Time stands still until ``later``."""

    def __init__(self, desk: Desk, language: str, size: tuple[int, int]) -> None:
        from kivy.core.window import Window

        from ui.application import Root

        self.window: Any = Window
        self.seconds = 1000.0
        self.touches = 0
        Window.size = size
        self.root: Any = Root(desk, language, now=lambda: self.seconds)
        Window.add_widget(self.root)
        self.frames(4)

    def frames(self, count: int = 3) -> None:
        """Lets the window draw."""
        from kivy.base import EventLoop

        for _ in range(count):
            EventLoop.idle()

    def settle(self) -> None:
        """Lets everything find its place, without drawing."""
        from kivy.clock import Clock
        from kivy.lang import Builder

        for _ in range(8):
            Clock.tick()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()

    def speak(self, language: str) -> None:
        """The window speaks another language."""
        self.root.language = language
        self.root.refresh()
        self.settle()

    def show(self, view: View) -> None:
        """The desk (a still one) shows another view, and the window is back at the table."""
        self.root.desk.still = replace(view, shown=self.root.view.shown + 1)
        self.root.table.clear()
        self.root._rest(False)
        self.root.go("table")
        self.settle()

    def later(self, seconds: float) -> None:
        """Time passes."""
        self.seconds += seconds
        self.root.poll(0)

    def touch(self, x: float, y: float, wait: float = 1.0) -> None:
        """A finger comes down and goes up at a pixel of the window, ``wait`` seconds after the last one."""
        self.later(wait)
        self.touches += 1
        height = self.window.height
        self.window.dispatch("on_mouse_down", x, height - y, "left", [])
        self.frames(2)
        self.window.dispatch("on_mouse_up", x, height - y, "left", [])
        self.frames(3)

    def tap(self, where: Place, wait: float = 1.0, board: Any = None) -> None:
        """A finger on a place of the board, or of another one."""
        board = board or self.root.table.ids.board
        self.touch(*board.to_window(*board.centre_of(where)), wait=wait)

    def press(self, *what: Any, wait: float = 1.0) -> None:
        """A finger on the button with these words, or on that part of the window; several are pressed one after
        another."""
        for one in what:
            part = self.button(one) if isinstance(one, str) else one
            self.touch(*part.to_window(*part.center), wait=wait)

    def button(self, words: str) -> Any:
        """The button with these words; fails when there is none to be seen."""
        from ui.widgets import Press, Text

        for widget in self.visible():
            if isinstance(widget, Press) and any(
                isinstance(part, Text) and part.text == words for part in widget.walk(restrict=True)
            ):
                return widget
        raise AssertionError(f"no button {words!r}; there is {self.words()}")

    def visible(self) -> Iterator[Any]:
        """Every widget of the screen shown, or of what lies over it."""
        from ui.parting import Parting
        from ui.touch_check import TouchCheck

        top = self.root.children[0]
        over = isinstance(top, (Parting, TouchCheck))
        yield from (top if over else self.root.screens.current_screen).walk(restrict=True)

    def words(self) -> list[str]:
        """Every text of the screen shown."""
        from ui.widgets import Text

        return [widget.text for widget in self.visible() if isinstance(widget, Text) and widget.text and widget.opacity]


Open = Callable[..., Table]
"""Opens the window on a desk, in a language and size."""


@pytest.fixture
def sit_down() -> Iterator[Open]:
    """Opens the window on a desk; closes it after the test."""
    from kivy.base import runTouchApp, stopTouchApp

    open_tables: list[Table] = []

    def open_(desk: Desk, language: str = "en", size: tuple[int, int] = (800, 480)) -> Table:
        table = Table(desk, language, size)
        runTouchApp(embedded=True)
        open_tables.append(table)
        table.frames()
        return table

    yield open_
    for table in open_tables:
        table.window.remove_widget(table.root)
    open_tables.clear()
    stopTouchApp()
    gc.unfreeze()  # what a window keeps for good
    gc.collect()  # else every window there was follows the language and the size of the next one
