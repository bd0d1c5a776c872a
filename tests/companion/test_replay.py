"""`targi replay`: logs that are told line by line, and those that are refused with the line and the reason."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.game import Game, LogError
from companion.replay import Replayed, replay
from companion.rules.board import Colour
from companion.rules.book_moves import SetBooks
from companion.rules.catalogue import with_additions
from companion.rules.engine import VERSION
from companion.rules.moves import parse
from companion.rules.setting_up import decks_of, new_books
from companion.rules.state import Phase, Settings
from companion.store import Store

HEADER = f"targi-game engine={VERSION} edition=base solo=- start=blue"
ROUND = (
    HEADER,
    *(f"place-targi {line}" for line in ("blue 2", "white 5", "blue 3", "white 6", "blue 13", "white 14")),
    "place-marker blue 2x7",
    "undo",
    "redo",
    "mark here",
    "place-marker blue 3x7",
    "return-marker blue 3x7",
)


def written(folder: Path, text: str) -> Path:
    path = folder / "game.log"
    path.write_text(text, encoding="utf-8")
    return path


def refused(path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The one sentence on standard error, with exit 1."""
    code = main(["replay", str(path)])
    said = capsys.readouterr().err
    assert (code, len(said.splitlines())) == (1, 1)
    assert "Traceback" not in said
    return said


def test_every_line_is_told_with_its_number_and_what_happened(tmp_path: Path) -> None:
    """The sixth Targi brings the crossings; undo and redo are lines without events; the game is where it was."""
    told: list[Replayed] = []
    game = replay(written(tmp_path, "\n".join(ROUND)), told.append)
    assert [step.line for step in told] == list(ROUND)
    assert [step.number for step in told] == list(range(1, len(ROUND) + 1))
    assert told[6].json() == {
        "line": 7,
        "move": "place-targi white 14",
        "events": [
            {"event": "targi_placed", "player": "white", "place": 14},
            {"event": "intersections", "blue": ["2x7", "3x7"], "white": []},
        ],
    }
    assert told[6].told() == [
        "   7  place-targi white 14",
        "        white places a Targi on 14.",
        "        All Targis stand. Crossings: blue 2x7, 3x7; white none.",
    ]
    assert [step.events for step in told[8:11]] == [(), (), ()]
    assert game.state.phase is Phase.ACTING


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_log_from_any_editor_is_read(end: str, tmp_path: Path) -> None:
    """Other line ends and a byte order mark at the beginning change nothing."""
    path = tmp_path / "game.log"
    path.write_bytes(("\ufeff" + end.join(ROUND) + end).encode())
    assert replay(path, lambda step: None).log == ROUND


