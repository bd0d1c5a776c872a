"""Rounds that end and begin, raids, and the end of the game, as far as books know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.rules.board import Colour, dune
from companion.rules.board_abilities import GiveGood, Raid
from companion.rules.book_moves import BookMove, Decline, Pick, Trade
from companion.rules.books import Books, PileKind
from companion.rules.choices import Automatic, Choice, traded, unexpected
from companion.rules.freely import free_move_made, free_moves, water_moves
from companion.rules.laying import given_away
from companion.rules.ledger import account, books_of, discard, first, gain, later, pay, set_laid, with_account
from companion.rules.moving import Move
from companion.rules.play_abilities import (
    GoodWhenNone,
    GoodWhenPoor,
    NoRaidPayment,
    RaidReward,
    RaidWater,
    RobberGood,
)
from companion.rules.resources import NOTHING, Amounts, goods_choices, one, payable
from companion.rules.rounds import DUNES_AT_START, numbered_dunes
from companion.rules.state import Edition, Phase, State
from companion.rules.tasks import (
    CloseRound,
    LastExchange,
    Limits,
    OpenRound,
    PayRaid,
    PoorGoods,
    Raided,
    TakeOne,
    Task,
    TurnCentre,
    TurnDune,
    TurnEnds,
)

MOST_GOODS, MOST_GOLD, MOST_WATER = 10, 3, 10
"""What a player keeps at the end of a round (clauses LIM-1, XWAT-3)."""
NOTHING_PASSED_ON = "raid_nothing_passed_on"


def payers(state: State) -> tuple[Colour, ...]:
    """Who pays at raids and has books, start player first (clauses RAID-1, RAID-20, SOLO-10)."""
    order = state.in_order
    if state.phase in (Phase.ACTING, Phase.ROBBER):  # the token passes when the new round has begun
        order = order[1], order[0]
    return tuple(colour for colour in order if not state.is_andy(colour))


# --- the end of a turn and of a round ---


def _turn_end_options(state: State, task: TurnEnds) -> Iterator[Move]:
    yield from free_moves(state, task.colour)
    yield Decline(task.colour)


def _passed(state: State, task: Any, move: Move) -> State:
    return state


def close_round(state: State, task: CloseRound) -> State:
    """Face-down central cards are turned up (clause RND-4), card 37 gives its good, then the limits hold (clauses
    FAQ-14, LIM-4)."""
    books = books_of(state)
    faces = tuple(TurnCentre(where) for where, spot in books.spots() if not spot.up)
    players = [colour for colour in state.in_order if not state.is_andy(colour)]
    goods = tuple(
        TakeOne(colour, (Amounts(goods=effect.goods),))
        for colour in players
        for _, card, effect in books.abilities(colour, GoodWhenNone)
        if not card.used
    )
    after = LastExchange if state.twelfth else Limits
    return first(state, *faces, *goods, *(after(colour) for colour in players))


def _limit_options(state: State, task: Limits) -> Iterator[Move]:
    purse = account(state, task.colour).purse
    gold = max(0, purse.gold - MOST_GOLD)
    water = max(0, purse.water - MOST_WATER)
    goods = max(0, purse.all_goods - MOST_GOODS)
    if goods or gold or water:
        for back in goods_choices(goods):
            if purse.covers(back):
                yield Trade(task.colour, back + Amounts(gold=gold, water=water), NOTHING)


def last_waters(state: State) -> Iterator[BookMove]:
    """What both players may get for water at the end of a round, once the limits have been kept (clause XWAT-5): what
    would have to go back at once is left out."""
    for colour in (colour for colour in state.in_order if not state.is_andy(colour)):
        for move in water_moves(state, colour):
            if within_limits(account(free_move_made(state, move), colour).purse):
                yield move


def within_limits(purse: Amounts) -> bool:
    """Whether a player may keep all that over the end of a round (clauses LIM-1, XWAT-3)."""
    return purse.all_goods <= MOST_GOODS and purse.gold <= MOST_GOLD and purse.water <= MOST_WATER


def _last_options(state: State, task: LastExchange) -> Iterator[Move]:
    yield Decline(task.colour)


# --- the start of a round ---


def open_round(state: State, task: OpenRound) -> State:
    """What holds for a round is as at its start; dunes lie face up (clauses XDUN-4, XDUN-5, BDUN-2)."""
    for colour in Colour:
        for where, card in account(state, colour).slots():
            if card.used:
                state = set_laid(state, colour, where, replace(card, used=False))
        owned = account(state, colour)
        if owned.fresh:
            state = with_account(state, colour, replace(owned, dunes=owned.dunes + owned.fresh, fresh=()))
    state = replace(state, books=replace(books_of(state), nomads=(), closing=False))
    return _dunes_of_round(first(state, PoorGoods()), task.raided)


def _dunes_of_round(state: State, raided: bool) -> State:
    books = books_of(state)
    if state.settings.edition is Edition.EXPANSION:
        cards = [card for _, card in sorted(books.open_dunes)]
        if raided:
            for card in cards:
                state = discard(state, PileKind.DUNES, card)
            cards = []
        wanted = DUNES_AT_START if raided else max(len(cards), 1)
        state = _lay_out(state, cards, wanted)
        return first(state, *(TurnDune(where) for where in state.dunes[len(cards) :]))
    if books.open_dunes or not books.turned:
        return _lay_out(state, [card for _, card in sorted(books.open_dunes)], len(books.open_dunes))
    state = replace(state, books=replace(books, turned=()))
    return _lay_out(state, list(books.turned), len(books.turned))


def _lay_out(state: State, cards: list[str], places: int) -> State:
    laid = tuple((dune(number), card) for number, card in enumerate(cards, 1))
    return replace(state, dunes=numbered_dunes(places), books=replace(books_of(state), open_dunes=laid))


def poor_goods(state: State, task: PoorGoods) -> State:
    """Who has fewer goods than U1 says gets goods, once all else of the round's start has been (clause RND-6)."""
    books = books_of(state)
    goods = tuple(
        TakeOne(colour, (Amounts(goods=effect.goods),))
        for colour in state.in_order
        for _, _, effect in books.abilities(colour, GoodWhenPoor)
        if books.of(colour).purse.all_goods < effect.fewer_than
    )
    return first(state, *goods)


