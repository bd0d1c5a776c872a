"""Raids with books: what is paid, by whom first, and what follows when nothing can be paid in full."""

from __future__ import annotations

import pytest

from companion.rules.board import Colour, border
from companion.rules.books import PileKind
from companion.rules.closing import raid_of
from companion.rules.final import final_of
from companion.rules.scoring import score
from companion.rules.state import EndReason, Phase
from companion.rules.tasks import Raided
from tests.companion.rules.bench import Bench, account, lines

CORNERS = {4: 3, 8: 7, 12: 11, 16: 15}
"""Each raid's corner and where the Robber comes from."""


def raid(corner: int, blue: object = "-", white: object = "-", **more: object) -> Bench:
    """The Robber has just come to that corner. Blue started the round before, so white pays first."""
    bench = Bench(blue, white, others=[], robber=CORNERS[corner], phase=Phase.ROBBER, **more)
    bench.play(f"move-robber {corner}")
    return bench


ONE, TWO = ("1d", "1s", "1p"), ("2d", "1d1s", "1d1p", "2s", "1s1p", "2p")


@pytest.mark.clause("RAID-1", "RAID-4", "RAID-8", "RAID-12", "RAID-16", "RAID-20")
@pytest.mark.parametrize(
    ("corner", "payments"),
    [
        pytest.param(4, ("1d", "1s", "1p", "1v"), marks=pytest.mark.card("base-border-04")),
        pytest.param(8, (*TWO, "1v"), marks=pytest.mark.card("base-border-08")),
        pytest.param(
            12,
            ("3d", "2d1s", "2d1p", "1d2s", "1d1s1p", "1d2p", "3s", "2s1p", "1s2p", "3p", "2v"),
            marks=pytest.mark.card("base-border-12"),
        ),
        pytest.param(16, ("1g", "3v"), marks=pytest.mark.card("base-border-16")),
    ],
)
def test_both_pay_goods_or_vp_the_new_start_player_first(corner: int, payments: tuple[str, ...]) -> None:
    """Any goods of choice, or VP; on 16 a gold or 3 VP. White starts the round that opens, so white pays first."""
    bench = raid(corner, "3d3s3p3g5v", "3d3s3p3g5v")
    assert bench.options() == {f"trade white {paid} -" for paid in payments}
    bench.play(f"trade white {payments[0]} -")
    assert bench.options() == {f"trade blue {paid} -" for paid in payments}
    bench.play(f"trade blue {payments[-1]} -")
    assert bench.purse(Colour.WHITE) != bench.purse(Colour.BLUE)
    assert (bench.state.end is EndReason.ROBBER) == (corner == 16)


@pytest.mark.clause("RAID-17")
def test_who_cannot_pay_on_16_loses_all_vp_and_the_other_gets_three() -> None:
    """No gold and 2 VP: white's 2 are gone, blue has 3 more before paying."""
    bench = raid(16, "1v", "9d2v")
    assert bench.options() == {"trade white 2v -"}
    bench.play("trade white 2v -")
    assert (bench.purse(Colour.WHITE), bench.purse()) == ("9d", "4v")
    assert bench.options() == {"trade blue 3v -"}
    bench.play("trade blue 3v -")
    assert (bench.purse(), bench.state.end) == ("1v", EndReason.ROBBER)


@pytest.mark.clause("RAID-18")
@pytest.mark.parametrize(("corner", "has", "vp"), [(4, "-", 1), (8, "1d", 1), (12, "2d1v", 2)])
def test_what_one_cannot_pay_the_other_gets(corner: int, has: str, vp: int) -> None:
    """Neither goods nor VP in full: the VP left go, the other gains the raid's VP at once, also to pay with."""
    bench = raid(corner, "-", has)
    left = "1v" if has.endswith("1v") else "-"
    assert bench.options() == {f"trade white {left} -"}
    bench.play(f"trade white {left} -")
    assert bench.purse(Colour.WHITE) == {"-": "-", "1d": "1d", "2d1v": "2d"}[has]
    assert bench.purse() == f"{vp}v"
    bench.play(f"trade blue {vp}v -")
    assert bench.purse() == "-"


@pytest.mark.clause("RAID-18")
def test_by_house_rule_nothing_is_passed_on() -> None:
    """With the option the other player gains nothing."""
    bench = raid(4, "1d", "-", options=["raid_nothing_passed_on"])
    bench.play("trade white - -")
    assert bench.purse() == "1d"


