"""A made-up USB camera below OpenCV: what ``cv2.VideoCapture`` does on Video4Linux, as far as it is used."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np


@dataclass
class Webcam:
    """A camera that measures its exposure by itself until told otherwise. ``pictures``: so many, then it hangs or
    fails; ``controls``: the V4L2 controls it has, by OpenCV's numbers; ``obeys``: it keeps to what it is told;
    ``focuses``: how often it was told to focus by itself again. ``sizes``: those it names; ``gives``: those it has."""

    pictures: int = 10**9
    hangs: bool = False
    opens: bool = True
    obeys: bool = True
    frame_seconds: float = 0.002
    wanted: float = 120.0  # exposure in units of 100 us
    shown: int = 0
    unpacked: int = 0
    focuses: int = 0
    released: bool = False
    size: tuple[int, int] = (64, 48)
    sizes: tuple[tuple[int, int], ...] = ()
    gives: tuple[tuple[int, int], ...] = ((64, 48),)
    asked: dict[int, int] = field(default_factory=dict)
    free: threading.Event = field(default_factory=threading.Event)
    controls: dict[int, float] = field(
        default_factory=lambda: {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_EXPOSURE: 20.0, cv2.CAP_PROP_AUTO_WB: 1.0,
            cv2.CAP_PROP_WB_TEMPERATURE: 4600.0, cv2.CAP_PROP_AUTOFOCUS: 1.0, cv2.CAP_PROP_FOCUS: 35.0,
        }
    )  # fmt: skip

    def isOpened(self) -> bool:
        return self.opens

    def get(self, name: int) -> float:
        """The value, or -1 for a control it has not."""
        if name in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT):
            return float(self.size[name == cv2.CAP_PROP_FRAME_HEIGHT])
        return self.controls.get(name, -1.0)

    def set(self, name: int, value: float) -> bool:
        if name in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT):
            self.asked[name] = int(value)
            wanted = self.asked.get(cv2.CAP_PROP_FRAME_WIDTH, 0), self.asked.get(cv2.CAP_PROP_FRAME_HEIGHT, 0)
            self.size = wanted if wanted in self.gives else self.size
            return wanted in self.gives
        if name in self.controls:
            self.focuses += name == cv2.CAP_PROP_AUTOFOCUS and value > self.controls[name]
            self.controls[name] = float(value)
        return name in self.controls

    def grab(self) -> bool:
        if self.shown >= self.pictures:
            if self.hangs:
                self.free.wait(30)
            return False
        self.shown += 1
        time.sleep(self.frame_seconds)
        return True

    def read(self) -> tuple[bool, Any]:
        return self.retrieve() if self.grab() else (False, None)

    def retrieve(self) -> tuple[bool, Any]:
        self.unpacked += 1
        exposure = self.controls.get(cv2.CAP_PROP_EXPOSURE, self.wanted)
        if self.controls.get(cv2.CAP_PROP_AUTO_EXPOSURE) == 3.0 or not self.obeys:
            exposure += 0.4 * (self.wanted - exposure)
            if cv2.CAP_PROP_EXPOSURE in self.controls:
                self.controls[cv2.CAP_PROP_EXPOSURE] = exposure
        level = int(min(250.0, 100 * exposure / self.wanted))
        return True, np.full((*self.size[::-1], 3), level, np.uint8)

    def release(self) -> None:
        self.released = True
