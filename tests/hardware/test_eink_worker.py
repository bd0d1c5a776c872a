"""A panel with a thread of its own: nobody waits, the newest page wins, a missing one is no more than a fault."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from PIL import Image

from hardware.eink import EinkFault, EinkTrouble, Limits, open_panel
from hardware.eink_fake import FakePanel
from hardware.eink_refresh import RETRY_SECONDS
from hardware.eink_worker import PanelWorker


class Clock:
    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def grey(level: int) -> Image.Image:
    return Image.new("RGB", (250, 122), (level, level, level))


def levels(panel: FakePanel) -> list[int]:
    return [shown.picture.getpixel((0, 0))[0] for shown in panel.shown]


def test_the_newest_page_wins() -> None:
    """Three pages left before the panel got to it are one refresh, of the last."""
    clock = Clock()
    panel = FakePanel(clock)
    worker = PanelWorker(panel, clock)
    for level in (1, 2, 3):
        worker.show(grey(level))
    assert worker.step()
    assert not worker.step()
    assert levels(panel) == [3]


def test_showing_never_waits() -> None:
    """While a refresh takes its time, ten thousand pages are left without waiting for it; then the last is shown."""
    let_go, began = threading.Event(), threading.Event()

    def during() -> None:
        began.set()
        let_go.wait(10)

    panel = FakePanel(time.monotonic, during=during)
    worker = PanelWorker(panel)
    worker.start()
    worker.show(grey(1))
    assert began.wait(5)
    begun = time.monotonic()
    for number in range(1000):
        worker.show(grey(number % 200 + 2))
    assert time.monotonic() - begun < 5.0
    assert len(panel.shown) == 0
    let_go.set()
    worker.close(10)
    assert levels(panel) == [1, 999 % 200 + 2]
    assert (panel.naps, panel.closed) == (1, True)


@pytest.mark.parametrize("trouble", [EinkTrouble.STUCK, EinkTrouble.FAILED])
def test_a_panel_that_fails_is_told_once_and_tried_again(trouble: EinkTrouble) -> None:
    """A stuck panel is a fault that is told once; minutes later it is tried again, and all is well."""
    clock = Clock()
    panel, told = FakePanel(clock), list[EinkFault]()
    worker = PanelWorker(panel, clock, told.append)
    panel.trouble = trouble
    worker.show(grey(1))
    for _ in range(3):
        worker.step()
        clock.seconds += RETRY_SECONDS
    assert [fault.trouble for fault in told] == [trouble]
    assert worker.fault is not None
    panel.trouble = None
    worker.step()
    assert worker.fault is None
    assert levels(panel) == [1]


def test_a_driver_that_raises_what_it_likes() -> None:
    """Any error of a driver is a fault of the panel, not the end of the thread."""
    clock = Clock()

    def during() -> None:
        raise ZeroDivisionError("in the driver")

    worker = PanelWorker(FakePanel(clock, during=during), clock)
    worker.show(grey(1))
    worker.step()
    assert worker.fault is not None
    assert worker.fault.trouble is EinkTrouble.FAILED
    assert "ZeroDivisionError" in worker.fault.cause


def test_a_panel_that_hangs_does_not_hold_up_the_end() -> None:
    """Closing waits no longer than it is told to."""
    let_go = threading.Event()
    worker = PanelWorker(FakePanel(time.monotonic, during=lambda: let_go.wait(30)))
    worker.start()
    worker.show(grey(1))
    begun = time.monotonic()
    worker.close(0.2)
    assert time.monotonic() - begun < 5.0
    let_go.set()


@pytest.mark.parametrize("running", [True, False])
def test_the_last_page_stays(running: bool) -> None:
    """At the end the page that is wanted is shown even on a colour panel that wants minutes between two, as a whole,
    after the one before has come to its end; and the panel sleeps no sooner than this one may have."""
    limits = Limits(partials=0, apart_seconds=180.0, full_seconds=0.2)
    begun = time.monotonic()
    panel = FakePanel(time.monotonic, limits=limits)
    worker = PanelWorker(panel)
    worker.show(grey(1))
    if running:
        worker.start()
    else:
        worker.step()
    while not panel.shown:
        time.sleep(0.01)
    worker.show(grey(2))
    worker.close()
    assert levels(panel) == [1, 2]
    assert panel.shown[1].seconds - panel.shown[0].seconds >= 0.2
    assert time.monotonic() - begun >= 0.4
    assert (panel.naps, panel.closed) == (1, True)


def test_an_idle_panel_sleeps() -> None:
    """Five seconds after the last refresh the voltage is taken off, by itself."""
    panel = FakePanel(time.monotonic, limits=Limits(idle_seconds=0.1))
    worker = PanelWorker(panel)
    worker.start()
    worker.show(grey(1))
    deadline = time.monotonic() + 10
    while panel.naps == 0 and time.monotonic() < deadline:
        time.sleep(0.02)
    assert panel.naps == 1
    worker.close()
    assert panel.naps == 1, "asleep already"


def test_a_file_holds_the_newest_page(tmp_path: Path) -> None:
    """A PNG of the size and colour that its name asks for, replaced with each page; its folder is made."""
    panel = open_panel(f"{tmp_path}/new/page.png,250x122,red")
    assert (panel.size_px, str(panel.ink)) == ((250, 122), "red")
    worker = PanelWorker(panel)
    for level in (0, 255):
        worker.show(grey(level))
        worker.step()
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["page.png"]
    with Image.open(tmp_path / "new" / "page.png") as kept:
        assert kept.size == (250, 122)
        assert kept.getpixel((0, 0)) == (255, 255, 255)


def test_a_folder_holds_every_page(tmp_path: Path) -> None:
    """A name that ends with a slash is a folder of numbered pages."""
    worker = PanelWorker(open_panel(f"{tmp_path}/pages/"))
    for level in (0, 255, 255):
        worker.show(grey(level))
        worker.step()
    assert sorted(path.name for path in (tmp_path / "pages").iterdir()) == ["page-0001.png", "page-0002.png"]


def test_a_file_that_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    """A folder in the file's place, or a file in the folder's: said with the path."""
    (tmp_path / "file").write_text("")
    with pytest.raises(EinkFault) as raised:
        open_panel(f"{tmp_path}/file/page.png")
    assert raised.value.trouble is EinkTrouble.NOT_WRITABLE
    (tmp_path / "page.png").mkdir()
    worker = PanelWorker(open_panel(f"{tmp_path}/page.png"))
    worker.show(grey(1))
    worker.step()
    assert worker.fault is not None
    assert worker.fault.trouble is EinkTrouble.NOT_WRITABLE


@pytest.mark.parametrize("wish", ["0x0", "9999x100", "green", "250x", ""])
def test_a_wish_that_is_none_is_refused(wish: str, tmp_path: Path) -> None:
    """Sizes out of reason and colours no panel has are refused, with an example."""
    with pytest.raises(EinkFault) as raised:
        open_panel(f"{tmp_path}/page.png,{wish}")
    assert raised.value.trouble is EinkTrouble.UNKNOWN_PANEL
    assert "250x122" in raised.value.cause
