"""The game against Andy in the window: challenges chosen and followed, his card, way and place, played again."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import commands
from companion.agreement import Agreement
from companion.andys_turn import Why
from companion.commands import DealOut, NewGame, PlayAgain
from companion.deal import Deal, Outcome, Stack, challenge, drawn_for, of_the_day
from companion.language import LANGUAGES, wordless
from companion.played import Played
from companion.rules.board import ROBBER, Colour, border, place
from companion.rules.challenges import Category, ChoiceFault, Stock
from companion.rules.final import final_of
from companion.rules.moves import parse
from companion.rules.scoring import score
from companion.rules.state import Phase, Settings
from companion.sources import Sources
from companion.view import View
from tests.companion.with_books import CARDS as NAMED
from tests.ui.conftest import Open, Table
from tests.ui.desk import GameDesk
from tests.ui.playing import PromptDesk
from tests.ui.solo import andy_is_shown, begin, home, play

BLUE, WHITE = Colour.BLUE, Colour.WHITE
ALONE = Settings(solo=BLUE, start=BLUE)


def at_the_desk(sit_down: Open, folder: Path, deal: Deal, settings: Settings = ALONE, **agreed: bool) -> Table:
    """The window on a real desk, a game with that deal begun."""
    desk = PromptDesk(home(folder), Sources(), chance=Random(2), today=lambda: date(2026, 11, 30))
    desk.do(NewGame(desk.view().revision, settings, Agreement(**agreed), deal))
    return sit_down(desk)


def view_of(table: Table) -> View:
    view: View = table.root.view
    return view


def tasks(*words: str) -> tuple[Any, ...]:
    return tuple(map(challenge, words))


@pytest.mark.clause("SOLO-2", "SOLO-9", "BCHA-7")
def test_a_game_against_andy_to_its_end(sit_down: Open, tmp_path: Path) -> None:
    """Begun and ended by touches alone: five challenges drawn; the first card says who starts; the Robber put on 15,
    the last round, raid 16. One touch for each thing of Andy's; won or lost is the rules' word and stands with its
    reason on the screens; the statistics have it; the last round is played again with the same cards. All twelve
    rounds: tests/ui/whole_solo.py."""
    desk = PromptDesk(home(tmp_path), Sources(), chance=Random(3))
    table = sit_down(desk)
    table.press("Play by touch")
    begin(table)
    deal = view_of(table).deal
    assert deal is not None
    assert deal.challenges == drawn_for(deal.seed, 5)
    table.press("Not now")
    desk.do(commands.Correct(desk.view().revision, border(15), frozenset({ROBBER})))
    for card in NAMED:
        desk.do(commands.Play(desk.view().revision, parse(f"reveal {card}")))
    table.frames()
    rounds, kinds = play(table, Random(7))
    assert (kinds["andy"], rounds[12] < 40) == (1, True)
    view = view_of(table)
    assert view.state.phase is Phase.OVER
    assert view.deal is not None
    result = score(final_of(view.state, deal.challenges))
    assert view.deal.outcome == Outcome(result.winner is not None, result.tallies[0].total, 12)
    said = "Won: every challenge is met." if result.winner else "Lost. Not met:"
    table.press("Score")
    assert any(text.startswith(said) for text in table.words())
    table.press("Back")
    table.press(table.root.table.advice.ids.purses)
    assert any(text.startswith(said) for text in table.words())
    table.press("Statistics")
    assert f"{int(result.winner is not None)} of 1 won" in table.words()
    points = table.root.played.ids.points
    table.touch(*points.to_window(points.x + 10, points.center_y))
    table.press("12", "Start from round 12")
    again = view_of(table)
    assert (again.state.round, again.state.phase) == (12, Phase.PLACING)
    assert again.deal == replace(deal, replayed=12)
    desk.close()


@pytest.mark.clause("BCHA-1", "BCHA-2", "BCHA-3", "BCHA-5")
def test_challenges_are_chosen_one_by_one(sit_down: Open) -> None:
    """A touch goes through a category's kinds, plus and minus through its numbers; without points a word about it."""
    desk = GameDesk.after()
    table = sit_down(desk)
    table.press("Menu", "Solo: Blue", "More choices", "Andy and challenges")
    rows = table.root.challenges.rows
    table.press(rows[Category.RESOURCE].ids.what)
    assert "Left over: dates, at least 2" in table.words()
    assert "A points challenge should be among them." in table.words()
    table.press(rows[Category.RESOURCE].ids.what)
    table.press(rows[Category.RESOURCE].ids.more)
    assert "Left over: salt, at least 3" in table.words()
    table.press(rows[Category.VP].ids.what)
    table.press(rows[Category.VP].ids.less)
    assert "At least 27 VP" in table.words()
    assert "A points challenge should be among them." not in table.words()
    for _ in range(3):
        table.press(rows[Category.DISPLAY].ids.what)
    table.press(rows[Category.OBSTACLE].ids.what)
    table.press(rows[Category.ROBBER].ids.what)
    assert table.root.challenges.ids.tents.count == 5
    assert "Five challenges: hardest" in table.words()
    table.press(rows[Category.ROBBER].ids.what)
    assert "Robber: none" in table.words()
    table.press("Done", "Start the game")
    chosen = tasks("vp:27", "resource:salt:3", "symbol:oasis:camel_rider", "obstacle:kept:andy")
    (begun,) = desk.said
    assert isinstance(begun, NewGame)
    assert begun.deal == Deal(0, Stack.BOX, chosen)


