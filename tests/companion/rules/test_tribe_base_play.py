"""Base tribe cards at work: what each does for its owner during the game."""

from __future__ import annotations

import pytest

from companion.rules.board import Colour
from companion.rules.books import PileKind
from companion.rules.state import Phase
from tests.companion.rules.bench import PLAIN, Bench, account, lines

DONE = {"decline blue"}


def laying(card: str, *payments: str, stored: int = 0) -> set[str]:
    """That card laid in any row for any of the payments."""
    return {f"lay blue {card} {row} {pay} {stored} no" for row in "123" for pay in payments}


def marked(card: str, purse: str, *laid: str, hand: tuple[str, ...] = ()) -> Bench:
    """Blue's marker lies on that tribe card; blue has laid the others in the first row."""
    return Bench(account(purse, [laid], hand), markers=["1x5"], centre={"1x5": card})


def offered(bench: Bench) -> set[str]:
    bench.play("return-marker blue 1x5")
    return bench.options("lay")


# --- cards that make others cheaper ---


@pytest.mark.clause("FAQ-15")
@pytest.mark.parametrize(
    ("discount", "card", "purse", "payments"),
    [
        pytest.param("base-25", "base-05", "1d2s1p", ("2s1p", "1d1s1p", "1d2s"), marks=pytest.mark.card("base-25")),
        pytest.param("base-26", "base-08", "2d1s1p", ("1d1s1p", "2d1p", "2d1s"), marks=pytest.mark.card("base-26")),
        pytest.param("base-27", "base-10", "1p1g", ("1g",), marks=pytest.mark.card("base-27")),
        pytest.param("base-28", "base-14", "1d1s2p", ("1s2p", "1d2p", "1d1s1p"), marks=pytest.mark.card("base-28")),
        pytest.param("base-29", "base-01", "1p1g", ("1g",), marks=pytest.mark.card("base-29")),
    ],
)
def test_25_to_29_take_a_good_off_cards_of_their_symbol(
    discount: str, card: str, purse: str, payments: tuple[str, ...]
) -> None:
    """A later card of the symbol costs one good less, whichever of its goods the player likes, and never gold; cards of
    other symbols cost what is printed."""
    assert offered(marked(card, purse, discount)) == laying(card, *payments)
    others = {name for name in ("base-05", "base-08", "base-10", "base-14", "base-01") if name != card}
    for other in sorted(others)[:2]:
        assert offered(marked(other, "3d3s3p3g", discount)) == offered(marked(other, "3d3s3p3g"))


@pytest.mark.clause("FAQ-15")
def test_discounts_add_up_and_stop_at_nothing() -> None:
    """Card 16 costs a pepper and a gold: two discounts leave the gold; a card of two goods costs nothing with three."""
    two = "base-29", "base-29"
    assert offered(marked("base-16", "1g", *two)) == laying("base-16", "1g")
    assert offered(marked("base-22", "-", "base-27", "base-27", "base-27")) == laying("base-22", "-")


@pytest.mark.clause("XTRB-5")
def test_at_a_slash_one_side_is_paid() -> None:
    """Card 27: a date and two peppers, or a gold; never both. A discount takes a good off the first side alone."""
    assert offered(marked("base-27", "1d2p1g")) == laying("base-27", "1d2p", "1g")
    assert offered(marked("base-28", "1d2s1g", "base-28")) == laying("base-28", "2s", "1d1s", "1g")


@pytest.mark.clause("FAQ-15")
@pytest.mark.card("base-31")
def test_31_takes_a_good_off_hand_cards_at_the_noble() -> None:
    """A hand card laid by the Noble costs a good less; a marked one does not."""
    bench = Bench(account("1p1g", [["base-31"]], ["base-01"]), targis=[1], robber=2)
    bench.play("return-targi blue 1")
    assert bench.options("lay") == laying("base-01", "1g")
    assert offered(marked("base-01", "1p1g", "base-31")) == laying("base-01", "1p1g")


@pytest.mark.clause("FAQ-11", "FAQ-17")
@pytest.mark.card("base-39")
def test_39_lays_a_hand_card_without_the_noble_once_a_round() -> None:
    """At any time in the own turn, for the cost and one good of choice more; the second time in a round not."""
    bench = Bench(account("1s2p2g", [["base-39"]], ["base-01"]), targis=[11])
    assert bench.options("lay") == laying("base-01", "1s1p1g", "2p1g")
    bench.play("lay blue base-01 2 1s1p1g 0 no")
    assert (bench.purse(), bench.hand()) == ("1p1g", [])
    again = Bench(account("9s9p9g", [["base-39"]], ["base-01", "base-10"]), targis=[11])
    again.play("lay blue base-01 2 1s1p1g 0 no")
    assert again.options("lay") == set()


