"""Andy's move as it is told: his card, each card he goes on from with the rule that says so, his place; a Targi of his
that stands elsewhere; what leaves with him."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import commands
from companion.andys_turn import Passed, Why, andys_turn, leaving, misplaced
from companion.deal import Deal, Stack
from companion.desk import TableDesk
from companion.home import Home
from companion.language import Words, sentences, solo
from companion.rules.andy import NOMADS, andys_place
from companion.rules.board import WHITE_TARGI, Colour, border, place
from companion.rules.challenges import ObstacleChallenge
from companion.rules.engine import apply, legal_moves, new_game
from companion.rules.moves import PlaceTargi, ShiftTargi, parse
from companion.rules.state import Edition, Phase, Reason, Settings, State
from companion.sources import Sources
from companion.view import View
from tests.companion.simulated import SimulatedTable
from tests.companion.test_desk import bench

BLUE, WHITE = Colour.BLUE, Colour.WHITE
ALONE = Settings(solo=BLUE, start=BLUE)
REAL = Deal(stack=Stack.REAL)


def placed(*lines: str, settings: Settings = ALONE) -> State:
    state = new_game(settings)
    for line in lines:
        state = apply(state, parse(f"place-targi {line}"), forced=True).state
    return state


def way(state: State, said: int, options: frozenset[str] = frozenset()) -> tuple[tuple[Passed, ...], str]:
    turn = andys_turn(state, REAL, options, said)
    assert turn is not None
    return turn.passed, str(turn.where)


@pytest.mark.clause("SOLO-4", "SOLO-5")
@pytest.mark.parametrize(
    ("standing", "number", "passed", "where"),
    [
        (("blue 2",), 5, (), "5"),
        (("blue 7",), 7, (Passed(border(7), Why.HELD, BLUE), Passed(border(8), Why.CORNER)), "9"),
        (("blue 15",), 5, (Passed(border(5), Why.OPPOSITE, BLUE, border(15)),), "6"),
        (("blue 2", "white 15", "blue 7"), 5, (Passed(border(5), Why.OPPOSITE, WHITE, border(15)),), "6"),
        (("blue 2",), 1, (Passed(border(1), Why.ROBBER), Passed(border(2), Why.HELD, BLUE)), "3"),
    ],
)
def test_each_rule_that_fired_is_named(
    standing: tuple[str, ...], number: int, passed: tuple[Passed, ...], where: str
) -> None:
    """The card, who stands there or across, the raid and the Robber, in the order in which he goes over them."""
    assert way(placed(*standing), number) == (passed, where)


@pytest.mark.clause("SOLO-5")
def test_the_robbers_card_sends_him_to_a_dune() -> None:
    """To the topmost free one; with none free he goes on clockwise."""
    expansion = replace(ALONE, edition=Edition.EXPANSION)
    on_robber = (Passed(border(1), Why.TO_DUNE),)
    assert way(placed("blue dune:1", settings=expansion), 1) == (on_robber, "dune:2")
    full = placed("blue dune:1", "white dune:2", "blue dune:3", settings=expansion)
    assert way(full, 1) == ((Passed(border(1), Why.ROBBER),), "2")


@pytest.mark.clause("SOLO-4")
def test_the_house_rule_counts() -> None:
    """With it his own Targi opposite does not send him on."""
    state = placed("blue 2", "white 15", "blue 7")
    assert way(state, 5, frozenset({"andy_opposite_himself"})) == ((), "5")


@given(st.integers(0, 99_999), st.sampled_from(Edition), st.sampled_from(Colour))
def test_the_way_leads_to_the_rules_place(seed: int, edition: Edition, person: Colour) -> None:
    """In random games: his place is that of the rules, and every card on the way has a reason that holds."""
    chance, deal = Random(seed), Deal(seed)
    state = new_game(Settings(edition, solo=person, start=person))
    for _ in range(24):
        turn = andys_turn(state, deal)
        if turn is not None and turn.number is not None and turn.where is not None:
            assert turn.where == andys_place(state, turn.number)
            assert not turn.passed or turn.passed[0].where == border(turn.number)
            for one in turn.passed:
                assert one.why is not Why.OPPOSITE or one.by in state.standing.of(WHITE_TARGI) or one.colour is BLUE
            state = apply(state, PlaceTargi(person.other, turn.where)).state
            assert misplaced(state, deal, PlaceTargi(person.other, turn.where)) is None
        else:
            state = apply(state, chance.choice(legal_moves(state))).state


@pytest.mark.clause("SOLO-3", "SOLO-8")
def test_the_stack_goes_down_and_is_shuffled() -> None:
    """Twelve cards in the round's first turn, no card twice in a round, eleven left after the first."""
    deal, state, seen = Deal(11), placed("blue 2"), []
    for blue in ("3", "5", None):
        turn = andys_turn(state, deal)
        assert turn is not None
        assert turn.where is not None
        assert turn.number is not None
        seen.append((turn.number, turn.left, turn.shuffled))
        state = apply(state, PlaceTargi(WHITE, turn.where)).state
        if blue:
            free = next(move for move in legal_moves(state) if isinstance(move, PlaceTargi))
            state = apply(state, free).state
    assert [(left, shuffled) for _, left, shuffled in seen] == [(11, True), (10, False), (9, False)]
    assert [number for number, *_ in seen] == list(deal.nomads(1)[:3])
    assert andys_turn(state, deal) is None  # all stand


