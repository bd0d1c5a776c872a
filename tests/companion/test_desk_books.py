"""Books at the desk: opened with a new game, and figures that go on while something is still to be named or chosen."""

from __future__ import annotations

from pathlib import Path

from companion import commands
from companion.agreement import Agreement
from companion.rules.agenda import at_hand
from companion.rules.board import Colour
from companion.rules.moves import parse
from companion.rules.state import Phase, Reason, Settings
from companion.view import View
from tests.companion.simulated import SimulatedTable
from tests.companion.test_desk import Bench
from tests.companion.with_books import CARDS, WITH_BOOKS

START = Settings(start=Colour.BLUE)


def begun(folder: Path) -> Bench:
    """A desk without camera, at a new game with books."""
    bench = Bench(folder, camera=False)
    say(bench, commands.NewGame(bench.desk.view().revision, START, Agreement(books=True)))
    return bench


def say(bench: Bench, command: commands.Command) -> View:
    """The view after that command."""
    bench.desk.do(command)
    bench.desk.step()
    return bench.desk.view()


def play(bench: Bench, *lines: str) -> View:
    for line in lines:
        say(bench, commands.Play(bench.desk.view().revision, parse(line)))
    return bench.desk.view()


def test_a_new_game_opens_books(tmp_path: Path) -> None:
    """They are on disk: the next start goes on with them."""
    bench = begun(tmp_path)
    play(bench, "reveal G-gold")
    state = bench.desk.view().state
    bench.desk.close()
    again = Bench(tmp_path, camera=False)
    assert again.desk.view().state == state
    assert again.desk.view().state.books is not None
    again.desk.close()


def test_a_targi_is_placed_before_the_cards_are_named(tmp_path: Path) -> None:
    """A touch places it; a raid card refuses it for its own reason."""
    bench = begun(tmp_path)
    view = play(bench, "place-targi blue 4")
    assert view.refused is not None
    assert view.refused.reason is Reason.RAID_CARD
    view = play(bench, "place-targi blue 2")
    assert view.refused is None
    assert view.state.turn is Colour.WHITE
    bench.desk.close()


def test_a_choice_comes_before_the_next_figure(tmp_path: Path) -> None:
    """By touch the next figure waits for what the first one brought (ACT-3); undo takes the first one back."""
    bench = begun(tmp_path)
    play(bench, *(f"reveal {card}" for card in CARDS), *WITH_BOOKS)
    view = play(bench, "return-targi blue 5", "return-targi blue 11")
    assert view.refused is not None
    assert view.refused.reason is Reason.UNFINISHED
    assert at_hand(view.state) is not None
    view = say(bench, commands.Undo(view.revision))
    assert view.state.phase is Phase.ACTING
    assert at_hand(view.state) is None
    bench.desk.close()


def test_what_cannot_be_paid_is_refused(tmp_path: Path) -> None:
    """A move that the books do not offer changes nothing, and the reason is shown."""
    bench = begun(tmp_path)
    play(bench, *(f"reveal {card}" for card in CARDS), *WITH_BOOKS, "return-targi blue 5")
    before = bench.desk.view().state
    view = play(bench, "trade blue 3d 1g")
    assert view.refused is not None
    assert view.refused.reason is Reason.CANNOT_PAY
    assert view.state == before
    bench.desk.close()


def test_names_are_kept(tmp_path: Path) -> None:
    """What the players are called stays over the end of the program."""
    bench = Bench(tmp_path, camera=False)
    view = say(bench, commands.Prefer("pt", "dark", ("Ida", "Bo")))
    assert view.names == ("Ida", "Bo")
    bench.desk.close()
    again = Bench(tmp_path, camera=False)
    assert (again.desk.view().language, again.desk.view().names) == ("pt", ("Ida", "Bo"))
    again.desk.close()


def test_the_camera_plays_on_before_the_cards_are_named(tmp_path: Path) -> None:
    """Figures seen on the table are placed while nine cards wait for their names; what comes back in the acting is
    asked for in its order, however many people take at once (ACT-3)."""
    bench, table = Bench(tmp_path), SimulatedTable()
    bench.see(table.quiet(2))
    say(bench, commands.NewGame(bench.desk.view().revision, START, Agreement(books=True)))
    bench.see(table.quiet(2))
    for colour, number in (("blue", 2), ("white", 3), ("blue", 5), ("white", 14), ("blue", 11), ("white", 13)):
        bench.see(table.act(f"+{colour} targi {number}"))
    view = bench.desk.view()
    assert (view.state.phase, view.guidance.forbidden) == (Phase.MARKING, ())
    for colour, where in (("blue", "1x5"), ("blue", "2x5"), ("white", "3x6"), ("white", "3x7")):
        bench.see(table.act(f"+{colour} marker {where}"))
    play(bench, *(f"reveal {card}" for card in CARDS))
    view = bench.see(table.act("-blue targi 5"))
    assert task_of(view) == "exchanges"
    view = bench.see(table.act("-blue targi 11"))
    assert task_of(view) == "exchanges"
    assert view.state.books is not None
    assert len(view.state.books.agenda) == 2
    assert view.guidance.questions == ()
    bench.desk.close()


def task_of(view: View) -> str:
    """The word of what is asked."""
    task = at_hand(view.state)
    return task.word if task else ""
