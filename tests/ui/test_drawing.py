"""What is drawn follows the look, whatever it is drawn from."""

from __future__ import annotations

from tests.ui.conftest import Open
from tests.ui.desk import GameDesk


def test_tents_wear_the_look_that_is_put_on(sit_down: Open) -> None:
    """How hard a game is, drawn in light colours, is drawn anew in those for the dark."""
    from kivy.graphics import Color

    table = sit_down(GameDesk.after())
    table.press("Menu", "More choices", "Challenges")
    tents = table.root.challenges.ids.tents

    def colours() -> set[tuple[float, ...]]:
        return {tuple(part.rgba) for part in tents.canvas.children if isinstance(part, Color)}

    light = colours()
    assert light
    table.root.prefer(theme="dark")
    table.settle()
    assert light.isdisjoint(colours())
