"""Where this machine keeps what is to last: games, the profile of the table, what a person prefers."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from companion import disk
from companion.lessons import Level

LONGEST_NAME = 8
"""Letters of a player's name: more do not fit into every sentence on the smallest screen."""
TEXT_PERCENTS = (100, 125, 150, 200)
"""Sizes of the text on the screen."""
DIM_MINUTES = (2, 5, 10, 0)
"""After how many minutes without a touch the screen dims; 0: never."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a person chose last; None: nothing yet. ``names``: of Blue and White; empty: none. ``text_percent``: size of
    the text on the screen. ``dim_minutes``: after how long without a touch the screen dims; 0: never. ``guide``: how
    much it says (`companion.lessons.Level`)."""

    language: str | None = None
    theme: str | None = None
    names: tuple[str, str] = ("", "")
    text_percent: int = 100
    sound: bool = False
    dim_minutes: int = 2
    guide: str = Level.HINTS.value


@dataclass(frozen=True, slots=True)
class Home:
    """The folder of everything that lasts."""

    folder: Path

    @classmethod
    def of(cls, environment: Mapping[str, str], folder: str | None = None) -> Home:
        """The folder named, else the one for an application's state by the XDG rules."""
        if folder:
            return cls(Path(folder).expanduser())
        state = environment.get("XDG_STATE_HOME", "")
        base = Path(state) if os.path.isabs(state) else Path.home() / ".local" / "state"
        return cls(base / "targi")

    @property
    def games(self) -> Path:
        return self.folder / "games.db"

    @property
    def profile(self) -> Path:
        return self.folder / "profile.toml"

    @property
    def recordings(self) -> Path:
        """Pictures of doubtful readings, when they are to be kept."""
        return self.folder / "unsure"

    @property
    def exchange(self) -> Path:
        """Games written out and pictures of games, and the logs that can be taken in."""
        return self.folder / "exchange"

    @property
    def deck(self) -> Path:
        """The looks of the owner's own cards."""
        return self.folder / "cards.deck"

    @property
    def cards(self) -> Path:
        """The owner's own card facts."""
        return self.folder / "cards.toml"

    @property
    def _preferences(self) -> Path:
        return self.folder / "preferences.json"

    @property
    def fresh(self) -> bool:
        """Whether nobody has chosen anything on this machine yet."""
        return not self._preferences.exists()

    def preferences(self) -> Preferences:
        """What was kept; a file that cannot be read counts as none."""
        try:
            kept = json.loads(self._preferences.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return Preferences()
        if not isinstance(kept, dict):
            return Preferences()
        language, theme = (kept.get(name) for name in ("language", "theme"))
        return Preferences(
            language if isinstance(language, str) else None,
            theme if isinstance(theme, str) else None,
            _two_names(kept.get("names")),
            _one_of(kept.get("text_percent"), TEXT_PERCENTS, 100),
            kept.get("sound") is True,
            _one_of(kept.get("dim_minutes"), DIM_MINUTES, 2),
            next((level.value for level in Level if kept.get("guide") == level.value), Level.HINTS.value),
        )

    def keep(self, preferences: Preferences) -> None:
        """Keeps them where the disk allows it; they are not worth a complaint."""
        text = json.dumps(asdict(preferences)) + "\n"
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            disk.write(self._preferences, text.encode())


def _one_of(kept: object, known: tuple[int, ...], usual: int) -> int:
    return next((value for value in known if kept == value and not isinstance(kept, bool)), usual)


def _two_names(kept: object) -> tuple[str, str]:
    match kept:
        case [str(blue), str(white)]:
            return blue[:LONGEST_NAME], white[:LONGEST_NAME]
    return "", ""
