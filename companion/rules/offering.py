"""Tribe cards on offer: the marked one, one turned up, one of the discards; and cards of a display that move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from typing import Any

from companion.rules.board import MARKER_OF, Colour, PieceKind, Place
from companion.rules.board_abilities import LayDune, TribalExpansion
from companion.rules.book_moves import Decline, Discard, Keep, Lay, Pick, Rearrange, Swap, Trade
from companion.rules.books import Account, LaidCard, PileKind, Slot
from companion.rules.cards import DISPLAY_ROWS, ROW_CARDS, Box
from companion.rules.choices import Automatic, Choice, traded, unexpected
from companion.rules.laying import (
    carried_out,
    is_once,
    lay,
    lay_moves,
    newly_laid,
    out_of_hand,
    take_into_hand,
)
from companion.rules.ledger import (
    account,
    books_of,
    discard,
    first,
    later,
    pay,
    set_laid,
    taken_from,
    with_account,
    with_pile,
    with_spot,
    without_card,
)
from companion.rules.moving import Move
from companion.rules.paying import Terms, terms_for
from companion.rules.resources import NOTHING, Amounts, goods_choices, payable
from companion.rules.state import Edition, State, moved
from companion.rules.tasks import (
    Again,
    ChangeGoods,
    DuneDone,
    KeepDune,
    LayMarked,
    Offer,
    Rearranging,
    Renew,
    SwapHand,
    Swapping,
    TakeDiscarded,
    TakeOne,
    TakeUnmarked,
    Task,
    TurnEnds,
    TurnKept,
    TurnTribe,
    UseDune,
)

# --- one card ---


def _tribal(state: State, act: str | None) -> TribalExpansion:
    effect = books_of(state).cards.border[act].effect if act else None
    return effect if isinstance(effect, TribalExpansion) else TribalExpansion()


def _offer_options(state: State, task: Offer) -> Iterator[Move]:
    books, colour = books_of(state), task.colour
    act = _tribal(state, task.act)
    yield from lay_moves(state, colour, task.card, terms_for(books, colour, task.card, discount=act.discount))
    if act.hand and books.hand_free(colour):
        yield Keep(colour, task.card)
    yield Discard(colour, task.card)
    if task.where:
        yield Decline(colour)


def _offer_answer(state: State, task: Offer, move: Move) -> State:
    if isinstance(move, Decline):  # it stays where it lies (ACT-6)
        return state
    act = _tribal(state, task.act)
    if task.act and act.again and (isinstance(move, Discard) or not act.after_discard):
        state = first(state, Again(task.colour, task.act, task.turn))
    if task.where:
        state = taken_from(state, task.where)
    if isinstance(move, Discard):
        state = discard(state, PileKind.TRIBE, task.card)
        return first(state, TakeOne(task.colour, (act.discard,))) if act.discard != NOTHING else state
    return _taken(state, move)


def _taken(state: State, move: Move) -> State:
    match move:
        case Lay():
            return lay(state, move)
        case Keep(colour=colour, card=card):
            return take_into_hand(state, colour, card)
    raise unexpected(move)


def _again_options(state: State, task: Again) -> Iterator[Move]:
    books = books_of(state)
    act = _tribal(state, task.card)
    more = books.left(PileKind.TRIBE) or books.tribe.discards
    if act.again and more and (not act.times or task.turn <= act.times):
        for given in payable(books.of(task.colour).purse, act.again):
            yield Trade(task.colour, given, NOTHING)
    yield Decline(task.colour)


def _again_answer(state: State, task: Again, move: Move) -> State:
    match move:
        case Decline():
            return state
        case Trade(give=give):
            return first(pay(state, task.colour, give), TurnTribe(task.colour, task.card, task.turn + 1))
    raise unexpected(move)


def _lay_or_keep(state: State, colour: Colour, card: str) -> Iterator[Move]:
    books = books_of(state)
    yield from lay_moves(state, colour, card, terms_for(books, colour, card))
    if books.hand_free(colour):
        yield Keep(colour, card)


def _discarded_options(state: State, task: TakeDiscarded) -> Iterator[Move]:
    for card in books_of(state).tribe.discards:
        yield from _lay_or_keep(state, task.colour, card)
    yield Decline(task.colour)


def _discarded_answer(state: State, task: TakeDiscarded, move: Move) -> State:
    if isinstance(move, Lay | Keep):
        books = books_of(state)
        pile = replace(books.tribe, discards=without_card(books.tribe.discards, move.card))
        return _taken(replace(state, books=with_pile(books, PileKind.TRIBE, pile)), move)
    return state


def free_tribe_cards(state: State) -> Iterator[tuple[Place, str]]:
    """Face-up central tribe cards without a marker (clause XTRB-8)."""
    marked = {where for piece, where in state.standing if piece.kind is PieceKind.MARKER}
    yield from ((where, card) for where, card in _tribe_cards(state) if where not in marked)


def _tribe_cards(state: State) -> Iterator[tuple[Place, str]]:
    for where, spot in books_of(state).spots():
        if spot.up and spot.card and spot.pile is PileKind.TRIBE:
            yield where, spot.card


def _unmarked_options(state: State, task: TakeUnmarked) -> Iterator[Move]:
    for _, card in free_tribe_cards(state):
        yield from _lay_or_keep(state, task.colour, card)
    yield Decline(task.colour)


def _unmarked_answer(state: State, task: TakeUnmarked, move: Move) -> State:
    if isinstance(move, Lay | Keep):
        where = next(where for where, card in free_tribe_cards(state) if card == move.card)
        return _taken(taken_from(state, where), move)
    return state


def _marked_options(state: State, task: LayMarked) -> Iterator[Move]:
    markers = state.markers_of(task.colour)
    for where, card in _tribe_cards(state):
        if where in markers:
            yield from lay_moves(state, task.colour, card, Terms(price=task.price))
    yield Decline(task.colour)


def _marked_answer(state: State, task: LayMarked, move: Move) -> State:
    if not isinstance(move, Lay):
        return state
    where = next(where for where, card in _tribe_cards(state) if card == move.card)
    state = replace(state, standing=moved(state.standing, MARKER_OF[task.colour], where, None))
    if not state.figures_of(task.colour):
        state = later(state, TurnEnds(task.colour))
    return lay(taken_from(state, where), move)


# --- cards of the display ---


def _rearranging_options(state: State, task: Rearranging) -> Iterator[Move]:
    owned = account(state, task.colour)
    filled = [where for where, _ in owned.slots()]
    places = [Slot(row, place) for row in range(1, DISPLAY_ROWS + 1) for place in range(1, ROW_CARDS + 1)]
    for count in range(1, task.cards + 1):
        for taken in combinations(filled, count):
            left = set(filled) - set(taken)
            for goals in permutations([where for where in places if where not in left], count):
                shifts = tuple(zip(taken, goals, strict=True))
                if all(where != goal for where, goal in shifts) and _without_gaps(left | set(goals)):
                    yield Rearrange(task.colour, shifts)
    yield Decline(task.colour)


def _without_gaps(filled: set[Slot]) -> bool:
    return all(where.place == 1 or Slot(where.row, where.place - 1) in filled for where in filled)


def _rearranged(state: State, task: Any, move: Move) -> State:
    if not isinstance(move, Rearrange):
        return state
    owned = account(state, move.colour)
    cards = dict(owned.slots())
    lifted = [(goal, cards.pop(where)) for where, goal in move.shifts]
    cards |= dict(lifted)
    return with_account(state, move.colour, replace(owned, rows=_rows(cards)))


def _rows(cards: dict[Slot, LaidCard]) -> tuple[tuple[LaidCard, ...], ...]:
    order = sorted(cards)
    return tuple(tuple(cards[where] for where in order if where.row == row) for row in range(1, DISPLAY_ROWS + 1))


def _swapping_options(state: State, task: Swapping) -> Iterator[Move]:
    books = books_of(state)
    owned = books.of(task.colour)
    filled = [where for where, _ in owned.slots()]
    for one, other in combinations(filled, 2):
        yield Rearrange(task.colour, ((one, other), (other, one)))
    for card in owned.hand:
        for where, laid in owned.slots():
            if books.dune_card(laid.card) is None:
                yield Swap(task.colour, card, str(where))
    yield Decline(task.colour)


def _swapped(state: State, task: Swapping, move: Move) -> State:
    if not isinstance(move, Swap):
        return _rearranged(state, task, move)
    owned = account(state, task.colour)
    where, laid = next((where, laid) for where, laid in owned.slots() if str(where) == move.target)
    state = take_into_hand(out_of_hand(state, task.colour, move.card), task.colour, laid.card)
    return newly_laid(set_laid(state, task.colour, where, LaidCard(move.card)), task.colour, where)


def _swap_hand_options(state: State, task: SwapHand) -> Iterator[Move]:
    for card in account(state, task.colour).hand:
        yield from (Swap(task.colour, card, str(where)) for where, _ in free_tribe_cards(state))
    yield Decline(task.colour)


def _hand_swapped(state: State, task: SwapHand, move: Move) -> State:
    if not isinstance(move, Swap):
        return state
    where, card = next((where, card) for where, card in free_tribe_cards(state) if str(where) == move.target)
    books = books_of(state)
    spot = books.spot(where)
    swapped = with_spot(books, where, spot and replace(spot, card=move.card))
    return take_into_hand(out_of_hand(replace(state, books=swapped), task.colour, move.card), task.colour, card)


def spent_once_cards(state: State, colour: Colour) -> Iterator[tuple[Slot, LaidCard]]:
    """Laid cards of that player whose action token is gone."""
    books = books_of(state)
    for where, card in books.of(colour).slots():
        facts = books.tribe_card(card.card)
        if facts and is_once(facts) and not card.action:
            yield where, card


def _renew_options(state: State, task: Renew) -> Iterator[Move]:
    yield from (Pick(task.colour, str(where)) for where, _ in spent_once_cards(state, task.colour))
    yield Decline(task.colour)


def _renewed(state: State, task: Renew, move: Move) -> State:
    for where, card in spent_once_cards(state, task.colour):
        if isinstance(move, Pick) and move.target == str(where):
            return set_laid(state, task.colour, where, replace(card, action=True))
    return state


def _change_options(state: State, task: ChangeGoods) -> Iterator[Move]:
    owned = Amounts(*_goods(account(state, task.colour).purse))
    for wanted in goods_choices(owned.all_goods):
        kept = Amounts(*map(min, _goods(wanted), _goods(owned)))
        if kept != owned:
            yield Trade(task.colour, owned - kept, wanted - kept)
    yield Decline(task.colour)


def _goods(amounts: Amounts) -> tuple[int, int, int]:
    return amounts.dates, amounts.salt, amounts.pepper


# --- sand dunes ---


def _dune_options(state: State, task: UseDune) -> Iterator[Move]:
    books = books_of(state)
    facts = books.dune_card(task.card)
    effect = facts.effect if facts else None
    if isinstance(effect, LayDune):
        yield from lay_moves(state, task.colour, task.card, Terms(price=effect.price))
    elif effect is not None:
        yield Pick(task.colour, task.card)
    yield Decline(task.colour)


def _dune_answer(state: State, task: UseDune, move: Move) -> State:
    """A dune is used, or passed: then it goes all the same (clause XDUN-2)."""
    books = books_of(state)
    if isinstance(move, Lay):
        return lay(_dune_leaves(state, task.where), move)
    if task.where is None:
        state = _kept_dune_goes(state, task.card)
    facts = books.dune_card(task.card)
    if isinstance(move, Pick) and facts and facts.effect:
        return carried_out(state, task.colour, facts.effect)
    return state


def _dune_leaves(state: State, where: Place | None) -> State:
    books = books_of(state)
    left = tuple((there, card) for there, card in books.open_dunes if there != where)
    return replace(state, books=replace(books, open_dunes=left))


def _kept_dune_goes(state: State, card: str) -> State:
    """It goes to its discard pile; where the Bonus-Box's dunes are personal it leaves the game (clause BDUN-3)."""
    books = books_of(state)
    facts = books.dune_card(card)
    if state.settings.edition is Edition.BASE and facts and facts.box is Box.BONUS:
        return replace(state, books=replace(books, gone=(*books.gone, card)))
    return discard(state, PileKind.DUNES, card)


