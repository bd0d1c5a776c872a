"""What the screens say: every code they name has words, and the font has a sign for every character."""

from __future__ import annotations

import re
from pathlib import Path

import ui
from companion.language import LANGUAGES, keys, source, wordless
from companion.language.po import entries

FOLDER = Path(ui.__file__).parent


def test_every_code_of_the_screens_has_words() -> None:
    """Codes in the screens' rules and modules (``code: "button.undo"``, ``say("header.round")``) have words in every
    language."""
    named: set[str] = set()
    for file in (*FOLDER.glob("*.kv"), *FOLDER.glob("*.py")):
        found = re.findall(r'"((?:[a-z]+)\.[a-z0-9_.]+)"', file.read_text("utf-8"))
        named |= {
            code
            for code in found
            if not code.endswith(".kv") and code.split(".")[0] in {key.split(".")[0] for key in keys("en")}
        }
    assert {"button.undo", "header.round", "allow.once"} <= named
    assert wordless(named) == {}


def test_every_character_has_a_glyph() -> None:
    """Each character of each catalogue is drawn as itself, not as the font's box for what it lacks."""
    wanted = set("×·?+–0123456789")
    for language in LANGUAGES:
        wanted |= {
            sign for entry in entries(source(language)) if entry.msgid for text in entry.forms.values() for sign in text
        }
    box = _drawn("\uffff")
    lacking = {sign for sign in wanted - {" ", "\n"} if _drawn(sign) == box}
    assert lacking == set()


def test_the_glyph_check_finds_what_the_font_lacks() -> None:
    """The check itself: an arrow is not in the font."""
    assert _drawn("→") == _drawn("\uffff")


def _drawn(sign: str) -> bytes:
    from kivy.core.text import Label
    from kivy.core.window import Window  # a texture wants a window

    assert Window
    label = Label(text=sign, font_size=24)
    label.refresh()
    return bytes(label.texture.pixels)
