"""Looking at games kept, beside the one in play: listed little by little, opened, written out, taken in, drawn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion import disk, shelf
from companion.commands import ExportGame, GoOnWith, KeepPicture, ListGames, LookAt, Looking, TakeIn
from companion.deal import andy_of
from companion.game import Game, LogError
from companion.home import Home, Preferences
from companion.language import LANGUAGES, Words
from companion.logs import lines_of
from companion.rules.cards import Catalogue
from companion.shelf import Opened, Outcome, Results, Shelf, Told
from companion.store import Store

LONGEST_REASON = 120
"""Letters of why a file cannot be taken in."""


class Looker:
    """One person's look at the shelf. ``step`` reads one game; the desk calls it while nothing else is to be done."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._results: Results | None = None
        self._unread: list[tuple[int, int]] = []
        self.view = Shelf()

    def step(self, store: Store) -> bool:
        """Reads one game of those that are not known yet; whether there was one."""
        if not self._unread or self._results is None:
            return False
        number, lines = self._unread.pop()
        self._results.remember(shelf.kept(number, lines, store.game(number)))
        if not self._unread:
            self._results.write()
        self._show(store, self.view.told)
        return True

    def carry_out(self, wish: Looking, store: Store, present: Game, likes: Preferences) -> Game | None:
        """Does what is wished; the game to sit down with, where there is another one now."""
        told: Told | None = None
        game: Game | None = None
        match wish:
            case ListGames():
                self._find(store)
                self.view = Shelf()
            case LookAt(game=number):
                self._open(store, number)
            case GoOnWith(game=number):
                game = store.game(number)
            case ExportGame(game=number):
                told = self._export(store, number)
            case KeepPicture(game=number):
                told = self._picture(store, number, present, likes)
            case TakeIn(file=name):
                game, told = self._take_in(name, store.cards)
        if game is not None:
            store.adopt(game)
            self._find(store)
        self._show(store, told)
        return game

    def _show(self, store: Store, told: Told | None = None) -> None:
        known = [
            line for number, lines in store.counts() if self._results and (line := self._results.of(number, lines))
        ]
        files = tuple(sorted(path.name for path in self._folder.glob("*.txt"))) if self._folder.is_dir() else ()
        self.view = Shelf(tuple(known), len(self._unread), self.view.opened, files, told)

    def _find(self, store: Store) -> None:
        """Which games are still to be read."""
        self._results = self._results or Results(self._home.folder / "results.json")
        self._unread = [each for each in store.counts() if self._results.of(*each) is None]

    def _open(self, store: Store, number: int | None) -> None:
        game = store.game(number) if number is not None else None
        found = shelf.opened(number, len(game.log), game) if game is not None and number is not None else None
        self.view = Shelf(self.view.games, self.view.unread, found, self.view.files)

    @property
    def _folder(self) -> Path:
        return self._home.exchange

    def _written(self, outcome: Outcome, path: Path, write: Callable[[], None]) -> Told:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write()
        except OSError:
            return Told(Outcome.NOT_WRITTEN, str(self._folder))
        return Told(outcome, str(path))

    def _export(self, store: Store, number: int) -> Told:
        lines = store.lines(number)
        if not lines:
            return Told(Outcome.NO_GAME)
        path = self._folder / f"game-{number}.txt"
        return self._written(Outcome.EXPORTED, path, lambda: disk.write(path, ("\n".join(lines) + "\n").encode()))

    def _picture(self, store: Store, number: int | None, present: Game, likes: Preferences) -> Told:
        game = present if number is None else store.game(number)
        number = number or store.number
        if game is None:
            return Told(Outcome.NO_GAME)
        path = self._folder / f"game-{number or 0}.png"
        found = shelf.opened(number or 0, len(game.log), game)
        return self._written(Outcome.PICTURED, path, lambda: _draw(found, likes, path))

    def _take_in(self, name: str, cards: Catalogue | None) -> tuple[Game | None, Told]:
        path = self._folder / Path(name).name
        try:
            return Game.read(lines_of(path), cards=cards), Told(Outcome.TAKEN_IN, path.name)
        except (OSError, LogError, ValueError) as error:
            return None, Told(Outcome.NO_LOG, f"{path.name}: {error}"[:LONGEST_REASON])


def _draw(game: Opened, likes: Preferences, path: Path) -> None:
    """Draws a game's picture into a file. Raises OSError."""
    from companion.keepsake import png  # what draws is loaded when it is needed

    settings = game.state.settings
    language = likes.language if likes.language in LANGUAGES else "en"
    words = Words(language, settings.edition, andy_of(settings.solo), likes.names)
    disk.write(path, png(game, words))
