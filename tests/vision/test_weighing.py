"""The reader's heat, the close look, the change since the set-up and the game's ways, weighed together."""

from dataclasses import astuple, fields

import numpy as np
import pytest

from companion.rules.board import BLUE_TARGI, PIECES, ROBBER, WHITE_MARKER, WHITE_TARGI, Piece
from vision.geometry import PITCH_MM, CameraPlace
from vision.places import FOLLOWED
from vision.reader import Spot
from vision.weighing import (
    NEAREST_MM,
    UNCHANGED,
    WEIGHTS,
    Weights,
    held,
    remembered,
    tell,
    weigh,
    worth_a_look,
)

BORDER_UV = (4.0, 1.0)
CENTRE_UV = (2.0, 2.0)
NOTHING_NEW, SOMETHING_NEW = 1.0, 15.0


def spot(uv: tuple[float, float], heat: float = 0.2) -> Spot:
    """A spot that the reader proposes, no piece more than another."""
    return Spot(uv, (heat,) * 6)


def look(nothing: float, **sure: float) -> np.ndarray:
    """The close look at one spot."""
    row = np.full(7, 0.002)
    row[0] = nothing
    for name, value in sure.items():
        row[1 + [str(piece).replace(" ", "_") for piece in PIECES].index(name)] = value
    return (row / row.sum())[None]


def verdict(
    uv: tuple[float, float],
    looked: np.ndarray,
    change: float | None,
    stood: tuple[tuple[Piece, tuple[float, float]], ...] = (),
) -> Spot:
    """The one spot's weighing."""
    return weighed((spot(uv),), looked, None if change is None else (change,), stood)[0]


def weighed(
    spots: tuple[Spot, ...],
    looked: np.ndarray,
    change: tuple[float, ...] | None,
    stood: tuple[tuple[Piece, tuple[float, float]], ...] = (),
    camera: CameraPlace | None = None,
) -> tuple[Spot, ...]:
    """The spots weighed on a table without dunes."""
    told = tell(spots, None if change is None else np.array(change), (), stood)
    return weigh(spots, looked, told, (), camera)


def test_what_is_new_on_a_border_card_is_a_figure() -> None:
    """Even when the close look wavers: the card itself does not change. What looks as before is its own picture."""
    wavering = look(0.6, white_targi=0.4)

    assert verdict(BORDER_UV, wavering, SOMETHING_NEW).confidence > 0.5
    assert verdict(BORDER_UV, wavering, NOTHING_NEW).confidence < 0.2
    assert verdict(BORDER_UV, wavering, SOMETHING_NEW).piece == WHITE_TARGI


def test_what_is_new_beside_the_board_is_told_as_on_it() -> None:
    """Else a figure of the supply would count as one at the rim, where what has come speaks for a figure."""
    at_the_rim, beyond = tell([spot((2.0, 4.6)), spot((2.0, 4.75))], np.array([SOMETHING_NEW] * 2), ())

    assert np.allclose(at_the_rim, beyond)


def test_in_the_centre_a_change_says_less() -> None:
    """New cards come there all the time."""
    wavering = look(0.6, white_marker=0.4)

    gained = verdict(CENTRE_UV, wavering, SOMETHING_NEW).confidence - verdict(CENTRE_UV, wavering, 1.0).confidence
    on_border = (
        verdict(BORDER_UV, look(0.6, white_targi=0.4), SOMETHING_NEW).confidence
        - verdict(BORDER_UV, look(0.6, white_targi=0.4), 1.0).confidence
    )
    assert gained < on_border


def test_a_piece_of_the_set_up_stands_while_nothing_changes() -> None:
    """The Robber still on 1 looks just as before, which is what tells that he is there."""
    unclear = look(0.8, robber=0.15)
    stood = ((ROBBER, BORDER_UV),)

    assert verdict(BORDER_UV, unclear, UNCHANGED / 2, stood).piece == ROBBER
    assert verdict(BORDER_UV, unclear, UNCHANGED / 2, stood).confidence > 0.5
    assert verdict(BORDER_UV, unclear, UNCHANGED / 2).confidence < 0.3


