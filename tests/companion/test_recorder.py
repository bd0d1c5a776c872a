"""Pictures of the last seconds before a doubtful reading."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from companion import recorder
from companion.eyes import Image
from companion.recorder import MOST_RECORDINGS, Recorder
from companion.rules.board import Colour, Doubt, Piece, PieceKind, Sighting, border
from hardware.camera import open_source

DOUBT = Doubt(border(7), Piece(PieceKind.TARGI, Colour.WHITE), 0.61)
PICTURE = np.random.default_rng(3).integers(0, 255, (96, 128, 3), np.uint8)


def watched(folder: Path, *parts: tuple[float, bool], image: Image = PICTURE, blocked: bool = False) -> Recorder:
    """A recorder that was shown ten pictures a second for so many seconds, doubtful ones or not."""
    kept, now = Recorder(folder), 0.0
    for seconds, doubtful in parts:
        for _ in range(round(seconds * 10)):
            now = round(now + 0.1, 1)
            kept.take(image, Sighting(now, blocked=blocked, doubts=(DOUBT,) if doubtful else ()))
    return kept


def test_the_last_seconds_are_kept_as_a_film(tmp_path: Path) -> None:
    """A doubt that lasts: the ten seconds before it, two pictures a second, as a folder that can be watched, and what
    was doubted."""
    watched(tmp_path / "unsure", (20, False), (3, True), (5, False))
    (folder,) = (tmp_path / "unsure").iterdir()
    source, seconds = open_source(str(folder)), []
    while (frame := source.read(1.0)) is not None:
        assert frame.image.shape == (96, 128, 3)
        seconds.append(frame.seconds)
    assert len(seconds) == 20
    assert seconds[-1] - seconds[0] == pytest.approx(9.5)
    assert 21.0 <= seconds[-1] <= 21.7
    told = json.loads((folder / "unsure.json").read_text())
    assert told["unsure"] == [{"place": "7", "says": "white targi", "confidence": 0.61}]


def test_what_passes_by_itself_is_not_kept(tmp_path: Path) -> None:
    """Neither a doubt of a second nor one behind a hand."""
    watched(tmp_path, (5, False), (1, True), (5, False), (1, True))
    watched(tmp_path, (5, True), blocked=True)
    assert list(tmp_path.iterdir()) == []


def test_numbers_go_on_above_9999(tmp_path: Path) -> None:
    """The newest is never taken for the oldest."""
    (tmp_path / "9998").mkdir()
    kept = watched(tmp_path, (65, True))
    assert kept.refused is None
    assert sorted(int(path.name) for path in tmp_path.iterdir()) == [9998, 9999, 10000, 10001]


def test_there_is_never_more_than_a_few(tmp_path: Path) -> None:
    """One in half a minute, eight in all: the oldest go. Folders that are not its own stay."""
    (tmp_path / "mine").mkdir()
    watched(tmp_path, (330, True))
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["0004", "0005", "0006", "0007", "0008", "0009", "0010", "0011", "mine"]
    assert len(names) - 1 == MOST_RECORDINGS


def test_large_pictures_are_made_small_and_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A recording has a most of bytes: the newest pictures are kept."""
    monkeypatch.setattr(recorder, "MOST_BYTES", 40_000)
    watched(tmp_path, (12, True))
    (folder,) = tmp_path.iterdir()
    pictures = sorted(folder.glob("*.jpg"))
    assert 1 <= len(pictures) < 20
    assert sum(path.stat().st_size for path in pictures) <= 40_000
    assert json.loads((folder / "frames.json").read_text())[-1]["t"] == 1.6


def test_a_disk_that_refuses_ends_it(tmp_path: Path) -> None:
    """Nothing is said and nothing stops; it is not tried again."""
    (tmp_path / "unsure").write_text("a file in its place")
    kept = watched(tmp_path / "unsure", (60, True))
    assert isinstance(kept.refused, OSError)
