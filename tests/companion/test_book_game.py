"""A game that keeps books: its log, what an undo crosses, what is refused and why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game import Crossing, Game, LogError
from companion.rules.board import Colour
from companion.rules.book_moves import Reveal, SetBooks
from companion.rules.catalogue import with_additions
from companion.rules.engine import Step, legal_moves
from companion.rules.final import final_of
from companion.rules.moves import parse
from companion.rules.scoring import DecidedBy, score
from companion.rules.setting_up import decks_of, new_books
from companion.rules.state import Edition, Reason, Refusal, Settings
from tests.companion.with_books import kept

SETTINGS = Settings(Edition.BASE, start=Colour.BLUE)
MARKED_AT_13 = (
    "place-targi blue 13", "place-targi white 3", "place-targi blue 5", "place-targi white 14", "place-targi blue 11",
    "place-targi white 2", "place-marker blue 1x5", "place-marker blue 1x7", "place-marker white 2x6",
    "place-marker white 3x6",
)  # fmt: skip
OWN = '[[tribe]]\nid = "base-01"\nsymbol = "oasis"\ncost = {dates = 1}\nvp = 2\n'


def opened(game: Game) -> Game:
    """With books open, and all nine central cards turned up, always the first there is."""
    game.play(SetBooks(new_books(SETTINGS, decks_of(Edition.BASE))))
    while str(legal_moves(game.state)[0]).startswith("reveal"):
        game.play(legal_moves(game.state)[0])
    return game


def test_a_log_holds_the_books() -> None:
    """Their line opens them, what chance gave are lines of their own, and the log read back is the same game."""
    game = opened(Game.new(SETTINGS))
    game.play(parse("place-targi blue 2"))
    assert game.log[1].startswith("books (")
    assert [line.split()[0] for line in game.log[2:11]] == ["reveal"] * 9
    read = Game.read(game.log)
    assert read.state == game.state
    assert read.log == game.log


def test_books_are_kept_by_the_owners_cards() -> None:
    """A game made with an own catalogue keeps its books by that, when it is read back too."""
    cards = with_additions(OWN)
    game = opened(Game.new(SETTINGS, cards=cards))
    for made in (game, Game.read(game.log, cards=cards)):
        assert made.state.books is not None
        card = made.state.books.tribe_card("base-01")
        assert card is not None
        assert str(card.cost and card.cost.either[0]) == "1d"


def test_an_undo_over_a_draw_says_so() -> None:
    """A card lies open: its name is put right by one alone. What was done before it was turned up is both players'
    affair. The history marks the draw."""
    game = Game.new(SETTINGS)
    game.play(SetBooks(new_books(SETTINGS, decks_of(Edition.BASE))))
    assert game.undo_crosses == ()
    game.play(legal_moves(game.state)[0])
    assert game.undo_crosses == ()
    assert [title.draw for title in game.history()] == [False, True]
    game.undo()
    assert game.undo_crosses == (Crossing.DRAW,)
    assert [(title.draw, title.undone) for title in game.history()] == [(False, False), (True, True)]


def test_a_card_drawn_from_a_pile_is_both_players_affair() -> None:
    """The Caravan has turned a goods card up (BRD-13): hiding it again asks both."""
    game = kept(SETTINGS, *MARKED_AT_13)
    game.play(parse("return-targi blue 13"))
    game.play(next(move for move in legal_moves(game.state) if isinstance(move, Reveal)))
    assert game.undo_crosses == (Crossing.DRAW,)


def test_an_undo_behind_the_other_players_step_says_so() -> None:
    """Blue takes back what White has not answered yet; behind White's step it is no longer Blue's own affair."""
    game = Game.new(SETTINGS)
    game.play(parse("place-targi blue 2"))
    assert game.undo_crosses == ()
    game.play(parse("place-targi white 3"))
    assert game.undo_crosses == ()
    game.undo()
    assert game.undo_crosses == (Crossing.OTHER_PLAYER,)
    game.redo()
    assert game.undo_crosses == ()


def test_after_an_undo_over_a_draw_another_card_may_come() -> None:
    """Redo brings the same card; a new reveal may be any other."""
    game = Game.new(SETTINGS)
    game.play(SetBooks(new_books(SETTINGS, decks_of(Edition.BASE))))
    game.play(parse("reveal G-vp"))
    known = game.state
    game.undo()
    game.redo()
    assert game.state == known
    game.undo()
    assert isinstance(game.play(parse("reveal G-gold")), Step)
    assert not game.can_redo


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("trade blue 1d -", Reason.UNFINISHED),
        ("reveal base-01", Reason.NOT_IN_PILE),
        ("decline white", Reason.UNFINISHED),
    ],
)
def test_what_cannot_be_chosen_is_refused(line: str, reason: Reason) -> None:
    """While a goods card is to be turned up there is nothing else; nothing gets into the log."""
    game = Game.new(SETTINGS)
    game.play(SetBooks(new_books(SETTINGS, decks_of(Edition.BASE))))
    length = len(game.log)
    refused = game.play(parse(line))
    assert isinstance(refused, Refusal)
    assert refused.reason is reason
    assert len(game.log) == length


@pytest.mark.parametrize(
    ("line", "reason"),
    [("trade blue - 1d", Reason.NO_BOOKS), ("reveal G-vp", Reason.NO_BOOKS), ("decline blue", Reason.NO_BOOKS)],
)
def test_without_books_there_is_nothing_to_choose(line: str, reason: Reason) -> None:
    """The table alone knows no goods."""
    assert Game.new(SETTINGS).play(parse(line)) == Refusal(reason, Colour.BLUE if "blue" in line else None)


def test_books_are_opened_put_right_and_closed_at_any_time() -> None:
    """In the middle of a round; the table stands as it stood, and figures go on with and without them."""
    game = Game.new(SETTINGS)
    for line in ("place-targi blue 2", "place-targi white 5"):
        game.play(parse(line))
    standing = game.state.standing
    books = new_books(SETTINGS, decks_of(Edition.BASE))
    game.play(SetBooks(replace(books, agenda=())))
    assert game.state.standing == standing
    assert "place-targi blue 3" in map(str, legal_moves(game.state))
    game.play(SetBooks(None))
    assert game.state.books is None
    assert game.log[-1] == "books -"


@pytest.mark.parametrize(
    "line", ["books", "books (", "books nonsense", "books -x", "trade blue 1x -", "lay blue x 1 -"]
)
def test_a_line_that_cannot_be_read_names_its_number(line: str) -> None:
    """A log with it is refused by line 2, and the game up to there is not lost."""
    with pytest.raises(LogError) as refused:
        Game.read([Game.new(SETTINGS).log[0], line])
    assert refused.value.number == 2
    assert refused.value.game is not None


def test_books_may_be_opened_after_the_end() -> None:
    """For the scoring: the game stays over."""
    game = Game.new(SETTINGS)
    while not game.is_over:
        game.play(legal_moves(game.state)[0])
    books = replace(new_books(SETTINGS, decks_of(Edition.BASE)), agenda=())
    assert isinstance(game.play(SetBooks(books)), Step)
    assert game.is_over
    assert score(final_of(game.state)).decided_by is DecidedBy.SHARED
