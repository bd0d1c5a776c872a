"""Where the desk's pictures come from, and the clock of their source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.gaze import ViewEvent
from companion.guide import Problem, ProblemCode
from companion.rules.events import Event
from companion.worker import Look, Worker

_RESTART_SECONDS = 2.0  # counted for a restart of the source, however long it took


@dataclass(frozen=True, slots=True)
class Sources:
    """How to open the sources of pictures: None where there is none. Each takes the profile to begin with, or None."""

    camera: Callable[[Any], Worker] | None = None
    demo: Callable[[], Worker] | None = None
    load_profile: Callable[[], Any] = lambda: None
    keep_profile: Callable[[Any], None] = lambda profile: None
    knows_pieces: Callable[[Any], bool] = lambda profile: False


class Kept:
    """The camera's profile as it is kept from one time to the next. ``problem``: it could not be; ``pieces_known``: the
    table's own pieces were shown."""

    def __init__(self, sources: Sources, where: str) -> None:
        self._sources, self._where = sources, where
        self.problem: Problem | None = None
        self.pieces_known = False

    def load(self) -> Any:
        """The profile kept, or None."""
        profile = self._sources.load_profile()
        self.pieces_known = profile is not None and self._sources.knows_pieces(profile)
        return profile

    def keep(self, profile: Any) -> None:
        """Keeps a profile that was learnt."""
        self.pieces_known = self._sources.knows_pieces(profile)
        try:
            self._sources.keep_profile(profile)
            self.problem = None
        except OSError:
            self.problem = Problem(ProblemCode.DISK_UNUSABLE, text=self._where)


@dataclass(slots=True)
class SourceClock:
    """The source's clock begins anew when the source is started again; what the desk hears goes on."""

    _offset: float = 0.0
    _latest: float = 0.0

    def in_order(self, look: Look) -> Look:
        """The look with seconds that never run backwards."""
        if look.seconds + self._offset < self._latest:
            self._offset = self._latest + _RESTART_SECONDS - look.seconds
        self._latest = look.seconds + self._offset
        if not self._offset:
            return look
        sighting = look.sighting and replace(look.sighting, seconds=self._latest)
        return replace(look, seconds=self._latest, sighting=sighting)


Listener = Callable[[float, Event | ViewEvent | Problem], None]
"""Is told what happens, with the seconds of the source."""
