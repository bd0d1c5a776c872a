"""The report of a fault: what is in it, and what is not."""

from __future__ import annotations

import base64
import json
import zipfile
from pathlib import Path

import pytest

from calibration.profile import Profile
from companion.cli import main
from companion.home import Home, Preferences
from companion.replay import replay
from companion.rules.board import Colour, border
from companion.rules.moves import PlaceTargi
from companion.rules.state import Settings
from companion.store import Store

PICTURE = b"\xff\xd8" + bytes(range(256)) * 3


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A home with a game, names, a profile with a picture, a recording and devices."""
    monkeypatch.setenv("HOME", str(tmp_path))
    home = Home(tmp_path / "state")
    store = Store(home.games)
    store.begin(Settings(start=Colour.WHITE)).play(PlaceTargi(Colour.WHITE, border(6)))
    store.close()
    home.keep(Preferences("de", "dark", ("Ida", "Bo")))
    Profile((640, 480), (1, 0, 0, 0, 1, 0, 0, 0, 1), 0.0, PICTURE).save(home.profile)
    (home.folder / "devices.toml").write_text("off = 3\n")
    home.recordings.mkdir(parents=True)
    (home.recordings / "seconds.mp4").write_bytes(PICTURE)
    return home


def bundled(home: Home, tmp_path: Path, *words: str) -> dict[str, bytes]:
    path = tmp_path / "report.zip"
    assert main(["doctor", "--data", str(home.folder), "--bundle", str(path), *words]) == 0
    with zipfile.ZipFile(path) as zipped:
        return {name: zipped.read(name) for name in zipped.namelist()}


def test_a_report_holds_game_settings_versions_and_findings(home: Home, tmp_path: Path) -> None:
    """The game can be replayed from it, and the doctor's lines are those that were shown."""
    files = bundled(home, tmp_path)
    (tmp_path / "game.log").write_bytes(files["game.log"])
    assert replay(tmp_path / "game.log", lambda step: None).state.targis_of(Colour.WHITE) == (border(6),)
    assert json.loads(files["settings.json"])["language"] == "de"
    assert files["devices.toml"] == b"off = 3\n"
    assert b"python 3." in files["versions.txt"]
    assert [line.split()[0] for line in files["doctor.txt"].decode().splitlines()][-1] == "versions"
    assert set(files) <= {
        "about.txt", "doctor.txt", "versions.txt", "game.log", "settings.json", "devices.toml", "profile.toml",
        "journal.txt",
    }  # fmt: skip


def test_a_report_names_nobody_and_shows_nothing(home: Home, tmp_path: Path) -> None:
    """No name of a player, no path of a home folder, no picture."""
    whole = b"\n".join(bundled(home, tmp_path).values())
    for hidden in (b"Ida", str(tmp_path).encode(), PICTURE, base64.b64encode(PICTURE)[:60]):
        assert hidden not in whole
    assert b'set_up = ""' in whole


def test_pictures_only_when_they_are_asked_for(home: Home, tmp_path: Path) -> None:
    """The profile's picture and the recordings of doubtful readings."""
    files = bundled(home, tmp_path, "--pictures")
    assert files["pictures/seconds.mp4"] == PICTURE
    assert base64.b64encode(PICTURE)[:60] in files["profile.toml"]


def test_a_report_without_anything(tmp_path: Path) -> None:
    """No game, no settings: what cannot be read is said in its place."""
    files = bundled(Home(tmp_path / "none"), tmp_path)
    assert files["game.log"].startswith(b"The file of games could not be read")


def test_a_report_that_cannot_be_written(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence."""
    assert main(["doctor", "--data", str(home.folder), "--bundle", "/proc/none/report.zip"]) == 1
    assert capsys.readouterr().err.endswith("cannot be written: No such file or directory.\n")
