"""Cards come into a display, out of it, and into the hand; what their effects do once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.rules.abilities import Ability, StoredTokens, Timing
from companion.rules.board import Colour
from companion.rules.board_abilities import (
    DrawGoods,
    LayDune,
    RenewAction,
    TakeDiscardedTribe,
    UseAnyBorderCard,
    UseRobberCardAndOpposite,
)
from companion.rules.book_moves import Lay
from companion.rules.books import DISPLAY_CARDS, Account, LaidCard, PileKind, Slot
from companion.rules.cards import TribeCard
from companion.rules.ledger import account, books_of, discard, first, gain, with_account, without_card
from companion.rules.paying import Terms, payments
from companion.rules.play_abilities import (
    ExchangeGoods,
    GoodsPerCards,
    GoodsPerFreePlaces,
    GoodsPerPlainCard,
    KeepDune,
    LayMarkedFor,
    MoveLaidCards,
    OpponentTargis,
    SwapCards,
    SwapHandWithCentre,
    Take,
    TakeTopCost,
    TakeUnmarkedTribe,
    TargiaService,
)
from companion.rules.resources import Amounts
from companion.rules.rounds import robber_of
from companion.rules.state import State
from companion.rules.tasks import (
    ChangeGoods,
    LayMarked,
    Rearranging,
    Renew,
    Service,
    SwapHand,
    Swapping,
    TakeDiscarded,
    TakeOne,
    TakeUnmarked,
    Task,
    TurnCost,
    TurnGoods,
    Visits,
)
from companion.rules.tasks import KeepDune as KeepDuneTask
from companion.rules.visits import border_targets, opposite_target


def lay_moves(state: State, colour: Colour, card: str, terms: Terms) -> Iterator[Lay]:
    """Every way for that player to lay that card: row and payment (clauses TRB-1, TRB-4, TRB-5)."""
    books = books_of(state)
    owned = books.of(colour)
    if not owned.open_rows:
        return
    facts = books.tribe_card(card)
    for payment in payments(owned, facts.cost if facts else None, terms):
        for row in owned.open_rows:
            yield Lay(colour, card, row, payment.pay, payment.stored, payment.bracket)


def lay(state: State, move: Lay) -> State:
    """The card is paid for and laid; wherever it came from it has left already."""
    books = books_of(state)
    facts = books.tribe_card(move.card)
    owned = _spent(books.of(move.colour), move)
    state = with_account(state, move.colour, owned)
    if facts and facts.cost and move.bracket:
        state = gain(state, move.colour, Amounts(vp=facts.cost.bracket_vp))
    return came_in(state, move.colour, move.card, move.row)


def _spent(owned: Account, move: Lay) -> Account:
    """What the player has left; gold on own cards is taken from the first of them."""
    rows, stored = [], move.stored
    for row in owned.rows:
        cards = []
        for card in row:
            taken = min(stored, card.gold)
            stored -= taken
            cards.append(replace(card, gold=card.gold - taken))
        rows.append(tuple(cards))
    purse = owned.purse - replace(move.pay, gold=move.pay.gold - move.stored)
    return replace(owned, purse=purse, rows=tuple(rows))


def came_in(state: State, colour: Colour, card: str, row: int) -> State:
    """The card lies at the end of that row from now on (clause TRB-1)."""
    owned = account(state, colour)
    rows = list(owned.rows)
    rows[row - 1] = (*rows[row - 1], LaidCard(card))
    state = with_account(state, colour, replace(owned, rows=tuple(rows)))
    return newly_laid(state, colour, Slot(row, len(rows[row - 1])))


def newly_laid(state: State, colour: Colour, where: Slot) -> State:
    """The card there acts as one just laid: tokens come onto it, what happens at once happens (clause XTRB-1)."""
    books = books_of(state)
    owned = books.of(colour)
    card = owned.at(where)
    if card is None:
        raise ValueError(f"no card lies on {where}")
    facts = books.tribe_card(card.card)
    if owned.laid == DISPLAY_CARDS:  # END-1
        state = replace(state, twelfth=state.twelfth or colour)
    if facts is None or facts.effect is None:
        return state
    if is_once(facts):
        return with_account(state, colour, owned.put(where, LaidCard(card.card, action=True)))
    if isinstance(facts.effect, StoredTokens):
        tokens = LaidCard(card.card, gold=facts.effect.gold, water=facts.effect.water)
        return with_account(state, colour, owned.put(where, tokens))
    return carried_out(state, colour, facts.effect)


def is_once(facts: TribeCard) -> bool:
    """Whether the card's effect waits for its action token (clause XTRB-3)."""
    if facts.effect is None:
        return False
    return facts.timing is Timing.ONCE or (facts.timing is None and facts.effect.when == {Timing.ONCE})


