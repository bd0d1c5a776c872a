"""Pictures in place of a panel: one PNG file that always holds the newest page, or a folder with one for each page."""

from __future__ import annotations

import os
import re
from pathlib import Path

from PIL import Image

from hardware.eink import EinkFault, EinkTrouble, Ink, Limits, in_folder

SIZE_PX = (800, 480)
SMALLEST_PX, LARGEST_PX = 100, 2000
_SIZE = re.compile(r"(\d{2,4})x(\d{2,4})")


def is_picture(name: str) -> bool:
    """Whether a panel's name means pictures in files."""
    path = name.partition(",")[0]
    return path.lower().endswith(".png") or path.endswith(("/", os.sep))


class PngPanel:
    """Writes each page as a PNG. ``path``: a file that is replaced in one go, or a folder for numbered files."""

    def __init__(self, path: Path, folder: bool, size_px: tuple[int, int] = SIZE_PX, ink: Ink | None = None) -> None:
        self.name, self.size_px, self.ink = str(path), size_px, ink
        self.limits = Limits(idle_seconds=float("inf"), renew_seconds=float("inf"))
        self._folder = folder
        self._path = in_folder(path / "page.png" if folder else path)
        self._number = 0

    @classmethod
    def named(cls, name: str) -> PngPanel:
        """From ``FILE.png`` or ``FOLDER/``, then in any order ``,WIDTHxHEIGHT`` and ``,red`` or ``,yellow``. Raises
        EinkFault."""
        path, *wishes = name.split(",")
        size_px, ink = SIZE_PX, None
        for wish in wishes:
            size = _SIZE.fullmatch(wish)
            if wish in list(Ink):
                ink = Ink(wish)
            elif size and all(SMALLEST_PX <= int(side) <= LARGEST_PX for side in size.groups()):
                size_px = (int(size[1]), int(size[2]))
            else:
                raise EinkFault(EinkTrouble.UNKNOWN_PANEL, name, f"FILE.png,250x122,red instead of {wish!r}")
        return cls(Path(path), not path.lower().endswith(".png"), size_px, ink)

    def show(self, picture: Image.Image, partial: bool) -> None:
        self._number += 1
        path = self._path.with_name(f"page-{self._number:04d}.png") if self._folder else self._path
        new = path.with_name(f".{path.name}.new")
        try:
            picture.save(new, format="PNG", optimize=True)
            os.replace(new, path)
        except OSError as error:
            raise EinkFault(EinkTrouble.NOT_WRITABLE, str(path), error.strerror or str(error)) from error

    def sleep(self) -> None:
        """A file needs none."""

    def close(self) -> None:
        """The last page stays."""
