"""Marked central cards at work: goods cards taken, tribe cards laid, kept, discarded or left; what replaces them."""

from __future__ import annotations

import pytest

from companion.rules.board import Colour, place
from companion.rules.books import PileKind
from companion.rules.tasks import TurnCentre
from companion.rules.turning import pool
from tests.companion.rules.bench import Bench, account, lines

DONE = {"decline blue"}


def marked(card: str, purse: str = "-", **more: object) -> Bench:
    """Blue's marker lies on that card in 1x5."""
    return Bench(purse, markers=["1x5"], centre={"1x5": card}, **more)


@pytest.mark.clause("ACT-4")
@pytest.mark.parametrize(
    ("card", "shown"),
    [
        pytest.param("G-date", ["1d"], marks=pytest.mark.card("G-date")),
        pytest.param("G-salt", ["1s"], marks=pytest.mark.card("G-salt")),
        pytest.param("G-pepper", ["1p"], marks=pytest.mark.card("G-pepper")),
        pytest.param("G-2date", ["2d"], marks=pytest.mark.card("G-2date")),
        pytest.param("G-2salt", ["2s"], marks=pytest.mark.card("G-2salt")),
        pytest.param("G-2pepper", ["2p"], marks=pytest.mark.card("G-2pepper")),
        pytest.param("G-pepper-salt", ["1s1p"], marks=pytest.mark.card("G-pepper-salt")),
        pytest.param("G-date-pepper", ["1d1p"], marks=pytest.mark.card("G-date-pepper")),
        pytest.param("G-salt-date", ["1d1s"], marks=pytest.mark.card("G-salt-date")),
        pytest.param("G-any", ["1d", "1s", "1p"], marks=pytest.mark.card("G-any")),
        pytest.param("G-gold", ["1g"], marks=pytest.mark.card("G-gold")),
        pytest.param("G-vp", ["1v"], marks=pytest.mark.card("G-vp")),
    ],
)
def test_goods_cards_give_what_they_show(card: str, shown: list[str]) -> None:
    """All of it, or one of what stands by choice; the card is discarded and a tribe card takes its place face down."""
    bench = marked(card)
    assert bench.after("return-marker blue 1x5") == {*lines("trade blue -", *shown)} | DONE
    bench.play(f"trade blue - {shown[-1]}")
    assert (bench.purse(), bench.discarded(PileKind.GOODS)) == (shown[-1], [card])
    assert bench.spot("1x5") == ("tribe", False)


@pytest.mark.clause("ACT-5", "ACT-6", "ACT-7", "TRB-4")
def test_a_marked_tribe_card_is_laid_kept_discarded_or_left() -> None:
    """Paid for and laid in any row with room, taken into a free hand, discarded unused, or left lying."""
    bench = marked("base-01", "1p1g")
    assert (
        bench.after("return-marker blue 1x5")
        == {
            *lines("lay blue base-01", "1 1p1g 0 no", "2 1p1g 0 no", "3 1p1g 0 no"),
            "keep blue base-01",
            "discard blue base-01",
        }
        | DONE
    )
    bench.play("lay blue base-01 3 1p1g 0 no")
    assert (bench.purse(), bench.rows(), bench.spot("1x5")) == ("-", [[], [], ["base-01"]], ("goods", False))

    kept = marked("base-01")
    kept.play("return-marker blue 1x5", "keep blue base-01")
    assert (kept.hand(), kept.spot("1x5")) == (["base-01"], ("goods", False))

    thrown = marked("base-01")
    thrown.play("return-marker blue 1x5", "discard blue base-01")
    assert (thrown.discarded(PileKind.TRIBE), thrown.spot("1x5")) == (["base-01"], ("goods", False))

    left = marked("base-01")
    left.play("return-marker blue 1x5", "decline blue")
    assert (left.discarded(PileKind.TRIBE), left.spot("1x5")) == ([], ("base-01", True))


