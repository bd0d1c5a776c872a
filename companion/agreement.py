"""What people agree on before a game beside its settings: border and decks, an easier start, house rules, a first game.

It is a line of the game's log. The rules know of it only what stands in the books; without books it says which cards
lie on the table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields

from companion.rules.board import BORDER
from companion.rules.cards import Catalogue
from companion.rules.decks import border_of
from companion.rules.state import Edition

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_FLAG = "bool"


@dataclass(frozen=True, slots=True)
class Agreement:
    """What is agreed.

    ``books``: they are kept. ``mixed``: nine cards of each symbol out of base game and expansion make the tribe pile
    (clause XMIX-1). ``easier``: players begin with more (clause XSET-3). ``bonus_dunes``: the Bonus-Box's sand dunes
    are played (clauses BDUN-1, BDUN-2); ``personal_dunes``: each player gets one of them (clause BDUN-3).
    ``first_game``: learnt in three stages. ``border``: ids of the border cards 1 to 16; empty: those of the edition.
    ``options``: house rules in force.
    """

    books: bool = False
    mixed: bool = False
    easier: bool = False
    bonus_dunes: bool = False
    personal_dunes: bool = False
    first_game: bool = False
    border: tuple[str, ...] = ()
    options: frozenset[str] = frozenset()

    def border_in(self, edition: Edition, cards: Catalogue) -> tuple[str, ...]:
        """The ids of the border cards 1 to 16 in a game of that edition."""
        return self.border or border_of(edition, cards)

    def __str__(self) -> str:
        said = [item.name for item in fields(self) if item.type == _FLAG and getattr(self, item.name)]
        lists = (("extras", said), ("options", sorted(self.options)), ("border", self.border))
        return " ".join(f"{name}={','.join(items) or '-'}" for name, items in lists)

    @classmethod
    def parse(cls, text: str) -> Agreement:
        """Reads what ``str`` wrote. Raises ValueError for anything else."""
        pairs = dict(part.split("=", 1) for part in text.split() if "=" in part)
        if set(pairs) != {"extras", "options", "border"} or len(text.split()) != 3:
            raise ValueError(f"this is nothing that can be agreed on: {text!r}")
        lists = {name: tuple(items.split(",")) if items != "-" else () for name, items in pairs.items()}
        known = {item.name for item in fields(cls) if item.type == _FLAG}
        strange = [name for name in lists["extras"] if name not in known]
        strange += [name for items in lists.values() for name in items if not _NAME.fullmatch(name)]
        if strange:
            raise ValueError(f"nobody can agree on {strange[0]!r}")
        if len(lists["border"]) not in (0, len(BORDER)):
            raise ValueError(f"a border has {len(BORDER)} cards, not {len(lists['border'])}")
        extras = dict.fromkeys(lists["extras"], True)
        return cls(**extras, border=lists["border"], options=frozenset(lists["options"]))