@pytest.mark.clause("BCHA-9", "SOLO-11")
def test_drawn_the_day_s_none_and_the_real_stack(sit_down: Open, tmp_path: Path) -> None:
    """Drawn again it is another seed; the day's deal is that of the date; all can be put away; the stack is chosen."""
    table = at_the_desk(sit_down, tmp_path, Deal(1))
    table.root.go("menu")
    table.frames()
    table.press("More choices", "Andy and challenges")
    screen = table.root.challenges
    table.press(screen.draws[2])
    first = screen.deal(True)
    assert len(first.challenges) == 3
    table.press(screen.draws[2])
    assert screen.deal(True).seed == first.seed + 1
    table.press("Deal of the day")
    assert screen.deal(True) == of_the_day(date(2026, 11, 30))
    assert "Deal of 30.11.2026" in table.words()
    table.press("Real cards")
    assert screen.deal(True) == replace(of_the_day(date(2026, 11, 30)), stack=Stack.REAL)
    table.press("None")
    assert screen.deal(True).challenges == ()
    assert "Free game: your points count" in table.words()


@pytest.mark.clause("BCHA-8")
def test_two_players_are_offered_what_they_may_choose(sit_down: Open) -> None:
    """Resource, display and obstacle, none that makes Andy start; no stack, no deal of the day."""
    desk = GameDesk.after()
    table = sit_down(desk)
    table.press("Menu", "More choices", "Challenges")
    assert [row.name for row in reversed(table.root.challenges.ids.rows.children)] == [
        "category.resource", "category.display", "category.obstacle",
    ]  # fmt: skip
    table.press(table.root.challenges.rows[Category.OBSTACLE].ids.what)
    assert "The obstacle of your card" in table.words()
    table.press("Done", "Start the game")
    (begun,) = desk.said
    assert isinstance(begun, NewGame)
    assert begun.deal == Deal(0, challenges=tasks("obstacle:kept:card"))


@pytest.mark.clause("SOLO-3", "SOLO-4", "SOLO-11")
def test_the_real_stack_is_said_and_his_way_shown(sit_down: Open, tmp_path: Path) -> None:
    """7 came: each rule that fired in words, the way drawn; his figure put elsewhere is named with the right place;
    after "back" a touch on the right place puts it there."""
    table = at_the_desk(sit_down, tmp_path, Deal(stack=Stack.REAL))
    table.tap(border(7))
    assert "Which nomad card was turned up for Andy?" in table.words()
    numbers = table.root.table.andy.ids.grid.children
    table.press(next(button for button in numbers if button.items[0].text == "7"))
    said = table.words()
    assert {"7 holds a Targi (Blue)", "8 is a raid", "So on clockwise to card 9."} <= set(said)
    assert table.root.table.board.picture.way == (border(7), border(8), border(9))
    table.tap(border(10))
    assert "Andy's Targi stands on card 10; his card sends him to card 9." in table.words()
    assert table.root.table.board.picture.way == (border(10), border(9))
    assert border(10) in table.root.table.board.picture.wrong
    table.press("Undo")
    table.tap(border(9))
    assert view_of(table).state.targis_of(WHITE) == (border(9),)
    assert not andy_is_shown(table)


