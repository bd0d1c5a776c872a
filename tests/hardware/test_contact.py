"""Presses out of bouncing contacts, with seconds that the tests give."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.contact import HOLD_SECONDS, REPEAT_SECONDS, SETTLE_SECONDS, Contact, Gesture


def played(contact: Contact, edges: list[tuple[float, bool]], until: float) -> list[Gesture]:
    """What the contact tells of these edges (seconds, closed), ticked whenever it asks for it."""
    told: list[Gesture] = []
    for at, down in edges:
        while contact.due() < at:
            told += contact.tick(contact.due())
        told += contact.level(down, at)
    while contact.due() <= until:
        told += contact.tick(contact.due())
    return told


def bouncing(at: float, down: bool, chance: random.Random) -> list[tuple[float, bool]]:
    """An edge that bounces: 0 to 6 more edges, 0.2 to 15 ms apart, as recorded of push buttons; it ends as it
    should."""
    edges = [(at, down)]
    for _ in range(chance.randrange(4)):
        for level in (not down, down):
            at += chance.uniform(0.0002, 0.015)
            edges.append((at, level))
    return edges


def a_train(chance: random.Random) -> tuple[list[tuple[float, bool]], list[Gesture], float]:
    """Some presses and holds with bouncing edges; what was meant by them; when it is over."""
    edges: list[tuple[float, bool]] = []
    meant: list[Gesture] = []
    now = 1.0
    for _ in range(chance.randrange(1, 5)):
        closing = bouncing(now, True, chance)
        repeats = chance.choice([None, None, 0, 2])
        if repeats is None:
            still = chance.uniform(SETTLE_SECONDS * 1.05, HOLD_SECONDS * 0.7)
            meant.append(Gesture.PRESS)
        else:
            still = HOLD_SECONDS + (repeats + 0.5) * REPEAT_SECONDS
            meant += [Gesture.HOLD, *[Gesture.REPEAT] * repeats]
        opening = bouncing(closing[-1][0] + still, False, chance)
        edges += closing + opening
        now = opening[-1][0] + chance.uniform(SETTLE_SECONDS * 1.05, 0.5)
    return edges, meant, now + 1.0


def test_ten_thousand_bounce_trains() -> None:
    """Each press is one press, each hold one hold with its repeats, none is lost and none is added (gpiozero #378,
    #550, #857, #1039)."""
    chance = random.Random(20261130)
    for number in range(10_000):
        edges, meant, until = a_train(chance)
        assert played(Contact(), edges, until) == meant, (number, edges)


@given(st.integers(), st.lists(st.floats(0.0, 3.0), max_size=30))
@settings(max_examples=200)
def test_more_ticks_change_nothing(seed: int, extra: list[float]) -> None:
    """However often it is asked in between, a train means the same."""
    edges, meant, until = a_train(random.Random(seed))
    contact, told = Contact(), list[Gesture]()
    moments = sorted([(at, 1, down) for at, down in edges] + [(1.0 + at, 0, False) for at in extra])
    for at, kind, down in moments:
        while contact.due() < at:
            told += contact.tick(contact.due())
        told += contact.level(down, at) if kind else contact.tick(at)
    while contact.due() <= until:
        told += contact.tick(contact.due())
    assert told == meant


def test_a_spark_is_no_press() -> None:
    """A contact that closes for less than it takes to settle was not pressed."""
    assert played(Contact(), [(1.0, True), (1.0 + SETTLE_SECONDS * 0.9, False)], 5.0) == []


def test_a_late_look_loses_nothing() -> None:
    """Seen only two seconds later, a press is still a press and a hold still a hold with its repeats."""
    contact = Contact()
    assert contact.level(True, 1.0) + contact.level(False, 1.1) == []
    assert contact.tick(3.1) == [Gesture.PRESS]
    contact.level(True, 4.0)
    assert contact.tick(4.0 + HOLD_SECONDS + 1.5 * REPEAT_SECONDS) == [Gesture.HOLD, Gesture.REPEAT]


@pytest.mark.parametrize("held", [HOLD_SECONDS * 0.9, HOLD_SECONDS * 1.1])
def test_where_a_hold_begins(held: float) -> None:
    """A finger that lets go before the time has pressed, after it it has held, and never both."""
    told = played(Contact(), [(1.0, True), (1.0 + held, False)], 5.0)
    assert told == ([Gesture.PRESS] if held < HOLD_SECONDS else [Gesture.HOLD])
