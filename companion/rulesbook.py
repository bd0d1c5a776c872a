"""`targi rules`: the clauses the product keeps to, with the readings and the house rules in force."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.home import Home
from companion.replay import ReplayError, replay
from companion.rules.clauses import Clause


def agreed(home: Home) -> tuple[frozenset[str], str]:
    """The house rules that the latest stored game is played by, by their names; and why they cannot be told, as a
    sentence, where they cannot. None hold where no game is stored or no books are kept."""
    if not home.games.exists():
        return frozenset(), ""
    try:
        books = replay(home.games, lambda step: None, home.cards).state.books
    except ReplayError as error:
        return frozenset(), str(error)
    return books.options if books else frozenset(), ""


def in_force(clauses: tuple[Clause, ...], options: frozenset[str]) -> tuple[Clause, ...]:
    """The clauses with those house rules in force."""
    return tuple(
        replace(clause, option=replace(clause.option, in_force=clause.option.name in options))
        if clause.option
        else clause
        for clause in clauses
    )


def as_json(clause: Clause) -> dict[str, Any]:
    """One clause as an object."""
    option = clause.option
    return {
        "id": clause.id,
        "group": clause.group,
        "source": clause.source,
        "text": clause.text,
        "reading": clause.reading,
        "option": {"name": option.name, "text": option.text, "in_force": option.in_force} if option else None,
    }


def told(clauses: tuple[Clause, ...]) -> list[str]:
    """All clauses as lines for people, a heading before each group."""
    lines: list[str] = []
    group = ""
    for clause in clauses:
        if clause.group != group:
            group = clause.group
            lines += [*([""] if lines else []), group.replace("_", " ").capitalize()]
        mark = " [our reading]" if clause.reading else ""
        lines.append(f"  {clause.id:8} {clause.text}{mark}")
        if clause.option:
            state = "in force" if clause.option.in_force else "not in force"
            lines.append(f"  {'':8} House rule {clause.option.name} ({state}): {clause.option.text}")
    readings = sum(clause.reading for clause in clauses)
    options = sum(clause.option is not None for clause in clauses)
    lines += ["", f"{len(clauses)} clauses, {readings} of them readings of ours, {options} with a house rule."]
    return lines
