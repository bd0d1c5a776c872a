"""A camera taken away and put back, over and over, while a game goes on:

    python -m tests.device.unplugging --times 100 --camera usb

Desk, worker, its process and the adapter (``--camera usb`` or ``pi``) are the product's own, above a made-up camera.
While it is out a Targi is put down and entered by touch; when it is back it is taken away, which the camera tells.
Prints what the desk's process held after each, and fails when the game stood still or more is held than before.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion import commands
from companion.desk import TableDesk
from companion.home import Home
from companion.rules.board import WHITE_TARGI
from companion.sources import Sources
from companion.view import Source
from companion.worker import Worker
from hardware.camera import device_stamp
from tests.device.lent_table import TARGI_AT, Table, pi_eyes, usb_eyes

CAMERAS = {"usb": (usb_eyes, "video0"), "pi": (pi_eyes, "media0")}
LONGEST_SECONDS = 60.0
LONG_OUT = 4
"""Every so many-th time it stays out until starting without it has failed."""
WARM_UP = 2
"""Times after which nothing may be held more than before; memory, which is handed out in pieces, after a tenth."""
GROWTH_MB = 2.0


@dataclass(frozen=True, slots=True)
class Held:
    """What the desk's process holds. ``children``: processes it has started that still run or were not fetched."""

    megabytes: float
    threads: int
    files: int
    memories: int
    children: int

    @classmethod
    def now(cls) -> Held:
        root = Path("/proc/self")
        status = dict(line.split(":", 1) for line in (root / "status").read_text().splitlines() if ":" in line)
        children = (word for task in (root / "task").iterdir() for word in (task / "children").read_text().split())
        return cls(
            int(status["VmRSS"].split()[0]) / 1024,
            int(status["Threads"]),
            len(os.listdir(root / "fd")),
            sum("/dev/shm/psm_" in line for line in (root / "maps").read_text().splitlines()),
            len(list(children)),
        )


def wait_for(what: str, true: Callable[[], bool]) -> None:
    """Waits until that is true; raises TimeoutError."""
    ends = time.monotonic() + LONGEST_SECONDS
    while not true():
        if time.monotonic() > ends:
            raise TimeoutError(what)
        time.sleep(0.02)


def unplugged(times: int, camera: str, folder: Path) -> Iterator[Held]:
    """Takes the camera away and puts it back so many times; what is held after each. Raises TimeoutError when the game
    does not go on: what was waited for in vain."""
    opener, device = CAMERAS[camera]
    devices = folder / "dev"
    devices.mkdir()
    table = Table(devices, device)
    table.plug(True)
    worker = Worker(partial(opener, devices), "this table", stall_seconds=4.0, stamp=partial(device_stamp, devices))
    desk = TableDesk(Home(folder), Sources(camera=lambda profile: worker))

    def stands() -> bool:
        return WHITE_TARGI in desk.view().state.standing.at(TARGI_AT)

    def agreed() -> bool:
        """Pictures come, and table and game are the same without a question."""
        view = desk.view()
        seen = view.sighting is not None and view.sighting.standing == view.state.standing
        return view.source is Source.CAMERA and seen and not view.guidance.questions

    desk.start()
    try:
        wait_for("the set-up", agreed)
        for number in range(times):
            starts = worker.starts
            table.plug(False)
            wait_for("the loss of the camera", lambda: desk.view().source is Source.LOST)
            if number % LONG_OUT == 0:
                wait_for("a start in vain and another", partial(_started, worker, starts + 2))
            table.put(True)
            desk.do(commands.Correct(desk.view().revision, TARGI_AT, frozenset({WHITE_TARGI})))
            wait_for("the move by touch", stands)
            table.plug(True)
            wait_for("pictures again", agreed)
            table.put(False)
            wait_for("the move that the camera tells", lambda: not stands() and agreed())
            yield Held.now()
    finally:
        desk.close()


def _started(worker: Worker, times: int) -> bool:
    return worker.starts >= times


def growth(held: list[Held]) -> list[str]:
    """What was held more at the end than after the warm-up."""
    first, last = held[WARM_UP], held[-1]
    names = ("threads", "files", "memories", "children")
    more = [name for name in names if getattr(last, name) > getattr(first, name)]
    warm = held[max(WARM_UP, len(held) // 10)]
    return [*more, "memory"] if last.megabytes - warm.megabytes > GROWTH_MB else more


def main() -> int:
    """Runs and reports."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--camera", choices=sorted(CAMERAS), default="usb")
    options = parser.parse_args()
    begun, held = time.monotonic(), list[Held]()
    with tempfile.TemporaryDirectory() as folder:
        for one in unplugged(options.times, options.camera, Path(folder)):
            held.append(one)
            if len(held) % 10 == 1 or len(held) == options.times:
                print(f"{len(held):4}: {one}", flush=True)
    more = growth(held)
    print(f"{len(held)} times in {time.monotonic() - begun:.0f} s; more than before: {', '.join(more) or 'nothing'}")
    return bool(more)


if __name__ == "__main__":
    sys.exit(main())
