"""How challenges stand while a game is on, how it ends, and what many games add up to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.bookkeeping import opened_late, with_card, with_purse
from companion.challenging import Progress, outcome_of, progress
from companion.deal import Deal, Outcome, challenge
from companion.language import LANGUAGES, Words, solo
from companion.played import Played, Tried, statistics
from companion.rules.board import Colour
from companion.rules.books import Slot
from companion.rules.challenges import Category, Challenge
from companion.rules.engine import new_game
from companion.rules.final import final_of
from companion.rules.resources import Amounts
from companion.rules.scoring import score
from companion.rules.state import EndReason, Phase, Settings, State

BLUE = Colour.BLUE
CAMELS = ("base-04", "base-05", "base-06", "base-21")
"""A row of one symbol: 4 VP as a row, 3 + 2 + 3 + 1 on the cards; card 21 brings 1 more when no one has more."""


def tasks(*words: str) -> tuple[Challenge, ...]:
    return tuple(map(challenge, words))


def owning(purse: Amounts, *cards: str) -> State:
    """A solo game's books: Blue owns that, the cards in the first row."""
    state = new_game(Settings(solo=BLUE, start=BLUE))
    books = with_purse(opened_late(state), BLUE, purse)
    for number, card in enumerate(cards, 1):
        books = with_card(books, BLUE, Slot(1, number), card)
    return replace(state, books=books)


def stand(state: State, *words: str) -> list[tuple[bool | None, int | None, int | None]]:
    return [(one.met, one.reached, one.wanted) for one in progress(state, tasks(*words), BLUE)]


@pytest.mark.clause("BCHA-2", "BCHA-3", "BCHA-4")
def test_each_kind_is_followed() -> None:
    """What is reached of what is asked, and whether that is enough: points, stocks, rows, symbols."""
    state = owning(Amounts(dates=2, salt=1, gold=2, vp=6), *CAMELS)
    assert stand(state, "resource:dates:2", "resource:salt:2", "resource:goods:3", "resource:gold:3") == [
        (True, 2, 2), (False, 1, 2), (True, 3, 3), (False, 2, 3),
    ]  # fmt: skip
    assert stand(state, "resource:vp_tokens:6", "rows:same:1", "rows:different:1", "symbol:camel_rider:tent") == [
        (True, 6, 6), (True, 1, 1), (False, 0, 1), (True, 4, 1),
    ]  # fmt: skip
    assert stand(owning(Amounts(), *CAMELS[:3]), "rows:same:1", "symbol:tent:oasis") == [(False, 0, 1), (False, 0, 1)]


@pytest.mark.clause("BCHA-10")
def test_points_count_what_the_others_bring() -> None:
    """6 tokens, 9 on the cards, 4 for the row, 1 by card 21; a fulfilled resource challenge adds 2, the Robber takes 3
    off: 19 of 20 are not enough, with 2 off they are."""
    state = owning(Amounts(dates=2, vp=6), *CAMELS)
    assert stand(state, "vp:20")[0] == (True, 20, 20)
    assert stand(state, "vp:20", "resource:dates:2", "robber:3") == [(False, 19, 20), (True, 2, 2), (None, None, None)]
    assert stand(state, "vp:20", "resource:dates:2", "robber:2")[0] == (True, 20, 20)


@pytest.mark.clause("BCHA-5")
def test_an_obstacle_is_what_people_say() -> None:
    """Kept or broken, with books and without."""
    bare = new_game(Settings(solo=BLUE))
    for state in (bare, owning(Amounts())):
        assert [one.met for one in progress(state, tasks("obstacle:kept:card"), BLUE)] == [True]
        assert [one.met for one in progress(state, tasks("obstacle:broken:card"), BLUE)] == [False]
    assert progress(bare, tasks("vp:20"), BLUE) == (Progress(tasks("vp:20")[0], None, None, 20),)


@pytest.mark.clause("BCHA-7")
@pytest.mark.parametrize(("least", "won"), [(20, True), (21, False)])
def test_one_failed_challenge_loses(least: int, won: bool) -> None:
    """All met wins; the sentence names what was not."""
    state = replace(owning(Amounts(dates=2, vp=6), *CAMELS), phase=Phase.OVER, end=EndReason.ROBBER, round=12)
    deal = Deal(challenges=tasks(f"vp:{least}", "rows:same:1", "robber:2"))
    assert outcome_of(state, deal) == Outcome(won, 20, 12)
    tally = score(final_of(state, deal.challenges)).tallies[0]
    said = solo.verdict(Words("en"), tally)
    assert said == ("Won: every challenge is met." if won else "Lost. Not met: Points.")


def test_no_outcome_before_the_end_nor_without_books() -> None:
    """While the game is on, without books, without challenges and with two players nobody has won against Andy."""
    state, deal = owning(Amounts(vp=30)), Deal(challenges=tasks("vp:20"))
    over = replace(state, phase=Phase.OVER, end=EndReason.ROBBER)
    assert outcome_of(over, deal) == Outcome(True, 30, 1)
    assert outcome_of(state, deal) is None
    assert outcome_of(replace(over, books=None), deal) is None
    assert outcome_of(over, Deal()) is None
    assert outcome_of(replace(over, settings=Settings()), deal) is None


def games(*told: tuple[int, bool]) -> list[Played]:
    words = ("vp:20", "resource:gold:1", "rows:same:1", "obstacle:kept:card", "robber:2")
    return [
        Played(number, Deal(number, challenges=tasks(*words[:count]), outcome=Outcome(won, 20 + number, 12)))
        for number, (count, won) in enumerate(told, 1)
    ]


@pytest.mark.clause("BCHA-9")
def test_statistics_by_number_and_kind() -> None:
    """Won of played by how many challenges and by each kind; the streak up to now and the longest; the most points."""
    found = statistics(games((1, True), (1, True), (3, True), (3, False), (5, True)))
    assert found.total == Tried(5, 4)
    assert found.by_number == (Tried(2, 2), Tried(), Tried(2, 1), Tried(), Tried(1, 1))
    assert dict(found.by_category)[Category.VP] == Tried(5, 4)
    assert dict(found.by_category)[Category.DISPLAY] == Tried(3, 2)
    assert dict(found.by_category)[Category.ROBBER] == Tried(1, 1)
    assert (found.streak, found.longest, found.best) == (1, 3, 25)
    assert found.points == (21, 22, 23, 24, 25)


def test_what_does_not_count() -> None:
    """Games that are not over, that were played otherwise from a round on, or had no challenges."""
    (won,) = games((1, True))
    open_one = replace(won, deal=replace(won.deal, outcome=None))
    again = replace(won, deal=replace(won.deal, replayed=4))
    free = replace(won, deal=replace(won.deal, challenges=()))
    assert statistics([open_one, again, free]) == statistics([])
    assert statistics([won, again]).streak == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_challenge_has_words(language: str) -> None:
    """Each kind with its numbers and names."""
    words = Words(language)
    said = [
        solo.challenge(words, task)
        for task in tasks("vp:20", "resource:vp_tokens:6", "resource:goods:3", "rows:same:1", "rows:different:2",
            "symbol:well:tent", "obstacle:kept:andy", "obstacle:kept:card", "robber:2")
    ]  # fmt: skip
    assert len(set(said)) == len(said)
    assert not [text for text in said if "_" in text or "{" in text or "." in text]
    assert "20" in said[0]
