"""Whole games through touches: a first game led in three stages, an expansion game on a mixed border, a base game with
books."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.home import Home
from companion.lessons import Stage
from companion.rules.board import CENTRE, ROBBER, CardKind, Colour, Sighting, Standing, border
from companion.rules.cards import Box
from companion.rules.engine import legal_moves
from companion.rules.state import Edition, Phase
from companion.simulate import next_move
from companion.sources import Sources
from companion.store import Store
from tests.ui.conftest import Open, Table
from tests.ui.desk import GameDesk
from tests.ui.playing import PromptDesk, make, one_by_one
from tests.ui.solo import home

ROUNDS = int(os.environ.get("TARGI_ROUNDS", "1"))
"""How far the games are played; 12 to the end."""
MOVES = 18 if ROUNDS == 1 else 100_000
"""How many moves of the game with books: all open cards are named and the first figures placed."""


def tell(table: Table, begun_after: int, kind: str) -> None:
    """Says how many touches a whole game took."""
    state = table.root.view.state
    if ROUNDS == 12:
        assert state.phase is Phase.OVER
        touches = table.touches - begun_after
        print(f"\n{kind}: {begun_after} touches to begin, then {touches}, {touches / state.round:.1f} a round")


def begin(sit_down: Open, folder: Path) -> tuple[Table, PromptDesk]:
    desk = PromptDesk(home(folder), Sources())
    table = sit_down(desk)
    table.press("Play by touch", "Menu")
    return table, desk


@pytest.mark.clause("RND-1", "RND-4")
def test_a_first_game_is_led_by_touch(sit_down: Open, tmp_path: Path) -> None:
    """Menu, first game, start: the set-up comes step by step, then the three stages in the first round, each lesson
    gone on from by a touch on the table. Open places are lit without asking. The game goes on without them."""
    table, desk = begin(sit_down, tmp_path)
    table.press("First game")
    starts = table.root.menu.ids.starts.options["blue"]
    table.press(starts)
    table.press("Start the game")
    panel, count = table.root.table, 0
    while panel.set_up in panel.side.body.children:
        count += 1
        assert f"Set-up: {count} of 6" in table.words()
        table.press("That's right")
    assert count == 6
    begun_after = table.touches
    stages: list[str] = []
    lesson = panel.advice.ids.lesson
    for state in one_by_one(table):
        if state.round > ROUNDS:
            break
        if state.round == 1:
            assert lesson.text
            if lesson.stage not in stages:
                stages.append(lesson.stage)
            assert (state.phase is not Phase.PLACING) or panel.board.picture.legal
        if state.round > 2:
            assert lesson.text == ""
    if ROUNDS == 1:
        assert lesson.text.startswith("The aim: VP.")
        assert lesson.stage == ""
    assert stages == ["1 of 3 · Place Targis", "2 of 3 · Tribe markers", "3 of 3 · Use the cards"]
    assert len(Stage) == 3
    tell(table, begun_after, "first game")
    desk.close()


def test_the_camera_ticks_the_set_up(sit_down: Open) -> None:
    """What it sees right is passed over, what is wrong is named; when it is put right the next step comes by itself."""
    kinds = {where: CardKind.TRIBE if at % 2 else CardKind.GOODS for at, where in enumerate(CENTRE)}
    wrong = Sighting(0.0, standing=Standing(frozenset({(ROBBER, border(2))})))
    desk = GameDesk.after(extra={"centre": kinds, "sighting": wrong})
    table = sit_down(desk)
    table.press("Set-up")
    assert "Set-up: 2 of 6" in table.words()  # the border is found, so it lies
    table.press("That's right")
    assert "Set-up: 4 of 6" in table.words()
    assert "The Robber does not stand on card 1." in table.words()
    desk.extra["sighting"] = Sighting(0.0, standing=Standing(frozenset({(ROBBER, border(1))})))
    desk.shown += 1
    table.later(1)
    assert "Set-up: 6 of 6" in table.words()
    table.press("Back")
    assert "Set-up: 5 of 6" in table.words()
    table.press("Skip the rest")
    assert "Whoever starts places a Targi." in table.words()


def play(table: Table, chance: Random) -> None:
    """Any legal moves, each by touches, as far as games are played here."""
    for _ in range(MOVES):
        state = table.root.view.state
        if state.round > ROUNDS or state.phase is Phase.OVER:
            break
        make(table, next_move(state, legal_moves(state), chance))


@pytest.mark.skipif(ROUNDS < 12, reason="the books of the base game are tested touch by touch elsewhere")
@pytest.mark.clause("END-2", "RND-3")
def test_a_whole_base_game_with_books(sit_down: Open, tmp_path: Path) -> None:
    """From the menu to the twelfth round; nothing sticks."""
    table, desk = begin(sit_down, tmp_path)
    table.press("Base game")
    table.press(table.root.menu.ids.starts.options["blue"])
    table.press("More choices", "Goods and cards", "Start the game")
    assert table.root.view.state.books is not None
    begun_after = table.touches
    play(table, Random(3))
    tell(table, begun_after, "base game for two with books")
    desk.close()


@pytest.mark.clause("XMIX-1", "XMIX-3", "BBRD-0")
def test_an_expansion_game_on_a_mixed_border(sit_down: Open, tmp_path: Path) -> None:
    """Border cards of three boxes, a mixed tribe pile, dunes of the Bonus-Box, books: begun and played by touches
    alone; nothing sticks, and the log reads back with all that was agreed."""
    table, desk = begin(sit_down, tmp_path)
    table.press("Expansion")
    starts = table.root.menu.ids.starts.options["white"]
    table.press(starts)
    table.press("More choices", "Goods and cards")
    table.press(
        "Tribe cards of both boxes, 9 of each symbol",
        "Dunes of the Bonus-Box",
        "All of the expansion",
    )
    table.root.chance.seed(3)
    table.press("All boxes, drawn", "Back", "Start the game")
    table.root.chance.seed()
    view = table.root.view
    boxes = {view.cards.border[name].box for name in view.border}
    assert {Box.BASE, Box.EXPANSION, Box.BONUS} <= boxes
    assert view.state.books is not None
    assert view.state.books.border == view.agreed.border
    assert view.agreed.mixed
    begun_after = table.touches
    play(table, Random(11))
    assert any(table.root.view.state.targis_of(colour) for colour in Colour) or ROUNDS > 1
    tell(table, begun_after, "expansion, mixed, with books")
    desk.close()
    with closing(Store(Home(tmp_path).games)) as store:
        number, _ = store.counts()[-1]
        again = store.game(number)
    assert again is not None
    assert again.agreed == view.agreed
    assert again.state.books is not None
    assert again.state.books.border == view.border
    assert again.state.settings.edition is Edition.EXPANSION
