"""The language in use, as a property that ``.kv`` files follow, so that it can change while everything runs."""

from __future__ import annotations

from kivy.event import EventDispatcher
from kivy.properties import ObjectProperty

from companion.language import Words


class Speech(EventDispatcher):
    """Holds the words in use."""

    words = ObjectProperty(Words(), rebind=True)


speech = Speech()
