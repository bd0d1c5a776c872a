"""Eyes for the worker's process: the camera that ships for trying faults, and a recogniser that reads colours."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import numpy as np

from companion.eyes import Corner, Eyes, Image, NotFound, Vision
from companion.rules.board import ROBBER, TARGIA, Colour, Piece, PieceKind, Sighting, Standing, border
from hardware.camera import Trouble
from hardware.camera_fake import FakeCamera, Step

SET_UP = np.full((480, 640, 3), (40, 90, 160), np.uint8)
"""A picture (BGR) of the set-up, as the recogniser here reads it."""
PLACED = np.full((480, 640, 3), (44, 90, 160), np.uint8)
"""The same with white's Targi on 6."""
HAND = np.full((480, 640, 3), (48, 90, 160), np.uint8)
"""A hand over the board."""
NO_BOARD = np.full((480, 640, 3), (90, 90, 90), np.uint8)
BLACK = np.zeros((480, 640, 3), np.uint8)
_AT_START = frozenset({(ROBBER, border(1)), (TARGIA, border(15))})
_WHITE_ON_6 = (Piece(PieceKind.TARGI, Colour.WHITE), border(6))
_CORNERS_PX = ((100.0, 100.0), (480.0, 100.0), (480.0, 352.0), (100.0, 352.0))


class ColourReader:
    """A recogniser of plain pictures: their colour says what stands on the table."""

    def __init__(self, profile: Any, namer: Any = None) -> None:
        self.profile = profile

    def read(self, image: Image, seconds: float = 0.0) -> Sighting:
        blue = int(image[0, 0, 0])
        if blue not in (40, 44, 48) or self.profile == "another table":
            return Sighting(seconds, found=False, problem="no_board")
        if blue == 48:
            return Sighting(seconds, blocked=True, covered=frozenset({border(6)}), still=False, dunes=3)
        pieces = _AT_START | ({_WHITE_ON_6} if blue == 44 else set())
        return Sighting(seconds, standing=Standing(pieces), dunes=3, corners_px=_CORNERS_PX)


def calibrate(image: Image, corner16_px: Corner) -> Any:
    """The profile of a plain picture, or why there is none."""
    return "this table" if int(image[0, 0, 0]) in (40, 44) else NotFound("no_board")


VISION = Vision(calibrate, ColourReader)


class SlowCamera(FakeCamera):
    """A fake camera that takes its time as a real one does."""

    def read(self, deadline_seconds: float) -> Any:
        time.sleep(0.02)
        return super().read(deadline_seconds)


def opening(*steps: Step, profile: Any = None) -> Eyes:
    """Eyes that see these steps."""
    return Eyes(SlowCamera(steps), VISION, profile)


def a_placement(profile: Any) -> Eyes:
    """The set-up, a hand, white's Targi on 6; then the end."""
    return opening(*[SET_UP] * 40, *[HAND] * 8, *[PLACED] * 20, profile=profile)


def three_pictures(profile: Any) -> Eyes:
    return opening(SET_UP, SET_UP, PLACED, profile=profile)


def endless(profile: Any) -> Eyes:
    return opening(*[SET_UP] * 5000, profile=profile)


def black(profile: Any) -> Eyes:
    return opening(*[BLACK] * 5000, profile=profile)


def no_board(profile: Any) -> Eyes:
    return opening(*[NO_BOARD] * 5000, profile=profile)


def no_camera(profile: Any) -> Eyes:
    return opening(Trouble.NO_CAMERA, profile=profile)


def second_time_lucky(profile: Any) -> Eyes:
    """Fails the first time it is opened, as the file named in TARGI_TEST_MARK remembers; then a placement."""
    mark = Path(os.environ["TARGI_TEST_MARK"])
    if not mark.exists():
        mark.touch()
        raise OSError("not yet")
    return a_placement(profile)


class _Hanging(SlowCamera):
    def read(self, deadline_seconds: float) -> Any:
        frame = super().read(deadline_seconds)
        if frame is not None and frame.number == 3:
            time.sleep(600)
        return frame


def hanging(profile: Any) -> Eyes:
    """A camera whose third capture never returns."""
    return Eyes(_Hanging([SET_UP] * 100), VISION, profile)


def _never_found(image: Image, corner16_px: Corner) -> Any:
    if int(image[0, 0, 0]) == 40:
        time.sleep(600)
    return NotFound("no_board")


def slow_to_learn(profile: Any) -> Eyes:
    """Pictures without a board, then one in which looking for it takes ten minutes."""
    return Eyes(SlowCamera([*[NO_BOARD] * 3, *[SET_UP] * 100]), Vision(_never_found, ColourReader), profile)


class _Dying(SlowCamera):
    def read(self, deadline_seconds: float) -> Any:
        frame = super().read(deadline_seconds)
        if frame is not None and frame.number == 3:
            os._exit(11)
        return frame


def dying(profile: Any) -> Eyes:
    """A camera whose driver takes the process with it."""
    return Eyes(_Dying([SET_UP] * 100), VISION, profile)
