"""The set-up's picture keeps up with the central cards."""

import numpy as np

from tests.vision.test_geometry import pinhole
from tests.vision.test_places import empty_reading
from vision.board import Straightened
from vision.reader import FRAME, Spot
from vision.renewal import CLEAR_SECONDS, Renewal

SHAPE = (FRAME.size[1], FRAME.size[0], 3)
MIDDLE = tuple(int(v) for v in np.round(FRAME.to_px(np.array([[2.0, 2.0]]))[0]))


def table(*cards: tuple[float, float]) -> np.ndarray:
    """A straightened table with another picture on the cards at these board points."""
    rough = np.random.default_rng(1).integers(60, 180, (SHAPE[0] // 8, SHAPE[1] // 8, 3), dtype=np.uint8)
    picture = rough.repeat(8, axis=0).repeat(8, axis=1)
    for card in cards:
        (left, top), (right, bottom) = np.round(
            FRAME.to_px(np.array([[card[0] - 0.5, card[1] - 0.5], [card[0] + 0.5, card[1] + 0.5]]))
        ).astype(int)
        height, width = bottom - top, right - left
        picture[top:bottom, left:right] = np.linspace(70, 170, height * width).reshape(height, width, 1)
    return picture


def seen(picture: np.ndarray, reference: np.ndarray) -> Straightened:
    """A straightened picture with an empty reading."""
    return Straightened(pinhole(20, 0, 700), picture, empty_reading(), reference)


def after(renewal: Renewal, picture: np.ndarray, spots: tuple[Spot, ...], quiet: bool = True) -> np.ndarray | None:
    """What the renewal says after a long enough look."""
    now = seen(picture, table())
    renewal.take(now, spots, quiet, 10.0)
    return renewal.take(now, spots, quiet, 10.0 + CLEAR_SECONDS + 0.1)


def test_a_new_central_card_is_taken_over() -> None:
    """A card dealt to the middle belongs to what later pictures are held against; nothing else changes."""
    renewed = after(Renewal(), table((2.0, 2.0)), ())

    assert renewed is not None
    changed = np.abs(renewed.astype(int) - table()).sum(axis=2) > 0
    assert changed[MIDDLE[1] - 20 : MIDDLE[1] + 20, MIDDLE[0] - 30 : MIDDLE[0] + 30].mean() > 0.9
    rows, columns = np.nonzero(changed)
    assert np.abs(FRAME.to_uv(np.stack([columns, rows], axis=1)) - 2.0).max() < 0.52


def test_what_may_stand_on_the_card_is_never_taken_over() -> None:
    """However unlikely the piece: once in the reference it would not be seen again."""
    unlikely = Spot((2.1, 2.4), (0.0, 0.06, 0.0, 0.0, 0.0, 0.0))

    assert after(Renewal(), table((2.0, 2.0)), (unlikely,)) is None


def test_border_cards_are_never_taken_over() -> None:
    """They lie all game long: what is new there is a figure."""
    assert after(Renewal(), table((0.0, 1.0), (1.0, 0.0)), ()) is None


def test_a_moving_picture_renews_nothing() -> None:
    """A hand over the table is no card."""
    assert after(Renewal(), table((2.0, 2.0)), (), quiet=False) is None


def test_it_takes_a_while() -> None:
    """One picture alone proves nothing."""
    renewal = Renewal()
    now = seen(table((2.0, 2.0)), table())

    assert renewal.take(now, (), True, 5.0) is None
    assert renewal.take(now, (), True, 5.0 + CLEAR_SECONDS / 2) is None
