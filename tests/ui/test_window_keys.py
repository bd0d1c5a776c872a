"""Keys of a keyboard stand in for the four buttons, what they do is shown; sounds come on wish only."""

from __future__ import annotations

import io
import wave
from dataclasses import replace

import numpy as np
import pytest

from companion.commands import Prefer
from companion.guide import Sight, guide
from companion.pressing import Hand, Key, Way
from companion.rules.board import Colour, border
from companion.rules.state import Phase, Settings
from companion.view import Source, View
from tests.ui.conftest import Open, Table
from tests.ui.desk import BEGUN, GameDesk


def strike(table: Table, letter: str, shift: bool = False) -> None:
    """A key is pressed on the keyboard."""
    table.later(1)
    table.window.dispatch("on_key_down", ord(letter), 0, letter, ["shift"] if shift else [])
    table.frames(3)


def strip(table: Table) -> dict[Key, str]:
    """What the strip says of each button: its name, and what it does now."""
    return {key: f"{cell.name}: {cell.text}" for key, cell in table.root.strip.cells.items()}


def test_without_keys_there_is_no_strip(sit_down: Open) -> None:
    """The window has all its room until a key is pressed; other keys do nothing."""
    from ui.theme import theme

    table = sit_down(GameDesk.after("start-player blue", source=Source.NONE))
    strike(table, "q")
    assert not table.root.strip.on
    assert (theme.u, table.root.screens.height) == (1.0, 480)


def test_a_targi_is_placed_by_keys(sit_down: Open) -> None:
    """Without a camera: "no" goes on to the next place, "yes" takes the one shown; undo takes it back, with Shift it
    stands again."""
    desk = GameDesk.after("start-player blue", source=Source.NONE)
    table = sit_down(desk)
    strike(table, "n")
    assert strip(table)[Key.YES].startswith("Yes: On card 3 ")
    assert strip(table)[Key.NO] == "No: Next"
    strike(table, "y")
    assert desk.game.state.targis_of(Colour.BLUE) == (border(3),)
    strike(table, "u")
    assert desk.game.state.targis_of(Colour.BLUE) == ()
    strike(table, "u", shift=True)
    assert desk.game.state.targis_of(Colour.BLUE) == (border(3),)


def test_a_key_leads_back_to_the_table(sit_down: Open) -> None:
    """What a key answers stands at the table, so that is shown."""
    table = sit_down(GameDesk.after(*BEGUN))
    table.press("Menu")
    strike(table, "n")
    assert table.root.screens.current == "table"


def test_the_window_makes_room_for_the_strip(sit_down: Open) -> None:
    """The strip lies below the screen and not on it, and buttons stay 9 mm large."""
    from tests.ui.test_layout import faults

    table = sit_down(GameDesk.after("start-player blue", source=Source.NONE), "de")
    strike(table, "n")
    table.frames(3)
    assert table.root.screens.y >= table.root.strip.top - 1
    assert table.root.strip.height > 30
    assert list(faults(table)) == []
    assert not any(
        part.clipped for cell in table.root.strip.cells.values() for part in cell.children if hasattr(part, "clipped")
    )


class Somebody:
    """Takes presses in place of the window, as who attends to buttons and e-ink does."""

    hand = Hand()

    def __init__(self) -> None:
        self.took: list[tuple[Key, Way]] = []

    def press(self, key: Key, way: Way) -> None:
        self.took.append((key, way))


def test_keys_go_where_the_buttons_go(sit_down: Open) -> None:
    """With buttons attended to elsewhere the strip is there at once, and keys are handed on."""
    from kivy.core.window import Window

    from ui.application import Root

    buttons = Somebody()
    table = sit_down(GameDesk.after(*BEGUN))
    Window.remove_widget(table.root)
    table.root = Root(table.root.desk, "en", buttons=buttons)
    Window.add_widget(table.root)
    table.frames(3)
    assert table.root.strip.on
    table.seconds = 0.0
    for letter, shift in (("y", True), ("p", False)):
        table.window.dispatch("on_key_down", ord(letter), 0, letter, ["shift"] if shift else [])
    assert buttons.took == [(Key.YES, Way.HOLD), (Key.PAGES, Way.PRESS)]


# --- sounds ---


def view_after(*lines: str, settings: Settings | None = None) -> View:
    return GameDesk.after(*lines, settings=settings).view()


def test_what_is_heard() -> None:
    """The other player's turn; a refused Targi before that; nothing while nothing is new."""
    from ui.sounds import Cue, cue_of

    blue, white = view_after("start-player blue"), view_after("start-player blue", "place-targi blue 7")
    refused = view_after("start-player blue", "place-targi blue 7", "place-targi white 13")
    assert cue_of(blue, white) is Cue.TURN
    assert cue_of(white, refused) is Cue.WRONG
    assert cue_of(refused, refused) is None
    assert cue_of(white, white) is None


def test_the_end_and_a_raid_are_heard() -> None:
    """Both have a sound of their own, once."""
    from ui.sounds import Cue, cue_of
    from ui.still import played_until, shown

    raid = shown(played_until(lambda state: state.phase is Phase.ROBBER and state.round == 3, Settings()))
    over = shown(played_until(lambda state: state.phase is Phase.OVER, Settings()))
    before = replace(raid, guidance=guide(view_after(*BEGUN).state, Sight()))
    assert cue_of(before, raid) is Cue.RAID
    assert cue_of(raid, over) is Cue.OVER
    assert cue_of(over, over) is None


@pytest.mark.parametrize("name", ["turn", "wrong", "raid", "over"])
def test_a_sound_is_a_short_soft_wave(name: str) -> None:
    """Less than a second, never full strength, silent at both ends."""
    from ui.sounds import RATE, Cue, sound

    with wave.open(io.BytesIO(sound(Cue(name)))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    assert 0.05 < len(samples) / RATE < 1
    assert 1000 < np.abs(samples).max() < 16384
    assert np.abs(samples[[0, -1]]).max() < 400


def test_no_sound_device_is_no_trouble() -> None:
    """Nothing opens: nothing is heard, and nothing is said."""
    from ui.sounds import Cue, Sounds

    asked: list[str] = []
    sounds = Sounds(lambda path: asked.append(path))
    sounds(Cue.TURN)
    sounds(Cue.TURN)
    assert len(asked) == 1


def test_no_room_for_a_sound_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk, or none to write to: nothing is heard, and the game goes on."""
    from ui.sounds import Cue, Sounds

    def full(**_: object) -> object:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryDirectory", full)
    Sounds(lambda path: pytest.fail("nothing to open"))(Cue.TURN)


def test_sounds_come_on_wish_only(sit_down: Open) -> None:
    """Off at first; switched on, the next turn is heard."""
    from ui.sounds import Cue

    heard: list[Cue] = []
    desk = GameDesk.after("start-player blue", source=Source.NONE)
    table = sit_down(desk)
    table.root.play = heard.append
    table.tap(border(7))
    assert heard == []
    desk.preferred = Prefer("en", "light", sound=True)
    table.later(1)
    table.tap(border(2))
    assert heard == [Cue.TURN]
