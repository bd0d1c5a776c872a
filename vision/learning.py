"""Learning a deck from pictures, one a card."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import cv2
from numpy.typing import NDArray

from calibration.deck import Deck, LearntCard
from vision.cards import LEAST_LEAD, Namer, seen_alone
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
