"""How soon the window draws what was done on the recorded table, and how long its thread is held up meanwhile.

    python -m tests.benchmarks.window_delay [--film FILE.mp4]

Delay: from the first picture in which a piece lies at its new place and the hand is away, by the film's truth, to the
frame in which the window draws it there. A hold-up: a turn of the window's loop without what it sleeps, once its first
frame is drawn, by the wall's clock, which counts what other programs take of the processor too, and by the thread's
own. Desk, worker, recogniser, pace and store are the product's; the film is played at its own speed. A real window;
without a screen set ``SDL_VIDEODRIVER=offscreen``.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from companion.app import DEMO, calibrated
from companion.desk import TableDesk
from companion.eyes import Eyes, Vision
from companion.home import Home, Preferences
from companion.pace import Pace
from companion.rules.board import MARKER_OF, ROBBER, TARGI_OF, TARGIA, Colour, Piece, Place, Standing, place
from companion.sources import Sources
from companion.worker import Worker
from hardware.camera import Frame
from hardware.camera_files import Film, Paced
from hardware.heat import celsius
from vision.network import load_all
from vision.training.film import PICTURES_PER_SECOND, SETTLED

ASKED_DELAY_SECONDS = 0.7
ASKED_HOLD_UP_SECONDS = 0.05
EARLIEST_SECONDS = -2.0
"""What is certain while the hand still goes may be drawn before it has gone."""
LATEST_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Done:
    """A piece that comes to a place, or leaves it, at a second of the film: the hand is away."""

    seconds: float
    what: str
    piece: Piece
    where: Place
    comes: bool


def done_in(film: Path) -> list[Done]:
    """What hands do in a film, by the events beside it."""
    found = []
    for line in film.with_suffix(".events.jsonl").read_text(encoding="utf-8").splitlines():
        event = json.loads(line)
        what, seconds = event["event"], event["t"] - SETTLED / PICTURES_PER_SECOND
        if what in ("robber_moved", "targia_moved"):
            piece = ROBBER if what == "robber_moved" else TARGIA
        elif what.partition("_")[2] in ("placed", "returned", "placement", "marker"):
            of = MARKER_OF if "marker" in what else TARGI_OF
            piece = of[Colour(event["player"])]
        else:
            continue
        found.append(Done(seconds, what, piece, place(event["place"]), not what.endswith("returned")))
    return found


class Stamped:
    """A film at its own speed, which notes in a file when by the machine's clock its second 0 was."""

    live = True
    still_px = None

    def __init__(self, film: Path, note: Path) -> None:
        self._paced, self._note = Paced(Film(film)), note

    def read(self, deadline_seconds: float) -> Frame | None:
        frame = self._paced.read(deadline_seconds)
        if frame is not None and not self._note.exists():
            self._note.write_text(str(time.monotonic() - frame.seconds))
        return frame

    def still(self, deadline_seconds: float) -> Frame | None:
        return None

    def close(self) -> None:
        self._paced.close()


def watching(film: Path, note: Path, profile: Any) -> Eyes:
    """The eyes of the worker's process, at the pace of a camera's."""
    from vision.recogniser import Recogniser

    load_all()
    return Eyes(Stamped(film, note), Vision(calibrated, Recogniser), profile, pace=Pace(celsius))


@dataclass(frozen=True, slots=True)
class Seen:
    """What the window did: each standing with the moment its first frame was drawn; each turn of the loop after the
    window's first frame, which belongs to the start, seconds by the wall's clock and by the thread's own."""

    drawn: list[tuple[float, Standing]]
    turns: list[tuple[float, float]]


def watch(desk: TableDesk) -> Seen:
    """Runs the window until the recording has ended."""
    from ui.setup import prepare

    prepare()
    from kivy.clock import Clock
    from kivy.core.window import Window

    from ui.application import Application

    app, seen = Application(desk, "de"), Seen([], [])
    idle, awake, open_now, open_before = Clock.idle, (0.0, 0.0), False, False

    def sleep() -> float:
        nonlocal awake, open_before
        if open_before:
            seen.turns.append((time.monotonic() - awake[0], time.thread_time() - awake[1]))
        open_before = open_now
        woken: float = idle()
        awake = time.monotonic(), time.thread_time()
        return woken

    def drawn(*_: object) -> None:
        nonlocal open_now
        open_now = True
        sighting = desk.view().sighting
        standing = app.root.table.board.picture.standing
        if (seen.drawn and standing != seen.drawn[-1][1]) or (not seen.drawn and sighting and sighting.found):
            seen.drawn.append((time.monotonic(), standing))

    def check(_: float) -> None:
        if desk.ended:
            app.stop()

    Clock.idle = sleep
    Window.bind(on_flip=drawn)
    Clock.schedule_interval(check, 1.0)
    app.run()
    return seen


def delays(film: Path, begun: float, drawn: list[tuple[float, Standing]]) -> Iterator[tuple[Done, float | None]]:
    """Each thing done with the seconds until it was drawn, None where it never was."""
    for done in done_in(film):
        since = [
            (at - begun - done.seconds, ((done.piece, done.where) in standing.pieces) is done.comes)
            for at, standing in drawn
        ]
        right = (delay for delay, shown in since if shown and EARLIEST_SECONDS <= delay <= LATEST_SECONDS)
        yield done, next(right, None)


def report(film: Path, begun: float, seen: Seen) -> None:
    """Prints the figures."""
    told = list(delays(film, begun, seen.drawn))
    for done, delay in told:
        late = "never drawn" if delay is None else f"{delay:5.2f} s"
        print(f"{done.seconds:6.2f}  {done.what:18} {done.where!s:4} {late}")
    known = [delay for _, delay in told if delay is not None]
    print(
        f"from the stable picture to the frame that draws it: median {statistics.median(known):.2f} s "
        f"(asked: {ASKED_DELAY_SECONDS}), worst {max(known):.2f} s, {len(known)} of {len(told)} drawn"
    )
    for name, taken in zip(("the wall's clock", "the thread's own"), zip(*seen.turns, strict=True), strict=True):
        over = sum(1 for seconds in taken if seconds > ASKED_HOLD_UP_SECONDS)
        print(
            f"hold-ups of the window's thread by {name}: longest {1000 * max(taken):.0f} ms "
            f"(asked: {1000 * ASKED_HOLD_UP_SECONDS:.0f}), {over} of {len(taken)} turns longer than asked, "
            f"median {1000 * statistics.median(taken):.1f} ms"
        )
    print(f"the machine's load meanwhile: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def main() -> None:
    """Plays the film once and reports."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--film", type=Path, default=DEMO, help="a film with FILE.events.jsonl beside it")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        note = Path(name) / "begun"
        opener = partial(watching, options.film.resolve(), note)
        home = Home(Path(name) / "home")
        home.keep(Preferences("de"))  # else the first steps are on the screen
        desk = TableDesk(home, Sources(camera=lambda profile: Worker(opener, profile)))
        desk.start()
        try:
            seen = watch(desk)
        finally:
            desk.close()
        report(options.film, float(note.read_text()), seen)


if __name__ == "__main__":
    main()
