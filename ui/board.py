"""The table drawn: 5x5 cards and the dunes beside them, kept in a texture of which only places that changed are drawn
anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil, dist
from time import monotonic

from kivy.clock import Clock
from kivy.config import Config
from kivy.graphics import (
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    Line,
    Rectangle,
    ScissorPop,
    ScissorPush,
    SmoothEllipse,
)
from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty
from kivy.utils import get_color_from_hex

from companion.language import Words
from companion.rules.board import Piece, Place, PlaceKind, cell_of, place_at
from ui.drawing import Drawn
from ui.faces import Face, Picture, faces
from ui.pieces import ink
from ui.shapes import fill
from ui.theme import theme
from ui.tiles import GAP, Tile

MOST_AT_ONCE = 2
"""Places drawn anew in one frame: the others follow in the next ones, so that none takes long."""
MOST_PX = 4096
"""The longest side of a texture that every graphics driver takes."""
DUNES = "dunes"
Part = Place | str
"""What is drawn anew at once: a place, or all dunes, for where there are many they lie over each other."""


class Board(Drawn):
    """The drawing. Dispatches ``on_place`` with the place touched; ``long`` is True after a long touch."""

    columns = NumericProperty(5)  # cells across: five, and a little more than one where dunes lie beside the board
    LONG_SECONDS = 0.6

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_place")
        self.picture, self.words = Picture(), Words()
        self.now: Callable[[], float] = monotonic
        self.kept: Fbo | None = None
        self._look: object = None  # what all of it depends on
        self._drawn: dict[Part, tuple[Face, ...]] = {}
        super().__init__(**kwargs)
        self._go_on = Clock.create_trigger(self._draw)  # in the next frame

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
    def cell(self) -> int:
        """The side of a place in whole pixels, so that places meet without a seam."""
        return int(min(self.height / 5, self.width / self.columns))

    @property
    def corner(self) -> tuple[int, int]:
        """Left and top of the drawing in pixels."""
        return round(self.center_x - self.columns * self.cell / 2), round(self.center_y + 2.5 * self.cell)

    def centre_of(self, where: Place) -> tuple[float, float]:
        """The middle of a place in pixels."""
        cell, (left, top), (across, down) = self.cell, self.corner, self._middle(where)
        return left + across * cell, top - down * cell

    def _middle(self, where: Place) -> tuple[float, float]:
        """The middle of a place from the left and from the top of the drawing, in cells."""
        if where.kind is PlaceKind.DUNE:
            row = self.picture.dunes.index(where) if where in self.picture.dunes else 0
            return 5.65, 0.5 + row * min(1.0, 4 / max(1, len(self.picture.dunes) - 1))
        column, row = cell_of(where)
        return column + 0.5, row + 0.5

    def place_under(self, x: float, y: float) -> Place | None:
        """The place at a pixel, or None."""
        cell, (left, top) = self.cell, self.corner
        column, row = int((x - left) // cell), int((top - y) // cell)
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
        """Draws anew what has changed, first where pieces came or went; what is too much for one frame follows."""
        self.canvas.clear()
        if self.cell < 8:
            return
        kept = self._keep()
        wanted = dict(self._parts())
        late = [part for part, shown in wanted.items() if self._drawn.get(part) != shown]
        late.sort(key=lambda part: _pieces(self._drawn.get(part, ())) == _pieces(wanted[part]))
        self._put(kept, {part: wanted[part] for part in late[:MOST_AT_ONCE]})
        if late[MOST_AT_ONCE:]:
            self._go_on()
        left, top = self.corner
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(texture=kept.texture, pos=(left, top - self._size[1]), size=self._size)
            self._way(self.picture.way)

    @property
    def _size(self) -> tuple[int, int]:
        """Width and height of the drawing in pixels."""
        return ceil(self.columns * self.cell), 5 * self.cell

    def _keep(self) -> Fbo:
        """The texture; a new one, with nothing drawn, where all looks different now."""
        finer = 2 if Config.getint("graphics", "multisamples") and 2 * max(self._size) <= MOST_PX else 1
        look = self._size, finer, theme.name
        if self.kept is None or look != self._look:
            self._look, self._drawn = look, {}
            self.kept = Fbo(size=(self._size[0] * finer, self._size[1] * finer))
            with self.kept:
                ClearColor(*get_color_from_hex(theme.palette.ground))
                ClearBuffers()
            self.kept.draw()
        return self.kept

    def _parts(self) -> Iterator[tuple[Part, tuple[Face, ...]]]:
        """All there is to draw."""
        found = faces(self.picture, self.words)
        dunes = tuple(found.pop(where) for where in self.picture.dunes)
        for where, face in found.items():
            yield where, (face,)
        if dunes:
            yield DUNES, dunes

    def _put(self, kept: Fbo, parts: dict[Part, tuple[Face, ...]]) -> None:
        """Draws these parts into the texture, over what they were."""
        wide, tall = kept.size
        cell = tall / 5
        kept.clear()
        with kept:
            for part, shown in parts.items():
                column, row = cell_of(part) if isinstance(part, Place) else (5, 4)
                x, y = int(column * cell), int((4 - row) * cell)
                size = (int(cell), int(cell)) if isinstance(part, Place) else (wide - x, tall)
                ScissorPush(x=x, y=y, width=size[0], height=size[1])
                ink(theme.palette.ground)
                Rectangle(pos=(x, y), size=size)
                for face in shown:
                    across, down = self._middle(face.where)
                    Tile(face, across * cell, tall - down * cell, cell).draw()
                ScissorPop()
        kept.draw()
        kept.clear()
        self._drawn.update(parts)

    def _way(self, way: tuple[Place, ...]) -> None:
        """From card to card: a dot where it begins, an arrow where it ends, and a frame there."""
        if not way:
            return
        palette, cell = theme.palette, self.cell
        side = cell * (1 - GAP)
        x, y = self.centre_of(way[-1])
        ink(palette.right)
        Line(rounded_rectangle=(x - side / 2, y - side / 2, side, side, cell * 0.08), width=cell * 0.04)
        points = [value for where in way for value in self.centre_of(where)]
        (x, y), (bx, by) = self.centre_of(way[0]), self.centre_of(way[-1])
        if len(way) > 1:
            for colour, wide in ((palette.ground, 0.05), (palette.right, 0.03)):
                ink(colour)
                Line(points=points, width=cell * wide, joint="round", cap="round")
            ink(palette.right)
            SmoothEllipse(pos=(x - cell * 0.09, y - cell * 0.09), size=(cell * 0.18, cell * 0.18))
        ax, ay = self.centre_of(way[-2]) if len(way) > 1 else (bx, by + cell)
        far = dist((ax, ay), (bx, by))
        dx, dy, reach = (bx - ax) / far, (by - ay) / far, cell * 0.2
        head = [(bx + dx * reach * 0.4, by + dy * reach * 0.4)]
        head += [(bx - reach * (dx + side * dy * 0.7), by - reach * (dy - side * dx * 0.7)) for side in (1, -1)]
        flat = [value for point in head for value in point]
        ink(palette.ground)
        Line(points=flat, width=cell * 0.025, close=True, joint="round")
        ink(palette.right)
        fill(flat)


def _pieces(shown: tuple[Face, ...]) -> list[tuple[Piece, ...]]:
    return [face.pieces for face in shown]
