"""One game: its log, undo and redo. The only place where the state changes.

The state is what the log says. The log only grows: one line for each move, and for undo and redo a line of their own,
so a game read back from its lines is the same game, with the same steps to undo and to redo.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum

from companion.agreement import Agreement
from companion.andys_turn import said_by
from companion.deal import Deal
from companion.piles import Left, left
from companion.rules.agenda import at_hand
from companion.rules.board import Colour, Piece, Place
from companion.rules.book_moves import Reveal, SetBooks
from companion.rules.cards import Catalogue
from companion.rules.catalogue import CardError, shipped, with_additions
from companion.rules.checking import check
from companion.rules.engine import VERSION, Step, apply, impossible, new_game
from companion.rules.events import Event, IllegalMarker, IllegalPlacement
from companion.rules.moves import Move, PassOn, SetDunes, SetStartPlayer, parse
from companion.rules.state import Phase, Reason, Refusal, Settings, State
from companion.rules.tasks import TurnCentre, TurnDune, TurnTop

Keeper = Callable[[str], None]
"""Keeps a line of the log for good, before anybody sees what it changed. It does not raise: see `companion.store`."""

Reader = Callable[[str, tuple[Event, ...]], None]
"""Is told each line of a log as it is read, and what happened by it."""

_LYING_OPEN = (TurnCentre, TurnTop, TurnDune)
_HEADER = "targi-game"
_LONGEST = 300  # of the words for what is wrong with a line
_UNDO, _REDO, _MARK, _FORCE, _CARDS, _AGREED = "undo", "redo", "mark", "force", "cards", "agreed"
DEAL_LINES = "deal "
"""How the lines of a log begin that say what was dealt; the last one counts."""


class LogError(ValueError):
    """A log that cannot be read. ``number``: the line, counted from 1; ``game``: the game up to there, None without a
    header."""

    def __init__(self, number: int, problem: str, game: Game | None = None) -> None:
        problem = problem if len(problem) <= _LONGEST else f"{problem[: _LONGEST - 3]}..."
        super().__init__(f"line {number} of the game's log cannot be read: {problem}")
        self.number = number
        self.game = game


class Crossing(str, Enum):
    """What an undo goes back over that others have a say in."""

    DRAW = "draw"  # a card that is known now
    OTHER_PLAYER = "other_player"  # a step before something the other player has done since

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Title:
    """One step of the history, as codes: ``code`` is the move's word; ``refused``: why it does not count at first.
    ``undone``: it may be redone. ``round``: the round it was made in. ``draw``: chance turned a card up."""

    code: str
    round: int
    colour: Colour | None = None
    piece: Piece | None = None
    place: Place | None = None
    source: Place | None = None
    reason: Reason | None = None
    undone: bool = False
    draw: bool = False


@dataclass(frozen=True, slots=True)
class _Done:
    """A step that was made: the line's move, and the game before and after it."""

    move: Move
    forced: bool
    before: State
    step: Step


