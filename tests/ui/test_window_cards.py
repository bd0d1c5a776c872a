"""Learning the owner's cards on the window: a picture, two touches, the next one."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.bookkeeping import with_card
from companion.own_deck import DeckDesk
from companion.rules.board import Colour
from companion.rules.books import Slot
from companion.rules.resources import Symbol
from companion.rules.state import Settings
from tests.companion.test_own_deck import PICTURE, FakeBench
from tests.companion.with_books import WITH_BOOKS, kept
from tests.ui.conftest import Open, Table
from tests.ui.desk import GameDesk
from ui.tokens import Deal


def _learning(sit_down: Open, folder: Path, picture: Any = PICTURE) -> tuple[Table, FakeBench]:
    bench = FakeBench()
    table = sit_down(GameDesk.after(picture=(1, picture) if picture is not None else None))
    table.root.deck = DeckDesk(lambda: bench, folder)
    table.press("Menu")
    table.frames()
    table.press("Own cards")
    _done(table)
    return table, bench


def test_the_first_steps_lead_to_the_own_cards(sit_down: Open, tmp_path: Path) -> None:
    """When all is ready, the owner's cards can be learnt at once; where nothing learns them, that is no way to go."""
    table = sit_down(GameDesk.after(picture=(1, PICTURE)))
    table.root.deck = DeckDesk(FakeBench, tmp_path)
    table.root.go("wizard")
    table.frames()
    table.press("On", "On", "On", "On", "Own cards")
    assert table.root.screens.current == "cards"
    table.root.deck.close()
    table = sit_down(GameDesk.after())
    table.root.go("wizard")
    table.frames()
    table.press("On", "On", "On", "On")
    assert table.button("Own cards").disabled


def _done(table: Table) -> None:
    """Waits until the deck's thread has done what was asked."""
    deadline = time.monotonic() + 20
    table.root.poll(0)
    while table.root.deck.view().busy and time.monotonic() < deadline:
        time.sleep(0.01)
    table.root.poll(0)
    table.settle()
    table.frames(3)


def _deals(table: Table) -> list[Any]:
    return [widget for widget in table.visible() if isinstance(widget, Deal)]


def test_a_card_is_learnt_with_three_touches(sit_down: Open, tmp_path: Path) -> None:
    """Learn, its symbol, the card itself: nine wells are offered, and the one touched is learnt."""
    table, bench = _learning(sit_down, tmp_path)
    table.press("Learn")
    _done(table)
    assert "Which card is this? Touch its symbol, then the card." in table.words()

    table.press("Well")
    offered = _deals(table)
    assert len(offered) >= 9
    first = offered[0]
    table.press(first)
    _done(table)
    assert len(bench.names) == 1
    assert "Learnt. The next card, please." in table.words()
    assert any(text.startswith("1 of ") for text in table.words())
    table.root.deck.close()


def test_what_is_wrong_with_a_picture_is_said(sit_down: Open, tmp_path: Path) -> None:
    """A picture that does not do says why, and the next attempt may follow at once."""
    table, bench = _learning(sit_down, tmp_path, np.zeros((60, 80, 3), np.uint8))
    table.press("Learn")
    _done(table)
    assert "It is too dark." in table.words()
    assert bench.names == ()
    assert not table.button("Learn").disabled
    table.root.deck.close()


def test_without_a_camera_pictures_come_from_the_folder_only(sit_down: Open, tmp_path: Path) -> None:
    """Nothing to photograph with: that button cannot be pressed."""
    table, _ = _learning(sit_down, tmp_path, None)
    assert table.button("Learn").disabled
    assert table.button("0 pictures").disabled
    table.root.deck.close()


@pytest.mark.parametrize("language", ["en", "de", "pt"])
def test_all_words_fit(sit_down: Open, tmp_path: Path, language: str) -> None:
    """On the smallest screen, while a card waits for its name and among its fellows."""
    from ui.widgets import Text

    table, _ = _learning(sit_down, tmp_path)
    table.root.deck.take(PICTURE).result()
    for kind in (None, Symbol.TENT, "goods", "border"):
        table.root.cards.kind = kind
        table.root.cards._again()
        table.speak(language)
        clipped = [w.text for w in table.visible() if isinstance(w, Text) and w.text and w.opacity and w.clipped]
        assert clipped == []
    table.root.deck.close()


def test_a_display_is_laid_from_one_photo(sit_down: Open, tmp_path: Path) -> None:
    """Sure cards lie at once; the one that is not sure is asked for by a touch, and the rest follows."""

    class Reading(FakeBench):
        def rows(self, picture: Any) -> tuple[tuple[str | None, ...], ...]:
            return (("base-07", None, "base-39"), ("base-15",))

    table = sit_down(GameDesk(kept(Settings(start=Colour.BLUE), *WITH_BOOKS), picture=(1, PICTURE)))
    table.root.deck = DeckDesk(Reading, tmp_path)
    table.root.enter(Colour.BLUE)
    table.frames(4)
    table.press("Read the display")
    _done(table)
    assert table.root.entering.slot == Slot(1, 2)

    table.press("Tent")
    tent = next(deal for deal in reversed(_deals(table)) if deal.items and deal.items[0].text == "10")
    table.press(tent)
    table.press("Done")
    books = table.root.view.state.books
    laid = [[card.card for card in row] for row in books.blue.rows]
    assert laid == [["base-07", "base-10", "base-39"], ["base-15"], []]
    table.root.deck.close()


def test_a_photo_is_laid_with_whose_display_it_shows(sit_down: Open, tmp_path: Path) -> None:
    """Blue's display is being read when White's page is turned to: White's cards stay, and Blue's are laid with Blue;
    no other photo is taken before it is read."""
    done = threading.Event()

    class Slow(FakeBench):
        def rows(self, picture: Any) -> tuple[tuple[str | None, ...], ...]:
            done.wait(20)
            return (("base-07",),)

    table = sit_down(GameDesk(kept(Settings(start=Colour.BLUE), *WITH_BOOKS), picture=(1, PICTURE)))
    table.root.deck = DeckDesk(Slow, tmp_path)
    table.root.enter(Colour.BLUE)
    table.frames(4)
    entering = table.root.entering
    entering.draft = with_card(entering.draft, Colour.WHITE, Slot(1, 1), "base-15")
    table.press("Read the display", "White")
    assert table.button("Read the display").disabled
    done.set()
    _done(table)
    laid = {colour: [card.card for card in entering.draft.of(colour).rows[0]] for colour in Colour}
    assert laid == {Colour.BLUE: ["base-07"], Colour.WHITE: ["base-15"]}
    table.root.deck.close()
