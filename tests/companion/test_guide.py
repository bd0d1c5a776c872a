"""What is said in which position."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.guide import (
    AdviceCode,
    Forbidden,
    Guidance,
    Note,
    Problem,
    ProblemCode,
    Question,
    QuestionCode,
    Sight,
    guide,
)
from companion.rules.agenda import at_hand
from companion.rules.board import (
    BLUE_MARKER,
    BLUE_TARGI,
    ROBBER,
    WHITE_TARGI,
    Colour,
    Light,
    Standing,
    border,
    centre,
)
from companion.rules.engine import legal_moves
from companion.rules.state import EndReason, Phase, Reason, Settings
from companion.simulate import next_move
from tests.companion.with_books import kept

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.companion.conftest import Table


def said(table: Table) -> Guidance:
    return guide(table.state)


def test_the_first_targi(new_table: Callable[..., Table]) -> None:
    """Nobody has begun: any player may."""
    guidance = said(new_table(start=None))
    assert guidance.advice == (Note(AdviceCode.FIRST_TARGI),)
    assert (guidance.turn, guidance.legal) == (None, ())


def test_whose_turn_and_where(table: Table) -> None:
    """White places the first of three Targis, anywhere but where it may not."""
    table.play("place-targi blue 2")
    guidance = said(table)
    assert (guidance.turn, guidance.start_player) == (Colour.WHITE, Colour.BLUE)
    assert guidance.advice == (Note(AdviceCode.PLACE_TARGI, Colour.WHITE, number=3),)
    assert [where.number for where in guidance.legal] == [3, 5, 6, 7, 9, 11, 13, 14, 15]
    assert guidance.crossings == ()


@pytest.mark.parametrize(
    ("line", "forbidden"),
    [
        ("4", Forbidden(WHITE_TARGI, border(4), Reason.RAID_CARD)),
        ("1", Forbidden(WHITE_TARGI, border(1), Reason.ROBBER)),
        ("10", Forbidden(WHITE_TARGI, border(10), Reason.OPPOSITE_OPPONENT, border(2))),
    ],
)
def test_why_not(table: Table, line: str, forbidden: Forbidden) -> None:
    """What stands where it may not, with the reason and what stands against it; a card may allow it."""
    table.play("place-targi blue 2", f"place-targi white {line}")
    guidance = said(table)
    assert guidance.forbidden == (forbidden,)
    assert forbidden.allowable
    assert guidance.advice[0] == Note(AdviceCode.PLACE_TARGI, Colour.WHITE, number=3)


def test_crossings_and_markers(table: Table) -> None:
    """Blue owes two markers, white has no crossing."""
    table.place_all()
    guidance = said(table)
    crossings = (centre(2, 7), centre(3, 7))
    assert guidance.crossings == ((Colour.BLUE, crossings), (Colour.WHITE, ()))
    assert guidance.advice == (
        Note(AdviceCode.PLACE_MARKERS, Colour.BLUE, places=crossings),
        Note(AdviceCode.NO_CROSSINGS, Colour.WHITE),
    )


def test_actions(table: Table) -> None:
    """Blue's figures first, white's later."""
    table.place_all()
    table.play("place-marker blue 2x7", "place-marker blue 3x7", "return-targi blue 2")
    assert said(table).advice == (
        Note(AdviceCode.ACT, Colour.BLUE, places=(border(3), border(13), centre(2, 7), centre(3, 7))),
        Note(AdviceCode.ACTS_LATER, Colour.WHITE, places=(border(5), border(6), border(14))),
    )


def all_back(table: Table, number: int) -> None:
    table.go_to(number)
    while table.state.phase is not Phase.ROBBER:
        table.play("pass-on")


def test_the_walk_of_robber_and_targia(dune_table: Table) -> None:
    """To 5 with a raid on 4 first, the Targia to 11; what is done is not said again."""
    all_back(dune_table, 3)
    robber = Note(AdviceCode.MOVE_ROBBER, place=border(5), raid=border(4))
    targia = Note(AdviceCode.MOVE_TARGIA, place=border(11))
    assert said(dune_table).advice == (robber, targia)
    dune_table.play("move-robber 4")
    assert said(dune_table).advice == (
        Note(AdviceCode.PAY_RAID, place=border(5), raid=border(4)),
        Note(AdviceCode.MOVE_ROBBER, place=border(5)),
        targia,
    )
    dune_table.play("move-robber 5")
    assert said(dune_table).advice == (targia,)


@pytest.mark.parametrize(("number", "corner", "rounds"), [(1, 4, 3), (3, 4, 1), (4, 8, 3), (12, 16, 1)])
def test_the_next_raid(table: Table, number: int, corner: int, rounds: int) -> None:
    """Where and in how many rounds."""
    table.go_to(number)
    guidance = said(table)
    assert (guidance.next_raid, guidance.rounds_to_raid) == (border(corner), rounds)


def test_the_raid_after_this_one(table: Table) -> None:
    """While the Robber still stands on 4, the next raid is the one on 8."""
    all_back(table, 3)
    table.play("move-robber 4")
    guidance = said(table)
    assert (guidance.next_raid, guidance.rounds_to_raid) == (border(8), 4)


def test_a_raid_ahead_is_said_a_round_before(table: Table) -> None:
    """In round 3: the raid on 4 follows. In round 12 it is the last round."""
    table.go_to(3)
    assert Note(AdviceCode.RAID_NEXT_ROUND, raid=border(4)) in said(table).advice
    table.go_to(12)
    assert Note(AdviceCode.LAST_ROUND) in said(table).advice


def test_the_last_round_by_the_twelfth_card(table: Table) -> None:
    """Who has it is said until the game is over; then why it is."""
    table.place_all()
    table.play("twelfth-card white")
    assert Note(AdviceCode.LAST_ROUND, Colour.WHITE) in said(table).advice
    table.play("pass-on")
    table.end_round()
    assert said(table).advice == (Note(AdviceCode.GAME_OVER, end=EndReason.TWELVE_CARDS),)
    assert said(table).next_raid is None


def test_what_was_left_behind(table: Table) -> None:
    """Said until it is taken back; it is no forbidden placement."""
    table.place_all()
    table.play("place-marker blue 2x7", "pass-on", "pass-on", "pass-on")
    guidance = said(table)
    assert Note(AdviceCode.TAKE_BACK, Colour.BLUE, centre(2, 7), piece=BLUE_MARKER) in guidance.advice
    assert guidance.forbidden == ()


def test_robber_and_targia_on_the_wrong_card(dune_table: Table) -> None:
    """Wrong and right card are named."""
    dune_table.play("move-robber 3", "move-targia 14")
    assert said(dune_table).problems == (
        Problem(ProblemCode.ROBBER_MISPLACED, border(3), border(1)),
        Problem(ProblemCode.TARGIA_MISPLACED, border(14), border(15)),
    )


def test_a_marker_early_asks_about_the_last_targi(table: Table) -> None:
    """White's third Targi is missing and blue marks: has white only two?"""
    table.play(*[f"place-targi {line}" for line in ("blue 2", "white 5", "blue 13", "white 6", "blue 3")])
    assert said(table).questions == ()
    table.play("place-marker blue 2x7")
    assert said(table).questions == (Question(QuestionCode.ONLY_TWO_TARGIS, colour=Colour.WHITE),)


