"""The expansion's border cards, the Targia's service, and water at work."""

from __future__ import annotations

import pytest

from companion.rules.board import Colour
from companion.rules.books import PileKind
from companion.rules.state import Phase
from tests.companion.rules.bench import Bench, account, lines

DONE = {"decline blue"}


@pytest.mark.clause("XBRD-1")
@pytest.mark.card("expansion-border-01")
def test_noble_pays_water_and_a_good_for_a_discarded_card() -> None:
    """Laid for its cost, or discarded for a water and a good of choice."""
    bench = Bench(account("1p1g", hand=["base-01"]), targis=[1], robber=2, expansion=True)
    assert (
        bench.after("return-targi blue 1")
        == {
            *lines("lay blue base-01", "1 1p1g 0 no", "2 1p1g 0 no", "3 1p1g 0 no"),
            "discard blue base-01",
        }
        | DONE
    )
    assert bench.after("discard blue base-01") == {*lines("trade blue -", "1d1w", "1s1w", "1p1w")} | DONE
    bench.play("trade blue - 1s1w")
    assert (bench.purse(), bench.hand()) == ("1s1p1g1w", [])


@pytest.mark.clause("XBRD-5")
@pytest.mark.card("expansion-border-05")
def test_trader_takes_water_too() -> None:
    """Three equal goods or two water for a gold, two equal goods or a water for a good; as often as wanted."""
    bench = Bench("3d2w", targis=[5], robber=2, expansion=True)
    here = {
        "trade blue 3d 1g",
        *lines("trade blue 2d", "1d", "1s", "1p"),
        "trade blue 2w 1g",
        *lines("trade blue 1w", "1d", "1s", "1p"),
    }
    everywhere = {*lines("trade blue 2w", "1d", "1s", "1p")}
    assert bench.after("return-targi blue 5") == here | everywhere | DONE
    bench.play("trade blue 1w 1p", "trade blue 1w 1p", "trade blue 2p 1s", "trade blue 3d 1g")
    assert bench.purse() == "1s1g"


@pytest.mark.clause("XBRD-9")
@pytest.mark.card("expansion-border-09")
def test_fata_morgana_reaches_the_next_card_only() -> None:
    """From the middle to the four cards that share an edge; by house rule to the diagonal ones too."""
    centre = dict.fromkeys(["1x5", "2x5", "3x5", "1x6", "2x6", "3x6", "1x7", "2x7", "3x7"], "G-date")
    edges = lines("shift-marker blue 2x6", "2x5", "1x6", "3x6", "2x7")
    corners = lines("shift-marker blue 2x6", "1x5", "3x5", "1x7", "3x7")
    bench = Bench(targis=[9], markers=["2x6"], centre=centre, expansion=True)
    assert bench.after("return-targi blue 9") == edges | DONE
    house = Bench(targis=[9], markers=["2x6"], centre=centre, expansion=True, options=["fata_morgana_diagonal"])
    assert house.after("return-targi blue 9") == edges | corners | DONE


@pytest.mark.clause("XBRD-9")
def test_a_marker_that_went_too_far_may_still_go_where_it_may() -> None:
    """Put on a diagonal card it does not count; from there it goes where the middle reaches, or back to the middle,
    from which the Fata Morgana moves it then."""
    centre = dict.fromkeys(["1x5", "2x5", "3x5", "1x6", "2x6"], "G-date")
    bench = Bench(targis=[9], markers=["2x6"], others=["white-targi 6"], centre=centre, robber=2, expansion=True)
    bench.play("return-targi blue 9")
    wrong = bench.word("shift-marker blue 2x6 1x5")
    assert wrong == ["marker_returned blue 2x6", "illegal_marker blue 1x5 no_crossing"]
    before = bench.state
    assert bench.options() == {*lines("shift-marker blue 1x5", "2x5", "1x6")} | DONE
    assert bench.play("shift-marker blue 1x5 2x5") == ["marker_placed blue 2x5"]
    assert (bench.options(), bench.state.disputes) == ({"return-marker blue 2x5"}, ())
    bench.state = before
    assert bench.word("shift-marker blue 1x5 2x6") == ["marker_placed blue 2x6"]
    assert bench.options() == {*lines("shift-marker blue 2x6", "2x5", "1x6")} | DONE


