"""The Bonus-Box's border cards at work."""

from __future__ import annotations

import pytest

from companion.rules.books import PileKind
from tests.companion.rules.bench import Bench, account, lines

DONE = {"decline blue"}
ROWS = ("1", "2", "3")


def laying(card: str, *payments: str) -> set[str]:
    """That card laid in any row for any of the payments."""
    return {f"lay blue {card} {row} {pay} 0 no" for row in ROWS for pay in payments}


@pytest.mark.clause("BBRD-1a")
@pytest.mark.card("bonus-border-1a")
def test_noble_a_lays_for_a_good_less_or_draws_a_goods_card() -> None:
    """A card of a date, a salt, a pepper and a pepper: any one of its goods is left out. Discarded it brings a goods
    card."""
    bench = Bench(
        account("1d1s2p", hand=["base-14"]), targis=[1], robber=2, border=["bonus-border-1a"], goods=["G-gold", "G-vp"],
    )  # fmt: skip
    assert (
        bench.after("return-targi blue 1")
        == laying("base-14", "1s2p", "1d2p", "1d1s1p") | {"discard blue base-14"} | DONE
    )
    assert bench.after("discard blue base-14") == {"reveal G-gold", "reveal G-vp"}
    bench.play("reveal G-gold", "trade blue - 1g")
    assert bench.purse() == "1d1s2p1g"


@pytest.mark.clause("BBRD-1b")
@pytest.mark.card("bonus-border-1b")
def test_noble_b_takes_a_good_for_a_vp_with_the_discard() -> None:
    """Laid for a good less; after a discard a good of any kind may be given for 1 VP."""
    bench = Bench(account("1d1p", hand=["base-01"]), targis=[1], robber=2, border=["bonus-border-1b"])
    assert bench.after("return-targi blue 1") == {"discard blue base-01"} | DONE  # the gold is no good
    assert bench.after("discard blue base-01") == {*lines("trade blue", "1d 1v", "1p 1v")} | DONE
    bench.play("trade blue 1d 1v")
    assert bench.purse() == "1p1v"
    golden = Bench(account("1g", hand=["base-01"]), targis=[1], robber=2, border=["bonus-border-1b"])
    assert golden.after("return-targi blue 1") == laying("base-01", "1g") | {"discard blue base-01"} | DONE


@pytest.mark.clause("BBRD-5a")
@pytest.mark.card("bonus-border-5a")
def test_trader_a_gives_up_to_three_gold() -> None:
    """Three equal goods for the first gold, two for the second and third, none after; two of any kind for another."""
    bench = Bench("9d", targis=[5], border=["bonus-border-5a"])
    other = {*lines("trade blue 2d", "1s", "1p")}
    assert bench.after("return-targi blue 5") == {"trade blue 3d 1g"} | other | DONE
    assert bench.after("trade blue 3d 1g") == {"trade blue 2d 1g"} | other | DONE
    assert bench.after("trade blue 2d 1g") == {"trade blue 2d 1g"} | other | DONE
    assert bench.after("trade blue 2d 1g") == other | DONE
    bench.play("trade blue 2d 1s")
    assert bench.purse() == "1s3g"
    mixed = Bench("1d1s", targis=[5], border=["bonus-border-5a"])
    assert mixed.after("return-targi blue 5") == {"trade blue 1d1s 1p"} | DONE


@pytest.mark.clause("BBRD-5b")
@pytest.mark.card("bonus-border-5b")
def test_trader_b_makes_one_exchange() -> None:
    """Three goods for a gold, two for another good or a gold, a gold for a good and 1 VP: one of these, by house rule
    as many as wanted."""
    bench = Bench("2d1s1g", targis=[5], border=["bonus-border-5b"])
    offered = {
        "trade blue 2d1s 1g",
        *lines("trade blue 2d", "1s", "1p", "1g"),
        *lines("trade blue 1d1s", "1p", "1g"),
        *lines("trade blue 1g", "1d1v", "1s1v", "1p1v"),
    }
    assert bench.after("return-targi blue 5") == offered | DONE
    bench.play("trade blue 1d1s 1g")
    assert bench.chooser == "white"
    house = Bench("2d1s1g", targis=[5], border=["bonus-border-5b"], options=["trader_b_unlimited"])
    house.play("return-targi blue 5", "trade blue 1d1s 1g", "trade blue 1g 1p1v", "trade blue 1g 1d1v")
    assert house.purse() == "2d1p2v"


