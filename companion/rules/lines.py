"""Values as text that reads back: the words of a move's line, and whole values inside one word.

A word holds no blank. Nothing is ``-``, a list ``[a,b]``, a value ``(field,field)``, a task its name before that.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, ClassVar, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.rules.board import Place, place
from companion.rules.resources import Amounts, amounts

NOTHING = "-"
E = TypeVar("E", bound=Enum)
_TOKEN = re.compile(r"[^\[\](),]+|[\[\](),]")
_WORD = re.compile(r"\w[\w.:-]{0,39}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Named:
    """A value whose text begins with its kind's name, ``turn-ends`` for ``TurnEnds``: the kinds of one family are told
    apart by it."""

    word: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        cls.word = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()


_SPECIAL: dict[type, Callable[[str], object]] = {Place: place, Amounts: amounts}


def spell(kind: type, read: Callable[[str], object]) -> None:
    """Values of that kind are one plain word: ``str(value)``, which ``read`` reads."""
    _SPECIAL[kind] = read


def write(value: object) -> str:
    """The value as one word."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return f"[{','.join(sorted(map(write, value)))}]"
    if isinstance(value, tuple):
        return f"[{','.join(map(write, value))}]"
    if is_dataclass(value) and type(value) not in _SPECIAL:
        kind: Any = type(value)
        inner = ",".join(write(getattr(value, name)) for name in _written(kind))
        return f"{value.word if isinstance(value, Named) else ''}({inner})"
    return str(value).replace(" ", "-")


def read(text: str, hint: Any, families: Mapping[type, Mapping[str, type]] | None = None) -> Any:
    """The value of that type. ``families``: the kinds of each family of named values. Raises ValueError."""
    reader = _Reader(_TOKEN.findall(text), families or {})
    value = reader.value(hint)
    if reader.left or write(value) != text:
        raise ValueError(f"{text!r} cannot be read")
    return value


@cache
def _written(kind: Any) -> tuple[str, ...]:
    return tuple(item.name for item in fields(kind) if item.compare)


@cache
def hints_of(kind: Any) -> dict[str, Any]:
    """The type of each field of that dataclass, in their order."""
    hints = get_type_hints(kind)
    return {item.name: hints[item.name] for item in fields(kind)}


class _Reader:
    def __init__(self, tokens: list[str], families: Mapping[type, Mapping[str, type]]) -> None:
        self._tokens = tokens
        self._at = 0
        self._families = families

    @property
    def left(self) -> bool:
        return self._at < len(self._tokens)

    def _next(self) -> str:
        if not self.left:
            raise ValueError("it ends too early")
        self._at += 1
        return self._tokens[self._at - 1]

    def _expect(self, token: str) -> None:
        if (found := self._next()) != token:
            raise ValueError(f"{token} is missing before {found!r}")

    def _peek(self) -> str:
        return self._tokens[self._at] if self.left else ""

    def value(self, hint: Any) -> Any:
        if get_origin(hint) in (Union, types.UnionType):
            if self._peek() == NOTHING:
                self._next()
                return None
            hint = next(part for part in get_args(hint) if part is not type(None))
        if get_origin(hint) in (tuple, frozenset):
            return get_origin(hint)(self._list(hint))
        if hint in self._families:
            word = self._next()
            if word not in self._families[hint]:
                raise ValueError(f"{word!r} is not known here")
            hint = self._families[hint][word]
        elif hint in _SPECIAL or not is_dataclass(hint):
            return plain(self._next(), hint)
        return self._fields(hint)

    def _list(self, hint: Any) -> list[Any]:
        parts = get_args(hint)
        fixed = None if parts[-1] is Ellipsis or get_origin(hint) is frozenset else parts
        self._expect("[")
        found: list[Any] = []
        while self._peek() != "]":
            if found:
                self._expect(",")
            found.append(self.value(fixed[len(found)] if fixed and len(found) < len(fixed) else parts[0]))
        self._expect("]")
        if fixed and len(found) != len(fixed):
            raise ValueError(f"{len(fixed)} values belong here")
        return found

    def _fields(self, kind: Any) -> Any:
        self._expect("(")
        values: list[Any] = []
        names = _written(kind)
        for name in names:
            if values:
                self._expect(",")
            values.append(self.value(hints_of(kind)[name]))
        self._expect(")")
        return kind(**dict(zip(names, values, strict=True)))


def one_of(kind: type[E], text: str) -> E:
    """The value of that enum. Raises ValueError with all there are."""
    try:
        return kind(text)
    except ValueError:
        raise ValueError(f"{text!r} is none of {', '.join(map(str, kind))}") from None


def plain(text: str, hint: Any) -> Any:
    """A value that is one plain word. Raises ValueError."""
    if hint in _SPECIAL:
        return _SPECIAL[hint](text)
    if hint is bool:
        if text not in ("yes", "no"):
            raise ValueError(f"{text!r} is neither yes nor no")
        return text == "yes"
    if hint is int:
        if not re.fullmatch(r"-?[0-9]{1,9}", text):
            raise ValueError(f"{text!r} is no number")
        return int(text)
    if hint is str:
        if not _WORD.fullmatch(text):
            raise ValueError(f"{text!r} is no name")
        return text
    if isinstance(hint, type) and issubclass(hint, Enum):
        return one_of(hint, text)
    raise TypeError(f"{hint} has no plain word")
