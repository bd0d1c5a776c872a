"""What the pictures say against what the game believes, gathered over time: no single picture changes anything.

Each piece and place where a picture contradicts the game gathers seconds of evidence; a picture that agrees takes them
away twice as fast, and one that cannot tell (a hand, a doubt) leaves them. How many seconds make a change believed is
the caller's matter. All times come from the sightings.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from math import hypot

from companion.rules.board import (
    BORDER,
    CENTRE,
    PIECE_COUNTS,
    Doubt,
    Light,
    Piece,
    Place,
    PlaceKind,
    Sighting,
    cell_of,
)

Key = tuple[Piece, Place]

_LONGEST_STEP = 0.5  # one picture never counts for more than this, however long the pause before it
_MOST = 4.0  # seconds of evidence kept, so that it is soon forgotten when it proves wrong
_HAND_LINGERS = 1.0  # what changes so soon after a hand was in view, or comes so soon before, may be its work
_WHILE_BLOCKED = 0.4
_WHILE_MOVING = 0.7
_TOO_MANY = 0.1
_COLOUR_FLIP = 0.35
_ALL_AT_ONCE = 0.2
_JUMP = 0.02  # of the board's diagonal
_AFTER_JUMP = 0.5
_CELLS = {where: cell_of(where) for where in BORDER + CENTRE}


@dataclass(frozen=True, slots=True)
class Change:
    """A contradiction: the piece is seen where the game has none (``appears``), or not seen where the game has it.

    ``since``: when it was first seen; ``seconds``: the evidence gathered; ``touched``: a hand may have done it;
    ``stirred``: something moved about then, which may have been the tips of one; ``fresh``: the newest picture that
    could tell says so too.
    """

    piece: Piece
    where: Place
    appears: bool
    since: float
    seconds: float
    touched: bool
    fresh: bool
    stirred: bool = False

    @property
    def key(self) -> Key:
        return self.piece, self.where


@dataclass(slots=True)
class _Run:
    since: float
    touched: bool
    stirred: bool = False
    seconds: float = 0.0
    fresh: bool = True  # contradicted by the newest picture that could tell


@dataclass(slots=True)
class Evidence:
    """The evidence gathered so far. ``add`` takes the sightings in the order of their time."""

    _runs: dict[tuple[Key, bool], _Run] = field(default_factory=dict)
    _doubts: dict[Place, tuple[Doubt, float, float]] = field(default_factory=dict)
    _last: float | None = None
    _hand: float = -float("inf")
    _motion: float = -float("inf")
    _rest_until: float = -float("inf")
    _corners: tuple[tuple[float, float], ...] = ()

    def add(self, sighting: Sighting, seen: Collection[Key], known: Collection[Key]) -> None:
        """Takes in what a sighting says: ``seen``: its pieces (dunes by the game's numbers); ``known``: the game's."""
        now = sighting.seconds
        pause = 0.0 if self._last is None else max(0.0, now - self._last)
        self._last = now if self._last is None else max(self._last, now)
        if self._last - now > 0 or not sighting.found or sighting.light is not Light.FINE:
            return
        if pause > _HAND_LINGERS or sighting.blocked:
            self._hand = now
            for (_, appears), run in self._runs.items():  # seen in the fingers, before the hand is made out
                run.touched |= appears and now - run.since <= _HAND_LINGERS
        if not sighting.still:
            self._motion = now
        if self._jumped(sighting):
            self._rest_until = now + _AFTER_JUMP
        if now < self._rest_until:
            return
        step = min(pause, _LONGEST_STEP)
        doubted = {doubt.where for doubt in sighting.doubts}
        hidden = doubted | _near(sighting.covered)
        if sighting.blocked and not sighting.covered:
            self._note_doubts(sighting, step, known)
            return
        self._agree(set(seen), set(known), hidden, step)
        new = {(key, True) for key in set(seen) - set(known)} | {(key, False) for key in set(known) - set(seen)}
        contrary = {(key, appears) for key, appears in new if key[1] not in hidden}
        self._weigh(contrary, sighting, set(seen) | {key for key in known if key[1] in hidden}, now, step)
        self._note_doubts(sighting, step, known)

    def changes(self) -> list[Change]:
        """Every contradiction there is, the oldest first."""
        found = [
            Change(key[0], key[1], appears, run.since, run.seconds, run.touched, run.fresh, run.stirred)
            for (key, appears), run in self._runs.items()
        ]
        return sorted(found, key=lambda change: (change.since, change.appears, change.piece, change.where))

    def doubts(self, seconds: float) -> list[Doubt]:
        """The doubts that have lasted so many seconds in clear view."""
        return [doubt for doubt, _, lasted in self._doubts.values() if lasted >= seconds]

    def believed(self, change: Change) -> None:
        """The game has taken this change in: its evidence is used up."""
        self._runs.pop((change.key, change.appears), None)

    def _jumped(self, sighting: Sighting) -> bool:
        before, self._corners = self._corners, sighting.corners_px
        if len(before) != 4 or len(self._corners) != 4:
            return False
        (ax, ay), (cx, cy) = before[0], before[2]
        diagonal = max(1.0, hypot(cx - ax, cy - ay))
        shifts = sorted(hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in zip(before, self._corners, strict=True))
        return shifts[1] > _JUMP * diagonal

    def _agree(self, seen: set[Key], known: set[Key], hidden: Collection[Place], step: float) -> None:
        for (key, appears), run in list(self._runs.items()):
            if (key in known) == appears:  # the game has come to say the same
                del self._runs[key, appears]
            elif key[1] in hidden:
                continue
            elif (key in seen) != appears:
                run.fresh = False
                run.seconds -= 1.5 * step
                if run.seconds <= 0:
                    del self._runs[key, appears]

    def _weigh(
        self, contrary: set[tuple[Key, bool]], sighting: Sighting, there: set[Key], now: float, step: float
    ) -> None:
        base = _WHILE_BLOCKED if sighting.blocked else 1.0 if sighting.still else _WHILE_MOVING
        touched = now - self._hand <= _HAND_LINGERS
        untouched = sum(1 for item in contrary if not (self._runs[item].touched if item in self._runs else touched))
        for key, appears in contrary:
            piece, where = key
            run = self._runs.get((key, appears))
            if run is None:
                self._runs[key, appears] = _Run(now, touched, now - self._motion <= _HAND_LINGERS)
                continue
            if where in sighting.covered:
                run.touched = True
            weight = base
            if appears and sum(1 for other, _ in there if other == piece) > PIECE_COUNTS[piece]:
                weight *= _TOO_MANY  # there are no more of them in the box
            if any(
                at == where and other.kind is piece.kind and other != piece and appearing != appears
                for (other, at), appearing in contrary
            ):
                weight *= _COLOUR_FLIP  # more likely a misread colour than one figure for another
            if untouched >= 4 and not run.touched:
                weight *= _ALL_AT_ONCE  # hands do not do that, light does
            run.fresh = True
            run.seconds = min(run.seconds + step * weight, _MOST)

    def _note_doubts(self, sighting: Sighting, step: float, known: Collection[Key]) -> None:
        kept: dict[Place, tuple[Doubt, float, float]] = {}
        for doubt in sighting.doubts:
            standing = {piece for piece, where in known if where == doubt.where}
            if standing == ({doubt.says} if doubt.says else set()):
                continue  # the picture is not sure of what the game knows anyway
            _, since, lasted = self._doubts.get(doubt.where, (doubt, sighting.seconds, -step))
            gained = 0.0 if sighting.blocked else step
            kept[doubt.where] = (doubt, since, lasted + gained)
        for where, (doubt, since, lasted) in self._doubts.items():
            if where not in kept and where in _near(sighting.covered):
                kept[where] = (doubt, since, lasted)
        self._doubts = kept


def _near(covered: Collection[Place]) -> set[Place]:
    """The covered places and those of the board that touch them: a hand's edge is never sharp."""
    cells = [cell_of(where) for where in covered if where.kind is not PlaceKind.DUNE]
    near = {where for where in covered if where.kind is PlaceKind.DUNE}
    return near | {
        where
        for where, (column, row) in _CELLS.items()
        if any(abs(column - other_column) <= 1 and abs(row - other_row) <= 1 for other_column, other_row in cells)
    }
