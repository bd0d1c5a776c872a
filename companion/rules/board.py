"""The board: names of places and pieces, who lies opposite whom, lanes and crossings, and what a picture says stands
where.

Everything else speaks in these names. Seen by the players, border card 16 lies at the top left and the numbers run
clockwise (clauses GEO-1, GEO-2). Columns and rows of the 5x5 board are counted from the top left, 0 to 4.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum, IntEnum


class Colour(str, Enum):
    """The colour of a player's figures."""

    BLUE = "blue"
    WHITE = "white"

    @property
    def other(self) -> Colour:
        return Colour.WHITE if self is Colour.BLUE else Colour.BLUE

    def __str__(self) -> str:
        return self.value


class PieceKind(str, Enum):
    """What a wooden piece is."""

    TARGI = "targi"
    MARKER = "marker"
    ROBBER = "robber"
    TARGIA = "targia"

    def __str__(self) -> str:
        return self.value


class PlaceKind(IntEnum):
    """The three kinds of places; their order is the order of places in every list."""

    BORDER = 0
    CENTRE = 1
    DUNE = 2


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A place where a piece can stand.

    ``number`` is 1..16 on the border, ``10 * column + row`` in the central area (the column named by its top border
    card 1..3, the row by its right border card 5..7; clause GEO-4) and 1, 2, ... for a face-up sand dune card.
    """

    kind: PlaceKind
    number: int

    def __str__(self) -> str:
        if self.kind is PlaceKind.BORDER:
            return str(self.number)
        if self.kind is PlaceKind.CENTRE:
            return f"{self.number // 10}x{self.number % 10}"
        return f"dune:{self.number}"

    @property
    def json(self) -> int | str:
        """The form of the command line's contract: a border card is an integer, the others are text."""
        return self.number if self.kind is PlaceKind.BORDER else str(self)

    @property
    def column(self) -> int:
        """Column 0..4 on the 5x5 board. Raises ValueError for a dune."""
        return cell_of(self)[0]

    @property
    def row(self) -> int:
        """Row 0..4 on the 5x5 board. Raises ValueError for a dune."""
        return cell_of(self)[1]


def border(number: int) -> Place:
    """The border card of that number. Raises ValueError outside 1..16."""
    if not 1 <= number <= 16:
        raise ValueError(f"no border card {number}: they are numbered 1 to 16")
    return Place(PlaceKind.BORDER, number)


def centre(column_card: int, row_card: int) -> Place:
    """The central place in the column of border card 1..3 and the row of border card 5..7 (clause GEO-4)."""
    if not (1 <= column_card <= 3 and 5 <= row_card <= 7):
        raise ValueError(f"no central place {column_card}x{row_card}: they are 1x5 to 3x7")
    return Place(PlaceKind.CENTRE, 10 * column_card + row_card)


def dune(number: int) -> Place:
    """The face-up sand dune card of that number, counted from 1."""
    if number < 1:
        raise ValueError(f"no dune {number}: they are counted from 1")
    return Place(PlaceKind.DUNE, number)


_PLACE_FORM = re.compile(r"(?:dune:(?P<dune>[1-9]\d?))|(?:(?P<column>[1-3])x(?P<row>[5-7]))|(?P<border>[1-9]\d?)")


def place(text: str | int) -> Place:
    """Reads ``7``, ``"7"``, ``"1x5"`` or ``"dune:1"``. Raises ValueError for anything else."""
    match = _PLACE_FORM.fullmatch(str(text))
    if not match or isinstance(text, bool):
        raise ValueError(f"{text!r} names no place: write 1 to 16, 1x5 to 3x7 or dune:1")
    if match["dune"]:
        return dune(int(match["dune"]))
    if match["column"]:
        return centre(int(match["column"]), int(match["row"]))
    return border(int(match["border"]))


