"""Sightings to moves: quiet before belief, the rules as witness, and a question where neither is sure.

The tracker keeps no position of its own: the game's standing is what stood on the table. Evidence against it (see
``evidence``) becomes moves, in the order the rules like best (``planning``). What they like needs little time; what
they refuse needs more, and is told all the same, since it stands there. All times come from the sightings.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from companion.dunes import Dunes
from companion.evidence import Change, Evidence, Key
from companion.planning import ILLEGAL, Plan, moves_for, partners_of, plan, trouble
from companion.rules.board import Doubt, Light, PieceKind, Place, PlaceKind, Sighting, Standing
from companion.rules.engine import apply, impossible, refusal
from companion.rules.moves import Move, PieceMove, PlaceTargi, SetDunes
from companion.rules.state import Phase, State

_OTHER_TABLE = 4
"""So many changes that no hand made are no moves: the table is another than the game's, and a person decides."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds of evidence before something is believed.

    A piece seen needs less than one missing, which another piece or an arm may hide; what the rules refuse, and what
    happens without a hand near, needs more.
    """

    appears: float = 0.6
    vanishes: float = 0.8
    refused: float = 1.2
    refused_vanishes: float = 2.5
    untouched: float = 2.0
    """So many times as long for what no hand was near."""
    stirred: float = 1.4
    """So many times as long where no hand was made out, but something moved: fingertips at the board's edge."""
    clear: float = 0.3
    """Of unblocked view before anything is told."""
    resting_hand: float = 5.0
    """A hand that stays so long no longer stops the game."""
    partner: float = 1.2
    """So much longer for a change whose other half, the same piece going or coming, is just being made out."""
    support: float = 0.25
    """Enough for what would explain something certain."""
    doubt: float = 3.0
    """Before a person is asked."""
    set_up: float = 0.6
    """Of a table that matches the set-up, before a new game begins."""
    odd_set_up: float = 6.0
    """After so long, what does not match the set-up is passed over until it changes."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A move made on the table, as the table shows it: the rules may refuse it."""

    move: Move
    seconds: float


@dataclass(frozen=True, slots=True)
class Unsure:
    """A place that stayed doubtful: a person should say what stands there."""

    doubt: Doubt
    seconds: float


Finding = Seen | Unsure


@dataclass(slots=True)
class _View:
    """Since when the view is clear, or blocked, by the clock of the sightings."""

    now: float = 0.0
    clear_since: float | None = None
    blocked_since: float | None = None

    def take(self, sighting: Sighting) -> None:
        self.now = max(self.now, sighting.seconds)
        if sighting.blocked:
            self.clear_since = None
            self.blocked_since = sighting.seconds if self.blocked_since is None else self.blocked_since
        else:
            self.blocked_since = None
            self.clear_since = sighting.seconds if self.clear_since is None else self.clear_since

    def clear_for(self, seconds: float) -> bool:
        return self.clear_since is not None and self.now - self.clear_since >= seconds

    def blocked_for(self, seconds: float) -> bool:
        return self.blocked_since is not None and self.now - self.blocked_since >= seconds


