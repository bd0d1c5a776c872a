"""Signs: each figure and player has one of its own, and every name used in a screen is drawn."""

from __future__ import annotations

import re
from pathlib import Path

import ui
from companion.rules.board import Colour
from ui.pieces import SIGNS
from ui.shapes import CARD_SYMBOLS, SYMBOLS

FOLDER = Path(ui.__file__).parent


def test_every_symbol_named_is_drawn() -> None:
    """Each symbol a screen's rules name exists, and each border card has one (16 of them)."""
    named = {
        name
        for file in FOLDER.glob("*.kv")
        for name in re.findall(r'"([a-z0-9-]+)"', _symbols(file.read_text("utf-8")))
    }
    assert {"undo", "redo", "camera", "menu", "warning", "check"} <= named
    assert named <= set(SYMBOLS)
    assert set(CARD_SYMBOLS) == set(range(1, 17))
    assert set(CARD_SYMBOLS.values()) <= set(SYMBOLS)


def _symbols(rules: str) -> str:
    return "\n".join(line for line in rules.splitlines() if line.strip().startswith("symbol:"))


def test_players_have_different_signs() -> None:
    """Blue and White are told apart by a sign too, not by colour alone."""
    assert SIGNS[Colour.BLUE] != SIGNS[Colour.WHITE]


def test_shapes_stay_in_their_square() -> None:
    """Points lie in the unit square, so a sign never runs into its neighbour."""
    for name, shapes in SYMBOLS.items():
        for shape in shapes:
            for x, y in getattr(shape, "points", ()):
                assert -0.01 <= x <= 1.01, name
                assert -0.01 <= y <= 1.01, name
