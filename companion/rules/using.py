"""A figure has come back: what it stood on is used (clauses ACT-3 to ACT-5, XDUN-2, XTGA-3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.rules.abilities import Ability
from companion.rules.board import MARKER_OF, Colour, Piece, Place, PlaceKind, cell_of, opposite
from companion.rules.board_abilities import (
    DrawGoods,
    Exchange,
    FataMorgana,
    Gain,
    GiveGood,
    Noble,
    Reach,
    TakeDiscardedGoods,
    TribalExpansion,
    UseGoodsCardAgain,
    UseRobberCardOrPay,
)
from companion.rules.book_moves import Decline, Discard, Lay, Pick, Trade
from companion.rules.books import Books, PileKind
from companion.rules.choices import Automatic, Choice, traded, unexpected
from companion.rules.exchanging import exchanges, rates_of
from companion.rules.laying import lay, lay_moves, out_of_hand
from companion.rules.ledger import (
    books_of,
    discard,
    first,
    gain,
    pay,
    set_laid,
    taken_from,
)
from companion.rules.moves import ShiftMarker
from companion.rules.moving import Move
from companion.rules.paying import terms_for
from companion.rules.play_abilities import (
    FataMorganaBoth,
    FataMorganaGood,
    TargiaFromAcross,
)
from companion.rules.resources import NOTHING, Amounts, one, payable
from companion.rules.rounds import ROBBER_ROAD, robber_of
from companion.rules.state import State
from companion.rules.taking import as_others
from companion.rules.tasks import (
    Act,
    DuneDone,
    Exchanges,
    GoodForVp,
    Morgana,
    Offer,
    Service,
    TakeGoods,
    TakeOne,
    Task,
    TurnCentre,
    TurnGoods,
    TurnTribe,
    Use,
    UseDune,
    Visits,
)
from companion.rules.visits import TARGIA_TARGET, border_targets

FACE_DOWN, DIAGONAL = "fata_morgana_face_down", "fata_morgana_diagonal"


def use(state: State, task: Use) -> State:
    """What a figure stood on is used; Andy only takes cards and dunes away (clause SOLO-7)."""
    colour, where = task.colour, task.where
    books = books_of(state)
    if state.is_andy(colour):
        return _andy_used(state, where)
    # Put back from now on it does not count, or what it stood on would be used twice.
    back = tuple(item for item in state.returned if (item[0].colour, item[1]) != (colour, where))
    state = replace(state, returned=back)
    if where.kind is PlaceKind.DUNE:
        card = books.dune_at(where)
        return first(state, UseDune(colour, card, where), DuneDone(where)) if card else state
    if where.kind is PlaceKind.CENTRE:
        spot = books.spot(where)
        if FACE_DOWN in books.options and spot and not spot.up and _moved_here(state, colour, where):
            return first(state, TurnCentre(where), task)  # it is turned up to be used (BRD-9, house rule)
        return first(state, *_central(books, colour, where))
    targets = (str(where.number), TARGIA_TARGET) if _targia_serves(state, colour, where) else (str(where.number),)
    return first(state, Visits(colour, targets, len(targets))) if targets[1:] else visit(state, colour, targets[0])


def _andy_used(state: State, where: Place) -> State:
    books = books_of(state)
    if where.kind is PlaceKind.DUNE:
        return first(state, DuneDone(where))
    spot = books.spot(where)
    if spot is None or not spot.up or spot.card is None:
        return state
    return discard(taken_from(state, where), spot.pile, spot.card)


def _central(books: Books, colour: Colour, where: Place) -> tuple[Task, ...]:
    spot = books.spot(where)
    if spot is None or not spot.up or spot.card is None:  # used by the other player before (XSPC-3)
        return ()
    if spot.pile is PileKind.GOODS:
        return (TakeGoods(colour, spot.card, where, border=False),)
    return (Offer(colour, spot.card, where, None, 1),)


def _targia_serves(state: State, colour: Colour, where: Place) -> bool:
    targia = state.targia
    across = any(books_of(state).abilities(colour, TargiaFromAcross)) and opposite(where)
    return targia is not None and targia in (where, across)


def visit(state: State, colour: Colour, target: str) -> State:
    """The border card of that number, or the Targia, is used."""
    if target == TARGIA_TARGET:
        return first(state, Service(colour))
    card = books_of(state).border_card(int(target))
    return first(state, *_acts(state, colour, card.id, card.effect))


def _acts(state: State, colour: Colour, card: str, effect: Ability) -> tuple[Task, ...]:
    books = books_of(state)
    match effect:
        case Exchange():
            return (Exchanges(colour, card, (0,) * len(rates_of(books, colour, card))),)
        case FataMorgana():
            return (Morgana(colour, card, second=False),)
        case DrawGoods(cards=cards):
            return (TurnGoods(colour, border=True),) * cards
        case TakeDiscardedGoods():
            return tuple(TakeGoods(colour, top, None, border=True) for top in books.goods.discards[-1:])
        case TribalExpansion():
            return (TurnTribe(colour, card, 1),)
    return (Act(colour, card),)


# --- which card is visited ---


def _visit_options(state: State, task: Visits) -> Iterator[Move]:
    yield from (Pick(task.colour, target) for target in task.targets)
    yield Decline(task.colour)


def _visit_answer(state: State, task: Visits, move: Move) -> State:
    match move:
        case Decline():
            return state
        case Pick(target=target):
            rest = tuple(other for other in task.targets if other != target)
            if rest and task.left > 1:
                state = first(state, Visits(task.colour, rest, task.left - 1))
            return visit(state, task.colour, target)
    raise unexpected(move)


# --- a border card's action ---


def _act_options(state: State, task: Act) -> Iterator[Move]:
    books = books_of(state)
    match books.cards.border[task.card].effect:
        case GiveGood(good=good):
            yield from (Trade(task.colour, NOTHING, got) for got in as_others(books, task.colour, one(good)))
        case Gain(amounts=amounts):
            yield from (Trade(task.colour, NOTHING, got) for got in as_others(books, task.colour, amounts))
        case Noble(discount=discount):
            for card in books.of(task.colour).hand:
                terms = terms_for(books, task.colour, card, noble=True, discount=discount)
                yield from lay_moves(state, task.colour, card, terms)
                yield Discard(task.colour, card)
        case UseGoodsCardAgain():
            for where in state.markers_of(task.colour):
                spot = books.spot(where)
                if spot and spot.up and spot.pile is PileKind.GOODS:
                    yield Pick(task.colour, str(where))
        case UseRobberCardOrPay(goods=goods):
            number = (state.robber or robber_of(state.round)).number
            if str(number) in border_targets(books.cards.border[task.card].number):
                yield Pick(task.colour, str(number))
            for given in payable(books.of(task.colour).purse, Amounts(goods=goods)):
                yield Trade(task.colour, given, NOTHING)
    yield Decline(task.colour)


def _act_answer(state: State, task: Act, move: Move) -> State:
    books = books_of(state)
    card = books.cards.border[task.card]
    match move, card.effect:
        case Decline(), _:
            return state
        case Lay(card=laid), Noble():
            return lay(out_of_hand(state, task.colour, laid), move)
        case Discard(card=dropped), Noble() as noble:
            state = discard(out_of_hand(state, task.colour, dropped), PileKind.TRIBE, dropped)
            return first(state, *_for_a_discard(task.colour, noble))
        case Pick(target=target), UseGoodsCardAgain():
            marked = next(spot for where, spot in books.spots() if str(where) == target)
            return first(state, TakeGoods(task.colour, str(marked.card), None, border=False))
        case Pick(target=target), _:
            return visit(state, task.colour, target)
        case Trade(give=give), UseRobberCardOrPay():
            state = pay(state, task.colour, give)
            return first(state, Visits(task.colour, border_targets(card.number), 1))
        case Trade(get=get), _:
            return gain(state, task.colour, get)
    raise unexpected(move)


def _for_a_discard(colour: Colour, noble: Noble) -> Iterator[Task]:
    if noble.discard != NOTHING:
        yield TakeOne(colour, (noble.discard,))
    yield from (TurnGoods(colour, border=True),) * noble.draw
    if noble.vp_for_good:
        yield GoodForVp(colour, noble.vp_for_good)


# --- Trader, Silversmith ---


def _exchange_options(state: State, task: Exchanges) -> Iterator[Move]:
    found = (trade for _, trade in exchanges(books_of(state), task.colour, task.card, task.done))
    yield from dict.fromkeys(found)
    yield Decline(task.colour)


def _exchange_answer(state: State, task: Exchanges, move: Move) -> State:
    if isinstance(move, Decline):
        return state
    offered = exchanges(books_of(state), task.colour, task.card, task.done)
    number = next(number for number, trade in offered if trade == move)
    done = tuple(count + (index == number) for index, count in enumerate(task.done))
    return first(traded(state, task, move), replace(task, done=done))


# --- Fata Morgana ---


def morgana_goals(state: State, card: str, source: Place) -> Iterator[Place]:
    """Where that Fata Morgana may move the marker standing there (clauses BRD-9, XBRD-9, BBRD-9a)."""
    books = books_of(state)
    effect = books.cards.border[card].effect
    reach = effect.reach if isinstance(effect, FataMorgana) else Reach.CENTRE
    figures = {where for piece, where in state.standing if piece.colour is not None}
    if reach is Reach.BORDER:
        robber = state.robber or robber_of(state.round)
        yield from (where for where in ROBBER_ROAD if where not in figures and where != robber)
        return
    for where, spot in books.spots():
        if where in figures or not (spot.up or FACE_DOWN in books.options):
            continue
        if reach is Reach.CENTRE or _adjacent(source, where, DIAGONAL in books.options):
            yield where


def _adjacent(source: Place, where: Place, diagonal: bool) -> bool:
    (column, row), (other_column, other_row) = cell_of(source), cell_of(where)
    across, down = abs(column - other_column), abs(row - other_row)
    return max(across, down) == 1 if diagonal else across + down == 1


def _morgana_options(state: State, task: Morgana) -> Iterator[Move]:
    for stands, source in _to_be_moved(state, task.colour):
        if source.kind is PlaceKind.CENTRE and not (task.second and _moved_here(state, task.colour, source)):
            goals = morgana_goals(state, task.card, source)
            yield from (ShiftMarker(task.colour, stands, where) for where in goals)
    yield Decline(task.colour)


def _to_be_moved(state: State, colour: Colour) -> Iterator[tuple[Place, Place]]:
    """Where that player's markers stand, and from where they go: one that was put where it may not go still goes from
    the crossing it came from."""
    yield from ((where, where) for where in state.markers_of(colour))
    marker = MARKER_OF[colour]
    came_from = [where for where in state.crossings_of(colour) if (marker, where) in state.returned]
    yield from ((wrong.where, where) for wrong in state.disputes if wrong.piece == marker for where in came_from)


def _moved_here(state: State, colour: Colour, where: Place) -> bool:
    return where not in state.crossings_of(colour)


def _morgana_declined(state: State, task: Morgana, move: Move) -> State:
    return state


def morgana_moved(state: State, colour: Colour) -> State:
    """A marker was moved while a Fata Morgana is at hand: it is used, and may bring more (EX-A6, EX-O5)."""
    books = state.books
    task = books.agenda[0] if books and books.agenda else None
    if books is None or not isinstance(task, Morgana) or task.colour is not colour:
        return state
    state = replace(state, books=replace(books, agenda=books.agenda[1:]))
    if task.second:
        tokens = [(where, card) for where, card, _ in books.abilities(colour, FataMorganaBoth) if card.action]
        for where, card in tokens[:1]:
            state = set_laid(state, colour, where, replace(card, action=False))
        return state
    if any(card.action for _, card, _ in books.abilities(colour, FataMorganaBoth)):
        state = first(state, replace(task, second=True))
    goods = sum(effect.goods for _, _, effect in books.abilities(colour, FataMorganaGood))
    return first(state, TakeOne(colour, (Amounts(goods=goods),))) if goods else state


def uses_morgana(state: State, piece: Piece) -> bool:
    """Whether that player is moving a marker by a Fata Morgana now."""
    task = state.books.agenda[0] if state.books and state.books.agenda else None
    return isinstance(task, Morgana) and piece == MARKER_OF[task.colour]


CHOICES: dict[type[Task], Choice[Any]] = {
    Visits: Choice(_visit_options, _visit_answer),
    Act: Choice(_act_options, _act_answer),
    Exchanges: Choice(_exchange_options, _exchange_answer),
    Morgana: Choice(_morgana_options, _morgana_declined),
}
AUTOMATIC: dict[type[Task], Automatic] = {Use: use}
