"""Games against Andy that are over, as the store has them, and what they add up to: how many were won with how many
challenges, and of which kind; the streak (clauses BCHA-1, BCHA-7, BCHA-9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.deal import Deal
from companion.rules.challenges import Category


@dataclass(frozen=True, slots=True)
class Played:
    """A stored game and what was dealt; without an outcome it is not over. ``game``: its number."""

    game: int
    deal: Deal


@dataclass(frozen=True, slots=True)
class Tried:
    """How often something was tried and how often it was won."""

    games: int = 0
    won: int = 0


@dataclass(frozen=True, slots=True)
class Statistics:
    """``by_number``: by how many challenges there were, 1 to 5; ``by_category``: by the kinds among them. ``streak``:
    won one after another up to now, ``longest``: ever. ``best``: the most points; None without a game. ``points``: of
    each game, oldest first."""

    total: Tried = Tried()
    by_number: tuple[Tried, ...] = (Tried(),) * len(Category)
    by_category: tuple[tuple[Category, Tried], ...] = ()
    streak: int = 0
    longest: int = 0
    best: int | None = None
    points: tuple[int, ...] = ()


def statistics(games: Iterable[Played]) -> Statistics:
    """What the games add up to, given oldest first. Only those that are over and were played from their start count."""
    over = [one.deal for one in games if one.deal.outcome is not None and not one.deal.replayed and one.deal.challenges]
    streak = longest = 0
    for deal in over:
        streak = streak + 1 if _won(deal) else 0
        longest = max(longest, streak)
    return Statistics(
        total=_tried(over),
        by_number=tuple(_tried(deal for deal in over if len(deal.challenges) == number + 1) for number in range(5)),
        by_category=tuple(
            (kind, _tried(deal for deal in over if any(task.category is kind for task in deal.challenges)))
            for kind in Category
        ),
        streak=streak,
        longest=longest,
        best=max(map(_points, over), default=None),
        points=tuple(map(_points, over)),
    )


def _tried(deals: Iterable[Deal]) -> Tried:
    found = list(deals)
    return Tried(len(found), sum(map(_won, found)))


def _won(deal: Deal) -> bool:
    return deal.outcome is not None and deal.outcome.won


def _points(deal: Deal) -> int:
    return deal.outcome.vp if deal.outcome else 0
