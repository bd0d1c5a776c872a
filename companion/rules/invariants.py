"""What is true of every position whatever happens: figures, goods and cards add up, and there is a way on."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cache

from companion.rules.board import PIECE_COUNTS, Colour
from companion.rules.book_moves import Lay, Trade
from companion.rules.books import Books
from companion.rules.cards import ROW_CARDS
from companion.rules.closing import within_limits
from companion.rules.moving import Move
from companion.rules.play_abilities import HandLimit
from companion.rules.resources import NOTHING, Amounts
from companion.rules.rounds import LAST_ROUND, robber_of, targia_of
from companion.rules.setting_up import Decks
from companion.rules.state import Phase, State
from companion.rules.tasks import Offer, ServiceCard, UseDune


class Broken(str, Enum):
    """What does not hold."""

    FIGURES = "figures"
    ROUNDS = "rounds"
    ROBBER_AND_TARGIA = "robber_and_targia"
    CARDS = "cards"
    GOODS = "goods"
    LIMITS = "limits"
    DISPLAY = "display"
    HAND = "hand"
    DEAD_END = "dead_end"

    def __str__(self) -> str:
        return self.value


def broken(state: State, decks: Decks, ways: int) -> Iterator[Broken]:
    """What does not hold of a position. ``ways``: how many legal moves it has."""
    books = state.books
    if any(len(state.standing.of(piece)) > count for piece, count in PIECE_COUNTS.items()) or not state.robber:
        yield Broken.FIGURES
    if not 1 <= state.round <= LAST_ROUND:
        yield Broken.ROUNDS
    if state.phase not in (Phase.ROBBER, Phase.OVER):
        wanted = robber_of(state.round)
        targia = targia_of(wanted) if state.settings.targia else None
        if state.robber != wanted or state.targia != targia:
            yield Broken.ROBBER_AND_TARGIA
    if (ways == 0) != (state.phase is Phase.OVER):
        yield Broken.DEAD_END
    if books is None:
        return
    if sorted(census(books)) != _dealt(decks):
        yield Broken.CARDS
    between = state.phase is Phase.ROBBER and state.robber == robber_of(state.round) and not books.agenda
    for colour in Colour:
        owned = books.of(colour)
        if not owned.purse.covers(NOTHING) or owned.purse.goods:
            yield Broken.GOODS
        if between and not within_limits(owned.purse):
            yield Broken.LIMITS
        if any(len(row) > ROW_CARDS for row in owned.rows):
            yield Broken.DISPLAY
        if len(owned.hand) > 1 and len(owned.hand) > _most_held(books, decks):
            yield Broken.HAND


@cache
def _dealt(decks: Decks) -> list[str]:
    return sorted(decks.tribe + decks.goods + decks.dunes)


def _most_held(books: Books, decks: Decks) -> int:
    """The largest hand any card allows: who gives EX-C1 away keeps both cards."""
    effects = (books.ability(card) for card in decks.tribe)
    return max((effect.cards for effect in effects if isinstance(effect, HandLimit)), default=1)


def census(books: Books) -> list[str]:
    """Every card of the piles, wherever it is: each stands here once."""
    found = [*books.turned, *books.gone]
    for pile in (books.tribe, books.goods, books.dunes):
        found += pile.bag + pile.old + pile.discards
        found += (pile.top,) if pile.top else ()
    found += [spot.card for spot in books.centre if spot and spot.card]
    found += [card for _, card in books.open_dunes]
    for owned in (books.blue, books.white):
        found += owned.hand + owned.dunes + owned.fresh
        found += [card.card for row in owned.rows for card in row]
    for task in books.agenda:
        match task:
            case Offer(card=card, where=None) | ServiceCard(card=card) | UseDune(card=card, where=None):
                found.append(card)
    return found


def lost(before: State, move: Move, after: State) -> bool:
    """Whether a player has less after the move than the move itself gives away."""
    if before.books is None or after.books is None:
        return False
    for colour in Colour:
        given = NOTHING
        if isinstance(move, Trade) and move.colour is colour:
            given = move.give
        elif isinstance(move, Lay) and move.colour is colour:
            given = move.pay - Amounts(gold=move.stored)
        if not (after.books.of(colour).purse + given).covers(before.books.of(colour).purse):
            return True
    return False
