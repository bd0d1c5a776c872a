"""The running window: one poll a frame, one screen shown, and the guards every touch passes first."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from random import Random
from time import monotonic
from typing import TypeVar

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.input.motionevent import MotionEvent
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import NoTransition, Screen, ScreenManager
from kivy.utils import get_color_from_hex

import ui.page
import ui.widgets  # noqa: F401
from companion.commands import Command, NewGame, Prefer, Quit
from companion.deal import Deal
from companion.language import LANGUAGES, Words
from companion.lessons import Level
from companion.own_deck import DeckDesk
from companion.played import Played
from companion.pressing import Buttons, Keyboard, Way
from companion.rules.board import Colour
from companion.touch import Touch
from companion.view import Desk, View
from ui.about import AboutScreen
from ui.again import AgainScreen
from ui.aim import AimScreen
from ui.books import BooksScreen
from ui.camera import CameraScreen
from ui.cards import CardsScreen
from ui.challenges import ChallengesScreen
from ui.entering import EnteringScreen
from ui.games import GamesScreen, KeptScreen
from ui.history import HistoryScreen
from ui.keys import KEYS, KeyStrip
from ui.menu import MenuScreen
from ui.names import NamesScreen
from ui.new_game import NewGameScreen
from ui.noticing import noticed
from ui.parting import PARTING_SECONDS, Parting
from ui.played import PlayedScreen
from ui.rest import Rest
from ui.ring import RingScreen
from ui.score import ScoreScreen
from ui.settings import SettingsScreen
from ui.setup import finish_frames
from ui.showing import ShowingScreen
from ui.sounds import Cue, Sounds, cue_of
from ui.speech import speech
from ui.table import TableScreen
from ui.taps import Taps
from ui.tasks import TasksScreen
from ui.theme import STRIP, theme
from ui.touch_check import TouchCheck
from ui.wizard import WizardScreen

AnyScreen = TypeVar("AnyScreen", bound=Screen)
POLLS_PER_SECOND = 15
HELD_FOR_CHECK = 5.0
"""Seconds that a finger stays on the glass in the first steps, anywhere, for the marks to be shown."""
HOLDS_STILL = 3.0
"""Seconds that a finger on the glass at most keeps what is below it from changing; then it may be a sleeve."""
LIVE = ("camera", "aim", "wizard", "cards", "entering")
"""Screens that show the picture itself."""
MEASURING = ("camera", "aim", "wizard", "cards")
"""Screens that show what the newest picture says of itself."""
DIMNESS = 0.74


def _seconds(minutes: int) -> float:
    """After how long the screen dims; 0 minutes: never."""
    return 60.0 * minutes or float("inf")


class Root(FloatLayout):  # type: ignore[misc]
    """Everything in the window. A touch on a dimmed screen only wakes it; a touch that comes twice counts once."""

    def __init__(
        self, desk: Desk, language: str | None = None, leave: Callable[[], object] = lambda: None,
        now: Callable[[], float] = monotonic, chance: Random | None = None, buttons: Buttons | None = None,
        play: Callable[[Cue], None] | None = None, deck: DeckDesk | None = None, **kwargs: object,
    ) -> None:  # fmt: skip
        """``leave`` is called when the desk closes the window; ``now`` gives seconds that never run backwards;
        ``chance`` draws border cards; ``buttons`` takes the keys that stand in for buttons; ``play`` sounds a cue;
        ``deck``: where the owner's cards are learnt, None: nowhere."""
        super().__init__(size=Window.size, **kwargs)
        self.desk, self.leave, self.chance, self.deck = desk, leave, chance or Random(), deck
        self.buttons, self.play = buttons or Keyboard(desk), play or Sounds()
        self.taps = Taps(now, _seconds(desk.view().dim_minutes))
        self.shown: int | None = None
        self._noticed: View | None = None
        self._finger: float | None = None  # since when one is down
        self._touch: MotionEvent | None = None  # that one
        self._parting: float | None = None  # since when the machine is being switched off
        self._old_game: Played | None = None
        self.view = desk.view()
        self.language = language or self.view.language or "en"
        theme.wear(self.view.theme or "light")
        theme.enlarge(self.view.text_percent)
        theme.fit(*self.size)
        self._speak(self.view)
        self.screens = ScreenManager(transition=NoTransition())
        self.table = TableScreen(self.do, self.go, self._guide)
        self.table.board.now = now
        self.screens.add_widget(self.table)
        self.strip = KeyStrip()
        column = BoxLayout(orientation="vertical")
        column.add_widget(self.screens)
        column.add_widget(self.strip)
        self.add_widget(column)
        self.rest = Rest()
        self.add_widget(self.rest)
        Window.bind(on_key_down=self._key)
        with self.screens.canvas.after:
            self._shade = Color(0, 0, 0, 0)
            self._cover = Rectangle()
        self.bind(size=self._resized, pos=self._resized)
        theme.follow("name", self, "_recolour")
        self._recolour()
        self._resized()
        self.poll(0)
        if self.view.first_run and not self.view.demo:
            self.go("wizard")

    # --- the other screens, each built when it is first shown: on a small computer that takes a while -----------------

    @cached_property
    def menu(self) -> MenuScreen:
        return self._added(MenuScreen(self.do, self.go, self.deck is not None))

    @cached_property
    def settings(self) -> SettingsScreen:
        return self._added(SettingsScreen(self.go, self.prefer, self.check_touch))

    @cached_property
    def about(self) -> AboutScreen:
        return self._added(AboutScreen(self.go))

    @cached_property
    def games(self) -> GamesScreen:
        return self._added(GamesScreen(self.do, self.go))

    @cached_property
    def kept(self) -> KeptScreen:
        return self._added(KeptScreen(self.do, self.go))

    @cached_property
    def wizard(self) -> WizardScreen:
        return self._added(WizardScreen(self.do, self.go, self.prefer, self.deck is not None))

    @cached_property
    def camera(self) -> CameraScreen:
        return self._added(CameraScreen(self.go))

    @cached_property
    def cards(self) -> CardsScreen:
        assert self.deck is not None  # else nothing leads there
        return self._added(CardsScreen(self.go, self.deck))

    @cached_property
    def aim(self) -> AimScreen:
        return self._added(AimScreen(self.do, self.go))

    @cached_property
    def showing(self) -> ShowingScreen:
        return self._added(ShowingScreen(self.do, self.go))

    @cached_property
    def books(self) -> BooksScreen:
        return self._added(BooksScreen(self.go, self.enter))

    @cached_property
    def score(self) -> ScoreScreen:
        return self._added(ScoreScreen(self.go, self.enter))

    @cached_property
    def entering(self) -> EnteringScreen:
        return self._added(EnteringScreen(self.do, self.go, self.deck))

    @cached_property
    def new_game(self) -> NewGameScreen:
        return self._added(NewGameScreen(self.do, self.go, self._deal))

    @cached_property
    def ring(self) -> RingScreen:
        return self._added(RingScreen(self.new_game.take_border, self.go, self.chance))

    @cached_property
    def history(self) -> HistoryScreen:
        return self._added(HistoryScreen(self.do, self.go, self.table.undo))

    @cached_property
    def challenges(self) -> ChallengesScreen:
        return self._added(ChallengesScreen(self.go, lambda: self.new_game.settings.solo is not None))

    @cached_property
    def tasks(self) -> TasksScreen:
        return self._added(TasksScreen(self.do, self.go))

    @cached_property
    def again(self) -> AgainScreen:
        return self._added(AgainScreen(self.do, self.go))

    @cached_property
    def played(self) -> PlayedScreen:
        return self._added(PlayedScreen(self.go, self._play_again))

    @cached_property
    def names(self) -> NamesScreen:
        return self._added(NamesScreen(self._name, self.go))

    def _added(self, screen: AnyScreen) -> AnyScreen:
        self.screens.add_widget(screen)
        gc.freeze()  # it stays: to go through it again and again would hold the window up
        return screen

    # --- the desk ---------------------------------------------------------------------------------------------------

    def poll(self, _: float) -> None:
        """Asks the desk for its view, shows what is new, and dims when nobody has touched for a while."""
        before, self.view = self.view, self.desk.view()
        if self.view.closing:
            self._part()
            return
        if self.view.sound and self.shown is not None and (cue := cue_of(before, self.view)):
            self.play(cue)
        self._strip()
        screen = self.screens.current_screen
        if self.view.shown != self.shown and not self._held:
            new = noticed(self.view) != self._noticed
            if new and self.shown is not None:
                self.taps.stir()
            if new or screen.name in MEASURING:
                self.refresh()
            self.shown = self.view.shown
        if screen.name in LIVE:
            screen.feed(self.desk.frame())
        self._rest(self.taps.dimmed)
        if self._touch is not None and screen.name == "wizard" and self._held_for >= HELD_FOR_CHECK:
            for button in [held() for held in self._touch.grab_list]:  # it is no press
                self._touch.ungrab(button)
                button.state = "normal"
            self.check_touch()

    def check_touch(self) -> None:
        """Shows four marks, to find out where touches are felt."""
        self._touch = None
        devices = self.view.devices
        marks = TouchCheck(devices.touch if devices else Touch(), lambda: self.remove_widget(marks))
        self.add_widget(marks)

    def _part(self) -> None:
        """Leaves; when the machine is being switched off, after it has been said when to unplug it."""
        now = self.taps.now()
        if self.view.going_off and self._parting is None:
            self._parting = now
            self._rest(False)
            self.add_widget(Parting())
        if self._parting is None or now - self._parting >= PARTING_SECONDS:
            self.leave()

    def _rest(self, dimmed: bool) -> None:
        """While people think the screen dims, and only the round stands out."""
        shade, cover = (DIMNESS, tuple(self.size)) if dimmed else (0.0, (0, 0))
        if (self._shade.a, tuple(self._cover.size)) != (shade, cover):  # to set them has the whole window drawn anew
            self._shade.a, self._cover.size = shade, cover
        if dimmed and not self.rest.on:
            self.rest.show(self.view)
        self.rest.on = dimmed

    @property
    def _held(self) -> bool:
        """Whether a finger is down: a button that is built anew under it would never hear of it going up."""
        return self._finger is not None and self._held_for < HOLDS_STILL

    @property
    def _held_for(self) -> float:
        """Seconds that the finger has been down."""
        return self.taps.now() - self._finger if self._finger is not None else 0.0

    def refresh(self) -> None:
        """Shows the view on the present screen."""
        self._speak(self.view)
        self.shown, self._noticed = self.view.shown, noticed(self.view)
        self.screens.current_screen.refresh(self.view)

    def do(self, command: Command) -> None:
        """Hands a command to the desk and shows what came of it."""
        if isinstance(command, NewGame):
            self.table.clear()
        self.desk.do(command)
        self.poll(0)

    def go(self, name: str) -> None:
        """Shows another screen."""
        getattr(self, name)  # builds it, if nobody has seen it yet
        if name == "menu" and self.screens.current != "new_game":
            self.menu.open(self.view)
        if name == "new_game" and self.screens.current == "menu":
            self.new_game.open(self.view, self.menu.chosen)
        if name == "again":
            self.again.open(self._old_game)
            self._old_game = None
        if name == "ring":
            self.ring.open(self.new_game.lying, self.new_game.settings.edition, self.view.cards)
        self.screens.current = name
        self.refresh()
        self.poll(0)

    def enter(self, colour: Colour) -> None:
        """Lets people put that player's books right, or enter them."""
        self.entering.open(self.view, colour, self.screens.current)
        self.go("entering")

    def _deal(self, solo: bool) -> Deal | None:
        """What is chosen of challenges and Andy's stack; None: nobody has looked at that screen."""
        if "challenges" not in self.__dict__:
            return None
        self.challenges.refresh(self.view)  # another game has taken the seed before
        return self.challenges.deal(solo)

    def _play_again(self, game: Played) -> None:
        """A stored game is to be played once more."""
        self._old_game = game
        self.go("again")

    def prefer(self, **changes: object) -> None:
        """Puts on at once what is liked otherwise now, by the names of `Prefer`, and has it kept."""
        wish = replace(self._preferred(), **changes)
        self.language = wish.language
        theme.wear(wish.theme)
        theme.enlarge(wish.text_percent)
        self.taps.dim_after = _seconds(wish.dim_minutes)
        self.refresh()
        self.do(wish)

    def _name(self, names: tuple[str, str]) -> None:
        """Has the players' names kept."""
        self.do(replace(self._preferred(), names=names))

    def _guide(self, level: Level) -> None:
        """Has kept how much the guide says."""
        self.do(replace(self._preferred(), guide=str(level)))

    def _preferred(self) -> Prefer:
        """What people like now."""
        view = self.view
        return Prefer(
            self.language, theme.name, view.names, view.text_percent, view.sound, view.dim_minutes, view.guide
        )

    def _speak(self, view: View) -> None:
        settings = view.state.settings
        language = self.language if self.language in LANGUAGES else "en"
        words = Words(
            language, settings.edition, settings.solo.other if settings.solo else None, view.names, view.border
        )
        if words != speech.words:
            speech.words = words

    # --- keys ---------------------------------------------------------------------------------------------------------

    def _key(self, _: object, code: int, __: int, letter: str | None, modifiers: list[str]) -> bool:
        """A key of the keyboard that stands for a button; with Shift it is held."""
        key = KEYS.get((letter or chr(code) if 0 < code < 0x110000 else "").lower())
        if key is None or self.parent is None:
            return False
        self.taps.stir()
        if self.screens.current != "table":
            self.go("table")
        self.buttons.press(key, Way.HOLD if "shift" in modifiers else Way.PRESS)
        self.poll(0)
        return True

    def _strip(self) -> None:
        """What the buttons do now, while they are in use; the rest of the window makes room for that."""
        hand = self.buttons.hand
        self.strip.show(self.view, hand)
        if self.strip.on != (hand is not None):
            self.strip.on = hand is not None
            self._resized()

    # --- touch, size, colours -----------------------------------------------------------------------------------------

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self.taps.swallow(touch.x / theme.u, touch.y / theme.u):
            touch.ud["swallowed"] = True
            self._rest(False)
            return True
        self._finger, self._touch = self.taps.now(), touch
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        self._finger = self._touch = None
        return bool(super().on_touch_up(touch))

    def _resized(self, *_: object) -> None:
        theme.fit(self.width, self.height, STRIP if self.strip.on else 0)
        self._rest(self.rest.on)

    def _recolour(self, *_: object) -> None:
        Window.clearcolor = get_color_from_hex(theme.palette.ground)


class Application(App):  # type: ignore[misc]
    """Kivy's application around the root."""

    def __init__(
        self, desk: Desk, language: str | None = None, buttons: Buttons | None = None, deck: DeckDesk | None = None,
        **kwargs: object,
    ) -> None:  # fmt: skip
        super().__init__(**kwargs)
        self.desk, self.language, self.buttons, self.deck = desk, language, buttons, deck

    def build(self) -> Root:
        self.title = "Targi"
        root = Root(self.desk, self.language, leave=self.stop, buttons=self.buttons, deck=self.deck)
        Clock.schedule_interval(root.poll, 1 / POLLS_PER_SECOND)
        Window.bind(on_request_close=lambda *_, **__: self.desk.do(Quit()))
        finish_frames(Window)
        gc.collect()
        gc.freeze()  # so does what is loaded by now
        return root