@dataclass(slots=True)
class Tracker:
    """Feed it every sighting with the game's present state, and play the moves it finds before the next sighting.

    ``ready_since``: when the table came to match a new game's set-up; nothing is told before. ``laid_out``: people lay
    the table out for a game that has begun, and that is waited for in the same way.
    """

    patience: Patience = field(default_factory=Patience)
    ready_since: float | None = None
    laid_out: bool = False
    _evidence: Evidence = field(default_factory=Evidence)
    _dunes: Dunes = field(default_factory=Dunes)
    _view: _View = field(default_factory=_View)
    _overruled: dict[Key, bool] = field(default_factory=dict)
    _expected: frozenset[Key] | None = None
    _asked: set[Place] = field(default_factory=set)
    _first: float | None = None
    _matching_since: float | None = None

    def feed(self, sighting: Sighting, state: State) -> list[Finding]:
        """What this sighting makes certain, in the order it happened."""
        known = state.standing.pieces
        self._heed(known)
        if not sighting.found or sighting.light is not Light.FINE:
            self._evidence.add(sighting, known, known)
            return []
        self._view.take(sighting)
        seen = self._dunes.numbered(sighting, state)
        self._release(seen, sighting)
        seen = (seen - self._overruled.keys()) | (known & self._overruled.keys())
        self._evidence.add(sighting, seen, known)
        if not self._is_ready(sighting, state):
            return []
        moves = self._moves(sighting, state)
        return [*(Seen(move, sighting.seconds) for move in moves), *self._doubtful(sighting)]

    def in_game(self, sighting: Sighting) -> Sighting:
        """The sighting fed last, its dunes' cards by the game's numbers."""
        return self._dunes.in_game(sighting)

    def table(self, state: State) -> Standing | None:
        """The settled standing the camera sees; None while a hand is in the way or something is just changing."""
        changes = [change for change in self._evidence.changes() if change.fresh]
        young = any(self._view.now - change.since < self.patience.doubt for change in changes)
        if young or not self._view.clear_for(self.patience.clear):
            return None
        gone = {change.key for change in changes if not change.appears}
        return Standing((state.standing.pieces - gone) | {change.key for change in changes if change.appears})

    def confirm(self, where: Place, state: State) -> None:
        """A person says that the game is right about this place: what the camera sees there is passed over until it
        agrees."""
        for change in self._evidence.changes():
            if change.where == where:
                self._overruled[change.key] = change.key in state.standing.pieces
                self._evidence.believed(change)

    def _heed(self, known: frozenset[Key]) -> None:
        """A person's word wins: where the game was changed by one, the camera is not believed until it agrees."""
        if self._expected is not None:
            for key in known ^ self._expected:
                self._overruled[key] = key in known
        self._expected = known

    def _release(self, seen: frozenset[Key], sighting: Sighting) -> None:
        unknown = sighting.covered | {doubt.where for doubt in sighting.doubts}
        for key, there in list(self._overruled.items()):
            if (key in seen) == there and key[1] not in unknown:
                del self._overruled[key]

    def _is_ready(self, sighting: Sighting, state: State) -> bool:
        """A new game begins once the table has matched the set-up; any other goes on where it is. Where nobody is told
        what does not match, a lawful first Targi may stand there too: placed before the camera had found the board."""
        if self.ready_since is not None:
            return True
        now = sighting.seconds
        self._first = now if self._first is None else self._first
        changes = [change for change in self._evidence.changes() if change.fresh]
        early = (
            self.patience.odd_set_up < inf and not (self.laid_out or _begun(state)) and _first_placed(changes, state)
        )
        if sighting.blocked or (changes and not early):
            self._matching_since = None
        elif self._matching_since is None:
            self._matching_since = now
        matching = self._matching_since is not None and now - self._matching_since >= self.patience.set_up
        goes_on = _begun(state) and not self.laid_out
        if goes_on or matching or now - self._first >= self.patience.odd_set_up:
            self.ready_since = now
            if not matching and not _begun(state):
                for change in changes:
                    if not _placed(change):
                        self.confirm(change.where, state)
        return self.ready_since is not None

    def _moves(self, sighting: Sighting, state: State) -> list[Move]:
        moves: list[Move] = []
        if self._view.clear_for(self.patience.clear) or self._view.blocked_for(self.patience.resting_hand):
            while found := self._explained(state):
                for move in found.moves:
                    state = apply(state, move).state
                moves += found.moves
                for change in found.changes:
                    self._evidence.believed(change)
        count = self._dunes.laid_out(sighting, state)
        if count is not None:
            moves.append(SetDunes(count))
            state = apply(state, moves[-1]).state
        self._expected = state.standing.pieces
        return moves

    def _explained(self, state: State) -> Plan | None:
        """The plan for the changes that are certain now; None when there is none yet."""
        changes = self._evidence.changes()
        unmoved = sum(1 for change in changes if change.fresh and not change.touched)
        certain = [c for c in changes if self._certain(c, changes, state) and (c.touched or unmoved < _OTHER_TABLE)]
        if not certain:
            return None
        doubts = [_as_change(doubt, certain[0]) for doubt in self._evidence.doubts(self.patience.support)]
        support = [c for c in changes if c not in certain and c.fresh and c.seconds >= self.patience.support]
        found = plan(state, certain, [*support, *(change for change in doubts if change is not None)])
        if not found.moves:
            return None
        if found.trouble >= 2 * ILLEGAL and not all(change.touched for change in certain):
            return None  # more than a hand does, and no hand was there: the table differs, a person decides
        if found.trouble >= ILLEGAL and doubts and min(c.seconds for c in certain) < self.patience.doubt:
            return None  # what is doubtful may yet explain it
        return found

    def _certain(self, change: Change, changes: list[Change], state: State) -> bool:
        wanted = self._wanted(change, changes, state)
        if not change.fresh or change.seconds < wanted:
            return False
        partners = partners_of(change, changes)
        if all(partner.seconds >= self._wanted(partner, changes, state) for partner in partners):
            return True
        return change.seconds >= wanted + self.patience.partner

    def _wanted(self, change: Change, changes: list[Change], state: State) -> float:
        """The seconds of evidence this change needs in this position."""
        possible = [move for move in moves_for(change, changes) if not impossible(state, move)]
        if not possible:
            return inf
        liked = any(trouble(state, move) == 0 and not _lifted(state, move) for move in possible)
        if change.appears:
            seconds = self.patience.appears if liked else self.patience.refused
        else:
            seconds = self.patience.vanishes if liked else self.patience.refused_vanishes
        if change.touched:
            return seconds
        return seconds * (self.patience.stirred if change.stirred else self.patience.untouched)

    def _doubtful(self, sighting: Sighting) -> list[Finding]:
        lasting = {doubt.where: doubt for doubt in self._evidence.doubts(self.patience.doubt)}
        new = [Unsure(doubt, sighting.seconds) for where, doubt in sorted(lasting.items()) if where not in self._asked]
        self._asked = set(lasting)
        return list(new)


def _begun(state: State) -> bool:
    """Whether anything has happened in this game yet."""
    figures = any(piece.colour for piece, _ in state.standing.pieces)
    return state.round > 1 or state.phase is not Phase.PLACING or figures


def _placed(change: Change) -> bool:
    """Whether a hand has just placed a Targi: a game is begun like that, however odd the rest of the table looks."""
    targi = change.piece.kind is PieceKind.TARGI and change.where.kind is PlaceKind.BORDER
    return change.touched and change.appears and targi


def _first_placed(changes: list[Change], state: State) -> bool:
    """Whether all that differs is one Targi, where it may be placed first."""
    moves = [move for change in changes for move in moves_for(change, changes)]
    return len(changes) == 1 and [isinstance(move, PlaceTargi) and not refusal(state, move) for move in moves] == [True]


def _lifted(state: State, move: Move) -> bool:
    """Whether this only takes up a piece that stands where it may not: it will be put down where it may."""
    if not isinstance(move, PieceMove) or move.origin is None or move.goal is not None:
        return False
    return state.dispute_of(move.piece, move.origin) is not None


def _as_change(doubt: Doubt, before: Change) -> Change | None:
    """A doubt taken for true, just before something certain."""
    if doubt.says is None or doubt.says.colour is None:
        return None
    return Change(doubt.says, doubt.where, True, before.since - 0.01, 0.0, True, True)
