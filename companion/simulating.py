"""What `targi simulate` prints, and where it takes the facts of cards from that nobody knows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.own_cards import FileTrouble, catalogue_of, text_of
from companion.rules.cards import Catalogue
from companion.rules.catalogue import shipped
from companion.simulate import Counted, Kind, counted, games

STANDINS = Path(__file__).resolve().parents[1] / "tests" / "standin_cards.toml"
"""Invented facts, in the source tree only."""


class SimulateError(ValueError):
    """The games cannot be played; the text is a whole sentence."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be simulated."""

    kind: Kind
    games: int
    seed: int


def cards_for(kind: Kind) -> Catalogue:
    """The cards such games are played with. Raises SimulateError."""
    if not kind.needs_standins:
        return shipped()
    try:
        if text_of(STANDINS) is not None:
            return catalogue_of(STANDINS)
    except FileTrouble as trouble:
        raise SimulateError(str(trouble)) from trouble
    raise SimulateError(
        f"{STANDINS} is missing: facts of some of these cards are not known, and that file stands in for them. "
        "Run it in the source tree, or play the base game."
    )


def simulated(asked: Asked) -> Counted:
    """Plays the games. Raises SimulateError."""
    return counted(games(asked.kind, cards_for(asked.kind), asked.games, asked.seed))


def as_json(asked: Asked, found: Counted, seconds: float) -> dict[str, Any]:
    """The figures as one object. ``seconds``: how long it took."""
    return {
        "games": found.games,
        "seed": asked.seed,
        "edition": str(asked.kind.mix),
        "bonus": asked.kind.bonus,
        "solo": asked.kind.solo,
        "laid": asked.kind.laid,
        "standin": str(STANDINS.name) if asked.kind.needs_standins else None,
        "mean_scores": found.scores,
        "mean_rounds": found.rounds,
        "mean_cards": found.cards,
        "endings": found.endings,
        "winners": found.winners,
        "decisions": found.decisions,
        "broken": found.fault_count,
        "first_broken": list(found.faults),
        "fingerprint": found.fingerprint,
        "seconds": round(seconds, 2),
        "games_per_second": round(found.games / seconds, 2) if seconds else None,
    }


def told(asked: Asked, found: Counted, seconds: float) -> list[str]:
    """The same as lines for people."""
    kind = asked.kind
    extras = " and the Bonus-Box" * kind.bonus + ", solo" * kind.solo
    lines = [f"{found.games} game{'s' * (found.games != 1)} of the {kind.mix} game{extras}, seed {asked.seed}."]
    if kind.laid:
        lines.append(f"Each display began with {kind.laid} card{'s' * (kind.laid != 1)}, by chance.")
    if kind.needs_standins:
        lines.append(f"Facts of cards that are not known were taken from {STANDINS.name}: they are invented.")
    scores = ", ".join(f"{colour} {points}" for colour, points in found.scores.items())
    winners = ", ".join(f"{colour} {count}" for colour, count in found.winners.items() if count)
    endings = ", ".join(f"{end} {count}" for end, count in found.endings.items() if count)
    lines += [
        f"Mean scores: {scores}.",
        f"Mean rounds: {found.rounds}; mean of laid cards: {found.cards}.",
        f"Ended by: {endings}. Won by: {winners}.",
        f"Decisions: {found.decisions}; games per second: {found.games / seconds if seconds else 0:.2f}.",
        f"Rules of every position broken: {found.fault_count}. Fingerprint: {found.fingerprint}.",
        *found.faults,
    ]
    return lines
