"""How long it takes to name a card and to learn one, with 110 learnt, against one straightening of a picture of the
table by OpenCV in the same run; and how large their deck is.

    python -m tests.benchmarks.naming_speed [--cards 110] [--views 20]

Drawn cards that look alike, at 2 to 3 pixels a millimetre, one thread.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from tests.benchmarks.reading_speed import SIZE, cost, straightening
from vision.cards import Namer
from vision.learning import Bench, learn
from vision.training.lookalikes import Lookalikes, scan, view


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=110)
    parser.add_argument("--views", type=int, default=20)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(7)
    faces = Lookalikes(41, asked.cards).faces
    learnt = [(str(number), scan(face, rng)) for number, face in enumerate(faces)]
    namer = Namer(learnt)
    seen = []
    for number in rng.integers(0, asked.cards, asked.views):
        others = [faces[other] for other in rng.integers(0, asked.cards, 6)]
        seen.append(view(faces[number], others, rng, float(rng.uniform(2, 3)), figure=False, glare=False).seen)
    namer.name(seen[0])
    naming = [cost(lambda one=one: namer.name(one)) for one in seen]
    once = straightening(rng.integers(0, 255, (SIZE[1], SIZE[0], 3)).astype(np.uint8))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cards.deck"
        learn(learnt).deck.save(path)
        size = path.stat().st_size
        bench = Bench(path)
        bench.look(learnt[0][1])
        learning = [cost(lambda name=name, face=face: _learnt(bench, name, face)) for name, face in learnt[:8]]
    print(f"straightening {once:.2f} ms, {asked.cards} cards learnt, deck {size / 1e6:.1f} MB")
    for what, costs in (("naming", naming), ("learning", learning)):
        usual, worst = median(costs), max(costs)
        print(f"{what} a card: {usual:.0f} ms ({usual / once:.0f} straightenings), worst {worst:.0f} ms")


def _learnt(bench: Bench, name: str, picture: np.ndarray) -> None:
    bench.look(picture)
    bench.keep(name, picture)


if __name__ == "__main__":
    main()
