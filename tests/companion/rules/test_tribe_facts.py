"""The facts of tribe cards, goods cards and dunes, written down by hand: symbol, cost, VP, timing, effect."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.rules import play_abilities as play
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
    Timing,
    VpPerCardsWorth,
    VpPerPlainCards,
    VpPerSymbol,
)
from companion.rules.board_abilities import (
    DrawGoods,
    LayDune,
    RenewAction,
    TakeDiscardedTribe,
    UseAnyBorderCard,
    UseRobberCardAndOpposite,
)
from companion.rules.cards import Box
from companion.rules.catalogue import shipped
from companion.rules.resources import Amounts, Cost, Good, Symbol
from tests.companion.rules.final import A, C, O, T, W

CARDS = shipped()
END, LASTING, ONCE, NOW = Timing.ENDGAME, Timing.PERMANENT, Timing.ONCE, Timing.IMMEDIATE
SYMBOLS = {"o": O, "c": C, "w": W, "t": T, "a": A}
LETTERS = {"d": "dates", "s": "salt", "p": "pepper", "g": "gold"}
# Number, symbol, cost (d date, s salt, p pepper, g gold; '/' either), printed VP.
BASE = """
1 o pg 2|2 o sdg 3|3 o sppdd 3|4 c dsg 3|5 c dpss 2|6 c dppss 3|7 w sdg 3|8 w spdd 2|9 w sppdd 3|10 t pg 2|11 t pdg 3
12 t pddss 3|13 a dpg 3|14 a dspp 2|15 a dsspp 3|16 o pg 1|17 c sg 1|18 w sg 1|19 t dg 1|20 a pg 1|21 c g 1|22 t pd 1
23 a ppg 1|24 c ssddp 2|25 c g 1|26 w ssd 1|27 t dpp/g 1|28 a ssd/g 1|29 o ssp 1|30 o spg 1|31 t dg 2|32 a dg 1
33 w dg 1|34 o ssp 1|35 c ppg 2|36 a ddg 2|37 o dpg 2|38 w ssdp 2|39 w psg 2|40 t dg 1|41 w dg 1|42 a sdpp 2|43 c dds 1
44 o spg 2|45 t sdpp 2
""".strip().replace("\n", "|")


def cost(text: str) -> Cost:
    """``dpp/g`` as a cost."""
    sides = (Counter(LETTERS[letter] for letter in side) for side in text.split("/"))
    return Cost(tuple(Amounts(**side) for side in sides))


@pytest.mark.clause("TRB-2", "TRB-3")
@pytest.mark.parametrize("row", BASE.split("|"))
def test_base_tribe_cards_have_their_printed_facts(row: str) -> None:
    """Each base tribe card has one symbol, its cost in goods and gold, and 1 to 3 VP, as printed."""
    number, symbol, price, vp = row.split()
    card = CARDS.tribe[f"base-{int(number):02d}"]
    assert (card.symbol, card.cost, card.vp, card.box) == (SYMBOLS[symbol], cost(price), int(vp), Box.BASE)


def test_base_deck_is_balanced() -> None:
    """45 cards, nine of a symbol, three of them plain; 20 of 1 VP, 15 of 2, 10 of 3."""
    base = [card for card in CARDS.tribe.values() if card.box is Box.BASE]
    assert Counter(card.symbol for card in base) == dict.fromkeys(Symbol, 9)
    assert Counter(card.symbol for card in base if card.plain) == dict.fromkeys(Symbol, 3)
    assert Counter(card.vp for card in base) == {1: 20, 2: 15, 3: 10}
    assert all(card.timing and card.text for card in base if card.effect)


# What stands on the cards with text: when it counts, and what it does. A good or a card that is left open is the
# player's choice.
BASE_EFFECTS: dict[int, tuple[Timing, Ability]] = {
    16: (END, VpPerSymbol(W, every=2, vp=1)),
    17: (END, VpPerSymbol(T, every=2, vp=1)),
    18: (END, VpPerSymbol(A, every=2, vp=1)),
    19: (END, VpPerSymbol(O, every=2, vp=1)),
    20: (END, VpPerSymbol(C, every=2, vp=1)),
    21: (END, MoreCards(vp=1)),
    22: (END, ManyCards(cards=10, vp=1)),
    23: (END, BetterDifferentRows(rows=2, vp=4)),
    24: (END, EndOfFullRow(vp=2)),
    25: (LASTING, play.Discount(C, goods=1)),
    26: (LASTING, play.Discount(W, goods=1)),
    27: (LASTING, play.Discount(T, goods=1)),
    28: (LASTING, play.Discount(A, goods=1)),
    29: (LASTING, play.Discount(O, goods=1)),
    30: (LASTING, play.NoRaidPayment()),
    31: (LASTING, play.NobleDiscount(goods=1)),
    32: (LASTING, play.RaidReward(vp=1)),
    33: (LASTING, play.PlaceWithRobber()),
    34: (LASTING, play.ExtraGood(Good.SALT)),
    35: (LASTING, play.ExtraGood(Good.PEPPER)),
    36: (LASTING, play.ExtraGood(Good.DATES)),
    37: (LASTING, play.GoodWhenNone(goods=1)),
    38: (NOW, play.GoodsPerCards(every=2, goods=1)),
    39: (LASTING, play.LayWithoutNoble(goods=1)),
    40: (LASTING, play.TradeOneForOne()),
    41: (Timing.STORED, StoredTokens(gold=1)),
    42: (NOW, play.Take((Amounts(goods=3), Amounts(gold=1), Amounts(vp=1)))),
    43: (NOW, play.GoodsPerFreePlaces(every=2, goods=1)),
    44: (NOW, play.MoveLaidCards(cards=2)),
    45: (Timing.NEXT_ROUND, play.OpponentTargis(targis=2)),
}


@pytest.mark.parametrize("number", range(1, 46))
def test_base_tribe_cards_do_what_is_printed(number: int) -> None:
    """Cards 1 to 15 have no text; each of the others has its effect with its numbers, at its time."""
    card = CARDS.tribe[f"base-{number:02d}"]
    assert (card.timing, card.effect) == BASE_EFFECTS.get(number, (None, None))
    assert card.plain == (number < 16) == (not card.text)


EXPANSION: dict[str, tuple[Symbol | None, Timing | None, Ability]] = {
    "EX-W1": (W, ONCE, play.JoinDune()),
    "EX-W2": (W, Timing.STORED, StoredTokens(water=2, vp_if_untouched=2)),
    "EX-W3": (W, LASTING, play.BorderGoodAsOther(Good.DATES)),
    "EX-W4": (W, END, AllSymbols(vp=2)),
    "EX-W5": (W, ONCE, play.ExchangeGoods()),
    "EX-W6": (W, END, DifferentColumns(vp=1)),
    "EX-C1": (C, LASTING, play.HandLimit(cards=2)),
    "EX-C2": (C, END, GoodsForVp(goods=3, vp=1)),
    "EX-C3": (C, END, DoubleVp(Neighbour.RIGHT)),
    "EX-O1": (O, LASTING, play.TargiaFromAcross()),
    "EX-O2": (O, END, RowWithoutBonus(vp=2)),
    "EX-O3": (O, LASTING, play.TargiaGivesWater(water=1)),
    "EX-O4": (O, END, DoubleVp(Neighbour.LEFT)),
    "EX-O5": (O, ONCE, play.FataMorganaBoth()),
    "EX-O6": (O, LASTING, play.BorderGoodAsOther(Good.PEPPER)),
    "EX-A1": (A, ONCE, play.JoinBorder()),
    "EX-A2": (A, NOW, play.KeepDune()),
    "EX-A3": (A, END, VpPerPlainCards(every=2, vp=1)),
    "EX-A4": (A, LASTING, play.RaidWater(water=1)),
    "EX-A5": (A, END, DoubleVp(Neighbour.ABOVE_OR_BELOW)),
    "EX-A6": (A, LASTING, play.FataMorganaGood(goods=1)),
    "EX-T1": (T, LASTING, play.NobleInsteadOfGold(Amounts(water=1, goods=1))),
    "EX-T2": (T, NOW, play.Take((Amounts(dates=1, salt=1, pepper=1, water=1),))),
    "EX-T3": (T, LASTING, play.RobberGood()),
    "U1": (None, LASTING, play.GoodWhenPoor(fewer_than=4, goods=1)),
    "U2": (None, END, VpPerCardsWorth(worth=1, every=3, vp=1)),
    "U3": (None, ONCE, play.SwapHandWithCentre()),
    "U4": (None, None, play.TakeUnmarkedTribe()),
    "U5": (None, None, play.GoodsPerPlainCard(goods=1)),
    "U6": (None, None, play.SwapCards()),
    "U7": (None, None, play.TakeTopCost()),
    "U8": (None, None, play.TargiaService(vp=1)),
    "U9": (None, None, play.LayMarkedFor(Amounts(water=1))),
}


def test_expansion_tribe_cards_are_those_with_a_known_text() -> None:
    """24 texts under a symbol and nine without: no card more, none fewer."""
    assert {name for name, card in CARDS.tribe.items() if card.box is Box.EXPANSION} == set(EXPANSION)


@pytest.mark.parametrize("name", EXPANSION)
def test_expansion_tribe_cards_do_what_their_texts_say(name: str) -> None:
    """Symbol, time and effect by the text; what was read out of the wording is marked as such, and no cost or VP is
    claimed, since nobody has seen them."""
    card = CARDS.tribe[name]
    assert (card.symbol, card.timing, card.effect) == EXPANSION[name]
    assert (card.cost, card.vp, card.plain) == (None, None, False)
    assert ("timing" in card.deduced) == (card.timing is not None)
    assert ("kind" in card.deduced) == name.startswith("U")


# --- goods cards and dunes ---

GOODS = {
    "G-date": (2, [Amounts(dates=1)]),
    "G-salt": (2, [Amounts(salt=1)]),
    "G-pepper": (2, [Amounts(pepper=1)]),
    "G-2date": (1, [Amounts(dates=2)]),
    "G-2salt": (1, [Amounts(salt=2)]),
    "G-2pepper": (1, [Amounts(pepper=2)]),
    "G-pepper-salt": (1, [Amounts(salt=1, pepper=1)]),
    "G-date-pepper": (1, [Amounts(dates=1, pepper=1)]),
    "G-salt-date": (1, [Amounts(dates=1, salt=1)]),
    "G-any": (3, [Amounts(dates=1), Amounts(salt=1), Amounts(pepper=1)]),
    "G-gold": (3, [Amounts(gold=1)]),
    "G-vp": (1, [Amounts(vp=1)]),
}


def test_goods_cards_show_what_is_printed() -> None:
    """19 base goods cards, each with its copies and what one of is taken; of the expansion's five nobody knows more
    than that they show water."""
    base = {card.id: (card.copies, list(card.take or ())) for card in CARDS.goods.values() if card.box is Box.BASE}
    assert base == GOODS
    assert sum(copies for copies, _ in base.values()) == 19
    water = [card for card in CARDS.goods.values() if card.box is Box.EXPANSION]
    assert [(card.id, card.copies, card.take) for card in water] == [
        (f"GX-{number}", 1, None) for number in range(1, 6)
    ]


DUNES: dict[str, Ability | None] = {
    "DX-1": TakeDiscardedTribe(),
    "DX-2": RenewAction(),
    "DX-3": DrawGoods(cards=2),
    "DX-4": UseAnyBorderCard(goods=1),
    "DX-5": LayDune(Amounts(water=2)),
    "DX-6": UseRobberCardAndOpposite(),
    "DB-1": None,
    "DB-2": None,
    "DB-3": None,
}


def test_dunes_do_what_their_texts_say() -> None:
    """Six of the expansion have a known text; of the Bonus-Box's three nothing is known."""
    assert {card.id: card.effect for card in CARDS.dunes.values()} == DUNES
    assert {card.box for name, card in CARDS.dunes.items() if name.startswith("DB")} == {Box.BONUS}
