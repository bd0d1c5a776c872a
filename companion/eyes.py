"""Camera and recogniser put together: pictures in, sightings out, and the board found without being asked.

What a camera, a calibration and a recogniser are is handed in; this module knows neither devices nor vision.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pace import Pace
from companion.recorder import Recorder
from companion.rules.board import ROBBER, Piece, Sighting, border

Image = NDArray[np.uint8]
Corner = tuple[float, float] | None

_TRY_EVERY = 0.4  # seconds between attempts to find the board in quiet pictures
_LOST_AFTER = 3.0  # seconds without a board before it is looked for as if never seen
_STUBBORN = 6  # attempts that ask for the Robber on 1 before any board will do
_QUIET_WAIT = 10.0  # seconds for which a picture to learn pieces from is waited for
_QUIET_SPOT = 18  # grey values
_QUIET_SPOTS = 12  # of 160 x 120 may differ more in a quiet picture


class FrameLike(Protocol):
    """One picture: its seconds by the source's clock, and (H, W, 3) uint8 BGR."""

    @property
    def seconds(self) -> float: ...
    @property
    def image(self) -> Image: ...


class CameraLike(Protocol):
    """A source of pictures (see ``hardware.camera``)."""

    def read(self, deadline_seconds: float) -> FrameLike | None: ...
    def close(self) -> None: ...


class RecogniserLike(Protocol):
    """Reads pictures of one table."""

    def read(self, image: Image, seconds: float = 0.0) -> Sighting: ...


@dataclass(frozen=True, slots=True)
class NotFound:
    """No profile could be learnt from a picture: why, as the recogniser's code."""

    reason: str


@dataclass(frozen=True, slots=True)
class NotShown:
    """The table's own pieces could not be learnt from a picture: why (``missing``, or the recogniser's code), and
    which."""

    reason: str
    pieces: tuple[Piece, ...] = ()


def _no_pieces(recogniser: RecogniserLike, image: Image) -> Any | NotShown:
    return NotShown("no_board")


def _as_it_is(profile: Any, other: Any) -> Any:
    return profile


@dataclass(frozen=True, slots=True)
class Vision:
    """The doors of the recogniser.

    ``calibrate`` takes a picture and perhaps a pixel near card 16, and gives a profile or `NotFound`. ``shown`` takes
    the recogniser and a picture with the table's own pieces, and gives a profile that knows them or `NotShown`;
    ``knowing``: a profile with what another one knows of them, or with nothing where there is no other.
    """

    calibrate: Callable[[Image, Corner], Any | NotFound]
    recogniser: Callable[[Any], RecogniserLike]
    shown: Callable[[RecogniserLike, Image], Any | NotShown] = _no_pieces
    knowing: Callable[[Any, Any | None], Any] = _as_it_is


@dataclass(frozen=True, slots=True)
class Glance:
    """One picture and what it says: ``sighting`` None before the board was found; ``profile``: newly learnt from it;
    ``reason``: why it was not found, when it was looked for; ``shown``: what came of looking at the pieces shown
    (``learnt``, ``forgotten``, else why not), and which are missing."""

    seconds: float
    image: Image
    sighting: Sighting | None
    profile: Any | None = None
    reason: str | None = None
    shown: tuple[str, tuple[Piece, ...]] | None = None


