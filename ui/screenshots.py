"""Makes a picture of every screen: ``python -m ui.screenshots [--out docs] [--language de] [--size 800x480] [--theme
light]``.

Needs no screen and no camera: the table is played from a script, the live picture is a drawn one.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from companion.bookkeeping import Keeping, opened, opened_late, with_card, with_purse
from companion.commands import Command
from companion.game import Game
from companion.guide import Problem, ProblemCode, Question, QuestionCode, Sight, guide
from companion.home import TEXT_PERCENTS
from companion.rules.agenda import at_hand
from companion.rules.board import (
    BLUE_TARGI,
    CENTRE,
    CardKind,
    Colour,
    Doubt,
    Piece,
    Place,
    Sighting,
    Standing,
    border,
    centre,
)
from companion.rules.book_moves import SetBooks
from companion.rules.books import Slot
from companion.rules.engine import legal_moves
from companion.rules.moves import parse
from companion.rules.resources import Amounts, Symbol
from companion.rules.state import Edition, Phase, Settings, State
from companion.simulate import next_move
from companion.view import Aim, Frame, Source, View
from ui.setup import prepare

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
    game.play(opened(settings, Keeping()))
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
        calibrated=True,
        sighting=sighting or seen, picture_px=(960, 600), centre=MappingProxyType(kinds), undo=game.can_undo,
        redo=game.can_redo,
        **more,
    )  # type: ignore[arg-type]  # fmt: skip


def album() -> Iterator[tuple[str, View, Callable[[object], None]]]:
    """Each picture's name, the view it shows, and what is touched before it is made (given the window's root)."""
    still: Callable[[object], None] = lambda root: None  # noqa: E731
    expansion = Settings(edition=Edition.EXPANSION)

    def places(root: object) -> None:
        root.table._toggle_legal()  # type: ignore[attr-defined]

    def choose(where: Place) -> Callable[[object], None]:
        return lambda root: root.table._place(None, where, True)  # type: ignore[attr-defined]

    def at(name: str) -> Callable[[object], None]:
        return lambda root: root.go(name)  # type: ignore[attr-defined]

    yield "table", shown(played(CROSSED)), still
    yield "table-expansion", shown(played((*OPENING, "place-targi blue dune:2"), expansion)), still
    yield "legal-places", shown(played(OPENING)), places
    yield "not-allowed", shown(played((*OPENING[:-1], "place-targi white 13"))), still
    yield "correct", shown(played(OPENING)), choose(border(7))
    asked = Sight(questions=(Question(QuestionCode.WHAT_STANDS_HERE, border(5), choices=(BLUE_TARGI, None)),))
    yield "question", shown(played(OPENING), sight=asked), still
    raid = played_until(lambda state: state.phase is Phase.ROBBER and state.round == 3, expansion)
    yield "raid", shown(raid), still
    yield "trouble", shown(played(OPENING), sight=Sight(problem=Problem(ProblemCode.TOO_DARK))), still
    seen = played(OPENING).state.standing
    covered = frozenset({border(7), border(8), centre(3, 7)})
    hand = Sighting(0.0, standing=seen, corners_px=CORNERS_PX, covered=covered, blocked=True)
    yield "blocked", shown(played(OPENING), sight=Sight(blocked=True), sighting=hand), still
    fewer = Sight(standing=Standing(seen.pieces - {(BLUE_TARGI, border(7))}), questions=(TAKE_OVER,))
    yield "differs", shown(played(OPENING), sight=fewer), still
    yield "over", shown(played_until(lambda state: state.phase is Phase.OVER, Settings())), still
    yield "welcome", shown(played(()), Source.NONE), still
    yield "camera", shown(
        played(CROSSED),
        sighting=Sighting(
            0.0, standing=played(CROSSED).state.standing, corners_px=CORNERS_PX,
            covered=frozenset({border(9), border(8), centre(3, 7)}),
            doubts=(Doubt(border(5), Piece(BLUE_TARGI.kind, Colour.WHITE), 0.61),),
        ),
    ), at("camera")  # fmt: skip
    yield "aim", shown(played(()), aim=Aim(2.4, 0.12, 126.0, 0.72)), at("aim")
    yield "menu", shown(played(OPENING)), at("menu")

    def start(root: object) -> None:
        at("menu")(root)
        root.menu.ids.start.act()  # type: ignore[attr-defined]

    yield "new-game", shown(played(OPENING)), start
    yield from books_album()
    busy = Sight(problem=Problem(ProblemCode.CAMERA_NOT_ALLOWED))
    yield "no-picture", shown(played(()), Source.NONE, busy), still


def books_album() -> Iterator[tuple[str, View, Callable[[object], None]]]:
    """The pictures of games with books, and of their screens."""
    still: Callable[[object], None] = lambda root: None  # noqa: E731

    def at(name: str) -> Callable[[object], None]:
        return lambda root: root.go(name)  # type: ignore[attr-defined]

    def first_choice(root: object) -> None:
        root.table.choosing.ids.grid.children[-1].act()  # type: ignore[attr-defined]

    def enter(*touches: Callable[[object], None]) -> Callable[[object], None]:
        def do(root: object) -> None:
            root.go("books")  # type: ignore[attr-defined]
            root.enter(Colour.BLUE)  # type: ignore[attr-defined]
            for touch in touches:
                touch(root.entering)  # type: ignore[attr-defined]

        return do

    def new(*extras: str) -> Callable[[object], None]:
        def do(root: object) -> None:
            root.go("menu")  # type: ignore[attr-defined]
            root.go("new_game")  # type: ignore[attr-defined]
            if extras:
                root.new_game.ids.books.options["on"].act()  # type: ignore[attr-defined]
            for extra in extras:
                root.new_game._toggle(extra)  # type: ignore[attr-defined]

        return do

    def names(root: object) -> None:
        new()(root)
        root.go("names")  # type: ignore[attr-defined]

    yield "books-name-goods", shown(with_books((), ())), still
    yield "books-name-symbol", shown(with_books((), NAMED[:1])), still
    yield "books-name-card", shown(with_books((), NAMED[:1])), first_choice
    yield "books-table", shown(with_books(MARKED)), still
    yield "books-offer", shown(with_books((*MARKED, "return-marker blue 2x5"))), still
    yield "books-trade", shown(with_books((*MARKED, "return-targi blue 5"))), still
    raid = with_books(())
    chance = Random(5)
    while getattr(at_hand(raid.state), "word", "") != "pay-raid":
        raid.play(next_move(raid.state, legal_moves(raid.state), chance))
    yield "books-raid", shown(raid), still
    yield "books", shown(scored()), at("books")
    yield "books-change", shown(scored()), enter()
    yield "books-change-symbol", shown(scored()), enter(lambda screen: screen._touched(3, 3))  # type: ignore[attr-defined]
    wells = enter(lambda screen: screen._touched(3, 3), lambda screen: screen._of(Symbol.WELL))  # type: ignore[attr-defined]
    yield "books-change-card", shown(scored()), wells
    yield "score", shown(scored()), at("score")
    yield "score-without-books", shown(played_until(lambda state: state.phase is Phase.OVER, Settings())), at("score")
    yield "new-game-choices", shown(played(())), new("raid_nothing_passed_on")
    yield "names", shown(played(())), names


def main() -> None:
    """Makes the pictures."""
    parser = argparse.ArgumentParser(prog="python -m ui.screenshots", description="Makes a picture of every screen.")
    parser.add_argument("--out", type=Path, default=Path("docs"), help="folder for the pictures")
    parser.add_argument("--language", default="en", choices=("en", "de", "pt"))
    parser.add_argument("--size", default="1280x800", help="width x height of the window")
    parser.add_argument("--theme", default="light", choices=("light", "dark"))
    parser.add_argument("--text", type=int, default=100, choices=TEXT_PERCENTS, help="size of the text in percent")
    parser.add_argument("--only", help="make just this one")
    asked = parser.parse_args()
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    width, height = (int(part) for part in asked.size.split("x"))
    prepare((width, height))
    asked.out.mkdir(parents=True, exist_ok=True)

    from kivy.base import EventLoop, runTouchApp, stopTouchApp
    from kivy.core.window import Window

    from ui.application import Root

    frame: Frame = (1, drawn_table())
    for name, view, touch in album():
        if asked.only and name != asked.only:
            continue
        root = Root(StillDesk(replace(view, theme=asked.theme, text_percent=asked.text), frame), asked.language)
        Window.add_widget(root)
        runTouchApp(embedded=True)
        for _ in range(3):
            EventLoop.idle()
        touch(root)
        for _ in range(4):
            EventLoop.idle()
        made = Path(Window.screenshot(name=str(asked.out.absolute() / f"{name}.png")))
        made.replace(asked.out / f"{name}.png")
        Window.remove_widget(root)
    stopTouchApp()


if __name__ == "__main__":
    main()
