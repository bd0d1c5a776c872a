"""Names for the central cards and the face-up sand dunes of a registered picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.deck import Deck, DeckError, LearntCard
from companion.rules.board import CENTRE, PIECES, CardKind, CardName, PieceKind, Place, PlaceKind, cell_of, dune
from vision import board, places
from vision.board import Straightened
from vision.cards import MARGIN_MM, Namer, seen_at
from vision.fitting import CARD_MM, FINE, LIGHT_MM, Learnt, learnt, plain, unit
from vision.geometry import PITCH_MM, Pose, apart_mm, camera_place
from vision.reader import FRAME, Spot

Array = NDArray[Any]
Point = tuple[float, float]

STANDS = 0.2
"""A spot as sure as this hides what is behind it."""
TALL_MM = {PieceKind.MARKER: 20.0}
"""Heights of pieces; all others are ``FIGURE_MM`` at most (rules/readings, section 8)."""
FIGURE_MM = 45.0
LOOKS, TRIES = 2, 3
"""So many cards are looked at in one picture, and one that stays unsure so many times."""
COVERED = 0.08
"""A card of which this share is hidden is not looked at anew."""
LEAST_PX_PER_MM, ENOUGH_PX_PER_MM = 1.0, 3.0
"""With fewer pixels a mm a card has no name: likenesses of another may be all that shows. More than the second tell
nothing more (docs/names.svg).
"""
SMALL, UNCHANGED = (35, 24), 0.93
"""A card from afar, in so many pixels, is as like as this to its last look while nobody touches the card."""
WIDE_MM = 10.0
"""Half the width of what a piece hides, its rim and its contact shadow with it."""
SAME_DUNE_MM = 25.0
"""A dune's middle is made out a little elsewhere in each picture; another dune lies a card's height away."""
DUNE_CORE_MM = 25.0
"""To each side of its middle a dune shows its own face, whichever way it lies."""
ALONG, ACROSS = np.eye(2), np.array([[0.0, -1.0], [1.0, 0.0]])
"""How a card lies: as the board's do, or, of the dunes, turned by a quarter."""


def namer_of(deck: Deck) -> Namer:
    """What knows the cards of a deck again; pictures that cannot be read are left out."""
    return Namer.of(card for card in map(_learnt, deck.cards) if card is not None)


def _learnt(card: LearntCard) -> Learnt | None:
    picture = cv2.imdecode(np.frombuffer(card.jpeg, np.uint8), cv2.IMREAD_COLOR) if card.jpeg else None
    return learnt(card.name, picture) if picture is not None and min(picture.shape[:2]) >= 24 else None


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """A card's name (None: not sure), how it looked from afar then, and how often it was looked at."""

    name: CardName | None
    seen: Array
    looked: int


