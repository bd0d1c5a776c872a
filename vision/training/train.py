"""Trains a network on samples and writes it as ONNX: ``python -m vision.training.train reader --samples DIR --out
FILE``.

Needs PyTorch and onnx, which the product itself does not (CONTRIBUTING says how to get them).
"""

from __future__ import annotations

import argparse
import math
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import distributed, multiprocessing, nn

from companion.rules.board import PIECES
from vision.figures import BATCH
from vision.reader import SURFACES
from vision.training import crops, samples
from vision.training.dividing import DIVIDED
from vision.training.networks import INPUTS, NETWORKS

PIECE_CHANNELS = len(PIECES)


def finder_loss(answer: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Cross entropy of the board's mask, and the error of the three position channels on the board."""
    mask = wanted[:, 0]
    on_board = nn.functional.binary_cross_entropy_with_logits(answer[:, 0], mask)
    off = (answer[:, 1:] - wanted[:, 1:]).abs().sum(dim=1)
    return on_board + 2.0 * (off * mask).sum() / mask.sum().clamp(min=1.0)


def reader_loss(answer: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Focal loss of the pieces' heat maps (Law and Deng, CornerNet, 2018), cross entropies of hand and surface,
    error of shift.
    """
    heat, hand, surface, shift, on_board, unlike = torch.split(wanted, [PIECE_CHANNELS, 1, 1, 2, 1, 1], dim=1)
    logits = answer[:, :PIECE_CHANNELS]
    sure = torch.sigmoid(logits).clamp(1e-5, 1 - 1e-5)
    visible = (hand < 0.4).float()
    peak = (heat > 0.98).float() * visible
    focal = -peak * (1 - sure) ** 2 * torch.log(sure)
    focal = focal - visible * unlike * (1 - peak) * (1 - heat) ** 4 * sure**2 * torch.log(1 - sure)
    pieces = focal.sum() / peak.sum().clamp(min=1.0)
    covering = nn.functional.binary_cross_entropy_with_logits(answer[:, PIECE_CHANNELS : PIECE_CHANNELS + 1], hand)
    # What a hand hides cannot be seen, and what the picture does not show is marked 255.
    labels = surface[:, 0].round().long()
    labels = torch.where((labels < SURFACES) & (hand[:, 0] < 0.4), labels, torch.full_like(labels, -100))
    lying = nn.functional.cross_entropy(
        answer[:, PIECE_CHANNELS + 1 : PIECE_CHANNELS + 1 + SURFACES], labels, ignore_index=-100
    )
    seen = on_board * visible
    off = ((answer[:, -2:] - shift).abs() * seen).sum() / seen.sum().clamp(min=1.0)
    return pieces + 2.0 * covering + lying + 0.3 * off


def figures_loss(answer: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Cross entropy; a little doubt is left in the labels, since sureness is to mean something."""
    return nn.functional.cross_entropy(answer, wanted, label_smoothing=0.02)


LOSSES = {"figures": figures_loss, "finder": finder_loss, "reader": reader_loss}
BATCH_SIZES = {"figures": 128, "finder": 16, "reader": 8}


def listed(folder: Path, held_out: bool) -> list[Path]:
    """The samples of a folder: every fortieth table is never trained on."""
    tables = ((path, int(path.stem) // samples.MOMENTS) for path in sorted(folder.glob("*.npz")))
    return [path for path, table in tables if (table % 40 == 0) is held_out]


def data(files: list[Path], which: str, vary: bool, seed: int) -> torch.utils.data.Dataset[tuple[Any, Any]]:
    """The samples for that network."""
    return crops.Crops(files, vary, seed) if which == "figures" else samples.Samples(files, which, vary, seed)


def batches(folder: Path, which: str, size: int, seed: int) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Endless shuffled, varied batches; each round takes in the samples that have been added."""
    for number in count():
        dataset = data(listed(folder, False), which, vary=True, seed=seed + number)
        loader = torch.utils.data.DataLoader(dataset, batch_size=size, shuffle=True, num_workers=1, drop_last=True)
        for inputs, wanted in loader:
            yield inputs.contiguous(memory_format=torch.channels_last), wanted
        del dataset, loader  # before the next round's are made: they can fill the memory


@torch.no_grad()
def held_out_loss(model: nn.Module, files: list[Path], which: str) -> float:
    """Mean loss on samples not trained on."""
    model.eval()
    dataset = data(files, which, vary=False, seed=0)
    loader = torch.utils.data.DataLoader(dataset, batch_size=8)
    values = [float(LOSSES[which](model(inputs), wanted)) for inputs, wanted in loader]
    model.train()
    return float(np.mean(values))


def export(model: nn.Module, which: str, path: Path) -> None:
    """Writes the network as ONNX: one picture at a time, crops in blocks; the reader's and the figures' are divided."""
    path.parent.mkdir(parents=True, exist_ok=True)
    example = torch.zeros(BATCH if which == "figures" else 1, *INPUTS[which])
    plain = NETWORKS[which]()
    plain.load_state_dict(model.state_dict())
    torch.onnx.export(plain.eval(), (example,), str(path), dynamo=False, opset_version=13)
    if which in DIVIDED:
        DIVIDED[which](path)


@dataclass(frozen=True, slots=True)
class Plan:
    """What to train, on what, for how long, and how many processes share the work."""

    which: str
    samples: Path
    out: Path
    minutes: float
    start: Path | None
    rate: float
    workers: int
    seed: int


def train(worker: int, plan: Plan, meeting: str) -> None:
    """One of the processes: trains with a falling learning rate; the first prints a line a minute and writes the
    network.

    Each process works through its own batches on one core; their gradients are averaged at every step.
    """
    torch.set_num_threads(1)
    torch.manual_seed(plan.seed)
    distributed.init_process_group("gloo", init_method=f"file://{meeting}", rank=worker, world_size=plan.workers)
    model = NETWORKS[plan.which]()
    if plan.start:
        model.load_state_dict(torch.load(plan.start, weights_only=True))
    model = model.to(memory_format=torch.channels_last)
    shared = nn.parallel.DistributedDataParallel(model)
    held_out = listed(plan.samples, True)
    size = BATCH_SIZES[plan.which]
    optimiser = torch.optim.AdamW(model.parameters(), lr=plan.rate, weight_decay=1e-3)
    begun, said, mean = time.monotonic(), time.monotonic(), 0.0
    for step, (inputs, wanted) in enumerate(
        batches(plan.samples, plan.which, size, 1000 * worker + plan.seed), start=1
    ):
        share = torch.tensor((time.monotonic() - begun) / (60 * plan.minutes))
        distributed.broadcast(share, 0)  # all must stop at the same step
        if share >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = plan.rate * min(1.0, step / 100) * (0.5 + 0.5 * math.cos(math.pi * float(share))) + 1e-6
        loss = LOSSES[plan.which](shared(inputs), wanted)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        mean = 0.98 * mean + 0.02 * float(loss) if step > 1 else float(loss)
        if worker == 0 and time.monotonic() - said > 60:
            said = time.monotonic()
            seen = step * size * plan.workers
            print(f"{float(share):4.0%}  {seen} pictures  loss {mean:.3f}", flush=True)
            torch.save(model.state_dict(), plan.out.with_suffix(".pt"))
    if worker == 0:
        torch.save(model.state_dict(), plan.out.with_suffix(".pt"))
        export(model, plan.which, plan.out)
        print(f"{plan.out}: held out {held_out_loss(model, held_out, plan.which):.3f}")
    distributed.destroy_process_group()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", choices=sorted(NETWORKS))
    parser.add_argument("--samples", type=Path, required=True, help="folder written by .samples, or by .crops")
    parser.add_argument("--out", type=Path, required=True, help="the ONNX file to write; weights go beside it as .pt")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--start", type=Path, help="weights (.pt) to go on from")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--workers", type=int, default=2, help="processes, each on a core of its own")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    plan = Plan(**vars(options))
    with tempfile.TemporaryDirectory() as folder:
        multiprocessing.spawn(train, args=(plan, f"{folder}/meeting"), nprocs=plan.workers)


if __name__ == "__main__":
    main()
