"""Whether books can be at all: asked of what a log says they are, since a person may have edited it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from companion.rules.andy import NOMADS
from companion.rules.board import CENTRE, CORNERS, PlaceKind, place
from companion.rules.board_abilities import Exchange, FataMorgana, TribalExpansion
from companion.rules.books import Account, Books, PileKind
from companion.rules.cards import DISPLAY_ROWS, ROW_CARDS
from companion.rules.clauses import clauses
from companion.rules.decks import border_faults
from companion.rules.exchanging import rates_of
from companion.rules.tasks import (
    Act,
    Again,
    AndyPlaces,
    DuneDone,
    Exchanges,
    Morgana,
    Offer,
    PayRaid,
    Raided,
    ServiceCard,
    TakeGoods,
    Task,
    TurnCentre,
    TurnDune,
    TurnTribe,
    UseDune,
    Visits,
)
from companion.rules.visits import TARGIA_TARGET

MOST_TOKENS = 9


def check(books: Books) -> None:
    """Raises ValueError with the reason when such books cannot be."""
    for fault in border_faults(books.border, books.cards):
        raise ValueError(f"the border: {fault.card or fault.number}, {str(fault.code).replace('_', ' ')}")
    for name, owned in (("blue", books.blue), ("white", books.white)):
        _check_account(name, owned)
    _check_places(books)
    for kind, counts in _cards(books).items():
        _check_counts(kind, counts, _copies(books, kind))
    for task in books.agenda:
        if not _possible(books, task):
            raise ValueError(f"{task.word} cannot be done")


def _check_account(name: str, owned: Account) -> None:
    if owned.purse.goods:
        raise ValueError(f"{name}: goods of choice cannot be owned")
    if len(owned.rows) != DISPLAY_ROWS or any(len(row) > ROW_CARDS for row in owned.rows):
        raise ValueError(f"{name}: a display has {DISPLAY_ROWS} rows of at most {ROW_CARDS} cards")
    for row in owned.rows:
        for card in row:
            if not (0 <= card.gold <= MOST_TOKENS and 0 <= card.water <= MOST_TOKENS):
                raise ValueError(f"{name}: so many tokens cannot lie on {card.card}")


def _check_places(books: Books) -> None:
    if len(books.centre) != len(CENTRE):
        raise ValueError(f"there are {len(CENTRE)} central places")
    if any(spot and spot.up and spot.card is None for spot in books.centre):
        raise ValueError("a face-up central card is not named")
    if any(spot and spot.pile is PileKind.DUNES for spot in books.centre):
        raise ValueError("dunes do not lie in the middle")
    for kind in PileKind:
        old = sum(spot is not None and spot.pile is kind and spot.old for spot in books.centre)
        if books.left(kind) < 0 or len(books.pile(kind).old) != old:
            raise ValueError(f"more or fewer {kind} cards lie face down than there are")
        if books.pile(kind).top and kind is not PileKind.TRIBE:
            raise ValueError(f"no top card of the {kind} lies open")
    dunes = [where for where, _ in books.open_dunes]
    if len(set(dunes)) != len(dunes) or any(where.kind is not PlaceKind.DUNE for where in dunes):
        raise ValueError("open dunes lie on dunes, one on each")
    if len(set(books.nomads)) != len(books.nomads) or not set(books.nomads) <= set(NOMADS):
        raise ValueError("these are no nomad cards")
    known = {clause.option.name for clause in clauses() if clause.option}
    for option in sorted(books.options - known):
        raise ValueError(f"there is no house rule {option}")


# --- cards ---


def _cards(books: Books) -> Mapping[PileKind, Counter[str]]:
    """Every card there is, by the kind its place asks for."""
    found = {kind: Counter(_of_pile(books, kind)) for kind in PileKind}
    for owned in (books.blue, books.white):
        found[PileKind.TRIBE].update(owned.hand)
        found[PileKind.DUNES].update(owned.dunes + owned.fresh)
        for row in owned.rows:
            for card in row:
                kind = PileKind.DUNES if books.dune_card(card.card) else PileKind.TRIBE
                found[kind][card.card] += 1
    found[PileKind.DUNES].update(card for _, card in books.open_dunes)
    found[PileKind.DUNES].update(books.turned + books.gone)
    return found


def _of_pile(books: Books, kind: PileKind) -> Iterator[str]:
    pile = books.pile(kind)
    yield from pile.bag + pile.old + pile.discards
    if pile.top:
        yield pile.top
    yield from (spot.card for spot in books.centre if spot and spot.card and spot.pile is kind)


def _copies(books: Books, kind: PileKind) -> Mapping[str, int]:
    if kind is PileKind.GOODS:
        return {name: card.copies for name, card in books.cards.goods.items()}
    return dict.fromkeys(books.cards.tribe if kind is PileKind.TRIBE else books.cards.dunes, 1)


def _check_counts(kind: PileKind, counts: Counter[str], copies: Mapping[str, int]) -> None:
    for name, count in sorted(counts.items()):
        if name not in copies:
            raise ValueError(f"{name} lies with the {kind} cards and is none")
        if count > copies[name]:
            raise ValueError(f"{name} is there {count} times, and there is no more than {copies[name]} of it")


# --- what is to be done ---


def _possible(books: Books, task: Task) -> bool:
    """Whether what the task names is there."""
    border = books.cards.border
    match task:
        case Exchanges(colour=colour, card=card, done=done):
            trades = card in border and isinstance(border[card].effect, Exchange)
            return trades and len(done) == len(rates_of(books, colour, card))
        case Morgana(card=card):
            return card in border and isinstance(border[card].effect, FataMorgana)
        case Again(card=card) | TurnTribe(card=card):
            return card in border and isinstance(border[card].effect, TribalExpansion)
        case Act(card=card):
            return card in border
        case Offer(card=card, where=None, act=act):
            offers = act is not None and act in border and isinstance(border[act].effect, TribalExpansion)
            return card in books.cards.tribe and offers
        case TakeGoods(card=card, where=None) | ServiceCard(card=card):
            return card in books.cards.goods
        case Offer(card=card, where=where) | TakeGoods(card=card, where=where):
            spot = books.spot(where) if where in CENTRE else None
            return spot is not None and spot.card == card
        case UseDune(card=card, where=where):
            return card in books.cards.dunes and (where is None or where.kind is PlaceKind.DUNE)
        case Visits(targets=targets):
            return all(target == TARGIA_TARGET or _border_number(target) for target in targets)
        case PayRaid(corner=corner) | Raided(corner=corner):
            return corner in CORNERS
        case TurnCentre(where=where):
            return where in CENTRE
        case TurnDune(where=where) | DuneDone(where=where):
            return where.kind is PlaceKind.DUNE
        case AndyPlaces(where=where):
            return where.kind is not PlaceKind.CENTRE
    return True


def _border_number(text: str) -> bool:
    try:
        where = place(text)
    except ValueError:
        return False
    return where.kind is PlaceKind.BORDER and where not in CORNERS
