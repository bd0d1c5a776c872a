"""The table's own pieces shown to the camera: where to lay one of each kind, and what came of looking at them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.lang import Builder
from kivy.uix.screenmanager import Screen

from companion.commands import Command, Showing, ShowPieces
from companion.enrolling import Enrolment, Outcome
from companion.language import Words
from companion.rules.board import SHOWN_AT, TARGIA, Standing
from companion.rules.state import Edition
from companion.view import Source, View
from ui.faces import Picture
from ui.page import Columns
from ui.speech import speech


def told(words: Words, enrolment: Enrolment, known: bool) -> str:
    """How it goes, in words."""
    outcome = enrolment.outcome
    if outcome is Outcome.MISSING:
        pieces = [words.say("pieces.one", piece=piece, place=SHOWN_AT[piece]) for piece in enrolment.pieces]
        return words.say("pieces.missing", pieces=words.listed(pieces))
    if outcome in (Outcome.TOO_DARK, Outcome.TOO_BRIGHT):
        return words.say("aim.light.dark" if outcome is Outcome.TOO_DARK else "aim.light.bright")
    if outcome is Outcome.OPEN:
        return words.say("pieces.known") if known else ""
    return words.say(f"pieces.{outcome}")


class Lay(Columns):
    """The drawing of where the pieces are laid, beside what to do. ``begin`` and ``end``: nobody plays meanwhile."""

    do: Callable[[Command], object]

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._open = False

    def on_kv_post(self, _: object) -> None:
        """Its parts are there."""
        self.ids.learn.act = lambda: self.do(ShowPieces(Showing.LEARN))
        self.ids.forget.act = lambda: self.do(ShowPieces(Showing.FORGET))

    def begin(self) -> None:
        """Pieces are laid from now on."""
        if not self._open:
            self._open = True
            self.do(ShowPieces(Showing.BEGIN))

    def end(self) -> None:
        """Nobody lays them any more."""
        if self._open:
            self._open = False
            self.do(ShowPieces(Showing.END))

    def show(self, view: View) -> None:
        """Shows that view's state of it."""
        words, ids, enrolment = speech.words, self.ids, view.enrolment or Enrolment()
        base = view.state.settings.edition is Edition.BASE
        laid = {(piece, where) for piece, where in SHOWN_AT.items() if not (base and piece == TARGIA)}
        missing = frozenset(SHOWN_AT[piece] for piece in enrolment.pieces)
        ids.board.show(Picture(standing=Standing(frozenset(laid)), doubts=missing), words)
        sees = view.source is Source.CAMERA and view.calibrated
        looking = enrolment.outcome is Outcome.LOOKING
        ids.told.text = told(words, enrolment, view.pieces_known) if sees else words.say("pieces.no_camera")
        fine = (Outcome.OPEN, Outcome.LOOKING, Outcome.LEARNT, Outcome.FORGOTTEN)
        failed = enrolment.outcome not in fine or not sees
        learnt = view.pieces_known and not failed and not looking
        ids.sign.symbol = "warning" if failed else "check" if learnt else ""
        ids.learn.disabled = not sees or looking
        ids.forget.disabled = not view.pieces_known or not sees or looking


class ShowingScreen(Screen):  # type: ignore[misc]
    """Showing the pieces, from the aim screen."""

    def __init__(self, do: Callable[[Command], None], go: Callable[[str], None], **kwargs: object) -> None:
        super().__init__(**kwargs)
        back = self.ids.bar.ids.back
        back.code, back.act = "button.narrow_back", lambda: go("aim")
        self.ids.lay.do = do

    def on_pre_enter(self) -> None:
        """Pieces are laid from now on."""
        self.ids.lay.begin()

    def on_pre_leave(self) -> None:
        """The game goes on."""
        self.ids.lay.end()

    def refresh(self, view: View) -> None:
        """Shows that view's state of it."""
        self.ids.lay.show(view)


Builder.load_file(str(Path(__file__).with_name("showing.kv")))
