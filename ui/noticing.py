"""What of a view people would notice: pictures come all the time, and most say what the one before has said."""

from __future__ import annotations

from dataclasses import replace

from companion.view import View


def noticed(view: View) -> View:
    """The view without what is another with every picture though nothing has happened on the table: when it was taken,
    where its pixels are and how sure they make. Two that are equal look the same everywhere but in the live picture
    and its measures."""
    sighting = view.sighting
    if sighting is not None:
        cards = sighting.cards
        sighting = replace(
            sighting,
            seconds=0.0,
            milliseconds={},
            corners_px=(),
            still=True,
            doubts=tuple(replace(doubt, confidence=1.0) for doubt in sighting.doubts),
            cards={where: name and replace(name, confidence=1.0) for where, name in cards.items()} if cards else cards,
        )
    return replace(view, shown=0, aim=None, sighting=sighting)
