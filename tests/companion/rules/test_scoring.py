"""The final scoring: what everybody counts, and who wins. Every expected number is worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.rules.abilities import END_ABILITIES, StoredTokens, Timing
from companion.rules.board import Colour
from companion.rules.catalogue import shipped, with_additions
from companion.rules.challenges import ResourceChallenge, Stock
from companion.rules.resources import Good, Symbol
from companion.rules.scoring import DecidedBy, Display, Laid, Side, What
from tests.companion.rules.final import (
    DUNE,
    A,
    C,
    O,
    T,
    W,
    against,
    alone,
    blue,
    card,
    plain,
    points,
    row,
    white,
    with_text,
)

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


@pytest.mark.clause("LIM-3", "XWAT-1")
def test_gold_and_water_are_no_goods() -> None:
    """Nine gold and nine water: no good breaks the tie, none meets a challenge, none is turned into VP by C2."""
    assert {str(good) for good in Good} == {"dates", "salt", "pepper"}
    rich = blue((card("EX-C2", vp=0),), gold=9, water=9)
    assert rich.goods == 0
    assert points(alone(rich), What.EFFECT) == []
    task = ResourceChallenge(Stock.GOODS, 1)
    assert alone(rich, task).tallies[0].fulfilled == ((task.category, False),)
    assert against(blue(gold=1, water=1), white(gold=1, dates=1)).winner is Colour.WHITE


@pytest.mark.clause("XSCO-1")
def test_vp_in_brackets_do_not_count_at_the_end() -> None:
    """A card with 2 VP and 1 more in brackets is worth 2 (the 1 came as a token when it was paid for), doubled 4."""
    owned = with_additions(
        '[[tribe]]\nid = "X-1"\nsymbol = "well"\nvp = 2\n'
        "cost = {either = [{dates = 2}], bracket = {salt = 1}, bracket_vp = 1}"
    ).tribe["X-1"]
    assert owned.cost
    assert owned.cost.bracket_vp == 1
    laid = Laid(owned.symbol, owned.vp or 0, owned.plain, owned.effect, owned.id)
    assert alone(blue((laid,), vp_tokens=1)).tallies[0].total == 1 + 2
    assert points(alone(blue((card("EX-C3", vp=0), laid))), What.EFFECT) == [2]


@pytest.mark.clause("XTRB-4")
def test_only_effects_of_the_end_count_at_the_end() -> None:
    """An effect of the end is printed with the exclamation mark alone, and no card with another sign has a line of its
    own, save for water left on it."""
    for kind in END_ABILITIES:
        assert kind is StoredTokens or kind.when == {Timing.ENDGAME}
    for name, found in shipped().tribe.items():
        if found.timing is Timing.ENDGAME:
            assert type(found.effect) in END_ABILITIES
        else:
            laid = card(name, symbol=found.symbol or W, vp=1 if found.vp is None else None)
            assert points(alone(blue((laid,), dates=9)), What.EFFECT) == [], name


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


# --- promises about every position ---

symbols = st.sampled_from(Symbol)
anonymous = st.builds(Laid, symbols, st.integers(0, 3), st.booleans())
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
