"""A table in a script: what a recogniser would say of it, picture by picture, with hands, misreadings and doubts."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from companion.rules.board import (
    BORDER,
    CENTRE,
    ROBBER,
    TARGIA,
    Colour,
    Doubt,
    Light,
    Piece,
    PieceKind,
    Place,
    PlaceKind,
    Sighting,
    Standing,
    border,
    cell_of,
    place,
)
from companion.rules.state import Edition, Settings
from companion.watching import Watcher

CORNERS_PX = ((100.0, 100.0), (700.0, 100.0), (700.0, 500.0), (100.0, 500.0))


def piece(name: str) -> Piece:
    """``blue targi``, ``white marker``, ``robber``."""
    words = name.split()
    return Piece(PieceKind(words[-1]), Colour(words[0]) if len(words) == 2 else None)


def key(name: str) -> tuple[Piece, Place]:
    """``blue targi 5``."""
    what, _, where = name.rpartition(" ")
    return piece(what), place(where)


@dataclass
class SimulatedTable:
    """A table that makes sightings as time goes by, ``rate`` a second."""

    rate: float = 8.0
    dunes: int = 0
    pieces: set[tuple[Piece, Place]] = field(default_factory=lambda: {(ROBBER, border(1))})
    now: float = 0.0
    corners_px: tuple[tuple[float, float], ...] = CORNERS_PX
    noise: Callable[[Sighting], Sighting] | None = None

    @classmethod
    def expansion(cls, **values: object) -> SimulatedTable:
        return cls(pieces={(ROBBER, border(1)), (TARGIA, border(15))}, dunes=3, **values)  # type: ignore[arg-type]

    def sighting(self, **values: object) -> Sighting:
        """What one picture says now; time goes on by one picture."""
        made = Sighting(
            self.now, standing=Standing(frozenset(self.pieces)), dunes=self.dunes, corners_px=self.corners_px
        )
        self.now += 1 / self.rate
        made = replace(made, **values)  # type: ignore[arg-type]
        return self.noise(made) if self.noise else made

    def quiet(self, seconds: float = 1.1, **values: object) -> Iterator[Sighting]:
        """Nothing happens for so long."""
        for _ in range(max(1, round(seconds * self.rate))):
            yield self.sighting(**values)

    def hand(self, *places: Place, seconds: float = 0.9, show: bool = True) -> Iterator[Sighting]:
        """A hand lies over these places and their neighbours: what stands there is not seen."""
        hidden = around(*places)
        for _ in range(max(1, round(seconds * self.rate))):
            seen = frozenset(item for item in self.pieces if item[1] not in hidden)
            yield self.sighting(blocked=True, covered=hidden, still=False, standing=Standing(seen))

    def act(self, *changes: str, hand: float = 0.9, quiet: float = 1.1) -> Iterator[Sighting]:
        """A hand comes, makes the changes (``+blue targi 5``, ``-robber 1``) and goes; then it is quiet."""
        keys = [(change[0], key(change[1:])) for change in changes]
        places = [where for _, (_, where) in keys]
        yield from self.hand(*places, seconds=hand / 2)
        for sign, item in keys:
            (self.pieces.add if sign == "+" else self.pieces.discard)(item)
        yield from self.hand(*places, seconds=hand / 2)
        if quiet > 0:
            yield from self.quiet(quiet)


def around(*places: Place) -> frozenset[Place]:
    """The places within half a hand of these."""
    dunes = {where for where in places if where.kind is PlaceKind.DUNE}
    cells = [cell_of(where) for where in places if where.kind is not PlaceKind.DUNE]
    return frozenset(
        {
            where
            for where in BORDER + CENTRE
            if any(abs(cell_of(where)[0] - c) + abs(cell_of(where)[1] - r) <= 1 for c, r in cells)
        }
        | dunes
    )


def misreading(chance: random.Random, often: float, most: int) -> Callable[[Sighting], Sighting]:
    """Noise: now and then, for up to ``most`` pictures, a piece is missed, invented, recoloured or doubtful."""
    running: list[tuple[int, Callable[[Sighting], Sighting]]] = []

    def missed(item: tuple[Piece, Place]) -> Callable[[Sighting], Sighting]:
        return lambda s: replace(s, standing=Standing(s.standing.pieces - {item}))

    def invented(item: tuple[Piece, Place]) -> Callable[[Sighting], Sighting]:
        return lambda s: replace(s, standing=Standing(s.standing.pieces | {item}))

    def recoloured(item: tuple[Piece, Place]) -> Callable[[Sighting], Sighting]:
        other = (Piece(item[0].kind, item[0].colour.other if item[0].colour else None), item[1])
        return lambda s: replace(
            s,
            standing=Standing((s.standing.pieces - {item}) | ({other} if item in s.standing.pieces else set())),
        )

    def doubted(item: tuple[Piece, Place]) -> Callable[[Sighting], Sighting]:
        return lambda s: replace(
            s, standing=Standing(s.standing.pieces - {item}), doubts=(*s.doubts, Doubt(item[1], item[0], 0.5))
        )

    def noise(sighting: Sighting) -> Sighting:
        if chance.random() < often:
            item = chance.choice(sorted(sighting.standing.pieces, key=str) or [(ROBBER, border(1))])
            ghost = (chance.choice([piece("blue targi"), piece("white targi")]), chance.choice(BORDER))
            kind = chance.choice([missed(item), recoloured(item), doubted(item), invented(ghost)])
            running.append((chance.randint(1, most), kind))
        for index, (left, change) in enumerate(running):
            sighting = change(sighting)
            running[index] = (left - 1, change)
        running[:] = [item for item in running if item[0] > 0]
        return sighting

    return noise


def dark(sighting: Sighting) -> Sighting:
    """The same picture with the lamp out."""
    return replace(sighting, found=False, light=Light.TOO_DARK, problem="too_dark", standing=Standing())


def said(sightings: Iterable[Sighting], edition: Edition | None = None, **settings: Colour) -> list[str]:
    """What a watcher tells of these sightings, as words: the event and its fields without the time."""
    watcher = Watcher(edition, Settings(**settings))
    lines: list[str] = []
    times: list[float] = []
    for sighting in sightings:
        for line in watcher.take(sighting):
            values = line.json()
            times.append(float(str(values.pop("t"))))
            name = values.pop("event")
            if name == "round_started":
                values = {key: values[key] for key in ("round", "start_player")}
            lines.append(" ".join(map(_word, (name, *values.values()))))
    assert times == sorted(times), "time runs backwards"
    return lines


def _word(value: object) -> str:
    return (",".join(map(str, value)) or "-") if isinstance(value, list) else str(value)


def of_game(lines: list[str]) -> list[str]:
    """The lines of the game, without those of the view and the doubts."""
    return [line for line in lines if not line.startswith(("view_", "camera_", "too_", "unsure"))]