class Names:
    """The names on a watched table: a card is looked at again when it has changed, and keeps its name while a figure
    covers it.

    ``deck``: the file of the deck, read again whenever it has changed. Without one, or with one that cannot be used,
    nothing has a name. ``closer`` takes the same view once with all pixels that the camera has, (H, W, 3) uint8 BGR,
    and gives None where those are no more. It pauses the camera: it is asked for when cards have come or changed, all
    lies still, no hand is there, and the picture has fewer pixels than a name can use.
    """

    def __init__(self, deck: Path, closer: Callable[[], Array | None] | None = None) -> None:
        self._deck = deck
        self._closer = closer
        self._close: tuple[Array, Pose] | None = None
        self._stamp: int | None = None
        self._learnt: dict[LearntCard, Learnt | None] = {}
        self._namer = Namer([])
        self._known: dict[Point, _Known] = {}  # by its middle (u, v)

    def _read_deck(self) -> None:
        stamp = self._deck.stat().st_mtime_ns if self._deck.exists() else None
        if stamp != self._stamp:
            self._stamp, self._known = stamp, {}
            try:
                cards = Deck.load(self._deck).cards if stamp is not None else ()
            except DeckError:  # said where the deck is learnt
                cards = ()
            before = self._learnt  # a deck that is learnt card by card is read again after each
            self._learnt = {card: before[card] if card in before else _learnt(card) for card in cards}
            self._namer = Namer.of(card for card in self._learnt.values() if card is not None)

    def named(
        self,
        image: Array,
        pose: Pose,
        picture: Array,
        kinds: dict[Place, CardKind],
        spots: Iterable[Spot],
        calm: bool = False,
        dunes: Sequence[Point] = (),
    ) -> dict[Place, CardName | None]:
        """The names of the nine central cards and of the dunes; at most ``LOOKS`` of them are looked at in one picture.

        ``picture`` (352, 640, 3) uint8: the image straightened to ``reader.FRAME``. ``calm``: nothing moves.
        ``dunes``: the middles (u, v) of those that lie face up, in the order of their numbers.
        """
        self._read_deck()
        if not self._namer.knows:
            return self.known(dunes)
        lying, standing = _lying(dunes), _standing(spots)
        known_at, afar = self._follow(dunes), _afar(picture)
        looks = {where: afar[where] if where in afar else _dune_afar(picture, at) for where, at in known_at.items()}
        wanted: dict[Place, bool] = {}  # whether it is the card known there
        for where, at in known_at.items():
            kind, known = kinds.get(where, CardKind.UNKNOWN), self._known.get(at)
            if kind in (CardKind.BACK_TRIBE, CardKind.BACK_GOODS, CardKind.EMPTY):
                self._known.pop(at, None)
            if not _face_up(where, kind):
                continue
            alike = known is not None and float(looks[where] @ known.seen) > UNCHANGED
            done = known is not None and (known.name is not None or known.looked >= TRIES)
            if alike and done:
                continue
            same = alike or (known is not None and _hidden(pose, at, standing).mean() > COVERED)
            if same and done:
                continue
            if not same:  # another card lies there: it has no name until it is looked at
                self._known.pop(at, None)
            wanted[where] = same
        if not calm or not wanted:
            self._close = None
        elif self._close is None and not all(wanted.values()):
            self._close = self._closer_look(pose)
        for where, same in list(wanted.items())[:LOOKS]:
            at = known_at[where] if same else lying[where]
            again = self._known[at].looked + 1 if same else 1
            if self._close is not None:  # what it does not tell, looking at it again does not tell either
                again = TRIES
            found = _name(self._namer, *(self._close or (image, pose)), where, at, standing)
            self._known[at] = _Known(found, looks[where] if at == known_at[where] else _dune_afar(picture, at), again)
        return self.known(dunes)

    def _follow(self, dunes: Sequence[Point]) -> dict[Place, Point]:
        """Where each card is known by: a dune by its middle when it was looked at."""
        return {
            where: at if at in self._known else next((old for old in self._known if _same_dune(old, at)), at)
            for where, at in _lying(dunes).items()
        }

    def _closer_look(self, pose: Pose) -> tuple[Array, Pose] | None:
        """The view with all pixels and where the board lies in it; None where that is no gain, or a hand has come."""
        if self._closer is None or pose.pixels_per_mm() >= ENOUGH_PX_PER_MM:
            return None
        image = self._closer()
        if image is None:
            self._closer = None
            return None
        seen = board.settle(image, replace(pose, size=(image.shape[1], image.shape[0])), rounds=1, lens=False)
        blocked, _ = places.covered(seen.reading)
        return None if blocked or board.score(seen.reading) < board.LEAST_SCORE else (image, seen.pose)

    def known(self, dunes: Sequence[Point] = ()) -> dict[Place, CardName | None]:
        """The names by the last picture, as far as they are known; see ``named``."""
        return {where: self._known[at].name if at in self._known else None for where, at in self._follow(dunes).items()}


def named(
    image: Array,
    pose: Pose,
    namer: Namer,
    kinds: dict[Place, CardKind],
    spots: Iterable[Spot],
    dunes: Sequence[Point] = (),
) -> dict[Place, CardName | None]:
    """The names of the nine central cards and of the dunes, whose middles (u, v) are given; None where none lies face
    up, it is not sure, or it was not learnt.
    """
    standing = _standing(spots)
    return {
        where: _name(namer, image, pose, where, at, standing)
        if _face_up(where, kinds.get(where, CardKind.UNKNOWN))
        else None
        for where, at in _lying(dunes).items()
    }


def _lying(dunes: Sequence[Point]) -> dict[Place, Point]:
    """The middles of the central cards and of the dunes."""
    return {where: cell_of(where) for where in CENTRE} | {dune(n): at for n, at in enumerate(dunes, start=1)}


def _face_up(where: Place, kind: CardKind) -> bool:
    """Whether a card lies there to be named: what is seen as a dune lies face up."""
    return where.kind is PlaceKind.DUNE or kind in (CardKind.TRIBE, CardKind.GOODS)


def _same_dune(one: Point, other: Point) -> bool:
    return apart_mm(one, other) < SAME_DUNE_MM


