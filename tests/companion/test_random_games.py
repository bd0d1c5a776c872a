"""Random games on simulated tables: what is told is what happened."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from companion.rules.board import BORDER, CENTRE, Colour, PieceKind, PlaceKind, Sighting
from companion.rules.engine import apply, legal_moves, new_game, opening, refusal
from companion.rules.events import Event
from companion.rules.moves import (
    Move,
    MoveRobber,
    MoveTargia,
    PieceMove,
    PlaceMarker,
    PlaceTargi,
    ReturnTargi,
    ShiftMarker,
    ShiftTargi,
)
from companion.rules.rounds import robber_places
from companion.rules.state import Edition, Phase, Reason, Settings, State
from companion.watching import Watcher
from tests.companion.simulated import SimulatedTable, misreading

ACTS = 60


class Players:
    """Two players at a simulated table who mostly play by the rules; ``happened`` is what they did."""

    def __init__(self, seed: int, edition: Edition, noise: float = 0.0) -> None:
        self.chance = random.Random(seed)
        self.table = SimulatedTable.expansion() if edition is Edition.EXPANSION else SimulatedTable()
        if noise:
            self.table.noise = misreading(random.Random(1000 + seed), noise, most=4)
        self.settings = Settings(edition, start=self.chance.choice(list(Colour)))
        self.state: State = new_game(self.settings)
        self.happened: list[Event] = list(opening(self.state))

    def play(self) -> Iterator[Sighting]:
        """The sightings of their game."""
        yield from self.table.quiet(4)
        for _ in range(ACTS):
            # Dunes are counted anew in every picture: they have tests of their own.
            moves = [move for move in legal_moves(self.state) if not _on_a_dune(move)]
            if not moves:
                return
            move = self.chance.choice(moves)
            yield from self._slip(move) if self.chance.random() < 0.25 else self._do(move)
        yield from self.table.quiet(3)

    def _do(self, *moves: Move, quiet: float = 1.4) -> Iterator[Sighting]:
        changes: list[str] = []
        for move in moves:
            assert isinstance(move, PieceMove)
            lone = isinstance(move, (MoveRobber, MoveTargia))
            origin = self.state.standing.one(move.piece) if lone else move.origin
            changes += [f"-{move.piece} {origin}"] if origin else []
            changes += [f"+{move.piece} {move.goal}"] if move.goal else []
            step = apply(self.state, move)
            self.state = step.state
            self.happened += step.events
        yield from self.table.act(*changes, quiet=quiet)

    def _slip(self, move: Move) -> Iterator[Sighting]:
        """Something else comes before the move: a forbidden place, the wrong player, a take-back, a reach across."""
        state, kind = self.state, self.chance.randint(0, 3)
        if isinstance(move, PlaceTargi) and kind == 0:
            wrong = self.chance.choice([where for where in BORDER if _reason(state, move.colour, where)])
            if (move.piece, wrong) not in state.standing.pieces:
                yield from self._do(PlaceTargi(move.colour, wrong), quiet=2.4)
                yield from self._do(ShiftTargi(move.colour, wrong, move.where))
                return
        elif isinstance(move, PlaceTargi) and kind == 1 and state.turn:
            other = move.colour.other
            early = [where for where in BORDER if _reason(state, other, where) is Reason.NOT_YOUR_TURN]
            if early:
                where = self.chance.choice(early)
                yield from self._do(PlaceTargi(other, where), quiet=2.4)
                yield from self._do(ReturnTargi(other, where), quiet=3.2)
        elif isinstance(move, PlaceTargi) and kind == 2:
            yield from self._do(move)
            if self.state.phase is Phase.PLACING and self.state.last == (move.colour, move.where):
                yield from self._do(ReturnTargi(move.colour, move.where))
            return
        elif isinstance(move, PlaceMarker) and kind == 0:
            taken = {where for _, where in state.standing.pieces}
            wrong = self.chance.choice([where for where in CENTRE if where not in taken])
            if refusal(state, PlaceMarker(move.colour, wrong)):
                yield from self._do(PlaceMarker(move.colour, wrong), quiet=2.4)
                yield from self._do(ShiftMarker(move.colour, wrong, move.where))
                return
        elif isinstance(move, MoveRobber) and kind < 2:
            wrong = self.chance.choice([where for where in BORDER if where not in robber_places(state)])
            yield from self._do(MoveRobber(wrong), quiet=3)
        else:
            yield from self.table.hand(self.chance.choice(BORDER), seconds=1.5)
            yield from self.table.quiet(0.5)
        yield from self._do(move)


def _on_a_dune(move: Move) -> bool:
    goal = move.goal if isinstance(move, PieceMove) else None
    return goal is not None and goal.kind is PlaceKind.DUNE


def _reason(state: State, colour: Colour, where: object) -> Reason | None:
    no = refusal(state, PlaceTargi(colour, where))  # type: ignore[arg-type]
    return no.reason if no else None


def told(players: Players) -> list[Event]:
    """What a watcher makes of their table."""
    watcher = Watcher(players.settings.edition, players.settings)
    lines = [line for sighting in players.play() for line in watcher.take(sighting)]
    return [line.what for line in lines if isinstance(line.what, Event)]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_told_is_what_happened(seed: int) -> None:
    """60 acts of a game with slips and hands, seen without noise: every event in order, none invented."""
    players = Players(seed, (Edition.BASE, Edition.EXPANSION)[seed % 2])
    events = told(players)
    assert events == players.happened
    assert any(piece.kind is PieceKind.TARGI for piece, _ in players.state.standing.pieces) or players.state.round > 1


def test_noise_costs_little() -> None:
    """With misreadings of up to half a second three times in ten seconds, at most 2 events in 100 are wrong."""
    wrong = total = 0
    for seed in range(4):
        players = Players(seed, Edition.EXPANSION, noise=0.04)
        said, happened = map(str, told(players)), map(str, players.happened)
        missing, more = list(happened), []
        for event in said:
            if event in missing:
                missing.remove(event)
            else:
                more.append(event)
        wrong += len(missing) + len(more)
        total += len(players.happened)
    assert wrong <= total * 2 / 100
