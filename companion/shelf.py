"""The games kept, as people look at them: a line for each with its result, one opened with its steps, and what two
people's results add up to. What a game came to is worked out once and remembered beside the games."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

from companion import disk
from companion.deal import Deal
from companion.game import Game, Title
from companion.rules.board import Colour
from companion.rules.final import final_of
from companion.rules.scoring import DecidedBy, Result, What, score
from companion.rules.state import Edition, Settings, State

FORM = 1
"""Of the file of results; one of another form is made anew."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A stored game. ``lines``: of its log; ``round`` None: it cannot be read by this version. ``points``: of each
    player by what they came from; empty where no books were kept. ``winner`` None: both, or nobody."""

    number: int
    lines: int
    round: int | None = None
    edition: Edition = Edition.BASE
    solo: Colour | None = None
    over: bool = False
    points: tuple[tuple[Colour, tuple[tuple[What, int], ...]], ...] = ()
    winner: Colour | None = None
    decided_by: DecidedBy | None = None

    @property
    def totals(self) -> dict[Colour, int]:
        """The points of each player."""
        return {colour: sum(vp for _, vp in came) for colour, came in self.points}


@dataclass(frozen=True, slots=True)
class Opened:
    """A stored game looked at: its line, its steps and how it stands at the end. ``result`` None: no books."""

    kept: Kept
    steps: tuple[Title, ...]
    state: State
    result: Result | None


def result_of(state: State, deal: Deal | None) -> Result | None:
    """The score, with the challenges dealt; None where no books are kept."""
    return score(final_of(state, deal.challenges if deal else ())) if state.books is not None else None


def kept(number: int, lines: int, game: Game | None) -> Kept:
    """What a stored game came to. ``game`` None: it cannot be read."""
    if game is None:
        return Kept(number, lines)
    state, result = game.state, result_of(game.state, game.deal)
    settings: Settings = state.settings
    line = Kept(number, lines, state.round, settings.edition, settings.solo, game.is_over)
    if result is None:
        return line
    points = tuple((tally.colour, _by_source(result, tally.colour)) for tally in result.tallies)
    return replace(line, points=points, winner=result.winner, decided_by=result.decided_by)


def _by_source(result: Result, colour: Colour) -> tuple[tuple[What, int], ...]:
    found: dict[What, int] = {}
    for tally in result.tallies:
        for line in tally.lines if tally.colour is colour else ():
            found[line.what] = found.get(line.what, 0) + line.vp
    return tuple((what, found[what]) for what in What if found.get(what))


def opened(number: int, lines: int, game: Game) -> Opened:
    """A stored game to look at."""
    return Opened(kept(number, lines, game), game.history(), game.state, result_of(game.state, game.deal))


def means(games: Iterable[Kept]) -> dict[What, float]:
    """Points a player had on average by what they came from, over the games that are over, most first."""
    tables = [dict(came) for game in games if game.over for _, came in game.points]
    if not tables:
        return {}
    sums = {what: sum(table.get(what, 0) for table in tables) / len(tables) for what in What}
    return dict(sorted(((what, mean) for what, mean in sums.items() if mean), key=lambda item: -item[1]))


class Outcome(str, Enum):
    """What came of a wish. In brackets: what ``text`` is."""

    EXPORTED = "exported"  # the file
    PICTURED = "pictured"  # the file
    TAKEN_IN = "taken_in"  # the file
    NOT_WRITTEN = "not_written"  # the folder
    NO_LOG = "no_log"  # the file, and why
    NO_GAME = "no_game"  # nothing

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Told:
    """What came of the last wish, until the next one."""

    outcome: Outcome
    text: str = ""


@dataclass(frozen=True, slots=True)
class Shelf:
    """What there is to show: games oldest first, how many are still to be read, the one opened, logs in the folder for
    taking in, and what came of the last wish."""

    games: tuple[Kept, ...] = ()
    unread: int = 0
    opened: Opened | None = None
    files: tuple[str, ...] = ()
    told: Told | None = None


class Results:
    """What games came to, remembered in a file; it is made anew where it cannot be read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[int, Kept] = {}
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            told = json.loads(path.read_text(encoding="utf-8"))
            if told["form"] == FORM:
                self._known = {line.number: line for line in map(_from_json, told["games"])}

    def of(self, number: int, lines: int) -> Kept | None:
        """What is remembered of a game of so many lines."""
        line = self._known.get(number)
        return line if line is not None and line.lines == lines else None

    def remember(self, line: Kept) -> None:
        """From now on that is known."""
        self._known[line.number] = line

    def write(self) -> None:
        """Has the file hold what is known, where the disk takes it; it can be worked out again."""
        told = {"form": FORM, "games": [asdict(line) for line in self._known.values()]}
        with contextlib.suppress(OSError):
            disk.write(self._path, json.dumps(told).encode())


def _from_json(told: dict[str, Any]) -> Kept:
    solo, winner, by = told["solo"], told["winner"], told["decided_by"]
    return Kept(
        int(told["number"]),
        int(told["lines"]),
        None if told["round"] is None else int(told["round"]),
        Edition(told["edition"]),
        Colour(solo) if solo else None,
        bool(told["over"]),
        tuple((Colour(colour), tuple((What(what), int(vp)) for what, vp in came)) for colour, came in told["points"]),
        Colour(winner) if winner else None,
        DecidedBy(by) if by else None,
    )
