"""Names of cards: a card seen in a picture held against those of the owner's deck.

A view is aligned to the likeliest learnt cards and compared with them block by block, so that cards which differ in a
few strokes are told apart by those strokes alone, and a figure or a glare costs every candidate the same. What fits
none of them well, or two of them alike, has no name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.aligning import Looked, Search, aligned, blurred, upside_down
from vision.comparing import Fit, Glance, Laid, clear_on_card, compared, moved, on_card, sharpness
from vision.fitting import CARD_MM, FINE, SIZE, Learnt, brightness, learnt, plain, sought, strokes
from vision.shining import shining

Array = NDArray[Any]

MARGIN_MM = 7.0
"""So much around its place is looked at: cards lie loosely."""
SHORTLIST, ALIGNED = 8, 2
"""At most so many learnt cards are compared, and so many of those that look alike from afar are laid on for it."""
FOUND = 0.75
"""Other gaps between the cards are tried until one is as like the view as this."""
WELL_LAID = 0.85
"""A card that is less like the view when it is laid on is tried upside down."""
WASHED_OUT = 250
"""Where all colours are this bright nothing can be seen."""
UPRIGHT = 0.02
"""A card that looks the same both ways, but for this, lies upright."""
MOST_MISFIT, LEAST_LEAD = 0.45, 4.0
"""A name is sure where no block fits worse, and where the next best card costs so many noises more."""
LEAD_SHARE = 0.1
"""And at least this share of what speaks against the best card itself: what disagrees anyway, since a lamp or a blur
has changed it, differs by chance from card to card.
"""
GLARING_MISFIT, FAR_AHEAD = 0.65, 300.0
"""Where no other card is anything like it, a block may fit as badly as this: a glare, or a figure's edge. One that was
not learnt may fit no worse than 0.9 where only few cards are known.
"""
BY_COLOUR = 10.0
"""From so many standard deviations on the colours tell two cards apart. Measured on real photos, the right card's are
at most 3 off, another one's with the same strokes at least 13.
"""
OPPOSITE = 0.4
"""A card whose colours are so far the opposite of the learnt one's in some block is another: blue where red should be,
as dark as that, hardly shows otherwise.
"""
STARK, EVERYWHERE = 0.035, 12.0
"""A block that is off by this (contrast squared), and by so many times what most blocks (nine in ten) are, shows
something else: an icon of another colour, however well all the rest fits.
"""
LAMP_EDGE, LAMP_LEAD = 7, 12.0
"""A mirrored lamp reaches a little farther than where it clearly shines: half of so many pixels at ``FINE``. Beside one
the next best card has to cost so many noises more.
"""
LEAST_CLEAR = 0.3
"""So much of a card must be seen for it to have a name."""


@dataclass(frozen=True, slots=True)
class Naming:
    """What a card is called, how sure that is (0 to 1), and what speaks against it.

    ``misfit``: the worst disagreement with the card named, 0 to 1. ``lead``: by how much the next best fits worse that
    is not told apart by its colours.
    ``name`` is the likeliest even where ``sure`` is False. ``turned``: the card lies upside down in its view.
    """

    name: str
    confidence: float
    misfit: float
    lead: float
    sure: bool
    turned: bool


def seen_at(image: Array, to_px: Callable[[Array], Array]) -> Array:
    """The place of a card with ``MARGIN_MM`` around it, (146, 210, 3) uint8 at ``FINE`` resolution.

    ``to_px`` takes points (N, 2) in mm, origin at the card's believed middle, x along its long side, to pixels of the
    ``image``.
    """
    twice = 2 * FINE
    width, height = (round((side + 2 * MARGIN_MM) * twice) for side in CARD_MM)
    x = (np.arange(0, width + 8, 8) - (width - 1) / 2) / twice
    y = (np.arange(0, height + 8, 8) - (height - 1) / 2) / twice
    grid = np.stack(np.meshgrid(x, y), axis=-1)
    coarse = to_px(grid.reshape(-1, 2)).reshape(len(y), len(x), 2).astype(np.float32)
    down, across = np.indices((height, width), np.float32) / 8
    maps = cv2.remap(coarse, across, down, cv2.INTER_LINEAR)
    picture = cv2.remap(image, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    view: Array = cv2.resize(picture, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return view


def seen_alone(picture: Array) -> Array:
    """A picture of a whole card (H, W, 3) uint8 as ``seen_at`` would give it: on a ground of its own rim's colour."""
    around = round(MARGIN_MM * FINE)
    small = cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA)
    view: Array = cv2.copyMakeBorder(small, around, around, around, around, cv2.BORDER_REPLICATE)
    return view


