"""A position as one line of text that reads back: for bug reports, tests and eyes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeVar

from companion.rules import lines
from companion.rules.board import Colour, Piece, Place, Standing, place
from companion.rules.books import Books
from companion.rules.moving import FAMILIES, piece_of
from companion.rules.state import ByColour, Dispute, EndReason, Permission, Phase, Reason, Scope, Settings, State

_NOTHING = "-"
_T = TypeVar("_T")
_colour, _reason = partial(lines.one_of, Colour), partial(lines.one_of, Reason)


def write(state: State) -> str:
    """The position as ``name=value`` words; lists are joined by commas, ``-`` is nothing."""
    return " ".join(f"{name}={value}" for name, value in _words(state))


def read(line: str) -> State:
    """Reads what `write` wrote. Raises ValueError for anything else."""
    words = dict(word.split("=", 1) for word in line.split() if "=" in word)
    names = [name for name, _ in _words(State(books=Books() if "books" in words else None))]
    if list(words) != names or len(line.split()) != len(names):
        raise ValueError(f"this is no position: {line!r}")
    return State(
        settings=Settings.parse(" ".join(f"{name}={words[name]}" for name in ("edition", "solo", "start"))),
        round=lines.plain(words["round"], int),
        phase=lines.one_of(Phase, words["phase"]),
        start_player=_maybe(_colour, words["first"]),
        standing=Standing(frozenset(_list(_at, words["standing"]))),
        disputes=_list(_dispute, words["disputes"]),
        targis=_two(words["targis"]),
        targis_next=_two(words["targis-next"]),
        last=_maybe(_owned, words["last"]),
        crossings=_list(_owned, words["crossings"]),
        returned=_list(_at, words["returned"]),
        raided=_maybe(place, words["raided"]),
        dunes=_list(place, words["dunes"]),
        permissions=_list(_permission, words["permissions"]),
        twelfth=_maybe(_colour, words["twelfth"]),
        end=_maybe(partial(lines.one_of, EndReason), words["end"]),
        books=lines.read(words["books"], Books, FAMILIES) if "books" in words else None,
    )


def _words(state: State) -> Iterator[tuple[str, object]]:
    for word in str(state.settings).split():
        name, value = word.split("=", 1)
        yield name, value
    yield "round", state.round
    yield "phase", state.phase
    yield "first", state.start_player or _NOTHING
    yield "standing", _joined(state.standing)
    yield "disputes", _joined((dispute.piece, dispute.where, dispute.reason) for dispute in state.disputes)
    yield "targis", "/".join(map(str, state.targis))
    yield "targis-next", "/".join(map(str, state.targis_next))
    yield "last", _joined([state.last] if state.last else [])
    yield "crossings", _joined(state.crossings)
    yield "returned", _joined(state.returned)
    yield "raided", state.raided or _NOTHING
    yield "dunes", _joined((where,) for where in state.dunes)
    yield "permissions", _joined((given.colour, given.reason, given.scope) for given in state.permissions)
    yield "twelfth", state.twelfth or _NOTHING
    yield "end", state.end or _NOTHING
    if state.books is not None:
        yield "books", lines.write(state.books)


def _joined(items: Iterable[Iterable[object]]) -> str:
    return ",".join("@".join(str(part).replace(" ", "-") for part in item) for item in items) or _NOTHING


def _list(read_one: Callable[[str], _T], text: str) -> tuple[_T, ...]:
    return () if text == _NOTHING else tuple(read_one(item) for item in text.split(","))


def _maybe(read_one: Callable[[str], _T], text: str) -> _T | None:
    return None if text == _NOTHING else read_one(text)


def _parts(text: str, count: int, between: str = "@") -> list[str]:
    parts = text.split(between)
    if len(parts) != count:
        raise ValueError(f"{text!r} wants {count} parts with {between} between them")
    return parts


def _at(text: str) -> tuple[Piece, Place]:
    piece, where = _parts(text, 2)
    return piece_of(piece), place(where)


def _dispute(text: str) -> Dispute:
    piece, where, reason = _parts(text, 3)
    return Dispute(piece_of(piece), place(where), _reason(reason))


def _owned(text: str) -> tuple[Colour, Place]:
    colour, where = _parts(text, 2)
    return _colour(colour), place(where)


def _permission(text: str) -> Permission:
    colour, reason, scope = _parts(text, 3)
    return Permission(_colour(colour), _reason(reason), lines.one_of(Scope, scope))


def _two(text: str) -> ByColour:
    blue, white = _parts(text, 2, "/")
    return ByColour(lines.plain(blue, int), lines.plain(white, int))
