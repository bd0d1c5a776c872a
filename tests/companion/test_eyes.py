"""Camera and recogniser together: the board found without being asked."""

from __future__ import annotations

from typing import Any

import numpy as np

from companion.eyes import Eyes, Glance, Image
from hardware.camera_fake import FakeCamera, Step
from tests.companion.fake_eyes import HAND, NO_BOARD, PLACED, SET_UP, VISION


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
