"""Expansion cards and laid dunes at the end. Every expected number is worked out by hand from the card's text."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from companion.rules.abilities import AllSymbols, DifferentColumns, VpPerSymbol
from companion.rules.board import Colour
from companion.rules.resources import Symbol
from companion.rules.scoring import Display, Laid, What
from tests.companion.rules.final import (
    DIFFERENT,
    DUNE,
    MIXED,
    A,
    C,
    O,
    T,
    W,
    against,
    alone,
    blue,
    card,
    effect_of,
    plain,
    points,
    row,
    white,
    with_text,
)

# --- cards ---


@pytest.mark.card("EX-W2")
@pytest.mark.parametrize(
    ("stored", "water", "effect", "pairs"),
    [(2, 0, [2], []), (2, 3, [2], [1]), (1, 0, [], []), (1, 1, [], [1]), (1, 2, [], [1]), (0, 2, [], [1])],
)
def test_w2_rewards_both_water_left(stored: int, water: int, effect: list[int], pairs: list[int]) -> None:
    """Both water still there: 2 VP, and they are gone; a single one counts with the player's other water."""
    result = alone(blue((card("EX-W2", vp=0, water=stored),), water=water))
    assert (points(result, What.EFFECT), points(result, What.WATER)) == (effect, pairs)


@pytest.mark.card("EX-W4")
def test_w4_wants_all_five_symbols() -> None:
    """2 VP when each of the five symbols lies somewhere in the display, its own well counted; with four nothing."""
    assert effect_of("EX-W4", blue((card("EX-W4", vp=1), *row(C, O)), row(A, T))) == 2
    assert effect_of("EX-W4", blue((card("EX-W4", vp=1), *row(C, O)), row(A, A, W))) == 0


@pytest.mark.card("EX-W6")
def test_w6_counts_columns_of_three_symbols() -> None:
    """Columns W-C-O (yes), W-W-O (no), C-T (two cards: no), A-O-T (yes): 2 VP."""
    display = ((card("EX-W6", vp=0), *row(W, C, A)), row(C, W, T, O), row(O, O))
    assert effect_of("EX-W6", blue(*display)) == 1
    full = (display[0], display[1], row(O, O, C, T))
    assert effect_of("EX-W6", blue(*full)) == 2


@pytest.mark.card("EX-C2")
@pytest.mark.parametrize(
    ("dates", "salt", "pepper", "vp"), [(1, 1, 0, 0), (1, 1, 1, 1), (3, 2, 0, 1), (2, 2, 2, 2), (0, 0, 10, 3)]
)
def test_c2_turns_three_goods_into_a_point(dates: int, salt: int, pepper: int, vp: int) -> None:
    """1 VP for each three goods of any kinds."""
    assert effect_of("EX-C2", blue((card("EX-C2", vp=0),), dates=dates, salt=salt, pepper=pepper)) == vp


@pytest.mark.card("EX-C2")
def test_c2_leaves_the_rest_for_the_tie() -> None:
    """Five goods: one point and two goods left, which win a tie against one good."""
    ours = blue((card("EX-C2", vp=0),), dates=5)
    assert against(ours, white(vp_tokens=1, salt=1)).winner is Colour.BLUE
    assert against(ours, white(vp_tokens=1, salt=3)).winner is Colour.WHITE


@pytest.mark.clause("XSCO-3")
@pytest.mark.card("EX-C3", "EX-O4")
def test_c3_and_o4_double_their_neighbours() -> None:
    """C3 adds the printed VP of the card to its right, O4 of the one to its left; at the row's end there is nothing.

    Two doublings of one card add its 3 VP twice."""
    side = blue((card("EX-C3", vp=1), plain(W, 3), card("EX-O4", vp=2)))
    assert (effect_of("EX-C3", side), effect_of("EX-O4", side)) == (3, 3)
    assert alone(side).tallies[0].total == 1 + 3 + 2 + 3 + 3
    outwards = blue((card("EX-O4", vp=2), plain(W, 3), card("EX-C3", vp=1)), (plain(W, 3),))
    assert (effect_of("EX-C3", outwards), effect_of("EX-O4", outwards)) == (0, 0)


