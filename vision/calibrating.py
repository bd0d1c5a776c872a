"""The calibration: from a picture of the set-up to where the board lies, which corner is 16, and what stood there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import Profile
from companion.rules.board import PIECES, ROBBER, TARGIA, Light, PieceKind, border, cell_of
from vision import board, finder, places, reader, spotting
from vision.board import Straightened
from vision.geometry import Pose
from vision.picture import is_picture, light_of
from vision.reader import Spot
from vision.weighing import Stood

Array = NDArray[Any]

SET_UP_QUALITY = 92
STOOD_WARM = 0.45
"""So warm a spot is for the reader, it is taken for them too."""
TARGIA_WARM = 0.35
"""A base game has no Targia: a violet thing beside 15 must be warm as well as look like her."""
STOOD_SURE = {ROBBER: 0.1, TARGIA: 0.5}
"""How sure it must be that the Robber stood on 1 and the Targia on 15 at the set-up: he always does, she not always."""
MUST_STAND = 0.18
"""The Robber stands on 1 for certain, and where dunes lie the Targia on 15: the likeliest spot is taken from here."""
BESIDE_SURE = 0.65
"""And how sure of the Targia when she stands beside her card: tokens lie about there."""
SET_UP_AT = {ROBBER: 1, TARGIA: 15}
CORNER_LEAST, CORNER_CLEAR = -2.0, 4.0
"""The signs of Robber and Targia must be this sure (log odds), and so many times as likely as from the other side."""
CORNER_WARMTH = 0.3
"""What the reader alone makes of a spot counts so much of what the close look does."""
CORNER_DOUBT, TARGIA_USUAL = 0.02, 0.2
"""No sign is surer than the first leaves open; something like the Targia is beside 15 with the second odds anyway."""
START_SCORE, CLEAR_SCORE = 0.96, 0.985
"""A calibration asks the first of the 25 cards; below the second the board may lie otherwise than it seems."""
_TARGIS = tuple(index for index, piece in enumerate(PIECES) if piece.kind is PieceKind.TARGI)


class NotFound(str, Enum):
    """Why a picture could not be calibrated or read."""

    NO_PICTURE = "no_picture"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    NO_BOARD = "no_board"
    BLOCKED = "blocked"
    WHICH_CORNER = "which_corner"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """A calibration that succeeded: the profile, and where the corner cards 16, 4, 8, 12 were found (4, 2) in
    pixels.
    """

    profile: Profile
    corners_px: Array
    score: float


def calibrate(image: Array, corner16_px: tuple[float, float] | None = None) -> Calibration | NotFound:
    """Finds the board in a picture (H, W, 3) uint8 BGR of the table at the start of a game.

    Which corner is 16 follows from the Robber on 1 (and the Targia on 15, with the expansion) unless a person says it:
    ``corner16_px`` is a pixel near it.
    """
    if not is_picture(image):
        return NotFound.NO_PICTURE
    light = light_of(image)
    if light is not Light.FINE:
        return NotFound(light.value)
    seen = _found(image)
    if seen is None:
        return NotFound.NO_BOARD
    blocked, _ = places.covered(seen.reading)
    if blocked:
        return NotFound.BLOCKED
    turns = _turns(image, seen, corner16_px)
    if turns is None:
        return NotFound.WHICH_CORNER
    if turns:
        seen = board.settle(image, seen.pose.turned(turns), rounds=2)
    seen = board.polished(image, seen)
    return Calibration(profile_of(seen, _standing_at(image, seen)), seen.pose.corners_px, board.score(seen.reading))


def _found(image: Array) -> Straightened | None:
    """The board settled on in a picture of a set-up, one of its half turns; None where nothing is enough like one."""
    found = finder.find(image)
    seen = None if found is None else board.settle(image, found.pose, rounds=4)
    if seen is not None and board.score(seen.reading) < CLEAR_SCORE:
        seen = board.otherwise(image, seen)
    if seen is None or board.score(seen.reading) < CLEAR_SCORE:
        seen = board.clearest(image, [other.pose for other in finder.others(image)], CLEAR_SCORE, seen)
    return seen if seen is not None and board.score(seen.reading) >= START_SCORE else None


def profile_of(seen: Straightened, stood: tuple[Stood, ...] = ()) -> Profile:
    """The profile for a board that lies as read, on which these pieces stand."""
    homography = tuple(float(value) for value in (seen.pose.homography / seen.pose.homography[2, 2]).ravel())
    coded, jpeg = cv2.imencode(".jpg", seen.picture, [cv2.IMWRITE_JPEG_QUALITY, SET_UP_QUALITY])
    return Profile(
        seen.pose.size,
        homography,
        seen.pose.k1,
        jpeg.tobytes() if coded else b"",
        tuple((str(piece), round(u, 3), round(v, 3)) for piece, (u, v) in stood),
    )


def stood_of(profile: Profile) -> tuple[Stood, ...]:
    """The pieces that stood on the table when the profile was made."""
    known = {str(piece): piece for piece in PIECES}
    return tuple((known[name], (u, v)) for name, u, v in profile.stood if name in known)


def _standing_at(image: Array, seen: Straightened) -> tuple[Stood, ...]:
    """Robber and Targia where the set-up has them: no Targi stands yet, so what looks like one there is they."""
    spots = spotting.proposed(seen)
    heat = {spot.uv: spot.scores for spot in spots}
    weighed = spotting.weighed(image, seen, spots)
    found = []
    for piece, number in SET_UP_AT.items():
        index = PIECES.index(piece)
        there = [
            (spot.scores[index] + sum(spot.scores[targi] for targi in _TARGIS), heat[spot.uv][index], spot.uv)
            for spot in weighed
            if places.place_of(piece, spot.uv, ()) == border(number)
        ]
        sure, warm, uv = max(there, key=lambda item: item[0] + item[1], default=(0.0, 0.0, (0.0, 0.0)))
        beside = np.abs(np.array(uv) - cell_of(border(number))).max() > 0.5
        if piece == TARGIA and beside:
            stood = sure >= BESIDE_SURE and warm >= TARGIA_WARM
        else:
            stood = warm >= STOOD_WARM or (sure >= STOOD_SURE[piece] and (piece == ROBBER or warm >= TARGIA_WARM))
        if not stood and (piece == ROBBER or places.dunes(seen.reading)):
            by_all = {spot.uv: spot.scores[index] for spot in weighed}
            likely = [
                (spot.scores[index] + 0.5 * spot.confidence + by_all.get(spot.uv, 0.0), spot.uv)
                for spot in spots
                if places.place_of(piece, spot.uv, ()) == border(number)
            ]
            best, uv = max(likely, default=(0.0, uv))
            stood = best >= MUST_STAND
        if stood:
            found.append((piece, uv))
    return tuple(found)


def reference_of(profile: Profile) -> Array | None:
    """The profile's picture of the set-up (352, 640, 3) uint8, or None when it has none that can be used."""
    if not profile.set_up:
        return None
    picture = cv2.imdecode(np.frombuffer(profile.set_up, np.uint8), cv2.IMREAD_COLOR)
    return picture if picture is not None and picture.shape[1::-1] == reader.FRAME.size else None


