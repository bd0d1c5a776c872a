"""Every screen, in every language and at both sizes: nothing clipped, nothing on top of another, every button for a
finger."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

from companion.bookkeeping import opened_late
from companion.guide import AdviceCode, Forbidden, Note, Problem, ProblemCode, Question, QuestionCode, guide
from companion.home import TEXT_PERCENTS
from companion.language import LANGUAGES
from companion.offers import options
from companion.rules.agenda import at_hand
from companion.rules.board import PIECES, Colour, border, centre, dune
from companion.rules.engine import apply, legal_moves
from companion.rules.state import Edition, EndReason, Phase, Reason, Settings, State
from companion.simulate import Kind, Mix, next_move, set_up
from companion.simulating import cards_for
from companion.store import MOST_WORDS
from companion.view import Source, View
from tests.ui.conftest import Table
from ui.album import album, over_album
from ui.still import OPENING, StillDesk, played, shown

Open = Callable[..., Table]
WHAT_STANDS_HERE = QuestionCode.WHAT_STANDS_HERE
NO_PICTURE = (ProblemCode.NO_CAMERA, ProblemCode.CAMERA_NOT_ALLOWED, ProblemCode.MODEL_BROKEN, ProblemCode.DEMO_STOPPED)
KINDS = (
    Kind(Mix.EXPANSION, bonus=True, laid=5), Kind(Mix.EXPANSION, laid=3), Kind(laid=6), Kind(bonus=True, solo=True),
)  # fmt: skip
SIZES = ((800, 480), (1280, 800))
ALL = [(size, percent) for size in SIZES for percent in TEXT_PERCENTS]
EVERY = bool(os.environ.get("TARGI_ALL_SIZES"))
CASES = ALL if EVERY else [(SIZES[0], 100), (SIZES[0], 200)]
"""Windows and sizes of text, in percent: those with least room, or all of them (see CONTRIBUTING.md)."""
RAIDING = (AdviceCode.PAY_RAID, AdviceCode.RAID_NEXT_ROUND, AdviceCode.MOVE_ROBBER)


def faults(table: Table) -> Iterator[str]:
    """What is wrong with the screen shown: clipped text, text or buttons outside the window, buttons on top of another
    or too small, a page that scrolls although text has its usual size."""
    from ui.page import Scroll
    from ui.theme import FINGER, theme
    from ui.tokens import Tokens
    from ui.widgets import Press, Text

    seen = [widget for widget in table.visible() if _shown(widget)]
    for widget in seen:
        if (
            isinstance(widget, Text)
            and widget.text
            and (
                widget.clipped
                or widget.texture_size[0] > widget.width + 1
                or widget.texture_size[1] > widget.height + 1
            )
        ):
            yield f"clipped: {widget.text!r} in {[round(side) for side in widget.size]}"
        elif isinstance(widget, Text) and widget.text and _drawn(widget) != "".join(widget.text.split()):
            yield f"not drawn whole: {widget.text!r}"
        if isinstance(widget, Tokens) and widget.clipped:
            yield f"too small to be told apart: {widget.items}"
        if isinstance(widget, (Text, Press)) and not _inside(widget, table):
            yield f"outside the window: {getattr(widget, 'text', widget)!r}"
        if isinstance(widget, Press) and min(widget.size) < FINGER * theme.u - 0.5:
            yield f"too small for a finger: {_words(widget)} {widget.size}"
        if isinstance(widget, Scroll) and widget.do_scroll_y and theme.percent == 100:
            yield f"scrolls: {widget.body.height} in {widget.height}"
    worded = [widget for widget in seen if isinstance(widget, (Press, Text)) and _words(widget)]
    spots = [(_scroll(widget), _spot(widget)) for widget in worded]
    for (one, (scroll, spot)), (other, (scrolled, place)) in combinations(zip(worded, spots, strict=True), 2):
        if scroll is scrolled and _overlap(spot, place) and not _within(one, other) and not _within(other, one):
            yield f"on top of each other: {_words(one)} and {_words(other)}"


def _drawn(text: Any) -> str:
    """What of a text is in its picture, without its blanks."""
    words = "".join(word.text for line in text._label._cached_lines for word in line.words)
    return "".join(words.split())


def _words(widget: Any) -> list[str]:
    from ui.widgets import Text

    return [part.text for part in widget.walk(restrict=True) if isinstance(part, Text) and part.text]


def _above(widget: Any) -> Iterator[Any]:
    """The widget, what it is in, what that is in, and so on."""
    while widget is not None and widget.parent is not widget:
        yield widget
        widget = widget.parent


def _shown(widget: Any) -> bool:
    return all(part.opacity and min(part.size) > 0 for part in _above(widget))


def _within(widget: Any, other: Any) -> bool:
    return any(part is other for part in _above(widget))


def _scroll(widget: Any) -> Any:
    """The page that the widget scrolls with, if it does."""
    from ui.page import Scroll

    return next((part for part in _above(widget) if isinstance(part, Scroll)), None)


def _spot(widget: Any) -> tuple[float, float, float, float]:
    """Left, bottom, right and top in the window; of what scrolls, on its page."""
    return widget.x, widget.y, widget.right, widget.top


def _inside(widget: Any, table: Table) -> bool:
    """Whether it lies in the window, or on a page that can be scrolled to it."""
    scroll = _scroll(widget)
    if scroll is not None:
        body = scroll.body
        return bool(
            widget.x >= body.x - 1
            and widget.right <= body.right + 1
            and widget.y >= body.y - 1
            and widget.top <= body.top + 1
        )
    x, y = widget.to_window(*widget.pos)
    return bool(
        x >= -1 and y >= -1 and x + widget.width <= table.root.width + 1 and y + widget.height <= table.root.height + 1
    )


def _overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] + 1 < other[2] and other[0] + 1 < one[2] and one[1] + 1 < other[3] and other[1] + 1 < one[3]


def sayings() -> Iterator[tuple[str, View]]:
    """A view for every sentence that can stand beside the board, with the longest parameters, beside dunes (least
    room)."""
    base = shown(played((*OPENING,), Settings(edition=Edition.EXPANSION)))
    named = replace(base, names=("Wilhelmi", "Mohammed"))
    booked = replace(named, state=replace(base.state, books=opened_late(base.state)))
    quiet = replace(base.guidance, problems=(), forbidden=(), questions=())
    places = (border(10), border(13), border(14), centre(1, 5), centre(3, 7))
    for code in AdviceCode:
        raids = (border(12), border(16)) if code in RAIDING else (None,)
        for raid in raids:
            goal = None if raid == border(16) else border(13)
            note = Note(code, Colour.WHITE, goal, places, PIECES[5], raid, 3, EndReason.TWELVE_CARDS)
            yield f"{code} {raid}", replace(base, guidance=replace(quiet, advice=(note, note)))
        note = Note(code, Colour.WHITE, border(13), places, PIECES[5], border(12), 3, EndReason.TWELVE_CARDS)
        yield f"{code} with books", replace(booked, guidance=replace(quiet, advice=(note, note)))
    for problem in ProblemCode:
        trouble = Problem(problem, border(13), border(14), PIECES[4], PIECES[5], 12, "games-2026-11-29-broken.sqlite")
        yield str(problem), replace(base, guidance=replace(quiet, problems=(trouble,)))
        if problem in NO_PICTURE:
            none = replace(base, source=Source.NONE, undo=False)
            yield f"welcome {problem}", replace(none, guidance=replace(quiet, problems=(trouble,)))
    mistake = textwrap.shorten("cards.toml, line 1234: " + "this is wrong with the card " * 9, 12 + MOST_WORDS)
    trouble = Problem(ProblemCode.CARDS_UNUSABLE, text=mistake)
    for code in (AdviceCode.FIRST_TARGI, AdviceCode.MOVE_ROBBER):
        note = Note(code, Colour.WHITE, border(13), places, raid=border(12))
        yield (
            f"mistake in the cards {code}",
            replace(base, guidance=replace(quiet, advice=(note,), problems=(trouble,))),
        )
    raid = Note(AdviceCode.MOVE_ROBBER, place=border(13), raid=border(12))
    trouble = Problem(ProblemCode.TABLE_DIFFERS, border(13), piece=PIECES[4], expected=PIECES[5])
    yield "raid and trouble", replace(base, guidance=replace(quiet, advice=(raid, raid), problems=(trouble,)))
    for code in QuestionCode:
        asked = Question(code, border(13), Colour.WHITE, (PIECES[5], None) if code is WHAT_STANDS_HERE else ())
        yield str(code), replace(base, guidance=replace(quiet, questions=(asked,), problems=(trouble,) * 3))
    for reason in Reason:
        item = Forbidden(PIECES[5], dune(2), reason, border(14))
        yield str(reason), replace(base, guidance=replace(quiet, forbidden=(item,)))


@pytest.mark.parametrize(("size", "percent"), CASES, ids=str)
def test_every_screen_fits(sit_down: Open, size: tuple[int, int], percent: int) -> None:
    """No text is clipped or lies on other text, every button lies inside and is at least 9 mm on a 7-inch screen, in
    every language. With larger text pages may scroll."""
    found = []
    table = sit_down(StillDesk(replace(shown(played(OPENING)), text_percent=percent)), "en", size)
    for name, view, touch in album():
        table.show(replace(view, text_percent=percent))
        touch(table.root)
        for language in LANGUAGES:
            table.speak(language)
            found += [f"{name} {language}: {fault}" for fault in faults(table)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "percent"), CASES, ids=str)
def test_what_lies_over_the_screens_fits(sit_down: Open, size: tuple[int, int], percent: int, language: str) -> None:
    """The marks to touch, what they tell, and when to unplug: made in the language in use."""
    found = []
    table = sit_down(StillDesk(replace(shown(played(OPENING)), text_percent=percent)), language, size)
    for name, view, touch in over_album():
        table.show(replace(view, text_percent=percent))
        touch(table.root)
        table.settle()
        found += [f"{name}: {fault}" for fault in faults(table)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("size", "percent"), ALL if EVERY else CASES[:1], ids=str)
def test_every_sentence_fits(sit_down: Open, size: tuple[int, int], percent: int) -> None:
    """Every advice, refusal and problem fits beside the board, in the expansion with its dunes too."""
    table = sit_down(StillDesk(replace(shown(played(OPENING)), text_percent=percent)), "en", size)
    found = []
    for name, view in sayings():
        table.show(replace(view, text_percent=percent))
        for language in LANGUAGES:
            table.speak(language)
            found += [f"{name} {language}: {fault}" for fault in faults(table)]
    assert not found, "\n".join(found)


@cache
def asked() -> tuple[tuple[str, View], ...]:
    """A view for every kind of task that random games come to, in the position that offers most."""
    most: dict[str, tuple[int, State]] = {}
    for seed, kind in enumerate(KINDS):
        chance = Random(seed)
        state, _ = set_up(kind, cards_for(kind), chance)
        while state.phase is not Phase.OVER:
            if (task := at_hand(state)) is not None:
                count = len(options(state))
                if count > most.get(task.word, (0, state))[0]:
                    most[task.word] = count, state
            state = apply(state, next_move(state, legal_moves(state), chance)).state
    base = replace(shown(played(())), names=("Wilhelmi", "Mohammed"))
    return tuple(
        (word, replace(base, revision=100 + number, state=state, guidance=guide(state)))
        for number, (word, (_, state)) in enumerate(most.items())
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_fits(sit_down: Open, language: str) -> None:
    """Whatever the books ask in games of all kinds stands beside the board on the smallest screen: words and tokens
    large enough, every button for a finger; with long names too."""
    table = sit_down(StillDesk(shown(played(OPENING))), language, SIZES[0])
    found, words = [], set()
    for word, view in asked():
        table.show(view)
        words.add(word)
        found += [f"{word}: {fault}" for fault in faults(table)]
    assert not found, "\n".join(found)
    assert {"offer", "take-one", "pay-raid", "exchanges", "limits", "morgana", "turn-nomad", "visits"} <= words


def test_the_check_finds_what_is_clipped(sit_down: Open) -> None:
    """The check itself: a button squeezed to a few pixels is found clipped and too small."""
    table = sit_down(StillDesk(shown(played(OPENING))))
    key = table.button("Undo")
    key.size_hint, key.size = (None, None), (20, 20)
    table.frames()
    told = "\n".join(faults(table))
    assert "clipped: 'Undo'" in told
    assert "too small for a finger: ['Undo']" in told


def test_text_of_several_lines_is_drawn_whole(sit_down: Open) -> None:
    """In a box that it just fills, in the middle: a short line above a long one takes nothing of that away."""
    from ui.widgets import Text, measured

    table = sit_down(StillDesk(shown(played(OPENING))))
    text = Text(text="[screen]\n" + "these lines put it right " * 5, least=15, most=15)
    text.size = (300, measured(text.text, text.font_size, 300, False, text.font_name, text.line_height)[1] + 2)
    table.settle()
    assert not text.clipped
    assert _drawn(text) == "".join(text.text.split())
