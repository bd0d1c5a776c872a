"""Books at the start of a game, and at the end of a round."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from companion.rules.agenda import chances
from companion.rules.board import CENTRE, Colour
from companion.rules.books import PileKind
from companion.rules.catalogue import shipped
from companion.rules.engine import apply, new_game
from companion.rules.moves import parse
from companion.rules.setting_up import decks_of, new_books
from companion.rules.state import Edition, EndReason, Phase, Settings, State
from tests.companion.rules.bench import Bench, account, lines


def begun(edition: Edition, bonus_dunes: bool = False, easier: bool = False) -> State:
    """A game that has just been set up: every time the first card that may come comes."""
    decks = decks_of(edition, bonus_dunes=bonus_dunes)
    state = new_game(Settings(edition, start=Colour.BLUE), new_books(Settings(edition), decks, easier=easier))
    while cards := chances(state):
        state = apply(state, parse(f"reveal {cards[0]}")).state
    return state


def kinds(state: State) -> list[str]:
    assert state.books
    return [str(spot.pile) for spot in state.books.centre if spot]


@pytest.mark.clause("SET-1")
def test_the_base_games_middle() -> None:
    """Nine cards face up in turn, five goods cards (corners and middle) and four tribe cards."""
    state = begun(Edition.BASE)
    assert kinds(state) == ["goods", "tribe", "goods", "tribe", "goods", "tribe", "goods", "tribe", "goods"]
    assert state.books
    assert all(spot and spot.up and spot.card for spot in state.books.centre)


@pytest.mark.clause("XSET-1")
def test_the_expansions_middle() -> None:
    """Five tribe cards (corners and middle) and four goods cards."""
    assert kinds(begun(Edition.EXPANSION)) == ["tribe", "goods"] * 4 + ["tribe"]


@pytest.mark.clause("SET-2", "XSET-3")
@pytest.mark.parametrize(
    ("edition", "easier", "purse"),
    [
        (Edition.BASE, False, "2d2s2p1g4v"),
        (Edition.EXPANSION, False, "1d1s1p1g2w4v"),
        (Edition.EXPANSION, True, "2d2s2p1g2w4v"),
    ],
)
def test_what_players_begin_with(edition: Edition, easier: bool, purse: str) -> None:
    """Base: two of each good, a gold, 4 VP. Expansion: one of each, a gold, two water, 4 VP; easier: a good more."""
    books = begun(edition, easier=easier).books
    assert books
    assert [str(books.of(colour).purse) for colour in Colour] == [purse, purse]


@pytest.mark.clause("SET-6", "XSET-2")
@pytest.mark.parametrize(
    ("edition", "tribe", "goods"), [(Edition.BASE, 45 - 4, 19 - 5), (Edition.EXPANSION, None, 24 - 4)]
)
def test_two_piles_whose_cards_are_counted(edition: Edition, tribe: int | None, goods: int) -> None:
    """Base: 45 tribe and 19 goods cards, less those in the middle. Expansion: 24 goods cards, five of them with water.
    How many a pile has left is known at any time."""
    state = begun(edition)
    assert state.books
    assert state.books.left(PileKind.GOODS) == goods
    if tribe is not None:
        assert state.books.left(PileKind.TRIBE) == tribe
    water = Counter(decks_of(edition).goods)
    assert sum(water[f"GX-{number}"] for number in range(1, 6)) == (5 if edition is Edition.EXPANSION else 0)


@pytest.mark.clause("SET-6")
def test_each_card_of_a_pile_may_come_next() -> None:
    """The piles are shuffled apart: the first central card is any goods card, the second any tribe card."""
    decks = decks_of(Edition.BASE)
    state = new_game(Settings(start=Colour.BLUE), new_books(Settings(), decks))
    assert sorted(chances(state)) == sorted(decks.goods)
    state = apply(state, parse("reveal G-vp")).state
    assert sorted(chances(state)) == sorted(decks.tribe)
    assert len(decks.tribe) == 45


@pytest.mark.clause("XSET-4", "XSET-5")
def test_dunes_and_top_card_lie_open_in_the_expansion() -> None:
    """Three dunes, and the top tribe card beside Tribal Expansion; the base game has neither."""
    state = begun(Edition.EXPANSION)
    assert state.books
    assert len(state.books.open_dunes) == len(state.dunes) == 3
    assert state.books.tribe.top in shipped().tribe
    base = begun(Edition.BASE)
    assert base.books
    assert (base.books.open_dunes, base.books.tribe.top) == ((), None)


@pytest.mark.clause("BDUN-1", "BDUN-2")
def test_bonus_dunes_with_and_without_the_expansion() -> None:
    """With it they are in its dune pile; without it all three lie open."""
    names = {"DB-1", "DB-2", "DB-3"}
    assert names < set(decks_of(Edition.EXPANSION, bonus_dunes=True).dunes)
    state = begun(Edition.BASE, bonus_dunes=True)
    assert state.books
    assert {card for _, card in state.books.open_dunes} == names
    assert [str(where) for where in state.dunes] == ["dune:1", "dune:2", "dune:3"]


@pytest.mark.clause("BDUN-3")
def test_personal_dunes_are_dealt_and_one_goes_unseen() -> None:
    """Each player gets one of the three, the third stays unknown; none lies open."""
    decks = replace(decks_of(Edition.BASE, bonus_dunes=True), personal=True)
    state = new_game(Settings(start=Colour.BLUE), new_books(Settings(), decks))
    while cards := chances(state):
        state = apply(state, parse(f"reveal {cards[-1]}")).state
    assert state.books
    kept = [state.books.of(colour).dunes + state.books.of(colour).fresh for colour in Colour]
    assert [len(dunes) for dunes in kept] == [1, 1]
    assert kept[0] != kept[1]
    assert state.dunes == ()


@pytest.mark.clause("XSET-6", "SET-5")
@pytest.mark.parametrize("colour", Colour)
def test_who_starts_is_a_persons_word(colour: Colour) -> None:
    """Whoever seasoned with pepper last, and white where nobody knows: the program takes what is said, and the token is
    that player's."""
    state = apply(new_game(Settings(Edition.EXPANSION)), parse(f"start-player {colour}")).state
    assert (state.start_player, state.turn) == (colour, colour)


