"""How fast the rules are: decisions a second in random games (list the legal moves, pick, apply), against python-chess
doing the same in random chess games in the same run.

    python -m tests.benchmarks.engine_speed [--games N]

python-chess is measured only where it is installed (``pip install chess``); nothing else needs it.
"""

from __future__ import annotations

import argparse
import random
import time
import tracemalloc
from collections.abc import Callable
from functools import partial

from companion.game import Game
from companion.rules.book_moves import SetBooks
from companion.rules.cards import Catalogue
from companion.rules.engine import apply, legal_moves
from companion.simulate import Kind, Mix, next_move, set_up
from companion.simulating import cards_for

CHESS_PLIES = 200


def targi_decisions(kind: Kind, cards: Catalogue, seed: int) -> int:
    """Plays one game without looking at it; how many decisions it took."""
    chance = random.Random(seed)
    state, _ = set_up(kind, cards, chance)
    count = 0
    while ways := legal_moves(state):
        state = apply(state, next_move(state, ways, chance)).state
        count += 1
    return count


def chess_decisions(seed: int) -> int:
    """One random game of chess of at most 200 plies."""
    import chess

    chance, board, count = random.Random(seed), chess.Board(), 0
    while count < CHESS_PLIES and (ways := list(board.legal_moves)):
        board.push(chance.choice(ways))
        count += 1
    return count


def a_second(play: Callable[[int], int], games: int) -> tuple[float, float]:
    """Decisions and games a second of processor time."""
    begun, count = time.process_time(), 0
    for seed in range(games):
        count += play(seed)
    seconds = time.process_time() - begun
    return count / seconds, games / seconds


def memory_of_a_game() -> int:
    """Bytes that a whole game with books holds, its history for undo among them."""
    chance = random.Random(1)
    state, _ = set_up(Kind(), cards_for(Kind()), chance)
    tracemalloc.start()
    game = Game.new(state.settings)
    game.play(SetBooks(state.books))
    while ways := legal_moves(game.state):
        game.play(next_move(game.state, ways, chance))
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    games = parser.parse_args().games
    rates = {}
    for kind in (Kind(), Kind(Mix.EXPANSION), Kind(Mix.MIXED, bonus=True), Kind(solo=True)):
        name = f"{kind.mix}{' bonus' * kind.bonus}{' solo' * kind.solo}"
        rates[name], whole = a_second(partial(targi_decisions, kind, cards_for(kind)), games)
        print(f"{name:12} {rates[name]:8.0f} decisions/s {whole:6.2f} games/s")
    print(f"memory of a game with its history: {memory_of_a_game() / 1e6:.1f} MB")
    try:
        chess, _ = a_second(chess_decisions, games)
    except ImportError:
        print("python-chess is not installed: no ratio")
        return
    print(f"{'chess':12} {chess:8.0f} decisions/s")
    for name, rate in rates.items():
        print(f"{name:12} ratio {rate / chess:.2f} (wanted 0.10, aim 0.25)")


if __name__ == "__main__":
    main()
