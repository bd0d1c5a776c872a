"""One game: its log, undo and redo, stale commands, its history."""

from __future__ import annotations

import pytest

from companion.game import Game, LogError, Title
from companion.rules.board import BLUE_TARGI, WHITE_TARGI, Colour, border
from companion.rules.engine import VERSION, Step
from companion.rules.moves import Allow, Correct, PlaceTargi, ReturnTargi
from companion.rules.state import Edition, Reason, Refusal, Scope, Settings

BLUE_2 = PlaceTargi(Colour.BLUE, border(2))
WHITE_5 = PlaceTargi(Colour.WHITE, border(5))
WHITE_10 = PlaceTargi(Colour.WHITE, border(10))
HEADER = f"targi-game engine={VERSION} edition=base solo=- start=blue"


@pytest.fixture
def game() -> Game:
    return Game.new(Settings(start=Colour.BLUE))


def test_the_log_holds_settings_and_moves(game: Game) -> None:
    """Header first, then a line a step; each line changes the revision."""
    before = game.revision
    step = game.play(BLUE_2)
    assert isinstance(step, Step)
    assert step.state == game.state
    assert game.log == (HEADER, "place-targi blue 2")
    assert game.revision == before + 1


def test_undo_and_redo_are_lines_of_their_own(game: Game) -> None:
    """The log only grows, and the state is what it says."""
    start = game.state
    game.play(BLUE_2)
    played = game.state
    assert game.undo() == Step(start)
    assert game.redo() == Step(played)
    assert game.log[1:] == ("place-targi blue 2", "undo", "redo")
    assert Game.read(game.log).state == played


def test_an_undone_move_does_not_come_back(game: Game) -> None:
    """Undo A, do B and C, undo C: A stays undone."""
    game.play(BLUE_2)
    game.undo()
    game.play(PlaceTargi(Colour.BLUE, border(3)))
    game.play(WHITE_5)
    game.undo()
    assert game.state.targis_of(Colour.BLUE) == (border(3),)
    assert game.can_redo
    assert game.redo() == Step(game.state)
    assert game.state.targis_of(Colour.WHITE) == (border(5),)
    assert not game.can_redo


@pytest.mark.parametrize("step", ["undo", "redo"])
def test_nothing_to_undo_or_redo(game: Game, step: str) -> None:
    """Refused, and nothing is logged."""
    assert getattr(game, step)() == Refusal(Reason.NOTHING_TO_DO)
    assert game.log == (HEADER,)


def test_corrections_and_permissions_are_undone_too(game: Game) -> None:
    """Undo takes anything back, a person's word as well."""
    game.play(BLUE_2)
    game.play(WHITE_10)
    disputed = game.state
    game.play(Allow(Colour.WHITE, Reason.OPPOSITE_OPPONENT, Scope.GAME))
    game.play(Correct(BLUE_TARGI, border(2), border(3)))
    game.undo()
    game.undo()
    assert game.state == disputed


def test_a_command_on_an_old_view_is_refused(game: Game) -> None:
    """A second tap on a stale screen does nothing, whatever it was."""
    seen = game.revision
    game.play(BLUE_2, seen)
    log = game.log
    for result in (game.play(WHITE_5, seen), game.force(WHITE_5, seen), game.undo(seen), game.redo(seen)):
        assert result == Refusal(Reason.STALE)
    assert game.log == log
    assert isinstance(game.undo(game.revision), Step)


def test_what_cannot_be_is_refused_and_not_logged(game: Game) -> None:
    """A Targi returned from where none stands."""
    result = game.play(ReturnTargi(Colour.BLUE, border(2)))
    assert result == Refusal(Reason.NOT_THERE, Colour.BLUE, border(2))
    assert game.log == (HEADER,)


def test_against_the_rules_is_played_and_disputed(game: Game) -> None:
    """The figure stands there: the step says so, and the log too."""
    game.play(BLUE_2)
    step = game.play(WHITE_10)
    assert isinstance(step, Step)
    assert [event.json(0)["event"] for event in step.events] == ["illegal_placement"]
    assert game.log[-1] == "place-targi white 10"


def test_forced_it_counts_and_reads_back(game: Game) -> None:
    """The log says that a person forced it."""
    game.play(BLUE_2)
    game.force(WHITE_10)
    assert game.state.targis_of(Colour.WHITE) == (border(10),)
    assert game.log[-1] == "force place-targi white 10"
    assert Game.read(game.log).state == game.state


def test_a_mark_changes_nothing_but_the_log(game: Game) -> None:
    """It is kept, read back, and no step to undo."""
    game.mark("here")
    assert game.log[-1] == "mark here"
    assert not game.can_undo
    assert Game.read(game.log).log == game.log
    with pytest.raises(ValueError, match="one word"):
        game.mark("two words")


def test_the_history_titles_every_step(game: Game) -> None:
    """Codes with parameters, a refused placement with its reason, undone steps marked."""
    game.play(BLUE_2)
    game.play(WHITE_10)
    game.play(Correct(WHITE_TARGI, border(10), border(5)))
    game.undo()
    assert game.history() == (
        Title("place-targi", 1, Colour.BLUE, BLUE_TARGI, border(2)),
        Title("place-targi", 1, Colour.WHITE, WHITE_TARGI, border(10), reason=Reason.OPPOSITE_OPPONENT),
        Title("correct", 1, Colour.WHITE, WHITE_TARGI, border(5), source=border(10), undone=True),
    )


def test_every_line_is_kept_before_its_effect_shows() -> None:
    """The keeper is called while the game still is as it was."""
    seen: list[tuple[str, int]] = []
    game: Game | None = None

    def keep(line: str) -> None:
        seen.append((line.split()[0], len(game.state.standing.pieces) if game else 0))

    game = Game.new(Settings(), keep)
    game.play(BLUE_2)
    game.undo()
    assert seen == [("targi-game", 0), ("place-targi", 1), ("undo", 2)]


def test_a_log_of_an_expansion_game_reads_back() -> None:
    """Settings are in the header."""
    settings = Settings(Edition.EXPANSION, solo=Colour.WHITE, start=Colour.BLUE)
    assert Game.read(Game.new(settings).log).state.settings == settings


@pytest.mark.parametrize(
    ("lines", "number"),
    [
        ([], 1),
        (["nonsense"], 1),
        ([f"targi-game engine={VERSION + 1} edition=base solo=- start=-"], 1),
        (["targi-game engine=x edition=base solo=- start=-"], 1),
        ([HEADER, "place-targi blue 2", "place-targi blue"], 3),
        ([HEADER, "undo"], 2),
        ([HEADER, "return-targi blue 2"], 2),
        ([HEADER, ""], 2),
        ([HEADER, "force undo"], 2),
    ],
)
def test_a_broken_log_names_the_line_and_keeps_the_good_part(lines: list[str], number: int) -> None:
    """The error carries the game up to the line before."""
    with pytest.raises(LogError) as caught:
        Game.read(lines)
    assert caught.value.number == number
    good = caught.value.game
    assert (good.log if good else ()) == tuple(lines[: number - 1])
