"""Which border cards a player may use by an effect."""

from __future__ import annotations

from companion.rules.board import Place, opposite
from companion.rules.rounds import ROBBER_ROAD

TARGIA_TARGET = "targia"


def border_targets(but: int = 0) -> tuple[str, ...]:
    """The numbers of all border cards but the corners (clause BBRD-13c) and that one."""
    return tuple(str(where.number) for where in ROBBER_ROAD if where.number != but)


def opposite_target(where: Place) -> tuple[str, ...]:
    """The number of the border card opposite; nothing for a corner."""
    across = opposite(where)
    return (str(across.number),) if across else ()
