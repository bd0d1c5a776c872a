"""How many ways there are to go on from fixed positions, two or three moves deep: a rule that changes unseen shows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.rules.board import Colour
from companion.rules.engine import apply, legal_moves, new_game
from companion.rules.setting_up import decks_of, new_books
from companion.rules.state import Edition, Phase, Settings, State
from tests.companion.rules.bench import Bench, account


def paths(state: State, depth: int) -> int:
    """The number of sequences of so many legal moves."""
    moves = legal_moves(state)
    return len(moves) if depth == 1 else sum(paths(apply(state, move).state, depth - 1) for move in moves)


def base_table() -> State:
    """Blue places first, the Robber stands on 1: 11 places; then nine are left, ten after 11, whose opposite the Robber
    bars already."""
    return new_game(Settings(start=Colour.BLUE))


def expansion_table() -> State:
    """Three dunes more; one of them held bars nothing else, so 13 are left after each of the three."""
    return new_game(Settings(Edition.EXPANSION, start=Colour.BLUE))


def base_set_up() -> State:
    """Twelve kinds of goods cards may come first, then any of the 45 tribe cards."""
    settings = Settings(start=Colour.BLUE)
    return new_game(settings, new_books(settings, decks_of(Edition.BASE)))


def two_cards_marked() -> State:
    """A date is taken or left; a card of 1d1s1g is laid in three rows, kept, discarded or left; a border good."""
    centre = {"1x5": "G-date", "2x6": "base-07"}
    return Bench("1d1s1g", targis=[2], markers=["1x5", "2x6"], centre=centre).state


def noble() -> State:
    """A hand card one good cheaper, of two kinds: three rows each; discarded; declined."""
    bench = Bench(account("1d1p1g", [["base-31"]], ["base-11"]), targis=[1], robber=2)
    bench.play("return-targi blue 1")
    return bench.state


def trader() -> State:
    """Five dates: three for a gold, two for a salt or a pepper, or enough."""
    bench = Bench("5d", targis=[5])
    bench.play("return-targi blue 5")
    return bench.state


def raid_on_twelve() -> State:
    """White, who starts the next round, has VP alone; blue four ways to choose three of 3d1s1p, or VP."""
    bench = Bench("3d1s1p2v", "2v", targis=[2], others=[], robber=11)
    bench.play("return-targi blue 2", "decline blue", "move-robber 12")
    return bench.state


def fata_morgana() -> State:
    """From the centre to one of four neighbours, or not at all."""
    centre = {f"{column}x{row}": "G-date" for column in (1, 2, 3) for row in (5, 6, 7)}
    bench = Bench(targis=[9], markers=["2x6"], centre=centre, expansion=True, robber=2)
    bench.play("return-targi blue 9")
    return bench.state


def targias_card() -> State:
    """The border's good or her service first."""
    bench = Bench("1d", targis=[15], expansion=True, robber=1, goods=["G-date", "G-any"])
    bench.play("return-targi blue 15")
    return bench.state


def any_border_card() -> State:
    """A dune that uses any of twelve border cards."""
    bench = Bench("2d1g", targis=["dune:1"], open_dunes={"dune:1": "DX-4"}, expansion=True, robber=2)
    bench.play("return-targi blue dune:1")
    return bench.state


def andy() -> State:
    """Andy's card is one of twelve; each leads to one place."""
    bench = Bench(targis=[], others=[], phase=Phase.PLACING, solo=Colour.BLUE)
    bench.play("place-targi blue 3")
    return bench.state


COUNTS: list[tuple[Callable[[], State], tuple[int, ...]]] = [
    (base_table, (11, 100, 810)),
    (expansion_table, (14, 172, 1944)),
    (base_set_up, (12, 540)),
    (two_cards_marked, (3, 10, 20)),
    (noble, (8, 8, 16)),
    (trader, (4, 12, 17)),
    (raid_on_twelve, (1, 5, 5)),
    (fata_morgana, (5, 5, 10)),
    (targias_card, (3, 8, 16)),
    (any_border_card, (2, 14, 50)),
    (andy, (12, 12, 97)),
]


@pytest.mark.parametrize(("position", "counts"), COUNTS, ids=[position.__name__ for position, _ in COUNTS])
def test_paths_are_as_many_as_ever(position: Callable[[], State], counts: tuple[int, ...]) -> None:
    """The counts were looked at one by one when they were written down; the first of each can be counted by hand."""
    assert tuple(paths(position(), depth) for depth in range(1, len(counts) + 1)) == counts
