"""Settings, help and the first run by touch: in two taps from the table, kept at once; and in large text too."""

from __future__ import annotations

import time
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest

from companion.commands import Calibrate, Prefer, Showing, ShowPieces
from companion.devices import Devices
from companion.rules.board import border
from companion.view import Aim, Source
from tests.ui.conftest import Open, Table
from tests.ui.desk import BEGUN, GameDesk


def test_the_size_of_the_text_changes_at_once(sit_down: Open) -> None:
    """150 % makes a unit half as large again and has it kept; the rest stays as it was."""
    from ui.theme import theme

    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    table.press("Menu", "Settings")
    table.press("150 %")
    assert theme.u == 1.5
    assert desk.preferred == Prefer("en", "light", text_percent=150)


def test_what_was_kept_is_there_at_the_next_start(sit_down: Open) -> None:
    """Size and look of the last time."""
    from ui.theme import CONTRAST, theme

    desk = GameDesk.after(*BEGUN)
    desk.preferred = Prefer("de", "contrast", text_percent=200)
    sit_down(desk, "de")
    assert (theme.palette, theme.u) == (CONTRAST, 2.0)


def test_sounds_and_dimming_are_kept(sit_down: Open) -> None:
    """Sounds are off until wished; "never" keeps the screen bright for a day."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    table.press("Menu", "Settings")
    assert table.root.settings.ids.sound.chosen == "off"
    table.press("On", "Never")
    assert desk.preferred == Prefer("en", "light", sound=True, dim_minutes=0)
    table.later(86400)
    assert not table.root.taps.dimmed


def test_the_screen_dims_after_the_minutes_chosen(sit_down: Open) -> None:
    """Five minutes: bright after four, dim after six."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    table.press("Menu", "Settings")
    table.press("5 min")
    table.later(240)
    assert not table.root.taps.dimmed
    table.later(120)
    assert table.root.taps.dimmed


def test_devices_stand_as_in_their_file(sit_down: Open) -> None:
    """The panel's name and the pins of buttons and lamp; without any, that there are none and which keys stand in."""
    desk = GameDesk.after(*BEGUN)
    pins = MappingProxyType({"yes": 13, "pages": 26})
    desk.extra = {"devices": Devices("epd7in5_V2", buttons=pins, lamp=MappingProxyType({"wrong": 23}))}
    table = sit_down(desk)
    table.press("Menu", "Settings")
    told = table.root.settings.ids.devices.text
    assert "E-ink display: epd7in5_V2" in told
    assert "Buttons: Yes 13, Pages 26" in told
    assert "Lamp: wrong 23" in told
    desk.extra = {}
    desk.shown += 1
    table.later(1)
    assert "the letters Y N U P" in table.root.settings.ids.devices.text


def test_help_is_two_taps_away(sit_down: Open) -> None:
    """It says that this is unofficial, how to correct, how to undo, and the licence."""
    table = sit_down(GameDesk.after(*BEGUN))
    table.press("Menu", "Help")
    told = " ".join(table.words())
    for what in ("unofficial", "what stands there", "takes the last step back", "MIT"):
        assert what in told
    table.press("Back")
    assert table.root.screens.current == "menu"


def test_the_first_run_leads_through(sit_down: Open) -> None:
    """Language, aim, card 16 by a touch into the picture, the pieces, ready, new game; afterwards that is known."""
    desk = GameDesk.after(aim=Aim(2.0, 0.5, 120.0, 0.8))
    desk.picture, desk.extra = (1, np.zeros((480, 800, 3), np.uint8)), {"first_run": True, "picture_px": (800, 480)}
    table = sit_down(desk)
    assert table.root.screens.current == "wizard"
    table.press("Deutsch", "Weiter", "Weiter", "Feld 16 zeigen")
    live = table.root.wizard.aiming.live
    table.press(live)
    assert any(isinstance(command, Calibrate) and command.corner16_px for command in desk.said)
    table.press("Weiter")
    assert desk.said[-1] == ShowPieces(Showing.BEGIN)
    table.press("Weiter")
    assert desk.said[-1] == ShowPieces(Showing.END)
    table.press("Neues Spiel")
    assert table.root.screens.current == "menu"
    assert desk.preferred == Prefer("de", "light")


