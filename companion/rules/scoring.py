"""The final scoring: from what the players have at the end to lines that add up (clauses SCO-1 to SCO-5, XSCO-1 to
XSCO-4, BCHA-1 to BCHA-10).

What people leave open is settled to the owner's best where a clause says so: the symbol of a laid sand dune (XSCO-4),
and how many goods EX-C2 turns into VP before resource challenges are looked at (XTRB-8). Water stays water: who wants
it as goods or gold has changed it before (XWAT-6).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations_with_replacement, pairwise, product

from companion.rules.abilities import (
    Ability,
    AllSymbols,
    BetterDifferentRows,
    DifferentColumns,
    DoubleVp,
    EndOfFullRow,
    GoodsForVp,
    ManyCards,
    MoreCards,
    Neighbour,
    RowWithoutBonus,
    StoredTokens,
    VpPerCardsWorth,
    VpPerPlainCards,
    VpPerSymbol,
)
from companion.rules.board import Colour
from companion.rules.cards import DISPLAY_ROWS, ROW_CARDS
from companion.rules.challenges import (
    FULFILLED_VP,
    Category,
    Challenge,
    ObstacleChallenge,
    ResourceChallenge,
    RobberChallenge,
    RowKind,
    RowsChallenge,
    Stock,
    SymbolChallenge,
    VpChallenge,
)
from companion.rules.resources import Symbol

ROW_SAME_VP, ROW_DIFFERENT_VP = 4, 2
"""Bonus of a full row (clause SCO-2)."""
WATER_A_VP = 2
"""Water for one VP (clause XSCO-1)."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of a display. ``symbol`` None: a sand dune, whose symbol is chosen at the end (clause XSCO-4). ``vp``:
    printed, outside brackets. ``water``, ``gold``: tokens on it."""

    symbol: Symbol | None
    vp: int = 0
    plain: bool = False
    ability: Ability | None = None
    card: str | None = None
    water: int = 0
    gold: int = 0


Display = tuple[tuple[Laid, ...], ...]
"""Rows of cards, each from the left without gaps (clause TRB-1)."""


@dataclass(frozen=True, slots=True)
class Side:
    """What one player has at the end. Gold on card 41 is not in ``gold`` (clause SCO-5)."""

    colour: Colour
    display: Display
    vp_tokens: int = 0
    gold: int = 0
    dates: int = 0
    salt: int = 0
    pepper: int = 0
    water: int = 0

    @property
    def goods(self) -> int:
        return self.dates + self.salt + self.pepper


@dataclass(frozen=True, slots=True)
class Final:
    """The end of a game: two players, or one who played alone."""

    sides: tuple[Side, ...]
    challenges: tuple[Challenge, ...] = ()

    @property
    def solo(self) -> bool:
        return len(self.sides) == 1


class What(str, Enum):
    """What a line counts; the contract's words."""

    VP_TOKENS = "vp_tokens"
    CARDS = "cards"
    ROW = "row"
    EFFECT = "effect"
    WATER = "water"
    CHALLENGE = "challenge"
    ROBBER = "robber"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Line:
    """Points with their reason. ``row``: 1..3; ``card``: the id of the card whose effect it is."""

    what: What
    vp: int
    row: int | None = None
    card: str | None = None
    category: Category | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's lines, none of them 0. ``fulfilled``: each challenge but the Robber's, in the order given."""

    colour: Colour
    lines: tuple[Line, ...]
    goods_left: int
    fulfilled: tuple[tuple[Category, bool], ...] = ()

    @property
    def total(self) -> int:
        return sum(line.vp for line in self.lines)

    @property
    def all_fulfilled(self) -> bool:
        """Whether there was something to fulfil, and it is (clause BCHA-7)."""
        return bool(self.fulfilled) and all(met for _, met in self.fulfilled)


class DecidedBy(str, Enum):
    """What made the winner (clauses SCO-3, BCHA-7)."""

    POINTS = "points"
    GOLD = "gold"
    GOODS = "goods"
    SHARED = "shared"
    CHALLENGES = "challenges"
    NONE = "none"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Result:
    """The scoring of a game. ``winner`` None: the victory is shared, or the solo game is not won."""

    tallies: tuple[Tally, ...]
    winner: Colour | None
    decided_by: DecidedBy


def score(final: Final) -> Result:
    """Counts the points and names the winner."""
    cards = [laid_cards(side.display) for side in final.sides]
    tallies = tuple(_best_tally(side, final, sum(cards) - own) for side, own in zip(final.sides, cards, strict=True))
    if final.solo:
        only = tallies[0]
        by = DecidedBy.CHALLENGES if only.fulfilled else DecidedBy.NONE
        return Result(tallies, only.colour if only.all_fulfilled else None, by)
    first, second = tallies
    chain: list[tuple[DecidedBy, int, int]] = [
        (DecidedBy.POINTS, first.total, second.total),
        (DecidedBy.GOLD, final.sides[0].gold, final.sides[1].gold),
        (DecidedBy.GOODS, first.goods_left, second.goods_left),
    ]
    for decided, ours, theirs in chain:
        if ours != theirs:
            return Result(tallies, first.colour if ours > theirs else second.colour, decided)
    return Result(tallies, None, DecidedBy.SHARED)


def laid_cards(display: Display) -> int:
    """How many cards are laid, sand dunes among them (clause TRB-5)."""
    return sum(map(len, display))


def _best_tally(side: Side, final: Final, other_cards: int) -> Tally:
    """The owner's best among what is left open; a solo game won is better than any points."""

    def worth(tally: Tally) -> tuple[bool, int, int]:
        return final.solo and tally.all_fulfilled, tally.total, tally.goods_left

    tallies = [
        _tally(replace(side, display=display), final, other_cards, kept)
        for display in _settled(side.display)
        for kept in _kept_goods(side, final.challenges)
    ]
    return max(tallies, key=worth)


