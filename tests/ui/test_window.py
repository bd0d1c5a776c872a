"""The window touched: what a finger does to the game, and what it must not do."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from companion.commands import (
    AllowThis,
    Answer,
    Calibrate,
    Correct,
    Dismiss,
    LeaveDemo,
    NewGame,
    PassOn,
    Play,
    Prefer,
    Quit,
    Redo,
    ShowDemo,
    Undo,
)
from companion.guide import Problem, ProblemCode, Question, QuestionCode, Sight
from companion.rules.board import BLUE_TARGI, ROBBER, WHITE_TARGI, Colour, Standing, border, centre
from companion.rules.moves import PlaceTargi
from companion.rules.state import Edition, Reason, Scope, Settings
from companion.view import Aim, Source
from tests.ui.conftest import Table
from tests.ui.desk import GameDesk

Open = Callable[..., Table]
BEGUN = ("place-targi blue 7", "place-targi white 2")


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


def test_a_place_is_put_right_with_a_touch(sit_down: Open) -> None:
    """A touch on a place asks what stands there, a second one says it; the command carries the revision shown."""
    desk = GameDesk.after(*BEGUN)
    revision = desk.game.revision
    table = sit_down(desk)
    table.tap(border(7))
    assert "7 · Dates: what stands here?" in table.words()
    table.press("White Targi")
    assert desk.said == [Correct(revision, border(7), frozenset({WHITE_TARGI}))]
    assert desk.game.state.standing.at(border(7)) == (WHITE_TARGI,)
    assert "7 · Dates: what stands here?" not in table.words()


def test_nothing_stands_there_after_all(sit_down: Open) -> None:
    """The first answer on a taken place is that nothing stands there."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    table.tap(border(2))
    table.press("Nothing")
    assert desk.game.state.standing.at(border(2)) == ()


def test_two_on_one_place(sit_down: Open) -> None:
    """A second figure may be put beside the first: some cards allow what the rules do not."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    table.tap(border(1))
    table.press("Keep the others")
    table.press("Robber and blue Targi")
    assert desk.said == [Correct(desk.said[0].revision, border(1), frozenset({ROBBER, BLUE_TARGI}))]


def test_undo_and_redo(sit_down: Open) -> None:
    """One touch on Undo takes one step back, one on Redo does it again."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    table.press("Undo")
    assert desk.game.state.standing.of(WHITE_TARGI) == ()
    table.press("Redo")
    assert desk.game.state.standing.of(WHITE_TARGI) == (border(2),)
    assert [type(command) for command in desk.said] == [Undo, Redo]


def test_a_finger_reported_twice_counts_once(sit_down: Open) -> None:
    """The same spot again within 80 ms is the same touch; after that it is another one."""
    desk = GameDesk.after(*BEGUN, "place-targi blue 11")
    table = sit_down(desk)
    table.press("Undo")
    table.press("Undo", wait=0.05)
    assert len(desk.said) == 1
    table.press("Undo", wait=0.2)
    assert len(desk.said) == 2


def test_a_refusal_is_said_with_its_reason_and_a_way_round(sit_down: Open) -> None:
    """A Targi opposite the opponent's is named with the place that stands against it (PLC-5); a card may allow it."""
    desk = GameDesk.after("place-targi blue 7", "place-targi white 13")
    table = sit_down(desk)
    assert "White may not stand on card 13: Blue is opposite, on card 7." in table.words()
    table.press("This once")
    assert isinstance(desk.said[0], AllowThis)
    assert (desk.said[0].colour, desk.said[0].reason, desk.said[0].scope) == (
        Colour.WHITE,
        Reason.OPPOSITE_OPPONENT,
        Scope.ONCE,
    )
    assert desk.game.state.disputes == ()
    assert "Blue places a Targi." in table.words()


def test_allowed_for_the_whole_game(sit_down: Open) -> None:
    """The other answer holds for the rest of the game."""
    desk = GameDesk.after("place-targi blue 7", "place-targi white 13")
    sit_down(desk).press("Whole game")
    assert desk.said[0] == AllowThis(desk.said[0].revision, Colour.WHITE, Reason.OPPOSITE_OPPONENT, Scope.GAME)


