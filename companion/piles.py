"""How many cards are left in the piles on the table, which anybody may look up at any time (clause SET-6).

The books hold the cards that are known by name; the piles on the table hold those of the box: of the expansion not
every card is known, and of a mixed deck nobody knows which half of the cards it is. So the table's pile is made anew at
another moment than the books', and its cards are counted from the first to the last position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.agreement import Agreement
from companion.rules.books import Books, PileKind
from companion.rules.cards import Box
from companion.rules.invariants import census
from companion.rules.state import Edition
from companion.rules.tasks import TurnDune, TurnKept

TRIBE_CARDS = 45
"""Of each box, and of a mixed deck (clauses FAQ-12, XMIX-1)."""
DUNE_CARDS = 20
"""Of the expansion (clause XSET-4)."""
OUT_UNSEEN = 1
"""Of the Bonus-Box's dunes where each player gets one of them (clause BDUN-3)."""

Left = Mapping[PileKind, int | None]
"""The cards left in each pile there is; None: nobody can know."""


def left(agreed: Agreement, edition: Edition, books: Iterable[Books | None]) -> Left:
    """The cards left in the piles. ``books``: those of every position from the first move on. Empty without books.

    Books that were opened later know nothing of what had been drawn before.
    """
    kept = list(books)
    last = kept[-1] if kept else None
    if last is None:
        return {}
    kinds = (PileKind.TRIBE, PileKind.GOODS, *([PileKind.DUNES] if edition is Edition.EXPANSION else []))
    if kept[0] is None:
        return dict.fromkeys(kinds)
    known = [each for each in kept if each is not None]
    return {kind: _now(kind, agreed, known) for kind in kinds}


def _now(kind: PileKind, agreed: Agreement, kept: list[Books]) -> int | None:
    last = kept[-1]
    if kind is PileKind.GOODS:  # every one is known, each as often as it is there
        return last.left(kind)
    total = _total(kind, agreed, last)
    count = last.left(kind) if len(_cards(kind, last)) == total else followed(kind, total, kept)
    lying = sum(isinstance(task, TurnDune | TurnKept) for task in last.agenda if kind is PileKind.DUNES)
    return count and max(0, count - lying)


def _total(kind: PileKind, agreed: Agreement, books: Books) -> int:
    """The cards of that pile at the start, as they come out of the boxes."""
    if kind is PileKind.TRIBE:
        return TRIBE_CARDS if agreed.mixed else max(TRIBE_CARDS, len(_cards(kind, books)))
    own = sum(card.box is Box.BONUS for card in books.cards.dunes.values())
    bonus = own if agreed.bonus_dunes or agreed.personal_dunes else 0
    return max(DUNE_CARDS + bonus, len(_cards(kind, books))) - (OUT_UNSEEN if agreed.personal_dunes else 0)


def _cards(kind: PileKind, books: Books) -> list[str]:
    """The names of all cards of that pile's kind, wherever they are."""
    names = books.cards.tribe if kind is PileKind.TRIBE else books.cards.dunes
    return [name for name in census(books) if name in names]


def followed(kind: PileKind, total: int, kept: Iterable[Books]) -> int | None:
    """The cards left in a pile of that many, followed from books to books, for cards of which there is one each. The
    cards in play are those that the books know of. None: more have been drawn than there were, or the books have run
    out of cards to name while there are some on the table, and know nothing of those turned up since."""
    before: Books | None = None
    discards, count = 0, total
    for books in _changed(kind, kept):
        pile, was = books.pile(kind), (before or books).pile(kind)
        there = {*was.bag, *was.old, *was.discards, was.top}
        came = len({*pile.bag, *pile.discards} - there)
        came += len(set(pile.discards) & {*was.bag, *was.old, was.top})
        anew = not set(was.discards).isdisjoint(pile.bag)
        gone = 0 if anew else len(set(was.discards).difference(pile.discards))
        in_play = len(_cards(kind, books)) - books.left(kind) - len(pile.discards)
        discards += came - gone
        count = total - in_play - discards
        least = 0 if pile.top is None else 1
        if count < least:  # the discards were made a pile before this card was turned up (clauses ACT-8, ACT-9)
            discards = came
            count = total - in_play - discards
        if count < least or (count > 0 and not books.left(kind) and not pile.discards):
            return None
        before = books
    return count


def _changed(kind: PileKind, kept: Iterable[Books]) -> Iterator[Books]:
    """The books in which something about that pile is another than before, and the last ones."""
    before: Books | None = None
    for books in kept:
        if before is None or books.pile(kind) is not before.pile(kind) or books.centre is not before.centre:
            yield books
        before = books
    if before is not None:
        yield before