def _settled(display: Display) -> Iterator[Display]:
    """The display with every choice of symbols for its dunes that can count differently.

    Within a row it is the same which dune has which symbol, and rows of nothing but dunes can be exchanged, unless a
    card looks at the columns.
    """
    columns_count = any(isinstance(card.ability, DifferentColumns) for row in display for card in row)
    chosen = [list(_settled_rows(row, columns_count)) for row in display]
    alike = [number for number, row in enumerate(display) if row and all(card.symbol is None for card in row)]
    pairs = [
        (one, other) for one, other in pairwise(alike) if not columns_count and len(display[one]) == len(display[other])
    ]
    for picks in product(*(range(len(rows)) for rows in chosen)):
        if all(picks[one] <= picks[other] for one, other in pairs):
            yield tuple(rows[pick] for rows, pick in zip(chosen, picks, strict=True))


def _settled_rows(row: tuple[Laid, ...], columns_count: bool) -> Iterator[tuple[Laid, ...]]:
    open_places = [number for number, card in enumerate(row) if card.symbol is None]
    if columns_count:
        choices: Iterator[tuple[Symbol, ...]] = product(Symbol, repeat=len(open_places))
    else:
        choices = combinations_with_replacement(Symbol, len(open_places))
    for symbols in choices:
        symbol_of = dict(zip(open_places, symbols, strict=True))
        yield tuple(replace(card, symbol=symbol_of.get(number, card.symbol)) for number, card in enumerate(row))


def _kept_goods(side: Side, challenges: tuple[Challenge, ...]) -> set[int]:
    """How many goods it may be good not to give for VP: none, or those a challenge asks for."""
    goods = set(Stock) - {Stock.GOLD, Stock.VP_TOKENS}
    wanted = {task.at_least for task in challenges if isinstance(task, ResourceChallenge) and task.what in goods}
    return {0} | {count for count in wanted if count <= side.goods}


# --- one player ---