@pytest.mark.clause("RAID-18", "XWAT-5")
def test_water_may_be_exchanged_before_vp_are_lost() -> None:
    """With two water and nothing else: given up, or made a good first and paid."""
    bench = raid(8, "9d", "4w")
    assert bench.options("trade") == {"trade white - -", "trade white 3w 1g", *lines("trade white 2w", *ONE)}
    bench.play("trade white 2w 1d", "trade white 2w 1d", "trade white 2d -")
    assert (bench.purse(Colour.WHITE), bench.purse()) == ("-", "9d")


@pytest.mark.clause("RAID-19")
def test_a_raid_costs_what_its_card_says() -> None:
    """A mixed border: the expansion's card on 4 in a base game asks for a pepper or 1 VP."""
    bench = raid(4, "9d", "1d1p1v", border=["expansion-border-04"])
    assert bench.options() == {*lines("trade white", "1p -", "1v -")}
    mixed = raid(12, "9p", "3d2v", border=["base-border-12"], expansion=True)
    assert mixed.options() == {*lines("trade white", "3d -", "2v -")}


@pytest.mark.clause("XRAID-4", "XRAID-8", "XRAID-12")
@pytest.mark.parametrize(
    ("corner", "payments"),
    [
        pytest.param(4, ("1p", "1v"), marks=pytest.mark.card("expansion-border-04")),
        pytest.param(8, ("1d1s", "1v"), marks=pytest.mark.card("expansion-border-08")),
        pytest.param(12, ("1d1s1p", "2v"), marks=pytest.mark.card("expansion-border-12")),
    ],
)
def test_expansion_raids_ask_for_certain_goods(corner: int, payments: tuple[str, ...]) -> None:
    """4: a pepper or 1 VP. 8: a date and a salt, or 1 VP. 12: one of each good, or 2 VP."""
    bench = raid(corner, "9p", "3d3s3p3g5v", expansion=True)
    assert bench.options() == {f"trade white {paid} -" for paid in payments}


@pytest.mark.clause("XRAID-16")
@pytest.mark.card("expansion-border-16")
def test_expansion_raid_16_takes_a_gold_or_the_end_of_a_row() -> None:
    """A gold, or the right-most card of a row of choice, which is discarded; then the game is over."""
    white = account("1g9v", [["base-01", "base-02"], ["base-03"]])
    bench = raid(16, "1g", white, expansion=True)
    assert bench.options() == {"trade white 1g -", "pick white 1.2", "pick white 2.1"}
    bench.play("pick white 1.2")
    assert bench.rows(Colour.WHITE) == [["base-01"], ["base-03"]]
    assert bench.discarded(PileKind.TRIBE) == ["base-02"]
    bench.play("trade blue 1g -")
    assert bench.state.end is EndReason.ROBBER


@pytest.mark.clause("XRAID-18")
def test_with_neither_gold_nor_card_nothing_is_lost() -> None:
    """Expansion raid 16: the VP stay, and the other gains nothing."""
    bench = raid(16, "1g", "9v", expansion=True)
    bench.play("trade white - -")
    assert (bench.purse(Colour.WHITE), bench.purse()) == ("9v", "1g")


@pytest.mark.clause("XTRB-9")
def test_a_laid_dune_may_be_given_at_raid_16() -> None:
    """As the last card of a row it goes to the dunes' discard pile."""
    white = account("-", [["base-01", "DX-5"]])
    bench = raid(16, "1g", white, expansion=True)
    assert bench.options() == {"pick white 1.2"}
    bench.play("pick white 1.2")
    assert (bench.rows(Colour.WHITE), bench.discarded(PileKind.DUNES)) == ([["base-01"]], ["DX-5"])


@pytest.mark.clause("XTRB-9")
def test_a_laid_dune_may_be_moved_like_a_card() -> None:
    """Card 44 takes the dune to the end of another row."""
    bench = Bench(account("1s1p1g", [["base-01", "DX-5"]]), markers=["1x5"], centre={"1x5": "base-44"}, expansion=True)
    bench.play("return-marker blue 1x5", "lay blue base-44 2 1s1p1g 0 no", "rearrange blue [[1.2,2.2]]")
    assert bench.rows() == [["base-01"], ["base-44", "DX-5"]]


@pytest.mark.clause("FAQ-7")
@pytest.mark.card("base-30")
def test_30_may_pay_nothing() -> None:
    """Its owner chooses at each raid: what is asked, or nothing; and nothing is passed on."""
    bench = raid(4, "1d", account("1d1v", [["base-30"]]))
    assert bench.options() == {*lines("trade white", "1d -", "1v -"), "decline white"}
    bench.play("decline white")
    assert (bench.purse(Colour.WHITE), bench.purse()) == ("1d1v", "1d")
    poor = raid(4, "1d", account("-", [["base-30"]]))
    assert poor.purse() == "1d"
    assert poor.options() == {"trade blue 1d -"}