class Game:
    """One game of Targi. Values go in and come out; nobody else holds its state."""

    def __init__(
        self,
        settings: Settings,
        keep: Keeper | None = None,
        engine: int = VERSION,
        cards: Catalogue | None = None,
    ) -> None:
        """A new game. ``keep`` is called with every line of the log before its effect can be seen; ``engine``: the
        version of the rules that the log was begun with; ``cards``: the catalogue that books are kept by, else their
        own. The owner's cards in it go into the log, so a game keeps those that it was begun with."""
        self._keep = keep
        self._cards = cards
        self._own_cards = ""  # as the log says
        self._deal: Deal | None = None
        self._agreed = Agreement()
        self._told: tuple[int, tuple[Title, ...]] = (0, ())  # the history, and the revision it is of
        self._counted: tuple[int, Left] = (0, {})
        self._start = new_game(settings)
        self._done: list[_Done] = []
        self._undone: list[_Done] = []
        self._log: list[str] = []
        self._write(f"{_HEADER} engine={engine} {settings}")

    @classmethod
    def new(cls, settings: Settings, keep: Keeper | None = None, cards: Catalogue | None = None) -> Game:
        """A new game after set-up."""
        return cls(settings, keep, cards=cards)

    @classmethod
    def read(
        cls,
        lines: Iterable[str],
        keep: Keeper | None = None,
        tell: Reader | None = None,
        cards: Catalogue | None = None,
    ) -> Game:
        """The game that these lines tell; lines played after that go to ``keep``. ``cards``: for books of a log that
        names no own cards. Raises LogError, which carries the good part."""
        game: Game | None = None
        events: tuple[Event, ...] = ()
        for number, line in enumerate(lines, start=1):
            try:
                if game is None:
                    game = cls._begun(line, cards)
                else:
                    events = game._replay(line)
            except ValueError as error:
                raise LogError(number, str(error), game) from error
            if tell:
                tell(line, events)
        if game is None:
            raise LogError(1, "there is nothing in it")
        game.keep_with(keep)
        return game

    @classmethod
    def _begun(cls, line: str, cards: Catalogue | None) -> Game:
        word, version, settings = (*line.split(" ", 2), "", "")[:3]
        if word != _HEADER or not re.fullmatch(r"engine=[0-9]{1,6}", version):
            raise ValueError("it does not begin with the game's settings")
        engine = int(version.removeprefix("engine="))
        if engine != VERSION:
            age = "newer" if engine > VERSION else "older"
            raise ValueError(f"it was played with {age} rules (version {engine}); this program has version {VERSION}")
        return cls(Settings.parse(settings), engine=engine, cards=cards)

    def keep_with(self, keep: Keeper | None) -> None:
        """From now on lines go there."""
        self._keep = keep

    @property
    def state(self) -> State:
        return self._done[-1].step.state if self._done else self._start

    @property
    def cards(self) -> Catalogue:
        """The cards that books are kept by."""
        return self._cards or shipped()

    @property
    def agreed(self) -> Agreement:
        """What people have agreed on before the game."""
        return self._agreed

    @property
    def deal(self) -> Deal | None:
        """The challenges, and Andy's stack; None where nothing was dealt."""
        return self._deal

    @property
    def said_card(self) -> int | None:
        """The card of Andy's real stack that people have just said came."""
        return said_by(self._log[-1])

    @property
    def last_move(self) -> tuple[Move | None, int | None]:
        """The move that the log ends with, and the card of Andy's that was said before it."""
        done = self._done[-1] if self._done else None
        if done is None or self._log[-1] != _line(done.move, done.forced):
            return None, None
        return done.move, said_by(self._log[-2])

    @property
    def revision(self) -> int:
        """Changes with every line of the log."""
        return len(self._log)

    @property
    def log(self) -> tuple[str, ...]:
        """The lines so far; `read` takes them."""
        return tuple(self._log)

    @property
    def can_undo(self) -> bool:
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    @property
    def undo_crosses(self) -> tuple[Crossing, ...]:
        """What the next undo goes back over that both players should agree to. A step of one's own that nobody has
        acted after is free, and so is the name of a card that lies open for both."""
        if not self._done:
            return ()
        last = self._done[-1]
        whose, drawn = _whose(last), isinstance(last.move, Reveal)
        crossed = {
            Crossing.DRAW: not isinstance(at_hand(last.before), _LYING_OPEN)
            if drawn
            else any(isinstance(done.move, Reveal) for done in self._undone),
            Crossing.OTHER_PLAYER: whose is not None
            and any(_whose(done) not in (None, whose) for done in self._undone),
        }
        return tuple(crossing for crossing, holds in crossed.items() if holds)

    @property
    def left(self) -> Left:
        """How many cards are left in the piles."""
        if self._counted[0] != self.revision:
            books = [done.step.state.books for done in self._done]
            self._counted = self.revision, left(self._agreed, self.state.settings.edition, books)
        return self._counted[1]

    @property
    def is_over(self) -> bool:
        return self.state.phase is Phase.OVER

    def play(self, move: Move, revision: int | None = None) -> Step | Refusal:
        """Makes the move, whoever made it. A move against the rules is made too and its piece held as disputed (the
        step's events say so); refused are only a command given on an old revision and what cannot be."""
        return self._make(move, revision, forced=False)

    def force(self, move: Move, revision: int | None = None) -> Step | Refusal:
        """Makes the move as if a card allowed it this once."""
        return self._make(move, revision, forced=True)

    def undo(self, revision: int | None = None) -> Step | Refusal:
        """Takes the last step back. The step has no events: nothing happened on the table."""
        if no := self._stale(revision):
            return no
        if not self._done:
            return Refusal(Reason.NOTHING_TO_DO)
        self._write(_UNDO)
        self._undone.append(self._done.pop())
        return Step(self.state)

    def redo(self, revision: int | None = None) -> Step | Refusal:
        """Makes the step again that was undone last."""
        if no := self._stale(revision):
            return no
        if not self._undone:
            return Refusal(Reason.NOTHING_TO_DO)
        self._write(_REDO)
        self._done.append(self._undone.pop())
        return Step(self.state)

    def mark(self, note: str) -> None:
        """Leaves a mark in the log that changes nothing: a bug report says "here". ``note``: one word."""
        if len(note.split()) != 1:
            raise ValueError("a mark is one word")
        self._write(f"{_MARK} {note}")

    def agree(self, agreed: Agreement) -> None:
        """Has the log say what people have agreed on; it stays whatever is undone."""
        if agreed != self._agreed:
            self._write(f"{_AGREED} {agreed}")
            self._agreed = agreed

    def deal_out(self, deal: Deal) -> None:
        """From now on that is dealt; no step, so undo leaves it."""
        self._write(f"{DEAL_LINES}{deal}")
        self._deal = deal

    def from_round(self, number: int) -> Game:
        """A new game that has gone the same way up to the start of that round, with the same deal: to be played
        otherwise from there."""
        game = Game(self._start.settings, cards=self._cards)
        game.agree(self._agreed)
        if self._deal is not None:
            game.deal_out(replace(self._deal, replayed=number, outcome=None))
        for done in self._done:
            if game.state.round >= number and not _sets_up(done.move):
                break
            game._make(done.move, None, done.forced)
        return game

    def history(self) -> tuple[Title, ...]:
        """The steps made, oldest first, then those undone that may be redone, next one first."""
        if self._told[0] != self.revision:
            made = [_title(done, undone=False) for done in self._done]
            undone = [_title(done, undone=True) for done in reversed(self._undone)]
            self._told = self.revision, (*made, *undone)
        return self._told[1]

    def _make(self, move: Move, revision: int | None, forced: bool) -> Step | Refusal:
        if no := self._stale(revision) or impossible(self.state, move):
            return no
        if isinstance(move, SetBooks) and move.books is not None:
            cards = self._cards_for(move.books.cards)
            move = SetBooks(replace(move.books, cards=cards))
            self._keep_cards(cards)
        step = apply(self.state, move, forced)
        self._write(_line(move, forced))
        self._done.append(_Done(move, forced, self.state, step))
        self._undone.clear()
        return step

    def _cards_for(self, wanted: Catalogue) -> Catalogue:
        """The game's own cards, with what people have added to them since."""
        grown = self._cards is not None and wanted.additions.startswith(self._cards.additions)
        return wanted if grown else self._cards or wanted

    def _keep_cards(self, cards: Catalogue) -> None:
        """The log says which cards the owner has added, before books are kept by them."""
        if cards.additions != self._own_cards:
            self._write(f"{_CARDS} {json.dumps(cards.additions)}")
            self._cards, self._own_cards = cards, cards.additions

    def _stale(self, revision: int | None) -> Refusal | None:
        return None if revision in (None, self.revision) else Refusal(Reason.STALE)

    def _write(self, line: str) -> None:
        if self._keep:
            self._keep(line)
        self._log.append(line)

    def _replay(self, line: str) -> tuple[Event, ...]:
        word, _, rest = line.partition(" ")
        if word == _MARK:
            self.mark(rest)
            return ()
        if word == _AGREED:
            self.agree(Agreement.parse(rest))
            return ()
        if f"{word} " == DEAL_LINES:
            self.deal_out(Deal.parse(rest))
            return ()
        if word == _CARDS:
            self._cards = _own_cards(rest)
            self._own_cards = self._cards.additions
            self._write(line)
            return ()
        if line == _UNDO:
            result = self.undo()
        elif line == _REDO:
            result = self.redo()
        elif word == _FORCE:
            result = self.force(parse(rest))
        else:
            move = parse(line)
            if isinstance(move, SetBooks) and move.books:
                check(replace(move.books, cards=self._cards or move.books.cards))
            result = self.play(move)
        if isinstance(result, Refusal):
            raise ValueError(f"{line!r} cannot be: {str(result.reason).replace('_', ' ')}")
        return result.events


