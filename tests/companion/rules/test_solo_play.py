"""Whole stretches of a solo game with books. Blue plays, white is Andy."""

from __future__ import annotations

import pytest

from companion.rules.agenda import chances
from companion.rules.board import Colour
from companion.rules.engine import apply, new_game
from companion.rules.final import final_of
from companion.rules.ledger import books_of
from companion.rules.moves import parse
from companion.rules.scoring import score
from companion.rules.setting_up import decks_of, new_books
from companion.rules.state import EndReason, Phase, Settings
from companion.rules.tasks import TurnNomad
from tests.companion.conftest import LONGEST_ROUND, short
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


STACK = [f"nomad-{number}" for number in NUMBERS]


@pytest.mark.clause("SOLO-11")
def test_the_programs_own_stack() -> None:
    """Chance turns one of the twelve up, each as likely, and no card twice in a round."""
    bench = solo("blue-targi 2")
    assert list(chances(bench.state)) == STACK
    assert andys(bench, 14) == "14"
    bench.play("place-targi white 14", "place-targi blue 3")
    assert list(chances(bench.state)) == [card for card in STACK if card != "nomad-14"]


@pytest.mark.clause("SOLO-11")
def test_a_real_stack_whose_number_is_asked() -> None:
    """Nothing but a number is wanted: any of the stack's is taken, none that is not in it; then his place is known."""
    bench = solo("blue-targi 2")
    assert bench.options() == {f"reveal {card}" for card in STACK}
    assert [bench.why_not(f"reveal nomad-{number}") for number in (4, 8, 12, 16)] == ["not_in_pile"] * 4
    assert andys(bench, 14) == "14"


@pytest.mark.clause("SOLO-11", "SOLO-3")
@pytest.mark.parametrize("said", [[], ["reveal nomad-9"]])
def test_a_real_stack_whose_number_is_seen(said: list[str]) -> None:
    """His Targi comes to stand where the card on the table says: nobody asks for a number any more, and what was said
    before does not hold against it."""
    bench = solo("blue-targi 2")
    bench.play(*said)
    step = apply(bench.state, parse("place-targi white 13"))
    assert [*map(short, step.events)] == ["targi_placed white 13"]
    bench.state = step.state
    assert bench.state.turn is Colour.BLUE
    assert bench.options("reveal", "place-targi white") == set()
    bench.play("place-targi blue 3")
    assert bench.options("reveal")


@pytest.mark.clause("SOLO-2", "SOLO-11")
@pytest.mark.parametrize(
    ("word", "starts"),
    [("place-targi blue 2", "blue"), ("place-targi white 13", "white"), ("start-player white", "white")],
)
def test_who_starts_is_seen_or_said_without_a_card(word: str, starts: str) -> None:
    """The real stack has been asked on the table: whoever places first, or is named, has started."""
    settings = Settings(solo=Colour.BLUE)
    begun = new_game(settings, new_books(settings, decks_of(settings.edition)))
    assert TurnNomad(start=True) in books_of(begun).agenda
    state = apply(begun, parse(word)).state
    assert str(state.start_player) == starts
    assert TurnNomad(start=True) not in books_of(state).agenda


@pytest.mark.clause("SOLO-5")
def test_a_held_card_sends_him_clockwise_though_dunes_are_free() -> None:
    """Only the Robber's card leads to a dune."""
    assert andys(solo("blue-targi 5", open_dunes={"dune:1": "DX-1"}, robber=2, expansion=True), 5) == "6"


@pytest.mark.clause("SOLO-8")
def test_nomad_cards_go_back_and_the_token_passes_after_a_round() -> None:
    """In the next round all twelve may come again, and the other one starts."""
    bench = solo()
    for _ in range(3):
        bench.play(min(bench.options("place-targi blue")))
        bench.play(min(bench.options("reveal")))
        bench.play(*bench.options("place-targi white"))
    assert len(bench.books.nomads) == 3
    for _ in range(LONGEST_ROUND):
        if bench.state.round == 1:
            bench.play(min(bench.options("decline") or bench.options()))
    assert bench.state.round == 2
    assert bench.books.nomads == ()
    assert bench.state.start_player is Colour.WHITE
    assert bench.options() == {f"reveal nomad-{number}" for number in NUMBERS}


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


@pytest.mark.clause("SOLO-4")
def test_by_house_rule_andy_stands_opposite_himself() -> None:
    """His Targi on 15 sends him on from 5, with the option it does not."""
    assert andys(solo("white-targi 15", "blue-targi 2", "blue-targi 3"), 5) == "6"
    house = solo("white-targi 15", "blue-targi 2", "blue-targi 3", options=["andy_opposite_himself"])
    assert andys(house, 5) == "5"
