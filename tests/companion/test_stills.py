"""Cards are named by a still with all the camera's pixels where the stream has too few: when they come or change."""

from functools import cache, partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.deck import Deck, LearntCard
from companion.app import still_of
from companion.eyes import Eyes, NotFound, Vision
from companion.rules.board import CENTRE, Place, Sighting, cell_of
from companion.sight import Seeing
from companion.view import Source
from companion.worker import Look
from hardware.camera import Trouble
from hardware.camera_fake import FakeCamera, Step
from tests.vision.test_recogniser import profile, start
from vision.calibrating import pose_of
from vision.cards import MARGIN_MM, seen_at
from vision.fitting import FINE
from vision.geometry import PITCH_MM
from vision.naming import Names
from vision.recogniser import Recogniser

WHOLE = start().image
"""A still of the set-up; the stream sees the same in half as many pixels a millimetre, 0.7."""
STREAM = cv2.resize(WHOLE, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
ALL = {where: str(where) for where in CENTRE}


@cache
def _deck() -> Deck:
    """The central cards of that table, each called by its place."""
    pose, rim = pose_of(profile(), (WHOLE.shape[1], WHOLE.shape[0])), round(MARGIN_MM * FINE)
    cards = []
    for where in CENTRE:
        middle = np.array(cell_of(where), float)
        seen = seen_at(WHOLE, lambda points_mm, middle=middle: pose.to_image(middle + points_mm / np.array(PITCH_MM)))
        cards.append(LearntCard(str(where), cv2.imencode(".png", seen[rim:-rim, rim:-rim])[1].tobytes()))
    return Deck(tuple(cards))


class Counted(FakeCamera):
    """Counts the stills that are asked for."""

    asked = 0

    def still(self, deadline_seconds: float) -> object:  # type: ignore[override]
        self.asked += 1
        return super().still(deadline_seconds)


def _watched(folder: Path, stream: list[Step], stills: list[Step]) -> tuple[dict[Place, str], Counted]:
    """The names after the stream's last picture, and the camera."""
    _deck().save(folder / "cards.deck")
    camera = Counted(stream, sleep=lambda _: None, stills=stills)
    names = Names(folder / "cards.deck", partial(still_of, camera))
    vision = Vision(lambda *_: NotFound("no_board"), partial(Recogniser, namer=names))
    eyes = Eyes(camera, vision, profile())
    cards = {}
    while (glance := eyes.look(1.0)) is not None:
        cards = (glance.sighting and glance.sighting.cards) or {}
    return {where: card.name for where, card in cards.items() if card}, camera


def test_one_still_names_all_cards(tmp_path: Path) -> None:
    """The stream alone is too small to tell the cards; one still tells all nine, and no second one is taken."""
    named, camera = _watched(tmp_path, [STREAM] * 9, [WHOLE] * 3)
    assert named == ALL
    assert camera.asked == 1
    alone, _ = _watched(tmp_path, [STREAM] * 9, [])
    assert alone != ALL


def test_no_still_while_something_moves(tmp_path: Path) -> None:
    """The camera is not paused while a hand may be over the table."""
    moving = []
    for number in range(5):
        picture = STREAM.copy()
        picture[20 + 30 * number : 60 + 30 * number, :40] = 255
        moving.append(picture)
    _, camera = _watched(tmp_path, [*moving[1:], *moving], [WHOLE] * 9)
    assert camera.asked <= 1  # of the very first picture nothing can be said


@pytest.mark.parametrize("still", [None, Trouble.STALLED])
def test_a_camera_without_stills_is_asked_once(still: Trouble | None, tmp_path: Path) -> None:
    """One that has no more pixels, or fails to give them, is not asked again, and the game is watched on."""
    _, camera = _watched(tmp_path, [STREAM] * 6, [] if still is None else [still, WHOLE])
    assert camera.asked == 1


def test_a_hand_that_comes_into_the_still_names_nothing_wrong(tmp_path: Path) -> None:
    """What a still shows that is not the board is not looked at."""
    named, _ = _watched(tmp_path, [STREAM] * 3, [np.full_like(WHOLE, 90)] * 3)
    assert all(ALL[where] == name for where, name in named.items())


@pytest.mark.parametrize(("still_px", "times"), [(None, 1), ((2560, 1920), 4)])
def test_the_scale_for_names_is_the_still_s(still_px: tuple[int, int] | None, times: float) -> None:
    """Where stills have four times the pixels of the stream along each side, names have four times the scale; without
    stills the stream's.
    """
    corners = ((100.0, 50.0), (480.0, 50.0), (480.0, 302.0), (100.0, 302.0))  # 4 x 95 mm by 4 x 63 mm: 1 pixel a mm
    seeing = Seeing(Source.CAMERA, with_profile=True)
    seeing.take(Look(1, 0.1, (640, 480), Sighting(0.1, corners_px=corners), 120.0, 0.5, 0.9, still_px))
    aim = seeing.aim()
    assert aim is not None
    assert aim.pixels_per_mm == pytest.approx(1.0)
    assert aim.names_per_mm == pytest.approx(times)
