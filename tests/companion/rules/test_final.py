"""Open books at the end of a game, as they are scored."""

from __future__ import annotations

import pytest

from companion.rules.board import Colour
from companion.rules.challenges import ResourceChallenge, Stock
from companion.rules.final import final_of
from companion.rules.scoring import DecidedBy, What, score
from tests.companion.rules.bench import Bench, account


def totals(bench: Bench) -> list[int]:
    return [tally.total for tally in score(final_of(bench.state)).tallies]


@pytest.mark.clause("SCO-1")
def test_everything_in_the_books_counts() -> None:
    """Blue: 3 tokens, cards of 2 and 3 VP. White: 12 tokens. In this order, blue first."""
    assert totals(Bench(account("3v", [["base-01"], ["base-02"]]), "12v")) == [3 + 2 + 3, 12]


@pytest.mark.clause("SCO-4")
def test_a_hand_card_scores_nothing() -> None:
    """Neither its 3 VP nor its symbol for card 16, which counts pairs of wells."""
    bench = Bench(account("1v", [["base-16", "base-07"]], ["base-08"]), "-")
    assert totals(bench)[0] == 1 + 1 + 3
    assert totals(Bench(account("1v", [["base-16", "base-07", "base-08"]]), "-"))[0] == 1 + 1 + 3 + 2 + 1


@pytest.mark.clause("SCO-3", "SCO-5")
def test_a_tie_looks_at_gold_in_the_purse_and_then_at_goods() -> None:
    """The gold on card 41 is not looked at: with a good more white wins."""
    bench = Bench(account("-", [["base-41$"]]), "1s1v")
    result = score(final_of(bench.state))
    assert (result.winner, result.decided_by) == (Colour.WHITE, DecidedBy.GOODS)
    golden = score(final_of(Bench(account("1g", [["base-41"]]), "9s1v").state))
    assert (golden.winner, golden.decided_by) == (Colour.BLUE, DecidedBy.GOLD)


@pytest.mark.clause("XSCO-4", "XSCO-1")
@pytest.mark.card("EX-W2")
def test_laid_dunes_and_stored_water_are_scored() -> None:
    """Three wells and a dune are a row of wells: 4 VP. Two water left on W2 are 2 VP, three in the purse 1."""
    bench = Bench(account("3w", [["base-07", "base-08", "base-09", "DX-5"], ["EX-W2~~"]]), "-", expansion=True)
    tally = score(final_of(bench.state)).tallies[0]
    assert [(line.what, line.vp) for line in tally.lines] == [
        (What.CARDS, 3 + 2 + 3), (What.ROW, 4), (What.EFFECT, 2), (What.WATER, 1),
    ]  # fmt: skip


def test_alone_only_the_person_is_scored() -> None:
    """With the challenges that were chosen."""
    final = final_of(Bench("2d", solo=Colour.BLUE).state, (ResourceChallenge(Stock.DATES, 2),))
    result = score(final)
    assert [(tally.colour, tally.total) for tally in result.tallies] == [(Colour.BLUE, 2)]
    assert result.winner is Colour.BLUE
