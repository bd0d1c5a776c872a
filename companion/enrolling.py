"""The table's own pieces shown to the camera, as the desk follows it: asked for, looked at, learnt or why not.

While they are shown the game does not move: what lies on the table then is no move.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from companion.commands import Showing
from companion.rules.board import Piece, Standing


class Outcome(str, Enum):
    """How showing the pieces goes."""

    OPEN = "open"  # nothing was asked yet
    LOOKING = "looking"
    LEARNT = "learnt"
    FORGOTTEN = "forgotten"
    MISSING = "missing"  # some are not to be made out where they should lie
    NO_BOARD = "no_board"
    BLOCKED = "blocked"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Enrolment:
    """What there is to show of it: ``pieces`` are those that are missing."""

    outcome: Outcome = Outcome.OPEN
    pieces: tuple[Piece, ...] = ()


class Looker(Protocol):
    """The process that looks, as far as it is needed here."""

    def show_pieces(self, forget: bool) -> bool: ...


class Enrolling:
    """Follows one showing after another. ``now`` is None while nobody shows anything; ``laid``: something was laid for
    it, which is to be taken away again."""

    def __init__(self) -> None:
        self.now: Enrolment | None = None
        self.laid = False

    def carry_out(self, step: Showing, looker: Looker | None) -> bool:
        """Does what is asked for; learning only while pieces are shown to a camera. True where they are over and
        something is to be taken away."""
        over = step is Showing.END and self.now is not None and self.laid
        if step is Showing.BEGIN and looker is not None:
            self.now, self.laid = Enrolment(), False
        elif step is Showing.END:
            self.now = None
        elif self.now is not None and looker is not None and step is not Showing.BEGIN:
            self.laid = self.laid or step is Showing.LEARN
            sent = looker.show_pieces(step is Showing.FORGET)
            self.now = Enrolment(Outcome.LOOKING if sent else Outcome.NO_BOARD)
        return over

    def sees(self, standing: Standing, expected: Standing) -> None:
        """What stands on the table while pieces are shown, and what the game has there."""
        self.laid = self.laid or standing != expected

    def heard(self, outcome: str, pieces: tuple[Piece, ...] = ()) -> None:
        """What came of looking. Somebody who has gone on does not hear of it."""
        if self.now is not None and self.now.outcome is Outcome.LOOKING:
            self.now = Enrolment(Outcome(outcome), pieces)