@pytest.mark.clause("BBRD-9a")
@pytest.mark.card("bonus-border-9a")
def test_fata_morgana_a_goes_to_a_free_border_card() -> None:
    """Not where a Targi stands, not to the Robber, not to a corner; opposite the other player's Targi it may. That card
    is used with the marker."""
    bench = Bench(
        targis=[9, 11], markers=["1x5"], others=["white-targi 7"], centre={"1x5": "G-date"}, border=["bonus-border-9a"],
    )  # fmt: skip
    goals = ("2", "3", "5", "6", "9", "10", "13", "14", "15")  # 1: Robber; 7, 11: Targis; 13 lies opposite white's
    assert bench.after("return-targi blue 9") == {*lines("shift-marker blue 1x5", *goals)} | DONE
    bench.play("shift-marker blue 1x5 15")
    assert bench.after("return-marker blue 15") == {"trade blue - 1s"} | DONE
    bench.play("trade blue - 1s")
    assert (bench.purse(), bench.spot("1x5")) == ("1s", ("G-date", True))


@pytest.mark.clause("BBRD-13c")
def test_a_marker_moved_to_the_targias_card_uses_her_too() -> None:
    """Robber on 2, Targia on 14: a marker that goes to 14 brings her service as a Targi would."""
    bench = Bench(
        targis=[9], markers=["1x5"], centre={"1x5": "G-date"}, border=["bonus-border-9a"], robber=2, expansion=True,
    )  # fmt: skip
    bench.play("return-targi blue 9", "shift-marker blue 1x5 14")
    assert bench.after("return-marker blue 14") == {"pick blue 14", "pick blue targia"} | DONE


@pytest.mark.clause("BBRD-9b")
@pytest.mark.card("bonus-border-9b")
def test_fata_morgana_b_uses_a_marked_goods_card_twice() -> None:
    """The card of choice gives a salt now and a pepper when the marker comes back; tribe cards are none."""
    bench = Bench(
        targis=[9],
        markers=["1x5", "2x5"],
        centre={"1x5": "G-any", "2x5": "base-01", "3x5": "G-gold"},
        border=["bonus-border-9b"],
    )
    assert bench.after("return-targi blue 9") == {"pick blue 1x5"} | DONE
    bench.play("pick blue 1x5", "trade blue - 1s")
    assert bench.spot("1x5") == ("G-any", True)
    bench.play("return-marker blue 1x5", "trade blue - 1p")
    assert bench.purse() == "1s1p"
    assert bench.discarded(PileKind.GOODS) == ["G-any"]


@pytest.mark.clause("BBRD-10a")
@pytest.mark.card("bonus-border-10a")
def test_silversmith_a_exchanges_both_ways() -> None:
    """Any two goods for 1 VP, three equal ones or a gold for 2 VP, 1 VP for any three goods: one of these."""
    bench = Bench("3d1s1g1v", targis=[10], border=["bonus-border-10a"])
    goods = ("3d", "2d1s", "2d1p", "1d2s", "1d1s1p", "1d2p", "3s", "2s1p", "1s2p", "3p")
    assert bench.after("return-targi blue 10") == {
        *lines("trade blue", "2d 1v", "1d1s 1v", "3d 2v", "1g 2v"), *lines("trade blue 1v", *goods),
    } | DONE  # fmt: skip
    bench.play("trade blue 1v 1d2p")
    assert bench.purse() == "4d1s2p1g"
    assert bench.chooser == "white"


