"""Views of a game for tests, as the desk would show them."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from companion.agreement import Agreement
from companion.game import Game
from companion.guide import guide
from companion.rules.engine import Step
from companion.rules.moves import parse
from companion.rules.state import Settings
from companion.view import View


def played(*lines: str, settings: Settings | None = None, agreed: Agreement | None = None) -> Game:
    """A game after these moves."""
    game = Game.new(settings or Settings())
    game.agree(agreed or Agreement())
    for line in lines:
        assert isinstance(game.play(parse(line)), Step), line
    return game


def view_of(game: Game, centre: dict[Any, Any] | None = None, **more: Any) -> View:
    """What the desk shows of it; ``centre``: what the camera sees in the middle."""
    return View(
        revision=game.revision, shown=1, state=game.state, guidance=guide(game.state), agreed=game.agreed,
        cards=game.cards, history=game.history(), centre=MappingProxyType(centre or {}), **more,
    )  # fmt: skip
