"""The page on the owner's own cards says what the program does."""

from __future__ import annotations

import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.abilities import END_ABILITIES, Ability, Timing
from companion.rules.board_abilities import BORDER_ABILITIES, DUNE_ABILITIES
from companion.rules.cards import BorderCard, DuneCard, GoodsCard, TribeCard
from companion.rules.catalogue import CardError, with_additions
from companion.rules.play_abilities import PLAY_ABILITIES, Discount, LaidAbility, Take
from companion.rules.resources import Amounts, Cost, Symbol

PAGE = (Path(__file__).parents[3] / "docs" / "cards.md").read_text(encoding="utf-8")


def numbers(kind: type[Ability]) -> str:
    """An effect's parameters as the page has them: those that may be left out in brackets."""
    return ", ".join(item.name if item.default is MISSING else f"[{item.name}]" for item in fields(kind))


def test_the_example_file_is_read() -> None:
    """The page's file completes a known card and adds a discount card, a plain card, a goods card and a dune."""
    example = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert example
    cards = with_additions(example[1])
    w4 = Cost((Amounts(dates=1, gold=1), Amounts(water=3)), Amounts(salt=1), 1)
    assert (cards.tribe["EX-W4"].vp, cards.tribe["EX-W4"].cost) == (2, w4)
    assert cards.tribe["my-tent-1"].effect == Discount(Symbol.OASIS, 1)
    assert (cards.tribe["my-tent-2"].plain, cards.tribe["my-tent-2"].vp) == (True, 3)
    assert cards.goods["GX-1"].take == (Amounts(water=2), Amounts(dates=1))
    assert cards.dunes["DB-1"].effect == Take((Amounts(gold=1),))


@settings(max_examples=40)
@given(st.data())
def test_any_change_of_the_example_is_read_or_refused_with_its_line(data: st.DataObject) -> None:
    """A value that does not fit, a line too many or too few: the file is read, or a line of it is named."""
    example = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert example
    lines = example[1].splitlines()
    where = data.draw(st.integers(0, len(lines) - 1))
    value = data.draw(
        st.sampled_from(["1", "-1", '"x"', "[]", "{}", "[{}]", "true", '{name = "take"}', '{name = "raid"}'])
    )
    changes = [f"{lines[where].partition('=')[0]}= {value}", "", f"{lines[where]}\n{lines[where]}", lines[where][1:]]
    lines[where] = data.draw(st.sampled_from(changes))
    text = "\n".join(lines)
    said = ""
    try:
        with_additions(text)
    except CardError as error:
        said = str(error)
    named = re.match(r"line (\d+): .", said)
    assert not said or (named and 1 <= int(named[1]) <= len(text.splitlines()))


def test_every_effect_is_on_the_page_with_its_numbers() -> None:
    """Under each heading stand the effects that fit there, each with its parameters, and no others."""
    laid = tuple(kind for kind in PLAY_ABILITIES if issubclass(kind, LaidAbility))
    playing = tuple(kind for kind in PLAY_ABILITIES if not issubclass(kind, LaidAbility))
    sections = re.split(r"\n### .*\n", PAGE.partition("\n## When something is wrong")[0])[1:]
    groups = (END_ABILITIES, laid, playing, DUNE_ABILITIES, BORDER_ABILITIES)
    for section, kinds in zip(sections, groups, strict=True):
        rows = dict(re.findall(r"^\| `(\w+)` \| ?(.*?) ?\|", section, re.MULTILINE))
        assert rows == {kind.name(): numbers(kind) for kind in kinds}


def test_entries_and_words_are_those_that_are_read() -> None:
    """The table names every entry an owner may write, and every symbol and timing."""
    kinds = {"tribe": TribeCard, "goods": GoodsCard, "dune": DuneCard, "border": BorderCard}
    for name, kind in kinds.items():
        row = re.search(rf"^\| `\[\[{name}\]\]` \| (.*) \|$", PAGE, re.MULTILINE)
        assert row
        written = {item.name for item in fields(kind)} - {"box", "deduced"}
        values = {*map(str, Symbol), "action", "good", "raid"}
        assert set(re.findall(r"`(\w+)`", row[1])) - values == written
    assert {f"`{timing}`" for timing in Timing} <= set(re.findall(r"`\w+`", PAGE))


def test_the_mistake_shown_is_what_is_said() -> None:
    """The sentence at the page's end is the program's."""
    shown = re.search(r"cannot be used: (.*)\.\n", PAGE)
    assert shown
    with pytest.raises(CardError) as refused:
        with_additions('[[tribe]]\nid = "EX-W4"\nvp = 12\n')
    assert str(refused.value) == shown[1]
