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


class Network:
    """Stands in for the network: counts the crops it is shown, and is as sure as told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, sure: float = 0.99) -> None:
        self.shown, self.sure = 0, sure
        monkeypatch.setattr(figures, "looks", lambda inputs: inputs)
        monkeypatch.setattr(figures, "which", self.named)

    def named(self, looked: np.ndarray, own: np.ndarray | None) -> np.ndarray:
        self.shown += len(looked)
        said = np.full((len(looked), 7), (1 - self.sure) / 6)
        said[:, 0] = self.sure
        return said

    def looks_at(self, looks: figures.Looks, image: np.ndarray, seconds: float, spots: tuple[Spot, ...]) -> int:
        """How many crops it is shown for a look."""
        before = self.shown
        looks.look(image, straighten(image, pinhole(20, 0, 700), SET_UP), spots, seconds)
        return self.shown - before


SET_UP = np.full((*FRAME.size[::-1], 3), 120, np.uint8)
PLACES = tuple(Spot((float(u), 1.0), (0.5,) * 6) for u in range(4))


def grainy(seed: int) -> np.ndarray:
    """A picture of a table of one colour, with a camera's grain."""
    return np.random.default_rng(seed).normal(120, 5, (SIZE[1], SIZE[0], 3)).clip(0, 255).astype(np.uint8)


def test_a_spot_that_looks_as_before_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Grain is no change, nor is a base that the reader has a little aside; half a second later all is looked at."""
    network, looks = Network(monkeypatch), figures.Looks()
    aside = tuple(Spot((spot.uv[0] + 0.01, spot.uv[1]), spot.scores) for spot in PLACES)

    assert network.looks_at(looks, grainy(1), 0.0, PLACES) == 4
    assert network.looks_at(looks, grainy(2), 0.15, PLACES) == 0
    assert network.looks_at(looks, grainy(3), 0.3, aside) == 0
    assert network.looks_at(looks, grainy(4), figures.KEPT_SECONDS, PLACES) == 4


@pytest.mark.parametrize("lighter", [14, -40])
def test_what_comes_to_a_spot_is_looked_at(monkeypatch: pytest.MonkeyPatch, lighter: int) -> None:
    """A white marker on a pale card is hardly lighter than it, and a centimetre wide."""
    network, looks, pose = Network(monkeypatch), figures.Looks(), pinhole(20, 0, 700)
    network.looks_at(looks, grainy(1), 0.0, PLACES)
    image = grainy(2).astype(int)
    (x, y), (beside, _) = pose.to_image(np.array([(2.0, 1.0), (2.0 + 10 / PITCH_MM[0], 1.0)])).round().astype(int)
    reach = (beside - x) // 2
    image[y - reach : y + reach, x - reach : x + reach] += lighter

    assert network.looks_at(looks, image.clip(0, 255).astype(np.uint8), 0.2, PLACES) == 1


def test_a_look_that_was_not_sure_is_taken_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Held, it would be the same mistake in picture after picture; the next one may tell better."""
    network, looks = Network(monkeypatch, sure=figures.KEPT_SURE - 0.02), figures.Looks()

    assert [network.looks_at(looks, grainy(seed), seed / 10, PLACES) for seed in range(3)] == [4, 4, 4]


def test_with_another_set_up_all_is_looked_at_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """The network is shown the set-up too: another card in it is another question."""
    network, looks, image = Network(monkeypatch), figures.Looks(), grainy(1)
    network.looks_at(looks, image, 0.0, PLACES)

    looks.look(image, straighten(image, pinhole(20, 0, 700), SET_UP.copy()), PLACES, 0.1)

    assert network.shown == 8


def test_a_clock_that_goes_back_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A film begun anew is another table, as far as anybody knows."""
    network, looks = Network(monkeypatch), figures.Looks()
    network.looks_at(looks, grainy(1), 5.0, PLACES)

    assert network.looks_at(looks, grainy(2), 1.0, PLACES) == 4
