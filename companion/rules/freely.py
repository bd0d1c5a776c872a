"""What a player may use at any time in an own turn: water, cards with action tokens, kept dunes, card 39."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.rules.abilities import StoredTokens
from companion.rules.board import Colour
from companion.rules.book_moves import BookMove, Lay, Pick, Trade
from companion.rules.exchanging import water_trades
from companion.rules.laying import carried_out, is_once, lay, lay_moves, out_of_hand
from companion.rules.ledger import account, books_of, first, gain, pay, set_laid, with_account, without_card
from companion.rules.moving import Move
from companion.rules.paying import terms_for
from companion.rules.play_abilities import FataMorganaBoth, JoinBorder, JoinDune, LayWithoutNoble
from companion.rules.resources import Amounts
from companion.rules.state import State
from companion.rules.tasks import UseDune

_ELSEWHERE = (FataMorganaBoth, JoinBorder, JoinDune)
"""Action tokens that are used while something else is done: placing, moving a marker."""


def water_moves(state: State, colour: Colour) -> Iterator[BookMove]:
    """Water at any time (clause XWAT-2), and water taken off EX-W2."""
    books = books_of(state)
    yield from water_trades(books, colour)
    for where, card, _ in books.abilities(colour, StoredTokens):
        if card.water:
            yield Pick(colour, str(where))


def free_moves(state: State, colour: Colour) -> Iterator[BookMove]:
    """Everything that player may do between two actions."""
    books = books_of(state)
    yield from water_moves(state, colour)
    for where, card in books.of(colour).slots():
        facts = books.tribe_card(card.card)
        if card.action and facts and is_once(facts) and not isinstance(facts.effect, _ELSEWHERE):
            yield Pick(colour, str(where))
    yield from (Pick(colour, card) for card in dict.fromkeys(books.of(colour).dunes))
    for _, card, effect in books.abilities(colour, LayWithoutNoble):
        if not card.used:  # FAQ-11
            for held in books.of(colour).hand:
                yield from lay_moves(state, colour, held, terms_for(books, colour, held, extra=effect.goods))


def free_move_made(state: State, move: Move) -> State:
    """What such a move does."""
    match move:
        case Trade(colour=colour, give=give, get=get):
            return gain(pay(state, colour, give), colour, get)
        case Lay(colour=colour, card=card):
            for where, laid, _ in books_of(state).abilities(colour, LayWithoutNoble):
                state = set_laid(state, colour, where, replace(laid, used=True))
            return lay(out_of_hand(state, colour, card), move)
        case Pick(colour=colour, target=target):
            return _picked(state, colour, target)
    raise TypeError(f"{move} cannot be made at any time")


def _picked(state: State, colour: Colour, target: str) -> State:
    owned = account(state, colour)
    if target in owned.dunes:
        state = with_account(state, colour, replace(owned, dunes=without_card(owned.dunes, target)))
        return first(state, UseDune(colour, target, None))
    where, card = next((where, card) for where, card in owned.slots() if str(where) == target)
    if card.water:
        return gain(set_laid(state, colour, where, replace(card, water=card.water - 1)), colour, Amounts(water=1))
    facts = books_of(state).tribe_card(card.card)
    if facts is None or facts.effect is None:
        raise ValueError(f"{card.card} has no effect to use")
    return carried_out(set_laid(state, colour, where, replace(card, action=False)), colour, facts.effect)
