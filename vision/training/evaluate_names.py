"""How well cards are named: ``python -m vision.training.evaluate_names``.

Drawn look-alikes (``vision.training.lookalikes``): decks of 100 learnt cards, views at 2 to 3 pixels a millimetre, a
figure on a third of them, glare on a fifth, every fourth of a card that was not learnt; with ``--plot`` also at 1 to 4
pixels a millimetre, as a drawing. With ``--photos FOLDER`` real photos of cards laid in grids as well: learnt from one
date, named in the other. Drawn is not real: the two are told apart.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import Namer, Naming, seen_at
from vision.displays import Laid, alike, in_rows
from vision.outlines import outlines, straightened
from vision.training.lookalikes import Lookalikes, scan, view

Array = NDArray[Any]
CARDS, LEARNT = 110, 100
SCALES = np.arange(1.0, 4.01, 0.5)


def told(naming: Naming | None) -> str | None:
    """The name that is given; None: not sure."""
    return naming.name if naming is not None and naming.sure else None


class Deck:
    """A drawn deck of which most cards are learnt."""

    def __init__(self, seed: int, assets: str | None) -> None:
        self.rng = np.random.default_rng([seed, 2])
        self.faces = Lookalikes(seed, CARDS, assets).faces
        order = [int(number) for number in self.rng.permutation(CARDS)]
        self.learnt, self.strange = order[:LEARNT], order[LEARNT:]
        self.namer = Namer([(str(number), scan(self.faces[number], self.rng)) for number in self.learnt])

    def named(self, number: int, px_per_mm: float, figure: bool, glare: bool) -> tuple[str | None, float]:
        """The name given to a new view of a card, and the milliseconds that took."""
        others = [self.faces[other] for other in self.rng.integers(0, CARDS, 6)]
        seen = view(self.faces[number], others, self.rng, px_per_mm, figure, glare)
        begun = time.process_time()
        name = told(self.namer.name(seen.seen, seen.hidden))
        return name, 1000 * (time.process_time() - begun)

    def any_of(self, numbers: list[int]) -> int:
        """One of them by chance."""
        return numbers[int(self.rng.integers(len(numbers)))]


def look_alikes(decks: list[Deck], views: int) -> None:
    """Prints how many of so many views are named."""
    counts: Counter[str] = Counter()
    spent = []
    for count in range(views):
        deck = decks[count % len(decks)]
        strange = count // len(decks) % 4 == 3
        number = deck.any_of(deck.strange if strange else deck.learnt)
        figure, glare = bool(deck.rng.random() < 1 / 3), bool(deck.rng.random() < 1 / 5)
        name, milliseconds = deck.named(number, float(deck.rng.uniform(2, 3)), figure, glare)
        spent.append(milliseconds)
        what = "not learnt" if strange else "glare" if glare else "no glare"
        outcome = "not sure" if name is None else "right" if name == str(number) else "wrong"
        counts[f"{what}: {outcome}"] += 1
    print(f"drawn look-alikes, {views} views; {np.median(spent):.0f} ms a card")
    for what, count in sorted(counts.items()):
        print(f"  {what} {count}")


def by_scale(decks: list[Deck], views: int) -> list[tuple[float, float, float]]:
    """Pixels a mm, the share of right names and of wrong ones, without figures and glare."""
    rows = []
    for scale in SCALES:
        outcomes: Counter[str] = Counter()
        for count in range(views):
            deck = decks[count % len(decks)]
            number = deck.any_of(deck.learnt)
            name, _ = deck.named(number, float(scale), figure=False, glare=False)
            outcomes["none" if name is None else "right" if name == str(number) else "wrong"] += 1
        rows.append((float(scale), outcomes["right"] / views, outcomes["wrong"] / views))
        print(f"  {scale:.1f} pixels a mm: right {rows[-1][1]:.2f}, wrong {rows[-1][2]:.3f}", flush=True)
    return rows


def drawn(rows: list[tuple[float, float, float]]) -> str:
    """The shares against the scale, as an SVG."""

    def at(scale: float, share: float) -> str:
        return f"{70 + (scale - 1) / 3 * 500:.1f},{260 - share * 220:.1f}"

    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 320" font-family="sans-serif" font-size="14">']
    parts.append('<rect width="620" height="320" fill="#fff"/>')
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = 260 - share * 220
        parts.append(f'<path d="M70 {y:.0f}H570" stroke="#ccc"/><text x="60" y="{y + 5:.0f}" text-anchor="end">')
        parts.append(f"{share:.0%}</text>")
    for scale in SCALES:
        x = 70 + (scale - 1) / 3 * 500
        parts.append(f'<text x="{x:.0f}" y="282" text-anchor="middle">{scale:g}</text>')
    parts.append('<text x="320" y="308" text-anchor="middle">pixels a millimetre</text>')
    for index, word, line, dash in ((1, "right", "#0a6", ""), (2, "wrong", "#c30", "6 4")):
        points = " ".join(at(row[0], row[index]) for row in rows)
        look = f'fill="none" stroke="{line}" stroke-width="3" stroke-dasharray="{dash}"'
        parts.append(f'<polyline points="{points}" {look}/>')
        right, high = at(rows[-1][0], rows[-1][index]).split(",")
        parts.append(f'<text x="{float(right) + 6:.0f}" y="{float(high) + 5:.0f}" fill="{line}">{word}</text>')
    return "\n".join([*parts, "</svg>", ""])


def photos(folder: Path) -> None:
    """Prints how cards in photos of grids are named that were learnt from another date's photo.

    ``labels.json`` there gives the cards of each picture by rows; files are called GROUP-DATE_TIME.jpg.
    """
    labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    groups: dict[str, list[Path]] = defaultdict(list)
    for name in sorted(labels):
        group, _, stamp = Path(name).stem.rpartition("-")
        if "_" in stamp:
            groups[group].append(folder / name)
    cards = {path: list(_cards(path, labels[path.name])) for paths in groups.values() for path in paths}
    for which, turn in (("earlier", 1), ("later", -1)):
        learnt, asked, missing = [], [], 0
        for paths in groups.values():
            half = len(paths) // 2
            first, second = (paths[:half], paths[half:])[::turn]
            learnt += [(label, cut) for label, cut, _ in cards[first[0]]]
            asked += [(label, seen) for path in second for label, _, seen in cards[path]]
            missing += sum(9 - len(cards[path]) for path in second)
        namer = Namer(learnt)
        outcomes = Counter(
            "not sure" if name is None else "right" if name == label else "wrong"
            for label, name in ((label, told(namer.name(seen))) for label, seen in asked)
        )
        counts = ", ".join(f"{what} {count}" for what, count in sorted(outcomes.items()))
        print(f"real photos, {len(learnt)} cards learnt on the {which} date: {counts}, outline not found {missing}")


def _cards(path: Path, rows: list[list[str]]) -> Iterator[tuple[str, Array, Array]]:
    """Of each card of a photo its label, its picture to learn from and its view to name; none where a row is not as
    labelled.
    """
    picture = cv2.imread(str(path))
    if picture is None:
        raise SystemExit(f"{path} cannot be read.")
    laid = in_rows([Laid(outline, None) for outline in alike(outlines(picture))])
    for labels, row in zip(rows, laid, strict=False):
        if len(row) == len(labels) and len(laid) == len(rows):
            for label, card in zip(labels, row, strict=True):
                yield label, straightened(picture, card.outline), seen_at(picture, card.outline.to_px)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--views", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=31, help="of the first of the three decks")
    parser.add_argument("--assets", help="a folder with pictures free to use in art/; else own drawings")
    parser.add_argument("--plot", type=Path, help="an SVG of right names against pixels a mm")
    parser.add_argument("--photos", type=Path, help="a folder of real photos with labels.json")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if asked.photos:
        photos(asked.photos)
    if asked.views or asked.plot:
        decks = [Deck(asked.seed + number, asked.assets) for number in range(3)]
        if asked.views:
            look_alikes(decks, asked.views)
        if asked.plot:
            asked.plot.write_text(drawn(by_scale(decks, max(asked.views // 10, 12))), encoding="utf-8")


if __name__ == "__main__":
    main()
