"""What is easily forgotten: a raid's price and who can pay it, limits, cards to turn up, the start player's token, laid
cards whose effects count now. Codes with parameters, the most urgent first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from companion.guide import raid_after
from companion.rules.abilities import Ability, Timing
from companion.rules.board import CENTRE, CardKind, Colour, Place, PlaceKind
from companion.rules.board_abilities import Exchange, FataMorgana, Noble, Raid
from companion.rules.books import Books
from companion.rules.cards import BorderKind, TribeCard
from companion.rules.closing import MOST_GOLD, MOST_GOODS, MOST_WATER
from companion.rules.play_abilities import (
    BorderGoodAsOther,
    Discount,
    ExtraGood,
    FataMorganaBoth,
    FataMorganaGood,
    GoodWhenNone,
    LayWithoutNoble,
    NobleDiscount,
    NobleInsteadOfGold,
    NoRaidPayment,
    PlaceWithRobber,
    RaidReward,
    RaidWater,
    RobberGood,
    TargiaFromAcross,
    TargiaGivesWater,
    TradeOneForOne,
)
from companion.rules.state import Phase, State
from companion.telling import kind_at
from companion.view import View


class ReminderCode(str, Enum):
    """What is reminded of. In brackets: the fields of `Reminder` that go with it."""

    RAID = "raid"  # (place, text: what it costs each player, as the card files say it)
    CANNOT_PAY = "cannot_pay"  # (colour, place)
    TURN_UP = "turn_up"  # (count, places)
    TOKEN = "token"  # (colour: who starts the next round)
    LIMITS = "limits"  # at the end of the round, whoever has more
    LIMITS_WATER = "limits_water"  # the same with the expansion
    OVER_GOODS = "over_goods"  # (colour, count: more than the limit)
    OVER_GOLD = "over_gold"  # (colour, count)
    OVER_WATER = "over_water"  # (colour, count)
    HAND_FULL = "hand_full"  # (colour)
    EFFECT = "effect"  # (colour, card, text) a laid card that counts now

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Reminder:
    """One thing not to forget; which fields a code uses stands beside the code."""

    code: ReminderCode
    colour: Colour | None = None
    place: Place | None = None
    places: tuple[Place, ...] = ()
    count: int | None = None
    card: str = ""
    text: str = ""


def reminders(view: View) -> tuple[Reminder, ...]:
    """What should not be forgotten now."""
    state = view.state
    if state.phase is Phase.OVER:
        return ()
    found = [*_raid(view), *_round_ends(view)]
    if state.books is not None:
        found += [*_too_much(state, state.books), *_hands(state, state.books), *_effects(state, state.books)]
    return tuple(found)


def _raid(view: View) -> Iterator[Reminder]:
    """The raid before the next round, and who cannot pay it (clauses RND-3, RAID-18)."""
    state = view.state
    corner = raid_after(state)
    if corner is None:
        return
    card = view.cards.border.get(view.border[corner.number - 1])
    if card is None or card.kind is not BorderKind.RAID:
        return
    yield Reminder(ReminderCode.RAID, place=corner, text=card.text)
    if state.books is not None and isinstance(card.effect, Raid):
        for colour in Colour:
            if not state.is_andy(colour) and not _can_pay(state.books, colour, card.effect):
                yield Reminder(ReminderCode.CANNOT_PAY, colour, corner)


def _can_pay(books: Books, colour: Colour, raid: Raid) -> bool:
    owned = books.of(colour)
    if raid.or_row_end and owned.laid:
        return True
    if next(books.abilities(colour, NoRaidPayment), None):
        return True
    return any(owned.purse.covers(price) and owned.purse.all_goods >= price.all_goods for price in raid.either)


def _round_ends(view: View) -> Iterator[Reminder]:
    """Between two rounds: face-down cards are turned up, the token passes, limits hold (clauses RND-4, LIM-1)."""
    state = view.state
    if state.phase is not Phase.ROBBER:
        return
    down = tuple(where for where in CENTRE if kind_at(view, where) in (CardKind.BACK_TRIBE, CardKind.BACK_GOODS))
    if down:
        yield Reminder(ReminderCode.TURN_UP, count=len(down), places=down)
    if state.start_player is not None:
        yield Reminder(ReminderCode.TOKEN, state.start_player.other)
    if state.books is None:
        yield Reminder(ReminderCode.LIMITS_WATER if state.settings.targia else ReminderCode.LIMITS)


def _too_much(state: State, books: Books) -> Iterator[Reminder]:
    """While there is still something to spend it on."""
    if state.phase is not Phase.ACTING:
        return
    for colour in Colour:
        purse = books.of(colour).purse
        for code, have, most in (
            (ReminderCode.OVER_GOODS, purse.all_goods, MOST_GOODS),
            (ReminderCode.OVER_GOLD, purse.gold, MOST_GOLD),
            (ReminderCode.OVER_WATER, purse.water, MOST_WATER),
        ):
            if have > most:
                yield Reminder(code, colour, count=have - most)


def _hands(state: State, books: Books) -> Iterator[Reminder]:
    """Whose hand is full, while that player has marked a tribe card (clause ACT-10)."""
    for colour in Colour:
        marked = [books.spot(where) for where in state.markers_of(colour)]
        tribe = any(spot and spot.card and books.tribe_card(spot.card) for spot in marked)
        if tribe and books.of(colour).hand and not books.hand_free(colour):
            yield Reminder(ReminderCode.HAND_FULL, colour)


def _effects(state: State, books: Books) -> Iterator[Reminder]:
    """Laid cards that count in this moment: of the player in turn, at a raid of both."""
    players = tuple(Colour) if state.phase is Phase.ROBBER else (state.turn,) if state.turn else ()
    for colour in players:
        if state.is_andy(colour):
            continue
        for _, laid in books.of(colour).slots():
            card = books.tribe_card(laid.card)
            ready = card is not None and (laid.action or card.timing is not Timing.ONCE) and not laid.used
            if card is not None and ready and _counts(state, books, colour, card):
                yield Reminder(ReminderCode.EFFECT, colour, card=card.id, text=card.text)


def _counts(state: State, books: Books, colour: Colour, card: TribeCard) -> bool:
    effect = card.effect
    if effect is None:
        return False
    match state.phase:
        case Phase.PLACING:
            return isinstance(effect, PlaceWithRobber)
        case Phase.ROBBER:
            raid = raid_after(state) is not None or state.raided is not None
            at_raids = isinstance(effect, NoRaidPayment | RaidReward | RaidWater)
            return isinstance(effect, RobberGood) or (raid and at_raids)
        case Phase.ACTING:
            return _counts_in_turn(state, books, colour, effect)
    return False


def _counts_in_turn(state: State, books: Books, colour: Colour, effect: Ability) -> bool:
    """Whether that effect concerns a card that the player still has a figure on."""
    borders = [books.border_card(where.number) for where in state.targis_of(colour) if where.kind is PlaceKind.BORDER]
    acts = [card.effect for card in borders]
    marked = [books.spot(where) for where in state.markers_of(colour)]
    names = [spot.card for spot in marked if spot and spot.card]
    symbols = {books.cards.tribe[name].symbol for name in names if name in books.cards.tribe}
    match effect:
        case Discount(symbol=symbol):
            return symbol in symbols
        case TradeOneForOne():
            return any(isinstance(act, Exchange) and card.number == 5 for act, card in zip(acts, borders, strict=True))
        case NobleDiscount() | NobleInsteadOfGold():
            return any(isinstance(act, Noble) for act in acts) and bool(books.of(colour).hand)
        case LayWithoutNoble():
            return bool(books.of(colour).hand)
        case FataMorganaBoth() | FataMorganaGood():
            return any(isinstance(act, FataMorgana) for act in acts)
        case BorderGoodAsOther():
            return any(card.kind is BorderKind.GOOD for card in borders)
        case TargiaFromAcross() | TargiaGivesWater():
            return state.settings.targia
        case ExtraGood() | GoodWhenNone():
            return bool(state.figures_of(colour))
    return False
