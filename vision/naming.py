"""Names for the central cards of a registered picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.deck import Deck
from companion.rules.board import CENTRE, PIECES, CardKind, CardName, PieceKind, Place, cell_of
from vision.cards import MARGIN_MM, Namer, seen_at
from vision.fitting import CARD_MM, FINE
from vision.geometry import PITCH_MM, CameraPlace, Pose, camera_place
from vision.reader import Spot

Array = NDArray[Any]

STANDS = 0.2
"""A spot as sure as this hides what is behind it."""
TALL_MM = {PieceKind.MARKER: 20.0}
"""Heights of pieces; all others are ``FIGURE_MM`` at most (rules/readings, section 8)."""
FIGURE_MM = 45.0
WIDE_MM = 10.0
"""Half the width of what a piece hides, its rim and its contact shadow with it."""


def namer_of(deck: Deck) -> Namer:
    """What knows the cards of a deck again; pictures that cannot be read are left out."""
    pictures = []
    for card in deck.cards:
        picture = cv2.imdecode(np.frombuffer(card.jpeg, np.uint8), cv2.IMREAD_COLOR) if card.jpeg else None
        if picture is not None and min(picture.shape[:2]) >= 24:
            pictures.append((card.name, picture))
    return Namer(pictures)


def named(
    image: Array, pose: Pose, namer: Namer, kinds: dict[Place, CardKind], spots: Iterable[Spot]
) -> dict[Place, CardName | None]:
    """The names of the nine central cards; None where none lies face up, it is not sure, or it was not learnt."""
    pitch, camera = np.array(PITCH_MM), camera_place(pose)
    standing = [
        (np.array(spot.uv) * pitch, TALL_MM.get(PIECES[int(np.argmax(spot.scores))].kind, FIGURE_MM))
        for spot in spots
        if spot.confidence >= STANDS
    ]
    result: dict[Place, CardName | None] = {}
    for where in CENTRE:
        result[where] = None
        if kinds.get(where) not in (CardKind.TRIBE, CardKind.GOODS):
            continue
        middle = np.array(cell_of(where), float)

        def to_px(points_mm: Array, middle: Array = middle) -> Array:
            return pose.to_image(middle + points_mm / pitch)

        view = seen_at(image, to_px)
        found = namer.name(view, _hidden(middle * pitch, camera, standing))
        if found is not None and found.sure:
            result[where] = CardName(found.name, round(found.confidence, 2))
    return result


def _hidden(middle_mm: Array, camera: CameraPlace, standing: Sequence[tuple[Array, float]]) -> Array:
    """What of a card's view (146, 210) bool the pieces hide, as they lean away from the camera's foot."""
    width, height = (round((side + 2 * MARGIN_MM) * FINE) for side in CARD_MM)
    mask = np.zeros((height, width), np.uint8)
    foot = np.array(camera.foot_uv) * np.array(PITCH_MM)
    for base, tall in standing:
        top = base + (base - foot) * tall / max(camera.height_mm - tall, tall)
        ends = [
            tuple(np.round((point - middle_mm) * FINE + np.array([width - 1, height - 1]) / 2).astype(int).tolist())
            for point in (base, top)
        ]
        cv2.line(mask, ends[0], ends[1], 1, round(2 * WIDE_MM * FINE))
    hidden: Array = mask > 0
    return hidden
