"""The recogniser: a picture of the table in, a sighting out; and the calibration that it starts from."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import Profile
from companion.rules.board import PIECES, ROBBER, TARGIA, Light, PieceKind, Place, Sighting, border, cell_of
from vision import board, changes, enrolment, figures, finder, naming, places, reader, usual, weighing
from vision.board import Straightened
from vision.cards import Namer
from vision.geometry import Pose, all_apart_mm, camera_place
from vision.picture import halved, is_picture, light_of
from vision.reader import Spot
from vision.renewal import Renewal
from vision.resting import Rest
from vision.weighing import Stood

Array = NDArray[Any]
Dunes = tuple[tuple[float, float], ...]

SET_UP_QUALITY = 92
MOVED_PITCHES = 0.12
"""Board or camera count as moved when the corner cards lie this far, in pitches, from where the profile has them."""
WORTH_A_LOOK = 0.02
"""Spots this sure are looked at closely, but no more than ``MOST_SPOTS`` of them."""
MOST_SPOTS = 60
APART_MM = 6.0
"""Two spots nearer than this are looked at as one."""
MAY_RENEW = 0.05
"""A central card is taken over into the reference where no spot is as sure as this."""
STOOD_WARM = 0.45
"""So warm a spot is for the reader, it is taken for them too."""
TARGIA_WARM = 0.35
"""A base game has no Targia: a violet thing beside 15 must be warm as well as look like her."""
SAME_CARDS = 0.3
"""Below this likeness of the border cards to those of the set-up, they are others."""
STOOD_SURE = {ROBBER: 0.1, TARGIA: 0.5}
"""How sure it must be that the Robber stood on 1 and the Targia on 15 at the set-up: he always does, she not always."""
BESIDE_SURE = 0.65
"""And how sure of the Targia when she stands beside her card: tokens lie about there."""
BUMP_PITCHES = 0.12
"""A board that lies within this of where it lay is read as it is; reading it twice costs time."""
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
    spots = proposed(seen)
    heat = {spot.uv: spot.scores for spot in spots}
    weighed = _weighed(image, seen, spots)
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
        if stood:
            found.append((piece, uv))
    return tuple(found)


def reference_of(profile: Profile) -> Array | None:
    """The profile's picture of the set-up (352, 640, 3) uint8, or None when it has none that can be used."""
    if not profile.set_up:
        return None
    picture = cv2.imdecode(np.frombuffer(profile.set_up, np.uint8), cv2.IMREAD_COLOR)
    return picture if picture is not None and picture.shape[1::-1] == reader.FRAME.size else None


def pose_of(profile: Profile, size: tuple[int, int]) -> Pose:
    """The profile's pose for pictures of that size (width, height)."""
    return Pose(np.array(profile.homography).reshape(3, 3), size, profile.k1)


def _turns(image: Array, seen: Straightened, corner16_px: tuple[float, float] | None) -> int | None:
    if corner16_px is not None:
        return int(np.argmin(np.linalg.norm(seen.pose.corners_px - np.array(corner16_px), axis=1)))
    spots = proposed(seen)
    return turns_to_16(seen.pose, spots, _weighed(image, seen, spots))


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


