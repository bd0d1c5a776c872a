"""What a view shows of the game itself and of its pictures, and what a deal changes in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from companion.andys_turn import andys_turn, misplaced
from companion.game import Game
from companion.guide import Forbidden
from companion.rules.board import Sighting
from companion.rules.book_moves import SetBooks
from companion.rules.moves import Move
from companion.rules.state import Reason
from companion.rules.tasks import TurnNomad
from companion.sight import Seeing
from companion.view import Source


def of_game(game: Game) -> dict[str, Any]:
    """The fields of a `companion.view.View` that the game alone gives."""
    state, deal = game.state, game.deal
    return {
        "revision": game.revision,
        "state": state,
        "agreed": game.agreed,
        "cards": game.cards,
        "deal": deal,
        "andy": andys_turn(state, deal, game.agreed.options, game.said_card) if deal else None,
        "history": game.history(),
        "left": game.left,
        "undo_crosses": game.undo_crosses,
        "undo": game.can_undo or game.said_card is not None,
        "redo": game.can_redo,
    }


def of_source(seeing: Seeing | None, in_game: Callable[[Sighting], Sighting]) -> dict[str, Any]:
    """The fields of a `companion.view.View` that what gives the pictures brings; None: nothing gives any. ``in_game``:
    what puts the game's numbers to a sighting's cards."""
    look = seeing.look if seeing else None
    sighting = look.sighting if look else None
    return {
        "source": seeing.source if seeing else Source.NONE,
        "demo": seeing is not None and seeing.demo,
        "calibrated": seeing is not None and seeing.calibrated,
        "sighting": in_game(sighting) if sighting else None,
        "picture_px": look.size_px if look else None,
        "aim": seeing.aim() if seeing else None,
        "centre": MappingProxyType(dict(sighting.centre) if sighting else {}),
    }


def andy_elsewhere(game: Game) -> tuple[Forbidden, ...]:
    """Andy's Targi stands where his card does not send him."""
    if game.deal is None:
        return ()
    last, said = game.last_move
    found = misplaced(game.state, game.deal, last, game.agreed.options, said)
    return (Forbidden(found[0], found[1], Reason.MISPLACED, found[2]),) if found else ()


def without_real_stack(move: Move) -> Move:
    """The opening of books that do not wait for the first card of a real stack."""
    if not isinstance(move, SetBooks) or move.books is None:
        return move
    left = tuple(task for task in move.books.agenda if not isinstance(task, TurnNomad))
    return SetBooks(replace(move.books, agenda=left))
