"""The drawing of the table: only what changed is drawn anew, and it looks as if all had been."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.language import Words
from companion.rules.board import (
    BLUE_TARGI,
    ROBBER,
    TARGIA,
    WHITE_TARGI,
    Colour,
    Place,
    Standing,
    border,
    centre,
    crossings,
    dune,
)
from tests.ui.conftest import Open, Table
from tests.ui.desk import GameDesk
from ui.faces import Picture, faces
from ui.tokens import Token

Drawn = list[Place]
SIX = ((3, BLUE_TARGI), (7, BLUE_TARGI), (11, BLUE_TARGI), (2, WHITE_TARGI), (6, WHITE_TARGI), (14, WHITE_TARGI))
STANDING = Standing(frozenset({(ROBBER, border(1)), *((piece, border(number)) for number, piece in SIX)}))
LIT = {
    colour: crossings(place for piece, place in STANDING.pieces if piece == targi)
    for colour, targi in ((Colour.BLUE, BLUE_TARGI), (Colour.WHITE, WHITE_TARGI))
}


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """The places drawn since the last ``clear``."""
    from ui import board

    found: Drawn = []

    class Noted(board.Tile):
        def draw(self) -> None:
            found.append(self.face.where)
            super().draw()

    monkeypatch.setattr(board, "Tile", Noted)
    return found


def _show(table: Table, picture: Picture, frames: int = 16) -> None:
    table.root.table.board.show(picture, Words())
    table.frames(frames)


def _pixels(table: Table) -> bytes:
    """What is seen of the board, drawn by all its steps."""
    kept: Any = table.root.table.board.kept
    return bytes(kept.pixels)


def test_a_piece_that_moves_is_drawn_at_two_places(sit_down: Open, drawn: Drawn) -> None:
    """Nothing else on the board is drawn anew; a picture that says the same draws nothing."""
    table = sit_down(GameDesk.after())
    _show(table, Picture(STANDING))
    drawn.clear()
    moved = Standing(STANDING.pieces - {(ROBBER, border(1))} | {(ROBBER, border(5))})
    _show(table, Picture(moved))
    assert sorted(drawn) == [border(1), border(5)]
    drawn.clear()
    _show(table, Picture(Standing(frozenset(moved.pieces))))
    assert drawn == []


def test_a_hand_changes_what_it_covers_alone(sit_down: Open, drawn: Drawn) -> None:
    """A hand that goes on draws the place that it comes to and the one that it leaves."""
    table = sit_down(GameDesk.after())
    _show(table, Picture(STANDING, covered=frozenset({border(5), centre(3, 5)})))
    drawn.clear()
    _show(table, Picture(STANDING, covered=frozenset({border(5), centre(2, 5)})))
    assert sorted(drawn) == [centre(2, 5), centre(3, 5)]


def test_no_frame_draws_many_places(sit_down: Open, drawn: Drawn) -> None:
    """Where all of the board changes a few places come in each frame, those of pieces first; in the end all has
    come."""
    from ui.board import MOST_AT_ONCE

    table = sit_down(GameDesk.after())
    _show(table, Picture())
    drawn.clear()
    named = {where: (Token("1", "gold"),) for where in map(border, range(1, 17))}
    board = table.root.table.board
    board.show(Picture(Standing(frozenset({(ROBBER, border(16))})), named=named), Words())
    before, most = 0, 0
    for _ in range(9):
        table.frames(1)
        most, before = max(most, len(drawn) - before), len(drawn)
    assert most <= MOST_AT_ONCE < 16
    assert drawn[0] == border(16)
    assert sorted(drawn) == sorted(named)


@pytest.mark.parametrize(
    "picture",
    [
        Picture(STANDING, crossings=LIT),
        Picture(STANDING, legal=frozenset({border(5), border(9), dune(2)}), dunes=(dune(1), dune(2))),
        Picture(
            Standing(STANDING.pieces | {(TARGIA, border(3)), (ROBBER, border(3))}),
            covered=frozenset({border(10), centre(2, 6)}),
            doubts=frozenset({border(5)}),
            wrong=frozenset({border(13)}),
            chosen=border(7),
        ),
    ],
    ids=["crossings", "legal", "said"],
)
def test_what_was_there_leaves_no_trace(sit_down: Open, picture: Picture) -> None:
    """Whatever is lit, marked or put somewhere and taken away again: every pixel is as it was, since nothing is drawn
    beyond its own place."""
    table = sit_down(GameDesk.after())
    plain = Picture(STANDING, dunes=picture.dunes)
    _show(table, plain)
    before = _pixels(table)
    _show(table, picture)
    assert _pixels(table) != before
    _show(table, plain)
    assert _pixels(table) == before


def test_lanes_lead_to_the_farthest_crossing() -> None:
    """Targis on 3 (a column) and 7 (a row) cross on 3x7 (clause XNG-2): the lane of 3 runs down through 3x5 and 3x6
    and ends there, that of 7 ends in the first place it comes to."""
    standing = Standing(frozenset({(BLUE_TARGI, border(3)), (BLUE_TARGI, border(7))}))
    found = faces(Picture(standing, crossings={Colour.BLUE: (centre(3, 7),)}), Words())
    ways = {where: {(dx, dy) for _, dx, dy in face.arms} for where, face in found.items() if face.arms}
    through = {(0, 1), (0, -1)}
    assert ways == {
        border(3): {(0, 1)},
        centre(3, 5): through,
        centre(3, 6): through,
        centre(3, 7): {(0, -1), (1, 0)},
        border(7): {(-1, 0)},
    }


def test_a_face_says_all_that_is_drawn() -> None:
    """Two pictures in which a place looks the same give it the same face; what is said of one place changes none of
    the others."""
    quiet = faces(Picture(STANDING), Words())
    for changed in (
        replace(Picture(STANDING), wrong=frozenset({border(9)})),
        replace(Picture(STANDING), doubts=frozenset({border(9)})),
        replace(Picture(STANDING), legal=frozenset({border(9)})),
        replace(Picture(STANDING), chosen=border(9)),
        replace(Picture(STANDING), marks={border(9): "B"}),
    ):
        found = faces(changed, Words())
        assert [where for where in quiet if quiet[where] != found[where]] == [border(9)]