@pytest.mark.parametrize("change", [1.0, 4.0, 6.0, 15.0])
def test_what_is_told_is_linear_in_the_weights(change: float) -> None:
    """On a border card, in the centre and on a dune: they are fitted as weights of features."""
    dune = (5.2, 1.0)
    spots, changes = tuple(spot(uv) for uv in (BORDER_UV, CENTRE_UV, dune)), np.full(3, change)
    units = [Weights(*row) for row in np.eye(len(fields(Weights))).tolist()]

    told = [
        tell(spots, changes, (dune,), (), unit) * value for unit, value in zip(units, astuple(WEIGHTS), strict=True)
    ]

    assert np.allclose(sum(told), tell(spots, changes, (dune,)))


def test_where_nothing_has_changed_nothing_has_come() -> None:
    """In the centre and on a dune too, though there a change says less than on a border card."""
    wavering = look(0.3, white_marker=0.7)

    assert verdict(CENTRE_UV, wavering, NOTHING_NEW).confidence < 0.5 < verdict(CENTRE_UV, wavering, 15.0).confidence


def test_where_a_piece_of_the_set_up_has_gone_a_change_is_no_piece() -> None:
    """The bare card after the Robber has left differs from the set-up too."""
    bare = look(0.93, white_targi=0.05)

    assert verdict(BORDER_UV, bare, SOMETHING_NEW, ((ROBBER, BORDER_UV),)).confidence < 0.3


def test_a_figure_in_the_centre_is_a_marker_unless_it_is_clearly_none() -> None:
    """Of about equal looks the usual piece is taken, a clear Targi stays one, though the rules have none there."""
    assert verdict(CENTRE_UV, look(0.05, white_targi=0.5, white_marker=0.45), SOMETHING_NEW).piece == WHITE_MARKER
    assert verdict(CENTRE_UV, look(0.001, blue_targi=0.99), SOMETHING_NEW).piece == BLUE_TARGI


def test_on_a_border_card_what_looks_like_a_marker_is_a_targi_of_that_colour() -> None:
    """Markers stand in the centre: from above the shapes differ little, the colours do not."""
    seen = verdict(BORDER_UV, look(0.2, white_targi=0.19, white_marker=0.6), SOMETHING_NEW)

    assert seen.piece == WHITE_TARGI
    assert seen.confidence > 0.5


@pytest.mark.parametrize(("apart_mm", "kept"), [(NEAREST_MM - 2, 1), (NEAREST_MM + 2, 2)])
def test_of_two_spots_too_near_each_other_the_surer_is_kept(apart_mm: float, kept: int) -> None:
    """Two pieces cannot stand within each other."""
    spots = (spot((1.0, 1.0), 0.1), spot((1.0 + apart_mm / PITCH_MM[0], 1.0), 0.4))
    looked = np.concatenate([look(0.1, blue_marker=0.9)] * 2)

    found = weighed(spots, looked, None)

    assert len(found) == kept
    assert found[0].uv == spots[1].uv


@pytest.mark.parametrize(("sure", "kept"), [(0.6, 1), (0.99, 2)])
def test_what_would_touch_a_surer_piece_must_be_quite_sure(sure: float, kept: int) -> None:
    """Figures may stand foot to foot, but a second one made out there by half is mostly part of the first."""
    spots = (spot(BORDER_UV, 0.6), spot((BORDER_UV[0] + 18 / PITCH_MM[0], BORDER_UV[1]), 0.3))
    looked = np.concatenate([look(0.001, blue_targi=0.999), look(1 - sure, white_targi=sure)])

    assert len(weighed(spots, looked, (2.0, 2.0))) == kept


@pytest.mark.parametrize(("sure", "kept"), [(0.2, 1), (0.99, 2)])
def test_the_top_of_a_piece_is_no_second_piece(sure: float, kept: int) -> None:
    """A spot behind a surer one, as far as a tall figure leans, is its head, unless it is quite sure itself."""
    camera = CameraPlace((2.0, 8.0), 500.0, 40.0)
    spots = (spot((2.0, 0.3), 0.6), spot((2.0, 0.3 - 25 / PITCH_MM[1]), 0.3))
    looked = np.concatenate([look(0.001, blue_targi=0.999), look(1 - sure, blue_targi=sure)])

    assert len(weighed(spots, looked, (20.0, 20.0), camera=camera)) == kept
    beside = (spots[0], spot((2.0 + 25 / PITCH_MM[0], 0.3), 0.3))
    assert len(weighed(beside, looked, (20.0, 20.0), camera=camera)) == 2


