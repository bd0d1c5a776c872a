"""How soon the window shows the board of the recorded table, and how much memory its processes take.

    python -m tests.benchmarks.window_start [--seconds N]

A real window; without a screen set ``SDL_VIDEODRIVER=offscreen``. Linux only (it reads ``/proc``).
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path

STARTED = time.monotonic()


def peak_megabytes(process: int) -> float:
    """The most memory a process has held."""
    status = Path(f"/proc/{process}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024


def children(process: int) -> list[int]:
    """The processes it has started and that still run, and theirs."""
    own: list[int] = []
    try:
        for task in Path(f"/proc/{process}/task").iterdir():
            with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended meanwhile
                own += map(int, (task / "children").read_text().split())
    except FileNotFoundError:  # the process itself has
        return []
    return own + [further for child in own for further in children(child)]


def age() -> float:
    """Seconds since this program was started, the import of all it needs included."""
    return time.monotonic() - STARTED


def main() -> None:
    """Prints the two figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long to go on after the first board")
    options = parser.parse_args()

    from companion.app import sources
    from companion.desk import TableDesk
    from companion.home import Home
    from ui.setup import prepare

    prepare()
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder))
        desk = TableDesk(home, sources(home), demo=True)
        desk.start()
        try:
            from kivy.clock import Clock
            from kivy.core.window import Window

            from ui.application import Application

            first: list[float] = []

            def drawn(*_: object) -> None:
                sighting = desk.view().sighting
                if not first and sighting is not None and sighting.found:
                    first.append(age())
                if first and age() - first[0] > options.seconds:
                    app.stop()

            Window.bind(on_flip=drawn)
            Clock.schedule_interval(lambda _: Window.canvas.ask_update(), 1 / 4)
            app = Application(desk, "de")
            app.run()
            memory = {process: peak_megabytes(process) for process in [os.getpid(), *children(os.getpid())]}
        finally:
            desk.close()
    print(f"first board drawn {first[0]:.1f} s after the start of the program" if first else "no board was drawn")
    print(
        "memory at most, MB:",
        ", ".join(f"{size:.0f}" for size in memory.values()),
        f"; in all {sum(memory.values()):.0f}",
    )


if __name__ == "__main__":
    main()
