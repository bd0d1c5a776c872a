"""How a reading is measured against the truth of its table."""

import numpy as np
import pytest

from companion.rules.board import BLUE_TARGI, ROBBER, WHITE_MARKER, Sighting, Standing, place
from vision.training.evaluate import Tally, compare, groups_of, share

TRUTH = {
    "image": "01.jpg",
    "blocked": False,
    "blue": {"targi": [3], "markers": []},
    "white": {"targi": [], "markers": ["2x6"]},
    "robber": 5,
    "targia": None,
    "centre": {},
    "corners": {"16": [100.0, 100.0], "4": [500.0, 100.0], "8": [500.0, 400.0], "12": [100.0, 400.0]},
}


def read(*pieces: tuple[object, str]) -> Tally:
    """The tally of a reading of that table in which these pieces are said to stand."""
    corners = ((100.0, 100.0), (500.0, 100.0), (500.0, 400.0), (100.0, 400.0))
    standing = Standing(frozenset((piece, place(where)) for piece, where in pieces))
    return compare("t/01.jpg", Sighting(0.0, standing=standing, corners_px=corners), TRUTH)


def test_what_stands_there_is_found_and_what_does_not_is_invented() -> None:
    """A marker missed, a Targi invented, the Robber right, and so is that there is no Targia."""
    right = read((BLUE_TARGI, "3"), (WHITE_MARKER, "2x6"), (ROBBER, "5")).counts
    wrong = read((BLUE_TARGI, "3"), (BLUE_TARGI, "7"), (ROBBER, "5")).counts

    assert (right["pieces"], right["pieces_found"], right["invented"], right["perfect"]) == (2, 2, 0, 1)
    assert (wrong["pieces"], wrong["pieces_found"], wrong["invented"], wrong["perfect"]) == (2, 1, 1, 0)
    assert wrong["single_right"] == wrong["single"] == 2


@pytest.mark.parametrize(
    ("count", "of", "said"),
    [(95, 100, "95.0 % (88.8 to 97.8)"), (0, 10, "0.0 % (0.0 to 27.8)"), (10, 10, "100.0 % (72.2 to 100.0)")],
)
def test_shares_come_with_their_interval(count: int, of: int, said: str) -> None:
    """Wilson, 1927: also right where none or all are found."""
    assert share(count, of) == said


def test_pictures_are_told_by_light_and_view() -> None:
    """A dark board from above; a bright one whose far side is little more than half of the near one."""
    dark, bright = np.full((500, 600, 3), 40, np.uint8), np.full((500, 600, 3), 200, np.uint8)
    slanting = {**TRUTH, "corners": {**TRUTH["corners"], "16": [180.0, 100.0], "4": [420.0, 100.0]}}

    assert groups_of(dark, TRUTH) == ("light: dark, mean grey below 85", "view: from above, sides within 1.15")
    assert groups_of(bright, slanting) == ("light: bright, above 140", "view: slanting")
