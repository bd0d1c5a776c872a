"""Makes a picture of every screen: ``python -m ui.screenshots [--out docs] [--language de] [--size 800x480] [--theme
light]``.

Needs no screen and no camera: the table is played from a script, the live picture is a drawn one.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from random import Random
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from companion import shelf
from companion.agreement import Agreement
from companion.andys_turn import andys_turn, misplaced
from companion.bookkeeping import opened, opened_late, with_card, with_purse
from companion.commands import Command
from companion.deal import Deal, Outcome, Stack, drawn_for
from companion.devices import Devices
from companion.game import Crossing, Game
from companion.guide import Forbidden, Problem, ProblemCode, Question, QuestionCode, Sight, guide
from companion.home import TEXT_PERCENTS
from companion.own_deck import DeckView
from companion.played import Played
from companion.putting_back import PutBack, to_put_back
from companion.rules.agenda import at_hand
from companion.rules.board import (
    BLUE_TARGI,
    CENTRE,
    ROBBER,
    CardKind,
    CardName,
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
from companion.rules.decks import exchanged
from companion.rules.engine import legal_moves
from companion.rules.moves import parse
from companion.rules.resources import Amounts, Symbol
from companion.rules.scoring import What
from companion.rules.state import Edition, Phase, Reason, Settings, State
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
    yield from solo_album()
    yield from shelf_album()
    yield from learning_album()
    yield from cards_album()
    busy = Sight(problem=Problem(ProblemCode.CAMERA_NOT_ALLOWED))
    yield "no-picture", shown(played(()), Source.NONE, busy), still


def learning_album() -> Iterator[tuple[str, View, Callable[[object], None]]]:
    """The pictures of help, of a first game, of the history and of what is put back."""
    first = Agreement(first_game=True)

    def helping(where: Place | None) -> Callable[[object], None]:
        def do(root: object) -> None:
            root.table.helping, root.table.asked_about = True, where  # type: ignore[attr-defined]
            root.table._again()  # type: ignore[attr-defined]

        return do

    def learnt(*lines: str) -> Game:
        game = played(lines)
        game.agree(first)
        return game

    def skip(root: object) -> None:
        root.table._skip_set_up()  # type: ignore[attr-defined]

    def undone(*lines: str) -> View:
        game = played(lines)
        before = game.state
        game.undo()
        view = shown(game)
        left = to_put_back(before, game.state)
        return replace(view, put_back=left, undo_crosses=game.undo_crosses)

    still: Callable[[object], None] = lambda root: None  # noqa: E731
    wrong = Sighting(0.0, standing=Standing(frozenset({(ROBBER, border(2)), (BLUE_TARGI, border(7))})))

    def piles_done(root: object) -> None:
        root.table.set_up.right_now()  # type: ignore[attr-defined]

    def sleep(root: object) -> None:
        root._rest(True)  # type: ignore[attr-defined]

    yield "set-up", shown(learnt()), still
    yield "set-up-wrong", replace(shown(learnt()), sighting=wrong), piles_done
    yield "resting", shown(played(OPENING)), sleep
    yield "first-game-placing", shown(learnt(*OPENING[:2])), skip
    yield "first-game-markers", shown(learnt(*CROSSED[:-1])), skip
    yield "first-game-cards", shown(learnt(*CROSSED, "place-marker blue 3x7", "place-marker white 2x6")), skip
    yield "help", shown(played(OPENING)), helping(None)
    yield "help-card", shown(with_books(MARKED)), helping(centre(2, 5))
    yield "help-why-not", shown(played(OPENING)), helping(border(10))
    ended = played_until(lambda state: state.phase is Phase.ROBBER and state.round == 2, Settings())
    yield "reminders", shown(ended), still
    yield "history", shown(played(CROSSED)), lambda root: root.go("history")  # type: ignore[attr-defined]
    yield "put-back", undone(*OPENING), still
    both = replace(undone(*OPENING), put_back=PutBack(), undo_crosses=(Crossing.OTHER_PLAYER,))
    yield "undo-both", both, lambda root: root.table.undo()  # type: ignore[attr-defined]


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

    def ring(touched: Place | None) -> Callable[[object], None]:
        def do(root: object) -> None:
            new()(root)
            root.go("ring")  # type: ignore[attr-defined]
            mixed = ("bonus-border-5a", "expansion-border-09", "expansion-border-13", "bonus-border-14b")
            root.ring._take(exchanged(root.ring.border, mixed, root.ring.cards))  # type: ignore[attr-defined]
            if touched is not None:
                root.ring._touched(touched)  # type: ignore[attr-defined]

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
    yield "border", shown(played(())), ring(None)
    yield "border-card", shown(played(())), ring(border(5))
    yield "names", shown(played(())), names


def shelf_album() -> Iterator[tuple[str, View, Callable[[object], None]]]:
    """The pictures of settings, help, first steps, and of games kept."""

    def at(name: str, *turns: int) -> Callable[[object], None]:
        def do(root: object) -> None:
            root.go(name)  # type: ignore[attr-defined]
            for turn in turns:
                root.wizard._turn(turn)  # type: ignore[attr-defined]

        return do

    pins = MappingProxyType({"yes": 13, "no": 19, "undo": 20, "pages": 26})
    lamp = MappingProxyType({"blue": 12, "white": 21, "wrong": 23})
    devices = Devices("epd7in5_V2", buttons=pins, lamp=lamp)
    plain = replace(shown(played(OPENING), aim=Aim(2.4, 0.42, 126.0, 0.72)), devices=devices)
    yield "settings", plain, at("settings")
    yield "about", plain, at("about")
    yield "first-steps", plain, at("wizard")
    yield "first-steps-aim", plain, at("wizard", 1)
    yield "first-steps-ready", plain, at("wizard", 1, 1, 1)
    game = scored()
    first = shelf.kept(1, 90, game)
    results = ((31, 28), (24, 35), (40, 38), (27, 33), (36, 36), (29, 22))
    more = tuple(replace(first, number=number, points=tuple(
        (colour, ((What.VP_TOKENS, vp // 3), (What.CARDS, vp // 2), (What.ROW, vp - vp // 3 - vp // 2)))
        for colour, vp in zip(Colour, both, strict=True)
    )) for number, both in enumerate(results, 2))  # fmt: skip
    games = (first, *more, shelf.Kept(8, 12, 4, Edition.EXPANSION))
    opened = shelf.opened(1, len(game.log), game)
    yield "games", replace(plain, shelf=shelf.Shelf(games, files=("from-friends.txt",))), at("games")
    told = shelf.Told(shelf.Outcome.PICTURED, "/home/targi/exchange/game-1.png")
    yield "game-kept", replace(plain, shelf=shelf.Shelf(games, opened=opened, told=told)), at("kept")


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


def cards_album() -> Iterator[tuple[str, View, Callable[[object], None]]]:
    """Learning one's own cards, and what the board shows of them."""

    def learning(deck: DeckView, kind: Symbol | None = None) -> Callable[[object], None]:
        def do(root: object) -> None:
            root.deck = StillDeck(deck)  # type: ignore[attr-defined]
            root.go("cards")  # type: ignore[attr-defined]
            root.cards.kind = kind  # type: ignore[attr-defined]
            root.cards._again()  # type: ignore[attr-defined]

        return do

    def still(_: object) -> None:
        """Nothing is touched."""

    view = shown(played(OPENING), aim=Aim(2.4, 0.42, 126.0, 0.72))
    names = tuple(f"base-{number:02}" for number in range(1, 13))
    yield "cards", view, learning(DeckView(1, names, waiting=7))
    found = DeckView(1, names, shot=drawn_card())
    yield "cards-symbol", view, learning(found)
    yield "cards-card", view, learning(found, Symbol.TENT)
    seen = {where: CardName(name, 0.97) for where, name in zip(CENTRE, NAMED, strict=True) if name.startswith("base")}
    sighting = replace(view.sighting or Sighting(0.0), cards=seen)
    yield "cards-named", replace(view, sighting=sighting), still
    read = replace(sighting, cards={centre(2, 5): CardName("base-01", 0.97)})
    yield "cards-proposed", replace(shown(with_books((), NAMED[:1])), sighting=read), still


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


