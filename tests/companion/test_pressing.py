"""Games played by four buttons and e-ink pages alone, and what each button means."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
from PIL.Image import Image

from companion import commands
from companion.agreement import Agreement
from companion.asking import asked
from companion.attendant import Attendant, Signal
from companion.deal import Deal, Stack
from companion.desk import TableDesk
from companion.home import Home
from companion.pressing import Hand, Key, PageKind, Way, pressed
from companion.rules.board import WHITE_TARGI, Colour, Doubt, border
from companion.rules.state import Edition, EndReason, Phase, Reason, Settings
from companion.sheets import Sheet
from companion.sources import Sources
from companion.view import View
from companion.worker import Worker
from tests.companion.simulated import SimulatedTable
from tests.companion.test_desk import ToldWorker
from tests.companion.test_shelf import over
from tests.companion.views import view_of


@dataclass
class Panel:
    """A panel that keeps the pages it was left."""

    size_px: tuple[int, int] = (250, 122)
    accent: str | None = None
    slow: bool = False
    pages: list[Image] = field(default_factory=list)
    whole: list[bool] = field(default_factory=list)

    def show(self, picture: Image, whole: bool) -> None:
        self.pages.append(picture)
        self.whole.append(whole)


class Box:
    """A desk with an attendant, and fingers that know only buttons and pages."""

    def __init__(
        self,
        folder: Path,
        settings: Settings | None = None,
        panel: Panel | None = None,
        deal: Deal | None = None,
        **sources: Any,
    ) -> None:
        self.desk = TableDesk(Home(folder), Sources(**sources), chance=random.Random(1))
        if settings is not None:
            self.desk.do(commands.NewGame(self.desk.view().revision, settings, deal=deal))
            self.desk.step()
        self.panel = panel or Panel()
        self.signals: list[Signal] = []
        self.attendant = Attendant(self.desk, lamp=self.signals.append)
        self.attendant.give(self.panel)
        self.attendant.step()
        self.presses = Counter[int]()

    @property
    def view(self) -> View:
        return self.desk.view()

    @property
    def page(self) -> Sheet:
        made = self.attendant._drawn
        assert made is not None
        return made

    def press(self, *keys: Key, way: Way = Way.PRESS) -> Sheet:
        for key in keys:
            self.presses[self.view.guidance.round] += 1
            self.attendant.press(key, way)
            self.attendant.step()
            self.desk.step()
            self.attendant.step()
        return self.page

    def choose(self, answer: Callable[[str], bool]) -> Sheet:
        """Goes on with "no" until the page offers that answer, then says yes."""
        for _ in range(40):
            if answer(self.page.answer):
                return self.press(Key.YES)
            self.press(Key.NO)
        raise AssertionError(f"never offered: {self.page}")


@contextmanager
def box(folder: Path, settings: Settings | None = None, panel: Panel | None = None, **more: Any) -> Iterator[Box]:
    made = Box(folder, settings, panel, **more)
    try:
        yield made
    finally:
        made.attendant.close()
        made.desk.close()


GAMES = {
    "base": Settings(),
    "expansion": Settings(Edition.EXPANSION),
    "solo": Settings(solo=Colour.WHITE),
    "solo with the expansion": Settings(Edition.EXPANSION, solo=Colour.BLUE),
}


@pytest.mark.clause("END-2", "RND-3")
@pytest.mark.parametrize("kind", GAMES)
def test_a_whole_game_by_buttons_and_pages_alone(kind: str, tmp_path: Path) -> None:
    """Twelve rounds without a camera: some answers are taken, some passed over, some steps taken back and done again;
    it ends with the Robber on 16 and the next game can be started."""
    chance = random.Random(kind)
    with box(tmp_path, GAMES[kind]) as at:
        for _ in range(2000):
            if at.view.guidance.phase is Phase.OVER:
                break
            key = chance.choices([Key.YES, Key.NO, Key.UNDO, Key.PAGES], [10, 5, 1, 1])[0]
            if key is Key.PAGES or key is Key.UNDO:
                at.press(key)
                at.press(key, way=Way.HOLD)
            else:
                at.press(key)
        assert at.view.state.end is EndReason.ROBBER
        assert at.view.state.robber == border(16)
        assert at.page.kind is PageKind.SCORE
        before = at.view.revision
        at.press(Key.YES)
        assert (at.view.state.round, at.view.state.settings) == (1, GAMES[kind])
        assert at.view.revision != before


def test_the_next_game_is_no_first_game() -> None:
    """It keeps what was agreed on; only what was learnt is not learnt again."""
    game = over()
    game.agree(Agreement(bonus_dunes=True, first_game=True))
    now = asked(view_of(game))
    assert now is not None
    command = now.choices[0].command
    assert isinstance(command, commands.NewGame)
    assert command.agreed == Agreement(bonus_dunes=True)


@pytest.mark.parametrize(("kind", "most"), [("base", 13.0), ("expansion", 13.0), ("solo", 13.0)])
def test_how_many_presses_a_round_takes(kind: str, most: float, tmp_path: Path) -> None:
    """Whoever takes the first answers offered needs about a dozen presses a round: six placements, markers and actions
    of two players, the walk."""
    with box(tmp_path, GAMES[kind]) as at:
        while at.view.guidance.phase is not Phase.OVER:
            at.press(Key.YES)
        mean = sum(at.presses.values()) / 12
        assert 8.0 <= mean <= most


@pytest.mark.clause("PLC-5")
def test_the_places_offered_are_the_legal_ones_first(tmp_path: Path) -> None:
    """Blue stands on 2: white is offered every legal place, and last those that only a card may
    allow."""
    with box(tmp_path, Settings(start=Colour.BLUE)) as at:
        at.choose(lambda answer: answer == "On card 2")
        assert at.view.state.targis_of(Colour.BLUE) == (border(2),)
        asking = asked(at.view)
        assert asking is not None
        places = [choice.command.move.where for choice in asking.choices if isinstance(choice.command, commands.Play)]
        legal = places[: len(at.view.guidance.legal)]
        assert tuple(legal) == at.view.guidance.legal
        assert border(10) not in legal
        assert set(places) - set(legal) == {border(1), border(2), border(10)}


@pytest.mark.clause("PLC-5")
def test_a_card_may_allow_what_is_refused(tmp_path: Path) -> None:
    """Opposite the other's Targi: the page says why not and offers to understand, or that a card allows it."""
    with box(tmp_path, Settings(start=Colour.BLUE)) as at:
        at.choose(lambda answer: answer == "On card 2")
        page = at.choose(lambda answer: answer == "On card 10")
        assert at.view.refused is not None
        assert at.view.refused.reason is Reason.OPPOSITE_OPPONENT
        assert page.texts[0] == "White may not stand on card 10: Blue is opposite, on card 2."
        assert page.answer == "Understood"
        page = at.press(Key.NO)
        assert page.answer == "A card allows this once"
        at.press(Key.YES)
        assert at.view.state.targis_of(Colour.WHITE) == (border(10),)


