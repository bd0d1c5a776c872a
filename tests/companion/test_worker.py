"""The process with camera and recogniser, and the watch over it."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path
from typing import Any

import pytest

from companion.worker import (
    STALL_SECONDS,
    START_SECONDS,
    Calibrated,
    Ended,
    Failed,
    Look,
    News,
    Searching,
    Shown,
    Worker,
)
from tests.companion import fake_eyes


@contextmanager
def working(open_eyes: Any, **options: Any) -> Iterator[Worker]:
    worker = Worker(open_eyes, **options)
    try:
        yield worker
    finally:
        worker.close()


def gather(worker: Worker, until: Callable[[list[News]], bool], seconds: float = 20.0) -> list[News]:
    """The news until that much has come; fails after so many seconds."""
    news: list[News] = []
    ends = time.monotonic() + seconds
    while not until(news):
        assert time.monotonic() < ends, news
        news += worker.poll(0.05)
    return news


def looks(news: list[News]) -> list[Look]:
    return [item for item in news if isinstance(item, Look)]


def test_pictures_become_looks_until_the_end() -> None:
    """Three pictures: the board looked for and found in the first, three looks with their sightings, the end, no second
    start."""
    with working(fake_eyes.three_pictures) as worker:
        news = gather(worker, lambda news: Ended() in news)
        assert [type(item) for item in news] == [Searching, Calibrated, Look, Look, Look, Ended]
        assert worker.profile == "this table"
        sightings = [look.sighting for look in looks(news)]
        assert [len(sighting.standing.pieces) for sighting in sightings if sighting] == [2, 2, 3]
        assert looks(news)[0].size_px == (640, 480)
        frame = worker.frame()
        assert frame is not None
        assert frame[0] == looks(news)[-1].number
        assert tuple(frame[1][0, 0]) == (160, 90, 44)  # red, green, blue
        worker.poll()
        assert worker.starts == 1


def test_looking_stands_behind_the_window() -> None:
    """The processor goes to the window first: a touch is answered while a picture is read."""
    with working(fake_eyes.endless) as worker:
        gather(worker, lambda news: bool(looks(news)))
        (process,) = multiprocessing.active_children()
        assert process.pid is not None
        assert os.getpriority(os.PRIO_PROCESS, process.pid) > os.getpriority(os.PRIO_PROCESS, 0)


def test_a_silent_camera_is_given_up_within_the_limit() -> None:
    """A capture that never returns: the process is killed within 5 s, said, and started again with its profile."""
    with working(fake_eyes.hanging, stall_seconds=1.0) as worker:
        began = time.monotonic()
        news = gather(worker, lambda news: Failed("stalled") in news)
        assert len(looks(news)) == 2
        assert time.monotonic() - began < 15
        again = gather(worker, lambda news: bool(looks(news)))
        assert worker.starts == 2
        assert not any(isinstance(item, Calibrated) for item in again)  # it knows the table already


def test_looking_for_the_board_may_take_longer_than_a_picture() -> None:
    """A small machine that looks for the board far longer than a picture may take is waited for, as long as a start."""
    now = 100.0
    with working(fake_eyes.slow_to_learn, clock=lambda: now) as worker:
        gather(worker, lambda news: bool(looks(news)) and news[-1] == Searching())
        now += 3 * STALL_SECONDS
        assert worker.poll(0.1) == []
        now += START_SECONDS
        assert worker.poll(0.1) == [Failed("stalled")]


def test_a_process_that_dies_is_started_again() -> None:
    """A driver that takes the process with it is told and survived."""
    with working(fake_eyes.dying) as worker:
        news = gather(worker, lambda news: Failed("died") in news)
        assert len(looks(news)) == 2
        gather(worker, lambda news: bool(looks(news)))
        assert worker.starts == 2


def test_no_camera_is_told_and_tried_again() -> None:
    """Without a camera the trouble is told; it is looked for again after a while, without a restart of the program."""
    with working(fake_eyes.no_camera) as worker:
        news = gather(worker, lambda news: len(news) >= 2)
        assert news == [Failed("no_camera"), Failed("no_camera")]


@pytest.mark.parametrize("open_eyes", [fake_eyes.endless, fake_eyes.hanging])
def test_closing_is_quick_and_leaves_nothing(open_eyes: Any) -> None:
    """Closing ends a busy and a hanging process within 4 s and gives the shared memory back."""
    worker = Worker(open_eyes)
    gather(worker, lambda news: len(looks(news)) >= 2)
    number, memory = worker._process.pid, worker._shared.name
    began = time.monotonic()
    worker.close()
    assert time.monotonic() - began < 4
    assert not Path(f"/proc/{number}").exists()
    with pytest.raises(FileNotFoundError):
        SharedMemory(memory)


def test_a_camera_plugged_in_is_tried_at_once() -> None:
    """Without a camera the pauses grow; a device that comes ends the pause."""
    now, devices = 100.0, ["media0"]
    with working(fake_eyes.no_camera, clock=lambda: now, stamp=lambda: tuple(devices)) as worker:
        for _ in range(2):
            gather(worker, lambda news: news == [Failed("no_camera")])
            now += 30.0
        gather(worker, lambda news: news == [Failed("no_camera")])
        starts = worker.starts
        now += 4.0
        assert (worker.poll(), worker.starts) == ([], starts)
        devices.append("video0")
        now += 1.0
        worker.poll()
        assert worker.starts == starts + 1


def test_a_window_that_was_killed_leaves_no_camera_held(tmp_path: Path) -> None:
    """When the watching process is killed, the one with the camera ends by itself, even in a capture that hangs."""
    told = tmp_path / "process"
    program = (
        "import sys, time\n"
        "from companion.worker import Look, Worker\n"
        "from tests.companion import fake_eyes\n"
        "if __name__ == '__main__':\n"
        "    worker, looks = Worker(fake_eyes.hanging), 0\n"
        "    while looks < 2:\n"
        "        looks += sum(isinstance(item, Look) for item in worker.poll(0.05))\n"
        "    open(sys.argv[1], 'w').write(str(worker._process.pid))\n"
        "    time.sleep(60)\n"
    )
    script = tmp_path / "watching.py"
    script.write_text(program)
    root = Path(__file__).resolve().parents[2]
    with subprocess.Popen([sys.executable, script, told], env=os.environ | {"PYTHONPATH": str(root)}) as parent:
        assert soon(told.exists, 60)
        assert soon(lambda: bool(told.read_text()), 5)
        child = Path(f"/proc/{told.read_text()}")
        assert child.exists()
        parent.kill()
    assert soon(lambda: not child.exists(), 10)


def soon(true: Callable[[], bool], seconds: float) -> bool:
    ends = time.monotonic() + seconds
    while not true() and time.monotonic() < ends:
        time.sleep(0.05)
    return true()


def test_finding_the_board_anew() -> None:
    """A recalibration asked for comes back as a new profile."""
    with working(fake_eyes.endless, profile="another table") as worker:
        gather(worker, lambda news: bool(looks(news)))
        worker.recalibrate(None)
        gather(worker, lambda news: Calibrated("this table") in news)
        assert worker.profile == "this table"


def test_pieces_shown_are_answered_for() -> None:
    """What came of looking at them comes back as news; the reader of colours learns none."""
    with working(fake_eyes.endless, profile="this table") as worker:
        gather(worker, lambda news: bool(looks(news)))
        worker.show_pieces(forget=False)
        news = gather(worker, lambda news: any(isinstance(item, Shown) for item in news))
        assert [item for item in news if isinstance(item, Shown)] == [Shown("no_board")]
        worker.show_pieces(forget=True)
        gather(worker, lambda news: Shown("forgotten") in news and Calibrated("this table") in news)
