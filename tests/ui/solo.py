"""A finger that plays against Andy: what a person touches for the own moves and for his."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

from companion.home import Home, Preferences
from companion.rules.agenda import at_hand
from companion.rules.engine import legal_moves
from companion.rules.state import Phase
from companion.simulate import next_move
from tests.ui.conftest import Table
from tests.ui.playing import make, on_the_board


def home(folder: Path) -> Home:
    """Where somebody has chosen language and look before, so that the window begins at the table."""
    made = Home(folder)
    made.keep(Preferences("en"))
    return made


def andy_is_shown(table: Table) -> bool:
    """Whether Andy's panel stands beside the board."""
    return table.root.table.andy.parent is not None


def begin(table: Table, edition: str = "Base game", challenges: int = 5) -> None:
    """From the menu to the table: a solo game of Blue's with books and so many challenges drawn."""
    table.root.go("menu")
    table.frames()
    table.press(edition)
    table.press("Solo: Blue", "More choices", "Goods and cards", "Andy and challenges")
    table.press(table.root.challenges.draws[challenges - 1])
    table.press("Done", "Start the game")


def play(table: Table, chance: Random, until: int = 13, most: int = 2500) -> tuple[Counter[int], Counter[str]]:
    """Plays by touches up to that round: touches by round, and the most touches that one thing of a kind took. Fails
    when a touch changes nothing, or something asks without end."""
    rounds: Counter[int] = Counter()
    kinds: Counter[str] = Counter()
    for _ in range(most):
        view = table.root.view
        state = view.state
        if state.phase is Phase.OVER or state.round >= until:
            return rounds, kinds
        if andy_is_shown(table):
            table.press(table.root.table.andy.ids.done)
            touches, kind = 1, "andy"
        else:
            task = at_hand(state)
            ways = legal_moves(state) if task else on_the_board(state)
            touches = make(table, next_move(state, ways, chance))
            kind = task.word if task else str(state.phase)
        assert table.root.view.revision != view.revision, f"a touch on {kind} did nothing: {table.words()}"
        rounds[state.round] += touches
        kinds[kind] = max(kinds[kind], touches)
    raise AssertionError(f"no end: {table.words()}")
