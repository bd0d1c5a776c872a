"""`targi deck`: learnt from a folder, listed, and a display's cards in a photo, in the contract's forms."""

import json
import weakref
from pathlib import Path

import cv2
import numpy as np
import pytest

import companion.cli
from companion.cli import main
from tests.vision.laid_cards import as_seen, faces, table

NAMES = list(faces())[:6]


class Lasting(np.ndarray):
    """A picture of which is known how long it is there."""

    __hash__ = object.__hash__


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = tmp_path / "cards"
    folder.mkdir()
    for name in NAMES:
        cv2.imwrite(str(folder / f"{name}.png"), faces()[name])
    return folder


@pytest.fixture
def deck(pictures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    path = str(tmp_path / "own.deck")
    assert main(["deck", "learn", str(pictures), "--out", path]) == 0
    assert capsys.readouterr().out == f"{path}: 6 cards learnt\n"
    return path


def test_list(deck: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The names of the files are the cards' names, in their order."""
    assert main(["deck", "list", deck, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"cards": NAMES}
    assert main(["deck", "list", deck]) == 0
    assert capsys.readouterr().out.split() == NAMES


def test_display(deck: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rows as the contract has them, the card that was not learnt as null."""
    unknown = list(faces().values())[8]
    laid = [
        (faces()[NAMES[0]], (60.0, 45.0), 1.0),
        (unknown, (158.0, 45.0), -1.0),
        (faces()[NAMES[1]], (256.0, 46.0), 0),
    ]
    laid.append((faces()[NAMES[2]], (60.0, 112.0), 0.0))
    cv2.imwrite(str(tmp_path / "photo.png"), as_seen(table(laid, (330.0, 170.0))))
    photo = str(tmp_path / "photo.png")

    assert main(["deck", "display", photo, "--deck", deck, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"rows": [[NAMES[0], None, NAMES[1]], [NAMES[2]]]}
    assert main(["deck", "display", photo, "--deck", deck]) == 0
    assert capsys.readouterr().out == f"row 1: {NAMES[0]}, not sure, {NAMES[1]}\nrow 2: {NAMES[2]}\n"


def test_pictures_are_read_one_by_one(pictures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera's pictures of a whole deck are more than a small machine's memory: each is let go before the next but
    one is read."""
    alive, most, read = weakref.WeakSet[Lasting](), [0], companion.cli._picture

    def counted(path: str) -> Lasting:
        picture = read(path).view(Lasting)
        alive.add(picture)
        most[0] = max(most[0], len(alive))
        return picture

    monkeypatch.setattr(companion.cli, "_picture", counted)
    assert main(["deck", "learn", str(pictures), "--out", str(tmp_path / "own.deck")]) == 0
    assert most[0] <= 2


def test_what_is_not_learnt_is_told(pictures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Files that are no pictures, pictures without a card, and twins are told; the rest is learnt."""
    (pictures / "notes.txt").write_text("my cards")
    cv2.imwrite(str(pictures / "empty.png"), np.full((400, 500, 3), 90, np.uint8))
    cv2.imwrite(str(pictures / "twin.png"), faces()[NAMES[2]])
    (pictures / ".hidden").write_text("")

    assert main(["deck", "learn", str(pictures), "--out", str(tmp_path / "own.deck"), "--json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["cards"] == [*NAMES, "twin"]
    assert json.loads(said.out)["same"] == [["twin", NAMES[2]]]
    assert "notes.txt is not learnt: it is no picture" in said.err
    assert "empty is not learnt: no card is found in it" in said.err
    assert f"twin looks the same as {NAMES[2]}" in said.err
    assert "hidden" not in said.err


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (("learn", "{tmp}/nothing", "--out", "{tmp}/d"), "No such file"),
        (("learn", "{tmp}/bare", "--out", "{tmp}/d"), "holds no picture of a card"),
        (("learn", "{tmp}/cards", "--out", "{tmp}/no/d"), "cannot be written"),
        (("list", "{tmp}/words"), "is no deck of this program"),
        (("list", "{tmp}/nothing"), "No such file"),
        (("display", "{tmp}/words", "--deck", "{tmp}/own.deck"), "words"),
        (("display", "{tmp}/plain.png", "--deck", "{tmp}/own.deck"), "No cards were found"),
    ],
)
def test_what_cannot_be_done(
    call: tuple[str, ...], sentence: str, deck: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, exit 1."""
    (tmp_path / "bare").mkdir()
    (tmp_path / "words").write_text("no deck")
    cv2.imwrite(str(tmp_path / "plain.png"), np.full((400, 500, 3), 90, np.uint8))

    assert main(["deck", *(part.format(tmp=tmp_path) for part in call)]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert sentence in said.err


@pytest.mark.parametrize("call", [("deck",), ("deck", "learn"), ("deck", "learn", "x"), ("deck", "display", "x")])
def test_a_wrong_call(call: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2, with where help is."""
    with pytest.raises(SystemExit) as leaving:
        main(list(call))
    assert leaving.value.code == 2
    assert "--help" in capsys.readouterr().err
