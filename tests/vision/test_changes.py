"""What has changed since the set-up, whatever the light does."""

import cv2
import numpy as np

from tests.vision.test_geometry import pinhole
from vision import changes
from vision.geometry import PITCH_MM, camera_place
from vision.reader import FRAME

SHAPE = (FRAME.size[1], FRAME.size[0], 3)
SPOT = (1.0, 2.0)
CAMERA = camera_place(pinhole(20, 0, 700))


def table() -> np.ndarray:
    """A straightened table with patterns on it."""
    rough = np.random.default_rng(3).integers(60, 180, (SHAPE[0] // 8, SHAPE[1] // 8, 3), dtype=np.uint8)
    return cv2.resize(rough, FRAME.size, interpolation=cv2.INTER_LINEAR)


def grained(picture: np.ndarray, seed: int) -> np.ndarray:
    """The same picture taken again."""
    noise = np.random.default_rng(seed).normal(0, 3, SHAPE)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def with_disc(picture: np.ndarray, spot: tuple[float, float] = SPOT) -> np.ndarray:
    """A pale thing on the spot."""
    x, y = np.round(FRAME.to_px(np.array([spot]))[0]).astype(int)
    return cv2.circle(picture.copy(), (int(x), int(y)), 8, (215, 220, 225), -1)


def at_spot(picture: np.ndarray) -> float:
    """The change measured on the spot."""
    return float(changes.at(changes.changed(picture, grained(table(), 1)), CAMERA, [SPOT])[0])


def test_a_thing_put_down_is_a_change_and_grain_is_none() -> None:
    """A piece is many times the usual difference between two pictures of the same table."""
    assert at_spot(grained(table(), 2)) < 2
    assert at_spot(grained(with_disc(table()), 2)) > 6


def test_light_is_no_change() -> None:
    """Dimmed, or brighter on one side: the spot has not changed, and a thing on it still shows."""
    slope = np.linspace(0.75, 1.15, SHAPE[1])[None, :, None]
    bare = (table() * 0.7 * slope).clip(0, 255).astype(np.uint8)
    taken = (with_disc(table()) * 0.7 * slope).clip(0, 255).astype(np.uint8)

    assert at_spot(grained(bare, 2)) < 3
    assert at_spot(grained(taken, 2)) > 5


def test_beyond_the_frame_its_rim_counts() -> None:
    """A spot outside the straightened picture has the change of the rim nearest to it."""
    change = np.full(SHAPE[:2], 1.0)
    change[:, -1] = 9.0
    assert changes.at(change, CAMERA, [(40.0, 2.0), (-40.0, 2.0)]).tolist() == [9.0, 1.0]


def bases(picture: np.ndarray) -> list[tuple[float, float]]:
    """Where something may have come to stand on the border cards."""
    return changes.bases(changes.changed(picture, grained(table(), 1)), CAMERA)


def test_where_something_has_come_on_a_border_card_a_base_is_looked_for() -> None:
    """Under the changed spot, a little nearer the camera's foot, for each height that a piece may have."""
    seen_at = (0.1, 2.2)
    found = bases(grained(with_disc(table(), seen_at), 2))

    assert len(found) == len(changes.HEIGHTS_MM)
    for (u, v), height in zip(found, changes.HEIGHTS_MM, strict=True):
        away = (np.array([u, v]) - CAMERA.foot_uv) * PITCH_MM
        top = np.array([u, v]) + away / PITCH_MM * height / (CAMERA.height_mm - height)
        assert np.abs((top - seen_at) * PITCH_MM).max() < 4


def test_nothing_is_looked_for_where_nothing_has_come_or_where_cards_come_too() -> None:
    """The same table again has no such spot, nor has a change in the central area."""
    assert bases(grained(table(), 2)) == []
    assert bases(grained(with_disc(table(), (2.0, 2.0)), 2)) == []
