"""What stands on a dimmed screen while people think: the round, and whose turn it is."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty
from kivy.uix.anchorlayout import AnchorLayout

from companion.rules.board import TARGI_OF
from companion.rules.state import Phase
from companion.view import View
from ui.speech import speech


class Rest(AnchorLayout):  # type: ignore[misc]
    """Lies over everything and takes no touch; ``on``: it is to be seen."""

    on = BooleanProperty(False)

    def show(self, view: View) -> None:
        """Shows that view's round."""
        words, guidance, ids = speech.words, view.guidance, self.ids
        over = guidance.phase is Phase.OVER
        ids.round.text = words.say("header.over") if over else words.say("header.round", round=guidance.round)
        turn = guidance.turn
        ids.sign.piece = TARGI_OF[turn] if turn else None
        ids.turn.text = "" if over else words.name(turn) if turn else words.say(f"turn.{guidance.phase}")


Builder.load_file(str(Path(__file__).with_name("rest.kv")))
