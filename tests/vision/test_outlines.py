"""Cards are found by their outlines, cut out for learning, and told why when they cannot be."""

import cv2
import numpy as np
import pytest

from tests.vision.laid_cards import PX_PER_MM, as_seen, at, faces, table
from vision.cards import Namer, seen_alone
from vision.fitting import CARD_MM
from vision.outlines import Unfit, cut_out, outlines


def test_the_corners_of_cards() -> None:
    """Cards lying apart are found, each corner within 1.5 mm of where it is."""
    laid = [((60.0, 45.0), 0.0), ((165.0, 50.0), 6.0), ((62.0, 120.0), -12.0), ((170.0, 135.0), 90.0)]
    cards = list(faces().values())
    picture = as_seen(table([(card, *where) for card, where in zip(cards, laid, strict=False)], (240.0, 200.0)))
    found = outlines(picture)

    assert len(found) == 4
    for middle, degrees in laid:
        angle = np.radians(degrees)
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(CARD_MM) / 2
        turned = half @ np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        corners = at(middle)(turned)
        nearest = min(found, key=lambda outline: float(np.linalg.norm(outline.middle - corners.mean(axis=0))))
        off = np.linalg.norm(nearest.corners_px[:, None] - corners[None], axis=2).min(axis=1)
        assert off.max() < 1.5 * PX_PER_MM
        assert nearest.px_per_mm() == pytest.approx(PX_PER_MM, rel=0.04)


def test_a_card_on_a_table_is_cut_out() -> None:
    """A photo of a card is learnt as the card alone, upright or upside down."""
    namer = Namer(list(faces().items()))
    for name, face in list(faces().items())[:5]:
        cut = cut_out(as_seen(table([(face, (78.0, 52.0), 8.0)])))
        assert not isinstance(cut, Unfit)
        assert cut.shape == (236, 364, 3)
        found = namer.name(seen_alone(cut))
        assert found is not None
        assert (found.name, found.sure) == (name, True)


def test_a_scan_is_the_card_itself() -> None:
    """A frame drawn on the card is not taken for its edge; standing on end it is laid down."""
    face = cv2.resize(next(iter(faces().values())), (364, 236))
    cv2.rectangle(face, (30, 30), (334, 206), (0, 0, 0), 3)
    cut = cut_out(face)
    upright = cut_out(cv2.rotate(face, cv2.ROTATE_90_CLOCKWISE))

    assert not isinstance(cut, Unfit)
    assert not isinstance(upright, Unfit)
    assert np.abs(cut.astype(int) - face).mean() < 3
    assert np.abs(upright.astype(int) - face).mean() < 3


def test_why_a_picture_is_not_learnt() -> None:
    """No card, one too far away, out of focus, too dark, washed out: each is told."""
    face = cv2.resize(next(iter(faces().values())), (364, 236))

    assert cut_out(np.full((480, 640, 3), 90, np.uint8)) is Unfit.NO_CARD
    assert cut_out(cv2.resize(face, (91, 59))) is Unfit.TOO_SMALL
    assert cut_out(cv2.GaussianBlur(face, (0, 0), 9)) is Unfit.BLURRED
    assert cut_out((face * 0.1).astype(np.uint8)) is Unfit.TOO_DARK
    assert cut_out(np.clip(face.astype(int) + 230, 0, 255).astype(np.uint8)) is Unfit.TOO_BRIGHT


@pytest.mark.parametrize("shape", [(1, 1, 3), (2, 700, 3), (700, 3, 3)])
def test_pictures_of_no_use(shape: tuple[int, int, int]) -> None:
    """A picture of a few pixels is refused, not stumbled over."""
    assert isinstance(cut_out(np.zeros(shape, np.uint8)), Unfit)
    assert outlines(np.zeros(shape, np.uint8)) == []
