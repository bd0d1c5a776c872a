"""The running window: one poll a frame, one screen shown, and the guards every touch passes first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from time import monotonic
from typing import TypeVar

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.input.motionevent import MotionEvent
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import NoTransition, Screen, ScreenManager
from kivy.utils import get_color_from_hex

import ui.page  # (these rules must be known before the screens')
import ui.widgets  # noqa: F401
from companion.commands import Command, Prefer, Quit
from companion.language import LANGUAGES, Words
from companion.rules.board import Colour
from companion.view import Desk, View
from ui.aim import AimScreen
from ui.books import BooksScreen
from ui.camera import CameraScreen
from ui.entering import EnteringScreen
from ui.menu import MenuScreen
from ui.names import NamesScreen
from ui.new_game import NewGameScreen
from ui.score import ScoreScreen
from ui.speech import speech
from ui.table import TableScreen
from ui.taps import Taps
from ui.theme import theme

AnyScreen = TypeVar("AnyScreen", bound=Screen)
POLLS_PER_SECOND = 15
DIM_AFTER_SECONDS = 120.0
DIMNESS = 0.62


class Root(FloatLayout):  # type: ignore[misc]
    """Everything in the window. A touch on a dimmed screen only wakes it; a touch that comes twice counts once."""

    def __init__(
        self, desk: Desk, language: str | None = None, leave: Callable[[], object] = lambda: None,
        now: Callable[[], float] = monotonic, **kwargs: object,
    ) -> None:  # fmt: skip
        """``leave`` is called when the desk closes the window; ``now`` gives seconds that never run backwards."""
        super().__init__(size=Window.size, **kwargs)
        self.desk, self.leave = desk, leave
        self.taps = Taps(now, DIM_AFTER_SECONDS)
        self.shown: int | None = None
        self.view = desk.view()
        self.language = language or self.view.language or "en"
        theme.wear(self.view.theme or "light")
        theme.fit(*self.size)
        theme.enlarge(self.view.text_percent)
        self._speak(self.view)
        self.screens = ScreenManager(transition=NoTransition())
        self.table = TableScreen(self.do, self.go)
        self.table.board.now = now
        self.screens.add_widget(self.table)
        self.add_widget(self.screens)
        with self.canvas.before:
            self._ground = Color()
            self._floor = Rectangle()
        with self.canvas.after:
            self._shade = Color(0, 0, 0, 0)
            self._cover = Rectangle()
        self.bind(size=self._resized, pos=self._resized)
        theme.follow("name", self, "_recolour")
        self._recolour()
        self._resized()
        self.poll(0)

    # --- the other screens, each built when it is first shown: on a small computer that takes a while -----------------

    @cached_property
    def menu(self) -> MenuScreen:
        return self._added(MenuScreen(self.do, self.go, self.prefer))

    @cached_property
    def camera(self) -> CameraScreen:
        return self._added(CameraScreen(self.go))

    @cached_property
    def aim(self) -> AimScreen:
        return self._added(AimScreen(self.do, self.go))

    @cached_property
    def books(self) -> BooksScreen:
        return self._added(BooksScreen(self.go, self.enter))

    @cached_property
    def score(self) -> ScoreScreen:
        return self._added(ScoreScreen(self.go, self.enter))

    @cached_property
    def entering(self) -> EnteringScreen:
        return self._added(EnteringScreen(self.do, self.go))

    @cached_property
    def new_game(self) -> NewGameScreen:
        return self._added(NewGameScreen(self.do, self.go))

    @cached_property
    def names(self) -> NamesScreen:
        return self._added(NamesScreen(self._name, self.go))

    def _added(self, screen: AnyScreen) -> AnyScreen:
        self.screens.add_widget(screen)
        return screen

    # --- the desk ---------------------------------------------------------------------------------------------------

    def poll(self, _: float) -> None:
        """Asks the desk for its view, shows what is new, and dims when nobody has touched for a while."""
        self.view = self.desk.view()
        if self.view.closing:
            self.leave()
            return
        if self.view.shown != self.shown:
            if self.shown is not None:
                self.taps.stir()
            self.refresh()
        screen = self.screens.current_screen
        if screen.name in ("camera", "aim"):
            screen.feed(self.desk.frame())
        self._shade.a = DIMNESS if self.taps.dimmed else 0.0

    def refresh(self) -> None:
        """Shows the view on the present screen."""
        self._speak(self.view)
        self.shown = self.view.shown
        self.screens.current_screen.refresh(self.view)

    def do(self, command: Command) -> None:
        """Hands a command to the desk and shows what came of it."""
        self.desk.do(command)
        self.poll(0)

    def go(self, name: str) -> None:
        """Shows another screen."""
        getattr(self, name)  # builds it, if nobody has seen it yet
        if name == "menu" and self.screens.current != "new_game":
            self.menu.open(self.view, self.language, theme.name)
        if name == "new_game" and self.screens.current == "menu":
            self.new_game.open(self.view, self.menu.chosen)
        self.screens.current = name
        self.refresh()
        self.poll(0)

    def enter(self, colour: Colour) -> None:
        """Lets people put that player's books right, or enter them."""
        self.entering.open(self.view, colour, self.screens.current)
        self.go("entering")

    def prefer(self, wish: Prefer) -> None:
        """Puts language and theme on at once, and has them kept."""
        self.language = wish.language
        theme.wear(wish.theme)
        self.refresh()
        self.do(replace(wish, names=self.view.names))

    def _name(self, names: tuple[str, str]) -> None:
        """Has the players' names kept."""
        self.do(Prefer(self.language, theme.name, names))

    def _speak(self, view: View) -> None:
        settings = view.state.settings
        language = self.language if self.language in LANGUAGES else "en"
        words = Words(language, settings.edition, settings.solo.other if settings.solo else None, view.names)
        if words != speech.words:
            speech.words = words

    # --- touch, size, colours -----------------------------------------------------------------------------------------

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self.taps.swallow(touch.x / theme.u, touch.y / theme.u):
            touch.ud["swallowed"] = True
            self._shade.a = 0.0
            return True
        return bool(super().on_touch_down(touch))

    def _resized(self, *_: object) -> None:
        theme.fit(self.width, self.height)
        self._floor.size = self._cover.size = self.size

    def _recolour(self, *_: object) -> None:
        self._ground.rgba = get_color_from_hex(theme.palette.ground)


class Application(App):  # type: ignore[misc]
    """Kivy's application around the root."""

    def __init__(self, desk: Desk, language: str | None = None, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.desk, self.language = desk, language

    def build(self) -> Root:
        self.title = "Targi"
        root = Root(self.desk, self.language, leave=self.stop)
        Clock.schedule_interval(root.poll, 1 / POLLS_PER_SECOND)
        Window.bind(on_request_close=lambda *_, **__: self.desk.do(Quit()))
        return root
