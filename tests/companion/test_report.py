"""The command line's words: every code has some, and they are sentences."""

from __future__ import annotations

import pytest

from companion.gaze import ViewEvent
from companion.guide import Problem, ProblemCode
from companion.report import found, gave_up, line, not_found, told, trouble
from companion.rules.board import WHITE_TARGI, Colour, Doubt, border, centre
from companion.rules.events import (
    Event,
    GameOver,
    IllegalMarker,
    IllegalPlacement,
    Intersections,
    MarkerPlaced,
    MarkerReturned,
    Raid,
    RobberMisplaced,
    RobberMoved,
    RoundStarted,
    TargiaMoved,
    TargiPlaced,
    TargiReturned,
)
from companion.rules.state import EndReason, Reason
from companion.tracker import Unsure
from hardware.camera import Trouble
from hardware.doctor import Finding
from vision.calibrating import NotFound

EVENTS: tuple[Event, ...] = (
    RoundStarted(2, Colour.BLUE, border(2), border(14)),
    RoundStarted(1, None, border(1), None),
    TargiPlaced(Colour.BLUE, border(2)),
    IllegalPlacement(Colour.BLUE, border(4), Reason.RAID_CARD),
    Intersections((centre(1, 5), centre(2, 5)), ()),
    MarkerPlaced(Colour.WHITE, centre(1, 5)),
    IllegalMarker(Colour.WHITE, centre(1, 5), Reason.NO_CROSSING),
    TargiReturned(Colour.WHITE, border(5)),
    MarkerReturned(Colour.WHITE, centre(1, 5)),
    RobberMoved(border(2)),
    RobberMisplaced(border(9), border(2)),
    TargiaMoved(border(14)),
    Raid(border(4)),
    GameOver(EndReason.ROBBER),
    GameOver(EndReason.TWELVE_CARDS),
)


def test_every_event_is_here() -> None:
    """The list above holds every kind of event there is."""
    assert {event.name for event in EVENTS} == {kind.name for kind in Event.__subclasses__()}


@pytest.mark.parametrize("what", [*EVENTS, *ViewEvent], ids=str)
def test_every_event_is_a_sentence(what: Event | ViewEvent) -> None:
    """Every event is told in words that end with a full stop, and not in its code's."""
    text = told(what)
    assert text.endswith(".")
    assert "(" not in text
    assert "_" not in text


@pytest.mark.parametrize("reason", [reason for reason in Reason if reason.allowable], ids=str)
def test_every_reason_has_words(reason: Reason) -> None:
    """No rule's code is shown as such."""
    why = told(IllegalPlacement(Colour.BLUE, border(4), reason)).partition("; ")[2]
    assert " " in why


def test_lines_carry_the_time() -> None:
    """A line begins with minutes and seconds of the source."""
    assert line(754.5, RobberMoved(border(2))) == " 12:34.5  The Robber moves to 2."
    doubt = Unsure(Doubt(border(6), WHITE_TARGI, 0.61), 3.0)
    assert line(3.0, doubt) == "  0:03.0  Not sure about 6: white targi (61%)?"
    assert line(3.0, Intersections((), (centre(2, 6),))).endswith("Crossings: blue none; white 2x6.")


@pytest.mark.parametrize("code", Trouble, ids=str)
def test_every_trouble_of_a_camera_has_words(code: Trouble) -> None:
    """Every trouble is a sentence about what it concerns."""
    text = trouble(str(code), "film.mp4", "its cause")
    assert text.endswith(".")
    assert "{" not in text


@pytest.mark.parametrize("code", Finding, ids=str)
def test_every_finding_of_the_doctor_has_words(code: Finding) -> None:
    """Every finding has words, with what was found in them."""
    text = found(str(code), "DETAIL", "GROUP")
    assert text
    assert "{" not in text


@pytest.mark.parametrize("code", NotFound, ids=str)
def test_every_reason_for_no_board_has_words(code: NotFound) -> None:
    """Every reason ends the sentence "... cannot be used: "."""
    assert "_" not in not_found(str(code))


CAMERA_PROBLEMS = (
    ProblemCode.NO_CAMERA,
    ProblemCode.CAMERA_BUSY,
    ProblemCode.CAMERA_NOT_ALLOWED,
    ProblemCode.CAMERA_STALLED,
    ProblemCode.READING_FAILED,
    ProblemCode.BLACK_PICTURES,
    ProblemCode.DEMO_STOPPED,
    ProblemCode.DEMO_ENDED,
    ProblemCode.MODEL_BROKEN,
    ProblemCode.SEARCHING,
    ProblemCode.WHICH_CORNER,
    ProblemCode.NO_BOARD,
    ProblemCode.OTHER_TABLE,
    ProblemCode.VIEW_BLOCKED,
    ProblemCode.TOO_DARK,
    ProblemCode.TOO_BRIGHT,
)


@pytest.mark.parametrize("code", CAMERA_PROBLEMS, ids=str)
def test_every_problem_of_the_camera_has_words(code: ProblemCode) -> None:
    """What the headless product may meet is told in sentences, when it goes on and when it gives up; a file is
    named."""
    problem = Problem(code, text="reader.onnx")
    for sentence in (told(problem), gave_up(problem)):
        assert " " in sentence
        assert sentence.endswith((".", "?"))
        assert ("reader.onnx" in sentence) == (code in (ProblemCode.MODEL_BROKEN, ProblemCode.CAMERA_BUSY))
