"""What a finger, a button or a key asks of the desk: values that carry the revision of the view they were given on.

A command whose revision is not the present one is refused and the view shown anew, so a second tap on a stale screen
does nothing. Commands without a revision touch the window or the camera only, never the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.agreement import Agreement
from companion.deal import Deal
from companion.guide import Question
from companion.lessons import Level
from companion.rules.board import Colour, Piece, Place
from companion.rules.moves import Move
from companion.rules.state import Reason, Scope, Settings


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last step back."""

    revision: int


@dataclass(frozen=True, slots=True)
class Redo:
    """Do the step taken back once more."""

    revision: int


@dataclass(frozen=True, slots=True)
class PutBackDone:
    """What was to be put back after an undo stands and lies as it should."""

    revision: int


@dataclass(frozen=True, slots=True)
class Play:
    """A move made on the screen; it may be refused, as one on the table may."""

    revision: int
    move: Move


@dataclass(frozen=True, slots=True)
class PlayAll:
    """Moves that one press of a button says together, one after another: all figures are back, all markers lie."""

    revision: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class PassOn:
    """Go on without waiting for the table: the end of a turn, a figure already back, the Robber already moved."""

    revision: int


@dataclass(frozen=True, slots=True)
class Correct:
    """A person's word: exactly these pieces stand on that place, allowed or not (empty: nothing stands there)."""

    revision: int
    where: Place
    pieces: frozenset[Piece]


@dataclass(frozen=True, slots=True)
class AllowThis:
    """A card lets that player pass over that reason: this once, or for the rest of the game. What was refused
    happens."""

    revision: int
    colour: Colour
    reason: Reason
    scope: Scope


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question. ``choice``: the index into its choices; a question without choices: 0 yes, 1 no."""

    revision: int
    question: Question
    choice: int


@dataclass(frozen=True, slots=True)
class NewGame:
    """Put the present game away (it stays stored) and start one with these settings; None: whoever places first
    starts. ``agreed``: what else is agreed on. ``deal``: challenges and Andy's stack; None: no challenges, and in a
    solo game the program's own stack."""

    revision: int
    settings: Settings
    agreed: Agreement = Agreement()
    deal: Deal | None = None


@dataclass(frozen=True, slots=True)
class SayNomad:
    """This card of Andy's real stack was turned up (clause SOLO-11)."""

    revision: int
    number: int


@dataclass(frozen=True, slots=True)
class DealOut:
    """The deal with what people say of it: an obstacle kept or not, what the Robber challenge takes off."""

    revision: int
    deal: Deal


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """A new game that goes the way of a stored one up to the start of that round, with the same deal. ``game``: its
    number in the store; None: the present one."""

    revision: int
    round: int
    game: int | None = None


@dataclass(frozen=True, slots=True)
class Calibrate:
    """Find the board anew. ``corner16_px``: a pixel (x, y) near card 16, of ``View.picture_px``, when a person says
    so."""

    corner16_px: tuple[float, float] | None = None


class Showing(str, Enum):
    """What is asked while the table's own pieces are shown to the camera."""

    BEGIN = "begin"  # from now on what lies on the table is no move
    LEARN = "learn"
    FORGET = "forget"
    END = "end"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class ShowPieces:
    """The table's own pieces are shown to the camera, one of each kind, where ``rules.board.SHOWN_AT`` has them."""

    step: Showing


@dataclass(frozen=True, slots=True)
class ShowDemo:
    """Play the recorded table that ships with the product, in place of a camera."""


@dataclass(frozen=True, slots=True)
class Dismiss:
    """What happened to the file of games has been read."""


@dataclass(frozen=True, slots=True)
class LeaveDemo:
    """Back from the recorded table to the camera and the stored game."""


class Looking:
    """What has to do with the games kept and not with the one in play."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class ListGames(Looking):
    """Have the view list the games kept; the line of each comes when it has been read."""


@dataclass(frozen=True, slots=True)
class LookAt(Looking):
    """Open a stored game to look at, by its number; None: close it."""

    game: int | None


@dataclass(frozen=True, slots=True)
class GoOnWith(Looking):
    """Go on with a stored game, as a new one that begins the same way. The present one is put away and stays stored."""

    game: int


@dataclass(frozen=True, slots=True)
class ExportGame(Looking):
    """Write a stored game's log out as a file."""

    game: int


@dataclass(frozen=True, slots=True)
class TakeIn(Looking):
    """Take a game in from a file of the folder for that, and sit down with it. The present one stays stored."""

    file: str


@dataclass(frozen=True, slots=True)
class KeepPicture(Looking):
    """Draw a game on one page and keep that as a picture; None: the present game."""

    game: int | None = None


@dataclass(frozen=True, slots=True)
class Prefer:
    """Keep what people like for the next start: the fields are those of `companion.home.Preferences`."""

    language: str
    theme: str
    names: tuple[str, str] = ("", "")
    text_percent: int = 100
    sound: bool = False
    dim_minutes: int = 2
    guide: str = Level.HINTS.value


@dataclass(frozen=True, slots=True)
class Quit:
    """Close window and camera; the game is on disk. ``off``: since the machine is being switched off."""

    off: bool = False


Command = (
    Undo
    | Redo
    | PutBackDone
    | Play
    | PlayAll
    | PassOn
    | Correct
    | AllowThis
    | Answer
    | NewGame
    | SayNomad
    | DealOut
    | PlayAgain
    | Calibrate
    | ShowDemo
    | LeaveDemo
    | Dismiss
    | ListGames
    | LookAt
    | GoOnWith
    | ExportGame
    | TakeIn
    | KeepPicture
    | Prefer
    | Quit
)
