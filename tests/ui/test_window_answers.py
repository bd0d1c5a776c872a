"""The window asked and refused: places put right, steps taken back, questions, what a card allows."""

from __future__ import annotations

from companion.commands import (
    AllowThis,
    Answer,
    Correct,
    Redo,
    Undo,
)
from companion.guide import Question, QuestionCode, Sight
from companion.rules.board import BLUE_TARGI, ROBBER, WHITE_TARGI, Colour, Standing, border
from companion.rules.state import Reason, Scope
from tests.ui.conftest import Open
from tests.ui.desk import BEGUN, GameDesk


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
    desk = GameDesk.after("place-targi blue 7", "dunes 0", "dunes 0")
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


def test_a_table_that_differs_is_shown_where(sit_down: Open) -> None:
    """When a person is asked whether the table is right, the places that differ are marked."""
    game = GameDesk.after(*BEGUN).game
    table_seen = Standing(game.state.standing.pieces - {(BLUE_TARGI, border(7))})
    sight = Sight(standing=table_seen, questions=(Question(QuestionCode.TAKE_OVER_TABLE),))
    board = sit_down(GameDesk(game, sight=sight)).root.table.ids.board
    assert board.picture.doubts == {border(7)}
