"""The facts of border cards of the three boxes, written down by hand: number, kind, and what they do."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.rules.abilities import Ability
from companion.rules.board import CORNERS
from companion.rules.board_abilities import (
    DrawGoods,
    Exchange,
    FataMorgana,
    Gain,
    GiveGood,
    Noble,
    Raid,
    Reach,
    TakeDiscardedGoods,
    TribalExpansion,
    UseGoodsCardAgain,
    UseRobberCardOrPay,
)
from companion.rules.cards import BorderKind, Box
from companion.rules.catalogue import shipped
from companion.rules.resources import Amounts, Given, Good, Rate


def test_border_cards_fit_their_numbers() -> None:
    """16 base cards, 10 of the expansion, 12 + 6 of the Bonus-Box; raids lie on the corners; goods as printed."""
    cards = shipped().border.values()
    assert Counter(card.box for card in cards) == {Box.BASE: 16, Box.EXPANSION: 10, Box.BONUS: 18}
    assert [card.number for card in cards if card.box is Box.BASE] == list(range(1, 17))
    corners = {corner.number for corner in CORNERS}
    assert all(
        (card.number in corners) == (card.kind is BorderKind.RAID) == isinstance(card.effect, Raid) for card in cards
    )
    actions = Counter(card.number for card in cards if card.box is Box.BONUS and card.kind is BorderKind.ACTION)
    assert actions == dict.fromkeys((1, 5, 9, 10, 13, 14), 2)
    goods = {card.number: card.effect.good for card in cards if isinstance(card.effect, GiveGood)}
    assert goods == {
        2: Good.DATES, 3: Good.SALT, 6: Good.PEPPER, 7: Good.DATES, 11: Good.PEPPER, 15: Good.SALT,
    }  # fmt: skip


def test_exchanges_say_what_is_given_and_got() -> None:
    """Bonus-Box Trader A: 3 equal goods for a gold, 2 equal ones the second and third time; any 2 for another."""
    gold = Rate(Given(same=3), Amounts(gold=1), times=3, later=Given(same=2))
    other = Rate(Given(any_goods=2), other_goods=1)
    assert shipped().border["bonus-border-5a"].effect == Exchange((gold, other))


@pytest.mark.parametrize(
    ("name", "either"),
    [
        ("base-border-04", (Amounts(goods=1), Amounts(vp=1))),
        ("base-border-08", (Amounts(goods=2), Amounts(vp=1))),
        ("base-border-12", (Amounts(goods=3), Amounts(vp=2))),
        ("base-border-16", (Amounts(gold=1), Amounts(vp=3))),
        ("expansion-border-04", (Amounts(pepper=1), Amounts(vp=1))),
        ("expansion-border-08", (Amounts(dates=1, salt=1), Amounts(vp=1))),
        ("expansion-border-12", (Amounts(dates=1, salt=1, pepper=1), Amounts(vp=2))),
        ("expansion-border-16", (Amounts(gold=1),)),
    ],
)
def test_raids_ask_what_is_printed(name: str, either: tuple[Amounts, ...]) -> None:
    """Each raid card's alternatives; both cards 16 end the game, and the expansion's takes a card for a gold."""
    last = name.endswith("16")
    assert shipped().border[name].effect == Raid(either, name == "expansion-border-16", last)


@pytest.mark.parametrize(
    ("name", "uses", "rates"),
    [
        ("base-border-05", 0, [(Given(same=3), Amounts(gold=1), 0), (Given(same=2), Amounts(), 1)]),
        (
            "base-border-10",
            1,
            [
                (Given(same=2), Amounts(vp=1), 0),
                (Given(same=4), Amounts(vp=3), 0),
                (Given(gold=1), Amounts(vp=2), 0),
                (Given(gold=2), Amounts(vp=4), 0),
            ],
        ),
        (
            "expansion-border-05",
            0,
            [
                (Given(same=3), Amounts(gold=1), 0),
                (Given(same=2), Amounts(goods=1), 0),
                (Given(water=2), Amounts(gold=1), 0),
                (Given(water=1), Amounts(goods=1), 0),
            ],
        ),
        ("expansion-border-10", 2, [(Given(any_goods=2), Amounts(vp=1), 0), (Given(gold=1), Amounts(vp=2), 0)]),
        (
            "bonus-border-5b",
            1,
            [
                (Given(any_goods=3), Amounts(gold=1), 0),
                (Given(any_goods=2), Amounts(), 1),
                (Given(any_goods=2), Amounts(gold=1), 0),
                (Given(gold=1), Amounts(goods=1, vp=1), 0),
            ],
        ),
        (
            "bonus-border-10a",
            1,
            [
                (Given(any_goods=2), Amounts(vp=1), 0),
                (Given(same=3), Amounts(vp=2), 0),
                (Given(vp=1), Amounts(goods=3), 0),
                (Given(gold=1), Amounts(vp=2), 0),
            ],
        ),
        (
            "bonus-border-10b",
            1,
            [(Given(same=2, other_same=2), Amounts(vp=3), 0), (Given(any_goods=1, gold=1), Amounts(vp=3), 0)],
        ),
    ],
)
def test_traders_and_silversmiths_exchange_as_printed(
    name: str, uses: int, rates: list[tuple[Given, Amounts, int]]
) -> None:
    """Each exchange with its price and what comes for it, and how many a visit (0: as many as wanted)."""
    assert shipped().border[name].effect == Exchange(tuple(Rate(*rate) for rate in rates), uses)


ACTIONS: dict[str, Ability] = {
    "base-border-01": Noble(),
    "expansion-border-01": Noble(discard=Amounts(water=1, goods=1)),
    "bonus-border-1a": Noble(discount=1, draw=1),
    "bonus-border-1b": Noble(discount=1, vp_for_good=1),
    "base-border-09": FataMorgana(Reach.CENTRE),
    "expansion-border-09": FataMorgana(Reach.ADJACENT),
    "bonus-border-9a": FataMorgana(Reach.BORDER),
    "bonus-border-9b": UseGoodsCardAgain(),
    "base-border-13": DrawGoods(cards=1),
    "expansion-border-13": Gain(Amounts(water=1)),
    "bonus-border-13a": TakeDiscardedGoods(),
    "bonus-border-13b": UseRobberCardOrPay(goods=1),
    "base-border-14": TribalExpansion(),
    "expansion-border-14": TribalExpansion(again=Amounts(water=1), after_discard=True),
    "bonus-border-14a": TribalExpansion(discount=1, hand=False, discard=Amounts(goods=1)),
    "bonus-border-14b": TribalExpansion(again=Amounts(vp=1), times=1),
}
EXCHANGES = {5, 10}


@pytest.mark.parametrize("name", ACTIONS)
def test_action_cards_do_what_is_printed(name: str) -> None:
    """Noble, Fata Morgana, Caravan and Water Hole, Tribal Expansion: each box's version with its numbers."""
    card = shipped().border[name]
    assert (card.effect, card.kind) == (ACTIONS[name], BorderKind.ACTION)
    assert card.number == int(name.rpartition("-")[2].rstrip("ab"))


def test_every_action_card_is_looked_at() -> None:
    """All action cards but Traders and Silversmiths stand in the list above."""
    actions = {card.id for card in shipped().border.values() if card.kind is BorderKind.ACTION}
    assert {name for name in actions if shipped().border[name].number not in EXCHANGES} == set(ACTIONS)
