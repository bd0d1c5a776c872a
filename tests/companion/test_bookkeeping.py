"""Books as people keep them: opened, a card named of which only symbol and VP are known, put right."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from companion.agreement import Agreement
from companion.bookkeeping import (
    free_cards,
    house_rules,
    is_nameless,
    may_wait,
    named_unknown,
    names_tribe_card,
    open_slots,
    opened,
    opened_late,
    put_off,
    with_card,
    with_purse,
    with_unknown,
    without_books_tasks,
)
from companion.game import Game
from companion.rules.agenda import at_hand
from companion.rules.board import Colour, centre
from companion.rules.book_moves import SetBooks
from companion.rules.books import PileKind, Slot
from companion.rules.catalogue import with_additions
from companion.rules.checking import check
from companion.rules.engine import Step, refusal
from companion.rules.final import final_of
from companion.rules.moves import parse
from companion.rules.resources import Amounts, Symbol
from companion.rules.scoring import What, score
from companion.rules.state import Edition, Reason, Settings
from companion.rules.tasks import Use
from tests.companion.with_books import WITH_BOOKS, kept

BLUE = Colour.BLUE
START = Settings(start=BLUE)


@pytest.mark.clause("SET-2", "XSET-3")
@pytest.mark.parametrize(
    ("edition", "easier", "purse"),
    [
        (Edition.BASE, False, Amounts(2, 2, 2, gold=1, vp=4)),
        (Edition.EXPANSION, False, Amounts(1, 1, 1, gold=1, water=2, vp=4)),
        (Edition.EXPANSION, True, Amounts(2, 2, 2, gold=1, water=2, vp=4)),
    ],
)
def test_what_players_begin_with(edition: Edition, easier: bool, purse: Amounts) -> None:
    """Two of each good in the base game, one with the expansion and one more for an easier start."""
    books = opened(Settings(edition), Agreement(easier=easier)).books
    assert books is not None
    assert books.blue.purse == books.white.purse == purse


def test_house_rules_are_kept_with_the_books() -> None:
    """What is agreed stands in the books, and the log reads back with it."""
    rule = "raid_nothing_passed_on"
    assert rule in house_rules()
    game = Game.new(START)
    game.play(opened(START, Agreement(options=frozenset({rule}))))
    again = Game.read(game.log)
    assert again.state.books is not None
    assert again.state.books.options == {rule}


def test_figures_are_placed_before_the_cards_are_named() -> None:
    """Nine cards wait for their names; a Targi is legal all the same, one on a raid card is not (PLC-2)."""
    game = kept(START, cards=())
    move, raid = parse("place-targi blue 2"), parse("place-targi blue 4")
    assert may_wait(game.state)
    assert refusal(put_off(game.state), move) is None
    no = refusal(put_off(game.state), raid)
    assert no is not None
    assert no.reason is Reason.RAID_CARD
    game.play(move)
    assert game.state.turn is Colour.WHITE


def test_nothing_waits_while_players_act() -> None:
    """What a figure brought is settled before the next one (ACT-3); for the camera the table goes on."""
    game = kept(START, *WITH_BOOKS, "return-marker blue 2x5")
    assert not may_wait(game.state)
    assert put_off(game.state) is game.state
    assert at_hand(without_books_tasks(game.state)) is None


def test_an_unknown_card_is_symbol_and_vp() -> None:
    """On 2x5 lies a well of 3 VP, no more is known: it can be laid for nothing that is asked, and counts 3 VP; the
    pile is one card shorter, and the log reads back."""
    game = kept(START, cards=("G-gold",))
    left = game.state.books.left(PileKind.TRIBE)  # type: ignore[union-attr]
    assert names_tribe_card(game.state)
    assert isinstance(game.play(named_unknown(game.state, Symbol.WELL, 3)), Step)
    books = game.state.books
    assert books is not None
    spot = books.spot(centre(2, 5))
    assert spot is not None
    assert spot.card is not None
    card = books.tribe_card(spot.card)
    assert card is not None
    assert (card.symbol, card.vp, card.cost, card.effect) == (Symbol.WELL, 3, None, None)
    assert books.left(PileKind.TRIBE) == left
    check(books)
    for line in ("G-vp", "base-02", "G-any", "base-03", "G-date", "base-04", "G-salt"):
        game.play(parse(f"reveal {line}"))
    for line in (*WITH_BOOKS, "return-marker blue 2x5", f"lay blue {spot.card} 1 - 0 no"):
        assert isinstance(game.play(parse(line)), Step), line
    cards = [line for line in score(final_of(game.state)).tallies[0].lines if line.what is What.CARDS]
    assert [line.vp for line in cards] == [3]
    assert Game.read(game.log).state == game.state


@pytest.mark.clause("XMIX-1")
def test_the_expansion_has_nine_cards_of_each_symbol() -> None:
    """24 of its tribe cards are known by their symbol; the others lie in the pile as well, nameless. What the owner
    adds makes them fewer, and the base game, of which all is known, has none."""

    def pile(edition: Edition, own: str = "") -> list[tuple[Symbol | None, bool]]:
        books = opened(Settings(edition), Agreement(), with_additions(own)).books
        assert books is not None
        return [(books.cards.tribe[name].symbol, is_nameless(books.cards, name)) for name in books.tribe.bag]

    nine = dict.fromkeys(Symbol, 9)
    assert Counter(symbol for symbol, _ in pile(Edition.EXPANSION)) == nine
    assert sum(nameless for _, nameless in pile(Edition.EXPANSION)) == 45 - 24
    own = '[[tribe]]\nid = "EX-T9"\nsymbol = "tent"\nvp = 1\n'
    assert Counter(symbol for symbol, _ in pile(Edition.EXPANSION, own)) == nine
    assert sum(nameless for _, nameless in pile(Edition.EXPANSION, own)) == 45 - 25
    assert not any(nameless for _, nameless in pile(Edition.BASE))


def test_what_is_said_of_a_card_makes_a_nameless_one_fewer() -> None:
    """A tent of 2 VP comes: it is one of the six tents that nobody knows, and the three known ones are still in the
    pile. The log reads back."""
    game = Game.new(Settings(Edition.EXPANSION, start=BLUE))
    game.play(opened(game.state.settings, Agreement()))
    game.play(named_unknown(game.state, Symbol.TENT, 2))
    books = game.state.books
    assert books is not None
    tents = [name for name in books.tribe.bag if books.cards.tribe[name].symbol is Symbol.TENT]
    assert sum(is_nameless(books.cards, name) for name in tents) == 5
    assert {"EX-T1", "EX-T2", "EX-T3"} <= set(tents)
    assert Game.read(game.log).state == game.state


def test_a_nameless_card_is_not_laid_by_hand() -> None:
    """In a display it has a symbol and VP: a card is entered so, and a nameless one is gone from the pile."""
    books = opened(Settings(Edition.EXPANSION), Agreement()).books
    assert books is not None
    assert not any(card.vp is None and card.id.startswith("some-") for card in free_cards(books))
    books, name = with_unknown(books, Symbol.OASIS, 3)
    books = with_card(books, BLUE, Slot(1, 1), name)
    assert len(books.tribe.bag) == 44
    check(books)


def test_two_unknown_cards_are_two_cards() -> None:
    """The same symbol and VP twice: each has an id of its own, and both stand in the log."""
    game = kept(START, cards=("G-gold",))
    game.play(named_unknown(game.state, Symbol.TENT, 2))
    game.play(parse("reveal G-vp"))
    game.play(named_unknown(game.state, Symbol.TENT, 2))
    books = game.state.books
    assert books is not None
    there = {spot.card for spot in books.centre if spot and spot.card and spot.card.startswith("some-")}
    assert len(there) == 2
    assert Game.read(game.log).state == game.state


def test_an_unknown_card_comes_to_the_owners_own_cards() -> None:
    """A game begun with the owner's card file keeps it, and the unknown card besides."""
    own = with_additions('[[tribe]]\nid = "EX-9"\nsymbol = "oasis"\nvp = 1\n')
    game = Game.new(START, cards=own)
    game.play(opened(START, Agreement(), game.cards))
    game.play(parse("reveal G-gold"))
    game.play(named_unknown(game.state, Symbol.WELL, 1))
    assert {"EX-9", "some-well-1-1"} <= set(game.cards.tribe)
    assert Game.read(game.log, cards=own).state == game.state


