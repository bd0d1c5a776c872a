"""Where pieces stand at a moment of a game that keeps the rules, by lot: tables to measure by are set up like that."""

from __future__ import annotations

import numpy as np

from companion.rules.board import BORDER, CORNERS, PlaceKind, crossings, opposite, place

COLOURS = ("blue", "white")
TARGIS = 3
"""Of each player (SET-3)."""
Standing = list[tuple[str, str]]
"""Kinds of pieces (as ``pieces.KINDS``) and the places they stand on."""


def of_game(rng: np.random.Generator, expansion: bool, dunes: int) -> Standing:
    """Robber, Targia with the expansion, Targis and markers while players place, mark or act; ``dunes`` lie face up."""
    open_cards = [where for where in BORDER if where not in CORNERS]
    robber = open_cards[int(rng.integers(len(open_cards)))]
    found: Standing = [("robber", str(robber))]
    if expansion:
        found.append(("targia", str(16 - robber.number)))  # XTGA-1
    first = int(rng.integers(2))
    order = (COLOURS[first], COLOURS[1 - first])
    phase = rng.random()
    placed = int(rng.integers(0, 2 * TARGIS)) if phase < 0.4 else 2 * TARGIS
    targis = _placed(rng, order, str(robber), placed, dunes if expansion else 0)
    markers = {colour: [str(where) for where in crossings(map(place, targis[colour]))] for colour in COLOURS}
    if placed < 2 * TARGIS:
        return found + [(colour, where) for colour in COLOURS for where in targis[colour]]
    pieces = [
        [*((colour, where) for where in targis[colour]), *((f"{colour}_marker", where) for where in markers[colour])]
        for colour in order
    ]
    if phase < 0.55:  # still marking: the last of the markers are missing
        missing = int(rng.integers(0, 1 + len(markers[order[1]])))
        pieces[1] = pieces[1][: len(pieces[1]) - missing]
    else:  # one after the other takes the pieces up, in any order
        lifted = int(rng.integers(0, len(pieces[0]) + len(pieces[1])))
        for mine in pieces:
            for _ in range(min(lifted, len(mine))):
                mine.pop(int(rng.integers(len(mine))))
                lifted -= 1
    return found + pieces[0] + pieces[1]


def _placed(
    rng: np.random.Generator, order: tuple[str, str], robber: str, count: int, dunes: int
) -> dict[str, list[str]]:
    """The first ``count`` Targis, placed in turn where they may stand (PLC-1 to PLC-5), now and then on a dune."""
    standing: dict[str, list[str]] = {colour: [] for colour in COLOURS}
    for number in range(count):
        colour, other = order[number % 2], order[1 - number % 2]
        taken = {robber, *standing[colour], *standing[other]}
        facing = {str(opposite(place(where))) for where in standing[other] if place(where).kind is PlaceKind.BORDER}
        choices = [str(where) for where in BORDER if where not in CORNERS and str(where) not in taken | facing]
        sand = [f"dune:{1 + index}" for index in range(dunes) if f"dune:{1 + index}" not in taken]
        if sand and rng.random() < 0.15:
            choices = sand
        standing[colour].append(choices[int(rng.integers(len(choices)))])
    return standing