@pytest.mark.clause("FAQ-17")
def test_the_extra_good_of_39_is_not_discounted() -> None:
    """Card 10, a tent of a pepper and a gold, with a tent discount: the pepper goes, the extra good stays."""
    bench = Bench(account("1d1g", [["base-39", "base-27"]], ["base-10"]), targis=[11])
    assert bench.options("lay") == laying("base-10", "1d1g")


@pytest.mark.clause("FAQ-10")
@pytest.mark.card("base-41")
def test_41_stores_a_gold_for_tribe_cards_alone() -> None:
    """Laid, a gold from the supply lies on it; it pays for a tribe card, not at the Silversmith and not at a raid."""
    laid = marked("base-41", "1d1g")
    laid.play("return-marker blue 1x5", "lay blue base-41 1 1d1g 0 no")
    assert (laid.purse(), laid.books.blue.stored_gold) == ("-", 1)

    assert offered(marked("base-01", "1p", "base-41$")) == laying("base-01", "1p1g", stored=1)
    both = marked("base-01", "1p1g", "base-41$")
    assert offered(both) == laying("base-01", "1p1g") | laying("base-01", "1p1g", stored=1)
    both.play("lay blue base-01 2 1p1g 1 no")
    assert (both.purse(), both.books.blue.stored_gold) == ("1g", 0)

    smith = Bench(account("-", [["base-41$"]]), targis=[10])
    smith.play("return-targi blue 10")
    assert smith.chooser == "white"
    raid = Bench(account("-", [["base-41$"]]), "1g", others=[], robber=15, phase=Phase.ROBBER)
    raid.play("move-robber 16", "trade white 1g -")
    assert raid.options("trade") == {"trade blue - -"}


@pytest.mark.clause("FAQ-10", "LIM-1")
def test_the_gold_on_41_does_not_count_for_the_limit() -> None:
    """Three gold and one on the card: nothing goes back at the end of the round."""
    bench = Bench(account("3g", [["base-41$"]]), targis=[11], others=[])
    bench.play("return-targi blue 11", "decline blue")
    assert (bench.purse(), bench.state.phase) == ("3g", Phase.ROBBER)


# --- cards that give at once ---


@pytest.mark.clause("FAQ-14", "XTRB-1")
@pytest.mark.card("base-38")
@pytest.mark.parametrize(("before", "goods"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2)])
def test_38_gives_a_good_for_two_laid_cards(before: int, goods: int) -> None:
    """The card counts itself: with three laid before it there are four, which bring two goods of choice."""
    rows = [list(PLAIN[:before])]
    bench = Bench(account("1d2s1p", rows), markers=["1x5"], centre={"1x5": "base-38"})
    bench.play("return-marker blue 1x5", "lay blue base-38 2 1d2s1p 0 no")
    two = lines("trade blue -", "2d", "1d1s", "1d1p", "2s", "1s1p", "2p")
    wanted = {0: set(), 1: lines("trade blue -", "1d", "1s", "1p"), 2: two}[goods]
    assert bench.options("trade blue") == wanted


@pytest.mark.clause("XTRB-1")
@pytest.mark.card("base-42")
def test_42_gives_three_goods_or_a_gold_or_a_vp() -> None:
    """One of them, once: ten ways to choose three goods, a gold, or 1 VP."""
    bench = marked("base-42", "1d1s2p")
    bench.play("return-marker blue 1x5", "lay blue base-42 1 1d1s2p 0 no")
    goods = ("3d", "2d1s", "2d1p", "1d2s", "1d1s1p", "1d2p", "3s", "2s1p", "1s2p", "3p")
    assert bench.options() == {*lines("trade blue -", *goods, "1g", "1v")} | DONE
    bench.play("trade blue - 1d2p")
    assert bench.purse() == "1d2p"
    assert not bench.options("trade blue")


@pytest.mark.clause("FAQ-14")
@pytest.mark.card("base-43")
@pytest.mark.parametrize(("before", "goods"), [(0, 5), (1, 5), (2, 4), (9, 1), (10, 0)])
def test_43_gives_a_good_for_two_free_places(before: int, goods: int) -> None:
    """Places free after it is laid: eleven with nothing before it, which bring five goods; one or none bring none."""
    cards = [name for name in PLAIN if name != "base-09"][:before]
    rows = [cards[:4], cards[4:8], cards[8:]]
    bench = Bench(account("2d1s", rows), markers=["1x5"], centre={"1x5": "base-43"})
    bench.play("return-marker blue 1x5", "lay blue base-43 3 2d1s 0 no")
    counts = {sum(int(part) for part in line.split()[3][::2]) for line in bench.options("trade blue -")}
    assert counts == ({goods} if goods else set())


