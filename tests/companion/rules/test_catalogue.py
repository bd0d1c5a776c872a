"""Reading card files: the named effects, and the owner's own additions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.abilities import END_ABILITIES, StoredTokens, Timing, VpPerSymbol
from companion.rules.board_abilities import BORDER_ABILITIES, DUNE_ABILITIES
from companion.rules.cards import Box
from companion.rules.catalogue import CardError, shipped, with_additions
from companion.rules.play_abilities import PLAY_ABILITIES, Discount
from companion.rules.resources import Amounts, Cost, Symbol


def test_every_named_effect_is_some_cards() -> None:
    """No effect lies idle, and no two have one name."""
    cards = shipped()
    used = {type(card.effect) for kind in (cards.tribe, cards.border, cards.dunes) for card in kind.values()}
    named = {*END_ABILITIES, *PLAY_ABILITIES, *BORDER_ABILITIES, *DUNE_ABILITIES}
    assert used - {type(None)} == named
    assert len({kind.name() for kind in named}) == len(named)


def test_base_cards_are_found_with_and_without_a_nought() -> None:
    """base-3 and base-03 are one card; what is no card is not found."""
    cards = shipped()
    assert cards.tribe_card("base-3") is cards.tribe_card("base-03") is cards.tribe["base-03"]
    assert [cards.tribe_card(name) for name in ("base-0", "base-46", "base-003", "base-1\n", "EX-Z1", "")] == [None] * 6


# --- the owner's own file ---


def test_owner_completes_a_known_card() -> None:
    """What is added is laid over what is known: W4 gets its cost and VP and keeps its effect."""
    text = '[[tribe]]\nid = "EX-W4"\nvp = 2\n'
    text += "cost = {either = [{gold = 1}, {water = 3}], bracket = {salt = 1}, bracket_vp = 1}"
    card = with_additions(text).tribe["EX-W4"]
    assert (card.vp, card.symbol, card.effect) == (2, Symbol.WELL, shipped().tribe["EX-W4"].effect)
    assert card.cost == Cost((Amounts(gold=1), Amounts(water=3)), Amounts(salt=1), 1)
    assert shipped().tribe["EX-W4"].vp is None


def test_owner_adds_cards_with_effects_picked_by_name() -> None:
    """A new card takes any named effect with its parameters; one with neither text nor effect is plain."""
    cards = with_additions(
        '[[tribe]]\nid = "EX-T4"\nsymbol = "tent"\nvp = 1\ncost = [{dates = 1, pepper = 2}, {gold = 1}]\n'
        'timing = "permanent"\neffect = {name = "discount", symbol = "oasis", goods = 2}\n'
        '[[tribe]]\nid = "EX-T5"\nsymbol = "tent"\nvp = 3\n[[goods]]\nid = "GX-1"\ntake = [{water = 1}, {dates = 1}]\n'
        '[[dune]]\nid = "DB-1"\neffect = {name = "take", either = [{gold = 1}]}'
    )
    card = cards.tribe["EX-T4"]
    assert (card.box, card.effect, card.timing) == (Box.OWN, Discount(Symbol.OASIS, 2), Timing.PERMANENT)
    assert not card.plain
    assert cards.tribe["EX-T5"].plain
    assert cards.goods["GX-1"].take == (Amounts(water=1), Amounts(dates=1))
    assert (cards.dunes["DB-1"].box, len(cards.tribe)) == (Box.BONUS, len(shipped().tribe) + 2)


def test_owner_corrects_what_is_printed_otherwise() -> None:
    """A person's word on a printed card wins over the list."""
    assert with_additions('[[tribe]]\nid = "base-3"\nvp = 2').tribe["base-03"].vp == 2


