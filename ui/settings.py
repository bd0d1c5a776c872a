"""Settings: language, size of text, look, sounds, when the screen dims, and which devices there are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.uix.screenmanager import Screen

from companion.home import DIM_MINUTES, TEXT_PERCENTS
from companion.language import LANGUAGES, Words
from companion.view import View
from ui.menu import Pick  # noqa: F401  (its rules)
from ui.speech import speech
from ui.theme import PALETTES
from ui.widgets import Act

SOUNDS = {"off": False, "on": True}


def likes(ids: Any, prefer: Callable[..., None]) -> Callable[[View], None]:
    """Fills the picks of language, size of text and look; gives what marks those in use."""
    languages = {code: Act(text=name, most=16) for code, name in LANGUAGES.items()}
    ids.language.fill(languages, lambda name: prefer(language=name))
    percents = {str(percent): Act(text=f"{percent} %", most=16) for percent in TEXT_PERCENTS}
    ids.text.fill(percents, lambda name: prefer(text_percent=int(name)))
    looks = {name: Act(code=f"theme.{name}", most=16) for name in PALETTES}
    ids.theme.fill(looks, lambda name: prefer(theme=name))

    def mark(view: View) -> None:
        ids.language.choose(speech.words.language)
        ids.text.choose(str(view.text_percent))
        ids.theme.choose(view.theme if view.theme in PALETTES else "light")

    return mark


class SettingsScreen(Screen):  # type: ignore[misc]
    """What people like, kept at each touch; the devices as their file says them. ``prefer`` takes what is to be kept
    otherwise, by the names of `companion.home.Preferences`; ``check_touch`` shows the marks."""

    def __init__(
        self, go: Callable[[str], None], prefer: Callable[..., None], check_touch: Callable[[], None], **kwargs: object
    ) -> None:
        super().__init__(**kwargs)
        ids = self.ids
        self.likes = likes(ids, prefer)
        sounds = {name: Act(code=f"sound.{name}", most=16) for name in SOUNDS}
        ids.sound.fill(sounds, lambda name: prefer(sound=SOUNDS[name]))
        minutes = {str(count): Act(most=16) for count in DIM_MINUTES}
        ids.dim.fill(minutes, lambda name: prefer(dim_minutes=int(name)))
        ids.bar.ids.back.code, ids.bar.ids.back.act = "button.narrow_back", lambda: go("menu")
        ids.aim.act = lambda: go("aim")
        ids.wizard.act = lambda: go("wizard")
        ids.touch.act = check_touch

    def refresh(self, view: View) -> None:
        """Shows what is kept."""
        ids, words = self.ids, speech.words
        self.likes(view)
        ids.sound.choose("on" if view.sound else "off")
        ids.dim.choose(str(view.dim_minutes))
        for name, button in ids.dim.options.items():
            button.text = words.say("settings.minutes", number=int(name)) if int(name) else words.say("settings.never")
        ids.devices.text = "\n".join(devices_told(words, view))


def devices_told(words: Words, view: View) -> list[str]:
    """The devices, as the file of devices has them."""
    there = view.devices
    told = [words.say("settings.camera", how=words.say(f"source.{view.source}"))]
    eink = there.eink if there else None
    told.append(words.say("settings.eink", name=eink) if eink else words.say("settings.eink.none"))
    if there and there.buttons:
        told.append(words.say("settings.buttons", pins=_pins(words, "key_name", there.buttons)))
    else:
        told.append(words.say("settings.buttons.none", letters="Y N U P"))
    if there and there.lamp:
        told.append(words.say("settings.lamp", pins=_pins(words, "lamp", there.lamp)))
    else:
        told.append(words.say("settings.lamp.none"))
    return [*told, words.say("settings.file", file="devices.toml")]


def _pins(words: Words, family: str, pins: object) -> str:
    named = dict(pins)  # type: ignore[call-overload]
    return ", ".join(f"{words.say(f'{family}.{name}')} {pin}" for name, pin in named.items())


Builder.load_file(str(Path(__file__).with_name("settings.kv")))
