"""The last seconds before a reading that was not sure, kept as pictures to look at later. Off unless it is switched on;
nothing leaves the machine, and there is never more of it than a few folders.

Each is a folder that ``targi watch`` plays: pictures in name order and ``frames.json``; beside them ``unsure.json``
with what was doubted.
"""

from __future__ import annotations

import json
import shutil
from collections import deque
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.board import Sighting

Image = NDArray[np.uint8]

EVERY_SECONDS, LAST_SECONDS = 0.5, 10.0
MOST_RECORDINGS, MOST_BYTES = 8, 6_000_000
"""So many folders are kept, the oldest goes first; and of one so many bytes, the newest pictures."""
APART_SECONDS = 30.0
_LASTING_SECONDS = 1.5  # a doubt that a person is asked about, not one of a single picture
_WIDTH = 1344
_JPEG = [cv2.IMWRITE_JPEG_QUALITY, 85]


class Recorder:
    """Keeps the last seconds of one source in memory, and writes them below ``folder`` when a reading is not sure.
    Seconds are the source's. A disk that refuses ends it (``refused``: why)."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ring: deque[tuple[float, bytes]] = deque(maxlen=int(LAST_SECONDS / EVERY_SECONDS))
        self._doubted_since: float | None = None
        self._written = -float("inf")
        self.refused: OSError | None = None

    def take(self, image: Image, sighting: Sighting) -> None:
        """Takes a picture (H, W, 3) uint8 BGR and what was read from it."""
        if self.refused is not None:
            return
        now = sighting.seconds
        if self._ring and now < self._ring[-1][0]:  # the source began anew
            self._ring.clear()
            self._doubted_since, self._written = None, -float("inf")
        if not self._ring or now - self._ring[-1][0] >= EVERY_SECONDS:
            self._ring.append((now, _coded(image)))
        if not sighting.doubts or sighting.blocked or not sighting.still:
            self._doubted_since = None
            return
        self._doubted_since = now if self._doubted_since is None else self._doubted_since
        if now - self._doubted_since >= _LASTING_SECONDS and now - self._written >= APART_SECONDS:
            self._written = now
            try:
                self._write(sighting)
            except OSError as error:
                self.refused = error

    def _write(self, sighting: Sighting) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        numbered = (path for path in self._folder.iterdir() if path.name.isdecimal())
        kept = sorted(numbered, key=lambda path: int(path.name))  # from 10000 on not by their letters
        for old in kept[: max(0, len(kept) - MOST_RECORDINGS + 1)]:
            shutil.rmtree(old)
        new = self._folder / f"{int(kept[-1].name) + 1 if kept else 1:04d}"
        unfinished = new.with_suffix(".new")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir()
        frames = []
        for index, (seconds, coded) in enumerate(self._newest()):
            name = f"{index:02d}.jpg"
            (unfinished / name).write_bytes(coded)
            frames.append({"image": name, "t": round(seconds, 2)})
        _tell(unfinished / "frames.json", frames)
        doubts = [
            {"place": str(doubt.where), "says": str(doubt.says), "confidence": round(doubt.confidence, 3)}
            for doubt in sighting.doubts
        ]
        _tell(unfinished / "unsure.json", {"t": round(sighting.seconds, 2), "unsure": doubts})
        unfinished.rename(new)

    def _newest(self) -> list[tuple[float, bytes]]:
        """As many of the newest pictures as may be kept."""
        total, taken = 0, []
        for seconds, coded in reversed(self._ring):
            total += len(coded)
            if total > MOST_BYTES:
                break
            taken.append((seconds, coded))
        return taken[::-1]


def _coded(image: Image) -> bytes:
    scale = _WIDTH / image.shape[1]
    small = image if scale >= 1 else cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", small, _JPEG)[1])


def _tell(path: Path, what: Any) -> None:
    path.write_text(json.dumps(what, indent=1) + "\n", encoding="utf-8")