@pytest.mark.clause("SOLO-2")
@pytest.mark.parametrize("seed", range(6))
def test_the_first_card_says_who_starts(seed: int) -> None:
    """1 to 7 the person, 9 to 15 Andy."""
    turn = andys_turn(new_game(Settings(solo=BLUE)), Deal(seed))
    assert turn is not None
    assert turn.number is not None
    assert turn.starts is (BLUE if turn.number <= 7 else WHITE)


@pytest.mark.clause("SOLO-11")
def test_a_real_stack_is_asked_for() -> None:
    """Without a number: which of the twelve came."""
    turn = andys_turn(placed("blue 2"), REAL)
    assert turn is not None
    assert (turn.number, turn.where, turn.move, turn.numbers) == (None, None, None, NOMADS)
    assert andys_turn(new_game(Settings(solo=BLUE)), REAL) is None  # people say who starts


@pytest.mark.clause("SOLO-3")
def test_a_targi_elsewhere_is_named() -> None:
    """The wrong place and the right one; moved to the right one, all is well."""
    state = placed("blue 7")
    wrong = PlaceTargi(WHITE, border(10))
    there = apply(state, wrong).state
    assert misplaced(there, REAL, wrong, said=7) == (WHITE_TARGI, border(10), border(9))
    assert misplaced(there, REAL, wrong) is None  # nobody said which card came
    right = ShiftTargi(WHITE, border(10), border(9))
    assert misplaced(apply(there, right).state, REAL, right, said=7) is None
    assert misplaced(placed("blue 7"), REAL, PlaceTargi(BLUE, border(7)), said=7) is None


@pytest.mark.clause("SOLO-7")
def test_what_leaves_with_him() -> None:
    """When the person is done: his figures, the cards he marked, his dune."""
    state = new_game(replace(ALONE, edition=Edition.EXPANSION))
    for figure in ("blue 2", "white dune:1", "blue 5", "white 6", "blue 3", "white 11"):
        state = apply(state, parse(f"place-targi {figure}")).state
    for colour in Colour:
        for where in state.owed_markers(colour):
            state = apply(state, parse(f"place-marker {colour} {where}")).state
    assert state.phase is Phase.ACTING
    assert leaving(state) is None  # the person acts first
    for where in state.markers_of(BLUE):
        state = apply(state, parse(f"return-marker blue {where}")).state
    for where in state.targis_of(BLUE):
        state = apply(state, parse(f"return-targi blue {where}")).state
    left = leaving(state)
    assert left is not None
    assert (left.cards, left.dunes, left.dunes_turned) == ((place("1x6"),), (place("dune:1"),), False)
    for move in left.moves:
        state = apply(state, move).state
    assert state.phase is Phase.ROBBER


def test_the_way_in_words() -> None:
    """As a person tells it."""
    words = Words("en", andy=WHITE)
    turn = andys_turn(placed("blue 7"), REAL, said=7)
    assert turn is not None
    assert solo.way(words, turn) == "7 holds a Targi (Blue), 8 is a raid, so on clockwise to card 9."
    turn = andys_turn(placed("blue 15"), REAL, said=5)
    assert turn is not None
    assert solo.way(words, turn) == "Opposite 5, on 15, stands Blue, so on clockwise to card 6."
    turn = andys_turn(placed("blue 15"), REAL, said=3)
    assert turn is not None
    assert solo.way(words, turn) == "Andy's Targi goes to card 3."


# --- at the desk ---


class Hand:
    """Fingers at a desk without a camera."""

    def __init__(self, folder: Path, deal: Deal, books: bool = False, settings: Settings = ALONE) -> None:
        self.desk = TableDesk(Home(folder), Sources(), chance=Random(1))
        agreed = replace(self.view.agreed, books=books)
        self.do(commands.NewGame(self.view.revision, settings, agreed, deal))

    @property
    def view(self) -> View:
        return self.desk.view()

    def do(self, command: commands.Command) -> View:
        self.desk.do(command)
        self.desk.step()
        return self.view

    def play(self, line: str) -> View:
        return self.do(commands.PlayAll(self.view.revision, (parse(line),)))


