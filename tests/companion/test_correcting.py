"""A person's word about a place, as moves."""

from __future__ import annotations

import pytest

from companion.correcting import answered, corrected, taken_over
from companion.rules.board import Piece, Standing, place
from companion.rules.engine import apply
from companion.rules.state import State
from tests.companion.simulated import key, piece
from tests.companion.test_planning import SIX, position


def after(state: State, moves: list[str]) -> State:
    from companion.rules.moves import parse

    for move in moves:
        state = apply(state, parse(move)).state
    return state


@pytest.mark.parametrize(
    ("where", "pieces", "moves"),
    [
        ("2", (), ["correct blue-targi 2 -"]),
        ("2", ("white targi",), ["correct blue-targi 2 -", "correct white-targi - 2"]),
        ("9", ("robber",), ["correct robber - 9"]),
        ("2", ("blue targi",), []),
    ],
)
def test_exactly_these_stand_there(where: str, pieces: tuple[str, ...], moves: list[str]) -> None:
    """After the corrections exactly the pieces named stand on the place, allowed or not."""
    state = position(*SIX[:2])
    wanted = frozenset(piece(name) for name in pieces)
    said = [str(move) for move in corrected(state, place(where), wanted)]
    assert said == moves
    assert frozenset(after(state, said).standing.at(place(where))) == wanted


def test_a_piece_too_many_is_taken_from_where_it_does_not_count() -> None:
    """With all three of a colour out, a fourth place gets the one that is disputed."""
    state = position(*SIX[:4], "place-targi blue 8")
    assert [str(move) for move in corrected(state, place(13), frozenset({piece("blue targi")}))] == [
        "correct blue-targi 8 13"
    ]


@pytest.mark.parametrize(
    ("where", "says", "moves"),
    [
        ("3", "blue targi", ["place-targi blue 3"]),
        ("2", None, ["return-targi blue 2"]),
        ("2x6", "white marker", ["place-marker white 2x6"]),
        ("2", "white targi", ["correct blue-targi 2 -", "correct white-targi - 2"]),
        ("2", "blue targi", []),
    ],
)
def test_an_answer_is_a_move_where_it_can_be(where: str, says: str | None, moves: list[str]) -> None:
    """What a person says of a doubtful place is played as the move it was; only what is none is a correction."""
    stands: Piece | None = piece(says) if says else None
    assert [str(move) for move in answered(position(*SIX[:2]), place(where), stands)] == moves


def test_the_table_taken_over() -> None:
    """After the corrections the game has everything where the table shows it; a piece elsewhere is moved in one."""
    state = position(*SIX[:3])
    table = Standing(
        frozenset(map(key, ("blue targi 2", "blue targi 13", "white targi 6", "white targi 7", "robber 2")))
    )
    moves = [str(move) for move in taken_over(state, table)]
    assert sorted(moves) == [
        "correct blue-targi 3 13",
        "correct robber 1 2",
        "correct white-targi - 7",
        "correct white-targi 5 6",
    ]
    assert after(state, moves).standing == table
