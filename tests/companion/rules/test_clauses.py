"""The list of clauses."""

from __future__ import annotations

from pathlib import Path

import pytest

import companion.rules
from companion.rules.clauses import ClauseError, clauses, parse


def test_every_clause_says_something_and_where_from() -> None:
    """A clause has a text of its own and one of the five rulebooks as its source; none is said twice."""
    assert all(clause.text and clause.source in {"000", "001", "002", "003", "004"} for clause in clauses())
    assert len({clause.text for clause in clauses()}) == len(clauses()) == 180


def test_house_rules_belong_to_readings() -> None:
    """Only where the rulebooks leave room is there a house rule, and none is in force unless agreed."""
    optional = [clause for clause in clauses() if clause.option]
    assert [clause.id for clause in optional] == ["BRD-9", "RAID-18", "XWAT-5", "XBRD-9", "BBRD-5b", "SOLO-4"]
    assert all(clause.reading and clause.option and not clause.option.in_force for clause in optional)


def test_every_house_rule_is_played() -> None:
    """The engine looks at each of them: its name stands in a module of the rules."""
    modules = Path(companion.rules.__file__).parent.glob("*.py")
    code = "".join(path.read_text(encoding="utf-8") for path in modules)
    names = {clause.option.name for clause in clauses() if clause.option}
    assert {name for name in names if f'"{name}"' not in code} == set()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[a]\nA-1 = {source = "002", text = "x"}\n[b]\nA-1 = {source = "002", text = "y"}', "A-1 stands twice"),
        ('[a]\nA-1 = {source = "002", text = "x"}\nA-1 = {source = "002", text = "y"}', "overwrite"),
        ('[a]\nA-1 = {source = "002"}', "A-1: .*text"),
        ('[a]\nA-1 = {source = "002", text = "x", sauce = 1}', "A-1: .*sauce"),
        (
            '[a]\nA-1 = {source = "1", text = "x", option = {name = "n", text = "t"}}\n'
            'A-2 = {source = "1", text = "y", option = {name = "n", text = "t"}}',
            "A-2: the house rule n stands twice",
        ),
    ],
)
def test_mistakes_in_the_list_are_named(text: str, reason: str) -> None:
    """An id twice, a fact missing or one too many does not pass."""
    with pytest.raises(ClauseError, match=reason):
        parse(text)
