"""What the four buttons mean, always the same: yes, no, undo, pages; pressed, held or held on.

yes    takes the answer pointed at; held: goes on without waiting for the table
no     says no, or goes on to the next answer, and the next while it is held
undo   takes the last step back; held: does it once more
pages  turns the page; held: back to what is to be done now
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

from companion.asking import About, Asked, asked
from companion.commands import Command, PassOn, Redo, Undo
from companion.rules.state import Phase
from companion.view import Desk, View


class Key(str, Enum):
    """A button, in the order in which they stand."""

    YES = "yes"
    NO = "no"
    UNDO = "undo"
    PAGES = "pages"

    def __str__(self) -> str:
        return self.value


class Way(str, Enum):
    """How a button was pressed."""

    PRESS = "press"
    HOLD = "hold"  # for a while
    REPEAT = "repeat"  # and on, again and again

    def __str__(self) -> str:
        return self.value


class PageKind(str, Enum):
    """What a page shows. The pages button turns through the first three, and the challenges where there are any."""

    NOW = "now"
    BOARD = "board"
    ROUND = "round"
    SET_UP = "set_up"
    RAID = "raid"
    SCORE = "score"
    ANDY = "andy"
    CHALLENGES = "challenges"
    OFF = "off"

    def __str__(self) -> str:
        return self.value


_TURNED = (PageKind.NOW, PageKind.BOARD, PageKind.ROUND)


@dataclass(frozen=True, slots=True)
class Hand:
    """Where people are with buttons and pages: the ``page`` turned to, which choice is ``pointed`` at, and what has
    been ``read`` and put aside in the game as it stands at ``revision``."""

    page: PageKind = PageKind.NOW
    pointed: int = 0
    read: frozenset[About] = frozenset()
    revision: int = -1
    about: About | None = None

    def seeing(self, view: View) -> Hand:
        """The same on another view: a game that has gone on forgets what was pointed at and put aside, and something
        new that is asked comes to the page."""
        read = self.read if view.revision == self.revision else frozenset()
        now = asked(view, read)
        about = now.about if now else None
        if (view.revision, about) == (self.revision, self.about):
            return self
        page = PageKind.NOW if urgent(view, now) and about != self.about else self.page
        return Hand(page, 0, read, view.revision, about)


class Buttons(Protocol):
    """Whoever takes presses, as the window sees it."""

    @property
    def hand(self) -> Hand | None:
        """Where people are with the buttons; None while none are in use."""
        ...

    def press(self, key: Key, way: Way) -> None:
        """A button was pressed."""
        ...


class Keyboard:
    """Keys of a window that stand in for the buttons where nobody else attends to them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._hand: Hand | None = None

    @property
    def hand(self) -> Hand | None:
        """Where people are with the keys; None until the first was pressed."""
        return self._hand

    def press(self, key: Key, way: Way) -> None:
        """A key was pressed; what it asks for goes to the desk."""
        self._hand, command = pressed(self._hand or Hand(), key, way, self._desk.view())
        if command is not None:
            self._desk.do(command)


def urgent(view: View, now: Asked | None) -> bool:
    """Whether what is asked is a question or an objection, not what the round brings."""
    return now is not None and now.about not in view.guidance.advice and view.guidance.phase is not Phase.OVER


def pressed(hand: Hand, key: Key, way: Way, view: View) -> tuple[Hand, Command | None]:
    """What comes of a press on that view: where people are then, and what the desk is to do."""
    hand = hand.seeing(view)
    now = asked(view, hand.read)
    held = way is not Way.PRESS
    if key is Key.PAGES:
        return replace(hand, page=PageKind.NOW if held else _next_page(hand.page, view)), None
    if key is Key.UNDO:
        if way is Way.REPEAT or not (view.redo if held else view.undo):
            return hand, None
        return hand, Redo(view.revision) if held else Undo(view.revision)
    if key is Key.YES and held:
        may = way is Way.HOLD and view.guidance.phase is not Phase.OVER
        return hand, PassOn(view.revision) if may else None
    if now is None or hand.page is not PageKind.NOW:
        return replace(hand, page=PageKind.NOW), None
    return _answered(hand, now, key, way)


def _answered(hand: Hand, now: Asked, key: Key, way: Way) -> tuple[Hand, Command | None]:
    number = hand.pointed % len(now.choices)
    if key is Key.NO and (not now.plain or way is not Way.PRESS):
        step = 0 if now.plain else 1
        return replace(hand, pointed=(number + step) % len(now.choices)), None
    choice = now.choices[1 if key is Key.NO else number]
    if now.quiet and number == 0:
        return hand, None
    if choice.command is None:
        return replace(hand, read=hand.read | {now.about}, pointed=0), None
    return hand, choice.command


def _next_page(page: PageKind, view: View) -> PageKind:
    turned = (*_TURNED, PageKind.CHALLENGES) if view.deal and view.deal.challenges else _TURNED
    return turned[(turned.index(page) + 1) % len(turned)] if page in turned else PageKind.NOW
