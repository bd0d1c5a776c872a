"""Fingers where the picture is: the screen and what feels touches can be turned differently.

The kernel turns the picture of a panel that hangs on its side or head down; its touches come as if it did not. By how
much they have to be turned stands with the devices (``companion.devices``).
"""

from __future__ import annotations

from typing import Any

from kivy.input import postproc
from kivy.input.motionevent import MotionEvent

_NAME = "targi-touch"


def turned(x: float, y: float, turn: int) -> tuple[float, float]:
    """Where a touch is in the picture, both in parts from the lower left; ``turn``: by so many degrees
    clockwise, a quarter turn or several."""
    return {0: (x, y), 90: (y, 1 - x), 180: (1 - x, 1 - y), 270: (1 - y, x)}[turn]


class _TurnsTouches:
    """What Kivy asks of a module that looks at input before anybody else; a mouse is where its arrow is."""

    def __init__(self, turn: int) -> None:
        self._turn = turn

    def process(self, events: list[tuple[str, MotionEvent]]) -> list[tuple[str, MotionEvent]]:
        """Turns each finger once: one event object stands for all that happened to it in this frame."""
        moved = {id(event): event for _, event in events if _is_finger(event)}
        for event in moved.values():
            event.sx, event.sy = turned(event.sx, event.sy, self._turn)
        return events


def _is_finger(event: MotionEvent) -> bool:
    return event.device != "mouse" and "pos" in event.profile


def turn_touches(turn: int) -> None:
    """Touches are turned by that from the start of the window on; call before it."""
    modules: Any = postproc.kivy_postproc_modules
    modules.pop(_NAME, None)
    if turn:
        modules[_NAME] = _TurnsTouches(turn)