@pytest.mark.clause("XBRD-10")
@pytest.mark.card("expansion-border-10")
def test_silversmith_makes_two_exchanges_in_any_mix() -> None:
    """Two goods of any kind for 1 VP, a gold for 2 VP; at most two exchanges."""
    bench = Bench("2d1s2p1g", targis=[10], robber=2, expansion=True)
    once = lines("trade blue", "2d 1v", "2p 1v", "1d1s 1v", "1d1p 1v", "1s1p 1v", "1g 2v")
    assert bench.after("return-targi blue 10") == once | DONE
    bench.play("trade blue 1d1s 1v")
    assert bench.options() == {*lines("trade blue", "2p 1v", "1d1p 1v", "1g 2v")} | DONE
    bench.play("trade blue 1g 2v")
    assert bench.purse() == "1d2p3v"
    assert bench.chooser == "white"


@pytest.mark.clause("XBRD-13")
@pytest.mark.card("expansion-border-13")
def test_water_hole_gives_a_water() -> None:
    """One water, and no goods card is turned up."""
    bench = Bench(targis=[13], others=["white-targi 9"], robber=2, expansion=True)
    assert bench.after("return-targi blue 13") == {"trade blue - 1w"} | DONE
    bench.play("trade blue - 1w")
    assert bench.purse() == "1w"


@pytest.mark.clause("XBRD-14", "XSET-5")
@pytest.mark.card("expansion-border-14")
def test_tribal_expansion_offers_the_open_card_and_water_buys_the_next() -> None:
    """The card that lies open is offered; after a discard a water buys another offer, as often as wanted; after laying
    or keeping there is none. Then the next card is turned up and lies open."""
    bench = Bench("2w", targis=[14], robber=3, top="base-02", tribe=["base-05", "base-06", "base-08"], expansion=True)
    bench.play("return-targi blue 14")
    assert bench.options("keep", "discard") == {"keep blue base-02", "discard blue base-02"}
    bench.play("discard blue base-02")
    assert "trade blue 1w -" in bench.options()
    assert bench.after("trade blue 1w -") == {*lines("reveal", "base-05", "base-06", "base-08")}
    bench.play("reveal base-05")
    assert bench.options("keep", "discard") == {"keep blue base-05", "discard blue base-05"}
    bench.play("discard blue base-05", "trade blue 1w -", "reveal base-06", "keep blue base-06")
    assert (bench.purse(), bench.hand()) == ("-", ["base-06"])
    assert bench.discarded(PileKind.TRIBE) == ["base-02", "base-05"]
    assert bench.books.tribe.top == "base-08"

    kept = Bench("2w", targis=[14], robber=3, top="base-02", tribe=["base-05"], expansion=True)
    kept.play("return-targi blue 14", "keep blue base-02")
    assert "trade blue 1w -" not in kept.options()
    assert kept.books.tribe.top == "base-05"


# --- the Targia ---


def on_the_targia(purse: str, *laid: str, goods: tuple[str, ...] = ("G-any", "G-gold", "G-vp")) -> Bench:
    """Robber on 2, so the Targia is on 14: blue's Targi stands there, white's on 7."""
    return Bench(
        account(purse, rows=[laid]), targis=[14], robber=2, goods=goods, tribe=["base-02"], expansion=True,
    )  # fmt: skip


@pytest.mark.clause("XTGA-3")
def test_the_targia_serves_besides_the_cards_action() -> None:
    """Card and Targia in either order; she gives a good of choice, or for a good the top goods card."""
    bench = on_the_targia("1d")
    assert bench.after("return-targi blue 14") == {"pick blue 14", "pick blue targia"} | DONE
    assert bench.after("pick blue targia") == {*lines("trade blue -", "1d", "1s", "1p"), "trade blue 1d -"} | DONE
    bench.play("trade blue - 1p")
    assert bench.purse() == "1d1p"
    assert bench.after("pick blue 14") == {"keep blue base-02", "discard blue base-02"}
    neither = on_the_targia("1d")
    assert neither.after("return-targi blue 14", "decline blue") == {"return-targi white 7"}


