"""A quiet table is not read again and again."""

from pathlib import Path

import numpy as np
import pytest

from companion.rules.board import BLUE_TARGI, CENTRE, ROBBER, CardName, Piece, Place, border
from tests.vision.test_recogniser import profile, start, table
from vision import places, weighing
from vision.naming import Names
from vision.recogniser import Recogniser
from vision.resting import AGAIN_SECONDS, AGREED, Rest
from vision.training.table import Stand

STEP = 0.125


def grained(image: np.ndarray, seed: int) -> np.ndarray:
    """The same picture with another grain."""
    noise = np.random.default_rng(seed).integers(-3, 4, image.shape)
    return np.clip(image.astype(int) + noise, 0, 255).astype(np.uint8)


def rested() -> tuple[Recogniser, float]:
    """A recogniser that has seen the set-up for a moment, and the time of its last picture."""
    recogniser = Recogniser(profile())
    for number in range(AGREED + 1):
        sighting = recogniser.read(grained(start().image, number), number * STEP)
        assert sighting.milliseconds["recognise"] > 0
    return recogniser, AGREED * STEP


def test_a_quiet_table_is_taken_for_what_it_was() -> None:
    """Once a few readings agree, pictures that show the same get the same answer, with their own time."""
    recogniser, seconds = rested()
    before = recogniser.read(grained(start().image, 50), seconds + STEP)

    assert before.milliseconds["recognise"] == 0
    assert before.seconds == seconds + STEP
    assert before.standing.one(ROBBER) == border(1)
    assert before.still


def test_what_comes_is_read_at_once() -> None:
    """A figure that stands there with the next picture is in its reading."""
    recogniser, seconds = rested()
    placed = table().render((Stand("robber", "1", (1.0, 0.0)), Stand("blue", "5", (4.0, 1.0))), seed=1)

    sighting = recogniser.read(placed.image, seconds + STEP)

    assert sighting.milliseconds["recognise"] > 0
    assert (BLUE_TARGI, border(5)) in sighting.standing.pieces


def test_a_quiet_table_is_read_once_in_two_seconds() -> None:
    """Of four pictures a second, as they are taken of a quiet table, one in two seconds is read."""
    recogniser, seconds = rested()
    pictures = [grained(start().image, number) for number in range(4)]

    sightings = [recogniser.read(pictures[number % 4], seconds + number / 4) for number in range(1, 41)]

    assert sum(sighting.milliseconds["recognise"] > 0 for sighting in sightings) <= 10 / AGAIN_SECONDS
    assert all(sighting.standing == sightings[0].standing for sighting in sightings)


def test_it_is_read_again_now_and_then() -> None:
    """Nothing is taken for the same for ever, and a clock that jumps back brings a new reading too."""
    recogniser, seconds = rested()

    assert recogniser.read(grained(start().image, 51), seconds + AGAIN_SECONDS).milliseconds["recognise"] > 0
    assert recogniser.read(grained(start().image, 52), seconds - 5).milliseconds["recognise"] > 0


def test_what_stood_there_while_nothing_changed_is_not_forgotten_at_the_next_reading(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A piece that the first reading after a rest does not make out was there a moment ago all the same."""
    recogniser, seconds = rested()
    trusted: list[list[Piece]] = []
    held = weighing.held
    monkeypatch.setattr(
        weighing, "held", lambda spots, before: trusted.append([piece for piece, _ in before]) or held(spots, before)
    )
    for after in (0.9, 1.8):
        assert recogniser.read(grained(start().image, 60), seconds + after).milliseconds["recognise"] == 0
    with monkeypatch.context() as unlucky:
        unlucky.setattr(places, "believed", lambda *_: ())
        recogniser.read(grained(start().image, 61), seconds + AGAIN_SECONDS + 0.1)
    recogniser._rest = Rest()
    recogniser.read(grained(start().image, 62), seconds + AGAIN_SECONDS + 0.2)

    assert trusted == [[ROBBER], [ROBBER]]


class TwoAPicture(Names):
    """Names for the central cards, two more in each picture."""

    looked = 0

    def named(self, *_: object) -> dict[Place, CardName | None]:
        """The names known by now."""
        self.looked += 2
        return {where: CardName(str(where), 1.0) if n < self.looked else None for n, where in enumerate(CENTRE)}


def test_there_is_no_rest_before_the_cards_have_their_names() -> None:
    """They are named a few a picture: the last of nine by the fifth picture, as if nothing rested."""
    recogniser = Recogniser(profile(), TwoAPicture(Path("none.deck")))
    for number in range(5):
        sighting = recogniser.read(grained(start().image, number), number * STEP)

    assert sighting.cards is not None
    assert all(sighting.cards.values())
    assert recogniser.read(grained(start().image, 9), 5 * STEP).cards == sighting.cards
