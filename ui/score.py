"""The score: where every point comes from, side by side for both players, and who has won by what."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from companion.language.scored import Reason, reasons, verdict
from companion.rules.board import TARGI_OF, Colour
from companion.rules.final import final_of
from companion.rules.scoring import score
from companion.rules.state import Phase
from companion.view import View
from ui.speech import speech

ROWS = 11
"""Lines on one page."""


class Bar(Widget):  # type: ignore[misc]
    """Points as a length. ``part``: 0..1 of the width; ``align``: 1 grows to the left."""

    part = NumericProperty(0.0)
    align = NumericProperty(0.0)
    fill = ColorProperty("#000000")


class ScoreRow(BoxLayout):  # type: ignore[misc]
    """One reason with the points of both."""

    text = StringProperty("")
    blue = StringProperty("")
    white = StringProperty("")
    blue_part = NumericProperty(0.0)
    white_part = NumericProperty(0.0)


class ScoreScreen(Screen):  # type: ignore[misc]
    """The score of the books there are; without books (``bare``), the way to enter what each has."""

    bare = BooleanProperty(False)

    def __init__(self, go: Callable[[str], None], enter: Callable[[Colour], None], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.page = 0
        self.view: View | None = None
        self.enter = enter
        ids = self.ids
        ids.bar.ids.back.act = lambda: go("table")
        ids.enter.act = self._enter
        ids.more.act = self._more
        for colour in Colour:
            ids[f"{colour}_sign"].piece = TARGI_OF[colour]

    def refresh(self, view: View) -> None:
        """Shows that view's score."""
        self.view = view
        words, ids, books = speech.words, self.ids, view.state.books
        ids.rows.clear_widgets()
        for colour in Colour:
            ids[f"{colour}_name"].text = words.name(colour)
            ids[f"{colour}_total"].text = ""
        ids.enter.code = "button.put_right" if books else "button.enter"
        ids.enter.look = "plain" if books else "next"
        self.bare = books is None
        if books is None:
            ids.verdict.text = ""
            self._page(0)
            return
        result = score(final_of(view.state, view.deal.challenges if view.deal else ()))
        for tally in result.tallies:
            ids[f"{tally.colour}_total"].text = str(tally.total)
        ids.verdict.text = verdict(words, result, view.state.phase is Phase.OVER)
        found = reasons(result, words, books)
        most = max((abs(vp) for reason in found for vp in reason.points.values()), default=1)
        self._page(len(found))
        for reason in found[self.page * ROWS :][:ROWS]:
            ids.rows.add_widget(_row(reason, most))

    def _page(self, lines: int) -> None:
        pages = max(1, -(-lines // ROWS))
        self.page %= pages
        self.ids.more.disabled = pages == 1
        self.ids.more.opacity = 0 if pages == 1 else 1

    def _enter(self) -> None:
        if self.view is not None:
            self.enter(self.view.state.settings.solo or Colour.BLUE)

    def _more(self) -> None:
        self.page += 1
        if self.view is not None:
            self.refresh(self.view)


def _row(reason: Reason, most: int) -> ScoreRow:
    said = {colour: str(reason.points[colour]) if colour in reason.points else "" for colour in Colour}
    parts = {colour: max(0, reason.points.get(colour, 0)) / most for colour in Colour}
    blue, white = Colour.BLUE, Colour.WHITE
    return ScoreRow(
        text=reason.text, blue=said[blue], white=said[white], blue_part=parts[blue], white_part=parts[white]
    )


Builder.load_file(str(Path(__file__).with_name("score.kv")))
