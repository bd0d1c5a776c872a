"""One finger is one press where the picture shows it, however the panel hangs and whoever else reports it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.commands import Undo
from companion.touch import Touch
from tests.ui.conftest import Open, Table
from tests.ui.desk import GameDesk
from ui.touching import turn_touches

CORNERS = ((0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (0.0, 0.0))
"""Of the picture, from the top left clockwise, in parts from the lower left."""


@pytest.fixture
def turn_to() -> Iterator[Any]:
    """Turns touches as the start of the window does."""
    from kivy.base import EventLoop
    from kivy.core.window.window_sdl2 import SDL2MotionEventProvider as Provider
    from kivy.input.postproc import kivy_postproc_modules

    def to(touch: Touch) -> None:
        turn_touches(touch)
        EventLoop.postproc_modules = list(kivy_postproc_modules.values())
        if not any(isinstance(provider, Provider) for provider in EventLoop.input_providers):
            EventLoop.add_input_provider(Provider("sdl", ""))  # the end of the test before has taken it away

    yield to
    to(Touch())


def finger(table: Table, x: float, y: float, moves: int = 0) -> None:
    """A finger as SDL reports one: in parts of the panel, from its upper left; all in one frame."""
    from kivy.core.window.window_sdl2 import SDL2MotionEventProvider as Provider

    table.later(1.0)
    for what in ("fingerdown", *["fingermotion"] * moves, "fingerup"):
        Provider.q.appendleft((what, 5, x, 1 - y, 1.0))
    table.frames(3)


@pytest.mark.parametrize(
    ("turn", "felt_as"),
    [(0, (0, 1, 2, 3)), (90, (3, 0, 1, 2)), (180, (2, 3, 0, 1)), (270, (1, 2, 3, 0))],
)
def test_the_corners_of_a_turned_panel(turn: int, felt_as: tuple[int, ...]) -> None:
    """A panel whose touches lie a quarter turn counter-clockwise feels the picture's top left at its lower left: turned
    back, each of the four corners is itself again."""
    for corner, felt in enumerate(felt_as):
        assert Touch(turn).place(*CORNERS[felt]) == CORNERS[corner]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("moves", [0, 3])
def test_one_finger_is_one_press(turn: int, moves: int, sit_down: Open, turn_to: Any) -> None:
    """A finger on "Undo", felt elsewhere by a turned panel, shaking or not, with a mouse provider beside: one undo."""
    desk = GameDesk.after("place-targi blue 7", "place-targi white 2")
    table = sit_down(desk)
    turn_to(Touch(turn))
    button = table.button("Undo")
    x, y = button.to_window(*button.center)
    there = (x / table.window.width, y / table.window.height)
    finger(table, *Touch((360 - turn) % 360).place(*there), moves=moves)
    assert [type(command) for command in desk.said] == [Undo]
    finger(table, *Touch((360 - turn) % 360).place(0.999, 0.5))  # beside everything
    assert len(desk.said) == 1


def test_a_finger_that_rests_over_frames_is_turned_once_a_frame(sit_down: Open, turn_to: Any) -> None:
    """Down in one frame and up in another: the finger goes up where it came down."""
    from kivy.core.window.window_sdl2 import SDL2MotionEventProvider as Provider

    desk = GameDesk.after("place-targi blue 7", "place-targi white 2")
    table = sit_down(desk)
    turn_to(Touch(180))
    button = table.button("Undo")
    x, y = button.to_window(*button.center)
    felt = Touch(180).place(x / table.window.width, y / table.window.height)
    table.later(1.0)
    for what in ("fingerdown", "fingermotion", "fingerup"):
        Provider.q.appendleft((what, 5, felt[0], 1 - felt[1], 1.0))
        table.frames(3)
    assert [type(command) for command in desk.said] == [Undo]


def test_sdl_makes_no_mouse_of_a_finger() -> None:
    """The window's own library reports each finger once: its mouse for people without a mouse is switched off."""
    import os

    assert os.environ["SDL_TOUCH_MOUSE_EVENTS"] == "0"