@pytest.mark.clause("SOLO-11")
@pytest.mark.parametrize("books", [False, True])
def test_the_real_stack_by_word(books: bool, tmp_path: Path) -> None:
    """The person says 7 came; undo takes that word back; said again, his figure elsewhere is named."""
    at = Hand(tmp_path, REAL, books)
    at.play("place-targi blue 7")
    if books:
        for card in ("G-gold", "base-01", "G-vp", "base-02", "G-any", "base-03", "G-date", "base-04", "G-salt"):
            at.play(f"reveal {card}")
    view = at.do(commands.SayNomad(at.view.revision, 7))
    assert view.andy is not None
    assert (view.andy.number, view.andy.where) == (7, border(9))
    view = at.do(commands.Undo(view.revision))
    assert view.andy is not None
    assert (view.andy.number, view.state.targis_of(BLUE)) == (None, (border(7),))
    at.do(commands.SayNomad(at.view.revision, 7))
    view = at.play("place-targi white 10")
    (wrong,) = view.guidance.forbidden
    assert (wrong.reason, wrong.place, wrong.by) == (Reason.MISPLACED, border(10), border(9))
    words = Words("en", andy=WHITE)
    assert sentences.forbidden(words, wrong) == "Andy's Targi stands on card 10; his card sends him to card 9."
    view = at.play("shift-targi white 10 9")
    assert view.guidance.forbidden == ()
    at.desk.close()


@pytest.mark.clause("SOLO-3")
def test_people_may_leave_him_elsewhere(tmp_path: Path) -> None:
    """The box says so once; when the next Targi is placed, the game has gone on."""
    at = Hand(tmp_path, Deal(3))
    view = at.play("place-targi blue 7")
    assert view.andy is not None
    other = next(number for number in (14, 15, 5) if border(number) != view.andy.where)
    view = at.play(f"place-targi white {other}")
    assert [wrong.by for wrong in view.guidance.forbidden] != []
    view = at.play("place-targi blue 3")
    assert view.guidance.forbidden == ()
    at.desk.close()


@pytest.mark.clause("SOLO-8")
def test_undo_turns_up_the_same_card(tmp_path: Path) -> None:
    """What the box has drawn it draws again, and another decision of the person's changes no card."""
    at = Hand(tmp_path, Deal(3))
    first = at.play("place-targi blue 7").andy
    at.do(commands.Undo(at.view.revision))
    assert at.play("place-targi blue 7").andy == first
    at.do(commands.Undo(at.view.revision))
    second = at.play("place-targi blue 3").andy
    assert first is not None
    assert second is not None
    assert second.number == first.number
    at.desk.close()


@pytest.mark.clause("BCHA-5")
def test_a_challenge_makes_andy_start(tmp_path: Path) -> None:
    """His first card is turned up at once, for his first Targi."""
    deal = Deal(3, challenges=(ObstacleChallenge(kept=True, andy_starts=True),))
    at = Hand(tmp_path, deal, settings=Settings(solo=BLUE))
    assert at.view.state.start_player is WHITE
    assert at.view.andy is not None
    assert at.view.andy.number == deal.nomads(1)[0]
    at.desk.close()


def test_a_solo_game_from_the_menu_has_the_boxs_stack(tmp_path: Path) -> None:
    """Three touches: nothing else has to be chosen, and each game has a seed of its own."""
    at = Hand(tmp_path, Deal(1))
    seeds = set()
    for _ in range(3):
        view = at.do(commands.NewGame(at.view.revision, Settings(solo=BLUE)))
        assert view.deal is not None
        assert view.deal.stack is Stack.BOX
        seeds.add(view.deal.seed)
    assert len(seeds) == 3
    assert at.do(commands.NewGame(at.view.revision, Settings())).deal is None
    at.desk.close()


def test_played_again_from_a_stored_game(tmp_path: Path) -> None:
    """The new game goes the old one's way to that round, is stored on its own, and goes on after a start anew."""
    at = Hand(tmp_path, Deal(9))
    while at.view.state.round < 3:
        andy = at.view.andy
        move = andy.move if andy is not None else legal_moves(at.view.state)[0]
        assert move is not None
        at.do(commands.PlayAll(at.view.revision, (move,)))
    old = max(one.game for one in at.desk._store.played())  # type: ignore[union-attr]
    at.do(commands.NewGame(at.view.revision, Settings()))
    view = at.do(commands.PlayAgain(at.view.revision, 2, old))
    assert (view.state.round, view.state.phase, view.deal) == (2, Phase.PLACING, Deal(9, replayed=2))
    at.desk.close()
    again = TableDesk(Home(tmp_path), Sources())
    assert (again.view().state, again.view().deal) == (view.state, view.deal)
    again.close()


@pytest.mark.clause("SOLO-3", "SOLO-11")
def test_the_camera_checks_his_figure(tmp_path: Path) -> None:
    """Put elsewhere, wrong and right place are named; moved to the right one, nothing is; put right at once, nothing
    ever was."""
    table, deal = SimulatedTable(), Deal(3)
    with bench(tmp_path) as at:
        at.do(lambda revision: commands.NewGame(revision, ALONE, deal=deal))
        view = at.see([*table.quiet(2), *table.act("+blue targi 7")])
        assert view.andy is not None
        right = view.andy.where
        assert right is not None
        wrong = next(where for where in map(border, (14, 15, 5)) if where != right)
        view = at.see(table.act(f"+white targi {wrong}"))
        (told,) = view.guidance.forbidden
        assert (told.reason, told.place, told.by) == (Reason.MISPLACED, wrong, right)
        view = at.see(table.act(f"-white targi {wrong}", f"+white targi {right}"))
        assert view.state.targis_of(WHITE) == (right,)
        assert view.guidance.forbidden == ()
