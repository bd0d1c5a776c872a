"""Films of made games: the script keeps the rules it plays by, and pictures and events agree."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

import vision
from companion.rules.board import BORDER, CORNERS, border, crossings, opposite, place
from vision.training.film import PICTURES_PER_SECOND, pictures, plain_table, play
from vision.training.script import Carry, Disturb, Pass, Rest, write_quiet, write_script
from vision.training.table import make_table

DEMO = Path(vision.__file__).parent / "demo"


def replay(events):
    """Plays placements again, holding each against the clauses; gives the illegal reasons met."""
    standing = {"blue": [], "white": []}
    robber, met = 1, []
    for event in events:
        kind = event["event"]
        if kind in ("targi_placed", "illegal_placement"):
            where, mine = place(event["place"]), standing[event["player"]]
            other = standing["white" if event["player"] == "blue" else "blue"]
            faults = set()
            if where in CORNERS:
                faults.add("raid_card")
            if where == border(robber):
                faults.add("robber")
            if where in mine + other:
                faults.add("occupied")
            if opposite(where) in other:
                faults.add("opposite_opponent")
            if kind == "targi_placed":
                assert where in BORDER
                assert not faults
                mine.append(where)
            else:
                assert event["reason"] in faults
                met.append(event["reason"])
        elif kind == "intersections":
            for colour in ("blue", "white"):
                assert event[colour] == [str(where) for where in crossings(standing[colour])]
        elif kind == "marker_placed":
            assert place(event["place"]) in crossings(standing[event["player"]])
        elif kind == "targi_returned":
            standing[event["player"]].remove(place(event["place"]))
        elif kind == "robber_moved":
            assert event["place"] == robber + 1
            robber += 1
    return met


@pytest.mark.parametrize("expansion", [False, True])
def test_scripts_keep_the_rules(expansion):
    """Placements are legal, crossings those of the rules, faults have the contract's reasons (PLC clauses, GEO-5)."""
    met = set()
    for seed in range(40):
        steps = write_script(np.random.default_rng(seed), expansion)
        events = [event for step in steps if isinstance(step, Carry | Rest) for event in step.events]
        met |= set(replay(events))
        starts = [event for event in events if event["event"] == "round_started"]
        assert [event["round"] for event in starts] == [1, 2]
        assert starts[0]["start_player"] != starts[1]["start_player"]
        if expansion:
            assert starts[1]["robber"] + starts[1]["targia"] == 16
        else:
            assert "targia" not in starts[1]
    assert met == {"raid_card", "robber", "occupied", "opposite_opponent"}


def test_a_quiet_film_moves_nothing():
    """Six Targis are placed; after that hands and lamps come for as long as asked, and no piece or card is moved."""
    steps = write_quiet(np.random.default_rng(1), True, 120.0)
    carried = [number for number, step in enumerate(steps) if isinstance(step, Carry)]
    after = steps[carried[-1] + 1 :]

    assert len(carried) == 6
    assert {type(step) for step in after} == {Pass, Disturb, Rest}
    assert not [event for step in after if isinstance(step, Rest) for event in step.events]
    assert sum(step.seconds for step in after if isinstance(step, Rest)) > 40


def test_standing_follows_the_script():
    """When an event is true its piece stands at that place, no hand is in the picture, and times never run
    backwards."""
    table, rng = plain_table(), np.random.default_rng(4)
    shots, events = play(table, write_script(rng, False), rng, False)
    assert [event["t"] for event in events] == sorted(event["t"] for event in events)
    for event in events:
        shot = shots[round(event["t"] * PICTURES_PER_SECOND) - 1]
        assert shot.hand is None
        there = {(piece.kind, piece.place) for piece in shot.standing}
        if event["event"] in ("targi_placed", "illegal_placement"):
            assert (event["player"], str(event["place"])) in there
        elif event["event"] == "marker_placed":
            assert (event["player"] + "_marker", event["place"]) in there
        elif event["event"] == "targi_returned":
            assert (event["player"], str(event["place"])) not in there
    assert all(len(shot.standing) == 11 for shot in shots)  # 6 figures, 4 markers, the Robber: none is ever lost


def test_disturbances_change_pictures_and_no_event():
    """A lamp, a nudge and a passing hand make no event but another picture."""
    table, rng = make_table(2, (320, 240)), np.random.default_rng(0)
    shots, events = play(table, [Rest(0.25), Disturb(0.6, (6.0, 0.0)), Pass("blue")], rng, False)
    assert events == []
    drawn = list(pictures(table, shots[:1] + shots[4:5] + shots[-10:-8]))
    assert drawn[1].mean() < 0.9 * drawn[0].mean()
    assert all(picture.shape == (240, 320, 3) for picture in drawn)


def test_shipped_film_is_small_and_readable():
    """The film that ships is below 2.5 MB, 8 pictures a second, and every event lies within it."""
    path = DEMO / "game.mp4"
    assert path.stat().st_size < 2_500_000
    film = cv2.VideoCapture(str(path))
    count = int(film.get(cv2.CAP_PROP_FRAME_COUNT))
    assert film.get(cv2.CAP_PROP_FPS) == pytest.approx(8)
    read, picture = film.read()
    assert read
    assert picture.shape == (768, 1024, 3)
    film.release()
    events = [json.loads(line) for line in (DEMO / "game.events.jsonl").read_text().splitlines()]
    assert replay(events) == ["opposite_opponent"]
    assert 60 <= count / 8 <= 75
    assert events[0]["event"] == "round_started"
    assert events[-1]["t"] < count / 8
