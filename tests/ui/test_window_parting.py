"""What the window says while the machine is being switched off."""

from __future__ import annotations

import pytest

from companion.language import LANGUAGES, Words
from tests.ui.conftest import Open
from tests.ui.desk import GameDesk


@pytest.mark.parametrize("language", LANGUAGES)
def test_when_to_unplug_is_said_before_the_window_goes(sit_down: Open, language: str) -> None:
    """The same sentence as on the e-ink display covers everything for five seconds, whole and out of reach of fingers;
    then the window goes. Without switching off it goes at once."""
    desk = GameDesk.after()
    table, left = sit_down(desk, language), list[float]()
    table.root.leave = lambda: left.append(table.seconds)
    desk.closing, desk.extra = True, {"going_off": True}
    began, said = table.seconds, len(desk.said)
    table.later(0.1)
    table.frames(4)
    said_there = Words(language).say("off.plug")
    texts = [widget for widget in table.root.walk(restrict=True) if getattr(widget, "text", "") == said_there]
    assert len(texts) == 1
    assert table.root.children[0] in texts[0].parent.parent.walk(), "something lies over it"
    assert not texts[0].clipped
    table.touch(400, 240)
    table.later(2.0)
    assert left == []
    assert len(desk.said) == said
    table.later(5.0)
    assert left[0] - began >= 5.0
    desk.extra = {}
    again = sit_down(GameDesk.after(closing=True), language)
    again.root.leave = lambda: left.append(0.0)
    again.later(0.1)
    assert left[-1] == 0.0
