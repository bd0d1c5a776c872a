"""The window's menu: new games, language, look, leaving and going on."""

from __future__ import annotations

from companion.commands import (
    NewGame,
    PassOn,
    Prefer,
    Quit,
)
from companion.rules.board import Colour
from companion.rules.state import Edition, Settings
from tests.ui.conftest import Open, Table
from tests.ui.desk import BEGUN, GameDesk


def test_new_game_in_three_touches(sit_down: Open) -> None:
    """Menu, expansion, start: a new game of the expansion, and back at the table."""
    desk = GameDesk.after()
    revision = desk.game.revision
    table = sit_down(desk)
    table.press("Menu")
    table.press("Expansion")
    table.press("Start the game")
    assert desk.said == [NewGame(revision, Settings(edition=Edition.EXPANSION))]
    assert table.root.screens.current == "table"
    assert len(table.root.table.ids.board.picture.dunes) == 3


def test_a_game_that_is_on_is_put_away_by_a_second_touch_only(sit_down: Open) -> None:
    """In the middle of a game the start button asks first; leaving the menu takes the question back."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    table.press("Menu")
    table.press("Start the game")
    assert desk.said == []
    table.press("Back")
    table.press("Menu")
    table.press("Start the game")
    table.press("Put the present game away?")
    assert [type(command) for command in desk.said] == [NewGame]
    assert table.root.screens.current == "table"


def test_solo_and_who_starts(sit_down: Open) -> None:
    """Solo as White with Blue (Andy) starting is two more touches; the other player is then called Andy."""
    desk = GameDesk.after()
    table = sit_down(desk)
    table.press("Menu")
    table.press("Solo: White")
    table.touch(*_pick(table, "starts", "blue"))
    table.press("Start the game")
    assert desk.said[-1].settings == Settings(solo=Colour.WHITE, start=Colour.BLUE)
    assert "Andy places a Targi." in table.words()


def _pick(table: Table, row: str, name: str) -> tuple[float, float]:
    button = table.root.menu.ids[row].options[name]
    return button.to_window(*button.center)


def test_the_language_changes_at_once(sit_down: Open) -> None:
    """A touch on Deutsch turns everything German and has it kept."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    table.press("Menu")
    table.press("Settings")
    table.press("Deutsch")
    assert desk.preferred == Prefer("de", "light")
    assert "Schriftgröße" in table.words()
    table.press("Zurück")
    assert "Neues Spiel" in table.words()
    table.press("Zum Spiel")
    assert "Runde 1 von 12" in table.words()
    assert "Blau setzt einen Targi." in table.words()


def test_the_dark_look(sit_down: Open) -> None:
    """A touch on Dark changes the colours and has it kept."""
    from ui.theme import DARK, theme

    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    table.press("Menu")
    table.press("Settings")
    table.press("Dark")
    assert desk.preferred == Prefer("en", "dark")
    assert theme.palette is DARK
    table.press("Light")
    assert desk.preferred == Prefer("en", "light")


def test_quit(sit_down: Open) -> None:
    """Quit says so to the desk."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    table.press("Menu")
    table.press("Quit")
    assert desk.said == [Quit()]


def test_go_on(sit_down: Open) -> None:
    """ "Go on" never waits for the table: it hands the turn on."""
    desk = GameDesk.after(*BEGUN)
    sit_down(desk).press("Go on")
    assert [type(command) for command in desk.said] == [PassOn]