@pytest.mark.clause("SOLO-3", "SOLO-4")
def test_andy_goes_where_his_card_sends_him(tmp_path: Path) -> None:
    """The person says which nomad card was turned up, and the page where Andy goes: 7 holds a Targi, 8 is a raid, so on
    to 9."""
    with box(tmp_path, Settings(solo=Colour.WHITE), deal=Deal(stack=Stack.REAL)) as at:
        at.choose(lambda answer: answer == "White starts")
        at.choose(lambda answer: answer == "On card 7")
        page = at.choose(lambda answer: answer.startswith("7: "))
        assert at.view.state.targis_of(Colour.BLUE) == (border(9),)
        assert "Andy" not in page.title


def test_undo_and_redo(tmp_path: Path) -> None:
    """The third button takes a step back, held it does it again; each on every page."""
    with box(tmp_path, Settings(start=Colour.BLUE)) as at:
        at.choose(lambda answer: answer == "On card 3")
        at.press(Key.UNDO)
        assert at.view.state.targis_of(Colour.BLUE) == ()
        at.press(Key.UNDO, way=Way.HOLD)
        assert at.view.state.targis_of(Colour.BLUE) == (border(3),)
        at.press(Key.PAGES, Key.UNDO)
        assert at.view.state.targis_of(Colour.BLUE) == ()


