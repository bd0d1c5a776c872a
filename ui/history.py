"""The game's history: every step with its title, those taken back too, and the way back and forth."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.commands import Redo
from companion.game import Title
from companion.language import told
from companion.rules.board import TARGI_OF
from companion.view import View
from ui.speech import speech

ROWS = 9
"""Steps on one page."""


class StepRow(BoxLayout):  # type: ignore[misc]
    """One step: the round, whose it was, what happened, and whether it was taken back."""

    round = StringProperty("")
    text = StringProperty("")

    def show(self, step: Title, first: bool) -> None:
        """Shows that step; ``first`` of its round on the page."""
        words = speech.words
        what = told.title(words, step)
        self.text = words.say("history.undone", what=what) if step.undone else what
        self.round = words.say("history.round", round=step.round) if first else ""
        self.ids.sign.piece = TARGI_OF[step.colour] if step.colour else None
        self.ids.sign.symbol = "" if step.colour else "pile" if step.draw else "next"
        self.opacity = 0.55 if step.undone else 1


class HistoryScreen(Screen):  # type: ignore[misc]
    """A page of steps, the last one first shown. ``undo`` asks both players where it must."""

    def __init__(
        self, do: Callable[[object], None], go: Callable[[str], None], undo: Callable[[], None], **kwargs: object
    ) -> None:
        super().__init__(**kwargs)
        self.page = 0  # from the end
        self.view: View | None = None
        ids = self.ids
        ids.bar.ids.back.act = lambda: go("table")
        ids.undo.act = undo
        ids.redo.act = lambda: self.view and do(Redo(self.view.revision))
        ids.earlier.act = lambda: self._turn(1)
        ids.later.act = lambda: self._turn(-1)

    def refresh(self, view: View) -> None:
        """Shows that view's history."""
        self.view = view
        history, ids = view.history, self.ids
        pages = max(1, -(-len(history) // ROWS))
        self.page = min(self.page, pages - 1)
        end = len(history) - self.page * ROWS
        shown = history[max(0, end - ROWS) : end]
        ids.rows.clear_widgets()
        before: int | None = None
        for step in shown:
            row = StepRow()
            row.show(step, step.round != before)
            before = step.round
            ids.rows.add_widget(row)
        ids.none.text = "" if history else speech.words.say("history.none")
        ids.undo.disabled, ids.redo.disabled = not view.undo, not view.redo
        ids.earlier.disabled, ids.later.disabled = self.page >= pages - 1, self.page == 0

    def _turn(self, by: int) -> None:
        self.page = max(0, self.page + by)
        if self.view is not None:
            self.refresh(self.view)


Builder.load_file(str(Path(__file__).with_name("history.kv")))
