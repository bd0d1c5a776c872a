"""Who holds a device: looked up among the open files of all processes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

_PROC = Path("/proc")


def who_holds(devices: Iterable[Path], proc: Path = _PROC) -> tuple[str, ...]:
    """The other programs that have one of these device files open, as "name (process number)", in order. Those whose
    files this user may not look at are passed over."""
    wanted = {str(device) for device in devices}
    found = []
    for process in sorted((path for path in proc.glob("[0-9]*")), key=lambda path: int(path.name)):
        if int(process.name) != os.getpid() and wanted & _open_files(process):
            found.append(f"{_name(process)} ({process.name})")
    return tuple(found)


def _open_files(process: Path) -> set[str]:
    files = set()
    try:
        for link in (process / "fd").iterdir():
            files.add(os.readlink(link))
    except OSError:  # it has ended meanwhile, or belongs to somebody else: what was seen of it counts
        return files
    return files


def _name(process: Path) -> str:
    try:
        return (process / "comm").read_text(encoding="utf-8", errors="replace").strip() or "?"
    except OSError:
        return "?"
