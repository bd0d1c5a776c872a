"""A position as one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.rules.notation import read, write
from companion.rules.state import State

if TYPE_CHECKING:
    from tests.companion.conftest import Table


def test_a_positions_line_reads_plainly(dune_table: Table) -> None:
    """All that is true of the moment, and nothing else."""
    dune_table.play("place-targi white 6", "place-targi blue 14", "allow blue robber game")
    line = write(dune_table.state)
    assert line == (
        "edition=expansion solo=- start=white round=1 phase=placing first=white"
        " standing=blue-targi@14,white-targi@6,robber@1,targia@15 disputes=blue-targi@14@opposite_opponent"
        " targis=3/3 targis-next=3/3 last=white@6 crossings=- returned=- raided=- dunes=dune:1,dune:2,dune:3"
        " permissions=blue@robber@game twelfth=- end=-"
    )
    assert read(line) == dune_table.state


@pytest.mark.parametrize("change", [("round=1", "round=x"), ("targis=3/3", "targis=3"), (" end=-", ""), ("@1 ", " ")])
def test_what_is_no_position_is_refused(change: tuple[str, str]) -> None:
    """A ValueError, never another error."""
    line = write(State()).replace("standing=-", "standing=robber@1").replace(*change)
    with pytest.raises(ValueError, match=r"\w"):
        read(line)