def dune_done(state: State, task: DuneDone) -> State:
    """The dune goes to its discard pile; without the expansion it is turned over (clauses XDUN-2, BDUN-2)."""
    books = books_of(state)
    card = books.dune_at(task.where)
    if card is None or task.where in state.dunes:
        return state
    state = _dune_leaves(state, task.where)
    if state.settings.edition is Edition.EXPANSION:
        return discard(state, PileKind.DUNES, card)
    return replace(state, books=replace(books_of(state), turned=(*books.turned, card)))


def _keep_options(state: State, task: KeepDune) -> Iterator[Move]:
    books = books_of(state)
    for where, _ in books.open_dunes:
        if where in state.dunes and not state.standing.at(where):
            yield Pick(task.colour, str(where))
    if books.left(PileKind.DUNES) or books.dunes.discards:
        yield Pick(task.colour, "pile")
    yield Decline(task.colour)


def _kept(state: State, task: KeepDune, move: Move) -> State:
    match move:
        case Decline():
            return state
        case Pick(target="pile"):
            return first(state, TurnKept(task.colour))
        case Pick(target=target):
            where, card = next((where, card) for where, card in books_of(state).open_dunes if str(where) == target)
            dunes = tuple(other for other in state.dunes if other != where)
            return keep_dune(replace(_dune_leaves(state, where), dunes=dunes), task.colour, card)
    raise unexpected(move)


def keep_dune(state: State, colour: Colour, card: str) -> State:
    """The dune lies beside that player, for a later turn."""
    owned: Account = account(state, colour)
    return with_account(state, colour, replace(owned, fresh=(*owned.fresh, card)))


CHOICES: dict[type[Task], Choice[Any]] = {
    Offer: Choice(_offer_options, _offer_answer),
    Again: Choice(_again_options, _again_answer),
    TakeDiscarded: Choice(_discarded_options, _discarded_answer),
    TakeUnmarked: Choice(_unmarked_options, _unmarked_answer),
    LayMarked: Choice(_marked_options, _marked_answer),
    Rearranging: Choice(_rearranging_options, _rearranged),
    Swapping: Choice(_swapping_options, _swapped),
    SwapHand: Choice(_swap_hand_options, _hand_swapped),
    Renew: Choice(_renew_options, _renewed),
    ChangeGoods: Choice(_change_options, traded),
    UseDune: Choice(_dune_options, _dune_answer),
    KeepDune: Choice(_keep_options, _kept),
}
AUTOMATIC: dict[type[Task], Automatic] = {DuneDone: dune_done}
