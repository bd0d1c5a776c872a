"""`targi score`: the contract's forms, and what is refused, by the place it stands in."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.cli import main
from companion.rules.catalogue import shipped
from companion.rules.scoring import score
from companion.scorefile import Asked, StateError, read_state, scored, told

EXAMPLE: dict[str, Any] = {
    "edition": "expansion",
    "solo": False,
    "robber": 14,
    "challenges": [{"category": "resource", "what": "goods", "at_least": 3}],
    "players": [
        {
            "name": "Ada",
            "colour": "blue",
            "vp_tokens": 7,
            "gold": 1,
            "goods": {"dates": 2, "salt": 0, "pepper": 1},
            "water": 3,
            "display": [
                ["base-01", "base-16", {"symbol": "well", "vp": 2, "text": True}, {"card": "EX-W4", "vp": 2}],
                [{"dune": True}],
                [],
            ],
        },
        {"name": "", "colour": "white", "vp_tokens": 12, "gold": 2, "goods": {}, "water": 0, "display": [[]]},
    ],
}
SOLO: dict[str, Any] = {
    "edition": "base",
    "solo": True,
    "robber": 16,
    "challenges": [
        {"category": "vp", "at_least": 10},
        {"category": "robber", "take_off": 3},
        {"category": "display", "more": "well", "than": "tent"},
        {"category": "obstacle", "kept": True},
    ],
    "players": [{"colour": "white", "vp_tokens": 9, "display": [["base-7", "base-08"]]}],
}


def changed(state: dict[str, Any], *path: str | int, to: Any) -> dict[str, Any]:
    """The state with another value there."""
    found = copy.deepcopy(state)
    place: Any = found
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return found


def read(state: Any) -> Asked:
    return read_state(json.dumps(state), shipped())


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    said = capsys.readouterr()
    return code, said.out, said.err


def test_two_players_in_the_contracts_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ada: 7 tokens; printed 2, 1, 2 and 2 VP; three water: 1; three goods meet the challenge: 2.

    Card 16 counts the two wells as one pair; the dune as a third well would change nothing."""
    path = tmp_path / "state.json"
    path.write_text(json.dumps(EXAMPLE), encoding="utf-8")
    code, out, err = run(capsys, "score", str(path), "--json", "--data", str(tmp_path))
    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "players": [
            {
                "colour": "blue",
                "total": 18,
                "lines": [
                    {"what": "vp_tokens", "vp": 7},
                    {"what": "cards", "vp": 7},
                    {"what": "effect", "card": "base-16", "vp": 1},
                    {"what": "water", "vp": 1},
                    {"what": "challenge", "category": "resource", "vp": 2},
                ],
            },
            {"colour": "white", "total": 12, "lines": [{"what": "vp_tokens", "vp": 12}]},
        ],
        "winner": "blue",
        "decided_by": "points",
    }


def test_solo_in_the_contracts_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """9 tokens, wells of 3 and 2 VP, 2 for more wells than tents, 3 off: 13. The list leaves the Robber's out."""
    path = tmp_path / "state.json"
    path.write_text(json.dumps(SOLO), encoding="utf-8")
    code, out, err = run(capsys, "score", str(path), "--json", "--data", str(tmp_path))
    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "players": [
            {
                "colour": "white",
                "total": 13,
                "lines": [
                    {"what": "vp_tokens", "vp": 9},
                    {"what": "cards", "vp": 5},
                    {"what": "challenge", "category": "display", "vp": 2},
                    {"what": "robber", "vp": -3},
                ],
            }
        ],
        "winner": "white",
        "decided_by": "challenges",
        "challenges": [
            {"category": "vp", "fulfilled": True},
            {"category": "display", "fulfilled": True},
            {"category": "obstacle", "fulfilled": True},
        ],
    }


def test_rows_are_named_by_number() -> None:
    """A row's line says which row it is, from 1."""
    state = changed(SOLO, "players", 0, "display", to=[[], [{"symbol": "tent", "vp": 0, "text": False}] * 4])
    result = scored(score(read(state).final), True)
    assert {"what": "row", "row": 2, "vp": 4} in result["players"][0]["lines"]


