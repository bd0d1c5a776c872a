"""Fits the weights of ``vision.weighing`` on drawn tables: ``python -m vision.training.weights TABLES...``.

The folders hold tables as ``vision.training.scenes --crowded`` writes them; keep others to measure by. Prints the
weights.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch

from companion.rules.board import PIECES
from vision import board, changes, figures, places, spotting, weighing
from vision.geometry import CORNER_UV, PITCH_MM, Array, camera_place, fit
from vision.training.crops import PIECE_OF_KIND
from vision.weighing import WEIGHTS, Stood, Weights

MOST = {"heat": 0.3, "warmth": 0.6, "cold": 0.6}
"""The reader is better on drawn tables than on others, so its say is held down."""
FIXED = {"unusual": -5.0}
"""What the rules forbid is rarer in a game than on the drawn tables, which are crowded on purpose."""
AT_BASE_MM, CLEAR_MM = 11.0, 16.0
PULL = 2e-4
"""Of each weight to where it was."""


def cases(folder: Path) -> Iterator[tuple[Array, Array]]:
    """For each picture of a table: the features (weights, spots, 7) and the truth of each spot (spots,)."""
    truths = json.loads((folder / "truth.json").read_text())["pictures"]
    reference: Array | None = None
    stood: tuple[Stood, ...] = ()
    for truth in truths:
        image = cv2.imread(str(folder / truth["image"]))
        if image is None or truth["blocked"]:
            continue
        pose = fit(
            CORNER_UV,
            np.array([truth["corners"][name] for name in ("16", "4", "8", "12")]),
            (image.shape[1], image.shape[0]),
            lens=False,
        )
        if pose is None:
            continue
        seen = board.settle(image, pose, reference, rounds=3)
        bases = seen.pose.to_board(np.array([piece["pixel"] for piece in truth["pieces"]], float).reshape(-1, 2))
        kinds = [PIECE_OF_KIND[piece["kind"].replace(" ", "_")] for piece in truth["pieces"]]
        if reference is None:
            reference = seen.picture
            stood = tuple((PIECES[kind], (float(u), float(v))) for kind, (u, v) in zip(kinds, bases, strict=True))
            seen = board.straighten(image, seen.pose, reference)
        yield _case(image, seen, stood, bases, kinds)


def _case(
    image: Array, seen: board.Straightened, stood: tuple[Stood, ...], bases: Array, kinds: list[int]
) -> tuple[Array, Array]:
    changed = spotting.changes_of(seen)
    spots = spotting.proposed(seen, changed)
    dunes = places.dunes(seen.reading)
    looked = figures.look(image, seen, spots)
    camera = camera_place(seen.pose)
    change = None if changed is None else changes.at(changed, camera, [spot.uv for spot in spots])
    units = [Weights(*row) for row in np.eye(len(fields(Weights))).tolist()]
    features = np.stack(
        [
            weighing.tell(spots, change, dunes, stood, unit) + weighing.by_look(spots, looked, dunes, unit)
            for unit in units
        ]
    )
    truth = np.zeros(len(spots), int)
    use: Array = np.array([places.place_of(PIECES[0], spot.uv, dunes) is not None for spot in spots])
    for base, kind in zip(bases, kinds, strict=True):
        apart = np.linalg.norm((np.array([spot.uv for spot in spots]).reshape(-1, 2) - base) * PITCH_MM, axis=1)
        near = np.flatnonzero((apart < AT_BASE_MM) & (truth == 0))
        use[apart < CLEAR_MM] = False
        unusual = places.place_of(PIECES[kind], (float(base[0]), float(base[1])), dunes)
        if len(near) and unusual is not None:
            best = max(near, key=lambda index: spots[index].confidence)
            truth[best], use[best] = 1 + kind, True
    # A piece where the rules have none says nothing of the others.
    against = features[[field.name for field in fields(Weights)].index("unusual")]
    use = use & (against[np.arange(len(spots)), truth] == 0)
    return features[:, use], truth[use]


def fitted(features: Array, truth: Array) -> tuple[Weights, float]:
    """The weights for features (weights, N, 7) and truth (N,), and the mean loss with them."""
    names = [field.name for field in fields(Weights)]
    phi, wanted = torch.from_numpy(features), torch.from_numpy(truth)
    start = torch.tensor(astuple(WEIGHTS), dtype=phi.dtype)
    weights = start.clone().requires_grad_()
    optimiser = torch.optim.Adam([weights], lr=0.02)
    low = torch.full_like(start, -torch.inf)
    high = torch.full_like(start, torch.inf)
    for name in ("look", "kind", *MOST):
        low[names.index(name)] = 0.0
    for name, value in MOST.items():
        high[names.index(name)] = value
    for name, value in FIXED.items():
        low[names.index(name)] = high[names.index(name)] = value
    loss = torch.zeros(())
    for _ in range(1500):
        loss = torch.nn.functional.cross_entropy(torch.einsum("w,wnk->nk", weights, phi), wanted)
        optimiser.zero_grad()
        (loss + PULL * ((weights - start) ** 2).sum()).backward()
        optimiser.step()
        with torch.no_grad():
            weights.clamp_(low, high)
    return Weights(*(round(value, 3) for value in weights.tolist())), float(loss)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    options = parser.parse_args()
    found: list[tuple[Array, Array]] = []
    for folder in options.folders:
        for table in sorted(path.parent for path in folder.glob("*/truth.json")):
            found += cases(table)
            print(f"{table}: {sum(len(truth) for _, truth in found)} spots", flush=True)
    weights, loss = fitted(
        np.concatenate([features for features, _ in found], axis=1), np.concatenate([truth for _, truth in found])
    )
    settings: dict[str, Any] = {field.name: getattr(weights, field.name) for field in fields(Weights)}
    print(f"Weights({', '.join(f'{name}={value}' for name, value in settings.items())})  loss {loss:.4f}")


if __name__ == "__main__":
    main()
