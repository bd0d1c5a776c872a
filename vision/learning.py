"""Learning a deck from pictures, one a card."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
from numpy.typing import NDArray

from calibration.deck import Deck, LearntCard
from vision.cards import LEAST_LEAD, Namer, seen_alone
from vision.displays import display
from vision.naming import namer_of
from vision.outlines import Unfit, cut_out

Array = NDArray[Any]

QUALITY = 92


@dataclass(frozen=True, slots=True)
class Learning:
    """What came of learning: the deck; the pictures that could not be used, each with its reason; and pairs of cards,
    the later one first, that look the same.
    """

    deck: Deck
    unfit: tuple[tuple[str, Unfit], ...]
    same: tuple[tuple[str, str], ...]


def learn(pictures: Iterable[tuple[str, Array]]) -> Learning:
    """Learns the cards in pictures (name, (H, W, 3) uint8 BGR): scans, or photos of one card on a table."""
    cards, unfit, cuts = [], [], []
    for name, picture in pictures:
        cut = cut_out(picture)
        if isinstance(cut, Unfit):
            unfit.append((name, cut))
            continue
        coded, jpeg = cv2.imencode(".jpg", cut, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if coded:
            cards.append(LearntCard(name, jpeg.tobytes()))
            cuts.append((name, cut))
    return Learning(Deck(tuple(cards)), tuple(unfit), tuple(_same(cuts)))


def _same(cuts: list[tuple[str, Array]]) -> list[tuple[str, str]]:
    """Pairs that the namer could not tell apart."""
    namer = Namer(cuts)
    order = {name: number for number, (name, _) in enumerate(cuts)}
    pairs = set()
    for _, cut in cuts:
        fits = namer.fits(seen_alone(cut))
        if len(fits) > 1 and fits[1][1].total - fits[0][1].total < LEAST_LEAD:
            earlier, later = sorted((fits[0][0], fits[1][0]), key=order.__getitem__)
            pairs.add((later, earlier))
    return sorted(pairs, key=lambda pair: order[pair[0]])


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A card as it would be learnt: its ``picture`` (236, 364, 3) uint8 BGR, and the name of the card that it looks the
    same as, among those learnt already.
    """

    picture: Array
    same: str | None = None


class Bench:
    """A deck that is learnt card by card. Its file is written after each, so it can be gone on with later.

    Raises DeckError when there is a file that is no deck.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._deck = Deck.load(path) if path.exists() else Deck()
        self._namer = namer_of(self._deck)

    @property
    def names(self) -> tuple[str, ...]:
        """The cards learnt, in their order."""
        return tuple(card.name for card in self._deck.cards)

    def look(self, picture: Array) -> Shot | str:
        """The card in a picture (H, W, 3) uint8 BGR, or the code of what is wrong with it."""
        cut = cut_out(picture)
        if isinstance(cut, Unfit):
            return str(cut)
        known = self._namer.name(seen_alone(cut))
        return Shot(cut, known.name if known is not None and known.sure else None)

    def rows(self, picture: Array) -> tuple[tuple[str | None, ...], ...]:
        """The cards of a display in a picture (H, W, 3) uint8 BGR by rows; None: one that is not sure."""
        laid = display(picture, self._namer)
        return tuple(tuple(card.naming.name if card.naming else None for card in row) for row in laid)

    def keep(self, name: str, picture: Array) -> None:
        """Learns a card by a picture from ``look``, in the place of what had that name before. Raises OSError."""
        _, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        others = tuple(card for card in self._deck.cards if card.name != name)
        self._write(Deck((*others, LearntCard(name, jpeg.tobytes()))))
        self._namer.learn(name, picture)

    def write_out(self, path: Path) -> None:
        """A copy for another box. Raises OSError."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._deck.save(path)

    def take_in(self, path: Path) -> None:
        """Adds the cards of another deck that are not learnt here. Raises DeckError or OSError."""
        here = set(self.names)
        added = tuple(card for card in Deck.load(path).cards if card.name not in here)
        self._write(Deck((*self._deck.cards, *added)))
        self._namer = namer_of(self._deck)

    def _write(self, deck: Deck) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        deck.save(self._path)
        self._deck = deck
