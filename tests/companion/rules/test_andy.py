"""The solo game with books: Andy's cards, his Targis and what becomes of what he marked (clauses SOLO-2 to SOLO-12)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.andy import NOMADS, andys_place
from companion.rules.board import Colour, border, place
from companion.rules.books import PileKind
from companion.rules.engine import apply, legal_moves, new_game
from companion.rules.moves import parse
from companion.rules.setting_up import decks_of, new_books
from companion.rules.state import Edition, Phase, Settings, State
from companion.rules.tasks import TurnNomad
from tests.companion.rules.bench import Bench, account

BLUE_ALONE = Settings(solo=Colour.BLUE, start=Colour.BLUE)


def placed(*lines: str, settings: Settings = BLUE_ALONE) -> State:
    """The table of a solo game after those placements, whatever stands against them."""
    state = new_game(settings)
    for line in lines:
        state = apply(state, parse(f"place-targi {line}"), forced=True).state
    return state


def with_books(settings: Settings) -> State:
    """A solo game with books; nothing but Andy's stack is left to chance."""
    books = new_books(settings, decks_of(settings.edition))
    return new_game(
        settings, replace(books, agenda=tuple(task for task in books.agenda if isinstance(task, TurnNomad)))
    )


def lines(state: State) -> list[str]:
    return [str(move) for move in legal_moves(state)]


@pytest.mark.clause("SOLO-2")
@pytest.mark.parametrize(
    ("card", "starts"), [(1, "blue"), (5, "blue"), (7, "blue"), (9, "white"), (11, "white"), (15, "white")]
)
def test_the_first_nomad_card_says_who_starts(card: int, starts: str) -> None:
    """1 to 7 the person, 9 to 15 Andy; the card is shuffled back, so all twelve may come next."""
    state = with_books(Settings(solo=Colour.BLUE))
    assert lines(state) == [f"reveal nomad-{number}" for number in NOMADS]
    state = apply(state, parse(f"reveal nomad-{card}")).state
    assert str(state.start_player) == starts
    assert state.books is not None
    assert state.books.nomads == ()


@pytest.mark.clause("SOLO-3", "SOLO-11")
def test_andy_places_where_his_card_says() -> None:
    """Chance, or the stack on the table, gives a number; his Targi goes onto that border card and nowhere else."""
    state = apply(with_books(BLUE_ALONE), parse("place-targi blue 2")).state
    assert lines(state) == [f"reveal nomad-{number}" for number in NOMADS]
    state = apply(state, parse("reveal nomad-13")).state
    assert lines(state) == ["place-targi white 13"]
    state = apply(state, parse("place-targi white 13")).state
    assert state.turn is Colour.BLUE
    assert state.targis_of(Colour.WHITE) == (border(13),)


@pytest.mark.clause("SOLO-3")
def test_a_card_comes_once_a_round() -> None:
    """What was turned up in this round is not in the stack."""
    state = with_books(BLUE_ALONE)
    for line in ("place-targi blue 2", "reveal nomad-13", "place-targi white 13", "place-targi blue 3"):
        state = apply(state, parse(line)).state
    assert "reveal nomad-13" not in lines(state)
    assert len(lines(state)) == 11


@pytest.mark.clause("SOLO-4")
@pytest.mark.parametrize(
    ("standing", "number", "where"),
    [
        ((), 5, 5),  # nothing stands against it
        (("blue 5",), 5, 6),  # held
        (("blue 15",), 5, 6),  # the opposite card is held by the person
        (("blue 2", "white 15"), 5, 6),  # the opposite card is held by Andy himself
        ((), 1, 2),  # the Robber stands there
        ((), 11, 11),  # the Robber opposite is no reason
        (("blue 3",), 3, 5),  # on past the corner 4
        (("blue 15", "white 14", "blue 13"), 15, 2),  # past 16, and past the Robber on 1
    ],
)
def test_andy_goes_on_clockwise(standing: tuple[str, ...], number: int, where: int) -> None:
    """A card that is held, has a Targi opposite or the Robber on it sends him to the next possible one."""
    assert andys_place(placed(*standing), number) == border(where)


@pytest.mark.clause("SOLO-4")
def test_house_rule_lets_andy_stand_opposite_himself() -> None:
    """With it only the person's Targi opposite sends him on."""
    house = frozenset({"andy_opposite_himself"})
    assert andys_place(placed("blue 2", "white 15"), 5, house) == border(5)
    assert andys_place(placed("blue 15"), 5, house) == border(6)