def test_pages_turn_and_come_back(tmp_path: Path) -> None:
    """The fourth button turns through now, board and round; held it comes back to now. Yes on another page answers
    nothing, it comes back."""
    with box(tmp_path, Settings(start=Colour.BLUE)) as at:
        at.press(Key.YES)
        kinds = [at.press(Key.PAGES).kind for _ in range(3)]
        assert kinds == [PageKind.BOARD, PageKind.ROUND, PageKind.NOW]
        at.press(Key.PAGES, Key.PAGES)
        assert at.press(Key.PAGES, way=Way.HOLD).kind is PageKind.NOW
        before = at.view.revision
        at.press(Key.PAGES)
        assert at.press(Key.YES).kind is PageKind.NOW
        assert at.view.revision == before


def test_holding_no_runs_through_the_answers(tmp_path: Path) -> None:
    """Held, the second button points at one answer after the other, and from the last to the first."""
    with box(tmp_path, Settings(start=Colour.BLUE)) as at:
        first = at.page.answer
        count = int(at.page.count.split("/")[1])
        seen = [first, at.press(Key.NO, way=Way.HOLD).answer]
        seen += [at.press(Key.NO, way=Way.REPEAT).answer for _ in range(count - 1)]
        assert len(set(seen)) == count
        assert seen[-1] == first


def test_only_one_answer_for_two_presses_on_the_same_page(tmp_path: Path) -> None:
    """A second press that comes before the first is carried out was meant for the old page, and does nothing
    (terraforming-mars #2630)."""
    with box(tmp_path, Settings(start=Colour.BLUE)) as at:
        for _ in range(2):
            at.attendant.press(Key.YES, Way.PRESS)
            at.attendant.step()
        at.desk.step()
        assert len(at.view.state.targis_of(Colour.BLUE) + at.view.state.targis_of(Colour.WHITE)) == 1


def test_language_and_names_are_those_people_chose(tmp_path: Path) -> None:
    """A language and names chosen in the window are on the next page; before, those asked for at the start."""
    with box(tmp_path, Settings(start=Colour.BLUE)) as at:
        assert at.page.texts[0] == "Blue places a Targi."
        at.desk.do(commands.Prefer("de", "light", ("Ada", "Bo")))
        at.desk.step()
        at.attendant.step()
        assert at.page.texts[0] == "Ada setzt einen Targi."


# --- with a camera ---


@contextmanager
def watched(
    folder: Path, panel: Panel | None = None
) -> Iterator[tuple[Box, SimulatedTable, Callable[[Iterable[Any]], None]]]:
    """A box whose camera sees a simulated table."""
    from companion.worker import Look

    worker = ToldWorker()
    table = SimulatedTable()
    with box(folder, None, panel, camera=lambda profile: cast(Worker, worker), load_profile=lambda: "profile") as at:

        def see(sightings: Iterable[Any]) -> None:
            for sighting in sightings:
                worker.number += 1
                worker.news.append(
                    Look(worker.number, sighting.seconds, (640, 480), sighting, 120.0, sharpness=0.5, uneven=0.9)
                )
                at.desk.step()
                at.attendant.step()

        yield at, table, see


