"""The final scoring. Every expected number is worked out by hand from the rules, as the docstrings say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.rules.board import Colour
from companion.rules.catalogue import shipped
from companion.rules.challenges import (
    Category,
    Challenge,
    ObstacleChallenge,
    ResourceChallenge,
    RobberChallenge,
    RowKind,
    RowsChallenge,
    Stock,
    SymbolChallenge,
    VpChallenge,
)
from companion.rules.resources import Symbol
from companion.rules.scoring import DecidedBy, Display, Final, Laid, Result, Side, What, score

W, C, O, A, T = Symbol.WELL, Symbol.CAMEL_RIDER, Symbol.OASIS, Symbol.TARGIA, Symbol.TENT  # noqa: E741
DUNE = Laid(None, plain=True)
EMPTY: Display = ()


def card(name: str, symbol: Symbol | None = None, vp: int | None = None, water: int = 0, gold: int = 0) -> Laid:
    """A card of the catalogue; what is not known of it is given."""
    found = shipped().tribe[name]
    worth = found.vp if vp is None else vp
    assert worth is not None
    return Laid(symbol or found.symbol, worth, found.plain, found.effect, name, water, gold)


def plain(symbol: Symbol, vp: int = 1) -> Laid:
    return Laid(symbol, vp, plain=True)


def with_text(symbol: Symbol, vp: int = 1) -> Laid:
    return Laid(symbol, vp)


def row(*symbols: Symbol) -> tuple[Laid, ...]:
    """Cards worth nothing, so that only what is asked about counts."""
    return tuple(with_text(symbol, 0) for symbol in symbols)


def alone(side: Side, *challenges: Challenge) -> Result:
    return score(Final((side,), challenges))


def against(side: Side, other: Side, *challenges: Challenge) -> Result:
    return score(Final((side, other), challenges))


def effect_of(name: str, side: Side, other: Display = EMPTY) -> int:
    """What the card's own line brings; 0 where it has none."""
    result = against(side, Side(side.colour.other, other))
    return sum(line.vp for line in result.tallies[0].lines if line.card == name)


def blue(*display: tuple[Laid, ...], **stock: int) -> Side:
    return Side(Colour.BLUE, display, **stock)


def white(*display: tuple[Laid, ...], **stock: int) -> Side:
    return Side(Colour.WHITE, display, **stock)


def points(result: Result, what: What) -> list[int]:
    """The first player's lines of that kind."""
    return [line.vp for line in result.tallies[0].lines if line.what is what]


# --- what everybody counts ---


@pytest.mark.clause("SCO-1")
@pytest.mark.card(
    "base-01", "base-02", "base-03", "base-04", "base-05", "base-06", "base-07", "base-08", "base-09", "base-10",
    "base-11", "base-12", "base-13", "base-14", "base-15",
)  # fmt: skip
def test_tokens_and_printed_vp_count() -> None:
    """Each plain card 1 to 15 brings the VP printed on it and no more, beside the tokens."""
    printed = [2, 3, 3, 3, 2, 3, 3, 2, 3, 2, 3, 3, 3, 2, 3]
    for number, vp in enumerate(printed, 1):
        result = alone(blue((card(f"base-{number:02d}"),), vp_tokens=5))
        assert [(line.what, line.vp) for line in result.tallies[0].lines] == [(What.VP_TOKENS, 5), (What.CARDS, vp)]
        assert result.tallies[0].total == 5 + vp


@pytest.mark.clause("SCO-2")
@pytest.mark.parametrize(
    ("symbols", "vp"),
    [
        ((W, W, W, W), [4]),
        ((T, T, T, T), [4]),
        ((W, C, O, A), [2]),
        ((C, O, A, T), [2]),
        ((W, C, O, O), []),
        ((W, W, C, C), []),
        ((W, W, W, C), []),
        ((W, W, W), []),
        ((W, C, O), []),
        ((W,), []),
        ((), []),
    ],
)
def test_full_rows_bring_a_bonus(symbols: tuple[Symbol, ...], vp: list[int]) -> None:
    """Four equal symbols 4 VP, four different ones 2 VP, all other rows nothing; the line names the row."""
    assert points(alone(blue((), row(*symbols))), What.ROW) == vp
    assert all(line.row == 2 for line in alone(blue((), row(*symbols))).tallies[0].lines)