def test_people_get_short_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without --json the same facts come as lines, the name first, the winner last."""
    path = tmp_path / "state.json"
    path.write_text(json.dumps(EXAMPLE), encoding="utf-8")
    code, out, _ = run(capsys, "score", str(path), "--data", str(tmp_path))
    lines = out.splitlines()
    assert code == 0
    assert (lines[0], lines[1], lines[-1]) == ("Ada (blue): 18 VP", "   7  VP tokens", "blue wins by points.")
    lost = read(changed(SOLO, "challenges", 0, "at_least", to=40))
    assert told(score(lost.final), lost.names)[-1] == "Lost: a challenge is not met."
    even = read({"edition": "base", "players": [player("blue"), player("white")]})
    assert told(score(even.final), even.names)[-1] == "The victory is shared."


def player(colour: str) -> dict[str, Any]:
    return {"colour": colour, "vp_tokens": 0, "display": []}


def test_what_is_left_out_is_none() -> None:
    """Stocks, name, Robber, solo and challenges may be left out."""
    asked = read({"edition": "base", "players": [player("white"), player("blue")]})
    assert [str(side.colour) for side in asked.final.sides] == ["white", "blue"]
    assert asked.final.challenges == ()


@pytest.mark.clause("SCO-4")
def test_unknown_fields_are_passed_over_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A field that is not known changes no point and is told on standard error; a card in the hand is such a field."""
    path = tmp_path / "state.json"
    path.write_text(json.dumps(changed(EXAMPLE, "players", 1, "hand", to="base-02")), encoding="utf-8")
    code, out, err = run(capsys, "score", str(path), "--json", "--data", str(tmp_path))
    assert (code, json.loads(out)["players"][1]["total"]) == (0, 12)
    assert err == 'players[1]: "hand" is not known and was passed over.\n'


