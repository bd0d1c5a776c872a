"""Taking what cards give: goods cards, goods of choice, and the Targia's service (clauses ACT-4, XTGA-3, XTGA-4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.rules.board import Colour
from companion.rules.book_moves import Decline, Trade
from companion.rules.books import Books, PileKind
from companion.rules.choices import Choice, traded, unexpected
from companion.rules.ledger import account, books_of, discard, first, gain, pay, set_laid, taken_from
from companion.rules.moving import Move
from companion.rules.play_abilities import BorderGoodAsOther, ExtraGood, GoodWhenNone, TargiaGivesWater
from companion.rules.resources import NOTHING, Amounts, Good, choices, goods_choices, one, payable
from companion.rules.state import State
from companion.rules.tasks import GoodForVp, Service, ServiceCard, TakeGoods, TakeOne, Task, TurnService


def as_others(books: Books, colour: Colour, amounts: Amounts) -> Iterator[Amounts]:
    """What a border card gives, with each good that may be taken as another (clause XTRB-8)."""
    found = {amounts: None}
    for _, _, effect in books.abilities(colour, BorderGoodAsOther):
        for given in tuple(found):
            for count in range(given.of(effect.good) + 1):
                found |= dict.fromkeys(given - one(effect.good, count) + other for other in goods_choices(count))
    yield from found


def _take_goods_options(state: State, task: TakeGoods) -> Iterator[Move]:
    books = books_of(state)
    for amounts in books.cards.goods[task.card].take or (NOTHING,):
        for got in as_others(books, task.colour, amounts) if task.border else (amounts,):
            yield Trade(task.colour, NOTHING, got)
    yield Decline(task.colour)


def _take_goods_answer(state: State, task: TakeGoods, move: Move) -> State:
    match move:
        case Decline():  # it stays where it lies (ACT-12)
            return state
        case Trade(get=get):
            if task.where:
                state = discard(taken_from(state, task.where), PileKind.GOODS, task.card)
            return goods_card_gave(state, task.colour, get)
    raise unexpected(move)


def goods_card_gave(state: State, colour: Colour, got: Amounts) -> State:
    """A goods card gave that, and perhaps more by cards 34 to 37 (clauses FAQ-3, FAQ-13, FAQ-16)."""
    books = books_of(state)
    state = gain(state, colour, got)
    for where, card, extra in books.abilities(colour, ExtraGood):
        if got.of(extra.good) and not card.used:
            state = gain(set_laid(state, colour, where, replace(card, used=True)), colour, one(extra.good))
    if got.all_goods:
        for where, card, _ in books.abilities(colour, GoodWhenNone):
            state = set_laid(state, colour, where, replace(card, used=True))
    return state


def _take_one_options(state: State, task: TakeOne) -> Iterator[Move]:
    found = (Trade(task.colour, NOTHING, got) for amounts in task.either for got in choices(amounts))
    yield from dict.fromkeys(found)
    yield Decline(task.colour)


# --- the Targia's service ---


def _can_draw(books: Books, kind: PileKind) -> bool:
    return books.left(kind) > 0 or bool(books.pile(kind).discards)


def _service_options(state: State, task: Service) -> Iterator[Move]:
    books = books_of(state)
    yield from (Trade(task.colour, NOTHING, one(good)) for good in Good)
    for water in {effect.water for _, _, effect in books.abilities(task.colour, TargiaGivesWater)}:
        yield Trade(task.colour, NOTHING, Amounts(water=water))
    if _can_draw(books, PileKind.GOODS):
        paid = payable(books.of(task.colour).purse, Amounts(goods=1))
        yield from (Trade(task.colour, given, NOTHING) for given in paid)
    yield Decline(task.colour)


def _service_answer(state: State, task: Service, move: Move) -> State:
    state = traded(state, task, move)
    paid = isinstance(move, Trade) and move.give != NOTHING
    return first(state, TurnService(task.colour)) if paid else state


def _service_card_options(state: State, task: ServiceCard) -> Iterator[Move]:
    books = books_of(state)
    for got in books.cards.goods[task.card].take or (NOTHING,):
        yield Trade(task.colour, NOTHING, got)
    paid = payable(books.of(task.colour).purse, Amounts(goods=1))
    yield from (Trade(task.colour, given, NOTHING) for given in paid)


def _service_card_answer(state: State, task: ServiceCard, move: Move) -> State:
    state = discard(state, PileKind.GOODS, task.card)
    match move:
        case Trade(give=give, get=get) if give == NOTHING:
            return goods_card_gave(state, task.colour, get)
        case Trade(give=give):
            return first(pay(state, task.colour, give), TurnService(task.colour))
    raise unexpected(move)


def _good_for_vp_options(state: State, task: GoodForVp) -> Iterator[Move]:
    for given in payable(account(state, task.colour).purse, Amounts(goods=1)):
        yield Trade(task.colour, given, Amounts(vp=task.vp))
    yield Decline(task.colour)


CHOICES: dict[type[Task], Choice[Any]] = {
    GoodForVp: Choice(_good_for_vp_options, traded),
    TakeGoods: Choice(_take_goods_options, _take_goods_answer),
    TakeOne: Choice(_take_one_options, traded),
    Service: Choice(_service_options, _service_answer),
    ServiceCard: Choice(_service_card_options, _service_card_answer),
}
