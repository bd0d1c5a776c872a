"""The table's own pieces shown to the camera, as the desk follows it: asked for, looked at, learnt or why not.

While they are shown the game does not move: what lies on the table then is no move.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from companion.commands import Showing
from companion.rules.board import Piece


class Outcome(str, Enum):
    """How showing the pieces goes."""

    OPEN = "open"  # nothing was asked yet
    LOOKING = "looking"
    LEARNT = "learnt"
    FORGOTTEN = "forgotten"
    MISSING = "missing"  # some are not to be made out where they should lie
    NO_BOARD = "no_board"
    BLOCKED = "blocked"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Enrolment:
    """What there is to show of it: ``pieces`` are those that are missing."""

    outcome: Outcome = Outcome.OPEN
    pieces: tuple[Piece, ...] = ()


class Looker(Protocol):
    """The process that looks, as far as it is needed here."""

    def show_pieces(self, forget: bool) -> None: ...


class Enrolling:
    """Follows one showing after another. ``now`` is None while nobody shows anything."""

    def __init__(self) -> None:
        self.now: Enrolment | None = None

    def carry_out(self, step: Showing, looker: Looker | None) -> None:
        """Does what is asked for."""
        if step is Showing.END:
            self.now = None
        elif step is Showing.BEGIN or looker is None:
            self.now = Enrolment()
        else:
            self.now = Enrolment(Outcome.LOOKING)
            looker.show_pieces(step is Showing.FORGET)

    def heard(self, outcome: str, pieces: tuple[Piece, ...]) -> None:
        """What came of looking. Somebody who has gone on does not hear of it."""
        if self.now is not None:
            self.now = Enrolment(Outcome(outcome), pieces)
