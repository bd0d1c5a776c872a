"""Sand dunes at work: those of the expansion, the three of the Bonus-Box, and dunes that two players share."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.agenda import chances
from companion.rules.board import Colour
from companion.rules.books import Account, PileKind
from companion.rules.engine import apply, new_game
from companion.rules.moves import parse
from companion.rules.setting_up import decks_of, new_books
from companion.rules.state import Edition, Phase, Settings
from tests.companion.rules.bench import Bench, account, lines

DONE = {"decline blue"}
ANY = ("1d", "1s", "1p")
EVERY = ("1", "2", "3", "5", "6", "7", "9", "10", "11", "13", "14", "15")


def on_dune(card: str, blue: Account | str = "-", **more: object) -> Bench:
    """Blue's Targi on that dune has just come back; another stands on 3."""
    more = {"targis": ["dune:1", 3], "robber": 2, "expansion": True} | more
    bench = Bench(blue, open_dunes={"dune:1": card, "dune:2": "DX-2"}, **more)
    bench.play("return-targi blue dune:1")
    return bench


def used(card: str, blue: Account | str = "-", **more: object) -> Bench:
    bench = on_dune(card, blue, **more)
    bench.play(f"pick blue {card}")
    return bench


@pytest.mark.clause("XDUN-2")
def test_a_dune_is_used_or_passed_and_goes() -> None:
    """Either way its Targi is back and it lies on the discard pile."""
    bench = on_dune("DX-3")
    assert bench.options("pick", "decline") == {"pick blue DX-3"} | DONE
    bench.play("decline blue")
    assert bench.discarded(PileKind.DUNES) == ["DX-3"]
    assert [str(where) for where in bench.state.dunes] == ["dune:2"]


@pytest.mark.card("DX-1")
def test_dx1_takes_a_discarded_tribe_card() -> None:
    """Any card of the tribe discard pile: laid for its cost, or into a free hand."""
    thrown = {PileKind.TRIBE: ["base-01", "base-02"]}
    bench = used("DX-1", "1p1g", discards=thrown)
    assert (
        bench.options()
        == {
            *lines("lay blue base-01", "1 1p1g 0 no", "2 1p1g 0 no", "3 1p1g 0 no"),
            *lines("keep blue", "base-01", "base-02"),
        }
        | DONE
    )
    bench.play("keep blue base-01")
    assert (bench.hand(), bench.discarded(PileKind.TRIBE)) == (["base-01"], ["base-02"])
    cheaper = used("DX-1", account("1g", [["base-29", "base-31"]]), discards=thrown)  # an oasis for a good less
    assert {line.split()[2:5:2][0] + line.split()[4] for line in cheaper.options("lay")} == {"base-011g"}
    dear = used("DX-1", account("1g", [["base-31"]]), discards=thrown)  # the Noble has no part in it
    assert dear.options("lay") == set()
    full = used("DX-1", account("-", hand=["base-05"]), discards=thrown)
    assert not full.options("keep", "lay")


@pytest.mark.clause("XTRB-3")
@pytest.mark.card("DX-2")
def test_dx2_puts_a_token_back_on_a_used_card() -> None:
    """A card whose token is gone works once more; one that still has it, or never had one, is no choice."""
    bench = used("DX-2", account("1d", [["EX-W5", "EX-O5!", "base-38", "base-01"]]))
    assert bench.options("pick") == {"pick blue 1.1"}
    bench.play("pick blue 1.1")
    assert bench.books.blue.rows[0][0].action
    bench.play("pick blue 1.1", "trade blue 1d 1p")
    assert bench.purse() == "1p"
    two = used("DX-2", account("-", [["EX-W5", "EX-W1"]]))
    before = two.state
    two.play("pick blue 1.2")
    assert [card.action for card in two.books.blue.rows[0]] == [False, True]
    two.state = before
    two.play("decline blue")
    assert [card.action for card in two.books.blue.rows[0]] == [False, False]


