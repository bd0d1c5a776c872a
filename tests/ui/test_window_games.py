"""Games kept, by touch: the list, the drawing, one opened, a picture, a file taken in."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands import PlayAll
from companion.home import Home
from companion.rules.board import Colour, border
from companion.rules.moves import parse
from companion.shelf import Kept
from companion.sources import Sources
from companion.view import View
from tests.ui.conftest import Open, Table
from tests.ui.playing import PromptDesk


@pytest.fixture
def desk(tmp_path: Path) -> PromptDesk:
    """A desk whose game has three steps; nobody is led through a first run."""
    (tmp_path / "preferences.json").write_text('{"language": "en"}')
    desk = PromptDesk(Home(tmp_path), Sources())
    moves = ("start-player blue", "place-targi blue 7", "place-targi white 2")
    desk.do(PlayAll(desk.view().revision, tuple(map(parse, moves))))
    return desk


def open_games(table: Table, desk: PromptDesk) -> View:
    """From the table to the games kept: two taps; what is still to be read is read."""
    table.press("Menu")
    table.press("Games played")
    while desk.view().shelf.unread:
        desk.step()
    table.later(1)
    table.frames(3)
    return desk.view()


def test_a_game_is_opened_and_its_steps_are_named(sit_down: Open, desk: PromptDesk) -> None:
    """Two taps to the list, a third to the game with the title of each step."""
    table = sit_down(desk)
    open_games(table, desk)
    table.press("Game 1 · Base game\nRound 1 · without books")
    words = table.words()
    assert "Blue: Targi on card 7." in words
    assert "White: Targi on card 2." in words
    assert "Not finished" in words


def test_a_picture_and_a_file_are_written(sit_down: Open, desk: PromptDesk, tmp_path: Path) -> None:
    """Both lie in the folder, and where is said."""
    table = sit_down(desk)
    open_games(table, desk)
    table.press("Game 1 · Base game\nRound 1 · without books")
    table.press("Keep a picture")
    assert (tmp_path / "exchange" / "game-1.png").exists()
    assert f"The picture is kept: {tmp_path}/exchange/game-1.png" in table.words()
    table.press("Write out")
    assert (tmp_path / "exchange" / "game-1.txt").read_text().count("\n") == len(desk._game.log)


def test_a_file_is_taken_in_or_refused(sit_down: Open, desk: PromptDesk, tmp_path: Path) -> None:
    """A broken one is refused in a sentence and nothing changes; a whole one is sat down with."""
    (tmp_path / "exchange").mkdir()
    (tmp_path / "exchange" / "a.txt").write_text("what is this\n")
    table = sit_down(desk)
    before = open_games(table, desk).state
    table.press("Take in a.txt")
    assert any(text.startswith("This file holds no game that can be taken in: a.txt") for text in table.words())
    assert desk.view().state == before
    (tmp_path / "exchange" / "a.txt").write_text("\n".join(desk._game.log[:3]) + "\n")
    table.press("Take in a.txt")
    assert desk.view().state.targis_of(Colour.BLUE) == (border(7),)
    assert desk.view().state.targis_of(Colour.WHITE) == ()


def test_columns_are_as_high_as_points_are_many(sit_down: Open, desk: PromptDesk) -> None:
    """30 points stand three times as high as 10, Blue's column left of White's."""
    from companion.rules.scoring import What

    table = sit_down(desk)
    open_games(table, desk)
    scores = table.root.games.ids.scores
    points = ((Colour.BLUE, ((What.CARDS, 30),)), (Colour.WHITE, ((What.CARDS, 10),)))
    scores.show((Kept(1, 9, 12, over=True, points=points),))
    (_, blue, x, _, _, high), (_, white, right, _, _, low) = scores.columns()
    assert (blue, white) == (Colour.BLUE, Colour.WHITE)
    assert x < right
    assert high == pytest.approx(3 * low)


def test_without_games_that_is_said(sit_down: Open, tmp_path: Path) -> None:
    """A desk that shows the recording keeps none."""
    (tmp_path / "preferences.json").write_text('{"language": "en"}')
    desk = PromptDesk(Home(tmp_path), Sources(), demo=True)
    table = sit_down(desk)
    open_games(table, desk)
    assert "No games are kept yet." in table.words()
