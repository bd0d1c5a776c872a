"""A camera's exposure: fixed when it has settled, confirmed by the pictures, measured anew in another light."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.exposure import Exposure, Measured, Reach, Wish, flicker_safe

BRIGHT = 120.0
SETTLED = Measured(10_000, 2.0, (2.0, 1.5), 1.4)


class Lens:
    """A camera on its own clock, ten pictures a second; ``obeys``: it keeps what it is told."""

    def __init__(self, obeys: bool = True) -> None:
        self.exposure, self.obeys = Exposure(), obeys
        self.now, self.told, self.measured = 0.0, list[Wish](), SETTLED

    def pictures(self, seconds: float, brightness: float = BRIGHT, measured: Measured | None = None) -> list[Wish]:
        """What it is told while pictures come that were taken so."""
        self.measured = measured or self.measured
        before = len(self.told)
        for _ in range(round(seconds * 10)):
            self.now += 0.1
            wish = self.exposure.take(self.measured, brightness, self.now)
            if wish is not None:
                self.told.append(wish)
                if self.obeys and wish.fixed is not None:
                    self.measured = wish.fixed
        return self.told[before:]


def test_nothing_is_fixed_while_it_still_changes() -> None:
    """As long as exposure, colours or lens move, the camera is left alone."""
    lens = Lens()
    for step in range(12):
        assert lens.pictures(0.4, measured=replace(SETTLED, exposure_us=8000 + 900 * step)) == []
    lens = Lens()
    assert lens.pictures(3, measured=replace(SETTLED, focusing=True)) == []
    for step in range(6):
        assert lens.pictures(0.4, measured=replace(SETTLED, lens=1.0 + 0.5 * step)) == []
    assert not lens.exposure.fixed


def test_what_it_settled_on_is_kept_and_confirmed() -> None:
    """After a steady moment everything is fixed at once, and only the pictures' own word makes it count as fixed."""
    lens = Lens()
    assert lens.pictures(1.0) == [Wish(SETTLED, 1.4)]
    assert not lens.exposure.fixed
    assert lens.pictures(20) == []
    assert lens.exposure.fixed


def test_controls_that_hold_late_are_waited_for() -> None:
    """Two seconds of pictures that are still as before are no disobedience."""
    lens = Lens(obeys=False)
    lens.pictures(1.0, measured=replace(SETTLED, exposure_us=12_000))
    assert lens.pictures(1.5) == []
    assert not lens.exposure.fixed
    assert lens.pictures(1.5, measured=replace(SETTLED, gain=2.4)) == []
    assert lens.exposure.fixed


def test_a_camera_that_does_not_obey_is_left_to_itself() -> None:
    """When its pictures show other values it is made automatic again; after three times it is not asked any more."""
    lens = Lens(obeys=False)
    lens.pictures(0.9)
    lens.pictures(30, measured=replace(SETTLED, exposure_us=15_000, gain=1.0))
    assert [wish.fixed is None for wish in lens.told] == [False, True] * 3
    assert not lens.exposure.fixed
    assert lens.pictures(20, measured=SETTLED) == []


def test_values_that_alternate_are_never_fixed() -> None:
    """Every other picture as told and every other not is not as told (picamera2 reports: locked, yet alternating)."""
    exposure, told = Exposure(), []
    for number in range(300):
        odd = replace(SETTLED, exposure_us=13_000) if told and told[-1].fixed and number % 2 else SETTLED
        wish = exposure.take(odd, BRIGHT, number / 10)
        told += [wish] if wish else []
        assert not exposure.fixed
    assert told[-1].fixed is None


def test_a_camera_that_says_so_but_shows_another_picture() -> None:
    """Values as told with a picture half as bright are not what was asked for."""
    lens = Lens()
    lens.pictures(0.9)
    lens.pictures(3.5, brightness=BRIGHT / 2)
    assert lens.told[-1].fixed is None


def test_a_hand_changes_nothing_but_another_lamp_does() -> None:
    """Two dark seconds are a sleeve; a table that stays much darker is measured and fixed anew, the lens unmoved."""
    lens = Lens()
    lens.pictures(4)
    assert lens.pictures(2, brightness=40.0) == []
    assert lens.pictures(2) == []
    assert lens.pictures(3.3, brightness=40.0) == [Wish(None, 1.4)]
    darker = replace(SETTLED, exposure_us=30_000)
    assert lens.pictures(3, brightness=100.0, measured=darker) == [Wish(darker, 1.4)]
    assert lens.exposure.fixed


def test_a_camera_that_tells_nothing_stays_automatic() -> None:
    """Without its word nothing is fixed; without a lens to move none is set."""
    exposure = Exposure()
    assert [exposure.take(None, BRIGHT, second) for second in range(9)] == [None] * 9
    lens = Lens()
    assert lens.pictures(3, measured=replace(SETTLED, lens=None)) == [Wish(replace(SETTLED, lens=None), None)]


@pytest.mark.parametrize(
    ("hz", "before", "after"),
    [
        (50, (12_000, 1.0), (10_000, 1.2)),  # a lamp on 50 Hz flashes every 10 ms
        (60, (12_000, 1.0), (8_333, 1.44)),  # on 60 Hz every 8.33 ms
        (50, (33_000, 2.0), (30_000, 2.2)),
        (50, (4_000, 4.0), (10_000, 1.6)),
        (50, (4_000, 1.0), (4_000, 1.0)),  # too bright for a whole flash: daylight
        (50, (66_000, 16.0), (60_000, 17.6)),  # more gain than there is
    ],
)
def test_exposures_are_whole_flashes_of_the_lamps(hz: int, before: tuple[int, float], after: tuple[int, float]) -> None:
    """As bright as before, by a whole number of half periods of the mains where gain and frame rate allow it."""
    found = flicker_safe(Measured(*before, (2.0, 1.5)), hz, Reach((1.0, 17.0)))
    if after[1] > 17:
        assert found == Measured(*before, (2.0, 1.5))
    else:
        assert (found.exposure_us, found.gain) == (after[0], pytest.approx(after[1], rel=1e-3))
