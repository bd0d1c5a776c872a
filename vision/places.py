"""From what was read to what stands where: spots to places, surfaces to kinds of cards, sand dunes in order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import inf, log
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.board import (
    BORDER,
    CENTRE,
    CORNERS,
    PIECE_COUNTS,
    PIECES,
    ROBBER,
    TARGIA,
    CardKind,
    Doubt,
    Piece,
    PieceKind,
    Place,
    PlaceKind,
    Standing,
    cell_of,
    dune,
    place_at,
)
from vision import board, reader
from vision.geometry import PITCH_MM
from vision.reader import Reading, Spot, Surface

Array = NDArray[Any]
Dunes = tuple[tuple[float, float], ...]
"""Centres (u, v) of the open sand dune cards."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How sure a spot must be to be taken as a piece: on a border card, where nothing else comes to lie, less will do
    than in the central area and on the dunes, where new cards come too.
    """

    on_border: float
    elsewhere: float


ALONE = Wanted(0.14, 0.5)
"""For a picture that has to tell everything by itself."""
FOLLOWED = Wanted(0.2, 0.45)
"""For one of many: what is new must show on a border card more surely, since another look comes soon; in the centre
what was there is not to be lost, and what is not there does not stay.
"""
DOUBTFUL = 0.8
"""A spot that is nearly as sure, by this share, is a place to ask about."""
SURE_TOO_MANY = 0.65
"""A Targi or marker beyond those there are in the box, or a second one on a card, is taken when it is this sure."""
ROBBER_SURE = 0.05
"""There is a Robber on every table: the surest spot of this sureness is it."""
RIVAL_SHARE = 0.7
"""A spot is asked about when another piece is nearly as likely."""
SIXTEEN = 0.15
"""What a pair of Robber and Targia gains when their numbers make 16."""
BESIDE_MM = {PieceKind.TARGI: 12.0, PieceKind.ROBBER: 45.0, PieceKind.TARGIA: 45.0}
"""How far outside the board's rim a piece may stand and still belong to its border card: Robber and Targia often walk
beside the cards, to leave them to the Targis. These stand on theirs, and what else lies at the rim is the supply.
"""
OTHER_CARD = 0.6
"""Beside the board a card counts as none of it from this share on; a figure on it stands in a display."""
DUNE_REACH = (0.62, 0.62)
"""How far from a dune's centre a figure may stand and still belong to it, in pitches."""
COVERED_SHARE = 0.12
"""A place is covered when a hand hides this share of its card."""
BLOCKING_CELLS = 40
"""The board is blocked when a hand hides this many cells of the reading's grid on its 25 cards (a seventh of a
card).
"""

_CELLS = reader.cells_uv()
_BOARD = (np.abs(_CELLS[..., 0] - 2) < 2.48) & (np.abs(_CELLS[..., 1] - 2) < 2.46)
_CELLS_A_PITCH = (reader.FRAME.scale_px[0] / reader.STRIDE, reader.FRAME.scale_px[1] / reader.STRIDE)


