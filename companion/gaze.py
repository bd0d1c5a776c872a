"""How the view of the table goes: blocked, moved, too dark, lost. With hysteresis: a flicker says nothing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import hypot

from companion.rules.board import Light, Sighting

_BLOCKED_AFTER = 1.0
_CLEAR_AFTER = 0.5
_LIGHT_AFTER = 1.0
_LOST_AFTER = 1.0
_FOUND_AFTER = 0.5
_SHIFT = 0.02  # of the board's diagonal, from where it last lay still
_STILL_AFTER = 1.0


class ViewEvent(str, Enum):
    """What happened to the view, in the words of the command line."""

    VIEW_BLOCKED = "view_blocked"
    VIEW_CLEAR = "view_clear"
    CAMERA_MOVED = "camera_moved"
    CAMERA_FOUND = "camera_found"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"

    def __str__(self) -> str:
        return self.value


@dataclass(slots=True)
class _Lasting:
    """A yes or no that changes only when the other has been said for so long."""

    on_after: float
    off_after: float
    on: bool = False
    _other_since: float | None = None

    def take(self, says: bool, now: float) -> bool:
        """True when this has just changed."""
        if says is self.on:
            self._other_since = None
            return False
        if self._other_since is None:
            self._other_since = now
        if now - self._other_since < (self.off_after if self.on else self.on_after):
            return False
        self.on, self._other_since = says, None
        return True


class Gaze:
    """Follows the view from sighting to sighting."""

    def __init__(self) -> None:
        self._blocked = _Lasting(_BLOCKED_AFTER, _CLEAR_AFTER)
        self._lost = _Lasting(_LOST_AFTER, _FOUND_AFTER)
        self._dark = _Lasting(_LIGHT_AFTER, _LIGHT_AFTER)
        self._bright = _Lasting(_LIGHT_AFTER, _LIGHT_AFTER)
        self._ever_found = False
        self._told_moved = False
        self._rests_at: tuple[tuple[float, float], ...] = ()
        self._away_since: float | None = None

    @property
    def blocked(self) -> bool:
        return self._blocked.on

    @property
    def lost(self) -> bool:
        """The board has been out of view for a while though there was light."""
        return self._lost.on

    @property
    def light(self) -> Light:
        return Light.TOO_DARK if self._dark.on else Light.TOO_BRIGHT if self._bright.on else Light.FINE

    def take(self, sighting: Sighting) -> list[ViewEvent]:
        """What this sighting makes certain of the view."""
        now, events = sighting.seconds, []
        if self._dark.take(sighting.light is Light.TOO_DARK, now) and self._dark.on:
            events.append(ViewEvent.TOO_DARK)
        if self._bright.take(sighting.light is Light.TOO_BRIGHT, now) and self._bright.on:
            events.append(ViewEvent.TOO_BRIGHT)
        if not sighting.found and sighting.light is not Light.FINE:
            return events
        if self._lost.take(not sighting.found, now):
            if self._lost.on and self._ever_found:
                events.append(ViewEvent.CAMERA_MOVED)
            elif self._told_moved:
                events.append(ViewEvent.CAMERA_FOUND)
            self._told_moved = self._lost.on and self._ever_found
            self._rests_at = ()
        if not sighting.found:
            return events
        self._ever_found = True
        if self._blocked.take(sighting.blocked, now):
            events.append(ViewEvent.VIEW_BLOCKED if self._blocked.on else ViewEvent.VIEW_CLEAR)
        if not sighting.blocked and not self._lost.on and self._came_to_rest_elsewhere(sighting):
            events += [ViewEvent.CAMERA_MOVED, ViewEvent.CAMERA_FOUND]
        return events

    def _came_to_rest_elsewhere(self, sighting: Sighting) -> bool:
        corners, now = sighting.corners_px, sighting.seconds
        if len(corners) != 4:
            return False
        if len(self._rests_at) != 4:
            self._rests_at, self._away_since = corners, None
            return False
        diagonal = max(1.0, hypot(corners[2][0] - corners[0][0], corners[2][1] - corners[0][1]))
        shifts = sorted(hypot(x - u, y - v) for (x, y), (u, v) in zip(corners, self._rests_at, strict=True))
        if shifts[1] <= _SHIFT * diagonal:
            self._away_since = None
            return False
        if self._away_since is None:
            self._away_since = now
        if now - self._away_since < _STILL_AFTER:
            return False
        self._rests_at, self._away_since = corners, None
        return True
