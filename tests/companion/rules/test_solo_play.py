"""The solo game with books: where Andy's Targis go, and what he takes and leaves. Blue plays, white is Andy."""

from __future__ import annotations

import pytest

from companion.rules.agenda import chances
from companion.rules.board import Colour
from companion.rules.books import PileKind
from companion.rules.engine import apply, new_game
from companion.rules.final import final_of
from companion.rules.moves import parse
from companion.rules.scoring import score
from companion.rules.setting_up import decks_of, new_books
from companion.rules.state import EndReason, Phase, Settings
from tests.companion.rules.bench import Bench, account

NUMBERS = (1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15)


def solo(*figures: str, **more: object) -> Bench:
    """Targis are being placed; the blue one named last comes now, so that it is Andy's turn."""
    blue = [figure for figure in figures if figure.startswith("blue")][-1:]
    standing = [figure for figure in figures if figure not in blue]
    bench = Bench(others=standing, phase=Phase.PLACING, solo=Colour.BLUE, **more)
    bench.play(*(f"place-targi blue {figure.split()[1]}" for figure in blue))
    return bench


def andys(bench: Bench, nomad: int) -> str:
    """Where Andy's Targi goes when that nomad card is turned up: the only move there is."""
    bench.play(f"reveal nomad-{nomad}")
    (line,) = bench.options()
    return line.removeprefix("place-targi white ")


@pytest.mark.clause("SOLO-2")
@pytest.mark.parametrize("number", NUMBERS)
def test_the_first_nomad_card_says_who_begins(number: int) -> None:
    """1 to 7 the person, 9 to 15 Andy; the card is shuffled back, so it may come again at once."""
    settings = Settings(solo=Colour.BLUE)
    state = new_game(settings, new_books(settings, decks_of(settings.edition)))
    while chances(state) and not chances(state)[0].startswith("nomad"):
        state = apply(state, parse(f"reveal {chances(state)[0]}")).state
    assert sorted(chances(state)) == sorted(f"nomad-{card}" for card in NUMBERS)
    state = apply(state, parse(f"reveal nomad-{number}")).state
    assert state.start_player is (Colour.BLUE if number <= 7 else Colour.WHITE)
    assert state.books
    assert state.books.nomads == ()


@pytest.mark.clause("SOLO-3", "SOLO-11")
def test_andys_targi_goes_where_the_nomad_card_says() -> None:
    """The app's own stack: chance turns one of twelve up; its number is the border card. A revealed card does not come
    again in this round."""
    bench = solo()
    bench.play("place-targi blue 2")
    assert bench.options() == {f"reveal nomad-{number}" for number in NUMBERS}
    bench.play("reveal nomad-5")
    assert bench.options() == {"place-targi white 5"}
    bench.play("place-targi white 5", "place-targi blue 3")
    assert bench.options() == {f"reveal nomad-{number}" for number in NUMBERS if number != 5}


@pytest.mark.clause("SOLO-11")
def test_a_real_nomad_stack_only_wants_its_number() -> None:
    """Whoever turns the card up says its number: any of the twelve is taken, and none that is not there."""
    bench = solo()
    bench.play("place-targi blue 2")
    assert bench.why_not("reveal nomad-14") is None
    assert bench.why_not("reveal nomad-4") == "not_in_pile"


@pytest.mark.clause("SOLO-4")
@pytest.mark.parametrize(
    ("stands", "nomad", "goes"),
    [
        (("blue-targi 5",), 5, "6"),  # held by the person
        (("blue-targi 15",), 5, "6"),  # the person stands opposite
        (("blue-targi 3",), 3, "5"),  # 4 is a corner
        (("blue-targi 2",), 1, "3"),  # the Robber on 1, blue on 2
        (("blue-targi 6", "white-targi 5", "blue-targi 7"), 5, "9"),  # his own on 5; blue on 6 and 7; 8 a corner
        (("blue-targi 2", "white-targi 7", "blue-targi 3"), 13, "14"),  # opposite his own Targi
        (("blue-targi 15",), 15, "2"),  # past 16 and the Robber
    ],
)
def test_a_barred_card_sends_him_on_clockwise(stands: tuple[str, ...], nomad: int, goes: str) -> None:
    """Held, opposite any Targi, or the Robber's: the next possible border card clockwise."""
    assert andys(solo(*stands), nomad) == goes


@pytest.mark.clause("SOLO-4")
def test_by_house_rule_andy_may_face_himself() -> None:
    """With the option the card opposite his own Targi is open to him, opposite the person's it is not."""
    stands = ("blue-targi 2", "white-targi 7", "blue-targi 3")
    assert andys(solo(*stands, options=["andy_opposite_himself"]), 13) == "13"
    assert andys(solo(*stands, options=["andy_opposite_himself"]), 10) == "11"


@pytest.mark.clause("SOLO-5")
@pytest.mark.parametrize(("held", "goes"), [((), "dune:1"), (("dune:1",), "dune:2"), (("dune:1", "dune:2"), "3")])
def test_the_robbers_card_sends_him_to_the_topmost_free_dune(held: tuple[str, ...], goes: str) -> None:
    """With dunes out and the Robber on 2: the first free one; with none free the next card after the Robber."""
    stands = [f"white-targi {where}" for where in held] + [
        f"blue-targi {where}" for where in (5, 6, 7)[: len(held) + 1]
    ]
    dunes = {"dune:1": "DX-1", "dune:2": "DX-3"}
    assert andys(solo(*stands, open_dunes=dunes, robber=2, expansion=True), 2) == goes


