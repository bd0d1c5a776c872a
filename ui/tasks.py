"""The challenges of the game in play: what each asks, how far it is; won or lost and why (clauses BCHA-1 to -10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from kivy.graphics import Color, Line, SmoothRoundedRectangle
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.screenmanager import Screen
from kivy.utils import get_color_from_hex

from companion.challenging import Progress, progress
from companion.commands import Command, DealOut
from companion.language import solo
from companion.rules.board import Colour
from companion.rules.challenges import (
    Challenge,
    ObstacleChallenge,
    ResourceChallenge,
    RobberChallenge,
    RowKind,
    RowsChallenge,
    Stock,
    SymbolChallenge,
    VpChallenge,
)
from companion.rules.final import final_of
from companion.rules.scoring import score
from companion.rules.state import Phase
from companion.view import View
from ui.drawing import Drawn
from ui.page import Columns
from ui.speech import speech
from ui.theme import theme
from ui.tokens import Token
from ui.widgets import Act

MOST_OFF = 9
"""The most that the Robber challenge is said to take off."""


def has_challenges(view: View) -> bool:
    """Whether there are any in this game."""
    return view.deal is not None and bool(view.deal.challenges)


def has_deal(view: View) -> bool:
    """Whether there is something of it to see: challenges, or a game against Andy that can be played again."""
    return view.deal is not None and (view.state.settings.solo is not None or has_challenges(view))


def symbol_of(task: Challenge) -> str:
    """The sign of a challenge."""
    match task:
        case VpChallenge() | ResourceChallenge(what=Stock.VP_TOKENS):
            return "vp"
        case ResourceChallenge(what=what):
            return str(what)
        case RowsChallenge(rows=RowKind.SAME):
            return "row-same"
        case RowsChallenge():
            return "row-different"
        case SymbolChallenge(more=more):
            return str(more)
        case ObstacleChallenge():
            return "warning"
        case RobberChallenge():
            return "raid"


def mark_of(found: Progress) -> str:
    """The sign of how it stands: met, broken, or open; it is never told by colour alone."""
    if isinstance(found.task, RobberChallenge):
        return "minus"
    if found.met:
        return "check"
    return "cross" if found.met is False and isinstance(found.task, ObstacleChallenge) else "empty"


def of_challenges(view: View) -> Iterator[Token]:
    """All challenges in one line: each sign, and whether it is met."""
    for found in stand(view):
        yield Token(symbol=symbol_of(found.task))
        yield Token(symbol=mark_of(found))


def stand(view: View) -> tuple[Progress, ...]:
    """How the person's challenges stand; of two players, Blue's."""
    tasks = view.deal.challenges if view.deal else ()
    return progress(view.state, tasks, view.state.settings.solo or Colour.BLUE)


class Gauge(Drawn):
    """What is reached of what is asked, as a length with the goal as a line."""

    reached = NumericProperty(0)
    wanted = NumericProperty(0)
    met = BooleanProperty(False)

    drawn_from = ("reached", "wanted", "met")

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if self.wanted <= 0 or self.width < 8:
            return
        most = max(self.wanted * 1.25, self.reached, 1)
        palette, tall = theme.palette, min(self.height * 0.5, 22 * theme.u)
        bottom, goal = self.center_y - tall / 2, self.x + self.width * self.wanted / most
        with self.canvas:
            Color(*get_color_from_hex(palette.button))
            SmoothRoundedRectangle(pos=(self.x, bottom), size=(self.width, tall), radius=[tall * 0.3])
            Color(*get_color_from_hex(palette.right if self.met else palette.doubt))
            wide = self.width * max(0, self.reached) / most
            if wide > 1:
                SmoothRoundedRectangle(pos=(self.x, bottom), size=(wide, tall), radius=[tall * 0.3])
            Color(*get_color_from_hex(palette.ink))
            Line(points=[goal, bottom - tall * 0.3, goal, bottom + tall * 1.3], width=1.6 * theme.u)


class TaskRow(Columns):  # type: ignore[misc]
    """One challenge; how far it is stands below what it asks where there is little room."""

    symbol = StringProperty("")
    text = StringProperty("")
    count = StringProperty("")
    reached = NumericProperty(0)
    wanted = NumericProperty(0)
    met = BooleanProperty(False)
    mark = StringProperty("")
    status = StringProperty("")


class TasksScreen(Screen):  # type: ignore[misc]
    """The challenges. What nobody but people can know is said here by touch."""

    def __init__(self, do: Callable[[Command], None], go: Callable[[str], None], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.do = do
        ids = self.ids
        ids.bar.ids.back.code, ids.bar.ids.back.act = "button.narrow_back", lambda: go("table")
        ids.books.act = lambda: go("books")
        ids.again.act = lambda: go("again")
        ids.played.act = lambda: go("played")

    def refresh(self, view: View) -> None:
        """Shows that view's challenges."""
        words, ids = speech.words, self.ids
        ids.books.disabled = view.state.books is None
        ids.again.disabled = ids.played.disabled = view.state.settings.solo is None
        ids.rows.clear_widgets()
        found = stand(view)
        ids.verdict.text = self._verdict(view)
        ids.origin.text = solo.origin(words, view.deal) if view.deal and view.state.settings.solo else ""
        for number, one in enumerate(found):
            ids.rows.add_widget(self._row(view, number, one))

    def _verdict(self, view: View) -> str:
        words = speech.words
        if not has_challenges(view):
            return words.say("challenge.none")
        if view.state.settings.solo is None:
            return words.say("challenges.two")
        if view.state.books is None:
            return words.say("challenge.no_books")
        if view.state.phase is Phase.OVER and view.deal:
            return solo.verdict(words, score(final_of(view.state, view.deal.challenges)).tallies[0])
        return words.say(f"difficulty.{len(view.deal.challenges) if view.deal else 0}")

    def _row(self, view: View, number: int, found: Progress) -> TaskRow:
        words, task = speech.words, found.task
        row = TaskRow(
            symbol=symbol_of(task), text=solo.challenge(words, task), count=solo.count(found),
            reached=found.reached or 0, wanted=(found.wanted or 0) if found.reached is not None else 0,
            met=bool(found.met), mark=mark_of(found), status=solo.status(words, found),
        )  # fmt: skip
        if view.state.settings.solo is None:
            row.status = row.mark = ""
        if isinstance(task, ObstacleChallenge):
            other = replace(task, kept=not task.kept)
            self._offer(row, view, number, [("cross" if task.kept else "check", other)])
        elif isinstance(task, RobberChallenge):
            less, more = max(0, task.take_off - 1), min(MOST_OFF, task.take_off + 1)
            self._offer(row, view, number, [("minus", RobberChallenge(less)), ("plus", RobberChallenge(more))])
        return row

    def _offer(self, row: TaskRow, view: View, number: int, choices: list[tuple[str, Challenge]]) -> None:
        assert view.deal is not None
        for symbol, task in choices:
            tasks = (*view.deal.challenges[:number], task, *view.deal.challenges[number + 1 :])
            command = DealOut(view.revision, replace(view.deal, challenges=tasks))
            button = Act(symbol=symbol, size_hint_x=None, width=56 * theme.u)
            button.act = lambda command=command: self.do(command)
            row.ids.buttons.add_widget(button)


Builder.load_file(str(Path(__file__).with_name("tasks.kv")))
