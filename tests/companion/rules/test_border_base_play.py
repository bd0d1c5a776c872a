"""The base game's border cards at work: what a Targi that comes back from one may do."""

from __future__ import annotations

import pytest

from companion.rules.books import PileKind
from companion.rules.state import Phase
from tests.companion.rules.bench import PLAIN, Bench, account, lines

DONE = {"decline blue"}


@pytest.mark.clause("BRD-2", "ACT-3")
@pytest.mark.parametrize(
    ("number", "good"),
    [
        pytest.param(2, "d", marks=pytest.mark.card("base-border-02")),
        pytest.param(3, "s", marks=pytest.mark.card("base-border-03")),
        pytest.param(6, "p", marks=pytest.mark.card("base-border-06")),
        pytest.param(7, "d", marks=pytest.mark.card("base-border-07")),
        pytest.param(11, "p", marks=pytest.mark.card("base-border-11")),
        pytest.param(15, "s", marks=pytest.mark.card("base-border-15")),
    ],
)
def test_goods_cards_of_the_border_give_one_good(number: int, good: str) -> None:
    """2 and 7 a date, 3 and 15 a salt, 6 and 11 a pepper; the Targi is back and the card still lies there."""
    bench = Bench("1g", targis=[number], others=["white-targi 9"])
    before = bench.books.border
    assert bench.after(f"return-targi blue {number}") == {f"trade blue - 1{good}"} | DONE
    bench.play(f"trade blue - 1{good}")
    assert bench.purse() == f"1{good}1g"
    assert bench.books.border == before
    assert bench.state.targis_of(bench.state.start_player) == ()


@pytest.mark.clause("ACT-11")
def test_an_action_may_be_declined() -> None:
    """The Targi comes back all the same, and nothing is taken."""
    bench = Bench("1g", targis=[2])
    bench.play("return-targi blue 2", "decline blue")
    assert bench.purse() == "1g"
    assert bench.state.turn is not None
    assert bench.chooser == "white"


@pytest.mark.clause("BRD-1", "ACT-10")
@pytest.mark.card("base-border-01")
def test_noble_lays_or_discards_the_hand_card() -> None:
    """A card of a pepper and a gold: paid for and laid in any row, discarded for nothing, or kept."""
    bench = Bench(account("1p1g", hand=["base-01"]), targis=[1], robber=2)
    assert (
        bench.after("return-targi blue 1")
        == {
            *lines("lay blue base-01", "1 1p1g 0 no", "2 1p1g 0 no", "3 1p1g 0 no"),
            "discard blue base-01",
        }
        | DONE
    )
    bench.play("lay blue base-01 2 1p1g 0 no")
    assert (bench.purse(), bench.hand(), bench.rows()) == ("-", [], [[], ["base-01"]])

    bench = Bench(account("1p1g", hand=["base-01"]), targis=[1], robber=2)
    bench.play("return-targi blue 1", "discard blue base-01")
    assert (bench.purse(), bench.hand(), bench.discarded(PileKind.TRIBE)) == ("1p1g", [], ["base-01"])


@pytest.mark.clause("BRD-1")
def test_noble_wants_the_cost_and_a_hand_card() -> None:
    """Without the gold it can only be discarded; without a card in the hand there is nothing to do."""
    bench = Bench(account("9p", hand=["base-01"]), targis=[1], robber=2)
    assert bench.after("return-targi blue 1") == {"discard blue base-01"} | DONE
    assert bench.why_not("lay blue base-01 1 1p1g 0 no") == "cannot_pay"
    empty = Bench("9p9g", targis=[1], robber=2)
    empty.play("return-targi blue 1")
    assert empty.chooser == "white"


@pytest.mark.clause("BRD-5")
@pytest.mark.card("base-border-05")
def test_trader_takes_equal_goods_as_often_as_wanted() -> None:
    """Three equal goods for a gold, two equal for another good; unequal ones buy nothing, and it may go on."""
    bench = Bench("3d2s1p", targis=[5])
    assert (
        bench.after("return-targi blue 5")
        == {
            "trade blue 3d 1g",
            *lines("trade blue 2d", "1s", "1p"),
            *lines("trade blue 2s", "1d", "1p"),
        }
        | DONE
    )
    bench.play("trade blue 2s 1p", "trade blue 3d 1g")
    assert bench.purse() == "2p1g"
    bench.play("trade blue 2p 1d")
    assert bench.purse() == "1d1g"
    assert bench.chooser == "white"