def test_the_first_run_goes_on_without_a_camera(sit_down: Open) -> None:
    """No corners are asked for; "later" leaves it at once."""
    desk = GameDesk.after(source=Source.NONE)
    desk.extra = {"first_run": True}
    table = sit_down(desk)
    table.press("On")
    assert "go on without one" in " ".join(table.words())
    table.press("On")
    assert "Ready to play by touch" in " ".join(table.words())
    table.press("Back", "Back", "Later")
    assert table.root.screens.current == "table"
    assert desk.preferred == Prefer("en", "light")


def test_the_recording_has_no_first_run(sit_down: Open) -> None:
    """The demo shows the table at once."""
    desk = GameDesk.after(source=Source.DEMO)
    desk.extra = {"first_run": True, "demo": True}
    assert sit_down(desk).root.screens.current == "table"


def wait(table: Table, seconds: float) -> None:
    """A page that scrolls waits a little before a touch counts as one."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        table.frames(1)


@pytest.fixture
def large(sit_down: Open) -> Table:
    """A game played by touch on the smallest screen at 200 %."""
    desk = GameDesk.after("start-player blue", source=Source.NONE)
    desk.preferred = Prefer("en", "light", text_percent=200)
    return sit_down(desk)


def test_at_200_percent_the_board_is_a_page_of_its_own(large: Table) -> None:
    """From the words to the board, a Targi put by touch, and back to the words."""
    table = large
    assert table.root.table.ids.board not in list(table.visible())
    table.press("Board")
    table.tap(border(7))
    assert table.root.desk.game.state.targis_of(table.root.desk.game.state.turn.other) == (border(7),)
    table.press("Text")
    assert "White places a Targi." in table.words()


def test_at_200_percent_a_page_scrolls(large: Table) -> None:
    """The menu's last button is reached by a finger that drags the page up, and does what it says."""
    table = large
    table.root.go("menu")
    wait(table, 0.1)
    quit_button = table.button("Quit")
    assert quit_button.to_window(*quit_button.pos)[1] < 0
    scroll = quit_button.parent
    while not hasattr(scroll, "do_scroll_y"):
        scroll = scroll.parent
    table.later(1)
    for y in (380, 300, 200, 60, 5):  # from below upwards: window pixels from the top
        kind = "on_mouse_down" if y == 380 else "on_mouse_move"
        arguments = (400, y, "left", []) if y == 380 else (400, y, [])
        table.window.dispatch(kind, *arguments)
        table.frames(2)
    table.window.dispatch("on_mouse_up", 400, 5, "left", [])
    before = None
    for _ in range(40):  # it glides on, the further the quicker the machine draws
        wait(table, 0.2)
        if scroll.scroll_y == before:
            break
        before = scroll.scroll_y
    assert scroll.scroll_y < 1
    scroll.scroll_to(quit_button, animate=False)
    wait(table, 0.2)
    table.later(1)
    x, y = quit_button.to_window(*quit_button.center)
    table.window.dispatch("on_mouse_down", x, table.window.height - y, "left", [])
    wait(table, 0.3)
    table.window.dispatch("on_mouse_up", x, table.window.height - y, "left", [])
    wait(table, 0.3)
    assert table.root.desk.closing


def test_another_size_turns_back(large: Table) -> None:
    """Back at 100 % board and words stand beside each other again."""
    table = large
    desk = table.root.desk
    table.root.prefer(text_percent=100)
    table.root.go("table")
    table.frames(4)
    shown = list(table.visible())
    assert table.root.table.board in shown
    assert table.root.table.advice in shown
    assert replace(desk.preferred, text_percent=200) == Prefer("en", "light", text_percent=200)
