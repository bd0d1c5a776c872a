"""What is owned, paid and laid, drawn: counts with their symbols, small cards, and buttons of these."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Rectangle, SmoothRoundedRectangle
from kivy.graphics.texture import Texture
from kivy.properties import ColorProperty, NumericProperty, ObjectProperty
from kivy.utils import get_color_from_hex

from companion.language.scored import short_name
from companion.rules.books import Account, Books, LaidCard
from companion.rules.resources import Amounts, Good, one
from ui.drawing import Drawn
from ui.shapes import draw
from ui.theme import theme
from ui.widgets import Press

GAP = 0.16  # between a count and its symbol, in sides of a symbol
LEAST = 13.0
"""The least side of a symbol in units that is still told apart."""


@dataclass(frozen=True, slots=True)
class Token:
    """A symbol with text before it; either may be missing. ``framed``: it is a card."""

    text: str = ""
    symbol: str = ""
    framed: bool = False


ARROW = Token(symbol="arrow")
ANY_GOOD = frozenset(one(good) for good in Good)


def of_amounts(amounts: Amounts, zeros: tuple[str, ...] = ()) -> Iterator[Token]:
    """Counts with their symbols; those of ``zeros`` also when there is none."""
    for name in ("dates", "salt", "pepper", "goods", "gold", "water", "vp"):
        count = getattr(amounts, name)
        if count or name in zeros:
            yield Token(str(count), name)


def of_card(books: Books, card: str, cost: bool = True) -> Iterator[Token]:
    """A card as people know it: a tribe card's number, symbol, VP and cost; what a goods card gives."""
    if tribe := books.tribe_card(card):
        yield Token(short_name(card), str(tribe.symbol) if tribe.symbol else "tribe", framed=True)
        yield Token("?" if tribe.vp is None else str(tribe.vp), "vp")
        if tribe.cost and cost:
            yield Token(":")
            yield from of_cost(books, card)
    elif goods := books.cards.goods.get(card):
        if set(goods.take or ()) == ANY_GOOD:
            yield Token("1", "goods")
            return
        for number, side in enumerate(goods.take or ()):
            if number:
                yield Token("/")
            yield from of_amounts(side)
        if not goods.take:
            yield Token(short_name(card), "water", framed=True)
    elif card in books.cards.dunes:
        yield Token(short_name(card), "dune", framed=True)
    else:
        yield Token(card.rpartition("-")[2])


def of_cost(books: Books, card: str) -> Iterator[Token]:
    """What laying a tribe card costs, the alternatives divided by a stroke (clause XTRB-5)."""
    tribe = books.tribe_card(card)
    for number, side in enumerate(tribe.cost.either if tribe and tribe.cost else ()):
        if number:
            yield Token("/")
        yield from of_amounts(side)


def of_purse(owned: Account, water: bool) -> Iterator[Token]:
    """All a player owns but the display."""
    yield from of_amounts(owned.purse, ("dates", "salt", "pepper", "gold", *(("water",) if water else ()), "vp"))
    if owned.hand:
        yield Token(str(len(owned.hand)) if len(owned.hand) > 1 else "", "hand")
    yield Token(str(owned.laid), "pile")


class Tokens(Drawn):
    """Tokens side by side, as large as fits; in two lines where that makes them larger."""

    items = ObjectProperty(())
    ink = ColorProperty("#000000")
    most = NumericProperty(24)
    align = NumericProperty(0.5)  # where they lie: 0 left, 1 right

    drawn_from = ("items", "ink", "most")

    def _lines(self) -> tuple[tuple[Token, ...], ...]:
        """The items in one line or two, whichever makes them larger; two lines break before an arrow."""
        items = tuple(self.items)
        arrow = items.index(ARROW) if items.count(ARROW) == 1 else (len(items) + 1) // 2
        two = (items[:arrow], items[arrow:])
        return max(((items,), two if all(two) else (items,)), key=self._side_of)

    def _side_of(self, lines: tuple[tuple[Token, ...], ...]) -> float:
        wide = max((sum(map(width_of, line)) for line in lines), default=0) or 1.0
        tall = self.height / (1 if len(lines) == 1 else 2.2)
        return float(min(self.most * theme.u, tall, self.width / wide))

    @property
    def side(self) -> float:
        """The side of a symbol in pixels."""
        return self._side_of(self._lines())

    @property
    def clipped(self) -> bool:
        """Whether they are too small to be told apart."""
        return bool(self.items) and self.side < LEAST * theme.u - 0.01

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        lines = self._lines()
        side = self._side_of(lines)
        if not self.items or side < 4:
            return
        with self.canvas:
            for number, line in enumerate(lines):
                x = self.x + (self.width - side * sum(map(width_of, line))) * self.align
                y = self.center_y + ((len(lines) - 1) / 2 - number) * 1.15 * side - side / 2
                for token in line:
                    draw_token(token, x, y, side, self.ink)
                    x += width_of(token) * side


def width_of(token: Token) -> float:
    """How wide a token is, in sides of a symbol, with the room after it."""
    text = 0.56 * len(token.text) + (0.1 if token.text else 0)
    return text + (1.0 if token.symbol else 0.0) + GAP + (0.3 if token.framed else 0.0)