@pytest.mark.clause("BRD-10")
@pytest.mark.card("base-border-10")
def test_silversmith_makes_one_exchange() -> None:
    """Two equal goods 1 VP, four 3 VP, a gold 2 VP, two gold 4 VP; after one it is over."""
    bench = Bench("4d2s1p3g", targis=[10])
    assert (
        bench.after("return-targi blue 10")
        == {*lines("trade blue", "2d 1v", "2s 1v", "4d 3v", "1g 2v", "2g 4v")} | DONE
    )
    bench.play("trade blue 4d 3v")
    assert bench.purse() == "2s1p3g3v"
    assert bench.chooser == "white"


@pytest.mark.clause("BRD-9")
@pytest.mark.card("base-border-09")
def test_fata_morgana_moves_a_marker_to_any_free_face_up_card() -> None:
    """From 1x5 to 3x7 across the middle, not to the marked 2x5, not to the face-down 3x5; then that card is used."""
    bench = Bench(
        targis=[9],
        markers=["1x5"],
        others=["white-marker 2x5", "white-targi 7"],
        centre={"1x5": "G-date", "2x5": "G-salt", "3x5": "tribe", "3x7": "G-gold"},
    )
    assert bench.after("return-targi blue 9") == {"shift-marker blue 1x5 3x7"} | DONE
    bench.play("shift-marker blue 1x5 3x7")
    assert bench.after("return-marker blue 3x7") == {"trade blue - 1g"} | DONE
    bench.play("trade blue - 1g")
    assert bench.spot("1x5") == ("G-date", True)


@pytest.mark.clause("BRD-9")
def test_by_house_rule_fata_morgana_reaches_face_down_cards() -> None:
    """With the option a face-down card may be gone to as well; it is turned up when it is used."""
    bench = Bench(
        targis=[9],
        markers=["1x5"],
        centre={"1x5": "G-date", "3x5": "tribe"},
        tribe=["base-01", "base-02"],
        options=["fata_morgana_face_down"],
    )
    assert bench.after("return-targi blue 9") == {"shift-marker blue 1x5 3x5"} | DONE
    bench.play("shift-marker blue 1x5 3x5")
    assert bench.after("return-marker blue 3x5") == {"reveal base-01", "reveal base-02"}
    bench.play("reveal base-02")
    assert bench.options() == {"keep blue base-02", "discard blue base-02"} | DONE


@pytest.mark.clause("BRD-13", "FAQ-1")
@pytest.mark.card("base-border-13")
def test_caravan_takes_what_the_top_goods_card_shows() -> None:
    """Chance turns one up; what it shows is taken, and it lies on the discard pile."""
    bench = Bench("-", targis=[13], others=["white-targi 9"], goods=["G-any", "G-gold"])
    assert bench.after("return-targi blue 13") == {"reveal G-any", "reveal G-gold"}
    assert bench.after("reveal G-any") == {*lines("trade blue -", "1d", "1s", "1p")} | DONE
    bench.play("trade blue - 1s")
    assert (bench.purse(), bench.discarded(PileKind.GOODS)) == ("1s", ["G-any"])
    assert bench.books.left(PileKind.GOODS) == 1


@pytest.mark.clause("BRD-14")
@pytest.mark.card("base-border-14")
def test_tribal_expansion_offers_the_top_tribe_card() -> None:
    """Laid for its cost, taken into a free hand, or discarded; with a full hand not into the hand."""
    bench = Bench("1p1g", targis=[14], tribe=["base-01", "base-02"])
    assert bench.after("return-targi blue 14") == {"reveal base-01", "reveal base-02"}
    assert bench.after("reveal base-01") == {
        *lines("lay blue base-01", "1 1p1g 0 no", "2 1p1g 0 no", "3 1p1g 0 no"),
        "keep blue base-01",
        "discard blue base-01",
    }
    bench.play("keep blue base-01")
    assert bench.hand() == ["base-01"]

    full = Bench(account("-", hand=["base-03"]), targis=[14], tribe=["base-01", "base-02"])
    assert full.after("return-targi blue 14", "reveal base-01") == {"discard blue base-01"}
    assert full.why_not("keep blue base-01") == "hand_full"
    full.play("discard blue base-01")
    assert (full.hand(), full.discarded(PileKind.TRIBE)) == (["base-03"], ["base-01"])


