"""Challenges in the scoring: alone they decide the game, for two they bring points."""

from __future__ import annotations

import pytest

from companion.rules.board import Colour
from companion.rules.challenges import (
    Category,
    ObstacleChallenge,
    ResourceChallenge,
    RobberChallenge,
    RowKind,
    RowsChallenge,
    Stock,
    SymbolChallenge,
    VpChallenge,
)
from companion.rules.scoring import DecidedBy, What
from tests.companion.rules.final import A, C, O, T, W, against, alone, blue, card, row, white


@pytest.mark.clause("BCHA-2", "BCHA-7")
@pytest.mark.parametrize(("least", "won"), [(11, True), (12, True), (13, False)])
def test_vp_challenge_wants_so_many_points(least: int, won: bool) -> None:
    """12 VP meet a challenge of 12, not one of 13; alone that decides."""
    result = alone(blue(vp_tokens=12), VpChallenge(least))
    assert result.tallies[0].fulfilled == ((Category.VP, won),)
    assert (result.winner, result.decided_by) == (Colour.BLUE if won else None, DecidedBy.CHALLENGES)


STOCK = {"dates": 1, "salt": 2, "pepper": 3, "gold": 2, "vp_tokens": 5}


@pytest.mark.clause("BCHA-3")
@pytest.mark.parametrize(
    ("what", "has"),
    [
        (Stock.DATES, 1),
        (Stock.SALT, 2),
        (Stock.PEPPER, 3),
        (Stock.GOODS, 6),
        (Stock.GOLD, 2),
        (Stock.VP_TOKENS, 5),
    ],
)
def test_resource_challenge_wants_what_is_left(what: Stock, has: int) -> None:
    """As much as is left meets it, one more does not; water and gold are no goods."""
    side = blue(**STOCK, water=9)
    assert alone(side, ResourceChallenge(what, has)).tallies[0].fulfilled == ((Category.RESOURCE, True),)
    assert alone(side, ResourceChallenge(what, has + 1)).tallies[0].fulfilled == ((Category.RESOURCE, False),)


@pytest.mark.clause("BCHA-4")
def test_display_challenge_wants_rows_or_symbols() -> None:
    """Two full rows of one symbol and one of four; wells 9, camel riders 1, tents 1: more wells than tents, and as many
    riders as tents are not more."""
    side = blue(row(W, W, W, W), row(W, C, O, T), row(W, W, W, W))
    asked: list[tuple[RowsChallenge | SymbolChallenge, bool]] = [
        (RowsChallenge(RowKind.SAME, 2), True),
        (RowsChallenge(RowKind.SAME, 3), False),
        (RowsChallenge(RowKind.DIFFERENT, 1), True),
        (RowsChallenge(RowKind.DIFFERENT, 2), False),
        (SymbolChallenge(W, T), True),
        (SymbolChallenge(C, T), False),
        (SymbolChallenge(A, T), False),
    ]
    for challenge, met in asked:
        assert alone(side, challenge).tallies[0].fulfilled == ((Category.DISPLAY, met),)


@pytest.mark.clause("BCHA-6", "BCHA-10")
def test_bonus_and_robber_come_before_the_vp_challenge() -> None:
    """10 VP, 2 more for the resource challenge, 3 off for the Robber: 9. So 9 is met and 10 is not."""
    side = blue(vp_tokens=10)
    for least, met in ((9, True), (10, False)):
        result = alone(side, VpChallenge(least), RobberChallenge(3), ResourceChallenge(Stock.VP_TOKENS, 5))
        tally = result.tallies[0]
        assert [(line.what, line.vp) for line in tally.lines] == [
            (What.VP_TOKENS, 10), (What.CHALLENGE, 2), (What.ROBBER, -3),
        ]  # fmt: skip
        assert tally.fulfilled == ((Category.VP, met), (Category.RESOURCE, True))
        assert (result.winner is Colour.BLUE) is met


@pytest.mark.clause("BCHA-7")
def test_one_missed_challenge_loses() -> None:
    """A broken obstacle loses though all else is met; kept, it wins and brings no points."""
    others = (VpChallenge(5), ResourceChallenge(Stock.GOLD, 1))
    side = blue(vp_tokens=10, gold=1)
    assert alone(side, ObstacleChallenge(False), *others).winner is None
    result = alone(side, ObstacleChallenge(True), *others)
    assert (result.winner, result.tallies[0].total) == (Colour.BLUE, 12)


def test_alone_without_challenges_nobody_wins() -> None:
    """A solo game without a goal is counted and not won; the Robber's deduction alone is no goal."""
    for challenges in ((), (RobberChallenge(2),)):
        result = alone(blue(vp_tokens=10), *challenges)
        assert (result.winner, result.decided_by) == (None, DecidedBy.NONE)


@pytest.mark.clause("BCHA-8")
def test_two_players_get_points_for_their_challenges() -> None:
    """Each who meets the resource or display challenge gets 2 VP with its own line; who does not, does not."""
    tasks = (ResourceChallenge(Stock.DATES, 2), RowsChallenge(RowKind.SAME, 1), ObstacleChallenge(True))
    result = against(blue(row(W, W, W, W), dates=2), white(dates=1, vp_tokens=7), *tasks)
    first, second = result.tallies
    assert [(line.what, line.vp, line.category) for line in first.lines if line.what is not What.ROW] == [
        (What.CHALLENGE, 2, Category.RESOURCE), (What.CHALLENGE, 2, Category.DISPLAY),
    ]  # fmt: skip
    assert (first.total, second.total, result.winner) == (8, 7, Colour.BLUE)


@pytest.mark.card("EX-C2")
def test_c2_is_settled_before_resource_challenges_to_the_owners_best() -> None:
    """Three dates: as 1 VP, or kept for the challenge's 2 VP: kept. Six: three given and three kept: 3 VP."""
    wants_goods = ResourceChallenge(Stock.GOODS, 3)
    c2 = card("EX-C2", vp=0)
    assert [line.what for line in alone(blue((c2,), dates=3), wants_goods).tallies[0].lines] == [What.CHALLENGE]
    assert alone(blue((c2,), dates=6), wants_goods).tallies[0].total == 1 + 2
    assert alone(blue((c2,), dates=9), wants_goods).tallies[0].total == 2 + 2
    # Two dates are wanted: the four salt and one date give one point, a date and four others stay.
    assert alone(blue((c2,), dates=2, salt=4), ResourceChallenge(Stock.DATES, 2)).tallies[0].total == 1 + 2
    # A hopeless challenge keeps nothing back.
    assert alone(blue((c2,), dates=3), ResourceChallenge(Stock.SALT, 1)).tallies[0].total == 1


@pytest.mark.card("EX-C2")
def test_a_solo_game_won_is_better_than_points() -> None:
    """Nine dates: three points, or kept for the challenge's two. Alone the challenge wins the game: kept. With
    two players three points are better, though the challenge is missed."""
    side, wants_all = blue((card("EX-C2", vp=0),), dates=9), ResourceChallenge(Stock.GOODS, 9)
    won = alone(side, wants_all)
    assert (won.winner, won.tallies[0].total) == (Colour.BLUE, 2)
    assert against(side, white(), wants_all).tallies[0].total == 3
