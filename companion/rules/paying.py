"""What a tribe card may cost a player: every way to pay for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from companion.rules.board import Colour
from companion.rules.books import Account, Books
from companion.rules.play_abilities import Discount, NobleDiscount, NobleInsteadOfGold
from companion.rules.resources import NOTHING, Amounts, Cost, goods_choices


@dataclass(frozen=True, slots=True)
class Terms:
    """On what terms a card is laid. ``discount``: goods less; ``extra``: goods of choice more, which no discount takes
    off (clause FAQ-17); ``for_gold``: what may be paid in the place of a gold (EX-T1); ``price``: instead of the cost
    (U9)."""

    discount: int = 0
    extra: int = 0
    for_gold: Amounts | None = None
    price: Amounts | None = None


@dataclass(frozen=True, slots=True)
class Payment:
    """One way to pay: ``pay`` all in all, ``stored`` gold of it from own cards, with what stands in brackets or not."""

    pay: Amounts
    stored: int = 0
    bracket: bool = False


def terms_for(books: Books, colour: Colour, card: str, noble: bool = False, discount: int = 0, extra: int = 0) -> Terms:
    """The terms on which that player lays that card. Discounts add up (clause FAQ-15). ``noble``: from the hand by the
    Noble."""
    facts = books.tribe_card(card)
    symbol = facts.symbol if facts else None
    goods = discount
    goods += sum(effect.goods for _, _, effect in books.abilities(colour, Discount) if effect.symbol is symbol)
    for_gold = None
    if noble:
        goods += sum(effect.goods for _, _, effect in books.abilities(colour, NobleDiscount))
        for_gold = next((effect.price for _, _, effect in books.abilities(colour, NobleInsteadOfGold)), None)
    return Terms(goods, extra, for_gold)


def payments(owned: Account, cost: Cost | None, terms: Terms) -> Iterator[Payment]:
    """Every way to pay out of what the player owns, each once. An unknown cost asks for nothing: people see to it."""
    if terms.price is not None:
        cost = Cost((terms.price,))
    seen: set[Payment] = set()
    for due, bracket in _sides(cost or Cost((NOTHING,))):
        for replaced_gold in range(due.gold + 1 if terms.for_gold else 1):
            gold = due.gold - replaced_gold
            instead = _times(terms.for_gold or NOTHING, replaced_gold)
            water = due.water + instead.water
            if owned.purse.water < water or owned.purse.gold + owned.stored_gold < gold:
                continue
            free = due.goods + instead.goods
            for goods in _goods(due.dates, due.salt, due.pepper, free, terms.discount, terms.extra):
                if not owned.purse.covers(goods):
                    continue
                pay = Amounts(goods.dates, goods.salt, goods.pepper, 0, gold, water)
                for stored in range(max(0, gold - owned.purse.gold), min(gold, owned.stored_gold) + 1):
                    payment = Payment(pay, stored, bracket)
                    if payment not in seen:
                        seen.add(payment)
                        yield payment


def _sides(cost: Cost) -> Iterator[tuple[Amounts, bool]]:
    """The alternatives of a cost (clause XTRB-5), each with its bracket paid or not (clause XTRB-6)."""
    for side in cost.either:
        yield side, False
        if cost.bracket:
            yield side + cost.bracket, True


def _times(amounts: Amounts, count: int) -> Amounts:
    total = NOTHING
    for _ in range(count):
        total += amounts
    return total


@cache
def _goods(dates: int, salt: int, pepper: int, free: int, discount: int, extra: int) -> tuple[Amounts, ...]:
    """The goods to pay: those named and ``free`` ones of choice, ``discount`` of them left out, ``extra`` ones of
    choice on top."""
    found: dict[Amounts, None] = {}
    less = min(discount, dates + salt + pepper + free)
    for free_less in range(min(less, free) + 1):
        for fewer in goods_choices(less - free_less):
            kept = (dates - fewer.dates, salt - fewer.salt, pepper - fewer.pepper)
            if min(kept) >= 0:
                found |= dict.fromkeys(Amounts(*kept) + chosen for chosen in goods_choices(free - free_less + extra))
    return tuple(found)