def test_a_question_is_answered_by_yes_and_no(tmp_path: Path) -> None:
    """The camera doubts what stands on 7: the page asks, with one answer after the other, and yes takes it."""
    doubt = Doubt(border(7), WHITE_TARGI, 0.6)
    with watched(tmp_path) as (at, table, see):
        see([*table.quiet(2), *table.act("+white targi 6")])
        assert at.signals[-1] is Signal.BLUE
        see(table.quiet(8, doubts=(doubt,)))
        page = at.page
        assert (page.kind, page.texts[0]) == (PageKind.NOW, "What stands on card 7?")
        assert at.signals[-1] is Signal.WRONG
        at.choose(lambda answer: answer == "White Targi")
        assert WHITE_TARGI in at.view.state.standing.at(border(7))


def test_with_a_camera_yes_places_nothing(tmp_path: Path) -> None:
    """While the table is watched, placements come from the table: yes answers nothing; held it passes on."""
    with watched(tmp_path) as (at, table, see):
        see([*table.quiet(2), *table.act("+white targi 6")])
        before = at.view.revision
        at.press(Key.YES, Key.YES)
        assert at.view.revision == before
        assert (at.page.answer, at.page.keys[:2]) == ("", ("", "Next"))
        at.press(Key.YES, way=Way.HOLD)
        assert at.view.revision != before


def test_what_the_camera_misses_is_put_by_hand(tmp_path: Path) -> None:
    """Blue's Targi is not seen: no offers the places one after the other, and yes puts it there."""
    with watched(tmp_path) as (at, table, see):
        see([*table.quiet(2), *table.act("+white targi 6")])
        at.press(Key.NO)
        at.choose(lambda answer: answer == "On card 13")
        assert at.view.state.targis_of(Colour.BLUE) == (border(13),)


# --- panels ---


def test_a_page_that_does_not_change_is_left_once(tmp_path: Path) -> None:
    """The attendant looks ten times a second; the panel gets a page only when it says something else."""
    with box(tmp_path, Settings(start=Colour.BLUE)) as at:
        before = len(at.panel.pages)
        for _ in range(50):
            at.attendant.step()
        assert len(at.panel.pages) == before
        at.press(Key.NO)
        assert len(at.panel.pages) == before + 1


def test_a_slow_panel_gets_pages_that_last_a_round(tmp_path: Path) -> None:
    """A three-colour panel: set-up, one page a round, raids and the end, whatever is pressed in between; each a full
    refresh."""
    panel = Panel((400, 300), "red", slow=True)
    with box(tmp_path, Settings(start=Colour.BLUE), panel) as at:
        rounds: Counter[int] = Counter()
        while at.view.guidance.phase is not Phase.OVER:
            number, before = at.view.guidance.round, len(panel.pages)
            at.press(Key.NO, Key.YES)
            rounds[number] += len(panel.pages) - before
        assert max(rounds.values()) <= 3
        assert len(panel.pages) <= 1 + 12 + 4 + 1
        assert at.page.kind is PageKind.SCORE


def test_a_turned_round_is_a_whole_refresh(tmp_path: Path) -> None:
    """At a round's end the panel may flash; a page turned within it is shown by its changes."""
    with box(tmp_path, Settings(start=Colour.BLUE)) as at:
        at.press(Key.YES, Key.PAGES)
        assert at.panel.whole[-1] is False
        while at.view.guidance.round == 1:
            at.press(Key.YES)
        assert at.panel.whole[-1] is True
        assert at.panel.whole.count(True) <= 3


@pytest.mark.parametrize("key", Key)
@pytest.mark.parametrize("way", Way)
def test_every_press_is_safe_everywhere(key: Key, way: Way, tmp_path: Path) -> None:
    """Any button, pressed any way, at any moment of a game, gives a command that can be carried out or none."""
    with box(tmp_path, Settings(start=Colour.BLUE)) as at:
        for _ in range(30):
            hand = Hand().seeing(at.view)
            _, command = pressed(hand, key, way, at.view)
            assert command is None or command.revision == at.view.revision  # type: ignore[union-attr]
            at.press(Key.YES)