P0 = ("players", 0)
D0 = (*P0, "display", 0)
BAD: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("edition",), "third", 'edition: "third" is none of base, expansion'),
    (("edition",), None, "edition: null is none of"),
    (("solo",), 1, "solo: write true or false, not 1"),
    (("solo",), True, "players: a solo game has one player"),
    (("robber",), 17, "robber: a whole number from 1 to 16 belongs here, not 17"),
    (("robber",), 0, "robber: "),
    (("players",), [], "players: a game has two players"),
    (("players",), {}, "players: {} stands where a list"),
    (("players", 1), "white", 'players[1]: "white" stands where a {...}'),
    (("players", 1, "colour"), "blue", "players[1].colour: both players are blue"),
    ((*P0, "colour"), "red", 'players[0].colour: "red" is none of blue, white'),
    ((*P0, "name"), 5, "players[0].name: "),
    ((*P0, "name"), "a\nb", "players[0].name: "),
    ((*P0, "vp_tokens"), -1, "players[0].vp_tokens: a whole number from 0 to 999 belongs here, not -1"),
    ((*P0, "vp_tokens"), True, "players[0].vp_tokens: a whole number from 0 to 999 belongs here, not true"),
    ((*P0, "vp_tokens"), "7", "players[0].vp_tokens: "),
    ((*P0, "gold"), -1, "players[0].gold: a whole number from 0 to 999 belongs here, not -1"),
    ((*P0, "gold"), 1.0, "players[0].gold: "),
    ((*P0, "gold"), 10**40, "players[0].gold: "),
    ((*P0, "gold"), None, "players[0].gold: "),
    ((*P0, "water"), -2, "players[0].water: "),
    ((*P0, "goods"), [], "players[0].goods: [] stands where a {...}"),
    ((*P0, "goods"), {"figs": 1}, 'players[0].goods: "figs" is none of dates, salt, pepper'),
    ((*P0, "goods"), {"salt": -1}, "players[0].goods.salt: "),
    ((*P0, "display"), None, "players[0].display: null stands where a list"),
    ((*P0, "display"), [[], [], [], []], "players[0].display: a display has 3 rows, not 4"),
    (D0, "base-01", 'players[0].display[0]: "base-01" stands where a list'),
    (D0, [{"symbol": "well", "vp": 1}] * 5, "players[0].display[0]: a row has at most 4 cards, not 5"),
    ((*P0, "display"), [[{"symbol": "well", "vp": 1}] * 4] * 3 + [["base-01"]], "players[0].display: a display has 3"),
    ((*D0, 0), None, "players[0].display[0][0]: a gap"),
    ((*D0, 0), "base-46", 'players[0].display[0][0]: there is no card "base-46"'),
    ((*D0, 0), {"card": ["x"]}, "players[0].display[0][0]: there is no card"),
    ((*D0, 0), 17, "players[0].display[0][0]: 17 stands where a {...}"),
    ((*D0, 0), "base-16", "players[0].display[0][1]: base-16 lies in players[0].display[0][0] already"),
    ((*D0, 0), {}, "players[0].display[0][0]: symbol is missing"),
    ((*D0, 0), {"symbol": "well"}, "players[0].display[0][0]: vp is missing"),
    ((*D0, 0), {"symbol": "wells", "vp": 1}, 'players[0].display[0][0].symbol: "wells" is none of well, camel_rider'),
    ((*D0, 0), {"symbol": "well", "vp": 10}, "players[0].display[0][0].vp: a whole number from 0 to 9"),
    ((*D0, 0), {"symbol": "well", "vp": 1, "text": "no"}, "players[0].display[0][0].text: write true or false"),
    ((*D0, 0), "EX-C1", "players[0].display[0][0]: the vp of EX-C1 is not known"),
    ((*D0, 0), {"card": "U2", "vp": 1}, "players[0].display[0][0]: the symbol of U2 is not known"),
    ((*D0, 0), {"card": "base-17", "vp": 2}, "players[0].display[0][0]: the VP of base-17 is 1, not 2"),
    ((*D0, 0), {"card": "base-17", "symbol": "well"}, "players[0].display[0][0]: the symbol of base-17 is"),
    ((*D0, 0), {"card": "base-17", "text": False}, "players[0].display[0][0]: whether base-17 has a text is true"),
    ((*D0, 0), {"dune": False}, "players[0].display[0][0].dune: only true"),
    ((*D0, 0), {"dune": True, "vp": 1}, "players[0].display[0][0]: a sand dune has no text"),
    ((*P0, "display"), [[{"dune": True}] * 4, [{"dune": True}]], "players[0].display: more than 4 sand dunes"),
    ((*D0, 0), {"card": "base-41", "tokens": {"gold": 2}}, "players[0].display[0][0].tokens.gold: 1 can lie"),
    ((*D0, 0), {"card": "base-17", "tokens": {"water": 1}}, "players[0].display[0][0].tokens.water: none can lie"),
    ((*D0, 0), {"card": "EX-W2", "vp": 1, "tokens": {"water": 3}}, "players[0].display[0][0].tokens.water: 2 can lie"),
    ((*D0, 0), {"card": "EX-W2", "vp": 1, "tokens": {"milk": 1}}, 'players[0].display[0][0].tokens: "milk" is none'),
    (
        (*D0, 2),
        {"card": "EX-A3", "vp": 1},
        "players[1].display[0][0]: say whether the card has a text",
    ),
    (("challenges",), {}, "challenges: {} stands where a list"),
    (("challenges", 0), {}, "challenges[0]: category is missing"),
    (("challenges", 0, "category"), "luck", 'challenges[0].category: "luck" is none of'),
    (("challenges", 0, "what"), "water", 'challenges[0].what: "water" is none of'),
    (("challenges", 0, "at_least"), 0, "challenges[0].at_least: "),
    (("challenges", 0), {"category": "vp", "at_least": 9}, "challenges[0]: two players have no such vp"),
    (("challenges", 0), {"category": "robber", "take_off": 1}, "challenges[0]: two players have no such robber"),
    (("challenges", 0), {"category": "display", "more": "well", "than": "well"}, "challenges[0]: more well than well"),
    (("challenges", 0), {"category": "display", "rows": "any", "at_least": 1}, 'challenges[0].rows: "any" is none of'),
    (("challenges", 0), {"category": "obstacle", "kept": 1}, "challenges[0].kept: write true or false"),
    (
        ("challenges", 0),
        {"category": "obstacle", "kept": True, "andy_starts": True},
        "challenges[0]: two players have no such obstacle challenge",
    ),
]  # fmt: skip


