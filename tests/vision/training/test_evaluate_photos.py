"""Real photos measured: tried on drawn ones, whose truth is exact."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.calibrating import Calibration, calibrate, pose_of
from vision.geometry import CORNER_UV, Frame, Pose, fit
from vision.training.evaluate_photos import FIELD_UV, hands, lens
from vision.training.scenes import arm_over, make_table
from vision.training.table import Stand


def test_a_hand_over_the_field_is_called_covered_and_none_is_not(tmp_path: Path) -> None:
    """One picture with an arm over the board, one without: both right."""
    table = make_table(1_000_013, (1344, 1008))
    robber = Stand("robber", "1", (1.0, 0.0))
    clear = table.render((robber,), seed=1).image
    made = calibrate(clear)
    assert isinstance(made, Calibration)
    arm = arm_over(table, np.random.default_rng(3))
    film = tmp_path / "scholarsmate"
    film.mkdir()
    cv2.imwrite(str(film / "f000.jpg"), clear)
    cv2.imwrite(str(film / "f003.jpg"), table.render((robber,), hand=arm, seed=2).image)
    corners = pose_of(made.profile, (1344, 1008)).to_image(FIELD_UV)
    labels = {"playing_field_corners_h8_h1_a1_a8": corners.tolist(), "settled": [[0, 2, "-"]], "hand": [[3, 5]]}
    (tmp_path / "labels.json").write_text(json.dumps({"scholarsmate": labels}))

    assert hands(tmp_path) == (1, 1, 1, 1)
    (film / "f003.jpg").unlink()
    with pytest.raises(OSError, match="lacks pictures"):
        hands(tmp_path)


def test_the_lens_coefficient_explains_a_bent_chessboard(tmp_path: Path) -> None:
    """A chessboard seen through a lens of k1 = -0.15: with it the corners that were not fitted lie within a third of a
    pixel, without it they do not."""
    squares = np.kron(np.indices((7, 10)).sum(axis=0) % 2, np.ones((40, 40))) * 200 + 30
    pixels = np.array([[300, 220], [1000, 260], [960, 800], [260, 760]], float)
    plain = fit(CORNER_UV, pixels, (1344, 1008), lens=False)
    assert plain is not None
    bent = Pose(plain.homography, plain.size, -0.15)
    x, y = np.meshgrid(np.arange(1344), np.arange(1008))
    uv = bent.to_board(np.column_stack([x.ravel(), y.ravel()]).astype(float)).reshape(1008, 1344, 2)
    sheet = Frame(origin_uv=(-0.5, -0.8), scale_px=(80.0, 50.0), size=(400, 280))
    at = sheet.to_px(uv.reshape(-1, 2)).reshape(uv.shape).astype(np.float32)
    seen = cv2.remap(squares.astype(np.uint8), at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderValue=(230,))
    cv2.imwrite(str(tmp_path / "one.jpg"), cv2.GaussianBlur(seen, (0, 0), 0.8))
    cv2.imwrite(str(tmp_path / "none.jpg"), np.full((480, 640), 120, np.uint8))

    ((with_it, without, k1),) = lens(tmp_path)

    assert with_it < 0.35
    assert without > 2 * with_it
    assert k1 == pytest.approx(-0.15, abs=0.05)
