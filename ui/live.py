"""The live picture, and what was recognised drawn over it."""

from __future__ import annotations

import numpy as np
from kivy.graphics import Color, Line, Rectangle, SmoothEllipse
from kivy.graphics.texture import Texture
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty
from kivy.utils import get_color_from_hex
from numpy.typing import NDArray

from companion.rules.board import BORDER, CENTRE, Place, PlaceKind, Sighting, cell_of
from companion.view import Frame
from ui.drawing import Drawn
from ui.pieces import draw_piece
from ui.tokens import written

CORNER_CELLS = ((0, 0), (4, 0), (4, 4), (0, 4))
"""Column and row of the cards 16, 4, 8, 12, in the order of ``Sighting.corners_px``."""


def homography(corners_px: tuple[tuple[float, float], ...]) -> NDArray[np.float64]:
    """The 3x3 matrix from (column, row, 1) of the 5x5 board to pixels, from the centres of the corner cards 16, 4, 8,
    12.

    Raises ValueError when there are not four corners or they lie on one line.
    """
    if len(corners_px) != 4:
        raise ValueError(f"four corners are needed, not {len(corners_px)}")
    rows, values = [], []
    for (column, row), (x, y) in zip(CORNER_CELLS, corners_px, strict=True):
        rows += [[column, row, 1, 0, 0, 0, -x * column, -x * row], [0, 0, 0, column, row, 1, -y * column, -y * row]]
        values += [x, y]
    matrix = np.array(rows, dtype=np.float64)
    if np.linalg.matrix_rank(matrix) < 8:
        raise ValueError("the corners lie on one line")
    return np.append(np.linalg.solve(matrix, np.array(values, dtype=np.float64)), 1.0).reshape(3, 3)


def pixel(matrix: NDArray[np.float64], column: float, row: float) -> tuple[float, float]:
    """The pixel (x, y) of a point of the 5x5 board."""
    x, y, w = matrix @ np.array([column, row, 1.0])
    return float(x / w), float(y / w)


