"""Camera and recogniser together: the board found without being asked."""

from __future__ import annotations

from typing import Any

import numpy as np

from companion.eyes import Eyes, Glance, Image, NotShown, Vision
from companion.rules.board import WHITE_TARGI
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
