"""Base tribe cards that count at the end. Every expected number is worked out by hand from the card's text."""

from __future__ import annotations

import pytest

from companion.rules.resources import Symbol
from companion.rules.scoring import Laid, What
from tests.companion.rules.final import (
    DIFFERENT,
    EQUAL,
    MIXED,
    A,
    C,
    O,
    T,
    W,
    alone,
    blue,
    card,
    effect_of,
    points,
    row,
)


@pytest.mark.parametrize(
    ("name", "symbol", "own"),
    [
        pytest.param("base-16", W, O, marks=pytest.mark.card("base-16")),
        pytest.param("base-17", T, C, marks=pytest.mark.card("base-17")),
        pytest.param("base-18", A, W, marks=pytest.mark.card("base-18")),
        pytest.param("base-19", O, T, marks=pytest.mark.card("base-19")),
        pytest.param("base-20", C, A, marks=pytest.mark.card("base-20")),
    ],
)
@pytest.mark.parametrize(("count", "vp"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (8, 4)])
def test_pairs_of_another_symbol_count(name: str, symbol: Symbol, own: Symbol, count: int, vp: int) -> None:
    """1 VP for each two laid cards of the symbol that the text names; other symbols and the card itself add nothing."""
    cards = [*row(*[symbol] * count), *row(own, own)]
    display = ((card(name), *cards[:3]), tuple(cards[3:7]), tuple(cards[7:]))
    assert effect_of(name, blue(*display)) == vp


@pytest.mark.card("base-21")
@pytest.mark.parametrize(("own", "other", "vp"), [(2, 1, 1), (2, 2, 0), (2, 3, 0), (1, 0, 1), (4, 3, 1)])
def test_21_wants_more_cards_than_the_other(own: int, other: int, vp: int) -> None:
    """1 VP with more laid cards than the opponent, itself counted; as many is not more."""
    display = (card("base-21"), *row(*[W] * (own - 1)))
    assert effect_of("base-21", blue(display), (row(*[C] * other),)) == vp


@pytest.mark.card("base-21")
def test_21_alone_meets_andy_without_cards() -> None:
    """Andy lays nothing, so the player always has more."""
    assert points(alone(blue((card("base-21"),))), What.EFFECT) == [1]


@pytest.mark.card("base-22")
@pytest.mark.parametrize(("cards", "vp"), [(9, 0), (10, 1), (12, 1)])
def test_22_wants_ten_cards(cards: int, vp: int) -> None:
    """1 VP from the tenth laid card on, itself counted."""
    others = row(*([W, C, W, C] * 3)[: cards - 1])
    assert effect_of("base-22", blue((card("base-22"), *others[:3]), others[3:7], others[7:])) == vp


@pytest.mark.card("base-23")
@pytest.mark.parametrize(
    ("first", "others", "vp"),
    [
        ((W, C, O), (), 2),
        ((W, C, O), (DIFFERENT,), 4),
        ((W, C, O), (DIFFERENT, DIFFERENT), 4),
        ((W, C, O), (EQUAL, MIXED), 2),
        ((W, C, C), (DIFFERENT,), 2),
        ((W, C), (), 0),
        ((A, A, A), (EQUAL,), 0),
    ],
)
def test_23_lifts_two_different_rows_to_four(
    first: tuple[Symbol, ...], others: tuple[tuple[Laid, ...], ...], vp: int
) -> None:
    """Up to two full rows of different symbols bring 4 instead of 2: 2 more each on its own line, nothing for other
    rows; the rows' own lines stay at 2."""
    side = blue((card("base-23"), *row(*first)), *others)
    assert effect_of("base-23", side) == vp
    assert set(points(alone(side), What.ROW)) <= {2, 4}


@pytest.mark.card("base-24")
@pytest.mark.parametrize(("before", "after", "vp"), [(3, 0, 2), (2, 1, 0), (0, 3, 0), (2, 0, 0), (0, 0, 0)])
def test_24_closes_a_full_row(before: int, after: int, vp: int) -> None:
    """2 VP as the fourth card of a row only."""
    side = blue((*row(*[W] * before), card("base-24"), *row(*[W] * after)))
    assert effect_of("base-24", side) == vp


@pytest.mark.parametrize("number", range(25, 46))
def test_other_base_cards_bring_only_what_is_printed(number: int) -> None:
    """Cards 25 to 45 work during the game and have no line of their own at the end."""
    assert {line.what for line in alone(blue((card(f"base-{number}"),))).tallies[0].lines} == {What.CARDS}