@pytest.mark.clause("FAQ-13")
@pytest.mark.card("DX-3")
def test_dx3_turns_up_two_goods_cards() -> None:
    """What both show is taken, one after the other; they count as goods cards for card 34."""
    bench = used("DX-3", account("-", [["base-34"]]), goods=["G-salt", "G-gold", "G-vp"])
    assert bench.options("reveal") == {*lines("reveal", "G-gold", "G-salt", "G-vp")}
    bench.play("reveal G-salt", "trade blue - 1s", "reveal G-vp", "trade blue - 1v")
    assert bench.purse() == "2s1v"
    assert bench.discarded(PileKind.GOODS) == ["G-salt", "G-vp"]
    w3 = used("DX-3", account("-", [["EX-W3"]]), goods=["G-date", "G-date"])
    assert w3.options("trade") == {"trade blue - 1d"}  # no border card's good (XTRB-8)


@pytest.mark.clause("BBRD-13c")
@pytest.mark.card("DX-4")
def test_dx4_uses_any_border_card_and_takes_a_good() -> None:
    """Any but the corners, held or not; a good of choice comes with it, also when no card is used."""
    bench = used("DX-4")
    assert bench.options("pick") == {*lines("pick blue", *EVERY)}
    bench.play("pick blue 13", "trade blue - 1w", "trade blue - 1p")
    assert bench.purse() == "1p1w"


@pytest.mark.clause("XSCO-4")
@pytest.mark.card("DX-5")
def test_dx5_goes_into_the_display_for_two_water() -> None:
    """Two water, any row with room; it takes a place there and is in no discard pile. Without water it is passed."""
    bench = on_dune("DX-5", account("2w", [["base-01"]]))
    assert bench.options("lay") == {*lines("lay blue DX-5", "1 2w 0 no", "2 2w 0 no", "3 2w 0 no")}
    bench.play("lay blue DX-5 1 2w 0 no")
    assert (bench.purse(), bench.rows()) == ("-", [["base-01", "DX-5"]])
    assert (bench.discarded(PileKind.DUNES), bench.books.blue.laid) == ([], 2)
    assert [str(where) for where in bench.state.dunes] == ["dune:2"]
    dry = on_dune("DX-5", "1w")
    assert not dry.options("lay")


@pytest.mark.clause("TRB-5", "END-1")
def test_a_laid_dune_may_be_the_twelfth_card() -> None:
    """With eleven cards laid the dune ends the game after the round."""
    rows = [[f"base-{number:02d}" for number in numbers] for numbers in ((2, 3, 4, 5), (6, 7, 8, 9), (10, 11, 12))]
    bench = on_dune("DX-5", account("2w", rows))
    bench.play("lay blue DX-5 3 2w 0 no")
    assert bench.state.twelfth is Colour.BLUE


@pytest.mark.card("DX-6")
def test_dx6_uses_the_robbers_card_and_the_one_opposite() -> None:
    """Robber on 2: cards 2 and 10, each once, in either order, whoever stands there."""
    bench = used("DX-6", "1g")
    assert bench.options("pick") == {"pick blue 2", "pick blue 10"}
    bench.play("pick blue 2", "trade blue - 1d")
    assert bench.options("pick") == {"pick blue 10"}
    bench.play("pick blue 10", "trade blue 1g 2v")
    assert bench.purse() == "1d2v"
    for word, numbers in (("move-robber 6", (6, 14)), ("correct robber 2 -", (2, 10))):
        moved = on_dune("DX-6")
        moved.word(word)
        moved.play("pick blue DX-6")
        assert moved.options("pick") == {f"pick blue {number}" for number in numbers}


# --- shared ---


@pytest.mark.clause("XSPC-1")
def test_a_shared_dune_is_used_by_both_and_goes_then() -> None:
    """Start player first; after the second player it is discarded."""
    bench = Bench(
        targis=["dune:1"], others=["white-targi dune:1"], open_dunes={"dune:1": "DX-3"}, goods=["G-vp"] * 4, robber=2,
        expansion=True,
    )  # fmt: skip
    bench.play("return-targi blue dune:1", "pick blue DX-3", *["trade blue - 1v"] * 2)
    assert bench.discarded(PileKind.DUNES) == []
    bench.play("return-targi white dune:1", "pick white DX-3", *["trade white - 1v"] * 2)
    assert (bench.purse(), bench.purse(Colour.WHITE)) == ("2v", "2v")
    assert bench.discarded(PileKind.DUNES) == ["DX-3"]