def test_a_refusal_read_once_stays_quiet(sit_down: Open) -> None:
    """ "Understood" brings the advice back without saying anything to the game; the place stays marked."""
    desk = GameDesk.after("place-targi blue 7", "place-targi white 13")
    table = sit_down(desk)
    table.press("Understood")
    assert desk.said == []
    assert table.root.table.ids.board.picture.wrong == {border(13)}
    assert table.root.table.advice.parent is not None


def test_a_question_is_asked_and_answered(sit_down: Open) -> None:
    """The tracker's question comes as a sheet with its answers, likely ones first; "Not now" puts it off."""
    question = Question(QuestionCode.WHAT_STANDS_HERE, border(5), choices=(BLUE_TARGI, None))
    desk = GameDesk.after(*BEGUN, sight=Sight(questions=(question,)))
    table = sit_down(desk)
    assert "What stands on card 5?" in table.words()
    assert table.root.table.ids.board.picture.doubts == {border(5)}
    table.press("Nothing")
    assert desk.said == [Answer(desk.game.revision, question, 1)]


def test_a_question_put_off(sit_down: Open) -> None:
    """ "Not now" brings the advice back; nothing is answered."""
    question = Question(QuestionCode.ONLY_TWO_TARGIS, colour=Colour.BLUE)
    desk = GameDesk.after(*BEGUN, sight=Sight(questions=(question,)))
    table = sit_down(desk)
    table.press("Not now")
    assert desk.said == []
    assert "Blue places a Targi." in table.words()


def test_two_questions_put_off(sit_down: Open) -> None:
    """Each question put off stays so until the game changes; the second one does not bring the first back."""
    asked = tuple(Question(QuestionCode.WHAT_STANDS_HERE, border(number), choices=(None,)) for number in (5, 9))
    table = sit_down(GameDesk.after(*BEGUN, sight=Sight(questions=asked)))
    table.press("Not now")
    assert "What stands on card 9?" in table.words()
    table.press("Not now")
    assert "Blue places a Targi." in table.words()


def test_play_by_touch_without_a_camera(sit_down: Open) -> None:
    """Without a camera a touch on a place is the move: the first Targi says who starts, the next ones follow in
    turn."""
    desk = GameDesk.after(source=Source.NONE)
    table = sit_down(desk)
    table.touch(5, 475)  # nowhere: nothing happens
    table.press("Play by touch")
    table.tap(border(7))
    table.press("Blue Targi")
    table.tap(border(2))
    assert [command.move for command in desk.said if isinstance(command, Play)] == [
        PlaceTargi(Colour.BLUE, border(7)),
        PlaceTargi(Colour.WHITE, border(2)),
    ]
    assert desk.game.state.turn is Colour.BLUE


def test_a_whole_round_by_touch(sit_down: Open) -> None:
    """A round goes from the first Targi over markers and actions to the Robber's move with one touch a move (RND-1)."""
    desk = GameDesk.after("start-player blue", source=Source.NONE)
    table = sit_down(desk)
    for number in (7, 2, 11, 14, 3, 6):
        table.tap(border(number))
    assert desk.game.state.crossings_of(Colour.BLUE) == (centre(1, 7), centre(3, 7))
    for where in (centre(1, 7), centre(3, 7), centre(2, 6)):
        table.tap(where)
    for where in (
        border(7),
        border(11),
        border(3),
        centre(1, 7),
        centre(3, 7),
        border(2),
        border(14),
        border(6),
        centre(2, 6),
    ):
        table.tap(where)
    table.tap(border(2))
    assert desk.game.state.round == 2
    assert desk.game.state.robber == border(2)
    assert all(isinstance(command, Play) for command in desk.said)


