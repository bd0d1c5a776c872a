"""The game played on the window alone: pieces moved by touch, places shown on wish."""

from __future__ import annotations

import pytest

from companion.commands import Play
from companion.rules.board import WHITE_TARGI, Colour, border, centre
from companion.rules.moves import PlaceTargi
from companion.rules.rounds import round_of
from companion.rules.state import Edition, Phase, Settings
from companion.view import Source
from tests.ui.conftest import Open
from tests.ui.desk import BEGUN, GameDesk
from ui.picture import move_meant
from ui.still import played_until


def test_play_by_touch_without_a_camera(sit_down: Open) -> None:
    """Without a camera a touch on a place is the move: the first Targi says who starts, the next ones follow in
    turn."""
    desk = GameDesk.after(source=Source.NONE)
    table = sit_down(desk)
    table.touch(5, 475)  # nowhere: nothing happens
    table.press("Play by touch")
    table.tap(border(7))
    table.press("Blue Targi")
    table.tap(border(2))
    assert [command.move for command in desk.said if isinstance(command, Play)] == [
        PlaceTargi(Colour.BLUE, border(7)),
        PlaceTargi(Colour.WHITE, border(2)),
    ]
    assert desk.game.state.turn is Colour.BLUE


def test_a_whole_round_by_touch(sit_down: Open) -> None:
    """A round goes from the first Targi over markers and actions to the Robber's move with one touch a move (RND-1)."""
    desk = GameDesk.after("start-player blue", source=Source.NONE)
    table = sit_down(desk)
    for number in (7, 2, 11, 14, 3, 6):
        table.tap(border(number))
    assert desk.game.state.crossings_of(Colour.BLUE) == (centre(1, 7), centre(3, 7))
    for where in (centre(1, 7), centre(3, 7), centre(2, 6)):
        table.tap(where)
    for where in (
        border(7),
        border(11),
        border(3),
        centre(1, 7),
        centre(3, 7),
        border(2),
        border(14),
        border(6),
        centre(2, 6),
    ):
        table.tap(where)
    table.tap(border(2))
    assert desk.game.state.round == 2
    assert desk.game.state.robber == border(2)
    assert all(isinstance(command, Play) for command in desk.said)


@pytest.mark.clause("RND-3", "XTGA-1")
@pytest.mark.parametrize("corner", [4, 8, 12])
@pytest.mark.parametrize("edition", Edition)
def test_robber_and_targia_walk_over_a_corner_by_touch(sit_down: Open, edition: Edition, corner: int) -> None:
    """A touch on the corner stops the Robber there, and the raid comes; the Targia may be put across from him. Then
    each goes on by a touch. A corner that he has left is a place like any other."""
    last = round_of(border(corner - 1))
    game = played_until(lambda state: state.phase is Phase.ROBBER and state.round == last, Settings(edition))
    desk = GameDesk(game, source=Source.NONE)
    table = sit_down(desk)
    goal, targia = border(corner + 1), game.state.settings.targia
    table.tap(border(corner))
    assert (game.state.robber, game.state.raided) == (border(corner), border(corner))
    if targia:
        table.tap(border(16 - corner))
        assert game.state.targia == border(16 - corner)
        table.tap(goal)
        assert move_meant(desk.view(), border(corner)) is None
        table.tap(border(15 - corner))
    else:
        table.tap(goal)
    assert (game.state.phase, game.state.robber) == (Phase.PLACING, goal)
    assert game.state.targia == (border(15 - corner) if targia else None)
    assert all(isinstance(command, Play) for command in desk.said)


def test_a_wrong_touch_is_refused(sit_down: Open) -> None:
    """By touch a Targi that may not stand there is not put; the reason is said, and read it goes away."""
    desk = GameDesk.after("place-targi blue 7", source=Source.NONE)
    table = sit_down(desk)
    table.tap(border(13))
    assert "White may not stand on card 13: Blue is opposite, on card 7." in table.words()
    assert desk.game.state.standing.of(WHITE_TARGI) == ()
    for _ in range(2):
        table.press("Understood")
        assert "White places a Targi." in table.words()
        table.tap(border(13))  # tried once more it is said once more
        assert "White may not stand on card 13: Blue is opposite, on card 7." in table.words()


def test_a_refused_piece_put_without_a_camera_is_taken_back(sit_down: Open) -> None:
    """A Targi that stands refused from before the camera went is taken back by one touch."""
    desk = GameDesk.after("place-targi blue 7", "place-targi white 13", source=Source.NONE)
    table = sit_down(desk)
    table.press("Take it back")
    assert desk.game.state.standing.of(WHITE_TARGI) == ()
    assert desk.game.state.turn is Colour.WHITE


def test_legal_places_on_wish(sit_down: Open) -> None:
    """Open places are marked only after "Places" is pressed: none on the Robber, a corner, a Targi, or opposite
    White."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    assert table.root.table.ids.board.picture.legal == frozenset()
    table.press("Places")
    assert {where.number for where in table.root.table.ids.board.picture.legal} == {3, 5, 6, 9, 11, 13, 14, 15}


def test_crossings_are_lit(sit_down: Open) -> None:
    """When the last Targi stands the crossings of both players are marked (XNG-1)."""
    lines = (*BEGUN, "place-targi blue 11", "place-targi white 14", "place-targi blue 3", "place-targi white 6")
    board = sit_down(GameDesk.after(*lines)).root.table.ids.board
    assert board.picture.crossings == {Colour.BLUE: (centre(1, 7), centre(3, 7)), Colour.WHITE: (centre(2, 6),)}
