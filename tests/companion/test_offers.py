"""What is shown of the choices at hand: every legal move has its button, and few touches lead to it."""

from __future__ import annotations

import random

import pytest

from companion.agreement import Agreement
from companion.bookkeeping import opened
from companion.game import Game
from companion.offers import MOST, Option, Part, PartCode, options
from companion.rules.agenda import at_hand, choices_of
from companion.rules.board import Colour, centre
from companion.rules.engine import legal_moves
from companion.rules.moves import parse
from companion.rules.moving import Move
from companion.rules.resources import Amounts, Symbol
from companion.rules.state import Settings, State
from companion.simulate import next_move
from tests.companion.with_books import WITH_BOOKS, kept

COMMON = {
    "offer", "take-goods", "act", "pay-raid", "take-one", "exchanges", "turn-centre", "turn-tribe", "turn-goods",
    "turn-ends",
}  # fmt: skip
"""Tasks that come up in nearly every round of the base game."""


def leaves(state: State, shown: tuple[Option, ...], deep: int = 1) -> list[tuple[Move, int]]:
    """Every move that touches on these buttons lead to, with how many touches."""
    found: list[tuple[Move, int]] = []
    for option in shown:
        if len(option.moves) == 1:
            found.append((option.moves[0], deep))
        else:
            found += leaves(state, options(state, option.moves, option.depth), deep + 1)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_every_legal_choice_has_its_button_and_nothing_else_has(seed: int) -> None:
    """Through whole games, at every task: touches lead to each legal choice exactly once. Common tasks take two touches
    at most, so that with the touch on the figure no common action takes more than three."""
    chance = random.Random(seed)
    game = kept(Settings(start=Colour.BLUE))
    most: dict[str, int] = {}
    while not game.is_over:
        task = at_hand(game.state)
        if task is not None:
            reached = leaves(game.state, options(game.state))
            assert sorted(map(str, (move for move, _ in reached))) == sorted(map(str, choices_of(game.state)))
            most[task.word] = max(most.get(task.word, 0), *(touches for _, touches in reached))
        game.play(next_move(game.state, legal_moves(game.state), chance))
    assert {word: count for word, count in most.items() if word in COMMON and count > 2} == {}


def test_a_card_on_offer_is_laid_with_one_touch_a_row() -> None:
    """Card 1 lies under a marker, its cost of one pepper and one gold can be paid in one way: a button for each of the
    three rows, the hand, the discards, and leaving it (ACT-5, ACT-6)."""
    game = kept(Settings(start=Colour.BLUE), *WITH_BOOKS, "return-marker blue 2x5")
    shown = options(game.state)
    pay = Part(PartCode.GIVE, Amounts(pepper=1, gold=1))
    assert [option.parts for option in shown] == [
        *((Part(PartCode.LAY, "base-01"), pay, Part(PartCode.ROW, row)) for row in (1, 2, 3)),
        (Part(PartCode.KEEP, "base-01"),),
        (Part(PartCode.DISCARD, "base-01"),),
        (Part(PartCode.DECLINE, "offer"),),
    ]
    assert all(len(option.moves) == 1 for option in shown)


def test_a_tribe_card_is_named_by_symbol_then_card() -> None:
    """Five symbols, then at most nine cards (XMIX-1): a tribe card is named in two touches, a goods card in one."""
    game = kept(Settings(start=Colour.BLUE), cards=())
    goods = options(game.state)
    assert all(len(option.moves) == 1 for option in goods)
    assert len(goods) == MOST  # twelve goods cards that differ
    game.play(parse("reveal G-vp"))
    symbols = options(game.state)
    assert {option.parts for option in symbols} == {(Part(PartCode.SYMBOL, symbol),) for symbol in Symbol}
    for option in symbols:
        cards = options(game.state, option.moves, option.depth)
        assert len(cards) == 9
        assert all(len(card.moves) == 1 for card in cards)


def test_a_raid_names_each_way_to_pay() -> None:
    """At the raid on 4 one good of any kind or one VP is paid (RAID-4)."""
    game = kept(Settings(start=Colour.BLUE))
    chance = random.Random(5)
    while (task := at_hand(game.state)) is None or task.word != "pay-raid":
        game.play(next_move(game.state, legal_moves(game.state), chance))
    given = {option.parts[0].value for option in options(game.state)}
    purse = game.state.books.of(task.colour).purse  # type: ignore[union-attr,attr-defined]
    wanted = {Amounts(**{name: 1}) for name in ("dates", "salt", "pepper", "vp") if getattr(purse, name)}
    assert given == wanted


def test_nothing_is_offered_of_an_unmarked_card() -> None:
    """While nobody acts there is nothing to choose."""
    game = kept(Settings(start=Colour.BLUE))
    assert options(game.state) == ()
    assert game.state.books is not None
    assert game.state.books.spot(centre(2, 5)) is not None


def test_opening_is_one_line() -> None:
    """Books are opened by one move, which one undo takes back."""
    game = Game.new(Settings())
    game.play(opened(Settings(), Agreement()))
    game.undo()
    assert game.state.books is None
