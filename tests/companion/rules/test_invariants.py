"""What is true of every position, and that a position in which it is not is found out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.board import BLUE_TARGI, Colour, border
from companion.rules.books import Account
from companion.rules.engine import apply, legal_moves, new_game
from companion.rules.invariants import Broken, broken
from companion.rules.resources import amounts
from companion.rules.setting_up import Decks, decks_of, new_books
from companion.rules.state import Edition, Phase, Settings, State, moved
from tests.companion.rules.bench import account

SETTINGS = Settings(start=Colour.BLUE)
DECKS = decks_of(Edition.BASE)


def with_books() -> State:
    """A new game whose central cards lie open."""
    state = new_game(SETTINGS, new_books(SETTINGS, DECKS))
    while str(legal_moves(state)[0]).startswith("reveal"):
        state = apply(state, legal_moves(state)[0]).state
    return state


def owning(owned: Account, phase: Phase = Phase.PLACING) -> State:
    """Blue owns that; its cards are taken out of the pile."""
    state = with_books()
    assert state.books is not None
    named = {*owned.hand, *(card.card for row in owned.rows for card in row)}
    bag = tuple(card for card in state.books.tribe.bag if card not in named)
    books = replace(state.books, blue=owned, tribe=replace(state.books.tribe, bag=bag))
    return replace(state, books=books, phase=phase)


def found(state: State, decks: Decks = DECKS) -> list[Broken]:
    return list(broken(state, decks, ways=1))


def test_a_table_without_books_is_looked_at_too() -> None:
    """Figures, rounds, Robber: what needs no books."""
    state = new_game(SETTINGS)
    assert found(state) == []
    assert list(broken(state, DECKS, ways=0)) == [Broken.DEAD_END]
    standing = state.standing
    for number in (2, 3, 5, 6):
        standing = moved(standing, BLUE_TARGI, None, border(number))
    assert found(replace(state, standing=standing)) == [Broken.FIGURES]
    assert Broken.ROUNDS in found(replace(state, round=13, phase=Phase.ROBBER))


@pytest.mark.clause("LIM-1", "XWAT-3")
@pytest.mark.parametrize(
    ("purse", "between"),
    [("10d3g10w", []), ("10d1s", [Broken.LIMITS]), ("4g", [Broken.LIMITS]), ("11w", [Broken.LIMITS])],
)
def test_limits_hold_between_rounds(purse: str, between: list[Broken]) -> None:
    """Ten goods, three gold, ten water; in the middle of a round more may be held."""
    owned = Account(amounts(purse))
    assert found(owning(owned, Phase.ROBBER)) == between
    assert found(owning(owned)) == []


@pytest.mark.clause("TRB-1", "TRB-5")
def test_a_row_holds_four_cards() -> None:
    """Five in one are too many."""
    names = [f"base-{number}" for number in range(40, 45)]
    assert found(owning(account(rows=[names[:4]]))) == []
    assert found(owning(account(rows=[names]))) == [Broken.DISPLAY]


@pytest.mark.clause("ACT-10")
def test_a_hand_holds_one_card() -> None:
    """Two only where a card in play, EX-C1, allows it; three never."""
    assert found(owning(account(hand=["base-40"]))) == []
    assert found(owning(account(hand=["base-40", "base-41"]))) == [Broken.HAND]
    decks = replace(DECKS, tribe=(*DECKS.tribe, "EX-C1"))
    for hand, expected in ((["base-40", "base-41"], []), (["base-40", "base-41", "base-42"], [Broken.HAND])):
        state = owning(account(rows=[["EX-C1"]], hand=hand))
        assert found(state, decks) == expected
