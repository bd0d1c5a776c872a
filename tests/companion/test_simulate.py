"""`targi simulate`: random games of every kind end, add up, and are the same for the same seed."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

import companion.simulating
from companion.cli import main
from companion.rules.board import Colour
from companion.rules.engine import apply, legal_moves, refusal
from companion.rules.invariants import Broken, broken, lost
from companion.rules.ledger import gain
from companion.rules.moves import parse
from companion.rules.resources import Amounts
from companion.rules.rounds import LAST_ROUND
from companion.rules.state import Phase
from companion.simulate import Kind, Mix, counted, games, next_move, play, set_up
from companion.simulating import cards_for

KINDS = [Kind(mix, bonus, solo) for mix in Mix for bonus in (False, True) for solo in (False, True)]
NEARLY_FULL = [Kind(laid=11), Kind(Mix.MIXED, bonus=True, laid=10), Kind(solo=True, laid=11)]


def name(kind: Kind) -> str:
    return f"{kind.mix}{'-bonus' * kind.bonus}{'-solo' * kind.solo}"


@pytest.mark.parametrize("kind", KINDS, ids=name)
def test_random_games_end_and_add_up(kind: Kind) -> None:
    """Nothing that is true of every position is ever broken; the game ends within twelve rounds."""
    for seed in (1, 2):
        played = play(kind, cards_for(kind), random.Random(seed))
        assert played.faults == ()
        assert played.state.phase is Phase.OVER
        assert played.state.round <= LAST_ROUND
        assert len(played.result.tallies) == (1 if kind.solo else 2)


def test_the_same_seed_gives_the_same_games() -> None:
    """Move for move; another seed gives others. A game does not depend on how many are played."""
    first, again, other = (counted(games(Kind(), cards_for(Kind()), 2, seed)) for seed in (5, 5, 6))
    assert first == again
    assert first.fingerprint != other.fingerprint
    alone = next(games(Kind(), cards_for(Kind()), 1, 5))
    assert alone.moves == next(games(Kind(), cards_for(Kind()), 2, 5)).moves


def test_rich_players_fill_their_displays() -> None:
    """With plenty of goods the game ends by the twelfth card before the Robber comes to 16."""
    state, decks = set_up(Kind(), cards_for(Kind()), random.Random(3))
    for colour in Colour:
        state = gain(state, colour, Amounts(dates=40, salt=40, pepper=40, gold=3))
    while ways := legal_moves(state):
        lays = [move for move in ways if move.word == "lay"]
        move = (lays or [move for move in ways if move.word not in ("decline", "discard")] or list(ways))[0]
        if state.phase is Phase.ACTING and state.books and not state.books.agenda and not state.books.closing:
            state = gain(state, state.turn or Colour.BLUE, Amounts(5, 5, 5, gold=2))
        state = apply(state, move).state
        assert Broken.CARDS not in broken(state, decks, len(legal_moves(state)))
    assert str(state.end) == "twelve_cards"


@pytest.mark.parametrize("kind", NEARLY_FULL, ids=name)
def test_displays_half_full_are_filled(kind: Kind) -> None:
    """Games that begin with many cards laid end by the twelfth too, and nothing is broken on the way."""
    ends = []
    for seed in range(4):
        state, decks = set_up(kind, cards_for(kind), random.Random(seed))
        assert list(broken(state, decks, len(legal_moves(state)))) == []
        assert state.books is not None
        people = [colour for colour in Colour if not state.is_andy(colour)]
        assert [state.books.of(colour).laid for colour in people] == [kind.laid] * len(people)
        played = play(kind, cards_for(kind), random.Random(seed))
        assert played.faults == ()
        ends.append(str(played.state.end))
    assert "twelve_cards" in ends


@pytest.mark.parametrize("kind", NEARLY_FULL, ids=name)
def test_every_way_offered_can_be_gone(kind: Kind) -> None:
    """Each legal move of each position of a game stands there once, reads back, is allowed, and breaks nothing."""
    chance = random.Random(1)
    state, decks = set_up(kind, cards_for(kind), chance)
    while ways := legal_moves(state):
        assert len(set(ways)) == len(ways)
        for way in ways:
            assert parse(str(way)) == way
            assert refusal(state, way) is None
            after = apply(state, way).state
            assert list(broken(after, decks, len(legal_moves(after)))) == []
            assert not lost(state, way, after)
        state = apply(state, next_move(state, ways, chance)).state


def test_what_is_broken_is_found() -> None:
    """A card too many, goods below nothing, a way that is missing, goods that vanish: each is named."""
    state, decks = set_up(Kind(), cards_for(Kind()), random.Random(1))
    assert list(broken(state, decks, 1)) == []
    assert list(broken(state, decks, 0)) == [Broken.DEAD_END]
    books = state.books
    assert books is not None
    twice = replace(state, books=replace(books, turned=("base-01",)))
    assert list(broken(twice, decks, 1)) == [Broken.CARDS]
    owed = replace(state, books=replace(books, blue=replace(books.blue, purse=Amounts(dates=-1))))
    assert list(broken(owed, decks, 1)) == [Broken.GOODS]
    assert lost(state, parse("decline blue"), owed)
    away = replace(state, standing=replace(state.standing, pieces=frozenset()))
    assert set(broken(away, decks, 1)) == {Broken.FIGURES, Broken.ROBBER_AND_TARGIA}


# --- the command ---


def test_it_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    """What was asked, and the figures; the mean of the scores lies between the least and the most."""
    assert main(["simulate", "--games", "2", "--seed", "9", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["games"], said["seed"], said["edition"], said["bonus"], said["solo"]) == (2, 9, "base", False, False)
    assert said["standin"] is None
    assert said["laid"] == 0
    assert sum(said["endings"].values()) == sum(said["winners"].values()) == 2
    assert said["broken"] == 0
    assert set(said["mean_scores"]) == {"blue", "white"}
    assert 1 <= said["mean_rounds"] <= LAST_ROUND
    assert said["games_per_second"] > 0


def test_it_says_that_facts_are_invented(capsys: pytest.CaptureFixture[str]) -> None:
    """Lines for people name the stand-in file when cards are played whose facts nobody knows."""
    arguments = "--games 1 --seed 2 --edition mixed --bonus --solo --laid 3"
    assert main(["simulate", *arguments.split()]) == 0
    said = capsys.readouterr().out
    assert "1 game of the mixed game and the Bonus-Box, solo, seed 2." in said
    assert "Each display began with 3 cards, by chance." in said
    assert "standin_cards.toml: they are invented" in said


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "--games 0 --seed 1",
        "--games 2",
        "--games x --seed 1",
        "--games 1 --seed 1 --edition chess",
        "--games 1 --seed y",
        "--games 1 --seed 1.5",
        f"--games 1 --seed {'9' * 5000}",
        "--games 1 --seed 1 --laid 12",
    ],
)
def test_a_wrong_call_is_exit_2(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence, no traceback."""
    with pytest.raises(SystemExit) as left:
        main(["simulate", *arguments.split()])
    assert left.value.code == 2
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert "int value" not in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "is missing"),
        (b"[[tribe]]\nvp = 1\n", "cannot be used: line 1: a card wants an id"),
        (b"[[tribe]]\nid = \xff\n", "cannot be read: it is not text."),
    ],
)
def test_without_the_standins_it_says_so(
    text: bytes | None, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 1 and what to do; the base game needs no such file."""
    file = tmp_path / "standin_cards.toml"
    if text is not None:
        file.write_bytes(text)
    monkeypatch.setattr(companion.simulating, "STANDINS", file)
    assert main(["simulate", "--games", "1", "--seed", "1", "--edition", "expansion"]) == 1
    assert why in capsys.readouterr().err
    assert main(["simulate", "--games", "1", "--seed", "1"]) == 0
