"""The score: where every point comes from, side by side for both players, and who has won by what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from companion.language import Words
from companion.rules.board import TARGI_OF, Colour
from companion.rules.books import Books
from companion.rules.final import final_of
from companion.rules.scoring import Line, Result, What, score
from companion.rules.state import Phase
from companion.view import View
from ui.speech import speech
from ui.tokens import short_name

ROWS = 11
"""Lines on one page."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for points, and how many it brings each player."""

    text: str
    points: dict[Colour, int]


def reasons(result: Result, words: Words, books: Books) -> tuple[Reason, ...]:
    """Every line of both players, those of the same reason together, in the order of the rules (clause SCO-1)."""
    found: dict[tuple[int, int, str], dict[Colour, int]] = {}
    texts: dict[tuple[int, int, str], str] = {}
    for tally in result.tallies:
        for line in tally.lines:
            key = (list(What).index(line.what), line.row or 0, line.card or str(line.category or ""))
            points = found.setdefault(key, {})
            points[tally.colour] = points.get(tally.colour, 0) + line.vp
            texts[key] = line_text(words, line, books)
    return tuple(Reason(texts[key], points) for key, points in sorted(found.items()))


def line_text(words: Words, line: Line, books: Books) -> str:
    """What a line counts."""
    if line.what is What.EFFECT:
        facts = books.tribe_card(line.card or "")
        symbol = words.say(facts.symbol) if facts and facts.symbol else ""
        return words.say("score.effect", card=short_name(line.card or ""), symbol=symbol)
    if line.what is What.CARDS and _unknown(books):
        return words.say("score.cards_unknown")
    if line.what is What.CHALLENGE:
        return words.say(f"score.challenge_{line.category}")
    return words.say(f"score.{line.what}", row=line.row)


def _unknown(books: Books) -> bool:
    """Whether the VP of a laid card are not known: they count as none."""
    laid = [card.card for owned in (books.blue, books.white) for _, card in owned.slots()]
    return any(facts.vp is None for card in laid if (facts := books.tribe_card(card)))


def verdict(words: Words, result: Result, over: bool) -> str:
    """Who has won, and by what (clauses SCO-3, BCHA-7); who is ahead while the game is on."""
    if not over and len(result.tallies) > 1:
        return words.say("score.leads", colour=result.winner) if result.winner else words.say("score.level")
    return words.say(f"score.decided_{result.decided_by}", colour=result.winner)


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
    """The score of the books there are; without books, the way to enter what each has."""

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
        if books is None:
            ids.verdict.text = words.say("score.no_books")
            self._page(0)
            return
        result = score(final_of(view.state))
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