@pytest.mark.clause("XSPC-2")
@pytest.mark.parametrize("takes", [True, False])
def test_only_one_can_lay_a_shared_dune(takes: bool) -> None:
    """Laid by the start player it is gone for the other; passed, the other may lay it."""
    bench = Bench(
        "2w", "2w", targis=["dune:1"], others=["white-targi dune:1"], open_dunes={"dune:1": "DX-5"}, robber=2,
        expansion=True,
    )  # fmt: skip
    bench.play("return-targi blue dune:1", "lay blue DX-5 1 2w 0 no" if takes else "decline blue")
    if not takes:
        bench.play("decline blue")  # the end of the turn: the water stays water
    bench.play("return-targi white dune:1")
    assert bool(bench.options("lay white")) is not takes


# --- the Bonus-Box's ---


OWN = "".join(f'[[dune]]\nid = "DB-{n}"\neffect = {{name = "take", either = [{{gold = {n}}}]}}\n' for n in (1, 2, 3))


def bonus(turned: tuple[str, ...] = (), **dunes: str) -> Bench:
    """A base game with the three dunes, whose effects here are invented."""
    opened = {where.replace("dune", "dune:"): card for where, card in dunes.items()}
    return Bench(targis=["dune:1"], others=[], open_dunes=opened, turned=turned, robber=2, more=OWN)


@pytest.mark.clause("BDUN-2")
@pytest.mark.parametrize("way", ["pick blue DB-1", "decline blue"])
def test_without_the_expansion_a_used_or_passed_dune_is_turned_over(way: str) -> None:
    """It lies on its back, and in the next round only the others are open."""
    bench = bonus(dune1="DB-1", dune2="DB-2", dune3="DB-3")
    bench.play("return-targi blue dune:1", way)
    if way.startswith("pick"):
        bench.play("trade blue - 1g")
    assert bench.books.turned == ("DB-1",)
    bench.play("move-robber 3")
    assert sorted(card for _, card in bench.books.open_dunes) == ["DB-2", "DB-3"]
    assert [str(where) for where in bench.state.dunes] == ["dune:1", "dune:2"]


@pytest.mark.clause("BDUN-2")
def test_all_are_turned_up_again_once_all_lie_on_their_back() -> None:
    """The third one used: from the next round on all three are open."""
    bench = bonus(("DB-1", "DB-2"), dune1="DB-3")
    bench.play("return-targi blue dune:1", "decline blue")
    assert len(bench.books.turned) == 3
    bench.play("move-robber 3")
    assert sorted(card for _, card in bench.books.open_dunes) == ["DB-1", "DB-2", "DB-3"]
    assert [str(where) for where in bench.state.dunes] == ["dune:1", "dune:2", "dune:3"]
    assert bench.books.turned == ()


@pytest.mark.clause("BDUN-3")
def test_a_personal_dune_is_used_once_without_a_targi() -> None:
    """At any time in an own turn; then it is out of the game."""
    bench = Bench(Account(dunes=("DB-2",)), targis=[11], robber=2, more=OWN)
    assert "pick blue DB-2" in bench.options()
    bench.play("pick blue DB-2", "pick blue DB-2", "trade blue - 2g")
    assert (bench.purse(), bench.books.blue.dunes, bench.books.gone) == ("2g", (), ("DB-2",))
    assert bench.discarded(PileKind.DUNES) == []


@pytest.mark.clause("BDUN-3")
def test_personal_dunes_are_dealt_and_one_goes_unseen() -> None:
    """Each player gets one of the three, the third stays unknown; none lies open."""
    decks = replace(decks_of(Edition.BASE, bonus_dunes=True), personal=True)
    state = new_game(Settings(start=Colour.BLUE), new_books(Settings(), decks))
    while cards := chances(state):
        state = apply(state, parse(f"reveal {cards[-1]}")).state
    assert state.books
    kept = [state.books.of(colour).dunes + state.books.of(colour).fresh for colour in Colour]
    assert [len(dunes) for dunes in kept] == [1, 1]
    assert kept[0] != kept[1]
    assert state.dunes == ()


