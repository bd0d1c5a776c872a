"""A finger that plays a game with books: for each move the touches that a person makes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.bookkeeping import names_tribe_card
from companion.commands import Command
from companion.desk import TableDesk
from companion.offers import of_nameless, parts_of
from companion.rules.agenda import at_hand
from companion.rules.engine import legal_moves
from companion.rules.moves import PieceMove, PlaceMarker
from companion.rules.moving import Move
from companion.rules.state import Phase, State
from tests.ui.conftest import Table


class PromptDesk(TableDesk):
    """The real desk, its work done at once instead of by a thread."""

    def do(self, command: Command) -> None:
        super().do(command)
        self.step()


def buttons(table: Table) -> list[Any]:
    """The buttons of what is asked, in their order."""
    return list(reversed(table.root.table.choosing.ids.grid.children))


def make(table: Table, move: Move) -> int:
    """Makes the move by touches alone; how many it took."""
    if isinstance(move, PieceMove) and at_hand(table.root.view.state) is None:
        where = move.goal or move.origin
        assert where is not None
        table.tap(where)
        return 1
    if names_tribe_card(table.root.view.state) and of_nameless(table.root.view.state, move):
        return _name(table, move)
    count = 0
    choosing = table.root.table.choosing
    revision = table.root.view.revision
    while table.root.view.revision == revision:
        offered = choosing._offered(table.root.view.state)
        at = next(number for number, option in enumerate(offered) if move in option.moves)
        there = [button for button in buttons(table) if getattr(button, "option", None) is not None]
        wanted = next((button for button in there if button.option == offered[at]), None)
        table.press(wanted if wanted is not None else buttons(table)[-1])  # the last one turns the page
        count += 1
        assert count < 12, f"{move} cannot be reached"
    return count


def _name(table: Table, move: Move) -> int:
    """A card that nobody knows comes: its symbol, that it is another card, and 2 VP; three touches."""
    symbol, _ = parts_of(table.root.view.state, move)
    table.press(next(button for button in buttons(table) if symbol in button.option.parts))
    table.press(buttons(table)[-1])
    table.press(buttons(table)[2])
    return 3


def on_the_board(state: State) -> tuple[Move, ...]:
    """What a touch on the board can be now: markers of who is in turn, else what the rules want moved."""
    if state.phase is Phase.MARKING and state.turn:
        return tuple(PlaceMarker(state.turn, where) for where in state.owed_markers(state.turn))
    return tuple(move for move in legal_moves(state) if isinstance(move, PieceMove))


def one_by_one(table: Table, most: int = 400) -> Iterator[State]:
    """Plays without books by touches on the board alone, always the first thing that the rules want; the position
    before each touch. Fails when a touch changes nothing."""
    for _ in range(most):
        state = table.root.view.state
        if state.phase is Phase.OVER:
            return
        yield state
        revision = table.root.view.revision
        make(table, on_the_board(state)[0])
        assert table.root.view.revision != revision, "the touch did nothing"