@pytest.mark.clause("TRB-1", "BCHA-1", "BCHA-5", "BCHA-8")
@pytest.mark.parametrize(("path", "value", "reason"), BAD)
def test_impossible_states_are_refused_by_their_place(path: tuple[str | int, ...], value: Any, reason: str) -> None:
    """What cannot be is refused, and the sentence begins with the place."""
    state = changed(EXAMPLE, *path, to=value)
    if reason.startswith("players[1].display"):  # both displays matter for a plain card
        state = changed(EXAMPLE, *P0, "display", to=[[{"symbol": "well", "vp": 1}]])
        state = changed(state, "players", 1, "display", to=[[{"symbol": "tent", "vp": 1}, value]])
    with pytest.raises(StateError) as refused:
        read(state)
    assert str(refused.value).startswith(reason)


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ((*P0, "water"), 1, "players[0].water: there is no water in the base game"),
        ((*D0, 0), {"card": "EX-W4", "vp": 1}, "players[0].display[0][0]: EX-W4 is of the expansion"),
        ((*D0, 0), {"dune": True}, "players[0].display[0][0]: no sand dune can be laid in the base game"),
        (("challenges", 1), {"category": "vp", "at_least": 3}, "challenges[1]: there is one vp challenge already"),
        (("solo",), False, "players: a game has two players"),
    ],
)
def test_base_and_solo_states_have_their_own_limits(path: tuple[str | int, ...], value: Any, reason: str) -> None:
    """The base game has no water, dunes and expansion cards; alone there is one player and one challenge of a kind."""
    with pytest.raises(StateError) as refused:
        read(changed(SOLO, *path, to=value))
    assert str(refused.value).startswith(reason)


@pytest.mark.clause("BCHA-1")
def test_a_solo_game_without_a_vp_challenge_is_warned_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is counted all the same, and a sentence says that a VP challenge should be there."""
    path = tmp_path / "state.json"
    path.write_text(json.dumps(changed(SOLO, "challenges", to=SOLO["challenges"][1:])), encoding="utf-8")
    code, out, err = run(capsys, "score", str(path), "--json", "--data", str(tmp_path))
    assert (code, json.loads(out)["winner"]) == (0, "white")
    assert err == "challenges: no vp challenge is among them, though one should be.\n"
    assert read(changed(SOLO, "challenges", to=[])).notes == ()


@pytest.mark.parametrize("key", ["edition", "players"])
def test_edition_and_players_must_be_said(key: str) -> None:
    """Without them there is nothing to count."""
    with pytest.raises(StateError, match=f"the state: {key} is missing"):
        read({name: value for name, value in EXAMPLE.items() if name != key})


@pytest.mark.parametrize("key", ["colour", "vp_tokens", "display"])
def test_colour_tokens_and_display_must_be_said(key: str) -> None:
    """They are not taken for nothing when they are left out or misspelt."""
    with pytest.raises(StateError, match=f"{key} is missing"):
        read(changed(EXAMPLE, *P0, to={name: value for name, value in EXAMPLE["players"][0].items() if name != key}))


def test_a_card_lies_in_one_display_only() -> None:
    """Each catalogue card exists once, also between the two displays and with either spelling of its number."""
    with pytest.raises(StateError, match=r"players\[1\].display\[0\]\[0\]: base-01 lies in players\[0\]"):
        read(changed(EXAMPLE, "players", 1, "display", to=[["base-1"]]))


def test_tokens_are_counted_where_they_lie() -> None:
    """Two water on W2 bring its 2 VP; an action token on a card that may have one brings nothing."""
    w2 = {"card": "EX-W2", "vp": 1, "tokens": {"water": 2}}
    w5 = {"card": "EX-W5", "vp": 1, "tokens": {"action": 1}}
    asked = read(changed(EXAMPLE, "players", 1, "display", to=[[w2, w5]]))
    assert score(asked.final).tallies[1].total == 12 + 2 + 2


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "line 1, column 1: it is not JSON"),
        ("{", "line 1, column 2: it is not JSON"),
        ('{"edition": "base", "edition": "base"}', '"edition" stands twice in one place'),
        ('{"robber": NaN}', "NaN is no number"),
        ('{"robber": -Infinity}', "-Infinity is no number"),
        ("[" * 100_000, "it is nested too deeply"),
        ('{"edition": ' + "[" * 900 + "]" * 900 + "}", ""),
        ("1" * 5000, "it holds a number that is too long"),
        ("[]", "the state: [] stands where a {...} should"),
        ('"\\ud800"', "the state: "),
    ],
)
def test_what_is_no_state_is_refused_in_a_sentence(
    content: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever the file holds: exit 1 and one sentence, no traceback."""
    path = tmp_path / "state.json"
    path.write_text(content, encoding="utf-8")
    code, out, err = run(capsys, "score", str(path), "--data", str(tmp_path))
    assert (code, out) == (1, "")
    assert err.startswith(f"{path} cannot be scored: {reason}")
    assert len(err.splitlines()) == 1


