"""How a game with books begins (clauses SET-1 to SET-7, XSET-1 to XSET-6, BDUN-1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from companion.rules.agenda import chances
from companion.rules.board import Colour
from companion.rules.books import Books, PileKind
from companion.rules.catalogue import shipped
from companion.rules.engine import apply, legal_moves, new_game, refusal
from companion.rules.moves import PlaceTargi, parse
from companion.rules.rounds import robber_of, start_round
from companion.rules.setting_up import decks_of, new_books
from companion.rules.state import Edition, Phase, Reason, Settings, State
from tests.companion.rules.bench import PLAIN, Bench, account

EXPANSION = Settings(Edition.EXPANSION, start=Colour.WHITE)
WATER_CARDS = {f"GX-{number}" for number in range(1, 6)}


def books_of(state: State) -> Books:
    assert state.books is not None
    return state.books


def dealt(settings: Settings, bonus_dunes: bool = False) -> State:
    """A new game in which everything that lies open is turned up, always the first card there is."""
    decks = decks_of(settings.edition, bonus_dunes=bonus_dunes)
    if settings.edition is Edition.EXPANSION:  # the base game's tribe cards: those of the expansion are half known
        decks = replace(decks, tribe=decks_of(Edition.BASE).tribe)
    state = new_game(settings, new_books(settings, decks))
    while chances(state):
        state = apply(state, legal_moves(state)[0]).state
    return state


@pytest.mark.clause("SET-1", "SET-6")
def test_middle_and_piles_of_the_base_game() -> None:
    """Five goods cards, at the corners and in the centre, and four tribe cards between them are turned up; 14 goods and
    41 tribe cards are left."""
    state = dealt(Settings(start=Colour.BLUE))
    spots = [spot for spot in books_of(state).centre if spot]
    assert [str(spot.pile) for spot in spots] == ["goods", "tribe"] * 4 + ["goods"]
    assert all(spot.up and spot.card for spot in spots)
    assert (books_of(state).left(PileKind.GOODS), books_of(state).left(PileKind.TRIBE)) == (14, 41)


@pytest.mark.clause("SET-6")
def test_every_unseen_card_may_come_next() -> None:
    """The first card turned up is any of the 19 goods cards, the more likely the more copies there are."""
    state = new_game(Settings(), new_books(Settings(), decks_of(Edition.BASE)))
    copies = Counter(chances(state))
    assert sum(copies.values()) == 19
    assert (copies["G-any"], copies["G-gold"], copies["G-date"], copies["G-vp"]) == (3, 3, 2, 1)
    assert len(legal_moves(state)) == len(copies) == 12


@pytest.mark.clause("SET-2", "SET-5")
def test_what_players_of_the_base_game_begin_with() -> None:
    """Two of each good, a gold and 4 VP, nothing in the hand and nothing laid; the start player places first."""
    state = dealt(Settings(start=Colour.WHITE))
    for owned in (books_of(state).blue, books_of(state).white):
        assert (str(owned.purse), owned.hand, owned.laid) == ("2d2s2p1g4v", (), 0)
    assert {move.colour for move in legal_moves(state) if isinstance(move, PlaceTargi)} == {Colour.WHITE}


@pytest.mark.clause("XSET-1", "XSET-2", "XSET-5")
def test_middle_and_piles_of_the_expansion() -> None:
    """Tribe cards at the corners and in the centre, goods cards between; five water cards among the 24 goods cards; the
    top tribe card lies open."""
    books = books_of(dealt(EXPANSION))
    assert [str(spot.pile) for spot in books.centre if spot] == ["tribe", "goods"] * 4 + ["tribe"]
    assert (books.left(PileKind.GOODS), books.left(PileKind.TRIBE)) == (24 - 4, 45 - 5)
    assert set(decks_of(Edition.EXPANSION).goods) >= WATER_CARDS
    assert books.tribe.top is not None


@pytest.mark.clause("XSET-3")
@pytest.mark.parametrize(("easier", "purse"), [(False, "1d1s1p1g2w4v"), (True, "2d2s2p1g2w4v")])
def test_what_players_of_the_expansion_begin_with(easier: bool, purse: str) -> None:
    """One of each good, two of each in an easier first game; a gold, two water, 4 VP."""
    books = new_books(EXPANSION, decks_of(Edition.EXPANSION), easier=easier)
    assert [str(books.of(colour).purse) for colour in Colour] == [purse, purse]


@pytest.mark.clause("XSET-4")
def test_three_dunes_lie_open() -> None:
    """Three of the pile are turned up on dunes 1 to 3, where Targis may go."""
    state = dealt(EXPANSION, bonus_dunes=True)
    assert [str(where) for where, _ in books_of(state).open_dunes] == ["dune:1", "dune:2", "dune:3"]
    assert {str(move) for move in legal_moves(state)} >= {f"place-targi white dune:{number}" for number in (1, 2, 3)}


@pytest.mark.clause("XSET-6")
@pytest.mark.parametrize("books", [True, False])
@pytest.mark.parametrize("word", ["start-player blue", "place-targi blue 2", "start-player white", "pass-on"])
def test_who_starts_is_asked_and_else_it_is_white(word: str, books: bool) -> None:
    """Nobody starts by itself. Who used pepper last says so or just places; who passes on leaves it to white."""
    undecided = replace(EXPANSION, start=None)
    state = dealt(undecided) if books else new_game(undecided)
    assert (state.start_player, state.turn) == (None, None)
    state = apply(state, parse(word)).state
    starts = Colour.BLUE if "blue" in word else Colour.WHITE
    assert state.in_order[0] is state.start_player is starts
    assert state.turn is (starts.other if word.startswith("place") else starts)
    state = start_round(state, 2, [])
    assert state.start_player is starts.other


@pytest.mark.clause("SET-5", "SOLO-2")
@pytest.mark.parametrize("settings", [Settings(), Settings(Edition.EXPANSION, solo=Colour.BLUE)], ids=["base", "alone"])
def test_only_the_expansion_says_who_starts_else(settings: Settings) -> None:
    """The base game's players and the one who plays against Andy are not told: passing on does nothing."""
    no = refusal(new_game(settings), parse("pass-on"))
    assert no is not None
    assert no.reason is Reason.NOTHING_TO_DO


