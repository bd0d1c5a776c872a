"""Any sequence of moves, allowed or not, undo, redo, saving and loading: the game is what its log says."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.game import Game
from companion.guide import guide
from companion.rules.board import BORDER, CENTRE, PIECE_COUNTS, PIECES, Colour, dune
from companion.rules.engine import Step, legal_moves, refusal
from companion.rules.moves import (
    Allow,
    Correct,
    MoveRobber,
    MoveTargia,
    PassOn,
    PlaceMarker,
    PlaceTargi,
    ReturnMarker,
    ReturnTargi,
    SetStartPlayer,
    SetTargis,
    ShiftMarker,
    ShiftTargi,
    TwelfthCard,
)
from companion.rules.notation import read, write
from companion.rules.state import Edition, Phase, Reason, Scope, Settings, State
from companion.store import Store

colours = st.sampled_from(Colour)
lanes = st.sampled_from((*BORDER, dune(1), dune(2)))
centres = st.sampled_from(CENTRE)
anywhere = st.sampled_from((*BORDER, *CENTRE, dune(1)))
any_move = st.one_of(
    st.builds(PlaceTargi, colours, lanes),
    st.builds(ReturnTargi, colours, lanes),
    st.builds(ShiftTargi, colours, lanes, lanes),
    st.builds(PlaceMarker, colours, centres),
    st.builds(ReturnMarker, colours, centres),
    st.builds(ShiftMarker, colours, centres, centres),
    st.builds(MoveRobber, anywhere),
    st.builds(MoveTargia, anywhere),
    st.just(PassOn()),
    st.builds(Correct, st.sampled_from(PIECES), st.none() | anywhere, st.none() | anywhere),
    st.builds(SetStartPlayer, colours),
    st.builds(Allow, colours, st.sampled_from(Reason), st.sampled_from(Scope)),
    st.builds(SetTargis, colours, st.integers(min_value=0, max_value=3)),
    st.builds(TwelfthCard, colours),
)


class Games(RuleBasedStateMachine):
    """Plays a stored game and, beside it, a plain list of the states it should go through."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name, "games.db")
        self.store = Store(self.path)

    @initialize(edition=st.sampled_from(Edition), start=st.none() | colours)
    def begin(self, edition: Edition, start: Colour | None) -> None:
        self.game = self.store.begin(Settings(edition, start=start))
        self.done: list[State] = [self.game.state]
        self.undone: list[State] = []

    def _made(self, result: object) -> None:
        if isinstance(result, Step):
            self.done.append(self.game.state)
            self.undone.clear()

    @rule(choice=st.integers(min_value=0))
    def play_on(self, choice: int) -> None:
        """What the rules want next, so that games come far."""
        if moves := legal_moves(self.game.state):
            move = moves[choice % len(moves)]
            assert refusal(self.game.state, move) is None
            result = self.game.play(move)
            assert isinstance(result, Step)
            self._made(result)

    @rule(move=any_move, forced=st.booleans())
    def play(self, move: object, forced: bool) -> None:
        result = self.game.force(move) if forced else self.game.play(move)  # type: ignore[arg-type]
        self._made(result)

    @rule()
    def undo(self) -> None:
        if len(self.done) > 1:
            self.undone.append(self.done.pop())
        self.game.undo()

    @rule()
    def redo(self) -> None:
        if self.undone:
            self.done.append(self.undone.pop())
        self.game.redo()

    @rule()
    def stop_and_start(self) -> None:
        """The program ends and starts again."""
        over = self.game.is_over
        self.store.close()
        self.store = Store(self.path)
        assert self.store.problems == ()
        resumed = self.store.resume()
        assert (resumed is None) == over
        if resumed is None:
            self.begin(Edition.BASE, None)
        else:
            self.game = resumed

    @invariant()
    def is_what_was_played(self) -> None:
        assert self.game.state == self.done[-1]
        assert self.game.can_undo == (len(self.done) > 1)
        assert self.game.can_redo == bool(self.undone)

    @invariant()
    def is_one_line_that_reads_back(self) -> None:
        assert read(write(self.game.state)) == self.game.state

    @rule()
    def read_back(self) -> None:
        """The game is what its log says."""
        assert Game.read(self.game.log).state == self.game.state

    @invariant()
    def stands_as_figures_can(self) -> None:
        state = self.game.state
        for piece, count in PIECE_COUNTS.items():
            assert len(state.standing.of(piece)) <= count
        for dispute in state.disputes:
            assert (dispute.piece, dispute.where) in state.standing.pieces
        assert len(set(state.disputes)) == len(state.disputes)
        assert (state.end is not None) == (state.phase is Phase.OVER)

    @invariant()
    def has_a_way_on(self) -> None:
        """A person can always pass on, and somebody is told what to do."""
        state = self.game.state
        guidance = guide(state)
        assert guidance.advice
        if state.phase is not Phase.OVER and not (state.phase is Phase.PLACING and state.turn is None):
            assert refusal(state, PassOn()) is None

    def teardown(self) -> None:
        if hasattr(self, "game"):
            self.read_back()
        self.store.close()
        self.folder.cleanup()


TestGames = Games.TestCase
TestGames.settings = settings(max_examples=20, stateful_step_count=40)
