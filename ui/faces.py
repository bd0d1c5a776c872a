"""What the board shows, place by place: of each place all that is drawn of it, as one value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.language import Words
from companion.rules.board import (
    BORDER,
    CENTRE,
    CardKind,
    Colour,
    Piece,
    PieceKind,
    Place,
    PlaceKind,
    Standing,
    cell_of,
    column_lane,
    place_at,
)
from companion.rules.state import Edition
from ui.shapes import CARD_SYMBOLS
from ui.tokens import Token

BACKS = {
    CardKind.BACK_TRIBE: "back",
    CardKind.BACK_GOODS: "back",
    CardKind.TRIBE: "tribe",
    CardKind.GOODS: "goods",
}
Arm = tuple[Colour, int, int]
"""A lane's part in one place: whose, and the way from the middle to the edge, in columns and rows."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What the board shows; each field is drawn as it stands, nothing is worked out.

    ``named``: what is known of a central card, as symbols with the text before them. ``crossings``: the places lit for
    each player. ``legal``: places marked as open. ``wrong``: where something stands that is refused. ``covered``:
    hidden by a hand. ``doubts``: to be asked about. ``chosen``: being corrected. ``marks``: a sign in a card's corner.
    ``way``: cards that Andy goes over, the last one his place.
    """

    standing: Standing = field(default_factory=Standing)
    centre: Mapping[Place, CardKind] = field(default_factory=dict)
    named: Mapping[Place, tuple[Token, ...]] = field(default_factory=dict)
    dunes: tuple[Place, ...] = ()
    crossings: Mapping[Colour, tuple[Place, ...]] = field(default_factory=dict)
    legal: frozenset[Place] = frozenset()
    wrong: frozenset[Place] = frozenset()
    covered: frozenset[Place] = frozenset()
    doubts: frozenset[Place] = frozenset()
    chosen: Place | None = None
    marks: Mapping[Place, str] = field(default_factory=dict)
    way: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Face:
    """All that is drawn of a place: two that are equal look the same.

    ``label`` stands in its corner, ``name`` at its foot; ``crossed``: the players for whom it is lit.
    """

    where: Place
    kind: CardKind
    label: str
    symbol: str
    name: str
    mark: str
    named: tuple[Token, ...] | None
    pieces: tuple[Piece, ...]
    arms: tuple[Arm, ...]
    crossed: tuple[Colour, ...]
    legal: bool
    wrong: bool
    covered: bool
    doubted: bool
    chosen: bool


def faces(picture: Picture, words: Words) -> dict[Place, Face]:
    """The face of every place, the dunes last."""
    arms: dict[Place, list[Arm]] = {}
    for where, arm in _lanes(picture):
        arms.setdefault(where, []).append(arm)
    found = {}
    for where in (*BORDER, *CENTRE, *picture.dunes):
        kind = picture.centre.get(where, CardKind.UNKNOWN)
        found[where] = Face(
            where,
            kind,
            f"{where.number // 10}×{where.number % 10}" if where.kind is PlaceKind.CENTRE else str(where.number),
            _symbol(where, kind, words),
            _name(where, kind, words),
            picture.marks.get(where, ""),
            picture.named.get(where),
            tuple(sorted(picture.standing.at(where))),
            tuple(arms.get(where, ())),
            tuple(colour for colour, places in sorted(picture.crossings.items()) if where in places),
            where in picture.legal,
            where in picture.wrong,
            where in picture.covered,
            where in picture.doubts,
            where == picture.chosen,
        )
    return found


def _symbol(where: Place, kind: CardKind, words: Words) -> str:
    if where.kind is PlaceKind.DUNE:
        return "dune"
    if where.kind is PlaceKind.CENTRE:
        return BACKS.get(kind, "")
    if where.number == 13 and words.edition_of(where) is Edition.EXPANSION:
        return "water"
    return CARD_SYMBOLS[where.number]


def _name(where: Place, kind: CardKind, words: Words) -> str:
    if where.kind is PlaceKind.BORDER:
        return words.card(where)
    if where.kind is PlaceKind.DUNE:
        return words.say("card.dune")
    return words.say(f"card_kind.{kind}") if kind is not CardKind.UNKNOWN else ""


def _lanes(picture: Picture) -> Iterator[tuple[Place, Arm]]:
    """The lines from each player's figures to the farthest crossing on their lanes, in the places they run through."""
    for colour, places in sorted(picture.crossings.items()):
        for figure in picture.standing.of(Piece(PieceKind.TARGI, colour)):
            reached = [where for where in places if _on_lane(figure, where)]
            if not reached:
                continue
            column, row = cell_of(figure)
            far = max(abs(x - column) + abs(y - row) for x, y in map(cell_of, reached))
            dx = 0 if column_lane(figure) is not None else 1 if column == 0 else -1
            dy = 0 if dx else 1 if row == 0 else -1
            for step in range(far):
                yield place_at(column + step * dx, row + step * dy), (colour, dx, dy)
                yield place_at(column + (step + 1) * dx, row + (step + 1) * dy), (colour, -dx, -dy)


def _on_lane(figure: Place, where: Place) -> bool:
    """Whether the figure's lane runs through that central place."""
    if figure.kind is not PlaceKind.BORDER:
        return False
    return figure.column == where.column if column_lane(figure) is not None else figure.row == where.row
