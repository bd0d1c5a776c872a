"""The agenda of open books: which choices the task at hand leaves, what a choice does, and what follows by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.rules import closing, offering, taking, using
from companion.rules.board import Colour
from companion.rules.book_moves import BookMove, Decline, Discard, Keep, Lay, Pick, Reveal, SetBooks, Trade
from companion.rules.choices import Automatic, Choice
from companion.rules.freely import free_move_made, free_moves, water_moves
from companion.rules.ledger import books_of, done, first
from companion.rules.moves import PlaceTargi
from companion.rules.moving import Move
from companion.rules.state import Phase, Reason, Refusal, State
from companion.rules.tasks import AndyPlaces, Owned, Task, Turn, TurnEnds, TurnNomad
from companion.rules.turning import none_left, pool, prepared, turned_up

CHOICES: dict[type[Task], Choice[Any]] = using.CHOICES | taking.CHOICES | offering.CHOICES | closing.CHOICES
AUTOMATIC: dict[type[Task], Automatic] = using.AUTOMATIC | offering.AUTOMATIC | closing.AUTOMATIC

WATER_IN_ANY_TURN = "water_in_any_turn"


def at_hand(state: State) -> Task | None:
    """The task at hand; None when nothing is to be done or no books are kept."""
    return state.books.agenda[0] if state.books and state.books.agenda else None


def chooser(state: State) -> Colour | None:
    """The player who has to act now; None when it is chance's turn, nobody's or either's."""
    task = at_hand(state)
    if task is None:
        return state.turn
    return task.colour if isinstance(task, Owned) else None


_remembered: tuple[State | None, tuple[Move, ...]] = (None, ())


def choices_of(state: State) -> tuple[Move, ...]:
    """Every way to do the task at hand; without one, what the player in turn may do at any time. The last answer is
    remembered, since one position is asked about several times in a row."""
    global _remembered
    seen, known = _remembered
    if seen is not state:
        known = _choices(state)
        _remembered = state, known
    return known


def _choices(state: State) -> tuple[Move, ...]:
    task = at_hand(state)
    if task is None:
        return _between(state)
    if isinstance(task, Turn):
        return tuple(Reveal(card) for card in dict.fromkeys(pool(state, task)))
    if isinstance(task, AndyPlaces):
        colour = _andy(state)
        return (PlaceTargi(colour, task.where),) if colour else ()
    found = tuple(dict.fromkeys(CHOICES[type(task)].options(state, task)))
    if not isinstance(task, Owned) or isinstance(task, TurnEnds) or not found:
        return found
    water = [move for move in water_moves(state, task.colour) if move not in found]
    return (*found, *water) if water else found


def _between(state: State) -> tuple[Move, ...]:
    if state.phase is Phase.ROBBER and state.books is not None:
        return tuple(closing.last_waters(state))
    turn = state.turn if state.books is not None and state.phase is Phase.ACTING else None
    if turn is None or state.is_andy(turn):
        return ()
    others = WATER_IN_ANY_TURN in books_of(state).options and not state.is_andy(turn.other)
    found = [*free_moves(state, turn), *(water_moves(state, turn.other) if others else ())]
    return tuple(dict.fromkeys(found))


def _andy(state: State) -> Colour | None:
    return state.settings.solo.other if state.settings.solo else None


def made(state: State, move: BookMove) -> State:
    """The position after a choice that is one of `choices_of`, or a person's word on the books."""
    if isinstance(move, SetBooks):
        seen = tuple(where for where, _ in move.books.open_dunes) if move.books else ()
        return replace(state, books=move.books, dunes=tuple(sorted({*state.dunes, *seen})))
    task = at_hand(state)
    if isinstance(task, Turn) and isinstance(move, Reveal):
        return turned_up(done(state), task, move.card)
    if task is None or (isinstance(task, TurnEnds) and not isinstance(move, Decline)):
        return free_move_made(state, move)
    choice = CHOICES[type(task)]
    if isinstance(task, Owned) and isinstance(move, Trade | Pick) and _only_water(state, task, choice, move):
        return free_move_made(state, move)
    return choice.answer(done(state), task, move)


def _only_water(state: State, task: Owned, choice: Choice[Any], move: Trade | Pick) -> bool:
    return move in water_moves(state, task.colour) and move not in choice.options(state, task)


def run(state: State) -> State:
    """Carries on until somebody has to choose, chance to give, or nothing is to be done."""
    while state.books is not None:
        task = at_hand(state)
        if task is None:
            if not _andys_turn(state):
                return state
            state = first(state, TurnNomad(start=False))
        elif type(task) in AUTOMATIC:
            state = AUTOMATIC[type(task)](done(state), task)
        elif isinstance(task, Turn):
            state = prepared(state, task)
            cards = set(pool(state, task))
            if len(cards) > 1:
                return state
            state = turned_up(done(state), task, cards.pop()) if cards else none_left(done(state), task)
        elif isinstance(task, AndyPlaces):
            colour = _andy(state)
            if colour and _andys_turn(state) and task.where not in state.targis_of(colour):
                return state
            state = done(state)
        elif any(not isinstance(move, Decline) for move in choices_of(state)):
            return state
        else:
            state = _passed(state, task)
    return state


def _passed(state: State, task: Task) -> State:
    """Nothing is left to choose: the task is passed over."""
    passing = choices_of(state)
    state = done(state)
    return CHOICES[type(task)].answer(state, task, passing[0]) if passing else state


def _andys_turn(state: State) -> bool:
    return state.settings.solo is not None and state.phase is Phase.PLACING and state.turn is _andy(state)


def chances(state: State) -> tuple[str, ...]:
    """The cards of which chance turns one up now, each as often as there are of it; empty when it is not chance's
    turn."""
    task = at_hand(state)
    return pool(state, task) if isinstance(task, Turn) else ()


def why_not(state: State, move: BookMove) -> Refusal | None:
    """Why a player of the books cannot choose that now; None when it can be chosen."""
    if isinstance(move, SetBooks):
        return None
    colour: Colour | None = getattr(move, "colour", None)
    if state.books is None:
        return Refusal(Reason.NO_BOOKS, colour)
    if move in choices_of(state):
        return None
    return Refusal(_reason(state, move, colour), colour)


def _reason(state: State, move: BookMove, colour: Colour | None) -> Reason:
    task, books = at_hand(state), books_of(state)
    if isinstance(move, Reveal):
        return Reason.NOT_IN_PILE if isinstance(task, Turn) else Reason.NOTHING_TO_DO
    whose = task.colour if isinstance(task, Owned) else None if task else state.turn
    if colour is not None and whose is not colour:
        return Reason.NOT_YOUR_TURN if whose else Reason.UNFINISHED if task else Reason.NOTHING_TO_DO
    if colour is None:
        return Reason.NOT_OFFERED
    owned = books.of(colour)
    match move:
        case Lay(row=row) if row not in owned.open_rows:
            return Reason.ROW_FULL
        case Lay(pay=paid, stored=stored) if not owned.purse.covers(replace(paid, gold=max(0, paid.gold - stored))):
            return Reason.CANNOT_PAY
        case Trade(give=give) if not owned.purse.covers(give):
            return Reason.CANNOT_PAY
        case Keep() if not books.hand_free(colour):
            return Reason.HAND_FULL
        case Discard() | Decline() if task is None:
            return Reason.NOTHING_TO_DO
    return Reason.NOT_OFFERED
