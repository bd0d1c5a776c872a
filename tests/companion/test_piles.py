"""The cards left in the piles, as anybody may look them up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.agreement import Agreement
from companion.bookkeeping import first_moves, is_nameless, named_unknown, names_tribe_card, opened_late
from companion.game import Game
from companion.piles import followed
from companion.rules.agenda import at_hand
from companion.rules.board import Colour
from companion.rules.book_moves import Discard, Reveal, SetBooks
from companion.rules.books import Books, Pile, PileKind, Spot
from companion.rules.catalogue import with_additions
from companion.rules.engine import apply, legal_moves
from companion.rules.ledger import books_of
from companion.rules.moving import Move
from companion.rules.resources import Symbol
from companion.rules.state import Edition, Phase, Settings, State
from companion.rules.tasks import Turn, TurnTribe
from companion.simulate import Kind, Mix, next_move, set_up

TRIBE, GOODS, DUNES = PileKind.TRIBE, PileKind.GOODS, PileKind.DUNES
BASE, EXPANSION = Settings(start=Colour.BLUE), Settings(Edition.EXPANSION, start=Colour.BLUE)


def begun(settings: Settings, agreed: Agreement) -> Game:
    """A game with books, before any card has got its name."""
    game = Game.new(settings)
    game.agree(agreed)
    for move in first_moves(settings, agreed):
        game.play(move)
    return game


@pytest.mark.clause("SET-1", "SET-6")
def test_the_base_game() -> None:
    """45 tribe cards and 19 goods cards, of which 4 and 5 lie in the central area; a dune pile there is not."""
    assert begun(BASE, Agreement(books=True)).left == {TRIBE: 41, GOODS: 14}


@pytest.mark.clause("XSET-1", "XSET-2", "XSET-4", "XSET-5")
def test_the_expansion() -> None:
    """All 45 tribe cards count, those too of which nobody has told the symbol: 5 lie in the central area, the open top
    one belongs to the pile. Of 19 goods cards and 5 with water 4 lie there; of 20 dunes 3 lie open."""
    assert begun(EXPANSION, Agreement(books=True)).left == {TRIBE: 40, GOODS: 20, DUNES: 17}


@pytest.mark.clause("XMIX-1")
def test_a_mixed_deck() -> None:
    """Nine of each symbol of the 90: again 45."""
    assert begun(EXPANSION, Agreement(books=True, mixed=True)).left[TRIBE] == 40


@pytest.mark.clause("BDUN-1", "BDUN-2", "BDUN-3")
def test_the_dunes_of_the_bonus_box() -> None:
    """Shuffled into the expansion's pile they make 23; in the base game they lie face up and make no pile. As personal
    dunes one is removed unseen and each player has one."""
    assert begun(EXPANSION, Agreement(books=True, bonus_dunes=True)).left[DUNES] == 23 - 3
    assert DUNES not in begun(BASE, Agreement(books=True, bonus_dunes=True)).left
    assert begun(EXPANSION, Agreement(books=True, personal_dunes=True)).left[DUNES] == 23 - 3 - 1 - 2
    assert DUNES not in begun(BASE, Agreement(books=True, personal_dunes=True)).left


def test_where_it_cannot_be_known() -> None:
    """Without books nothing is counted; books opened in the middle do not know what had been drawn before."""
    game = begun(BASE, Agreement())
    assert game.left == {}
    game.play(next(iter(legal_moves(game.state))))
    game.play(SetBooks(opened_late(game.state)))
    assert game.left == {TRIBE: None, GOODS: None}


def test_undo_counts_back() -> None:
    """A card taken back into the pile is in it again."""
    game, chance = begun(EXPANSION, Agreement(books=True)), Random(1)
    while game.left[TRIBE] == 40:
        game.play(next_move(game.state, legal_moves(game.state), chance))
    assert game.left[TRIBE] == 39
    game.undo()
    assert game.left[TRIBE] == 40
    game.redo()
    assert game.left[TRIBE] == 39


def positions(kind: Kind, tribe: int, seed: int) -> list[State]:
    """Every position of a random game whose cards are all known, with a tribe pile of so many."""
    cards = with_additions(Path("tests/standin_cards.toml").read_text() if kind.needs_standins else "")
    chance = Random(seed)
    state, _ = set_up(kind, cards, chance)
    books = books_of(state)
    state = replace(state, books=replace(books, tribe=Pile(tuple(sorted(chance.sample(books.tribe.bag, tribe))))))
    found = [state]
    while state.phase is not Phase.OVER:
        state = apply(state, next_move(state, legal_moves(state), chance)).state
        found.append(state)
    return found


@pytest.mark.clause("ACT-8", "ACT-9")
@pytest.mark.parametrize("kind", [Kind(), Kind(Mix.EXPANSION), Kind(Mix.MIXED, bonus=True)])
def test_followed_through_whole_games(kind: Kind) -> None:
    """Where every card is known, counting from position to position comes to what the books say, through every pile
    made anew; only while a card is just being turned up the discards may not have been taken yet."""
    found = positions(kind, 14, 5)
    books = [books_of(state) for state in found]
    anew = 0
    for at in range(1, len(found)):
        anew += len(books[at].tribe.bag) > len(books[at - 1].tribe.bag)
        if not isinstance(at_hand(found[at]), Turn) and at % 5 == 0:
            assert followed(TRIBE, 14, books[: at + 1]) == books[at].left(TRIBE)
            assert followed(DUNES, len(books[0].dunes.bag), books[: at + 1]) == books[at].left(DUNES)
    assert anew


@pytest.mark.clause("XSET-4", "ACT-9")
def test_a_pile_that_the_books_make_anew_too_early() -> None:
    """Of the 45 tribe cards only 12 are known here. When all have been named, the pile on the table is not empty: there
    33 are left, and so it goes on, whatever card is turned up. Cards that nobody knows count too."""
    seen: list[Books] = []
    chance = Random(2)
    state = begun(EXPANSION, Agreement(books=True)).state
    bag, cards = books_of(state).tribe.bag, books_of(state).cards
    known = tuple(name for name in bag if not is_nameless(cards, name))[::2]
    state = replace(state, books=replace(books_of(state), tribe=Pile(known)))
    drawn, anew = 5, 0
    while drawn < len(known) + 5:
        ways = legal_moves(state)
        unwanted = [move for move in ways if isinstance(move, Discard)]
        if names_tribe_card(state) and chance.random() < 0.3:
            move: Move = named_unknown(state, Symbol.WELL, 1)
        else:
            move = unwanted[0] if unwanted else next_move(state, ways, chance)
        before = books_of(state)
        drawn += isinstance(at_hand(state), TurnTribe) and before.tribe.top is None  # straight from the pile
        state = apply(state, move).state
        seen.append(books_of(state))
        drawn += _newly_out(before, books_of(state))
        anew += not set(before.tribe.discards).isdisjoint(books_of(state).tribe.bag)
        assert followed(TRIBE, 45, seen) == 45 - drawn
    assert anew


@pytest.mark.clause("SET-6", "ACT-9")
def test_cards_that_nobody_knows_come_too() -> None:
    """Nobody knows more than 24 of the expansion's 45 tribe cards. With only some of the other 21 left they
    are turned up, by symbol and VP: no place stays empty, and the pile is shuffled anew only when all have come."""
    chance = Random(2)
    state = begun(EXPANSION, Agreement(books=True)).state
    bag, cards = books_of(state).tribe.bag, books_of(state).cards
    nameless = tuple(name for name in bag if is_nameless(cards, name))
    assert len(nameless) == 21
    state = replace(state, books=replace(books_of(state), tribe=Pile(nameless[::2])))
    anew = False
    while not anew:
        ways = legal_moves(state)
        if names_tribe_card(state):
            symbol = cards.tribe[chance.choice([move.card for move in ways if isinstance(move, Reveal)])].symbol
            move: Move = named_unknown(state, symbol or Symbol.WELL, 2)
        else:
            unwanted = [move for move in ways if isinstance(move, Discard)]
            move = unwanted[0] if unwanted else next_move(state, ways, chance)
        before, state = books_of(state), apply(state, move).state
        books, cards = books_of(state), books_of(state).cards
        anew = not set(before.tribe.discards).isdisjoint(books.tribe.bag)
        assert None not in books.centre
    named = sum(name.startswith("some-") and card.vp == 2 for name, card in cards.tribe.items())
    lying = sum(spot.card is None for _, spot in before.spots() if spot.pile is TRIBE)
    assert before.left(TRIBE) == 0
    assert named + lying == 11 - 1  # nobody is asked which the last one is


def test_books_that_have_no_card_left_to_name() -> None:
    """The pile on the table goes on, and nobody tells the books with what: its cards are no longer counted."""
    state = begun(EXPANSION, Agreement(books=True)).state
    books = books_of(state)
    short = replace(books, tribe=Pile(books.tribe.bag[:6]))
    assert followed(TRIBE, 45, [short]) == 40
    bare = replace(short, tribe=Pile(books.tribe.bag[:5]))
    assert followed(TRIBE, 45, [short, bare]) is None
    assert followed(TRIBE, 45, [short, bare, short]) is None


def _newly_out(before: Books, after: Books) -> int:
    """How many tribe cards left the pile: the open one on top, or one laid face down into the central area unseen."""
    top = before.tribe.top is not None and after.tribe.top != before.tribe.top
    spots = zip(before.centre, after.centre, strict=True)
    unseen = Spot(TRIBE, None, up=False)
    return top + sum(new == unseen != old and before.tribe.top is None for old, new in spots)


def test_more_than_there_are() -> None:
    """When people have named more cards than the box holds, nothing is said rather than a wrong number."""
    state = begun(EXPANSION, Agreement(books=True)).state
    assert followed(TRIBE, 3, [books_of(state)]) is None
