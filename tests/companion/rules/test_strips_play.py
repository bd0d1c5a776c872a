"""The texts U3 to U9, whose cards are unknown, at work. Costs and symbols here are invented."""

from __future__ import annotations

import pytest

from companion.rules.board import Colour
from companion.rules.books import PileKind
from tests.companion.rules.bench import Bench, account, laid, lines, priced

DONE = {"decline blue"}
ANY = ("1d", "1s", "1p")


@pytest.mark.clause("XTRB-8")
@pytest.mark.card("U3")
def test_u3_swaps_the_hand_card_with_a_free_central_tribe_card() -> None:
    """Face up and without a marker; the hand card lies there then, face up."""
    bench = Bench(
        account("-", [["U3!"]], ["base-01"]), targis=[11],
        others=["white-marker 2x5"],
        centre={"1x5": "base-02", "2x5": "base-03", "3x5": "G-date", "1x6": "tribe"},
        expansion=True,
    )  # fmt: skip
    bench.play("pick blue 1.1")
    assert bench.options() == {"swap blue base-01 1x5"} | DONE
    bench.play("swap blue base-01 1x5")
    assert (bench.hand(), bench.spot("1x5")) == (["base-02"], ("base-01", True))


@pytest.mark.clause("XTRB-8")
@pytest.mark.card("U4")
def test_u4_takes_a_central_tribe_card_without_a_marker() -> None:
    """Laid for its cost or taken into a free hand; a goods card takes its place. Marked and face-down ones are left."""
    bench = laid(
        "U4", "1s1p1g", (), 'symbol = "tent"', 'timing = "immediate"',
        others=["white-marker 2x5"], centre={"2x5": "base-03", "3x5": "base-01", "1x6": "tribe"},
    )  # fmt: skip
    assert bench.options("keep") == {"keep blue base-01"}
    assert {line.split()[2] for line in bench.options("lay")} == {"base-01"}
    bench.play("lay blue base-01 1 1p1g 0 no")
    assert (bench.rows(), bench.spot("3x5")) == ([["base-01"], [], ["U4"]], ("goods", False))


@pytest.mark.card("U5")
@pytest.mark.parametrize(("plain", "goods"), [(0, 0), (1, 1), (2, 2)])
def test_u5_gives_a_good_for_each_plain_card(plain: int, goods: int) -> None:
    """Laid cards without text count; it has one itself, and so has 16."""
    rows = (tuple(["base-01", "base-02"][:plain]), ("base-16",))
    bench = laid("U5", "1s", rows, 'symbol = "tent"', 'timing = "immediate"')
    counts = {sum(int(part) for part in line.split()[3][::2]) for line in bench.options("trade blue -")}
    assert counts == ({goods} if goods else set())


@pytest.mark.clause("XTRB-8")
@pytest.mark.card("U6")
def test_u6_swaps_laid_cards_or_brings_the_hand_card_in() -> None:
    """Two laid cards change places; or the hand card comes in without its cost, acts as newly laid, and the laid one
    goes to the hand."""
    rows = (("base-01", "base-02", "DX-5"),)
    facts = ('symbol = "tent"', 'timing = "immediate"')
    bench = laid("U6", "1s", rows, *facts)
    assert "rearrange blue [[1.1,1.2],[1.2,1.1]]" in bench.options()
    bench.play("rearrange blue [[1.1,3.1],[3.1,1.1]]")
    assert bench.rows() == [["U6", "base-02", "DX-5"], [], ["base-01"]]

    hand = Bench(
        account("1s", rows, ["base-42"]), markers=["1x5"], targis=[11], centre={"1x5": "U6"}, expansion=True,
        more=priced("U6", *facts),
    )  # fmt: skip
    hand.play("return-marker blue 1x5", "lay blue U6 3 1s 0 no")
    assert hand.options("swap") == {*lines("swap blue base-42", "1.1", "1.2", "3.1")}  # a dune is no hand card
    hand.play("swap blue base-42 1.1")
    assert (hand.rows()[0], hand.hand()) == (["base-42", "base-02", "DX-5"], ["base-01"])
    assert "trade blue - 1g" in hand.options()