def test_one_undo_takes_an_unknown_card_back() -> None:
    """Naming it was one step."""
    game = kept(START, cards=("G-gold",))
    before = game.state
    game.play(named_unknown(game.state, Symbol.WELL, 1))
    game.undo()
    assert game.state == before


def test_a_purse_put_right() -> None:
    """People say what a player has; less than nothing cannot be."""
    books = opened_late(Game.new(START).state)
    books = with_purse(books, BLUE, Amounts(dates=3, vp=7))
    assert books.blue.purse == Amounts(dates=3, vp=7)
    with pytest.raises(ValueError, match="less than nothing"):
        with_purse(books, BLUE, Amounts(gold=-1))


@pytest.mark.clause("TRB-1")
def test_a_display_filled_by_hand() -> None:
    """Cards lie from the left without gaps: one for a far place comes to the end of its row, one taken away lets the
    others move up, and a card lies in one place only."""
    books = opened_late(Game.new(START).state)
    books = with_card(books, BLUE, Slot(2, 4), "base-01")
    books = with_card(books, BLUE, Slot(2, 2), "base-02")
    assert [str(slot) for slot, _ in books.blue.slots()] == ["2.1", "2.2"]
    assert [str(slot) for slot in open_slots(books.blue)] == ["1.1", "2.1", "2.2", "2.3", "3.1"]
    assert {"base-01", "base-02"}.isdisjoint(card.id for card in free_cards(books))
    books = with_card(books, BLUE, Slot(2, 1), None)
    assert [(str(slot), card.card) for slot, card in books.blue.slots()] == [("2.1", "base-02")]
    assert "base-01" in {card.id for card in free_cards(books)}
    books = with_card(books, BLUE, Slot(2, 1), "base-03")
    assert [card.card for _, card in books.blue.slots()] == ["base-03"]
    check(books)


