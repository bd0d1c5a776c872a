"""What the camera reads on the central cards: drawn on the board, and proposed where a card is to be named."""

from __future__ import annotations

from dataclasses import replace

from companion.commands import Play
from companion.rules.agenda import at_hand
from companion.rules.board import CardName, Sighting, centre
from companion.rules.book_moves import Reveal
from companion.rules.state import Edition, Settings
from companion.rules.tasks import TurnCentre, TurnDune
from tests.ui.conftest import Open
from tests.ui.desk import GameDesk
from ui.choosing import named_by_camera
from ui.picture import picture
from ui.still import with_books


def test_a_name_shows_as_symbol_and_vp() -> None:
    """base-01 is an oasis worth 2 VP; what the camera is not sure of is left as it is."""
    seen = Sighting(0.0, cards={centre(1, 5): CardName("base-01", 0.97), centre(1, 6): None})
    drawn = picture(GameDesk.after(extra={"sighting": seen}).view()).named
    assert [(token.symbol, token.text) for token in drawn[centre(1, 5)]] == [("oasis", ""), ("vp", "2")]
    assert centre(1, 6) not in drawn


def test_the_card_that_the_camera_reads_is_proposed(sit_down: Open) -> None:
    """One touch names it; the other cards stay on offer."""
    game = with_books((), ())
    task = at_hand(game.state)
    assert isinstance(task, TurnCentre)
    seen = Sighting(0.0, cards={task.where: CardName("G-gold", 0.97)})
    desk = GameDesk(game, extra={"sighting": seen})
    table = sit_down(desk)
    revision = game.revision
    table.press("The camera reads")
    assert desk.said == [Play(revision, Reveal("G-gold"))]


def test_the_dune_that_the_camera_reads_is_proposed() -> None:
    """Where a dune is to be named, the card read there is offered; one that is no dune is not."""
    state = with_books((), (), Settings(Edition.EXPANSION)).state
    assert state.books is not None
    turning = next(task for task in state.books.agenda if isinstance(task, TurnDune))
    state = replace(state, books=replace(state.books, agenda=(turning,)))
    for name, offered in (("DX-3", Reveal("DX-3")), ("base-01", None)):
        seen = Sighting(0.0, cards={turning.where: CardName(name, 0.97)})
        assert named_by_camera(replace(GameDesk.after().view(), state=state, sighting=seen)) == offered


def test_what_cannot_lie_there_is_not_proposed(sit_down: Open) -> None:
    """A tribe card's name where a goods card is turned up is no proposal."""
    game = with_books((), ())
    task = at_hand(game.state)
    assert isinstance(task, TurnCentre)
    seen = Sighting(0.0, cards={task.where: CardName("base-01", 0.97)})
    table = sit_down(GameDesk(game, extra={"sighting": seen}))
    assert "The camera reads" not in table.words()
