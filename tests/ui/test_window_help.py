"""Help on the window: what a touched place does, why not here, what may be done now, how much the guide says."""

from __future__ import annotations

import pytest

from companion.bookkeeping import opened_late
from companion.commands import Prefer
from companion.guide import Sight
from companion.rules.board import CardKind, Colour, border, centre
from companion.rules.book_moves import SetBooks
from companion.rules.moves import parse
from companion.rules.state import Phase, Settings
from companion.view import Source
from tests.companion.with_books import WITH_BOOKS, kept
from tests.ui.conftest import Open
from tests.ui.desk import BEGUN, GameDesk


@pytest.mark.clause("PLC-5", "BRD-13")
def test_a_touched_card_says_what_it_does_and_why_not_here(sit_down: Open) -> None:
    """With help open a touch plays nothing, though no camera looks: it tells of the card. Closed, touches play
    again."""
    desk = GameDesk.after(*BEGUN, source=Source.NONE)
    table = sit_down(desk)
    table.press("Help")
    assert "Open: 3, 5, 6, 9, 11, 13, 14 and 15." in table.root.table.help.ids.words.text
    table.tap(border(10))
    said = table.root.table.help.ids.words.text.split("\n")
    assert said[0].startswith("One exchange: two equal goods for 1 VP")
    assert said[1] == "Blue may not stand on card 10: White is opposite, on card 2."
    table.tap(border(13))
    assert "Turn up the top goods card and take what it shows." in table.root.table.help.ids.words.text
    assert "Blue may place a Targi here." in table.root.table.help.ids.words.text
    assert desk.said == []
    table.press("Close")
    table.tap(border(13))
    assert len(desk.said) == 1


@pytest.mark.clause("SET-6")
def test_piles_that_nobody_counts(sit_down: Open) -> None:
    """Without books nothing is guessed of the piles; in books opened late no number stands for what is not known."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    table.press("Help")
    assert "Only the books know how many cards are left in the piles." in table.root.table.help.ids.words.text
    desk.game.play(SetBooks(opened_late(desk.game.state)))
    desk.shown += 1
    table.later(1)
    assert "How many cards are left in a pile is not known here: count them." in table.root.table.help.ids.words.text
    assert "Piles:" not in table.root.table.help.ids.words.text


def test_a_card_speaks_the_language_of_the_screen(sit_down: Open) -> None:
    """In German: the Caravan's text, and the heading with its name."""
    table = sit_down(GameDesk.after(*BEGUN), language="de")
    table.press("Hilfe")
    table.tap(border(13))
    assert "13 · Karawane" in table.words()
    assert "Decke die oberste Warenkarte auf und nimm, was sie zeigt." in table.root.table.help.ids.words.text


def test_a_crossing_says_what_it_brings_and_whether_it_can_be_paid(sit_down: Open) -> None:
    """base-01 on 2x5: drawn with symbol, VP and cost; Blue's crossing, and Blue can pay it. The piles are counted
    (SET-6)."""
    table = sit_down(GameDesk(kept(Settings(start=Colour.BLUE), *WITH_BOOKS)))
    table.press("Help")
    assert "Piles: 41 tribe cards, 14 goods cards." in table.root.table.help.ids.words.text
    table.tap(centre(2, 5))
    drawn = [(token.text, token.symbol) for token in table.root.table.help.ids.card.items]
    assert drawn[:2] == [("1", "oasis"), ("2", "vp")]
    assert {("1", "pepper"), ("1", "gold")} <= set(drawn)
    assert "A crossing of Blue.\nBlue can pay it." in table.root.table.help.ids.words.text


def test_with_a_camera_a_touch_tells_of_the_card_too(sit_down: Open) -> None:
    """The sheet that puts a place right says below what lies there."""
    desk = GameDesk.after(*BEGUN, extra={"centre": {centre(1, 5): CardKind.GOODS}})
    table = sit_down(desk)
    table.tap(centre(1, 5))
    assert table.root.table.sheet.ids.more.text == "Goods card: whoever marks it takes what it shows."


def test_how_much_the_guide_says_is_kept(sit_down: Open) -> None:
    """Full: open places are lit and a lesson stands there. Off: neither, and no reminder. The choice is kept, with all
    that was liked before."""
    desk = GameDesk.after(*BEGUN)
    desk.preferred = Prefer("en", "light", ("Ida", "Bo"))
    table = sit_down(desk)
    panel = table.root.table
    table.press("Help")
    table.press("Full")
    assert desk.preferred == Prefer("en", "light", ("Ida", "Bo"), guide="full")
    table.press("Close")
    assert border(9) in panel.board.picture.legal
    assert panel.advice.ids.lesson.text.startswith("Think of the middle")
    assert panel.advice.ids.lesson.stage == ""
    table.press("Help")
    table.press("Off")
    table.press("Close")
    assert panel.board.picture.legal == frozenset()
    assert panel.advice.ids.lesson.text == ""


@pytest.mark.clause("RND-4", "LIM-1")
def test_what_is_easily_forgotten_is_said_between_the_rounds(sit_down: Open) -> None:
    """The start player's token and the limits stand below what now; with the guide off they do not."""
    desk = GameDesk.after("start-player blue", "pass-on", "pass-on", sight=Sight())
    assert desk.game.state.phase is Phase.ROBBER
    table = sit_down(desk)
    assert "The start player token goes to White. Keep at most 10 goods and 3 gold." in table.words()
    desk.preferred = Prefer("en", "light", guide="off")
    desk.shown += 1
    table.later(1)
    assert table.root.table.advice.ids.next.text == ""


def test_the_round_stands_on_a_dimmed_screen(sit_down: Open) -> None:
    """While people think only the round and whose turn it is stand out; a touch takes that away and presses nothing."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    assert not table.root.rest.on
    table.later(30 * 60)
    rest = table.root.rest
    assert rest.on
    assert (rest.ids.round.text, rest.ids.turn.text) == ("Round 1 of 12", "Blue")
    table.press("Undo", wait=0.5)
    assert not rest.on
    assert desk.said == []


def test_books_leave_room_for_one_reminder(sit_down: Open) -> None:
    """With books a laid card that counts now is said while Targis are placed (33: the Robber's card is free)."""
    from dataclasses import replace

    from companion.bookkeeping import with_card
    from companion.rules.book_moves import SetBooks
    from companion.rules.books import Slot

    game = kept(Settings(start=Colour.BLUE))
    books = game.state.books
    assert books is not None
    game.play(SetBooks(replace(with_card(books, Colour.BLUE, Slot(1, 1), "base-33"))))
    game.play(parse("place-targi blue 7"))
    game.play(parse("place-targi white 2"))
    table = sit_down(GameDesk(game))
    assert "Card 33 of Blue: Your Targis may go where the Robber stands." in table.words()