def test_a_wrong_touch_is_refused(sit_down: Open) -> None:
    """By touch a Targi that may not stand there is not put; the reason is said, and read it goes away."""
    desk = GameDesk.after("place-targi blue 7", source=Source.NONE)
    table = sit_down(desk)
    table.tap(border(13))
    assert "White may not stand on card 13: Blue is opposite, on card 7." in table.words()
    assert desk.game.state.standing.of(WHITE_TARGI) == ()
    table.press("Understood")
    assert "White places a Targi." in table.words()


def test_a_refused_piece_put_without_a_camera_is_taken_back(sit_down: Open) -> None:
    """A Targi that stands refused from before the camera went is taken back by one touch."""
    desk = GameDesk.after("place-targi blue 7", "place-targi white 13", source=Source.NONE)
    table = sit_down(desk)
    table.press("Take it back")
    assert desk.game.state.standing.of(WHITE_TARGI) == ()
    assert desk.game.state.turn is Colour.WHITE


def test_no_camera_offers_touch_and_recording(sit_down: Open) -> None:
    """The first start without a camera says so and offers the recorded table."""
    desk = GameDesk.after(source=Source.NONE)
    table = sit_down(desk)
    assert "No camera found" in table.words()
    table.press("Show the recording")
    assert desk.said == [ShowDemo()]


def test_why_there_is_no_picture(sit_down: Open) -> None:
    """A camera in use and a damaged file are named, not told as a camera that is missing; the touch screen is
    offered."""
    table = sit_down(GameDesk.after(source=Source.NONE, sight=Sight(problem=Problem(ProblemCode.CAMERA_BUSY))))
    assert "No picture of the table" in table.words()
    assert any("in use by another program" in words for words in table.words())
    broken = Problem(ProblemCode.MODEL_BROKEN, text="vision/models/reader.onnx")
    table = sit_down(GameDesk.after(source=Source.NONE, sight=Sight(problem=broken)))
    assert any("vision/models/reader.onnx" in words for words in table.words())
    assert "Play by touch" in table.words()


def test_a_camera_that_starts_is_said_to(sit_down: Open) -> None:
    """Before the first picture, and while the board is looked for, that is said beside the advice."""
    desk = GameDesk.after(source=Source.STARTING)
    table = sit_down(desk)
    assert {"The picture is on its way.", "Whoever starts places a Targi."} <= set(table.words())
    desk.sight, desk.shown = Sight(problem=Problem(ProblemCode.SEARCHING)), 1
    table.later(1)
    assert "Looking for the board. Nothing may cover it." in table.words()


def test_the_recording_is_left_by_the_menu(sit_down: Open) -> None:
    """While the recording plays the menu ends it, and a new game needs no second touch."""
    desk = GameDesk.after(*BEGUN, source=Source.DEMO, extra={"demo": True})
    table = sit_down(desk)
    table.press("Menu")
    table.press("End the recording")
    assert desk.said == [LeaveDemo()]
    assert table.root.screens.current == "table"
    table.press("Menu")
    table.press("Start the game")
    assert [type(command) for command in desk.said] == [LeaveDemo, NewGame]


def test_a_table_that_differs_is_shown_where(sit_down: Open) -> None:
    """When a person is asked whether the table is right, the places that differ are marked."""
    game = GameDesk.after(*BEGUN).game
    table_seen = Standing(game.state.standing.pieces - {(BLUE_TARGI, border(7))})
    sight = Sight(standing=table_seen, questions=(Question(QuestionCode.TAKE_OVER_TABLE),))
    board = sit_down(GameDesk(game, sight=sight)).root.table.ids.board
    assert board.picture.doubts == {border(7)}


