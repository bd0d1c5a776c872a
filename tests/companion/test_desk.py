"""The desk: camera's news and fingers' commands in, one view out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from companion import commands
from companion.commands import Command
from companion.desk import TableDesk
from companion.gaze import ViewEvent
from companion.guide import Problem, ProblemCode, QuestionCode
from companion.home import Home
from companion.rules.board import (
    BLUE_TARGI,
    WHITE_TARGI,
    Colour,
    Doubt,
    Sighting,
    border,
    place,
)
from companion.rules.events import Event
from companion.rules.moves import PlaceTargi
from companion.rules.state import Edition, Phase, Reason, Scope, Settings
from companion.sources import Sources
from companion.view import Source, View
from companion.worker import Calibrated, Ended, Failed, Look, News, NotCalibrated, Searching, Worker
from tests.companion import fake_eyes
from tests.companion.simulated import SimulatedTable, key


class ToldWorker:
    """A worker without a process: its news are told to it."""

    def __init__(self) -> None:
        self.news: list[News] = []
        self.asked: list[Any] = []
        self.listens = True
        self.closed = False
        self.number = 0

    def poll(self, wait_seconds: float = 0.0) -> list[News]:
        news, self.news = self.news, []
        return news

    def recalibrate(self, corner16_px: Any) -> None:
        self.asked.append(corner16_px)

    def show_pieces(self, forget: bool) -> bool:
        self.asked.append("forget" if forget else "learn")
        return self.listens

    def frame(self) -> Any:
        return self.number, np.zeros((4, 4, 3), np.uint8)

    def close(self) -> None:
        self.closed = True


class Bench:
    """A desk with a told worker, its folder, and the events it has told."""

    def __init__(self, folder: Path, profile: Any = "this table", camera: bool = True, demo: bool = False) -> None:
        self.worker, self.events, self.kept = ToldWorker(), list[Any](), list[Any]()
        self.home = Home(folder)
        sources = Sources(
            camera=(lambda _: cast(Worker, self.worker)) if camera else None,
            demo=lambda: cast(Worker, self.worker),
            load_profile=lambda: profile,
            keep_profile=self.kept.append,
            knows_pieces=lambda known: "pieces" in known,
        )
        self.desk = TableDesk(self.home, sources, demo, lambda seconds, what: self.events.append(what))

    def see(self, sightings: Iterable[Sighting | None], brightness: float = 120.0) -> View:
        for sighting in sightings:
            self.worker.number += 1
            seconds = sighting.seconds if sighting else self.worker.number / 8
            self.worker.news.append(
                Look(self.worker.number, seconds, (640, 480), sighting, brightness, sharpness=0.5, uneven=0.9)
            )
            self.desk.step()
        return self.desk.view()

    def hear(self, *news: News) -> View:
        self.worker.news += news
        self.desk.step()
        return self.desk.view()

    def do(self, make: Callable[[int], Command]) -> View:
        self.desk.do(make(self.desk.view().revision))
        self.desk.step()
        return self.desk.view()

    def problems(self) -> list[ProblemCode]:
        return [problem.code for problem in self.desk.view().guidance.problems]

    def names(self) -> list[str]:
        return [what.name for what in self.events if isinstance(what, Event)]


@contextmanager
def bench(folder: Path, **options: Any) -> Iterator[Bench]:
    made = Bench(folder, **options)
    try:
        yield made
    finally:
        made.desk.close()


def test_the_table_plays_the_game(tmp_path: Path) -> None:
    """A figure put down before the camera is in the state, in the view, told, and on disk."""
    table = SimulatedTable()
    with bench(tmp_path) as at:
        view = at.see([*table.quiet(2), *table.act("+white targi 6")])
        assert view.state.targis_of(Colour.WHITE) == (border(6),)
        assert (view.source, view.calibrated, view.undo, view.guidance.turn) == (Source.CAMERA, True, True, Colour.BLUE)
        assert at.names() == ["round_started", "targi_placed"]
        assert view.aim is not None
        assert view.aim.pixels_per_mm == pytest.approx((600 / 4 / 95 + 400 / 4 / 63) / 2)
    with bench(tmp_path) as again:
        assert again.desk.view().state.targis_of(Colour.WHITE) == (border(6),)


def test_a_new_table_with_the_targia_is_the_expansion(tmp_path: Path) -> None:
    """A first game takes its edition from the table; one that a person has set up keeps its own."""
    with bench(tmp_path) as at:
        assert at.see(SimulatedTable.expansion().quiet(2)).state.settings.edition is Edition.EXPANSION
        settings = Settings(Edition.BASE, start=Colour.BLUE)
        at.do(lambda revision: commands.NewGame(revision, settings))
        assert at.see(SimulatedTable.expansion().quiet(4)).state.settings == settings


def test_without_a_camera_the_game_is_played_by_touch(tmp_path: Path) -> None:
    """No camera is a problem that is told, not an obstacle: moves, undo, redo, passing on work."""
    with bench(tmp_path, camera=False) as at:
        assert at.problems() == [ProblemCode.NO_CAMERA]
        view = at.do(lambda revision: commands.Play(revision, PlaceTargi(Colour.WHITE, border(6))))
        assert (view.source, view.guidance.turn) == (Source.NONE, Colour.BLUE)
        assert at.do(commands.Undo).state.targis_of(Colour.WHITE) == ()
        assert at.do(commands.Redo).state.targis_of(Colour.WHITE) == (border(6),)
        assert at.do(commands.PassOn).state.turn is Colour.WHITE


def test_a_command_given_on_an_old_view_does_nothing(tmp_path: Path) -> None:
    """Two taps on undo, the second on a view that is no longer true, undo once (terraforming-mars #2630)."""
    with bench(tmp_path, camera=False) as at:
        for colour, number in ((Colour.WHITE, 6), (Colour.BLUE, 2)):
            move = PlaceTargi(colour, border(number))
            at.do(lambda revision, move=move: commands.Play(revision, move))
        undo = commands.Undo(at.desk.view().revision)
        for _ in range(2):
            at.desk.do(undo)
        at.desk.step()
        assert at.desk.view().state.targis_of(Colour.WHITE) == (border(6),)


def test_a_touched_move_against_the_rules_is_refused_until_a_card_allows_it(tmp_path: Path) -> None:
    """A forbidden move on the screen is refused with its reason; "a card allows this" makes it."""
    with bench(tmp_path, camera=False) as at:
        move = PlaceTargi(Colour.WHITE, border(1))
        view = at.do(lambda revision: commands.Play(revision, move))
        assert view.refused is not None
        assert (view.refused.reason, view.state.targis_of(Colour.WHITE)) == (Reason.ROBBER, ())
        view = at.do(lambda revision: commands.AllowThis(revision, Colour.WHITE, Reason.ROBBER, Scope.ONCE))
        assert (view.refused, view.state.targis_of(Colour.WHITE)) == (None, (border(1),))


def test_a_corrected_place_is_believed_against_the_camera(tmp_path: Path) -> None:
    """A person says which piece stands there; the camera, which sees another, does not change it back."""
    table = SimulatedTable()
    with bench(tmp_path) as at:
        at.see([*table.quiet(2), *table.act("+white targi 6")])
        view = at.do(lambda revision: commands.Correct(revision, border(6), frozenset({BLUE_TARGI})))
        assert view.state.standing.at(border(6)) == (BLUE_TARGI,)
        assert at.see(table.quiet(6)).state.standing.at(border(6)) == (BLUE_TARGI,)


def test_a_doubt_is_asked_and_its_answer_played(tmp_path: Path) -> None:
    """A lasting doubt is a question with the camera's guess first; the answer is a move, and the question goes."""
    table = SimulatedTable()
    doubt = Doubt(border(6), WHITE_TARGI, 0.6)
    with bench(tmp_path) as at:
        view = at.see([*table.quiet(2), *table.quiet(4, doubts=(doubt,))])
        (question,) = view.guidance.questions
        assert (question.code, question.place) == (QuestionCode.WHAT_STANDS_HERE, border(6))
        assert question.choices[:2] == (WHITE_TARGI, None)
        view = at.do(lambda revision: commands.Answer(revision, question, 0))
        assert (view.state.targis_of(Colour.WHITE), view.guidance.questions) == ((border(6),), ())
        view = at.see(table.quiet(4, doubts=(doubt,)))
        assert (view.state.targis_of(Colour.WHITE), view.guidance.questions) == ((border(6),), ())


def test_a_new_game_says_what_does_not_match_its_set_up(tmp_path: Path) -> None:
    """Figures left from the game before are told, and nothing is played until they are gone (chess-robot #4)."""
    table = SimulatedTable()
    table.pieces.add(key("white targi 6"))
    with bench(tmp_path) as at:
        at.do(lambda revision: commands.NewGame(revision, Settings()))
        at.see(table.quiet(5))
        assert at.problems() == [ProblemCode.TABLE_DIFFERS]
        assert at.desk.view().guidance.problems[0].place == border(6)
        assert not at.desk.view().undo
        table.pieces.discard(key("white targi 6"))
        at.see(table.quiet(2))
        assert at.problems() == []


@pytest.mark.parametrize(
    ("news", "problem", "source"),
    [
        (Failed("no_camera"), ProblemCode.NO_CAMERA, Source.NONE),
        (Failed("busy"), ProblemCode.CAMERA_BUSY, Source.NONE),
        (Failed("no_permission"), ProblemCode.CAMERA_NOT_ALLOWED, Source.NONE),
        (Failed("stalled"), ProblemCode.CAMERA_STALLED, Source.NONE),
        (Failed("died"), ProblemCode.READING_FAILED, Source.NONE),
        (Failed("model", "vision/models/reader.onnx"), ProblemCode.MODEL_BROKEN, Source.NONE),
        (Searching(), ProblemCode.SEARCHING, Source.CAMERA),
        (NotCalibrated("no_board"), None, Source.STARTING),
    ],
)
def test_what_fails_before_a_picture(tmp_path: Path, news: News, problem: ProblemCode | None, source: Source) -> None:
    """A camera that cannot be had or hangs from the start is told; the game can be played by touch."""
    with bench(tmp_path) as at:
        assert at.hear(news).source is source
        assert at.problems() == ([problem] if problem else [])
        view = at.do(lambda revision: commands.Play(revision, PlaceTargi(Colour.WHITE, border(6))))
        assert view.state.targis_of(Colour.WHITE) == (border(6),)


def test_a_camera_lost_in_the_game_comes_back(tmp_path: Path) -> None:
    """A camera that stops is told, keeps the game, and goes on where the table is when it is back."""
    table = SimulatedTable()
    with bench(tmp_path) as at:
        at.see([*table.quiet(2), *table.act("+white targi 6")])
        assert at.hear(Failed("stalled")).source is Source.LOST
        assert at.problems() == [ProblemCode.CAMERA_STALLED]
        table.now = 0.0  # a source that is started again counts anew
        table.pieces.add(key("blue targi 2"))
        view = at.see(table.quiet(3))
        assert (view.source, at.problems()) == (Source.CAMERA, [])
        assert view.state.targis_of(Colour.BLUE) == (border(2),)


@pytest.mark.parametrize("choice", [0, 1])
def test_a_table_that_differs_may_be_taken_over(choice: int, tmp_path: Path) -> None:
    """When nothing explains what stands there a person is asked: the table is right (yes), or the game (no)."""
    with bench(tmp_path, camera=False) as at:
        at.do(lambda revision: commands.Play(revision, PlaceTargi(Colour.BLUE, border(2))))
    names = ("robber 1", "white targi 2", "white targi 3", "blue targi 4", "blue targi 13")
    table = SimulatedTable(pieces={key(name) for name in names})
    with bench(tmp_path) as at:
        view = at.see(table.quiet(5))
        assert set(at.problems()) == {ProblemCode.TABLE_DIFFERS}
        (question,) = view.guidance.questions
        assert question.code is QuestionCode.TAKE_OVER_TABLE
        at.do(lambda revision: commands.Answer(revision, question, choice))
        view = at.see(table.quiet(5))
        assert (at.problems(), view.guidance.questions) == ([], ())
        assert view.state.standing.pieces == (table.pieces if choice == 0 else {key("robber 1"), key("blue targi 2")})


def nothing(table: SimulatedTable, seconds: float) -> list[Sighting]:
    return list(table.quiet(seconds, found=False, problem="no_board"))


def test_black_pictures_other_tables_and_no_board_are_told_apart(tmp_path: Path) -> None:
    """Black pictures, a profile that never fits, a board that was there and is not: each has its own words."""
    with bench(tmp_path) as at:
        at.see(nothing(SimulatedTable(), 3), brightness=2.0)
        assert at.problems() == [ProblemCode.BLACK_PICTURES]
    with bench(tmp_path) as at:
        at.see(nothing(SimulatedTable(), 6))
        assert at.problems() == [ProblemCode.OTHER_TABLE]
        assert at.hear(Calibrated("new table")).calibrated
        assert at.kept == ["new table"]
        at.see(SimulatedTable(now=7).quiet(2))
        assert at.problems() == []
    table = SimulatedTable()
    with bench(tmp_path) as at:
        at.see([*table.quiet(2), *nothing(table, 2)])
        assert at.problems() == [ProblemCode.NO_BOARD]
        assert ViewEvent.CAMERA_MOVED in at.events
    with bench(tmp_path, profile=None) as at:
        at.see([None])
        assert at.problems() == [ProblemCode.SEARCHING]
        for reason, problem in (("no_board", ProblemCode.NO_BOARD), ("blocked", ProblemCode.VIEW_BLOCKED)):
            at.hear(NotCalibrated(reason))
            assert at.problems() == [problem]
        at.hear(NotCalibrated("which_corner"))
        view = at.see([None])
        assert at.problems() == [ProblemCode.WHICH_CORNER]
        assert view.aim is not None
        assert not view.aim.corner16_sure
        at.desk.do(commands.Calibrate((10.0, 20.0)))
        at.desk.step()
        assert at.worker.asked == [(10.0, 20.0)]


def test_preferences_are_kept(tmp_path: Path) -> None:
    """Language and theme chosen come back with the next start; a broken file counts as none."""
    with bench(tmp_path) as at:
        at.desk.do(commands.Prefer("pt", "dark"))
        at.desk.step()
    with bench(tmp_path) as at:
        assert (at.desk.view().language, at.desk.view().theme) == ("pt", "dark")
    (tmp_path / "preferences.json").write_text("[1,")
    with bench(tmp_path) as at:
        assert at.desk.view().language is None


def test_the_demo_leaves_the_stored_game_alone(tmp_path: Path) -> None:
    """The recorded table has a game of its own; a new game afterwards goes back to the camera."""
    with bench(tmp_path, camera=False) as at:
        at.do(lambda revision: commands.Play(revision, PlaceTargi(Colour.WHITE, border(6))))
    table = SimulatedTable.expansion()
    with bench(tmp_path, demo=True) as at:
        view = at.see([*table.quiet(4), *table.act("+blue targi 2")])
        assert (view.source, view.state.targis_of(Colour.BLUE)) == (Source.DEMO, (border(2),))
        at.hear(Ended())
        assert at.desk.ended
        assert at.problems() == [ProblemCode.DEMO_ENDED]
        view = at.do(lambda revision: commands.NewGame(revision, Settings(start=Colour.BLUE)))
        assert (view.source, view.state.start_player) == (Source.STARTING, Colour.BLUE)
    with bench(tmp_path, camera=False) as at:
        assert at.desk.view().state.phase is Phase.PLACING


def test_the_demo_can_be_left_for_the_stored_game(tmp_path: Path) -> None:
    """In the middle of a game the recorded table is shown and left again: the game goes on where it was, with the
    camera."""
    table = SimulatedTable()
    with bench(tmp_path) as at:
        at.see([*table.quiet(2), *table.act("+white targi 6")])
        at.desk.do(commands.ShowDemo())
        at.desk.step()
        view = at.desk.view()
        assert (view.demo, view.source, view.state.targis_of(Colour.WHITE)) == (True, Source.STARTING, ())
        at.desk.do(commands.LeaveDemo())
        at.desk.step()
        view = at.desk.view()
        assert (view.demo, view.state.targis_of(Colour.WHITE), view.undo) == (False, (border(6),), True)
        assert at.see(table.quiet(2)).source is Source.CAMERA


def test_a_demo_that_fails_is_no_fault_of_a_camera(tmp_path: Path) -> None:
    """A recorded table that does not play is told as that, and tried again; there is hope until it has failed four
    times in a row, and always once it has shown something."""
    with bench(tmp_path, demo=True) as at:
        for _ in range(3):
            at.hear(Searching(), Failed("died"))
            assert at.problems() == [ProblemCode.DEMO_STOPPED]
            assert at.desk.hopeless is None
        at.hear(Failed("died"))
        assert at.desk.hopeless == Problem(ProblemCode.DEMO_STOPPED)
        at.see(SimulatedTable().quiet(1))
        assert at.desk.hopeless is None
        assert at.problems() == []
        for _ in range(9):
            at.hear(Failed("died"))
        assert at.desk.hopeless is None


def test_a_damaged_model_is_named(tmp_path: Path) -> None:
    """A file of the recogniser that is damaged is named to window and listener, whatever it was needed for."""
    for demo in (False, True):
        with bench(tmp_path, demo=demo) as at:
            at.hear(Failed("model", "vision/models/reader.onnx"))
            told = Problem(ProblemCode.MODEL_BROKEN, text="vision/models/reader.onnx")
            assert at.desk.view().guidance.problems == (told,)
            assert at.events == [told]


def test_quitting_closes(tmp_path: Path) -> None:
    """Quit asks the window to close and ends the worker."""
    with bench(tmp_path) as at:
        at.desk.start()
        at.desk.do(commands.Quit())
        ends = time.monotonic() + 5
        while not at.desk.view().closing:
            assert time.monotonic() < ends
            time.sleep(0.01)
    assert at.worker.closed


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    """With a folder that cannot be made, the game is played in memory and that is said."""
    (tmp_path / "file").write_text("in the way")
    with bench(tmp_path / "file" / "games", camera=False) as at:
        view = at.do(lambda revision: commands.Play(revision, PlaceTargi(Colour.WHITE, border(6))))
        assert view.state.targis_of(Colour.WHITE) == (place(6),)
        assert ProblemCode.DISK_UNUSABLE in at.problems()


def test_what_happened_to_the_games_is_told_until_it_is_read(tmp_path: Path) -> None:
    """A broken file of games is kept aside, told to window and listener, and no more once it has been read."""
    (tmp_path / "games.db").write_bytes(b"no games at all" * 400)
    with bench(tmp_path, camera=False) as at:
        at.desk.step()
        assert ProblemCode.GAMES_BROKEN in at.problems()
        assert [what.code for what in at.events] == [ProblemCode.GAMES_BROKEN]
        at.desk.do(commands.Dismiss())
        at.desk.step()
        assert at.problems() == [ProblemCode.NO_CAMERA]


def test_a_profile_that_cannot_be_kept_is_told(tmp_path: Path) -> None:
    """When the disk refuses the profile the game goes on with it, and a person is told."""
    with bench(tmp_path) as at:

        def refuse(profile: Any) -> None:
            raise OSError(28, "No space left on device")

        at.desk._kept._sources = Sources(keep_profile=refuse)
        assert at.hear(Calibrated("new table")).calibrated
        assert ProblemCode.DISK_UNUSABLE in at.problems()


def test_a_game_gone_on_with_waits_for_its_table(tmp_path: Path) -> None:
    """What stands there of another game is not played into it, but asked about; laid out, the table is followed."""
    table = SimulatedTable()
    with bench(tmp_path) as at:
        at.see([*table.quiet(2), *table.act("+white targi 6")])
        at.do(lambda revision: commands.NewGame(revision, Settings()))
        at.see([*table.act("-white targi 6"), *table.act("+white targi 6"), *table.act("+blue targi 3")])
        assert at.desk.view().state.targis_of(Colour.BLUE) == (border(3),)
        at.do(lambda _: commands.GoOnWith(1))
        view = at.see(table.quiet(9))
        assert view.state.standing.pieces == {key("robber 1"), key("white targi 6")}
        assert [question.code for question in view.guidance.questions] == [QuestionCode.TAKE_OVER_TABLE]
        view = at.see([*table.act("-blue targi 3"), *table.act("+blue targi 2")])
        assert (view.guidance.questions, view.state.targis_of(Colour.BLUE)) == ((), (border(2),))


def test_desk_and_worker_together(tmp_path: Path) -> None:
    """A real process with a fake camera: its placement arrives in the view, and the view is never waited for."""
    sources = Sources(camera=lambda profile: Worker(fake_eyes.a_placement, profile))
    desk = TableDesk(Home(tmp_path), sources)
    desk.start()
    try:
        ends, slowest = time.monotonic() + 30, 0.0
        while desk.view().state.targis_of(Colour.WHITE) != (border(6),):
            began = time.monotonic()
            desk.view()
            desk.frame()
            slowest = max(slowest, time.monotonic() - began)
            assert time.monotonic() < ends
            time.sleep(0.02)
        assert slowest < 0.2
    finally:
        desk.close()