@pytest.mark.parametrize(
    ("sight", "expected"),
    [
        (Sight(), []),
        (Sight(problem=Problem(ProblemCode.NO_BOARD), blocked=True), [ProblemCode.NO_BOARD]),
        (Sight(blocked=True), [ProblemCode.VIEW_BLOCKED]),
        (Sight(light=Light.TOO_DARK, moved=True), [ProblemCode.TOO_DARK, ProblemCode.CAMERA_MOVED]),
        (Sight(light=Light.TOO_BRIGHT), [ProblemCode.TOO_BRIGHT]),
    ],
)
def test_what_hinders_the_camera(table: Table, sight: Sight, expected: list[ProblemCode]) -> None:
    """Each problem by its code; without a picture nothing else is said of it."""
    assert [problem.code for problem in guide(table.state, sight).problems] == expected


def test_table_and_box_disagree(table: Table) -> None:
    """After an undo the table shows more than the game: what stands there, and what should."""
    table.play("place-targi blue 2")
    seen = Standing(frozenset({(ROBBER, border(1)), (WHITE_TARGI, border(2)), (BLUE_TARGI, border(3))}))
    assert guide(table.state, Sight(standing=seen)).problems == (
        Problem(ProblemCode.TABLE_DIFFERS, border(2), piece=WHITE_TARGI, expected=BLUE_TARGI),
        Problem(ProblemCode.TABLE_DIFFERS, border(3), piece=BLUE_TARGI),
    )
    assert guide(table.state, Sight(standing=table.state.standing)).problems == ()


def test_problems_of_the_disk_come_first(table: Table) -> None:
    """What the store says is passed on."""
    full = Problem(ProblemCode.DISK_FULL)
    guidance = guide(table.state, Sight(blocked=True), (full,))
    assert [problem.code for problem in guidance.problems] == [ProblemCode.DISK_FULL, ProblemCode.VIEW_BLOCKED]


@pytest.mark.clause("RAID-16")
def test_after_the_last_raid_no_other_comes() -> None:
    """The Robber has come to 16 and books ask what the raid costs: no raid is announced any more."""
    game = kept(Settings(start=Colour.BLUE))
    chance = Random(2)
    while not (game.state.robber == border(16) and at_hand(game.state)):
        game.play(next_move(game.state, legal_moves(game.state), chance))
    guidance = guide(game.state)
    assert (guidance.next_raid, guidance.rounds_to_raid) == (None, None)
