"""Expansion tribe cards at work. Their costs and VP are unknown; where one is laid its cost here is invented."""

from __future__ import annotations

import pytest

from companion.rules.books import Account, PileKind
from companion.rules.state import Phase
from tests.companion.rules.bench import Bench, account, laid, lines, priced

DONE = {"decline blue"}
ANY = ("1d", "1s", "1p")


# --- border cards and Targia ---


@pytest.mark.clause("XTRB-2")
def test_a_lasting_effect_holds_again_and_again() -> None:
    """W3 gives nothing when it is laid, and works for both dates of one round and in the round after."""
    bench = laid("EX-W3", others=["white-targi 9"])
    assert bench.purse() == "-"
    bench = Bench(account("-", [["EX-W3"]]), targis=[2, 7], others=["white-targi 9"], robber=3, expansion=True)
    bench.play("return-targi blue 2", "trade blue - 1s", "return-targi blue 7", "trade blue - 1p")
    assert bench.purse() == "1s1p"
    assert bench.books.blue.rows[0][0].card == "EX-W3"


@pytest.mark.clause("XTRB-8")
@pytest.mark.parametrize(
    ("card", "number", "goods"),
    [
        pytest.param("EX-W3", 2, {"1d", "1s", "1p"}, marks=pytest.mark.card("EX-W3")),
        pytest.param("EX-O6", 6, {"1d", "1s", "1p"}, marks=pytest.mark.card("EX-O6")),
        ("EX-W3", 6, {"1p"}),
        ("EX-O6", 2, {"1d"}),
        ("EX-W3", 3, {"1s"}),
    ],
)
def test_w3_and_o6_change_a_good_of_a_border_card(card: str, number: int, goods: set[str]) -> None:
    """A date (W3) or a pepper (O6) from a border card may be another good; others stay as they are."""
    bench = Bench(account("-", [[card]]), targis=[number], others=["white-targi 9"], expansion=True)
    assert bench.after(f"return-targi blue {number}") == {f"trade blue - {good}" for good in goods} | DONE


@pytest.mark.clause("XTRB-8")
def test_w3_works_for_what_the_caravan_turns_up() -> None:
    """A border card's action gives it: two dates of the Caravan may be any two goods; of a marked card they stay."""
    bench = Bench(
        account("-", [["EX-W3"]]), targis=[13], others=["white-targi 9"], goods=["G-2date"], border=["base-border-13"],
        markers=["1x5"], centre={"1x5": "G-date"}, expansion=True,
    )  # fmt: skip
    two = ("2d", "1d1s", "1d1p", "2s", "1s1p", "2p")
    assert bench.after("return-targi blue 13") == {*lines("trade blue -", *two)} | DONE
    bench.play("trade blue - 1s1p")
    assert bench.after("return-marker blue 1x5") == {"trade blue - 1d"} | DONE


@pytest.mark.clause("XTRB-8")
@pytest.mark.card("EX-W3", "EX-O6")
@pytest.mark.parametrize("rows", [["EX-W3", "EX-O6"], ["EX-O6", "EX-W3"]])
def test_w3_and_o6_together_change_both_goods(rows: list[str]) -> None:
    """A date and a pepper that the Caravan turned up may be any two goods."""
    bench = Bench(
        account("-", [rows]), targis=[13], others=["white-targi 9"], goods=["G-date-pepper"],
        border=["base-border-13"], expansion=True,
    )  # fmt: skip
    two = ("2d", "1d1s", "1d1p", "2s", "1s1p", "2p")
    assert bench.after("return-targi blue 13") == {*lines("trade blue -", *two)} | DONE


