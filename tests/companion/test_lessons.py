"""A first game in three stages: which lesson fits which position."""

from __future__ import annotations

import pytest

from companion.agreement import Agreement
from companion.lessons import Lesson, LessonCode, Level, Stage, lesson, level_of
from companion.rules.board import Colour, border, centre
from companion.rules.state import Phase, Settings
from tests.companion.views import played

FIRST = Agreement(first_game=True)
PLACED = (
    "place-targi blue 7", "place-targi white 2", "place-targi blue 11", "place-targi white 14", "place-targi blue 3",
    "place-targi white 6",
)  # fmt: skip
MARKED = (*PLACED, "place-marker blue 1x7", "place-marker blue 3x7", "place-marker white 2x6")
BLUE, WHITE = Colour.BLUE, Colour.WHITE


@pytest.mark.clause("PLC-2", "PLC-3", "PLC-5", "XNG-1", "XNG-4")
def test_a_first_game_has_three_stages() -> None:
    """Placing only, then the markers, then the cards; each step of the table brings the next lesson."""
    told = []
    for count in range(len(MARKED) + 1):
        learnt = lesson(played(*MARKED[:count]).state, FIRST)
        assert learnt is not None
        if (learnt.stage, learnt.code) not in told:
            told.append((learnt.stage, learnt.code))
    assert told == [
        (Stage.PLACING, LessonCode.FIRST_TARGI),
        (Stage.PLACING, LessonCode.NOT_OPPOSITE),
        (Stage.PLACING, LessonCode.CROSSINGS),
        (Stage.PLACING, LessonCode.LAST_TARGI),
        (Stage.MARKING, LessonCode.MARKERS),
        (Stage.CARDS, LessonCode.BORDER_CARD),
    ]


@pytest.mark.clause("PLC-4", "PLC-5", "XNG-1")
def test_the_places_of_a_lesson() -> None:
    """Closed to White: Blue's card and the one opposite; Blue's crossings want markers."""
    closed = lesson(played(*PLACED[:1]).state, FIRST)
    assert closed == Lesson(LessonCode.NOT_OPPOSITE, Stage.PLACING, WHITE, (border(7), border(13)))
    markers = lesson(played(*PLACED).state, FIRST)
    assert markers == Lesson(LessonCode.MARKERS, Stage.MARKING, BLUE, (centre(1, 7), centre(3, 7)))


@pytest.mark.clause("ACT-3", "ACT-4", "RND-4")
def test_cards_then_the_round_s_end_then_the_aim() -> None:
    """Targis first, markers after them; then the round's end; the second round is no stage any more and tells the
    aim."""
    back = tuple(f"return-targi blue {number}" for number in (7, 11, 3))
    central = lesson(played(*MARKED, *back).state, FIRST)
    assert central == Lesson(LessonCode.CENTRAL_CARD, Stage.CARDS, BLUE, (centre(1, 7), centre(3, 7)))
    game = played(*MARKED, "pass-on", "pass-on")
    assert game.state.phase is Phase.ROBBER
    ended = lesson(game.state, FIRST)
    assert ended is not None
    assert (ended.code, ended.stage) == (LessonCode.ROUND_ENDS, Stage.CARDS)
    second = lesson(played(*MARKED, "pass-on", "pass-on", "move-robber 2").state, FIRST)
    assert second is not None
    assert (second.code, second.stage) == (LessonCode.AIM, None)


@pytest.mark.clause("RND-3")
def test_a_raid_has_a_lesson_of_its_own() -> None:
    """After round 3 the Robber comes to 4."""
    lines: list[str] = []
    for robber in (2, 3):
        lines += ["pass-on", "pass-on", f"move-robber {robber}"]
    game = played("start-player blue", *lines, "pass-on", "pass-on")
    assert (game.state.round, game.state.phase) == (3, Phase.ROBBER)
    raid = lesson(game.state, FIRST)
    assert raid is not None
    assert raid.code is LessonCode.RAID


def test_how_much_is_said() -> None:
    """Everything in the first rounds of a first game, then what people like; nothing is a stage outside it."""
    state = played(settings=Settings(start=BLUE)).state
    assert level_of(Level.OFF, FIRST, state) is Level.FULL
    assert level_of(Level.OFF, Agreement(), state) is Level.OFF
    plain = lesson(state, Agreement())
    assert plain is not None
    assert plain.stage is None
