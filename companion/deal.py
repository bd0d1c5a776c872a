"""What a game is dealt beside its settings: the challenges, and for the solo game Andy's stack and the seed that
shuffles it (clauses BCHA-1 to BCHA-9, SOLO-1, SOLO-8, SOLO-11).

A deal is one line of the game's log. Chance comes from its seed alone, and each round's stack from seed and round: the
same deal turns up the same cards, whatever the person does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from random import Random

from companion.rules.andy import NOMADS
from companion.rules.board import Colour
from companion.rules.challenges import (
    Category,
    Challenge,
    ObstacleChallenge,
    ResourceChallenge,
    RobberChallenge,
    RowKind,
    RowsChallenge,
    Stock,
    SymbolChallenge,
    VpChallenge,
    drawn,
)
from companion.rules.resources import Symbol

SEEDS = 100_000
"""Seeds are below that: five digits that people can tell each other. A day's seed is its date, which is above."""
MOST = 999

POOL: tuple[Challenge, ...] = (
    *(VpChallenge(least) for least in (24, 28, 32, 36)),
    ResourceChallenge(Stock.SALT, 2),
    ResourceChallenge(Stock.PEPPER, 2),
    ResourceChallenge(Stock.DATES, 2),
    ResourceChallenge(Stock.GOODS, 3),
    RowsChallenge(RowKind.SAME, 1),
    RowsChallenge(RowKind.DIFFERENT, 2),
    SymbolChallenge(Symbol.OASIS, Symbol.CAMEL_RIDER),
    SymbolChallenge(Symbol.TARGIA, Symbol.TENT),
    ObstacleChallenge(kept=True, andy_starts=True),
    *(RobberChallenge(points) for points in (1, 2, 3, 4)),
)
"""What is drawn from. Of the Bonus-Box's cards only the four challenges of the printed example and Andy's start are
known (documents 003, CH-1); the numbers of the others are ours."""


class Stack(str, Enum):
    """Whose nomad stack is played with (clause SOLO-11)."""

    BOX = "box"  # the program turns the cards up
    REAL = "real"  # people do, and say the number

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended: whether every challenge was met, the person's points, and the last round."""

    won: bool
    vp: int
    round: int

    def __str__(self) -> str:
        return f"{'won' if self.won else 'lost'}:{self.vp}:{self.round}"


@dataclass(frozen=True, slots=True)
class Deal:
    """``day``: it is the deal of that day. ``replayed``: the round from which an earlier game is played otherwise; 0:
    none. ``outcome``: None until the game is over."""

    seed: int = 0
    stack: Stack = Stack.BOX
    challenges: tuple[Challenge, ...] = ()
    day: date | None = None
    replayed: int = 0
    outcome: Outcome | None = None

    def __str__(self) -> str:
        said = {
            "seed": self.seed,
            "stack": self.stack,
            "day": self.day or "-",
            "replayed": self.replayed,
            "outcome": self.outcome or "-",
        }
        return " ".join([*(f"{name}={value}" for name, value in said.items()), *map(spelled, self.challenges)])

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Reads what ``str`` wrote. Raises ValueError for anything else."""
        words = text.split(" ")
        said = dict(word.split("=", 1) for word in words[:5] if "=" in word)
        try:
            deal = cls(
                _number(said.pop("seed"), 99_999_999),
                Stack(said.pop("stack")),
                tuple(map(challenge, words[5:])),
                _day(said.pop("day")),
                _number(said.pop("replayed"), len(NOMADS)),
                _outcome(said.pop("outcome")),
            )
        except (KeyError, ValueError) as error:
            raise ValueError(f"this is no deal: {text[:60]!r}") from error
        if str(deal) != text:
            raise ValueError(f"this is no deal: {text[:60]!r}")
        return deal

    @property
    def andy_starts(self) -> bool:
        """Whether a challenge makes Andy the start player (clause BCHA-5)."""
        return any(isinstance(task, ObstacleChallenge) and task.andy_starts for task in self.challenges)

    def again(self, seed: int) -> Deal:
        """The same kind of deal for another game."""
        return replace(self, seed=seed, day=None, replayed=0, outcome=None)

    def start_card(self) -> int:
        """The nomad card that says who starts (clause SOLO-2)."""
        return Random(f"{self.seed}/start").choice(NOMADS)

    def nomads(self, round_number: int) -> tuple[int, ...]:
        """Andy's stack as it is shuffled for that round, top first (clause SOLO-8)."""
        return tuple(Random(f"{self.seed}/{round_number}").sample(NOMADS, len(NOMADS)))


def fresh(chance: Random) -> int:
    """A seed."""
    return chance.randrange(SEEDS)


def drawn_for(seed: int, count: int, solo: bool = True, pool: Iterable[Challenge] = POOL) -> tuple[Challenge, ...]:
    """So many challenges as that seed draws them (clause BCHA-9)."""
    return drawn(pool, count, Random(f"{seed}/challenges"), solo)


def of_the_day(day: date) -> Deal:
    """The deal that everybody has on that day: two to five challenges and Andy's cards."""
    seed = int(f"{day:%Y%m%d}")
    count = Random(f"{seed}/count").randint(2, len(Category))
    return Deal(seed, challenges=drawn_for(seed, count), day=day)


def andy_of(solo: Colour | None) -> Colour | None:
    """The colour that Andy plays."""
    return solo.other if solo else None


# --- challenges as one word each ---


def spelled(task: Challenge) -> str:
    """A challenge as a word that `challenge` reads."""
    match task:
        case VpChallenge(at_least=least):
            return f"vp:{least}"
        case ResourceChallenge(what=what, at_least=least):
            return f"resource:{what}:{least}"
        case RowsChallenge(rows=rows, at_least=least):
            return f"rows:{rows}:{least}"
        case SymbolChallenge(more=more, than=than):
            return f"symbol:{more}:{than}"
        case ObstacleChallenge(kept=kept, andy_starts=starts):
            return f"obstacle:{'kept' if kept else 'broken'}:{'andy' if starts else 'card'}"
        case RobberChallenge(take_off=points):
            return f"robber:{points}"


def challenge(word: str) -> Challenge:
    """The challenge of a word. Raises ValueError for anything else."""
    kind, *rest = word.split(":")
    read: dict[tuple[str, int], Callable[..., Challenge]] = {
        ("vp", 1): lambda least: VpChallenge(_number(least)),
        ("resource", 2): lambda what, least: ResourceChallenge(Stock(what), _number(least)),
        ("rows", 2): lambda rows, least: RowsChallenge(RowKind(rows), _number(least)),
        ("symbol", 2): lambda more, than: SymbolChallenge(Symbol(more), Symbol(than)),
        ("obstacle", 2): lambda kept, what: ObstacleChallenge(kept == "kept", what == "andy"),
        ("robber", 1): lambda points: RobberChallenge(_number(points)),
    }
    made = read.get((kind, len(rest)))
    if made is None:
        raise ValueError(f"{word!r} is no challenge")
    return made(*rest)


def _number(text: str, most: int = MOST) -> int:
    if not (text.isascii() and text.isdecimal()) or int(text) > most:
        raise ValueError(f"{text!r} is no number from 0 to {most}")
    return int(text)


def _day(text: str) -> date | None:
    return None if text == "-" else date.fromisoformat(text)


def _outcome(text: str) -> Outcome | None:
    if text == "-":
        return None
    word, vp, last = text.split(":")
    points = -_number(vp[1:]) if vp.startswith("-") else _number(vp)
    return Outcome({"won": True, "lost": False}[word], points, _number(last, len(NOMADS)))