def _tally(side: Side, final: Final, other_cards: int, kept: int) -> Tally:
    cards = [card for row in side.display for card in row]
    lines = [Line(What.VP_TOKENS, side.vp_tokens), Line(What.CARDS, sum(card.vp for card in cards))]
    lines += [Line(What.ROW, row_vp(row), row=number) for number, row in enumerate(side.display, 1)]
    goods, tokens = side.goods, side.vp_tokens
    for row, place, card in _places(side.display):
        if isinstance(card.ability, GoodsForVp):
            times = max(0, goods - kept) // card.ability.goods
            goods -= times * card.ability.goods
            points = times * card.ability.vp
            tokens += points
        else:
            points = effect_vp(side.display, row, place, other_cards)
        lines.append(Line(What.EFFECT, points, card=card.card))
    lines.append(Line(What.WATER, (side.water + sum(map(_loose_water, cards))) // WATER_A_VP))

    fulfilled: list[tuple[Category, bool]] = []
    stock = {Stock.GOODS: goods, Stock.GOLD: side.gold, Stock.VP_TOKENS: tokens}
    stock |= {Stock(name): min(getattr(side, name), goods) for name in ("dates", "salt", "pepper")}
    for task in final.challenges:
        if isinstance(task, ResourceChallenge | RowsChallenge | SymbolChallenge):
            met = _met(task, side.display, stock)
            fulfilled.append((task.category, met))
            lines.append(Line(What.CHALLENGE, FULFILLED_VP if met else 0, category=task.category))
        elif isinstance(task, ObstacleChallenge):
            fulfilled.append((task.category, task.kept))
    lines += [Line(What.ROBBER, -task.take_off) for task in final.challenges if isinstance(task, RobberChallenge)]

    # The VP challenge is looked at when all other points are counted (clause BCHA-10).
    total = sum(line.vp for line in lines)
    for index, task in enumerate(task for task in final.challenges if not isinstance(task, RobberChallenge)):
        if isinstance(task, VpChallenge):
            fulfilled.insert(index, (task.category, total >= task.at_least))
    return Tally(side.colour, tuple(line for line in lines if line.vp), goods, tuple(fulfilled))


def row_vp(row: tuple[Laid, ...]) -> int:
    """The bonus of a row (clause SCO-2)."""
    kinds = len(_symbols(row))
    if len(row) < ROW_CARDS:
        return 0
    return {1: ROW_SAME_VP, ROW_CARDS: ROW_DIFFERENT_VP}.get(kinds, 0)


def effect_vp(display: Display, row: int, place: int, other_cards: int) -> int:
    """What the effect of the card on that place (both counted from 0) brings at the end; 0 for effects of other times.

    ``other_cards``: how many cards the opponent has laid.
    """
    card = display[row][place]
    cards = [laid for line in display for laid in line]
    full = [line for line in display if len(line) == ROW_CARDS]
    match card.ability:
        case VpPerSymbol(symbol=symbol, every=every, vp=vp):
            return sum(laid.symbol is symbol for laid in cards) // every * vp
        case MoreCards(vp=vp):
            return vp if len(cards) > other_cards else 0
        case ManyCards(cards=least, vp=vp):
            return vp if len(cards) >= least else 0
        case BetterDifferentRows(rows=rows, vp=vp):
            different = sum(row_vp(line) == ROW_DIFFERENT_VP for line in full)
            return min(rows, different) * (vp - ROW_DIFFERENT_VP)
        case EndOfFullRow(vp=vp):
            return vp if place == ROW_CARDS - 1 else 0
        case AllSymbols(vp=vp):
            return vp if len(_symbols(tuple(cards))) == len(Symbol) else 0
        case DifferentColumns(vp=vp):
            columns = [tuple(line[index] for line in display if index < len(line)) for index in range(ROW_CARDS)]
            return vp * sum(len(_symbols(column)) == DISPLAY_ROWS for column in columns)
        case DoubleVp(neighbour=neighbour):
            return max((laid.vp for laid in _neighbours(display, row, place, neighbour)), default=0)
        case RowWithoutBonus(vp=vp):
            return vp if any(row_vp(line) == 0 for line in full) else 0
        case VpPerPlainCards(every=every, vp=vp):
            return sum(laid.plain for laid in cards) // every * vp
        case VpPerCardsWorth(worth=worth, every=every, vp=vp):
            return sum(laid.vp == worth for laid in cards) // every * vp
        case StoredTokens(water=water, vp_if_untouched=vp):
            return vp if water and card.water >= water else 0
    return 0


def _places(display: Display) -> Iterator[tuple[int, int, Laid]]:
    for row, cards in enumerate(display):
        for place, card in enumerate(cards):
            yield row, place, card


def _symbols(cards: tuple[Laid, ...]) -> set[Symbol | None]:
    return {card.symbol for card in cards}


def _neighbours(display: Display, row: int, place: int, where: Neighbour) -> Iterator[Laid]:
    offsets = {
        Neighbour.LEFT: ((0, -1),),
        Neighbour.RIGHT: ((0, 1),),
        Neighbour.ABOVE_OR_BELOW: ((-1, 0), (1, 0)),
    }[where]
    for down, across in offsets:
        if 0 <= row + down < len(display) and 0 <= place + across < len(display[row + down]):
            yield display[row + down][place + across]


def _loose_water(card: Laid) -> int:
    """Water on the card that counts with the other water: what is left of it after some was used (clause XTRB-8)."""
    ability = card.ability
    untouched = isinstance(ability, StoredTokens) and ability.vp_if_untouched and card.water >= ability.water
    return 0 if untouched else card.water


def _met(task: ResourceChallenge | RowsChallenge | SymbolChallenge, display: Display, stock: dict[Stock, int]) -> bool:
    match task:
        case ResourceChallenge(what=what, at_least=least):
            return stock[what] >= least
        case RowsChallenge(rows=kind, at_least=least):
            bonus = ROW_SAME_VP if kind is RowKind.SAME else ROW_DIFFERENT_VP
            return sum(row_vp(row) == bonus for row in display) >= least
        case SymbolChallenge(more=more, than=than):
            symbols = [card.symbol for row in display for card in row]
            return symbols.count(more) > symbols.count(than)
