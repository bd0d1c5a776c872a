"""Effects of the end on the owner's own cards, with numbers that no known card has. Worked out by hand from what
`docs/cards.md` says of each effect."""

from __future__ import annotations

import pytest

from companion.rules.abilities import (
    Ability,
    AllSymbols,
    BetterDifferentRows,
    DifferentColumns,
    DoubleVp,
    EndOfFullRow,
    GoodsForVp,
    ManyCards,
    MoreCards,
    Neighbour,
    RowWithoutBonus,
    StoredTokens,
    VpPerCardsWorth,
    VpPerPlainCards,
    VpPerSymbol,
)
from companion.rules.board import Colour
from companion.rules.challenges import ResourceChallenge, Stock
from companion.rules.scoring import Laid, Side, effect_vp
from tests.companion.rules.final import A, C, O, T, W, against, alone, blue, plain, row, with_text

OWN = "my-card"


def brings(ability: Ability, *display: tuple[Laid, ...], place: int = 0, water: int = 0, **stock: int) -> int:
    """What the effect of the own well at that place of row 1 (counted from 0) brings against an empty display."""
    first = list(display[0])
    first.insert(place, Laid(W, 0, ability=ability, card=OWN, water=water))
    result = against(blue(tuple(first), *display[1:], **stock), Side(Colour.WHITE, ()))
    return sum(line.vp for line in result.tallies[0].lines if line.card == OWN)


@pytest.mark.clause("SCO-1", "XTRB-4")
@pytest.mark.parametrize(
    ("ability", "display", "vp"),
    [
        (VpPerSymbol(W, every=2, vp=3), (row(W, W, W), row(W, T, T)), 6),  # five wells, itself among them
        (VpPerSymbol(T, every=1, vp=2), (row(T), row(T, T)), 6),
        (MoreCards(vp=4), (row(),), 4),
        (ManyCards(cards=4, vp=3), (row(W, W), row(T)), 3),
        (ManyCards(cards=5, vp=3), (row(W, W), row(T)), 0),
        (BetterDifferentRows(rows=1, vp=7), (row(C, O, A), row(C, O, A, T)), 5),  # one row of the two: 7, not 2
        (BetterDifferentRows(rows=3, vp=3), (row(C, O, A), row(C, O, A, T), row(W, W, W, W)), 2),
        (AllSymbols(vp=5), (row(C, O), row(A, T)), 5),
        (AllSymbols(vp=5), (row(C, O), row(A, W)), 0),
        (DifferentColumns(vp=3), (row(C, O), row(C, O, O), row(O, T, A)), 6),  # W-C-O and C-O-T; O-O-A has two
        (DifferentColumns(vp=3), (row(C), row(C, O), row(O)), 3),  # a column of two cards is none
        (RowWithoutBonus(vp=5), (row(W, C, C), row(C, O, A, T)), 5),
        (RowWithoutBonus(vp=5), (row(W, C), row(C, O, A, T)), 0),  # three cards are no full row
        (VpPerPlainCards(every=3, vp=2), ((plain(W), plain(W)), (plain(C), with_text(C))), 2),
        (VpPerPlainCards(every=1, vp=2), ((plain(W), plain(W)), (plain(C), with_text(C))), 6),
        (VpPerCardsWorth(worth=2, every=2, vp=4), ((plain(W, 2), plain(W, 3)), (plain(C, 2), plain(T, 2))), 4),
        (VpPerCardsWorth(worth=0, every=1, vp=3), ((plain(W, 2),),), 3),  # itself has none printed
    ],
)  # fmt: skip
def test_an_effect_counts_by_its_numbers(ability: Ability, display: tuple[tuple[Laid, ...], ...], vp: int) -> None:
    """So many VP, for every so many of what it looks at, the card itself counted."""
    assert brings(ability, *display) == vp
    first = (Laid(W, 0, ability=ability, card=OWN), *display[0])
    assert isinstance(effect_vp((first, *display[1:]), 0, 0, other_cards=0), int)


@pytest.mark.clause("XTRB-4")
@pytest.mark.parametrize(("place", "vp"), [(3, 6), (2, 0), (0, 0)])
def test_the_last_card_of_a_full_row(place: int, vp: int) -> None:
    """Its VP come on the fourth place and on no other."""
    assert brings(EndOfFullRow(vp=6), row(C, O, A), place=place) == vp


