"""From spots and surfaces to what stands where."""

import numpy as np
import pytest

from companion.rules.board import (
    BLUE_MARKER,
    BLUE_TARGI,
    PIECES,
    ROBBER,
    TARGIA,
    WHITE_MARKER,
    WHITE_TARGI,
    CardKind,
    Piece,
    border,
    centre,
    dune,
    place,
)
from vision import places, reader
from vision.reader import FRAME, Reading, Spot, Surface

SHAPE = (FRAME.size[1] // reader.STRIDE, FRAME.size[0] // reader.STRIDE)


def empty_reading() -> Reading:
    """A reading of a table with nothing on it."""
    surface = np.zeros((len(Surface), *SHAPE), np.float32)
    surface[Surface.TABLE] = 1
    return Reading(np.zeros((6, *SHAPE), np.float32), np.zeros(SHAPE, np.float32), surface, np.zeros((2, *SHAPE)))


def lay(reading: Reading, surface: Surface, left: float, top: float, right: float, bottom: float) -> None:
    """Lays a card: the surface is sure between these board coordinates."""
    cells = reader.cells_uv()
    inside = (cells[..., 0] > left) & (cells[..., 0] < right) & (cells[..., 1] > top) & (cells[..., 1] < bottom)
    reading.surface[:, inside] = 0
    reading.surface[surface, inside] = 1


@pytest.mark.parametrize(
    ("piece", "uv", "where"),
    [
        (BLUE_TARGI, (1.0, 0.0), "1"),
        (WHITE_TARGI, (3.9, 1.2), "5"),
        (ROBBER, (2.1, -0.7), "2"),  # beside its card, outside the rim
        (ROBBER, (-0.65, 3.1), "13"),
        (ROBBER, (4.0, 0.05), "4"),
        (ROBBER, (1.1, -0.95), "1"),  # a whole figure's width beside its card
        (ROBBER, (1.1, -1.15), "1"),  # and as far below the board as beside it, in millimetres
        (ROBBER, (1.1, -1.3), None),
        (TARGIA, (-0.95, 1.1), "15"),
        (BLUE_TARGI, (1.1, -0.95), None),  # not yet placed
        (BLUE_TARGI, (0.58, 2.0), "14"),  # over the inner edge of its border card
        (BLUE_TARGI, (2.0, 2.0), "2x6"),  # where no Targi belongs, but there it stands
        (BLUE_MARKER, (1.05, 0.95), "1x5"),
        (BLUE_MARKER, (3.0, 0.45), "3x5"),  # over the edge of its central card
        (WHITE_MARKER, (0.0, 2.0), "14"),  # marked by a Fata Morgana of the Bonus-Box
        (WHITE_MARKER, (5.0, 2.0), None),  # a token on the table
        (BLUE_TARGI, (6.0, 2.0), None),
    ],
)
def test_a_base_point_belongs_to_a_place(piece: Piece, uv: tuple[float, float], where: str | None) -> None:
    """The card under the base decides; just beside the rim it is the border card there."""
    assert places.place_of(piece, uv, ()) == (place(where) if where else None)


def test_a_targi_on_a_dune_belongs_to_it() -> None:
    """Only Targis stand on dunes, and only on the card itself."""
    centres = ((-1.2, 1.0), (-1.2, 2.0))

    assert places.place_of(BLUE_TARGI, (-1.3, 2.2), centres) == dune(2)
    assert places.place_of(BLUE_TARGI, (-1.3, 1.6), centres) == dune(2)
    assert places.place_of(BLUE_MARKER, (-1.3, 2.2), centres) is None
    assert places.place_of(ROBBER, (-0.7, 2.1), centres) == border(14)


def test_dunes_are_counted_from_the_top_edge() -> None:
    """Three dunes laid edge to edge in a column are three, the topmost first."""
    reading = empty_reading()
    for top in (0.5, 1.5, 2.5):
        lay(reading, Surface.DUNE, 4.62, top, 5.6, top + 0.97)

    found = places.dunes(reading)

    assert np.allclose(found, [(5.1, 1.0), (5.1, 2.0), (5.1, 3.0)], atol=0.12)


def test_dunes_laid_upright_are_as_many() -> None:
    """Three dunes turned by a quarter, end to end in a column, are three; a figure that stands out over the outline
    changes nothing.
    """
    reading = empty_reading()
    lay(reading, Surface.DUNE, 4.62, -0.3, 5.24, 4.3)
    lay(reading, Surface.DUNE, 5.24, 1.0, 5.5, 1.4)

    assert np.allclose([v for _, v in places.dunes(reading)], [0.47, 2.0, 3.53], atol=0.15)


def test_a_speck_that_looks_like_sand_is_no_dune() -> None:
    """Less than half a card is not counted."""
    reading = empty_reading()
    lay(reading, Surface.DUNE, 4.7, 1.0, 5.0, 1.5)

    assert places.dunes(reading) == ()


def test_a_hand_on_the_board_blocks_and_one_beside_it_does_not() -> None:
    """An arm over a display only does not block."""
    reading = empty_reading()
    reading.hand[2:10] = 1  # above the board

    assert places.covered(reading) == (False, frozenset())

    over = reader.cells_uv()
    reading.hand[(abs(over[..., 0] - 1) < 0.5) & (abs(over[..., 1] - 2) < 0.5)] = 1
    blocked, hidden = places.covered(reading)

    assert blocked
    assert centre(1, 6) in hidden
    assert border(6) not in hidden


def spot(piece: Piece, uv: tuple[float, float], sure: float, rival: Piece | None = None, rival_sure: float = 0) -> Spot:
    """A spot that is so sure of one piece, and so sure of another."""
    return Spot(uv, tuple(sure if p == piece else rival_sure if p == rival else 0.0 for p in PIECES))


def test_there_is_one_robber_and_a_fourth_targi_must_be_sure() -> None:
    """The surest Robber is taken; a fourth blue Targi is asked about unless it is surer than the three."""
    spots = (
        spot(ROBBER, (1, 0), 0.9),
        spot(ROBBER, (3, 0), 0.7),
        *(spot(BLUE_TARGI, (4, row), 0.59) for row in (1, 2, 3)),
        spot(BLUE_TARGI, (2, 4), 0.55),
    )

    standing, doubts = places.standing(spots, (), frozenset())

    assert standing.of(ROBBER) == (border(1),)
    assert standing.of(BLUE_TARGI) == (border(5), border(6), border(7))
    assert [doubt.where for doubt in doubts] == [border(10)]


def test_robber_and_targia_make_sixteen_where_either_could_be() -> None:
    """Of two Robbers about as likely, the one whose number and the Targia's make 16; a clear one stands as seen."""
    targia = spot(TARGIA, (0, 2), 0.8)  # on 14

    near, _ = places.standing((targia, spot(ROBBER, (4, 2), 0.6), spot(ROBBER, (2, 0), 0.55)), (), frozenset())
    clear, _ = places.standing((targia, spot(ROBBER, (4, 2), 0.9), spot(ROBBER, (2, 0), 0.3)), (), frozenset())

    assert near.of(ROBBER) == (border(2),)
    assert clear.of(ROBBER) == (border(6),)


def test_two_colours_about_as_likely_are_asked_about() -> None:
    """A place where blue and white are nearly equal is doubtful."""
    _, doubts = places.standing((spot(WHITE_TARGI, (4, 2), 0.5, BLUE_TARGI, 0.45),), (), frozenset())

    assert [(doubt.where, doubt.says) for doubt in doubts] == [(border(6), WHITE_TARGI)]


def test_what_is_hidden_is_not_read() -> None:
    """No reading from a covered place."""
    spots = (spot(WHITE_TARGI, (1, 0), 0.95),)

    assert places.standing(spots, (), frozenset({border(1)}))[0].pieces == frozenset()


def test_kinds_of_central_cards() -> None:
    """The surface that fills the card's inner part is its kind; a hidden card is unknown."""
    reading = empty_reading()
    lay(reading, Surface.GOODS, 0.52, 0.52, 1.48, 1.48)
    lay(reading, Surface.BACK_TRIBE, 1.52, 0.52, 2.48, 1.48)

    kinds = places.kinds(reading, frozenset({centre(3, 7)}))

    assert kinds[centre(1, 5)] is CardKind.GOODS
    assert kinds[centre(2, 5)] is CardKind.BACK_TRIBE
    assert kinds[centre(2, 6)] is CardKind.EMPTY
    assert kinds[centre(3, 7)] is CardKind.UNKNOWN


def test_one_peak_is_one_piece() -> None:
    """Neighbouring cells of one peak give one spot, at the place of the peak."""
    heat = np.zeros((6, *SHAPE), np.float32)
    heat[1, 40:43, 60:63] = 0.5
    heat[1, 41, 61] = 0.9
    base = empty_reading()

    found = reader.spots(Reading(heat, base.hand, base.surface, base.shift))

    assert [spot.piece for spot in found] == [WHITE_TARGI]
    assert np.allclose(found[0].uv, reader.cells_uv()[41, 61], atol=0.02)


def test_a_second_figure_on_a_card_must_be_sure() -> None:
    """A card holds one Targi as a rule: what may be its shadow is no second one, but one that is seen is told."""
    first = spot(BLUE_TARGI, (2.9, 0.0), 0.95)
    doubtful, _ = places.standing((first, spot(WHITE_TARGI, (3.1, 0.25), 0.4)), (), frozenset())
    seen, _ = places.standing((first, spot(WHITE_TARGI, (3.1, 0.25), 0.8)), (), frozenset())

    assert set(doubtful) == {(BLUE_TARGI, border(3))}
    assert set(seen) == {(BLUE_TARGI, border(3)), (WHITE_TARGI, border(3))}


def test_less_will_do_on_a_border_card_than_where_cards_come_and_go() -> None:
    """On a border card nothing else comes to lie; in the central area a new card's picture can look like a marker."""
    read, _ = places.standing(
        (spot(WHITE_TARGI, (4.0, 1.0), 0.3), spot(WHITE_MARKER, (2.0, 2.0), 0.3)), (), frozenset()
    )

    assert set(read) == {(WHITE_TARGI, border(5))}


def test_what_was_merely_possible_is_not_held_for_the_next_picture() -> None:
    """A card's picture that looks a little like a marker is no surer for being looked at twice."""
    seen, possible = spot(WHITE_TARGI, (4.0, 1.0), 0.3), spot(WHITE_MARKER, (2.0, 2.0), 0.3)
    read, _ = places.standing((seen, possible), (), frozenset())

    assert places.believed((seen, possible), read, ()) == ((WHITE_TARGI, (4.0, 1.0)),)


def test_one_of_many_pictures_asks_otherwise_than_one_alone() -> None:
    """In a film what is new on a border card shows again soon, and what stands in the centre is not lost so easily."""
    on_border, in_centre = spot(WHITE_TARGI, (4, 2), 0.17), spot(WHITE_MARKER, (2, 2), 0.47)
    alone, _ = places.standing((in_centre, on_border), (), frozenset(), places.ALONE)
    followed, _ = places.standing((in_centre, on_border), (), frozenset(), places.FOLLOWED)

    assert alone.pieces == {(WHITE_TARGI, border(6))}
    assert {piece for piece, _ in followed.pieces} == {WHITE_MARKER}


@pytest.mark.parametrize("surface", [Surface.OTHER, Surface.DUNE])
def test_a_figure_on_a_card_beside_the_board_is_on_no_border_card(surface: Surface) -> None:
    """A display that lies against the board: what stands there, and be it a millimetre from the rim, stands in it; on
    the bare table it belongs to the board, and on an open dune to that."""
    reading = empty_reading()
    lay(reading, surface, 1.5, 4.55, 2.5, 5.5)

    assert places.on_other_card(reading, (2.0, 4.65), ())
    assert not places.on_other_card(reading, (3.0, 4.65), ())
    assert not places.on_other_card(reading, (2.0, 4.4), ())
    assert not places.on_other_card(reading, (2.0, 5.1), ((2.0, 5.05),))