def robber_steps_on(state: State, number: int) -> State:
    """The Robber has come to that border card: its good is for who has EX-T3."""
    books = state.books
    if books is None or not books.border:
        return state
    effect = books.border_card(number).effect
    if isinstance(effect, GiveGood):
        for colour in Colour:
            for _ in books.abilities(colour, RobberGood):
                state = later(state, TakeOne(colour, (one(effect.good),)))
    return state


# --- raids ---


def raided(state: State, task: Raided) -> State:
    """Both players pay, and after the raid on 16 the game is over (clauses RAID-1, RAID-16)."""
    colours = payers(state)
    for colour in colours:
        for _, _, effect in books_of(state).abilities(colour, RaidWater):
            state = gain(state, colour, Amounts(water=effect.water))
    ends = raid_of(books_of(state), task).ends_game
    last = tuple(LastExchange(colour) for colour in colours) if ends else ()
    return first(state, *(PayRaid(colour, task.corner) for colour in colours), *last)


def raid_of(books: Books, task: Raided | PayRaid) -> Raid:
    """What the raid card that lies on that corner asks for (clause RAID-19)."""
    effect = books.border_card(task.corner.number).effect
    if not isinstance(effect, Raid):
        raise ValueError(f"no raid card lies on {task.corner}")
    return effect


def _raid_options(state: State, task: PayRaid) -> Iterator[Move]:
    books = books_of(state)
    raid, owned = raid_of(books, task), books.of(task.colour)
    found: list[Move] = [
        Trade(task.colour, given, NOTHING) for amounts in raid.either for given in payable(owned.purse, amounts)
    ]
    if raid.or_row_end:
        ends = {where.row: where for where, _ in owned.slots()}
        found += [Pick(task.colour, str(where)) for where in ends.values()]
    if any(books.abilities(task.colour, NoRaidPayment)):
        found.append(Decline(task.colour))
    # Neither way can be paid in full: all VP left go (RAID-17, RAID-18); where no VP are asked for, nothing (XRAID-18).
    lost = Amounts(vp=owned.purse.vp) if _vp_of(raid) else NOTHING
    yield from found or [Trade(task.colour, lost, NOTHING)]


def _vp_of(raid: Raid) -> int:
    return max(amounts.vp for amounts in raid.either)


def _raid_answer(state: State, task: PayRaid, move: Move) -> State:
    raid, colour = raid_of(books_of(state), task), task.colour
    match move:
        case Decline():
            return state
        case Trade(give=give):
            in_full = any(give in payable(give, amounts) for amounts in raid.either)
            state = pay(state, colour, give)
            if not in_full:
                return _passed_on(state, colour, raid)
        case Pick(target=target):
            where = next(where for where, _ in account(state, colour).slots() if str(where) == target)
            state = given_away(state, colour, where)
        case _:
            raise unexpected(move)
    reward = sum(effect.vp for _, _, effect in books_of(state).abilities(colour, RaidReward))
    return gain(state, colour, Amounts(vp=reward))


def _passed_on(state: State, colour: Colour, raid: Raid) -> State:
    """What a player cannot pay the other gains at once (clause RAID-18)."""
    if state.settings.solo or NOTHING_PASSED_ON in books_of(state).options:
        return state
    return gain(state, colour.other, Amounts(vp=_vp_of(raid)))


CHOICES: dict[type[Task], Choice[Any]] = {
    TurnEnds: Choice(_turn_end_options, _passed),
    Limits: Choice(_limit_options, traded),
    PayRaid: Choice(_raid_options, _raid_answer),
    LastExchange: Choice(_last_options, _passed),
}
AUTOMATIC: dict[type[Task], Automatic] = {
    CloseRound: close_round,
    OpenRound: open_round,
    PoorGoods: poor_goods,
    Raided: raided,
}