T, B = '[[tribe]]\nid = "X-1"\n', '[[border]]\nid = "B-1"\n'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[[tribe]]\nid = "X-1"\nvp = = 2', "line 3: "),
        ('[[tribe]]\nid = "X-1', "line 2: "),
        ("x = {y", "line 1: "),
        (f"x = {'[' * 9990}", "line 1: it is nested too deeply"),
        (f"# one\nx = {'1' * 5000}", "line 2: it holds a number that is too long"),
        ('"a\\nb" = 1', r"line 1: a\?b is none of the kinds tribe"),
        (f"\n{'a.' * 9999}a = 1", "line 2: at most 10000 lines of 10000 letters are read"),
        ("\n" * 10_000 + "x = 1", "line 10001: at most 10000 lines"),
        (f"{'a' * 9990} = 1", r"line 1: a{597}\.\.\.$"),
        ('[[tribe]]\nid = "X-1"\n[tribe]\n', "line 3: Cannot declare 'tribe' twice$"),
        ("tribe.a.b = 1\n[tribe.a.b.c]", "line 2: Cannot overwrite a value|line 2: Nothing can be added to 'tribe.a.b"),
        ("tribe = {}\ntribe.a = 1", "line 2: Nothing can be added to 'tribe'$"),
        ("tribes = 1", "line 1: tribes is none of the kinds tribe, goods, border, dune"),
        ('\n[tribe]\nid = "X-1"', r"line 2: write \[\[tribe\]\] above each card"),
        ("[[tribe]]\nvp = 1", "line 1: a card wants an id"),
        ('[[tribe]]\nid = "a b"', "line 2: a card wants an id"),
        (T + T, "line 4: X-1 stands twice"),
        ('[[tribe]]\nid = "base-3"\n[[tribe]]\nid = "base-03"', "line 4: base-03 stands twice"),
        (T + 'box = "base"', "line 3: the box is not written"),
        (T + "vp = true", "line 3: vp is a whole number from 0 to 9"),
        (T + "vp = -1", "line 3: vp is a whole number"),
        (T + "vp = 1.5", "line 3: vp is a whole number"),
        (T + "\n# a note\nprice = 1", "line 5: price is not known here; there is id, symbol, cost"),
        (T + 'symbol = "camel"', "line 3: symbol is one of well, camel_rider, oasis, targia, tent"),
        (T + "symbol = []", "line 3: symbol is one of"),
        (T + "text = 1", "line 3: text is a text in quotes"),
        (T + "cost = 1", r"line 3: cost is a table: \{...\}"),
        (T + "cost = []", "line 3: cost is a list"),
        (T + "cost = {figs = 1}", "line 3: figs is not known here; there is dates, salt"),
        (T + "cost = {bracket = {gold = 1}, bracket_vp = 1}", "line 3: either is missing"),
        (T + "cost = {vp = 1}", "line 3: a cost is in dates, salt, pepper, gold and water"),
        (T + "cost = {either = [{gold = 1}], bracket_vp = 1}", "line 3: bracket and bracket_vp belong together"),
        (T + 'effect = "discount"', r'line 3: an effect is a table with its name'),
        (T + 'effect = {name = "fly"}', "line 3: fly is no effect here; there are all_symbols, "),
        (T + 'effect = {name = "discount", goods = 1}', "line 3: effect discount: symbol is missing"),
        (T + 'effect = {name = "hand_limit", cards = 2, goods = 1}', "line 3: effect hand_limit: goods is not known"),
        (T + 'effect = {name = "goods_for_vp", goods = 0, vp = 1}', "line 3: effect goods_for_vp: goods is .* 1 to 99"),
        (T + 'effect = {name = "vp_per_symbol", symbol = "well", every = 0}', "line 3: .*: every is .* from 1 to 99"),
        (T + 'effect = {name = "raid_reward", vp = 0}', "line 3: effect raid_reward: vp is .* from 1 to 99"),
        (T + 'effect = {name = "opponent_targis", targis = 4}', "line 3: .*: targis is .* from 0 to 3"),
        (T + 'effect = {name = "take", either = []}', "line 3: effect take: either is a list"),
        (T + 'effect = {name = "take", either = [1]}', "line 3: effect take: either is a table"),
        (T + 'effect = {name = "stored_tokens", gold = "1"}', "line 3: .*: gold is a whole number"),
        (T + 'effect = {name = "tribal_expansion"}', "line 3: tribal_expansion is no effect here"),
        (T + "vp = 10", "line 3: vp is a whole number from 0 to 9"),
        (T + "cost = {salt = 100}", "line 3: salt is a whole number from 0 to 99"),
        ('[[tribe]]\nid = "ex-w4"', "line 2: there is a tribe card EX-W4 already; write it so, or"),
        (T + '[[dune]]\nid = "X-1"', "line 4: there is a tribe card X-1 already"),
        ('[[dune]]\nid = "U7"', "line 2: there is a tribe card U7 already"),
        ('[[goods]]\nid = "G-1"\ncopies = 0', "line 3: copies is a whole number from 1 to 99"),
        ('[[goods]]\nid = "G-1"\ntake = {water = 1}', "line 3: take is a list"),
        ('tribe = [{id = "X-1"}, {id = "X-2", vp = "2"}]', "line 1: vp is a whole number"),
        ('# two\n\ntribe = [{id = "X-1"}, {id = "X-2", vp = "2"}]', "line 3: vp is a whole number"),
        (B + 'number = 17\nkind = "action"\ntitle = "X"\neffect = {name = "noble"}', "line 3: number is .* 1 to 16"),
        (B + 'number = 0\nkind = "action"\ntitle = "X"\neffect = {name = "noble"}', "line 3: number is .* 1 to 16"),
        (B + 'number = 5\nkind = "raid"\ntitle = "X"\neffect = {name = "noble"}', "line 4: number 5 is no corner"),
        (B + 'number = 4\nkind = "good"\ntitle = "X"\neffect = {name = "noble"}', "line 4: number 4 is a corner"),
        (B + 'number = 5\nkind = "good"\ntitle = "X"\neffect = {name = "noble"}', "line 6: the effect noble is"),
        (T + 'effect = {name = "join_dune", x = 1}', "effect join_dune: x is .*there is nothing to write"),
        (T + 'timing = "once"\neffect = {name = "many_cards", cards = 9, vp = 1}', "line 3: .*endgame, not once"),
        ('[[dune]]\nid = "D-1"\neffect = {name = "raid_water", water = 1}', "line 3: raid_water is no effect here"),
        ('[[border]]\nid = "B-1"\nnumber = 1', "line 1: kind is missing"),
    ],
)  # fmt: skip
def test_mistakes_are_told_with_line_and_reason(text: str, reason: str) -> None:
    """A file with a mistake is refused as a whole, and says where and what."""
    with pytest.raises(CardError, match=f"^{reason}" if reason.startswith("line") else reason):
        with_additions(text)


@given(st.text(alphabet="[]{}=\"tribe \nid.,1#\\'", max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    """Whatever a file holds, it is read or refused."""
    said = ""
    try:
        with_additions(text)
    except CardError as error:
        said = str(error)
    assert not said or said.startswith("line ")


def test_effects_tell_when_they_fit() -> None:
    """Effects of the end are printed with the exclamation mark only; tokens may lie with any other sign."""
    assert VpPerSymbol.when == {Timing.ENDGAME}
    assert Timing.ONCE not in StoredTokens.when