@pytest.mark.clause("SOLO-5")
def test_the_robbers_card_sends_andy_to_a_dune() -> None:
    """To the topmost free dune; with none free, to the next possible border card."""
    expansion = replace(BLUE_ALONE, edition=Edition.EXPANSION)
    assert andys_place(placed(settings=expansion), 1) == place("dune:1")
    assert andys_place(placed("blue dune:1", settings=expansion), 1) == place("dune:2")
    full = placed("blue dune:1", "white dune:2", "blue dune:3", settings=expansion)
    assert andys_place(full, 1) == border(2)


@pytest.mark.clause("SOLO-7")
def test_andys_marked_cards_go_when_the_person_is_done() -> None:
    """They are discarded and replaced; he lays, takes and collects nothing. The person acts first, whoever started."""
    bench = Bench(
        targis=[2],
        others=["white-targi 5", "white-marker 1x5", "white-marker 2x6"],
        centre={"1x5": "base-03", "2x6": "G-2salt"},
        solo=Colour.BLUE,
    )
    bench.state = replace(bench.state, start_player=Colour.WHITE)
    assert bench.options() == {"return-targi blue 2"}
    bench.play("return-targi blue 2", "decline blue", "return-marker white 1x5", "return-marker white 2x6")
    assert (bench.spot("1x5"), bench.spot("2x6")) == (("goods", False), ("tribe", False))
    assert bench.discarded(PileKind.TRIBE) == ["base-03"]
    assert bench.discarded(PileKind.GOODS) == ["G-2salt"]
    assert (bench.purse(Colour.WHITE), bench.rows(Colour.WHITE), bench.hand(Colour.WHITE)) == ("-", [], [])


@pytest.mark.clause("SOLO-7")
@pytest.mark.parametrize("expansion", [True, False])
def test_andys_dunes_go_unused(expansion: bool) -> None:
    """Discarded with the expansion, turned over without."""
    dunes = {"dune:1": "DB-1", "dune:2": "DB-2"}
    bench = Bench(targis=[2], others=["white-targi dune:1"], open_dunes=dunes, expansion=expansion, solo=Colour.BLUE)
    bench.play("return-targi blue 2", "decline blue", "return-targi white dune:1")
    assert bench.discarded(PileKind.DUNES) == (["DB-1"] if expansion else [])
    assert bench.books.turned == (() if expansion else ("DB-1",))
    assert bench.purse(Colour.WHITE) == "-"


@pytest.mark.clause("SOLO-8")
def test_nomad_cards_go_back_after_the_round() -> None:
    """All twelve are in the stack again, and the start player's token passes."""
    bench = Bench(targis=[2], others=[], solo=Colour.BLUE)
    bench.state = replace(bench.state, books=replace(bench.books, nomads=(3, 9, 14)))
    bench.play("return-targi blue 2", "decline blue", "move-robber 2")
    assert (bench.state.round, bench.state.start_player) == (2, Colour.WHITE)
    assert len(bench.options("reveal nomad")) == 12


@pytest.mark.clause("SOLO-10")
def test_andy_neither_pays_nor_gains_at_raids() -> None:
    """Only the person pays; what the person cannot pay goes to nobody."""
    bench = Bench("1v", targis=[2], others=[], robber=11, solo=Colour.BLUE)
    bench.play("return-targi blue 2", "decline blue", "move-robber 12")
    assert bench.options() == {"trade blue 1v -"}
    bench.play("trade blue 1v -")
    assert (bench.purse(), bench.purse(Colour.WHITE)) == ("-", "-")
    assert bench.options() == {"move-robber 13"}


@pytest.mark.clause("SOLO-12")
def test_cards_against_the_opponent_work_against_andy() -> None:
    """45 leaves him two Targis in the next round; EX-A1 lets the person stand on or opposite his."""
    bench = Bench("1d1s2p", markers=["1x5"], others=[], centre={"1x5": "base-45"}, solo=Colour.BLUE)
    bench.play("return-marker blue 1x5", "lay blue base-45 1 1d1s2p 0 no")
    assert bench.state.targis_next == (3, 2)

    bench = Bench(
        account("-", [["EX-A1!"]]), others=["white-targi 5"], phase=Phase.PLACING, solo=Colour.BLUE, expansion=True
    )
    assert {"place-targi blue 5", "place-targi blue 15"} <= bench.options()
    bench.play("place-targi blue 15")
    assert bench.books.blue.rows[0][0].action is False


@pytest.mark.clause("SOLO-12")
def test_a_person_may_join_andys_dune() -> None:
    """EX-W1 works on a dune he holds."""
    bench = Bench(
        account("-", [["EX-W1!"]]),
        others=["white-targi dune:1"],
        open_dunes={"dune:1": "DX-3"},
        phase=Phase.PLACING,
        solo=Colour.BLUE,
        expansion=True,
    )
    assert "place-targi blue dune:1" in bench.options()
