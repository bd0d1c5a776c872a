"""`targi rules`: every clause, the readings, and the house rules of the latest game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.rules.book_moves import SetBooks
from companion.rules.setting_up import decks_of, new_books
from companion.rules.state import Settings
from companion.store import Store


def rules(capsys: pytest.CaptureFixture[str], folder: Path) -> tuple[dict[str, dict[str, Any]], str]:
    """The JSON objects by clause, and what was said on standard error."""
    assert main(["rules", "--json", "--data", str(folder)]) == 0
    said = capsys.readouterr()
    return {clause["id"]: clause for clause in map(json.loads, said.out.splitlines())}, said.err


def stored(folder: Path, *options: str) -> Store:
    """A stored game with books by those house rules."""
    store = Store(folder / "games.db")
    game = store.begin(Settings())
    game.play(SetBooks(new_books(Settings(), decks_of(Settings().edition), options=frozenset(options))))
    return store


def test_rules_are_listed_with_readings_and_house_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every clause is a line; readings and house rules are marked as such; the JSON form has one object a clause."""
    assert main(["rules", "--data", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "  GEO-1    Sixteen border cards" in out
    assert "House rule fata_morgana_diagonal (not in force)" in out
    listed, said = rules(capsys, tmp_path)
    assert (len(listed), said) == (180, "")
    assert (listed["SCO-2"]["source"], listed["SCO-2"]["reading"], listed["SCO-2"]["option"]) == ("002", False, None)
    assert listed["SOLO-4"]["reading"]
    assert listed["SOLO-4"]["option"]["name"] == "andy_opposite_himself"
    assert listed["SOLO-4"]["option"]["in_force"] is False


def test_house_rules_of_the_latest_game_are_in_force(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Those agreed on in the latest stored game, and no others; a newer game has its own."""
    stored(tmp_path, "water_in_any_turn", "fata_morgana_face_down").close()
    listed, _ = rules(capsys, tmp_path)
    in_force = {name for name, clause in listed.items() if clause["option"] and clause["option"]["in_force"]}
    assert in_force == {"XWAT-5", "BRD-9"}
    assert main(["rules", "--data", str(tmp_path)]) == 0
    assert "House rule water_in_any_turn (in force)" in capsys.readouterr().out
    stored(tmp_path, "trader_b_unlimited").close()
    listed, _ = rules(capsys, tmp_path)
    assert [name for name, clause in listed.items() if clause["option"] and clause["option"]["in_force"]] == ["BBRD-5b"]


def test_a_game_without_books_has_no_house_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only figures are followed: none is in force."""
    store = Store(tmp_path / "games.db")
    store.begin(Settings())
    store.close()
    listed, said = rules(capsys, tmp_path)
    assert said == ""
    assert not any(clause["option"] and clause["option"]["in_force"] for clause in listed.values())


def test_rules_are_listed_though_the_stored_games_are_broken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sentence says why the house rules cannot be told; the list comes all the same."""
    (tmp_path / "games.db").write_bytes(b"nothing of the kind")
    listed, said = rules(capsys, tmp_path)
    assert len(listed) == 180
    assert len(said.splitlines()) == 1
    assert "games.db" in said
