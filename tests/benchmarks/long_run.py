"""How memory, threads and files go over a long time, and how much of the processor the companion takes.

    python -m tests.benchmarks.long_run [--minutes N] [--quiet] [--window]

The recorded game is played over and over at its own speed, hands and all; with ``--quiet`` one picture of it stands
still, with the noise of a sensor. Desk, worker, recogniser and store are the product's own; ``--window`` adds the
window (without a screen set ``SDL_VIDEODRIVER=offscreen``). Linux only (it reads ``/proc``).
"""

from __future__ import annotations

import argparse
import os
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from companion import commands
from companion.app import DEMO, calibrated
from companion.desk import TableDesk
from companion.eyes import Eyes, Vision
from companion.home import Home
from companion.pace import Pace
from companion.sources import Sources
from companion.worker import Worker
from hardware.camera import Frame
from hardware.camera_files import Film, Paced
from hardware.heat import celsius
from tests.benchmarks.window_start import children

SAMPLE_SECONDS = 10.0
WARM_UP = 0.25  # of the time: what is loaded once is no growth


class Over:
    """The film again and again, on one clock."""

    live = False
    still_px = None

    def __init__(self, path: Path) -> None:
        self._path, self._film = path, Film(path)
        self._offset = self._last = 0.0

    def read(self, deadline_seconds: float) -> Frame | None:
        frame = self._film.read(deadline_seconds)
        if frame is None:
            self._film.close()
            self._film, self._offset = Film(self._path), self._last + 1.0
            frame = self._film.read(deadline_seconds)
        assert frame is not None
        self._last = frame.seconds + self._offset
        return Frame(frame.number, self._last, frame.image)

    def still(self, deadline_seconds: float) -> Frame | None:
        return None

    def close(self) -> None:
        self._film.close()


class Standing:
    """A camera above a table where nothing happens: a picture of the film, ten a second, each with other noise."""

    live = True
    still_px = None

    def __init__(self, path: Path) -> None:
        film = Film(path)
        frame = film.read(1.0)
        film.close()
        assert frame is not None
        noise = np.random.default_rng(1)
        self._pictures = [
            np.clip(frame.image + noise.normal(0, 2, frame.image.shape), 0, 255).astype(np.uint8) for _ in range(8)
        ]
        self._number, self._begun = 0, time.monotonic()

    def read(self, deadline_seconds: float) -> Frame | None:
        due = self._begun + self._number / 10 - time.monotonic()
        if due > 0:
            time.sleep(due)
        self._number = max(self._number + 1, int((time.monotonic() - self._begun) * 10))
        return Frame(self._number, time.monotonic() - self._begun, self._pictures[self._number % 8])

    def still(self, deadline_seconds: float) -> Frame | None:
        return None

    def close(self) -> None: ...


def watching(quiet: bool, profile: Any) -> Eyes:
    """The eyes of the worker's process."""
    from vision.network import load_all
    from vision.recogniser import Recogniser

    load_all()
    camera = Standing(DEMO) if quiet else Paced(Over(DEMO))
    return Eyes(camera, Vision(calibrated, Recogniser), profile, pace=Pace(celsius))


@dataclass(frozen=True, slots=True)
class Sample:
    """All processes together at one moment. ``cpu``: seconds of the processor so far."""

    processes: tuple[int, ...]
    seconds: float
    megabytes: tuple[float, ...]
    threads: int
    files: int
    kept_kilobytes: float
    cpu: float


def sample(begun: float, folder: Path) -> Sample:
    """What is held now, the largest process first."""
    processes = [os.getpid(), *children(os.getpid())]
    held, threads, files, cpu = [], 0, 0, 0.0
    for process in processes:
        root = Path(f"/proc/{process}")
        try:
            status = dict(line.split(":", 1) for line in (root / "status").read_text().splitlines() if ":" in line)
            held.append(int(status["VmRSS"].split()[0]) / 1024)
            threads += int(status["Threads"])
            files += len(list((root / "fd").iterdir()))
            fields = (root / "stat").read_text().rpartition(")")[2].split()
            cpu += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, KeyError):  # it has ended meanwhile
            continue
    kept = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1024
    return Sample(
        tuple(sorted(processes)), time.monotonic() - begun, tuple(sorted(held, reverse=True)), threads, files, kept, cpu
    )


