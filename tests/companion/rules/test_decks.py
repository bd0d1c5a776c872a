"""Which cards a game is played with: border, tribe deck, Andy's stack."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.rules.cards import Box
from companion.rules.catalogue import shipped, with_additions
from companion.rules.decks import (
    DeckFault,
    Fault,
    bonus_pairs,
    bonus_sets,
    border_faults,
    border_of,
    deck_warnings,
    exchanged,
    mixed,
    nomad_stack,
)
from companion.rules.resources import Symbol
from companion.rules.state import Edition

CARDS = shipped()
BASE = border_of(Edition.BASE, CARDS)
ACTIONS = (1, 5, 9, 10, 13, 14)


def missing_facts() -> str:
    """The expansion's deck made whole: 21 invented cards and a symbol for six of the strips, 45 in all."""
    texts = [f'[[tribe]]\nid = "U{number}"\nsymbol = "camel_rider"\n' for number in (1, 2, 3)]
    wanted = {"well": 3, "camel_rider": 3, "oasis": 3, "targia": 3, "tent": 6}
    for symbol, count in wanted.items():
        texts += [f'[[tribe]]\nid = "invented-{symbol}-{number}"\nsymbol = "{symbol}"\n' for number in range(count)]
    return "".join(texts)


@pytest.mark.clause("XSET-7")
def test_each_box_has_its_border() -> None:
    """Base: its 16. Expansion: 2, 3, 6, 7, 11, 15 of the base game, the ten others its own. All in order of number."""
    assert list(BASE) == [f"base-border-{number:02d}" for number in range(1, 17)]
    boxes = [name.partition("-")[0] for name in border_of(Edition.EXPANSION, CARDS)]
    kept = [number for number, box in enumerate(boxes, 1) if box == "base"]
    assert kept == [2, 3, 6, 7, 11, 15]
    assert Counter(boxes) == {"base": 6, "expansion": 10}
    for edition in Edition:
        assert border_faults(border_of(edition, CARDS), CARDS) == ()


@pytest.mark.clause("XMIX-3")
@pytest.mark.parametrize(
    ("change", "faults"),
    [
        ({13: "expansion-border-13", 9: "bonus-border-9a", 16: "expansion-border-16"}, ()),
        ({13: "bonus-border-9a"}, ((DeckFault.NUMBER_TWICE, 9), (DeckFault.NUMBER_MISSING, 13))),
        ({4: "base-border-08"}, ((DeckFault.NUMBER_MISSING, 4), (DeckFault.NUMBER_TWICE, 8))),
        ({4: "base-44"}, ((DeckFault.NO_CARD, None), (DeckFault.NUMBER_MISSING, 4))),
    ],
)
def test_border_cards_of_all_boxes_may_be_mixed(
    change: dict[int, str], faults: tuple[tuple[DeckFault, int | None], ...]
) -> None:
    """Any cards make a border in which every number 1 to 16 lies once; what is twice or missing is named."""
    border = [change.get(number, name) for number, name in enumerate(BASE, 1)]
    assert tuple((fault.code, fault.number) for fault in border_faults(border, CARDS)) == faults


@pytest.mark.clause("BBRD-0")
def test_bonus_actions_take_the_place_of_their_number() -> None:
    """Two cards each of 1, 5, 9, 10, 13, 14; any of them replaces the card of its number and no other."""
    assert {number: len(pair) for number, pair in bonus_pairs(CARDS).items()} == dict.fromkeys(ACTIONS, 2)
    border = exchanged(BASE, ["bonus-border-14b"], CARDS)
    assert [name for name in border if name not in BASE] == ["bonus-border-14b"]
    assert border.index("bonus-border-14b") == 13
    assert border_faults(border, CARDS) == ()


@pytest.mark.clause("BBRD-0")
def test_six_at_random_and_the_other_six_for_the_next_game() -> None:
    """Each six has one of every number, both together all twelve, and which of a pair comes first is chance."""
    firsts = set()
    for seed in range(40):
        first, second = bonus_sets(CARDS, Random(seed))
        for six in (first, second):
            assert sorted(CARDS.border[name].number for name in six) == list(ACTIONS)
            assert border_faults(exchanged(BASE, six, CARDS), CARDS) == ()
        assert len({*first, *second}) == 12
        firsts |= set(first)
    assert len(firsts) == 12


@pytest.mark.clause("BBRD-0", "SOLO-1")
@pytest.mark.card(
    "bonus-border-2", "bonus-border-3", "bonus-border-6", "bonus-border-7", "bonus-border-11", "bonus-border-15"
)
def test_bonus_goods_cards_serve_the_nomad_stack_alone() -> None:
    """In a border they are refused; in Andy's stack they are the cards of 2, 3, 6, 7, 11 and 15."""
    goods = [f"bonus-border-{number}" for number in (2, 3, 6, 7, 11, 15)]
    faults = border_faults(exchanged(BASE, goods, CARDS), CARDS)
    assert [fault.card for fault in faults if fault.code is DeckFault.NOMAD_ONLY] == goods
    assert [name for name in nomad_stack(BASE, CARDS) if name in goods] == goods


@pytest.mark.clause("SOLO-1")
@pytest.mark.parametrize("letter", ["a", "b"])
def test_nomad_stack_holds_what_does_not_lie_in_the_border(letter: str) -> None:
    """Twelve cards, one for every border card that is no corner; of a pair the one that the border does not use."""
    used = [f"bonus-border-{number}{letter}" for number in ACTIONS]
    stack = nomad_stack(exchanged(BASE, used, CARDS), CARDS)
    assert [CARDS.border[name].number for name in stack] == [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15]
    assert {CARDS.border[name].box for name in stack} == {Box.BONUS}
    assert set(stack) & set(used) == set()


@pytest.mark.clause("XMIX-1")
def test_mixing_deals_nine_of_each_symbol() -> None:
    """90 cards, 18 of each symbol: 45 to play, nine of a symbol, at random, and the other 45 for the next game."""
    cards = with_additions(missing_facts())
    deck = [card.id for card in cards.tribe.values() if card.symbol]
    assert Counter(cards.tribe[name].symbol for name in deck) == dict.fromkeys(Symbol, 18)
    came = set()
    for seed in range(30):
        played, rest = mixed(deck, cards, Random(seed))
        for half in (played, rest):
            assert Counter(cards.tribe[name].symbol for name in half) == dict.fromkeys(Symbol, 9)
        assert sorted((*played, *rest)) == sorted(deck)
        came |= set(played)
    assert came == set(deck)


@pytest.mark.clause("XMIX-2")
def test_an_own_deck_is_warned_of_and_played() -> None:
    """Without nine cards of a symbol that symbol is named with its count; the base game's deck has none to name."""
    base = [name for name, card in CARDS.tribe.items() if card.box is Box.BASE]
    assert deck_warnings(base, CARDS) == ()
    fewer = [name for name in base if name not in ("base-07", "base-08")]
    assert deck_warnings(fewer, CARDS) == (Fault(DeckFault.SYMBOL_COUNT, symbol=Symbol.WELL, count=7),)
    assert [fault.count for fault in deck_warnings([*base, *base], CARDS)] == [18] * 5
