"""Help on one page: what the box does, how to put it right, how to undo; that it is unofficial; licences."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.view import View


class Topic(BoxLayout):  # type: ignore[misc]
    """A heading and a few sentences."""

    title = StringProperty("")
    code = StringProperty("")


class AboutScreen(Screen):  # type: ignore[misc]
    """The page; it is the same whatever is played."""

    def __init__(self, go: Callable[[str], None], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.ids.bar.ids.back.code, self.ids.bar.ids.back.act = "button.narrow_back", lambda: go("menu")

    def refresh(self, view: View) -> None:
        """Nothing on it follows the game."""


Builder.load_file(str(Path(__file__).with_name("about.kv")))
