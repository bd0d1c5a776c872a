"""A panel that keeps what it was given and fails as it is told. Ships, to try faults with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

from hardware.eink import EinkFault, EinkTrouble, Ink, Limits


@dataclass(frozen=True, slots=True)
class Shown:
    """One refresh: the picture, whether partial, and the seconds when it began."""

    picture: Image.Image
    partial: bool
    seconds: float


class FakePanel:
    """Keeps every refresh in ``shown``; ``naps`` counts sleeps. While ``trouble`` is set every refresh fails with
    it. ``during`` is called within each refresh, to hold it up."""

    def __init__(
        self, now: Callable[[], float], size_px: tuple[int, int] = (250, 122), ink: Ink | None = None,
        limits: Limits | None = None, during: Callable[[], object] = lambda: None,
    ) -> None:  # fmt: skip
        self.name, self.size_px, self.ink = "fake", size_px, ink
        self.limits = limits or Limits()
        self.shown: list[Shown] = []
        self.naps = 0
        self.awake = self.closed = False
        self.trouble: EinkTrouble | None = None
        self._now, self._during = now, during

    def show(self, picture: Image.Image, partial: bool) -> None:
        self._during()
        if self.trouble:
            raise EinkFault(self.trouble, self.name)
        if partial and not self.awake:
            raise EinkFault(EinkTrouble.FAILED, self.name, "nothing to compare with after sleep")
        self.awake = True
        self.shown.append(Shown(picture, partial, self._now()))

    def sleep(self) -> None:
        self.awake = False
        self.naps += 1

    def close(self) -> None:
        self.closed = True
