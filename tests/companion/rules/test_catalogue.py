"""The cards that ship, and the owner's own additions. The facts were written down by hand from the printed cards."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.abilities import END_ABILITIES, StoredTokens, Timing, VpPerSymbol
from companion.rules.board import CORNERS
from companion.rules.board_abilities import BORDER_ABILITIES, DUNE_ABILITIES, Exchange, GiveGood, Raid
from companion.rules.cards import BorderKind, Box
from companion.rules.catalogue import CardError, shipped, with_additions
from companion.rules.play_abilities import PLAY_ABILITIES, Discount
from companion.rules.resources import Amounts, Cost, Given, Good, Rate, Symbol

SYMBOLS = {"o": Symbol.OASIS, "c": Symbol.CAMEL_RIDER, "w": Symbol.WELL, "t": Symbol.TENT, "a": Symbol.TARGIA}
LETTERS = {"d": "dates", "s": "salt", "p": "pepper", "g": "gold"}
# Number, symbol, cost (d date, s salt, p pepper, g gold; '/' either), printed VP.
BASE = """
1 o pg 2|2 o sdg 3|3 o sppdd 3|4 c dsg 3|5 c dpss 2|6 c dppss 3|7 w sdg 3|8 w spdd 2|9 w sppdd 3|10 t pg 2|11 t pdg 3
12 t pddss 3|13 a dpg 3|14 a dspp 2|15 a dsspp 3|16 o pg 1|17 c sg 1|18 w sg 1|19 t dg 1|20 a pg 1|21 c g 1|22 t pd 1
23 a ppg 1|24 c ssddp 2|25 c g 1|26 w ssd 1|27 t dpp/g 1|28 a ssd/g 1|29 o ssp 1|30 o spg 1|31 t dg 2|32 a dg 1
33 w dg 1|34 o ssp 1|35 c ppg 2|36 a ddg 2|37 o dpg 2|38 w ssdp 2|39 w psg 2|40 t dg 1|41 w dg 1|42 a sdpp 2|43 c dds 1
44 o spg 2|45 t sdpp 2
""".strip().replace("\n", "|")


def cost(text: str) -> Cost:
    """``dpp/g`` as a cost."""
    sides = (Counter(LETTERS[letter] for letter in side) for side in text.split("/"))
    return Cost(tuple(Amounts(**side) for side in sides))


@pytest.mark.clause("TRB-2", "TRB-3")
@pytest.mark.parametrize("row", BASE.split("|"))
def test_base_tribe_cards_have_their_printed_facts(row: str) -> None:
    """Each base tribe card has one symbol, its cost in goods and gold, and 1 to 3 VP, as printed."""
    number, symbol, price, vp = row.split()
    card = shipped().tribe[f"base-{int(number):02d}"]
    assert (card.symbol, card.cost, card.vp, card.box) == (SYMBOLS[symbol], cost(price), int(vp), Box.BASE)


def test_base_deck_is_balanced() -> None:
    """45 cards, nine of a symbol, three of them plain; 20 of 1 VP, 15 of 2, 10 of 3."""
    base = [card for card in shipped().tribe.values() if card.box is Box.BASE]
    assert Counter(card.symbol for card in base) == dict.fromkeys(Symbol, 9)
    assert Counter(card.symbol for card in base if card.plain) == dict.fromkeys(Symbol, 3)
    assert Counter(card.vp for card in base) == {1: 20, 2: 15, 3: 10}
    assert all(card.timing and card.text for card in base if card.effect)


def test_expansion_cards_claim_no_unknown_fact() -> None:
    """The 24 texts with a symbol and the nine without have an effect, but no cost and no VP that nobody has seen."""
    cards = [card for card in shipped().tribe.values() if card.box is Box.EXPANSION]
    assert Counter(card.id[:4] if card.id.startswith("EX") else "U" for card in cards) == {
        "EX-W": 6, "EX-C": 3, "EX-O": 6, "EX-A": 6, "EX-T": 3, "U": 9,
    }  # fmt: skip
    assert all(card.cost is None and card.vp is None and card.effect and card.text for card in cards)
    assert all((card.symbol is None) == card.id.startswith("U") for card in cards)


def test_goods_cards_are_nineteen_and_five() -> None:
    """19 base goods cards: two singles and one double of each good, three pairs, three of choice, three gold, one VP;
    of the five water cards nobody knows the rest."""
    base = [card for card in shipped().goods.values() if card.box is Box.BASE]
    assert sum(card.copies for card in base) == 19
    shown = Counter({card.take: card.copies for card in base})
    one = {good: (Amounts(**{str(good): 1}),) for good in Good}
    assert [shown[one[good]] for good in Good] == [2, 2, 2]
    assert [shown[(Amounts(**{str(good): 2}),)] for good in Good] == [1, 1, 1]
    pairs = [Amounts(pepper=1, salt=1), Amounts(pepper=1, dates=1), Amounts(salt=1, dates=1)]
    assert [shown[(pair,)] for pair in pairs] == [1, 1, 1]
    assert shown[(Amounts(dates=1), Amounts(salt=1), Amounts(pepper=1))] == 3
    assert (shown[(Amounts(gold=1),)], shown[(Amounts(vp=1),)]) == (3, 1)
    assert [card.take for card in shipped().goods.values() if card.box is Box.EXPANSION] == [None] * 5


def test_border_cards_fit_their_numbers() -> None:
    """16 base cards, 10 of the expansion, 12 + 6 of the Bonus-Box; raids lie on the corners; goods as printed."""
    cards = shipped().border.values()
    assert Counter(card.box for card in cards) == {Box.BASE: 16, Box.EXPANSION: 10, Box.BONUS: 18}
    assert [card.number for card in cards if card.box is Box.BASE] == list(range(1, 17))
    corners = {corner.number for corner in CORNERS}
    assert all(
        (card.number in corners) == (card.kind is BorderKind.RAID) == isinstance(card.effect, Raid) for card in cards
    )
    actions = Counter(card.number for card in cards if card.box is Box.BONUS and card.kind is BorderKind.ACTION)
    assert actions == dict.fromkeys((1, 5, 9, 10, 13, 14), 2)
    goods = {card.number: card.effect.good for card in cards if isinstance(card.effect, GiveGood)}
    assert goods == {
        2: Good.DATES, 3: Good.SALT, 6: Good.PEPPER, 7: Good.DATES, 11: Good.PEPPER, 15: Good.SALT,
    }  # fmt: skip


def test_exchanges_say_what_is_given_and_got() -> None:
    """Bonus-Box Trader A: 3 equal goods for a gold, 2 equal ones the second and third time; any 2 for another."""
    gold = Rate(Given(same=3), Amounts(gold=1), times=3, later=Given(same=2))
    other = Rate(Given(any_goods=2), other_goods=1)
    assert shipped().border["bonus-border-5a"].effect == Exchange((gold, other))


@pytest.mark.parametrize(
    ("name", "either"),
    [
        ("base-border-04", (Amounts(goods=1), Amounts(vp=1))),
        ("base-border-08", (Amounts(goods=2), Amounts(vp=1))),
        ("base-border-12", (Amounts(goods=3), Amounts(vp=2))),
        ("base-border-16", (Amounts(gold=1), Amounts(vp=3))),
        ("expansion-border-04", (Amounts(pepper=1), Amounts(vp=1))),
        ("expansion-border-08", (Amounts(dates=1, salt=1), Amounts(vp=1))),
        ("expansion-border-12", (Amounts(dates=1, salt=1, pepper=1), Amounts(vp=2))),
        ("expansion-border-16", (Amounts(gold=1),)),
    ],
)
def test_raids_ask_what_is_printed(name: str, either: tuple[Amounts, ...]) -> None:
    """Each raid card's alternatives; both cards 16 end the game, and the expansion's takes a card for a gold."""
    last = name.endswith("16")
    assert shipped().border[name].effect == Raid(either, name == "expansion-border-16", last)


@pytest.mark.parametrize(
    ("name", "uses", "rates"),
    [
        ("base-border-05", 0, [(Given(same=3), Amounts(gold=1), 0), (Given(same=2), Amounts(), 1)]),
        (
            "base-border-10",
            1,
            [
                (Given(same=2), Amounts(vp=1), 0),
                (Given(same=4), Amounts(vp=3), 0),
                (Given(gold=1), Amounts(vp=2), 0),
                (Given(gold=2), Amounts(vp=4), 0),
            ],
        ),
        (
            "expansion-border-05",
            0,
            [
                (Given(same=3), Amounts(gold=1), 0),
                (Given(same=2), Amounts(goods=1), 0),
                (Given(water=2), Amounts(gold=1), 0),
                (Given(water=1), Amounts(goods=1), 0),
            ],
        ),
        ("expansion-border-10", 2, [(Given(any_goods=2), Amounts(vp=1), 0), (Given(gold=1), Amounts(vp=2), 0)]),
        (
            "bonus-border-5b",
            1,
            [
                (Given(any_goods=3), Amounts(gold=1), 0),
                (Given(any_goods=2), Amounts(), 1),
                (Given(any_goods=2), Amounts(gold=1), 0),
                (Given(gold=1), Amounts(goods=1, vp=1), 0),
            ],
        ),
        (
            "bonus-border-10a",
            1,
            [
                (Given(any_goods=2), Amounts(vp=1), 0),
                (Given(same=3), Amounts(vp=2), 0),
                (Given(vp=1), Amounts(goods=3), 0),
                (Given(gold=1), Amounts(vp=2), 0),
            ],
        ),
        (
            "bonus-border-10b",
            1,
            [(Given(same=2, other_same=2), Amounts(vp=3), 0), (Given(any_goods=1, gold=1), Amounts(vp=3), 0)],
        ),
    ],
)
def test_traders_and_silversmiths_exchange_as_printed(
    name: str, uses: int, rates: list[tuple[Given, Amounts, int]]
) -> None:
    """Each exchange with its price and what comes for it, and how many a visit (0: as many as wanted)."""
    assert shipped().border[name].effect == Exchange(tuple(Rate(*rate) for rate in rates), uses)


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


T = '[[tribe]]\nid = "X-1"\n'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[[tribe]]\nid = "X-1"\nvp = = 2', "line 3: "),
        ('[[tribe]]\nid = "X-1', "line 2: "),
        ("x = {y", "line 1: "),
        (f"x = {'[' * 9999}", "line 1: it is nested too deeply"),
        (f"x = {'1' * 5000}", "line 1: it holds a number that is too long"),
        ("tribes = 1", "line 1: tribes is none of the kinds tribe, goods, border, dune"),
        ('\n[tribe]\nid = "X-1"', r"line 2: write \[\[tribe\]\] above each card"),
        ("[[tribe]]\nvp = 1", "line 1: a card wants an id"),
        ('[[tribe]]\nid = "a b"', "line 2: a card wants an id"),
        (T + T, "line 4: X-1 stands twice"),
        ('[[tribe]]\nid = "base-3"\n[[tribe]]\nid = "base-03"', "line 4: base-03 stands twice"),
        (T + 'box = "base"', "line 3: the box is not written"),
        (T + "vp = true", "line 3: vp is a whole number from 0 to 99"),
        (T + "vp = -1", "line 3: vp is a whole number"),
        (T + "vp = 1.5", "line 3: vp is a whole number"),
        (T + "\n# a note\nprice = 1", "line 5: price is not known here; there is id, box, symbol"),
        (T + 'symbol = "camel"', "line 3: symbol is one of well, camel_rider, oasis, targia, tent"),
        (T + "symbol = []", "line 3: symbol is one of"),
        (T + "text = 1", "line 3: text is a text in quotes"),
        (T + "cost = 1", r"line 3: cost is a table: \{...\}"),
        (T + "cost = []", "line 3: cost is a list"),
        (T + "cost = {figs = 1}", "line 3: figs is not known here; there is dates, salt"),
        (T + "cost = {vp = 1}", "line 3: a cost is in dates, salt, pepper, gold and water"),
        (T + "cost = {either = [{gold = 1}], bracket_vp = 1}", "line 3: bracket and bracket_vp belong together"),
        (T + 'effect = "discount"', r'line 3: an effect is a table with its name'),
        (T + 'effect = {name = "fly"}', "line 3: fly is no effect here; there are all_symbols, "),
        (T + 'effect = {name = "discount", goods = 1}', "line 3: effect discount: symbol is missing"),
        (T + 'effect = {name = "hand_limit", cards = 2, goods = 1}', "line 3: effect hand_limit: goods is not known"),
        (T + 'effect = {name = "goods_for_vp", goods = 0, vp = 1}', "line 3: effect goods_for_vp: goods is at least 1"),
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