class Eyes:
    """Reads a source picture by picture. Without a profile it learns one from quiet pictures of the set-up.

    With ``relearns`` it does so again when the board has been out of view for a while: another table, another place.
    With a ``pace``, which wants a live source, fewer pictures are taken of a quiet table. A ``recorder`` keeps those of
    doubtful readings. ``still_px`` (width, height): of the stills by which cards are named, None where they are named
    by the stream itself.
    """

    def __init__(
        self, camera: CameraLike, vision: Vision, profile: Any | None = None, relearns: bool = True,
        pace: Pace | None = None, recorder: Recorder | None = None, still_px: tuple[int, int] | None = None,
    ) -> None:  # fmt: skip
        self.still_px = still_px
        self._pace, self._recorder = pace, recorder
        self._camera = camera
        self._vision = vision
        self._profile = profile
        self._recogniser = None if profile is None else vision.recogniser(profile)
        self._forgets: bool | None = None  # what is asked about the table's own pieces
        self._asked_at: float | None = None
        self._relearns = relearns or profile is None
        self._corner: Corner = None
        self._tries = 0
        self._next_try = -float("inf")
        self._found_last: float | None = None
        self._before: NDArray[np.int16] | None = None

    def look(self, deadline_seconds: float, searching: Callable[[Image], None] = lambda image: None) -> Glance | None:
        """The next picture and what it says; None when the source has ended. Raises what the camera raises.

        ``searching`` hears of a picture in which the board is about to be looked for: that takes long on a small
        machine.
        """
        if self._pace is not None:
            self._pace.rest()
        frame = self._camera.read(deadline_seconds)
        if frame is None:
            return None
        quiet = self._quiet(frame.image)
        if self._forgets is not None:
            self._asked_at = frame.seconds if self._asked_at is None else self._asked_at
            late = frame.seconds - self._asked_at > _QUIET_WAIT
            if quiet or late or self._forgets or self._recogniser is None:
                return self._take_pieces(frame, searching, late)
        if self._recogniser is None:
            due = quiet and frame.seconds >= self._next_try
            return self._learn(frame, searching) if due else Glance(frame.seconds, frame.image, None)
        if self._pace is not None:
            self._pace.saw(quiet)
        sighting = self._recogniser.read(frame.image, frame.seconds)
        if self._recorder is not None:
            self._recorder.take(frame.image, sighting)
        if sighting.found or self._found_last is None:
            self._found_last = frame.seconds
        elif quiet and self._to_be_learnt_anew(frame.seconds):
            learnt = self._learn(frame, searching)
            return learnt if learnt.profile is not None else Glance(frame.seconds, frame.image, sighting)
        return Glance(frame.seconds, frame.image, sighting)

    def recalibrate(self, corner16_px: Corner = None) -> None:
        """Find the board anew; ``corner16_px``: a pixel near card 16, when a person says so."""
        self._recogniser, self._forgets = None, None
        self._corner = corner16_px
        self._tries = _STUBBORN if corner16_px else 0
        self._next_try = -float("inf")
        self._relearns = True

    def show_pieces(self, forget: bool = False) -> None:
        """Learn the table's own pieces from the next quiet picture, or forget them."""
        self._forgets, self._asked_at = forget, None

    def close(self) -> None:
        """Lets the camera go."""
        self._camera.close()

    def _to_be_learnt_anew(self, now: float) -> bool:
        lost = self._found_last is not None and now - self._found_last > _LOST_AFTER
        return self._relearns and lost and now >= self._next_try

    def _learn(self, frame: FrameLike, searching: Callable[[Image], None]) -> Glance:
        searching(frame.image)
        self._next_try = frame.seconds + _TRY_EVERY
        self._tries += 1
        profile = self._vision.calibrate(frame.image, self._corner)
        if isinstance(profile, NotFound):
            return Glance(frame.seconds, frame.image, None, reason=profile.reason)
        profile = self._vision.knowing(profile, self._profile)
        recogniser = self._vision.recogniser(profile)
        sighting = recogniser.read(frame.image, frame.seconds)
        at_start = sighting.found and not sighting.blocked and sighting.standing.one(ROBBER) == border(1)
        if not at_start and self._tries < _STUBBORN:
            return Glance(frame.seconds, frame.image, None, reason="not_sure")
        self._profile, self._recogniser = profile, recogniser
        self._found_last, self._tries = frame.seconds, 0
        return Glance(frame.seconds, frame.image, sighting, profile)

    def _take_pieces(self, frame: FrameLike, searching: Callable[[Image], None], late: bool) -> Glance:
        forget, self._forgets = self._forgets, None
        if self._recogniser is None:
            return Glance(frame.seconds, frame.image, None, shown=("no_board", ()))
        searching(frame.image)
        self._found_last = frame.seconds
        found: Any = NotShown("blocked")
        if forget:
            found = self._vision.knowing(self._profile, None)
        elif not late:
            found = self._vision.shown(self._recogniser, frame.image)
        if isinstance(found, NotShown):
            sighting = self._recogniser.read(frame.image, frame.seconds)
            return Glance(frame.seconds, frame.image, sighting, shown=(found.reason, found.pieces))
        self._profile, self._recogniser = found, self._vision.recogniser(found)
        sighting = self._recogniser.read(frame.image, frame.seconds)
        return Glance(frame.seconds, frame.image, sighting, found, shown=("forgotten" if forget else "learnt", ()))

    def _quiet(self, image: Image) -> bool:
        """Whether next to nothing has moved since the picture before."""
        small = cv2.resize(image, (160, 120), interpolation=cv2.INTER_AREA).mean(axis=2).astype(np.int16)
        before, self._before = self._before, small
        if before is None:
            return True
        change = np.abs(small - before)
        return int((np.abs(change - np.median(change)) > _QUIET_SPOT).sum()) < _QUIET_SPOTS
