"""Reads gettext catalogues from their sources, so there is nothing to compile and nothing to go stale."""

from __future__ import annotations

import gettext
import io
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

_LINE = re.compile(r'(?:(?P<key>msgid_plural|msgid|msgstr(?:\[(?P<form>\d+)\])?)\s+)?"(?P<text>(?:[^"\\]|\\.)*)"')
_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


class CatalogueError(ValueError):
    """A catalogue that does not read; the text names the line."""


@dataclass(slots=True)
class Entry:
    """One message: its id, its plural id ("" where it has none) and its forms in order."""

    msgid: str = ""
    plural: str = ""
    forms: dict[int, str] = field(default_factory=dict)


def entries(source: str) -> Iterator[Entry]:
    """The messages of a ``.po`` source in order, the header (empty id) too. Raises CatalogueError."""
    entry: Entry | None = None
    into = ""
    form = 0
    for number, line in enumerate(source.splitlines(), start=1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if not match:
            raise CatalogueError(f"line {number} of the catalogue does not read: {line}")
        if match["key"]:
            into = match["key"].partition("[")[0]
            form = int(match["form"] or 0)
            if into == "msgid":
                if entry is not None:
                    yield entry
                entry = Entry()
        if entry is None:
            raise CatalogueError(f"line {number} of the catalogue stands before the first msgid")
        text = re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), match["text"])
        if into == "msgid":
            entry.msgid += text
        elif into == "msgid_plural":
            entry.plural += text
        else:
            entry.forms[form] = entry.forms.get(form, "") + text
    if entry is not None:
        yield entry


def translations(source: str) -> gettext.GNUTranslations:
    """The catalogue of a ``.po`` source, with gettext's own plural rules. Raises CatalogueError."""
    pairs: dict[str, str] = {}
    known: set[str] = set()
    for entry in entries(source):
        ids = [entry.msgid, entry.plural] if entry.plural else [entry.msgid]
        texts = [entry.forms.get(number, "") for number in range(max(entry.forms, default=0) + 1)]
        if entry.msgid in known:
            raise CatalogueError(f"the catalogue has {entry.msgid!r} twice")
        known.add(entry.msgid)
        pairs["\0".join(ids)] = "\0".join(texts)
    return gettext.GNUTranslations(io.BytesIO(_mo(pairs)))


def _mo(pairs: dict[str, str]) -> bytes:
    """The binary form gettext reads (GNU gettext manual, "The Format of GNU MO Files")."""
    data = sorted((key.encode(), text.encode()) for key, text in pairs.items())
    header = 28
    tables = 16 * len(data)
    index: list[list[int]] = [[], []]
    blob = b""
    for column in (0, 1):
        for row in data:
            index[column] += [len(row[column]), header + tables + len(blob)]
            blob += row[column] + b"\0"
    words = [0x950412DE, 0, len(data), header, header + 8 * len(data), 0, 0, *index[0], *index[1]]
    return struct.pack(f"<{len(words)}I", *words) + blob