def carried_out(state: State, colour: Colour, effect: Ability) -> State:
    """What that effect does when it is used: at laying, with its token, or on a sand dune. Lasting effects do nothing
    here."""
    books = books_of(state)
    if isinstance(effect, OpponentTargis):
        return replace(state, targis_next=state.targis_next.with_(colour.other, effect.targis))
    if isinstance(effect, TargiaService):
        return first(gain(state, colour, Amounts(vp=effect.vp)), Service(colour))
    return first(state, *_tasks(state, colour, effect, books.of(colour)))


def _tasks(state: State, colour: Colour, effect: Ability, owned: Account) -> tuple[Task, ...]:
    match effect:
        case Take(either=either):
            return (TakeOne(colour, either),)
        case GoodsPerCards(every=every, goods=goods):
            return _goods(colour, owned.laid // every * goods)
        case GoodsPerFreePlaces(every=every, goods=goods):
            return _goods(colour, (DISPLAY_CARDS - owned.laid) // every * goods)
        case GoodsPerPlainCard(goods=goods):
            return _goods(colour, plain_cards(state, colour) * goods)
        case MoveLaidCards(cards=cards):
            return (Rearranging(colour, cards),)
        case SwapCards():
            return (Swapping(colour),)
        case KeepDune():
            return (KeepDuneTask(colour),)
        case TakeUnmarkedTribe():
            return (TakeUnmarked(colour),)
        case TakeTopCost():
            return (TurnCost(colour),)
        case LayMarkedFor(price=price):
            return (LayMarked(colour, price),)
        case SwapHandWithCentre():
            return (SwapHand(colour),)
        case ExchangeGoods():
            return (ChangeGoods(colour),)
        case DrawGoods(cards=cards):
            return (TurnGoods(colour, False),) * cards
        case TakeDiscardedTribe():
            return (TakeDiscarded(colour),)
        case RenewAction():
            return (Renew(colour),)
        case UseAnyBorderCard(goods=goods):
            return (Visits(colour, border_targets(), 1), *_goods(colour, goods))
        case UseRobberCardAndOpposite():
            robber = state.robber or robber_of(state.round)
            targets = (str(robber.number), *opposite_target(robber))
            return (Visits(colour, targets, len(targets)),)
        case LayDune():
            raise ValueError("a dune is laid where it is used")
    return ()


def _goods(colour: Colour, count: int) -> tuple[Task, ...]:
    return (TakeOne(colour, (Amounts(goods=count),)),) if count else ()


def plain_cards(state: State, colour: Colour) -> int:
    """How many cards without text that player has laid, sand dunes among them (clause XSCO-4)."""
    books = books_of(state)
    facts = (books.tribe_card(card.card) for _, card in books.of(colour).slots())
    return sum(card is None or card.plain for card in facts)


def take_into_hand(state: State, colour: Colour, card: str) -> State:
    owned = account(state, colour)
    return with_account(state, colour, replace(owned, hand=(*owned.hand, card)))


def out_of_hand(state: State, colour: Colour, card: str) -> State:
    owned = account(state, colour)
    return with_account(state, colour, replace(owned, hand=without_card(owned.hand, card)))


def given_away(state: State, colour: Colour, where: Slot) -> State:
    """The last card of that row leaves the display for its discard pile (clauses XRAID-16, XTRB-9)."""
    owned = account(state, colour)
    card = owned.at(where)
    if card is None:
        raise ValueError(f"no card lies on {where}")
    rows = list(owned.rows)
    rows[where.row - 1] = rows[where.row - 1][: where.place - 1]
    state = with_account(state, colour, replace(owned, rows=tuple(rows)))
    dune = books_of(state).dune_card(card.card) is not None
    return discard(state, PileKind.DUNES if dune else PileKind.TRIBE, card.card)
