"""One place of the table drawn: its card, what is known of it, what stands there, what is said about it."""

from __future__ import annotations

import itertools
from math import floor

from kivy.graphics import Line, Rectangle, SmoothLine, SmoothRoundedRectangle
from kivy.utils import get_color_from_hex

from companion.rules.board import CORNERS, CardKind, Colour, Piece, PieceKind, PlaceKind
from ui.faces import Face
from ui.pieces import SIGNS, colours, draw_piece, ink
from ui.shapes import draw
from ui.theme import theme
from ui.tokens import draw_token, width_of, written

GAP = 0.05
"""Between cards, in cells."""
LANE_EDGE, LANE = 0.068, 0.044
"""How broad a lane is, with its edge and without, in cells."""


class Tile:
    """A face put onto the canvas in use: ``x``, ``y`` the middle and ``cell`` the side of its place in pixels. All of
    it lies within the place."""

    def __init__(self, face: Face, x: float, y: float, cell: float) -> None:
        self.face, self.x, self.y, self.cell = face, x, y, cell
        self.side = cell * (1 - GAP)
        self.left, self.bottom = x - self.side / 2, y - self.side / 2
        self.right, self.top = x + self.side / 2, y + self.side / 2
        raided = face.where in CORNERS
        palette = theme.palette
        if face.where.kind is PlaceKind.BORDER:
            self.ground, self.ink = (palette.raid, palette.raid_ink) if raided else (palette.card, palette.card_ink)
        else:
            self.ground, self.ink = palette.sand, palette.sand_ink

    def draw(self) -> None:
        """Draws it."""
        face, palette = self.face, theme.palette
        self._card()
        self._arms()
        self._print()
        for colour in face.crossed:
            self._crossing(colour)
        if face.legal:
            self._open()
        self._pieces()
        if face.covered:
            self._covered()
        if face.doubted:
            self._badge("?", palette.doubt, palette.ground)
        if face.wrong:
            self._wrong()
        if face.chosen:
            self._frame(palette.ink, 0.025)

    def _card(self) -> None:
        """The card without what is on it."""
        ink(self.ground, 0.35 if self.face.kind is CardKind.EMPTY else 1)
        SmoothRoundedRectangle(pos=(self.left, self.bottom), size=(self.side, self.side), radius=[self.cell * 0.08])
        ink(theme.palette.line)
        SmoothLine(
            rounded_rectangle=(self.left, self.bottom, self.side, self.side, self.cell * 0.08),
            width=max(1.0, self.cell / 100),
        )

    def _arms(self) -> None:
        """The lanes that run through it."""
        for colour, dx, dy in self.face.arms:
            fill, edge = colours(Piece(PieceKind.MARKER, colour))
            for part, strength, broad in ((edge, 0.45, LANE_EDGE * self.cell), (fill, 0.8, LANE * self.cell)):
                ink(part, strength)
                wide, tall = (self.cell / 2, broad) if dx else (broad, self.cell / 2)
                left = self.x if dx > 0 else self.x - (wide if dx else wide / 2)
                bottom = self.y if dy < 0 else self.y - (tall if dy else tall / 2)  # rows are counted downwards
                Rectangle(pos=(left, bottom), size=(wide, tall))

    def _print(self) -> None:
        """The card's number, symbol and name."""
        face, cell = self.face, self.cell
        if face.where.kind is PlaceKind.CENTRE:
            self._text(face.label, self.left + cell * 0.07, self.top - cell * 0.05, cell * 0.16, top=True)
        else:
            self._text(face.label, self.left + cell * 0.07, self.top - cell * 0.04, cell * 0.25, bold=True, top=True)
        self._text(
            face.mark, self.left + self.side * 0.8, self.top - cell * 0.06, cell * 0.19,
            bold=True, top=True, middle=True, within=self.side * 0.3,
        )  # fmt: skip
        if face.named is not None:
            self._named()
            return
        two_lines = "\n" in face.name
        if face.symbol and not face.pieces:
            lift, size = (0.39, 0.32) if two_lines else (0.26, 0.36)
            draw(face.symbol, self.x - cell * size / 2, self.bottom + cell * lift, cell * size, self.ink)
        if not (two_lines and face.pieces):  # else a figure stands before it
            bold = face.where in CORNERS  # light letters on a dark ground look thinner than they are
            self._text(
                face.name, self.x, self.bottom + cell * 0.05, cell * 0.145,
                bold=bold, middle=True, within=self.side * 0.96,
            )  # fmt: skip

    def _named(self) -> None:
        """A central card that the books know: one line, below a figure."""
        tokens = self.face.named or ()
        wide = sum(map(width_of, tokens)) or 1.0
        size = min(self.side * 0.3, self.side * 0.92 / wide)
        x = self.x - size * wide / 2
        y = self.bottom + (self.cell * 0.06 if self.face.pieces else self.side * 0.36)
        for token in tokens:
            draw_token(token, x, y, size, get_color_from_hex(self.ink))
            x += width_of(token) * size

    def _pieces(self) -> None:
        """One piece, on the border beside the number; several side by side."""
        pieces = self.face.pieces
        size = self.cell * (0.64 if len(pieces) == 1 else 0.5)
        step = self.cell * min(0.42, 0.46 / max(1, len(pieces) - 1))
        for number, piece in enumerate(pieces):
            shift = (number - (len(pieces) - 1) / 2) * step
            if len(pieces) == 1 and self.face.where.kind is not PlaceKind.CENTRE:
                shift = self.cell * 0.09  # so that the number stays in sight
            draw_piece(piece, self.x + shift - size / 2, self.y + self.cell * 0.44 - size, size)

    # --- what is said about it ------------------------------------------------------------------------------------

    def _crossing(self, colour: Colour) -> None:
        """A crossing lit: a thick two-coloured frame with the player's sign in a corner."""
        fill, edge = colours(Piece(PieceKind.MARKER, colour))
        self._frame(edge, 0.036, 0.012)
        self._frame(fill, 0.024, 0.012)
        size = self.cell * 0.2
        left, bottom = self.right - size * 1.4, self.top - size * 1.4
        ink(edge)
        SmoothRoundedRectangle(pos=(left, bottom), size=(size * 1.5, size * 1.5), radius=[size * 0.4])
        draw(SIGNS[colour], left + size / 4, bottom + size / 4, size, fill if colour is Colour.BLUE else "#FFFFFF")

    def _open(self) -> None:
        """An open place: a dashed frame and a plus."""
        ink(theme.palette.right)
        corners = [(self.left, self.bottom), (self.right, self.bottom), (self.right, self.top), (self.left, self.top)]
        for (ax, ay), (bx, by) in itertools.pairwise((*corners, corners[0])):
            for part in range(0, 7, 2):
                at, to = part / 7, (part + 1) / 7
                Line(
                    points=[ax + (bx - ax) * at, ay + (by - ay) * at, ax + (bx - ax) * to, ay + (by - ay) * to],
                    width=self.cell * 0.025,
                )
        self._badge("+", theme.palette.right, theme.palette.ground)

    def _wrong(self) -> None:
        self._frame(theme.palette.wrong, 0.03)
        size = self.cell * 0.34
        ink(theme.palette.wrong)
        SmoothRoundedRectangle(pos=(self.right - size, self.top - size), size=(size, size), radius=[size * 0.3])
        draw("cross", self.right - size * 0.8, self.top - size * 0.8, size * 0.6, theme.palette.wrong_ink)

    def _covered(self) -> None:
        """Hidden by a hand: slanted lines."""
        ink(theme.palette.ink, 0.45)
        x, y, side = self.left, self.bottom, self.side
        for part in range(1, 8):
            at = part / 8 * side * 2
            SmoothLine(
                points=[x + max(0, at - side), y + min(at, side), x + min(at, side), y + max(0, at - side)],
                width=self.cell * 0.012,
            )

    def _badge(self, sign: str, ground: str, on_it: str) -> None:
        size = self.cell * 0.3
        ink(ground)
        SmoothRoundedRectangle(pos=(self.right - size, self.top - size), size=(size, size), radius=[size * 0.5])
        self._text(
            sign, self.right - size / 2, self.top - size * 0.98, size * 0.8, bold=True, middle=True, colour=on_it
        )

    def _frame(self, colour: str, wide: float, within: float = 0.0) -> None:
        """A frame round the card; half its width and how far ``within`` the edge in cells."""
        ink(colour)
        inset = within * self.cell
        side = self.side - 2 * inset
        Line(
            rounded_rectangle=(self.left + inset, self.bottom + inset, side, side, self.cell * 0.08),
            width=self.cell * wide,
        )

    def _text(
        self, text: str, x: float, y: float, size: float, *,
        bold: bool = False, top: bool = False, middle: bool = False, within: float = 0.0, colour: str = "",
    ) -> None:  # fmt: skip
        """Writes ``text`` with its left (or middle) at ``x`` and its bottom (or top) at ``y``, shrunk to ``within``
        pixels."""
        if not text:
            return
        texture = written(text, size, bold)
        if within and texture.width > within:
            texture = written(text, floor(size * within / texture.width), bold)
        ink(colour or self.ink)
        left = x - texture.width / 2 if middle else x
        Rectangle(texture=texture, pos=(round(left), round(y - texture.height if top else y)), size=texture.size)
