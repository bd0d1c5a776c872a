"""The recogniser as a whole, on scenes drawn by our own scene maker and on pictures that are none."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from calibration.profile import Profile
from companion.rules.board import PIECES, ROBBER, TARGIA, Light, border
from vision import board, calibrating
from vision.calibrating import START_SCORE, Calibration, NotFound, calibrate, pose_of, turns_to_16
from vision.finder import WAYS
from vision.geometry import CORNER_UV, Pose, fit
from vision.reader import FRAME, Spot
from vision.recogniser import Recogniser
from vision.training.scenes import Scene, make_table
from vision.training.table import Stand, Table

SEED = 1_000_013


@cache
def table() -> Table:
    """A plain drawn table that was not trained on."""
    return make_table(SEED, (1344, 1008))


@cache
def start() -> Scene:
    """Its set-up: the Robber on 1, no Targis."""
    return table().render((Stand("robber", "1", (1.0, 0.0)),), seed=1)


@cache
def profile() -> Profile:
    """What is learnt from the set-up."""
    made = calibrate(start().image)
    assert isinstance(made, Calibration), made
    return made.profile


def off_in_pitches(corners_px: object, scene: Scene) -> float:
    """The largest error of the four corner cards, in pitches."""
    true = np.array([scene.truth.corners_px[name] for name in ("16", "4", "8", "12")])
    return float(np.abs(np.array(corners_px) - true).max() / (np.linalg.norm(true[1] - true[0]) / 4))


def test_the_board_is_found_and_the_robber_tells_which_corner_is_16() -> None:
    """From the set-up picture alone, all four corner cards within 0.15 of a pitch."""
    made = calibrate(start().image)

    assert isinstance(made, Calibration)
    assert off_in_pitches(made.corners_px, start()) < 0.15


@pytest.mark.parametrize("corner", [(0, 0), (1, 1)])
def test_a_board_far_off_in_a_corner_is_found(corner: tuple[int, int]) -> None:
    """A board that takes up a ninth of the picture's width, at its edge, is found unaided all the same, at the
    calibration and when it went there later."""
    scale, (across, down) = 0.35, corner
    small = cv2.resize(start().image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    picture = np.full_like(start().image, (90, 110, 130))
    left, top = across * (picture.shape[1] - small.shape[1]), down * (picture.shape[0] - small.shape[0])
    picture[top : top + small.shape[0], left : left + small.shape[1]] = small
    true = np.array([start().truth.corners_px[name] for name in ("16", "4", "8", "12")]) * scale + (left, top)
    pitch = np.linalg.norm(true[1] - true[0]) / 4

    made, seen = calibrate(picture), Recogniser(profile()).read(picture)
    later = Recogniser(profile())
    watched = [later.read(shown, second) for second, shown in enumerate((start().image, *[picture] * WAYS))]

    assert isinstance(made, Calibration), made
    assert np.abs(made.corners_px - true).max() < 0.15 * pitch
    assert seen.found
    assert seen.moved
    assert np.abs(np.array(seen.corners_px) - true).max() < 0.15 * pitch
    assert not watched[1].found  # one way a picture: all at once would hold a small machine up
    assert watched[-1].found


def test_a_side_laid_wrong_is_found_out() -> None:
    """A board read a card too narrow, as when a row of cards beside it is taken for its own, is put right."""
    made = calibrate(start().image)
    assert isinstance(made, Calibration)
    right = pose_of(made.profile, (1344, 1008))
    narrow = fit(CORNER_UV, right.to_image(CORNER_UV * (0.75, 1.0)), right.size, lens=False)
    assert narrow is not None
    wrong = board.straighten(start().image, narrow)

    better = board.otherwise(start().image, wrong)

    assert board.score(wrong.reading) < START_SCORE <= board.score(better.reading)
    assert off_in_pitches(better.pose.corners_px, start()) < 0.15


def test_a_turned_picture_has_its_16_turned_too() -> None:
    """Any side up: the same picture upside down is calibrated the other way round."""
    made = calibrate(cv2.rotate(start().image, cv2.ROTATE_180))

    assert isinstance(made, Calibration)
    turned = np.array(start().image.shape[1::-1]) - 1 - made.corners_px
    assert off_in_pitches(turned, start()) < 0.15


def test_a_person_says_which_corner_is_16() -> None:
    """The pixel given decides, against the Robber if need be."""
    corner8 = start().truth.corners_px["8"]

    made = calibrate(start().image, corner16_px=corner8)

    assert isinstance(made, Calibration)
    assert np.linalg.norm(made.corners_px[0] - np.array(corner8)) < 30


def test_what_stands_is_read() -> None:
    """Figures on border cards and markers on central cards, by colour."""
    stands = (
        Stand("robber", "2", (2.0, 0.0)),
        Stand("blue", "5", (4.0, 1.0)),
        Stand("blue", "9", (3.0, 4.0)),
        Stand("white", "13", (0.0, 3.0)),
        Stand("white_marker", "2x6", (2.0, 2.0)),
    )
    scene = table().render(stands, seed=3)

    sighting = Recogniser(profile()).read(scene.image)

    assert sighting.found
    assert not sighting.blocked
    assert not sighting.moved
    assert {(str(piece), str(where)) for piece, where in sighting.standing} == {
        ("robber", "2"),
        ("blue targi", "5"),
        ("blue targi", "9"),
        ("white targi", "13"),
        ("white marker", "2x6"),
    }


def test_a_bump_is_found_again_and_said() -> None:
    """The picture shifted by a fifth of a pitch: the board is followed, ``moved`` said, the Robber still on 1."""
    shift = np.float32([[1, 0, 25], [0, 1, -18]])
    image = cv2.warpAffine(start().image, shift, (1344, 1008), borderMode=cv2.BORDER_REPLICATE)

    sighting = Recogniser(profile()).read(image)

    assert sighting.moved
    assert off_in_pitches(np.array(sighting.corners_px) - [25, -18], start()) < 0.15
    assert sighting.standing.one(ROBBER) == border(1)


def test_a_board_drawn_aside_is_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand or a display in line with the cards can draw the board half a card aside: its border cards tell, in that
    picture, and later where it was taken for the board already."""
    right = pose_of(profile(), (1344, 1008))
    aside = CORNER_UV.copy()
    aside[:2] += (0.0, 0.5)
    wrong = fit(CORNER_UV, right.to_image(aside), right.size, lens=False, k1=right.k1)
    assert wrong is not None
    monkeypatch.setattr(board, "settle", lambda image, pose, reference, **_: board.straighten(image, wrong, reference))
    later = Recogniser(profile())
    later._pose = wrong

    for recogniser in (Recogniser(profile()), later):
        seen = recogniser.read(start().image)
        assert seen.found
        assert off_in_pitches(seen.corners_px, start()) < 0.15


