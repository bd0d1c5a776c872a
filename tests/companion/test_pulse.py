"""The sign of life: which loops it needs, how often it comes, and what the real program says to the manager."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from PIL import Image

import companion.app
from companion.app import Wishes, attended, devices_of
from companion.desk import TableDesk
from companion.devices import DevicesError
from companion.home import Home
from companion.language import Words
from companion.pages import draw
from companion.power import HeldLong, ask_for_off
from companion.pressing import Hand
from companion.pulse import Pulse, Watched
from companion.sheets import sheet
from companion.sources import Sources
from hardware.service import Service

ROOT = Path(__file__).resolve().parents[2]


class Manager:
    """Hears what is told, and has a clock that is turned by hand."""

    def __init__(self, wait_seconds: float | None = 30.0) -> None:
        self.heard: list[str] = []
        self.rounds = 0
        self.seconds = 0.0
        self.pulse = Pulse(self.heard.append, wait_seconds, lambda: self.rounds, lambda: self.seconds)

    @property
    def signs(self) -> int:
        return self.heard.count("WATCHDOG=1")


@pytest.fixture
def desk(tmp_path: Path) -> TableDesk:
    return TableDesk(Home(tmp_path), Sources())


def test_ready_once_and_then_signs_of_life(desk: TableDesk) -> None:
    """Ready with the first view that is shown; three signs in the time that the manager waits."""
    manager = Manager()
    for second in range(30):
        manager.seconds, manager.rounds = float(second), second
        manager.pulse.beat(desk.view())
    assert manager.heard[0].startswith("READY=1\nSTATUS=round 1, ")
    assert sum("READY" in message for message in manager.heard) == 1
    assert manager.signs == 3


def test_a_desk_that_stands_still_gives_no_sign(desk: TableDesk) -> None:
    """The window's loop alone does not do: the desk's must have come round since the last sign."""
    manager = Manager()
    for second in range(100):
        manager.seconds = float(second)
        manager.pulse.beat(desk.view())
    assert manager.signs == 1
    manager.rounds = 1
    manager.pulse.beat(desk.view())
    assert manager.signs == 2


def test_without_a_watchdog_only_ready(desk: TableDesk) -> None:
    """A manager that does not wait for signs gets none."""
    manager = Manager(None)
    manager.rounds = 1
    manager.pulse.beat(desk.view())
    assert manager.signs == 0
    assert len(manager.heard) == 1


def test_the_window_gives_the_sign_by_looking(desk: TableDesk) -> None:
    """Each look of the window at the desk is a beat; a desk that steps is alive."""
    manager = Manager()
    watched = Watched(desk, Pulse(manager.heard.append, 30.0, lambda: desk.rounds, lambda: manager.seconds))
    for _ in range(3):
        desk.step()
        manager.seconds += 11
        assert watched.view() is desk.view()
    assert manager.signs == 3


def test_the_program_is_ready_alive_and_stopping(tmp_path: Path) -> None:
    """The real program, headless and without a camera, against a socket in systemd's place, ended as by systemd."""
    address = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(address))
        manager.settimeout(90)
        environment = os.environ | {"NOTIFY_SOCKET": str(address), "WATCHDOG_USEC": "300000"}
        command = [
            sys.executable,
            "-m",
            "companion.cli",
            "run",
            "--headless",
            "--keys",
            "--data",
            str(tmp_path / "data"),
        ]
        with subprocess.Popen(
            command, env=environment, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        ) as program:
            heard = [manager.recv(200).decode() for _ in range(5)]
            program.send_signal(signal.SIGTERM)
            while heard[-1] != "STOPPING=1":
                heard.append(manager.recv(200).decode())
            assert program.wait(30) == 0
    assert heard[0].startswith("READY=1\n")
    assert heard.count("WATCHDOG=1") >= 3


def test_the_manager_hears_of_the_end_before_a_panel_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A panel's last page takes longer than the manager waits for a sign of life; the games are closed by then."""
    heard, stopped, close = list[str](), threading.Event(), TableDesk.close
    stopped.set()

    @contextmanager
    def slow(*_: object) -> Iterator[None]:
        yield
        heard.append("panel")

    monkeypatch.setattr(Service, "tell", lambda self, message: heard.append(message))
    monkeypatch.setattr(TableDesk, "close", lambda self: (heard.append("games"), close(self)))
    monkeypatch.setattr(companion.app, "attended", slow)
    monkeypatch.setattr(companion.app, "_on_signals", lambda desk: stopped)
    monkeypatch.setattr(companion.app, "sources", lambda home, camera: Sources())
    companion.app.run(Home(tmp_path), Wishes(headless=True))
    assert heard == ["STOPPING=1", "games", "panel"]


def test_the_off_button_ends_the_game_and_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a pin that the settings name: held for two seconds the desk closes, the request lies in the service's folder,
    and the panel's last page, which stays without power, says when it is safe to unplug."""
    factory = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", factory)
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "run"))
    (tmp_path / "run").mkdir()
    (tmp_path / "devices.toml").write_text(f'off = 3\neink = "{tmp_path}/page.png"\n')
    desk = TableDesk(Home(tmp_path), Sources())
    with attended(desk, Home(tmp_path), None, None, False):
        factory.pin(3).drive_low()
        end = time.monotonic() + 20
        while not (tmp_path / "run/off").exists() and time.monotonic() < end:
            time.sleep(0.05)
        desk.step()
    assert (tmp_path / "run/off").exists()
    assert desk.view().closing
    desk.close()
    with Image.open(tmp_path / "page.png") as page:
        last = sheet(desk.view(), Hand(), Words("en"))
        assert page.convert("RGB").tobytes() == draw(last, page.size).tobytes()
    assert last.texts[0] == "Once the light on the device no longer flickers, it is safe to unplug."


def test_the_off_button_may_not_share_its_pin(tmp_path: Path) -> None:
    """Two devices on one pin are refused by name."""
    (tmp_path / "devices.toml").write_text("off = 13\n[buttons]\nyes = 13\n")
    with pytest.raises(DevicesError, match=r"button off .*button yes|button yes .*button off"):
        devices_of(Home(tmp_path))


def test_the_off_button_is_held_for_two_seconds(tmp_path: Path) -> None:
    """A press and a short hold do nothing; a long one asks once, by a file that the service's unit watches."""
    held = HeldLong()
    assert not any(held.told(way) for way in ("press", "hold", "repeat", "repeat", "press", "hold"))
    assert [held.told("repeat") for _ in range(8)].count(True) == 1
    assert not ask_for_off(None)
    assert not ask_for_off(tmp_path / "gone")
    assert ask_for_off(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["off"]