def _standing(spots: Iterable[Spot]) -> list[tuple[Array, float]]:
    """Foot in mm and height of what surely stands."""
    return [
        (np.array(spot.uv) * PITCH_MM, TALL_MM.get(PIECES[int(np.argmax(spot.scores))].kind, FIGURE_MM))
        for spot in spots
        if spot.confidence >= STANDS
    ]


def _afar(picture: Array) -> dict[Place, Array]:
    """How each central card of a straightened picture looks in ``SMALL`` pixels, freed of the light; of length one."""
    light = LIGHT_MM * float(np.mean(np.array(FRAME.scale_px) / PITCH_MM))
    free = plain(picture[FRAME.part((2, 2), 1.5)], light_px=light)
    small = cv2.resize(free, (3 * SMALL[0], 3 * SMALL[1]), interpolation=cv2.INTER_AREA)
    cards = small.reshape(3, SMALL[1], 3, SMALL[0], 3).transpose(2, 0, 1, 3, 4)
    return {where: unit(cards[column - 1, row - 1]) for where in CENTRE for column, row in [cell_of(where)]}


def _dune_afar(picture: Array, middle: Point) -> Array:
    """The same for a dune beside the board, whose middle alone is looked at: it may lie either way."""
    corners = FRAME.to_px(np.array(middle) + np.array([[-1], [1]]) * DUNE_CORE_MM / np.array(PITCH_MM))
    (left, top), (right, bottom) = np.maximum(np.round(corners), 0).astype(int).tolist()
    seen = picture[top:bottom, left:right]
    light = LIGHT_MM * float(np.mean(np.array(FRAME.scale_px) / PITCH_MM))
    return unit(cv2.resize(plain(seen, light_px=light), SMALL, interpolation=cv2.INTER_AREA))


def _view(image: Array, pose: Pose, middle: Point, lies: Array) -> Array:
    """A card's view, as the namer takes it."""
    pitch = np.array(PITCH_MM)
    return seen_at(image, lambda points_mm: pose.to_image(np.array(middle) + points_mm @ lies.T / pitch))


def _name(
    namer: Namer,
    image: Array,
    pose: Pose,
    where: Place,
    middle: Point,
    standing: Sequence[tuple[Array, float]],
) -> CardName | None:
    """The name of a card that lies face up; a dune may also lie across."""
    if pose.pixels_per_mm() < LEAST_PX_PER_MM:
        return None
    for lies in (ALONG, ACROSS) if where.kind is PlaceKind.DUNE else (ALONG,):
        found = namer.name(_view(image, pose, middle, lies), _hidden(pose, middle, standing, lies))
        if found is not None and found.sure:
            return CardName(found.name, round(found.confidence, 2))
    return None


def _hidden(pose: Pose, middle: Point, standing: Sequence[tuple[Array, float]], lies: Array = ALONG) -> Array:
    """What of a card's view (146, 210) bool the pieces hide, as they lean away from the camera's foot."""
    middle_mm, camera = np.array(middle) * PITCH_MM, camera_place(pose)
    width, height = (round((side + 2 * MARGIN_MM) * FINE) for side in CARD_MM)
    mask = np.zeros((height, width), np.uint8)
    foot = np.array(camera.foot_uv) * np.array(PITCH_MM)
    for base, tall in standing:
        top = base + (base - foot) * tall / max(camera.height_mm - tall, tall)
        ends = [
            tuple(
                np.round((point - middle_mm) @ lies * FINE + np.array([width - 1, height - 1]) / 2).astype(int).tolist()
            )
            for point in (base, top)
        ]
        cv2.line(mask, ends[0], ends[1], 1, round(2 * WIDE_MM * FINE))
    hidden: Array = mask > 0
    return hidden


def names_in(
    namer: Namer | Names,
    image: Array,
    seen: Straightened,
    kinds: dict[Place, CardKind],
    spots: Iterable[Spot],
    blocked: bool,
    calm: bool = False,
    dunes: Sequence[Point] = (),
) -> dict[Place, CardName | None] | None:
    """The names of the central cards and of the dunes (their middles (u, v)) of a single picture, or of the next one of
    a watched table. ``blocked``: something hides part of the board, and no card is looked at: a single picture tells
    nothing then. ``calm``: nothing moves.
    """
    if isinstance(namer, Names):
        if blocked:
            return namer.known(dunes)
        return namer.named(image, seen.pose, seen.picture, kinds, spots, calm, dunes)
    return None if blocked else named(image, seen.pose, namer, kinds, spots, dunes)
