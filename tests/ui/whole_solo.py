"""A whole solo game with five challenges, all twelve rounds by touches in the real window; how many a round takes.

Too long for every check: ``.venv/bin/pytest -s tests/ui/whole_solo.py``.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.rules.final import final_of
from companion.rules.scoring import score
from companion.rules.state import Phase
from companion.sources import Sources
from tests.ui.conftest import Open
from tests.ui.playing import PromptDesk
from tests.ui.solo import begin, home, play


@pytest.mark.clause("SOLO-9", "BCHA-7")
@pytest.mark.parametrize("edition", ["Base game", "Expansion"])
def test_a_whole_solo_game_with_challenges(edition: str, sit_down: Open, tmp_path: Path) -> None:
    """Nothing sticks; the outcome in the log is that of the rules; touches a round are told."""
    desk = PromptDesk(home(tmp_path), Sources(), chance=Random(4))
    table = sit_down(desk)
    table.press("Play by touch")
    begin(table, edition)
    rounds, kinds = play(table, Random(11))
    view = table.root.view
    assert view.state.phase is Phase.OVER
    assert view.deal is not None
    assert view.deal.outcome is not None
    result = score(final_of(view.state, view.deal.challenges))
    assert (view.deal.outcome.won, view.deal.outcome.vp) == (result.winner is not None, result.tallies[0].total)
    total = sum(rounds.values())
    print(f"\n{edition}: {total} touches, {total / len(rounds):.1f} a round;", dict(rounds))
    print("most for one thing:", dict(kinds))
    assert kinds["andy"] == 1
    desk.close()
