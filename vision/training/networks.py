"""The two networks, in PyTorch: small hour-glasses with sums across. Needed for training only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import nn

from companion.rules.board import PIECES
from vision import figures, finder, reader


def _step(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class _Rest(nn.Module):
    """Two convolutions whose result is added to what came in."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.body = nn.Sequential(_step(channels, channels), nn.Conv2d(channels, channels, 3, 1, 1, bias=False))
        self.norm = nn.BatchNorm2d(channels)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.norm(self.body(x)))


class Hourglass(nn.Module):
    """Down to 1/32 and up again to 1/4 of the resolution; the widths are those of 1/2, 1/4, 1/8, 1/16 and 1/32."""

    def __init__(self, inputs: int, outputs: int, widths: tuple[int, int, int, int, int]) -> None:
        super().__init__()
        half, quarter, *deeper = widths
        self.stem = nn.Sequential(_step(inputs, half, 2), _step(half, quarter, 2), _Rest(quarter))
        self.down = nn.ModuleList()
        self.across = nn.ModuleList()
        above = quarter
        for width in deeper:
            self.down.append(nn.Sequential(_step(above, width, 2), _Rest(width)))
            self.across.append(nn.Conv2d(width, above, 1))
            above = width
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.merge = nn.ModuleList(_step(width, width) for width in (quarter, *deeper[:-1]))
        self.last = nn.Sequential(_step(quarter, quarter), nn.Conv2d(quarter, outputs, 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        levels = [self.stem(x)]
        for down in self.down:
            levels.append(down(levels[-1]))
        x = levels.pop()
        for across, merge in zip(reversed(self.across), reversed(self.merge), strict=True):
            x = merge(self.up(across(x)) + levels.pop())
        answer: torch.Tensor = self.last(x)
        return answer


def finder_network() -> Hourglass:
    """Input (N, 3, 256, 320), answer (N, 4, 64, 80); see ``vision.finder``."""
    return Hourglass(3, 4, (16, 24, 40, 64, 96))


def reader_network() -> Hourglass:
    """Input (N, 8, 352, 640), answer (N, 17, 88, 160); see ``vision.reader``."""
    network = Hourglass(8, reader.CHANNELS, (16, 28, 48, 64, 96))
    # Pieces are rare: a network that begins with "none anywhere" does not have to unlearn "perhaps everywhere".
    nn.init.constant_(network.last[1].bias[: len(PIECES)], -4.0)
    return network


class Figures(nn.Module):
    """Names what stands at the middle of a crop; see ``vision.figures``. The place within the crop matters, so no
    pooling.
    """

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            _step(6, 32, 2), _step(32, 48, 2), _Rest(48), _step(48, 80, 2), _Rest(80), nn.Conv2d(80, 32, 1), nn.ReLU()
        )
        self.tell = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(32 * 6 * 8, 96), nn.ReLU(), nn.Linear(96, figures.CLASSES)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        answer: torch.Tensor = self.tell(self.look(x))
        return answer


NETWORKS: dict[str, Callable[[], Any]] = {"figures": Figures, "finder": finder_network, "reader": reader_network}
INPUTS = {
    "figures": (6, figures.SIZE[1], figures.SIZE[0]),
    "finder": (3, finder.INPUT_SIZE[1], finder.INPUT_SIZE[0]),
    "reader": (8, reader.FRAME.size[1], reader.FRAME.size[0]),
}
