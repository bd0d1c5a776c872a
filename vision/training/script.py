"""What happens in a made film: a round of the game and the start of the next, as steps of hands, with their events.

Only as much of the rules as the script needs is here: it plays legal placements, and now and then one that is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from companion.rules.board import BORDER, CENTRE, CORNERS, Colour, Place, border, crossings, opposite, place

Event = dict[str, Any]
COLOURS = ("blue", "white")
_OPEN = tuple(where for where in BORDER if where not in CORNERS)


@dataclass(frozen=True, slots=True)
class Carry:
    """A hand of player ``by`` takes a piece from one place to another; None is the supply beside the board.

    ``slid``: pushed over the cards instead of lifted. ``swap``: the central card that changes when the piece is taken,
    and its new face.
    """

    by: str
    kind: str
    start: str | None
    end: str | None
    events: tuple[Event, ...] = ()
    slid: bool = False
    swap: tuple[str, str | None] | None = None


@dataclass(frozen=True, slots=True)
class Lay:
    """A hand of player ``by`` lays cards: new faces of central places, and of the dunes (None: they stay)."""

    by: str
    faces: Mapping[str, str | None]
    dunes: tuple[str | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """A hand passes over the board and does nothing."""

    by: str


@dataclass(frozen=True, slots=True)
class Disturb:
    """The light changes by ``brighter`` (a factor) and the camera is nudged by ``nudge_mm``."""

    brighter: float = 1.0
    nudge_mm: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Rest:
    """Nothing happens; then ``events`` are true."""

    seconds: float
    events: tuple[Event, ...] = ()


Step = Carry | Lay | Pass | Disturb | Rest


@dataclass(slots=True)
class _Game:
    rng: np.random.Generator
    expansion: bool
    steps: list[Step] = field(default_factory=list)
    robber: int = 1
    targia: int = 15
    round: int = 1
    figures: dict[str, list[Place]] = field(default_factory=lambda: {"blue": [], "white": []})
    markers: dict[str, list[Place]] = field(default_factory=lambda: {"blue": [], "white": []})
    centre: dict[str, str | None] = field(default_factory=dict)
    dealt: int = 0


def _other(colour: str) -> str:
    return Colour(colour).other.value


def wrong(game: _Game, colour: str, where: Place) -> str | None:
    """Why a Targi of that colour may not be put there (the contract's words), or None."""
    if where in CORNERS:
        return "raid_card"
    if where == border(game.robber):
        return "robber"
    if where in game.figures["blue"] or where in game.figures["white"]:
        return "occupied"
    if opposite(where) in game.figures[_other(colour)]:
        return "opposite_opponent"
    return None


def _started(game: _Game, start: str) -> Event:
    event: Event = {"event": "round_started", "round": game.round, "start_player": start, "robber": game.robber}
    return event | ({"targia": game.targia} if game.expansion else {})


def _place(game: _Game, colour: str, last: bool, fault: str | None = None) -> None:
    rng = game.rng
    legal = [where for where in _OPEN if wrong(game, colour, where) is None]
    mine = game.figures[colour]
    if len(mine) == 2 and not crossings(mine):  # a player wants a crossing
        better = [where for where in legal if crossings([*mine, where])]
        legal = better or legal
    target = legal[int(rng.integers(len(legal)))]
    start: str | None = None
    if fault is not None:
        bad = [where for where in BORDER if wrong(game, colour, where) == fault]
        if bad:
            start = str(bad[int(rng.integers(len(bad)))])
            event: Event = {"event": "illegal_placement", "player": colour, "place": place(start).json, "reason": fault}
            game.steps.append(Carry(colour, colour, None, start, (event,)))
    mine.append(target)
    events: list[Event] = [{"event": "targi_placed", "player": colour, "place": target.json}]
    if last:
        found = {name: [str(where) for where in crossings(game.figures[name])] for name in COLOURS}
        events.append({"event": "intersections", **found})
    game.steps.append(Carry(colour, colour, start, str(target), tuple(events), bool(rng.random() < 0.2)))


def _placing(game: _Game, start: str, count: int, faults: Mapping[int, str]) -> None:
    for number in range(count):
        colour = start if number % 2 == 0 else _other(start)
        _place(game, colour, number == 5, faults.get(number))


def _marking(game: _Game, start: str) -> None:
    for colour in (start, _other(start)):
        for where in crossings(game.figures[colour])[:2]:
            game.markers[colour].append(where)
            event = {"event": "marker_placed", "player": colour, "place": str(where)}
            game.steps.append(Carry(colour, f"{colour}_marker", None, str(where), (event,)))


def _acting(game: _Game, start: str) -> None:
    for colour in (start, _other(start)):
        todo = [("targi_returned", colour, where) for where in game.figures[colour]]
        todo += [("marker_returned", f"{colour}_marker", where) for where in game.markers[colour]]
        for index in game.rng.permutation(len(todo)):
            event, kind, where = todo[int(index)]
            swap: tuple[str, str | None] | None = None
            if event == "marker_returned":
                back = "back-tribe" if str(game.centre[str(where)]).startswith("goods") else "back-goods"
                game.centre[str(where)] = back
                swap = (str(where), back)
            said = {"event": event, "player": colour, "place": where.json}
            game.steps.append(Carry(colour, kind, str(where), None, (said,), swap=swap))
        game.figures[colour], game.markers[colour] = [], []


def _turning(game: _Game, start: str) -> None:
    turned: dict[str, str | None] = {}
    for name, face in game.centre.items():
        if str(face).startswith("back-"):
            game.dealt += 1
            turned[name] = f"{str(face).removeprefix('back-')}-{game.dealt:02d}"
    game.centre.update(turned)
    if turned:
        game.steps.append(Lay(start, turned))
    before, game.robber = game.robber, game.robber + 1
    game.round += 1
    start = _other(start)
    robber: Event = {"event": "robber_moved", "place": game.robber}
    if not game.expansion:
        game.steps.append(Carry(start, "robber", str(before), str(game.robber), (robber, _started(game, start))))
        return
    game.steps.append(Carry(start, "robber", str(before), str(game.robber), (robber,)))
    was, game.targia = game.targia, game.targia - 1
    targia: Event = {"event": "targia_moved", "place": game.targia}
    game.steps.append(Lay(start, {}, tuple(f"dune-{number:02d}" for number in (4, 5, 6))))
    game.steps.append(Carry(start, "targia", str(was), str(game.targia), (targia, _started(game, start))))


def centre_at_start(expansion: bool) -> dict[str, str | None]:
    """The faces of the central area at set-up: goods and tribe cards by turns (rules/cards, setup)."""
    kinds = ("tribe", "goods") if expansion else ("goods", "tribe")
    return {str(where): f"{kinds[index % 2]}-{index + 1:02d}" for index, where in enumerate(CENTRE)}


def write_script(rng: np.random.Generator, expansion: bool, calm: bool = False) -> list[Step]:
    """One round and the first placements of the next. ``calm``: one fault, one passing hand, no lamp or nudge."""
    start = "blue" if calm or rng.random() < 0.5 else "white"
    game = _Game(rng, expansion, centre=centre_at_start(expansion), dealt=20)
    game.steps.append(Rest(3.5, (_started(game, start),)))
    reasons = ("raid_card", "robber", "opposite_opponent", "occupied")
    first = {3: "opposite_opponent"} if calm else {int(rng.integers(1, 6)): str(rng.choice(reasons))}
    _placing(game, start, 6, first)
    if calm or rng.random() < 0.5:
        game.steps.insert(3, Pass(_other(start)))
    if not calm:
        game.steps.append(Disturb(float(rng.uniform(0.6, 1.5))))
    _marking(game, start)
    _acting(game, start)
    if not calm:
        nudge = rng.normal(0, 4, 2)
        game.steps.append(Disturb(1.0, (float(nudge[0]), float(nudge[1]))))
    _turning(game, start)
    second = {} if calm else {int(rng.integers(0, 4)): str(rng.choice(reasons))}
    _placing(game, _other(start), 2 if calm else 4, second)
    game.steps.append(Rest(2.0))
    return game.steps


def write_quiet(rng: np.random.Generator, expansion: bool, seconds: float) -> list[Step]:
    """Six Targis are placed; then, for about so long, hands pass, people talk, lamps change, and nothing is moved."""
    start = "blue" if rng.random() < 0.5 else "white"
    game = _Game(rng, expansion, centre=centre_at_start(expansion), dealt=20)
    game.steps.append(Rest(3.5, (_started(game, start),)))
    _placing(game, start, 6, {})
    brightness, passed = 1.0, 0.0
    while passed < seconds:
        lot = rng.random()
        if lot < 0.45:
            game.steps.append(Pass(COLOURS[int(rng.integers(2))]))
            passed += 2.5
        elif lot < 0.6:
            brighter = float(rng.uniform(0.7, 1.35)) / brightness  # about the light it began with
            brightness *= brighter
            game.steps.append(Disturb(brighter))
            passed += 1.5
        else:
            pause = float(rng.uniform(2, 15))
            game.steps.append(Rest(pause))
            passed += pause
    return game.steps