@pytest.mark.clause("SOLO-6", "SOLO-7")
def test_his_markers_and_what_leaves_take_a_touch_each(sit_down: Open, tmp_path: Path) -> None:
    """Without books too: his crossings are named and marked at once; at the end his cards go, his figures with them."""
    table = at_the_desk(sit_down, tmp_path, Deal(5))
    desk = table.root.desk

    def say(*lines: str) -> None:
        desk.do(commands.PlayAll(desk.view().revision, tuple(map(parse, lines))))
        table.root.poll(0)
        table.frames()

    figures = ("blue 2", "white 3", "blue 5", "white 14", "blue 11", "white 13")
    say(*(f"place-targi {one}" for one in figures), "place-marker blue 1x5", "place-marker blue 2x5")
    assert "Andy's markers lie on 3×6 and 3×7" in table.words()
    table.press("The markers lie")
    assert view_of(table).state.markers_of(WHITE) == (place("3x6"), place("3x7"))
    say(*(f"return-targi blue {number}" for number in (2, 5, 11)), *(f"return-marker blue {x}" for x in ("1x5", "2x5")))
    assert "Discard and replace: 3×6 and 3×7." in table.words()
    table.press("All taken away")
    assert view_of(table).state.phase is Phase.ROBBER


@pytest.mark.clause("BCHA-5", "BCHA-6")
def test_what_only_people_know_is_said(sit_down: Open, tmp_path: Path) -> None:
    """Whether the obstacle was kept, and what the Robber takes off."""
    deal = Deal(5, challenges=tasks("vp:20", "obstacle:kept:card", "robber:2"))
    table = at_the_desk(sit_down, tmp_path, deal, books=True)
    table.root.go("tasks")
    table.frames()
    assert {"4/20", "open", "kept"} - set(table.words()) == {"4/20"}  # 4 tokens, 2 off
    assert "2/20" in table.words()
    rows = list(reversed(table.root.tasks.ids.rows.children))
    table.press(rows[1].ids.buttons.children[0])
    assert "broken" in table.words()
    rows = list(reversed(table.root.tasks.ids.rows.children))
    table.press(rows[2].ids.buttons.children[0])  # plus
    assert view_of(table).deal == replace(deal, challenges=tasks("vp:20", "obstacle:broken:card", "robber:3"))
    assert "1/20" in table.words()


def test_a_stored_game_is_chosen_from_the_chart(sit_down: Open) -> None:
    """A touch on its column; only the rounds that it had can be chosen."""
    games = tuple(
        Played(number, Deal(number, challenges=tasks("vp:20"), outcome=Outcome(number % 2 == 0, 20 + number, 9)))
        for number in (4, 5)
    )
    desk = GameDesk.after(settings=ALONE, extra={"deal": Deal(9, challenges=tasks("vp:20")), "played": games})
    table = sit_down(desk)
    table.root.go("played")
    table.frames()
    assert "1 of 2 won" in table.words()
    points = table.root.played.ids.points
    table.touch(*points.to_window(points.x + 1.3 * points.step, points.center_y))
    assert table.root.screens.current == "again"
    rounds = table.root.again.rounds
    assert [button.disabled for button in rounds] == [False] * 9 + [True] * 3
    table.press(rounds[8])
    table.press("Start from round 9")
    assert desk.said == [PlayAgain(1, 9, 5)]
    assert DealOut(1, Deal()) not in desk.said


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_of_the_solo_game_has_words(language: str) -> None:
    """Every reason, category, stock and difficulty."""
    codes = [*Why, *Category, *Stock, ChoiceFault.NO_VP, *(f"stack.{stack}" for stack in Stack)]
    codes += [f"difficulty.{number}" for number in range(6)]
    assert wordless(codes) == {}
