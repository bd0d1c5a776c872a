"""A display in one photo becomes rows of cards in their order."""

import cv2
import numpy as np
import pytest

from tests.vision.laid_cards import Array, as_seen, faces, table
from vision.cards import Namer
from vision.displays import display

NAMES = list(faces())


def _photo(rows: list[list[str]], gap: float = 6.0) -> Array:
    laid = []
    for row, names in enumerate(rows):
        for column, name in enumerate(names):
            middle = (65.0 + column * (91 + gap) + 2 * (row % 2), 50.0 + row * (59 + gap))
            laid.append((faces()[name], middle, 1.5 * (-1) ** column))
    return as_seen(table(laid, (430.0, 260.0)))


def _names(photo: Array, namer: Namer) -> list[list[str | None]]:
    return [[laid.naming.name if laid.naming else None for laid in row] for row in display(photo, namer)]


@pytest.fixture(scope="module")
def namer() -> Namer:
    return Namer(list(faces().items()))


def test_rows_in_order(namer: Namer) -> None:
    """Full and begun rows, from the top, each from the left (SCO-4: rows of four)."""
    rows = [NAMES[:4], NAMES[4:7], NAMES[7:8]]

    assert _names(_photo(rows), namer) == rows


def test_from_the_other_side(namer: Namer) -> None:
    """A photo taken from the other side of the table gives the same rows."""
    rows = [NAMES[:4], NAMES[4:6]]

    assert _names(cv2.rotate(_photo(rows), cv2.ROTATE_180), namer) == rows


def test_a_card_that_was_not_learnt_is_a_gap() -> None:
    """What is not known stands in its place without a name."""
    known = Namer([(name, face) for name, face in faces().items() if name != NAMES[1]])

    assert _names(_photo([NAMES[:4]]), known) == [[NAMES[0], None, NAMES[2], NAMES[3]]]


def test_no_cards(namer: Namer) -> None:
    """An empty table has no rows."""
    assert display(np.full((600, 800, 3), (60, 90, 70), np.uint8), namer) == []


def test_something_small_beside_one_card_is_no_card(namer: Namer) -> None:
    """A single card is named though something card-shaped, far smaller, lies beside it."""
    photo = table([(faces()[NAMES[0]], (80.0, 60.0), 0.0)], (300.0, 130.0))
    cv2.rectangle(photo, (560, 120), (605, 149), (235, 235, 235), -1)
    assert _names(as_seen(photo), namer) == [[NAMES[0]]]
