"""The solo game on the e-ink pages: Andy's card and way, what leaves, the challenges; by four buttons alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from companion.andys_turn import andys_turn
from companion.asking import asked
from companion.challenging import outcome_of
from companion.deal import Deal, Outcome, Stack, challenge, drawn_for
from companion.guide import guide
from companion.language import LANGUAGES, Words
from companion.pages import draw, drawn
from companion.pressing import Hand, Key, PageKind
from companion.rules.board import Colour, border
from companion.rules.engine import apply, legal_moves, new_game
from companion.rules.moves import PassOn, parse
from companion.rules.resources import Amounts
from companion.rules.state import Edition, EndReason, Phase, Settings, State
from companion.sheets import sheet
from companion.view import View
from tests.companion.test_challenging import CAMELS, owning
from tests.companion.test_pages import SIZES
from tests.companion.test_pressing import Panel, box

ALL_FIVE = Deal(5, challenges=drawn_for(5, 5))


def view_of(state: State, deal: Deal, said: int | None = None) -> View:
    andy = andys_turn(state, deal, said=said)
    return View(revision=7, shown=7, state=state, guidance=guide(state), undo=True, deal=deal, andy=andy)


def a_game(edition: Edition, deal: Deal) -> Iterator[View]:
    """Every position of a game against Andy in which the person takes what comes first."""
    state = new_game(Settings(edition, solo=Colour.WHITE))
    while state.phase is not Phase.OVER:
        view = view_of(state, deal)
        yield view
        moves = legal_moves(state)
        move = view.andy.move if view.andy else None
        state = apply(state, move or (moves[0] if moves else PassOn())).state
    yield view_of(state, deal)


@pytest.mark.parametrize("edition", Edition)
def test_every_page_against_andy_has_room(edition: Edition) -> None:
    """His move, what leaves with him, the challenges: in every language on every panel, no text is cut."""
    cut, kinds, seen = set(), set(), set()
    for view in a_game(edition, ALL_FIVE):
        if view.state.round not in (1, 9, 12):
            continue
        now = asked(view)
        for page in (PageKind.NOW, PageKind.CHALLENGES):
            hand = Hand(page, revision=7, about=now.about if now else None)
            for language in LANGUAGES:
                made = sheet(view, hand, Words(language, edition, Colour.BLUE))
                kinds.add(made.kind)
                shape = re.sub(r"\d+", "12", str(replace(made, plan=None)))
                if made.kind in (PageKind.ANDY, PageKind.CHALLENGES) and shape not in seen:
                    seen.add(shape)
                    cut |= {f"{size}: {made.texts} {made.rows}" for size in SIZES if drawn(made, size).cut}
    assert {PageKind.ANDY, PageKind.CHALLENGES, PageKind.SET_UP, PageKind.SCORE} <= kinds
    assert len(seen) > 20
    assert cut == set()


@pytest.mark.clause("SOLO-3", "SOLO-4", "SOLO-8")
def test_andys_page() -> None:
    """His card, each rule that fired, his place pointed at on the board, what is left of the stack."""
    state = apply(new_game(Settings(solo=Colour.BLUE, start=Colour.BLUE)), parse("place-targi blue 7")).state
    view = view_of(state, Deal(stack=Stack.REAL), said=7)
    made = sheet(view, Hand(), Words("en", andy=Colour.WHITE))
    assert (made.kind, made.title) == (PageKind.ANDY, "Nomad card 7")
    assert made.texts[0] == "7 holds a Targi (Blue), 8 is a raid, so on clockwise to card 9."
    assert made.texts[1].startswith("Stack: 11 left.")
    assert made.answer == "He stands there"
    assert made.plan is not None
    assert (made.plan.way, made.plan.pointed) == ((border(7), border(8), border(9)), border(9))


def test_his_way_is_drawn() -> None:
    """On the board page the way is ink that is not there without it."""
    state = apply(new_game(Settings(solo=Colour.BLUE, start=Colour.BLUE)), parse("place-targi blue 7")).state
    made = sheet(view_of(state, Deal(stack=Stack.REAL), said=7), Hand(), Words("en", andy=Colour.WHITE))
    assert made.plan is not None
    bare = replace(made, plan=replace(made.plan, way=()))
    one, other = (np.asarray(draw(page, (400, 300))) for page in (made, bare))
    assert 50 < (one != other).any(axis=2).sum() < 4000


@pytest.mark.clause("BCHA-7", "BCHA-10")
def test_the_page_of_challenges() -> None:
    """Each with what is reached and how it stands; at the end won or lost and why. 20 points of books, 2 for the row's
    challenge, 2 off."""
    tasks = tuple(map(challenge, ("vp:25", "rows:same:1", "robber:2")))
    state = owning(Amounts(dates=2, vp=6), *CAMELS)
    deal = Deal(5, challenges=tasks)
    made = sheet(view_of(state, deal), Hand(PageKind.CHALLENGES, revision=7), Words("en", andy=Colour.WHITE))
    assert made.rows == (
        ("Points ≥ 25", "20/25 open"), ("One-symbol rows ≥ 1", "1/1 met"), ("Robber -2", "counted off"),
    )  # fmt: skip
    over = replace(state, phase=Phase.OVER, end=EndReason.ROBBER)
    assert outcome_of(over, deal) == Outcome(False, 20, 1)
    ended = sheet(view_of(over, deal), Hand(), Words("en", andy=Colour.WHITE))
    assert ended.title == "Lost. Not met: Points."


@pytest.mark.clause("SOLO-9", "SOLO-11")
def test_a_whole_game_by_buttons_with_challenges(tmp_path: Path) -> None:
    """Twelve rounds by buttons and pages alone, the cards of the real stack said, steps taken back and made again: it
    ends on 16; the challenges' page comes after the others; the next game has the same and another seed."""
    chance, stack = Random(3), Stack.REAL
    deal = Deal(5, stack, drawn_for(5, 3))
    with box(tmp_path, Settings(solo=Colour.BLUE), Panel((400, 300)), deal=deal) as at:
        kinds = [at.press(Key.PAGES).kind for _ in range(4)]
        assert kinds[:3] == [PageKind.BOARD, PageKind.ROUND, PageKind.CHALLENGES]
        for _ in range(1500):
            if at.view.guidance.phase is Phase.OVER:
                break
            at.press(chance.choices([Key.YES, Key.NO, Key.UNDO], [20, 4, 1])[0])
        assert at.view.state.end is EndReason.ROBBER
        assert at.view.deal == deal
        at.press(Key.YES)
        again = at.view.deal
        assert again is not None
        assert (again.stack, again.challenges, at.view.state.round) == (stack, deal.challenges, 1)
        assert again.seed != deal.seed