@pytest.mark.clause("SET-7")
def test_tokens_never_run_out() -> None:
    """Ten goods of a kind and eight gold are in the box; a player may have more, during the round."""
    bench = Bench("10d8g15v", targis=[2], others=["white-targi 9"])
    bench.play("return-targi blue 2", "trade blue - 1d")
    assert bench.purse() == "11d8g15v"


# --- the end of a round ---


def ended(purse: str, rows: tuple[tuple[str, ...], ...] = (), **more: object) -> Bench:
    """Blue's last figure has just come back, and nobody else stands."""
    bench = Bench(account(purse, rows), targis=[2], others=[], **more)
    bench.play("return-targi blue 2", "decline blue")
    return bench


@pytest.mark.clause("LIM-1", "LIM-2")
def test_ten_goods_and_three_gold_are_kept() -> None:
    """Twelve goods and four gold may be held during the round; at its end two goods of choice and a gold go back."""
    bench = ended("6d6s4g")
    assert bench.options() == {*lines("trade blue", "2d1g -", "1d1s1g -", "2s1g -")}
    bench.play("trade blue 1d1s1g -")
    assert (bench.purse(), bench.state.phase) == ("5d5s3g", Phase.ROBBER)
    assert ended("5d5s3g").state.phase is Phase.ROBBER


@pytest.mark.clause("LIM-3", "XWAT-1", "LIM-1")
def test_gold_and_water_are_not_among_the_ten_goods() -> None:
    """Ten goods, three gold and ten water are all kept."""
    assert ended("10d3g10w").purse() == "10d3g10w"


@pytest.mark.clause("LIM-4")
def test_limits_do_not_hold_when_the_twelfth_card_has_ended_the_game() -> None:
    """No next round: everything is kept for the scoring."""
    bench = Bench("12d5g", targis=[2], others=[])
    bench.play("twelfth-card blue", "return-targi blue 2", "decline blue")
    assert (bench.purse(), bench.state.end) == ("12d5g", EndReason.TWELVE_CARDS)


@pytest.mark.clause("LIM-4")
def test_limits_hold_after_round_twelve() -> None:
    """The raid on 16 is still to come: a gold over the limit goes back first."""
    bench = ended("4g", robber=15)
    assert bench.options() == {"trade blue 1g -"}
    bench.play("trade blue 1g -")
    assert bench.state.phase is Phase.ROBBER


@pytest.mark.clause("XWAT-6")
def test_water_may_be_exchanged_right_before_the_scoring() -> None:
    """After the twelfth card's round two water may still become a good, which may break a tie."""
    bench = Bench("2w", targis=[13], others=[], robber=2, expansion=True)
    bench.play("twelfth-card blue", "return-targi blue 13", "decline blue", "decline blue")
    assert bench.options("trade blue 2w") == {*lines("trade blue 2w", "1d", "1s", "1p")}
    bench.play("trade blue 2w 1p")
    assert (bench.purse(), bench.state.phase) == ("1p", Phase.OVER)


@pytest.mark.clause("FAQ-16")
@pytest.mark.parametrize("last", ["robber", "cards"])
def test_37_gives_its_good_at_the_end_of_the_last_round_too(last: str) -> None:
    """Round 12, and the round of a twelfth card."""
    bench = Bench(account("-", [["base-37"]]), targis=[2], others=[], robber=15 if last == "robber" else 1)
    if last == "cards":
        bench.play("twelfth-card blue")
    bench.play("return-targi blue 2", "decline blue")
    assert bench.options("trade") == {*lines("trade blue -", "1d", "1s", "1p")}


@pytest.mark.clause("RND-4", "ACT-7")
def test_face_down_cards_are_turned_up_at_the_end_of_the_round() -> None:
    """The card that replaced a used one gets its face, by chance; then the next round may begin."""
    bench = Bench(markers=["1x5"], others=[], centre={"1x5": "G-date"}, tribe=["base-01", "base-02"])
    bench.play("return-marker blue 1x5", "trade blue - 1d")
    assert bench.spot("1x5") == ("tribe", False)
    assert bench.options() == {"reveal base-01", "reveal base-02"}
    bench.play("reveal base-02")
    assert bench.spot("1x5") == ("base-02", True)
    assert bench.state.phase is Phase.ROBBER
    assert len(CENTRE) == 9
