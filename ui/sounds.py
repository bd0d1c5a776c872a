"""Sounds on wish: a few short tones made by us. No sound device is needed; without one it stays quiet."""

from __future__ import annotations

import io
import tempfile
import wave
from collections.abc import Callable
from enum import Enum
from math import pi
from pathlib import Path
from typing import Any

import numpy as np

from companion.rules.state import Phase
from companion.view import View

RATE = 22050
"""Samples a second."""


class Cue(str, Enum):
    """What can be heard."""

    TURN = "turn"  # it is the other player's turn
    WRONG = "wrong"  # something stands where it may not, or something is asked
    RAID = "raid"
    OVER = "over"

    def __str__(self) -> str:
        return self.value


TONES: dict[Cue, tuple[tuple[float, float], ...]] = {
    Cue.TURN: ((660, 0.09),),
    Cue.WRONG: ((330, 0.12), (262, 0.18)),
    Cue.RAID: ((196, 0.14), (196, 0.14), (196, 0.3)),
    Cue.OVER: ((523, 0.12), (659, 0.12), (784, 0.3)),
}
"""Each cue's tones: hertz and seconds."""


def cue_of(before: View, after: View) -> Cue | None:
    """What is to be heard when one view follows another: the most urgent of what is new."""
    old, new = before.guidance, after.guidance
    if new.phase is Phase.OVER:
        return Cue.OVER if old.phase is not Phase.OVER else None
    if (new.forbidden or new.questions or after.refused) and not (old.forbidden or old.questions or before.refused):
        return Cue.WRONG
    if any(note.raid for note in new.advice) and new.phase is Phase.ROBBER and old.phase is not Phase.ROBBER:
        return Cue.RAID
    return Cue.TURN if new.turn is not None and new.turn is not old.turn else None


def sound(cue: Cue) -> bytes:
    """The cue as a WAV file: one channel, 16 bit."""
    parts = []
    for hertz, seconds in TONES[cue]:
        at = np.arange(round(RATE * seconds)) / RATE
        fade = np.minimum(1, np.minimum(at, seconds - at) / 0.01) * np.exp(-at * 6)
        parts.append(np.sin(2 * pi * hertz * at) * fade)
    samples = (np.concatenate(parts) * 0.3 * 32767).astype("<i2")
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(samples.tobytes())
    return file.getvalue()


def _kivy_load(path: str) -> Any:
    from kivy.core.audio import SoundLoader  # opens the sound device, so only when there is something to hear

    return SoundLoader.load(path)


class Sounds:
    """Plays cues. ``load`` opens a file, or gives None where there is no sound device."""

    def __init__(self, load: Callable[[str], Any] = _kivy_load) -> None:
        self._load = load
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._ready: dict[Cue, Any] = {}

    def __call__(self, cue: Cue) -> None:
        """Plays that cue, if it can be heard at all."""
        if cue not in self._ready:
            self._ready[cue] = self._opened(cue)
        if self._ready[cue] is not None:
            self._ready[cue].play()

    def _opened(self, cue: Cue) -> Any:
        """The cue ready to be played; None where there is no sound device, or no room for its file."""
        try:
            self._folder = self._folder or tempfile.TemporaryDirectory(prefix="targi-sounds-")
            path = Path(self._folder.name, f"{cue}.wav")
            path.write_bytes(sound(cue))
        except OSError:
            return None
        return self._load(str(path))
