"""A new game with all its choices: who plays, which box, books, house rules, names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.lang import Builder

from companion.bookkeeping import Keeping, house_rules
from companion.commands import Command, NewGame
from companion.rules.board import Colour
from companion.rules.state import Edition
from companion.view import View
from ui.menu import GameScreen, Pick
from ui.speech import speech
from ui.widgets import Act

BOOKS = ("off", "on")
EASIER = "easier"
BONUS_DUNES = "bonus_dunes"


def offered(edition: Edition, solo: bool) -> tuple[str, ...]:
    """The extras that mean something in such a game: more at the start (clause XSET-3), the Bonus-Box's dunes (clause
    BDUN-1), and the house rules of its clauses."""
    expansion = edition is Edition.EXPANSION
    apart = {
        "fata_morgana_face_down": not expansion,
        "fata_morgana_diagonal": expansion,
        "water_in_any_turn": expansion and not solo,
        "trader_b_unlimited": False,  # that card is in no border that is offered
        "raid_nothing_passed_on": not solo,
        "andy_opposite_himself": solo,
    }
    extras = [EASIER] if expansion else [BONUS_DUNES]
    return (*extras, *(name for name in house_rules() if apart.get(name, True)))


class NewGameScreen(GameScreen):
    """The choices. A game that is on is put away by a second touch only."""

    def __init__(self, do: Callable[[Command], None], go: Callable[[str], None], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.do, self.go = do, go
        self.view: View | None = None
        self.extras: set[str] = set()
        ids = self.ids
        self.picks: dict[str, Pick] = {name: ids[name] for name in ("edition", "players", "starts", "books")}
        changed = lambda _: self._changed()  # noqa: E731
        self.offer_games(changed)
        ids.books.fill({name: Act(code=f"books.{name}", most=16) for name in BOOKS}, changed)
        ids.bar.ids.back.code, ids.bar.ids.back.act = "button.narrow_back", lambda: go("menu")
        ids.names.act = lambda: go("names")
        ids.start.act = self._start

    def open(self, view: View, chosen: dict[str, str]) -> None:
        """Starts from what the menu has chosen. Books are off until chosen."""
        self.view, self.extras = view, set()
        for name, option in {"books": "off", **chosen}.items():
            self.picks[name].choose(option)
        self._changed()

    def refresh(self, view: View) -> None:
        """Keeps the view that commands are given on."""
        self.view = view
        for name, colour in (("blue", Colour.BLUE), ("white", Colour.WHITE)):
            button = self.ids.starts.options[name]
            button.code, button.text = "", speech.words.name(colour)

    @property
    def keeping(self) -> Keeping | None:
        """How books are kept, if they are."""
        if self.ids.books.chosen != "on":
            return None
        options = frozenset(self.extras) - {EASIER, BONUS_DUNES}
        return Keeping(EASIER in self.extras, options, BONUS_DUNES in self.extras)

    def _changed(self) -> None:
        """The extras that fit what is chosen."""
        self.ids.start.code = "button.start"
        settings = self.settings
        names = offered(settings.edition, settings.solo is not None)
        self.extras &= set(names)
        box = self.ids.extras
        box.clear_widgets()
        with_books = self.ids.books.chosen == "on"
        self.ids.about.code = "menu.house_rules" if with_books else "menu.house_rules.no_books"
        for name in names if with_books else ():
            chosen = name in self.extras
            button = Act(
                code=f"extra.{name}", most=15, look="chosen" if chosen else "plain",
                symbol="check" if chosen else "empty",
            )  # fmt: skip
            button.act = lambda name=name: self._toggle(name)
            box.add_widget(button)

    def _toggle(self, name: str) -> None:
        self.extras ^= {name}
        self._changed()

    def _start(self) -> None:
        if self.view is not None and self.may_start(self.view):
            self.do(NewGame(self.view.revision, self.settings, self.keeping))
            self.go("table")


Builder.load_file(str(Path(__file__).with_name("new_game.kv")))