@pytest.mark.clause("XSCO-3")
@pytest.mark.parametrize(
    ("neighbour", "row_number", "place", "vp"),
    [
        (Neighbour.LEFT, 0, 0, 0),
        (Neighbour.LEFT, 0, 1, 1),
        (Neighbour.LEFT, 1, 3, 6),
        (Neighbour.RIGHT, 0, 0, 2),
        (Neighbour.RIGHT, 1, 3, 0),
        (Neighbour.ABOVE_OR_BELOW, 0, 1, 5),
        (Neighbour.ABOVE_OR_BELOW, 1, 1, 9),
        (Neighbour.ABOVE_OR_BELOW, 2, 0, 4),
        (Neighbour.ABOVE_OR_BELOW, 0, 3, 7),
        (Neighbour.ABOVE_OR_BELOW, 1, 2, 3),
    ],
)
def test_which_neighbour_is_doubled(neighbour: Neighbour, row_number: int, place: int, vp: int) -> None:
    """The card beside it in its row, or the better of the one above and the one below; at an edge there is none."""
    printed = [[1, 2, 3, 0], [4, 5, 6, 7], [8, 9]]
    display = [[plain(C, points) for points in line] for line in printed]
    display[row_number][place] = Laid(W, 0, ability=DoubleVp(neighbour), card=OWN)
    assert effect_vp(tuple(map(tuple, display)), row_number, place, other_cards=0) == vp


@pytest.mark.clause("XTRB-8")
@pytest.mark.parametrize(
    ("stored", "beside", "effect", "water"), [(3, 0, 5, 0), (2, 0, 0, 1), (2, 1, 0, 1), (3, 3, 5, 1), (0, 4, 0, 2)]
)
def test_water_on_a_card_counts_once(stored: int, beside: int, effect: int, water: int) -> None:
    """All three still there: 5 VP and no more; what is left of them counts with the other water."""
    ability = StoredTokens(water=3, vp_if_untouched=5)
    side = blue((Laid(W, 0, ability=ability, card=OWN, water=stored),), water=beside)
    found = {str(line.what): line.vp for line in against(side, Side(Colour.WHITE, ())).tallies[0].lines}
    assert (found.get("effect", 0), found.get("water", 0)) == (effect, water)


@pytest.mark.clause("XTRB-8")
@pytest.mark.parametrize(
    ("ability", "stored", "water"), [(StoredTokens(gold=2), 0, 0), (StoredTokens(water=2), 2, 1), (None, 0, 0)]
)
def test_tokens_without_vp_of_their_own(ability: Ability | None, stored: int, water: int) -> None:
    """Gold on a card brings nothing; water on one that does not reward it counts as water."""
    side = blue((Laid(W, 0, ability=ability, card=OWN, water=stored, gold=2),))
    assert sum(line.vp for line in against(side, Side(Colour.WHITE, ())).tallies[0].lines) == water


@pytest.mark.clause("SCO-1")
def test_goods_are_given_for_vp_as_often_as_they_last() -> None:
    """Two goods for 3 VP, seven goods: 9 VP, one good is left; a second such card has nothing more to give."""
    card = Laid(W, 0, ability=GoodsForVp(goods=2, vp=3), card=OWN)
    result = against(blue((card, card), dates=3, salt=2, pepper=2), Side(Colour.WHITE, ()))
    assert [line.vp for line in result.tallies[0].lines] == [9]
    assert result.tallies[0].goods_left == 1


@pytest.mark.clause("SCO-1")
def test_no_goods_bring_no_vp() -> None:
    """A good for a VP, and none there: nothing is given and nothing got."""
    assert brings(GoodsForVp(goods=1, vp=2), row()) == 0
    assert brings(GoodsForVp(goods=1, vp=2), row(), dates=1) == 2


@pytest.mark.clause("XTRB-8", "BCHA-3")
@pytest.mark.parametrize(("least", "met"), [(5, True), (6, False)])
def test_vp_got_for_goods_are_tokens_of_a_challenge(least: int, met: bool) -> None:
    """Two VP tokens and the three that four goods bring make a challenge of five, not of six."""
    card = Laid(W, 0, ability=GoodsForVp(goods=4, vp=3), card=OWN)
    result = alone(blue((card,), vp_tokens=2, salt=4), ResourceChallenge(Stock.VP_TOKENS, least))
    assert [fulfilled for _, fulfilled in result.tallies[0].fulfilled] == [met]
