"""The menu: a new game in three touches, settings, help, games played, the camera, and the way out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.agreement import Agreement
from companion.commands import Command, LeaveDemo, NewGame, Quit, ShowDemo
from companion.rules.board import Colour
from companion.rules.state import Edition, Phase, Settings
from companion.view import View
from ui.widgets import Act

FIRST_GAME = "first"
PLAYERS: dict[str, Colour | None] = {"two": None, FIRST_GAME: None, "blue": Colour.BLUE, "white": Colour.WHITE}
STARTS: dict[str, Colour | None] = {"first": None, "blue": Colour.BLUE, "white": Colour.WHITE}


class Pick(BoxLayout):  # type: ignore[misc]
    """A row of buttons of which one is chosen."""

    title = StringProperty("")
    chosen = StringProperty("")

    def fill(self, options: dict[str, Act], taken: Callable[[str], None] | None = None) -> None:
        """Puts the options in; ``taken`` hears of each touch."""
        self.options = options
        for name, button in options.items():
            button.act = lambda name=name: self._take(name, taken)
            self.ids.row.add_widget(button)

    def _take(self, name: str, taken: Callable[[str], None] | None) -> None:
        self.choose(name)
        if taken is not None:
            taken(name)

    def choose(self, name: str) -> None:
        """Marks one option as chosen."""
        self.chosen = name
        for option, button in self.options.items():
            button.look = "chosen" if option == name else "plain"
            button.symbol = "check" if option == name else ""


class GameScreen(Screen):  # type: ignore[misc]
    """A screen that starts a new game: what every game has to be chosen, and the second touch."""

    def offer_games(self, changed: Callable[[str], None] | None = None) -> None:
        """Puts the choices in; ``changed`` hears of each touch."""
        ids = self.ids
        ids.edition.fill({str(edition): Act(code=f"edition.{edition}", most=16) for edition in Edition}, changed)
        ids.players.fill({name: Act(code=f"players.{name}", most=16) for name in PLAYERS}, changed)
        ids.starts.fill({name: Act(code=f"starts.{name}", most=16) for name in STARTS}, changed)

    @property
    def settings(self) -> Settings:
        """What is chosen."""
        return Settings(
            edition=Edition(self.ids.edition.chosen),
            solo=PLAYERS[self.ids.players.chosen],
            start=STARTS[self.ids.starts.chosen],
        )

    @property
    def first_game(self) -> bool:
        """Whether it is learnt in stages."""
        return bool(self.ids.players.chosen == FIRST_GAME)

    def may_start(self, view: View) -> bool:
        """Whether to start at this touch; a game that is on is not put away by a slip of the finger."""
        begun = view.undo and not view.demo and view.state.phase is not Phase.OVER
        if begun and self.ids.start.code == "button.start":
            self.ids.start.code = "button.start.sure"
            return False
        return True


class MenuScreen(GameScreen):
    """New game, and the way to all other screens."""

    def __init__(
        self, do: Callable[[Command], None], go: Callable[[str], None], deck: bool = False, **kwargs: object
    ) -> None:
        """``deck``: the owner's cards can be learnt."""
        super().__init__(**kwargs)
        self.do, self.go = do, go
        self.view: View | None = None
        ids = self.ids
        ids.cards.disabled = not deck
        self.offer_games()
        ids.bar.ids.back.act = lambda: go("table")
        ids.start.act = self._start
        ids.more.act = lambda: go("new_game")
        ids.books.act = lambda: go("books")
        ids.score.act = lambda: go("score")
        for name in ("settings", "about", "games", "aim", "cards"):
            ids[name].act = lambda name=name: go(name)
        ids.demo.act = self._demo
        ids.quit.act = lambda: do(Quit())

    def open(self, view: View) -> None:
        """Starts from the game being played."""
        self.refresh(view)
        self.ids.start.code = "button.start"
        settings = view.state.settings
        self.ids.edition.choose(str(settings.edition))
        self.ids.players.choose(str(settings.solo) if settings.solo else "two")
        self.ids.starts.choose("first")

    @property
    def chosen(self) -> dict[str, str]:
        """What is chosen for a new game."""
        return {name: self.ids[name].chosen for name in ("edition", "players", "starts")}

    def refresh(self, view: View) -> None:
        """Keeps the view that commands are given on."""
        self.view = view
        self.ids.demo.code = "button.demo.end" if view.demo else "button.demo"
        self.ids.books.disabled = view.state.books is None

    def _start(self) -> None:
        if self.view is not None and self.may_start(self.view):
            self.do(NewGame(self.view.revision, self.settings, Agreement(first_game=self.first_game)))
            self.go("table")

    def _demo(self) -> None:
        self.do(LeaveDemo() if self.view is not None and self.view.demo else ShowDemo())
        self.go("table")


Builder.load_file(str(Path(__file__).with_name("menu.kv")))