@pytest.mark.clause("ACT-2")
def test_one_action_is_finished_before_the_next() -> None:
    """While the Trader is at hand no other figure may come back."""
    bench = Bench("3d", targis=[5, 11], tribe=PLAIN)
    bench.play("return-targi blue 5")
    assert bench.why_not("return-targi blue 11") == "unfinished"
    bench.play("decline blue")
    assert bench.why_not("return-targi blue 11") is None


@pytest.mark.clause("ACT-3")
def test_what_was_used_is_not_used_again_by_a_figure_put_back() -> None:
    """The Targi put back on 2 after its date does not count, and comes back from there for nothing. One whose use had
    to wait for another's may be put back, and is used when it comes."""
    bench = Bench(targis=[2, 3], others=["white-targi 9"])
    bench.play("return-targi blue 2", "trade blue - 1d")
    assert bench.why_not("place-targi blue 2") == "not_your_turn"
    bench.word("place-targi blue 2", "return-targi blue 2", "return-targi blue 3")
    assert bench.options() == {"trade blue - 1s"} | DONE
    waiting = Bench(targis=[2, 3], others=["white-targi 9"])
    waiting.word("return-targi blue 2", "return-targi blue 3")
    assert waiting.word("place-targi blue 3") == ["targi_placed blue 3"]
    waiting.play("trade blue - 1d", "return-targi blue 3", "trade blue - 1s")
    assert (waiting.purse(), str(waiting.state.turn)) == ("1d1s", "white")


@pytest.mark.clause("ACT-2", "PLC-1")
def test_a_targi_taken_back_while_placing_is_not_used() -> None:
    """Put on 2 and taken up again it brings nothing, and it is its player's turn again."""
    bench = Bench(others=[], robber=3, phase=Phase.PLACING)
    bench.play("place-targi blue 2")
    bench.word("return-targi blue 2")
    assert (str(bench.state.turn), bench.books.agenda) == ("blue", ())


@pytest.mark.clause("ACT-1")
def test_the_turn_ends_with_the_last_figure_alone() -> None:
    """With water to exchange there is an end of the turn to say, but not while a figure still stands."""
    bench = Bench("2w", targis=[2, 3], others=["white-targi 9"])
    bench.play("return-targi blue 2", "trade blue - 1d")
    assert "decline blue" not in bench.options()
    bench.play("return-targi blue 3", "trade blue - 1s")
    assert "decline blue" in bench.options()


@pytest.mark.clause("BRD-9")
def test_the_fata_morgana_waits_for_a_marker_that_goes_where_it_may() -> None:
    """Another figure moved meanwhile, or a marker put where it may not go, leaves the choice as it was."""
    centre = {"1x5": "G-date", "2x5": "G-salt", "3x7": "G-gold"}
    begun = Bench(targis=[9, 3], markers=["1x5", "3x7"], others=["white-targi 6"], centre=centre, robber=2)
    begun.play("return-targi blue 9")
    moved = lines("shift-marker blue 3x7", "2x5")
    assert moved <= begun.options()
    start = begun.state
    for wrong in ("shift-marker blue 1x5 2x7", "place-targi blue 10", "shift-targi blue 3 5"):
        begun.state = start
        assert begun.word(wrong)[-1].startswith("illegal_")
        assert moved <= begun.options()
    begun.state = start
    begun.word("return-targi blue 3", "place-targi blue 3")
    assert moved <= begun.options()


