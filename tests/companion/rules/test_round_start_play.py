"""What a new round brings with books: what was used up for a round, dunes that were kept, dunes that lie open."""

from __future__ import annotations

import pytest

from companion.rules.board import Colour
from companion.rules.books import Account
from companion.rules.state import Phase
from tests.companion.rules.bench import Bench, account


def all_placed(bench: Bench, white: tuple[int, int, int] = (3, 9, 10), blue: tuple[int, int, int] = (5, 6, 13)) -> None:
    """White starts the round; the Targis stand on lanes of one direction each, so that there are no crossings."""
    for pair in zip(white, blue, strict=True):
        bench.play(*(f"place-targi {colour} {where}" for colour, where in zip(("white", "blue"), pair, strict=True)))
    assert bench.state.phase is Phase.ACTING


def done(bench: Bench, colour: str, *numbers: int) -> None:
    """That player's Targis come back from these border cards, whose goods and cards are declined."""
    for number in numbers:
        bench.play(f"return-targi {colour} {number}")
        while declines := bench.options(f"decline {colour}"):
            bench.play(*declines)


@pytest.mark.clause("FAQ-11", "FAQ-3")
def test_what_holds_once_a_round_holds_again_in_the_next() -> None:
    """Card 39 lays one hand card a round, and card 34 adds one salt a round: for both players, in the next one too."""
    rows = [["base-34", "base-39"]]
    bench = Bench(
        account("2s2p2g", rows, ["base-17", "base-18"]), account("2s2p2g", rows, ["base-10", "base-16"]),
        targis=[13], goods=["G-salt"] * 3,
    )  # fmt: skip
    bench.play("lay blue base-17 2 1s1p1g 0 no", "return-targi blue 13", "trade blue - 1s")
    assert bench.purse() == "3s1p1g"
    bench.play("lay white base-10 2 1s1p1g 0 no")
    done(bench, "white", 7)
    bench.play("move-robber 2")
    all_placed(bench)
    assert bench.options("lay white") == {f"lay white base-16 {row} 1s1p1g 0 no" for row in (1, 2, 3)}
    done(bench, "white", 3, 9, 10)
    assert bench.options("lay blue") == {
        f"lay blue base-18 {row} {pay} 0 no" for row in (1, 2, 3) for pay in ("2s1g", "1s1p1g")
    }
    bench.play("return-targi blue 13", "trade blue - 1s")
    assert bench.purse() == "5s1p1g"


@pytest.mark.card("EX-A2")
@pytest.mark.parametrize("colour", ["blue", "white"])
def test_a_dune_kept_in_one_round_may_be_used_from_the_next_on(colour: str) -> None:
    """Beside its player it waits for the round's end; then it is used at any time in an own turn, like one kept
    before."""
    owned = {colour: Account(fresh=("DX-2",), dunes=("DX-3",))}
    bench = Bench(**owned, targis=[11], robber=1, goods=["G-gold"] * 2, dunes=["DX-1"], expansion=True)
    done(bench, "blue", 11)
    assert bench.options("pick white") == ({"pick white DX-3"} if colour == "white" else set())
    done(bench, "white", 7)
    bench.play("move-robber 2", "move-targia 14")
    all_placed(bench)
    if colour == "blue":
        done(bench, "white", 3, 9, 10)
    assert bench.books.of(Colour(colour)).fresh == ()
    assert bench.options(f"pick {colour}") == {f"pick {colour} DX-2", f"pick {colour} DX-3"}


@pytest.mark.clause("LIM-1")
def test_every_round_ends_with_limits() -> None:
    """In the second round too what is too much goes back."""
    bench = Bench("11d", targis=[11])
    done(bench, "blue", 11)
    done(bench, "white", 7)
    bench.play("trade blue 1d -", "move-robber 2")
    all_placed(bench, blue=(5, 6, 15))
    done(bench, "white", 3, 9, 10)
    bench.give(Colour.BLUE, "12s")
    done(bench, "blue", 5, 6, 15)
    assert bench.options() == {"trade blue 2s -"}
