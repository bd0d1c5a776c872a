"""What `targi deck` tells: as lines for people and in the forms of the command line's contract."""

from __future__ import annotations

from collections.abc import Sequence

Rows = Sequence[Sequence[str | None]]
"""The cards of a display by rows; None where a card lies that has no sure name."""

_UNFIT = {
    "no_picture": "it is no picture that can be read",
    "no_card": "no card is found in it: lay one card on a plain table and take it from above",
    "too_small": "the card is too small in it: go nearer",
    "blurred": "it is out of focus",
    "too_dark": "it is too dark",
    "too_bright": "it is too bright",
    "no_name": "a card cannot be called so: rename the file, with at most 60 letters",
}


def unfit(file: str, reason: str) -> str:
    """Why a picture was not learnt from."""
    return f"{file} is not learnt: {_UNFIT.get(reason, reason.replace('_', ' '))}."


def same(name: str, other: str) -> str:
    """That two pictures show the same card, as far as can be seen."""
    return f"{name} looks the same as {other}: the one cannot be told from the other."


def learnt(deck: str, names: Sequence[str]) -> str:
    """What a deck holds now."""
    return f"{deck}: {len(names)} {'card' if len(names) == 1 else 'cards'} learnt"


def shown(rows: Rows) -> list[str]:
    """A display for people, a line a row."""
    return [f"row {number}: " + ", ".join(name or "not sure" for name in row) for number, row in enumerate(rows, 1)]