def solo_album() -> Iterator[tuple[str, View, Callable[[object], None]]]:
    """The pictures of the game against Andy, of challenges, and of what is played again."""
    still: Callable[[object], None] = lambda root: None  # noqa: E731
    real = Deal(48213, Stack.REAL)
    deal = Deal(48213, challenges=drawn_for(48213, 5))
    opening = ("place-targi blue 7", "place-targi white 14", "place-targi blue 9")

    def at(name: str, *touches: Callable[[object], None]) -> Callable[[object], None]:
        def do(root: object) -> None:
            root.go(name)  # type: ignore[attr-defined]
            for touch in touches:
                touch(root)

        return do

    def choose(root: object) -> None:
        root.go("menu")  # type: ignore[attr-defined]
        root.menu.ids.players.options["blue"].act()  # type: ignore[attr-defined]
        root.go("new_game")  # type: ignore[attr-defined]
        root.go("challenges")  # type: ignore[attr-defined]

    def draw_three(root: object) -> None:
        choose(root)
        root.challenges.draws[2].act()  # type: ignore[attr-defined]

    yield "challenges-choose", against_andy(real, ()), choose
    yield "challenges-drawn", against_andy(real, ()), draw_three
    start = Game.new(Settings(solo=Colour.BLUE))
    yield "andy-starts", shown(start, deal=deal, andy=andys_turn(start.state, deal)), still
    yield "andy", against_andy(real, opening, said=7), still
    yield "andy-which", against_andy(real, opening), still
    yield "andy-misplaced", against_andy(real, (*opening, "place-targi white 11"), said=7), still
    marked = ("place-targi blue 2", "place-targi white 3", "place-targi blue 5", "place-targi white 14",
        "place-targi blue 11", "place-targi white 13", "place-marker blue 1x5", "place-marker blue 2x5")  # fmt: skip
    yield "andy-markers", against_andy(deal, marked, *NAMED), still
    acting = (*marked, "place-marker white 3x6", "place-marker white 3x7")
    yield "andy-table", against_andy(deal, acting, *NAMED), still
    back = tuple(f"return-targi blue {number}" for number in (2, 5, 11))
    gone = against_andy(real, (*acting, *back, "return-marker blue 1x5", "return-marker blue 2x5"))
    yield "andy-leaves", gone, still
    yield "challenges", against_andy(deal, acting, *NAMED), at("tasks")
    over = scored()
    state = replace(over.state, settings=Settings(solo=Colour.BLUE))
    ended = replace(shown(over), state=state, deal=deal, guidance=guide(state))
    yield "challenges-over", ended, at("tasks")
    yield "again", against_andy(deal, acting, *NAMED), at("again", lambda root: root.again._choose(1))  # type: ignore[attr-defined]
    points = ((26, True), (31, True), (19, False), (33, True), (24, False), (35, True), (38, True))
    games = tuple(
        Played(number, Deal(number, challenges=drawn_for(number, number % 5 + 1), outcome=Outcome(won, vp, 12)))
        for number, (vp, won) in enumerate(points)
    )
    yield "played", replace(against_andy(deal, ()), played=games), at("played")


def main() -> None:
    """Makes the pictures."""
    parser = argparse.ArgumentParser(prog="python -m ui.screenshots", description="Makes a picture of every screen.")
    parser.add_argument("--out", type=Path, default=Path("docs"), help="folder for the pictures")
    parser.add_argument("--language", default="en", choices=("en", "de", "pt"))
    parser.add_argument("--size", default="1280x800", help="width x height of the window")
    parser.add_argument("--theme", default="light", choices=("light", "dark", "contrast"))
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
