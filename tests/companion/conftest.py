"""A table that plays lines and says what happened in lines; and a store of games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.rules.engine import apply, new_game, refusal
from companion.rules.events import Event
from companion.rules.moves import parse
from companion.rules.notation import read, write
from companion.rules.state import Edition, Phase, Settings, State

if TYPE_CHECKING:  # the tests of the rules need none of it
    from companion.store import Store

SIX_TARGIS = (
    "place-targi blue 2",
    "place-targi white 5",
    "place-targi blue 3",
    "place-targi white 6",
    "place-targi blue 13",
    "place-targi white 14",
)
"""Blue starts; blue's crossings are 2x7 and 3x7, white has none."""

LONGEST_ROUND = 20
"""More steps than a person passes on in a round: six Targis, markers, two players' actions, the Robber's walk."""


def short(event: Event) -> str:
    """The event as words: its name and its fields, lists with commas."""
    fields = list(event.json(0.0).values())[1:]
    return " ".join(",".join(map(str, value)) or "-" if isinstance(value, list) else str(value) for value in fields)


class Table:
    """A game played by lines."""

    def __init__(self, edition: str = "base", start: str | None = "blue") -> None:
        settings = Settings.parse(f"edition={Edition(edition)} solo=- start={start or '-'}")
        self.state: State = new_game(settings)

    def play(self, *lines: str) -> list[str]:
        """Plays the moves and returns what happened. Every position reads back."""
        happened: list[str] = []
        for line in lines:
            step = apply(self.state, parse(line))
            self.state = step.state
            assert read(write(step.state)) == step.state
            happened += map(short, step.events)
        return happened

    def place_all(self) -> list[str]:
        """All six Targis: blue on 2, 3, 13, white on 5, 6, 14."""
        return self.play(*SIX_TARGIS)

    def end_round(self) -> list[str]:
        """All figures come back."""
        pieces = [(piece, where) for piece, where in self.state.standing if piece.colour]
        return self.play(*(f"return-{piece.kind} {piece.colour} {where}" for piece, where in pieces))

    def next_round(self) -> list[str]:
        """Goes on to the next round: a person passes on whatever is missing, and all figures come back."""
        number, happened = self.state.round, []
        for _ in range(LONGEST_ROUND):
            if self.state.round != number or self.state.phase is Phase.OVER:
                return happened
            happened += self.end_round() if self.state.phase is Phase.ACTING else self.play("pass-on")
        raise AssertionError(f"round {number} does not end")

    def go_to(self, number: int) -> None:
        """Goes on to that round by a person's word."""
        for _ in range(self.state.round, number):
            self.next_round()
        assert self.state.round == number

    def why_not(self, line: str) -> str | None:
        """The reason against the move, and the place that stands against it."""
        no = refusal(self.state, parse(line))
        return None if no is None else f"{no.reason} {no.by}" if no.by else str(no.reason)


@pytest.fixture
def new_table() -> Callable[..., Table]:
    return Table


@pytest.fixture
def table() -> Table:
    """A base game in which blue starts."""
    return Table()


@pytest.fixture
def dune_table() -> Table:
    """An expansion game in which white starts."""
    return Table("expansion", "white")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a file of games may be; its folder is not there yet."""
    return tmp_path / "state" / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """A store without a game."""
    from companion.store import Store

    opened = Store(path)
    yield opened
    opened.close()
