"""The board on an e-ink page: 5x5 places and the dunes beside them, with all that stands there.

Blue is filled, white is an outline; each piece has a shape of its own, so that none is told by colour alone.
"""

from __future__ import annotations

from math import cos, pi, sin

from companion.pages_paper import BLACK, WHITE, Box, Colour, Paper
from companion.rules.board import BORDER, CENTRE, CORNERS, Piece, PieceKind, Place, PlaceKind, cell_of
from companion.rules.board import Colour as Side
from companion.sheets import Plan

_DUNES_COLUMN = 1.25
"""Cells that the dunes take beside the board."""


def columns(plan: Plan) -> float:
    """How many cells wide the board is."""
    return 5 + (_DUNES_COLUMN if plan.dunes else 0)


def draw_board(paper: Paper, plan: Plan, box: Box) -> None:
    """Draws the board as large as the box allows, at its left top."""
    cell = int(min(box.w / columns(plan), box.h / 5))
    places = (*BORDER, *CENTRE, *plan.dunes)
    for where in places:
        _card(paper, plan, where, _cell(box, cell, where, plan))
    for where in places:
        pieces = [piece for piece, at in plan.standing if at == where]
        _pieces(paper, sorted(pieces), _cell(box, cell, where, plan), where)
    _way(paper, [_cell(box, cell, where, plan) for where in plan.way])
    for where in places:
        inside = _cell(box, cell, where, plan)
        if where in plan.wrong:
            _corner_sign(paper, "no", inside)
        if where == plan.pointed:
            paper.frame(inside.inner(-1), paper.loud_ink, max(2, cell // 10))


def _way(paper: Paper, cells: list[Box]) -> None:
    """From card to card, a dot where it begins and a head at its end."""
    middles = [(cell.x + cell.w // 2, cell.y + cell.h // 2) for cell in cells]
    if len(middles) < 2:
        return
    wide = max(2, cells[0].w // 12)
    paper.draw.line(middles, fill=WHITE, width=wide + 2)
    paper.draw.line(middles, fill=paper.loud_ink, width=wide)
    (ax, ay), (bx, by) = middles[-2], middles[-1]
    far = max(abs(bx - ax), abs(by - ay), 1)
    dx, dy, reach = (bx - ax) / far, (by - ay) / far, cells[0].w / 4
    head = [(bx, by), (bx - reach * (dx + dy * 0.7), by - reach * (dy - dx * 0.7)),
        (bx - reach * (dx - dy * 0.7), by - reach * (dy + dx * 0.7))]  # fmt: skip
    paper.draw.polygon(head, fill=paper.loud_ink, outline=WHITE)
    first, size = middles[0], 1.4 * wide
    paper.draw.ellipse((first[0] - size, first[1] - size, first[0] + size, first[1] + size), fill=paper.loud_ink)


def _cell(box: Box, cell: int, where: Place, plan: Plan) -> Box:
    if where.kind is PlaceKind.DUNE:
        row = where.number - 1
        step = min(cell, int(4 * cell / max(1, len(plan.dunes) - 1)))
        return Box(box.x + int(5.2 * cell), box.y + row * step, cell, cell)
    column, row = cell_of(where)
    return Box(box.x + column * cell, box.y + row * cell, cell, cell)


def _card(paper: Paper, plan: Plan, where: Place, box: Box) -> None:
    """A card with its number, and the crossings on it."""
    raid = where in CORNERS
    paper.fill(box, paper.loud if raid else WHITE)
    paper.frame(Box(box.x, box.y, box.w + 1, box.h + 1), BLACK, paper.line_px)
    taken = any(at == where for _, at in plan.standing)
    if where.kind is not PlaceKind.CENTRE and (box.w >= 34 or not taken):
        size = max(9, min(round(box.w * 0.34), 30))
        colour = paper.ink_on(paper.loud) if raid else BLACK
        if box.w >= 34:
            paper.write(str(where.number), Box(box.x + box.w // 12, box.y + box.w // 16, box.w, box.h), size, colour)
        else:
            paper.write(str(where.number), Box(box.x + 1, box.y + 1, box.w - 1, box.h - 1), size, colour, at="m")
    for colour_of, crossings in plan.crossings:
        if where in crossings:
            _crossing(paper, colour_of, box)


def _crossing(paper: Paper, side: Side, box: Box) -> None:
    """A player's crossing: the sign in a corner, blue left above, white right above."""
    size = max(6, round(box.w * 0.34))
    x = box.x + 2 if side is Side.BLUE else box.x + box.w - size - 1
    mark = Box(x, box.y + 2, size, size)
    if side is Side.BLUE:
        half = size / 2
        middle_x, middle_y = mark.x + half, mark.y + half
        points = [(middle_x, mark.y), (mark.x + size, middle_y), (middle_x, mark.y + size), (mark.x, middle_y)]
        paper.draw.polygon(points, fill=BLACK)
    else:
        paper.draw.ellipse(mark.corners, outline=BLACK, fill=WHITE, width=max(1, size // 5))


def _pieces(paper: Paper, pieces: list[Piece], box: Box, where: Place) -> None:
    """Pieces side by side, in the card's lower right part where its number has room beside them."""
    if not pieces:
        return
    inside = box.inner(max(1, box.w // 14))
    if box.w >= 34 and where.kind is not PlaceKind.CENTRE:
        side = round(box.w * (0.62 if len(pieces) == 1 else 0.86))
        inside = Box(inside.x + inside.w - side, inside.y + inside.h - side, side, side)
    wide = inside.w // len(pieces)
    size = min(wide, round(box.w * (0.66 if box.w >= 34 else 1)), inside.h)
    for number, piece in enumerate(pieces):
        x = inside.x + number * wide + (wide - size) // 2
        _piece(paper, piece, Box(x, inside.y + inside.h - size, size, size))


def _piece(paper: Paper, piece: Piece, box: Box) -> None:
    body = BLACK if piece.colour is Side.BLUE else WHITE
    edge = max(1, round(box.w * 0.09))
    if piece.kind is PieceKind.TARGI:
        _targi(paper, box, body, edge)
    elif piece.kind is PieceKind.MARKER:
        paper.draw.rounded_rectangle(
            box.inner(max(1, box.w // 8)).corners, radius=box.w // 6, fill=body, outline=BLACK, width=edge + 1
        )
    elif piece.kind is PieceKind.ROBBER:
        _robber(paper, box)
    else:
        _star(paper, box)


def _targi(paper: Paper, box: Box, body: Colour, edge: int) -> None:
    """A head over a robe."""
    x, y, size = box.x, box.y, box.w - 1
    robe = [(x + 0.08 * size, y + size), (x + 0.34 * size, y + 0.34 * size), (x + 0.66 * size, y + 0.34 * size),
        (x + 0.92 * size, y + size)]  # fmt: skip
    head = (x + 0.26 * size, y, x + 0.74 * size, y + 0.48 * size)
    for grown, colour in ((True, BLACK), (False, body)):
        by = 0 if grown else edge
        paper.draw.polygon(
            [(robe[0][0] + 1.6 * by, robe[0][1] - by), (robe[1][0] + by, robe[1][1] + by),
             (robe[2][0] - by, robe[2][1] + by), (robe[3][0] - 1.6 * by, robe[3][1] - by)],
            fill=colour,
        )  # fmt: skip
        paper.draw.ellipse((head[0] + by, head[1] + by, head[2] - by, head[3] - by), fill=colour)


def _robber(paper: Paper, box: Box) -> None:
    """A hood with two eyes, in the panel's colour where it has one."""
    x, y, size = box.x, box.y, box.w - 1
    hood = [(x + 0.5 * size, y), (x + size, y + 0.55 * size), (x + 0.86 * size, y + size), (x + 0.14 * size, y + size),
        (x, y + 0.55 * size)]  # fmt: skip
    paper.draw.polygon(hood, fill=paper.loud, outline=BLACK)
    eye = max(1, round(size * 0.1))
    for at in (0.34, 0.66):
        left, top = x + at * size - eye, y + 0.56 * size
        paper.draw.rectangle((left, top, left + 2 * eye - 1, top + eye), fill=paper.ink_on(paper.loud))


def _star(paper: Paper, box: Box) -> None:
    middle, reach = (box.x + box.w / 2, box.y + box.h / 2), box.w / 2
    points = [
        (middle[0] + radius * reach * sin(step * pi / 5), middle[1] - radius * reach * cos(step * pi / 5))
        for step, radius in enumerate([1.0, 0.45] * 5)
    ]
    paper.draw.polygon(points, fill=BLACK)


def _corner_sign(paper: Paper, name: str, box: Box) -> None:
    size = max(8, round(box.w * 0.42))
    ground = Box(box.x + box.w - size, box.y, size, size)
    paper.fill(ground, paper.loud)
    paper.sign(name, ground.inner(max(1, size // 6)), paper.ink_on(paper.loud))
