"""What the window says of camera and recording: why there is no picture, and how the board is found."""

from __future__ import annotations

import numpy as np
import pytest

from companion.commands import Calibrate, LeaveDemo, NewGame, ShowDemo, Showing, ShowPieces
from companion.enrolling import Enrolment, Outcome
from companion.guide import Problem, ProblemCode, Sight
from companion.rules.board import SHOWN_AT, TARGIA, WHITE_TARGI, border
from companion.view import Aim, Source
from tests.ui.conftest import Open
from tests.ui.desk import BEGUN, GameDesk
from ui.aim import too_far_for_names


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


def test_the_live_picture_keeps_one_texture(sit_down: Open) -> None:
    """Frames are put into one texture that is kept, the newest shown; the same frame again costs nothing."""
    desk = GameDesk.after(*BEGUN, picture=(1, np.zeros((300, 480, 3), np.uint8)))
    table = sit_down(desk)
    table.press("Help")
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
    live = table.root.aim.ids.aiming.ids.live
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
    measures = [table.root.aim.ids.aiming.ids[name] for name in ("scale", "sharpness", "light")]
    assert [(measure.fine, measure.hint) for measure in measures] == [(True, "")] * 3


@pytest.mark.parametrize(("names_per_mm", "far"), [(1.9, True), (2.0, False), (None, False)])
def test_a_camera_may_be_near_enough_for_figures_alone(names_per_mm: float | None, far: bool, sit_down: Open) -> None:
    """Names of cards want two pixels a millimetre, in the stills where the camera takes some: the aim screen says when
    there are fewer.
    """
    table = sit_down(GameDesk.after(aim=Aim(1.4, 0.48, 131.0, 0.68, names_per_mm=names_per_mm)))
    table.root.go("aim")
    table.frames()
    measure = table.root.aim.ids.aiming.ids.scale
    assert (measure.fine, measure.hint) == (True, "Fine for figures, too far away for names of cards." if far else "")
    view = table.root.desk.view()
    assert view.aim is not None
    assert too_far_for_names(view.aim) == far


def test_one_of_each_piece_is_shown_where_the_drawing_has_it(sit_down: Open) -> None:
    """From the aim screen: nobody plays meanwhile; learning is asked for; what is missing is named and marked in the
    drawing; what is known may be forgotten; going back lets the game go on."""
    desk = GameDesk.after(aim=Aim(2.0, 0.5, 120.0, 0.8))
    desk.extra = {"calibrated": True, "enrolment": Enrolment()}
    table = sit_down(desk)
    table.root.go("aim")
    table.frames()
    table.press("Show the pieces")
    assert desk.said == [ShowPieces(Showing.BEGIN)]
    board = table.root.showing.ids.lay.ids.board
    laid = {(piece, where) for piece, where in SHOWN_AT.items() if piece != TARGIA}
    assert board.picture.standing.pieces == laid
    table.press("Learn them")
    assert desk.said[-1] == ShowPieces(Showing.LEARN)
    desk.extra = {"calibrated": True, "enrolment": Enrolment(Outcome.LOOKING)}
    desk.shown += 1
    table.root.poll(0)
    table.frames()
    assert table.root.showing.ids.lay.ids.learn.disabled
    desk.extra = {"calibrated": True, "enrolment": Enrolment(Outcome.MISSING, (WHITE_TARGI,))}
    desk.shown += 1
    table.root.poll(0)
    table.frames()
    assert (
        "Not seen where it should be, or something else stands there: white Targi on card 10. Nothing was learnt."
        in table.words()
    )
    assert board.picture.doubts == {border(10)}
    assert table.root.showing.ids.lay.ids.forget.disabled
    desk.extra = {"calibrated": True, "enrolment": Enrolment(Outcome.LEARNT), "pieces_known": True}
    desk.shown += 1
    table.root.poll(0)
    table.frames()
    assert "Learnt. Take the Targis and markers away again." in table.words()
    table.press("Forget them")
    assert desk.said[-1] == ShowPieces(Showing.FORGET)
    table.press("Back")
    assert desk.said[-1] == ShowPieces(Showing.END)
    assert table.root.screens.current == "aim"


def test_no_pieces_are_shown_to_no_camera(sit_down: Open) -> None:
    """Without a camera that has found the board learning is not offered, and why."""
    table = sit_down(GameDesk.after(source=Source.NONE))
    table.root.go("showing")
    table.frames()
    assert table.root.showing.ids.lay.ids.learn.disabled
    assert "For this the camera must have found the board." in table.words()


def test_gone_in_a_moment_the_pieces_are_shown_no_more(sit_down: Open) -> None:
    """Two screens on within one frame: the game goes on all the same."""
    desk = GameDesk.after()
    root = sit_down(desk).root
    root.go("showing")
    root.go("aim")
    root.go("table")
    assert desk.said == [ShowPieces(Showing.BEGIN), ShowPieces(Showing.END)]


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome.TOO_DARK, "Too dark. Switch a lamp on."),
        (Outcome.TOO_BRIGHT, "Too bright. Dim the lamp."),
        (Outcome.BLOCKED, "Something covers the board. Nothing was learnt."),
        (Outcome.NO_BOARD, "The board is not in view. Nothing was learnt."),
    ],
)
def test_why_no_pieces_were_learnt_is_said(outcome: Outcome, words: str, sit_down: Open) -> None:
    """In words that say what to do."""
    desk = GameDesk.after()
    desk.extra = {"calibrated": True, "enrolment": Enrolment(outcome)}
    table = sit_down(desk)
    table.root.go("showing")
    table.frames()
    assert words in table.words()
    assert table.root.showing.ids.lay.ids.sign.symbol == "warning"
