"""What to say now: codes with parameters, made from the game and from what the camera sees. Words are the language
catalogues' work."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.rules.board import Colour, Light, Piece, Place, Standing
from companion.rules.state import EndReason, Phase, Reason


class AdviceCode(str, Enum):
    """What to do now. In brackets: the fields of `Note` that go with it."""

    FIRST_TARGI = "first_targi"  # any player places the first Targi and starts
    PLACE_TARGI = "place_targi"  # (colour, number: how many are left to place)
    PLACE_MARKERS = "place_markers"  # (colour, places: crossings without a marker)
    NO_CROSSINGS = "no_crossings"  # (colour) this player has no crossing
    ACT = "act"  # (colour, places: figures to use and take back)
    ACTS_LATER = "acts_later"  # (colour, places) the other player's figures stay until then
    MOVE_ROBBER = "move_robber"  # (place: goal, raid: the corner on the way or None)
    PAY_RAID = "pay_raid"  # (raid, place: where the Robber goes on to; on 16 none)
    MOVE_TARGIA = "move_targia"  # (place)
    TAKE_BACK = "take_back"  # (colour, piece, place) it was left behind
    LAST_ROUND = "last_round"  # (colour: who has the twelfth card, or None: the Robber comes to 16 next)
    RAID_NEXT_ROUND = "raid_next_round"  # (raid)
    GAME_OVER = "game_over"  # (end)

    def __str__(self) -> str:
        return self.value


class QuestionCode(str, Enum):
    """What a person is asked."""

    WHAT_STANDS_HERE = "what_stands_here"  # (place, choices, confidence)
    ONLY_TWO_TARGIS = "only_two_targis"  # (colour) markers come though a Targi is left: tribe card 45?

    def __str__(self) -> str:
        return self.value


class ProblemCode(str, Enum):
    """What is wrong with table, camera or disk."""

    NO_CAMERA = "no_camera"
    CAMERA_STALLED = "camera_stalled"
    BLACK_PICTURES = "black_pictures"
    NO_PROFILE = "no_profile"
    NO_BOARD = "no_board"
    OTHER_TABLE = "other_table"
    VIEW_BLOCKED = "view_blocked"
    CAMERA_MOVED = "camera_moved"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    ROBBER_MISPLACED = "robber_misplaced"  # (place: where it stands, or None; should_be)
    TARGIA_MISPLACED = "targia_misplaced"  # (place, should_be)
    TABLE_DIFFERS = "table_differs"  # (place, piece: what the camera sees, expected: what the game says)
    DISK_FULL = "disk_full"
    DISK_READ_ONLY = "disk_read_only"
    GAMES_BROKEN = "games_broken"  # (text: the name the broken file is kept under; number: lines lost, when known)
    GAMES_FROM_BACKUP = "games_from_backup"  # (text: the name the broken file is kept under)
    GAMES_NEWER = "games_newer"  # (text: the name the file is kept under)
    GAME_CUT_SHORT = "game_cut_short"  # (number: the first line that could not be read; text: the copy kept)
    DISK_UNUSABLE = "disk_unusable"  # (text: the path)

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to say. Which fields a code uses stands beside the code."""

    code: AdviceCode
    colour: Colour | None = None
    place: Place | None = None
    places: tuple[Place, ...] = ()
    piece: Piece | None = None
    raid: Place | None = None
    number: int | None = None
    end: EndReason | None = None


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A figure or marker stands where it may not: what, where, why, and the place that stands against it."""

    piece: Piece
    place: Place
    reason: Reason
    by: Place | None = None

    @property
    def allowable(self) -> bool:
        """Whether "a card allows this" is offered."""
        return self.reason.allowable


@dataclass(frozen=True, slots=True)
class Question:
    """Something a person is asked. ``choices``: likely answers first, None = nothing stands there."""

    code: QuestionCode
    place: Place | None = None
    colour: Colour | None = None
    choices: tuple[Piece | None, ...] = ()
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is wrong."""

    code: ProblemCode
    place: Place | None = None
    should_be: Place | None = None
    piece: Piece | None = None
    expected: Piece | None = None
    number: int | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What is known of the camera's view now. ``problem``: set while there is no usable picture. ``standing``: the
    settled standing it
    sees, None when that is not known (no camera, view blocked, a hand at work)."""

    problem: ProblemCode | None = None
    blocked: bool = False
    moved: bool = False
    light: Light = Light.FINE
    standing: Standing | None = None
    questions: tuple[Question, ...] = ()


@dataclass(frozen=True, slots=True)
class Guidance:
    """All there is to say about this moment.

    ``advice``: what now, most urgent first. ``forbidden``: what stands where it may not. ``crossings``: (colour,
    places) for both
    players once all Targis stand, else empty. ``legal``: where the player in turn may place. ``next_raid``: the
    corner the Robber
    comes to next, ``rounds_to_raid`` rounds from now (1: before the next round); None once the game is over.
    """

    round: int
    phase: Phase
    turn: Colour | None
    start_player: Colour | None
    advice: tuple[Note, ...]
    forbidden: tuple[Forbidden, ...]
    crossings: tuple[tuple[Colour, tuple[Place, ...]], ...]
    questions: tuple[Question, ...]
    problems: tuple[Problem, ...]
    next_raid: Place | None
    rounds_to_raid: int | None
    legal: tuple[Place, ...]
    end: EndReason | None
