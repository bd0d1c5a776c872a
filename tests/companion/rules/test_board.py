"""The names of places, what lies opposite what, and where lanes cross."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.board import (
    BLUE_TARGI,
    BORDER,
    CENTRE,
    CORNERS,
    PIECE_COUNTS,
    WHITE_TARGI,
    Colour,
    Piece,
    PieceKind,
    Place,
    Standing,
    border,
    cell_of,
    centre,
    clockwise,
    crossings,
    dune,
    opposite,
    place,
    place_at,
)

LANES = [where for where in BORDER if where not in CORNERS]


@pytest.mark.clause("GEO-1", "GEO-2")
def test_border_cards_run_clockwise_from_16_at_the_top_left() -> None:
    """Top row 16 1 2 3 4, right column 5 6 7, bottom row from the right 8 to 12, left column from below 13 14 15."""
    grid = {cell_of(where): where.number for where in BORDER}
    assert [grid[column, 0] for column in range(5)] == [16, 1, 2, 3, 4]
    assert [grid[4, row] for row in range(1, 4)] == [5, 6, 7]
    assert [grid[column, 4] for column in (4, 3, 2, 1, 0)] == [8, 9, 10, 11, 12]
    assert [grid[0, row] for row in (3, 2, 1)] == [13, 14, 15]
    assert [where.number for where in CORNERS] == [4, 8, 12, 16]
    assert clockwise(border(16)) == border(1)
    assert clockwise(border(1), -2) == border(15)


@pytest.mark.clause("GEO-3")
def test_opposite_pairs() -> None:
    """1-11, 2-10, 3-9 are columns, 5-15, 6-14, 7-13 rows; corners, dunes and central places have none."""
    pairs = {(one.number, other.number) for one in BORDER if (other := opposite(one)) and one < other}
    assert pairs == {(1, 11), (2, 10), (3, 9), (5, 15), (6, 14), (7, 13)}
    assert {opposite(where) for where in (*CORNERS, dune(1), centre(1, 5))} == {None}


@pytest.mark.clause("GEO-4")
def test_central_places_are_named_by_column_and_row() -> None:
    """1x5 is the top-left central place, 3x7 the bottom-right one."""
    assert cell_of(centre(1, 5)) == (1, 1)
    assert cell_of(centre(3, 7)) == (3, 3)
    assert [str(where) for where in CENTRE] == ["1x5", "2x5", "3x5", "1x6", "2x6", "3x6", "1x7", "2x7", "3x7"]


@pytest.mark.clause("GEO-5", "XNG-4")
@pytest.mark.parametrize(
    ("targis", "expected"),
    [
        ((2, 13), ["2x7"]),
        ((10, 7), ["2x7"]),
        ((1, 2, 5), ["1x5", "2x5"]),
        ((11, 14, 15), ["1x5", "1x6"]),
    ],
)
def test_a_crossing_joins_a_column_lane_and_a_row_lane(targis: tuple[int, ...], expected: list[str]) -> None:
    """Either end of a lane will do; three different lanes, two of one direction, give two crossings."""
    assert [str(where) for where in crossings(map(border, targis))] == expected


@pytest.mark.clause("XNG-2")
def test_opposite_own_targis_leave_one_crossing() -> None:
    """Two own Targis across from each other mark the same lane."""
    assert crossings([border(2), border(10), border(7)]) == (centre(2, 7),)


@pytest.mark.clause("XNG-3")
@pytest.mark.parametrize("targis", [(1, 2, 3), (1, 11, 3), (5, 6, 7), (13, 14, 7)])
def test_parallel_lanes_never_cross(targis: tuple[int, ...]) -> None:
    """Three Targis all on columns, or all on rows, have no crossing."""
    assert crossings(map(border, targis)) == ()


@pytest.mark.clause("XNG-2", "XNG-3", "XNG-4")
def test_three_targis_on_the_border_have_at_most_two_crossings() -> None:
    """None when all lanes are parallel, one when two are opposite, else two: true of all 220 ways to stand."""
    for targis in combinations(LANES, 3):
        across = any(opposite(one) in targis for one in targis)
        columns = sum(cell_of(where)[1] in (0, 4) for where in targis)
        expected = 0 if columns in (0, 3) else 1 if across else 2
        assert len(crossings(targis)) == expected, targis


@pytest.mark.clause("XDUN-3")
def test_a_targi_on_a_dune_crosses_nothing() -> None:
    """With one of three on a dune at most one crossing is left, with two none."""
    assert crossings([dune(1), border(2), border(7)]) == (centre(2, 7),)
    assert crossings([dune(1), dune(2), border(7)]) == ()


@pytest.mark.clause("SET-3")
def test_the_pieces_of_a_player() -> None:
    """Each player has three Targis and two tribe markers."""
    for colour in Colour:
        assert PIECE_COUNTS[Piece(PieceKind.TARGI, colour)] == 3
        assert PIECE_COUNTS[Piece(PieceKind.MARKER, colour)] == 2


@given(
    st.one_of(st.sampled_from(BORDER + CENTRE), st.integers(min_value=1, max_value=99).map(dune)),
)
def test_places_read_back(where: Place) -> None:
    """A place's text names that place again."""
    assert place(str(where)) == where
    assert place(where.json) == where


@pytest.mark.parametrize(
    ("make", "numbers", "named"),
    [
        (border, (0,), "0"),
        (border, (17,), "17"),
        (centre, (0, 5), "0x5"),
        (centre, (4, 5), "4x5"),
        (centre, (1, 4), "1x4"),
        (centre, (3, 8), "3x8"),
        (dune, (0,), "0"),
        (place_at, (5, 0), "column 5, row 0"),
        (place_at, (0, -1), "column 0, row -1"),
    ],
)
def test_a_place_that_is_not_is_refused_by_its_name(
    make: Callable[..., Place], numbers: tuple[int, ...], named: str
) -> None:
    """Just outside border, middle, dunes and board: the error says which place was meant."""
    with pytest.raises(ValueError, match=rf"(^|\s){named}\b"):
        make(*numbers)


@pytest.mark.clause("XDUN-3")
def test_a_dune_lies_beside_the_board() -> None:
    """It has neither column nor row, and nothing lies opposite."""
    assert opposite(dune(1)) is None
    with pytest.raises(ValueError, match="dune:1 is no place of the 5x5 board"):
        cell_of(dune(1))


@given(st.sets(st.sampled_from(BORDER + CENTRE), max_size=3))
def test_where_pieces_stand_is_sorted(places: set[Place]) -> None:
    """Border numbers first, then the middle, whatever order a picture gives; what is not there once is not one."""
    standing = Standing(frozenset((BLUE_TARGI, where) for where in places))
    assert standing.of(BLUE_TARGI) == tuple(sorted(places, key=lambda where: (where.kind, where.number)))
    assert standing.of(WHITE_TARGI) == ()
    assert standing.one(BLUE_TARGI) == (min(places) if len(places) == 1 else None)


@pytest.mark.parametrize("text", ["0", "17", "4x5", "1x4", "x", "", "dune:0", "dune:", "1x5 ", "07", True])
def test_what_names_no_place_is_refused(text: str) -> None:
    """Anything else is a ValueError that says what may be written."""
    with pytest.raises(ValueError, match=r"place|border"):
        place(text)
