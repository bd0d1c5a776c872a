"""A position as one line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from companion.rules.board import ROBBER, border
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


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("round=1", "round=x", "'x' is no number"),
        ("round=1", "round=٣", "'٣' is no number"),
        ("targis=3/3", "targis=3", "'3' wants 2 parts with / between them"),
        ("targis=3/3", "targis=3/three", "'three' is no number"),
        (" end=-", "", "this is no position"),
        ("end=-", "end=late", "'late' is none of robber, twelve_cards"),
        ("robber@1", "robber", "'robber' wants 2 parts with @ between them"),
        ("robber@1", "camel@1", "'camel' is no piece"),
        ("robber@1", "robber@17", "no border card 17: they are numbered 1 to 16"),
        ("first=-", "first=red", "'red' is none of blue, white"),
        ("phase=placing", "phase=tea", "'tea' is none of placing, marking, acting, robber, over"),
        ("edition=base", "edition=chess", "'chess' is none of base, expansion"),
        ("disputes=-", "disputes=robber@1@luck", "'luck' is none of robber, raid_card, occupied"),
        ("permissions=-", "permissions=blue@robber@ever", "'ever' is none of once, game"),
        ("last=-", "last=blue@2,white@3", "'blue@2,white@3' wants 2 parts with @ between them"),
        ("raided=-", "raided=corner", "'corner' names no place: write 1 to 16"),
    ],
)
def test_what_is_no_position_is_refused(old: str, new: str, said: str) -> None:
    """The word that is wrong is named, and what belongs there, in the game's words."""
    line = write(State()).replace("standing=-", "standing=robber@1")
    assert read(line).standing.one(ROBBER) == border(1)
    with pytest.raises(ValueError, match=re.escape(said)):
        read(line.replace(old, new))
