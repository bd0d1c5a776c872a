"""Games, views and pictures that stand still, to be drawn: a scripted table, its camera's picture, a learnt card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from companion.agreement import Agreement
from companion.andys_turn import andys_turn, misplaced
from companion.bookkeeping import opened, opened_late, with_card, with_purse
from companion.commands import Command
from companion.deal import Deal
from companion.game import Game
from companion.guide import Forbidden, Question, QuestionCode, Sight, guide
from companion.own_deck import DeckView
from companion.rules.board import (
    CENTRE,
    CardKind,
    Colour,
    Sighting,
    border,
)
from companion.rules.book_moves import SetBooks
from companion.rules.books import Slot
from companion.rules.engine import legal_moves
from companion.rules.moves import parse
from companion.rules.resources import Amounts
from companion.rules.state import Phase, Reason, Settings, State
from companion.view import Frame, Source, View

OPENING = (
    "start-player blue",
    "place-targi blue 7",
    "place-targi white 2",
    "place-targi blue 11",
    "place-targi white 14",
)
CROSSED = (*OPENING, "place-targi blue 3", "place-targi white 6", "place-marker blue 1x7")
NAMED = ("G-gold", "base-01", "G-vp", "base-24", "G-any", "base-41", "G-date", "base-04", "G-salt")
MARKED = (
    "place-targi blue 2", "place-targi white 3", "place-targi blue 5", "place-targi white 14", "place-targi blue 11",
    "place-targi white 13", "place-marker blue 1x5", "place-marker blue 2x5", "place-marker white 3x6",
    "place-marker white 3x7",
)  # fmt: skip
LAID = (
    ("base-07", "base-38", "base-39", "base-33"), ("base-15", "base-43", "base-44"), ("base-02", "base-08"),
)  # fmt: skip
TAKE_OVER = Question(QuestionCode.TAKE_OVER_TABLE)
CORNERS_PX = ((260.0, 95.0), (700.0, 90.0), (770.0, 490.0), (190.0, 495.0))


@dataclass(slots=True)
class StillDesk:
    """A desk that always shows the same view."""

    still: View
    picture: Frame | None = None

    def view(self) -> View:
        return self.still

    def do(self, command: Command) -> None:
        """Nothing happens on a still picture."""

    def frame(self) -> Frame | None:
        return self.picture


def drawn_table(width: int = 960, height: int = 600) -> NDArray[np.uint8]:
    """A picture (H, W, 3) uint8 RGB that stands for a camera's: a wooden table with 25 cards in perspective."""
    from ui.live import homography, pixel

    grain = np.random.default_rng(1).normal(0, 5, (height, 1, 1)).cumsum(0) * 0.3
    picture = np.clip(np.full((height, width, 3), (122, 88, 60)) + grain, 0, 255)
    ys, xs = np.mgrid[0:height, 0:width]
    matrix = homography(CORNERS_PX)
    for where in (*map(border, range(1, 17)), *CENTRE):
        points = [
            pixel(matrix, where.column + dx, where.row + dy)
            for dx, dy in ((-0.46, -0.46), (0.46, -0.46), (0.46, 0.46), (-0.46, 0.46))
        ]
        inside = np.ones((height, width), dtype=bool)
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
            inside &= (bx - ax) * (ys - ay) - (by - ay) * (xs - ax) >= 0
        picture[inside] = (222, 200, 158) if where in CENTRE else (238, 226, 200)
    return picture.astype(np.uint8)


def played(lines: tuple[str, ...], settings: Settings | None = None) -> Game:
    """A game after these moves."""
    game = Game.new(settings or Settings())
    for line in lines:
        game.play(parse(line))
    return game


def with_books(lines: tuple[str, ...], names: tuple[str, ...] = NAMED, settings: Settings | None = None) -> Game:
    """A game that keeps books, its central cards named, after these moves."""
    settings = settings or Settings(start=Colour.BLUE)
    game = Game.new(settings)
    game.play(opened(settings, Agreement()))
    for line in (*(f"reveal {name}" for name in names), *lines):
        game.play(parse(line))
    return game


