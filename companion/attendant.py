"""The attendant: hands presses of the buttons to the desk, and the desk's view to the e-ink panel and the lamp.

A thread of its own, beside desk and window; none of them waits for another. What it needs of devices comes as values
and plain calls, so that nothing here knows any device.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from enum import Enum
from typing import Protocol

from PIL.Image import Image

from companion.language import LANGUAGES, Words
from companion.pages import draw
from companion.pressing import Hand, Key, PageKind, Way, pressed
from companion.rules.board import Colour
from companion.sheets import Sheet, sheet
from companion.view import Desk, Source, View

_LOOK_SECONDS = 0.1
_WHOLE = (PageKind.SET_UP, PageKind.RAID, PageKind.SCORE, PageKind.OFF)


class Paper(Protocol):
    """A panel that pages are left at; never waits. ``slow``: it takes long, so it gets pages that last a round."""

    size_px: tuple[int, int]
    accent: str | None
    slow: bool

    def show(self, picture: Image, whole: bool) -> None:
        """Wants this picture; ``whole``: a good moment for a full refresh."""
        ...


class Signal(str, Enum):
    """What the lamp says."""

    OFF = "off"
    BLUE = "blue"  # blue's turn
    WHITE = "white"  # white's turn
    WRONG = "wrong"  # something stands where it may not, or something is asked
    THINKING = "thinking"  # the table is being looked for, or a hand is at work

    def __str__(self) -> str:
        return self.value


Lamp = Callable[[Signal], None]


def signal(view: View) -> Signal:
    """What the lamp should say of a view."""
    guidance = view.guidance
    if guidance.forbidden or view.refused or guidance.questions:
        return Signal.WRONG
    if view.source is Source.STARTING or (view.sighting is not None and view.sighting.blocked):
        return Signal.THINKING
    if guidance.turn is None:
        return Signal.OFF
    return Signal.BLUE if guidance.turn is Colour.BLUE else Signal.WHITE


class Attendant:
    """Serves one desk. ``press`` takes presses from any thread; ``step`` does what is to be done, ``start`` has a
    thread do that until ``close``. ``language``: the one asked for, until another is chosen."""

    def __init__(self, desk: Desk, language: str | None = None, lamp: Lamp | None = None) -> None:
        self._desk, self._lamp = desk, lamp
        self._language, self._kept = language, desk.view().language
        self._paper: Paper | None = None
        self._hand = Hand()
        self._in_use = False
        self.pressable = False  # whether there is anything to press, beside keys of a window
        self._presses: queue.SimpleQueue[tuple[Key, Way]] = queue.SimpleQueue()
        self._drawn: Sheet | None = None
        self._seen: tuple[View, Hand] | None = None
        self._round = 0
        self._said: Signal | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def give(self, paper: Paper) -> None:
        """From now on pages go to that panel."""
        self._paper, self._drawn, self._seen = paper, None, None

    def press(self, key: Key, way: Way) -> None:
        """A button was pressed."""
        self._in_use = True
        self._presses.put((key, way))

    @property
    def hand(self) -> Hand | None:
        """Where people are with the buttons; None while there are none and no key was pressed."""
        return self._hand if self.pressable or self._in_use else None

    def start(self) -> None:
        """Has a thread do the work."""
        self._thread = threading.Thread(target=self._run, name="attendant", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends the thread, leaves the last page at the panel, and puts the lamp out."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._show(self._desk.view())
        if self._lamp is not None:
            self._lamp(Signal.OFF)

    def _run(self) -> None:
        while not self._stop.is_set():
            self.step(_LOOK_SECONDS)

    def step(self, wait_seconds: float = 0.0) -> None:
        """Carries out one press, if one comes within that time, and shows what there is to show."""
        try:
            key, way = self._presses.get(timeout=wait_seconds) if wait_seconds else self._presses.get_nowait()
        except queue.Empty:
            pass
        else:
            self._hand, command = pressed(self._hand, key, way, self._desk.view())
            if command is not None:
                self._desk.do(command)
        self._show(self._desk.view())

    def _show(self, view: View) -> None:
        self._hand = self._hand.seeing(view)
        if self._lamp is not None and self._said is not (said := signal(view)):
            self._said = said
            self._lamp(said)
        paper = self._paper
        if paper is None or (self._seen is not None and self._seen[0] is view and self._seen[1] == self._hand):
            return
        self._seen = view, self._hand
        made = sheet(view, self._hand, self._words(view), paper.slow)
        if made != self._drawn:
            turned = view.guidance.round != self._round or (made.kind in _WHOLE and self._kind_changed(made))
            self._drawn, self._round = made, view.guidance.round
            paper.show(draw(made, paper.size_px, paper.accent), turned)

    def _kind_changed(self, made: Sheet) -> bool:
        return self._drawn is None or self._drawn.kind is not made.kind

    def _words(self, view: View) -> Words:
        if view.language != self._kept:
            self._language, self._kept = None, view.language
        language = self._language or view.language
        settings = view.state.settings
        andy = settings.solo.other if settings.solo else None
        return Words(language if language in LANGUAGES else "en", settings.edition, andy, view.names, view.border)
