"""The game goes on, whatever the camera does: desk, worker, adapter and picamera2 as they are, on a made-up camera."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from companion import commands
from companion.desk import TableDesk
from companion.guide import Problem, ProblemCode
from companion.home import Home
from companion.rules.board import WHITE_TARGI, border
from companion.sources import Sources
from companion.view import Source
from companion.worker import Worker
from tests.companion.fault_eyes import FAULTS, one_fault_after_another
from tests.device.lent_picamera2 import has_picamera2

NOTICED_SECONDS = 7.0
"""From the last picture to the start of another process; starting it takes as long as the machine takes."""
BLOCKED_SECONDS = 0.25
"""What a busy test machine may hold a thread up for; a window that waits for a camera would wait for seconds."""


class Window:
    """What the window's thread asks of the desk, as often as it does, and how long that took at worst; it plays by
    touch all the time: a Targi put on 7 and taken away again."""

    def __init__(self, desk: TableDesk, worker: Worker) -> None:
        self.worst, self.moves, self._desk, self._worker = 0.0, 0, desk, worker
        self.noticed: list[float] = []
        """Seconds from the last picture to the start of another process, for each."""
        self._revision, self._stop = -1, threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        seen, at, starts = 0, time.monotonic(), 1
        while not self._stop.wait(1 / 15):
            begun = time.monotonic()
            view, frame = self._desk.view(), self._desk.frame()
            if view.revision != self._revision:
                self._revision = view.revision
                self.moves += 1
                there = frozenset({WHITE_TARGI}) if self.moves % 2 else frozenset()
                self._desk.do(commands.Correct(view.revision, border(7), there))
            self.worst = max(self.worst, time.monotonic() - begun)
            if self._worker.starts > starts:
                self.noticed.append(begun - at)
                starts = self._worker.starts
            if frame is not None and frame[0] != seen:
                seen, at = frame[0], begun

    def close(self) -> None:
        self._stop.set()
        self._thread.join()


@pytest.mark.skipif(not has_picamera2(), reason="picamera2 is not installed: pip install -r .ci/camera.lock --no-deps")
def test_one_fault_after_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy camera, frozen pictures, half ones, the cable out, a driver that takes the process with it, a capture that
    never returns: each is told, each has another process started within seconds until there are pictures again, moves
    by touch go on all the time, the window never waits, and no file stays open."""
    monkeypatch.setenv("TARGI_TEST_MARK", str(tmp_path / "starts"))
    told: list[ProblemCode] = []

    def listen(seconds: float, what: object) -> None:
        if isinstance(what, Problem):
            told.append(what.code)

    worker = Worker(one_fault_after_another, "this table", stall_seconds=4.0)
    desk = TableDesk(Home(tmp_path), Sources(camera=lambda profile: worker), listener=listen)
    desk.start()
    window = Window(desk, worker)
    files, moves = 0, 0
    try:
        ends = time.monotonic() + 170
        while worker.starts < len(FAULTS) and time.monotonic() < ends:
            if worker.starts == 2 and not files:
                files = len(os.listdir("/proc/self/fd"))
            time.sleep(0.1)
        assert worker.starts == len(FAULTS)
        moves = window.moves
        while desk.view().source is not Source.CAMERA and time.monotonic() < ends:
            time.sleep(0.1)
        time.sleep(1.0)
        assert desk.view().source is Source.CAMERA
        assert len(os.listdir("/proc/self/fd")) <= files + 2
    finally:
        window.close()
        desk.close()
    assert told.count(ProblemCode.CAMERA_STALLED) >= 4
    assert ProblemCode.READING_FAILED in told
    assert ProblemCode.CAMERA_BUSY in told
    assert window.moves > moves >= len(FAULTS)
    assert window.worst < BLOCKED_SECONDS
    assert max(window.noticed[1:]) < NOTICED_SECONDS
