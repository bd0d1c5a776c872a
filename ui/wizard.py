"""The first run: the language, the camera aimed, card 16 and the pieces shown, ready. Each step can be gone past."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.lang import Builder
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.commands import Command
from companion.view import Frame, View
from ui.aim import Aiming
from ui.picture import by_touch
from ui.settings import likes
from ui.showing import Lay
from ui.speech import speech

STEPS = ("language", "aim", "corners", "pieces", "ready")
CAMERA_STEPS = ("corners", "pieces")


class Likes(BoxLayout):  # type: ignore[misc]
    """Language, size of text and look."""


class Ready(BoxLayout):  # type: ignore[misc]
    """Where to go from here."""


class WizardScreen(Screen):  # type: ignore[misc]
    """The steps, one after another. ``prefer`` keeps what is liked, from which the next start knows of this one;
    ``deck``: the owner's cards can be learnt."""

    def __init__(
        self,
        do: Callable[[Command], None],
        go: Callable[[str], None],
        prefer: Callable[..., None],
        deck: bool = False,
        **kwargs: object,
    ) -> None:
        super().__init__(**kwargs)
        self.go, self.prefer = go, prefer
        self.step = 0
        self.view: View | None = None
        self.likes, self.aiming, self.lay, self.ready = Likes(), Aiming(), Lay(), Ready()
        self.aiming.do = self.lay.do = do
        self.picks = likes(self.likes.ids, prefer)
        ids = self.ids
        ids.on.act = lambda: self._turn(1)
        ids.bar.ids.back.act = self._back
        self.ready.ids.new.act = lambda: self._leave("menu")
        self.ready.ids.table.act = lambda: self._leave("table")
        self.ready.ids.cards.act = lambda: self._leave("cards")
        self.ready.ids.cards.disabled = not deck

    def on_pre_enter(self) -> None:
        """It begins anew each time."""
        self.step = 0

    def refresh(self, view: View) -> None:
        """Shows the step that is reached."""
        self.view = view
        words, ids, step = speech.words, self.ids, STEPS[self.step]
        blind = by_touch(view)
        part = {"language": self.likes, "pieces": self.lay, "ready": self.ready}.get(step, self.aiming)
        if part not in ids.part.children:
            ids.part.clear_widgets()
            ids.part.add_widget(part)
        code = "no_camera" if step == "aim" and blind else "ready_touch" if step == "ready" and blind else step
        ids.words.text = words.say(f"wizard.{code}")
        ids.bar.ids.back.code = "wizard.later" if self.step == 0 else "button.narrow_back"
        ids.on.disabled, ids.on.opacity = (True, 0) if step == "ready" else (False, 1)
        self.picks(view)
        self.aiming.show(view)
        self.lay.show(view)

    def feed(self, frame: Frame | None) -> None:
        """Shows that frame."""
        self.aiming.feed(frame)

    def _turn(self, by: int) -> None:
        """To the next step or the one before; without a camera there is nothing to show to it."""
        self.step += by
        if self.view is not None:
            while STEPS[self.step] in CAMERA_STEPS and by_touch(self.view):
                self.step += by
            self.refresh(self.view)
        (self.lay.begin if STEPS[self.step] == "pieces" else self.lay.end)()

    def _back(self) -> None:
        if self.step == 0:
            self._leave("table")
        else:
            self._turn(-1)

    def on_pre_leave(self) -> None:
        """Whatever leads away, nobody lays pieces any more."""
        self.lay.end()

    def _leave(self, name: str) -> None:
        self.prefer()
        self.go(name)


Builder.load_file(str(Path(__file__).with_name("wizard.kv")))
