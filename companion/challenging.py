"""How challenges stand while a game is on: what is reached of what is asked, and how it ended (clauses BCHA-2 to
BCHA-10). Whether one is met is the scoring's word; what is reached here is counted to be shown."""

from __future__ import annotations

from dataclasses import dataclass

from companion.deal import Deal, Outcome
from companion.rules.board import Colour
from companion.rules.cards import ROW_CARDS
from companion.rules.challenges import (
    Challenge,
    ObstacleChallenge,
    ResourceChallenge,
    RobberChallenge,
    RowKind,
    RowsChallenge,
    Stock,
    SymbolChallenge,
    VpChallenge,
)
from companion.rules.final import final_of
from companion.rules.scoring import Display, Side, Tally, score
from companion.rules.state import Phase, State


@dataclass(frozen=True, slots=True)
class Progress:
    """A challenge and how far it is. ``met``: by what the books hold now, or by what people say of an obstacle; None:
    nobody can tell, or nothing is to be met. ``reached`` of ``wanted``: what it counts; of a symbol challenge the cards
    of the one symbol and one more than those of the other."""

    task: Challenge
    met: bool | None = None
    reached: int | None = None
    wanted: int | None = None


def progress(state: State, challenges: tuple[Challenge, ...], colour: Colour) -> tuple[Progress, ...]:
    """How that player's challenges stand, in their order. Without books only what people say is known."""
    if state.books is None:
        return tuple(
            Progress(task, task.kept if isinstance(task, ObstacleChallenge) else None, None, _wanted(task))
            for task in challenges
        )
    final = final_of(state, challenges)
    tally = next(one for one in score(final).tallies if one.colour is colour)
    side = next(one for one in final.sides if one.colour is colour)
    met = iter(tally.fulfilled)
    return tuple(
        Progress(task, None)
        if isinstance(task, RobberChallenge)
        else Progress(task, next(met)[1], *_counted(task, side, tally))
        for task in challenges
    )


def outcome_of(state: State, deal: Deal) -> Outcome | None:
    """How a solo game has ended (clause BCHA-7); None while it is on, without challenges, and where no books say."""
    if state.phase is not Phase.OVER or state.settings.solo is None or state.books is None or not deal.challenges:
        return None
    result = score(final_of(state, deal.challenges))
    return Outcome(result.winner is not None, result.tallies[0].total, state.round)


def _wanted(task: Challenge) -> int | None:
    return getattr(task, "at_least", None)


def _counted(task: Challenge, side: Side, tally: Tally) -> tuple[int | None, int | None]:
    match task:
        case VpChallenge(at_least=least):
            return tally.total, least
        case ResourceChallenge(what=what, at_least=least):
            owned = side.goods if what is Stock.GOODS else getattr(side, str(what))
            return owned, least
        case RowsChallenge(rows=kind, at_least=least):
            return full_rows(side.display, kind), least
        case SymbolChallenge(more=more, than=than):
            symbols = [card.symbol for row in side.display for card in row]
            return symbols.count(more), symbols.count(than) + 1
    return None, None


def full_rows(display: Display, kind: RowKind) -> int:
    """How many rows are full of one symbol, or of four different ones; a sand dune is any symbol (clause XSCO-4)."""
    found = 0
    for row in display:
        symbols = [card.symbol for card in row if card.symbol]
        kinds = len(set(symbols))
        fits = kinds <= 1 if kind is RowKind.SAME else kinds == len(symbols)
        found += len(row) == ROW_CARDS and fits
    return found
