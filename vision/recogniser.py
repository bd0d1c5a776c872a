"""The recogniser: a picture of the table in, a sighting out."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import Profile
from companion.rules.board import Light, Place, Sighting
from vision import board, enrolment, figures, finder, naming, places, spotting, usual, weighing
from vision.board import Straightened
from vision.calibrating import NotFound, pose_of, reference_of, stood_of
from vision.cards import Namer
from vision.geometry import Pose, warp
from vision.picture import halved, is_picture, light_of
from vision.places import Dunes
from vision.reader import FRAME, Spot
from vision.renewal import Renewal
from vision.resting import Rest
from vision.weighing import Stood

Array = NDArray[Any]

MOVED_PITCHES = 0.12
"""Board or camera count as moved when the corner cards lie this far, in pitches, from where the profile has them."""
MAY_RENEW = 0.05
"""A central card is taken over into the reference where no spot is as sure as this."""
SAME_CARDS = 0.3
"""Below this likeness of the border cards to those of the set-up, they are others."""
SURELY_ALIKE, MORE_ALIKE = 0.5, 0.2
"""From the first likeness on the board lies where it settled; below it, where it is by the second more like it."""
BUMP_PITCHES = 0.12
"""A board that lies within this of where it lay is read as it is; reading it twice costs time."""


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
        self._pose_alike: Pose | None = None
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
        changed, dunes = spotting.changes_of(seen), places.dunes(seen.reading)
        spots = spotting.proposed(seen, changed)
        before = [stood for stood, _ in self._before]
        look = partial(self._looks.look, seconds=seconds)
        weighed = spotting.weighed(image, seen, spots, changed, dunes, self._stood, before, look)
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
        light = light_of(halved(image))
        if light is not Light.FINE:
            return NotFound(light.value)
        seen, _ = self._register(image)
        if seen is None:
            return NotFound.NO_BOARD
        if places.covered(seen.reading)[0]:
            return NotFound.BLOCKED
        learnt = enrolment.learn(image, seen, spotting.proposed(seen, spotting.changes_of(seen)))
        return learnt if isinstance(learnt, enrolment.Missing) else replace(self.profile, own=learnt)

    def _made_out(self, now: Sequence[Stood], seconds: float) -> None:
        self._before = weighing.remembered(self._before, now, seconds)
        self._made_out_at = seconds

    def _register(self, image: Array) -> tuple[Straightened | None, str | None]:
        size = (image.shape[1], image.shape[0])
        pose = self._pose if self._pose is not None and self._pose.size == size else pose_of(self.profile, size)
        if pose.sound():
            seen = board.settle(image, pose, self._reference, rounds=2, lens=False, tolerance=BUMP_PITCHES)
            seen = self._as_at_set_up(image, seen, (pose, self._pose_alike, pose_of(self.profile, size)))
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

    def _as_at_set_up(self, image: Array, seen: Straightened, others: Sequence[Pose | None]) -> Straightened:
        """The board where it settled, or where it lay before when its border cards look more like those of the set-up
        there: a hand, or cards in line with it, can draw it aside.
        """
        if seen.reference is None:
            return seen
        alike = board.likeness(seen.picture, seen.reference)
        if alike >= SURELY_ALIKE:
            self._pose_alike = seen.pose
            return seen
        best = None
        for pose in dict.fromkeys(others):
            if pose is not None and pose is not seen.pose and pose.size == seen.pose.size and pose.sound():
                picture = warp(pose, FRAME).apply(image)
                if (there := board.likeness(picture, seen.reference)) > alike + MORE_ALIKE:
                    best, alike = pose, there
        if best is None:
            return seen
        other = board.straighten(image, best, seen.reference)
        return other if board.score(other.reading) >= board.LEAST_SCORE else seen

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
