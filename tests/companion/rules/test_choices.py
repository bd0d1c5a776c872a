"""What cannot come to a task or a card is a fault of the program, told at once by name, never passed over."""

from __future__ import annotations

import pytest

from companion.rules.abilities import Ability
from companion.rules.agenda import CHOICES
from companion.rules.board import Colour, border, place
from companion.rules.board_abilities import LayDune
from companion.rules.book_moves import Reveal
from companion.rules.books import Slot
from companion.rules.effects import effect_of
from companion.rules.exchanging import rates_of
from companion.rules.laying import carried_out, given_away, newly_laid
from companion.rules.moves import Move
from companion.rules.resources import Amounts
from companion.rules.tasks import (
    Act,
    Again,
    Exchanges,
    GoodForVp,
    KeepDune,
    Limits,
    Offer,
    PayRaid,
    Service,
    ServiceCard,
    TakeGoods,
    TakeOne,
    Task,
    TurnCentre,
    Visits,
)
from companion.rules.turning import turned_up
from companion.rules.visits import opposite_target
from tests.companion.rules.bench import Bench

BLUE = Colour.BLUE


@pytest.mark.parametrize(
    "task",
    [
        Visits(BLUE, ("2", "3"), 2),
        Act(BLUE, "base-border-02"),
        GoodForVp(BLUE, 1),
        TakeGoods(BLUE, "G-date", None, border=True),
        TakeOne(BLUE, (Amounts(goods=1),)),
        Service(BLUE),
        ServiceCard(BLUE, "G-date"),
        Offer(BLUE, "base-01", None, None, 1),
        Again(BLUE, "bonus-border-14b", 1),
        KeepDune(BLUE),
        Limits(BLUE),
        PayRaid(BLUE, border(4)),
    ],
)
def test_a_move_that_is_no_choice_of_the_task(task: Task) -> None:
    """A card turned up by chance answers none of them."""
    with pytest.raises(TypeError, match=r"^reveal base-01 is no choice here$"):
        CHOICES[type(task)].answer(Bench().state, task, Reveal("base-01"))


def test_a_rate_of_a_card_that_exchanges_nothing() -> None:
    """The goods card on 2 has no rates, and nothing can be exchanged there."""
    with pytest.raises(ValueError, match=r"^base-border-02 exchanges nothing$"):
        rates_of(Bench().books, BLUE, "base-border-02")
    task = Exchanges(BLUE, "base-border-02", ())
    assert [str(move) for move in CHOICES[Exchanges].options(Bench("9d9g").state, task)] == ["decline blue"]


def test_a_card_where_none_lies() -> None:
    """No card of an empty row can be newly laid or given away, and none turned up on an empty central place."""
    for fault in (newly_laid, given_away):
        with pytest.raises(ValueError, match=r"^no card lies on 2\.1$"):
            fault(Bench().state, BLUE, Slot(2, 1))
    with pytest.raises(ValueError, match=r"^nothing lies on 1x5$"):
        turned_up(Bench().state, TurnCentre(place("1x5")), "base-01")


def test_a_dune_laid_by_its_effect_alone() -> None:
    """DX-5 goes into the display by a move that names row and price."""
    with pytest.raises(ValueError, match=r"^a dune is laid where it is used$"):
        carried_out(Bench().state, BLUE, LayDune(Amounts(water=2)))


def test_an_effect_without_anything_to_do() -> None:
    """What only lasts does nothing when it is carried out."""
    state = Bench().state
    assert carried_out(state, BLUE, Ability()) == state


def test_a_move_that_nobody_knows() -> None:
    """It has no word, and it does nothing."""
    with pytest.raises(TypeError, match=r"^no effect is known of $"):
        effect_of(Bench().state, Move(), [], forced=False)


def test_the_card_opposite_a_corner() -> None:
    """There is none."""
    assert (opposite_target(border(8)), opposite_target(border(2))) == ((), ("10",))
