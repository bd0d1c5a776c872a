"""Fingers where the picture is: the screen and what feels touches can be turned differently.

The kernel turns the picture of a panel that hangs on its side or head down; its touches come as if it did not. What
is to be done to them stands with the devices (``companion.devices``).
"""

from __future__ import annotations

from typing import Any

from kivy.input import postproc
from kivy.input.motionevent import MotionEvent

from companion.touch import Touch

_NAME = "targi-touch"
_FELT = "targi-felt"


class _TurnsTouches:
    """What Kivy asks of a module that looks at input before anybody else; a mouse is where its arrow is."""

    def __init__(self, touch: Touch) -> None:
        self._touch = touch

    def process(self, events: list[tuple[str, MotionEvent]]) -> list[tuple[str, MotionEvent]]:
        """Places each finger once: one event object stands for all that happened to it in this frame."""
        moved = {id(event): event for _, event in events if _is_finger(event)}
        for event in moved.values():
            event.ud[_FELT] = (event.sx, event.sy)
            event.sx, event.sy = self._touch.place(event.sx, event.sy)
        return events


def _is_finger(event: MotionEvent) -> bool:
    return event.device != "mouse" and "pos" in event.profile


def felt(event: MotionEvent) -> tuple[float, float] | None:
    """Where the panel itself felt that finger, in parts from the lower left; None for a mouse."""
    return event.ud.get(_FELT, (event.sx, event.sy)) if _is_finger(event) else None


def turn_touches(touch: Touch) -> None:
    """Touches are placed by that from the start of the window on; call before it."""
    modules: Any = postproc.kivy_postproc_modules
    modules.pop(_NAME, None)
    if touch != Touch():
        modules[_NAME] = _TurnsTouches(touch)
