"""Which edition lies on the table, told by the Targia: she stands on a border card, or there is none."""

from __future__ import annotations

from companion.rules.board import TARGIA, Light, Sighting
from companion.rules.state import Edition

_PICTURES = 6  # in a row that show the other edition


class EditionSeen:
    """Follows the table for a game that nobody has set up yet."""

    def __init__(self) -> None:
        self._run = 0

    def other(self, sighting: Sighting, edition: Edition) -> Edition | None:
        """The edition of the table when it has differed from this one in enough clear pictures; None until then."""
        if not sighting.found or sighting.blocked or sighting.light is not Light.FINE:
            return None
        seen = Edition.EXPANSION if sighting.standing.of(TARGIA) else Edition.BASE
        self._run = 0 if seen is edition else self._run + 1
        return seen if self._run >= _PICTURES else None
