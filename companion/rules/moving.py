"""What a move is: a value with a one-line text form that reads back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from companion.rules import lines
from companion.rules.board import PIECES, Piece
from companion.rules.tasks import TASKS, Task

_PIECE_NAMES = {str(piece).replace(" ", "-"): piece for piece in PIECES}
FAMILIES: Mapping[type, Mapping[str, type]] = {Task: {kind.word: kind for kind in TASKS}}


@dataclass(frozen=True, slots=True)
class Move:
    """What happens to a position. ``str(move)`` is its line; `moves.parse` reads it."""

    word: ClassVar[str] = ""

    def __str__(self) -> str:
        return " ".join([self.word, *(lines.write(getattr(self, item.name)) for item in fields(self))])


def piece_of(text: str) -> Piece:
    """Reads a piece's name as lines have it: ``blue-targi``. Raises ValueError for anything else."""
    if text not in _PIECE_NAMES:
        raise ValueError(f"{text!r} is no piece")
    return _PIECE_NAMES[text]


lines.spell(Piece, piece_of)


def read_move(line: str, kinds: Mapping[str, type[Move]]) -> Move:
    """Reads what ``str(move)`` wrote. Raises ValueError for anything else."""
    word, *words = line.split() or [""]
    kind: Any = kinds.get(word)
    if kind is None:
        raise ValueError(f"{word!r} is no move")
    hints = lines.hints_of(kind)
    if len(words) != len(hints):
        raise ValueError(f"{word} wants {len(hints)} word{'s' * (len(hints) != 1)} after it: {line!r}")
    values = [lines.read(text, hint, FAMILIES) for text, hint in zip(words, hints.values(), strict=True)]
    move: Move = kind(*values)
    return move
