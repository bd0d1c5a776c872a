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


def test_what_several_arrays_come_to_is_kept_for_these_alone() -> None:
    """A set-up seen from another side, or none at all, is worked out by itself."""
    worked: list[tuple[object, object]] = []

    def work(leaning: np.ndarray, reference: np.ndarray | None) -> np.ndarray:
        worked.append((leaning, reference))
        return np.array([len(worked)])

    kept = Kept(work)
    here, there, set_up = np.array([1]), np.array([1]), np.array([2])

    assert [kept(*asked)[0] for asked in ((here, set_up), (here, None), (here, set_up), (there, set_up))] == [
        1,
        2,
        1,
        3,
    ]
    assert len(worked) == 3
