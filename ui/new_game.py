"""A new game with all its choices: who plays, which box, books, house rules, names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.lang import Builder

from companion.agreement import Agreement
from companion.bookkeeping import house_rules
from companion.commands import Command, NewGame
from companion.deal import Deal
from companion.rules.board import Colour
from companion.rules.catalogue import shipped
from companion.rules.decks import border_of
from companion.rules.state import Edition
from companion.view import View
from ui.menu import GameScreen, Pick
from ui.ring import summed_up
from ui.speech import speech
from ui.widgets import Act

BOOKS = ("off", "on")
TABLE = ("easier", "mixed", "bonus_dunes", "personal_dunes")
"""Extras that change what lies on the table, books or not, by the names of `Agreement`."""
_APART = {"bonus_dunes": "personal_dunes", "personal_dunes": "bonus_dunes"}
"""Only one of them."""


def offered(edition: Edition, solo: bool, border: tuple[str, ...] = (), books: bool = True) -> tuple[str, ...]:
    """The extras that mean something in such a game: more at the start (clause XSET-3), a mixed tribe pile (clause
    XMIX-1), the Bonus-Box's dunes (clauses BDUN-1 to BDUN-3), and with books the house rules of what is played."""
    expansion = edition is Edition.EXPANSION
    morgana = border[8] if border else f"{edition}-border-09"
    fits = {
        "easier": expansion,
        "mixed": expansion,
        "personal_dunes": not expansion and not solo,
        "fata_morgana_face_down": morgana.startswith("base"),
        "fata_morgana_diagonal": morgana.startswith("expansion"),
        "water_in_any_turn": expansion and not solo,
        "trader_b_unlimited": "bonus-border-5b" in border,
        "raid_nothing_passed_on": not solo,
        "andy_opposite_himself": solo,
    }
    return tuple(name for name in (*TABLE, *(house_rules() if books else ())) if fits.get(name, True))


class NewGameScreen(GameScreen):
    """The choices. A game that is on is put away by a second touch only."""

    def __init__(
        self, do: Callable[[Command], None], go: Callable[[str], None],
        deal: Callable[[bool], Deal | None] = lambda solo: None, **kwargs: object,
    ) -> None:  # fmt: skip
        """``deal``: what is chosen of challenges, for a solo game or for two."""
        super().__init__(**kwargs)
        self.do, self.go, self.deal = do, go, deal
        self.view: View | None = None
        self.extras: set[str] = set()
        self.border: tuple[str, ...] = ()
        ids = self.ids
        self.picks: dict[str, Pick] = {name: ids[name] for name in ("edition", "players", "starts", "books")}
        changed = lambda _: self._changed()  # noqa: E731
        self.offer_games(changed)
        ids.books.fill({name: Act(code=f"books.{name}", most=16) for name in BOOKS}, changed)
        ids.bar.ids.back.code, ids.bar.ids.back.act = "button.narrow_back", lambda: go("menu")
        ids.names.act = lambda: go("names")
        ids.border.act = lambda: go("ring")
        ids.challenges.act = lambda: go("challenges")
        ids.start.act = self._start

    def open(self, view: View, chosen: dict[str, str]) -> None:
        """Starts from what the menu has chosen. Books are off until chosen."""
        self.view, self.extras, self.border = view, set(), ()
        for name, option in {"books": "off", **chosen}.items():
            self.picks[name].choose(option)
        self._changed()

    def refresh(self, view: View) -> None:
        """Keeps the view that commands are given on."""
        self.view = view
        for name, colour in (("blue", Colour.BLUE), ("white", Colour.WHITE)):
            button = self.ids.starts.options[name]
            button.code, button.text = "", speech.words.name(colour)
        self.ids.border.text = summed_up(self.lying, view.cards)

    @property
    def lying(self) -> tuple[str, ...]:
        """The border cards 1 to 16."""
        cards = self.view.cards if self.view else shipped()
        return self.border or border_of(self.settings.edition, cards)

    def take_border(self, border: tuple[str, ...]) -> None:
        """Other border cards are wanted; those of the edition alone are not remembered as such."""
        cards = self.view.cards if self.view else shipped()
        self.border = () if border == border_of(self.settings.edition, cards) else border
        self._changed()

    @property
    def agreed(self) -> Agreement:
        """What is agreed on."""
        flags = {name: True for name in TABLE if name in self.extras}
        options = frozenset(self.extras) - set(TABLE)
        books = self.ids.books.chosen == "on"
        return Agreement(books, first_game=self.first_game, border=self.border, options=options, **flags)

    def _changed(self) -> None:
        """The extras that fit what is chosen."""
        self.ids.start.code = "button.start"
        settings = self.settings
        with_books = self.ids.books.chosen == "on"
        self.ids.challenges.code = "challenges.choose" if settings.solo else "challenges.choose_two"
        names = offered(settings.edition, settings.solo is not None, self.lying, with_books)
        self.extras &= set(names)
        box = self.ids.extras
        box.clear_widgets()
        self.ids.about.code = "menu.house_rules" if with_books else "menu.house_rules.no_books"
        self.ids.border.text = summed_up(self.lying, self.view.cards if self.view else shipped())
        for name in names:
            chosen = name in self.extras
            button = Act(
                code=f"extra.{name}", most=15, look="chosen" if chosen else "plain",
                symbol="check" if chosen else "empty",
            )  # fmt: skip
            button.act = lambda name=name: self._toggle(name)
            box.add_widget(button)

    def _toggle(self, name: str) -> None:
        self.extras ^= {name}
        self.extras -= {_APART.get(name)} if name in self.extras else set()
        self._changed()

    def _start(self) -> None:
        if self.view is not None and self.may_start(self.view):
            self.do(NewGame(self.view.revision, self.settings, self.agreed, self.deal(self.settings.solo is not None)))
            self.go("table")


Builder.load_file(str(Path(__file__).with_name("new_game.kv")))
