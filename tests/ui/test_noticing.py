"""What people would notice of the real desk's views, while a camera looks at the table."""

from __future__ import annotations

from pathlib import Path

from companion.rules.board import Colour
from tests.companion.simulated import SimulatedTable
from tests.companion.test_desk import bench
from ui.noticing import noticed


def test_a_quiet_table_gives_nothing_to_notice(tmp_path: Path) -> None:
    """Pictures of a table where nothing happens are all the same, in whatever light; a figure put down is not."""
    table = SimulatedTable()
    with bench(tmp_path) as at:
        at.see([*table.quiet(2), *table.act("+white targi 6")])
        before = at.see(table.quiet(2))
        after = at.see(table.quiet(2), brightness=125.0)
        assert before.shown < after.shown
        assert noticed(before) == noticed(after)
        moved = at.see(table.act("+blue targi 9"))
        assert moved.state.targis_of(Colour.BLUE)
        assert noticed(moved) != noticed(after)
