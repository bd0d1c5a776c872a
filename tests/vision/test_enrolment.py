"""The table's own pieces, learnt from a drawn picture that shows one of each."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from calibration.profile import OwnPieces, Profile
from companion.rules.board import PIECES, ROBBER, SHOWN_AT, TARGIA, WHITE_MARKER, WHITE_TARGI, Piece, PieceKind, border
from vision import enrolment, figures
from vision.calibrating import Calibration, NotFound, calibrate
from vision.enrolment import Missing
from vision.geometry import Array
from vision.recogniser import Recogniser
from vision.training.scenes import Scene, make_table
from vision.training.table import Stand, Table

SEED = 1_000_013


@cache
def table() -> Table:
    """A plain drawn table of a base game that was not trained on."""
    return make_table(SEED, (1344, 1008))


def pictured(without: tuple[Piece, ...] = (), **instead: str) -> Scene:
    """One of each where it is shown, at the middle of its card; ``instead``: by place, another kind there."""
    standing = []
    for piece, where in SHOWN_AT.items():
        if piece != TARGIA and piece not in without:
            kind = f"{piece.colour}_marker" if piece.kind is PieceKind.MARKER else str(piece.colour or piece.kind)
            kind = instead.get(f"at_{where}", kind)
            standing.append(Stand(kind, str(where), (float(where.column), float(where.row)), 0.3))
    if "at_15" in instead:
        standing.append(Stand(instead["at_15"], None, (-0.62, 1.0), 0.3))
    return table().render(standing, seed=3)


@cache
def profile() -> Profile:
    """What is learnt from the set-up."""
    made = calibrate(table().render((Stand("robber", "1", (1.0, 0.0)),), seed=1).image)
    assert isinstance(made, Calibration), made
    return made.profile


@cache
def knowing() -> Profile:
    """The same with the pieces shown."""
    learnt = Recogniser(profile()).shown(pictured().image)
    assert isinstance(learnt, Profile), learnt
    return learnt


def test_shown_pieces_are_learnt_and_read_as_what_they_are() -> None:
    """With what was learnt each is read where it stands, and the profile is otherwise the same."""
    assert replace(knowing(), own=None) == profile()
    seen = Recogniser(knowing()).read(pictured().image)

    assert seen.standing.pieces == {(piece, where) for piece, where in SHOWN_AT.items() if piece != TARGIA}


@pytest.mark.parametrize("piece", [WHITE_TARGI, WHITE_MARKER])
def test_a_piece_that_is_not_shown_is_missing(piece: Piece) -> None:
    """It is named, and nothing is learnt."""
    assert Recogniser(profile()).shown(pictured(without=(piece,)).image) == Missing((piece,))


@pytest.mark.parametrize(
    "instead",
    [
        {"at_2": "white", "at_10": "blue"},
        {"at_2": "white"},
        {"at_10": "blue"},
        {"at_1": "white", "at_10": "robber"},
        {"at_1x5": "white_marker", "at_3x7": "blue_marker"},
    ],
)
def test_pieces_that_are_others_are_missing(instead: dict[str, str]) -> None:
    """Swapped, or two of one colour: they would be learnt as each other."""
    learnt = Recogniser(profile()).shown(pictured(**instead).image)

    assert isinstance(learnt, Missing)
    assert {str(SHOWN_AT[piece]) for piece in learnt.pieces} & {name.removeprefix("at_") for name in instead}


def test_the_supply_beside_15_is_not_learnt_as_the_targia() -> None:
    """A white Targi of the supply by card 15, in a base game: white stays white."""
    learnt = Recogniser(profile()).shown(pictured(at_15="white").image)
    assert isinstance(learnt, Profile)
    placed = table().render((Stand("robber", "1", (1.0, 0.0)), Stand("white", "9", (3.0, 4.0))), seed=5)

    seen = Recogniser(learnt).read(placed.image)

    assert seen.standing.pieces == {(ROBBER, border(1)), (WHITE_TARGI, border(9))}


def test_nothing_is_learnt_where_there_is_no_board() -> None:
    """An empty picture, an empty table: why, and no error."""
    assert Recogniser(profile()).shown(np.zeros((0, 0, 3), np.uint8)) is NotFound.NO_PICTURE
    assert Recogniser(profile()).shown(np.full((1008, 1344, 3), 120, np.uint8)) is NotFound.NO_BOARD


def test_what_was_learnt_tells_which_piece_and_not_whether_one_stands_there() -> None:
    """How likely nothing stands at a spot stays; the pieces' shares of the rest go to the piece that was learnt."""
    looks = np.random.default_rng(2).uniform(0, 2, (5, 96)).astype(np.float32)
    own: Array = np.zeros((97, len(PIECES)))
    own[96, PIECES.index(WHITE_TARGI)] = 3.0
    plain, learnt = figures.which(looks), figures.which(looks, own)

    assert np.allclose(learnt[:, 0], plain[:, 0])
    assert np.allclose(learnt.sum(axis=1), 1)
    odds = learnt[:, 1:] / learnt[:, 1:2] / (plain[:, 1:] / plain[:, 1:2])
    wanted = np.where(np.arange(len(PIECES)) == PIECES.index(WHITE_TARGI), np.exp(3.0), 1.0)
    assert np.allclose(odds, wanted, rtol=1e-4)


def test_the_fit_puts_right_what_the_network_takes_for_another() -> None:
    """Two pieces whose looks differ, both named as the first: learnt, each is named as itself; what is named well
    already stays nearly as it is."""
    looks = np.zeros((40, 96), np.float32)
    looks[20:, 0] = 1.0
    answers, wanted = np.zeros((40, 6)), np.array([0] * 20 + [2] * 20)
    answers[:, 0] = 2.0
    weights = enrolment._fitted(looks, answers, wanted, np.ones(40))
    said = answers + looks @ weights[:-1] + weights[-1]
    answers[:20, 0], answers[20:, 2] = 9.0, 12.0
    little = enrolment._fitted(looks, answers, wanted, np.ones(40))

    assert (said.argmax(axis=1) == wanted).all()
    assert np.abs(little).max() < 0.3 * np.abs(weights).max()


@pytest.mark.parametrize(
    "own",
    [
        None,
        OwnPieces(np.ones(97 * 6, np.float16).tobytes(), "another"),
        OwnPieces(bytes(14), enrolment.network_mark()),
        OwnPieces(bytes(13), enrolment.network_mark()),
        OwnPieces(np.full(97 * 6, np.nan, np.float16).tobytes(), enrolment.network_mark()),
    ],
)
def test_what_does_not_fit_the_network_is_passed_over(own: OwnPieces | None) -> None:
    """Nothing shown, shown to another network, or a damaged file: read as without it."""
    assert enrolment.weights_of(own) is None
    assert Recogniser(replace(profile(), own=own)).read(pictured().image).found
