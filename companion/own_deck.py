"""The owner's deck as the window knows it: pictures go in, cards come out and are named, and a thread does the work."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.cards import Catalogue, TribeCard
from companion.rules.resources import Symbol

Image = NDArray[np.uint8]

PICTURES = (".jpg", ".jpeg", ".png")
TAKEN_IN = ".deck"
WRITTEN_OUT = "my-cards.deck"


class ShotLike(Protocol):
    """A card as it would be learnt (see ``vision.learning.Shot``)."""

    @property
    def picture(self) -> Any: ...
    @property
    def same(self) -> str | None: ...


class Bench(Protocol):
    """Learns cards and keeps them (see ``vision.learning.Bench``)."""

    @property
    def names(self) -> tuple[str, ...]: ...
    def look(self, picture: Any) -> Any: ...
    def rows(self, picture: Any) -> tuple[tuple[str | None, ...], ...]: ...
    def keep(self, name: str, picture: Any) -> None: ...
    def write_out(self, path: Path) -> None: ...
    def take_in(self, path: Path) -> None: ...


@dataclass(frozen=True, slots=True)
class DeckView:
    """What there is to show. ``shown`` changes with anything in it. ``shot``: the card waiting for its name (H, W, 3)
    RGB; ``same``: it looks like this learnt one; ``fault``: why there is none, a code; ``told``: what was done, a code;
    ``waiting``: pictures of the folder not looked at yet. ``rows``: the cards of the display photographed last, None:
    one that is not sure.
    """

    shown: int = 0
    names: tuple[str, ...] = ()
    busy: bool = False
    shot: Image | None = field(default=None, compare=False)
    same: str | None = None
    fault: str | None = None
    told: str | None = None
    waiting: int = 0
    rows: tuple[tuple[str | None, ...], ...] | None = None


class DeckDesk:
    """Learning the owner's cards. Every call returns at once; ``view`` shows soon what came of it.

    ``opened`` opens the bench; ``exchange``: the folder whose pictures are learnt, and where decks come and go.
    """

    def __init__(self, opened: Callable[[], Bench], exchange: Path) -> None:
        self._opened, self._exchange = opened, exchange
        self._bench: Bench | None = None
        self._shot: ShotLike | None = None
        self._looked: set[Path] = set()
        self._view = DeckView()
        self._lock = threading.Lock()
        self._hands = ThreadPoolExecutor(1, "targi-deck")

    def view(self) -> DeckView:
        """The newest state."""
        return self._view

    def open(self) -> Future[None]:
        """Reads the deck, if that is not done yet."""
        return self._do(lambda bench: None)

    def take(self, picture: Image) -> Future[None]:
        """Looks for a card in a picture (H, W, 3) RGB."""
        return self._do(lambda bench: self._look(bench, cv2.cvtColor(picture, cv2.COLOR_RGB2BGR)))

    def take_display(self, picture: Image) -> Future[None]:
        """Reads the display of a player in a picture (H, W, 3) RGB."""
        self._show(rows=None)
        return self._do(lambda bench: self._show(rows=bench.rows(cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))))

    def next_picture(self) -> Future[None]:
        """Looks for a card in the next picture of the folder."""
        return self._do(self._next)

    def name(self, card: str) -> Future[None]:
        """The card found is this one."""
        return self._do(lambda bench: self._keep(bench, card))

    def put_away(self) -> None:
        """The card found is not to be learnt."""
        self._shot = None
        self._show(shot=None, same=None, fault=None, told=None)

    def write_out(self) -> Future[None]:
        """Writes the deck into the folder."""

        def write(bench: Bench) -> None:
            bench.write_out(self._exchange / WRITTEN_OUT)
            self._show(told="written_out")

        return self._do(write)

    def take_in(self) -> Future[None]:
        """Adds the cards of the decks in the folder."""

        def take(bench: Bench) -> None:
            found = [path for path in self._files((TAKEN_IN,)) if path.name != WRITTEN_OUT]
            for path in found:
                bench.take_in(path)
            self._show(told="taken_in" if found else "no_deck")

        return self._do(take)

    def close(self) -> None:
        """Lets the thread go."""
        self._hands.shutdown(wait=False, cancel_futures=True)

    # --- the thread's part ----------------------------------------------------------------------------------------

    def _do(self, work: Callable[[Bench], None]) -> Future[None]:
        self._show(busy=True, fault=None, told=None)

        def worked() -> None:
            try:
                if self._bench is None:
                    self._bench = self._opened()
                work(self._bench)
            except OSError:
                self._show(fault="disk")
            except Exception as error:  # a file that is no deck, by whatever name the bench calls that
                if type(error).__name__ != "DeckError":
                    raise
                self._show(fault="no_deck_file")
            finally:
                names = self._bench.names if self._bench is not None else ()
                self._show(busy=False, names=names, waiting=self._waiting())

        return self._hands.submit(worked)

    def _look(self, bench: Bench, picture: Any) -> None:
        found = bench.look(picture)
        self._shot = None if isinstance(found, str) else found
        if self._shot is None:
            self._show(shot=None, same=None, fault=found)
        else:
            seen = np.asarray(cv2.cvtColor(self._shot.picture, cv2.COLOR_BGR2RGB), dtype=np.uint8)
            self._show(shot=seen, same=self._shot.same)

    def _next(self, bench: Bench) -> None:
        path = next((path for path in self._files(PICTURES) if path not in self._looked), None)
        if path is None:
            return
        self._looked.add(path)
        picture = cv2.imread(str(path))
        if picture is None:
            self._shot = None
            self._show(shot=None, same=None, fault="no_picture")
        else:
            self._look(bench, picture)

    def _keep(self, bench: Bench, card: str) -> None:
        if self._shot is not None:
            bench.keep(card, self._shot.picture)
            self._shot = None
            self._show(shot=None, same=None, told="learnt")

    def _waiting(self) -> int:
        try:
            return sum(path not in self._looked for path in self._files(PICTURES))
        except OSError:  # said where a picture of it is asked for
            return 0

    def _files(self, kinds: tuple[str, ...]) -> list[Path]:
        if not self._exchange.is_dir():
            return []
        return sorted(path for path in self._exchange.iterdir() if path.suffix.lower() in kinds)

    def _show(self, **changes: Any) -> None:
        with self._lock:
            self._view = replace(self._view, shown=self._view.shown + 1, **changes)


# --- which card it is ---------------------------------------------------------------------------------------------


def wanted(cards: Catalogue, boxes: Iterable[str]) -> tuple[str, ...]:
    """All cards of those boxes that can be learnt, goods and dunes too."""
    chosen = set(boxes)
    kinds: tuple[Any, ...] = (cards.tribe, cards.goods, cards.dunes)
    return tuple(card.id for kind in kinds for card in kind.values() if str(card.box) in chosen)


def with_symbol(cards: Catalogue, symbol: Symbol, learnt: Iterable[str]) -> Iterator[TribeCard]:
    """The tribe cards with that symbol that are not learnt yet, by what they cost and are worth."""
    known = set(learnt)
    fitting = [card for card in cards.tribe.values() if card.symbol is symbol and card.id not in known]
    yield from sorted(fitting, key=lambda card: (str(card.box), card.vp or 0, card.id))