def test_legal_places_on_wish(sit_down: Open) -> None:
    """Open places are marked only after "Places" is pressed: none on the Robber, a corner, a Targi, or opposite
    White."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    assert table.root.table.ids.board.picture.legal == frozenset()
    table.press("Places")
    assert {where.number for where in table.root.table.ids.board.picture.legal} == {3, 5, 6, 9, 11, 13, 14, 15}


def test_crossings_are_lit(sit_down: Open) -> None:
    """When the last Targi stands the crossings of both players are marked (XNG-1)."""
    lines = (*BEGUN, "place-targi blue 11", "place-targi white 14", "place-targi blue 3", "place-targi white 6")
    board = sit_down(GameDesk.after(*lines)).root.table.ids.board
    assert board.picture.crossings == {Colour.BLUE: (centre(1, 7), centre(3, 7)), Colour.WHITE: (centre(2, 6),)}


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
    table.press("Deutsch")
    assert desk.preferred == Prefer("de", "light")
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
    desk.shown += 1
    table.later(1)
    assert table.root._shade.a == 0


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
    table.touch(*notice.to_window(*notice.center))
    assert desk.said == [Dismiss()]
    table = sit_down(GameDesk.after(*BEGUN, sight=Sight(problem=Problem(ProblemCode.TOO_DARK))))
    notice = table.root.table.advice.ids.trouble
    table.touch(*notice.to_window(*notice.center))
    assert table.root.desk.said == []


def test_the_live_picture_keeps_one_texture(sit_down: Open) -> None:
    """Frames are put into one texture that is kept, the newest shown; the same frame again costs nothing."""
    desk = GameDesk.after(*BEGUN, picture=(1, np.zeros((300, 480, 3), np.uint8)))
    table = sit_down(desk)
    table.press("Camera")
    live = table.root.camera.ids.live
    first = live.texture
    desk.picture = (2, np.full((300, 480, 3), (200, 10, 30), np.uint8))
    table.later(0.1)
    assert live.texture is first
    assert live.number == 2
    assert tuple(live.texture.pixels[:3]) == (200, 10, 30)
    desk.picture = None
    table.later(0.1)
    assert live.texture is None


def test_a_person_says_which_corner_is_16(sit_down: Open) -> None:
    """While the program is not sure, a touch in the picture says where card 16 is, in pixels of the full picture."""
    desk = GameDesk.after(
        picture=(1, np.zeros((300, 480, 3), np.uint8)), aim=Aim(2.0, 0.6, 120.0, 0.8, corner16_sure=False)
    )
    desk.extra["picture_px"] = (1920, 1200)
    table = sit_down(desk)
    table.root.go("aim")
    table.frames()
    live = table.root.aim.ids.live
    table.touch(*live.to_window(*live.to_window_pixel(480, 300)))
    (command,) = desk.said
    assert isinstance(command, Calibrate)
    np.testing.assert_allclose(command.corner16_px, (480, 300), atol=5)  # a window pixel is 2.6 of the picture


def test_find_the_board(sit_down: Open) -> None:
    """The aim screen names what is not fine and what to do, and starts the search."""
    desk = GameDesk.after(aim=Aim(0.9, 0.1, 30.0, 0.8))
    table = sit_down(desk)
    table.root.go("aim")
    table.frames()
    assert {"Move the camera closer.", "Turn the lens until it is sharp.", "Too dark. Switch a lamp on."} <= set(
        table.words()
    )
    table.press("Find the board")
    assert desk.said == [Calibrate()]


def test_the_recorded_table_is_aimed_well(sit_down: Open) -> None:
    """What the film that ships measures (1.4 pixels a millimetre, sharpness 0.48, light 131) needs no mending."""
    table = sit_down(GameDesk.after(aim=Aim(1.4, 0.48, 131.0, 0.68)))
    table.root.go("aim")
    table.frames()
    measures = [table.root.aim.ids[name] for name in ("scale", "sharpness", "light")]
    assert [(measure.fine, measure.hint) for measure in measures] == [(True, "")] * 3


def test_a_stale_screen_presses_nothing(sit_down: Open) -> None:
    """A button pressed on an old view carries the old revision, so the desk can refuse it."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    shown = desk.game.revision
    desk.game.undo()  # the other player was faster, and no poll has come since
    table.root.table.advice.ids.pad.ids.undo.act()
    assert desk.said == [Undo(shown)]
    assert desk.game.state.standing.of(BLUE_TARGI) == (border(7),)
