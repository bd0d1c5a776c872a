"""`targi replay`: a game rebuilt from its log, line by line, for people and for programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.game import Game, LogError
from companion.logs import lines_of
from companion.own_cards import FileTrouble, catalogue_of
from companion.report import told
from companion.rules.events import Event


class ReplayError(ValueError):
    """The log cannot be replayed; the text is a whole sentence with the line and the reason."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A line of the log, counted from 1, and what happened by it."""

    number: int
    line: str
    events: tuple[Event, ...]

    def json(self) -> dict[str, Any]:
        """The line as an object; its events are those of `targi watch` without their time."""
        happened = [{key: value for key, value in event.json(0).items() if key != "t"} for event in self.events]
        return {"line": self.number, "move": self.line, "events": happened}

    def told(self) -> list[str]:
        """The line and its events for people."""
        return [f"{self.number:4d}  {self.line}", *(f"        {told(event)}" for event in self.events)]


def replay(path: Path, tell: Callable[[Replayed], None], cards: Path | None = None) -> Game:
    """The game that a log tells; each line is told as it is read. ``path``: a text, or a file of games, of which it is
    the latest. ``cards``: the owner's own cards, which need not exist. Raises ReplayError; the lines before the bad one
    have been told then."""
    try:
        catalogue = catalogue_of(cards) if cards else None
        lines = lines_of(path)
    except FileTrouble as trouble:
        raise ReplayError(str(trouble)) from trouble
    except OSError as error:
        raise ReplayError(f"{path} cannot be read: {error.strerror or error}.") from error
    except ValueError as error:
        raise ReplayError(f"{path} is no file of games that can be read.") from error
    number = 0

    def read(line: str, events: tuple[Event, ...]) -> None:
        nonlocal number
        number += 1
        tell(Replayed(number, line, events))

    try:
        return Game.read(lines, tell=read, cards=catalogue)
    except LogError as error:
        raise ReplayError(f"{path} is no game's log: {error}.") from error