def test_files_that_cannot_be_read_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No file, a folder, and something that is not text."""
    (tmp_path / "bytes").write_bytes(b"\xff\xfe{}")
    for name, reason in (("none", "does not exist"), (".", "cannot be read"), ("bytes", "it is not text")):
        code, _, err = run(capsys, "score", str(tmp_path / name), "--data", str(tmp_path))
        assert code == 1
        assert reason in err
        assert len(err.splitlines()) == 1


def test_score_wants_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    """A call without a state is wrong: exit 2."""
    with pytest.raises(SystemExit) as leaving:
        main(["score"])
    assert leaving.value.code == 2
    assert "STATE" in capsys.readouterr().err


def test_owners_cards_are_used_and_their_mistakes_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the owner's facts W4 needs none in the state; a mistake in that file is told with its line."""
    path, cards = tmp_path / "state.json", tmp_path / "cards.toml"
    path.write_text(json.dumps(changed(EXAMPLE, *D0, 3, to="EX-W4")), encoding="utf-8")
    arguments = ("score", str(path), "--json", "--data", str(tmp_path))
    assert run(capsys, *arguments)[0] == 1
    cards.write_text('[[tribe]]\nid = "EX-W4"\nvp = 2\n', encoding="utf-8")
    code, out, _ = run(capsys, *arguments)
    assert (code, json.loads(out)["players"][0]["total"]) == (0, 18)
    cards.write_text('[[tribe]]\nid = "EX-W4"\nvp = "two"\n', encoding="utf-8")
    code, _, err = run(capsys, *arguments)
    assert (code, err) == (1, f"{cards} cannot be used: line 3: vp is a whole number from 0 to 9.\n")


# --- anything at all ---

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
)
PATHS = [
    *((key,) for key in EXAMPLE),
    *((*P0, key) for key in EXAMPLE["players"][0]),
    *(D0, (*D0, 0), (*D0, 3, "vp"), ("challenges", 0), ("challenges", 0, "what")),
]


@given(anything)
def test_any_json_is_scored_or_refused(value: Any) -> None:
    """No JSON value makes anything but a score or a sentence."""
    check(value)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(PATHS), anything), min_size=1, max_size=2))
def test_any_change_of_a_state_is_scored_or_refused(changes: list[tuple[tuple[str | int, ...], Any]]) -> None:
    """The same with a state of which one or two places hold anything."""
    state = copy.deepcopy(EXAMPLE)
    for path, value in changes:
        try:
            state = changed(state, *path, to=value)
        except (TypeError, IndexError, KeyError):
            continue
    check(state)


def check(value: Any) -> None:
    text = json.dumps(value)
    try:
        asked = read_state(text, shipped())
    except StateError as error:
        sentence = str(error)
    else:
        result = score(asked.final)
        sentence = "\n".join(told(result, asked.names))
        assert [entry["total"] for entry in scored(result, asked.final.solo)["players"]] == [
            tally.total for tally in result.tallies
        ]
    assert sentence
    sentence.encode("utf-8")
