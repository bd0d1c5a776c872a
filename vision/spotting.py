"""Spots where pieces may stand: proposed by the reader and by what has come, weighed by all that speaks for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.rules.board import PIECES
from vision import changes, figures, places, reader, weighing
from vision.board import Straightened
from vision.geometry import all_apart_mm, camera_place
from vision.places import Dunes
from vision.reader import Spot
from vision.weighing import Stood

Array = NDArray[Any]

WORTH_A_LOOK = 0.02
"""Spots this sure are looked at closely, but no more than ``MOST_SPOTS`` of them."""
MOST_SPOTS = 60
APART_MM = 6.0
"""Two spots nearer than this are looked at as one."""


def changes_of(seen: Straightened) -> Array | None:
    """What has changed since the set-up (352, 640), see ``changes.changed``; None where the set-up is not known."""
    return None if seen.reference is None else changes.changed(seen.picture, seen.reference)


def proposed(seen: Straightened, changed: Array | None = None, least: float = WORTH_A_LOOK) -> tuple[Spot, ...]:
    """The spots worth a close look: the reader's, and where something has come since the set-up that it passes over."""
    spots = reader.spots(seen.reading, least, MOST_SPOTS)
    if changed is None:
        return spots
    bases = changes.bases(changed, camera_place(seen.pose))
    near = (all_apart_mm(bases, [spot.uv for spot in spots]) <= APART_MM).any(axis=1)
    apart, more = all_apart_mm(bases, bases) > APART_MM, list[int]()
    for index in np.flatnonzero(~near).tolist():
        if apart[index, more].all():
            more.append(index)
    return (*spots, *(reader.spot_at(seen.reading, bases[index]) for index in more))


def weighed(
    image: Array,
    seen: Straightened,
    spots: tuple[Spot, ...],
    changed: Array | None = None,
    dunes: Dunes = (),
    stood: tuple[Stood, ...] = (),
    before: Sequence[Stood] = (),
    look: Callable[[Array, Straightened, Sequence[Spot]], Array] = figures.look,
) -> tuple[Spot, ...]:
    """The spots weighed; without a set-up (``changed``) and dunes as at a calibration. Those off every place, and
    those on another card beside the board, are left out.

    ``before``: what was seen a moment ago.
    """
    camera = camera_place(seen.pose)
    spots = tuple(spot for spot in spots if any(places.place_of(piece, spot.uv, dunes) for piece in PIECES))
    change = None if changed is None else changes.at(changed, camera, [spot.uv for spot in spots])
    told = weighing.tell(spots, change, dunes, stood)
    chosen = weighing.worth_a_look(spots, told, before)
    spots = tuple(spots[index] for index in chosen)
    found = weighing.weigh(spots, look(image, seen, spots), told[chosen], dunes, camera)
    return tuple(spot for spot in found if not places.on_other_card(seen.reading, spot.uv, dunes))
