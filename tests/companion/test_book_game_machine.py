"""Any game with books, with undo, redo, corrections and reading back: what is true of every position stays true."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.game import Game
from companion.rules.agenda import chances
from companion.rules.board import Colour
from companion.rules.book_moves import Reveal, SetBooks
from companion.rules.books import Books
from companion.rules.cards import Catalogue
from companion.rules.engine import Step, legal_moves, refusal
from companion.rules.final import final_of
from companion.rules.invariants import broken, lost
from companion.rules.ledger import with_account
from companion.rules.moves import parse
from companion.rules.notation import read, write
from companion.rules.resources import Amounts
from companion.rules.scoring import score
from companion.rules.state import Phase, State
from companion.simulate import Kind, Mix, set_up
from companion.simulating import cards_for

KINDS = [Kind(mix, bonus, solo) for mix in Mix for bonus in (False, True) for solo in (False, True)]
RICH = Amounts(dates=9, salt=9, pepper=9, gold=5, water=4, vp=3)


@cache
def standins() -> Catalogue:
    return cards_for(Kind(Mix.MIXED, bonus=True))


def books_of(state: State) -> Books:
    assert state.books is not None
    return state.books


class BookGames(RuleBasedStateMachine):
    """A game with books beside a plain list of the positions it should go through."""

    @initialize(kind=st.sampled_from(KINDS), seed=st.integers(0, 10_000), rich=st.booleans())
    def begin(self, kind: Kind, seed: int, rich: bool) -> None:
        """The books are opened by a logged move. ``rich``: displays fill, so that games end by a twelfth card too."""
        state, self.decks = set_up(kind, standins(), random.Random(seed))
        if rich:
            for colour in Colour:
                if not state.is_andy(colour):
                    state = with_account(state, colour, replace(books_of(state).of(colour), purse=RICH))
        self.game = Game.new(state.settings, cards=standins())
        self.done: list[State] = [self.game.state]
        self.undone: list[State] = []
        self._make(self.game.play(SetBooks(state.books)))

    def _make(self, result: object) -> None:
        assert isinstance(result, Step)
        self.done.append(result.state)
        self.undone.clear()

    @rule(choice=st.integers(min_value=0), lay=st.booleans())
    def play_on(self, choice: int, lay: bool) -> None:
        """Some moves that are offered: each is allowed, reads back from its line, and takes nothing but its price."""
        for _ in range(8):
            before = self.game.state
            ways = [Reveal(card) for card in dict.fromkeys(chances(before))] or list(legal_moves(before))
            ways = [way for way in ways if way.word == "lay"] or ways if lay else ways
            if not ways:
                return
            move = ways[choice % len(ways)]
            assert parse(str(move)) == move
            assert refusal(before, move) is None
            self._make(self.game.play(move))
            assert not lost(before, move, self.game.state)

    @rule()
    def undo(self) -> None:
        if len(self.done) > 2:  # the books stay open
            self.undone.append(self.done.pop())
            self.game.undo()

    @rule()
    def redo(self) -> None:
        if self.undone:
            self.done.append(self.undone.pop())
            self.game.redo()

    @precondition(lambda self: self.game.state.phase in (Phase.PLACING, Phase.ACTING))
    @rule(gift=st.builds(Amounts, st.integers(0, 3), st.integers(0, 3), gold=st.integers(0, 1)))
    def correct(self, gift: Amounts) -> None:
        """A person puts a purse right before the limits are looked at; the game goes on from there."""
        books = books_of(self.game.state)
        owned = replace(books.blue, purse=books.blue.purse + gift)
        if not self.game.state.is_andy(Colour.BLUE):
            self._make(self.game.play(SetBooks(replace(books, blue=owned))))

    @rule()
    def read_back(self) -> None:
        """Save and load: the game is what its log says, with the same steps to undo and to redo."""
        game = Game.read(self.game.log, cards=standins())
        assert game.state == self.game.state
        assert game.history() == self.game.history()
        self.game = game

    @invariant()
    def is_what_was_played(self) -> None:
        assert self.game.state == self.done[-1]
        assert self.game.can_redo == bool(self.undone)

    @invariant()
    def holds(self) -> None:
        """Figures, goods and cards add up, Robber and Targia add up to 16, and there is a way on."""
        state = self.game.state
        assert [str(fault) for fault in broken(state, self.decks, len(legal_moves(state)))] == []

    @invariant()
    def is_one_line_that_reads_back(self) -> None:
        line = write(self.game.state)
        assert "\n" not in line
        assert read(line) == self.game.state

    @invariant()
    def can_be_scored(self) -> None:
        assert score(final_of(self.game.state)).tallies


TestBookGames = BookGames.TestCase
TestBookGames.settings = settings(max_examples=8, stateful_step_count=20)