@pytest.mark.clause("XTGA-5")
@pytest.mark.card("EX-O1")
def test_o1_uses_the_targia_from_across() -> None:
    """Targia on 14: a Targi on 6 uses her too, and one on each gives two services. On 7 it does not."""
    bench = Bench(account("-", [["EX-O1"]]), targis=[6, 14], others=["white-targi 9"], robber=2, expansion=True)
    assert bench.after("return-targi blue 6") == {"pick blue 6", "pick blue targia"} | DONE
    bench.play("pick blue targia", "trade blue - 1d", "pick blue 6", "trade blue - 1p")
    assert "pick blue targia" in bench.after("return-targi blue 14")
    without = Bench(targis=[6], others=["white-targi 9"], robber=2, expansion=True)
    assert without.after("return-targi blue 6") == {"trade blue - 1p"} | DONE


@pytest.mark.card("EX-O3")
def test_o3_takes_water_from_the_targia() -> None:
    """A water instead of a good is one more choice of her service."""
    bench = Bench(account("-", [["EX-O3"]]), targis=[14], robber=2, expansion=True)
    bench.play("return-targi blue 14", "pick blue targia")
    assert bench.options("trade") == {*lines("trade blue -", *ANY, "1w")}
    bench.play("trade blue - 1w")
    assert bench.purse() == "1w"


@pytest.mark.clause("XTRB-3")
@pytest.mark.card("EX-O5")
def test_o5_moves_both_markers_once() -> None:
    """With its token the Fata Morgana may move the second marker too; then the token is gone."""
    centre = dict.fromkeys(["1x5", "2x5", "1x6", "2x6"], "G-date")
    bench = Bench(
        account("-", [["EX-O5!"]]), targis=[9], markers=["1x5", "1x6"], centre=centre, expansion=True,
    )  # fmt: skip
    bench.play("return-targi blue 9", "shift-marker blue 1x5 2x5")
    assert bench.options() == {"shift-marker blue 1x6 1x5", "shift-marker blue 1x6 2x6"} | DONE
    bench.play("shift-marker blue 1x6 2x6")
    assert not bench.books.blue.rows[0][0].action
    own = priced("X-5", 'effect = {name = "fata_morgana_both"}', 'timing = "once"')
    two = Bench(
        account("-", [["EX-O5!", "X-5!"]]), targis=[9], markers=["1x5", "1x6"], centre=centre, expansion=True, more=own,
    )  # fmt: skip
    two.play("return-targi blue 9", "shift-marker blue 1x5 2x5", "shift-marker blue 1x6 2x6")
    assert [card.action for card in two.books.blue.rows[0]] == [False, True]
    used = Bench(account("-", [["EX-O5"]]), targis=[9], markers=["1x5", "1x6"], centre=centre, expansion=True)
    used.play("return-targi blue 9", "shift-marker blue 1x5 2x5")
    assert not used.options("shift-marker")


@pytest.mark.card("EX-A6")
def test_a6_brings_a_good_with_the_fata_morgana() -> None:
    """A good of choice once a marker has been moved."""
    centre = dict.fromkeys(["1x5", "2x5"], "G-date")
    bench = Bench(account("-", [["EX-A6"]]), targis=[9], markers=["1x5"], centre=centre, expansion=True)
    bench.play("return-targi blue 9", "shift-marker blue 1x5 2x5")
    assert bench.options() == {*lines("trade blue -", *ANY)} | DONE


@pytest.mark.card("EX-C1")
def test_c1_holds_two_cards() -> None:
    """With one card in the hand a second may be taken, not a third."""
    bench = Bench(
        account("-", [["EX-C1"]], ["base-02"]), markers=["1x5", "2x5"], centre={"1x5": "base-01", "2x5": "base-03"},
        expansion=True,
    )  # fmt: skip
    bench.play("return-marker blue 1x5", "keep blue base-01", "return-marker blue 2x5")
    assert bench.hand() == ["base-02", "base-01"]
    assert bench.options() == {"discard blue base-03"} | DONE


