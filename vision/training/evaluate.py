"""How well the recogniser reads tables whose truth is known: ``python -m vision.training.evaluate FOLDER``.

The folder holds tables as ``vision.training.scenes`` writes them: ``start.jpg``, further pictures, ``truth.json``.
Each table is calibrated from its first picture alone and then read. What is drawn or rendered is not real: say so
with each figure. ``--groups`` tells them by light, by how slanting the view is, and for each share the interval in
which it lies with 95 % certainty (Wilson, 1927).
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.profile import Profile
from companion.rules.board import ROBBER, TARGIA, Colour, Piece, PieceKind, Sighting, place
from vision.calibrating import Calibration, calibrate
from vision.geometry import Array
from vision.recogniser import Recogniser

CORNERS = ("16", "4", "8", "12")


@dataclass(slots=True)
class Tally:
    """Counts over pictures, and a line for each fault."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.counts += other.counts
        self.faults += other.faults

    def line(self) -> str:
        """The figures in one row."""
        c = self.counts
        return (
            f"boards {c['found']}/{c['boards']}, corners {c['corners']}/{c['pictures']}, "
            f"pieces {c['pieces_found']}/{c['pieces']} (invented {c['invented']}), "
            f"Robber and Targia {c['single_right']}/{c['single']}, "
            f"pictures wholly right {c['perfect']}/{c['pictures']}, "
            f"blocked {c['blocked_seen']}/{c['blocked']} (false {c['false_blocks']}), "
            f"central kinds {c['kinds_right']}/{c['kinds']}, asked about {c['doubts']}"
        )


def share(count: int, of: int) -> str:
    """A share in percent with its Wilson interval, which is right for shares near 0 and 1 too."""
    if not of:
        return "none"
    p, z = count / of, 1.96
    middle, half = p + z * z / (2 * of), z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    low, high = (max(0.0, middle + way * half) / (1 + z * z / of) for way in (-1, 1))
    return f"{100 * p:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def shares(tally: Tally) -> str:
    """The shares of a tally that people ask for first, with their intervals."""
    c = tally.counts
    parts = (
        ("pieces", "pieces_found", "pieces"),
        ("invented", "invented", "pieces"),
        ("Robber and Targia", "single_right", "single"),
        ("pictures wholly right", "perfect", "pictures"),
    )
    return ", ".join(f"{name} {share(c[count], c[of])}" for name, count, of in parts)


def groups_of(image: Array, truth: dict[str, Any]) -> tuple[str, str]:
    """How bright the board is, and how slanting the view: the longer of two opposite sides by the shorter."""
    corners = np.array([truth["corners"][name] for name in CORNERS])
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    slant = max(max(sides[0], sides[2]) / min(sides[0], sides[2]), max(sides[1], sides[3]) / min(sides[1], sides[3]))
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255)
    grey = cv2.mean(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), mask)[0]
    light = "dark, mean grey below 85" if grey < 85 else "bright, above 140" if grey > 140 else "between"
    return f"light: {light}", f"view: {'from above, sides within 1.15' if slant < 1.15 else 'slanting'}"


def pieces_of(truth: dict[str, Any]) -> set[tuple[str, str]]:
    """Piece and place of all Targis and markers of a picture's truth."""
    return {
        (str(piece), str(where))
        for piece, places in (
            (Piece(kind, colour), truth[colour][key])
            for colour in Colour
            for kind, key in ((PieceKind.TARGI, "targi"), (PieceKind.MARKER, "markers"))
        )
        for where in places
    }


def corners_right(sighting: Sighting, truth: dict[str, Any]) -> bool:
    """Whether all four corner cards were found within 0.15 of a pitch."""
    if not sighting.found:
        return False
    wanted = np.array([truth["corners"][name] for name in CORNERS])
    pitch = np.linalg.norm(wanted[1] - wanted[0]) / 4
    return bool(np.abs(np.array(sighting.corners_px) - wanted).max() < 0.15 * pitch)


def face_kind(face: str | None) -> str:
    """The kind of card that a face's file name tells."""
    if face is None:
        return "empty"
    return face if face.startswith("back") else face.split("-")[0]


