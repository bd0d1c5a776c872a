"""The real picamera2 on the made-up camera, without what of it is not used here: encoders, files, other previews."""

from __future__ import annotations

import fcntl
import importlib.util
import itertools
import os
import sys
from typing import Any
from unittest.mock import MagicMock

from tests.device import fake_libcamera
from tests.device.fake_sensor import World

NOT_USED = (
    "videodev2", "piexif", "simplejpeg", "pidng", "pidng.camdefs", "pidng.core", "pykms", "kms",
    "picamera2.encoders", "picamera2.outputs",
)  # fmt: skip


def has_picamera2() -> bool:
    """Whether the package is installed."""
    return importlib.util.find_spec("picamera2") is not None


class MemoryHeap:
    """What ``picamera2.dma_heap.DmaHeap`` gives, from ordinary memory. File numbers do not come again at once, because
    picamera2 remembers a buffer by its number for longer than it is open."""

    _lowest = itertools.cycle(range(300, 900))

    def alloc(self, name: str, size: int) -> Any:
        first = os.memfd_create(name)
        os.ftruncate(first, size)
        file = fcntl.fcntl(first, fcntl.F_DUPFD, next(self._lowest))
        os.close(first)
        return MagicMock(get=lambda: file, isValid=lambda: True)

    def close(self) -> None: ...


def lend(world: World) -> Any:
    """The module picamera2, with a camera of that world."""
    fake_libcamera.stand_in(world)
    for name in NOT_USED:
        sys.modules.setdefault(name, MagicMock(name=name))
    import picamera2
    from picamera2.allocators import dmaallocator

    dmaallocator.DmaHeap = MemoryHeap
    dmaallocator.fcntl = MagicMock(ioctl=lambda *_: 0)  # memory needs no synchronising
    picamera2.Picamera2._cm.reset()
    return picamera2
