"""A game played once more from the start of one of its rounds, otherwise: same seed, so the same cards of Andy's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.lang import Builder
from kivy.uix.screenmanager import Screen

from companion.commands import Command, PlayAgain
from companion.language import solo
from companion.played import Played
from companion.rules.rounds import LAST_ROUND
from companion.view import View
from ui.speech import speech
from ui.widgets import Act


class AgainScreen(Screen):  # type: ignore[misc]
    """The rounds of a game as buttons. Two touches: the round, and the start."""

    def __init__(self, do: Callable[[Command], None], go: Callable[[str], None], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.do, self.go = do, go
        self.view: View | None = None
        self.game: Played | None = None  # None: the one in play
        self.round = 0
        ids = self.ids
        ids.bar.ids.back.code, ids.bar.ids.back.act = "button.narrow_back", self._back
        ids.start.act = self._start
        self.rounds = [Act(text=str(number), most=22) for number in range(1, LAST_ROUND + 1)]
        for number, button in enumerate(self.rounds, 1):
            button.act = lambda number=number: self._choose(number)
            ids.rounds.add_widget(button)

    def open(self, game: Played | None) -> None:
        """Starts from that stored game, or from the one in play."""
        self.game, self.round = game, 0

    def refresh(self, view: View) -> None:
        """Shows the rounds there are."""
        self.view = view
        words, ids = speech.words, self.ids
        deal = self.game.deal if self.game else view.deal
        last = self.game.deal.outcome.round if self.game and self.game.deal.outcome else view.state.round
        ids.origin.text = solo.origin(words, deal) if deal else ""
        for number, button in enumerate(self.rounds, 1):
            button.disabled = number > last
            button.look = "chosen" if number == self.round else "plain"
        ids.start.text = words.say("again.start", round=self.round) if self.round else words.say("button.start")
        ids.start.disabled = not self.round

    def _choose(self, number: int) -> None:
        self.round = number
        if self.view is not None:
            self.refresh(self.view)

    def _back(self) -> None:
        self.go("played" if self.game else "tasks")

    def _start(self) -> None:
        if self.view is not None and self.round:
            self.do(PlayAgain(self.view.revision, self.round, self.game.game if self.game else None))
            self.go("table")


Builder.load_file(str(Path(__file__).with_name("again.kv")))
