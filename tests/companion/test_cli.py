"""The command line: its forms, its exit statuses, its sentences for bad input."""

from __future__ import annotations

import json
import shutil
import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import companion.app
import companion.watching
import companion.worker
import vision.calibrating
import vision.network
import vision.recogniser
from calibration.profile import Profile
from companion.cli import main
from companion.eyes import Eyes
from companion.rules.board import WHITE_TARGI, Colour, Doubt, Sighting, border
from companion.rules.engine import VERSION
from companion.rules.moves import PlaceTargi
from companion.rules.state import Settings
from companion.sources import Sources
from companion.store import Store
from companion.tracker import Unsure
from companion.watching import Line
from companion.worker import Worker
from hardware.camera_fake import FakeCamera
from tests.companion import fake_eyes
from tests.companion.fake_eyes import HAND, PLACED, SET_UP, VISION, ColourReader
from tests.companion.simulated import CORNERS_PX

SAID = list[dict[str, Any]]


@pytest.fixture
def profile(tmp_path: Path) -> str:
    """A profile file that can be read."""
    path = tmp_path / "profile.toml"
    Profile((640, 480), (0.2, 0.0, -0.4, 0.0, 0.2, -0.4, 0.0, 0.0, 1.0), 0.0).save(path)
    return str(path)


def fails(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 1) -> str:
    """Runs a command that cannot be done; its one sentence on standard error."""
    try:
        code = main(arguments)
    except SystemExit as leaving:
        code = int(str(leaving.code))
    said = capsys.readouterr()
    assert code == status
    assert "Traceback" not in said.err
    assert len(said.err.strip().splitlines()) == 1
    return said.err.strip()


def objects(text: str) -> SAID:
    return [json.loads(line) for line in text.splitlines()]


def bad_pictures(folder: Path) -> list[str]:
    """Files that are no pictures."""
    (folder / "empty.jpg").touch()
    (folder / "words.jpg").write_text("no picture")
    whole = cv2.imencode(".jpg", SET_UP)[1].tobytes()
    (folder / "cut.jpg").write_bytes(whole[:40])
    return [str(folder / name) for name in ("missing.jpg", "empty.jpg", "words.jpg", "cut.jpg", "")]


