"""Learning the owner's cards: pictures in, names by touch, one file, told in codes."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.own_deck import WRITTEN_OUT, DeckDesk, wanted, with_symbol
from companion.rules.catalogue import shipped
from companion.rules.resources import Symbol

PICTURE = np.full((60, 80, 3), 200, np.uint8)


@dataclass(slots=True)
class Found:
    picture: Any = field(default_factory=lambda: PICTURE)
    same: str | None = None


class FakeBench:
    """Finds a card in everything bright, and keeps names only."""

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()
        self.taken: list[Path] = []

    def look(self, picture: Any) -> Any:
        return Found(same=self.names[-1] if self.names else None) if picture.mean() > 100 else "too_dark"

    def keep(self, name: str, picture: Any) -> None:
        self.names = (*self.names, name)

    def write_out(self, path: Path) -> None:
        path.write_text("deck")

    def take_in(self, path: Path) -> None:
        self.taken.append(path)


def test_a_card_is_found_and_named(tmp_path: Path) -> None:
    """A picture gives a card; the name said for it is kept, and the next one may come."""
    desk = DeckDesk(FakeBench, tmp_path)
    desk.take(PICTURE).result()
    assert desk.view().shot is not None
    assert not desk.view().busy

    desk.name("base-17").result()
    view = desk.view()
    assert (view.names, view.shot, view.told) == (("base-17",), None, "learnt")
    desk.close()


def test_what_is_wrong_is_told(tmp_path: Path) -> None:
    """A picture that does not do gives its reason, and nothing can be named then."""
    desk = DeckDesk(FakeBench, tmp_path)
    desk.take(np.zeros((60, 80, 3), np.uint8)).result()
    assert (desk.view().shot, desk.view().fault) == (None, "too_dark")
    desk.name("base-17").result()
    assert desk.view().names == ()
    desk.close()


def test_a_card_learnt_already_is_said(tmp_path: Path) -> None:
    """A second picture of a learnt card says which one it looks like; it can be put away."""
    desk = DeckDesk(FakeBench, tmp_path)
    desk.take(PICTURE).result()
    desk.name("base-17").result()
    desk.take(PICTURE).result()
    assert desk.view().same == "base-17"
    desk.put_away()
    assert (desk.view().shot, desk.view().names) == (None, ("base-17",))
    desk.close()


def test_the_pictures_of_a_folder_come_one_by_one(tmp_path: Path) -> None:
    """Each picture once; a file that is none is told."""
    cv2.imwrite(str(tmp_path / "a.png"), PICTURE)
    (tmp_path / "b.jpg").write_text("no picture")
    desk = DeckDesk(FakeBench, tmp_path)
    desk.open().result()
    assert desk.view().waiting == 2
    desk.next_picture().result()
    assert (desk.view().shot is not None, desk.view().waiting) == (True, 1)
    desk.next_picture().result()
    assert (desk.view().shot, desk.view().fault, desk.view().waiting) == (None, "no_picture", 0)
    desk.close()


def test_decks_come_and_go_as_files(tmp_path: Path) -> None:
    """The deck is written out under a name of its own, which is not taken in again; others are."""
    bench = FakeBench()
    desk = DeckDesk(lambda: bench, tmp_path)
    desk.write_out().result()
    assert (tmp_path / WRITTEN_OUT).exists()
    desk.take_in().result()
    assert (desk.view().told, bench.taken) == ("no_deck", [])
    (tmp_path / "friend.deck").write_text("deck")
    desk.take_in().result()
    assert (desk.view().told, bench.taken) == ("taken_in", [tmp_path / "friend.deck"])
    desk.close()


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    """What cannot be written is said as such, and learning goes on."""

    class FullDisk(FakeBench):
        def keep(self, name: str, picture: Any) -> None:
            raise OSError("no space")

    desk = DeckDesk(FullDisk, tmp_path)
    desk.take(PICTURE).result()
    desk.name("base-17").result()
    assert (desk.view().fault, desk.view().busy) == ("disk", False)
    desk.close()


def test_a_folder_that_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else's, say: cards are learnt all the same, and a picture of it asked for is said to be out of reach."""

    def closed(self: Path) -> Any:
        raise PermissionError("not yours")

    monkeypatch.setattr(Path, "iterdir", closed)
    desk = DeckDesk(FakeBench, tmp_path)
    desk.take(PICTURE).result()
    assert (desk.view().shot is not None, desk.view().busy) == (True, False)
    desk.next_picture().result()
    assert (desk.view().fault, desk.view().busy) == ("disk", False)
    desk.close()


def test_symbol_and_card_name_it(tmp_path: Path) -> None:
    """The 45 tribe cards of the base game are nine of each symbol; what is learnt is not offered again."""
    cards = shipped()
    for symbol in Symbol:
        base = [card for card in with_symbol(cards, symbol, ()) if str(card.box) == "base"]
        assert len(base) == 9
    assert "base-01" not in [card.id for card in with_symbol(cards, Symbol.OASIS, ("base-01",))]
    assert set(wanted(cards, ("base",))) >= {f"base-{number:02}" for number in range(1, 46)}
