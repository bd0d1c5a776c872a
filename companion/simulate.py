"""`targi simulate`: random legal games, played through the engine and looked at after every move.

Pure: chance comes from the seed. The same seed gives the same games.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from statistics import mean

from companion.rules.agenda import chances
from companion.rules.board import Colour
from companion.rules.book_moves import Decline, Discard, Keep, Lay, Reveal
from companion.rules.books import Books, Pile
from companion.rules.cards import Box, Catalogue
from companion.rules.decks import bonus_sets, exchanged, mixed
from companion.rules.engine import apply, legal_moves, new_game
from companion.rules.final import final_of
from companion.rules.invariants import Broken, broken, lost
from companion.rules.laying import came_in
from companion.rules.ledger import account, books_of, with_account
from companion.rules.moving import Move
from companion.rules.scoring import Result, score
from companion.rules.setting_up import Decks, decks_of, new_books
from companion.rules.state import Edition, EndReason, Phase, Settings, State

_LIKELY = {Lay.word: 20.0, Keep.word: 2.0, Discard.word: 0.3, Decline.word: 0.3}
MOST_MOVES = 20_000
"""A game that has not ended by then never will."""


class Mix(str, Enum):
    """Which cards are played; ``mixed``: base game and expansion shuffled together (clauses XMIX-1, XMIX-3)."""

    BASE = "base"
    EXPANSION = "expansion"
    MIXED = "mixed"

    def __str__(self) -> str:
        return self.value

    @property
    def edition(self) -> Edition:
        return Edition.BASE if self is Mix.BASE else Edition.EXPANSION


@dataclass(frozen=True, slots=True)
class Kind:
    """What kind of games are played. ``bonus``: with border cards and dunes of the Bonus-Box. ``laid``: how many cards
    lie in each display at the start, by chance; from 9 on many games end by the twelfth card, which players who move at
    random never come to from nothing."""

    mix: Mix = Mix.BASE
    bonus: bool = False
    solo: bool = False
    laid: int = 0

    @property
    def needs_standins(self) -> bool:
        """Whether cards are played of which facts are not known."""
        return self.bonus or self.mix is not Mix.BASE


@dataclass(frozen=True, slots=True)
class Played:
    """One game: its position at the end, the points, the moves as lines, and what did not hold on the way."""

    state: State
    result: Result
    moves: tuple[Move, ...]
    faults: tuple[str, ...]


def set_up(kind: Kind, cards: Catalogue, chance: random.Random) -> tuple[State, Decks]:
    """A new game of that kind: who plays which colour, border and decks by chance."""
    solo = chance.choice(list(Colour)) if kind.solo else None
    start = None if solo else chance.choice(list(Colour))
    settings = Settings(kind.mix.edition, solo=solo, start=start)
    decks = decks_of(settings.edition, cards, kind.bonus)
    instead: list[str] = []
    if kind.mix is Mix.MIXED:
        decks = replace(decks, tribe=mixed(cards.tribe, cards, chance)[0])
        instead = [name for name, card in cards.border.items() if card.box is Box.BASE and chance.random() < 0.5]
    if kind.bonus:
        instead += bonus_sets(cards, chance)[0]
        personal = kind.mix is Mix.BASE and not kind.solo and chance.random() < 0.25
        decks = replace(decks, personal=personal)
    decks = replace(decks, border=exchanged(decks.border, instead, cards))
    books = new_books(settings, decks, cards)
    for colour in Colour if kind.laid else ():
        if settings.solo in (None, colour):
            books = _with_display(books, colour, kind.laid, chance)
    return new_game(settings, books), decks


def _with_display(books: Books, colour: Colour, count: int, chance: random.Random) -> Books:
    """With so many cards of the pile in that display, their tokens on them; what laying them does at once is left
    out."""
    laid = chance.sample(books.tribe.bag, count)
    state = State(books=books)
    for card in laid:
        state = came_in(state, colour, card, chance.choice(account(state, colour).open_rows))
    rows = account(state, colour).rows
    pile = Pile(tuple(card for card in books.tribe.bag if card not in laid))
    state = State(books=replace(books, tribe=pile))
    return books_of(with_account(state, colour, replace(books.of(colour), rows=rows)))


def next_move(state: State, ways: tuple[Move, ...], chance: random.Random) -> Move:
    """Any of the legal moves: first a kind of move, cards to be laid more often than not, so that displays grow; then
    one of that kind. What chance gives, by how many there are of each card."""
    if bag := chances(state):
        return Reveal(chance.choice(bag))
    words = tuple(dict.fromkeys(move.word for move in ways))
    word = chance.choices(words, [_LIKELY.get(word, 1.0) for word in words])[0]
    return chance.choice([move for move in ways if move.word == word])


def play(kind: Kind, cards: Catalogue, chance: random.Random) -> Played:
    """One random game from set-up to scoring, looked at after every move."""
    state, decks = set_up(kind, cards, chance)
    moves: list[Move] = []
    faults: list[str] = []
    ways = legal_moves(state)
    while ways and len(moves) < MOST_MOVES:
        before, move = state, next_move(state, ways, chance)
        state = apply(state, move).state
        ways = legal_moves(state)
        moves.append(move)
        found = [str(fault) for fault in broken(state, decks, len(ways))]
        found += [str(Broken.GOODS)] if lost(before, move, state) else []
        faults += [f"{fault} after move {len(moves)}: {move}" for fault in found]
    if state.phase is not Phase.OVER:
        faults.append(f"{Broken.DEAD_END} after move {len(moves)}")
    return Played(state, score(final_of(state)), tuple(moves), tuple(faults))


@dataclass(frozen=True, slots=True)
class Counted:
    """What many games came to. ``fingerprint``: of all their moves; ``faults``: the first few of all that was found."""

    games: int
    decisions: int
    rounds: float
    cards: float
    scores: dict[str, float]
    endings: dict[str, int]
    winners: dict[str, int]
    fault_count: int
    faults: tuple[str, ...]
    fingerprint: str


def games(kind: Kind, cards: Catalogue, count: int, seed: int) -> Iterator[Played]:
    """So many games."""
    for number in range(count):
        yield play(kind, cards, random.Random(f"{seed}/{number}"))


def counted(played: Iterator[Played]) -> Counted:
    """The figures of those games."""
    lines = hashlib.sha256()
    total = decisions = fault_count = 0
    rounds: list[int] = []
    laid: list[int] = []
    points: dict[str, list[int]] = {}
    endings, winners = Counter({str(end): 0 for end in EndReason}), Counter({"shared": 0})
    faults: list[str] = []
    for game in played:
        total += 1
        decisions += len(game.moves)
        rounds.append(game.state.round)
        endings[str(game.state.end)] += 1
        winners[str(game.result.winner or "shared")] += 1
        for tally in game.result.tallies:
            points.setdefault(str(tally.colour), []).append(tally.total)
            laid.append(game.state.books.of(tally.colour).laid if game.state.books else 0)
        fault_count += len(game.faults)
        faults += [f"game {total}: {fault}" for fault in game.faults][: 5 - len(faults)]
        lines.update("\n".join(map(str, game.moves)).encode())
    return Counted(
        total,
        decisions,
        _mean(rounds),
        _mean(laid),
        {colour: _mean(found) for colour, found in sorted(points.items())},
        dict(endings),
        dict(winners),
        fault_count,
        tuple(faults),
        lines.hexdigest()[:16],
    )


def _mean(values: list[int]) -> float:
    return round(mean(values), 2) if values else 0.0