def test_a_camera_turned_half_round_is_recognised_by_the_border_cards() -> None:
    """Upside down, 16 is still where its card lies."""
    sighting = Recogniser(profile()).read(cv2.rotate(start().image, cv2.ROTATE_180))

    assert sighting.moved
    turned = np.array(start().image.shape[1::-1]) - 1 - np.array(sighting.corners_px)
    assert off_in_pitches(turned, start()) < 0.15


def test_another_resolution_of_the_same_camera_is_read() -> None:
    """A profile learnt at one size serves another of the same shape."""
    small = cv2.resize(start().image, (1008, 756), interpolation=cv2.INTER_AREA)

    sighting = Recogniser(profile()).read(small)

    assert sighting.found
    assert not sighting.moved
    assert sighting.standing.one(ROBBER) == border(1)


def test_the_profile_of_another_table_does_not_hinder() -> None:
    """A profile whose board lies elsewhere: the board is found anew and said to have moved."""
    elsewhere = replace(profile(), homography=tuple(np.diag([0.3, 0.3, 1.0]).ravel() * [1, 1, 1, 1, 1, 1, 1, 1, 1]))

    sighting = Recogniser(elsewhere).read(start().image)

    assert sighting.found
    assert sighting.moved


NOISE = np.random.default_rng(2).integers(0, 255, (720, 1280, 3), dtype=np.uint8)
CASES = {
    "black": np.zeros((1008, 1344, 3), np.uint8),
    "white": np.full((1008, 1344, 3), 255, np.uint8),
    "grey": np.full((720, 1280, 3), 128, np.uint8),
    "noise": NOISE,
    "stripes": np.tile(np.array([[0], [255]], np.uint8), (504, 1344))[..., None].repeat(3, axis=2),
    "tiny": np.zeros((8, 8, 3), np.uint8),
    "one line": np.zeros((1, 2000, 3), np.uint8),
    "grey levels only": np.zeros((1008, 1344), np.uint8),
    "none": None,
    "floats": np.zeros((1008, 1344, 3), np.float32),
}


