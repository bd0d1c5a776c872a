"""Games that were begun by older rules, read by today's: their lines may mean something else now, so people look."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.game import Game, LogError
from companion.rules.cards import Catalogue
from companion.rules.engine import VERSION

_HEAD = re.compile(r"(\S+ engine=)([0-9]{1,6})( .*)")


def reread(lines: Sequence[str], cards: Catalogue | None) -> Game | None:
    """The game of an older version's log as far as today's rules can read it; None when it is not one."""
    head = _HEAD.fullmatch(lines[0]) if lines else None
    if head is None or int(head[2]) >= VERSION:
        return None
    try:
        return Game.read([f"{head[1]}{VERSION}{head[3]}", *lines[1:]], cards=cards)
    except LogError as error:
        return error.game