def compare(name: str, sighting: Sighting, truth: dict[str, Any]) -> Tally:
    """One picture's sighting against its truth."""
    tally = Tally()
    count = tally.counts
    if truth["blocked"]:
        count["blocked"] += 1
        count["blocked_seen"] += sighting.blocked
        if not sighting.blocked:
            tally.faults.append(f"{name}: blocked, not seen")
        return tally
    count["pictures"] += 1
    count["false_blocks"] += sighting.blocked
    count["corners"] += corners_right(sighting, truth)
    read = sighting.found and not sighting.blocked
    wanted = pieces_of(truth)
    said = (
        {(str(what), str(where)) for what, where in sighting.standing if what not in (ROBBER, TARGIA)}
        if read
        else set()
    )
    single = [
        (piece, place(truth[str(piece)]) if truth[str(piece)] is not None else None, sighting.standing.one(piece))
        for piece in (ROBBER, TARGIA)
    ]
    wrong = [f"{piece} {want}, said {got}" for piece, want, got in single if not read or want != got]
    count["pieces"] += len(wanted)
    count["pieces_found"] += len(wanted & said)
    count["invented"] += len(said - wanted)
    count["single"] += 2
    count["single_right"] += 2 - len(wrong)
    count["doubts"] += len(sighting.doubts)
    for where, face in truth["centre"].items():
        count["kinds"] += 1
        count["kinds_right"] += read and str(sighting.centre.get(place(where))) == face_kind(face)
    if wanted == said and not wrong and not sighting.doubts:
        count["perfect"] += 1
    else:
        missed = ", ".join(f"{what} {where}" for what, where in sorted(wanted - said)) or "nothing"
        extra = ", ".join(f"{what} {where}" for what, where in sorted(said - wanted)) or "nothing"
        state = "" if read else " (blocked)" if sighting.found else f" ({sighting.problem})"
        tally.faults.append(f"{name}{state}: missed {missed}; invented {extra}; {'; '.join(wrong)}")
    return tally


def _picture(path: Path) -> Array:
    image = cv2.imread(str(path))
    if image is None:
        raise FileNotFoundError(path)
    return image


def table(folder: Path, groups: dict[str, Tally] | None = None, shown: bool = False) -> Tally:
    """All pictures of one table; ``groups`` take in each picture's tally. With ``shown`` its own pieces are learnt
    first, from ``shown.jpg``.
    """
    truths = json.loads((folder / "truth.json").read_text())["pictures"]
    tally = Tally(Counter(boards=1))
    start = _picture(folder / "start.jpg")
    made = calibrate(start)
    right = False
    if isinstance(made, Calibration):
        wanted = np.array([truths[0]["corners"][name] for name in CORNERS])
        right = bool(np.abs(made.corners_px - wanted).max() < 0.15 * np.linalg.norm(wanted[1] - wanted[0]) / 4)
    tally.counts["found"] += right
    if not right:
        tally.faults.append(f"{folder.name}: {'wrong corners' if isinstance(made, Calibration) else made}")
        made = calibrate(start, tuple(truths[0]["corners"]["16"]))
    profile = made.profile if isinstance(made, Calibration) else None
    if profile is not None and shown:
        learnt = Recogniser(profile).shown(_picture(folder / "shown.jpg"))
        tally.counts["shown"] += isinstance(learnt, Profile)
        if isinstance(learnt, Profile):
            profile = learnt
        else:
            tally.faults.append(f"{folder.name}: the pieces shown: {learnt}")
    for truth in truths:
        image = _picture(folder / truth["image"])
        if profile is not None:
            sighting = Recogniser(profile).read(image)
        else:
            sighting = Sighting(0.0, found=False, problem=str(made))
        found = compare(f"{folder.name}/{truth['image']}", sighting, truth)
        tally.add(found)
        if groups is not None:
            for name in groups_of(image, truth):
                groups.setdefault(name, Tally()).add(found)
    return tally


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--faults", action="store_true", help="name every fault")
    parser.add_argument("--groups", action="store_true", help="shares with their intervals, by light and view")
    parser.add_argument("--shown", action="store_true", help="learn each table's pieces from its shown.jpg first")
    options = parser.parse_args()
    total, groups = Tally(), dict[str, Tally]()
    for path in sorted(options.folder.glob("*/truth.json")):
        tally = table(path.parent, groups, options.shown)
        total.add(tally)
        print(f"{path.parent.name}: {tally.line()}", flush=True)
        if options.faults:
            print(*(f"    {fault}" for fault in tally.faults), sep="\n", flush=True)
    if options.groups:
        for name, tally in (*sorted(groups.items()), ("all", total)):
            print(f"{name}: {tally.counts['pictures']} pictures; {shares(tally)}")
    if options.shown:
        print(f"pieces learnt on {total.counts['shown']} of {total.counts['boards']} tables")
    print(f"all: {total.line()}")


if __name__ == "__main__":
    main()