class Recogniser:
    """Reads pictures of one table; remembers where it last found the board, and the last picture to tell what moves."""

    def __init__(self, profile: Profile, namer: Namer | naming.Names | None = None) -> None:
        self.profile = profile
        self._namer = namer
        self._reference = reference_of(profile)
        self._stood = stood_of(profile)
        self._renewal = Renewal()
        self._rest = Rest()
        self._looks = figures.Looks(enrolment.weights_of(profile.own))
        self._before: tuple[tuple[Stood, float], ...] = ()
        self._made_out_at = 0.0
        self._followed = False
        self._first, self._way = True, 0
        self._pose: Pose | None = None
        self._last_small: Array | None = None

    def read(self, image: Array, seconds: float = 0.0) -> Sighting:
        """What a picture (H, W, 3) uint8 BGR says at ``seconds`` of the source's clock. A bad picture is no error."""
        started = time.perf_counter()
        if not is_picture(image):
            return Sighting(seconds, found=False, problem=str(NotFound.NO_PICTURE))
        small = halved(image)
        light, still = light_of(small), self._still(small)
        if light is Light.TOO_DARK:
            return Sighting(seconds, found=False, problem=str(light), light=light, still=still)
        if still and light is Light.FINE and (again := self._rest.again(image, seconds)) is not None:
            self._made_out([stood for stood, at in self._before if at == self._made_out_at], seconds)
            passed = round(1000 * (time.perf_counter() - started), 1)
            return replace(again, milliseconds={"register": passed, "recognise": 0.0, "total": passed})
        seen, problem = self._register(image)
        self._first = False
        registered = time.perf_counter()
        if seen is None:
            problem = str(light) if light is not Light.FINE else problem
            return Sighting(seconds, found=False, problem=problem, light=light, still=still)
        self._pose = seen.pose
        if seen.reference is not None and board.likeness(seen.picture, seen.reference) < SAME_CARDS:
            seen = board.straighten(image, seen.pose)  # other border cards lie there now: the set-up tells nothing
        changed, dunes = changes_of(seen), places.dunes(seen.reading)
        spots = proposed(seen, changed)
        before = [stood for stood, _ in self._before]
        look = partial(self._looks.look, seconds=seconds)
        weighed = _weighed(image, seen, spots, changed, dunes, self._stood, before, look)
        cover = places.covered(seen.reading)
        weighed = usual.lawful(weighed, dunes)
        if not self._followed and not cover[1]:  # in a film the tracker knows the turns better
            weighed = usual.counted(weighed, dunes)
        weighed = weighing.held(weighed, before)
        wanted = places.FOLLOWED if self._followed else places.ALONE
        self._followed = True
        sighting = _sighting(seen, weighed, dunes, cover, wanted, seconds, pose_of(self.profile, seen.pose.size))
        if not sighting.blocked:  # what a hand hides is not forgotten while it hides it
            self._made_out(places.believed(weighed, sighting.standing, dunes), seconds)
        renewed = self._renewal.take(
            seen, tuple(spot for spot in spots if spot.confidence >= MAY_RENEW), still and not sighting.blocked, seconds
        )
        self._reference = self._reference if renewed is None else renewed
        if self._namer is not None:
            names = naming.names_in(self._namer, image, seen, sighting.centre, weighed, sighting.blocked, still, dunes)
            sighting = replace(sighting, cards=names)
        done = time.perf_counter()
        milliseconds = {
            "register": round(1000 * (registered - started), 1),
            "recognise": round(1000 * (done - registered), 1),
            "total": round(1000 * (done - started), 1),
        }
        sighting = replace(sighting, light=light, still=still, milliseconds=milliseconds)
        self._rest.take(seen, sighting)
        return sighting

    def shown(self, image: Array) -> Profile | enrolment.Missing | NotFound:
        """The profile with what a picture (H, W, 3) uint8 BGR tells of the table's own pieces, which lie where
        ``enrolment.SHOWN_AT`` has them.
        """
        if not is_picture(image):
            return NotFound.NO_PICTURE
        seen, _ = self._register(image)
        if seen is None:
            return NotFound.NO_BOARD
        if places.covered(seen.reading)[0]:
            return NotFound.BLOCKED
        learnt = enrolment.learn(image, seen, proposed(seen, changes_of(seen)))
        return learnt if isinstance(learnt, enrolment.Missing) else replace(self.profile, own=learnt)

    def _made_out(self, now: Sequence[Stood], seconds: float) -> None:
        self._before = weighing.remembered(self._before, now, seconds)
        self._made_out_at = seconds

    def _register(self, image: Array) -> tuple[Straightened | None, str | None]:
        size = (image.shape[1], image.shape[0])
        pose = self._pose if self._pose is not None and self._pose.size == size else pose_of(self.profile, size)
        if pose.sound():
            seen = board.settle(image, pose, self._reference, rounds=2, lens=False, tolerance=BUMP_PITCHES)
            if board.score(seen.reading) >= board.LEAST_SCORE:
                return self._right_way_up(image, seen), None
        found = finder.find(image)
        again = None if found is None else board.settle(image, found.pose, self._reference, rounds=3, lens=False)
        lost = again is None or board.score(again.reading) < board.LEAST_SCORE
        if lost:
            poses = [other.pose for other in self._others(image)]
            again = board.clearest(image, poses, board.LEAST_SCORE, None, self._reference)
        if again is None or board.score(again.reading) < board.LEAST_SCORE:
            return None, str(NotFound.NO_BOARD)
        seen = self._right_way_up(image, self._nearer(image, again))
        return board.polished(image, seen, rounds=1), None

    def _others(self, image: Array) -> tuple[finder.Found, ...]:
        """Where else the board may be: of the first picture all there is, later one way a picture, for all together
        take as long as many readings.
        """
        way, self._way = self._way, (self._way + 1) % finder.WAYS
        if self._first:
            return finder.others(image)
        found = finder.other(image, way)
        return () if found is None else (found,)

    def _nearer(self, image: Array, seen: Straightened) -> Straightened:
        """Of two half turns the one nearer to where the profile has the board."""
        before = pose_of(self.profile, seen.pose.size).corners_px
        other = seen.pose.turned(2)
        if np.linalg.norm(seen.pose.corners_px - before) <= np.linalg.norm(other.corners_px - before):
            return seen
        return board.settle(image, other, self._reference, rounds=1, lens=False)

    def _right_way_up(self, image: Array, seen: Straightened) -> Straightened:
        """The board read from the side that the border cards' looks in the profile tell."""
        if not board.is_upside_down(seen):
            return seen
        return board.settle(image, seen.pose.turned(2), self._reference, rounds=1, lens=False)

    def _still(self, image: Array) -> bool:
        small: Array = cv2.resize(image, (160, 120), interpolation=cv2.INTER_AREA)
        small = cv2.GaussianBlur(small, (5, 5), 0)
        last, self._last_small = self._last_small, small
        if last is None:
            return True
        # A lamp changes everything in proportion; a hand or a figure changes a spot.
        now, before = (sum(cv2.mean(picture)) / 3 for picture in (small, last))
        blue, green, red = cv2.split(cv2.absdiff(small, cv2.convertScaleAbs(last, alpha=(now + 1) / (before + 1))))
        return cv2.countNonZero(cv2.inRange(cv2.max(cv2.max(blue, green), red), 19, 255)) < 12


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


