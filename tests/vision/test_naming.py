"""The nine central cards of a registered picture get their names, where they lie face up and are sure."""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.deck import Deck, LearntCard
from companion.rules.board import (
    CENTRE,
    PIECES,
    CardKind,
    CardName,
    Colour,
    Piece,
    PieceKind,
    Place,
    PlaceKind,
    cell_of,
    dune,
)
from tests.vision.laid_cards import Array, as_seen, at, faces, table
from tests.vision.test_recogniser import profile, start
from vision import naming, places
from vision.cards import Namer
from vision.geometry import CORNER_UV, PITCH_MM, Pose, fit, warp
from vision.naming import Names, named, namer_of
from vision.reader import FRAME, Spot
from vision.recogniser import Recogniser

ORIGIN_MM = (60.0, 45.0)
NAMES = list(faces())[:9]
LAID = dict(zip(sorted(CENTRE), NAMES, strict=True))


def _mm(uv: tuple[float, float]) -> tuple[float, float]:
    return ORIGIN_MM[0] + uv[0] * PITCH_MM[0], ORIGIN_MM[1] + uv[1] * PITCH_MM[1]


def _table() -> tuple[Array, Pose]:
    picture, pose = _drawn()
    return picture.copy(), pose


@cache
def _drawn() -> tuple[Array, Pose]:
    cards = [(faces()[name], _mm(cell_of(where)), 1.0) for where, name in LAID.items()]
    picture = as_seen(table(cards, (500.0, 345.0)))
    corners = at((0.0, 0.0))(np.array([_mm((u, v)) for u, v in CORNER_UV]))
    pose = fit(CORNER_UV, corners, (picture.shape[1], picture.shape[0]), lens=False)
    assert pose is not None
    return picture, pose


@cache
def _deck() -> Deck:
    return Deck(tuple(LearntCard(name, cv2.imencode(".png", faces()[name])[1].tobytes()) for name in NAMES))


def _names(
    picture: Array, pose: Pose, deck: Deck, kinds: dict[Place, CardKind], spots: tuple[Spot, ...] = ()
) -> object:
    found = named(picture, pose, namer_of(deck), kinds, spots)
    return {where: card.name if card else None for where, card in found.items()}


def test_all_nine_are_named() -> None:
    """Each central place has its card's name; its sureness lies between 0 and 1."""
    picture, pose = _table()
    found = named(picture, pose, namer_of(_deck()), dict.fromkeys(CENTRE, CardKind.TRIBE), ())

    assert {where: card.name for where, card in found.items() if card} == LAID
    assert all(card is not None and 0 < card.confidence <= 1 for card in found.values())


def test_backs_and_empty_places_have_no_name() -> None:
    """Only what lies face up is called anything."""
    picture, pose = _table()
    first, second, third, *rest = sorted(CENTRE)
    kinds = {first: CardKind.BACK_TRIBE, second: CardKind.EMPTY, third: CardKind.UNKNOWN}
    kinds |= dict.fromkeys(rest, CardKind.GOODS)

    assert _names(picture, pose, _deck(), kinds) == {**LAID, first: None, second: None, third: None}


def test_a_marker_does_not_hide_the_name() -> None:
    """A marker stands on a card: its colour over the card's middle says nothing, the rest tells."""
    picture, pose = _table()
    where = sorted(CENTRE)[4]
    marker = Piece(PieceKind.MARKER, Colour.BLUE)
    spot = Spot((float(cell_of(where)[0]), float(cell_of(where)[1])), tuple(float(piece == marker) for piece in PIECES))
    middle = tuple(np.round(at((0.0, 0.0))(np.array([_mm(spot.uv)]))[0]).astype(int).tolist())
    cv2.circle(picture, middle, 20, (160, 70, 30), -1)
    kinds = dict.fromkeys(CENTRE, CardKind.TRIBE)

    assert _names(picture, pose, _deck(), kinds, (spot,)) == LAID


def test_a_damaged_picture_in_the_deck_is_left_out() -> None:
    """One card whose picture is damaged costs its own name only."""
    picture, pose = _table()
    deck = _deck()
    broken = Deck((LearntCard(NAMES[0], b"\xff\xd8nothing"), *deck.cards[1:]))

    names = _names(picture, pose, broken, dict.fromkeys(CENTRE, CardKind.TRIBE))
    assert names == {where: None if name == NAMES[0] else name for where, name in LAID.items()}


