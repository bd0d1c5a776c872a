"""What is dealt: a line that reads back, challenges drawn, Andy's stack from the seed, the deal of the day."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.deal import POOL, Deal, Outcome, Stack, challenge, drawn_for, fresh, of_the_day, spelled
from companion.game import Game
from companion.rules.andy import NOMADS
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
    choice_faults,
)
from companion.rules.engine import Step
from companion.rules.moves import parse
from companion.rules.resources import Symbol
from companion.rules.state import Settings

counts = st.integers(1, 60)
tasks = st.one_of(
    st.builds(VpChallenge, counts),
    st.builds(ResourceChallenge, st.sampled_from(Stock), counts),
    st.builds(RowsChallenge, st.sampled_from(RowKind), st.integers(1, 3)),
    st.builds(SymbolChallenge, st.sampled_from(Symbol), st.sampled_from(Symbol)),
    st.builds(ObstacleChallenge, st.booleans(), st.booleans()),
    st.builds(RobberChallenge, st.integers(0, 9)),
)
deals = st.builds(
    Deal,
    st.integers(0, 99_999_999),
    st.sampled_from(Stack),
    st.lists(tasks, max_size=5).map(tuple),
    st.none() | st.dates(date(2000, 1, 1), date(2999, 1, 1)),
    st.integers(0, 12),
    st.none() | st.builds(Outcome, st.booleans(), st.integers(-20, 99), st.integers(1, 12)),
)


@given(deals)
def test_a_deal_reads_back(deal: Deal) -> None:
    """Its line is the deal."""
    assert Deal.parse(str(deal)) == deal


@pytest.mark.parametrize(
    "text",
    [
        "",
        "seed=1",
        "seed=x stack=box day=- replayed=0 outcome=-",
        "seed=1 stack=card day=- replayed=0 outcome=-",
        "seed=1 stack=box day=tomorrow replayed=0 outcome=-",
        "seed=1 stack=box day=- replayed=13 outcome=-",
        "seed=1 stack=box day=- replayed=0 outcome=won",
        "seed=1 stack=box day=- replayed=0 outcome=- vp:many",
        "seed=1 stack=box day=- replayed=0 outcome=- obstacle:lost:card",
        "seed=1 stack=box day=- replayed=0 outcome=- camel:2",
        "seed=1  stack=box day=- replayed=0 outcome=-",
    ],
)
def test_what_is_no_deal_is_refused(text: str) -> None:
    """As a broken line of a log."""
    with pytest.raises(ValueError, match="no deal"):
        Deal.parse(text)


@pytest.mark.clause("BCHA-3")
def test_the_printed_example_is_in_the_pool() -> None:
    """The one card known in full: 2 salt, 2 pepper, 2 dates or 3 goods of any kind left over (document 003)."""
    resources = {task for task in POOL if task.category is Category.RESOURCE}
    assert resources == {
        ResourceChallenge(Stock.SALT, 2), ResourceChallenge(Stock.PEPPER, 2), ResourceChallenge(Stock.DATES, 2),
        ResourceChallenge(Stock.GOODS, 3),
    }  # fmt: skip


@pytest.mark.clause("BCHA-1", "BCHA-9")
@pytest.mark.parametrize("count", range(6))
def test_drawn_challenges_may_be_played(count: int) -> None:
    """As many as asked for, one of a category, a VP challenge among them; the same seed draws the same."""
    for seed in range(40):
        found = drawn_for(seed, count)
        assert (len(found), choice_faults(found, solo=True)) == (count, ())
        assert drawn_for(seed, count) == found
    assert len({drawn_for(seed, 5) for seed in range(40)}) > 20


@pytest.mark.clause("BCHA-8")
def test_two_players_draw_only_what_they_may_choose() -> None:
    """Resource and display; the obstacle there is makes Andy start."""
    for seed in range(40):
        found = drawn_for(seed, 5, solo=False)
        assert {task.category for task in found} == {Category.RESOURCE, Category.DISPLAY}


@pytest.mark.clause("SOLO-8")
@given(st.integers(0, 99_999), st.integers(1, 12))
def test_every_round_has_all_twelve_cards(seed: int, number: int) -> None:
    """The revealed cards went back and the stack was shuffled."""
    assert sorted(Deal(seed).nomads(number)) == list(NOMADS)


@pytest.mark.clause("SOLO-8", "SOLO-2")
def test_each_card_is_as_likely() -> None:
    """On top of a shuffled stack, and at the start: each of the twelve about one time in twelve."""
    for cards in (
        [Deal(seed).nomads(number)[0] for seed in range(400) for number in range(1, 13)],
        [Deal(seed).start_card() for seed in range(4800)],
    ):
        assert all(330 < cards.count(number) < 470 for number in NOMADS)
    assert Deal(1).nomads(1) != Deal(1).nomads(2)


def test_the_deal_of_a_day() -> None:
    """The same for everybody on that day, another on the next; it can be played."""
    day = date(2026, 11, 30)
    assert of_the_day(day) == of_the_day(day)
    assert (of_the_day(day).seed, of_the_day(day).day) == (20261130, day)
    days = [of_the_day(date(2026, 11, number)) for number in range(1, 31)]
    assert len({deal.challenges for deal in days}) > 15
    assert {len(deal.challenges) for deal in days} == {2, 3, 4, 5}
    assert all(choice_faults(deal.challenges, solo=True) == () for deal in days)


def test_seeds_are_short() -> None:
    """Five digits, which people can tell each other."""
    assert all(0 <= fresh(Random(number)) < 100_000 for number in range(200))


def test_challenges_are_words() -> None:
    """One word each, told apart."""
    assert [spelled(task) for task in (VpChallenge(28), RobberChallenge(3))] == ["vp:28", "robber:3"]
    assert challenge("obstacle:broken:andy") == ObstacleChallenge(kept=False, andy_starts=True)


# --- in the log ---


def game(*lines: str, deal: Deal) -> Game:
    made = Game.new(Settings(solo=Colour.BLUE))
    made.deal_out(deal)
    for line in lines:
        assert isinstance(made.play(parse(line)), Step), line
    return made


ROUND_1 = (
    "start-player blue", "place-targi blue 2", "place-targi white 14", "place-targi blue 3", "place-targi white 9",
    "place-targi blue 7", "place-targi white 6", "place-marker blue 2x7", "place-marker blue 1x7",
    "place-marker white 3x5", "place-marker white 3x6",
)  # fmt: skip


def test_the_log_holds_the_deal() -> None:
    """It is read back, undo leaves it, and what people say of it later counts."""
    kept = game("start-player blue", "place-targi blue 2", deal=Deal(77, challenges=(VpChallenge(30),)))
    kept.undo()
    kept.deal_out(Deal(77, challenges=(VpChallenge(30),), outcome=Outcome(True, 31, 12)))
    again = Game.read(kept.log)
    assert again.deal == kept.deal == Deal(77, challenges=(VpChallenge(30),), outcome=Outcome(True, 31, 12))
    assert again.state == kept.state
    assert again.can_redo


def test_a_game_is_played_again_from_a_round() -> None:
    """Round 2 begins as it began: Robber, who starts, the same cards of Andy's; steps taken back are not in it."""
    first = game(*ROUND_1, deal=Deal(5))
    moves = ["return-targi blue 2", "return-targi blue 3", "return-targi blue 7", "return-marker blue 2x7",
        "return-marker blue 1x7", "return-marker white 3x5", "return-marker white 3x6", "return-targi white 14",
        "return-targi white 9", "return-targi white 6"]  # fmt: skip
    for line in (*moves, "move-robber 2"):
        first.play(parse(line))
    began = first.state
    assert (began.round, began.start_player) == (2, Colour.WHITE)
    first.play(parse("place-targi white 13"))
    first.undo()
    first.play(parse("place-targi white 11"))
    again = first.from_round(2)
    assert again.state == began
    assert again.deal == Deal(5, replayed=2)
    assert again.deal is not None
    assert first.deal is not None
    assert again.deal.nomads(2) == first.deal.nomads(2)
    assert Game.read(again.log).state == began


def test_a_game_is_played_again_from_the_start() -> None:
    """Round 1: nothing is placed; what was turned up to set up lies there."""
    first = game(*ROUND_1, deal=Deal(5))
    assert first.from_round(1).state.standing == Game.new(Settings(solo=Colour.BLUE)).state.standing
    assert first.from_round(1).state.start_player is Colour.BLUE


def test_dunes_lie_there_when_it_is_played_again() -> None:
    """Where only the table is followed the Bonus-Box's dunes are set up in round 1, and lie there again."""
    first = game("dunes 3", *ROUND_1, deal=Deal(5))
    assert first.from_round(1).state.dunes == first.state.dunes != ()
