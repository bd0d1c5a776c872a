"""How long one picture takes to read, against one straightening of it by OpenCV in the same run; and the memory for it.

    python -m tests.benchmarks.reading_speed [--tables FOLDER]

A drawn table (or those of FOLDER, each with ``start.jpg`` and pictures of play), 1344x1008, one thread. Four figures:
reading a picture taken long after the one before, so that nothing of that is of use; reading the next picture of a
game, in which one figure has moved; a picture of a quiet table; the calibration, in seconds.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from vision.calibrating import Calibration, calibrate
from vision.recogniser import Recogniser
from vision.training.scenes import make_table
from vision.training.table import Stand

SIZE = (1344, 1008)
STRAIGHTENED = (1000, 650)
STEP = 0.125
QUIET = 30
"""Pictures in which the table lies still."""
LONG_AFTER = 60.0
WALK = [("5", (4.0, 1.0)), ("6", (4.0, 2.0)), ("7", (4.0, 3.0)), ("9", (3.0, 4.0)), ("10", (2.0, 4.0))]


def cost(work: Callable[[], object]) -> float:
    """Milliseconds of processor that it takes."""
    started = time.process_time()
    work()
    return 1000 * (time.process_time() - started)


def straightening(image: np.ndarray, times: int = 7) -> float:
    """Milliseconds to straighten the picture once, the median of some."""
    corners = np.array([[0, 0], [999, 0], [999, 649], [0, 649]], np.float32)
    seen = np.array([[0.1, 0.1], [0.9, 0.12], [0.92, 0.9], [0.08, 0.88]], np.float32) * np.array(SIZE, np.float32)
    turn = cv2.getPerspectiveTransform(seen, corners)
    return median(cost(lambda: cv2.warpPerspective(image, turn, STRAIGHTENED)) for _ in range(times))


def drawn() -> list[tuple[np.ndarray, list[np.ndarray]]]:
    """One drawn table: its set-up, and a figure that walks along the border."""
    table = make_table(1_000_013, SIZE)
    robber = Stand("robber", "1", (1.0, 0.0))
    others = (Stand("white", "13", (0.0, 3.0)), Stand("white_marker", "2x6", (2.0, 2.0)))
    walk = [table.render((robber, *others, Stand("blue", place, uv)), seed=1).image for place, uv in WALK]
    return [(table.render((robber,), seed=1).image, walk)]


def given(folder: Path) -> list[tuple[np.ndarray, list[np.ndarray]]]:
    """The tables of a folder."""
    found = []
    for start in sorted(folder.glob("*/start.jpg")):
        pictures = [cv2.imread(str(path)) for path in sorted(start.parent.glob("0*.jpg"))]
        found.append((cv2.imread(str(start)), [cv2.resize(picture, SIZE) for picture in pictures]))
    return found


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=Path)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    alone, following, quiet, calibrating, units = [], [], [], [], list[float]()

    def timed(work: Callable[[], object], picture: np.ndarray) -> tuple[float, float]:
        """Milliseconds, and how many times a straightening just before and after: the machine's pace changes."""
        before, took, after = straightening(picture), cost(work), straightening(picture)
        units.append((before + after) / 2)
        return took, took / units[-1]

    for start, pictures in given(arguments.tables) if arguments.tables else drawn():
        calibrating.append(cost(partial(calibrate, start)) / 1000)
        made = calibrate(start)
        if not isinstance(made, Calibration):
            continue
        for picture in pictures:
            recogniser = Recogniser(made.profile)
            recogniser.read(start)
            alone.append(timed(partial(recogniser.read, picture, LONG_AFTER), picture))
        recogniser, seconds = Recogniser(made.profile), 0.0
        for number in range(len(WALK) * QUIET):
            picture, seconds = pictures[number // QUIET % len(pictures)], seconds + STEP
            work = partial(recogniser.read, picture, seconds)
            if number % QUIET in (1, 2, 3):
                following.append(timed(work, picture))
            else:
                took = cost(work)
                quiet += [took] if number % QUIET > 5 else []
    print(f"straightening once: {median(units):.1f} ms")
    for name, costs in (("a picture long after the last", alone), ("the next picture", following)):
        took, ratio = (median(values) for values in zip(*costs, strict=True))
        print(f"{name}: {took:.0f} ms, {ratio:.1f} times that")
    mean, reading = sum(quiet) / len(quiet), median(took for took, _ in following)
    print(f"a picture of a quiet table: {mean:.0f} ms on average, {mean / reading:.2f} of the next picture")
    print(f"calibration: {median(calibrating):.2f} s")
    print(f"memory of the process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
