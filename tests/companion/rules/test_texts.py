"""Moves, settings and events as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import events, moves
from companion.rules.board import BORDER, CENTRE, PIECES, Colour, border, centre, dune
from companion.rules.moves import Move, parse
from companion.rules.state import Edition, EndReason, Reason, Scope, Settings

places = st.sampled_from((*BORDER, *CENTRE, dune(1), dune(3)))
colours = st.sampled_from(Colour)
maybe_places = st.none() | places
counts = st.integers(min_value=0, max_value=9)
WORDS = ["place-targi", "shift-marker", "move-robber", "correct", "allow", "targis", "dunes", "pass-on"]
any_move = st.one_of(
    *(
        st.builds(kind, colours, places)
        for kind in (moves.PlaceTargi, moves.ReturnTargi, moves.PlaceMarker, moves.ReturnMarker)
    ),
    *(st.builds(kind, colours, places, places) for kind in (moves.ShiftTargi, moves.ShiftMarker)),
    *(st.builds(kind, places) for kind in (moves.MoveRobber, moves.MoveTargia)),
    st.just(moves.PassOn()),
    st.builds(moves.Correct, st.sampled_from(PIECES), maybe_places, maybe_places),
    *(st.builds(kind, colours) for kind in (moves.SetStartPlayer, moves.TwelfthCard)),
    st.builds(moves.Allow, colours, st.sampled_from(Reason), st.sampled_from(Scope)),
    st.builds(moves.SetTargis, colours, counts),
    st.builds(moves.SetDunes, counts),
)


@given(any_move)
def test_moves_read_back(move: Move) -> None:
    """A move's line is one line, and is that move again."""
    line = str(move)
    assert "\n" not in line
    assert parse(line) == move


def test_a_moves_line_reads_plainly() -> None:
    """Some lines as they stand in logs."""
    assert str(moves.PlaceTargi(Colour.WHITE, border(13))) == "place-targi white 13"
    assert str(moves.Correct(PIECES[0], None, centre(1, 5))) == "correct blue-targi - 1x5"
    assert str(moves.Allow(Colour.BLUE, Reason.ROBBER, Scope.GAME)) == "allow blue robber game"


@pytest.mark.parametrize(
    "line",
    [
        *("", " ", "\x00", "dance", "dunes many", "correct camel - 2", "allow blue robber ever", "pass-on now"),
        *("place-targi", "place-targi red 2", "place-targi blue 17", "place-targi blue 2 3", "place-targi blue -"),
    ],
)
def test_what_is_no_move_is_refused(line: str) -> None:
    """A ValueError, never another error."""
    with pytest.raises(ValueError, match=r"\w"):
        parse(line)


BOOK_WORDS = [
    "trade",
    "lay",
    "keep",
    "pick",
    "rearrange",
    "swap",
    "reveal",
    "books",
    "2d1g",
    "[[1.1,2.3]]",
    "((",
    "base-01",
]


@pytest.mark.parametrize(
    "line",
    [
        "trade blue 2d1g -",
        "trade white - 1s1w2v",
        "lay blue base-07 2 1d1s1g 1 no",
        "keep white EX-W1",
        "pick blue dune:1",
        "pick blue 2x6",
        "rearrange blue [[1.1,2.3],[1.2,1.1]]",
        "swap white base-07 3.4",
        "reveal nomad-5",
        "books -",
    ],
)
def test_moves_of_books_read_back(line: str) -> None:
    """As they stand in logs."""
    assert str(parse(line)) == line


@given(
    st.lists(
        st.sampled_from([*WORDS, *BOOK_WORDS, "blue", "-", "2", "1x5", "once", "robber", "é", "\n"]), max_size=5
    ).map(" ".join)
)
def test_any_words_are_a_move_or_a_value_error(line: str) -> None:
    """Nothing breaks the reader, however near to a move it is."""
    try:
        move = parse(line)
    except ValueError:
        return
    assert parse(str(move)) == move


@given(st.builds(Settings, st.sampled_from(Edition), st.none() | colours, st.none() | colours))
def test_settings_read_back(settings: Settings) -> None:
    """Settings are one line that reads back."""
    assert Settings.parse(str(settings)) == settings


@pytest.mark.parametrize(
    "text", ["", "edition=base", "edition=chess solo=- start=-", "edition=base solo=red start=- x"]
)
def test_what_are_no_settings_is_refused(text: str) -> None:
    """A ValueError."""
    with pytest.raises(ValueError, match=r"\w"):
        Settings.parse(text)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            events.RoundStarted(1, Colour.BLUE, border(1), border(15)),
            {"event": "round_started", "round": 1, "start_player": "blue", "robber": 1, "targia": 15},
        ),
        (events.TargiPlaced(Colour.BLUE, dune(1)), {"event": "targi_placed", "player": "blue", "place": "dune:1"}),
        (
            events.IllegalPlacement(Colour.WHITE, border(13), Reason.OPPOSITE_OPPONENT),
            {"event": "illegal_placement", "player": "white", "place": 13, "reason": "opposite_opponent"},
        ),
        (
            events.Intersections((centre(1, 5),), (centre(2, 6), centre(3, 6))),
            {"event": "intersections", "blue": ["1x5"], "white": ["2x6", "3x6"]},
        ),
        (
            events.MarkerPlaced(Colour.WHITE, centre(2, 6)),
            {"event": "marker_placed", "player": "white", "place": "2x6"},
        ),
        (
            events.IllegalMarker(Colour.WHITE, centre(1, 7), Reason.NO_CROSSING),
            {"event": "illegal_marker", "player": "white", "place": "1x7", "reason": "no_crossing"},
        ),
        (events.TargiReturned(Colour.BLUE, border(7)), {"event": "targi_returned", "player": "blue", "place": 7}),
        (
            events.MarkerReturned(Colour.BLUE, centre(1, 5)),
            {"event": "marker_returned", "player": "blue", "place": "1x5"},
        ),
        (events.RobberMoved(border(2)), {"event": "robber_moved", "place": 2}),
        (events.TargiaMoved(border(14)), {"event": "targia_moved", "place": 14}),
        (events.RobberMisplaced(border(4), border(3)), {"event": "robber_misplaced", "place": 4, "should_be": 3}),
        (events.Raid(border(4)), {"event": "raid", "place": 4}),
        (events.GameOver(EndReason.TWELVE_CARDS), {"event": "game_over", "reason": "twelve_cards"}),
    ],
)
def test_events_have_the_command_lines_form(event: events.Event, line: dict[str, object]) -> None:
    """Names and fields are those other programs rely on."""
    assert event.json(97.004) == {"t": 97.0, **line}