def scored() -> Game:
    """A game that is over, with books: Blue has laid nine cards, White four."""
    game = played_until(lambda state: state.phase is Phase.OVER, Settings())
    books = opened_late(game.state)
    for row, cards in enumerate(LAID, 1):
        for place, card in enumerate(cards, 1):
            books = with_card(books, Colour.BLUE, Slot(row, place), card)
    for place, card in enumerate(("base-03", "base-18", "base-17", "base-10"), 1):
        books = with_card(books, Colour.WHITE, Slot(1, place), card)
    books = with_purse(books, Colour.BLUE, Amounts(dates=1, gold=1, vp=9))
    books = with_purse(books, Colour.WHITE, Amounts(salt=2, pepper=4, vp=17))
    game.play(SetBooks(books))
    return game


def played_until(done: Callable[[State], bool], settings: Settings) -> Game:
    """A game played by the first legal move each time, until ``done``."""
    game = Game.new(settings)
    while not done(game.state):
        game.play(legal_moves(game.state)[0])
    return game


def shown(
    game: Game,
    source: Source = Source.CAMERA,
    sight: Sight | None = None,
    sighting: Sighting | None = None,
    **more: object,
) -> View:
    """The view of a game."""
    corners, sides = (
        (CardKind.TRIBE, CardKind.GOODS) if game.state.settings.targia else (CardKind.GOODS, CardKind.TRIBE)
    )
    kinds = {where: sides if number % 2 else corners for number, where in enumerate(CENTRE)}
    seen = Sighting(0.0, standing=game.state.standing, corners_px=CORNERS_PX)
    return View(
        revision=game.revision, shown=1, state=game.state, guidance=guide(game.state, sight), source=source,
        agreed=game.agreed, history=game.history(),
        calibrated=True,
        sighting=sighting or seen, picture_px=(960, 600), centre=MappingProxyType(kinds), undo=game.can_undo,
        redo=game.can_redo,
        **more,
    )  # type: ignore[arg-type]  # fmt: skip


@dataclass(slots=True)
class StillDeck:
    """A deck that always shows the same."""

    still: DeckView

    def view(self) -> DeckView:
        return self.still

    def open(self) -> None:
        """Nothing happens on a still picture."""

    take = next_picture = name = put_away = write_out = take_in = open


def drawn_card() -> NDArray[np.uint8]:
    """A picture (H, W, 3) uint8 RGB that stands for a card."""
    ys, xs = np.mgrid[0:236, 0:364]
    picture = np.full((236, 364, 3), (226, 200, 150), np.uint8)
    picture[(np.abs(ys - 110) < 70) & (np.abs(xs - 230) < 95)] = (120, 150, 190)
    picture[(ys - 120) ** 2 + (xs - 230) ** 2 < 45**2] = (190, 110, 60)
    for column in range(3):
        picture[(ys - 32) ** 2 + (xs - 34 - column * 36) ** 2 < 15**2] = (120, 50, 30)
    return picture


def against_andy(deal: Deal, lines: tuple[str, ...], *more: str, said: int | None = None) -> View:
    """A solo game of Blue's with that deal after these moves, with books when ``more`` names the central cards."""
    game = Game.new(Settings(solo=Colour.BLUE, start=Colour.BLUE))
    game.deal_out(deal)
    if more:
        game.play(opened(game.state.settings, Agreement(books=True)))
    for line in (*(f"reveal {name}" for name in more), *lines):
        game.play(parse(line))
    state, last = game.state, game.last_move[0]
    astray = misplaced(state, deal, last, said=said)
    view = shown(game, deal=deal, andy=andys_turn(state, deal, said=said), seed=48213, today=date(2026, 11, 30))
    wrong = (Forbidden(astray[0], astray[1], Reason.MISPLACED, astray[2]),) if astray else ()
    return replace(view, guidance=replace(view.guidance, forbidden=(*view.guidance.forbidden, *wrong)))
