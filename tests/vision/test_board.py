"""Registration: what makes no sense corrects nothing."""

import numpy as np
import pytest

from vision import board


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("points", [np.zeros((80, 2)), np.column_stack([np.linspace(0, 4, 80), np.zeros(80)])])
def test_an_outline_of_points_on_one_line_corrects_nothing(points: np.ndarray, axis: int) -> None:
    """No homography follows from them: there is no correction, and nothing breaks."""
    assert board._correction(points, np.full(80, axis), np.full(80, -0.5)) is None
