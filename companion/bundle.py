"""What a report of a fault needs, in one file that a person can look through before giving it away.

No name of a player, no picture and no path of a home folder goes into it; pictures only when they are asked for.
"""

from __future__ import annotations

import io
import json
import os
import platform
import re
import sqlite3
import sys
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib import metadata
from pathlib import Path

from companion import disk
from companion.home import Home
from companion.logs import lines_of
from companion.rules.engine import VERSION

PACKAGES = (
    "targi-companion",
    "numpy",
    "opencv-python",
    "kivy",
    "pillow",
    "gpiozero",
    "picamera2",
    "lgpio",
    "simplejpeg",
)
MOST_PICTURE_BYTES = 20_000_000
_PICTURE = re.compile(r'^set_up = """.*?"""', re.DOTALL | re.MULTILINE)
_DATE = (1980, 1, 1, 0, 0, 0)  # the first that a ZIP file can say: the clock of a device says nothing
_ABOUT = """A report about the Targi table companion. Every file is text, but for pictures.

doctor.txt        what was found of this machine
versions.txt      what runs on it
game.log          the latest game, a line for each move: targi replay game.log
journal.txt       the same as it was written beside, where the two differ or one is damaged
settings.json     language, colours, sizes; the players' names are left out
devices.toml, cards.toml, profile.toml   as they are, the profile without its picture
pictures/         only when they were asked for
"""


def gathered(home: Home, doctor: Sequence[str], pictures: bool, root: Path = Path("/")) -> dict[str, bytes]:
    """Name -> content of the report's files. ``doctor``: what it found, a line each. ``root``: where /proc and /etc
    are. What cannot be read is left out, and its error stands in its place."""
    files = {
        "about.txt": _ABOUT.encode(),
        "doctor.txt": _anonymous("\n".join(doctor) + "\n").encode(),
        "versions.txt": ("\n".join(versions(root)) + "\n").encode(),
        "game.log": _game(home),
        "settings.json": _settings(home),
    }
    files |= _texts(home, pictures)
    return files | (_pictures(home.recordings) if pictures else {})


def write(path: Path, files: Mapping[str, bytes]) -> None:
    """Writes the files into one. Raises OSError."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in files.items():
            zipped.writestr(zipfile.ZipInfo(name, _DATE), content)
    disk.write(path, whole.getvalue())


def versions(root: Path = Path("/")) -> list[str]:
    """What runs here, a line each."""
    system = os.uname()
    lines = [
        f"rules {VERSION}",
        f"python {platform.python_version()} ({'system' if sys.prefix == sys.base_prefix else 'venv'})",
        f"sqlite {sqlite3.sqlite_version}",
        f"kernel {system.sysname} {system.release} {system.machine}",
    ]
    for name, path in (("system", "etc/os-release"), ("machine", "proc/device-tree/model")):
        try:
            text = (root / path).read_text(errors="replace").strip("\0\n")
        except OSError:
            continue  # not every machine has both
        named = re.search(r'^PRETTY_NAME="?([^"\n]*)', text, re.MULTILINE)
        lines.append(f"{name} {named[1] if named else text}")
    for package in PACKAGES:
        try:
            lines.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            lines.append(f"{package} is not installed")
    return lines


def _game(home: Home) -> bytes:
    try:
        return ("\n".join(lines_of(home.games)) + "\n").encode()
    except (OSError, ValueError) as error:
        return f"The file of games could not be read: {_anonymous(str(error))}\n".encode()


def _settings(home: Home) -> bytes:
    kept = {name: value for name, value in asdict(home.preferences()).items() if name != "names"}
    return (json.dumps(kept, indent=1) + "\n").encode()


def _texts(home: Home, pictures: bool) -> dict[str, bytes]:
    found = {}
    for name in ("devices.toml", "cards.toml", "profile.toml", "games.db.journal"):
        try:
            text = (home.folder / name).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue  # there need not be one
        if name == "profile.toml" and not pictures:
            text = _PICTURE.sub('set_up = ""', text)
        found["journal.txt" if name.endswith("journal") else name] = _anonymous(text).encode()
    return found


def _pictures(folder: Path) -> dict[str, bytes]:
    """The recordings of doubtful readings, the newest first, up to a size."""
    try:
        paths = [path for path in folder.rglob("*") if path.is_file()]
        paths.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        found, room = {}, MOST_PICTURE_BYTES
        for path in paths:
            content = path.read_bytes()
            if len(content) <= room:
                found[f"pictures/{path.relative_to(folder)}"] = content
                room -= len(content)
    except OSError as error:
        return {"pictures/unreadable.txt": f"{error.strerror or error}\n".encode()}
    return found


def _anonymous(text: str) -> str:
    """The text without the name of the home folder, which often is a person's."""
    home = str(Path.home())
    return text.replace(home, "~") if len(home) > 1 else text