@pytest.mark.clause("XSCO-3")
@pytest.mark.card("EX-A5")
@pytest.mark.parametrize(("above", "below", "vp"), [(1, 3, 3), (2, 1, 2), (None, 2, 2), (3, None, 3), (None, None, 0)])
def test_a5_doubles_the_better_of_above_and_below(above: int | None, below: int | None, vp: int) -> None:
    """One card above or below counts double, the owner's choice: the better one. Left and right do not matter."""
    here = (with_text(C, 0), card("EX-A5", vp=0), plain(T, 3))
    over = (plain(T, 3), plain(W, above)) if above is not None else (plain(T, 3),)
    under = (plain(T, 3), plain(W, below)) if below is not None else (plain(T, 3),)
    assert effect_of("EX-A5", blue(over, here, under)) == vp
    assert effect_of("EX-A5", blue(over, here)) == (above or 0)
    assert effect_of("EX-A5", blue(here, under)) == (below or 0)


@pytest.mark.clause("XSCO-3")
@pytest.mark.card("EX-C3")
def test_doubling_a_doubling_card_counts_what_is_printed() -> None:
    """C3 beside O4 worth 2, O4 with nothing better to its left than C3 worth 1: 2 and 1, not the doubled worth."""
    side = blue((card("EX-C3", vp=1), card("EX-O4", vp=2)))
    assert (effect_of("EX-C3", side), effect_of("EX-O4", side)) == (2, 1)


@pytest.mark.card("EX-O2")
@pytest.mark.parametrize(
    ("first", "others", "vp"),
    [
        ((W, W, C), (), 2),
        ((W, W, C), (MIXED, MIXED), 2),
        ((O, O, O), (MIXED,), 2),
        ((O, O, O), (DIFFERENT,), 0),
        ((W, C, T), (), 0),
        ((W, W), (), 0),
    ],
)
def test_o2_rewards_one_full_row_without_bonus(
    first: tuple[Symbol, ...], others: tuple[tuple[Laid, ...], ...], vp: int
) -> None:
    """2 VP for one full row that is neither of one symbol nor of four; a second such row adds nothing."""
    assert effect_of("EX-O2", blue((card("EX-O2", vp=0), *row(*first)), *others)) == vp


@pytest.mark.card("EX-A3")
@pytest.mark.parametrize(("cards", "vp"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)])
def test_a3_counts_pairs_of_plain_cards(cards: int, vp: int) -> None:
    """1 VP for each two laid cards without text; A3 itself has one."""
    side = blue((card("EX-A3", vp=0), with_text(W)), tuple([plain(W)] * cards))
    assert effect_of("EX-A3", side) == vp


@pytest.mark.card("U2")
@pytest.mark.parametrize(("own", "ones", "vp"), [(1, 2, 1), (2, 2, 0), (2, 3, 1), (1, 4, 1), (1, 5, 2)])
def test_u2_counts_threes_of_one_vp_cards(own: int, ones: int, vp: int) -> None:
    """1 VP for each three cards with exactly 1 VP printed, itself among them if it is one; others do not count."""
    cards = [plain(C, 1)] * ones
    side = blue((card("U2", symbol=C, vp=own), *cards[:3]), tuple(cards[3:]), (plain(C, 3), plain(C, 2)))
    assert effect_of("U2", side) == vp


@pytest.mark.card("U2")
def test_u2_looks_at_printed_vp_not_at_doubled_ones() -> None:
    """A 1 VP card that C3 doubles is still worth 1 for U2: three of them with U2 itself and C3 bring 1 VP."""
    side = blue((card("EX-C3", vp=1), plain(C, 1), card("U2", symbol=C, vp=1)))
    assert (effect_of("EX-C3", side), effect_of("U2", side)) == (1, 1)


# --- laid dunes ---


@pytest.mark.clause("XSCO-4")
def test_dune_takes_the_symbol_that_serves_best() -> None:
    """Beside three wells it is a fourth well (4 VP); beside three different ones a different one (2 VP)."""
    assert points(alone(blue((*row(W, W, W), DUNE))), What.ROW) == [4]
    assert points(alone(blue((*row(W, C, O), DUNE))), What.ROW) == [2]
    assert points(alone(blue((*row(W, W, C), DUNE))), What.ROW) == []


@pytest.mark.clause("XSCO-4")
def test_dune_serves_best_over_everything() -> None:
    """As the fifth symbol it brings W4's 2 VP and closes no row; as a fourth well 4 VP: the total decides.

    With W4 and a full different row possible at once both count."""
    side = blue((*row(W, W, W), DUNE), (card("EX-W4", vp=0), *row(C, O, A)))
    assert alone(side).tallies[0].total == 4 + 2  # four wells, and the second row W C O A is all different
    assert alone(blue((*row(C, O, A), DUNE), (card("EX-W4", vp=0),))).tallies[0].total == 2 + 2


