"""The camera screen: the live picture with what was recognised drawn over it, and its problems in words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.lang import Builder
from kivy.uix.screenmanager import Screen

from companion.guide import ProblemCode
from companion.language import sentences
from companion.view import Frame, View
from ui.live import Live
from ui.speech import speech

_OF_THE_GAME = frozenset({ProblemCode.ROBBER_MISPLACED, ProblemCode.TARGIA_MISPLACED})


class CameraScreen(Screen):  # type: ignore[misc]
    """What the camera sees."""

    def __init__(self, go: Callable[[str], None], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.ids.bar.ids.back.act = lambda: go("table")
        self.ids.aim.act = lambda: go("aim")
        self.view: View | None = None
        self.live: Live = self.ids.live

    def refresh(self, view: View) -> None:
        """Shows that view's words."""
        self.view = view
        words, sighting = speech.words, view.sighting
        lines = [
            sentences.problem(words, trouble) for trouble in view.guidance.problems if trouble.code not in _OF_THE_GAME
        ]
        if sighting is None or not sighting.found:
            lines = lines or [words.say("camera.none")]
        else:
            if not (lines or sighting.doubts or sighting.covered):
                lines.append(words.say("camera.fine"))
            lines.append(words.say("camera.seen", count=len(sighting.standing.pieces)))
            lines += [words.say("camera.doubt", place=doubt.where) for doubt in sighting.doubts]
            if sighting.covered:
                lines.append(words.say("camera.covered", places=tuple(sorted(sighting.covered))))
        self.ids.words.text = "\n\n".join([words.say(f"source.{view.source}"), *lines])

    def feed(self, frame: Frame | None) -> None:
        """Shows that frame."""
        if self.view is not None:
            self.live.feed(frame, self.view.sighting, self.view.picture_px)


Builder.load_file(str(Path(__file__).with_name("camera.kv")))
