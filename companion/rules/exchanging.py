"""Exchanges: Trader, Silversmith, and water at any time."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.board import Colour
from companion.rules.board_abilities import Exchange
from companion.rules.book_moves import Trade
from companion.rules.books import Books
from companion.rules.play_abilities import TradeOneForOne
from companion.rules.resources import Amounts, Given, Good, Rate, choices, goods_choices, one

TRADER = 5
ONE_FOR_ONE = Rate(Given(same=1), other_goods=1)
"""What card 40 allows at the Trader (clause FAQ-6)."""
WATER_FOR_GOLD = Amounts(water=3), Amounts(gold=1)
WATER_FOR_GOOD = Amounts(water=2), Amounts(goods=1)
"""What water is worth at any time (clause XWAT-2)."""
TRADER_B_UNLIMITED = "trader_b_unlimited"


def rates_of(books: Books, colour: Colour, card: str) -> tuple[Rate, ...]:
    """The rates of that border card for that player."""
    facts = books.cards.border[card]
    if not isinstance(facts.effect, Exchange):
        raise ValueError(f"{card} exchanges nothing")
    better = facts.number == TRADER and any(books.abilities(colour, TradeOneForOne))
    return (*facts.effect.rates, ONE_FOR_ONE) if better else facts.effect.rates


def exchanges(books: Books, colour: Colour, card: str, done: tuple[int, ...]) -> Iterator[tuple[int, Trade]]:
    """Every exchange that player can make at that border card now, with the number of its rate."""
    effect = books.cards.border[card].effect
    if not isinstance(effect, Exchange):
        return
    uses = 0 if books.cards.border[card].number == TRADER and TRADER_B_UNLIMITED in books.options else effect.uses
    if uses and sum(done) >= uses:
        return
    purse = books.of(colour).purse
    for number, rate in enumerate(rates_of(books, colour, card)):
        if rate.times and done[number] >= rate.times:
            continue
        price = rate.later if rate.later and done[number] else rate.give
        for give in _prices(price):
            if purse.covers(give):
                for get in _goods_got(rate, give):
                    yield number, Trade(colour, give, get)


def _prices(price: Given) -> Iterator[Amounts]:
    rest = Amounts(gold=price.gold, water=price.water, vp=price.vp)
    for same in _kinds(price.same):
        for other in _kinds(price.other_same):
            if price.other_same and any(same.of(good) and other.of(good) for good in Good):
                continue
            for mixed in goods_choices(price.any_goods):
                yield same + other + mixed + rest


def _kinds(count: int) -> tuple[Amounts, ...]:
    return tuple(dict.fromkeys(one(good, count) for good in Good))


def _goods_got(rate: Rate, give: Amounts) -> Iterator[Amounts]:
    for fixed in choices(rate.get):
        for other in goods_choices(rate.other_goods):
            if not any(other.of(good) and give.of(good) for good in Good):
                yield fixed + other


def water_trades(books: Books, colour: Colour) -> Iterator[Trade]:
    """What that player can get for water at any time (clause XWAT-2)."""
    water = books.of(colour).purse.water
    for give, get in (WATER_FOR_GOLD, WATER_FOR_GOOD):
        if water >= give.water:
            yield from (Trade(colour, give, chosen) for chosen in choices(get))
