"""Every screen of the product once: its name, the view it shows, and what is touched before its picture is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from types import MappingProxyType

from companion import shelf
from companion.agreement import Agreement
from companion.andys_turn import andys_turn
from companion.deal import Deal, Outcome, Stack, drawn_for
from companion.devices import Devices
from companion.enrolling import Enrolment
from companion.enrolling import Outcome as EnrolmentOutcome
from companion.game import Crossing, Game
from companion.guide import Problem, ProblemCode, Question, QuestionCode, Sight, guide
from companion.own_deck import DeckView
from companion.played import Played
from companion.putting_back import PutBack, to_put_back
from companion.rules.agenda import at_hand
from companion.rules.board import (
    BLUE_TARGI,
    CENTRE,
    ROBBER,
    WHITE_MARKER,
    WHITE_TARGI,
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
from companion.rules.decks import exchanged
from companion.rules.engine import legal_moves
from companion.rules.resources import Symbol
from companion.rules.scoring import What
from companion.rules.state import Edition, Phase, Settings
from companion.simulate import next_move
from companion.touch import MARKS
from companion.view import Aim, Source, View
from ui.still import (
    CORNERS_PX,
    CROSSED,
    MARKED,
    NAMED,
    OPENING,
    TAKE_OVER,
    StillDeck,
    against_andy,
    drawn_card,
    played,
    played_until,
    scored,
    shown,
    with_books,
)


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
    yield "aim", shown(played(()), aim=Aim(1.6, 0.12, 126.0, 0.72, names_per_mm=1.6)), at("aim")
    shown_last = Enrolment(EnrolmentOutcome.MISSING, (WHITE_TARGI, WHITE_MARKER))
    laid = replace(shown(played((), expansion)), calibrated=True, enrolment=shown_last)
    yield "show-pieces", laid, at("showing")
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
    yield from over_album()
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
    yield "first-steps-pieces", replace(plain, calibrated=True), at("wizard", 1, 1, 1)
    yield "first-steps-ready", plain, at("wizard", 1, 1, 1, 1)
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
    told = shelf.Told(shelf.Outcome.PICTURED, "exchange/game-1.png")
    yield "game-kept", replace(plain, shelf=shelf.Shelf(games, opened=opened, told=told)), at("kept")


def over_album() -> Iterator[tuple[str, View, Callable[[object], None]]]:
    """What lies over the screens."""

    def marks(root: object, felt: tuple[tuple[float, float], ...] = ()) -> None:
        """The check of touches, after the panel has felt them there."""
        root.check_touch()  # type: ignore[attr-defined]
        check = root.children[0]  # type: ignore[attr-defined]
        check._felt = list(felt)
        check._show()

    def part(root: object) -> None:
        root._part()  # type: ignore[attr-defined]

    view = shown(played(OPENING))
    yield "touch-check", view, marks
    yield "touch-found", view, partial(marks, felt=tuple((1 - y, x + 0.05) for x, y in MARKS))
    yield "safe-to-unplug", replace(view, going_off=True), part


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
