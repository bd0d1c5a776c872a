"""Displays and final positions for tests of the scoring, in few words."""

from __future__ import annotations

from companion.rules.board import Colour
from companion.rules.catalogue import shipped
from companion.rules.challenges import Challenge
from companion.rules.resources import Symbol
from companion.rules.scoring import Display, Final, Laid, Result, Side, What, score

W, C, O, A, T = Symbol.WELL, Symbol.CAMEL_RIDER, Symbol.OASIS, Symbol.TARGIA, Symbol.TENT  # noqa: E741
DUNE = Laid(None, plain=True)
EMPTY: Display = ()


def card(name: str, symbol: Symbol | None = None, vp: int | None = None, water: int = 0, gold: int = 0) -> Laid:
    """A card of the catalogue; what is not known of it is given."""
    found = shipped().tribe[name]
    worth = found.vp if vp is None else vp
    assert worth is not None
    return Laid(symbol or found.symbol, worth, found.plain, found.effect, name, water, gold)


def plain(symbol: Symbol, vp: int = 1) -> Laid:
    return Laid(symbol, vp, plain=True)


def with_text(symbol: Symbol, vp: int = 1) -> Laid:
    return Laid(symbol, vp)


def row(*symbols: Symbol) -> tuple[Laid, ...]:
    """Cards worth nothing, so that only what is asked about counts."""
    return tuple(with_text(symbol, 0) for symbol in symbols)


def alone(side: Side, *challenges: Challenge) -> Result:
    return score(Final((side,), challenges))


def against(side: Side, other: Side, *challenges: Challenge) -> Result:
    return score(Final((side, other), challenges))


def effect_of(name: str, side: Side, other: Display = EMPTY) -> int:
    """What the card's own line brings; 0 where it has none."""
    result = against(side, Side(side.colour.other, other))
    return sum(line.vp for line in result.tallies[0].lines if line.card == name)


def blue(*display: tuple[Laid, ...], **stock: int) -> Side:
    return Side(Colour.BLUE, display, **stock)


def white(*display: tuple[Laid, ...], **stock: int) -> Side:
    return Side(Colour.WHITE, display, **stock)


def points(result: Result, what: What) -> list[int]:
    """The first player's lines of that kind."""
    return [line.vp for line in result.tallies[0].lines if line.what is what]


DIFFERENT, EQUAL, MIXED = row(W, C, O, T), row(W, W, W, W), row(W, W, C, C)