@pytest.mark.parametrize("name", CASES)
def test_a_picture_without_a_board_is_refused_not_guessed(name: str) -> None:
    """Black, white, noise, no picture at all: a reason, never a board, never a crash."""
    made = calibrate(CASES[name])  # type: ignore[arg-type]
    sighting = Recogniser(profile()).read(CASES[name])  # type: ignore[arg-type]

    assert isinstance(made, NotFound)
    assert not sighting.found
    assert sighting.problem


def test_darkness_and_glare_are_named() -> None:
    """Black is too dark, white too bright: not "no board"."""
    assert calibrate(CASES["black"]) is NotFound.TOO_DARK  # type: ignore[arg-type]
    assert calibrate(CASES["white"]) is NotFound.TOO_BRIGHT  # type: ignore[arg-type]
    assert Recogniser(profile()).read(CASES["black"]).light is Light.TOO_DARK  # type: ignore[arg-type]


def test_a_table_without_its_board_is_refused() -> None:
    """The same table with the board's middle painted over as table top is no board."""
    image = start().image.copy()
    corners = np.array([start().truth.corners_px[name] for name in ("16", "4", "8", "12")])
    cv2.fillConvexPoly(
        image, np.round((corners - corners.mean(0)) * 1.5 + corners.mean(0)).astype(np.int32), (90, 80, 70)
    )

    assert isinstance(calibrate(image), NotFound)
    assert not Recogniser(profile()).read(image).found


def test_still_and_moving_are_told_apart() -> None:
    """The same picture twice is still; with a dark thing in it, it moves; a lamp dimmed is still."""
    recogniser = Recogniser(profile())
    recogniser.read(start().image, 0.0)
    changed = start().image.copy()
    changed[300:420, 500:620] = 20
    dimmed = (start().image * 0.8).astype(np.uint8)

    assert recogniser.read(start().image, 0.1).still
    assert not recogniser.read(changed, 0.2).still
    recogniser.read(start().image, 0.3)
    assert recogniser.read(dimmed, 0.4).still


def test_a_set_up_with_other_cards_misleads_nobody() -> None:
    """When the border cards have been laid anew, the picture of the old ones is passed over."""
    scene = table().render((Stand("robber", "2", (2.0, 0.0)), Stand("blue", "9", (3.0, 4.0))), seed=9)
    other = np.random.default_rng(2).integers(0, 255, (44, 80, 3), dtype=np.uint8)
    jpeg = cv2.imencode(".jpg", cv2.resize(other, FRAME.size))[1].tobytes()

    plain = Recogniser(replace(profile(), set_up=b"", stood=())).read(scene.image)
    misled = Recogniser(replace(profile(), set_up=jpeg, stood=())).read(scene.image)

    assert misled.found
    assert misled.standing == plain.standing


def test_the_calibration_is_right_to_a_few_millimetres() -> None:
    """Cards lie loosely by a millimetre or two; the board as a whole is known better than 4 % of a pitch."""
    made = calibrate(start().image)

    assert isinstance(made, Calibration)
    assert off_in_pitches(made.corners_px, start()) < 0.04


