"""Books as people keep them on the screen: opened for a new game, a card named, a purse or a display put right.

Functions from a position to a position's books; they go to the game as `SetBooks`. A card of which people know only the
symbol and the VP stands in the books under an id of its own, as an own card without cost and effect. So do the cards
of the expansion that nobody knows yet but for their symbol: one of them makes way when people say what it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.agreement import Agreement
from companion.rules.agenda import at_hand, made
from companion.rules.board import Colour
from companion.rules.book_moves import Reveal, SetBooks
from companion.rules.books import Account, Books, LaidCard, Pile, PileKind, Slot
from companion.rules.cards import DISPLAY_ROWS, ROW_CARDS, Box, Catalogue, TribeCard
from companion.rules.catalogue import shipped, with_additions
from companion.rules.clauses import clauses
from companion.rules.decks import SYMBOL_CARDS
from companion.rules.ledger import books_of
from companion.rules.moves import Move, SetDunes
from companion.rules.resources import Amounts, Symbol
from companion.rules.setting_up import decks_of, new_books
from companion.rules.state import Edition, Phase, Settings, State
from companion.rules.tasks import AndyPlaces, Morgana, Offer, Turn, TurnCentre, TurnDune, TurnKept, TurnTop, TurnTribe

UNKNOWN = "some-"
"""How ids of cards begin of which only symbol and VP are known."""
MOST_VP = 5
"""The most VP that is offered for such a card."""
_WAITING = (TurnCentre, TurnTop, TurnDune, TurnKept)


def house_rules() -> tuple[str, ...]:
    """The house rules that books know, in the order of the clauses."""
    return tuple(clause.option.name for clause in clauses() if clause.option)


def opened(settings: Settings, agreed: Agreement, cards: Catalogue | None = None) -> SetBooks:
    """The books of a new game."""
    cards = cards or shipped()
    decks = decks_of(settings.edition, cards, agreed.bonus_dunes or agreed.personal_dunes)
    decks = replace(decks, border=agreed.border_in(settings.edition, cards), personal=agreed.personal_dunes)
    if agreed.mixed:  # which nine of each symbol lie in the pile nobody knows: any may be turned up
        decks = replace(decks, tribe=tuple(name for name, card in cards.tribe.items() if card.symbol))
    elif settings.edition is Edition.EXPANSION:
        cards, nameless = _nine_of_each(cards, decks.tribe)
        decks = replace(decks, tribe=(*decks.tribe, *nameless))
    return SetBooks(new_books(settings, decks, cards, agreed.options, agreed.easier))


def _nine_of_each(cards: Catalogue, known: Iterable[str]) -> tuple[Catalogue, tuple[str, ...]]:
    """The catalogue with nameless cards besides, until there are nine of each symbol (clause XMIX-1), and their
    ids."""
    count = Counter(cards.tribe[name].symbol for name in known)
    nameless = {
        f"{_unknown(symbol)}{number}": symbol
        for symbol in Symbol
        for number in range(1, SYMBOL_CARDS - count[symbol] + 1)
    }
    texts = (f'\n[[tribe]]\nid = "{name}"\nsymbol = "{symbol}"\n' for name, symbol in nameless.items())
    return (with_additions(cards.additions + "".join(texts)) if nameless else cards), tuple(nameless)


def first_moves(settings: Settings, agreed: Agreement, cards: Catalogue | None = None) -> Iterator[Move]:
    """What a new game begins with: the books, or the Bonus-Box's dunes face up where only the table is followed."""
    if agreed.books:
        yield opened(settings, agreed, cards)
    elif agreed.bonus_dunes and settings.edition is Edition.BASE:
        yield SetDunes(sum(card.box is Box.BONUS for card in (cards or shipped()).dunes.values()))


def opened_late(state: State, cards: Catalogue | None = None) -> Books:
    """Books for a game that has kept none: nothing is to be turned up, the players own nothing yet. They are for
    the scoring."""
    books = new_books(state.settings, decks_of(state.settings.edition, cards), cards)
    return replace(books, blue=Account(), white=Account(), agenda=())


# --- cards that are turned up ---


def may_wait(state: State) -> bool:
    """Whether the cards to be named can be named later: figures and markers are placed meanwhile."""
    early = state.phase in (Phase.PLACING, Phase.MARKING)
    return early and state.books is not None and all(isinstance(task, _WAITING) for task in state.books.agenda)


def put_off(state: State) -> State:
    """The position with those cards left for later, for whoever asks what may be placed now."""
    return replace(state, books=replace(books_of(state), agenda=())) if state.books and may_wait(state) else state


def without_books_tasks(state: State) -> State:
    """The position as the table alone asks for it: figures go on while something is still to be chosen in the books.
    Only what figures themselves do for the books stays."""
    if state.books is None or isinstance(at_hand(state), Morgana | AndyPlaces):
        return state
    return replace(state, books=replace(state.books, agenda=()))


def unknown_card(cards: Catalogue, symbol: Symbol, vp: int) -> tuple[Catalogue, str]:
    """The catalogue with one more card of which only that is known, and its id."""
    number = 1 + sum(name.startswith(UNKNOWN) for name in cards.tribe)
    name = f"{_unknown(symbol)}{vp}-{number}"
    text = f'\n[[tribe]]\nid = "{name}"\nsymbol = "{symbol}"\nvp = {vp}\n'
    return with_additions(cards.additions + text), name


def is_nameless(cards: Catalogue, card: str) -> bool:
    """Whether nothing is known of that card but its symbol, not even its VP."""
    return card.startswith(UNKNOWN) and card in cards.tribe and cards.tribe[card].vp is None


