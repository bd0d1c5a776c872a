"""Files that outlast a plug pulled at any moment: when one of these functions returns, what it did is on the disk."""

from __future__ import annotations

import os
from pathlib import Path

_MODE = 0o644


def move(source: Path, goal: Path) -> None:
    """Moves a file so that after a power cut one of the two names holds all of it. Raises OSError."""
    _sync(source)
    _name(source, goal)


def write(path: Path, data: bytes) -> None:
    """Writes a file whole: after a power cut there is the old one or the new one. Raises OSError."""
    beside = path.with_name(f"{path.name}.new")
    try:
        _put(beside, data, os.O_CREAT | os.O_TRUNC)
    except OSError:
        beside.unlink(missing_ok=True)  # half of it would keep the room that others need
        raise
    _name(beside, path)


def append(path: Path, data: bytes) -> None:
    """Writes at the end of a file that exists; a power cut before this returns may leave a part. Raises OSError."""
    _put(path, data, os.O_APPEND)


def copy(source: Path, goal: Path) -> None:
    """Copies a file whole. Raises OSError."""
    write(goal, source.read_bytes())


def _put(path: Path, data: bytes, how: int) -> None:
    file = os.open(path, os.O_WRONLY | how, _MODE)
    try:
        while data:
            data = data[os.write(file, data) :]
        os.fsync(file)
    finally:
        os.close(file)


def _name(source: Path, goal: Path) -> None:
    """Gives a file that is on the disk another name, for good."""
    os.replace(source, goal)
    _sync(goal.parent)


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
