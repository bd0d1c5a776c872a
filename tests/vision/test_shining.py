"""Where a lamp is mirrored in a card is told from the rest, and never a card that is another."""

import cv2
import numpy as np
import pytest

from tests.vision.laid_cards import Array, faces
from vision.fitting import SIZE, brightness
from vision.shining import shining

ALL = np.ones(SIZE[::-1], np.float32)
ACROSS, DOWN = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))


def _card() -> Array:
    return brightness(cv2.resize(faces()["tribe-01"], SIZE, interpolation=cv2.INTER_AREA))


def _lit(
    card: Array, lamp: float = 0.0, at: tuple[int, int] = (60, 70), even: tuple[float, float] = (0.8, 0.5)
) -> Array:
    """The card in a light that falls off to one side, with a lamp mirrored in it: sigma 12 mm, ``lamp`` grey values."""
    spot = lamp * np.exp(-((ACROSS - at[0]) ** 2 + (DOWN - at[1]) ** 2) / (2 * 24**2))
    fall = np.linspace(*even, SIZE[0])[None]
    return np.clip(card * fall + spot, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("lamp", [100.0, 200.0])
def test_a_mirrored_lamp_shines(lamp: float) -> None:
    """Where it adds most it is found, 30 mm beside it nothing is."""
    bump = shining(_lit(_card(), lamp), _card(), ALL)
    assert bump[70, 60]
    assert not bump[:, 60 + 60 :].any()


@pytest.mark.parametrize("even", [(0.9, 0.9), (1.0, 0.4), (0.35, 0.6)])
def test_an_even_light_is_none(even: tuple[float, float]) -> None:
    """Bright or dark, falling off to either side by more than half."""
    assert not shining(_lit(_card(), even=even), _card(), ALL).any()


def test_a_card_with_another_icon_does_not_shine() -> None:
    """A white disk of 9 mm in the place of a dark one is a card of another cost, not a lamp."""
    learnt, laid = _card(), _card()
    cv2.circle(learnt, (40, 30), 9, 30, -1)
    cv2.circle(laid, (40, 30), 9, 240, -1)
    assert not shining(_lit(laid), learnt, ALL).any()


def test_what_is_hidden_tells_nothing() -> None:
    """A white figure on the card is known to hide it: that is no lamp; nor is anything told of a card all hidden."""
    laid, told = _lit(_card()), ALL.copy()
    cv2.circle(laid, (90, 60), 22, 250, -1)
    cv2.circle(told, (90, 60), 24, 0, -1)
    assert not shining(laid, _card(), told).any()
    assert not shining(_lit(_card(), 200), _card(), np.zeros_like(ALL)).any()