@pytest.mark.clause("XTGA-4", "XTGA-5", "FAQ-13")
def test_a_turned_up_card_is_taken_or_refused_for_another_good() -> None:
    """Paid with a good each time; the last card is taken, at '/' one side; refused cards are discarded at once and come
    back when the pile is empty."""
    bench = on_the_targia("3d", goods=("G-gold", "G-vp"))
    bench.play("return-targi blue 14", "pick blue targia", "trade blue 1d -")
    assert bench.options() == {"reveal G-gold", "reveal G-vp"}
    assert bench.after("reveal G-vp") == {"trade blue - 1v", "trade blue 1d -"}
    bench.play("trade blue 1d -")  # only the gold is left, so it comes
    assert bench.discarded(PileKind.GOODS) == ["G-vp"]
    assert bench.options() == {"trade blue - 1g", "trade blue 1d -"}
    bench.play("trade blue 1d -")  # the pile is empty: both are shuffled
    assert bench.options() == {"reveal G-gold", "reveal G-vp"}
    assert bench.after("reveal G-vp") == {"trade blue - 1v"}
    bench.play("trade blue - 1v")
    assert bench.purse() == "1v"

    choice = on_the_targia("1d", "base-34", goods=("G-any",))
    choice.play("return-targi blue 14", "pick blue targia", "trade blue 1d -")
    assert choice.options() == {*lines("trade blue -", "1d", "1s", "1p")}
    choice.play("trade blue - 1s")
    assert choice.purse() == "2s"  # card 34 adds one: a goods card gave salt


@pytest.mark.clause("XTGA-3", "ACT-8")
@pytest.mark.parametrize("thrown", [True, False])
def test_the_targia_turns_up_no_card_where_there_is_none(thrown: bool) -> None:
    """With the pile empty the discarded goods cards serve; without any she gives a good and takes none."""
    discards = {PileKind.GOODS: ["G-vp"] if thrown else []}
    bench = Bench("1d", targis=[14], robber=2, goods=[], tribe=["base-02"], discards=discards, expansion=True)
    bench.play("return-targi blue 14", "pick blue targia")
    draws = {"trade blue 1d -"} if thrown else set()
    assert bench.options() == {*lines("trade blue -", "1d", "1s", "1p")} | draws | DONE


@pytest.mark.clause("XTGA-3")
def test_the_targia_is_used_from_her_card_only() -> None:
    """A Targi on 2 with the Targia on 14 uses the card alone."""
    bench = Bench(targis=[3], robber=2, expansion=True)
    assert bench.after("return-targi blue 3") == {"trade blue - 1s"} | DONE


# --- water ---


@pytest.mark.clause("XWAT-1", "XWAT-2")
def test_water_buys_gold_and_goods_at_any_time_in_the_own_turn() -> None:
    """Three water for a gold, two for a good of choice: before, between and during actions."""
    water = {"trade blue 3w 1g", *lines("trade blue 2w", "1d", "1s", "1p")}
    bench = Bench("5w", targis=[2, 11], robber=3, expansion=True)
    assert bench.options("trade") == water
    bench.play("trade blue 3w 1g")
    assert bench.purse() == "1g2w"
    bench.play("return-targi blue 2")
    assert bench.options() == {"trade blue - 1d", *lines("trade blue 2w", "1d", "1s", "1p")} | DONE
    bench.play("trade blue 2w 1s", "trade blue - 1d")
    assert bench.purse() == "1d1s1g"


@pytest.mark.clause("XWAT-5")
def test_water_waits_for_the_own_turn() -> None:
    """While blue acts white exchanges nothing; after blue's turn it may."""
    bench = Bench("-", white="3w", targis=[2], robber=3, expansion=True)
    assert bench.why_not("trade white 3w 1g") == "not_your_turn"
    bench.play("return-targi blue 2", "trade blue - 1d")
    assert bench.why_not("trade white 3w 1g") is None


