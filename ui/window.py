"""The window: polls the desk, shows one screen at a time, dims when nobody touches it, and never waits.

``open_window`` is the way in; it sets Kivy up before Kivy is imported, so import nothing else of ``ui`` before.
"""

from __future__ import annotations

from companion.own_deck import DeckDesk
from companion.pressing import Buttons
from companion.touch import Touch
from companion.view import Desk
from ui.setup import SMALLEST, prepare


def open_window(
    desk: Desk, language: str | None = None, size: tuple[int, int] = SMALLEST, full_screen: bool = False,
    touch: Touch | None = None, buttons: Buttons | None = None, deck: DeckDesk | None = None,
) -> None:  # fmt: skip
    """Opens the window and returns when it is closed. ``language``: en, de or pt; None: the one kept, or English.
    ``touch``: how touches come to lie in the picture; None: they do. ``buttons``: who takes presses, keys too; None:
    the window itself. ``deck``: where the owner's cards are learnt."""
    prepare(size, full_screen)

    from ui.application import Application
    from ui.touching import turn_touches

    turn_touches(touch or Touch())
    Application(desk, language, buttons, deck).run()