@pytest.mark.clause("FAQ-17")
@pytest.mark.card("EX-T1")
def test_t1_pays_water_and_a_good_for_gold_at_the_noble() -> None:
    """A card of a pepper and a gold: paid as printed, or with a water and a good for the gold. A discount may take that
    good off too. Without the Noble gold stays gold."""
    bench = Bench(account("2p1g1w", [["EX-T1"]], ["base-01"]), targis=[1], robber=2, expansion=True)
    bench.play("return-targi blue 1")
    assert {line.split()[4] for line in bench.options("lay")} == {"1p1g", "2p1w"}
    cheaper = Bench(account("1p1w", [["EX-T1", "base-31"]], ["base-01"]), targis=[1], robber=2, expansion=True)
    cheaper.play("return-targi blue 1")
    assert {line.split()[4] for line in cheaper.options("lay")} == {"1p1w"}
    marked = Bench(account("2p1w", [["EX-T1"]]), markers=["1x5"], centre={"1x5": "base-01"}, expansion=True)
    marked.play("return-marker blue 1x5")
    assert marked.options("lay") == set()


# --- once, at once ---


@pytest.mark.clause("XTRB-1")
@pytest.mark.card("EX-T2")
def test_t2_brings_one_of_each_at_once() -> None:
    """A date, a salt, a pepper and a water when it is laid, and never again."""
    bench = laid("EX-T2")
    assert bench.options("trade blue -") == {"trade blue - 1d1s1p1w"}
    bench.play("trade blue - 1d1s1p1w")
    assert bench.purse() == "1d1s1p1w"
    assert not bench.options("trade blue -", "pick blue")


@pytest.mark.clause("XTRB-3")
@pytest.mark.card("EX-W5")
def test_w5_exchanges_goods_once_with_its_token() -> None:
    """Laid it holds an action token; at any time in an own turn any goods become others; then the token is gone."""
    bench = laid("EX-W5", "1d2s")
    assert bench.books.blue.rows[2][0].action
    assert "pick blue 3.1" in bench.options()
    bench.play("pick blue 3.1")
    assert bench.options() == {*lines("trade blue", "1d 1s", "1d 1p", "1s 1d", "1s 1p", "1d1s 2p")} | DONE
    bench.play("trade blue 1d1s 2p")
    assert bench.purse() == "2p"
    assert not bench.books.blue.rows[2][0].action
    assert "pick blue 3.1" not in bench.options()


@pytest.mark.card("EX-W2")
def test_w2_holds_two_water_for_any_time() -> None:
    """Laid, two water lie on it; one or both may be taken at any time."""
    bench = laid("EX-W2")
    assert bench.books.blue.rows[2][0].water == 2
    bench.play("pick blue 3.1")
    assert (bench.purse(), bench.books.blue.rows[2][0].water) == ("1w", 1)
    bench.play("pick blue 3.1")
    assert bench.purse() == "2w"
    assert "pick blue 3.1" not in bench.options()


@pytest.mark.clause("XTRB-6")
def test_goods_in_brackets_bring_vp_at_once() -> None:
    """An invented card of a salt, with a date in brackets for 1 VP: paid or not, as its owner likes."""
    more = '[[tribe]]\nid = "X-1"\nsymbol = "well"\nvp = 2\n'
    more += "cost = {either = [{salt = 1}, {gold = 1}], bracket = {dates = 1}, bracket_vp = 1}\n"
    bench = Bench("1d1s1g", markers=["1x5"], centre={"1x5": "X-1"}, expansion=True, more=more)
    bench.play("return-marker blue 1x5")
    offered = {tuple(line.split()[4:]) for line in bench.options("lay")}
    assert offered == {("1s", "0", "no"), ("1d1s", "0", "yes"), ("1g", "0", "no"), ("1d1g", "0", "yes")}
    before = bench.state
    bench.play("lay blue X-1 1 1d1s 0 yes")
    assert bench.purse() == "1g1v"
    bench.state = before
    bench.play("lay blue X-1 1 1s 0 no")
    assert bench.purse() == "1d1g"


