"""What the rules make usual: Targis and markers speak for and against each other, and what is clearly seen stands."""

import pytest

from companion.rules.board import (
    BLUE_MARKER,
    BLUE_TARGI,
    PIECES,
    ROBBER,
    TARGIA,
    WHITE_MARKER,
    WHITE_TARGI,
    Piece,
    cell_of,
    place,
)
from vision.reader import Spot
from vision.usual import counted, lawful

FAINT = 0.2


def at(where: str, piece: Piece, sure: float) -> Spot:
    """A spot in the middle of that place, perhaps that piece."""
    column, row = cell_of(place(where))
    return Spot((float(column), float(row)), tuple(sure if piece == other else 0.0 for other in PIECES))


def faint(where: str, piece: Piece, *others: Spot) -> float:
    """What becomes of a faint sign of that piece in that place, by what the others say."""
    sign = at(where, piece, FAINT)
    return min(
        found.scores[PIECES.index(piece)]
        for found in lawful((sign, *others), ())
        if found.uv == sign.uv and found.scores[PIECES.index(piece)] > 0
    )


@pytest.mark.parametrize(
    ("where", "because"),
    [
        ("4", ()),  # a corner (PLC-3)
        ("3", (at("3", ROBBER, 0.99),)),  # the Robber's card (PLC-2)
        ("3", (at("3", BLUE_TARGI, 0.99),)),  # another Targi's card (PLC-4)
        ("3", (at("9", BLUE_TARGI, 0.99),)),  # opposite one of the other player (PLC-5)
    ],
)
def test_a_faint_targi_is_fainter_where_none_may_be_placed(where: str, because: tuple[Spot, ...]) -> None:
    """PLC-2 to PLC-5; elsewhere it is what it looks like."""
    assert faint(where, WHITE_TARGI, *because) < 0.05
    assert faint("2", WHITE_TARGI, *because) == pytest.approx(FAINT)


@pytest.mark.parametrize("other", [at("9", WHITE_TARGI, 0.99), at("9", ROBBER, 0.99)])
def test_opposite_ones_own_targi_and_the_robber_it_may_stand(other: Spot) -> None:
    """PLC-6, PLC-7: nothing speaks against it."""
    assert faint("3", WHITE_TARGI, other) == pytest.approx(FAINT)


def test_a_faint_marker_is_likelier_where_targis_of_its_colour_cross() -> None:
    """GEO-5, XNG-1: in 2x6 with white Targis on 10 and 14; not with blue ones, nor where only one of them leads."""
    white, blue = ((at("10", targi, 0.99), at("14", targi, 0.99)) for targi in (WHITE_TARGI, BLUE_TARGI))

    assert faint("2x6", WHITE_MARKER, *white) > 0.7
    assert faint("2x6", WHITE_MARKER, *blue) < 0.1
    assert faint("2x5", WHITE_MARKER, *white) < 0.1


def test_a_marker_speaks_for_the_targis_that_cross_there() -> None:
    """GEO-5, XNG-1: a faint white Targi on 14 is likelier with a white marker in its row, unless 6 has one already."""
    marker = at("2x6", WHITE_MARKER, 0.99)

    assert faint("14", WHITE_TARGI, marker) > 0.6
    assert faint("14", BLUE_TARGI, marker) == pytest.approx(FAINT)
    assert faint("14", WHITE_TARGI, marker, at("6", WHITE_TARGI, 0.99)) < 0.3
    assert faint("13", WHITE_TARGI, marker) == pytest.approx(FAINT)


def test_robber_and_targia_speak_for_each_other() -> None:
    """XTGA-1: their numbers make 16; a faint sign of either is likelier there, of a Targia elsewhere less likely."""
    assert faint("11", ROBBER, at("5", TARGIA, 0.99)) > 0.9 > faint("10", ROBBER, at("5", TARGIA, 0.99))
    assert faint("5", TARGIA, at("11", ROBBER, 0.99)) > 0.6
    assert faint("6", TARGIA, at("11", ROBBER, 0.99)) < 0.1