def _line(move: Move, forced: bool) -> str:
    return f"{_FORCE} {move}" if forced else str(move)


def _sets_up(move: Move) -> bool:
    """Whether the move only says what lies there when a round starts."""
    nomad = isinstance(move, Reveal) and move.card.startswith("nomad-")
    return isinstance(move, SetBooks | SetDunes | Reveal | SetStartPlayer) and not nomad


def _own_cards(text: str) -> Catalogue:
    """The cards with those added that a line of a log holds. Raises ValueError."""
    try:
        additions = json.loads(text)
    except (ValueError, RecursionError):
        additions = None
    if not isinstance(additions, str):
        raise ValueError("it holds no card file")
    try:
        return with_additions(additions)
    except CardError as error:
        raise ValueError(f"in the card file {error}") from error


def _title(done: _Done, undone: bool) -> Title:
    move = done.move
    piece = getattr(move, "piece", None)
    return Title(
        code=move.word,
        round=done.before.round,
        colour=_whose(done),
        piece=piece,
        place=getattr(move, "where", None),
        source=getattr(move, "source", None),
        reason=getattr(move, "reason", None) or _reason_in(done.step.events),
        undone=undone,
        draw=isinstance(move, Reveal),
    )


def _whose(done: _Done) -> Colour | None:
    """Whose step it was: the move's colour, its piece's, or whose turn a person passed over."""
    move = done.move
    if isinstance(move, PassOn):
        return done.before.turn
    piece = getattr(move, "piece", None)
    colour: Colour | None = getattr(move, "colour", None) or (piece.colour if piece else None)
    return colour


def _reason_in(events: tuple[Event, ...]) -> Reason | None:
    return next((event.reason for event in events if isinstance(event, (IllegalPlacement, IllegalMarker))), None)