def _weighed(
    image: Array,
    seen: Straightened,
    spots: tuple[Spot, ...],
    changed: Array | None = None,
    dunes: Dunes = (),
    stood: tuple[Stood, ...] = (),
    before: Sequence[Stood] = (),
    look: Callable[[Array, Straightened, Sequence[Spot]], Array] = figures.look,
) -> tuple[Spot, ...]:
    """The spots weighed; without a set-up (``changed``) and dunes as at a calibration. Those off every place are left
    out.

    ``before``: what was seen a moment ago.
    """
    camera = camera_place(seen.pose)
    spots = tuple(spot for spot in spots if any(places.place_of(piece, spot.uv, dunes) for piece in PIECES))
    change = None if changed is None else changes.at(changed, camera, [spot.uv for spot in spots])
    told = weighing.tell(spots, change, dunes, stood)
    chosen = weighing.worth_a_look(spots, told, before)
    spots = tuple(spots[index] for index in chosen)
    return weighing.weigh(spots, look(image, seen, spots), told[chosen], dunes, camera)


def _sighting(
    seen: Straightened,
    spots: tuple[Spot, ...],
    dunes: Dunes,
    cover: tuple[bool, frozenset[Place]],
    wanted: places.Wanted,
    seconds: float,
    before: Pose,
) -> Sighting:
    blocked, hidden = cover
    standing, doubts = places.standing(spots, dunes, hidden, wanted)
    corners = seen.pose.corners_px
    pitch = np.linalg.norm(corners[1] - corners[0]) / 4
    return Sighting(
        seconds,
        blocked=blocked,
        covered=hidden,
        moved=bool(np.abs(corners - before.corners_px).max() > MOVED_PITCHES * pitch),
        standing=standing,
        doubts=doubts,
        dunes=len(dunes),
        centre=places.kinds(seen.reading, hidden),
        corners_px=tuple((float(x), float(y)) for x, y in corners),
    )