class Namer:
    """Knows the pictures of a deck: ``pictures`` are (name, (H, W, 3) uint8 BGR picture of the whole card)."""

    def __init__(self, pictures: Sequence[tuple[str, Array]]) -> None:
        self._cards = [learnt(name, picture) for name, picture in pictures]
        self._ready: tuple[Search, Glance] | None = None

    @classmethod
    def of(cls, cards: Iterable[Learnt]) -> Namer:
        """What knows these cards."""
        namer = cls(())
        namer._cards = list(cards)
        return namer

    @property
    def knows(self) -> int:
        """How many pictures it knows."""
        return len(self._cards)

    def learn(self, name: str, picture: Array) -> None:
        """One card more, or that card anew."""
        self._cards = [card for card in self._cards if card.name != name] + [learnt(name, picture)]
        self._ready = None

    def name(self, view: Array, hidden: Array | None = None) -> Naming | None:
        """The name of the card in a view from ``seen_at``; None where no learnt card is anything like it.

        ``hidden`` (146, 210) bool: what is covered by figures and says nothing.
        """
        return _decided(self.fits(view, hidden))

    def fits(self, view: Array, hidden: Array | None = None) -> list[tuple[str, Fit]]:
        """How the likeliest cards fit a view, see ``name``."""
        if not self._cards:
            return []
        if self._ready is None:
            self._ready = Search(self._cards), Glance(self._cards)
        search, glance = self._ready
        usable = np.ones(view.shape[:2], np.float32)
        usable[view.min(axis=2) >= WASHED_OUT] = 0
        usable[:] = cv2.erode(usable, np.ones((5, 5), np.uint8))
        if hidden is not None:
            usable[hidden] = 0
        drawn = strokes(plain(view))
        views = blurred(drawn, cv2.resize(usable, drawn.shape[1::-1], interpolation=cv2.INTER_AREA))
        found: list[tuple[float, Array, Looked]] = []
        for looked in search.look(sought(view, usable)):
            for card in looked.likeliest(ALIGNED):
                hit = self._laid_on(card, looked.poses[card], views, bool(looked.either_way[card]))
                found += [(*hit, looked)] if hit is not None else []
            if found and max(likeness for likeness, *_ in found) > FOUND:
                break
        if not found:
            return []
        _, pose, looked = max(found, key=lambda hit: hit[0])
        seen, clear = on_card(view, pose), clear_on_card(usable, pose)
        onto = plain(seen, clear)
        near = glance.nearest(onto, clear, SHORTLIST)
        blur = sharpness(self._cards[near[0]], onto, clear)
        laid = []
        for number in near:  # each as it lies best: none was cut out exactly like the other
            hit = self._laid_on(number, pose, views, bool(looked.either_way[number]), first=1)
            own, known = pose if hit is None else hit[1], self._cards[number]
            fine, grey = moved(known.fine, own, pose), moved(known.grey, own, pose)
            laid.append(Laid(known.name, fine, grey, bool(own[0, 0] < 0)))
        fits = _ranked(compared(laid, onto, clear, blur))
        naming = _decided(fits)
        if naming is None or naming.sure:
            return fits
        likeliest = next(one for one in laid if one.name == naming.name)
        told = np.maximum(clear, seen.min(axis=2) >= WASHED_OUT)
        shines = shining(brightness(seen), likeliest.grey, told)
        if not shines.any():
            return fits
        shines = cv2.dilate(shines.astype(np.uint8), np.ones((LAMP_EDGE, LAMP_EDGE), np.uint8)) > 0
        clear = clear * ~shines  # once more, without what a lamp mirrored in the card takes
        again = compared(laid, plain(seen, clear), clear, blur)
        return _ranked((name, replace(fit, lamp=True)) for name, fit in again)

    def _laid_on(
        self, number: int, start: Array, views: Sequence[Array], either_way: bool, first: int = 0
    ) -> tuple[float, Array] | None:
        """Likeness and pose of a card aligned from a start, the better way up."""
        hit = aligned(self._cards[number], views, start, first)
        if hit is None or either_way or hit[0] < WELL_LAID:
            other = aligned(self._cards[number], views, upside_down(start), first)
            both = [one for one in (hit, other) if one is not None]
            hit = max(both, key=lambda one: one[0] - UPRIGHT * (one[1][0, 0] < 0), default=None)
        return hit


def _ranked(fits: Iterable[tuple[str, Fit]]) -> list[tuple[str, Fit]]:
    """How each card fits, the best first; of two learnt by one name the better."""
    best: dict[str, Fit] = {}
    for name, fit in fits:
        if name not in best or fit.total < best[name].total:
            best[name] = fit
    return sorted(best.items(), key=lambda item: item[1].total)


def _decided(fits: Sequence[tuple[str, Fit]]) -> Naming | None:
    if not fits:
        return None
    name, best = fits[0]
    seen = best.clear > 0.5
    if seen.mean() < LEAST_CLEAR:
        return None
    misfit, rivals = _misfit(best), [fit for _, fit in fits[1:]]
    belied = any(fit.colours < -BY_COLOUR and _misfit(fit) <= MOST_MISFIT for fit in rivals)
    leads = [(fit.total - best.total, fit.colours) for fit in rivals]
    enough = max(LAMP_LEAD if best.lamp else LEAST_LEAD, LEAD_SHARE * best.total)
    lead = min((lead for lead, colours in leads if colours <= BY_COLOUR), default=2 * enough)
    confidence = (1 - min(misfit, 2.0) / 2) * (1 - 0.5 ** (lead / LEAST_LEAD))
    far = bool(leads) and min(leads)[0] >= FAR_AHEAD
    fitting = (misfit <= MOST_MISFIT and lead >= enough) or (misfit <= GLARING_MISFIT and far)
    sure = fitting and not belied and best.opposite < OPPOSITE and not _stark(best)
    return Naming(name, confidence, misfit, lead, sure, best.turned)


def _misfit(fit: Fit) -> float:
    """The worst disagreement of a block that can be seen."""
    return float(fit.misfit[fit.clear > 0.5].max(initial=0.0))


def _stark(fit: Fit) -> bool:
    """Whether one block stands out of all that can be seen."""
    off = fit.rest[fit.clear > 0.5]
    return bool(off.size) and float(off.max()) > max(STARK, EVERYWHERE * float(np.percentile(off, 90)))
