"""Games kept: a line for each with its result, points over games drawn, and one game opened with its steps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.graphics import Color, Line, Rectangle, SmoothRoundedRectangle
from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen
from kivy.utils import get_color_from_hex

from companion.commands import Command, ExportGame, GoOnWith, KeepPicture, ListGames, LookAt, TakeIn
from companion.language import Words
from companion.language.scored import verdict
from companion.rules.board import Colour
from companion.shelf import Kept, means
from companion.view import View
from ui import theme as paint
from ui.drawing import Drawn
from ui.history import StepRow
from ui.score import Bar
from ui.speech import speech
from ui.theme import theme
from ui.tokens import written
from ui.widgets import Act

ROWS = 5
"""Games on one page."""
STEPS = 8
"""Steps on one page."""
DRAWN = 10
"""Games drawn: the last ones that had books."""
MOST_FILES = 2


def line_text(words: Words, game: Kept) -> str:
    """A game in two lines: which it was, and how it ended."""
    what = words.say("games.solo") if game.solo else words.say(f"edition.{game.edition}")
    first = f"{words.say('games.line', number=game.number)} · {what}"
    if game.round is None:
        return f"{first}\n{words.say('games.unreadable')}"
    ends = words.say("header.over") if game.over else words.say("games.round", round=game.round)
    points = " : ".join(str(vp) for vp in game.totals.values()) or words.say("games.no_books")
    return f"{first}\n{ends} · {points}"


class Scores(Drawn):
    """The points of both players in the last games: Blue's column filled with blue, White's beside it white with an
    edge, the number above, the game's number below."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.games: tuple[Kept, ...] = ()

    def show(self, games: tuple[Kept, ...]) -> None:
        """Draws these games, oldest left."""
        self.games = games
        self.redraw()

    def columns(self) -> list[tuple[Kept, Colour, float, float, float, float]]:
        """For each column its game, whose it is, and left, bottom, width and height in pixels."""
        if not self.games:
            return []
        text = 20 * theme.u
        most = max(20, *(vp for game in self.games for vp in game.totals.values()))
        step = min(self.width / len(self.games), 90 * theme.u)
        wide, room = step * 0.4, self.height - 2 * text
        return [
            (game, colour, self.x + at * step + (colour is Colour.WHITE) * wide, self.y + text, wide, room * vp / most)
            for at, game in enumerate(self.games)
            for colour, vp in game.totals.items()
        ]

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if self.height < 60 * theme.u:
            return
        fills = {Colour.BLUE: paint.BLUE, Colour.WHITE: paint.WHITE}
        size = min(15 * theme.u, self.width / max(1, len(self.games)) * 0.3)
        with self.canvas:
            for game, colour, x, y, wide, tall in self.columns():
                Color(*get_color_from_hex(fills[colour]))
                SmoothRoundedRectangle(pos=(x, y), size=(wide, max(2, tall)), radius=[2 * theme.u])
                Color(*get_color_from_hex(theme.palette.ink))
                Line(rectangle=(x, y, wide, max(2, tall)), width=1)
                self._write(str(game.totals[colour]), x + wide / 2, y + tall + size * 0.7, size)
                if colour is next(iter(game.totals)):
                    self._write(str(game.number), x + wide, y - size * 0.7, size * 0.9)

    @staticmethod
    def _write(text: str, x: float, y: float, size: float) -> None:
        texture = written(text, size)
        Color(*get_color_from_hex(theme.palette.ink))
        Rectangle(texture=texture, pos=(round(x - texture.width / 2), round(y - texture.height / 2)), size=texture.size)


class SourceRow(BoxLayout):  # type: ignore[misc]
    """What points came from: its name, a bar, how many on average."""

    text = StringProperty("")
    value = StringProperty("")
    part = NumericProperty(0.0)


