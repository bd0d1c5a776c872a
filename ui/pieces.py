"""The wooden pieces as drawings: each has its own outline and sign, so that none is told by colour alone."""

from __future__ import annotations

from kivy.graphics import Color, Line, SmoothEllipse
from kivy.utils import get_color_from_hex

from companion.rules.board import Colour, Piece, PieceKind
from ui import theme as paint
from ui.shapes import Point, arc, draw, fill

SIGNS: dict[Colour, str] = {Colour.BLUE: "diamond", Colour.WHITE: "ring"}
"""Each player's sign, on figures, markers, crossings and in the header."""

_TARGI: tuple[Point, ...] = (
    (0.14, 0.0), (0.3, 0.52), *arc(0.5, 0.76, 0.24, 200, -20, 18), (0.7, 0.52), (0.86, 0.0),
)  # fmt: skip
_ROBBER: tuple[Point, ...] = (
    (0.06, 0.0), (0.2, 0.42), (0.16, 0.62), (0.5, 1.0), (0.84, 0.62), (0.8, 0.42), (0.94, 0.0),
)  # fmt: skip
_TARGIA: tuple[Point, ...] = (
    (0.02, 0.0), (0.12, 0.1), (0.4, 0.56), *arc(0.5, 0.8, 0.2, 230, -50, 18), (0.6, 0.56), (0.88, 0.1), (0.98, 0.0),
)  # fmt: skip


def colours(piece: Piece) -> tuple[str, str]:
    """Fill and edge of a piece."""
    if piece.kind is PieceKind.ROBBER:
        return paint.ROBBER, paint.ROBBER_EDGE
    if piece.kind is PieceKind.TARGIA:
        return paint.TARGIA, paint.TARGIA_EDGE
    return (paint.BLUE, paint.BLUE_EDGE) if piece.colour is Colour.BLUE else (paint.WHITE, paint.WHITE_EDGE)


def draw_piece(piece: Piece, x: float, y: float, size: float) -> None:
    """Puts a piece onto the canvas in use: left and bottom in pixels, ``size`` the side of its square."""
    if piece.kind is PieceKind.MARKER:
        _marker(piece, x, y, size)
        return
    outline = {PieceKind.TARGI: _TARGI, PieceKind.ROBBER: _ROBBER, PieceKind.TARGIA: _TARGIA}[piece.kind]
    body, edge = colours(piece)
    flat = [value for point in outline for value in (x + point[0] * size, y + point[1] * size)]
    ink("#000000", 0.35)
    SmoothEllipse(pos=(x + 0.04 * size, y - 0.08 * size), size=(size * 0.98, size * 0.2))
    ink(edge)
    Line(points=flat, width=max(1.5, size * 0.045), close=True, joint="round")
    ink(body)
    fill(flat)
    if piece.kind is PieceKind.TARGI and piece.colour is not None:
        ink(edge)  # the slit of the veil, then the player's sign
        Line(points=[x + 0.38 * size, y + 0.8 * size, x + 0.62 * size, y + 0.8 * size], width=max(1.2, size * 0.035))
        draw(SIGNS[piece.colour], x + 0.34 * size, y + 0.1 * size, size * 0.32, edge)
    elif piece.kind is PieceKind.ROBBER:
        draw("raid", x + 0.28 * size, y + 0.08 * size, size * 0.44, edge)
    else:
        draw("start", x + 0.33 * size, y + 0.06 * size, size * 0.34, edge)


def _marker(piece: Piece, x: float, y: float, size: float) -> None:
    """A cylinder seen from above at a slant."""
    body, edge = colours(piece)
    wide, low, tall = 0.84 * size, 0.62 * size, 0.24 * size
    left, bottom = x + 0.08 * size, y + 0.06 * size
    for part, grow in ((edge, max(1.5, size * 0.04)), (body, 0.0)):
        ink(part)
        for lift in (0.0, tall / 2, tall):
            SmoothEllipse(pos=(left - grow, bottom - grow + lift), size=(wide + 2 * grow, low + 2 * grow))
    ink(edge)
    Line(ellipse=(left, bottom + tall, wide, low), width=max(1.2, size * 0.03))
    if piece.colour is not None:
        draw(
            SIGNS[piece.colour], left + wide / 2 - size * 0.18, bottom + tall + low / 2 - size * 0.18, size * 0.36, edge
        )


def ink(colour: str, strength: float = 1.0) -> None:
    """What is drawn from here on has that colour, so strong: 0..1."""
    red, green, blue, _ = get_color_from_hex(colour)
    Color(red, green, blue, strength)