def _watched(
    names: Names, picture: Array, pose: Pose, kinds: dict[Place, CardKind], spots: tuple[Spot, ...]
) -> dict[Place, CardName | None]:
    return names.named(picture, pose, warp(pose, FRAME).apply(picture), kinds, spots)


def _watching(folder: Path) -> Names:
    """A watched table whose nine cards have been named."""
    _deck().save(folder / "cards.deck")
    names, (picture, pose) = Names(folder / "cards.deck"), _table()
    for _ in range(5):
        found = _watched(names, picture, pose, dict.fromkeys(CENTRE, CardKind.TRIBE), ())
    assert {where: card.name for where, card in found.items() if card} == LAID
    return names


def test_names_come_a_few_a_picture_and_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cards are looked at in one picture, so that none takes long; what is known is not looked at again."""
    looked: list[object] = []
    name = Namer.name
    monkeypatch.setattr(Namer, "name", lambda self, *args: looked.append(args) or name(self, *args))
    names = _watching(tmp_path)
    assert len(looked) == 9

    picture, pose = _table()
    _watched(names, picture, pose, dict.fromkeys(CENTRE, CardKind.TRIBE), ())
    assert len(looked) == 9


def test_a_covered_card_keeps_its_name_and_a_turned_one_loses_it(tmp_path: Path) -> None:
    """A hand or a figure over a card (its kind cannot be seen) changes nothing; its back does."""
    names, (picture, pose) = _watching(tmp_path), _table()
    first, second, *rest = sorted(CENTRE)
    kinds = {first: CardKind.UNKNOWN, second: CardKind.BACK_TRIBE} | dict.fromkeys(rest, CardKind.TRIBE)
    found = _watched(names, picture, pose, kinds, ())
    assert {where: card.name if card else None for where, card in found.items()} == {**LAID, second: None}


def test_a_hand_over_the_board_takes_no_name_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While something hides part of the board the cards are called what they were; in a single picture, nothing."""
    learnt, namers = profile(), (_watching(tmp_path), namer_of(_deck()))
    monkeypatch.setattr(places, "covered", lambda _: (True, frozenset()))
    kept, alone = (Recogniser(learnt, namer).read(start().image) for namer in namers)
    assert {where: card.name for where, card in (kept.cards or {}).items() if card} == LAID
    assert alone.cards is None


def test_another_card_is_looked_at(tmp_path: Path) -> None:
    """Two cards that change places change their names, within the next pictures."""
    names, (_, pose) = _watching(tmp_path), _table()
    one, other = sorted(CENTRE)[0], sorted(CENTRE)[8]
    laid = {**LAID, one: LAID[other], other: LAID[one]}
    cards = [(faces()[name], _mm(cell_of(where)), 1.0) for where, name in laid.items()]
    changed = as_seen(table(cards, (500.0, 345.0)))
    for _ in range(2):
        found = _watched(names, changed, pose, dict.fromkeys(CENTRE, CardKind.TRIBE), ())
    assert {where: card.name for where, card in found.items() if card} == laid


def test_no_card_is_called_by_the_one_before_it(tmp_path: Path) -> None:
    """All nine change at once: until each is looked at it has no name, never its forerunner's."""
    names, (_, pose) = _watching(tmp_path), _table()
    laid = dict(zip(LAID, (*NAMES[1:], NAMES[0]), strict=True))
    cards = [(faces()[name], _mm(cell_of(where)), 1.0) for where, name in laid.items()]
    changed = as_seen(table(cards, (500.0, 345.0)))
    counts = []
    for _ in range(5):
        found = _watched(names, changed, pose, dict.fromkeys(CENTRE, CardKind.TRIBE), ())
        named_now = {where: card.name for where, card in found.items() if card}
        assert named_now.items() <= laid.items()
        counts.append(len(named_now))
    assert counts == [2, 4, 6, 8, 9]


def test_a_deck_learnt_meanwhile_is_used(tmp_path: Path) -> None:
    """Without a deck nothing has a name; as soon as its file is there, the cards have theirs."""
    names, (picture, pose) = Names(tmp_path / "cards.deck"), _table()
    kinds = dict.fromkeys(CENTRE, CardKind.TRIBE)
    assert not any(_watched(names, picture, pose, kinds, ()).values())
    _deck().save(tmp_path / "cards.deck")
    assert sum(card is not None for card in _watched(names, picture, pose, kinds, ()).values()) == 2