@pytest.mark.clause("XWAT-5")
def test_at_the_end_of_a_round_both_exchange_water() -> None:
    """Blue, whose turn is long over, and white, until Robber and Targia have moved on; then nobody."""
    bench = Bench("3w", white="2w", targis=[2], robber=1, expansion=True)
    bench.play("return-targi blue 2", "trade blue - 1d", "decline blue", "return-targi white 7", "trade white - 1d")
    assert bench.why_not("trade blue 3w 1g") == "not_your_turn"
    assert bench.after("decline white") == {
        "move-robber 2", "trade blue 3w 1g", *lines("trade blue 2w", "1d", "1s", "1p"),
        *lines("trade white 2w", "1d", "1s", "1p"),
    }  # fmt: skip
    bench.play("trade blue 3w 1g", "move-robber 2")
    assert bench.purse() == "1d1g"
    assert bench.options("trade") == {*lines("trade white 2w", "1d", "1s", "1p")}
    bench.play("move-targia 14")
    assert bench.options("trade") == set()


@pytest.mark.clause("XWAT-5", "LIM-1")
def test_at_the_end_of_a_round_water_brings_nothing_beyond_the_limits() -> None:
    """Ten goods and two gold are kept already: a gold may be had for water, a good may not."""
    bench = Bench("10d2g5w", "3g3w", others=[], robber=1, phase=Phase.ROBBER, expansion=True)
    assert bench.options("trade") == {"trade blue 3w 1g", *lines("trade white 2w", "1d", "1s", "1p")}


@pytest.mark.clause("XWAT-5")
def test_andys_water_is_nobodys() -> None:
    """In a solo game only the person exchanges at the end of a round."""
    bench = Bench("2w", "2w", others=[], robber=1, phase=Phase.ROBBER, expansion=True, solo=Colour.BLUE)
    assert bench.options("trade") == {*lines("trade blue 2w", "1d", "1s", "1p")}


@pytest.mark.clause("XWAT-5")
def test_by_house_rule_water_is_exchanged_in_the_other_players_turn_too() -> None:
    """With the option white exchanges while blue acts, and nothing else."""
    bench = Bench("-", white="3w", targis=[2], robber=3, expansion=True, options=["water_in_any_turn"])
    assert bench.options("trade") == {"trade white 3w 1g", *lines("trade white 2w", "1d", "1s", "1p")}
    bench.play("trade white 2w 1s")
    assert str(bench.books.white.purse) == "1s1w"
    assert bench.chooser == "blue"


@pytest.mark.clause("XWAT-5", "XRAID-4")
def test_water_may_be_exchanged_to_pay_a_raid() -> None:
    """Raid 4 asks for a pepper or a VP: blue makes the pepper of two water, or keeps them and pays the VP."""
    bench = Bench("2w1v", "9p", others=[], robber=3, phase=Phase.ROBBER, expansion=True)
    bench.play("move-robber 4")
    bench.play("trade white 1p -")
    assert bench.options("trade") == {"trade blue 1v -", *lines("trade blue 2w", "1d", "1s", "1p")}
    bench.play("trade blue 2w 1p", "trade blue 1p -")
    assert bench.purse() == "1v"


@pytest.mark.clause("XWAT-3", "XWAT-5")
def test_more_than_ten_water_are_used_or_given_back_at_the_rounds_end() -> None:
    """Twelve water: two go back, or two become a good."""
    bench = Bench("12w", targis=[13], others=[], robber=2, expansion=True)
    bench.play("return-targi blue 13", "decline blue", "decline blue")
    assert bench.options() == {
        "trade blue 2w -", "trade blue 3w 1g", *lines("trade blue 2w", "1d", "1s", "1p"),
    }  # fmt: skip
    bench.play("trade blue 2w 1s")
    assert bench.purse() == "1s10w"
    assert bench.state.phase is Phase.ROBBER