@pytest.mark.clause("BBRD-10b")
@pytest.mark.card("bonus-border-10b")
def test_silversmith_b_gives_three_vp() -> None:
    """Two pairs of equal goods, or a good and a gold: 3 VP, once. Four of one good are no two pairs."""
    bench = Bench("2d2s1g", targis=[10], border=["bonus-border-10b"])
    assert bench.after("return-targi blue 10") == {*lines("trade blue", "2d2s 3v", "1d1g 3v", "1s1g 3v")} | DONE
    bench.play("trade blue 2d2s 3v")
    assert bench.purse() == "1g3v"
    assert bench.chooser == "white"
    same = Bench("4d", targis=[10], border=["bonus-border-10b"])
    same.play("return-targi blue 10")
    assert same.chooser == "white"


@pytest.mark.clause("BBRD-13a")
@pytest.mark.card("bonus-border-13a")
def test_caravan_a_takes_what_was_discarded_last() -> None:
    """The top discarded card gives what it shows and stays; without one there is nothing."""
    thrown = {PileKind.GOODS: ["G-vp", "G-any"]}
    bench = Bench(targis=[13], others=["white-targi 9"], border=["bonus-border-13a"], discards=thrown)
    assert bench.after("return-targi blue 13") == {*lines("trade blue -", "1d", "1s", "1p")} | DONE
    bench.play("trade blue - 1p")
    assert (bench.purse(), bench.discarded(PileKind.GOODS)) == ("1p", ["G-vp", "G-any"])
    empty = Bench(targis=[13], others=["white-targi 9"], border=["bonus-border-13a"])
    empty.play("return-targi blue 13")
    assert empty.chooser == "white"


@pytest.mark.clause("FAQ-13")
def test_goods_cards_of_bonus_cards_count_for_34() -> None:
    """Salt of the top discarded card (Caravan A) and of a card used again (Fata Morgana B) brings one salt more."""
    thrown = {PileKind.GOODS: ["G-salt"]}
    caravan = Bench(
        account("-", [["base-34"]]), targis=[13], others=["white-targi 9"], border=["bonus-border-13a"], discards=thrown
    )
    caravan.play("return-targi blue 13", "trade blue - 1s")
    assert caravan.purse() == "2s"
    again = Bench(
        account("-", [["base-34"]]), targis=[9], markers=["1x5"], centre={"1x5": "G-salt"}, border=["bonus-border-9b"]
    )
    again.play("return-targi blue 9", "pick blue 1x5", "trade blue - 1s")
    assert again.purse() == "2s"


@pytest.mark.clause("BBRD-13b", "BBRD-13c")
@pytest.mark.card("bonus-border-13b")
def test_caravan_b_borrows_a_border_card() -> None:
    """The Robber's card for nothing, or any for a good, also where Targis stand; no corner, and not itself."""
    bench = Bench("1d", targis=[13, 2], others=["white-targi 9"], robber=3, border=["bonus-border-13b"])
    assert bench.after("return-targi blue 13") == {"pick blue 3", "trade blue 1d -"} | DONE
    assert (
        bench.after("trade blue 1d -")
        == {*lines("pick blue", "1", "2", "3", "5", "6", "7", "9", "10", "11", "14", "15")} | DONE
    )
    bench.play("pick blue 2", "trade blue - 1d")
    assert bench.purse() == "1d"
    robbers = Bench("-", targis=[13], others=["white-targi 9"], robber=3, border=["bonus-border-13b"])
    robbers.play("return-targi blue 13", "pick blue 3", "trade blue - 1s")
    assert robbers.purse() == "1s"
    there = Bench("-", targis=[13], others=["white-targi 9"], robber=13, border=["bonus-border-13b"])
    there.play("return-targi blue 13")  # the Robber stands on it: it cannot lend itself
    assert there.chooser == "white"


@pytest.mark.clause("BBRD-14a")
@pytest.mark.card("bonus-border-14a")
def test_tribal_expansion_a_lays_for_a_good_less_or_pays_a_good() -> None:
    """Never into the hand; a discard brings a good of choice."""
    bench = Bench("1s2p", targis=[14], robber=2, border=["bonus-border-14a"], tribe=["base-14"])
    assert bench.after("return-targi blue 14") == laying("base-14", "1s2p") | {"discard blue base-14"}
    assert bench.after("discard blue base-14") == {*lines("trade blue -", "1d", "1s", "1p")} | DONE
    bench.play("trade blue - 1d")
    assert (bench.purse(), bench.hand()) == ("1d1s2p", [])


