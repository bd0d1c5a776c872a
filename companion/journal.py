"""The game in play once more, as a text beside the file of games: what a damage to one of the two takes, the other has.

The first line names the game, each further one is a line of its log with a checksum before it that takes in all lines
before (`chained`), so that what can be read is a beginning of the game and never anything else.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from companion import disk

_HEAD = re.compile(r"targi-journal 1 game=([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class Record:
    """A stored game: its number, its lines up to the first that cannot be trusted, and how many there are in all."""

    game: int
    lines: tuple[str, ...]
    total: int

    @property
    def whole(self) -> bool:
        return len(self.lines) == self.total


def chained(lines: Iterable[str], before: int = 0) -> list[int]:
    """The checksum of each line, which goes on from the one ``before``."""
    sums = []
    for line in lines:
        before = zlib.crc32(line.encode(), before)
        sums.append(before)
    return sums


def ahead(other: Record, file: Record | None) -> bool:
    """Whether the record tells of more than the file has; one that tells another story does not count."""
    if file is None or other.game != file.game:
        return other.total > 0 and (file is None or other.game > file.game)
    both = min(len(file.lines), len(other.lines))
    return other.total > len(file.lines) and other.lines[:both] == file.lines[:both]


def best(file: Record | None, other: Record | None) -> Record | None:
    """The record that tells more of the latest game. ``other`` counts only where it goes on from what the file has."""
    if file is None or other is None:
        return file if other is None or not other.lines else other
    newer = other.game > file.game and other.lines
    longer = other.game == file.game and len(other.lines) > len(file.lines)
    return other if newer or (longer and other.lines[: len(file.lines)] == file.lines) else file


class Journal:
    """The file. What somebody else has written into it is read and never added to."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._holds: tuple[int, int, int] | None = None  # game, lines, and the last one's checksum

    def keep(self, game: int, lines: list[str]) -> None:
        """Has the file hold these lines of that game. Raises OSError."""
        holds, self._holds = self._holds, None
        anew = holds is None or holds[0] != game or holds[1] > len(lines)
        _, kept, before = (game, 0, 0) if holds is None or anew else holds
        fresh = lines[kept:]
        sums = chained(fresh, before)
        text = "".join(f"{total:08x} {line}\n" for total, line in zip(sums, fresh, strict=True))
        if anew:
            disk.write(self._path, f"targi-journal 1 game={game}\n{text}".encode())
        elif fresh:
            disk.append(self._path, text.encode())
        self._holds = game, len(lines), sums[-1] if sums else before

    def read(self) -> Record | None:
        """The game in it; None when there is none, or its first line cannot be read. Raises OSError."""
        try:
            head, *rest = self._path.read_bytes().decode("utf-8", "replace").split("\n")
        except FileNotFoundError:
            return None
        named = _HEAD.fullmatch(head)
        if named is None:
            return None
        told = rest[:-1]  # a line without its end was being written when the power went
        lines: list[str] = []
        before = 0
        for entry in told:
            total, _, line = entry.partition(" ")
            before = zlib.crc32(line.encode(), before)
            if total != f"{before:08x}":
                break
            lines.append(line)
        return Record(int(named[1]), tuple(lines), len(told))
