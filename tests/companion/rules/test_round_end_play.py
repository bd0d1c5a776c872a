"""The end of a round with books: limits, the last exchanges, cards turned up."""

from __future__ import annotations

import pytest

from companion.rules.state import Phase
from tests.companion.rules.bench import Bench, account, lines


def ended(purse: str, rows: tuple[tuple[str, ...], ...] = (), **more: object) -> Bench:
    """Blue's last figure has just come back, and nobody else stands."""
    bench = Bench(account(purse, rows), targis=[2], others=[], **more)
    bench.play("return-targi blue 2", "decline blue")
    return bench


@pytest.mark.clause("LIM-1", "LIM-2")
def test_ten_goods_and_three_gold_are_kept() -> None:
    """Twelve goods and four gold may be held during the round; at its end two goods of choice and a gold go back."""
    bench = ended("6d6s4g")
    assert bench.options() == {*lines("trade blue", "2d1g -", "1d1s1g -", "2s1g -")}
    bench.play("trade blue 1d1s1g -")
    assert (bench.purse(), bench.state.phase) == ("5d5s3g", Phase.ROBBER)
    assert ended("5d5s3g").state.phase is Phase.ROBBER


@pytest.mark.clause("LIM-3", "XWAT-1", "LIM-1")
def test_gold_and_water_are_not_among_the_ten_goods() -> None:
    """Ten goods, three gold and ten water are all kept."""
    assert ended("10d3g10w").purse() == "10d3g10w"


@pytest.mark.clause("XWAT-5", "XWAT-6")
def test_water_may_be_exchanged_right_before_the_scoring() -> None:
    """After the twelfth card's round two water may still become a good, which may break a tie."""
    bench = Bench("2w", targis=[13], others=[], robber=2, expansion=True)
    bench.play("twelfth-card blue", "return-targi blue 13", "decline blue", "decline blue")
    assert bench.options() == {*lines("trade blue 2w", "1d", "1s", "1p"), "decline blue"}
    bench.play("trade blue 2w 1p")
    assert (bench.purse(), bench.state.phase) == ("1p", Phase.OVER)


@pytest.mark.clause("FAQ-16")
@pytest.mark.parametrize("last", ["robber", "cards"])
def test_37_gives_its_good_at_the_end_of_the_last_round_too(last: str) -> None:
    """Round 12, and the round of a twelfth card."""
    bench = Bench(account("-", [["base-37"]]), targis=[2], others=[], robber=15 if last == "robber" else 1)
    if last == "cards":
        bench.play("twelfth-card blue")
    bench.play("return-targi blue 2", "decline blue")
    assert bench.options("trade") == {*lines("trade blue -", "1d", "1s", "1p")}


@pytest.mark.clause("RND-4", "ACT-7")
def test_face_down_cards_are_turned_up_at_the_end_of_the_round() -> None:
    """The card that replaced a used one gets its face, by chance; then the next round may begin."""
    bench = Bench(markers=["1x5"], others=[], centre={"1x5": "G-date"}, tribe=["base-01", "base-02"])
    bench.play("return-marker blue 1x5", "trade blue - 1d")
    assert bench.spot("1x5") == ("tribe", False)
    assert bench.options() == {"reveal base-01", "reveal base-02"}
    bench.play("reveal base-02")
    assert bench.spot("1x5") == ("base-02", True)
    assert bench.state.phase is Phase.ROBBER


@pytest.mark.clause("ACT-2")
def test_a_person_may_pass_on_to_the_robbers_walk_before_the_last_choice() -> None:
    """The Robber is on 2 then; blue's date is still to be taken, and only then the round begins."""
    bench = Bench(targis=[2], others=[])
    bench.play("return-targi blue 2")
    bench.word("pass-on")
    assert (str(bench.state.robber), bench.state.round, bench.state.disputes) == ("2", 1, ())
    bench.play("trade blue - 1d")
    assert (bench.purse(), bench.state.round) == ("1d", 2)
