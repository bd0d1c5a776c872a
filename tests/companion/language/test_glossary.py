"""One word for each thing of the game, that of the rules: English as in the sheets of expansion and Bonus-Box, German
as in the base game's rules, Portuguese as in the Portuguese sheet."""

from __future__ import annotations

import re

import pytest

from companion.language import LANGUAGES, Words, source
from companion.language.po import entries
from companion.rules.board import ROBBER, border
from companion.rules.resources import Symbol
from companion.rules.state import Edition

CARDS = {
    "en": {1: "Noble", 4: "Raid", 5: "Trader", 9: "Fata Morgana", 10: "Silversmith", 13: "Caravan",
        14: "Tribal Expansion"},
    "de": {1: "Adeliger", 4: "Überfall", 5: "Händler", 9: "Fata Morgana", 10: "Silberschmied", 13: "Karawane",
        14: "Stammeserweiterung"},
    "pt": {1: "Nobre", 4: "Ataque", 5: "Comerciante", 9: "Fata Morgana", 10: "Ourives", 14: "Expansão tribal"},
}  # fmt: skip
SYMBOLS = {
    "en": ("Well", "Camel rider", "Oasis", "Targia", "Tent"),
    "de": ("Brunnen", "Kamelreiter", "Oase", "Targia", "Zelt"),
    "pt": ("Poço", "Cameleiro", "Oásis", "Targia", "Tenda"),
}
RIVALS = {
    "en": ("thief", "bandit", "wandering dune", "victory token", "junction"),
    "de": ("Dieb", "Bandit", "Adliger", "Edelmann", "Kreuzung", "Sanddüne", "Stammesstein", "Spielstein"),
    "pt": ("Bandido", "Assalto", "Cruzamento", "Prateiro"),
}
"""Words for the same things that the rules do not use."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_and_symbols_have_the_names_of_the_rules(language: str) -> None:
    """Border cards by their numbers, the Robber, and the five symbols of tribe cards."""
    words = Words(language, Edition.BASE)
    assert {number: words.title(border(number)).partition(" · ")[2] for number in CARDS[language]} == CARDS[language]
    assert words.name(ROBBER) == {"en": "Robber", "de": "Räuber", "pt": "Ladrão"}[language]
    order = (Symbol.WELL, Symbol.CAMEL_RIDER, Symbol.OASIS, Symbol.TARGIA, Symbol.TENT)
    assert tuple(words.name(symbol) for symbol in order) == SYMBOLS[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_called_by_another_word(language: str) -> None:
    """No sentence of the catalogue uses a rival word."""
    told = [(entry.msgid, text) for entry in entries(source(language)) if entry.msgid for text in entry.forms.values()]
    found = [
        (key, word) for key, text in told for word in RIVALS[language] if re.search(rf"\b{word}", text, re.IGNORECASE)
    ]
    assert found == []