@pytest.mark.clause("FAQ-8")
@pytest.mark.card("base-44")
def test_44_moves_up_to_two_laid_cards() -> None:
    """One or two cards go to other places, free ones too; no row may have a gap after it."""
    bench = marked("base-44", "1s1p1g", "base-01", "base-02", "base-03")
    bench.play("return-marker blue 1x5", "lay blue base-44 2 1s1p1g 0 no")
    allowed = bench.options("rearrange")
    assert "rearrange blue [[1.3,2.2]]" in allowed  # the last of row 1 to the end of row 2
    assert "rearrange blue [[1.3,3.1]]" in allowed
    assert "rearrange blue [[1.1,1.2],[1.2,1.1]]" in allowed  # two change places
    assert "rearrange blue [[1.1,2.2]]" not in allowed  # a gap at 1.1
    assert "rearrange blue [[1.3,3.2]]" not in allowed  # a gap at 3.1
    assert "rearrange blue [[2.1,1.4]]" in allowed  # to the last place of row 1
    assert all(line.count(",") <= 3 for line in allowed)
    assert "rearrange blue []" not in allowed
    bench.play("rearrange blue [[1.2,2.2],[1.3,1.2]]")
    assert [[card.card for card in row] for row in bench.books.blue.rows] == [
        ["base-01", "base-03"],
        ["base-44", "base-02"],
        [],
    ]
    full = marked("base-44", "1s1p1g", "base-01", "base-02", "base-03", "base-04")
    full.play("return-marker blue 1x5", "lay blue base-44 2 1s1p1g 0 no")
    assert not [line for line in full.options("rearrange") if "1.5" in line]


@pytest.mark.card("base-45")
def test_45_leaves_the_opponent_two_targis_in_the_next_round() -> None:
    """White places two in the next round, blue three; the round after that three again."""
    bench = Bench("1d1s2p", markers=["1x5"], others=[], centre={"1x5": "base-45"})
    bench.play("return-marker blue 1x5", "lay blue base-45 1 1d1s2p 0 no")
    bench.play("reveal G-date")
    assert bench.state.phase is Phase.ROBBER
    bench.play("move-robber 2")
    assert (bench.state.targis.of(Colour.BLUE), bench.state.targis.of(Colour.WHITE)) == (3, 2)
    assert bench.state.targis_next == (3, 3)


# --- cards that last ---


@pytest.mark.card("base-33")
def test_33_stands_on_the_robbers_card() -> None:
    """While Targis are placed its owner may go onto the Robber's card, the other player may not."""
    bench = Bench(account("-", [["base-33"]]), others=[], robber=3, phase=Phase.PLACING)
    assert bench.why_not("place-targi blue 3") is None
    bench.play("place-targi blue 2")
    assert bench.why_not("place-targi white 3") == "robber"


@pytest.mark.clause("FAQ-3", "FAQ-13")
@pytest.mark.parametrize(
    ("card", "good", "gives"),
    [
        pytest.param("base-34", "s", "G-salt", marks=pytest.mark.card("base-34")),
        pytest.param("base-35", "p", "G-pepper", marks=pytest.mark.card("base-35")),
        pytest.param("base-36", "d", "G-date", marks=pytest.mark.card("base-36")),
    ],
)
def test_34_to_36_add_one_good_a_round(card: str, good: str, gives: str) -> None:
    """Two goods cards with one salt each bring three salt in all; gold and other goods bring nothing more."""
    double = {"s": "G-2salt", "p": "G-2pepper", "d": "G-2date"}[good]
    bench = Bench(
        account("-", [[card]]), markers=["1x5", "2x5"], centre={"1x5": gives, "2x5": double, "3x5": "G-gold"},
    )  # fmt: skip
    bench.play("return-marker blue 1x5", f"trade blue - 1{good}")
    assert bench.purse() == f"2{good}"
    bench.play("return-marker blue 2x5", f"trade blue - 2{good}")
    assert bench.purse() == f"4{good}"
    golden = Bench(account("-", [[card]]), markers=["3x5"], centre={"3x5": "G-gold"})
    golden.play("return-marker blue 3x5", "trade blue - 1g")
    assert golden.purse() == "1g"