class GamesScreen(Screen):  # type: ignore[misc]
    """The list, newest first, and what the games add up to."""

    def __init__(self, do: Callable[[Command], None], go: Callable[[str], None], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.do, self.go = do, go
        self.page = 0
        self.view: View | None = None
        ids = self.ids
        ids.bar.ids.back.code, ids.bar.ids.back.act = "button.narrow_back", lambda: go("menu")
        ids.earlier.act = lambda: self._turn(1)
        ids.later.act = lambda: self._turn(-1)

    def on_pre_enter(self) -> None:
        """The list is read anew."""
        self.do(ListGames())

    def refresh(self, view: View) -> None:
        """Shows the games there are."""
        self.view = view
        words, ids, shelf = speech.words, self.ids, view.shelf
        games = shelf.games[::-1]
        self.page = min(self.page, max(0, (len(games) - 1) // ROWS))
        ids.rows.clear_widgets()
        for game in games[self.page * ROWS :][:ROWS]:
            row = Act(text=line_text(words, game), symbol="check" if game.over else "next", most=17)
            row.disabled = game.round is None
            row.act = lambda game=game: self._open(game)
            ids.rows.add_widget(row)
        ids.none.text = words.say("games.unread", count=shelf.unread) if shelf.unread else ""
        if not games and not shelf.unread:
            ids.none.text = words.say("games.none")
        ids.earlier.disabled, ids.later.disabled = (self.page + 1) * ROWS >= len(games), self.page == 0
        ids.scores.show(tuple(game for game in shelf.games if game.over and game.points)[-DRAWN:])
        self._sources(words, shelf.games)
        ids.told.text = told_text(words, view) or words.say("games.folder", folder="exchange")
        ids.files.clear_widgets()
        for name in shelf.files[:MOST_FILES]:
            button = Act(text=words.say("games.take_in", file=name), symbol="new", most=16)
            button.act = lambda name=name: self.do(TakeIn(name))
            ids.files.add_widget(button)

    def _sources(self, words: Words, games: tuple[Kept, ...]) -> None:
        found = means(games)
        self.ids.sources.clear_widgets()
        for what, mean in found.items():
            text, part = words.say(f"source_of_points.{what}"), max(0.0, mean) / max(found.values())
            self.ids.sources.add_widget(SourceRow(text=text, value=words.number(mean), part=part))

    def _open(self, game: Kept) -> None:
        self.do(LookAt(game.number))
        self.go("kept")

    def _turn(self, by: int) -> None:
        self.page = max(0, self.page + by)
        if self.view is not None:
            self.refresh(self.view)


class KeptScreen(Screen):  # type: ignore[misc]
    """One game: its steps, its end, and what can be done with it."""

    def __init__(self, do: Callable[[Command], None], go: Callable[[str], None], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.do, self.go = do, go
        self.page = 0  # from the end
        self.view: View | None = None
        self.number: int | None = None
        ids = self.ids
        ids.bar.ids.back.code, ids.bar.ids.back.act = "button.narrow_back", lambda: go("games")
        ids.earlier.act = lambda: self._turn(1)
        ids.later.act = lambda: self._turn(-1)
        ids.export.act = lambda: self.number and do(ExportGame(self.number))
        ids.picture.act = lambda: self.number and do(KeepPicture(self.number))
        ids.go_on.act = self._go_on

    def refresh(self, view: View) -> None:
        """Shows the game that is open."""
        self.view = view
        words, ids, opened = speech.words, self.ids, view.shelf.opened
        number = opened.kept.number if opened else None
        if number != self.number:
            self.number, self.page = number, 0
        for button in (ids.export, ids.picture, ids.go_on):
            button.disabled = opened is None
        ids.told.text = told_text(words, view)
        ids.rows.clear_widgets()
        if opened is None:
            return
        ids.game.text = line_text(words, opened.kept).replace("\n", " · ")
        settings = opened.state.settings
        own = Words(words.language, settings.edition, settings.solo.other if settings.solo else None, view.names)
        ids.verdict.text = self._verdict(own, opened.kept.over)
        ids.go_on.disabled = opened.kept.over
        steps = opened.steps
        pages = max(1, -(-len(steps) // STEPS))
        self.page = min(self.page, pages - 1)
        end = len(steps) - self.page * STEPS
        before: int | None = None
        for step in steps[max(0, end - STEPS) : end]:
            row = StepRow()
            row.show(step, step.round != before)
            before = step.round
            ids.rows.add_widget(row)
        ids.earlier.disabled, ids.later.disabled = self.page >= pages - 1, self.page == 0

    def _verdict(self, words: Words, over: bool) -> str:
        opened = self.view.shelf.opened if self.view else None
        if opened is None:
            return ""
        if opened.result is not None:
            return verdict(words, opened.result, over)
        return words.say("header.over") if over else words.say("keepsake.not_over")

    def _go_on(self) -> None:
        if self.number is not None:
            self.do(GoOnWith(self.number))
            self.go("table")

    def _turn(self, by: int) -> None:
        self.page = max(0, self.page + by)
        if self.view is not None:
            self.refresh(self.view)


def told_text(words: Words, view: View) -> str:
    """What came of the last wish."""
    told = view.shelf.told
    return words.say(told.outcome, text=told.text) if told else ""


__all__ = ["Bar", "GamesScreen", "KeptScreen"]  # the rules draw bars

Builder.load_file(str(Path(__file__).with_name("games.kv")))
