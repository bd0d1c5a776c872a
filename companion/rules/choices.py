"""How a task is played: what may be chosen, and what the choice brings about."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.rules.book_moves import Decline, Trade
from companion.rules.ledger import gain, pay
from companion.rules.moving import Move
from companion.rules.state import State
from companion.rules.tasks import Task

T = TypeVar("T", bound=Task)


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """A task that wants a choice. ``answer`` is given the position in which the task at hand is already off the
    agenda."""

    options: Callable[[State, T], Iterable[Move]]
    answer: Callable[[State, T, Move], State]


Automatic = Callable[[State, Any], State]
"""What follows by itself from a task that is off the agenda already."""


def unexpected(move: Move) -> TypeError:
    """For moves that no option of the task is."""
    return TypeError(f"{move} is no choice here")


def traded(state: State, task: Any, move: Move) -> State:
    """What is given goes, what is got comes."""
    match move:
        case Decline():
            return state
        case Trade(colour=colour, give=give, get=get):
            return gain(pay(state, colour, give), colour, get)
    raise unexpected(move)
