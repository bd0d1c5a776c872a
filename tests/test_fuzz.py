"""Readers of outside bytes, fed with damaged ones: a few of each here, an hour with ``python -m tests.fuzz``."""

from __future__ import annotations

import random

import pytest

from tests.fuzz import Found, Target, feed, run, targets

EACH = 12
NESTED = (b"a = " + b"[" * 5000, b"[" * 5000, b'{"a":' * 5000, b"a = {b = " * 3000, b"books " + b"(" * 5000)


@pytest.mark.parametrize("name", sorted(targets()))
def test_good_examples_are_read(name: str) -> None:
    """What the damaged bytes are made from is good itself."""
    target = targets()[name]
    assert {feed(target, example) for example in target.examples} == {None}


@pytest.mark.parametrize("name", sorted(targets()))
def test_damaged_bytes_are_read_or_refused_in_a_sentence(name: str) -> None:
    """Never an error that is not the reader's own; the same bytes each time."""
    found = Found()
    run(found, [name], random.Random(name), lambda: found.tried[name] < EACH)
    assert [(trace, data[:200]) for _, data, trace in found.faults] == []


@pytest.mark.parametrize("name", sorted(targets()))
def test_brackets_without_end_are_refused(name: str) -> None:
    """Readers that go down into brackets come to an end."""
    for data in NESTED:
        feed(targets()[name], data)


FOUND = {
    "folder of pictures": (
        b'[{"image": "01\\u0000.png", "t": 1}]', b'[{"image": "01.png", "t": %s}]' % (b"9" * 400),
        b'[{"image": "01.png", "t": NaN}]',
    ),
    "profile": (b"form = 2\nsize = [640, 480]\nhomography = [%s, 0, 0, 0, 1, 0, 0, 0, 1]\nk1 = 0" % (b"9" * 400),),
    "devices": (b"off = %s\n" % (b"9" * 5000),),
    "preferences": (b'{"dim_minutes": %s}' % (b"9" * 5000), b'{"names": ["\\ud800", "\\u0000"]}'),
}  # fmt: skip
"""What a long search has found, and its like."""


@pytest.mark.parametrize(("name", "data"), [(name, data) for name, found in FOUND.items() for data in found])
def test_what_was_found_once_is_refused(name: str, data: bytes) -> None:
    """Numbers too large for a computer's, names that no file can have, times that are none."""
    feed(targets()[name], data)


def test_games_without_a_number_are_refused() -> None:
    """One letter of the table's own description damaged, and SQLite knows of no numbers any more: no list of them."""
    target = targets()["export"]
    whole = target.examples[0]
    assert whole.count(b"INTEGER PRIMARY KEY") == 1
    said = feed(target, whole.replace(b"INTEGER PRIMARY KEY", b"INTEGER PRIMAR\xff KEY"))
    assert said is not None
    assert "no file of games that can be read" in said


def test_a_reader_that_fails_is_found() -> None:
    """The search is able to find something."""

    def fails(data: bytes, _: object) -> None:
        if data != b"good":
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        feed(Target(fails, (b"good",), (ValueError,)), b"bad")
