"""Where this machine keeps what is to last: games, the profile of the table, what a person prefers."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a person chose last; None: nothing yet."""

    language: str | None = None
    theme: str | None = None


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
    def cards(self) -> Path:
        """The owner's own card facts."""
        return self.folder / "cards.toml"

    @property
    def _preferences(self) -> Path:
        return self.folder / "preferences.json"

    def preferences(self) -> Preferences:
        """What was kept; a file that cannot be read counts as none."""
        try:
            kept = json.loads(self._preferences.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return Preferences()
        if not isinstance(kept, dict):
            return Preferences()
        language, theme = (kept.get(name) for name in ("language", "theme"))
        return Preferences(language if isinstance(language, str) else None, theme if isinstance(theme, str) else None)

    def keep(self, preferences: Preferences) -> None:
        """Keeps them where the disk allows it; they are not worth a complaint."""
        text = json.dumps({"language": preferences.language, "theme": preferences.theme})
        written = self._preferences.with_suffix(".new")
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            written.write_text(text + "\n", encoding="utf-8")
            os.replace(written, self._preferences)
