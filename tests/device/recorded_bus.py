"""A bus and pins that record: what the real drivers of panels send, for tests to read back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray


class RecordingSpi:
    """What ``spidev.SpiDev`` does, as far as the drivers use it. ``sent``: (command or data, bytes); ``data_pin`` says
    which, when something is sent."""

    def __init__(self, data_pin: Callable[[], bool]) -> None:
        self.max_speed_hz = self.mode = 0
        self.no_cs = False
        self.sent: list[tuple[bool, bytes]] = []
        self._data_pin = data_pin

    def open(self, bus: int, device: int) -> None: ...

    def close(self) -> None: ...

    def xfer(self, values: Iterable[int]) -> None:
        """The real one keeps the low eight bits of what it is given."""
        self.sent.append((bool(self._data_pin()), bytes(value & 0xFF for value in values)))

    writebytes = writebytes2 = xfer2 = xfer3 = xfer

    def data_after(self, command: int) -> list[bytes]:
        """For each time the command was sent: all data that came before the next command."""
        runs: list[bytearray] = []
        open_run = False
        for is_data, values in self.sent:
            if not is_data:
                open_run = values[-1] == command
                if open_run:
                    runs.append(bytearray())
            elif open_run:
                runs[-1] += values
        return [bytes(run) for run in runs]


def spidev_with(spi: RecordingSpi) -> ModuleType:
    """A module ``spidev`` whose device is that one."""
    module = ModuleType("spidev")
    module.SpiDev = lambda: spi  # type: ignore[attr-defined]
    return module


def bits(data: bytes, width: int, height: int) -> NDArray[np.bool_]:
    """Packed rows, each filled up to whole bytes, as an array (height, width) of bits."""
    rows = np.frombuffer(data, np.uint8).reshape(height, -1)
    return np.unpackbits(rows, axis=1)[:, :width].astype(bool)


def inked(picture: Any) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Where an RGB picture is black, and where red."""
    pixels = np.asarray(picture.convert("RGB"))
    black = (pixels == 0).all(axis=2)
    red = (pixels == (255, 0, 0)).all(axis=2)
    return black, red
