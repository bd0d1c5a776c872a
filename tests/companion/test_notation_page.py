"""The page on games as text says what is read and written."""

from __future__ import annotations

import re
from pathlib import Path

from companion.game import Game
from companion.rules.board import place
from companion.rules.book_moves import BOOK_MOVES, SetBooks
from companion.rules.books import slot
from companion.rules.moves import parse
from companion.rules.moving import Move
from companion.rules.notation import read, write
from companion.rules.resources import LETTERS, Amounts, amounts
from companion.rules.setting_up import decks_of, new_books
from companion.rules.state import Edition, Settings

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")


def block(name: str) -> list[str]:
    """The lines of the page's block of that name."""
    found = re.search(rf"```{name}\n(.*?)\n```", PAGE, re.DOTALL)
    assert found, name
    return found[1].splitlines()


def examples() -> list[str]:
    """The lines in the first column of the two tables of moves."""
    tables = PAGE.partition("## Moves on the table")[2].partition("## Positions")[0]
    return re.findall(r"^\| `([^`]+)` \|", tables, re.MULTILINE)


def every_kind(kind: type[Move] = Move) -> set[str]:
    """The words of all kinds of moves."""
    words = {kind.word} - {""}
    return words.union(*(every_kind(sub) for sub in kind.__subclasses__()))


def test_every_move_is_on_the_page_and_reads_back() -> None:
    """Each kind of move has one line there, which is read and written as it stands."""
    assert [str(parse(line)) for line in examples()] == examples()
    words = [line.split()[0] for line in examples()]
    assert sorted(words) == sorted(every_kind())
    assert {kind.word for kind in BOOK_MOVES} <= set(words)


def test_words_are_as_the_page_says() -> None:
    """Places, places of a display and amounts read back; every letter of an amount is named."""
    for text in ("1", "16", "1x5", "3x7", "dune:1"):
        assert f"`{text}`" in PAGE
        assert str(place(text)) == text
    assert str(slot("1.1")) == "1.1"
    assert amounts("2d1g") == Amounts(dates=2, gold=1)
    for letter in LETTERS:
        assert f"`{letter}` " in PAGE


def test_the_books_are_those_of_a_new_base_game() -> None:
    """The line on the page opens the books that a base game begins with."""
    (line,) = block("books")
    move = SetBooks(new_books(Settings(), decks_of(Edition.BASE)))
    assert parse(line) == move
    assert str(move) == line


def test_the_log_leads_to_the_position() -> None:
    """The example log is read, is written as it stands, and ends in the example position, which reads back."""
    game = Game.read(block("log"))
    (position,) = block("position")
    assert list(game.log) == block("log")
    assert write(game.state) == position
    assert read(position) == game.state
