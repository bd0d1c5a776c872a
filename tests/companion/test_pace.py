"""How often pictures are taken."""

from __future__ import annotations

import pytest

from companion.eyes import Eyes, Vision
from companion.pace import BUSY_SECONDS, HOT_REST_SECONDS, QUIET_REST_SECONDS, Pace, rest_seconds
from companion.rules.board import Sighting
from hardware.camera_fake import FakeCamera
from tests.companion.fake_eyes import PLACED, SET_UP, ColourReader, calibrate


class Clock:
    """Time that passes when slept, and a tenth of a second with each picture."""

    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class Counting(ColourReader):
    """A reader that says when it read, by the clock of the test."""

    reads: list[float]
    clock: Clock

    def read(self, image: object, seconds: float = 0.0) -> Sighting:
        self.reads.append(self.clock.now)
        return super().read(image, seconds)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("quiet", "celsius", "seconds"),
    [
        (False, None, 0.0),
        (True, None, 0.25),
        (False, 60.0, 0.0),
        (False, 75.0, 0.5),
        (True, 90.0, 1.0),
        (True, 71.0, 0.25),
    ],
)
def test_how_long_it_rests(quiet: bool, celsius: float | None, seconds: float) -> None:
    """Not at all at work and cool; a quarter second at a quiet table; up to a second from 80 degrees on, where a
    Raspberry Pi would slow itself down."""
    assert rest_seconds(quiet, celsius) == pytest.approx(seconds)
    assert (QUIET_REST_SECONDS, HOT_REST_SECONDS) == (0.25, 1.0)


def test_a_quiet_table_is_looked_at_seldom_and_a_change_at_once() -> None:
    """Ten seconds after the last movement four pictures a second are taken at most; from the first one that differs on
    all that come, for ten seconds."""
    clock, reads = Clock(), list[float]()
    kind = type("Reader", (Counting,), {"reads": reads, "clock": clock})
    placed = PLACED.copy()
    placed[200:260, 300:340] = 255
    steps = [*[SET_UP] * 250, *[placed] * 120]
    eyes = Eyes(FakeCamera(steps), Vision(calibrate, kind), "this table", pace=Pace(lambda: None, clock, clock.sleep))
    sightings = []
    for _ in steps:
        glance = eyes.look(1.0)
        assert glance is not None
        assert glance.sighting is not None
        sightings.append(glance.sighting)
        clock.now += 0.1
    begun, changed = reads[0], reads[250]
    assert len([at for at in reads if at < begun + BUSY_SECONDS]) >= 99
    quiet = [at for at in reads if begun + BUSY_SECONDS < at < changed]
    assert len(quiet) <= (changed - begun - BUSY_SECONDS) / QUIET_REST_SECONDS + 1
    assert len([at for at in reads if changed <= at < changed + BUSY_SECONDS]) >= 99
    assert [sighting.seconds for sighting in sightings] == pytest.approx([number / 10 for number in range(len(steps))])
    assert [len(sighting.standing.pieces) for sighting in sightings] == [2] * 250 + [3] * 120


def test_a_wrong_reading_of_a_quiet_table_is_not_said_on() -> None:
    """Nobody has moved for a while and one reading of many shows a Targi that is not there: it is said once, as it is
    while the table is busy. Said on with the next pictures it would become a move."""
    clock, reads, slipped = Clock(), list[float](), list[float]()

    class Slips(Counting):
        def read(self, image: object, seconds: float = 0.0) -> Sighting:
            slips = seconds >= 20 and not slipped
            slipped.extend([seconds] * slips)
            return super().read(PLACED if slips else image, seconds)

    kind = type("Reader", (Slips,), {"reads": reads, "clock": clock})
    eyes = Eyes(FakeCamera([SET_UP] * 300), Vision(calibrate, kind), "t", pace=Pace(lambda: None, clock, clock.sleep))
    wrong = 0
    for _ in range(300):
        glance = eyes.look(1.0)
        assert glance is not None
        assert glance.sighting is not None
        wrong += len(glance.sighting.standing.pieces) == 3
        clock.now += 0.1
    assert wrong == 1


def test_a_hot_processor_gets_fewer_pictures() -> None:
    """At 80 degrees one picture a second, and as many as before when it has cooled down."""
    clock, warmth = Clock(), 80.0
    pace = Pace(lambda: warmth, clock, clock.sleep)
    for _ in range(5):
        pace.rest()
    assert clock.now == pytest.approx(55.0)
    warmth = 40.0
    clock.now += 5
    before = clock.now
    pace.rest()
    assert clock.now == before