@pytest.mark.clause("SOLO-5")
def test_a_held_card_sends_him_clockwise_though_dunes_are_free() -> None:
    """Only the Robber's card leads to a dune."""
    assert andys(solo("blue-targi 5", open_dunes={"dune:1": "DX-1"}, robber=2, expansion=True), 5) == "6"


def acting(*figures: str, **more: object) -> Bench:
    return Bench(others=figures, solo=Colour.BLUE, **more)


@pytest.mark.clause("SOLO-7")
def test_andy_takes_nothing_and_his_cards_are_replaced() -> None:
    """The cards he marked are discarded and replaced by the other kind; his border card and his purse are as before."""
    bench = acting("white-targi 2", "white-marker 1x5", "white-marker 2x5", centre={"1x5": "G-date", "2x5": "base-01"})
    bench.play("return-targi white 2", "return-marker white 1x5", "return-marker white 2x5")
    assert (bench.purse(Colour.WHITE), bench.rows(Colour.WHITE), bench.hand(Colour.WHITE)) == ("-", [], [])
    assert (bench.discarded(PileKind.GOODS), bench.discarded(PileKind.TRIBE)) == (["G-date"], ["base-01"])


@pytest.mark.clause("SOLO-7")
def test_andy_acts_when_the_person_is_done_even_when_he_starts() -> None:
    """His cards go at the end of the round: first the person's figures, whoever started."""
    bench = acting("white-targi 7", "blue-targi 2")
    bench.play("start-player white")
    assert bench.state.turn is Colour.BLUE


@pytest.mark.clause("SOLO-7")
@pytest.mark.parametrize("expansion", [True, False])
def test_andys_dunes_are_discarded_or_turned_over(expansion: bool) -> None:
    """With the expansion on its discard pile; without it on its back."""
    card = "DX-3" if expansion else "DB-1"
    bench = acting("white-targi dune:1", "white-targi 7", open_dunes={"dune:1": card}, robber=2, expansion=expansion)
    bench.play("return-targi white dune:1")
    assert (bench.discarded(PileKind.DUNES), bench.books.turned) == (([card], ()) if expansion else ([], (card,)))
    assert bench.purse(Colour.WHITE) == "-"


@pytest.mark.clause("SOLO-8")
def test_nomad_cards_go_back_and_the_token_passes_after_a_round() -> None:
    """In the next round all twelve may come again, and the other one starts."""
    bench = solo()
    for _ in range(3):
        bench.play(min(bench.options("place-targi blue")))
        bench.play(min(bench.options("reveal")))
        bench.play(*bench.options("place-targi white"))
    assert len(bench.books.nomads) == 3
    while bench.state.round == 1:
        declines = bench.options("decline")
        bench.play(min(declines or bench.options()))
    assert bench.books.nomads == ()
    assert bench.state.start_player is Colour.WHITE
    assert bench.options() == {f"reveal nomad-{number}" for number in NUMBERS}


@pytest.mark.clause("SOLO-10", "SOLO-1")
@pytest.mark.parametrize(("purse", "paid"), [("1d", "trade blue 1d -"), ("-", "trade blue - -")])
def test_raids_pass_andy_by(purse: str, paid: str) -> None:
    """Only the person pays, and what the person cannot pay Andy does not get."""
    bench = Bench(purse, others=[], robber=3, phase=Phase.ROBBER, solo=Colour.BLUE)
    bench.play("move-robber 4")
    assert bench.options() == {paid}
    bench.play(paid)
    assert bench.purse(Colour.WHITE) == "-"
    assert not bench.options("trade")


@pytest.mark.clause("SOLO-12")
def test_45_leaves_andy_two_targis() -> None:
    """Laid by the person: in the next round Andy places two."""
    bench = Bench(
        "1d1s2p", markers=["1x5"], others=[], centre={"1x5": "base-45"}, goods=["G-date"], solo=Colour.BLUE,
    )  # fmt: skip
    bench.play("return-marker blue 1x5", "lay blue base-45 1 1d1s2p 0 no")
    assert bench.state.targis_next.of(Colour.WHITE) == 2


@pytest.mark.clause("SOLO-12")
def test_a1_and_w1_use_andys_places() -> None:
    """Blue may go onto Andy's card, opposite it, and onto his dune."""
    border = solo("white-targi 5", blue=account("-", [["EX-A1!"]]), robber=2, expansion=True)
    assert {"place-targi blue 5", "place-targi blue 15"} <= border.options()
    dune = solo(
        "white-targi dune:1", blue=account("-", [["EX-W1!"]]), open_dunes={"dune:1": "DX-3"}, robber=2, expansion=True
    )
    assert "place-targi blue dune:1" in dune.options()


@pytest.mark.clause("SOLO-12")
def test_21_meets_andy_without_cards() -> None:
    """One laid card is more than Andy's none."""
    bench = Bench(account("-", [["base-21"]]), solo=Colour.BLUE)
    (tally,) = score(final_of(bench.state)).tallies
    assert tally.total == 1 + 1


@pytest.mark.clause("SOLO-9")
def test_the_persons_twelfth_card_ends_the_game_after_the_round() -> None:
    """Andy's figures come back first."""
    rows = [[f"base-{number:02d}" for number in numbers] for numbers in ((2, 3, 4, 5), (6, 7, 8, 9), (10, 11, 12))]
    bench = Bench(
        account("1p1g", rows), markers=["1x5"], others=["white-targi 7"], centre={"1x5": "base-01"}, goods=["G-vp"],
        solo=Colour.BLUE,
    )  # fmt: skip
    bench.play("return-marker blue 1x5", "lay blue base-01 3 1p1g 0 no", "return-targi white 7")
    assert bench.state.end is EndReason.TWELVE_CARDS
