"""Undo on the window: whom it asks, what is put back, and the history."""

from __future__ import annotations

from pathlib import Path

from companion.commands import PutBackDone, Undo
from companion.home import Home, Preferences
from companion.rules.board import BLUE_TARGI, WHITE_TARGI, Colour, border
from companion.rules.state import Settings
from companion.sources import Sources
from companion.view import Source
from tests.ui.conftest import Open
from tests.ui.desk import BEGUN, GameDesk
from tests.ui.playing import PromptDesk


def test_behind_the_other_players_step_both_are_asked(sit_down: Open) -> None:
    """White's last Targi is taken back at one touch. Blue's before it is both players' affair: one alone changes
    nothing, a no leaves it, both together take it back."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    table.press("Undo")
    assert desk.game.state.standing.of(WHITE_TARGI) == ()
    table.press("Undo")
    assert "Take this back? Blue: Targi on card 7." in table.words()
    assert "The other player has acted since. Both must agree." in table.words()
    table.press("Blue agrees")
    assert desk.game.state.standing.of(BLUE_TARGI) == (border(7),)
    table.press("Close")
    table.press("Undo")
    table.press("White agrees")
    table.press("Blue agrees")
    assert desk.game.state.standing.of(BLUE_TARGI) == ()
    assert [type(command) for command in desk.said] == [Undo, Undo]


def test_alone_nobody_is_asked(sit_down: Open) -> None:
    """In a solo game there is one person."""
    settings = Settings(solo=Colour.BLUE, start=Colour.BLUE)
    desk = GameDesk.after("place-targi blue 7", "place-targi white 2", settings=settings)
    table = sit_down(desk)
    table.press("Undo")
    table.press("Undo")
    assert desk.game.state.standing.of(BLUE_TARGI) == ()


def test_what_is_to_be_put_back_is_said(sit_down: Open, tmp_path: Path) -> None:
    """By touch: after an undo the Targi is to be taken away; a touch says that it is. A redo asks for nothing when the
    table never changed; the next move takes the notice away."""
    home = Home(tmp_path)
    home.keep(Preferences("en", "light"))  # first steps are done
    desk = PromptDesk(home, Sources())
    table = sit_down(desk)
    table.press("Play by touch")
    table.tap(border(7))
    table.press("Blue Targi")
    table.tap(border(2))
    table.press("Undo")
    notice = table.root.table.put_back
    assert notice.text == "Put back: white Targi away from card 2."
    table.press(notice)
    assert notice.text == ""
    assert notice.height == 0
    table.press("Redo")
    assert notice.text == "Put back: white Targi to card 2."
    table.press("Undo")
    assert notice.text == ""
    table.press("Redo")
    table.tap(border(11))
    assert notice.text == ""
    desk.do(PutBackDone(table.root.view.revision))
    desk.close()


def test_every_step_has_its_title(sit_down: Open) -> None:
    """The history lists the steps with their rounds, one taken back as such; undo and redo stand beside it."""
    desk = GameDesk.after(*BEGUN, source=Source.NONE)
    table = sit_down(desk)
    table.press("Help")
    table.press("History")
    assert {"Round 1", "Blue: Targi on card 7.", "White: Targi on card 2."} <= set(table.words())
    table.press("Undo")
    assert "White: Targi on card 2. (taken back)" in table.words()
    table.press("Redo")
    assert "White: Targi on card 2." in table.words()


def test_a_long_history_has_pages(sit_down: Open) -> None:
    """The newest steps come first; earlier ones a touch away, and back."""
    lines = [f"start-player {colour}" for _ in range(6) for colour in ("blue", "white")]
    desk = GameDesk.after(*lines)
    table = sit_down(desk)
    table.root.go("history")
    table.frames()
    assert len(table.root.history.ids.rows.children) == 9
    table.press("Earlier")
    assert len(table.root.history.ids.rows.children) == 3
    table.press("Later steps")
    assert len(table.root.history.ids.rows.children) == 9