@pytest.mark.clause("FAQ-17")
def test_a_discount_may_take_off_a_good_in_brackets() -> None:
    """The same card with a good less: nothing without the bracket; with it the salt or the date is left out."""
    more = '[[tribe]]\nid = "X-1"\nsymbol = "well"\nvp = 2\n'
    more += "cost = {either = [{salt = 1}], bracket = {dates = 1}, bracket_vp = 1}\n"
    bench = Bench(account("1d1s", [["base-26"]]), markers=["1x5"], centre={"1x5": "X-1"}, expansion=True, more=more)
    bench.play("return-marker blue 1x5")
    offered = {tuple(line.split()[4:]) for line in bench.options("lay")}
    assert offered == {("-", "0", "no"), ("1d", "0", "yes"), ("1s", "0", "yes")}


@pytest.mark.card("EX-W1")
def test_w1_joins_the_other_player_on_a_dune_once() -> None:
    """With its token its owner may stand on a held dune; the token is gone then, and the other player may not."""
    dunes = {"dune:1": "DX-3", "dune:2": "DX-3"}
    bench = Bench(
        account("-", [["EX-W1!"]]), others=["white-targi dune:1"], open_dunes=dunes, robber=2, phase=Phase.PLACING,
        expansion=True,
    )  # fmt: skip
    assert bench.why_not("place-targi blue dune:1") is None
    bench.play("place-targi blue dune:1")
    assert not bench.books.blue.rows[0][0].action
    spent = Bench(
        account("-", [["EX-W1"]]), others=["white-targi dune:1"], open_dunes=dunes, robber=2, phase=Phase.PLACING,
        expansion=True,
    )  # fmt: skip
    assert spent.why_not("place-targi blue dune:1") == "dune_occupied"


@pytest.mark.card("EX-A1")
@pytest.mark.parametrize(("where", "reason"), [(5, "occupied"), (15, "opposite_opponent")])
def test_a1_joins_or_faces_the_other_player_once(where: int, reason: str) -> None:
    """White on 5: blue may go onto 5 or 15 with the token, and not without."""
    places = {"others": ["white-targi 5"], "robber": 2, "phase": Phase.PLACING, "expansion": True}
    bench = Bench(account("-", [["EX-A1!"]]), **places)
    bench.play(f"place-targi blue {where}")
    assert not bench.books.blue.rows[0][0].action
    assert Bench(account("-", [["EX-A1"]]), **places).why_not(f"place-targi blue {where}") == reason


@pytest.mark.card("EX-A2")
def test_a2_keeps_a_dune_for_a_later_turn() -> None:
    """A free open dune, or the top one of the pile; in this round it cannot be used, in the next without a Targi."""
    dunes = {"dune:1": "DX-3", "dune:2": "DX-5"}
    bench = laid("EX-A2", open_dunes=dunes, dunes=["DX-1", "DX-2"], others=["white-targi dune:2"], goods=["G-gold"])
    assert bench.options("pick") == {"pick blue dune:1", "pick blue pile"}
    bench.play("pick blue dune:1")
    assert (bench.books.blue.fresh, bench.books.blue.dunes, bench.rows()) == (("DX-3",), (), [[], [], ["EX-A2"]])
    assert [str(where) for where in bench.state.dunes] == ["dune:2"]
    assert [(str(where), card) for where, card in bench.books.open_dunes] == [("dune:2", "DX-5")]
    assert not bench.options("pick blue DX-3")
    pile = laid("EX-A2", open_dunes=dunes, dunes=["DX-1", "DX-2"], others=["white-targi dune:2"])
    before = pile.state
    pile.play("pick blue pile")
    assert pile.options() == {"reveal DX-1", "reveal DX-2"}
    pile.play("reveal DX-2")
    assert pile.books.blue.fresh == ("DX-2",)
    pile.state = before
    pile.play("decline blue")
    assert (pile.books.blue.fresh, pile.options()) == ((), {"return-targi blue 11"})

    later = Bench(
        Account(dunes=("DX-3",)), targis=[11], goods=["G-gold", "G-vp"], expansion=True, robber=2,
    )  # fmt: skip
    assert "pick blue DX-3" in later.options()
    later.play("pick blue DX-3", "pick blue DX-3", "reveal G-vp", "trade blue - 1v", "trade blue - 1g")
    assert (later.purse(), later.books.blue.dunes, later.discarded(PileKind.DUNES)) == ("1g1v", (), ["DX-3"])


