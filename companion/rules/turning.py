"""Cards that chance turns up: which may come, and what follows from the one that comes."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.andy import LAST_OF_PERSON, NOMADS, andys_place, nomad, nomad_number
from companion.rules.board import Place
from companion.rules.books import PileKind, Spot
from companion.rules.ledger import books_of, discard, drawn, first, ready, with_pile, with_spot
from companion.rules.offering import keep_dune
from companion.rules.state import State
from companion.rules.tasks import (
    AndyPlaces,
    Offer,
    ServiceCard,
    TakeGoods,
    TakeOne,
    Turn,
    TurnCentre,
    TurnCost,
    TurnDune,
    TurnGoods,
    TurnKept,
    TurnNomad,
    TurnService,
    TurnTop,
    TurnTribe,
)

_PILES: dict[type[Turn], PileKind] = {
    TurnTop: PileKind.TRIBE,
    TurnTribe: PileKind.TRIBE,
    TurnCost: PileKind.TRIBE,
    TurnGoods: PileKind.GOODS,
    TurnService: PileKind.GOODS,
    TurnDune: PileKind.DUNES,
    TurnKept: PileKind.DUNES,
}


def prepared(state: State, task: Turn) -> State:
    """The pile the card comes from is made anew when it is empty (clause ACT-8)."""
    return ready(state, _PILES[type(task)]) if type(task) in _PILES else state


def pool(state: State, task: Turn) -> tuple[str, ...]:
    """The cards of which one comes, each as often as there are of it; empty when there is none."""
    books = books_of(state)
    match task:
        case TurnNomad():
            return tuple(nomad(number) for number in NOMADS if number not in books.nomads)
        case TurnCentre(where=where):
            spot = books.spot(where)
            if spot is None or spot.up:
                return ()
            pile = books.pile(spot.pile)
            return (spot.card,) if spot.card else pile.old if spot.old else pile.bag
    kind = _PILES[type(task)]
    pile = books.pile(kind)
    if pile.top and not isinstance(task, TurnTop):
        return (pile.top,)
    return pile.bag if books.left(kind) and not pile.top else ()


def none_left(state: State, task: Turn) -> State:
    """There is no card to turn up."""
    if isinstance(task, TurnDune):
        return replace(state, dunes=tuple(where for where in state.dunes if where != task.where))
    return state


def turned_up(state: State, task: Turn, card: str) -> State:
    """That card is turned up."""
    match task:
        case TurnNomad(start=start):
            return _nomad(state, card, start)
        case TurnCentre(where=where):
            return _centre(state, where, card)
        case TurnTop():
            books = books_of(drawn(state, PileKind.TRIBE, card))
            return replace(state, books=with_pile(books, PileKind.TRIBE, replace(books.tribe, top=card)))
    state = drawn(state, _PILES[type(task)], card)
    match task:
        case TurnTribe(colour=colour, card=act, turn=turn):
            return first(state, Offer(colour, card, None, act, turn))
        case TurnCost(colour=colour):
            facts = books_of(state).tribe_card(card)
            state = discard(state, PileKind.TRIBE, card)
            return first(state, TakeOne(colour, facts.cost.either)) if facts and facts.cost else state
        case TurnGoods(colour=colour, border=border):
            return first(discard(state, PileKind.GOODS, card), TakeGoods(colour, card, None, border))
        case TurnService(colour=colour):
            return first(state, ServiceCard(colour, card))
        case TurnDune(where=where):
            books = books_of(state)
            return replace(state, books=replace(books, open_dunes=(*books.open_dunes, (where, card))))
        case TurnKept(colour=colour):
            return keep_dune(state, colour, card)
    raise TypeError(f"{task} turns no card up")


def _centre(state: State, where: Place, card: str) -> State:
    spot = books_of(state).spot(where)
    if spot is None:
        raise ValueError(f"nothing lies on {where}")
    if spot.card is None:
        state = drawn(state, spot.pile, card, old=spot.old)
    return replace(state, books=with_spot(books_of(state), where, Spot(spot.pile, card, up=True)))


def _nomad(state: State, card: str, start: bool) -> State:
    books, number, person = books_of(state), nomad_number(card), state.settings.solo
    if person is None:
        return state
    if start:  # it is shuffled back
        return replace(state, start_player=person if number <= LAST_OF_PERSON else person.other)
    state = replace(state, books=replace(books, nomads=(*books.nomads, number)))
    return first(state, AndyPlaces(andys_place(state, number, books.options)))
