"""Crops along the lean, and naming what stands there."""

import cv2
import numpy as np
import pytest

from tests.vision.test_geometry import SIZE, pinhole
from vision import figures
from vision.board import straighten
from vision.geometry import PITCH_MM, camera_place, warp
from vision.reader import FRAME, Spot


@pytest.mark.parametrize("turn", [0, 75, 180, 260])
@pytest.mark.parametrize("uv", [(0.0, 0.0), (4.0, 2.0), (1.0, 4.0)])
def test_a_spot_lies_at_the_base_and_its_top_above_it(turn: float, uv: tuple[float, float]) -> None:
    """Whatever side the camera is on, things rise upwards in the crop: a spot nearer the camera's foot lies below."""
    pose = pinhole(35, turn, 700)
    camera = camera_place(pose)
    away = (np.array(uv) - np.array(camera.foot_uv)) * PITCH_MM
    further = np.array(uv) + 20 * away / np.linalg.norm(away) / PITCH_MM
    image = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    base_px, top_px = pose.to_image(np.array([uv, further]))
    cv2.circle(image, tuple(int(v) for v in np.round(base_px)), 3, (255, 0, 0), -1)
    cv2.circle(image, tuple(int(v) for v in np.round(top_px)), 3, (0, 0, 255), -1)

    [crop] = figures.crops(image, pose, figures.windows(camera, np.array(uv)))

    base = np.argwhere(crop[..., 0] > 120).mean(axis=0)[::-1]
    top = np.argwhere(crop[..., 2] > 120).mean(axis=0)[::-1]
    assert np.allclose(base, figures.BASE, atol=1.2)
    assert np.allclose(top, np.array(figures.BASE) - [0, 20 / figures.MM_A_PIXEL], atol=1.5)


def test_straight_below_the_camera_there_is_a_crop_too() -> None:
    """Where nothing leans the crop still has its size and no hole."""
    pose = pinhole(0, 0, 700)

    [crop] = figures.crops(
        np.full((SIZE[1], SIZE[0], 3), 90, np.uint8), pose, figures.windows(camera_place(pose), np.array((2.0, 2.0)))
    )

    assert crop.shape == (figures.SIZE[1], figures.SIZE[0], 3)
    assert (crop == 90).all()


def test_a_look_says_how_likely_each_piece_is() -> None:
    """For each spot the odds of nothing and the six pieces, which add up to one; for no spots none."""
    pose = pinhole(20, 0, 700)
    image = np.random.default_rng(1).integers(60, 90, (SIZE[1], SIZE[0], 3), dtype=np.uint8)
    spots = tuple(Spot((u / 10, 1.0), (0.5,) * 6) for u in range(figures.BATCH + 3))

    looked = figures.look(image, straighten(image, pose), spots)

    assert looked.shape == (len(spots), 7)
    assert np.allclose(looked.sum(axis=1), 1, atol=1e-5)
    assert figures.look(image, straighten(image, pose), ()).shape == (0, 7)


@pytest.mark.parametrize("turn", [0, 130])
def test_the_crop_of_the_set_up_shows_the_same_spot(turn: float) -> None:
    """A mark on the table lies at the same pixel of both crops, so that only what has come since then differs."""
    pose = pinhole(25, turn, 700)
    image = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    cv2.circle(image, tuple(int(v) for v in np.round(pose.to_image(np.array([(1.1, 2.9)]))[0])), 4, (255, 255, 255), -1)
    around = figures.windows(camera_place(pose), np.array((1.0, 3.0)))

    [now] = figures.crops(image, pose, around)
    [before] = figures.crops_before(warp(pose, FRAME).apply(image), around)

    marks = [np.argwhere(crop[..., 0] > 120).mean(axis=0) for crop in (now, before)]
    assert np.allclose(marks[0], marks[1], atol=1.0)


def test_without_a_set_up_the_second_half_of_the_input_is_empty() -> None:
    """The network is told that nothing is known of how the spot looked before."""
    pose = pinhole(20, 0, 700)
    image = np.random.default_rng(1).integers(0, 255, (SIZE[1], SIZE[0], 3), dtype=np.uint8)
    seen = straighten(image, pose)

    without = figures.inputs(image, seen, [(1.0, 1.0)])
    with_it = figures.inputs(image, straighten(image, pose, seen.picture), [(1.0, 1.0)])

    assert not without[:, 3:].any()
    assert np.array_equal(without[:, :3], with_it[:, :3])
    assert np.abs(with_it[:, 3:]).mean() > 0.1
