"""What is easily forgotten: raids, limits, cards to turn up, the start player's token, laid cards that count now."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.bookkeeping import opened_late, with_card, with_purse
from companion.game import Game
from companion.reminders import Reminder, ReminderCode, reminders
from companion.rules.board import CardKind, Colour, border, centre
from companion.rules.book_moves import SetBooks
from companion.rules.books import Books, Slot
from companion.rules.catalogue import shipped
from companion.rules.resources import Amounts
from companion.rules.state import Phase, Settings
from tests.companion.views import played, view_of
from tests.companion.with_books import WITH_BOOKS, kept

BLUE, WHITE = Colour.BLUE, Colour.WHITE
START = Settings(start=BLUE)
ENDED = ("start-player blue", "pass-on", "pass-on")
"""Nobody places anything in the first round."""
TO_ROUND_3 = (*ENDED, "move-robber 2", "pass-on", "pass-on", "move-robber 3")


def codes(game: Game) -> list[ReminderCode]:
    return [reminder.code for reminder in reminders(view_of(game))]


def books_of(game: Game) -> Books:
    books = game.state.books
    assert books is not None
    return books


@pytest.mark.clause("RND-3", "RAID-4")
def test_the_raid_before_the_next_round() -> None:
    """In round 3: on 4, a good or 1 VP. In round 1 nothing is due."""
    game = played(*TO_ROUND_3)
    assert reminders(view_of(game)) == (Reminder(ReminderCode.RAID, place=border(4), text="Pay one good or 1 VP."),)
    assert codes(played()) == []


@pytest.mark.clause("RND-4", "LIM-1")
def test_the_end_of_a_round() -> None:
    """Two cards lie face down, the token goes to White, and the limits hold."""
    game = played(*ENDED)
    assert game.state.phase is Phase.ROBBER
    down = {centre(1, 5): CardKind.BACK_TRIBE, centre(2, 5): CardKind.BACK_GOODS, centre(3, 5): CardKind.GOODS}
    assert reminders(view_of(game, down)) == (
        Reminder(ReminderCode.TURN_UP, places=(centre(1, 5), centre(2, 5)), count=2),
        Reminder(ReminderCode.TOKEN, WHITE),
        Reminder(ReminderCode.LIMITS),
    )


@pytest.mark.clause("LIM-1")
def test_who_has_too_much() -> None:
    """Twelve goods are two too many, four gold one: said while they may still be spent."""
    game = kept(START, *WITH_BOOKS)
    assert codes(game) == []
    game.play(SetBooks(with_purse(books_of(game), BLUE, Amounts(dates=12, gold=4, vp=4))))
    assert reminders(view_of(game)) == (
        Reminder(ReminderCode.OVER_GOODS, BLUE, count=2),
        Reminder(ReminderCode.OVER_GOLD, BLUE, count=1),
    )


@pytest.mark.clause("RAID-8", "RAID-18")
def test_who_cannot_pay_the_raid() -> None:
    """Without goods and VP White cannot pay on 4; a card that lets pay nothing (30) takes the worry away."""
    game = played(*TO_ROUND_3)
    books = with_purse(opened_late(game.state), BLUE, Amounts(dates=1))
    game.play(SetBooks(books))
    assert [(one.code, one.colour) for one in reminders(view_of(game))] == [
        (ReminderCode.RAID, None), (ReminderCode.CANNOT_PAY, WHITE),
    ]  # fmt: skip
    game.play(SetBooks(with_card(books_of(game), WHITE, Slot(1, 1), "base-30")))
    assert codes(game) == [ReminderCode.RAID]


@pytest.mark.clause("ACT-10")
def test_a_full_hand() -> None:
    """Blue has marked a tribe card and holds a card already."""
    game = kept(START, *WITH_BOOKS)
    books = books_of(game)
    game.play(SetBooks(replace(books, blue=replace(books.blue, hand=("base-10",)))))
    assert codes(game) == [ReminderCode.HAND_FULL]


@pytest.mark.clause("FAQ-12")
def test_laid_cards_that_count_now() -> None:
    """base-40 trades one to one while Blue's Targi stands on the Trader (5); once it is back it is no help any more.
    base-33 is said while Targis are placed."""
    game = kept(START, *WITH_BOOKS)
    game.play(SetBooks(with_card(books_of(game), BLUE, Slot(1, 1), "base-40")))
    text = shipped().tribe["base-40"].text
    assert reminders(view_of(game)) == (Reminder(ReminderCode.EFFECT, BLUE, card="base-40", text=text),)
    robber = kept(START)
    robber.play(SetBooks(with_card(books_of(robber), BLUE, Slot(1, 1), "base-33")))
    assert [one.card for one in reminders(view_of(robber))] == ["base-33"]


def test_nothing_after_the_end() -> None:
    """A game that is over wants nothing any more."""
    over = played()
    state = replace(over.state, phase=Phase.OVER)
    assert reminders(replace(view_of(over), state=state)) == ()