# Clockwise from 16 at the top left (GEO-2): column, row.
_RING = (
    [(column, 0) for column in range(5)]
    + [(4, row) for row in range(1, 5)]
    + [(column, 4) for column in (3, 2, 1, 0)]
    + [(0, row) for row in (3, 2, 1)]
)
_CELL = {border(number or 16): cell for number, cell in enumerate(_RING)}
_CELL |= {centre(column, row): (column, row - 4) for column in (1, 2, 3) for row in (5, 6, 7)}
_AT_CELL = {cell: where for where, cell in _CELL.items()}

BORDER: tuple[Place, ...] = tuple(border(number) for number in range(1, 17))
CORNERS: tuple[Place, ...] = tuple(border(number) for number in (4, 8, 12, 16))
CENTRE: tuple[Place, ...] = tuple(centre(column, row) for row in (5, 6, 7) for column in (1, 2, 3))


def cell_of(where: Place) -> tuple[int, int]:
    """Column and row, 0..4, of a place of the 5x5 board. Raises ValueError for a dune: it lies beside the board."""
    if where not in _CELL:
        raise ValueError(f"{where} is no place of the 5x5 board")
    return _CELL[where]


def place_at(column: int, row: int) -> Place:
    """The place at column and row, 0..4, of the 5x5 board. Raises ValueError outside."""
    if (column, row) not in _AT_CELL:
        raise ValueError(f"column {column}, row {row} is outside the 5x5 board")
    return _AT_CELL[column, row]


def opposite(where: Place) -> Place | None:
    """The border card across the central area; None for corners, dunes and central places (clause GEO-3)."""
    return _OPPOSITE.get(where)


_PAIRS = ((1, 11), (2, 10), (3, 9), (5, 15), (6, 14), (7, 13))
_OPPOSITE = {border(one): border(other) for pair in _PAIRS for one, other in (pair, pair[::-1])}


def column_lane(where: Place) -> int | None:
    """The column's top border card 1..3 when ``where`` heads a column lane, else None."""
    if where.kind is not PlaceKind.BORDER or where in CORNERS:
        return None
    column, row = cell_of(where)
    return column if row in (0, 4) else None


def row_lane(where: Place) -> int | None:
    """The row's right border card 5..7 when ``where`` heads a row lane, else None."""
    if where.kind is not PlaceKind.BORDER or where in CORNERS:
        return None
    column, row = cell_of(where)
    return row + 4 if column in (0, 4) else None


def crossings(targis: Iterable[Place]) -> tuple[Place, ...]:
    """The crossings of one player's Targis, sorted (clauses GEO-5, XNG-2 to XNG-4, XDUN-3)."""
    standing = set(targis)
    columns = {lane for where in standing if (lane := column_lane(where)) is not None}
    rows = {lane for where in standing if (lane := row_lane(where)) is not None}
    return tuple(sorted(centre(column, row) for column in columns for row in rows))


def clockwise(where: Place, steps: int = 1) -> Place:
    """The border card that many steps clockwise (negative: counterclockwise)."""
    return border((where.number - 1 + steps) % 16 + 1)


class CardKind(str, Enum):
    """What lies in a central place, as far as a picture of its shape tells."""

    TRIBE = "tribe"
    GOODS = "goods"
    BACK_TRIBE = "back-tribe"
    BACK_GOODS = "back-goods"
    EMPTY = "empty"
    UNKNOWN = "unknown"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True, order=True)
class Piece:
    """A piece as the table has it: its kind, and its colour where the kind has one."""

    kind: PieceKind
    colour: Colour | None = None

    def __str__(self) -> str:
        return f"{self.colour} {self.kind}" if self.colour else str(self.kind)


