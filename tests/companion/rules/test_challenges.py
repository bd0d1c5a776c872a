"""Choosing challenges, and drawing them."""

from __future__ import annotations

from random import Random

import pytest

from companion.rules.board import Colour
from companion.rules.challenges import (
    Category,
    Challenge,
    ChoiceFault,
    ObstacleChallenge,
    ResourceChallenge,
    RobberChallenge,
    RowKind,
    RowsChallenge,
    Stock,
    SymbolChallenge,
    VpChallenge,
    choice_faults,
    drawn,
)
from companion.rules.resources import Symbol
from tests.companion.rules.final import alone, blue

# The printed example card has these four resource challenges; the others are invented.
EXAMPLE_CARD = (
    ResourceChallenge(Stock.SALT, 2),
    ResourceChallenge(Stock.PEPPER, 2),
    ResourceChallenge(Stock.DATES, 2),
    ResourceChallenge(Stock.GOODS, 3),
)
VP, ROBBER, KEPT, ANDY = VpChallenge(30), RobberChallenge(3), ObstacleChallenge(True), ObstacleChallenge(True, True)
ROWS, SYMBOLS = RowsChallenge(RowKind.SAME, 1), SymbolChallenge(Symbol.WELL, Symbol.TENT)
ALL = (VP, VpChallenge(35), *EXAMPLE_CARD, ROWS, SYMBOLS, KEPT, ANDY, ROBBER)


@pytest.mark.clause("BCHA-1")
def test_there_are_five_categories() -> None:
    """Victory points, resources, display, obstacle, Robber; every challenge is of one of them."""
    assert {str(category) for category in Category} == {"vp", "resource", "display", "obstacle", "robber"}
    assert {task.category for task in ALL} == set(Category)


@pytest.mark.clause("BCHA-1")
@pytest.mark.parametrize(
    ("chosen", "faults"),
    [
        ((), ()),
        ((VP, EXAMPLE_CARD[0], ROWS, KEPT, ROBBER), ()),
        ((VP,), ()),
        ((VP, ROWS, SYMBOLS), ((ChoiceFault.CATEGORY_TWICE, 2),)),
        ((VP, VP), ((ChoiceFault.CATEGORY_TWICE, 1),)),
        ((ROWS, ROBBER), ((ChoiceFault.NO_VP, 0),)),
    ],
)
def test_one_challenge_of_a_category_and_a_vp_challenge_among_them(
    chosen: tuple[Challenge, ...], faults: tuple[tuple[ChoiceFault, int], ...]
) -> None:
    """A second of a category is refused; without the VP challenge there is a warning, no more."""
    assert choice_faults(chosen, solo=True) == faults
    assert [fault.warning for fault, _ in faults] == [fault is ChoiceFault.NO_VP for fault, _ in faults]


@pytest.mark.clause("BCHA-5", "BCHA-8")
@pytest.mark.parametrize(
    ("task", "allowed"),
    [(VP, False), (ROBBER, False), (EXAMPLE_CARD[3], True), (ROWS, True), (KEPT, True), (ANDY, False)],
)
def test_two_players_have_resources_displays_and_obstacles(task: Challenge, allowed: bool) -> None:
    """Not VP and Robber, and not the obstacle that makes Andy the start player; alone all of them."""
    assert choice_faults([task], solo=False) == (() if allowed else ((ChoiceFault.NOT_FOR_TWO, 0),))
    assert choice_faults([VP, task], solo=True) in ((), ((ChoiceFault.CATEGORY_TWICE, 1),))


@pytest.mark.clause("BCHA-5")
def test_an_obstacle_decides_by_whether_it_was_kept() -> None:
    """Broken, it loses the game alone however many points there are; it brings no points of its own."""
    side = blue(vp_tokens=40)
    assert alone(side, VP, ANDY).winner is Colour.BLUE
    assert alone(side, VP, ObstacleChallenge(False, True)).winner is None
    assert alone(side, VP, ANDY).tallies[0].total == 40


@pytest.mark.clause("BCHA-9")
def test_challenges_are_drawn_one_of_a_category() -> None:
    """Five are one of each; fewer have the VP challenge among them; every challenge comes up, and the same chance
    gives the same."""
    came: set[Challenge] = set()
    for seed in range(60):
        for count in range(1, 6):
            found = drawn(ALL, count, Random(seed))
            assert len({task.category for task in found}) == len(found) == count
            assert found[0].category is Category.VP
            assert choice_faults(found, solo=True) == ()
            assert found == drawn(ALL, count, Random(seed))
            came |= set(found)
    assert came == set(ALL)


@pytest.mark.clause("BCHA-8", "BCHA-9")
def test_two_players_draw_what_they_may_choose() -> None:
    """Three categories at the most, and never the obstacle with Andy."""
    came: set[Challenge] = set()
    for seed in range(60):
        found = drawn(ALL, 5, Random(seed), solo=False)
        assert [task.category for task in found] == [Category.RESOURCE, Category.DISPLAY, Category.OBSTACLE]
        came |= set(found)
    assert came == {*EXAMPLE_CARD, ROWS, SYMBOLS, KEPT}
