"""Which dune is which: a picture counts the dunes it sees, a game's dune keeps its number until the round ends."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from companion.evidence import Key
from companion.rules.board import PieceKind, Place, PlaceKind, Sighting, dune
from companion.rules.state import Edition, Phase, State

_STEADY_SECONDS = 3.0


@dataclass(slots=True)
class Dunes:
    """The dunes of this round, and how a picture's own count maps to them."""

    _round: int = 0
    _numbers: tuple[int, ...] = ()
    _seen: tuple[int, ...] = ()
    _count: int = -1
    _since: float = 0.0

    def numbered(self, sighting: Sighting, state: State) -> frozenset[Key]:
        """The pieces of the sighting, those on dunes with the game's numbers."""
        on_dunes = [key for key in sighting.standing.pieces if key[1].kind is PlaceKind.DUNE]
        if state.round != self._round:
            self._round, self._numbers = state.round, ()
        still_open = [where.number for where in state.dunes]
        most = max((where.number for _, where in on_dunes), default=0)
        numbers = sorted({*self._numbers, *still_open})
        while len(numbers) < max(sighting.dunes, most):
            numbers.append(numbers[-1] + 1 if numbers else 1)
        self._numbers = tuple(numbers)
        known = {key for key in state.standing.pieces if key[1].kind is PlaceKind.DUNE}

        def changed(seen: tuple[int, ...]) -> int:
            # What stands on a dune tells which it is; a dune goes after the figure on it, so one in use is still there.
            return 10 * len(_named(on_dunes, seen) ^ known) + len(set(seen) ^ set(still_open))

        self._seen = min(combinations(numbers, max(sighting.dunes, most)), key=changed)
        return (sighting.standing.pieces - set(on_dunes)) | _named(on_dunes, self._seen)

    def in_game(self, sighting: Sighting) -> Sighting:
        """The sighting that was numbered last, its dunes' cards by the game's numbers."""

        def numbered(where: Place) -> Place:
            known = where.kind is PlaceKind.DUNE and where.number <= len(self._seen)
            return dune(self._seen[where.number - 1]) if known else where

        if sighting.cards is None:
            return sighting
        return replace(sighting, cards={numbered(where): name for where, name in sighting.cards.items()})

    def laid_out(self, sighting: Sighting, state: State) -> int | None:
        """How many dunes lie out when that differs from the game's for so long that the game should know, else None.

        Asked only in the expansion while none of them is used: later the game itself knows which has gone.
        """
        if sighting.blocked or not sighting.found:
            return None
        if sighting.dunes != self._count:
            self._count, self._since = sighting.dunes, sighting.seconds
        in_use = any(
            piece.kind is PieceKind.TARGI and where.kind is PlaceKind.DUNE
            for piece, where in state.standing.pieces | sighting.standing.pieces
        )
        if in_use or state.phase is not Phase.PLACING or state.settings.edition is not Edition.EXPANSION:
            return None
        if sighting.dunes == len(state.dunes) or sighting.seconds - self._since < _STEADY_SECONDS:
            return None
        return sighting.dunes


def _named(on_dunes: Iterable[Key], numbers: Collection[int]) -> frozenset[Key]:
    order = list(numbers)
    return frozenset((piece, dune(order[where.number - 1])) for piece, where in on_dunes)
