"""A deck is one file that reads back, and is refused with a sentence when it cannot be used."""

import json
import os
import zipfile
from pathlib import Path

import pytest

from calibration import deck as deck_file
from calibration.deck import Deck, DeckError, LearntCard

DECK = Deck(
    (LearntCard("base-17", b"\xff\xd8one"), LearntCard("Übergabe 3", b"\xff\xd8two"), LearntCard("base-17", b""))
)


def test_a_deck_reads_back(tmp_path: Path) -> None:
    """Names, pictures and their order are kept; a name may stand twice."""
    DECK.save(tmp_path / "deck")

    assert Deck.load(tmp_path / "deck") == DECK


@pytest.mark.parametrize("end", range(0, 400, 23))
def test_a_cut_off_file_is_refused(end: int, tmp_path: Path) -> None:
    """Whatever is missing of the file, the sentence names it."""
    path = tmp_path / "deck"
    DECK.save(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: min(end, len(whole) - 1)])

    with pytest.raises(DeckError, match=r"deck is no deck of this program .*targi deck learn"):
        Deck.load(path)


@pytest.mark.parametrize(
    "index",
    [
        "[]",
        "{",
        '{"form": 2, "names": []}',
        '{"form": 1}',
        '{"form": 1, "names": [3]}',
        '{"form": 1, "names": [""]}',
        '{"form": 1, "names": ["a\\nb"]}',
        json.dumps({"form": 1, "names": ["x" * 61]}),
        '{"form": 1, "names": ["missing"]}',
        "[" * 100_000,
    ],
)
def test_a_wrong_index_is_refused(index: str, tmp_path: Path) -> None:
    """An index that is none, of another version, or that names what is not there."""
    with zipfile.ZipFile(tmp_path / "deck", "w") as file:
        file.writestr("deck.json", index)

    with pytest.raises(DeckError, match="is no deck of this program"):
        Deck.load(tmp_path / "deck")


def test_what_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small file that unpacks to more than any deck takes is not unpacked."""
    monkeypatch.setattr(deck_file, "MOST_BYTES", 1000)
    with zipfile.ZipFile(tmp_path / "deck", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("deck.json", '{"form": 1, "names": ["a"]}')
        file.writestr("0000.jpg", bytes(2000))

    with pytest.raises(DeckError, match="too large"):
        Deck.load(tmp_path / "deck")


def test_a_file_that_seems_locked_is_refused(tmp_path: Path) -> None:
    """One wrong bit makes a picture look as if it wanted a password: the file is damaged, and nothing else breaks."""
    path = tmp_path / "deck"
    DECK.save(path)
    whole = bytearray(path.read_bytes())
    whole[whole.rindex(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(whole)

    with pytest.raises(DeckError, match="it is damaged"):
        Deck.load(path)


def test_a_deck_is_on_the_disk_before_it_takes_the_place_of_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plug pulled at any moment leaves the old deck or the new one, whole."""
    done: list[str] = []
    sync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda file: done.append(os.readlink(f"/proc/self/fd/{file}")) or sync(file))
    monkeypatch.setattr(os, "replace", lambda old, new: done.append("moved") or replace(old, new))
    DECK.save(tmp_path / "deck")

    assert done == [str(tmp_path / "deck.part"), "moved", str(tmp_path)]


def test_no_file(tmp_path: Path) -> None:
    """A file that is not there, or a folder, is told as such."""
    with pytest.raises(DeckError, match="No such file"):
        Deck.load(tmp_path / "deck")
    with pytest.raises(DeckError, match="Is a directory"):
        Deck.load(tmp_path)


def test_a_deck_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk while a deck is written costs nothing that was learnt before."""
    path = tmp_path / "deck"
    DECK.save(path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile, "writestr", full)
    with pytest.raises(OSError, match="No space left"):
        Deck(DECK.cards[:1]).save(path)
    monkeypatch.undo()

    assert Deck.load(path) == DECK
    assert [entry.name for entry in tmp_path.iterdir()] == ["deck"]
