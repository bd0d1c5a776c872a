"""What the window sees of the desk: one frozen picture of everything there is to show, and the desk's three methods.

The window asks for a view many times a second and compares its ``revision`` and ``shown`` numbers; it never waits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.agreement import Agreement
from companion.andys_turn import AndysTurn
from companion.commands import Command
from companion.deal import Deal
from companion.enrolling import Enrolment
from companion.game import Crossing, Title
from companion.guide import Guidance
from companion.lessons import Level
from companion.piles import Left
from companion.played import Played
from companion.putting_back import PutBack
from companion.rules.board import CardKind, Place, Sighting
from companion.rules.cards import Catalogue
from companion.rules.catalogue import shipped
from companion.rules.state import Refusal, State
from companion.shelf import Shelf

if TYPE_CHECKING:
    from companion.devices import Devices


class Source(str, Enum):
    """Where pictures of the table come from, and how that goes."""

    NONE = "none"  # no camera: play by touch
    STARTING = "starting"
    CAMERA = "camera"
    DEMO = "demo"
    LOST = "lost"  # there was one; it is being started again

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Aim:
    """How well the camera is mounted, measured on the newest frame; None where it cannot be told.

    ``pixels_per_mm`` on the board, and ``names_per_mm`` in the pictures by which cards are named; ``sharpness``: 0..1;
    ``brightness``: mean grey value 0..255 of the board; ``uneven``: darkest corner's brightness over the lightest
    one's, 0..1.
    """

    pixels_per_mm: float | None = None
    sharpness: float | None = None
    brightness: float | None = None
    uneven: float | None = None
    corner16_sure: bool = True
    names_per_mm: float | None = None


@dataclass(frozen=True, slots=True)
class View:
    """One picture of everything there is to show.

    ``revision`` changes with the game and goes into every command; ``shown`` changes with anything in the view.
    ``agreed``: what was agreed on before the game, with the cards of ``cards``.
    ``deal``: the challenges, and in a solo game Andy's stack; ``andy``: what is to be done for him now. ``seed``: for
    the next game; ``played``: the stored games in which something was dealt; ``today``: the date, None where nobody
    knows it.
    ``demo``: the recorded table is played, in a game of its own.
    ``sighting`` is what the newest frame said (None without camera), with its pixels those of a picture of the size
    ``picture_px`` (width, height), of which ``Desk.frame`` gives a smaller copy. ``calibrated``: a profile is in use,
    ``pieces_known``: with this table's own pieces; ``enrolment``: how showing them goes, None while nobody does.
    ``refused``: why the last `Play` was not carried out, until the next command.
    ``history``: every step's title, those taken back last. ``undo_crosses``: what both players should agree to before
    the next undo. ``left``: the cards left in the piles. ``put_back``: what people are still to put back after undo and
    redo. ``shelf``: the games kept, as far as somebody looks at them. ``devices``: as their file says, None where it
    cannot be used. ``first_run``: nobody has chosen anything on this machine yet. ``undo`` and ``redo``: there is
    something to take back or to do again. ``language`` to ``guide`` are the ones kept from last time
    (`companion.home.Preferences`). ``closing``: the desk wants the window closed; ``going_off``: since the machine is
    being switched off.
    """

    revision: int
    shown: int
    state: State
    guidance: Guidance
    agreed: Agreement = Agreement()
    cards: Catalogue = field(default_factory=shipped, repr=False)
    deal: Deal | None = None
    andy: AndysTurn | None = None
    seed: int = 0
    played: tuple[Played, ...] = ()
    today: date | None = None
    source: Source = Source.NONE
    demo: bool = False
    calibrated: bool = False
    pieces_known: bool = False
    enrolment: Enrolment | None = None
    sighting: Sighting | None = None
    picture_px: tuple[int, int] | None = None
    aim: Aim | None = None
    centre: Mapping[Place, CardKind] = field(default_factory=lambda: MappingProxyType({}))
    refused: Refusal | None = None
    undo: bool = False
    redo: bool = False
    language: str | None = None
    theme: str | None = None
    names: tuple[str, str] = ("", "")
    text_percent: int = 100
    sound: bool = False
    dim_minutes: int = 2
    guide: str = Level.HINTS.value
    history: tuple[Title, ...] = ()
    undo_crosses: tuple[Crossing, ...] = ()
    left: Left = field(default_factory=lambda: MappingProxyType({}))
    put_back: PutBack = PutBack()
    shelf: Shelf = Shelf()
    devices: Devices | None = None
    first_run: bool = False
    closing: bool = False
    going_off: bool = False

    @property
    def border(self) -> tuple[str, ...]:
        """The ids of the border cards 1 to 16."""
        if self.state.books is not None:
            return self.state.books.border
        return self.agreed.border_in(self.state.settings.edition, self.cards)


Frame = tuple[int, NDArray[np.uint8]]
"""A frame's number and its picture, (H, W, 3) uint8 RGB, at most 960 wide."""


class Desk(Protocol):
    """The object the window talks to. None of its methods waits for a camera or a disk."""

    def view(self) -> View:
        """What there is to show now."""
        ...

    def do(self, command: Command) -> None:
        """Carry out a command; one given on an old revision is ignored."""
        ...

    def frame(self) -> Frame | None:
        """The newest frame, or None without one."""
        ...