def draw_token(token: Token, x: float, y: float, side: float, ink: object) -> None:
    """Puts a token onto the canvas in use: left and bottom in pixels."""
    if token.framed:
        palette = theme.palette
        width = (width_of(token) - GAP) * side
        Color(*get_color_from_hex(palette.sand))
        SmoothRoundedRectangle(pos=(x, y - side * 0.05), size=(width, side * 1.1), radius=[side * 0.2])
        Color(*get_color_from_hex(palette.line))
        Line(rounded_rectangle=(x, y - side * 0.05, width, side * 1.1, side * 0.2), width=1)
        ink = get_color_from_hex(palette.sand_ink)
        x += side * 0.15
    if token.text:
        texture = written(token.text, side * 0.92)
        Color(*ink)  # type: ignore[misc]
        Rectangle(texture=texture, pos=(round(x), round(y + side / 2 - texture.height / 2)), size=texture.size)
        x += (0.56 * len(token.text) + 0.1) * side
    if token.symbol:
        draw(token.symbol, x + side * 0.04, y + side * 0.04, side * 0.92, ink)  # type: ignore[arg-type]


@lru_cache(maxsize=512)
def _written(text: str, size: int, bold: bool) -> Texture:
    label = CoreLabel(
        text=text, font_size=size, bold=bold, color=(1, 1, 1, 1), halign="center",
        line_height=0.9 if "\n" in text else 1.0,
    )  # fmt: skip
    label.refresh()
    return label.texture


def written(text: str, size: float, bold: bool = True) -> Texture:
    """White text of that size in pixels, to be tinted; kept for the next time."""
    return _written(text, round(size), bold)


class Deal(Press):
    """A button of words, tokens below, and ``more`` tokens below these; each may be missing. ``option``: the choice it
    stands for."""

    items = ObjectProperty(())
    more = ObjectProperty(())
    option = ObjectProperty(None, allownone=True)


class Display(Drawn):
    """A player's display: three rows of four places, each laid card with symbol, number, VP and the tokens on it.
    Dispatches ``on_slot`` with row and place touched, both from 1."""

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_slot")
        super().__init__(**kwargs)
        self.books: Books | None = None
        self.owned = Account()
        self.marked: tuple[int, int] | None = None

    def on_slot(self, row: int, place: int) -> None:
        """A place was touched."""

    def show(self, books: Books, owned: Account, marked: tuple[int, int] | None = None) -> None:
        """Draws that display."""
        self.books, self.owned, self.marked = books, owned, marked
        self.redraw()

    def box_of(self, row: int, place: int) -> tuple[float, float, float, float]:
        """Left, bottom, width and height of a place in pixels."""
        wide, tall = self.width / 4, self.height / 3
        gap = 2 * theme.u
        return self.x + (place - 1) * wide + gap, self.top - row * tall + gap, wide - 2 * gap, tall - 2 * gap

    def on_touch_up(self, touch: object) -> bool:
        if not self.collide_point(*touch.pos) or not self.collide_point(*touch.opos):  # type: ignore[attr-defined]
            return False
        x, y = touch.pos  # type: ignore[attr-defined]
        place, row = int((x - self.x) * 4 // self.width) + 1, int((self.top - y) * 3 // self.height) + 1
        self.dispatch("on_slot", min(max(row, 1), 3), min(max(place, 1), 4))
        return True

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if self.books is None or self.width < 40:
            return
        with self.canvas:
            for row in range(1, 4):
                cards = self.owned.rows[row - 1]
                for place in range(1, 5):
                    self._place(row, place, cards[place - 1] if place <= len(cards) else None)

    def _place(self, row: int, place: int, card: LaidCard | None) -> None:
        palette = theme.palette
        x, y, wide, tall = self.box_of(row, place)
        if card is not None:
            Color(*get_color_from_hex(palette.sand))
            SmoothRoundedRectangle(pos=(x, y), size=(wide, tall), radius=[6 * theme.u])
        chosen = (row, place) == self.marked
        Color(*get_color_from_hex(palette.ink if chosen else palette.line))
        Line(rounded_rectangle=(x, y, wide, tall, 6 * theme.u), width=2.5 if chosen else 1)
        if card is None or self.books is None:
            return
        facts = self.books.tribe_card(card.card)
        ink = get_color_from_hex(palette.sand_ink)
        symbol = str(facts.symbol) if facts and facts.symbol else "dune" if facts is None else "tribe"
        size = min(tall * 0.52, wide * 0.38)
        draw(symbol, x + 5 * theme.u, y + tall - size - 5 * theme.u, size, ink)
        points = "?" if facts is not None and facts.vp is None else str(facts.vp if facts else 0)
        small = min(tall * 0.3, wide * 0.23)
        draw_token(Token(points, "vp"), x + wide - small * 1.8, y + tall - small * 1.25, small, ink)
        below = [Token(short_name(card.card)), *(Token(str(card.gold), "gold") for _ in range(card.gold > 0))]
        below += [Token(str(card.water), "water") for _ in range(card.water > 0)]
        below += [Token(symbol="check") for _ in range(card.action)]
        at = x + 6 * theme.u
        for token in below:
            draw_token(token, at, y + 4 * theme.u, small * 0.9, ink)
            at += width_of(token) * small * 0.9
