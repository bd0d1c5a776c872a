"""Books that cannot be are refused with the reason; those of a game in play never are."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.rules.board import Colour, border, centre
from companion.rules.books import Account, Books, LaidCard, PileKind, Spot
from companion.rules.checking import check
from companion.rules.engine import apply, legal_moves, new_game
from companion.rules.resources import Amounts
from companion.rules.setting_up import decks_of, new_books
from companion.rules.state import Edition, Phase, Settings
from companion.rules.tasks import Act, Again, Exchanges, Morgana, Offer, PayRaid, TurnCentre, TurnDune, UseDune, Visits
from tests.companion.rules.bench import account

BOOKS = new_books(Settings(), decks_of(Edition.BASE))


def with_blue(owned: Account) -> Books:
    """The books of a new game with that account, whose cards are taken out of the pile."""
    named = {*owned.hand, *(card.card for row in owned.rows for card in row)}
    pile = replace(BOOKS.tribe, bag=tuple(card for card in BOOKS.tribe.bag if card not in named))
    return replace(BOOKS, blue=owned, tribe=pile)


def border_with(number: int, card: str) -> Books:
    return replace(BOOKS, border=tuple(card if n == number else name for n, name in enumerate(BOOKS.border, 1)))


def to_do(*tasks: object) -> Books:
    return replace(BOOKS, agenda=tasks)


BLUE = Colour.BLUE
FACE_DOWN = (Spot(PileKind.GOODS, None, up=False),) * 9


@pytest.mark.parametrize(
    ("books", "reason"),
    [
        (replace(BOOKS, border=BOOKS.border[:15]), "the border: 16, number missing"),
        (border_with(5, "base-border-06"), "the border: 5, number missing"),
        (border_with(5, "base-05"), "the border: base-05, no card"),
        (border_with(2, "bonus-border-2"), "the border: bonus-border-2, nomad only"),
        (with_blue(Account(Amounts(goods=1))), "blue: goods of choice cannot be owned"),
        (with_blue(Account(rows=((), ()))), "blue: a display has 3 rows of at most 4 cards"),
        (with_blue(account(rows=[[f"base-0{number}" for number in range(1, 6)]])), "blue: a display has 3 rows"),
        (with_blue(Account(rows=((LaidCard("base-41", gold=-1),), (), ()))), "blue: so many tokens cannot"),
        (replace(BOOKS, blue=account(hand=["base-01"])), "base-01 is there 2 times, and there is no more than 1"),
        (with_blue(account(hand=["base-99"])), "base-99 lies with the tribe cards and is none"),
        (with_blue(account(hand=["G-any"])), "G-any lies with the tribe cards and is none"),
        (with_blue(account(rows=[["my-card"]])), "my-card lies with the tribe cards and is none"),
        (replace(BOOKS, goods=replace(BOOKS.goods, top="G-gold")), "no top card of the goods lies open"),
        (replace(BOOKS, blue=Account(dunes=("base-01",))), "base-01 lies with the dunes cards and is none"),
        (replace(BOOKS, centre=BOOKS.centre[:8]), "there are 9 central places"),
        (replace(BOOKS, centre=(Spot(PileKind.GOODS, None, up=True), *BOOKS.centre[1:])), "a face-up central card"),
        (replace(BOOKS, goods=replace(BOOKS.goods, bag=("G-vp",)), centre=FACE_DOWN), "more or fewer goods cards"),
        (replace(BOOKS, goods=replace(BOOKS.goods, discards=("G-vp",))), "G-vp is there 2 times, and"),
        (replace(BOOKS, goods=replace(BOOKS.goods, old=("G-vp",))), "more or fewer goods cards lie face down"),
        (replace(BOOKS, centre=(Spot(PileKind.DUNES, "DX-1", up=True), *BOOKS.centre[1:])), "dunes do not lie in"),
        (replace(BOOKS, open_dunes=((border(2), "DX-1"),)), "open dunes lie on dunes"),
        (replace(BOOKS, nomads=(4,)), "these are no nomad cards"),
        (replace(BOOKS, options=frozenset({"free_gold"})), "there is no house rule free_gold"),
        (to_do(Act(BLUE, "base-01")), "act cannot be done"),
        (to_do(Exchanges(BLUE, "base-border-05", (0,))), "exchanges cannot be done"),
        (to_do(Exchanges(BLUE, "base-border-01", ())), "exchanges cannot be done"),
        (to_do(Morgana(BLUE, "base-border-05", False)), "morgana cannot be done"),
        (to_do(Again(BLUE, "base-border-13", 1)), "again cannot be done"),
        (to_do(Offer(BLUE, "base-01", centre(1, 5), None, 1)), "offer cannot be done"),
        (to_do(UseDune(BLUE, "base-01", None)), "use-dune cannot be done"),
        (to_do(Visits(BLUE, ("4",), 1)), "visits cannot be done"),
        (to_do(Visits(BLUE, ("robber",), 1)), "visits cannot be done"),
        (to_do(PayRaid(BLUE, border(5))), "pay-raid cannot be done"),
        (to_do(TurnCentre(border(5))), "turn-centre cannot be done"),
        (to_do(TurnDune(centre(1, 5))), "turn-dune cannot be done"),
    ],
)  # fmt: skip
def test_impossible_books_are_refused(books: Books, reason: str) -> None:
    """Border, accounts, places, cards that are there too often or not at all, tasks that name what is not there."""
    with pytest.raises(ValueError, match="^" + reason):
        check(books)


@pytest.mark.parametrize("edition", Edition)
def test_books_of_a_game_in_play_are_never_refused(edition: Edition) -> None:
    """After each of some hundred random moves they can be."""
    chance = Random(7)
    settings = Settings(edition)
    state = new_game(settings, new_books(settings, decks_of(edition, bonus_dunes=True)))
    for _ in range(300):
        if state.phase is Phase.OVER:
            break
        state = apply(state, chance.choice(legal_moves(state))).state
        assert state.books
        check(state.books)
    assert state.round > 1