def test_a_full_row_takes_no_more() -> None:
    """A row holds four cards (TRB-1)."""
    books = opened_late(Game.new(START).state)
    for number in range(1, 5):
        books = with_card(books, BLUE, Slot(1, 4), f"base-0{number}")
    with pytest.raises(ValueError, match="full"):
        with_card(replace(books), BLUE, Slot(1, 5), "base-05")


@pytest.mark.clause("SCO-2")
def test_books_entered_at_the_end_are_scored() -> None:
    """Four wells in a row are worth 4 VP more than the cards and tokens; the game goes on being over."""
    game = Game.new(START)
    books = opened_late(game.state)
    for number, card in enumerate(("base-07", "base-08", "base-09", "base-18"), 1):
        books = with_card(books, BLUE, Slot(1, number), card)
    books = with_purse(books, BLUE, Amounts(vp=5))
    game.play(SetBooks(books))
    lines = {(line.what, line.row): line.vp for line in score(final_of(game.state)).tallies[0].lines}
    assert lines[What.ROW, 1] == 4
    assert lines[What.VP_TOKENS, None] == 5
    assert Game.read(game.log).state == game.state


def test_a_card_laid_by_a_persons_word_is_not_offered_any_more() -> None:
    """It lay in the middle and was on offer; now it lies in a display and its place is empty."""
    game = kept(START, *WITH_BOOKS, "return-marker blue 2x5")
    books = with_card(game.state.books, BLUE, Slot(1, 1), "base-01")  # type: ignore[arg-type]
    assert books.spot(centre(2, 5)) is None
    assert not any(task.word in ("offer", Use.word) for task in books.agenda)