@pytest.mark.clause("ACT-12")
def test_a_declined_goods_card_stays_lying() -> None:
    """Nothing is taken, and the card is there for the next round."""
    bench = marked("G-date")
    bench.play("return-marker blue 1x5", "decline blue")
    assert (bench.purse(), bench.spot("1x5"), bench.discarded(PileKind.GOODS)) == ("-", ("G-date", True), [])


@pytest.mark.clause("ACT-10")
def test_a_full_hand_takes_no_second_card() -> None:
    """One card in the hand is the most; nothing but the Noble frees it."""
    bench = marked("base-01", account("-", hand=["base-02"]))
    assert bench.after("return-marker blue 1x5") == {"discard blue base-01"} | DONE
    assert bench.why_not("keep blue base-01") == "hand_full"
    assert bench.why_not("discard blue base-02") == "not_offered"


@pytest.mark.clause("TRB-4", "TRB-1")
def test_a_row_of_four_takes_no_fifth_card() -> None:
    """Only rows with room are offered, and the card comes at the right end."""
    full = account("1p1g", rows=[["base-02", "base-03", "base-04", "base-05"], ["base-06"]])
    bench = marked("base-01", full)
    bench.play("return-marker blue 1x5")
    assert bench.options("lay") == {*lines("lay blue base-01", "2 1p1g 0 no", "3 1p1g 0 no")}
    assert bench.why_not("lay blue base-01 1 1p1g 0 no") == "row_full"
    bench.play("lay blue base-01 2 1p1g 0 no")
    assert bench.rows()[1] == ["base-06", "base-01"]
    assert bench.options("rearrange") == set()


@pytest.mark.clause("TRB-5", "END-1")
def test_a_display_of_twelve_takes_no_card_and_ends_the_game() -> None:
    """The twelfth card is laid; a thirteenth is not offered."""
    rows = [[f"base-{number:02d}" for number in numbers] for numbers in ((2, 3, 4, 5), (6, 7, 8, 9), (10, 11, 12))]
    bench = Bench(
        account("2p2g", rows=rows), markers=["1x5", "2x5"], centre={"1x5": "base-01", "2x5": "base-16"},
    )  # fmt: skip
    bench.play("return-marker blue 1x5", "lay blue base-01 3 1p1g 0 no")
    assert str(bench.state.twelfth) == "blue"
    assert bench.after("return-marker blue 2x5") == {"keep blue base-16", "discard blue base-16"} | DONE


@pytest.mark.clause("ACT-8")
def test_discarded_goods_cards_are_shuffled_when_the_pile_is_empty() -> None:
    """Caravan with nothing left: the discarded cards are the new pile, and any of them may come."""
    bench = Bench(
        targis=[13], others=["white-targi 9"], goods=[], discards={PileKind.GOODS: ["G-vp", "G-gold"]},
    )  # fmt: skip
    assert bench.after("return-targi blue 13") == {"reveal G-gold", "reveal G-vp"}
    bench.play("reveal G-vp", "trade blue - 1v")
    assert (bench.discarded(PileKind.GOODS), bench.books.left(PileKind.GOODS)) == (["G-vp"], 1)


@pytest.mark.clause("ACT-8")
def test_a_central_place_is_filled_from_the_shuffled_discards() -> None:
    """A laid tribe card wants a goods card: the empty pile is made of the discarded ones."""
    bench = marked("base-01", "1p1g", goods=[], discards={PileKind.GOODS: ["G-vp", "G-gold"]})
    bench.play("return-marker blue 1x5", "lay blue base-01 1 1p1g 0 no")
    assert bench.spot("1x5") == ("goods", False)
    assert (bench.discarded(PileKind.GOODS), bench.books.left(PileKind.GOODS)) == ([], 1)


@pytest.mark.clause("ACT-9")
def test_tribe_cards_are_shuffled_anew_too_and_a_place_may_stay_empty() -> None:
    """Tribe pile empty: its discards serve; without any the place stays empty."""
    bench = marked("G-date", tribe=[], discards={PileKind.TRIBE: ["base-02"]})
    bench.play("return-marker blue 1x5", "trade blue - 1d")
    assert bench.spot("1x5") == ("tribe", False)
    assert bench.discarded(PileKind.TRIBE) == []
    bare = marked("G-date", tribe=[])
    bare.play("return-marker blue 1x5", "trade blue - 1d")
    assert bare.spot("1x5") is None


