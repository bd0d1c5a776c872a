"""Games against Andy: won by number and kind of challenges, streaks, and the points of the last ones drawn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.graphics import Color, Line, Rectangle, SmoothRoundedRectangle
from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen
from kivy.utils import get_color_from_hex

from companion.played import Played, Tried, statistics
from companion.view import View
from ui.challenges import KINDS
from ui.drawing import Drawn
from ui.shapes import draw
from ui.speech import speech
from ui.tasks import symbol_of
from ui.theme import FINGER, theme
from ui.tokens import written

SHOWN = 12
"""Games drawn: as many as have room for a finger each."""


class Share(Drawn):
    """How many of so many: a box for each game played, filled for each one won."""

    games = NumericProperty(0)
    won = NumericProperty(0)

    drawn_from = ("games", "won")

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.games or self.width < 8:
            return
        palette, tall = theme.palette, self.height * 0.5
        with self.canvas:
            Color(*get_color_from_hex(palette.line))
            Line(rounded_rectangle=(self.x, self.center_y - tall / 2, self.width, tall, tall * 0.3), width=theme.u)
            Color(*get_color_from_hex(palette.right))
            wide = self.width * self.won / self.games
            if wide:
                SmoothRoundedRectangle(pos=(self.x, self.center_y - tall / 2), size=(wide, tall), radius=[tall * 0.3])


class ShareRow(BoxLayout):  # type: ignore[misc]
    """So many challenges, or one kind: won of played."""

    symbol = StringProperty("")
    name = StringProperty("")
    games = NumericProperty(0)
    won = NumericProperty(0)


class Points(Drawn):
    """The points of games as columns, newest right, with a check on those won and a cross on those lost. Dispatches
    ``on_game`` with the one touched."""

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_game")
        super().__init__(**kwargs)
        self.games: tuple[Played, ...] = ()

    def on_game(self, game: Played) -> None:
        """A game was touched."""

    def show(self, games: tuple[Played, ...]) -> None:
        """Draws these games."""
        self.games = games
        self.redraw()

    @property
    def step(self) -> float:
        """The width of a column in pixels."""
        return max(FINGER * theme.u, min(self.width / max(1, len(self.games)), 90 * theme.u))

    def on_touch_up(self, touch: object) -> bool:
        if not self.collide_point(*touch.pos) or not self.collide_point(*touch.opos):  # type: ignore[attr-defined]
            return False
        number = int((touch.x - self.x) // self.step)  # type: ignore[attr-defined]
        if number < len(self.games):
            self.dispatch("on_game", self.games[number])
        return True

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.games or self.height < 40:
            return
        palette, sign = theme.palette, 18 * theme.u
        most = max(20, *(one.deal.outcome.vp for one in self.games if one.deal.outcome))
        with self.canvas:
            for number, game in enumerate(self.games):
                outcome = game.deal.outcome
                if outcome is None:
                    continue
                x, wide = self.x + number * self.step, self.step * 0.62
                tall = (self.height - 2.6 * sign) * max(0, outcome.vp) / most
                Color(*get_color_from_hex(palette.right if outcome.won else palette.faint))
                SmoothRoundedRectangle(pos=(x, self.y + sign * 1.2), size=(wide, max(2, tall)), radius=[4 * theme.u])
                text = written(str(outcome.vp), 16 * theme.u)
                Color(*get_color_from_hex(palette.ink))
                place = (round(x + wide / 2 - text.width / 2), round(self.y + sign * 1.2 + tall + 2 * theme.u))
                Rectangle(texture=text, pos=place, size=text.size)
                name = "redo" if game.deal.replayed else "check" if outcome.won else "cross"
                draw(name, x + wide / 2 - sign / 2, self.y, sign * 0.9, palette.ink)


class PlayedScreen(Screen):  # type: ignore[misc]
    """The statistics."""

    def __init__(self, go: Callable[[str], None], again: Callable[[Played], None], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.again = again
        self.ids.bar.ids.back.code, self.ids.bar.ids.back.act = "button.narrow_back", lambda: go("tasks")
        self.ids.points.bind(on_game=lambda _, game: self.again(game))

    def refresh(self, view: View) -> None:
        """Shows the games there are."""
        words, ids = speech.words, self.ids
        found = statistics(view.played)
        over = tuple(one for one in view.played if one.deal.outcome is not None)
        ids.points.show(over[-SHOWN:])
        ids.none.text = "" if over else words.say("played.none")
        total = found.total
        ids.total.text = words.say("played.won", won=total.won, games=total.games)
        ids.streak.text = words.say("played.streak", streak=found.streak, longest=found.longest)
        ids.best.text = words.say("played.best", points=found.best) if found.best is not None else ""
        for box, rows in (
            (ids.by_number, [(f"{number}", "tent", one) for number, one in enumerate(found.by_number, 1)]),
            (ids.by_kind, [(words.say(kind), symbol_of(KINDS[kind][0]), one) for kind, one in found.by_category]),
        ):
            box.clear_widgets()
            for name, symbol, tried in rows:
                box.add_widget(_row(name, symbol, tried))


def _row(name: str, symbol: str, tried: Tried) -> ShareRow:
    return ShareRow(name=name, symbol=symbol, games=tried.games, won=tried.won)


Builder.load_file(str(Path(__file__).with_name("played.kv")))
