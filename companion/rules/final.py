"""Open books at the end of a game, as `scoring` counts them."""

from __future__ import annotations

from companion.rules.board import Colour
from companion.rules.books import Books, LaidCard
from companion.rules.challenges import Challenge
from companion.rules.ledger import books_of
from companion.rules.scoring import Final, Laid, Side
from companion.rules.state import State


def final_of(state: State, challenges: tuple[Challenge, ...] = ()) -> Final:
    """What is to be scored: both players, or the one of a solo game. A hand card counts nothing (clause SCO-4)."""
    books = books_of(state)
    colours = [colour for colour in Colour if not state.is_andy(colour)]
    return Final(tuple(_side(books, colour) for colour in colours), challenges)


def _side(books: Books, colour: Colour) -> Side:
    owned = books.of(colour)
    purse = owned.purse
    return Side(
        colour=colour,
        display=tuple(tuple(_laid(books, card) for card in row) for row in owned.rows),
        vp_tokens=purse.vp,
        gold=purse.gold,
        dates=purse.dates,
        salt=purse.salt,
        pepper=purse.pepper,
        water=purse.water,
    )


def _laid(books: Books, card: LaidCard) -> Laid:
    facts = books.tribe_card(card.card)
    if facts is None:  # a sand dune: no text, no VP, any symbol (XSCO-4)
        return Laid(None, plain=True, card=card.card)
    return Laid(facts.symbol, facts.vp or 0, facts.plain, facts.effect, card.card, card.water, card.gold)