@pytest.mark.clause("ACT-7")
@pytest.mark.parametrize("options", [[], ["fata_morgana_face_down"]])
def test_a_replaced_card_cannot_be_used_before_it_is_turned_up(options: list[str]) -> None:
    """It lies face down for the rest of the round: a marker on its own crossing there uses nothing, also where the Fata
    Morgana may reach such cards."""
    bench = Bench(markers=["1x5"], centre={"1x5": "tribe"}, options=options)
    bench.play("return-marker blue 1x5")
    assert bench.chooser == "white"
    assert bench.spot("1x5") == ("tribe", False)


@pytest.mark.clause("XSPC-3")
def test_a_card_with_both_markers_is_the_start_players() -> None:
    """Used by the start player it gives the other nothing; left by the start player the other may use it."""
    both = {"markers": ["1x5"], "others": ["white-marker 1x5"], "centre": {"1x5": "G-date"}}
    used = Bench(**both)
    used.play("return-marker blue 1x5", "trade blue - 1d", "return-marker white 1x5")
    assert not used.options("trade white")
    left = Bench(**both)
    left.play("return-marker blue 1x5", "decline blue", "return-marker white 1x5", "trade white - 1d")
    assert left.purse() == "-"
    assert str(left.books.white.purse) == "1d"


@pytest.mark.clause("ACT-7", "XSPC-3")
@pytest.mark.parametrize("solo", [None, Colour.BLUE])
def test_a_known_card_that_lies_face_down_is_not_used_either(solo: Colour | None) -> None:
    """In the expansion the open top tribe card takes the used one's place, face down: the other's marker there uses
    nothing, and Andy's takes nothing away."""
    bench = Bench(
        markers=["1x5"], others=["white-marker 1x5"], centre={"1x5": "G-date"}, top="base-02", tribe=["base-05"],
        expansion=True, solo=solo,
    )  # fmt: skip
    bench.play("return-marker blue 1x5", "trade blue - 1d")
    assert bench.spot("1x5") == ("base-02", False)
    bench.play("return-marker white 1x5")
    assert not bench.options("keep", "discard", "lay")
    assert bench.spot("1x5") == ("base-02", True)  # turned up at the end of the round
    assert bench.discarded(PileKind.TRIBE) == []


@pytest.mark.clause("ACT-8", "ACT-7")
def test_a_card_dealt_before_the_shuffle_is_not_among_the_shuffled() -> None:
    """The last goods card lies face down in the centre; the Caravan has the discarded ones shuffled and turns up one of
    them. At the end of the round the old card is turned up, and no other."""
    bench = Bench(
        targis=[13], others=[], centre={"1x5": "goods"}, goods=["G-date"],
        discards={PileKind.GOODS: ["G-vp", "G-gold", "G-salt"]},
    )  # fmt: skip
    assert bench.after("return-targi blue 13") == {"reveal G-gold", "reveal G-salt", "reveal G-vp"}
    bench.play("reveal G-vp", "trade blue - 1v")
    assert bench.spot("1x5") == ("G-date", True)
    assert bench.books.left(PileKind.GOODS) == 2


@pytest.mark.clause("ACT-8", "ACT-9")
def test_a_face_down_central_card_is_not_turned_up_for_the_caravan() -> None:
    """Nothing is left but the card that lies in the centre: the Caravan brings nothing."""
    bench = Bench(targis=[13], others=["white-targi 9"], centre={"1x5": "goods"}, goods=["G-date"])
    bench.play("return-targi blue 13")
    assert bench.options() == {"return-targi white 9"}
    assert bench.spot("1x5") == ("goods", False)


@pytest.mark.clause("RND-4")
def test_a_face_up_card_is_not_turned_up_again() -> None:
    """Nor is one where none lies."""
    bench = Bench(centre={"1x5": "G-date"})
    assert pool(bench.state, TurnCentre(place("1x5"))) == pool(bench.state, TurnCentre(place("2x5"))) == ()