@pytest.mark.clause("BDUN-1")
def test_bonus_dunes_are_shuffled_in() -> None:
    """With the expansion they are in the dune pile with the others, and go to its discards when used."""
    assert set(decks_of(Edition.EXPANSION, bonus_dunes=True).dunes) - set(decks_of(Edition.EXPANSION).dunes) == {
        "DB-1",
        "DB-2",
        "DB-3",
    }
    assert "DB-2" in new_books(EXPANSION, decks_of(Edition.EXPANSION, bonus_dunes=True)).dunes.bag
    bench = Bench(targis=["dune:1"], expansion=True, open_dunes={"dune:1": "DB-1", "dune:2": "DX-3"})
    bench.play("return-targi blue dune:1")
    assert bench.discarded(PileKind.DUNES) == ["DB-1"]
    assert [card for _, card in bench.books.open_dunes] == ["DX-3"]


@pytest.mark.clause("SET-7", "LIM-2")
def test_tokens_do_not_run_out_and_limits_wait() -> None:
    """Who has far more dates than the box gets another; during a round ten goods and three gold are no limit."""
    bench = Bench("100d9g", targis=[2])
    bench.play("return-targi blue 2", "trade blue - 1d")
    assert bench.purse() == "101d9g"


def _end_of(round_number: int, rows: list[list[str]], purse: str) -> Bench:
    """White's last Targi is about to come back; blue has laid that."""

    robber = robber_of(round_number).number
    other = 7 if robber != 7 else 6
    return Bench(account(purse, rows), others=[f"white-targi {other}"], robber=robber)


@pytest.mark.clause("LIM-4", "LIM-1")
def test_limits_hold_after_the_last_round() -> None:
    """The raid on 16 is still to come, so what is more than ten goods and three gold goes back."""
    bench = _end_of(12, [], "8d3s5g")
    options = bench.after("return-targi white 7", "decline white")
    assert options == {"trade blue 1d2g -", "trade blue 1s2g -"}


@pytest.mark.clause("LIM-4")
def test_no_limits_after_a_twelfth_card() -> None:
    """No next round comes: everything stays for the scoring."""
    rows = [list(PLAIN[:4]), list(PLAIN[4:8]), list(PLAIN[8:12])]
    bench = _end_of(3, rows, "8d3s5g")
    bench.state = replace(bench.state, twelfth=Colour.BLUE)
    bench.play("return-targi white 7", "decline white")
    assert (str(bench.state.end), bench.purse()) == ("twelve_cards", "8d3s5g")


@pytest.mark.clause("FAQ-12")
def test_cards_that_allow_more_than_the_rules() -> None:
    """33: the Robber's card is a place like any other. 45: the other player places two Targis in the next round."""

    bench = Bench(account("-", [["base-33"]]), others=[], phase=Phase.PLACING)
    assert "place-targi blue 1" in bench.options()
    assert bench.play("place-targi blue 1") == ["targi_placed blue 1"]
    bench = Bench("1d1s2p", targis=[], markers=["1x5"], centre={"1x5": "base-45"})
    bench.play("return-marker blue 1x5", "lay blue base-45 1 1d1s2p 0 no")
    assert bench.state.targis_next == (3, 2)
    assert shipped().tribe["base-45"].cost is not None
