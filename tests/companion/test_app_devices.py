"""The product with e-ink, buttons and lamp: hung in where they are named, and going on where they are missing."""

from __future__ import annotations

import io
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from PIL import Image

import companion.app
from companion.app import Missing, attended, devices_of
from companion.cli import main
from companion.desk import TableDesk
from companion.devices import DevicesError
from companion.home import Home
from companion.rules.board import Colour
from companion.sources import Sources
from companion.store import Store


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[TableDesk]:
    """A desk without a camera, at work."""
    made = TableDesk(Home(tmp_path), Sources())
    made.start()
    yield made
    made.close()


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    factory = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", factory)
    yield factory
    factory.reset()


def soon(true: Callable[[], bool]) -> bool:
    """Whether it becomes true within ten seconds."""
    deadline = time.monotonic() + 10
    while not true() and time.monotonic() < deadline:
        time.sleep(0.02)
    return true()


def devices(tmp_path: Path, text: str) -> Home:
    (tmp_path / "devices.toml").write_text(text, encoding="utf-8")
    return Home(tmp_path)


def test_a_button_on_a_pin_answers_the_page(tmp_path: Path, desk: TableDesk, pins: MockFactory) -> None:
    """Everything from the file: a press on the yes button's pin takes the answer on the page, the page follows, the
    lamp shows blue's turn; at the end the lamp is dark and the pins are free."""
    text = f'eink = "{tmp_path}/page.png,250x122"\n[buttons]\nyes = 13\n[lamp]\nblue = 12\nwhite = 21\n'
    with attended(desk, devices(tmp_path, text), "de", None, False) as attendant:
        assert attendant is not None
        assert attendant.pressable
        assert attendant.hand is not None
        assert soon(lambda: (tmp_path / "page.png").exists())
        first = (tmp_path / "page.png").read_bytes()
        pins.pin(13).drive_low()
        time.sleep(0.1)
        pins.pin(13).drive_high()
        assert soon(lambda: desk.view().guidance.turn is Colour.BLUE)
        assert soon(lambda: (tmp_path / "page.png").read_bytes() != first)
        assert soon(lambda: bool(pins.pin(12).state))
    assert not pins.pin(12).state
    with Image.open(tmp_path / "page.png") as page:
        assert page.size == (250, 122)


def test_a_panel_that_hangs_upside_down(tmp_path: Path, desk: TableDesk) -> None:
    """With rotate = 180 the page is turned: the black head of the page is at the bottom."""
    with attended(desk, devices(tmp_path, f'eink = "{tmp_path}/page.png"\nrotate = 180\n'), "en", None, False):
        assert soon(lambda: (tmp_path / "page.png").exists())
    with Image.open(tmp_path / "page.png") as page:
        assert [page.getpixel((400, y)) for y in (2, 477)] == [(255, 255, 255), (0, 0, 0)]


def test_missing_devices_are_said_and_the_game_goes_on(
    tmp_path: Path, desk: TableDesk, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine without pins: one sentence for each of buttons, lamp and panel, no more, and nothing pressable."""
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setitem(sys.modules, "lgpio", None)
    home = devices(tmp_path, 'eink = "epd7in5_V2"\n[buttons]\nyes = 13\n[lamp]\nblue = 12\n')
    with attended(desk, home, None, None, False) as attendant:
        assert attendant is not None
        assert not attendant.pressable
        assert attendant.hand is None
        said = ""

        def three() -> bool:
            nonlocal said
            said += capsys.readouterr().err
            return len(said.splitlines()) == 3

        assert soon(three), said
    assert "epd7in5_V2" in said
    assert "Traceback" not in said


def test_two_devices_on_one_pin(tmp_path: Path) -> None:
    """Both are named, with the pin and the file; the pins of a named panel count, too."""
    home = devices(tmp_path, "[buttons]\nyes = 13\n[lamp]\nwrong = 13\n")
    with pytest.raises(DevicesError, match=r"lamp wrong and the button yes are both to be on pin 13.*devices\.toml"):
        devices_of(home)
    home = devices(tmp_path, 'eink = "inky"\n[buttons]\nyes = 17\n')
    with pytest.raises(DevicesError, match=r"e-ink busy and the button yes are both to be on pin 17"):
        devices_of(home)


def test_a_file_of_devices_that_is_wrong_does_not_stop_the_game(
    tmp_path: Path, desk: TableDesk, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is said, and a panel asked for on the command line is used all the same."""
    home = devices(tmp_path, "[buttons]\nyes = maybe\n")
    with attended(desk, home, None, f"{tmp_path}/asked.png", False):
        assert soon(lambda: (tmp_path / "asked.png").exists())
    assert "devices.toml cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["epd9in9", "page.png,9x9"])
def test_a_panel_asked_for_that_there_is_not(name: str, tmp_path: Path, desk: TableDesk) -> None:
    """A name that was mistyped on the command line is refused before the game begins."""
    with pytest.raises(Missing, match="There is no e-ink panel"), attended(desk, Home(tmp_path), None, name, False):
        pass


def test_headless_without_a_camera_is_played_by_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """targi run --headless --keys --eink: letters typed are the buttons, pages are pictures, the game is kept; no
    camera is no reason to end."""

    class Typing(io.StringIO):
        """Three times yes, one by one; then somebody ends it."""

        def __iter__(self) -> Iterator[str]:
            for number in range(3):
                assert soon(lambda number=number: len(list(tmp_path.glob("pages/*.png"))) > number)
                yield "y\n"
            assert soon(lambda: len(list(tmp_path.glob("pages/*.png"))) > 3)
            ended.set()

    ended = threading.Event()
    monkeypatch.setattr(companion.app, "_on_signals", lambda desk: ended)
    monkeypatch.setattr(companion.app, "sources", lambda home, camera: Sources())
    monkeypatch.setattr(sys, "stdin", Typing())
    data = str(tmp_path)
    assert main(["run", "--headless", "--keys", "--eink", f"{tmp_path}/pages/", "--data", data]) == 0
    store = Store(tmp_path / "games.db")
    game = store.resume()
    assert game is not None
    assert len(game.state.targis_of(Colour.BLUE) + game.state.targis_of(Colour.WHITE)) == 2
    store.close()
    assert "places a Targi" in capsys.readouterr().out