@pytest.mark.clause("FAQ-1", "FAQ-13")
def test_34_looks_at_goods_cards_not_at_border_cards() -> None:
    """Salt from border card 3 adds nothing; salt from a card that the Caravan turned up adds one."""
    border = Bench(account("-", [["base-34"]]), targis=[3])
    border.play("return-targi blue 3", "trade blue - 1s")
    assert border.purse() == "1s"
    caravan = Bench(account("-", [["base-34"]]), targis=[13], others=["white-targi 9"], goods=["G-salt"])
    caravan.play("return-targi blue 13", "trade blue - 1s")
    assert caravan.purse() == "2s"


@pytest.mark.clause("FAQ-16")
def test_34_looks_at_what_comes_after_it_was_laid() -> None:
    """Salt taken before it in the same round adds nothing, salt after it does."""
    bench = Bench(
        account("2s1p"), markers=["1x5", "2x5"], targis=[13], others=["white-targi 9"],
        centre={"1x5": "G-salt", "2x5": "base-34"}, goods=["G-salt"],
    )  # fmt: skip
    bench.play("return-marker blue 1x5", "trade blue - 1s")
    assert bench.purse() == "3s1p"
    bench.play("return-marker blue 2x5", "lay blue base-34 1 2s1p 0 no")
    bench.play("return-targi blue 13", "trade blue - 1s")
    assert bench.purse() == "3s"


@pytest.mark.clause("FAQ-14")
@pytest.mark.card("base-37")
@pytest.mark.parametrize(("card", "taken", "comes"), [("G-date", "1d", False), ("G-gold", "1g", True)])
def test_37_gives_a_good_after_a_round_without_one(card: str, taken: str, comes: bool) -> None:
    """At the end of a round in which no goods card gave a good (gold is none): one of choice. It comes before the
    limits: with ten goods one goes back."""
    bench = Bench(account("9s", [["base-37"]]), markers=["1x5"], others=[], centre={"1x5": card}, tribe=["base-01"])
    bench.play("return-marker blue 1x5", f"trade blue - {taken}")
    assert bench.options("trade") == ({*lines("trade blue -", "1d", "1s", "1p")} if comes else set())
    if comes:
        bench.give(Colour.BLUE, "10s")
        bench.play("trade blue - 1p")
        assert bench.options() == {*lines("trade blue", "1s -", "1p -")}


@pytest.mark.clause("FAQ-6")
@pytest.mark.card("base-40")
def test_40_trades_goods_one_for_one_and_never_gold() -> None:
    """At the Trader a good for another good; a gold still costs three equal goods."""
    bench = Bench(account("2d", [["base-40"]]), targis=[5])
    assert bench.after("return-targi blue 5") == {*lines("trade blue", "1d 1s", "1d 1p", "2d 1s", "2d 1p")} | DONE
    bench.play("trade blue 1d 1s", "trade blue 1s 1p")
    assert bench.purse() == "1d1p"
    three = Bench(account("3d", [["base-40"]]), targis=[5])
    three.play("return-targi blue 5")
    assert {line for line in three.options() if line.endswith("1g")} == {"trade blue 3d 1g"}
    smith = Bench(account("1d", [["base-40"]]), targis=[10])
    smith.play("return-targi blue 10")
    assert smith.chooser == "white"


@pytest.mark.clause("ACT-6")
def test_a_discarded_card_is_no_more_than_discarded() -> None:
    """Its effect does not come: card 42 thrown away gives nothing."""
    bench = marked("base-42", "1d1s2p")
    bench.play("return-marker blue 1x5", "discard blue base-42")
    assert (bench.purse(), bench.discarded(PileKind.TRIBE)) == ("1d1s2p", ["base-42"])


@pytest.mark.clause("FAQ-10")
def test_gold_on_two_cards_is_taken_from_the_first_of_them() -> None:
    """With an invented second card that stores gold: one gold is paid, the other lies there still."""
    own = '[[tribe]]\nid = "X-41"\nsymbol = "well"\neffect = {name = "stored_tokens", gold = 1}\n'
    bench = Bench(
        account("1p", [["base-41$", "X-41$"]]), markers=["1x5"], targis=[11], centre={"1x5": "base-01"}, more=own,
    )  # fmt: skip
    bench.play("return-marker blue 1x5", "lay blue base-01 2 1p1g 1 no")
    assert [card.gold for card in bench.books.blue.rows[0]] == [0, 1]
    assert bench.purse() == "-"


@pytest.mark.card("base-45")
def test_45_works_for_either_player() -> None:
    """Laid by white it is blue who has two in the next round."""
    bench = Bench("-", "1d1s2p", others=["white-marker 1x5"], centre={"1x5": "base-45"})
    bench.play("return-marker white 1x5", "lay white base-45 1 1d1s2p 0 no")
    assert bench.state.targis_next == (2, 3)
