"""A disk that forgets: every write, sync, rename and deletion below a folder is written down, and the folder can be had
as a plug pulled at any moment would have left it.

What SQLite does is caught below SQLite, in its own layer for the operating system (a VFS that passes every call on),
what our code does at the functions of ``os``. A write that no sync of its file has followed is lost, kept, or torn at
512 bytes, each by chance; so is a change of a file's length. Names made, moved and taken away since the last sync of
the folder are kept up to a moment by chance, in their order. A file's own sync keeps its name too, as SQLite asks of
the folder itself.

It is a model: it knows what a disk may do that keeps what it has said it has kept. A card that loses what was synced,
or mixes up blocks that nobody wrote, is not in it: for those see the damaged files in ``powercut``.
"""

from __future__ import annotations

import ctypes as c
import os
import random
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SECTOR = 512


@dataclass(slots=True)
class _File:
    """A file: what is surely on the disk, and what was done since: (offset, data), or (length, None)."""

    kept: bytearray = field(default_factory=bytearray)
    since: list[tuple[int, bytes | None]] = field(default_factory=list)

    def left(self, chance: random.Random) -> bytes:
        """What a power cut leaves of it."""
        content = bytearray(self.kept)
        for offset, data in self.since:
            if chance.random() < 0.5:
                continue
            if data is not None and chance.random() < 0.25:
                data = data[: chance.randint(0, len(data) // SECTOR) * SECTOR]
            _apply(content, offset, data)
        return bytes(content)


def _apply(content: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del content[offset:]
        data = b""
    if offset > len(content):
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


class Recording:
    """All that was done in a folder, as steps; `left` gives the folder as it may be after any number of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.steps: list[tuple[Any, ...]] = []
        self._start = {path.name: path.read_bytes() for path in folder.iterdir()}
        self._here = {name: number for number, name in enumerate(self._start)}
        self._first = dict(self._here)
        self._files = len(self._here)

    def mark(self, what: Any) -> None:
        """Something that was shown to people at this moment."""
        self.steps.append(("mark", what))

    # --- what is done, by the path ---

    def name_of(self, path: Any) -> str | None:
        whole = Path(os.fsdecode(path))
        return whole.name if whole.parent == self.folder else None

    def opened(self, name: str) -> int:
        """The number of the file of that name, which may be new."""
        if name not in self._here:
            self._here[name] = self._files
            self._files += 1
            self.steps.append(("name", name, self._here[name]))
        return self._here[name]

    def moved(self, source: str, goal: str) -> None:
        self._here[goal] = self._here.pop(source)
        self.steps.append(("move", source, goal))

    def deleted(self, name: str) -> None:
        if self._here.pop(name, None) is not None:
            self.steps.append(("delete", name))

    # --- what is left ---

    def left(self, count: int, chance: random.Random) -> tuple[dict[str, bytes], Any]:
        """Name -> content of each file after a power cut behind so many steps, and the last mark before it."""
        files = {number: _File(bytearray(self._start[name])) for name, number in self._first.items()}
        names, since, mark = dict(self._first), [], None
        for step in self.steps[:count]:
            match step:
                case ("write", number, offset, data):
                    files.setdefault(number, _File()).since.append((offset, data))
                case ("sync", number):
                    file = files.setdefault(number, _File())
                    for offset, data in file.since:
                        _apply(file.kept, offset, data)
                    file.since.clear()
                    for made in [other for other in since if other[0] == "name" and other[2] == number]:
                        since.remove(made)
                        _rename(names, made)
                case ("sync-folder",):
                    for other in since:
                        _rename(names, other)
                    since.clear()
                case ("mark", what):
                    mark = what
                case _:
                    since.append(step)
        for other in since[: chance.randint(0, len(since))]:
            _rename(names, other)
        return {name: files.setdefault(number, _File()).left(chance) for name, number in names.items()}, mark


def _rename(names: dict[str, int], step: tuple[Any, ...]) -> None:
    match step:
        case ("name", name, number):
            names[name] = number
        case ("move", source, goal):
            if source in names:
                names[goal] = names.pop(source)
        case ("delete", name):
            names.pop(name, None)


@contextmanager
def recorded(folder: Path) -> Iterator[Recording]:
    """Writes down what is done in that folder meanwhile."""
    recording = Recording(folder)
    with _of_os(recording), _of_sqlite(recording):
        yield recording


# --- what our code does ---


@contextmanager
def _of_os(recording: Recording) -> Iterator[None]:
    real: dict[str, Callable[..., Any]] = {
        name: getattr(os, name) for name in ("open", "write", "fsync", "replace", "unlink", "remove")
    }
    files: dict[int, tuple[int, int]] = {}  # file descriptor -> number, and where the next write goes

    def opens(path: Any, flags: int, *more: Any, **others: Any) -> int:
        name = recording.name_of(path)
        file: int = real["open"](path, flags, *more, **others)
        if name is not None and flags & (os.O_WRONLY | os.O_RDWR):
            number = recording.opened(name)
            if flags & os.O_TRUNC:
                recording.steps.append(("write", number, 0, None))
            files[file] = number, os.fstat(file).st_size if flags & os.O_APPEND else 0
        elif name is not None:
            files[file] = recording.opened(name), 0
        else:
            files.pop(file, None)
        return file

    def writes(file: int, data: bytes) -> int:
        done: int = real["write"](file, data)
        if file in files:
            number, offset = files[file]
            recording.steps.append(("write", number, offset, bytes(data[:done])))
            files[file] = number, offset + done
        return done

    def syncs(file: int) -> None:
        real["fsync"](file)
        if stat.S_ISDIR(os.fstat(file).st_mode):
            recording.steps.append(("sync-folder",))
        elif file in files:
            recording.steps.append(("sync", files[file][0]))

    def moves(source: Any, goal: Any) -> None:
        real["replace"](source, goal)
        names = recording.name_of(source), recording.name_of(goal)
        if names[0] is not None and names[1] is not None:
            recording.moved(*names)

    def deletes(path: Any, **others: Any) -> None:
        real["unlink"](path, **others)
        if not others and (name := recording.name_of(path)) is not None:
            recording.deleted(name)

    fakes = {"open": opens, "write": writes, "fsync": syncs, "replace": moves, "unlink": deletes, "remove": deletes}
    for name, fake in fakes.items():
        setattr(os, name, fake)
    try:
        yield
    finally:
        for name, function in real.items():
            setattr(os, name, function)


# --- what SQLite does: see https://sqlite.org/c3ref/vfs.html and https://sqlite.org/c3ref/io_methods.html ---

# Names are passed on as pointers: SQLite keeps them.
_OPEN = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_void_p, c.c_int, c.c_void_p)
_DELETE = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_int)
_WRITE = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_int, c.c_int64)
_TRUNCATE = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int64)
_SYNC = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int)


class _Vfs(c.Structure):
    _fields_ = (
        ("iVersion", c.c_int), ("szOsFile", c.c_int), ("mxPathname", c.c_int), ("pNext", c.c_void_p),
        ("zName", c.c_char_p), ("pAppData", c.c_void_p), ("xOpen", _OPEN), ("xDelete", _DELETE),
        ("others", c.c_void_p * 14),
    )  # fmt: skip


class _Methods(c.Structure):
    _fields_ = (
        ("iVersion", c.c_int), ("xClose", c.c_void_p), ("xRead", c.c_void_p), ("xWrite", _WRITE),
        ("xTruncate", _TRUNCATE), ("xSync", _SYNC), ("others", c.c_void_p * 13),
    )  # fmt: skip


def _library() -> c.CDLL:
    """The SQLite that Python's own module uses."""
    import _sqlite3

    sqlite3.connect(":memory:").close()
    mapped = {line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines() if "libsqlite3" in line}
    return c.CDLL(mapped.pop() if mapped else _sqlite3.__file__)


@contextmanager
def _of_sqlite(recording: Recording) -> Iterator[None]:
    library = _library()
    library.sqlite3_vfs_find.restype = c.POINTER(_Vfs)
    library.sqlite3_vfs_register.argtypes = [c.c_void_p, c.c_int]
    library.sqlite3_vfs_unregister.argtypes = [c.c_void_p]
    real = library.sqlite3_vfs_find(None)
    ours = _Vfs.from_buffer_copy(real.contents)
    alive: dict[int, tuple[int, _Methods, _Methods]] = {}  # sqlite3_file -> number, its real methods, ours

    def write(file: int, data: int, length: int, offset: int) -> int:
        number, methods, _ = alive[file]
        answer: int = methods.xWrite(file, data, length, offset)
        if answer == 0:
            recording.steps.append(("write", number, offset, c.string_at(data, length)))
        return answer

    def truncate(file: int, size: int) -> int:
        number, methods, _ = alive[file]
        answer: int = methods.xTruncate(file, size)
        if answer == 0:
            recording.steps.append(("write", number, size, None))
        return answer

    def sync(file: int, flags: int) -> int:
        number, methods, _ = alive[file]
        answer: int = methods.xSync(file, flags)
        if answer == 0:
            recording.steps.append(("sync", number))
        return answer

    calls = _WRITE(write), _TRUNCATE(truncate), _SYNC(sync)

    def opens(_: int, name: int | None, file: int, flags: int, told: int) -> int:
        answer: int = real.contents.xOpen(c.cast(real, c.c_void_p), name, file, flags, told)
        ours_too = recording.name_of(c.string_at(name)) if name else None
        slot = c.cast(file, c.POINTER(c.c_void_p))
        if answer == 0 and ours_too is not None and slot[0]:
            methods = c.cast(slot[0], c.POINTER(_Methods)).contents
            changed = _Methods.from_buffer_copy(methods)
            changed.xWrite, changed.xTruncate, changed.xSync = calls
            alive[file] = recording.opened(ours_too), methods, changed
            slot[0] = c.addressof(changed)
        return answer

    def deletes(_: int, name: int, sync_folder: int) -> int:
        answer: int = real.contents.xDelete(c.cast(real, c.c_void_p), name, sync_folder)
        if answer == 0 and (ours_too := recording.name_of(c.string_at(name))) is not None:
            recording.deleted(ours_too)
            if sync_folder:
                recording.steps.append(("sync-folder",))
        return answer

    ours.xOpen, ours.xDelete, ours.zName = _OPEN(opens), _DELETE(deletes), b"recorded"
    library.sqlite3_vfs_register(c.addressof(ours), 1)
    try:
        yield
    finally:
        library.sqlite3_vfs_unregister(c.addressof(ours))
        library.sqlite3_vfs_register(c.cast(real, c.c_void_p), 1)
