"""The window at a glance: what stands in it, and that it rests, wakes and never acts on what is old."""

from __future__ import annotations

import time

from companion.commands import Answer, Dismiss, Undo
from companion.guide import Problem, ProblemCode, Question, QuestionCode, Sight
from companion.rules.board import BLUE_TARGI, Doubt, Sighting, border
from companion.rules.moves import parse
from companion.view import Aim
from tests.ui.conftest import Open
from tests.ui.desk import BEGUN, GameDesk


def test_header_says_round_start_player_and_raid(sit_down: Open) -> None:
    """Round of twelve, who starts and when the next raid comes stand in the header (RND-5, SET-5)."""
    words = sit_down(GameDesk.after(*BEGUN)).words()
    assert "Round 1 of 12" in words
    assert "Start: Blue" in words
    assert "Raid in 3 rounds" in words


def test_what_now_is_one_sentence(sit_down: Open) -> None:
    """Whose turn it is and what to do stand beside the board, large."""
    table = sit_down(GameDesk.after(*BEGUN))
    assert "Blue places a Targi." in table.words()
    now = table.root.table.advice.ids.now
    assert now.text == "Blue places a Targi."
    assert now.font_size >= 36  # 5 mm letters on a 7-inch screen, for 1.5 m


def test_it_dims_and_the_first_touch_only_wakes(sit_down: Open) -> None:
    """After two quiet minutes the screen is dimmed, not black; the first touch brightens it and presses nothing."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    table.later(30 * 60)
    assert 0 < table.root._shade.a < 0.8
    assert tuple(table.root._cover.size) == (800, 480)
    table.press("Undo", wait=0.5)
    assert desk.said == []
    assert table.root._shade.a == 0
    table.press("Undo")
    assert len(desk.said) == 1


def test_what_happens_on_the_table_wakes_it(sit_down: Open) -> None:
    """A move seen by the camera brightens the screen."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    table.later(600)
    assert table.root._shade.a > 0
    desk.game.play(parse("place-targi blue 11"))
    desk.shown += 1
    table.later(1)
    assert table.root._shade.a == 0


def test_a_picture_that_says_nothing_new_changes_nothing(sit_down: Open) -> None:
    """Pictures come all the time: one that says what the last one said wakes no dimmed screen and builds nothing anew,
    however it was measured."""
    desk = GameDesk.after(*BEGUN, sight=Sight(questions=(Question(QuestionCode.TAKE_OVER_TABLE),)))
    doubt = Doubt(border(5), BLUE_TARGI, 0.4)
    desk.extra = {"sighting": Sighting(1.0, standing=desk.game.state.standing, doubts=(doubt,))}
    table = sit_down(desk)
    (answer, *_) = table.root.table.sheet.ids.answers.children
    table.later(600)
    seen = Sighting(2.0, standing=desk.game.state.standing, doubts=(Doubt(border(5), BLUE_TARGI, 0.5),), still=False)
    desk.extra, desk.aim, desk.shown = {"sighting": seen}, Aim(2.0, 0.5, 120.0, 0.8), desk.shown + 1
    table.later(1)
    assert table.root._shade.a > 0
    assert answer in table.root.table.sheet.ids.answers.children


def test_nothing_is_drawn_while_nothing_changes(sit_down: Open) -> None:
    """Asking the desk fifteen times a second draws no picture as long as its answer is the same: on a small machine
    each costs time that the recogniser could use."""
    table = sit_down(GameDesk.after(*BEGUN))
    started = time.monotonic()
    while time.monotonic() - started < 1.5:  # the bars of what can be scrolled fade in the first half second
        table.frames(1)
    drawn: list[None] = []
    count = lambda *_: drawn.append(None)  # noqa: E731
    table.window.bind(on_flip=count)
    for _ in range(20):
        table.later(1 / 15)
        table.frames(1)
    assert drawn == []
    table.later(600)
    table.frames(1)
    assert drawn
    table.window.unbind(on_flip=count)


def test_a_finger_on_a_button_presses_it_whatever_comes_meanwhile(sit_down: Open) -> None:
    """A hand comes over the table while a finger is down: what is under the finger stays until it goes up. One that
    never goes up does not keep the window from changing."""
    desk = GameDesk.after(*BEGUN, sight=Sight(questions=(Question(QuestionCode.TAKE_OVER_TABLE),)))
    table = sit_down(desk)
    (answer, *_) = table.root.table.sheet.ids.answers.children
    x, y = answer.to_window(*answer.center)

    def down_and_a_hand_comes(number: int) -> None:
        table.later(1)
        table.window.dispatch("on_mouse_down", x, table.window.height - y, "left", [])
        table.frames(2)
        desk.extra = {"sighting": Sighting(1.0, covered=frozenset({border(number)}))}
        desk.shown += 1
        table.later(0.2)
        table.frames(2)

    down_and_a_hand_comes(5)
    table.window.dispatch("on_mouse_up", x, table.window.height - y, "left", [])
    table.frames(3)
    assert [type(command) for command in desk.said] == [Answer]
    board = table.root.table.board
    assert board.picture.covered == {border(5)}
    down_and_a_hand_comes(6)
    assert board.picture.covered == {border(5)}
    table.later(30)
    assert board.picture.covered == {border(6)}


def test_trouble_is_said_and_the_game_stays(sit_down: Open) -> None:
    """Darkness is named as such while the advice stays (and no refusal is made of it)."""
    table = sit_down(GameDesk.after(*BEGUN, sight=Sight(problem=Problem(ProblemCode.TOO_DARK))))
    assert "It is too dark for the camera." in table.words()
    assert "Blue places a Targi." in table.words()


def test_what_happened_to_the_games_is_read_and_gone(sit_down: Open) -> None:
    """What happened to the file of games is told; a touch says it has been read. Darkness stays as long as it is
    dark."""
    desk = GameDesk.after(*BEGUN, sight=Sight(problem=Problem(ProblemCode.GAMES_BROKEN, text="games.broken-1.db")))
    table = sit_down(desk)
    notice = table.root.table.advice.ids.trouble
    assert "games.broken-1.db" in notice.text
    table.press(notice)
    assert desk.said == [Dismiss()]
    table = sit_down(GameDesk.after(*BEGUN, sight=Sight(problem=Problem(ProblemCode.TOO_DARK))))
    notice = table.root.table.advice.ids.trouble
    table.press(notice)
    assert table.root.desk.said == []


def test_a_stale_screen_presses_nothing(sit_down: Open) -> None:
    """A button pressed on an old view carries the old revision, so the desk can refuse it."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    shown = desk.game.revision
    desk.game.undo()  # the other player was faster, and no poll has come since
    table.root.table.advice.ids.pad.ids.undo.act()
    assert desk.said == [Undo(shown)]
    assert desk.game.state.standing.of(BLUE_TARGI) == (border(7),)


def test_a_screen_is_built_when_it_is_first_shown(sit_down: Open) -> None:
    """At the start there is the table alone, so that it stands at once; another screen comes when it is asked for, and
    is the same the next time.
    """
    table = sit_down(GameDesk.after(*BEGUN))
    assert table.root.screens.screen_names == ["table"]

    table.press("Menu")
    menu = table.root.screens.current_screen
    table.root.go("table")
    table.root.go("menu")

    assert menu.name == "menu"
    assert table.root.screens.current_screen is menu
