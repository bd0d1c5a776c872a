"""The books at the start of a game: decks, border, what players begin with, and the cards to be turned up first."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.board import CENTRE, Colour
from companion.rules.books import Account, Books, Pile, PileKind, Spot
from companion.rules.cards import Box, Catalogue
from companion.rules.catalogue import shipped
from companion.rules.decks import border_of
from companion.rules.resources import Amounts
from companion.rules.rounds import DUNES_AT_START, numbered_dunes
from companion.rules.state import Edition, Settings
from companion.rules.tasks import Task, TurnCentre, TurnDune, TurnKept, TurnNomad, TurnTop

START = {
    Edition.BASE: Amounts(dates=2, salt=2, pepper=2, gold=1, vp=4),
    Edition.EXPANSION: Amounts(dates=1, salt=1, pepper=1, gold=1, water=2, vp=4),
}
"""What each player begins with (clauses SET-2, XSET-3)."""
EASIER = Amounts(dates=1, salt=1, pepper=1)
"""More for an easier first game with the expansion (clause XSET-3)."""


@dataclass(frozen=True, slots=True)
class Decks:
    """Which cards are played: ids; ``border``: those of the border cards 1 to 16. ``dunes``: the dune pile, or without
    the expansion the three that lie face up. ``personal``: dunes that each player gets one of (clause BDUN-3)."""

    tribe: tuple[str, ...]
    goods: tuple[str, ...]
    border: tuple[str, ...]
    dunes: tuple[str, ...] = ()
    personal: bool = False


def decks_of(edition: Edition, cards: Catalogue | None = None, bonus_dunes: bool = False) -> Decks:
    """The cards of an edition (clauses SET-6, XSET-2, XSET-4, BDUN-1); the owner's own cards come with the expansion, a
    tribe card only where its symbol is known."""
    cards = cards or shipped()
    expansion = edition is Edition.EXPANSION
    boxes = {Box.EXPANSION, Box.OWN} if expansion else {Box.BASE}
    tribe = tuple(name for name, card in cards.tribe.items() if card.box in boxes and card.symbol)
    goods = [card for card in cards.goods.values() if card.box in boxes | {Box.BASE}]
    boxes = (boxes - {Box.BASE}) | ({Box.BONUS} if bonus_dunes else set())
    dunes = [name for name, card in cards.dunes.items() if card.box in boxes]
    return Decks(
        tribe, tuple(card.id for card in goods for _ in range(card.copies)), border_of(edition, cards), tuple(dunes)
    )


def new_books(
    settings: Settings,
    decks: Decks,
    cards: Catalogue | None = None,
    options: frozenset[str] = frozenset(),
    easier: bool = False,
) -> Books:
    """The books of a new game: everything shuffled, nothing turned up yet."""
    expansion = settings.edition is Edition.EXPANSION
    purse = START[settings.edition] + (EASIER if easier else Amounts())
    players = {colour: Account() if settings.solo is colour.other else Account(purse) for colour in Colour}
    # At the corners and the middle lie goods cards in the base game, tribe cards in the expansion (SET-1, XSET-1).
    corner = PileKind.TRIBE if expansion else PileKind.GOODS
    kinds = [corner if index % 2 == 0 else corner.other for index in range(len(CENTRE))]
    to_turn: list[Task] = [TurnCentre(where) for where in CENTRE]
    if expansion:
        to_turn += [TurnTop(), *(TurnDune(where) for where in numbered_dunes(DUNES_AT_START))]
    if decks.personal:
        to_turn += [TurnKept(colour) for colour in Colour if players[colour].purse != Amounts()]
    if settings.solo and settings.start is None:
        to_turn.append(TurnNomad(start=True))
    books = Books(
        blue=players[Colour.BLUE],
        white=players[Colour.WHITE],
        border=decks.border,
        centre=tuple(Spot(kind, None, up=False) for kind in kinds),
        tribe=Pile(tuple(sorted(decks.tribe))),
        goods=Pile(tuple(sorted(decks.goods))),
        agenda=tuple(to_turn),
        top_open=expansion,
        options=options,
        cards=cards or shipped(),
    )
    if expansion or decks.personal:
        return replace(books, dunes=Pile(tuple(sorted(decks.dunes))))
    places = numbered_dunes(len(decks.dunes))
    return replace(books, open_dunes=tuple(zip(places, decks.dunes, strict=True)))
