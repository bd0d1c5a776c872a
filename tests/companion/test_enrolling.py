"""The table's own pieces shown to the camera, at the desk: what is no move meanwhile, what is told, and how it ends."""

from __future__ import annotations

from pathlib import Path

from companion import commands
from companion.commands import Showing
from companion.enrolling import Enrolment, Outcome
from companion.rules.board import WHITE_MARKER, Colour, Standing, border
from companion.rules.state import Edition, Settings
from companion.worker import Calibrated, Ended, Failed, Shown
from tests.companion.simulated import SimulatedTable, key
from tests.companion.test_desk import bench


def test_pieces_that_are_shown_are_no_moves(tmp_path: Path) -> None:
    """One of each is laid for the camera, learnt and taken away again; the first Targi after that is a move. Once a
    piece was missing, and that is told."""
    table = SimulatedTable()

    def ask(step: Showing) -> Enrolment | None:
        at.desk.do(commands.ShowPieces(step))
        at.desk.step()
        return at.desk.view().enrolment

    with bench(tmp_path) as at:
        at.see(table.quiet(2))
        assert at.desk.view().enrolment is None
        assert ask(Showing.BEGIN) == Enrolment()
        at.see([*table.act("+blue targi 2"), *table.act("+white targi 10"), *table.act("+blue marker 1x5")])
        assert ask(Showing.LEARN) == Enrolment(Outcome.LOOKING)
        assert at.worker.asked == ["learn"]
        missing = Shown("missing", (WHITE_MARKER,))
        assert at.hear(missing).enrolment == Enrolment(Outcome.MISSING, (WHITE_MARKER,))
        assert not at.desk.view().pieces_known
        at.see(table.act("+white marker 3x7"))
        ask(Showing.LEARN)
        view = at.hear(Calibrated("this table, its pieces"), Shown("learnt"))
        assert (view.enrolment, view.pieces_known) == (Enrolment(Outcome.LEARNT), True)
        assert at.kept == ["this table, its pieces"]
        assert ask(Showing.END) is None
        view = at.see([*table.quiet(8), *table.act("-white targi 10"), *table.act("-blue marker 1x5")])
        assert (view.state.standing.pieces, view.undo) == ({key("robber 1")}, False)
        at.see([*table.act("-white marker 3x7"), *table.quiet(4), *table.act("-blue targi 2"), *table.quiet(2)])
        view = at.see(table.act("+white targi 6"))
        assert view.state.standing.pieces == {key("robber 1"), key("white targi 6")}
        assert [name for name in at.names() if "targi" in name] == ["targi_placed"]
        ask(Showing.FORGET)
        assert "forget" not in at.worker.asked  # nobody shows any now
        ask(Showing.BEGIN)
        ask(Showing.FORGET)
        assert at.worker.asked[-1] == "forget"
        assert not at.hear(Calibrated("this table"), Shown("forgotten")).pieces_known
    with bench(tmp_path, profile="this table, its pieces") as again:
        assert again.desk.view().pieces_known


def test_showing_nothing_changes_nothing(tmp_path: Path) -> None:
    """The step of the first start is gone past, or the screen is only looked at: the table plays on as before, and a
    game that is on keeps its edition though its Targia is missed for a moment."""
    table = SimulatedTable.expansion()
    with bench(tmp_path) as at:
        at.see([*table.quiet(2), *table.act("+white targi 6")])
        for step in (Showing.END, Showing.BEGIN, Showing.END, Showing.END):
            at.desk.do(commands.ShowPieces(step))
        view = at.see(
            [
                *table.act("+blue targi 5"),
                *table.quiet(2, standing=Standing(frozenset(table.pieces - {key("targia 15")}))),
            ]
        )
        assert view.state.targis_of(Colour.BLUE) == (border(5),)
        at.desk.do(commands.ShowPieces(Showing.BEGIN))
        at.see(table.act("+white marker 3x7"))
        at.desk.do(commands.ShowPieces(Showing.END))
        view = at.see(
            [
                *table.act("-white marker 3x7"),
                *table.quiet(1, standing=Standing(frozenset(table.pieces - {key("targia 15")}))),
            ]
        )
        assert view.state.settings.edition is Edition.EXPANSION
        assert view.state.targis_of(Colour.WHITE) == (border(6),)


def test_a_showing_ends_with_its_source_or_its_game(tmp_path: Path) -> None:
    """Where nothing looks any more, or there is nobody to ask, that is said and may be tried again; another game ends
    it, and the table plays on; the recorded table is shown nothing."""
    with bench(tmp_path) as at:
        at.see(SimulatedTable().quiet(2))
        for news in (Failed("died"), Ended()):
            at.desk.do(commands.ShowPieces(Showing.BEGIN))
            at.desk.do(commands.ShowPieces(Showing.LEARN))
            at.desk.step()
            assert at.hear(news).enrolment == Enrolment(Outcome.NO_BOARD)
    with bench(tmp_path) as at:
        at.worker.listens = False
        at.see(SimulatedTable().quiet(2))
        at.desk.do(commands.ShowPieces(Showing.BEGIN))
        at.do(lambda _: commands.ShowPieces(Showing.LEARN))
        assert at.desk.view().enrolment == Enrolment(Outcome.NO_BOARD)
        assert at.do(lambda revision: commands.NewGame(revision, Settings())).enrolment is None
    with bench(tmp_path, demo=True) as at:
        at.see(SimulatedTable().quiet(2))
        assert at.do(lambda _: commands.ShowPieces(Showing.BEGIN)).enrolment is None
