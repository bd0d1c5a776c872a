"""The four marks on the window: what a panel's touches are said to be, and how the marks are come to and left."""

from __future__ import annotations

from typing import Any

import pytest

from companion.devices import Devices
from companion.language import LANGUAGES, Words
from companion.touch import MARKS, Touch
from tests.ui.conftest import Open, Table
from tests.ui.desk import GameDesk
from tests.ui.test_touching import finger
from tests.ui.test_touching import turn_to as turn_to
from ui.touch_check import TouchCheck, found


def marks(table: Table) -> TouchCheck | None:
    """The marks, while they lie over everything."""
    return next((widget for widget in table.root.children if isinstance(widget, TouchCheck)), None)


def touch_all(table: Table, hung: Touch) -> None:
    """Touches each mark on a panel whose touches ``hung`` has turned; each is where the mark is drawn."""
    for place in MARKS:
        shown = marks(table)
        assert shown is not None
        assert tuple(shown.mark) == place
        finger(table, *hung.place(*place))


@pytest.mark.parametrize("set_already", [0, 90])
def test_a_panel_that_hangs_upside_down(set_already: int, sit_down: Open, turn_to: Any) -> None:
    """From the settings: four touches, each felt at the other end, also where the file says something wrong already:
    the line is told, in the words of the file; a fifth touch leads back, and nothing below was touched."""
    desk = GameDesk.after(extra={"devices": Devices(touch=Touch(set_already))})
    table = sit_down(desk)
    turn_to(Touch(set_already))
    table.root.go("settings")
    table.frames(3)
    said = len(desk.said)
    table.press("Check touch")
    touch_all(table, Touch(180))
    shown = marks(table)
    assert shown is not None
    assert shown.ids.title.text == "Touches are turned."
    assert shown.ids.told.text.splitlines()[:2] == ["[screen]", "touch = 180"]
    finger(table, 0.5, 0.5)
    assert marks(table) is None
    assert (table.root.screens.current, len(desk.said)) == ("settings", said)


def test_touches_that_are_right(sit_down: Open, turn_to: Any) -> None:
    """A panel that is put right by the file is right: no line is told."""
    desk = GameDesk.after(extra={"devices": Devices(touch=Touch(180))})
    table = sit_down(desk)
    turn_to(Touch(180))
    table.root.check_touch()
    touch_all(table, Touch(180))
    shown = marks(table)
    assert shown is not None
    assert shown.ids.title.text == "Touches are where the finger is."
    assert "touch =" not in shown.ids.told.text


def test_a_mouse_leads_back(sit_down: Open) -> None:
    """A mouse is where its arrow is: it has nothing to check."""
    table = sit_down(GameDesk.after())
    table.root.check_touch()
    table.touch(400, 240)
    assert marks(table) is None


def test_a_finger_that_stays_in_the_first_steps(sit_down: Open, turn_to: Any) -> None:
    """Whoever cannot touch a button, since touches land elsewhere, leaves a finger on the glass for five seconds: the
    marks come, and the button that it lies on is not pressed. On the table nothing comes."""
    from kivy.core.window.window_sdl2 import SDL2MotionEventProvider as Provider

    table = sit_down(GameDesk.after())
    turn_to(Touch())
    for screen, comes in (("table", False), ("wizard", True)):
        table.root.go(screen)
        table.frames(3)
        button = table.root.wizard.ids.on if comes else table.button("Undo")
        x, y = button.to_window(*button.center)
        place = (x / table.window.width, 1 - y / table.window.height)
        table.later(1.0)
        Provider.q.appendleft(("fingerdown", 5, *place, 1.0))
        table.frames(3)
        table.later(4.0)
        assert marks(table) is None
        table.later(2.0)
        assert (marks(table) is not None) is comes
        Provider.q.appendleft(("fingerup", 5, *place, 1.0))
        table.frames(3)
        assert table.root.screens.current == screen
    assert table.root.wizard.step == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_has_room(language: str, sit_down: Open) -> None:
    """On the smallest screen each sentence and every line stands whole."""
    table = sit_down(GameDesk.after(), language)
    table.root.check_touch()
    shown = marks(table)
    assert shown is not None
    worst = Touch(270, True, (-4, 5))
    quarter = [worst.place(*place) for place in MARKS]
    answers = [found(Words(language), quarter, Touch()), found(Words(language), list(MARKS), Touch(90))]
    answers.append(found(Words(language), [(0.5, 0.5)] * 4, Touch()))
    for title, told in answers:
        shown.mark, shown.ids.title.text, shown.ids.told.text = (), title, "\n".join((*told, "…"))
        table.settle()
        assert not shown.ids.title.clipped
        assert not shown.ids.told.clipped
    assert len(answers[0][1]) == 5
