"""The table drawn: 5x5 cards, the dunes beside them, pieces, crossings, legal places, what is wrong or in doubt."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import dist
from time import monotonic

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Rectangle, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.graphics.texture import Texture
from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty
from kivy.utils import get_color_from_hex

from companion.language import Words
from companion.rules.board import (
    BORDER,
    CENTRE,
    CORNERS,
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
from ui.drawing import Drawn
from ui.pieces import SIGNS, colours, draw_piece
from ui.shapes import CARD_SYMBOLS, draw, fill
from ui.theme import theme
from ui.tokens import Token, draw_token, width_of


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


class Board(Drawn):
    """The drawing. Dispatches ``on_place`` with the place touched; ``long`` is True after a long touch."""

    gap = NumericProperty(0.05)  # between cards, in cells
    columns = NumericProperty(5)  # cells across: five, and a little more than one where dunes lie beside the board
    LONG_SECONDS = 0.6

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_place")
        super().__init__(**kwargs)
        self.picture = Picture()
        self.words = Words()
        self.now: Callable[[], float] = monotonic
        self._texts: dict[tuple[str, float, bool, str], Texture] = {}
        self._drawn: object = None

    def on_place(self, where: Place, long: bool) -> None:
        """A place was touched."""

    def show(self, picture: Picture, words: Words) -> None:
        """Draws that picture; does nothing when it is drawn already."""
        if (picture, words) != (self.picture, self.words):
            self.picture, self.words = picture, words
            self.columns = 6.15 if picture.dunes else 5
            self.redraw()

    # --- where things are ---------------------------------------------------------------------------------------

    @property
    def cell(self) -> float:
        """The side of a place in pixels."""
        return float(min(self.height / 5, self.width / self.columns))

    def centre_of(self, where: Place) -> tuple[float, float]:
        """The middle of a place in pixels."""
        cell = self.cell
        left = self.center_x - self.columns * cell / 2
        top = self.center_y + 2.5 * cell
        if where.kind is PlaceKind.DUNE:
            row = self.picture.dunes.index(where) if where in self.picture.dunes else 0
            return left + 5.65 * cell, top - (0.5 + row * min(1.0, 4 / max(1, len(self.picture.dunes) - 1))) * cell
        column, row = cell_of(where)
        return left + (column + 0.5) * cell, top - (row + 0.5) * cell

    def place_under(self, x: float, y: float) -> Place | None:
        """The place at a pixel, or None."""
        cell = self.cell
        left = self.center_x - self.columns * cell / 2
        column, row = int((x - left) // cell), int((self.center_y + 2.5 * cell - y) // cell)
        if 0 <= column < 5 and 0 <= row < 5:
            return place_at(column, row)
        for where in self.picture.dunes:
            middle = self.centre_of(where)
            if abs(x - middle[0]) < cell / 2 and abs(y - middle[1]) < cell / 2:
                return where
        return None

    # --- touch ----------------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos) or self.place_under(*touch.pos) is None:
            return False
        touch.grab(self)
        touch.ud["board_since"] = self.now()
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        where = self.place_under(*touch.pos)
        if where is not None and where == self.place_under(*touch.opos):
            self.dispatch("on_place", where, self.now() - touch.ud["board_since"] >= self.LONG_SECONDS)
        return True

    # --- drawing --------------------------------------------------------------------------------------------------

    def _draw(self, *_: object) -> None:
        """Draws everything anew that has changed. A hand that goes over the board changes only what lies on top."""
        quiet = replace(self.picture, covered=frozenset(), doubts=frozenset(), wrong=frozenset(), chosen=None)
        seen = quiet, self.words, self.gap, tuple(self.pos), tuple(self.size), theme.name
        if seen != self._drawn:
            self._drawn = seen
            self._draw_table()
        self.canvas.after.clear()
        if self.cell < 8:
            return
        with self.canvas.after:
            for where in sorted(self.picture.covered):
                self._covered(where)
            for where in sorted(self.picture.doubts):
                self._badge(where, "?", theme.palette.doubt, theme.palette.ground)
            for where in sorted(self.picture.wrong):
                self._wrong(where)
            if self.picture.chosen is not None:
                self._frame(self.picture.chosen, theme.palette.ink, 0.05)

    def _draw_table(self) -> None:
        """Cards, pieces and what is lit: some hundred instructions."""
        self.canvas.clear()
        if self.cell < 8:
            return
        with self.canvas:
            for where in (*BORDER, *CENTRE, *self.picture.dunes):
                self._ground(where)
            for colour, places in sorted(self.picture.crossings.items()):
                self._lanes(colour, places)
            for where in (*BORDER, *CENTRE, *self.picture.dunes):
                self._face(where)
            for colour, places in sorted(self.picture.crossings.items()):
                for where in places:
                    self._crossing(colour, where)
            for where in sorted(self.picture.legal):
                self._legal(where)
            self._pieces()
            self._way(self.picture.way)

    def _box(self, where: Place, shrink: float = 0.0) -> tuple[float, float, float]:
        """Left, bottom and side of a card in pixels, ``shrink`` cells smaller on each side."""
        x, y = self.centre_of(where)
        side = self.cell * (1 - self.gap - 2 * shrink)
        return x - side / 2, y - side / 2, side

    def _kind(self, where: Place) -> CardKind:
        return self.picture.centre.get(where, CardKind.UNKNOWN)

    def _ground(self, where: Place) -> None:
        """A card without what is on it."""
        palette = theme.palette
        ground = palette.sand
        if where.kind is PlaceKind.BORDER:
            ground = palette.raid if where in CORNERS else palette.card
        x, y, side = self._box(where)
        _ink(ground, 0.35 if self._kind(where) is CardKind.EMPTY else 1)
        SmoothRoundedRectangle(pos=(x, y), size=(side, side), radius=[self.cell * 0.08])
        _ink(palette.line)
        SmoothLine(rounded_rectangle=(x, y, side, side, self.cell * 0.08), width=1)

    def _face(self, where: Place) -> None:
        """A card's number, symbol and name."""
        palette, cell, kind = theme.palette, self.cell, self._kind(where)
        ink = palette.sand_ink
        if where.kind is PlaceKind.BORDER:
            ink = palette.raid_ink if where in CORNERS else palette.card_ink
        x, y, side = self._box(where)
        symbol, name = self._symbol(where, kind), ""
        if where.kind is PlaceKind.BORDER:
            name = self.words.card(where)
            self._text(
                self.picture.marks.get(where, ""), x + side * 0.8, y + side - cell * 0.06, cell * 0.19, ink, bold=True,
                top=True, middle=True, within=side * 0.3,
            )  # fmt: skip
            self._text(
                str(where.number), x + cell * 0.07, y + side - cell * 0.04, cell * 0.25, ink, bold=True, top=True
            )
        elif where.kind is PlaceKind.DUNE:
            name = self.words.say("card.dune")
            self._text(
                str(where.number), x + cell * 0.07, y + side - cell * 0.04, cell * 0.25, ink, bold=True, top=True
            )
        else:
            name = self.words.say(f"card_kind.{kind}") if kind is not CardKind.UNKNOWN else ""
            label = f"{where.number // 10}×{where.number % 10}"
            self._text(label, x + cell * 0.07, y + side - cell * 0.05, cell * 0.16, ink, top=True)
        if where in self.picture.named:
            self._named(where, ink)
            return
        if symbol and not self.picture.standing.at(where):
            lift, size = (0.39, 0.32) if "\n" in name else (0.26, 0.36)
            draw(symbol, x + side / 2 - cell * size / 2, y + cell * lift, cell * size, ink)
        if "\n" in name and self.picture.standing.at(where):
            name = ""  # a figure stands before it
        light = where in CORNERS  # light letters on a dark ground look thinner than they are
        self._text(name, x + side / 2, y + cell * 0.05, cell * 0.145, ink, bold=light, middle=True, within=side * 0.96)

    def _named(self, where: Place, ink: str) -> None:
        """A central card that the books know: one line, below a figure."""
        x, y, side = self._box(where)
        tokens = self.picture.named[where]
        wide = sum(map(width_of, tokens)) or 1.0
        size = min(side * 0.3, side * 0.92 / wide)
        x += (side - size * wide) / 2
        y += self.cell * 0.06 if self.picture.standing.at(where) else side * 0.36
        for token in tokens:
            draw_token(token, x, y, size, get_color_from_hex(ink))
            x += width_of(token) * size

    def _symbol(self, where: Place, kind: CardKind) -> str:
        if where.kind is PlaceKind.DUNE:
            return "dune"
        if where.kind is PlaceKind.CENTRE:
            backs = {
                CardKind.BACK_TRIBE: "back",
                CardKind.BACK_GOODS: "back",
                CardKind.TRIBE: "tribe",
                CardKind.GOODS: "goods",
            }
            return backs.get(kind, "")
        if where.number == 13 and self.words.edition_of(where) is Edition.EXPANSION:
            return "water"
        return CARD_SYMBOLS[where.number]

    def _pieces(self) -> None:
        """Pieces on their places; several on one place stand side by side."""
        taken: dict[Place, list[Piece]] = {}
        for piece, where in self.picture.standing:
            taken.setdefault(where, []).append(piece)
        for where, pieces in taken.items():
            if where.kind is PlaceKind.DUNE and where not in self.picture.dunes:
                continue
            x, y = self.centre_of(where)
            size = self.cell * (0.64 if len(pieces) == 1 else 0.5)
            step = self.cell * 0.42
            for number, piece in enumerate(pieces):
                shift = (number - (len(pieces) - 1) / 2) * step
                if len(pieces) == 1 and where.kind is not PlaceKind.CENTRE:
                    shift = self.cell * 0.09  # so that the number stays in sight
                draw_piece(piece, x + shift - size / 2, y + self.cell * 0.44 - size, size)

    def _lanes(self, colour: Colour, places: tuple[Place, ...]) -> None:
        """Lines from a player's figures to the farthest crossing on their lanes."""
        fill, edge = colours(Piece(PieceKind.MARKER, colour))
        for figure in self.picture.standing.of(Piece(PieceKind.TARGI, colour)):
            start = self.centre_of(figure)
            reached = [self.centre_of(where) for where in places if _on_lane(figure, where)]
            if reached:
                points = [*start, *max(reached, key=lambda end: dist(start, end))]
                for part, strength, wide in ((edge, 0.45, 0.034), (fill, 0.8, 0.022)):
                    _ink(part, strength)
                    Line(points=points, width=self.cell * wide)

    def _crossing(self, colour: Colour, where: Place) -> None:
        """A crossing lit: a thick two-coloured frame with the player's sign in two corners."""
        fill, edge = colours(Piece(PieceKind.MARKER, colour))
        x, y, side = self._box(where, 0.005)
        for part, wide in ((edge, 0.036), (fill, 0.024)):
            _ink(part)
            Line(rounded_rectangle=(x, y, side, side, self.cell * 0.08), width=self.cell * wide)
        size = self.cell * 0.2
        _ink(edge)
        SmoothRoundedRectangle(
            pos=(x + side - size * 1.25, y + side - size * 1.25), size=(size * 1.5, size * 1.5), radius=[size * 0.4]
        )
        draw(SIGNS[colour], x + side - size, y + side - size, size, fill if colour is Colour.BLUE else "#FFFFFF")

    def _legal(self, where: Place) -> None:
        """An open place: a dashed frame and a plus."""
        x, y, side = self._box(where)
        _ink(theme.palette.right)
        corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)]
        for (ax, ay), (bx, by) in itertools.pairwise(corners):
            for part in range(0, 7, 2):
                at, to = part / 7, (part + 1) / 7
                Line(
                    points=[ax + (bx - ax) * at, ay + (by - ay) * at, ax + (bx - ax) * to, ay + (by - ay) * to],
                    width=self.cell * 0.025,
                )
        self._badge(where, "+", theme.palette.right, theme.palette.ground)

    def _way(self, way: tuple[Place, ...]) -> None:
        """From card to card: a dot where it begins, an arrow where it ends, and a frame there."""
        if not way:
            return
        palette, cell = theme.palette, self.cell
        self._frame(way[-1], palette.right, 0.08)
        points = [value for where in way for value in self.centre_of(where)]
        (x, y), (bx, by) = self.centre_of(way[0]), self.centre_of(way[-1])
        if len(way) > 1:
            for colour, wide in ((palette.ground, 0.05), (palette.right, 0.03)):
                _ink(colour)
                Line(points=points, width=cell * wide, joint="round", cap="round")
            _ink(palette.right)
            SmoothEllipse(pos=(x - cell * 0.09, y - cell * 0.09), size=(cell * 0.18, cell * 0.18))
        ax, ay = self.centre_of(way[-2]) if len(way) > 1 else (bx, by + cell)
        far = dist((ax, ay), (bx, by))
        dx, dy, reach = (bx - ax) / far, (by - ay) / far, cell * 0.2
        head = [(bx + dx * reach * 0.4, by + dy * reach * 0.4)]
        head += [(bx - reach * (dx + side * dy * 0.7), by - reach * (dy - side * dx * 0.7)) for side in (1, -1)]
        flat = [value for point in head for value in point]
        _ink(palette.ground)
        Line(points=flat, width=cell * 0.025, close=True, joint="round")
        _ink(palette.right)
        fill(flat)

    def _wrong(self, where: Place) -> None:
        self._frame(where, theme.palette.wrong, 0.06)
        x, y, side = self._box(where)
        size = self.cell * 0.34
        _ink(theme.palette.wrong)
        SmoothRoundedRectangle(pos=(x + side - size, y + side - size), size=(size, size), radius=[size * 0.3])
        draw("cross", x + side - size * 0.8, y + side - size * 0.8, size * 0.6, theme.palette.wrong_ink)

    def _covered(self, where: Place) -> None:
        """Hidden by a hand: slanted lines."""
        x, y, side = self._box(where)
        _ink(theme.palette.ink, 0.45)
        for part in range(1, 8):
            at = part / 8 * side * 2
            Line(
                points=[x + max(0, at - side), y + min(at, side), x + min(at, side), y + max(0, at - side)],
                width=self.cell * 0.012,
            )

    def _badge(self, where: Place, sign: str, ground: str, ink: str) -> None:
        x, y, side = self._box(where)
        size = self.cell * 0.3
        _ink(ground)
        SmoothRoundedRectangle(pos=(x + side - size, y + side - size), size=(size, size), radius=[size * 0.5])
        self._text(sign, x + side - size / 2, y + side - size * 0.98, size * 0.8, ink, bold=True, middle=True)

    def _frame(self, where: Place, colour: str, wide: float) -> None:
        x, y, side = self._box(where)
        _ink(colour)
        Line(rounded_rectangle=(x, y, side, side, self.cell * 0.08), width=self.cell * wide / 2)

    def _text(
        self, text: str, x: float, y: float, size: float, colour: str, *,
        bold: bool = False, top: bool = False, middle: bool = False, within: float = 0.0,
    ) -> None:  # fmt: skip
        """Writes ``text`` with its left (or middle) at ``x`` and its bottom (or top) at ``y``, shrunk to ``within``
        pixels."""
        if not text:
            return
        texture = self._texture(text, size, bold, colour)
        if within and texture.width > within:
            texture = self._texture(text, size * within / texture.width, bold, colour)
        Color(1, 1, 1, 1)
        left = x - texture.width / 2 if middle else x
        Rectangle(texture=texture, pos=(round(left), round(y - texture.height if top else y)), size=texture.size)

    def _texture(self, text: str, size: float, bold: bool, colour: str) -> Texture:
        key = (text, round(size, 1), bold, colour)
        if key not in self._texts:
            if len(self._texts) > 300:
                self._texts.clear()
            label = CoreLabel(
                text=text, font_size=size, bold=bold, color=get_color_from_hex(colour), halign="center", line_height=0.9
            )
            label.refresh()
            self._texts[key] = label.texture
        return self._texts[key]


def _on_lane(figure: Place, where: Place) -> bool:
    """Whether the figure's lane runs through that central place."""
    if figure.kind is not PlaceKind.BORDER:
        return False
    return figure.column == where.column if column_lane(figure) is not None else figure.row == where.row


def _ink(colour: str, strength: float = 1.0) -> None:
    red, green, blue, _ = get_color_from_hex(colour)
    Color(red, green, blue, strength)
