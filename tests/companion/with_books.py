"""A game with books whose central cards are known, for tests."""

from __future__ import annotations

from companion.agreement import Agreement
from companion.bookkeeping import opened
from companion.game import Game
from companion.rules.engine import Step
from companion.rules.moves import parse
from companion.rules.state import Settings

CARDS = ("G-gold", "base-01", "G-vp", "base-02", "G-any", "base-03", "G-date", "base-04", "G-salt")
"""The central cards in the order of the places; 1 lies on 2x5, 2 on 1x6, 3 on 3x6, 4 on 2x7."""

WITH_BOOKS = (
    "place-targi blue 2", "place-targi white 3", "place-targi blue 5", "place-targi white 14", "place-targi blue 11",
    "place-targi white 13", "place-marker blue 1x5", "place-marker blue 2x5", "place-marker white 3x6",
    "place-marker white 3x7",
)  # fmt: skip
"""Blue crosses on 1x5 and 2x5, White on 3x6 and 3x7; Blue is to act."""


def kept(settings: Settings, *lines: str, cards: tuple[str, ...] = CARDS) -> Game:
    """A game with books after these moves; its central cards are turned up first."""
    game = Game.new(settings)
    game.play(opened(settings, Agreement()))
    for line in (*(f"reveal {card}" for card in cards), *lines):
        assert isinstance(game.play(parse(line)), Step), line
    return game
