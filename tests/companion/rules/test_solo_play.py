"""Whole stretches of a solo game with books. Blue plays, white is Andy."""

from __future__ import annotations

import pytest

from companion.rules.board import Colour
from companion.rules.final import final_of
from companion.rules.scoring import score
from companion.rules.state import EndReason, Phase
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


@pytest.mark.clause("SOLO-11")
def test_a_real_nomad_stack_only_wants_its_number() -> None:
    """Whoever turns the card up says its number: any of the twelve is taken, and none that is not there."""
    bench = solo()
    bench.play("place-targi blue 2")
    assert bench.why_not("reveal nomad-14") is None
    assert bench.why_not("reveal nomad-4") == "not_in_pile"


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
    while bench.state.round == 1:
        declines = bench.options("decline")
        bench.play(min(declines or bench.options()))
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
