"""What happens in a watched game, as it becomes certain: sightings in, the lines of `targi watch` out."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game import Game
from companion.gaze import Gaze, ViewEvent
from companion.rules.board import TARGIA, Light, Sighting
from companion.rules.engine import Step, opening
from companion.rules.events import Event, RoundStarted
from companion.rules.state import Edition, Settings
from companion.tracker import Finding, Seen, Tracker, Unsure

_EDITION_SECONDS = 0.6  # of clear view, before the Targia is believed to be there or not
_OPENING_SECONDS = 2.0  # a table that has matched the set-up so long is a game about to start


@dataclass(frozen=True, slots=True)
class Line:
    """Something that happened: an event of the game or of the view, or a place that a person should be asked about."""

    seconds: float
    what: Event | ViewEvent | Unsure

    def json(self) -> dict[str, object]:
        """The line in the form of the command line's contract."""
        if isinstance(self.what, Event):
            return self.what.json(self.seconds)
        values: dict[str, object] = {"t": round(self.seconds, 2)}
        if isinstance(self.what, ViewEvent):
            return values | {"event": str(self.what)}
        doubt = self.what.doubt
        says = None if doubt.says is None else str(doubt.says)
        return values | {"event": "unsure", "place": doubt.where.json, "says": says, "confidence": doubt.confidence}


class Watcher:
    """Follows one game from its set-up on. ``edition`` None: the Targia on the table decides."""

    def __init__(self, edition: Edition | None, settings: Settings) -> None:
        self._settings = settings
        self._edition = edition
        self._gaze = Gaze()
        self._tracker = Tracker()
        self._opened = False
        self._with_targia = self._without = 0.0
        self._last = -float("inf")
        self.game: Game | None = None

    def take(self, sighting: Sighting) -> list[Line]:
        """What this sighting makes certain. Times never run backwards."""
        now = max(self._last, sighting.seconds)
        pause, self._last = min(0.5, now - self._last), now
        lines = [Line(now, event) for event in self._gaze.take(sighting)]
        game = self.game or self._begun(sighting, pause)
        if game is None:
            return lines
        findings = self._tracker.feed(sighting, game.state)
        moved = any(isinstance(finding, Seen) for finding in findings)
        ready = self._tracker.ready_since
        waited = ready is not None and now - ready >= _OPENING_SECONDS
        if not self._opened and (moved or (waited and game.state.start_player is not None)):
            self._opened = True
            events = opening(game.state)
            found = [event for finding in findings for event in self._play(game, finding)]
            return lines + [Line(now, event) for event in (*_with_start(events, game), *found)]
        return lines + [Line(now, event) for finding in findings for event in self._play(game, finding)]

    def _begun(self, sighting: Sighting, pause: float) -> Game | None:
        if self._edition is None and sighting.found and not sighting.blocked and sighting.light is Light.FINE:
            seen = bool(sighting.standing.of(TARGIA))
            self._with_targia += pause * seen
            self._without += pause * (not seen)
            if self._with_targia + self._without >= _EDITION_SECONDS:
                self._edition = Edition.EXPANSION if self._with_targia >= self._without else Edition.BASE
        if self._edition is not None:
            self.game = Game.new(Settings(self._edition, self._settings.solo, self._settings.start))
        return self.game

    def _play(self, game: Game, finding: Finding) -> list[Event | Unsure]:
        if isinstance(finding, Unsure):
            return [finding]
        step = game.play(finding.move)
        return list(step.events) if isinstance(step, Step) else []


def _with_start(events: tuple[Event, ...], game: Game) -> list[Event]:
    """The opening, with the start player that the first placement has decided."""
    return [
        RoundStarted(event.round, game.state.start_player, event.robber, event.targia)
        if isinstance(event, RoundStarted)
        else event
        for event in events
    ]
