"""The set-up, step by step: what is laid in each kind of game, and what the camera says is wrong."""

from __future__ import annotations

import pytest

from companion.agreement import Agreement
from companion.rules.board import (
    BLUE_TARGI,
    CENTRE,
    ROBBER,
    TARGIA,
    CardKind,
    Piece,
    Place,
    Sighting,
    Standing,
    border,
)
from companion.rules.catalogue import shipped
from companion.rules.decks import border_of, exchanged
from companion.rules.state import Edition, Settings
from companion.setting_table import SetUpCode, Step, steps, to_be_set_up
from tests.companion.views import played, view_of

EXPANSION = Settings(Edition.EXPANSION)


def seen(*pieces: tuple[Piece, Place], dunes: int = 0) -> Sighting:
    return Sighting(0.0, standing=Standing(frozenset(pieces)), dunes=dunes)


def kinds(goods: int) -> dict[Place, CardKind]:
    return {where: CardKind.GOODS if at < goods else CardKind.TRIBE for at, where in enumerate(CENTRE)}


def step(found: tuple[Step, ...], code: SetUpCode) -> Step:
    return next(one for one in found if one.code is code)


@pytest.mark.clause("SET-1", "SET-2", "SET-3", "SET-4", "SET-6")
def test_the_steps_of_the_base_game() -> None:
    """Border, piles, middle, Robber, figures beside the board, goods; no camera says anything of them."""
    found = steps(view_of(played()))
    assert [one.code for one in found] == [
        SetUpCode.BORDER, SetUpCode.PILES, SetUpCode.CENTRE, SetUpCode.FIGURES, SetUpCode.BESIDE, SetUpCode.STOCK,
    ]  # fmt: skip
    assert {one.seen for one in found} == {None}
    assert step(found, SetUpCode.FIGURES).places == (border(1),)


@pytest.mark.clause("XSET-2", "XSET-3", "XSET-4", "XSET-5", "XMIX-1", "BDUN-1")
def test_the_steps_of_the_expansion() -> None:
    """The open top card and the dunes come in; what was agreed on changes the words."""
    agreed = Agreement(mixed=True, easier=True, bonus_dunes=True)
    found = {one.code: one.words for one in steps(view_of(played(settings=EXPANSION, agreed=agreed)))}
    assert found[SetUpCode.PILES] == "set_up_code.piles_mixed"
    assert found[SetUpCode.DUNES] == "set_up_code.dunes_shuffled"
    assert found[SetUpCode.STOCK] == "set_up_code.stock_easier"
    assert SetUpCode.TOP in found
    plain = {one.code: one.words for one in steps(view_of(played(settings=EXPANSION)))}
    assert plain[SetUpCode.PILES] == "set_up_code.piles_water"
    assert plain[SetUpCode.STOCK] == "page.set_up.stock_expansion"


@pytest.mark.clause("XMIX-3")
def test_border_cards_of_another_box_are_named() -> None:
    """Those alone are pointed at."""
    mixed = exchanged(border_of(Edition.BASE, shipped()), ["expansion-border-13", "bonus-border-5a"], shipped())
    first = steps(view_of(played(agreed=Agreement(border=mixed))))[0]
    assert first.exchanged
    assert first.places == (border(5), border(13))


@pytest.mark.clause("SET-1", "SET-4")
def test_what_lies_right_is_ticked_by_the_camera() -> None:
    """Five goods and four tribe cards, the Robber on 1, no figure on the board: four steps are seen to be right."""
    found = steps(view_of(played(), kinds(5), sighting=seen((ROBBER, border(1)))))
    assert [one.code for one in found if one.seen] == [
        SetUpCode.BORDER, SetUpCode.CENTRE, SetUpCode.FIGURES, SetUpCode.BESIDE,
    ]  # fmt: skip


@pytest.mark.clause("SET-1", "SET-4", "XSET-1", "XSET-4")
def test_what_lies_wrong_is_named() -> None:
    """The Robber on 2, no Targia, a Targi on the board, two dunes, five goods cards where four should be."""
    wrong = seen((ROBBER, border(2)), (BLUE_TARGI, border(7)), dunes=2)
    found = steps(view_of(played(settings=EXPANSION), kinds(5), sighting=wrong))
    assert [trouble.words for trouble in step(found, SetUpCode.FIGURES).trouble] == [
        "set_up_wrong.robber", "set_up_wrong.targia",
    ]  # fmt: skip
    counts = step(found, SetUpCode.CENTRE).trouble[0]
    assert (counts.goods, counts.tribe) == (5, 4)
    assert step(found, SetUpCode.BESIDE).trouble[0].pieces == ((BLUE_TARGI, border(7)),)
    assert step(found, SetUpCode.DUNES).trouble[0].number == 2
    assert not step(found, SetUpCode.DUNES).seen
    right = seen((ROBBER, border(1)), (TARGIA, border(15)), dunes=3)
    fine = steps(view_of(played(settings=EXPANSION), kinds(4), sighting=right))
    assert not any(one.trouble for one in fine)


def test_a_hand_in_the_way_says_nothing() -> None:
    """A blocked picture neither ticks nor complains."""
    blocked = Sighting(0.0, blocked=True)
    assert {one.seen for one in steps(view_of(played(), sighting=blocked))} == {None}


def test_the_set_up_is_over_with_the_first_figure() -> None:
    """Then it is not asked about any more."""
    assert to_be_set_up(played().state)
    assert not to_be_set_up(played("place-targi blue 7").state)