def unknown_symbol(card: str) -> Symbol | None:
    """The symbol of a card of which only that and the VP are known; None for every other."""
    return next((symbol for symbol in Symbol if card.startswith(_unknown(symbol))), None)


def _unknown(symbol: Symbol) -> str:
    return f"{UNKNOWN}{symbol}-".replace("_", "-")


def named_unknown(state: State, symbol: Symbol, vp: int) -> SetBooks:
    """The card at hand is turned up, and people say of it only that. The pile has one card less: that of its cards
    which it most likely is, a nameless one before all others."""
    books, task = books_of(state), at_hand(state)
    spot = books.spot(task.where) if isinstance(task, TurnCentre) else None
    pile = books.tribe
    cards, name = unknown_card(books.cards, symbol, vp)
    there = _without_likeliest(books, pile.old if spot and spot.old else pile.bag, symbol, vp)
    there = tuple(sorted((*there, name)))
    pile = replace(pile, old=there) if spot and spot.old else replace(pile, bag=there)
    known = replace(state, books=replace(books, cards=cards, tribe=pile))
    return SetBooks(made(known, Reveal(name)).books)


def with_unknown(books: Books, symbol: Symbol, vp: int) -> tuple[Books, str]:
    """The books with a card that people have met elsewhere, of which they know only that, and its id: one of the
    nameless cards was it."""
    cards, name = unknown_card(books.cards, symbol, vp)
    nameless = (each for each in books.tribe.bag if is_nameless(cards, each) and cards.tribe[each].symbol is symbol)
    gone = next(nameless, None)
    bag = tuple(each for each in books.tribe.bag if each != gone)
    return replace(books, cards=cards, tribe=replace(books.tribe, bag=bag)), name


def _without_likeliest(books: Books, there: tuple[str, ...], symbol: Symbol, vp: int) -> tuple[str, ...]:
    def unlike(name: str) -> tuple[bool, bool, int, bool]:
        card = books.cards.tribe[name]
        return (
            card.symbol is not symbol,
            not is_nameless(books.cards, name),
            abs((card.vp or 0) - vp),
            not card.plain,
        )

    gone = min(there, key=unlike, default=None)
    return tuple(name for name in there if name != gone)


def names_tribe_card(state: State) -> bool:
    """Whether the card to be named is a tribe card that nobody has seen yet."""
    task = at_hand(state)
    if not isinstance(task, Turn) or state.books is None:
        return False
    if isinstance(task, TurnCentre):
        spot = state.books.spot(task.where)
        return spot is not None and spot.pile is PileKind.TRIBE and spot.card is None
    return isinstance(task, TurnTop | TurnTribe)


# --- put right by people ---


def with_purse(books: Books, colour: Colour, purse: Amounts) -> Books:
    """That player owns that. Raises ValueError for less than nothing."""
    if min(purse.dates, purse.salt, purse.pepper, purse.gold, purse.water, purse.vp) < 0:
        raise ValueError("less than nothing cannot be owned")
    return _with_account(books, colour, replace(books.of(colour), purse=purse))


def with_card(books: Books, colour: Colour, where: Slot, card: str | None) -> Books:
    """That card lies there, taken from wherever it was; None: nothing, and what lies right of it moves up
    (clause TRB-1). A card for a place with a gap before it goes to the end of the row."""
    if card is not None:
        books = _without(books, card)
    owned = books.of(colour)
    rows = [list(row) for row in owned.rows]
    row, at = rows[where.row - 1], where.place - 1
    there = row[at].card if at < len(row) else None
    if card is None:
        del row[at : at + 1]
    elif there is None:
        if len(row) >= ROW_CARDS:
            raise ValueError(f"row {where.row} is full")
        row.append(LaidCard(card))
    else:
        row[at] = LaidCard(card)
    books = _with_account(books, colour, replace(owned, rows=tuple(map(tuple, rows))))
    return _back(books, there)


def free_cards(books: Books) -> tuple[TribeCard, ...]:
    """The tribe cards of this game that lie in no display and no hand, as far as people may know them."""
    pile = books.tribe
    there = {*pile.bag, *pile.old, *pile.discards, *([pile.top] if pile.top else [])}
    there |= {spot.card for spot in books.centre if spot and spot.card}
    there = {name for name in there if not is_nameless(books.cards, name)}
    return tuple(card for name, card in books.cards.tribe.items() if name in there and card.symbol)


def _with_account(books: Books, colour: Colour, owned: Account) -> Books:
    return replace(books, blue=owned) if colour is Colour.BLUE else replace(books, white=owned)


def _without(books: Books, card: str) -> Books:
    """Without that card, wherever it lies in a pile or in the middle."""
    pile = books.tribe
    bag, old, discards = (tuple(name for name in part if name != card) for part in (pile.bag, pile.old, pile.discards))
    books = replace(books, tribe=Pile(bag, old, discards, None if pile.top == card else pile.top))
    centre = tuple(None if spot and spot.card == card else spot for spot in books.centre)
    agenda = tuple(task for task in books.agenda if not (isinstance(task, Offer) and task.card == card))
    return replace(books, centre=centre, agenda=agenda)


def _back(books: Books, card: str | None) -> Books:
    """A card taken out of a display goes to the discards; one that stood for an unknown card is just gone."""
    if card is None or card.startswith(UNKNOWN) or card in books.cards.dunes:
        return books
    return replace(books, tribe=replace(books.tribe, discards=(*books.tribe.discards, card)))


def open_slots(account: Account) -> tuple[Slot, ...]:
    """The places of a display that are laid, and the next one of each row with room."""
    return tuple(
        Slot(row, place)
        for row in range(1, DISPLAY_ROWS + 1)
        for place in range(1, min(ROW_CARDS, len(account.rows[row - 1]) + 1) + 1)
    )
