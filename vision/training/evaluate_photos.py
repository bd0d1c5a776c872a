"""What the recogniser makes of real photos, none of them of this game: ``python -m vision.training.evaluate_photos
--hands FOLDER --lens FOLDER``.

``--hands``: a filmed chess table (``labels.json`` with the corners of the playing field and the intervals with a hand
over it), whose field is read as if it were the 5x5 board: what is called covered where a hand is, and where none is.
``--lens``: photos of a printed chessboard of 9x6 inner corners: half of the corners are fitted with the one lens
coefficient that a profile has, and without it; how far off the other half is then. Real is never added to drawn.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision import board, places
from vision.geometry import Array, fit
from vision.training.evaluate import share

FIELD_UV = np.array([[-0.5, -0.5], [4.5, -0.5], [4.5, 4.5], [-0.5, 4.5]])
"""Where the corners of the field lie, read as the outer corners of the 5x5 board."""
INNER = (9, 6)
EVERY = 3
"""The pictures are every third of the film."""


def _pictures(folder: Path, intervals: list[Any]) -> list[Array]:
    """The pictures (H, W, 3) uint8 in intervals [first, last, ...] of frames; OSError where there are none."""
    frames = [frame for first, last, *_ in intervals for frame in range(first, last + 1) if frame % EVERY == 0]
    pictures = [cv2.imread(str(folder / f"f{frame:03d}.jpg")) for frame in frames]
    if not pictures or any(picture is None for picture in pictures):
        raise OSError(f"{folder} lacks pictures that its labels name")
    return [picture for picture in pictures if picture is not None]


def hands(folder: Path) -> tuple[int, int, int, int]:
    """Pictures with a hand that are called covered, all with one; pictures without one that are not, all of these."""
    labels = json.loads((folder / "labels.json").read_text())["scholarsmate"]
    film = folder / "scholarsmate"
    settled, covered = _pictures(film, labels["settled"]), _pictures(film, labels["hand"])
    corners = np.array(labels["playing_field_corners_h8_h1_a1_a8"], float)
    pose = fit(FIELD_UV, corners, (settled[0].shape[1], settled[0].shape[0]), lens=False)
    if pose is None:
        raise OSError(f"the corners in {folder / 'labels.json'} are no field")
    reference = board.straighten(settled[0], pose).picture

    def called(picture: Array) -> bool:
        return places.covered(board.straighten(picture, pose, reference).reading)[0]

    return sum(map(called, covered)), len(covered), sum(not called(picture) for picture in settled), len(settled)


def lens(folder: Path) -> list[tuple[float, float, float]]:
    """For each photo: how far off (median, pixels) the half of the corners is that was not fitted, with the lens and
    without it, and the lens coefficient.
    """
    grid = np.stack(np.meshgrid(np.linspace(0, 4, INNER[0]), np.linspace(0, 4, INNER[1])), axis=-1).reshape(-1, 2)
    half = (np.arange(len(grid)) + np.arange(len(grid)) // INNER[0]) % 2 == 0
    found = []
    for path in sorted(folder.glob("*.jpg")):
        grey = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
        if grey is None:
            continue
        seen, corners = cv2.findChessboardCorners(grey, INNER)
        if not seen:
            continue
        fine = cv2.cornerSubPix(grey, corners, (5, 5), (-1, -1), (cv2.TERM_CRITERIA_EPS + 1, 30, 0.01)).reshape(-1, 2)
        poses = [fit(grid[half], fine[half], (grey.shape[1], grey.shape[0]), lens=with_it) for with_it in (True, False)]
        if poses[0] is not None and poses[1] is not None:
            off = [
                float(np.median(np.linalg.norm(pose.to_image(grid[~half]) - fine[~half], axis=1)))
                for pose in poses
                if pose is not None
            ]
            found.append((off[0], off[1], poses[0].k1))
    return found


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=Path, help="folder of the filmed chess table")
    parser.add_argument("--lens", type=Path, help="folder of photos of a printed chessboard")
    options = parser.parse_args()
    if options.hands:
        seen, of, clear, of_clear = hands(options.hands)
        print(f"REAL, hands: called covered {seen} of {of}, {share(seen, of)}")
        print(f"REAL, no hand: called clear {clear} of {of_clear}, {share(clear, of_clear)}")
    if options.lens:
        found = np.array(lens(options.lens))
        with_it, without, k1 = np.median(found, axis=0)
        print(
            f"REAL, lens: {len(found)} photos; corners that were not fitted are off by {with_it:.2f} pixels with the"
            f" lens (worst photo {found[:, 0].max():.2f}), {without:.2f} without it; k1 {k1:.3f}"
        )


if __name__ == "__main__":
    main()