# --- at the start of a round ---


@pytest.mark.clause("XDUN-4")
def test_without_open_dunes_one_is_turned_up() -> None:
    """One from the pile; where some are left none is added."""
    bench = Bench(others=[], robber=1, phase=Phase.ROBBER, dunes=["DX-1", "DX-3"], expansion=True)
    bench.play("move-robber 2", "move-targia 14")
    assert bench.options() == {"reveal DX-1", "reveal DX-3"}
    bench.play("reveal DX-3")
    assert [(str(where), card) for where, card in bench.books.open_dunes] == [("dune:1", "DX-3")]
    left = Bench(
        others=[], robber=1, phase=Phase.ROBBER, dunes=["DX-1", "DX-3"], open_dunes={"dune:2": "DX-2"}, expansion=True,
    )  # fmt: skip
    left.play("move-robber 2", "move-targia 14")
    assert [(str(where), card) for where, card in left.books.open_dunes] == [("dune:1", "DX-2")]


@pytest.mark.clause("XDUN-5", "XRAID-17", "RND-6")
def test_after_a_raid_three_new_dunes_lie_open() -> None:
    """The old ones are discarded; the Robber and the Targia have moved on; then three are turned up, and after that
    U1 counts goods."""
    bench = Bench(
        account("1v", [["U1"]]), "1v", others=[], robber=3, phase=Phase.ROBBER, dunes=["DX-1", "DX-3", "DX-4"],
        open_dunes={"dune:1": "DX-2"}, expansion=True,
    )  # fmt: skip
    bench.play("move-robber 4", "trade white 1v -", "trade blue 1v -", "move-targia 12", "move-robber 5")
    bench.play("move-targia 11")
    assert bench.discarded(PileKind.DUNES) == ["DX-2"]
    assert not bench.options("trade")
    bench.play("reveal DX-3", "reveal DX-1")
    assert [card for _, card in bench.books.open_dunes] == ["DX-3", "DX-1", "DX-4"]
    assert bench.options("trade blue -") == {*lines("trade blue -", *ANY)}


@pytest.mark.clause("ACT-9")
def test_discarded_dunes_are_shuffled_anew() -> None:
    """The pile is empty and one is wanted: the discarded ones serve; without any no dune lies open."""
    bench = Bench(
        others=[], robber=1, phase=Phase.ROBBER, discards={PileKind.DUNES: ["DX-1", "DX-3"]}, expansion=True,
    )  # fmt: skip
    bench.play("move-robber 2", "move-targia 14")
    assert bench.options() == {"reveal DX-1", "reveal DX-3"}
    none = Bench(others=[], robber=1, phase=Phase.ROBBER, expansion=True)
    none.play("move-robber 2", "move-targia 14")
    assert none.state.dunes == ()


@pytest.mark.clause("XDUN-2")
def test_a_dune_nobody_knows_is_passed_and_goes() -> None:
    """A card of the box whose text is not known: its Targi is back, and it lies on the discard pile."""
    bench = on_dune("DX-99")
    assert bench.options() == {"return-targi blue 3"}
    assert bench.discarded(PileKind.DUNES) == ["DX-99"]


@pytest.mark.clause("BDUN-1", "BDUN-3")
@pytest.mark.parametrize(("card", "expansion"), [("DB-2", True), ("DX-3", False)])
def test_only_a_personal_dune_of_the_bonus_box_leaves_the_game(card: str, expansion: bool) -> None:
    """With the expansion the Bonus-Box's are dunes like the others; the expansion's own go to their pile as ever."""
    bench = Bench(Account(dunes=(card,)), targis=[11], robber=2, more=OWN, expansion=expansion)
    bench.play(f"pick blue {card}", "decline blue")
    assert (bench.discarded(PileKind.DUNES), bench.books.gone) == ([card], ())