@pytest.mark.clause("SCO-1", "SCO-2")
def test_each_row_has_its_own_line() -> None:
    """Rows of equal, mixed and different symbols: 4 for the first, none for the second, 2 for the third."""
    result = alone(blue(row(W, W, W, W), row(W, W, C, C), row(W, C, O, A)))
    assert [(line.row, line.vp) for line in result.tallies[0].lines] == [(1, 4), (3, 2)]


@pytest.mark.clause("XSCO-1", "XWAT-4")
@pytest.mark.parametrize(("water", "vp"), [(0, []), (1, []), (2, [1]), (3, [1]), (10, [5])])
def test_two_water_are_a_point(water: int, vp: list[int]) -> None:
    """Each two water bring 1 VP, an odd one nothing."""
    assert points(alone(blue(water=water)), What.WATER) == vp


# --- who wins ---


@pytest.mark.clause("SCO-3")
@pytest.mark.parametrize(
    ("ours", "theirs", "winner", "decided"),
    [
        ({"vp_tokens": 5}, {"vp_tokens": 4, "gold": 3, "dates": 9}, Colour.BLUE, DecidedBy.POINTS),
        ({"vp_tokens": 4, "gold": 3}, {"vp_tokens": 5}, Colour.WHITE, DecidedBy.POINTS),
        ({"gold": 1}, {"gold": 2}, Colour.WHITE, DecidedBy.GOLD),
        ({"gold": 2, "dates": 0}, {"gold": 1, "dates": 9}, Colour.BLUE, DecidedBy.GOLD),
        ({"gold": 1, "dates": 2, "salt": 1}, {"gold": 1, "pepper": 2}, Colour.BLUE, DecidedBy.GOODS),
        ({"salt": 1}, {"pepper": 2}, Colour.WHITE, DecidedBy.GOODS),
        ({"gold": 1, "dates": 2}, {"gold": 1, "pepper": 2}, None, DecidedBy.SHARED),
    ],
)
def test_ties_go_to_gold_then_goods_then_both(
    ours: dict[str, int], theirs: dict[str, int], winner: Colour | None, decided: DecidedBy
) -> None:
    """Points, then gold, then goods of all kinds, then nobody alone."""
    result = against(blue(**ours), white(**theirs))
    assert (result.winner, result.decided_by) == (winner, decided)


@pytest.mark.clause("SCO-5")
def test_gold_on_card_41_breaks_no_tie() -> None:
    """Both have 1 VP printed and no gold of their own: the gold stored on card 41 is not looked at."""
    result = against(blue((card("base-41", gold=1),)), white((with_text(W),)))
    assert result.decided_by is DecidedBy.SHARED


@pytest.mark.clause("XWAT-6")
def test_water_breaks_no_tie() -> None:
    """One water is no point and no good: the tie stays one; as a good (2 water for 1) it would have won."""
    assert against(blue(water=1), white()).decided_by is DecidedBy.SHARED
    kept, changed = blue(water=2, vp_tokens=3), blue(dates=1, vp_tokens=4)
    assert against(kept, white(vp_tokens=4)).decided_by is DecidedBy.SHARED
    assert against(changed, white(vp_tokens=4)).winner is Colour.BLUE


# --- base cards that count at the end ---


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


DIFFERENT, EQUAL, MIXED = row(W, C, O, T), row(W, W, W, W), row(W, W, C, C)


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


# --- expansion cards that count at the end ---


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
def test_two_dunes_are_chosen_apart() -> None:
    """One becomes a fourth well, the other the missing tent: 4 + 2."""
    assert points(alone(blue((*row(W, W, W), DUNE), (*row(W, C, O), DUNE))), What.ROW) == [4, 2]


# --- challenges ---


@pytest.mark.clause("BCHA-2", "BCHA-7")
@pytest.mark.parametrize(("least", "won"), [(11, True), (12, True), (13, False)])
def test_vp_challenge_wants_so_many_points(least: int, won: bool) -> None:
    """12 VP meet a challenge of 12, not one of 13; alone that decides."""
    result = alone(blue(vp_tokens=12), VpChallenge(least))
    assert result.tallies[0].fulfilled == ((Category.VP, won),)
    assert (result.winner, result.decided_by) == (Colour.BLUE if won else None, DecidedBy.CHALLENGES)


