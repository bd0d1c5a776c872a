"""The clauses of the game: what each asks in our words, where it comes from, and where it is a reading of ours."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule that players may agree on instead of the clause's own reading. ``in_force``: it holds now."""

    name: str
    text: str
    in_force: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing the game asks. ``source``: the number of the rule document (the data file says which). ``reading``: the
    documents are silent or disagree, and this clause decides."""

    id: str
    group: str
    source: str
    text: str
    reading: bool = False
    option: Option | None = None


class ClauseError(ValueError):
    """The clause file holds a mistake; the text names the clause."""


@cache
def clauses() -> tuple[Clause, ...]:
    """All clauses in the file's order."""
    return parse(files("companion.rules").joinpath("data", "clauses.toml").read_text(encoding="utf-8"))


def parse(text: str) -> tuple[Clause, ...]:
    """The clauses of a file's text. Raises ClauseError, also where an id or a house rule stands twice."""
    found: dict[str, Clause] = {}
    options: set[str] = set()
    try:
        groups = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ClauseError(str(error)) from error
    for group, members in groups.items():
        for name, facts in members.items():
            if name in found:
                raise ClauseError(f"{name} stands twice")
            try:
                option = Option(**facts["option"]) if "option" in facts else None
                clause = Clause(name, group, **{**facts, "option": option})
            except TypeError as error:
                raise ClauseError(f"{name}: {error}") from error
            if option and option.name in options:
                raise ClauseError(f"{name}: the house rule {option.name} stands twice")
            if option:
                options.add(option.name)
            found[name] = clause
    return tuple(found.values())
