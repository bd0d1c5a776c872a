"""Setting the table up, step by step: what is to be laid, which places it concerns, and what the camera says of it
(clauses SET-1 to SET-6, XSET-1 to XSET-5, XMIX-1, BDUN-1 to BDUN-3). Codes with parameters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from companion.rules.board import BORDER, CENTRE, ROBBER, TARGIA, CardKind, Piece, Place, Sighting, border
from companion.rules.decks import border_of
from companion.rules.state import Edition, Phase, State
from companion.view import View

_GOODS = {Edition.BASE: 5, Edition.EXPANSION: 4}
"""Goods cards in the middle; the others are tribe cards (clauses SET-1, XSET-1)."""


class SetUpCode(str, Enum):
    """The steps, in the order of the rules."""

    BORDER = "border"
    PILES = "piles"
    CENTRE = "centre"
    TOP = "top"
    FIGURES = "figures"
    DUNES = "dunes"
    BESIDE = "beside"
    STOCK = "stock"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Trouble:
    """What the camera sees that is not as it should be. ``words``: the catalogue's key."""

    words: str
    goods: int = 0
    tribe: int = 0
    number: int = 0
    pieces: tuple[tuple[Piece, Place], ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One step. ``words``: the catalogue's key of what is to be done. ``places``: what the drawing points at.
    ``exchanged``: of the border these are from another box. ``seen``: the camera says that it is right; None: it cannot
    tell. ``trouble``: what is wrong."""

    code: SetUpCode
    words: str
    places: tuple[Place, ...] = ()
    exchanged: bool = False
    seen: bool | None = None
    trouble: tuple[Trouble, ...] = ()


def to_be_set_up(state: State) -> bool:
    """Whether nobody has placed anything yet in this game."""
    pieces = any(piece.colour for piece, _ in state.standing.pieces)
    return state.round == 1 and state.phase is Phase.PLACING and not pieces


def steps(view: View) -> tuple[Step, ...]:
    """The steps of this game's set-up."""
    return tuple(_steps(view))


def _steps(view: View) -> Iterator[Step]:
    edition, agreed, sighting = view.state.settings.edition, view.agreed, _usable(view)
    expansion = edition is Edition.EXPANSION
    own = border_of(edition, view.cards)
    other = tuple(where for where in BORDER if view.border[where.number - 1] != own[where.number - 1])
    seen = None if sighting is None else True  # the board is only found where all 25 cards lie
    yield Step(SetUpCode.BORDER, "set_up_code.border", other or BORDER, bool(other), seen)
    mix = "piles_mixed" if agreed.mixed else "piles_water" if expansion else "piles"
    yield Step(SetUpCode.PILES, f"set_up_code.{mix}")
    yield _judged(SetUpCode.CENTRE, f"page.set_up.cards_{edition}", CENTRE, _centre(view, edition), sighting)
    if expansion:
        yield Step(SetUpCode.TOP, "set_up_code.top", (border(14),))
    figures = (border(1), border(15)) if expansion else (border(1),)
    key = "page.set_up.figures_targia" if expansion else "page.set_up.figures"
    yield _judged(SetUpCode.FIGURES, key, figures, _figures(sighting, expansion), sighting)
    if dunes := _dunes(view):
        lying = view.state.dunes
        open_ones = sighting if lying else None
        yield _judged(SetUpCode.DUNES, f"set_up_code.{dunes}", lying, _dunes_wrong(sighting, len(lying)), open_ones)
    yield _judged(SetUpCode.BESIDE, "set_up_code.beside", (), _standing(sighting), sighting)
    stock = "set_up_code.stock_easier" if agreed.easier else f"page.set_up.stock_{edition}"
    yield Step(SetUpCode.STOCK, stock)


def _usable(view: View) -> Sighting | None:
    """The newest picture, where it can be judged by."""
    sighting = view.sighting
    return sighting if sighting is not None and sighting.found and not sighting.blocked else None


def _judged(
    code: SetUpCode, words: str, places: tuple[Place, ...], trouble: tuple[Trouble, ...], sighting: Sighting | None
) -> Step:
    return Step(code, words, places, seen=None if sighting is None else not trouble, trouble=trouble)


def _centre(view: View, edition: Edition) -> tuple[Trouble, ...]:
    """The kinds of the nine cards, counted; which of the two lies where is people's affair."""
    kinds = [view.centre.get(where, CardKind.UNKNOWN) for where in CENTRE]
    goods, tribe = kinds.count(CardKind.GOODS), kinds.count(CardKind.TRIBE)
    right = goods == _GOODS[edition] and goods + tribe == len(CENTRE)
    return () if right else (Trouble("set_up_wrong.counts", goods=goods, tribe=tribe),)


def _figures(sighting: Sighting | None, targia: bool) -> tuple[Trouble, ...]:
    if sighting is None:
        return ()
    wanted = [(ROBBER, border(1), "set_up_wrong.robber")]
    wanted += [(TARGIA, border(15), "set_up_wrong.targia")] if targia else []
    return tuple(Trouble(key) for piece, where, key in wanted if sighting.standing.one(piece) != where)


def _dunes(view: View) -> str:
    """How dunes are played; nothing where they are not."""
    agreed = view.agreed
    if view.state.settings.edition is Edition.EXPANSION:
        return "dunes_shuffled" if agreed.bonus_dunes else "dunes"
    return "dunes_personal" if agreed.personal_dunes else "dunes_bonus" if agreed.bonus_dunes else ""


def _dunes_wrong(sighting: Sighting | None, wanted: int) -> tuple[Trouble, ...]:
    if sighting is None or not wanted or sighting.dunes == wanted:
        return ()
    return (Trouble("set_up_wrong.dunes", number=sighting.dunes),)


def _standing(sighting: Sighting | None) -> tuple[Trouble, ...]:
    """Targis and markers that stand on the board already."""
    there = sorted(sighting.standing.pieces) if sighting else ()
    pieces = tuple((piece, where) for piece, where in there if piece.colour)
    return (Trouble("set_up_wrong.standing", pieces=pieces),) if pieces else ()