def covered(reading: Reading) -> tuple[bool, frozenset[Place]]:
    """Whether a hand or another foreign thing hides part of the 5x5 board, and the places it hides."""
    hand = reading.hand > 0.5
    on_board = hand & _BOARD
    if on_board.sum() < BLOCKING_CELLS:
        return False, frozenset()
    count, _, stats, _ = cv2.connectedComponentsWithStats(on_board.astype(np.uint8))
    if count < 2 or stats[1:, cv2.CC_STAT_AREA].max() < BLOCKING_CELLS:
        return False, frozenset()
    # A figure above a hidden base shows beside it, so what a hand nearly touches is not read either.
    grown = cv2.dilate(on_board.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return True, frozenset(where for where in (*BORDER, *CENTRE) if grown[board.inside(where)].mean() > COVERED_SHARE)


def dunes(reading: Reading) -> Dunes:
    """Centres (u, v) of the face-up sand dune cards beside the board, numbered as the contract says: top first,
    then left.
    """
    likely = (reading.surface[Surface.DUNE] > 0.5) & ~_BOARD
    count, labels, stats, _ = cv2.connectedComponentsWithStats(likely.astype(np.uint8), connectivity=4)
    centres: list[tuple[float, float]] = []
    for label in range(1, count):
        left, top, width, height, area = stats[label]
        across, down = width / _CELLS_A_PITCH[0], height / _CELLS_A_PITCH[1]
        covered_pitches = area / (_CELLS_A_PITCH[0] * _CELLS_A_PITCH[1])
        if covered_pitches < 0.4 or min(across, down) < 0.5:
            continue
        columns, rows = _laid(across * PITCH_MM[0], down * PITCH_MM[1], covered_pitches * PITCH_MM[0] * PITCH_MM[1])
        for row in range(rows):
            for column in range(columns):
                x = left + width * (column + 0.5) / columns
                y = top + height * (row + 0.5) / rows
                near = labels[int(y) - 2 : int(y) + 3, int(x) - 2 : int(x) + 3]
                if (near == label).any():
                    uv = reader.FRAME.to_uv(np.array([[x * reader.STRIDE - 0.5, y * reader.STRIDE - 0.5]]))[0]
                    centres.append((float(uv[0]), float(uv[1])))
    return tuple(sorted(centres, key=lambda centre: (round(centre[1] / 0.5), centre[0])))


def _laid(width_mm: float, height_mm: float, area_mm2: float) -> tuple[int, int]:
    """Columns and rows of cards laid edge to edge that make one patch of this size, lying like the board's cards or
    turned by a quarter. How thick the patch is on the whole tells them apart: a figure makes its outline wider.
    """
    upright = height_mm >= width_mm
    length, thickness = max(width_mm, height_mm), area_mm2 / max(width_mm, height_mm)
    best = (inf, 1, 1)
    for card in (PITCH_MM, PITCH_MM[::-1]):
        along, across = (card[1], card[0]) if upright else card
        number, beside = max(1, round(length / along)), max(1, round(thickness / across))
        off = abs(log(length / (number * along))) + abs(log(thickness / (beside * across)))
        best = min(best, (off, beside, number) if upright else (off, number, beside))
    return best[1:]


def kinds(reading: Reading, hidden: frozenset[Place]) -> dict[Place, CardKind]:
    """What kind of card lies in each central place."""
    of_surface = {
        CardKind.TRIBE: Surface.TRIBE,
        CardKind.GOODS: Surface.GOODS,
        CardKind.BACK_TRIBE: Surface.BACK_TRIBE,
        CardKind.BACK_GOODS: Surface.BACK_GOODS,
        CardKind.EMPTY: Surface.TABLE,
    }
    shares, result = board.surfaces(reading), {}
    for where in CENTRE:
        best = max(of_surface, key=lambda kind: float(shares[where][of_surface[kind]]))
        unclear = where in hidden or shares[where][of_surface[best]] < 0.4
        result[where] = CardKind.UNKNOWN if unclear else best
    return result


def on_other_card(reading: Reading, uv: tuple[float, float], dune_centres: Dunes) -> bool:
    """Whether a spot (u, v) outside the board's rim lies on a card that is neither the board's nor an open dune: of a
    display or a pile.
    """
    where = place_of(PIECES[0], uv, dune_centres)
    if _within_rim(*uv) or (where is not None and where.kind is PlaceKind.DUNE):
        return False
    surface = reader.surface_at(reading, uv)
    return bool(surface[Surface.OTHER] + surface[Surface.DUNE] >= OTHER_CARD)


def _within_rim(u: float, v: float) -> bool:
    return -0.5 <= u <= 4.5 and -0.5 <= v <= 4.5


def place_of(piece: Piece, uv: tuple[float, float], dune_centres: Dunes) -> Place | None:
    """The place a piece at (u, v) stands on or belongs to, or None where it is off the board.

    Figures that stand just outside the rim belong to the border card beside them; a corner card only gets what stands
    on it.
    """
    return _place_of(piece.kind, uv, dune_centres)


@lru_cache(maxsize=2048)
def _place_of(kind: PieceKind, uv: tuple[float, float], dune_centres: Dunes) -> Place | None:
    """See ``place_of``. Many ask it of the same few spots of a picture."""
    u, v = uv
    if not _within_rim(u, v):
        if kind is PieceKind.TARGI and dune_centres:
            off = [max(abs(u - x) / DUNE_REACH[0], abs(v - y) / DUNE_REACH[1]) for x, y in dune_centres]
            if min(off) <= 1:
                return dune(1 + off.index(min(off)))
        out_mm = max(max(-0.5 - u, u - 4.5) * PITCH_MM[0], max(-0.5 - v, v - 4.5) * PITCH_MM[1])
        if out_mm > BESIDE_MM.get(kind, 0.0):
            return None
    column, row = (min(max(round(value), 0), 4) for value in (u, v))
    where = place_at(column, row)
    if kind is not PieceKind.MARKER and where.kind is PlaceKind.CENTRE:
        # A figure whose base lies close to the line belongs to the border card: figures have no business in the centre.
        depth, outer = min((u - 0.5, (0, row)), (3.5 - u, (4, row)), (v - 0.5, (column, 0)), (3.5 - v, (column, 4)))
        if depth < 0.12 and place_at(*outer) not in CORNERS:
            return place_at(*outer)
    if kind is PieceKind.MARKER and where.kind is PlaceKind.BORDER:
        inner = place_at(min(max(column, 1), 3), min(max(row, 1), 3))
        away = max(abs(u - cell_of(inner)[0]), abs(v - cell_of(inner)[1])) - 0.5
        if away < 0.12:
            return inner
    return where


def standing(
    spots: tuple[Spot, ...],
    dune_centres: Dunes,
    hidden: frozenset[Place],
    wanted: Wanted = ALONE,
) -> tuple[Standing, tuple[Doubt, ...]]:
    """What stands where, and the places to ask about.

    What is known of the game is soft evidence only, since a table may hold what the rules forbid: there is one Robber
    and one Targia, and their numbers make 16 (clause XTGA-1); a Targi or marker too many, or a second one on a
    card, has to be surer than the others. (Where pieces stand as a rule is weighed in before, see
    ``vision.usual``.)
    """
    pieces: set[tuple[Piece, Place]] = set()
    doubts: list[Doubt] = []
    counts = dict.fromkeys(PIECE_COUNTS, 0)
    singles: dict[Piece, list[tuple[Place, float]]] = {ROBBER: [], TARGIA: []}
    for spot in spots:  # surest first
        piece, where, confidence, rival = _made_out(spot, dune_centres)
        if where is None or where in hidden:
            continue
        if piece in singles:
            if where.kind is PlaceKind.BORDER:  # in the centre they are a misreading, in a game of any kind
                singles[piece].append((where, confidence))
            continue
        sure = wanted.on_border if where.kind is PlaceKind.BORDER else wanted.elsewhere
        held = any(there == where and other.kind is piece.kind for other, there in pieces)
        least = SURE_TOO_MANY if held or counts[piece] >= PIECE_COUNTS[piece] else sure
        if (piece, where) in pieces:
            continue
        if confidence >= least:
            pieces.add((piece, where))
            counts[piece] += 1
        if DOUBTFUL * least <= confidence < least or (confidence >= least and rival > RIVAL_SHARE * confidence):
            doubts.append(Doubt(where, piece, round(confidence / max(1.0, confidence + rival), 3)))
    for piece, where in zip((ROBBER, TARGIA), _pair(singles[ROBBER], singles[TARGIA], wanted), strict=True):
        if where is not None:
            pieces.add((piece, where))
    ordered = sorted({doubt.where: doubt for doubt in doubts}.values(), key=lambda doubt: doubt.where)
    return Standing(frozenset(pieces)), tuple(ordered)


def believed(
    spots: tuple[Spot, ...], standing: Standing, dune_centres: Dunes
) -> tuple[tuple[Piece, tuple[float, float]], ...]:
    """The spots whose piece was taken to stand there, each with its base (u, v); what was merely thought possible is
    none of them.
    """
    taken = set(standing)
    return tuple(
        (spot.piece, spot.uv) for spot in spots if (spot.piece, place_of(spot.piece, spot.uv, dune_centres)) in taken
    )


def _made_out(spot: Spot, dune_centres: Dunes) -> tuple[Piece, Place | None, float, float]:
    """The likeliest piece of a spot, its place, its sureness and the next piece's."""
    ranked = sorted(zip(spot.scores, PIECES, strict=True), key=lambda item: -item[0])
    (confidence, piece), (rival, _) = ranked[:2]
    return piece, place_of(piece, spot.uv, dune_centres), confidence, rival


def _pair(
    robbers: list[tuple[Place, float]], targias: list[tuple[Place, float]], wanted: Wanted
) -> tuple[Place | None, Place | None]:
    """Robber and Targia: the likeliest pair, a pair that makes 16 before others about as likely.

    A Robber always stands on the table, a Targia only with the expansion: she has to be surer to be there at all.
    """
    best: tuple[float, Place | None, Place | None] = (0.0, None, None)
    for robber, robber_sure in (*(item for item in robbers if item[1] >= ROBBER_SURE), (None, 0.0)):
        for targia, targia_sure in (*(item for item in targias if item[1] >= wanted.elsewhere), (None, 0.0)):
            sixteen = robber is not None and targia is not None and robber.number + targia.number == 16
            total = robber_sure + targia_sure + (SIXTEEN if sixteen else 0.0)
            if total > best[0]:
                best = (total, robber, targia)
    return best[1], best[2]