@pytest.mark.clause("BBRD-14b")
@pytest.mark.card("bonus-border-14b")
@pytest.mark.parametrize("first", ["keep", "discard"])
def test_tribal_expansion_b_goes_twice_for_a_vp(first: str) -> None:
    """Laid, kept or discarded; then 1 VP buys one more go, and no third."""
    bench = Bench("2v", targis=[14], robber=2, border=["bonus-border-14b"], tribe=["base-02", "base-03", "base-04"])
    bench.play("return-targi blue 14", "reveal base-02")
    assert bench.options() == {"keep blue base-02", "discard blue base-02"}
    assert bench.after(f"{first} blue base-02") == {"trade blue 1v -"} | DONE
    bench.play("trade blue 1v -", "reveal base-03", "discard blue base-03")
    assert bench.purse() == "1v"
    assert bench.chooser == "white"


@pytest.mark.clause("XTRB-8", "BBRD-13a", "BBRD-1a", "BBRD-9b")
def test_w3_works_for_goods_cards_that_a_border_card_turns_up() -> None:
    """A date by Caravan A or by the Noble's discard may be another good; of a marked card used again it stays one."""
    w3 = [["EX-W3"]]
    caravan = Bench(
        account("-", w3), targis=[13], others=["white-targi 9"], border=["bonus-border-13a"],
        discards={PileKind.GOODS: ["G-date"]},
    )  # fmt: skip
    assert caravan.after("return-targi blue 13") == {*lines("trade blue -", "1d", "1s", "1p")} | DONE
    noble = Bench(account("-", w3, ["base-01"]), targis=[1], robber=2, border=["bonus-border-1a"], goods=["G-date"])
    noble.play("return-targi blue 1", "discard blue base-01")
    assert noble.options() == {*lines("trade blue -", "1d", "1s", "1p")} | DONE
    again = Bench(account("-", w3), targis=[9], markers=["1x5"], centre={"1x5": "G-date"}, border=["bonus-border-9b"])
    again.play("return-targi blue 9", "pick blue 1x5")
    assert again.options() == {"trade blue - 1d"} | DONE


@pytest.mark.clause("BBRD-13b", "BBRD-13c")
def test_caravan_b_lends_one_card_where_the_robber_stands_now() -> None:
    """A good buys the use of one card. The Robber's card is where it stands; off the board, where it belongs."""
    one = Bench("1d", targis=[13, 2], others=["white-targi 9"], robber=3, border=["bonus-border-13b"])
    one.play("return-targi blue 13", "trade blue 1d -", "pick blue 7", "trade blue - 1d")
    assert one.options() == {"return-targi blue 2"}
    for word, number in (("move-robber 6", 6), ("correct robber 3 -", 3)):
        bench = Bench(targis=[13, 2], others=["white-targi 9"], robber=3, border=["bonus-border-13b"])
        bench.word(word)
        bench.play("return-targi blue 13")
        assert bench.options("pick") == {f"pick blue {number}"}


@pytest.mark.clause("BBRD-9a")
def test_fata_morgana_a_leaves_out_the_robbers_card() -> None:
    """Where it stands now; off the board, where it belongs."""
    for word, number in (("move-robber 6", 6), ("correct robber 3 -", 3)):
        bench = Bench(
            targis=[9], markers=["1x5"], others=["white-targi 7"], centre={"1x5": "G-date"}, robber=3,
            border=["bonus-border-9a"],
        )  # fmt: skip
        bench.word(word)
        bench.play("return-targi blue 9")
        free = {1, 2, 3, 5, 6, 9, 10, 11, 13, 14, 15} - {number}
        assert bench.options("shift") == {f"shift-marker blue 1x5 {where}" for where in free}