STOCK = {"dates": 1, "salt": 2, "pepper": 3, "gold": 2, "vp_tokens": 5}


@pytest.mark.clause("BCHA-3")
@pytest.mark.parametrize(
    ("what", "has"),
    [
        (Stock.DATES, 1),
        (Stock.SALT, 2),
        (Stock.PEPPER, 3),
        (Stock.GOODS, 6),
        (Stock.GOLD, 2),
        (Stock.VP_TOKENS, 5),
    ],
)
def test_resource_challenge_wants_what_is_left(what: Stock, has: int) -> None:
    """As much as is left meets it, one more does not; water and gold are no goods."""
    side = blue(**STOCK, water=9)
    assert alone(side, ResourceChallenge(what, has)).tallies[0].fulfilled == ((Category.RESOURCE, True),)
    assert alone(side, ResourceChallenge(what, has + 1)).tallies[0].fulfilled == ((Category.RESOURCE, False),)


@pytest.mark.clause("BCHA-4")
def test_display_challenge_wants_rows_or_symbols() -> None:
    """Two full rows of one symbol and one of four; wells 9, camel riders 1, tents 1: more wells than tents, and as many
    riders as tents are not more."""
    side = blue(row(W, W, W, W), row(W, C, O, T), row(W, W, W, W))
    asked: list[tuple[RowsChallenge | SymbolChallenge, bool]] = [
        (RowsChallenge(RowKind.SAME, 2), True),
        (RowsChallenge(RowKind.SAME, 3), False),
        (RowsChallenge(RowKind.DIFFERENT, 1), True),
        (RowsChallenge(RowKind.DIFFERENT, 2), False),
        (SymbolChallenge(W, T), True),
        (SymbolChallenge(C, T), False),
        (SymbolChallenge(A, T), False),
    ]
    for challenge, met in asked:
        assert alone(side, challenge).tallies[0].fulfilled == ((Category.DISPLAY, met),)


@pytest.mark.clause("BCHA-6", "BCHA-10")
def test_bonus_and_robber_come_before_the_vp_challenge() -> None:
    """10 VP, 2 more for the resource challenge, 3 off for the Robber: 9. So 9 is met and 10 is not."""
    side = blue(vp_tokens=10)
    for least, met in ((9, True), (10, False)):
        result = alone(side, VpChallenge(least), RobberChallenge(3), ResourceChallenge(Stock.VP_TOKENS, 5))
        tally = result.tallies[0]
        assert [(line.what, line.vp) for line in tally.lines] == [
            (What.VP_TOKENS, 10), (What.CHALLENGE, 2), (What.ROBBER, -3),
        ]  # fmt: skip
        assert tally.fulfilled == ((Category.VP, met), (Category.RESOURCE, True))
        assert (result.winner is Colour.BLUE) is met


@pytest.mark.clause("BCHA-7")
def test_one_missed_challenge_loses() -> None:
    """A broken obstacle loses though all else is met; kept, it wins and brings no points."""
    others = (VpChallenge(5), ResourceChallenge(Stock.GOLD, 1))
    side = blue(vp_tokens=10, gold=1)
    assert alone(side, ObstacleChallenge(False), *others).winner is None
    result = alone(side, ObstacleChallenge(True), *others)
    assert (result.winner, result.tallies[0].total) == (Colour.BLUE, 12)


def test_alone_without_challenges_nobody_wins() -> None:
    """A solo game without a goal is counted and not won; the Robber's deduction alone is no goal."""
    for challenges in ((), (RobberChallenge(2),)):
        result = alone(blue(vp_tokens=10), *challenges)
        assert (result.winner, result.decided_by) == (None, DecidedBy.NONE)


@pytest.mark.clause("BCHA-8")
def test_two_players_get_points_for_their_challenges() -> None:
    """Each who meets the resource or display challenge gets 2 VP with its own line; who does not, does not."""
    tasks = (ResourceChallenge(Stock.DATES, 2), RowsChallenge(RowKind.SAME, 1), ObstacleChallenge(True))
    result = against(blue(row(W, W, W, W), dates=2), white(dates=1, vp_tokens=7), *tasks)
    first, second = result.tallies
    assert [(line.what, line.vp, line.category) for line in first.lines if line.what is not What.ROW] == [
        (What.CHALLENGE, 2, Category.RESOURCE), (What.CHALLENGE, 2, Category.DISPLAY),
    ]  # fmt: skip
    assert (first.total, second.total, result.winner) == (8, 7, Colour.BLUE)


