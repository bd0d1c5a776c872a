"""Board coordinates to pixels and back, the fit of a pose, and the camera's place."""

import numpy as np
import pytest

from vision.geometry import CORNER_UV, PITCH_MM, Frame, Pose, all_apart_mm, apart_mm, camera_place, fit, warp

SIZE = (1344, 1008)


def pinhole(
    tilt_degrees: float,
    turn_degrees: float,
    height_mm: float,
    focal: float = 1.25,
    k1: float = 0.0,
    pitch_mm: tuple[float, float] = PITCH_MM,
) -> Pose:
    """A board seen by a camera whose axis meets the table at the board's centre, computed from first principles."""
    tilt, turn = np.radians([tilt_degrees, turn_degrees])
    around = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    rotation = lean @ around
    distance = height_mm / np.cos(tilt)
    mm = np.array([[pitch_mm[0], 0, -2 * pitch_mm[0]], [0, pitch_mm[1], -2 * pitch_mm[1]], [0, 0, 1]])
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, distance]]) @ mm
    return Pose(np.diag([focal, focal, 1.0]) @ plane, SIZE, k1)


@pytest.mark.parametrize("k1", [-0.25, 0.0, 0.1])
def test_pixels_lead_back_to_the_board(k1: float) -> None:
    """Through the lens and back is where it came from."""
    pose = pinhole(30, 200, 700, k1=k1)
    points = np.random.default_rng(1).uniform(-0.5, 4.5, (50, 2))

    assert np.allclose(pose.to_board(pose.to_image(points)), points, atol=1e-4)


@pytest.mark.parametrize(("tilt", "turn", "k1"), [(0, 0, 0.0), (45, 90, -0.15), (20, 183, 0.05)])
def test_a_pose_is_fitted_through_wrong_points(tilt: float, turn: float, k1: float) -> None:
    """A fifth of the points far off does not move the pose by more than half a pixel."""
    chance = np.random.default_rng(3)
    true = pinhole(tilt, turn, 800, k1=k1)
    points = chance.uniform(-0.5, 4.5, (150, 2))
    pixels = true.to_image(points) + chance.normal(0, 0.5, (150, 2))
    pixels[:30] += chance.uniform(-200, 200, (30, 2))

    found = fit(points, pixels, SIZE)

    assert found is not None
    assert np.abs(found.corners_px - true.corners_px).max() < 0.8


def test_no_pose_from_too_few_points() -> None:
    """Three points fix no homography."""
    assert fit(CORNER_UV[:3], CORNER_UV[:3] * 100, SIZE) is None


@pytest.mark.parametrize(("tilt", "height", "focal"), [(25, 600, 1.25), (40, 900, 1.0), (35, 1200, 2.0)])
def test_the_cameras_place_follows_from_an_oblique_view(tilt: float, height: float, focal: float) -> None:
    """Foot, height and tilt come out of the homography alone, the focal length unknown."""
    place = camera_place(pinhole(tilt, 10, height, focal))

    turn = np.radians(10)
    away = height * np.tan(np.radians(tilt))
    foot_mm = -away * np.array([np.sin(turn), np.cos(turn)])
    assert place.height_mm == pytest.approx(height, rel=0.08)
    assert place.tilt_degrees == pytest.approx(tilt, abs=3)
    assert np.allclose((np.array(place.foot_uv) - 2) * PITCH_MM, foot_mm, atol=0.1 * height)


@pytest.mark.parametrize("gap", [2, 5, 8])
@pytest.mark.parametrize("focal", [1.0, 1.2, 1.4])
@pytest.mark.parametrize("tilt", [4, 9, 14])
def test_gaps_between_the_cards_hardly_move_the_cameras_foot(tilt: float, focal: float, gap: float) -> None:
    """From nearly above, wide or narrow gaps must not pass for another lens: the top of a piece 40 mm high is looked
    for within 6 mm of where it is.
    """
    height = 700.0
    pitch = (91.0 + gap, 59.0 + gap)
    place = camera_place(pinhole(tilt, 25, height, focal, pitch_mm=pitch))

    turn = np.radians(25)
    foot_mm = -height * np.tan(np.radians(tilt)) * np.array([np.sin(turn), np.cos(turn)])
    corners_mm = (CORNER_UV - 2) * np.array(pitch)
    true = (corners_mm - foot_mm) * 40 / (height - 40)
    found = (CORNER_UV - np.array(place.foot_uv)) * PITCH_MM * 40 / (place.height_mm - 40)
    assert np.linalg.norm(found - true, axis=1).max() < 6.0


def test_turning_names_another_corner_16() -> None:
    """After a quarter turn the corner that was 4 is 16, and all turns bring it back."""
    pose = pinhole(10, 0, 700)

    assert np.allclose(pose.turned(1).corners_px, np.roll(pose.corners_px, -1, axis=0))
    assert np.allclose(pose.turned(4).corners_px, pose.corners_px)


def test_a_mirrored_board_is_not_sound() -> None:
    """No camera sees the numbers run counterclockwise."""
    pose = pinhole(10, 0, 700)
    mirrored = Pose(pose.homography @ np.array([[-1.0, 0, 4], [0, 1, 0], [0, 0, 1]]), SIZE)

    assert pose.sound()
    assert not mirrored.sound()


def test_a_straightened_picture_shows_each_board_point_at_its_place() -> None:
    """A spot painted in the picture appears at the frame's pixel for its board point."""
    pose = pinhole(30, 170, 700, k1=-0.1)
    frame = Frame((-1.0, -1.0), (80.0, 60.0), (480, 360))
    image = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    for point in ([0.3, 0.4], [3.6, 2.2]):
        x, y = np.round(pose.to_image(np.array([point]))[0]).astype(int)
        image[y - 4 : y + 5, x - 4 : x + 5] = 255
        straight = warp(pose, frame).apply(image)
        rows, columns = np.nonzero(straight[..., 0] > 120)
        seen = frame.to_uv(np.array([[columns.mean(), rows.mean()]]))[0]
        image[:] = 0

        assert np.allclose(seen, point, atol=0.03)


def test_how_far_points_lie_apart_is_in_mm_on_the_table() -> None:
    """One pitch across and one down, each with each."""
    ones, others = [(0.0, 0.0), (4.0, 4.0)], [(1.0, 0.0), (0.0, 1.0), (0.0, 0.0)]

    assert all_apart_mm(ones, others)[0] == pytest.approx([*PITCH_MM, 0.0])
    assert all_apart_mm(ones, others)[1, 2] == pytest.approx(apart_mm(ones[1], others[2]))
    assert all_apart_mm(ones, []).shape == (2, 0)
