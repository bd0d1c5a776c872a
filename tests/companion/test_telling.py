"""What is told of a touched place: its card, who may stand there or why not, what a crossing brings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.agreement import Agreement
from companion.rules.board import CardKind, CardName, Colour, Sighting, border, centre, dune
from companion.rules.book_moves import SetBooks
from companion.rules.books import Account
from companion.rules.catalogue import shipped
from companion.rules.decks import border_of, exchanged
from companion.rules.resources import Amounts
from companion.rules.state import Edition, Reason, Settings
from companion.telling import TellCode, Told, card_at, kind_at, told_of
from tests.companion.views import played, view_of
from tests.companion.with_books import WITH_BOOKS, kept

BLUE, WHITE = Colour.BLUE, Colour.WHITE
START = Settings(start=BLUE)


@pytest.mark.clause("BRD-13", "PLC-1")
def test_a_border_card_says_what_it_does_and_who_may_stand_there() -> None:
    """The Caravan, and that Blue may place there."""
    told = told_of(view_of(played(settings=START)), border(13))
    assert told == (
        Told(TellCode.DOES, text="Turn up the top goods card and take what it shows."),
        Told(TellCode.MAY_PLACE, BLUE),
    )


@pytest.mark.clause("PLC-5", "PLC-2", "PLC-3")
@pytest.mark.parametrize(
    ("number", "reason"),
    [(10, Reason.OPPOSITE_OPPONENT), (1, Reason.ROBBER), (4, Reason.RAID_CARD), (2, Reason.OCCUPIED)],
)
def test_why_not_here(number: int, reason: Reason) -> None:
    """Opposite the other's Targi, on the Robber's card, on a raid, on the other's card."""
    last = told_of(view_of(played("place-targi white 2")), border(number))[-1]
    assert last.code is TellCode.WHY_NOT
    assert last.refusal is not None
    assert last.refusal.reason is reason


@pytest.mark.clause("XMIX-3")
def test_a_card_of_a_mixed_border_is_told_of() -> None:
    """With the expansion's Water Hole agreed on, 13 gives water."""
    mixed = exchanged(border_of(Edition.BASE, shipped()), ["expansion-border-13"], shipped())
    told = told_of(view_of(played(agreed=Agreement(border=mixed))), border(13))
    assert told[0].text == "Take a water."


@pytest.mark.parametrize(
    ("kind", "code"),
    [(CardKind.GOODS, TellCode.GOODS), (CardKind.TRIBE, TellCode.TRIBE), (CardKind.BACK_TRIBE, TellCode.BACK),
     (CardKind.EMPTY, TellCode.EMPTY)],
)  # fmt: skip
def test_without_books_the_kind_of_a_central_card_is_told_of(kind: CardKind, code: TellCode) -> None:
    """As far as the camera sees it."""
    assert told_of(view_of(played(), {centre(1, 5): kind}), centre(1, 5)) == (Told(code),)
    assert told_of(view_of(played()), centre(1, 5)) == ()


def test_a_card_known_by_its_picture_is_told_of() -> None:
    """With a learnt deck and without books: the card's own text."""
    seen = Sighting(0.0, cards={centre(2, 5): CardName("base-38", 0.98), centre(1, 5): None})
    view = view_of(played(), sighting=seen)
    card = card_at(view, centre(2, 5))
    assert card is not None
    assert told_of(view, centre(2, 5)) == (Told(TellCode.DOES, text=shipped().tribe["base-38"].text),)
    assert card_at(view, centre(1, 5)) is None


def test_a_crossing_says_whose_it_is_and_whether_it_can_be_paid() -> None:
    """base-01 costs a pepper and a gold: Blue has both; once the gold is gone Blue cannot, and cannot hold it either
    with a card in the hand."""
    game = kept(START, *WITH_BOOKS)
    told = told_of(view_of(game), centre(2, 5))
    assert told == (Told(TellCode.PLAIN), Told(TellCode.CROSSING, BLUE), Told(TellCode.CAN_PAY, BLUE))
    books = game.state.books
    assert books is not None
    poor = replace(books, blue=Account(Amounts(pepper=1), hand=("base-10",)))
    game.play(SetBooks(poor))
    told = told_of(view_of(game), centre(2, 5))
    assert told[2:] == (Told(TellCode.CANNOT_PAY, BLUE), Told(TellCode.HAND_FULL, BLUE))


def test_before_its_name_is_known_a_card_has_its_kind() -> None:
    """With books the cards lie open while figures are placed, whoever names them; later they lie face down."""
    game = kept(START, cards=())
    assert kind_at(view_of(game), centre(1, 5)) is CardKind.GOODS
    assert kind_at(view_of(game), centre(2, 5)) is CardKind.TRIBE


@pytest.mark.clause("XDUN-1")
def test_a_dune_is_told_of() -> None:
    """Of one that nobody knows what all dunes do is said."""
    game = played(settings=Settings(Edition.EXPANSION, start=BLUE))
    assert [told.code for told in told_of(view_of(game), dune(1))] == [TellCode.DUNE, TellCode.MAY_PLACE]


@pytest.mark.card("DX-3")
def test_a_dune_known_by_its_picture_is_told_of() -> None:
    """With a learnt deck and without books: the dune's own text; of one that is not a dune of the catalogue, what all
    dunes do."""
    game = played(settings=Settings(Edition.EXPANSION, start=BLUE))
    seen = Sighting(0.0, cards={dune(1): CardName("DX-3", 0.98), dune(2): CardName("dune-07", 0.98)})
    view = view_of(game, sighting=seen)
    assert told_of(view, dune(1))[0] == Told(TellCode.DOES, text="Turn up two goods cards and take what they show.")
    assert told_of(view, dune(2))[0] == Told(TellCode.DUNE)