@pytest.mark.card("U7")
def test_u7_takes_what_the_top_tribe_card_costs() -> None:
    """One side at '/', no brackets; then that card is discarded."""
    bench = laid("U7", "1s", (), 'symbol = "tent"', 'timing = "immediate"', tribe=["base-27", "base-01"])
    assert bench.options() == {"reveal base-01", "reveal base-27"}
    bench.play("reveal base-27")
    assert bench.options("trade blue -") == {*lines("trade blue -", "1d2p", "1g")}
    assert bench.discarded(PileKind.TRIBE) == ["base-27"]
    bench.play("trade blue - 1d2p")
    assert bench.purse() == "1d2p"
    unknown = laid("U7", "1s", (), 'symbol = "tent"', 'timing = "immediate"', tribe=["EX-W4"])
    assert unknown.discarded(PileKind.TRIBE) == ["EX-W4"]  # nobody has written down what it costs
    assert unknown.options() == {"return-targi blue 11"}


@pytest.mark.card("U8")
def test_u8_uses_the_targia_and_takes_a_vp() -> None:
    """1 VP and her service, wherever she stands."""
    bench = laid("U8", "1s", (), 'symbol = "tent"', 'timing = "immediate"')
    assert bench.purse() == "1v"
    assert bench.options("trade blue -") == {*lines("trade blue -", *ANY)}


@pytest.mark.card("U9")
def test_u9_lays_a_marked_card_for_a_water() -> None:
    """An own marked tribe card costs one water instead of its cost; its marker comes back."""
    bench = Bench(
        account("1s1w"), markers=["1x5", "2x5"], targis=[11], centre={"1x5": "U9", "2x5": "base-03", "3x5": "base-01"},
        expansion=True, more=priced("U9", 'symbol = "tent"', 'timing = "immediate"'),
    )  # fmt: skip
    bench.play("return-marker blue 1x5", "lay blue U9 3 1s 0 no")
    assert bench.options("lay") == {*lines("lay blue base-03", "1 1w 0 no", "2 1w 0 no", "3 1w 0 no")}
    bench.play("lay blue base-03 1 1w 0 no")
    assert (bench.purse(), bench.rows()[0]) == ("-", ["base-03"])
    assert bench.state.markers_of(Colour.BLUE) == ()
    assert bench.spot("2x5") == ("goods", False)
    assert bench.options() == {"return-targi blue 11"}
    watered = Bench(
        account("1s3w"), markers=["1x5", "2x5"], targis=[11], centre={"1x5": "U9", "2x5": "base-03"}, expansion=True,
        more=priced("U9", 'symbol = "tent"', 'timing = "immediate"'),
    )  # fmt: skip
    watered.play("return-marker blue 1x5", "lay blue U9 3 1s 0 no")
    assert "decline blue" in watered.options()
    watered.play("lay blue base-03 1 1w 0 no")
    assert "decline blue" not in watered.options()  # the turn goes on


@pytest.mark.card("U9")
def test_the_turn_ends_after_u9_has_used_the_last_marker() -> None:
    """On a dune: its Targi is back, the marker comes back with the laid card, and then the turn is still the player's
    for what may be done at any time."""
    dune = '[[dune]]\nid = "DX-7"\neffect = {name = "lay_marked_for", price = {water = 1}}\n'
    bench = Bench(
        account("1d1w", [["EX-W5!"]]), targis=["dune:1"], markers=["2x5"], centre={"2x5": "base-03"},
        open_dunes={"dune:1": "DX-7"}, robber=2, expansion=True, more=dune,
    )  # fmt: skip
    bench.play("return-targi blue dune:1", "pick blue DX-7", "lay blue base-03 1 1w 0 no")
    assert bench.options() == {"pick blue 1.1"} | DONE
    bench.play("decline blue")
    assert bench.state.turn is Colour.WHITE