# --- at the start of a round ---


@pytest.mark.clause("RND-6")
@pytest.mark.card("EX-T3")
@pytest.mark.parametrize(("robber", "goal", "good"), [(1, 2, "1d"), (2, 3, "1s"), (5, 6, "1p"), (9, 10, None)])
def test_t3_takes_the_good_of_the_robbers_new_card(robber: int, goal: int, good: str | None) -> None:
    """When the Robber steps onto a card with a good, that good is its owner's."""
    bench = Bench(account("-", [["EX-T3"]]), others=[], robber=robber, phase=Phase.ROBBER)
    bench.play(f"move-robber {goal}")
    assert bench.options("trade") == ({f"trade blue - {good}"} if good else set())


@pytest.mark.card("EX-T3")
def test_t3_gives_nothing_for_a_card_the_robber_should_not_stand_on() -> None:
    """Put on 3 instead of 2 it is misplaced, and its salt is nobody's."""
    bench = Bench(account("-", [["EX-T3"]]), others=[], robber=1, phase=Phase.ROBBER)
    assert bench.word("move-robber 3") == ["robber_misplaced 3 2"]
    assert bench.options("trade") == set()


@pytest.mark.clause("RND-6")
@pytest.mark.card("U1")
@pytest.mark.parametrize(("goods", "comes"), [("3d", True), ("3d9g", True), ("2d2s", False)])
def test_u1_helps_who_has_fewer_than_four_goods(goods: str, comes: bool) -> None:
    """A good of choice at the start of a round with fewer than four goods; gold does not count."""
    bench = Bench(account(goods, [["U1"]]), others=[], robber=1, phase=Phase.ROBBER)
    bench.play("move-robber 2")
    assert bench.options("trade") == ({*lines("trade blue -", *ANY)} if comes else set())


@pytest.mark.clause("RND-6")
def test_u1_counts_after_the_raid_and_after_t3() -> None:
    """Five goods, one paid at raid 4, T3 adds none on 5: four are left, so U1 gives nothing; with two paid it does."""
    for purse, comes in (("5d", False), ("4d", True)):
        bench = Bench(account(purse, [["U1", "EX-T3"]]), "1v", others=[], robber=3, phase=Phase.ROBBER)
        bench.play("move-robber 4", "trade white 1v -", "trade blue 1d -", "move-robber 5")
        assert bool(bench.options("trade blue -")) is comes


@pytest.mark.clause("XTRB-1", "XTRB-2", "XTRB-3")
@pytest.mark.parametrize(
    ("effect", "timing", "token", "comes"),
    [
        ("exchange_goods", "", True, False),
        ("take", "once", True, False),
        ("take", "immediate", False, True),
        ("take", "", False, True),
        ("trade_one_for_one", "", False, False),
    ],
)
def test_when_an_own_cards_effect_happens(effect: str, timing: str, token: bool, comes: bool) -> None:
    """By its sign; without one with a token only where the effect knows no other way, and at once where it may."""
    more = ", either = [{gold = 1}]" if effect == "take" else ""
    facts = [f'effect = {{name = "{effect}"{more}}}', *([f'timing = "{timing}"'] if timing else [])]
    bench = laid("X-1", "1s", (), *facts)
    assert bench.books.blue.rows[2][0].action is token
    assert ("trade blue - 1g" in bench.options()) is comes