def test_a_robber_is_always_there() -> None:
    """SET-4: a faint sign of him is he where there is no other; beside a sure one it is nothing."""
    assert faint("10", ROBBER) > 0.6
    assert faint("10", ROBBER, at("3", ROBBER, 0.95)) < 0.1


def test_what_looks_like_a_second_robber_is_the_targi_that_it_also_looks_like() -> None:
    """SET-3: there is one; a greyish white Targi is taken for him only while he is not surely seen elsewhere."""
    shaded = Spot((2.0, 4.0), tuple({ROBBER: 0.6, WHITE_TARGI: 0.3}.get(piece, 0.0) for piece in PIECES))
    alone = lawful((shaded,), ())
    both = lawful((shaded, at("3", ROBBER, 0.95)), ())

    assert alone[0].piece == ROBBER
    assert {(found.piece, found.uv) for found in both} == {(ROBBER, (3.0, 0.0)), (WHITE_TARGI, (2.0, 4.0))}


def test_what_is_clearly_seen_stands_allowed_or_not() -> None:
    """A Targi on a corner opposite nothing, two Targis face to face, a marker where nothing crosses."""
    corner, facing = (at("4", WHITE_TARGI, 0.99),), (at("3", WHITE_TARGI, 0.99), at("9", BLUE_TARGI, 0.99))
    marker, robber_gone_on = (at("2x6", BLUE_MARKER, 0.99),), (at("3", ROBBER, 0.99), at("14", TARGIA, 0.99))

    for spots in (corner, facing, marker, robber_gone_on):
        assert all(found.confidence > 0.8 for found in lawful(spots, ()))


def test_no_spots_say_nothing() -> None:
    """An empty table has none."""
    assert lawful((), ()) == ()


BORDER_ROW = [(1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 1.0), (4.0, 2.0), (4.0, 3.0), (1.0, 4.0), (2.0, 4.0)]


def _seen(*sure: tuple[Piece, float]) -> tuple[Spot, ...]:
    """Spots on border cards, each perhaps that piece."""
    return tuple(
        Spot(uv, tuple(value if piece == other else 0.0 for other in PIECES))
        for uv, (piece, value) in zip(BORDER_ROW, sure, strict=False)
    )


def _faint(spots: tuple[Spot, ...], uv: tuple[float, float]) -> float:
    return next(found.confidence for found in counted(spots, ()) if found.uv == uv)


def test_players_place_in_turn_so_their_numbers_are_nearly_alike() -> None:
    """PLC-1: with three blue Targis and one white, a faint white one is likelier than with one blue and one white, and
    a faint blue one, the fourth, is hardly there.
    """
    blue, white = (BLUE_TARGI, 0.99), (WHITE_TARGI, 0.99)
    wanted = _faint(_seen(blue, blue, blue, white, (WHITE_TARGI, 0.3)), BORDER_ROW[4])
    even = _faint(_seen(blue, white, (WHITE_TARGI, 0.3)), BORDER_ROW[2])
    uneven = _faint(_seen(white, white, (WHITE_TARGI, 0.3)), BORDER_ROW[2])
    fourth = _faint(_seen(blue, blue, blue, white, white, (BLUE_TARGI, 0.3)), BORDER_ROW[5])

    assert wanted > 0.5
    assert even == pytest.approx(0.3, abs=0.02)
    assert uneven < 0.2
    assert fourth < 0.05


def test_numbers_are_soft_evidence() -> None:
    """What is clearly seen stands, allowed or not: three against none, and four of one colour."""
    three = counted(_seen(*[(BLUE_TARGI, 0.99)] * 3), ())
    four = counted(_seen(*[(BLUE_TARGI, 0.999)] * 4), ())

    assert all(found.confidence > 0.8 for found in three)
    assert all(found.confidence > 0.8 for found in four)


def test_markers_and_the_centre_are_not_counted() -> None:
    """A marker's sureness, and that of anything in the centre, stay as they are."""
    spots = (Spot((2.0, 2.0), tuple(0.3 * (piece == WHITE_MARKER) for piece in PIECES)), *_seen((BLUE_TARGI, 0.9)))

    assert next(found for found in counted(spots, ()) if found.uv == (2.0, 2.0)) == spots[0]
