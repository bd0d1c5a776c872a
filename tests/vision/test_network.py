"""What the networks are given."""

import numpy as np

from vision.network import Kept


def test_what_a_set_up_comes_to_is_worked_out_once() -> None:
    """However many pictures are held against it: only what was asked for longest ago is worked out anew."""
    worked: list[int] = []

    def work(picture: np.ndarray) -> np.ndarray:
        worked.append(int(picture[0]))
        return picture + 1

    kept, set_up = Kept(work), np.array([0])
    for number in range(1, 5):
        picture = np.array([number])
        for _ in range(2):
            assert kept(picture)[0] == number + 1
            assert kept(set_up)[0] == 1

    assert worked == [1, 0, 2, 3, 4]