@pytest.mark.clause("FAQ-15")
def test_the_noble_lays_a_card_for_less_by_its_symbol() -> None:
    """An oasis from the hand with the discount for oases: the pepper is left out."""
    bench = Bench(account("1p1g", [["base-29"]], ["base-01"]), targis=[1], robber=2)
    bench.play("return-targi blue 1")
    assert {line.split()[4] for line in bench.options("lay")} == {"1g"}


@pytest.mark.clause("ACT-2")
def test_a_marker_put_right_while_something_else_is_used() -> None:
    """Shoved off its crossing and back while the date of 2 is being taken: it counts, and the date is still there. The
    same where a card allows it to go elsewhere."""
    bench = Bench(targis=[2], markers=["1x5"], others=["white-targi 9"], centre={"1x5": "G-salt"})
    bench.word("shift-marker blue 1x5 2x5")
    bench.play("return-targi blue 2")
    assert bench.word("shift-marker blue 2x5 1x5") == ["marker_placed blue 1x5"]
    assert bench.options() == {"trade blue - 1d"} | DONE
    moved = bench.word("allow blue no_crossing once", "shift-marker blue 1x5 3x5")
    assert moved == ["marker_returned blue 1x5", "marker_placed blue 3x5"]
    assert bench.options() == {"trade blue - 1d"} | DONE


@pytest.mark.clause("ACT-2", "BRD-9")
def test_what_waits_for_the_fata_morgana_is_not_lost() -> None:
    """A second figure came back before the marker was moved: its card is used afterwards."""
    centre = {"1x5": "G-date", "2x5": "G-salt"}
    bench = Bench(targis=[9, 3], markers=["1x5"], others=["white-targi 6"], centre=centre, robber=2)
    bench.word("return-targi blue 9", "return-targi blue 3", "shift-marker blue 1x5 2x5")
    assert bench.options() == {"trade blue - 1s"} | DONE


@pytest.mark.clause("XTRB-8")
def test_w3_works_for_a_date_of_the_owners_own_border_card() -> None:
    """An invented card on 13 gives a date and a water: the date may be another good."""
    own = '[[border]]\nid = "X-13"\nnumber = 13\nkind = "action"\ntitle = "Well"\n'
    own += 'effect = {name = "gain", amounts = {dates = 1, water = 1}}\n'
    bench = Bench(account("-", [["EX-W3"]]), targis=[13], others=["white-targi 9"], border=["X-13"], more=own)
    assert bench.after("return-targi blue 13") == {*lines("trade blue -", "1d1w", "1s1w", "1p1w")} | DONE


@pytest.mark.clause("XMIX-3")
def test_an_own_silversmith_takes_goods_of_two_kinds() -> None:
    """An invented card on 10: two equal goods and one of another kind for 1 VP."""
    own = '[[border]]\nid = "X-10"\nnumber = 10\nkind = "action"\ntitle = "Smith"\n'
    own += 'effect = {name = "exchange", rates = [{give = {same = 2, other_same = 1}, get = {vp = 1}}]}\n'
    bench = Bench("2d2s1p", targis=[10], border=["X-10"], more=own)
    assert bench.after("return-targi blue 10") == {
        *lines("trade blue", "2d1s 1v", "2d1p 1v", "1d2s 1v", "2s1p 1v"),
    } | DONE  # fmt: skip


@pytest.mark.clause("XMIX-3", "BBRD-14b")
def test_an_own_tribal_expansion_goes_as_often_as_it_says() -> None:
    """An invented card on 14: for a VP once more, twice at most; with nothing left to turn up not at all."""
    own = '[[border]]\nid = "X-14"\nnumber = 14\nkind = "action"\ntitle = "Tribe"\n'
    own += 'effect = {name = "tribal_expansion", again = {vp = 1}, times = 2}\n'
    bench = Bench("3v", targis=[14], robber=2, border=["X-14"], tribe=["base-02"] * 4, more=own)
    bench.play("return-targi blue 14", "discard blue base-02")
    for _ in range(2):
        bench.play("trade blue 1v -", "discard blue base-02")
    assert (bench.purse(), bench.chooser) == ("1v", "white")
    last = Bench("3v", targis=[14], robber=2, border=["X-14"], tribe=["base-02"], more=own)
    last.play("return-targi blue 14", "keep blue base-02")
    assert last.chooser == "white"
