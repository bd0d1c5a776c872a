"""Made scenes: their truth must be the picture's geometry, and a seed must always give the same scene."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from companion.rules.board import Place, cell_of, place
from vision.training.layout import numbered
from vision.training.scenes import arm_over, main, make_game, make_scene, random_centre, random_standing
from vision.training.table import Stand, make_table
from vision.training.truth import BLOCKED_SHARE, CELLS

SMALL = (672, 504)


@pytest.fixture(scope="module")
def scenes():
    return [make_scene(seed, SMALL) for seed in range(12)]


def test_same_seed_same_scene():
    """A seed gives the same picture and truth twice; another seed another one."""
    first, again, other = make_scene(5, SMALL), make_scene(5, SMALL), make_scene(6, SMALL)
    assert np.array_equal(first.image, again.image)
    assert first.truth.pieces == again.truth.pieces
    assert not np.array_equal(first.image, other.image)


def test_centres_are_homography_then_lens(scenes):
    """Card centres are the homography's, bent by p * (1 + k1 |p|^2) in half diagonals from the middle of the
    picture."""
    for scene in scenes:
        truth = scene.truth
        mm = np.column_stack([truth.centres_uv * truth.pitch_mm, np.ones(25)])
        flat = mm @ truth.homography.T
        middle, unit = np.array(SMALL) / 2, np.hypot(*SMALL) / 2
        plain = (flat[:, :2] / flat[:, 2:] - middle) / unit
        bent = plain * (1 + truth.camera.k1 * np.sum(plain**2, axis=1, keepdims=True)) * unit + middle
        assert np.abs(bent - truth.centres_px).max() < 1e-6
        assert np.abs(truth.to_px(truth.centres_uv) - truth.centres_px).max() < 1e-6


def test_pixels_lead_back_to_the_table(scenes):
    """``to_table`` undoes ``project`` on the plane to a hundredth of a millimetre."""
    for scene in scenes:
        mm = scene.truth.centres_uv * scene.truth.pitch_mm
        assert np.abs(scene.truth.camera.to_table(scene.truth.centres_px) - mm).max() < 0.01


def test_board_lies_in_view_and_is_not_mirrored(scenes):
    """All 25 cards are in the picture, and 16, 4, 8, 12 run clockwise as seen from above (clause GEO-2)."""
    for scene in scenes:
        cards = scene.truth.cards_px
        assert cards.min() >= 0
        assert np.all(cards.reshape(-1, 2).max(axis=0) <= SMALL)
        corners = np.array([scene.truth.corners_px[name] for name in ("16", "4", "8", "12")])
        x, y = corners.T
        assert np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) > 0  # clockwise with y down


def test_pieces_stand_where_they_are_said_to(scenes):
    """A piece on a card has its base point within the card, by the pixel and by board pitches alike."""
    checked = 0
    for scene in scenes:
        truth = scene.truth
        for piece in truth.pieces:
            assert np.abs(truth.to_px(np.array([piece.uv]))[0] - piece.px).max() < 1e-6
            if piece.place in CELLS and piece.kind not in ("robber", "targia"):
                column, row = CELLS[piece.place]
                outline = truth.cards_px[row * 5 + column].astype(np.float32)
                assert cv2.pointPolygonTest(outline, piece.px, False) >= 0
                checked += 1
    assert checked > 20


def test_cells_are_the_boards_own():
    """Names of places mean the same cells as in the rules."""
    assert len(CELLS) == 25
    assert CELLS["1x5"] == (1, 1)
    assert all(cell_of(place(name)) == cell for name, cell in CELLS.items())


def test_piece_is_painted_at_its_base_point():
    """Putting a piece down changes the picture at its base point and leaves the far corner card as it was."""
    table = make_table(3, SMALL)
    column, row = CELLS["2x6"]
    put = Stand("blue", "2x6", (float(column), float(row)))
    bare = table.render([], {}, jpeg=False).image.astype(int)
    scene = table.render([put], {}, jpeg=False)
    x, y = np.round(scene.truth.pieces[0].px).astype(int)
    change = np.abs(scene.image.astype(int) - bare).sum(axis=2)
    assert change[y - 2 : y + 3, x - 2 : x + 3].mean() > 15
    corner = np.round(scene.truth.corners_px["12"]).astype(int)
    assert change[corner[1] - 2 : corner[1] + 3, corner[0] - 2 : corner[0] + 3].max() == 0


def test_blocked_agrees_with_the_mask():
    """A picture is blocked exactly when the mask covers a noticeable share of some board card; an arm beside it does
    not block."""
    blocked = clear = 0
    for seed in range(14):
        table = make_table(seed, SMALL)
        rng = np.random.default_rng(seed)
        off = seed % 2 == 1
        truth = table.render([], random_centre(rng), (), arm_over(table, rng, off), hand_off_board=off).truth
        worst = 0.0
        for name, (column, row) in CELLS.items():
            outline = np.zeros(SMALL[::-1], np.uint8)
            cv2.fillConvexPoly(outline, np.round(truth.cards_px[row * 5 + column]).astype(np.int32), 1)
            share = float((truth.hand_mask[outline > 0] > 0).mean())
            assert share == pytest.approx(truth.cover[row * 5 + column], abs=0.05)
            assert (name in truth.covered) == (truth.cover[row * 5 + column] > BLOCKED_SHARE)
            worst = max(worst, share)
        assert truth.blocked == bool(truth.covered)
        if off:
            assert worst < BLOCKED_SHARE
            clear += not truth.blocked
        else:
            blocked += truth.blocked
    assert blocked >= 5
    assert clear == 7


def test_dunes_are_numbered_from_the_top_edge():
    """The dune nearest the top edge is number 1, at the same height the left one."""
    assert numbered(np.array([[500.0, 130.0], [500.0, 60.0], [500.0, 195.0]]), (95.0, 63.0)) == [1, 0, 2]
    assert numbered(np.array([[200.0, -70.0], [100.0, -66.0], [300.0, -72.0]]), (95.0, 63.0)) == [1, 0, 2]


def test_hands_are_as_frequent_as_asked():
    """No hand with a share of 0."""
    assert not any(make_scene(seed, SMALL, hands=0.0).truth.covered for seed in range(4))


def test_setup_comes_about():
    """Among the standings there are set-up tables: the Robber on 1, no Targi."""
    table = make_table(1, SMALL)
    found = 0
    for seed in range(60):
        standing = [each for each in random_standing(table, np.random.default_rng(seed), 0) if each.place]
        kinds = {each.kind: each.place for each in standing}
        found += kinds.get("robber") == "1" and set(kinds) <= {"robber", "targia"}
    assert 3 <= found <= 25


def test_folder_is_written_in_the_tables_form(tmp_path):
    """The command writes a start picture at set-up and a truth whose lists are sorted places of the contract."""
    assert main(["--out", str(tmp_path), "--count", "1", "--seed", "4"]) == 0
    folder = tmp_path / "00004"
    truth = json.loads((folder / "truth.json").read_text())
    start = truth["pictures"][0]
    assert start["image"] == "start.jpg"
    assert start["robber"] == 1
    assert start["blue"] == {"targi": [], "markers": []}
    assert set(start["corners"]) == {"16", "4", "8", "12"}
    assert len(start["centre"]) == 9
    for picture in truth["pictures"]:
        assert cv2.imread(str(folder / picture["image"])) is not None
        for colour in ("blue", "white"):
            places: list[Place] = [place(where) for where in picture[colour]["targi"]]
            assert places == sorted(places)


def test_unwritable_folder_is_said(tmp_path, capsys):
    """A folder that cannot be made ends with 1 and a sentence."""
    (tmp_path / "file").write_text("")
    assert main(["--out", str(tmp_path / "file"), "--count", "1"]) == 1
    assert "could not be written" in capsys.readouterr().err


def test_a_game_begins_with_its_set_up_and_keeps_its_table():
    """The set-up has the Robber on 1 and no figure in play (SET clauses), and the camera stays through the moments."""
    for seed in (3, 4, 6):
        start, moments = make_game(seed, 2, SMALL)
        if any(piece.kind in ("blue", "white") for piece in start.truth.pieces):
            continue  # a table first seen in mid-game
        assert [piece.place for piece in start.truth.pieces if piece.kind == "robber"] == ["1"]
        assert {piece.place for piece in start.truth.pieces if piece.kind == "targia"} <= {"15"}
        assert not start.truth.hand_mask.any()
        for moment in moments:
            assert np.array_equal(moment.truth.homography, start.truth.homography)
            off = np.abs(moment.truth.centres_uv - start.truth.centres_uv) * start.truth.pitch_mm
            assert off.max() < 12  # nudged, never moved elsewhere


def test_most_games_are_seen_from_their_set_up():
    """One table in six or so is first seen in mid-game; a piece may stand there still later on, to the millimetre."""
    late, still = 0, 0
    for seed in range(30, 54):
        start, (moment,) = make_game(seed, 1, (336, 252))
        first = {(piece.kind, piece.uv) for piece in start.truth.pieces}
        if any(kind in ("blue", "white") for kind, _ in first):
            late += 1
            still += bool(first & {(piece.kind, piece.uv) for piece in moment.truth.pieces})
    assert 1 <= late <= 10
    assert still >= 1
