"""Changes put into the order of moves that the rules like best."""

from __future__ import annotations

import pytest

from companion.evidence import Change
from companion.planning import ILLEGAL, UNEXPLAINED, plan
from companion.rules.engine import apply, new_game
from companion.rules.moves import parse
from companion.rules.state import Edition, Settings, State
from tests.companion.simulated import key

SIX = tuple(f"place-targi {what}" for what in ("blue 2", "white 5", "blue 3", "white 6", "blue 13", "white 14"))


def position(*lines: str, edition: Edition = Edition.BASE) -> State:
    """A base game that blue starts, after these moves."""
    state = new_game(Settings.parse(f"edition={edition} solo=- start=blue"))
    for line in lines:
        state = apply(state, parse(line)).state
    return state


def changes(*texts: str) -> list[Change]:
    """``+white targi 6`` and ``-robber 1``, a second apart."""
    return [
        Change(*key(text[1:]), text[0] == "+", since=float(index), seconds=1.0, touched=True, fresh=True)
        for index, text in enumerate(texts)
    ]


@pytest.mark.parametrize(
    ("before", "seen", "moves", "trouble"),
    [
        # turns decide the order, not the order of being seen
        ((), ("+white targi 5", "+blue targi 2"), ["place-targi blue 2", "place-targi white 5"], 0),
        # the last placement moved on
        (SIX[:1], ("-blue targi 2", "+blue targi 3"), ["shift-targi blue 2 3"], 0),
        # a forbidden one put right, and the next player's placement in the same visit
        (
            (*SIX[:1], "place-targi white 8"),
            ("-white targi 8", "+white targi 5", "+blue targi 3"),
            ["shift-targi white 8 5", "place-targi blue 3"],
            0,
        ),
        # a Robber that has left and come is one move
        (SIX[:2], ("-robber 1", "+robber 9"), ["move-robber 9"], ILLEGAL),
        # a fourth Targi of one colour cannot be
        (SIX, ("+white targi 9",), [], UNEXPLAINED),
    ],
)
def test_the_order(before: tuple[str, ...], seen: tuple[str, ...], moves: list[str], trouble: int) -> None:
    """The moves account for the changes in the order the rules like best."""
    found = plan(position(*before), changes(*seen))
    assert [str(move) for move in found.moves] == moves
    assert found.trouble == trouble


def test_the_swap_is_whole() -> None:
    """A swap's moves lead to what stands on the table."""
    state = position(*SIX[:2])
    found = plan(state, changes("-blue targi 2", "+blue targi 5", "-white targi 5", "+white targi 2"))
    for move in found.moves:
        state = apply(state, move).state
    assert state.standing.pieces == {key("blue targi 5"), key("white targi 2"), key("robber 1")}


def test_support_is_used_only_where_it_explains() -> None:
    """A doubtful placement is taken in when without it the next one would be out of turn, and only then."""
    unsure, certain = changes("+blue targi 2", "+white targi 5")
    with_support = plan(position(), [certain], [unsure])
    assert [str(move) for move in with_support.moves] == ["place-targi blue 2", "place-targi white 5"]
    legal = plan(position(), changes("+blue targi 3"), [unsure])
    assert [str(move) for move in legal.moves] == ["place-targi blue 3"]
