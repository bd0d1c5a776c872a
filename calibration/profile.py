"""The profile: what is learnt of one table and one camera place, as a text file that a person can read."""

from __future__ import annotations

import base64
import math
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FORM = 2
"""Version of the file's form."""
_LINE = 100


class ProfileError(Exception):
    """The file is no profile that can be used; the text says what is wrong, for people."""


@dataclass(frozen=True, slots=True)
class OwnPieces:
    """What was learnt of the table's own pieces: ``weights``, half floats, for the network known by ``network``."""

    weights: bytes
    network: str


@dataclass(frozen=True, slots=True)
class Profile:
    """Where the board lies in the camera's picture, and how the table looked at the set-up.

    ``size`` (width, height) in pixels of the picture it was learnt from. ``homography``: nine numbers, row by row,
    from board coordinates (card pitches; border card 16 = (0, 0), 8 = (4, 4)) to picture coordinates (origin at the
    centre, unit half the diagonal, lens removed). ``k1``: first radial lens coefficient in that unit. ``set_up``: the
    table at the set-up as a JPEG, straightened as the reader sees it (``vision.reader.FRAME``), to tell what has come
    since then and the board's sides apart after it was turned; empty when there is none.
    ``stood``: the pieces on it then, each with its base in board coordinates. ``own``: what was learnt of the pieces
    themselves, None where they were not shown.
    """

    size: tuple[int, int]
    homography: tuple[float, ...]
    k1: float
    set_up: bytes = b""
    stood: tuple[tuple[str, float, float], ...] = ()
    own: OwnPieces | None = None

    def save(self, path: Path | str) -> None:
        """Writes the file. Raises OSError when the disk does not allow it."""
        rows = (self.homography[i : i + 3] for i in (0, 3, 6))
        lines = [
            "# Targi table companion: where the board lies before the camera. Made by `targi calibrate`.",
            f"form = {FORM}",
            f"size = [{self.size[0]}, {self.size[1]}]  # pixels of the picture, width and height",
            "# board coordinates (card pitches) to picture coordinates",
            "homography = [",
            *(f"  {', '.join(f'{value:.10g}' for value in row)}," for row in rows),
            "]",
            f"k1 = {self.k1:.6g}  # lens",
            "# the pieces that stood there at the set-up, and where",
            "stood = [",
            *(f'  ["{name}", {u:.4g}, {v:.4g}],' for name, u, v in self.stood),
            "]",
            "# the table at the set-up, a JPEG in base64",
            *_coded("set_up", self.set_up),
        ]
        if self.own is not None:
            lines += [
                "# what was learnt of this table's own pieces, in base64, for the network of that mark",
                *_coded("own", self.own.weights),
                f'own_network = "{self.own.network}"',
            ]
        Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path | str) -> Profile:
        """Reads the file. Raises ProfileError with a sentence for people when it cannot be used."""
        try:
            with open(path, "rb") as file:
                return cls._checked(tomllib.load(file))
        except OSError as error:
            raise ProfileError(
                f"The profile {path} cannot be read: {error.strerror}. Make one with: targi calibrate"
            ) from error
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
            raise ProfileError(
                f"{path} is no profile of this program ({error}). Make a new one with: targi calibrate"
            ) from error

    @classmethod
    def _checked(cls, values: dict[str, Any]) -> Profile:
        if values.get("form") != FORM:
            raise ValueError(f"form {values.get('form')!r}, expected {FORM}")
        width, height = values["size"]
        homography = tuple(float(value) for value in values["homography"])
        k1 = float(values["k1"])
        set_up = base64.b64decode("".join(values.get("set_up", "").split()), validate=True)
        if not (isinstance(width, int) and isinstance(height, int) and 16 <= width <= 20000 and 16 <= height <= 20000):
            raise ValueError(f"size {width} x {height} is no size of a picture")
        if len(homography) != 9 or not all(map(math.isfinite, (*homography, k1))) or abs(k1) > 1:
            raise ValueError("its numbers describe no view of a board")
        a, b, c, d, e, f, g, h, i = homography
        if abs(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)) < 1e-12:
            raise ValueError("its numbers describe no view of a board")
        if set_up and not set_up.startswith(b"\xff\xd8"):
            raise ValueError("its picture of the set-up is damaged")
        stood = tuple((str(name), float(u), float(v)) for name, u, v in values.get("stood", ()))
        if not all(math.isfinite(value) for _, u, v in stood for value in (u, v)):
            raise ValueError("a piece of the set-up stands nowhere")
        return cls((width, height), homography, k1, set_up, stood, _own_in(values))


def _own_in(values: dict[str, Any]) -> OwnPieces | None:
    """What was learnt of the pieces; None where nothing was or it is damaged: the board is known without it."""
    try:
        own = base64.b64decode("".join(values.get("own", "").split()), validate=True)
    except (ValueError, AttributeError):
        return None
    return OwnPieces(own, str(values.get("own_network", ""))) if own else None


def _coded(name: str, content: bytes) -> list[str]:
    """Bytes as lines of a text of that name."""
    coded = base64.b64encode(content).decode("ascii")
    return [f'{name} = """', *(coded[i : i + _LINE] for i in range(0, len(coded), _LINE)), '"""']