@pytest.mark.clause("XSCO-4", "TRB-5")
def test_dune_counts_as_a_plain_card_without_vp() -> None:
    """It is one of ten cards for 22, one of two plain cards for A3, and worth nothing to double."""
    ten = blue((card("base-22"), *row(W, C, W)), row(W, W, C, C), (with_text(W, 0), DUNE))
    assert effect_of("base-22", ten) == 1
    assert effect_of("EX-A3", blue((card("EX-A3", vp=0), plain(W), DUNE))) == 1
    assert effect_of("EX-C3", blue((card("EX-C3", vp=1), DUNE))) == 0
    assert effect_of("base-21", blue((card("base-21"), DUNE)), (row(W),)) == 1


@pytest.mark.clause("XSCO-4")
def test_a_display_of_dunes_is_settled_too() -> None:
    """Nine dunes are two million ways to choose; two full rows bring 4 VP each, the ninth completes none."""
    side = blue((DUNE,) * 4, (DUNE,) * 4, (DUNE, plain(W)))

    assert points(alone(side), What.ROW) == [4, 4]


@pytest.mark.clause("XSCO-4")
def test_dunes_of_a_row_are_placed_for_the_columns() -> None:
    """W6 counts columns of three different symbols: the two dunes below W-C and O-T make both so; W4 wants all five
    symbols besides, so an A must be the one and any but O and T the other: 2 + 2 VP.
    """
    side = blue((card("EX-W6", vp=0), plain(O)), (plain(C), plain(T)), (DUNE, DUNE, card("EX-W4", vp=0)))

    assert (effect_of("EX-W6", side), effect_of("EX-W4", side)) == (2, 2)


ABILITIES = [*(VpPerSymbol(symbol, 2, 3) for symbol in Symbol), AllSymbols(2), DifferentColumns(3)]
TWICE = ((DUNE, DUNE), (DUNE, DUNE))


def counting(symbol: Symbol, every: int) -> Laid:
    """A tent that counts that symbol."""
    return Laid(T, ability=VpPerSymbol(symbol, every, 2))


def random_display(seed: int) -> Display:
    """Three short rows with two or three dunes and cards that count symbols or look at columns."""
    chance = Random(seed)
    lengths = chance.choice([(2, 2, 1), (1, 2, 2), (2, 2, 2), (1, 1, 3), (3, 3, 0)])
    cells = [Laid(chance.choice(list(Symbol)), ability=chance.choice(ABILITIES)) for _ in range(sum(lengths))]
    for place in chance.sample(range(len(cells)), min(len(cells) - 1, chance.choice([2, 3, 3]))):
        cells[place] = DUNE
    rest = iter(cells)
    return tuple(tuple(next(rest) for _ in range(length)) for length in lengths)


@pytest.mark.clause("XSCO-4")
@pytest.mark.parametrize(
    "display",
    [
        ((counting(O, 4),), *TWICE),
        ((counting(T, 5),), *TWICE),
        ((counting(W, 2), DUNE), (counting(T, 3), DUNE), (DUNE,)),
        ((counting(T, 3), DUNE), (counting(W, 2), DUNE), (DUNE,)),
        ((DUNE, DUNE), (counting(W, 3), counting(T, 3)), (DUNE, plain(T))),
        *(random_display(seed) for seed in range(40)),
    ],
)
def test_dunes_are_chosen_as_well_as_by_trying_everything(display: Display) -> None:
    """No way to give each dune a symbol brings more, and one brings as much: rows alike are not lost."""
    places = [
        (number, place) for number, cards in enumerate(display) for place, card in enumerate(cards) if card == DUNE
    ]
    best = 0
    for symbols in product(Symbol, repeat=len(places)):
        fixed = [list(cards) for cards in display]
        for (number, place), symbol in zip(places, symbols, strict=True):
            fixed[number][place] = plain(symbol, 0)
        best = max(best, alone(blue(*map(tuple, fixed))).tallies[0].total)

    assert alone(blue(*display)).tallies[0].total == best


@pytest.mark.clause("XSCO-4")
def test_rows_of_dunes_of_different_length_are_chosen_apart() -> None:
    """Three tents in the short row make five with the two that count (2 VP), four wells in the long one count (2 VP)
    and are four of a kind (4 VP)."""
    side = blue((counting(W, 4), counting(T, 5)), (DUNE,) * 3, (DUNE,) * 4)

    assert alone(side).tallies[0].total == 2 + 2 + 4


@pytest.mark.clause("XSCO-4")
def test_two_dunes_are_chosen_apart() -> None:
    """One becomes a fourth well, the other the missing tent: 4 + 2."""
    assert points(alone(blue((*row(W, W, W), DUNE), (*row(W, C, O), DUNE))), What.ROW) == [4, 2]