@pytest.mark.clause("FAQ-7")
@pytest.mark.card("base-32")
@pytest.mark.parametrize(
    ("corner", "purse", "paid", "left"),
    [(4, "1d", "trade white 1d -", "1v"), (4, "1v", "trade white 1v -", "1v"), (12, "2d1v", "trade white 1v -", "2d")],
)
def test_32_brings_a_vp_for_a_payment_in_full(corner: int, purse: str, paid: str, left: str) -> None:
    """1 VP after goods or VP were paid in full; none when the VP left were given up."""
    bench = raid(corner, "9d", account(purse, [["base-32"]]))
    bench.play(paid)
    assert bench.purse(Colour.WHITE) == left


@pytest.mark.clause("FAQ-7")
def test_30_and_32_together() -> None:
    """Who pays nothing by 30 gets nothing by 32; a card given on the expansion's 16 counts as paid."""
    bench = raid(4, "9d", account("1d", [["base-30", "base-32"]]))
    bench.play("decline white")
    assert bench.purse(Colour.WHITE) == "1d"
    given = raid(16, "1g", account("-", [["base-32", "base-01"]]), expansion=True)
    given.play("pick white 1.2")
    assert given.purse(Colour.WHITE) == "1v"


@pytest.mark.card("EX-A4")
def test_a4_brings_a_water_at_the_start_of_each_raid() -> None:
    """The water is there before anybody pays, so two of them can be made a good for the payment."""
    bench = raid(4, "9p", account("1w", [["EX-A4"]]), expansion=True)
    assert bench.purse(Colour.WHITE) == "2w"
    bench.play("trade white 2w 1p", "trade white 1p -")
    assert bench.purse(Colour.WHITE) == "-"


@pytest.mark.clause("XSCO-2")
def test_effects_of_the_end_look_at_what_raid_16_left() -> None:
    """White gives the fourth card of a full row: the row's bonus is gone with it."""
    white = account("-", [["base-07", "base-08", "base-09", "base-18"]])
    bench = raid(16, account("1g"), white, expansion=True)
    bench.play("pick white 1.4", "trade blue 1g -")
    tally = next(tally for tally in score(final_of(bench.state)).tallies if tally.colour is Colour.WHITE)
    assert tally.total == 3 + 2 + 3


@pytest.mark.clause("FAQ-7", "XRAID-16")
@pytest.mark.card("base-32", "EX-A4")
def test_cards_work_for_their_owner_alone() -> None:
    """Blue has the cards, so blue has the water and the VP for a payment in full, and gives a card of its own."""
    bench = raid(4, account("1d", [["EX-A4", "base-32"]]), "1d")
    bench.play("trade white 1d -", "trade blue 1d -")
    assert (bench.purse(), bench.purse(Colour.WHITE)) == ("1w1v", "-")
    last = raid(16, account("-", [["base-32"], ["base-02"]]), account("1g", [["base-01"]]), expansion=True)
    last.play("trade white 1g -", "pick blue 2.1")
    assert (last.rows(), last.rows(Colour.WHITE)) == ([["base-32"]], [["base-01"]])


@pytest.mark.clause("XWAT-6", "XWAT-5")
def test_after_the_last_raid_both_exchange_water_in_turn() -> None:
    """White, who paid first, then blue: water for gold or goods, or none; then the game is over. After another raid
    nobody is asked, since the round's end is still there for it."""
    bench = raid(16, "1g2w", "1g3w")
    bench.play("trade white 1g -", "trade blue 1g -")
    assert bench.options() == {"trade white 3w 1g", *lines("trade white 2w", *ONE), "decline white"}
    bench.play("trade white 3w 1g")
    assert bench.options() == {*lines("trade blue 2w", *ONE), "decline blue"}
    bench.play("decline blue")
    assert (bench.state.end, bench.purse(Colour.WHITE)) == (EndReason.ROBBER, "1g")
    early = raid(4, "1d2w", "1d")
    early.play("trade white 1d -", "trade blue 1d -")
    assert early.options() == {"move-robber 5", *lines("trade blue 2w", *ONE)}


@pytest.mark.clause("RAID-19")
def test_where_no_raid_card_lies_nothing_is_asked_for() -> None:
    """The Noble on 1 is no raid: to ask for its price is a fault, told by its place."""
    with pytest.raises(ValueError, match=r"no raid card lies on 1$"):
        raid_of(Bench().books, Raided(border(1)))