def warmed(samples: list[Sample]) -> list[Sample]:
    """Those after the warm-up."""
    begun, ended = samples[0].seconds, samples[-1].seconds
    return [one for one in samples if one.seconds >= begun + WARM_UP * (ended - begun)]


def slope_per_hour(samples: list[Sample]) -> tuple[float, ...]:
    """Megabytes an hour by which each process grows, by a straight line through the samples after the warm-up."""
    warm = warmed(samples)
    count = min(len(one.megabytes) for one in warm)
    hours = np.array([one.seconds for one in warm]) / 3600
    return tuple(
        float(np.polyfit(hours, np.array([one.megabytes[index] for one in warm]), 1)[0]) for index in range(count)
    )


def follow(desk: TableDesk, minutes: float, folder: Path, done: Callable[[], object]) -> list[Sample]:
    """Takes samples, and begins a new game whenever the recorded one has come to its end."""
    begun, samples, turned = time.monotonic(), list[Sample](), 0.0
    while time.monotonic() - begun < 60 * minutes:
        time.sleep(SAMPLE_SECONDS)
        samples.append(sample(begun, folder))
        view = desk.view()
        seconds = view.sighting.seconds if view.sighting else 0.0
        if seconds - turned > 60 and view.undo:
            turned = seconds
            desk.do(commands.NewGame(view.revision, view.state.settings))
    done()
    return samples


def report(samples: list[Sample]) -> None:
    """Prints the figures. A process that was started anew begins with less: what is judged is the time since then."""
    changes = [at for at in range(1, len(samples)) if samples[at].processes != samples[at - 1].processes]
    if changes:
        print(
            f"a process was started anew {len(changes)} times, last after {samples[changes[-1]].seconds / 60:.1f} min"
        )
        samples = samples[changes[-1] :]
    first = warmed(samples)[0]
    last = samples[-1]
    print(f"{last.seconds / 60:.1f} minutes, {len(samples)} samples, judged after {first.seconds / 60:.1f}")
    sizes = " and ".join(f"{one:.0f} to {two:.0f}" for one, two in zip(first.megabytes, last.megabytes, strict=False))
    print(f"memory, MB: {sizes}; growth, MB an hour: {', '.join(f'{one:+.2f}' for one in slope_per_hour(samples))}")
    print(f"threads {first.threads} to {last.threads}, open files {first.files} to {last.files}")
    print(f"kept on disk, KB: {first.kept_kilobytes:.0f} to {last.kept_kilobytes:.0f}")
    print(f"processor: {100 * (last.cpu - first.cpu) / (last.seconds - first.seconds):.1f} % of one core")


def main() -> None:
    """Runs and reports."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=120.0)
    parser.add_argument("--quiet", action="store_true", help="a table where nothing happens")
    parser.add_argument("--window", action="store_true", help="with the window")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        opener = partial(watching, options.quiet)
        desk = TableDesk(Home(folder), Sources(camera=lambda profile: Worker(opener, profile)))
        desk.start()
        try:
            if options.window:
                samples = _with_window(desk, options.minutes, folder)
            else:
                samples = follow(desk, options.minutes, folder, lambda: None)
        finally:
            desk.close()
    report(samples)


def _with_window(desk: TableDesk, minutes: float, folder: Path) -> list[Sample]:
    from ui.setup import prepare

    prepare()
    from kivy.clock import Clock

    from ui.application import Application

    app, samples = Application(desk, "de"), list[Sample]()

    def work() -> None:
        samples.extend(follow(desk, minutes, folder, lambda: Clock.schedule_once(lambda _: app.stop())))

    threading.Thread(target=work, daemon=True).start()
    app.run()
    return samples


if __name__ == "__main__":
    main()