def test_a_card_learnt_more_costs_one_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck that is learnt card by card is read after each; what was read before is not worked out again."""
    whole = _deck()
    Deck(whole.cards[:-1]).save(tmp_path / "cards.deck")
    names, (picture, pose) = Names(tmp_path / "cards.deck"), _table()
    kinds = dict.fromkeys(CENTRE, CardKind.TRIBE)
    _watched(names, picture, pose, kinds, ())
    worked_out: list[str] = []
    learnt = naming.learnt
    monkeypatch.setattr(naming, "learnt", lambda name, card: worked_out.append(name) or learnt(name, card))
    whole.save(tmp_path / "cards.deck")
    for _ in range(5):
        found = _watched(names, picture, pose, kinds, ())

    assert {where: card.name for where, card in found.items() if card} == LAID
    assert worked_out == [NAMES[-1]]


def test_known_cards_are_not_straightened_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a card is still the same shows in the picture that is there already."""
    names, (picture, pose) = _watching(tmp_path), _table()
    monkeypatch.setattr(naming, "seen_at", lambda *_: pytest.fail("a known card is looked at"))
    _watched(names, picture, pose, dict.fromkeys(CENTRE, CardKind.TRIBE), ())


DUNES = ((5.15, 0.6), (4.95, 2.0))
"""The first lies as the board's cards do, the second turned by a quarter."""


def _beside(names: tuple[str, str]) -> tuple[Array, Pose]:
    """The nine cards, and two dunes beside the board."""
    cards = [(faces()[name], _mm(cell_of(where)), 1.0) for where, name in LAID.items()]
    cards += [(faces()[name], _mm(at), turn) for name, at, turn in zip(names, DUNES, (1.0, 92.0), strict=True)]
    picture = as_seen(table(cards, (640.0, 345.0)))
    pose = fit(
        CORNER_UV, at((0.0, 0.0))(np.array([_mm((u, v)) for u, v in CORNER_UV])), picture.shape[1::-1], lens=False
    )
    assert pose is not None
    return picture, pose


@pytest.mark.clause("XDUN-1")
def test_dunes_are_named_however_they_lie() -> None:
    """A dune along the board and one across have their names, by their numbers; seen a few mm beside their middles."""
    picture, pose = _beside((NAMES[3], NAMES[7]))
    seen = tuple((u + 0.03, v - 0.04) for u, v in DUNES)
    found = named(picture, pose, namer_of(_deck()), dict.fromkeys(CENTRE, CardKind.EMPTY), (), seen)
    assert {where: card.name for where, card in found.items() if card} == {dune(1): NAMES[3], dune(2): NAMES[7]}


def test_a_dune_keeps_its_name_while_others_go_and_loses_it_to_another(tmp_path: Path) -> None:
    """The first dune goes: the second is the picture's first now, and called as before without another look. Another
    dune in its place has no name before it is looked at, then its own."""
    _deck().save(tmp_path / "cards.deck")
    names, kinds = Names(tmp_path / "cards.deck"), dict.fromkeys(CENTRE, CardKind.EMPTY)
    picture, pose = _beside((NAMES[3], NAMES[7]))
    straight = warp(pose, FRAME).apply(picture)

    def told(dunes: tuple[tuple[float, float], ...], picture: Array, straight: Array) -> list[str | None]:
        found = names.named(picture, pose, straight, kinds, (), False, dunes)
        return [card and card.name for where, card in found.items() if where.kind is PlaceKind.DUNE]

    assert told(DUNES, picture, straight) == [NAMES[3], NAMES[7]]
    (u, v), known = DUNES[1], names.known
    with pytest.MonkeyPatch.context() as never:
        never.setattr(naming, "seen_at", lambda *_: pytest.fail("a known dune is looked at"))
        assert told(((u + 0.1, v - 0.1),), picture, straight) == [NAMES[7]]
        assert [card and card.name for card in known(((u, v + 0.1),)).values()][9:] == [NAMES[7]]
    other, _ = _beside((NAMES[3], NAMES[5]))
    assert told((DUNES[1],), other, warp(pose, FRAME).apply(other)) == [NAMES[5]]
