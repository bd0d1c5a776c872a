"""The deck: pictures of the owner's own cards with their names, in one file to keep, copy and share."""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

FORM = 1
"""Version of the file's form."""
MOST_BYTES = 200_000_000
"""No deck of cards takes more than this unpacked; what does is no deck."""
MOST_NAME = 60
_INDEX = "deck.json"


class DeckError(Exception):
    """The file is no deck that can be used; the text says what is wrong, for people."""


@dataclass(frozen=True, slots=True)
class LearntCard:
    """A card as it was learnt: its ``name`` (of the catalogue, or the owner's word) and a JPEG of the whole card,
    straightened, upright, its long side across.
    """

    name: str
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards learnt, in the order in which they were learnt. A name may stand more than once: other looks of it."""

    cards: tuple[LearntCard, ...] = ()

    def save(self, path: Path | str) -> None:
        """Writes the file whole or not at all, whenever the plug is pulled. Raises OSError when the disk does not allow
        it.
        """
        path = Path(path)
        beside = path.with_name(path.name + ".part")
        names = [card.name for card in self.cards]
        try:
            with beside.open("wb") as whole:
                with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as file:
                    file.writestr(_INDEX, json.dumps({"form": FORM, "names": names}, ensure_ascii=False, indent=1))
                    for number, card in enumerate(self.cards):
                        file.writestr(_picture(number), card.jpeg)
                whole.flush()
                os.fsync(whole.fileno())
            os.replace(beside, path)
            _sync(path.parent)
        finally:
            beside.unlink(missing_ok=True)

    @classmethod
    def load(cls, path: Path | str) -> Deck:
        """Reads the file. Raises DeckError with a sentence for people when it cannot be used."""
        try:
            with zipfile.ZipFile(path) as file:
                if sum(entry.file_size for entry in file.infolist()) > MOST_BYTES:
                    raise ValueError("it is too large")
                index = json.loads(file.read(_INDEX))
                if not isinstance(index, dict) or index.get("form") != FORM:
                    raise ValueError("another program or another version has written it")
                names = index.get("names")
                if not isinstance(names, list) or not all(is_name(name) for name in names):
                    raise ValueError("the names of its cards are damaged")
                cards = tuple(LearntCard(name, file.read(_picture(number))) for number, name in enumerate(names))
        except OSError as error:
            raise DeckError(f"The deck {path} cannot be read: {error.strerror or error}.") from error
        except (ValueError, KeyError, RuntimeError, zipfile.BadZipFile, zlib.error, EOFError) as error:
            why = error.args[0] if isinstance(error, ValueError) and error.args else "it is damaged"
            raise DeckError(
                f"{path} is no deck of this program ({why}). Learn the cards anew with: targi deck learn"
            ) from error
        return cls(cards)


def is_name(name: object) -> bool:
    """Whether a card can be called so: some printable characters, not too many."""
    return isinstance(name, str) and 0 < len(name) <= MOST_NAME and name.isprintable()


def _sync(folder: Path) -> None:
    """A file's new name is on the disk too."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _picture(number: int) -> str:
    return f"{number:04}.jpg"