def test_no_spots_no_verdict() -> None:
    """An empty table needs none."""
    assert weighed((), np.zeros((0, 7)), None) == ()
    assert not len(worth_a_look((), tell((), None, ())))


def test_only_what_may_be_a_piece_is_looked_at() -> None:
    """A border card that has not changed and leaves the reader cold holds nothing, whatever it looks like close by; one
    that has changed, or is warm, may.
    """
    cold, warm = spot(BORDER_UV, 0.02), spot((3.0, 0.0), 0.8)
    spots = (cold, cold, warm)
    told = tell(spots, np.array([NOTHING_NEW, SOMETHING_NEW, SOMETHING_NEW]), ())

    assert worth_a_look(spots, told).tolist() == [1, 2]
    assert worth_a_look((cold,), told[:1], [(WHITE_TARGI, BORDER_UV)]).tolist() == [0]  # one stood there just now
    assert verdict(BORDER_UV, look(0.01, white_targi=0.99), NOTHING_NEW).confidence < 0.5


def test_what_stood_there_a_moment_ago_is_trusted_more() -> None:
    """A piece that is hard to see stays when it is as sure as before, and goes when nothing speaks for it any more."""
    faint = Spot(BORDER_UV, (0.0, 0.12, 0.0, 0.0, 0.0, 0.0))
    gone = Spot(BORDER_UV, (0.0, 0.01, 0.0, 0.0, 0.0, 0.0))

    assert held((faint,), ((WHITE_TARGI, BORDER_UV),))[0].confidence > FOLLOWED.on_border
    assert held((gone,), ((WHITE_TARGI, BORDER_UV),))[0].confidence < FOLLOWED.on_border / 2
    assert held((faint,), ((BLUE_TARGI, BORDER_UV),)) == (faint,)
    assert held((faint,), ((WHITE_TARGI, (3.0, 1.0)),)) == (faint,)


def test_a_shadow_however_dark_says_no_more_than_a_piece() -> None:
    """Beyond a point more change is no more evidence."""
    some = verdict(BORDER_UV, look(0.9, white_targi=0.1), 15.0)
    most = verdict(BORDER_UV, look(0.9, white_targi=0.1), 60.0)

    assert most.confidence == pytest.approx(some.confidence)


def test_where_the_robber_surely_stands_no_second_robber_is_seen() -> None:
    """There is one in the game: a white figure in the shade that looks half like him is the white figure."""
    robber_uv = (1.0, 0.0)
    shaded = look(0.3, white_targi=0.3, robber=0.4)
    alone = weighed((spot(BORDER_UV),), shaded, (SOMETHING_NEW,))[0]
    both = weighed(
        (Spot(robber_uv, (0.0, 0.0, 0.9, 0.0, 0.0, 0.0)), spot(BORDER_UV)),
        np.concatenate([look(0.01, robber=0.99), shaded]),
        (SOMETHING_NEW, SOMETHING_NEW),
    )

    assert alone.piece == ROBBER
    assert {(each.piece, each.uv) for each in both} == {(ROBBER, robber_uv), (WHITE_TARGI, BORDER_UV)}


def test_an_arm_that_passes_makes_nothing_forgotten() -> None:
    """A piece not made out for a moment is remembered where it stood, for two seconds; seen again it counts anew, and
    another piece there is not it.
    """
    one, nearly, other = (WHITE_TARGI, (1.0, 4.0)), (WHITE_TARGI, (1.02, 4.02)), (BLUE_TARGI, (1.0, 4.0))
    seen = remembered((), (one,), 10.0)

    assert seen == ((one, 10.0),)
    assert remembered(seen, (), 11.9) == seen
    assert remembered(seen, (), 12.1) == ()
    assert remembered(seen, (nearly,), 11.0) == ((nearly, 11.0),)
    assert remembered(seen, (other,), 11.0) == ((other, 11.0), (one, 10.0))