@pytest.mark.parametrize(
    ("text", "number", "reason"),
    [
        ("", 1, "there is nothing in it."),
        ("\n\n", 1, "it does not begin with the game's settings."),
        ("place-targi blue 2\n", 1, "it does not begin with"),
        ("targi-game engine=one edition=base solo=- start=-\n", 1, "it does not begin with"),
        (f"targi-game engine={VERSION} edition=chess solo=- start=-\n", 1, "'chess' is none of base, expansion."),
        (f"targi-game engine={VERSION} edition=base solo=red start=-\n", 1, "'red' is none of blue, white."),
        (f"targi-game engine={VERSION}\n", 1, "these are no settings"),
        (f"{HEADER}\nplace-targi blue 2\nplace-targi blue\n", 3, "place-targi wants"),
        (f"{HEADER}\nplace-targi blue 2\nfly blue 3\n", 3, "'fly' is no move."),
        (f"{HEADER}\nplace-targi red 2\n", 2, "'red' is none of blue, white."),
        (f"{HEADER}\nallow blue luck once\n", 2, "'luck' is none of robber, raid_card, occupied, opposite_opponent"),
        (f"{HEADER}\nreveal\n", 2, "reveal wants 1 word after it: 'reveal'."),
        (f"{HEADER}\nplace-targi blue 17\n", 2, "no border card 17"),
        (f"{HEADER}\n\n", 2, "'' is no move."),
        (f"{HEADER}\nmark two words\n", 2, "a mark is one word."),
        # what cannot be: it contradicts what stands
        (f"{HEADER}\nreturn-targi blue 2\n", 2, "'return-targi blue 2' cannot be: not there."),
        (f"{HEADER}\ncorrect blue-targi 3 5\n", 2, "'correct blue-targi 3 5' cannot be: not there."),
        (f"{HEADER}\nmove-targia 15\n", 2, "'move-targia 15' cannot be: nothing to do."),
        (f"{HEADER}\nundo\n", 2, "'undo' cannot be: nothing to do."),
        (f"{HEADER}\nredo\n", 2, "'redo' cannot be: nothing to do."),
    ],
)  # fmt: skip
def test_a_bad_log_is_refused_with_line_and_reason(
    text: str, number: int, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Empty, cut, edited by hand, or telling what cannot be: exit 1 and one sentence."""
    path = written(tmp_path, text)
    assert refused(path, capsys).startswith(
        f"{path} is no game's log: line {number} of the game's log cannot be read: {reason}"
    )


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("base-border-05", "base-border-06", "the border: 5, number missing."),
        ("[base-01,", "[base-02,", "base-02 is there 2 times, and there is no more than 1 of it."),
        ("base-07", "base-77", "base-77 lies with the tribe cards and is none."),
        ("2d2s2p1g4v", "2d2s2p1n4v", "blue: goods of choice cannot be owned."),
        ("turn-centre(1x5)", "turn-centre(5)", "turn-centre cannot be done."),
        ("turn-centre(1x5)", "turn-table(1x5)", "'turn-table' is not known here."),
    ],
)
def test_books_that_cannot_be_are_refused(
    old: str, new: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Books edited by hand: the line, and what cannot be."""
    settings = Settings(start=Colour.BLUE)
    books = str(SetBooks(new_books(settings, decks_of(settings.edition))))
    path = written(tmp_path, f"{HEADER}\n{books}\n")
    replay(path, lambda step: None)
    path = written(tmp_path, f"{HEADER}\n{books.replace(old, new, 1)}\n")
    assert refused(path, capsys).endswith(f"line 2 of the game's log cannot be read: {reason}\n")


@pytest.mark.parametrize(
    "line", ["dance " * 9000, "books " + "(" * 90_000, "place-targi " + "9" * 90_000 + " 2", "mark " + "a b" * 9000]
)
def test_an_endless_line_is_not_all_said_again(line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line of a hundred thousand letters is refused in one short sentence."""
    said = refused(written(tmp_path, f"{HEADER}\n{line}\n"), capsys)
    assert "line 2 of the game's log cannot be read" in said
    assert len(said.replace(str(tmp_path), "")) < 500


@pytest.mark.parametrize(("version", "age"), [(VERSION - 1, "older"), (VERSION + 1, "newer")])
def test_a_log_of_other_rules_is_refused(
    version: int, age: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same lines would give another game, so it is not guessed; the file stays as it is."""
    path = written(tmp_path, f"targi-game engine={version} edition=base solo=- start=-\nplace-targi blue 2\n")
    before = path.read_bytes()
    assert f"it was played with {age} rules" in refused(path, capsys)
    assert path.read_bytes() == before


def test_the_good_part_is_told_before_the_bad_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What could be read is printed, then the sentence."""
    path = written(tmp_path, f"{HEADER}\nplace-targi blue 2\nfly\n")
    assert main(["replay", str(path)]) == 1
    assert [line.strip() for line in capsys.readouterr().out.splitlines()] == [
        f"1  {HEADER}",
        "2  place-targi blue 2",
        "blue places a Targi on 2.",
    ]


def test_what_is_no_file_of_lines_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No file, a folder, the beginning of a file of games."""
    (tmp_path / "begun").write_bytes(b"SQLite format 3\x00" + b"\x00" * 2000)
    assert refused(tmp_path / "none", capsys) == f"{tmp_path / 'none'} cannot be read: No such file or directory.\n"
    assert refused(tmp_path, capsys) == f"{tmp_path} cannot be read: Is a directory.\n"
    said = refused(tmp_path / "begun", capsys)
    assert said == f"{tmp_path / 'begun'} is no file of games that can be read.\n"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xfe\x00", "line 1 of the game's log cannot be read: it does not begin with the game's settings."),
        (HEADER.encode("utf-16"), "line 1 of the game's log cannot be read: it does not begin with"),
        (
            f"{HEADER}\nplace-targi ".encode() + b"bl\xfce 2",
            "line 2 of the game's log cannot be read: 'bl\ufffde' is none",
        ),
        (f"{HEADER}\nmark a\u2028\ndance".encode(), "line 3 of the game's log cannot be read: 'dance' is no move."),
        (f"{HEADER}\n\x00\x00".encode(), "line 2 of the game's log cannot be read: '\\x00\\x00' is no move."),
    ],
)
def test_what_is_no_text_is_refused_with_its_line(
    data: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another program's bytes, another encoding, a letter of an old one: the line is named as an editor counts it."""
    path = tmp_path / "game.log"
    path.write_bytes(data)
    assert refused(path, capsys).startswith(f"{path} is no game's log: {said}")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            "UPDATE line SET text = CAST(x'ff00fe' AS TEXT) WHERE number = 3",
            "line 3 of the game's log cannot be read: ",
        ),
        ("DELETE FROM line WHERE number = 4", "line 4 of the game's log cannot be read: '' is no move."),
        ("DELETE FROM line WHERE number > 1", ""),
        ("DROP TABLE line", "no file of games that can be read."),
    ],
)
def test_a_file_of_games_is_read_up_to_the_first_bad_line(
    change: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A letter that is none, a line that is gone, a file without games; nothing of it is changed."""
    path = tmp_path / "games.db"
    store = Store(path)
    game = store.begin(Settings())
    for line in ROUND[1:7]:
        game.play(parse(line))
    store.close()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute(change)
        database.commit()
    before = path.read_bytes()
    if said:
        assert said in refused(path, capsys)
    else:
        assert replay(path, lambda step: None).log == game.log[:1]
    assert path.read_bytes() == before


def test_a_game_with_the_owners_own_cards_is_replayed_with_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With their file the log is read; without it the card is not known, and the line says so."""
    own = '[[tribe]]\nid = "my-tent"\nsymbol = "tent"\nvp = 1\ncost = {salt = 1}\n'
    cards = with_additions(own)
    settings = Settings(start=Colour.BLUE)
    decks = decks_of(settings.edition)
    books = new_books(settings, replace(decks, tribe=(*decks.tribe, "my-tent")), cards)
    path = written(tmp_path, f"{HEADER}\n{SetBooks(books)}\n")
    assert main(["replay", str(path), "--data", str(tmp_path)]) == 1
    assert "my-tent lies with the tribe cards and is none" in capsys.readouterr().err
    (tmp_path / "cards.toml").write_text(own, encoding="utf-8")
    assert main(["replay", str(path), "--data", str(tmp_path)]) == 0
    (tmp_path / "cards.toml").write_text("[[tribe]]\nid = 1\n", encoding="utf-8")
    assert main(["replay", str(path), "--data", str(tmp_path)]) == 1
    assert "cards.toml cannot be used: line 2: a card wants an id" in capsys.readouterr().err


@given(
    st.integers(0, len("\n".join(ROUND))),
    st.integers(0, 8),
    st.text(alphabet="blue white-13x57@\n\0é", max_size=8),
)
def test_any_edit_by_hand_is_replayed_or_refused_by_its_line(start: int, cut: int, put: str) -> None:
    """However a log is changed, it is read, or the line is named and the game up to it is there."""
    whole = "\n".join(ROUND)
    lines = (whole[:start] + put + whole[start + cut :]).splitlines()
    bad, good = len(lines) + 1, None
    try:
        good = Game.read(lines)
    except LogError as error:
        bad, good = error.number, error.game
    assert 1 <= bad <= max(len(lines), 1) + 1
    assert (len(good.log) if good else 0) == bad - 1