BLUE_TARGI, WHITE_TARGI = (Piece(PieceKind.TARGI, colour) for colour in Colour)
BLUE_MARKER, WHITE_MARKER = (Piece(PieceKind.MARKER, colour) for colour in Colour)
ROBBER, TARGIA = Piece(PieceKind.ROBBER), Piece(PieceKind.TARGIA)
TARGI_OF = {Colour.BLUE: BLUE_TARGI, Colour.WHITE: WHITE_TARGI}
MARKER_OF = {Colour.BLUE: BLUE_MARKER, Colour.WHITE: WHITE_MARKER}
PIECES: tuple[Piece, ...] = (BLUE_TARGI, WHITE_TARGI, ROBBER, TARGIA, BLUE_MARKER, WHITE_MARKER)
PIECE_COUNTS: dict[Piece, int] = {BLUE_TARGI: 3, WHITE_TARGI: 3, ROBBER: 1, TARGIA: 1, BLUE_MARKER: 2, WHITE_MARKER: 2}
"""How many of each there are (clause SET-3)."""
SHOWN_AT: dict[Piece, Place] = {
    BLUE_TARGI: border(2),
    WHITE_TARGI: border(10),
    ROBBER: border(1),
    TARGIA: border(15),
    BLUE_MARKER: centre(1, 5),
    WHITE_MARKER: centre(3, 7),
}
"""Where one of each is shown, to learn how this table's pieces look: Robber and Targia as at the set-up, the others
where neither hides another.
"""


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands where. Two pieces may share a place, and a rule may forbid it: a standing is fact, not law."""

    pieces: frozenset[tuple[Piece, Place]] = frozenset()
    _places: dict[tuple[PieceKind, Colour | None], tuple[Place, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        places: dict[tuple[PieceKind, Colour | None], tuple[Place, ...]] = {}
        for what, where in self.pieces:
            there = places.get((what.kind, what.colour), ())
            places[what.kind, what.colour] = tuple(sorted((*there, where))) if there else (where,)
        object.__setattr__(self, "_places", places)  # once, since it is asked for far more often than it changes

    def of(self, piece: Piece) -> tuple[Place, ...]:
        """The places of the pieces of that kind and colour, sorted."""
        return self._places.get((piece.kind, piece.colour), ())

    def at(self, where: Place) -> tuple[Piece, ...]:
        """What stands on that place."""
        return tuple(what for what, there in self.pieces if there == where)

    def one(self, piece: Piece) -> Place | None:
        """The place of the Robber or the Targia; None where it is not seen (or seen twice)."""
        places = self.of(piece)
        return places[0] if len(places) == 1 else None

    def __iter__(self) -> Iterator[tuple[Piece, Place]]:
        return iter(sorted(self.pieces, key=lambda item: (PIECES.index(item[0]), item[1])))


@dataclass(frozen=True, slots=True)
class Doubt:
    """A place a person should be asked about: what the picture says stands there (None: nothing), and how sure
    that is.
    """

    where: Place
    says: Piece | None
    confidence: float


class Light(str, Enum):
    """Whether the light allows reading."""

    FINE = "fine"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class CardName:
    """What a card is called, of the catalogue or by the owner, and how sure that is: 0 to 1."""

    name: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Sighting:
    """What one picture of the table says.

    ``seconds``: the source's own clock. ``found``: the board is in view (when not, ``problem`` says why and the rest is
    empty). ``blocked``: something hides part of the 5x5 board, so the standing may be incomplete; ``covered`` are the
    places hidden. ``moved``: camera or board moved since the profile and was found again. ``still``: nothing moves in
    view (always true for a single picture). Places in ``doubts`` are to be asked about; all else is given as sure.
    ``corners_px``: pixel centres (x, y) of the corner cards 16, 4, 8, 12 in that order. ``cards``: the central cards'
    names, None where one is not sure; the whole is None without a deck.
    """

    seconds: float
    found: bool = True
    problem: str | None = None
    blocked: bool = False
    covered: frozenset[Place] = frozenset()
    moved: bool = False
    still: bool = True
    light: Light = Light.FINE
    standing: Standing = field(default_factory=Standing)
    doubts: tuple[Doubt, ...] = ()
    dunes: int = 0
    centre: dict[Place, CardKind] = field(default_factory=dict)
    cards: dict[Place, CardName | None] | None = None
    corners_px: tuple[tuple[float, float], ...] = ()
    milliseconds: dict[str, float] = field(default_factory=dict)
