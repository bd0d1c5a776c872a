"""Camera and recogniser together: the board found without being asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from calibration.profile import OwnPieces, Profile
from companion import app
from companion.enrolling import Outcome
from companion.eyes import Eyes, Glance, Image, NotShown, Vision
from companion.rules.board import WHITE_TARGI
from hardware.camera_fake import FakeCamera, Step
from tests.companion.fake_eyes import HAND, NO_BOARD, PLACED, SET_UP, VISION
from vision import calibrating, enrolment


def looking(*steps: Step, profile: Any = None, relearns: bool = True) -> list[Glance]:
    """Every glance at these pictures, a tenth of a second apart."""
    eyes = Eyes(FakeCamera(steps), VISION, profile, relearns)
    glances = []
    while (glance := eyes.look(1.0)) is not None:
        glances.append(glance)
    return glances


def seen(glances: list[Glance]) -> list[bool | None]:
    """For each glance: None before the board was learnt, then whether it was found."""
    return [None if glance.sighting is None else glance.sighting.found for glance in glances]


def noisy(image: Image, seed: int) -> Image:
    """The picture with something moving in a corner of it."""
    moved = image.copy()
    moved[100:200, 100 + 60 * seed : 160 + 60 * seed] = 255
    return moved


def test_the_first_quiet_picture_of_the_set_up_is_learnt() -> None:
    """Pictures without a board are passed over; the first quiet one of the set-up gives the profile, once."""
    glances = looking(*[NO_BOARD] * 7, SET_UP, *[SET_UP] * 8)
    profiles = [glance.profile for glance in glances if glance.profile is not None]
    assert profiles == ["this table"]
    assert seen(glances)[:7] == [None] * 7
    assert seen(glances)[-3:] == [True, True, True]


def test_pictures_in_which_something_moves_are_not_learnt_from() -> None:
    """While something moves no attempt is made."""
    glances = looking(*[noisy(NO_BOARD, index % 4) for index in range(12)])
    assert [glance.reason for glance in glances[1:]] == [None] * 11


def test_a_profile_given_is_used_at_once() -> None:
    """With a profile the first picture is read."""
    assert seen(looking(SET_UP, HAND, PLACED, profile="this table")) == [True, True, True]


def test_a_profile_of_another_table_is_replaced() -> None:
    """When the board is not found with the profile for 3 s the table is learnt anew, unless told not to."""
    glances = looking(*[SET_UP] * 40, profile="another table")
    assert [glance.profile for glance in glances if glance.profile] == ["this table"]
    assert seen(glances)[-1] is True
    assert seen(looking(*[SET_UP] * 40, profile="another table", relearns=False)) == [False] * 40


def test_the_picture_handed_on_is_the_cameras() -> None:
    """The picture of a glance is the frame itself."""
    (glance,) = looking(PLACED, profile="this table")
    assert np.array_equal(glance.image, PLACED)


def shown(recogniser: Any, image: Image) -> Any:
    """Learns the pieces where white's Targi lies."""
    return "this table, its pieces" if np.array_equal(image, PLACED) else NotShown("missing", (WHITE_TARGI,))


def known(profile: Any, other: Any) -> Any:
    """A profile with what the other knows of the pieces."""
    return "this table, its pieces" if other is not None and "pieces" in other else "this table"


def test_pieces_are_learnt_from_the_next_quiet_picture_and_kept_when_the_board_is_found_anew() -> None:
    """Shown while something moves: the next quiet picture is taken. What cannot be made out is told. A board found anew
    has the same pieces, until they are forgotten."""
    vision = Vision(VISION.calibrate, VISION.recogniser, shown, known)
    moving = noisy(SET_UP, 1)
    eyes = Eyes(FakeCamera([SET_UP, SET_UP, moving, SET_UP, SET_UP, PLACED, *[SET_UP] * 20]), vision, "this table")
    eyes.look(1.0)
    eyes.show_pieces()
    eyes.look(1.0)
    assert eyes._recogniser.profile == "this table"  # type: ignore[union-attr]
    eyes.show_pieces()
    glances = [eyes.look(1.0) for _ in range(3)]
    assert [glance.shown for glance in glances if glance] == [None, None, ("missing", (WHITE_TARGI,))]
    eyes.show_pieces()
    glance = eyes.look(1.0)
    assert glance is not None
    assert (glance.shown, glance.profile) == (("learnt", ()), "this table, its pieces")
    assert eyes._recogniser.profile == "this table, its pieces"  # type: ignore[union-attr]
    eyes.recalibrate()
    anew = [glance for _ in range(8) if (glance := eyes.look(1.0)) and glance.profile]
    assert [glance.profile for glance in anew] == ["this table, its pieces"]
    eyes.show_pieces(forget=True)
    forgotten = [glance for _ in range(3) if (glance := eyes.look(1.0)) and glance.shown]
    assert [(glance.shown, glance.profile) for glance in forgotten] == [(("forgotten", ()), "this table")]


def test_no_pieces_are_learnt_before_the_board_is_known() -> None:
    """Without a board there is nothing to see them on, and that is told at once."""
    eyes = Eyes(FakeCamera([NO_BOARD] * 3), VISION)
    eyes.show_pieces()
    glance = eyes.look(1.0)
    assert glance is not None
    assert glance.shown == ("no_board", ())


def test_a_picture_that_never_gets_quiet_is_not_waited_for_for_ever() -> None:
    """After ten seconds it is said that something is in the way; forgetting waits for nothing."""
    vision = Vision(VISION.calibrate, VISION.recogniser, shown, known)
    eyes = Eyes(FakeCamera([noisy(SET_UP, index % 4) for index in range(200)]), vision, "this table, its pieces")
    eyes.look(1.0)
    eyes.show_pieces()
    glances = [glance for _ in range(140) if (glance := eyes.look(1.0))]
    told = [glance for glance in glances if glance.shown]
    assert [glance.shown for glance in told] == [("blocked", ())]
    assert 10.0 < told[0].seconds - glances[0].seconds < 11.0
    eyes.show_pieces(forget=True)
    glance = eyes.look(1.0)
    assert glance is not None
    assert glance.shown == ("forgotten", ())


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (calibrating.NotFound.NO_PICTURE, NotShown("no_board")),
        (calibrating.NotFound.NO_BOARD, NotShown("no_board")),
        (calibrating.NotFound.BLOCKED, NotShown("blocked")),
        (calibrating.NotFound.TOO_DARK, NotShown("too_dark")),
        (enrolment.Missing((WHITE_TARGI,)), NotShown("missing", (WHITE_TARGI,))),
    ],
)
def test_whatever_the_recogniser_says_of_pieces_has_words(found: Any, told: NotShown) -> None:
    """Every answer of it is one that the desk knows."""

    class Says:
        def shown(self, image: Image) -> Any:
            return found

    assert app.pieces_shown(Says(), SET_UP) == told
    assert Outcome(told.reason)


def test_pieces_shown_to_other_networks_are_not_known() -> None:
    """After an update with other networks they are to be shown anew, and the screen says so."""
    weights = np.zeros(97 * 6, np.float16).tobytes()
    profile = Profile((640, 480), (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0), 0.0)
    assert not app.pieces_known(profile)
    assert not app.pieces_known(replace(profile, own=OwnPieces(weights, "another")))
    assert app.pieces_known(replace(profile, own=OwnPieces(weights, enrolment.network_mark())))
