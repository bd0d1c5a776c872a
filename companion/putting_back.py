"""After an undo or a redo: what people put back on the table, so that it shows the game again.

The camera ticks off what stands right already; goods and cards it cannot see are named.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.rules.board import Colour, Piece, Place, Sighting
from companion.rules.resources import NOTHING, Amounts
from companion.rules.state import State, moved


@dataclass(frozen=True, slots=True)
class Shift:
    """A piece goes from there to there; None: beside the board."""

    piece: Piece
    source: Place | None
    goal: Place | None


@dataclass(frozen=True, slots=True)
class Returned:
    """What a player gives back to the supply and gets from it, and the cards that leave or come to hand and display."""

    colour: Colour
    give: Amounts = NOTHING
    get: Amounts = NOTHING
    lose: tuple[str, ...] = ()
    gain: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PutBack:
    """All that is to be put back. ``centre``: places of the middle where another card lay."""

    shifts: tuple[Shift, ...] = ()
    returned: tuple[Returned, ...] = ()
    centre: tuple[Place, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.shifts or self.returned or self.centre)

    def without_seen(self, sighting: Sighting) -> PutBack:
        """What is left when the camera sees some pieces stand right already; hidden and doubtful places are left in."""
        hidden = sighting.covered | {doubt.where for doubt in sighting.doubts}
        if not sighting.found or sighting.blocked:
            return self
        left = tuple(shift for shift in self.shifts if not _stands(sighting, hidden, shift))
        return PutBack(left, self.returned, self.centre)


@dataclass(slots=True)
class Undone:
    """What the table still shows after undo and redo: the position before the first of them."""

    _table: State | None = None

    def step(self, game: State, step: Callable[[], object]) -> None:
        """Undo or redo of a game that stood there."""
        self._table = self._table or game
        step()

    def over(self) -> None:
        """All is put back, or the game has gone on."""
        self._table = None

    def put_back(self, game: State, sighting: Sighting | None) -> PutBack:
        """What is still to be put back; what the camera has seen stand right is not, whatever hides it later."""
        table = self._table
        if table is None:
            return PutBack()
        every = to_put_back(table, game)
        left = every.without_seen(sighting) if sighting is not None else every
        standing = table.standing
        for shift in every.shifts:
            if shift not in left.shifts:
                standing = moved(standing, shift.piece, shift.source, shift.goal)
        self._table = replace(table, standing=standing)
        return left


def _stands(sighting: Sighting, hidden: frozenset[Place], shift: Shift) -> bool:
    """Whether the camera sees that piece where it belongs."""
    if shift.source in hidden or shift.goal in hidden:
        return False
    seen = sighting.standing.pieces
    gone = shift.source is None or (shift.piece, shift.source) not in seen
    return gone and (shift.goal is None or (shift.piece, shift.goal) in seen)


def to_put_back(table: State, game: State) -> PutBack:
    """What differs between the table, as the one position says, and the game, as the other does."""
    gone = sorted(table.standing.pieces - game.standing.pieces, key=str)
    come = sorted(game.standing.pieces - table.standing.pieces, key=str)
    shifts = []
    for piece, goal in come:
        source = next((where for kind, where in gone if kind == piece), None)
        if source is not None:
            gone.remove((piece, source))
        shifts.append(Shift(piece, source, goal))
    shifts += [Shift(piece, where, None) for piece, where in gone]
    return PutBack(tuple(shifts), tuple(_returned(table, game)), _centre(table, game))


def _returned(table: State, game: State) -> list[Returned]:
    if table.books is None or game.books is None:
        return []
    found = []
    for colour in Colour:
        now, then = table.books.of(colour), game.books.of(colour)
        change = then.purse - now.purse
        held = [*now.hand, *(card.card for row in now.rows for card in row)]
        wanted = [*then.hand, *(card.card for row in then.rows for card in row)]
        made = Returned(
            colour,
            _only_positive(NOTHING - change),
            _only_positive(change),
            tuple(card for card in held if card not in wanted),
            tuple(card for card in wanted if card not in held),
        )
        if made != Returned(colour):
            found.append(made)
    return found


def _only_positive(amounts: Amounts) -> Amounts:
    names = ("dates", "salt", "pepper", "goods", "gold", "water", "vp")
    return Amounts(**{name: max(0, getattr(amounts, name)) for name in names})


def _centre(table: State, game: State) -> tuple[Place, ...]:
    """Places where the pile of the card that lay there is another."""
    if table.books is None or game.books is None:
        return ()
    now, then = (dict(state.books.spots()) if state.books else {} for state in (table, game))
    return tuple(
        where
        for where in sorted({*now, *then})
        if (now[where].pile if where in now else None) is not (then[where].pile if where in then else None)
    )
