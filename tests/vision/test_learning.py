"""A deck is learnt from pictures; what cannot be used, and what looks the same, is told."""

from pathlib import Path

import cv2
import numpy as np

from tests.vision.laid_cards import as_seen, faces, table
from vision.cards import seen_at
from vision.learning import Bench, Shot, learn
from vision.naming import namer_of
from vision.outlines import Unfit


def test_scans_and_photos_are_learnt_alike() -> None:
    """Cards learnt from scans and from photos on a table are both known again when they are seen elsewhere."""
    cards = list(faces().items())[:6]
    pictures = [
        (name, face if number % 2 else as_seen(table([(face, (74.0, 56.0), -5.0)])))
        for number, (name, face) in enumerate(cards)
    ]
    learnt = learn(pictures)
    namer = namer_of(learnt.deck)

    assert ([card.name for card in learnt.deck.cards], learnt.unfit, learnt.same) == (
        [name for name, _ in cards],
        (),
        (),
    )
    for name, face in cards:
        middle = np.array([75.0, 55.0])
        seen = as_seen(table([(face, (77.0, 54.0), 2.0)]), seed=5)
        found = namer.name(seen_at(seen, lambda mm, middle=middle: (mm + middle) * 2.5))
        assert found is not None
        assert (found.name, found.sure) == (name, True)


def test_what_cannot_be_used_is_told() -> None:
    """A picture without a card is left out, with its reason; the others are learnt."""
    name, face = next(iter(faces().items()))
    learnt = learn([("empty", np.full((300, 400, 3), 80, np.uint8)), (name, face)])

    assert [card.name for card in learnt.deck.cards] == [name]
    assert learnt.unfit == (("empty", Unfit.NO_CARD),)


def test_a_card_learnt_twice_is_noticed() -> None:
    """Two pictures of the same card cannot be told apart, and that is said; other cards are not named with them."""
    (first, face), (second, other) = list(faces().items())[:2]
    brighter = cv2.convertScaleAbs(face, alpha=1.08)
    learnt = learn([(first, face), (second, other), ("again", brighter)])

    assert learnt.same == (("again", first),)


def test_a_deck_is_learnt_card_by_card_and_gone_on_with(tmp_path: Path) -> None:
    """Every card is in the file as soon as it has its name: interrupted, the next bench goes on from there."""
    path = tmp_path / "cards.deck"
    (first, face), (second, other) = list(faces().items())[:2]
    bench = Bench(path)
    shot = bench.look(as_seen(table([(face, (74.0, 56.0), -5.0)])))
    assert isinstance(shot, Shot)
    assert shot.same is None
    bench.keep(first, shot.picture)

    again = Bench(path)
    assert again.names == (first,)
    known, new = again.look(face), again.look(other)
    assert isinstance(known, Shot)
    assert isinstance(new, Shot)
    assert (known.same, new.same) == (first, None)
    again.keep(second, new.picture)
    assert Bench(path).names == (first, second)


def test_a_card_learnt_anew_replaces_its_picture(tmp_path: Path) -> None:
    """The same name twice is one card: the later picture counts."""
    bench = Bench(tmp_path / "cards.deck")
    (name, face), (_, other) = list(faces().items())[:2]
    bench.keep(name, other)
    bench.keep(name, face)
    shot = bench.look(face)
    assert isinstance(shot, Shot)
    assert (bench.names, shot.same) == ((name,), name)


def test_decks_are_put_together(tmp_path: Path) -> None:
    """What a friend has learnt is added; what is learnt here stays as it is."""
    (first, face), (second, other) = list(faces().items())[:2]
    friend, mine = Bench(tmp_path / "friend.deck"), Bench(tmp_path / "mine.deck")
    friend.keep(first, other)
    friend.keep(second, other)
    mine.keep(first, face)
    mine.take_in(tmp_path / "friend.deck")
    assert mine.names == (first, second)
    mine.write_out(tmp_path / "out" / "copy.deck")
    assert Bench(tmp_path / "out" / "copy.deck").names == (first, second)


def test_what_cannot_be_learnt_says_why(tmp_path: Path) -> None:
    """An empty table is no card."""
    assert Bench(tmp_path / "cards.deck").look(np.full((300, 400, 3), 80, np.uint8)) == "no_card"