@lru_cache(maxsize=4)
def pose_of(profile: Profile, size: tuple[int, int]) -> Pose:
    """The profile's pose for pictures of that size (width, height)."""
    return Pose(np.array(profile.homography).reshape(3, 3), size, profile.k1)


def _turns(image: Array, seen: Straightened, corner16_px: tuple[float, float] | None) -> int | None:
    if corner16_px is not None:
        return int(np.argmin(np.linalg.norm(seen.pose.corners_px - np.array(corner16_px), axis=1)))
    spots = spotting.proposed(seen)
    return turns_to_16(seen.pose, spots, spotting.weighed(image, seen, spots))


def turns_to_16(pose: Pose, spots: Sequence[Spot], weighed: Sequence[Spot]) -> int | None:
    """How many quarter turns of the board, 0 or 2, bring Robber and Targia to where the set-up has them; None where
    that is not clear. ``spots`` as the reader has them, ``weighed`` the same or fewer, each as sure as all signs make
    it.

    The cards are higher than wide, so the lattice leaves a half turn open and no more.
    """
    warm = {spot.uv: spot.scores for spot in spots}
    likely = {turns: _stands_as_set_up(pose, pose.turned(turns), weighed, warm) for turns in (0, 2)}
    best = max(likely, key=likely.__getitem__)
    clear = likely[best] - likely[2 - best] >= math.log(CORNER_CLEAR)
    return best if clear and likely[best] >= CORNER_LEAST else None


def _stands_as_set_up(
    pose: Pose, turned: Pose, weighed: Sequence[Spot], warm: dict[tuple[float, float], tuple[float, ...]]
) -> float:
    """How likely (log odds, up to what all sides have in common) Robber and Targia stand where the set-up has them
    when the board is read as ``turned``. No Targi stands yet, so what looks like one on card 1 is the Robber (beside it
    the supply begins); the Targia may be missing.
    """
    surest = {ROBBER: 0.0, TARGIA: 0.0}
    for piece, looks in ((ROBBER, (*_TARGIS, PIECES.index(ROBBER))), (TARGIA, (PIECES.index(TARGIA),))):
        for spot in weighed:
            uv = _uv(turned, pose, spot.uv)
            there = [look for look in looks if places.place_of(PIECES[look], uv, ()) == border(SET_UP_AT[piece])]
            if there:
                sure = sum(spot.scores[look] for look in there)
                sure += CORNER_WARMTH * max(warm[spot.uv][look] for look in there)
                surest[piece] = max(surest[piece], min(sure, 1.0))
    odds = {piece: (sure + CORNER_DOUBT) / (1 + CORNER_DOUBT - sure) for piece, sure in surest.items()}
    return math.log(odds[ROBBER]) + math.log(0.5 + 0.5 * odds[TARGIA] / TARGIA_USUAL)


def _uv(turned: Pose, pose: Pose, uv: tuple[float, float]) -> tuple[float, float]:
    point = turned.to_board(pose.to_image(np.array([uv])))[0]
    return float(point[0]), float(point[1])