def standing(u: float, v: float, **sure: float) -> Spot:
    """A spot where pieces are that sure."""
    names = ("blue targi", "white targi", "robber", "targia", "blue marker", "white marker")
    assert [str(piece) for piece in PIECES] == list(names)
    return Spot((u, v), tuple(sure.get(name.split()[0] + "_targi" * name.endswith("targi"), 0.0) for name in names))


def turned_half(spot: Spot) -> Spot:
    """The same spot when the board lies the other way round."""
    return Spot((4 - spot.uv[0], 4 - spot.uv[1]), spot.scores)


@pytest.mark.parametrize(
    "seen",
    [
        [standing(1.0, 0.0, robber=0.9)],
        [standing(1.0, 0.0, white_targi=0.9, robber=0.05)],
        [standing(1.0, 0.0, white_targi=0.6), standing(0.0, 1.0, targia=0.97), standing(3.0, 4.0, robber=0.5)],
        [standing(1.0, 0.0, robber=0.9), standing(4.0, 1.0, targia=0.5), standing(0.0, 3.0, targia=0.5)],
        [standing(-0.6, 1.0, targia=0.9)],
        [standing(1.0, -0.2, robber=0.9), standing(2.7, 5.1, blue_targi=0.99)],
    ],
    ids=[
        "robber",
        "taken-for-a-targi",
        "both-against-a-doubt",
        "tokens-at-a-long-side",
        "targia-alone",
        "supply-beside",
    ],
)
@pytest.mark.parametrize("turns", [0, 2])
def test_what_stands_at_the_set_up_tells_which_corner_is_16(seen: list[Spot], turns: int) -> None:
    """Robber on 1 and Targia on 15, read well or not, from both sides of the table."""
    here = seen if turns == 0 else [turned_half(spot) for spot in seen]

    assert turns_to_16(start_pose(), here, here) == turns


@pytest.mark.parametrize(
    "seen",
    [
        [],
        [standing(1.0, 0.0, robber=0.06)],
        [standing(1.0, 0.0, robber=0.6), standing(3.0, 4.0, robber=0.5)],
        [standing(2.0, 0.0, robber=0.9), standing(0.0, 2.0, targia=0.9)],
    ],
    ids=["nothing", "a-shadow", "one-at-each-end", "a-game-gone-on"],
)
def test_without_a_clear_set_up_the_players_are_asked_for_the_corner(seen: list[Spot]) -> None:
    """A board read the wrong way round would be wrong in silence."""
    assert turns_to_16(start_pose(), seen, seen) is None


def start_pose() -> Pose:
    """The drawn table's pose."""
    return pose_of(profile(), (1344, 1008))


@pytest.mark.parametrize("dunes", [(), ((5.2, 1.0),)])
def test_who_stands_at_every_set_up_stood_where_the_likeliest_sign_is(
    monkeypatch: pytest.MonkeyPatch, dunes: tuple[tuple[float, float], ...]
) -> None:
    """However faint: the Robber is on 1, and where dunes lie the Targia on 15 (clauses SET-4, XSET-4); without dunes
    nothing so faint is she."""
    faint = [Spot(uv, tuple(0.2 if piece == which else 0.01 for piece in PIECES)) for which, uv in (
        (ROBBER, (1.1, 0.1)), (TARGIA, (0.0, 0.9)), (ROBBER, (3.0, 0.0)),
    )]  # fmt: skip
    monkeypatch.setattr(calibrating.spotting, "proposed", lambda seen: tuple(faint))
    monkeypatch.setattr(calibrating.spotting, "weighed", lambda image, seen, spots: ())
    monkeypatch.setattr(calibrating.places, "dunes", lambda reading: dunes)
    seen = board.straighten(start().image, pose_of(profile(), (1344, 1008)))

    stood = dict(calibrating._standing_at(start().image, seen))

    assert stood == {ROBBER: (1.1, 0.1), **({TARGIA: (0.0, 0.9)} if dunes else {})}
