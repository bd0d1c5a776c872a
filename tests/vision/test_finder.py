"""The finder's answer is turned into a pose."""

import numpy as np
import pytest

from tests.vision.test_geometry import SIZE, pinhole
from vision import finder


def answer_for(tilt: float, turn: float, noise: float, covered: float, k1: float = 0.0):  # type: ignore[no-untyped-def]
    """What a network with errors of that size would say of a board, a share of the picture's left covered."""
    pose = pinhole(tilt, turn, 900, k1=k1)
    box = finder.shrink(np.zeros((SIZE[1], SIZE[0], 3), np.uint8))[1]
    chance = np.random.default_rng(5)
    answer = finder.targets(pose, box)
    answer[1:] += chance.normal(0, noise, answer[1:].shape)
    on_board = answer[0] > 0
    columns = np.nonzero(on_board.any(axis=0))[0]
    on_board[:, : columns[0] + int(covered * len(columns))] = False
    answer[0] = np.where(on_board, 8.0, -8.0)
    return pose, answer, box


@pytest.mark.parametrize("turn", [0, 37, 90, 135, 180, 271])
@pytest.mark.parametrize(("tilt", "covered"), [(0, 0.0), (45, 0.0), (20, 0.2)])
def test_a_board_any_side_up_is_found_up_to_a_half_turn(tilt: float, turn: float, covered: float) -> None:
    """Every turn, up to 45 degrees of tilt, a fifth covered: each corner card within 0.15 of a pitch."""
    true, answer, box = answer_for(tilt, turn, 0.04, covered)

    found = finder.decode(answer, box, SIZE)

    assert found is not None
    pitch = np.linalg.norm(true.corners_px[1] - true.corners_px[0]) / 4
    off = min(np.abs(pose.corners_px - true.corners_px).max() for pose in (found.pose, found.pose.turned(2)))
    assert off < 0.15 * pitch


def test_nothing_is_found_where_nothing_is_said_to_be() -> None:
    """An answer without a board gives no pose."""
    _, answer, box = answer_for(10, 0, 0.04, 0.0)
    answer[0] = -5

    assert finder.decode(answer, box, SIZE) is None


def test_an_answer_without_sense_gives_no_good_board() -> None:
    """Noise instead of positions is refused or scores low."""
    _, answer, box = answer_for(10, 0, 0.04, 0.0)
    answer[1:] = np.random.default_rng(1).normal(0, 0.6, answer[1:].shape)

    found = finder.decode(answer, box, SIZE)

    assert found is None or found.score < 0.3