@pytest.mark.card("EX-C2")
def test_c2_is_settled_before_resource_challenges_to_the_owners_best() -> None:
    """Three dates: as 1 VP, or kept for the challenge's 2 VP: kept. Six: three given and three kept: 3 VP."""
    wants_goods = ResourceChallenge(Stock.GOODS, 3)
    c2 = card("EX-C2", vp=0)
    assert [line.what for line in alone(blue((c2,), dates=3), wants_goods).tallies[0].lines] == [What.CHALLENGE]
    assert alone(blue((c2,), dates=6), wants_goods).tallies[0].total == 1 + 2
    assert alone(blue((c2,), dates=9), wants_goods).tallies[0].total == 2 + 2
    # Two dates are wanted: the four salt and one date give one point, a date and four others stay.
    assert alone(blue((c2,), dates=2, salt=4), ResourceChallenge(Stock.DATES, 2)).tallies[0].total == 1 + 2
    # A hopeless challenge keeps nothing back.
    assert alone(blue((c2,), dates=3), ResourceChallenge(Stock.SALT, 1)).tallies[0].total == 1


@pytest.mark.card("EX-C2")
def test_a_solo_game_won_is_better_than_points() -> None:
    """Nine dates: three points, or kept for the challenge's two. Alone the challenge wins the game: kept. With
    two players three points are better, though the challenge is missed."""
    side, wants_all = blue((card("EX-C2", vp=0),), dates=9), ResourceChallenge(Stock.GOODS, 9)
    won = alone(side, wants_all)
    assert (won.winner, won.tallies[0].total) == (Colour.BLUE, 2)
    assert against(side, white(), wants_all).tallies[0].total == 3


# --- promises about every position ---

symbols = st.sampled_from(Symbol)
anonymous = st.builds(Laid, symbols, st.integers(0, 3), st.booleans())
known = st.sampled_from(sorted(shipped().tribe)).map(
    lambda name: card(name, symbol=W, vp=1) if name[0] == "U" else name
)
counts = st.integers(0, 12)


@st.composite
def displays(draw: st.DrawFn) -> Display:
    """Up to three rows of cards with and without effects, each catalogue card once."""
    names = draw(st.permutations(sorted(shipped().tribe)))
    cards = iter([card(name, shipped().tribe[name].symbol or T, shipped().tribe[name].vp or 1) for name in names])
    rows = draw(st.lists(st.lists(anonymous | st.none(), max_size=4), max_size=3))
    return tuple(tuple(item or next(cards) for item in line) for line in rows)


sides = st.builds(Side, st.just(Colour.BLUE), displays(), counts, counts, counts, counts, counts, counts)


@given(sides, sides)
def test_lines_add_up_and_seats_do_not_matter(first: Side, second: Side) -> None:
    """The total is the sum of the lines, none of which is 0; whoever is named first gets the same points and winner."""
    second = replace(second, colour=Colour.WHITE)
    there, back = against(first, second), against(second, first)
    assert {tally.colour: tally for tally in there.tallies} == {tally.colour: tally for tally in back.tallies}
    assert (there.winner, there.decided_by) == (back.winner, back.decided_by)
    for tally in there.tallies:
        assert tally.total == sum(line.vp for line in tally.lines)
        assert all(line.vp for line in tally.lines)


@given(st.permutations([W, C, O, A]), st.permutations([W, W, W, C]), st.permutations([T] * 4))
def test_a_rows_order_does_not_matter(first: list[Symbol], second: list[Symbol], third: list[Symbol]) -> None:
    """A row's bonus looks at which symbols lie in it, not where."""
    result = alone(blue(row(*first), row(*second), row(*third)))
    assert [(line.row, line.vp) for line in result.tallies[0].lines] == [(1, 2), (3, 4)]


@given(sides, symbols)
def test_dune_is_never_worse_than_any_symbol(side: Side, symbol: Symbol) -> None:
    """Chosen at the end to the owner's best: no fixed symbol in its place scores more."""
    assume(len(side.display) < 3)
    free, fixed = (replace(side, display=(*side.display, (last,))) for last in (DUNE, plain(symbol, 0)))
    assert alone(free).tallies[0].total >= alone(fixed).tallies[0].total
