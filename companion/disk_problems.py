"""What a disk refuses, as the problem that people are told."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

from companion.games_file import code_of
from companion.guide import ProblemCode

LEAST_BYTES = 65_536
"""With less room SQLite cannot even begin to write."""
_BY_SQLITE = {
    sqlite3.SQLITE_FULL: ProblemCode.DISK_FULL,
    sqlite3.SQLITE_READONLY: ProblemCode.DISK_READ_ONLY,
    sqlite3.SQLITE_PERM: ProblemCode.DISK_READ_ONLY,
    sqlite3.SQLITE_BUSY: ProblemCode.GAMES_IN_USE,
    sqlite3.SQLITE_LOCKED: ProblemCode.GAMES_IN_USE,
}
_BY_ERRNO = {
    errno.ENOSPC: ProblemCode.DISK_FULL,
    errno.EDQUOT: ProblemCode.DISK_FULL,
    errno.EROFS: ProblemCode.DISK_READ_ONLY,
    errno.EACCES: ProblemCode.DISK_READ_ONLY,
    errno.EPERM: ProblemCode.DISK_READ_ONLY,
}


def problem_of(error: Exception, path: Path) -> ProblemCode:
    """The problem behind an error of SQLite or of the disk with that file. SQLite often says only that it could not
    open or write something: then the disk is asked."""
    found = None
    if isinstance(error, OSError):
        found = _BY_ERRNO.get(error.errno or 0)
    elif isinstance(error, sqlite3.Error):
        found = _BY_SQLITE.get(code_of(error))
    return found or _of_disk(path) or ProblemCode.DISK_UNUSABLE


def _of_disk(path: Path) -> ProblemCode | None:
    """What is wrong with the disk that the file lies on, or would; None: nothing that it tells."""
    try:
        disk = os.statvfs(path.parent)
    except OSError:
        return None  # there is no such folder
    if disk.f_flag & os.ST_RDONLY:
        return ProblemCode.DISK_READ_ONLY
    return ProblemCode.DISK_FULL if disk.f_bavail * disk.f_frsize < LEAST_BYTES else None
