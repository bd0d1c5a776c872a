"""Every clause and every card has a test that proves it, or stands in the list of what is not proven yet."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.rules.catalogue import shipped
from companion.rules.clauses import clauses
from tests.proofs import marked, unproven


def cards_with_known_effect() -> set[str]:
    """The ids of all cards of which it is known what they do."""
    known = shipped()
    return {
        *known.tribe,
        *known.border,
        *(card.id for card in known.goods.values() if card.take),
        *(card.id for card in known.dunes.values() if card.effect),
    }


WANTED = {"clause": {clause.id for clause in clauses()}, "card": cards_with_known_effect()}


@pytest.mark.parametrize("mark", ["clause", "card"])
def test_marks_name_what_exists(mark: str) -> None:
    """No test claims to prove a clause or card that there is not."""
    assert marked(mark) - WANTED[mark] == set()


def test_all_is_proven_or_listed() -> None:
    """What has no test stands in tests/unproven.txt, so that nothing is missing unseen."""
    proven = marked("clause") | marked("card")
    assert WANTED["clause"] | WANTED["card"] == proven | set(unproven())


def test_list_holds_only_what_is_not_proven() -> None:
    """What has got its test leaves the list, and nothing stands there twice."""
    assert set(unproven()) & (marked("clause") | marked("card")) == set()
    assert [name for name, times in Counter(unproven()).items() if times > 1] == []


@pytest.mark.clause("FAQ-12", "XTRB-7")
def test_every_known_tribe_card_and_dune_has_a_test_of_its_own() -> None:
    """The 45 base tribe cards, the expansion's 24 texts with a symbol and nine without, and six dunes."""
    base = {f"base-{number:02d}" for number in range(1, 46)}
    symbols = {"W": 6, "C": 3, "O": 6, "A": 6, "T": 3}
    expansion = {f"EX-{letter}{number}" for letter, count in symbols.items() for number in range(1, count + 1)}
    others = {*(f"U{number}" for number in range(1, 10)), *(f"DX-{number}" for number in range(1, 7))}
    assert base | expansion | others <= marked("card")
