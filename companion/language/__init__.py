"""The words: codes with parameters become sentences here, one catalogue a language, and nowhere else.

A code is an enum member, or a plain key such as ``button.undo``. The catalogues (``en.po``, ``de.po``, ``pt.po``) are
keyed by code: ``Advice.PLACE`` with the value ``place`` is ``advice.place``. Parameters go into ``{braces}``; a
parameter named ``count`` picks the plural form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from gettext import GNUTranslations
from importlib import resources

from companion.language.po import entries, translations
from companion.rules.board import Colour, Piece, Place, PlaceKind
from companion.rules.state import Edition

LANGUAGES: dict[str, str] = {"en": "English", "de": "Deutsch", "pt": "Português"}
"""The languages there are, each named in itself."""

Code = Enum | str


def key_of(code: Code) -> str:
    """The catalogue's key of a code: ``Reason.ROBBER`` with the value ``robber`` is ``reason.robber``."""
    if not isinstance(code, Enum):
        return code
    family = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(code).__name__).lower()
    return f"{family}.{code.value}"


def source(language: str) -> str:
    """The text of a language's catalogue. Raises ValueError for a language there is not."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}: there are {', '.join(LANGUAGES)}")
    return resources.files(__name__).joinpath(f"{language}.po").read_text(encoding="utf-8")


@cache
def _catalogue(language: str) -> GNUTranslations:
    catalogue = translations(source(language))
    if language != "en":
        catalogue.add_fallback(_catalogue("en"))
    return catalogue


@cache
def texts(language: str) -> GNUTranslations | None:
    """What the cards do in that language, by the English texts of the card files; None for English."""
    if language == "en":
        return None
    return translations(resources.files(__name__).joinpath(f"texts_{language}.po").read_text(encoding="utf-8"))


@cache
def keys(language: str) -> frozenset[str]:
    """The keys a language's catalogue has words for in every form."""
    return frozenset(entry.msgid for entry in entries(source(language)) if entry.msgid and all(entry.forms.values()))


def wordless(codes: Iterable[Code]) -> dict[str, tuple[str, ...]]:
    """For each language the keys of ``codes`` it has no words for; a language that lacks none is left out."""
    wanted = {key_of(code) for code in codes}
    missing = {language: tuple(sorted(wanted - keys(language))) for language in LANGUAGES}
    return {language: lacking for language, lacking in missing.items() if lacking}


@dataclass(frozen=True, slots=True)
class Words:
    """One language at one table. ``andy``: the colour the solo opponent plays; None with two people. ``names``: what
    Blue and White are called; empty: by their colour. ``border``: ids of the border cards 1 to 16; empty: those of the
    edition."""

    language: str = "en"
    edition: Edition = Edition.BASE
    andy: Colour | None = None
    names: tuple[str, str] = ("", "")
    border: tuple[str, ...] = ()

    def say(self, code: Code, **values: object) -> str:
        """The sentence of a code with its parameters. A code without words is said as its key, never an error."""
        catalogue = _catalogue(self.language)
        key = key_of(code)
        count = values.get("count")
        text = catalogue.ngettext(key, key, count) if isinstance(count, int) else key
        text = catalogue.gettext(key) if text == key else text  # no number makes a difference to it
        return text.format_map({name: self.name(value) for name, value in values.items()}) if values else text

    def name(self, value: object) -> str:
        """A parameter as people say it: a place, a piece, a player, a number, a list of these."""
        if isinstance(value, Place):
            return self.place(value)
        if isinstance(value, Piece):
            return self.say(f"piece.{value.colour}_{value.kind}" if value.colour else f"piece.{value.kind}")
        if isinstance(value, Colour):
            return self.player(value)
        if isinstance(value, Enum):
            return self.say(value)
        if isinstance(value, float):
            return self.number(value)
        if isinstance(value, tuple | list | frozenset | set):
            return self.listed([self.spot(item) if isinstance(item, Place) else self.name(item) for item in value])
        return str(value)

    def player(self, colour: Colour) -> str:
        """A player by name, by colour, or Andy."""
        if colour is self.andy:
            return self.say("player.andy")
        return self.names[colour is Colour.WHITE] or self.say(f"player.{colour}")

    def place(self, where: Place) -> str:
        """A place within a sentence: "card 7", "dune 1"."""
        if where.kind is PlaceKind.BORDER:
            return self.say("place.border", number=where.number)
        if where.kind is PlaceKind.DUNE:
            return self.say("place.dune", number=where.number)
        return self.say("place.centre", name=self.spot(where))

    def spot(self, where: Place) -> str:
        """A place as short as it goes, for lists: "7", "1×5", "dune 1"."""
        if where.kind is PlaceKind.CENTRE:
            return f"{where.number // 10}×{where.number % 10}"
        return str(where.number) if where.kind is PlaceKind.BORDER else self.place(where)

    def card(self, where: Place) -> str:
        """The name of the border card that lies there: "Noble", "Raid"; it may hold a line break."""
        if where.number == 13 and where.kind is PlaceKind.BORDER:
            return self.say(f"card.13_{self.edition_of(where)}")
        return self.say(f"card.{where.number}")

    def edition_of(self, where: Place) -> Edition:
        """Which box the border card there is named and priced after: the expansion's, or the base game's."""
        if not self.border:
            return self.edition
        lies = self.border[where.number - 1]
        return Edition.EXPANSION if lies.startswith(f"{Edition.EXPANSION}-") else Edition.BASE

    def text(self, text: str) -> str:
        """What a card does, in this language; a text that nobody has translated stays as it is."""
        catalogue = texts(self.language)
        return catalogue.gettext(text) if catalogue and text else text

    def title(self, where: Place) -> str:
        """A place as a heading: "7 · Dates", "dune 1"."""
        name = self.place(where)
        if where.kind is PlaceKind.BORDER:
            card = self.card(where).replace("-\n", "").replace("\n", " ")
            name = f"{where.number} · {card}"
        return name[:1].upper() + name[1:]

    def number(self, value: float, decimals: int = 1) -> str:
        """A number with the language's decimal sign."""
        return f"{value:.{decimals}f}".replace(".", self.say("number.point"))

    def listed(self, items: list[str]) -> str:
        """The items as people list them: "a", "a and b", "a, b and c"."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self.say('list.and')} {items[-1]}"