class Live(Drawn):
    """The newest frame, as large as fits, with the overlay. One texture is kept and filled anew for each frame.

    Dispatches ``on_pixel`` with the pixel touched, in the picture the sighting is about.
    """

    overlay = BooleanProperty(True)
    drawn_from = ("overlay",)

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_pixel")
        super().__init__(**kwargs)
        self.number = -1
        self.texture: Texture | None = None
        self.sighting: Sighting | None = None
        self.picture_px: tuple[int, int] | None = None

    def on_pixel(self, x: float, y: float) -> None:
        """A pixel was touched."""

    def feed(self, frame: Frame | None, sighting: Sighting | None, picture_px: tuple[int, int] | None) -> None:
        """Shows that frame; one that is shown already costs nothing. Call on the window's thread."""
        fresh = frame is not None and frame[0] != self.number
        if frame is not None and fresh:
            self._upload(frame)
        if fresh or sighting is not self.sighting or (frame is None and self.texture is not None):
            self.sighting, self.picture_px = sighting, picture_px
            if frame is None:
                self.texture, self.number = None, -1
            self.redraw()

    def _upload(self, frame: Frame) -> None:
        self.number, picture = frame
        height, width = picture.shape[:2]
        if self.texture is None or self.texture.size != (width, height):
            self.texture = Texture.create(size=(width, height), colorfmt="rgb")
            self.texture.flip_vertical()
        self.texture.blit_buffer(np.ascontiguousarray(picture).reshape(-1), colorfmt="rgb", bufferfmt="ubyte")

    # --- where pixels are -----------------------------------------------------------------------------------------

    def _box(self) -> tuple[float, float, float, float]:
        """Left, bottom, width and height of the picture in the window."""
        if self.texture is None:
            return self.x, self.y, self.width, self.height
        scale = min(self.width / self.texture.width, self.height / self.texture.height)
        width, height = self.texture.width * scale, self.texture.height * scale
        return self.center_x - width / 2, self.center_y - height / 2, width, height

    def _full(self) -> tuple[float, float]:
        """Width and height of the picture the sighting is about."""
        if self.picture_px is not None:
            return self.picture_px
        return self.texture.size if self.texture is not None else (1, 1)

    def to_window_pixel(self, x: float, y: float) -> tuple[float, float]:
        """Where a pixel of the picture is in the window."""
        left, bottom, width, height = self._box()
        full = self._full()
        return left + x / full[0] * width, bottom + (1 - y / full[1]) * height

    def on_touch_down(self, touch: MotionEvent) -> bool:
        left, bottom, width, height = self._box()
        if self.texture is None or not (left <= touch.x <= left + width and bottom <= touch.y <= bottom + height):
            return False
        full = self._full()
        self.dispatch("on_pixel", (touch.x - left) / width * full[0], (1 - (touch.y - bottom) / height) * full[1])
        return True

    # --- drawing --------------------------------------------------------------------------------------------------

    def _draw(self, *_: object) -> None:
        """Draws picture and overlay anew."""
        self.canvas.clear()
        with self.canvas:
            Color(0, 0, 0, 1)
            left, bottom, width, height = self._box()
            Rectangle(pos=(left, bottom), size=(width, height))
            if self.texture is None:
                return
            Color(1, 1, 1, 1)
            Rectangle(texture=self.texture, pos=(left, bottom), size=(width, height))
            if self.overlay and self.sighting is not None and self.sighting.found:
                self._recognised(self.sighting)

    def _recognised(self, sighting: Sighting) -> None:
        try:
            matrix = homography(sighting.corners_px)
        except ValueError:
            return  # no corners given: there is nothing to draw it on
        at = lambda column, row: self.to_window_pixel(*pixel(matrix, column, row))  # noqa: E731
        side = max(8.0, abs(at(4, 4)[0] - at(0, 4)[0]) / 4)
        for number in range(6):
            self._line([at(-0.5, number - 0.5), at(4.5, number - 0.5)])
            self._line([at(number - 0.5, -0.5), at(number - 0.5, 4.5)])
        for where in sorted(sighting.covered):
            if where.kind is not PlaceKind.DUNE:
                self._hatch([at(*corner) for corner in _around(where)])
        for piece, where in sighting.standing:
            if where.kind is PlaceKind.DUNE:
                continue
            x, y = at(*cell_of(where))
            size = side * 0.42
            draw_piece(piece, x - size / 2, y - size * 0.4, size)
        for doubt in sighting.doubts:
            if doubt.where in (*BORDER, *CENTRE):
                x, y = at(*cell_of(doubt.where))
                for colour, wide in (("#000000", 3.5), ("#FFD23F", 2)):
                    Color(*get_color_from_hex(colour))
                    Line(circle=(x, y, side * 0.42), width=wide, dash_length=6, dash_offset=4)
        self._corner16(*at(0, 0), side * 0.2)

    @staticmethod
    def _corner16(x: float, y: float, radius: float) -> None:
        """Says which corner is taken for 16."""
        Color(*get_color_from_hex("#FFFFFF"))
        SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))
        Color(0, 0, 0, 1)
        Line(circle=(x, y, radius), width=1.5)
        texture = written("16", radius * 1.1)
        Rectangle(texture=texture, pos=(x - texture.width / 2, y - texture.height / 2), size=texture.size)

    @staticmethod
    def _line(points: list[tuple[float, float]]) -> None:
        """A line that shows on light and on dark."""
        flat = [value for point in points for value in point]
        for strength, wide in ((0.6, 2.2), (1.0, 1.1)):
            Color(strength - 0.6, (strength - 0.6) * 2.4, (strength - 0.6) * 2.0, strength)
            Line(points=flat, width=wide)

    @staticmethod
    def _hatch(corners: list[tuple[float, float]]) -> None:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
        Color(*get_color_from_hex("#FFFFFF")[:3], 0.8)
        for part in range(1, 6):
            at = part / 6
            Line(points=[ax + (bx - ax) * at, ay + (by - ay) * at, ax + (dx - ax) * at, ay + (dy - ay) * at], width=1.5)
            Line(points=[bx + (cx - bx) * at, by + (cy - by) * at, dx + (cx - dx) * at, dy + (cy - dy) * at], width=1.5)


def _around(where: Place) -> list[tuple[float, float]]:
    """The four corners of a place on the 5x5 board."""
    column, row = cell_of(where)
    return [(column + dx / 2, row + dy / 2) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
