"""Sightings to moves: what a simulated table shows and what becomes certain of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import pytest

from companion.game import Game
from companion.rules.board import Colour, Doubt, Sighting, Standing, border, centre, dune, place
from companion.rules.moves import Correct, PlaceTargi
from companion.rules.state import Edition, Settings
from companion.tracker import Seen, Tracker, Unsure
from tests.companion.simulated import SimulatedTable, key, misreading, of_game, piece, said

WHITE_STARTS = {"edition": Edition.EXPANSION, "start": Colour.WHITE}
PLACED = ("+white targi 6", "+blue targi 5", "+white targi 13", "+blue targi 11", "+white targi 7", "+blue targi 10")
OPENING = ["round_started 1 white"]
ALL_PLACED = [
    *(f"targi_placed {what[1:].replace('targi ', '')}" for what in PLACED),
    "intersections 1x5,2x5 -",
]


def a_round(table: SimulatedTable) -> Iterator[Sighting]:
    """A whole round, one hand for each act; a forbidden placement among them is put right."""
    yield from table.quiet(4)
    for change in PLACED[:4]:
        yield from table.act(change)
    yield from table.act("+white targi 4", quiet=2)
    yield from table.act("-white targi 4", "+white targi 7")
    yield from table.act("+blue targi 10")
    for change in ("+blue marker 1x5", "+blue marker 2x5", "-white targi 6", "-white targi 7", "-white targi 13"):
        yield from table.act(change)
    for change in ("-blue marker 2x5", "-blue targi 11", "-blue targi 5", "-blue marker 1x5", "-blue targi 10"):
        yield from table.act(change)
    yield from table.act("-robber 1", "+robber 2")
    yield from table.act("-targia 15", "+targia 14")
    yield from table.act("+blue targi 3")


A_ROUND = [
    "round_started 1 white",
    "targi_placed white 6",
    "targi_placed blue 5",
    "targi_placed white 13",
    "targi_placed blue 11",
    "illegal_placement white 4 raid_card",
    "targi_placed white 7",
    "targi_placed blue 10",
    "intersections 1x5,2x5 -",
    "marker_placed blue 1x5",
    "marker_placed blue 2x5",
    "targi_returned white 6",
    "targi_returned white 7",
    "targi_returned white 13",
    "marker_returned blue 2x5",
    "targi_returned blue 11",
    "targi_returned blue 5",
    "marker_returned blue 1x5",
    "targi_returned blue 10",
    "robber_moved 2",
    "targia_moved 14",
    "round_started 2 blue",
    "targi_placed blue 3",
]


@pytest.mark.parametrize("rate", [2.5, 5, 8, 15])
def test_a_round_is_told_at_any_rate(rate: float) -> None:
    """A round with a forbidden placement put right is told whole, in order, at 2.5 to 15 pictures a second."""
    assert of_game(said(a_round(SimulatedTable.expansion(rate=rate)), **WHITE_STARTS)) == A_ROUND


@pytest.mark.parametrize("start", [None, Colour.WHITE])
@pytest.mark.parametrize("edition", [None, Edition.EXPANSION])
def test_what_is_not_told_is_seen(start: Colour | None, edition: Edition | None) -> None:
    """Without --start the first placement decides, without --edition the Targia on the table."""
    settings = {} if start is None else {"start": start}
    assert of_game(said(a_round(SimulatedTable.expansion()), edition, **settings)) == A_ROUND


def test_misreadings_of_half_a_second_do_no_harm() -> None:
    """With pieces missed, invented, recoloured and doubted for up to half a second, at most 1 event in 100 is wrong."""
    wrong = 0
    for seed in range(12):
        table = SimulatedTable.expansion(noise=misreading(random.Random(seed), often=0.04, most=4))
        told = of_game(said(a_round(table), **WHITE_STARTS))
        wrong += len(set(A_ROUND) ^ set(told)) + abs(len(told) - len(set(told)))
    assert wrong <= 12 * len(A_ROUND) / 100


def started(table: SimulatedTable, *more: Iterator[Sighting]) -> list[str]:
    """What is told of an opening, a first placement, and what follows."""
    return of_game(said(chain(table.quiet(4), *more), **WHITE_STARTS))


def test_a_figure_slid_past_other_cards_is_one_placement() -> None:
    """A Targi dragged along three cards in 2 s and left on the third is placed once, there (picochess #171)."""
    table = SimulatedTable.expansion()

    def slide() -> Iterator[Sighting]:
        for where in ("5", "6"):
            table.pieces.add(key(f"white targi {where}"))
            for _ in range(5):  # under a hand that hides only the cards behind the figure
                yield table.sighting(blocked=True, covered=frozenset({border(8), border(9)}), still=False)
            table.pieces.discard(key(f"white targi {where}"))
        table.pieces.add(key("white targi 7"))
        yield from table.hand(border(8), seconds=0.6)
        yield from table.quiet(1.5)

    assert started(table, slide()) == [*OPENING, "targi_placed white 7"]


def test_hands_lamps_and_bumps_make_no_event() -> None:
    """Hands that reach across for a minute, a lamp switched and a nudged camera make no event of the game."""
    table = SimulatedTable.expansion()
    chance = random.Random(5)

    def idle() -> Iterator[Sighting]:
        for _ in range(30):
            where = border(chance.randint(1, 16))
            yield from table.hand(where, seconds=1.2)
            yield from table.quiet(0.8)

    def lamp() -> Iterator[Sighting]:
        flicker = Standing(frozenset({key("white targi 2"), key("blue targi 3"), key("white targi 9")}))
        yield from table.quiet(0.5, still=False, standing=flicker)
        yield from table.quiet(2)

    def bump() -> Iterator[Sighting]:
        table.corners_px = tuple((x + 30, y + 12) for x, y in table.corners_px)
        yield from table.quiet(0.4, standing=Standing(frozenset({key("robber 2"), key("targia 14")})))
        yield from table.quiet(3, moved=True)

    steps = (table.act("+white targi 6"), idle(), lamp(), bump(), table.act("+blue targi 5"))
    assert started(table, *steps) == [*OPENING, "targi_placed white 6", "targi_placed blue 5"]


def test_two_figures_under_one_hand_are_two_placements() -> None:
    """Both players' placements under one hand are told in the order of turns, whichever is seen first."""
    table = SimulatedTable.expansion()
    told = started(table, table.act("+blue targi 5", "+white targi 6", quiet=3))
    assert told == [*OPENING, "targi_placed white 6", "targi_placed blue 5"]


def test_robber_and_targia_under_one_hand() -> None:
    """Robber and Targia moved in one go start the round."""
    table = SimulatedTable.expansion()
    placing = chain.from_iterable(table.act(change) for change in PLACED)
    marking = chain.from_iterable(table.act(f"+blue marker {where}") for where in ("1x5", "2x5"))
    back = chain.from_iterable(
        table.act(change.replace("+", "-"))
        for change in (*PLACED[::2], "+blue marker 1x5", "+blue marker 2x5", *PLACED[1::2])
    )
    walk = table.act("-robber 1", "-targia 15", "+robber 2", "+targia 14", quiet=2)
    told = started(table, placing, marking, back, walk)
    assert told[-3:] == ["robber_moved 2", "targia_moved 14", "round_started 2 blue"]


def test_a_placement_taken_back_and_put_elsewhere() -> None:
    """The figure placed last may be moved under one hand before the other player moves: returned, then placed."""
    table = SimulatedTable.expansion()
    told = started(
        table,
        table.act("+white targi 6"),
        table.act("-white targi 6", "+white targi 2", quiet=2),
        table.act("+blue targi 5"),
    )
    assert told == [
        *OPENING,
        "targi_placed white 6",
        "targi_returned white 6",
        "targi_placed white 2",
        "targi_placed blue 5",
    ]


def test_out_of_turn_is_told_once_and_counts_when_its_turn_comes() -> None:
    """A figure placed out of turn is told as illegal once; when the missing placement has come it counts."""
    table = SimulatedTable.expansion()
    told = started(table, table.act("+blue targi 5", quiet=4), table.act("+white targi 6", quiet=2))
    assert told == [
        *OPENING,
        "illegal_placement blue 5 not_your_turn",
        "targi_placed white 6",
        "targi_placed blue 5",
    ]


def test_a_missed_placement_is_repaired_by_the_next() -> None:
    """A placement that stays doubtful is believed when only it explains what comes next (CameraChessWeb #71)."""
    table = SimulatedTable.expansion()

    def doubtful() -> Iterator[Sighting]:
        table.pieces.add(key("white targi 6"))
        yield from table.hand(border(6))
        seen = Standing(frozenset(table.pieces - {key("white targi 6")}))
        yield from table.quiet(1.5, standing=seen, doubts=(Doubt(border(6), piece("white targi"), 0.6),))
        table.pieces.add(key("blue targi 5"))
        yield from table.hand(border(5))
        seen = Standing(frozenset(table.pieces - {key("white targi 6")}))
        yield from table.quiet(2, standing=seen, doubts=(Doubt(border(6), piece("white targi"), 0.6),))

    assert started(table, doubtful()) == [*OPENING, "targi_placed white 6", "targi_placed blue 5"]


def test_a_lasting_doubt_is_asked_not_guessed() -> None:
    """A place in doubt for 3 s becomes a question; it becomes no move."""
    table = SimulatedTable.expansion()
    doubt = Doubt(border(6), piece("white targi"), 0.6)
    told = said(chain(table.quiet(4), table.quiet(5, doubts=(doubt,))), **WHITE_STARTS)
    assert told == [*OPENING, "unsure 6 white targi 0.6"]


def test_a_fourth_figure_is_not_believed() -> None:
    """The box holds three white Targis: a fourth that is seen, however long, is a misreading."""
    table = SimulatedTable.expansion()
    placing = chain.from_iterable(table.act(change) for change in PLACED)
    ghost = table.quiet(
        6, standing=Standing(frozenset(key(what[1:]) for what in (*PLACED, "+white targi 2", "+robber 1")))
    )
    assert started(table, placing, ghost)[:8] == OPENING + ALL_PLACED[:7]
    assert "white 2" not in " ".join(started(SimulatedTable.expansion(), placing, ghost))


def test_a_figure_hidden_for_a_moment_is_not_gone() -> None:
    """A Targi missed for 1 s without a hand near makes no event."""
    table = SimulatedTable.expansion()
    hidden = Standing(frozenset({key("robber 1"), key("targia 15")}))
    told = started(table, table.act("+white targi 6"), table.quiet(1, standing=hidden), table.quiet(2))
    assert told == [*OPENING, "targi_placed white 6"]


@pytest.mark.parametrize(("stirred", "told"), [(True, True), (False, False)])
def test_what_comes_where_something_moved_is_believed_sooner(stirred: bool, told: bool) -> None:
    """Fingertips at the board's edge are no hand that is made out, but they move: a Targi on the Robber's card is told
    after two seconds then, and only later where nothing moved at all."""
    table = SimulatedTable.expansion()

    def by_fingertips() -> Iterator[Sighting]:
        yield from table.quiet(0.5, still=not stirred)
        table.pieces.add(key("white targi 1"))
        yield from table.quiet(0.25, still=not stirred)
        yield from table.quiet(1.75)

    events = started(table, table.act("+white targi 6"), table.act("+blue targi 5"), table.quiet(1), by_fingertips())
    assert ("illegal_placement white 1 robber" in events) is told


def test_nothing_is_told_while_the_hand_stays() -> None:
    """Figure and marker put down half a minute apart under one hand are told when it has gone (CameraChessWeb #43)."""
    table = SimulatedTable.expansion()

    def slow() -> Iterator[Sighting]:
        yield from table.hand(border(9), seconds=0.5)
        table.pieces.add(key("white targi 6"))
        for _ in range(20):
            yield table.sighting(blocked=True, covered=frozenset({border(9)}), still=False)

    sightings = [*table.quiet(4), *slow()]
    assert of_game(said(sightings, **WHITE_STARTS)) == OPENING
    assert of_game(said([*sightings, *table.quiet(1)], **WHITE_STARTS)) == [*OPENING, "targi_placed white 6"]


def test_the_robber_misplaced_and_put_right() -> None:
    """The Robber put on the wrong card is told once with the right one; then the round starts."""
    table = SimulatedTable(pieces={key("robber 1")})
    game = ("+blue targi 2", "+white targi 5", "+blue targi 3", "+white targi 6", "+blue targi 13", "+white targi 14")
    placing = chain.from_iterable(table.act(change) for change in game)
    marking = chain.from_iterable(table.act(f"+blue marker {where}") for where in ("2x7", "3x7"))
    back = chain.from_iterable(
        table.act(what)
        for what in ("-blue marker 2x7", "-blue marker 3x7", *(item.replace("+", "-") for item in game[::2]))
    )
    whites = chain.from_iterable(table.act(item.replace("+", "-")) for item in game[1::2])
    walk = (table.act("-robber 1", "+robber 3", quiet=3), table.act("-robber 3", "+robber 2", quiet=2))
    told = of_game(said(chain(table.quiet(4), placing, marking, back, whites, *walk), Edition.BASE))
    assert told[-3:] == ["robber_misplaced 3 2", "robber_moved 2", "round_started 2 white"]


def test_a_dune_keeps_its_number_when_another_is_gone() -> None:
    """White's Targi on dune 3 stays there when blue's dune 1 is used and taken away."""
    table = SimulatedTable.expansion()
    tracker, game = Tracker(), Game.new(Settings(Edition.EXPANSION, start=Colour.BLUE))
    lines: list[str] = []

    def feed(sightings: Iterator[Sighting]) -> None:
        for sighting in sightings:
            for finding in tracker.feed(sighting, game.state):
                assert isinstance(finding, Seen)
                game.play(finding.move)
                lines.append(str(finding.move))

    feed(table.quiet(2))
    for change in (
        "+blue targi dune:1",
        "+white targi dune:3",
        "+blue targi 2",
        "+white targi 5",
        "+blue targi 3",
        "+white targi 6",
    ):
        feed(table.act(change, quiet=1.5))
    table.dunes, table.pieces = 2, table.pieces - {key("blue targi dune:1"), key("white targi dune:3")}
    table.pieces.add(key("white targi dune:2"))  # as the picture counts them now
    feed(table.hand(dune(1)))
    feed(table.quiet(2))
    assert lines[-1] == "return-targi blue dune:1"
    assert dune(3) in game.state.targis_of(Colour.WHITE)


def test_a_persons_word_wins_until_the_camera_agrees() -> None:
    """A misread piece that a person has removed is not brought back, until it was seen gone and comes anew."""
    table = SimulatedTable.expansion()
    tracker, game = Tracker(), Game.new(Settings(Edition.EXPANSION, start=Colour.WHITE))

    def feed(sightings: Iterator[Sighting]) -> list[str]:
        moves = []
        for sighting in sightings:
            for finding in tracker.feed(sighting, game.state):
                assert isinstance(finding, Seen)
                game.play(finding.move)
                moves.append(str(finding.move))
        return moves

    feed(table.quiet(2))
    assert feed(table.act("+white targi 6")) == ["place-targi white 6"]
    game.play(Correct(piece("white targi"), place(6), None))
    assert feed(table.quiet(5)) == []
    assert feed(table.act("-white targi 6", quiet=2)) == []
    assert feed(table.act("+white targi 6")) == ["place-targi white 6"]


def test_an_undo_is_not_done_over_by_the_camera() -> None:
    """What was undone while it still stands on the table is not played again."""
    table = SimulatedTable.expansion()
    tracker, game = Tracker(), Game.new(Settings(Edition.EXPANSION))
    for sighting in chain(table.quiet(2), table.act("+white targi 6")):
        for finding in tracker.feed(sighting, game.state):
            assert isinstance(finding, Seen)
            game.play(finding.move)
    game.undo()
    assert [finding for sighting in table.quiet(4) for finding in tracker.feed(sighting, game.state)] == []
    assert game.state.targis_of(Colour.WHITE) == ()


def test_a_new_game_waits_for_its_set_up() -> None:
    """While figures of the game before stand on the table nothing is played, and the difference can be told."""
    table = SimulatedTable.expansion()
    table.pieces |= {key("white targi 6"), key("blue targi 9")}
    tracker, state = Tracker(), Game.new(Settings(Edition.EXPANSION)).state
    for sighting in table.quiet(4):
        assert tracker.feed(sighting, state) == []
    assert tracker.ready_since is None
    assert tracker.table(state) == Standing(frozenset(table.pieces))
    table.pieces -= {key("white targi 6"), key("blue targi 9")}
    for sighting in table.quiet(2):
        assert tracker.feed(sighting, state) == []
    assert tracker.ready_since is not None


def test_a_set_up_misread_loses_no_placement() -> None:
    """The Targia is not made out, so that the table never matches: what a hand places meanwhile is told all the same,
    and what lay there from the start is no move."""
    table = SimulatedTable.expansion()
    table.pieces.discard(key("targia 15"))
    table.pieces.add(key("blue targi 9"))

    told = of_game(said(chain(table.quiet(2), table.act("+white targi 6"), table.quiet(6)), **WHITE_STARTS))

    assert told == [*OPENING, "targi_placed white 6"]


def test_a_first_targi_placed_before_the_camera_looked_is_told() -> None:
    """The start player was quicker than the camera: what stands there could have been placed, and is the first move."""
    table = SimulatedTable.expansion()
    table.pieces.add(key("white targi 6"))

    told = of_game(said(chain(table.quiet(5), table.act("+blue targi 9")), **WHITE_STARTS))

    assert told == [*OPENING, "targi_placed white 6", "targi_placed blue 9"]


@pytest.mark.parametrize("left", ["white targi 4", "blue targi 6", "white marker 1x5"])
def test_what_cannot_be_the_first_move_is_none(left: str) -> None:
    """On a raid card, by the other player, a marker: left over from the game before."""
    table = SimulatedTable.expansion()
    table.pieces.add(key(left))
    tracker, state = Tracker(), Game.new(Settings(Edition.EXPANSION, start=Colour.WHITE)).state

    assert [finding for sighting in table.quiet(5) for finding in tracker.feed(sighting, state)] == []
    assert tracker.ready_since is None


def test_a_piece_seen_before_the_hand_that_brings_it_was_brought() -> None:
    """What a hand puts where it may not stand is told in the time it stands there, though the hand was seen late."""

    def happens(table: SimulatedTable) -> Iterator[Sighting]:
        yield from table.quiet(2)
        table.pieces.add(key("white targi 4"))
        yield table.sighting()
        yield from table.hand(border(4), seconds=0.25)
        yield from table.quiet(1.75)
        yield from table.act("-white targi 4", "+white targi 7")

    told = of_game(said(happens(SimulatedTable.expansion()), **WHITE_STARTS))

    assert told == [*OPENING, "illegal_placement white 4 raid_card", "targi_placed white 7"]


def test_many_changes_without_a_hand_are_no_moves() -> None:
    """A table that differs in many places is not explained by moves the rules refuse: a person decides."""
    game = Game.new(Settings(Edition.BASE, start=Colour.BLUE))
    game.play(PlaceTargi(Colour.BLUE, border(2)))
    table = SimulatedTable(
        pieces={key(what) for what in ("robber 6", "white targi 2", "white targi 3", "blue targi 4")}
    )
    tracker = Tracker()
    found = [finding for sighting in table.quiet(12) for finding in tracker.feed(sighting, game.state)]
    assert found == []
    assert tracker.table(game.state) == Standing(frozenset(table.pieces))


def test_a_doubt_is_asked_once() -> None:
    """The same doubt is one question, however long it lasts."""
    table = SimulatedTable.expansion()
    tracker, state = Tracker(), Game.new(Settings(Edition.EXPANSION)).state
    doubt = Doubt(centre(1, 5), piece("blue marker"), 0.5)
    sightings = chain(table.quiet(2), table.quiet(10, doubts=(doubt,)))
    found = [finding for sighting in sightings for finding in tracker.feed(sighting, state)]
    assert [(type(finding), finding.doubt) for finding in found if isinstance(finding, Unsure)] == [(Unsure, doubt)]


def test_dark_pictures_say_nothing() -> None:
    """Pictures in which no board is found change nothing, and the game goes on after them."""
    table = SimulatedTable.expansion()
    lost = (replace(sighting, found=False, standing=Standing()) for sighting in table.quiet(6))
    told = started(table, table.act("+white targi 6"), lost, table.quiet(2), table.act("+blue targi 5"))
    assert told == [*OPENING, "targi_placed white 6", "targi_placed blue 5"]
