"""The window: polls the desk, shows one screen at a time, dims when nobody touches it, and never waits.

``open_window`` is the way in; it sets Kivy up before Kivy is imported, so import nothing else of ``ui`` before.
"""

from __future__ import annotations

from companion.view import Desk
from ui.setup import SMALLEST, prepare


def open_window(
    desk: Desk, language: str | None = None, size: tuple[int, int] = SMALLEST, full_screen: bool = False
) -> None:
    """Opens the window and returns when it is closed. ``language``: en, de or pt; None: the one kept, or English."""
    prepare(size, full_screen)

    from ui.application import Application

    Application(desk, language).run()
