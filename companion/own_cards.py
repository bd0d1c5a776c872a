"""The owner's own card facts in a file beside the games, laid over the cards that ship."""

from __future__ import annotations

from pathlib import Path

from companion.rules.cards import Catalogue
from companion.rules.catalogue import CardError, shipped, with_additions


class FileTrouble(ValueError):
    """A file cannot be used; the text is a whole sentence. ``name``: the file's; ``reason``: what is
    wrong, the line first."""

    def __init__(self, path: Path, trouble: str, reason: str) -> None:
        super().__init__(f"{path} cannot be {trouble}: {reason}.")
        self.name, self.reason = path.name, reason


def catalogue_of(cards: Path) -> Catalogue:
    """All cards there are. The file need not exist. Raises FileTrouble."""
    additions = text_of(cards)
    try:
        return with_additions(additions) if additions else shipped()
    except CardError as error:
        raise FileTrouble(cards, "used", str(error)) from error


def text_of(path: Path) -> str | None:
    """What a file holds; None: there is none. Raises FileTrouble."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise FileTrouble(path, "read", str(error.strerror or error)) from error
    except ValueError as error:
        raise FileTrouble(path, "read", "it is not text") from error