def test_bad_pictures_are_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing, empty, cut or other file and a folder are told as what they are, exit 1."""
    for path in bad_pictures(tmp_path):
        sentence = fails(capsys, "calibrate", path, "--out", str(tmp_path / "p"))
        assert sentence.startswith(path)
        assert not (tmp_path / "p").exists()


def test_a_picture_without_a_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A black picture is told to be too dark."""
    cv2.imwrite(str(tmp_path / "black.png"), np.zeros((480, 640, 3), np.uint8))
    sentence = fails(capsys, "calibrate", str(tmp_path / "black.png"), "--out", str(tmp_path / "p"))
    assert sentence.endswith("cannot be used: it is too dark.")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("score",),
        ("calibrate",),
        ("calibrate", "x.jpg", "--out", "p", "--corner16", "left"),
        ("observe", "--profile", "p"),
        ("watch", "film.mp4", "--start", "green"),
        ("run", "--language", "xx"),
    ],
)
def test_a_wrong_call_is_exit_2(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """A call that is wrong ends with 2 and says where help is."""
    assert "--help" in fails(capsys, *arguments, status=2)


@pytest.mark.parametrize("command", ["calibrate", "observe", "watch", "doctor", "run", "replay", "deck"])
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`targi COMMAND --help` says what it is for and ends with 0."""
    with pytest.raises(SystemExit) as leaving:
        main([command, "--help"])
    assert leaving.value.code == 0
    assert command in capsys.readouterr().out


def test_a_profile_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing profile, and a file that is none, are told in a sentence that says how to make one."""
    (tmp_path / "words").write_text("no profile")
    for path in ("missing", "words"):
        for command in (
            ("observe", "--profile", str(tmp_path / path), "x.jpg"),
            ("watch", "x.mp4", "--profile", str(tmp_path / path)),
        ):
            assert "targi calibrate" in fails(capsys, *command)


def test_observe_says_a_line_for_each_picture(
    tmp_path: Path, profile: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every picture has its line, in order, also those that cannot be read; each is read as if alone."""
    made: list[Any] = []

    class Once(ColourReader):
        def __init__(self, profile: Any, namer: Any = None) -> None:
            super().__init__(profile, namer)
            made.append(self)

    monkeypatch.setattr(vision.recogniser, "Recogniser", Once)
    for name, picture in (("a.png", SET_UP), ("b.png", PLACED)):
        cv2.imwrite(str(tmp_path / name), picture)
    paths = [str(tmp_path / "a.png"), *bad_pictures(tmp_path), str(tmp_path / "b.png")]
    assert main(["observe", "--profile", profile, "--json", *paths]) == 0
    lines = objects(capsys.readouterr().out)
    assert [line["image"] for line in lines] == paths
    assert [line["found"] for line in lines] == [True, *[False] * (len(paths) - 2), True]
    assert all(line["error"] for line in lines[1:-1])
    assert (lines[0]["white"]["targi"], lines[-1]["white"]["targi"]) == ([], [6])
    assert len(made) == 2


def watched(monkeypatch: pytest.MonkeyPatch, *steps: Any, seconds: float = 0.125) -> None:
    """`targi watch` sees these pictures."""

    def open_eyes(source: str, profile: Any, relearns: bool = True) -> Eyes:
        return Eyes(FakeCamera(steps, seconds), VISION, profile, relearns)

    monkeypatch.setattr(companion.app, "open_eyes", open_eyes)


def test_watch_says_what_happens(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Events in the contract's form, with the seconds of the source; without --json as sentences."""
    steps = (*[SET_UP] * 32, *[HAND] * 7, *[PLACED] * 12)
    watched(monkeypatch, *steps)
    assert main(["watch", "film.mp4", "--json", "--start", "white"]) == 0
    lines = objects(capsys.readouterr().out)
    times = [line.pop("t") for line in lines]
    assert lines == [
        {"event": "round_started", "round": 1, "start_player": "white", "robber": 1, "targia": 15},
        {"event": "targi_placed", "player": "white", "place": 6},
    ]
    assert 2 < times[0] < 4 < times[1] < 6.5
    watched(monkeypatch, *steps)
    assert main(["watch", "film.mp4"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[-1] for line in told] == [
        "Round 1 starts; white starts. The Robber is on 1, the Targia on 15.",
        "White places a Targi on 6.",
    ]


def test_watch_without_a_board(
    profile: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A film without a board, one with a profile of another table, and a dark one end with exit 1 and the true
    reason."""
    nothing = [np.full((480, 640, 3), 90, np.uint8)] * 10
    watched(monkeypatch, *nothing)
    assert "no board of five by five cards is in view" in fails(capsys, "watch", "film.mp4")
    watched(monkeypatch, *nothing)
    assert "is of another table" in fails(capsys, "watch", "film.mp4", "--profile", profile)
    monkeypatch.setattr(
        ColourReader, "read", lambda self, image, seconds: Sighting(seconds, found=False, problem="too_dark")
    )
    watched(monkeypatch, *nothing)
    assert "it is too dark" in fails(capsys, "watch", "film.mp4", "--profile", profile)


def test_watch_of_what_is_no_source(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing file, a text, an empty film and a folder without frames.json are told as what they are."""
    (tmp_path / "words.mp4").write_text("no film")
    (tmp_path / "empty.mp4").touch()
    for name in ("missing.mp4", "words.mp4", "empty.mp4", ""):
        assert str(tmp_path) in fails(capsys, "watch", str(tmp_path / name))


def test_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A log's lines come with what happened by them; undo has no events."""
    log = tmp_path / "game.log"
    log.write_text(
        f"targi-game engine={VERSION} edition=base solo=- start=-\nplace-targi blue 2\nplace-targi white 10\nundo\n"
    )
    assert main(["replay", str(log), "--json"]) == 0
    assert objects(capsys.readouterr().out) == [
        {"line": 1, "move": f"targi-game engine={VERSION} edition=base solo=- start=-", "events": []},
        {"line": 2, "move": "place-targi blue 2", "events": [{"event": "targi_placed", "player": "blue", "place": 2}]},
        {
            "line": 3,
            "move": "place-targi white 10",
            "events": [{"event": "illegal_placement", "player": "white", "place": 10, "reason": "opposite_opponent"}],
        },
        {"line": 4, "move": "undo", "events": []},
    ]
    assert main(["replay", str(log)]) == 0
    assert "Not allowed: white's Targi on 10; it lies opposite the other player's Targi." in capsys.readouterr().out


def test_replay_of_the_stored_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of games gives its latest one, also while the companion has it open; the file stays as it is."""
    store = Store(tmp_path / "games.db")
    store.begin(Settings())
    game = store.begin(Settings(start=Colour.BLUE))
    game.play(PlaceTargi(Colour.BLUE, border(2)))
    assert main(["replay", str(tmp_path / "games.db"), "--json"]) == 0
    assert [line["move"] for line in objects(capsys.readouterr().out)] == list(game.log)
    store.close()
    (tmp_path / "broken.db").write_bytes(b"SQLite format 3\x00 and then nothing")
    assert "no file of games that can be read" in fails(capsys, "replay", str(tmp_path / "broken.db"))


@pytest.mark.parametrize(
    "text", ["", "nonsense\n", f"targi-game engine={VERSION} edition=base solo=- start=-\nfly blue 2\n"]
)
def test_replay_of_what_is_no_log(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be read is told with its line."""
    log = tmp_path / "game.log"
    log.write_text(text)
    assert "line" in fails(capsys, "replay", str(log))
    log.write_bytes(b"\xff\xfe\x00")
    assert "no game's log" in fails(capsys, "replay", str(log))
    assert "cannot be read" in fails(capsys, "replay", str(tmp_path))


def test_doctor(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line a device, in a fixed order, as text and as JSON."""
    assert main(["doctor", "--json", "--data", str(tmp_path)]) == 0
    lines = objects(capsys.readouterr().out)
    devices = ["camera", "buttons", "e-ink", "screen", "disk", "clock", "permissions", "touch", "versions"]
    assert [line["device"] for line in lines] == devices
    assert {line["result"] for line in lines} <= {"fine", "missing", "not needed"}
    assert main(["doctor", "--data", str(tmp_path)]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == devices


def test_a_doubt_is_for_people_only(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A place that is not sure is told as a sentence; among the JSON events, which are certain, it is not."""
    doubt = Line(3.0, Unsure(Doubt(border(6), WHITE_TARGI, 0.6), 3.0))
    monkeypatch.setattr(companion.watching.Watcher, "take", lambda self, sighting: [doubt])
    watched(monkeypatch, SET_UP)
    assert main(["watch", "film.mp4", "--json"]) == 0
    assert capsys.readouterr().out == ""
    watched(monkeypatch, SET_UP)
    assert main(["watch", "film.mp4"]) == 0
    assert "Not sure about 6: white targi (60%)?" in capsys.readouterr().out


@pytest.mark.parametrize("damage", ["missing", "cut", "other"])
def test_a_damaged_model_is_named(
    damage: str, tmp_path: Path, profile: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each command that reads pictures names the file that is missing or damaged, and what to do."""
    models = tmp_path / "models"
    shutil.copytree(vision.network.MODELS, models)
    broken = models / "reader.onnx"
    whole = broken.read_bytes()
    broken.unlink()
    if damage != "missing":
        broken.write_bytes(whole[: len(whole) // 3] if damage == "cut" else b"no network at all")
    monkeypatch.setattr(vision.network, "MODELS", models)
    vision.network.network.cache_clear()
    try:
        cv2.imwrite(str(tmp_path / "a.png"), SET_UP)
        picture, film = str(tmp_path / "a.png"), str(tmp_path / "film.mp4")
        for command in (
            ("calibrate", picture, "--out", str(tmp_path / "p")),
            ("observe", "--profile", profile, picture),
            ("watch", film),
        ):
            sentence = fails(capsys, *command)
            assert sentence.startswith(str(broken))
            assert "missing or damaged" in sentence
    finally:
        vision.network.network.cache_clear()


def test_every_model_is_looked_at() -> None:
    """The files looked at before a start are all there are."""
    assert {path.stem for path in vision.network.MODELS.glob("*.onnx")} == set(vision.network.NAMES)


def headless(monkeypatch: pytest.MonkeyPatch, open_eyes: Any) -> None:
    """The headless product sees through these eyes, as camera and as recorded table."""
    eyes = Sources(camera=lambda profile: Worker(open_eyes, profile), demo=lambda: Worker(open_eyes))
    monkeypatch.setattr(companion.app, "sources", lambda home, camera: eyes)
    monkeypatch.setattr(companion.app, "_on_signals", lambda desk: threading.Event())
    monkeypatch.setattr(companion.worker, "_BACK_OFF", (0.01,))


def test_headless_without_a_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A camera that cannot be had is tried several times, then one sentence and exit 1; the demo gets its own words."""
    headless(monkeypatch, fake_eyes.no_camera)
    assert "plug in a camera, or use --demo" in fails(capsys, "run", "--headless", "--data", str(tmp_path))
    sentence = fails(capsys, "run", "--headless", "--demo", "--data", str(tmp_path))
    assert sentence.startswith("The recorded table does not play")
    assert "--demo" not in sentence


def test_headless_survives_a_failed_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A first start that fails is tried again, and the table is then told to its end."""
    monkeypatch.setenv("TARGI_TEST_MARK", str(tmp_path / "mark"))
    headless(monkeypatch, fake_eyes.second_time_lucky)
    assert main(["run", "--headless", "--demo", "--data", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "The recorded table does not play; it is being started again." in told
    assert "White places a Targi on 6." in told


def test_run_without_camera_or_screen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a camera the headless product, without a screen the window, says so in a sentence and ends."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(companion.app, "_has_screen", lambda: False)
    assert "There is no screen" in fails(capsys, "run", "--data", str(tmp_path))


def test_a_full_disk_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A profile that cannot be written is told with the reason."""
    found = vision.calibrating.Calibration(
        Profile((640, 480), (0.2, 0.0, -0.4, 0.0, 0.2, -0.4, 0.0, 0.0, 1.0), 0.0), np.array(CORNERS_PX), 0.9
    )
    monkeypatch.setattr(vision.calibrating, "calibrate", lambda image, corner16_px: found)
    cv2.imwrite(str(tmp_path / "start.png"), SET_UP)
    start, out = str(tmp_path / "start.png"), str(tmp_path / "p")
    assert "No space left" in fails(capsys, "calibrate", start, "--out", "/dev/full")
    assert main(["calibrate", start, "--out", out, "--json"]) == 0
    assert objects(capsys.readouterr().out) == [
        {
            "profile": out,
            "found": True,
            "corners": {"16": [100.0, 100.0], "4": [700.0, 100.0], "8": [700.0, 500.0], "12": [100.0, 500.0]},
        }
    ]
