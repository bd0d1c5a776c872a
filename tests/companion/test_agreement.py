"""What people agree on before a game: a line of the log, which border cards may lie where, and the books it opens."""

from __future__ import annotations

from random import Random

import pytest

from companion.agreement import Agreement
from companion.bookkeeping import first_moves, opened
from companion.borders import boxes_of, choices_at, drawn, with_drawn_bonus
from companion.game import Game, LogError
from companion.language import Words, sentences, texts
from companion.rules.agenda import at_hand, choices_of
from companion.rules.board import Colour, border
from companion.rules.book_moves import Reveal
from companion.rules.cards import Box
from companion.rules.catalogue import shipped
from companion.rules.decks import border_faults, border_of, exchanged
from companion.rules.resources import Symbol
from companion.rules.state import Edition, Settings
from companion.rules.tasks import TurnKept

CARDS = shipped()
MIXED = exchanged(
    border_of(Edition.BASE, CARDS), ("expansion-border-04", "bonus-border-5a", "expansion-border-13"), CARDS
)


def test_an_agreement_reads_back() -> None:
    """Nothing, and everything, in one line."""
    everything = Agreement(
        books=True, mixed=True, easier=True, bonus_dunes=True, personal_dunes=True, first_game=True, border=MIXED,
        options=frozenset({"raid_nothing_passed_on", "water_in_any_turn"}),
    )  # fmt: skip
    assert str(Agreement()) == "extras=- options=- border=-"
    for agreed in (Agreement(), everything):
        assert Agreement.parse(str(agreed)) == agreed


@pytest.mark.parametrize(
    "text",
    ["", "extras=- options=-", "extras=flying options=- border=-", "extras=- options=- border=base-border-01",
     "extras=- options=../x border=-", "extras=border options=- border=-"],
)  # fmt: skip
def test_what_nobody_can_agree_on(text: str) -> None:
    """Other words, too few border cards, and what is no name are refused."""
    with pytest.raises(ValueError, match=r"agree|border has 16"):
        Agreement.parse(text)


def test_the_log_says_what_is_agreed() -> None:
    """It reads back, undo leaves it, and nothing is written where nothing is agreed."""
    game = Game.new(Settings(Edition.EXPANSION))
    game.agree(Agreement())
    assert len(game.log) == 1
    game.agree(Agreement(easier=True, border=MIXED))
    again = Game.read(game.log)
    assert again.agreed == Agreement(easier=True, border=MIXED)
    assert not again.can_undo
    with pytest.raises(LogError, match="line 2"):
        Game.read([game.log[0], "agreed extras=flying options=- border=-"])


@pytest.mark.clause("XMIX-3", "BBRD-0")
def test_what_may_lie_on_a_number() -> None:
    """Raids and actions come from every box that has them, two of each action from the Bonus-Box; its goods cards lie
    in Andy's stack alone."""
    assert [card.id for card in choices_at(5, CARDS)] == [
        "base-border-05", "expansion-border-05", "bonus-border-5a", "bonus-border-5b",
    ]  # fmt: skip
    assert [card.id for card in choices_at(4, CARDS)] == ["base-border-04", "expansion-border-04"]
    assert [card.id for card in choices_at(2, CARDS)] == ["base-border-02"]


@pytest.mark.clause("XMIX-3", "BBRD-0")
def test_drawn_borders_are_borders() -> None:
    """By chance: six of the Bonus-Box, one of each pair, and out of all boxes; each number lies there once."""
    chance = Random(4)
    six = with_drawn_bonus(border_of(Edition.EXPANSION, CARDS), CARDS, chance)
    assert sum(CARDS.border[name].box is Box.BONUS for name in six) == 6
    for made in (six, drawn(CARDS, chance), drawn(CARDS, chance)):
        assert border_faults(made, CARDS) == ()
    assert drawn(CARDS, Random(1)) != drawn(CARDS, Random(2))


@pytest.mark.clause("XSET-7")
def test_which_boxes_a_border_is_from() -> None:
    """The base game's goods cards lie in the expansion's border and make it no mixed one."""
    assert boxes_of(border_of(Edition.EXPANSION, CARDS), CARDS) == (Box.EXPANSION,)
    assert boxes_of(MIXED, CARDS) == (Box.BASE, Box.EXPANSION, Box.BONUS)


@pytest.mark.clause("RAID-19", "XBRD-13")
def test_a_mixed_border_is_named_and_priced_card_by_card() -> None:
    """In the base game with the expansion's 4 and 13: a raid for pepper there and for goods on 8, and a Water Hole."""
    words = Words("en", Edition.BASE, border=MIXED)
    assert sentences.cost(words, border(4)) == "1 pepper or 1 VP"
    assert sentences.cost(words, border(8)) == "2 goods or 1 VP"
    assert words.title(border(13)) == "13 · Water Hole"
    assert Words("en", Edition.BASE).title(border(13)) == "13 · Caravan"


def test_books_are_opened_as_agreed() -> None:
    """The border that lies there, the easier start, the house rules."""
    agreed = Agreement(books=True, easier=True, border=MIXED, options=frozenset({"water_in_any_turn"}))
    books = opened(Settings(Edition.EXPANSION), agreed).books
    assert books is not None
    assert (books.border, books.options) == (MIXED, {"water_in_any_turn"})
    assert books.blue.purse.salt == 2


@pytest.mark.clause("XMIX-1")
def test_a_mixed_pile_may_turn_up_any_card() -> None:
    """Nobody knows which nine of each symbol were dealt: a card of either box can be named."""
    game = Game.new(Settings(Edition.EXPANSION, start=Colour.BLUE))
    game.play(opened(game.state.settings, Agreement(books=True, mixed=True)))
    names = {move.card for move in choices_of(game.state) if isinstance(move, Reveal)}
    for symbol in Symbol:
        boxes = {CARDS.tribe[name].box for name in names if CARDS.tribe[name].symbol is symbol}
        assert boxes == {Box.BASE, Box.EXPANSION}


@pytest.mark.clause("BDUN-2", "BDUN-3")
def test_the_bonus_box_s_dunes() -> None:
    """Without the expansion three lie face up, on the table alone and in the books; personal ones are drawn, one each,
    and none lies out."""
    for books in (False, True):
        game = Game.new(Settings())
        for move in first_moves(game.state.settings, Agreement(books=books, bonus_dunes=True)):
            game.play(move)
        assert len(game.state.dunes) == 3
    secret = opened(Settings(), Agreement(books=True, personal_dunes=True)).books
    assert secret is not None
    assert secret.open_dunes == ()
    assert [task.colour for task in secret.agenda if isinstance(task, TurnKept)] == list(Colour)


def test_nothing_is_played_before_a_plain_game() -> None:
    """Without books and dunes the log begins with the first Targi; the expansion has its own dunes out already."""
    assert list(first_moves(Settings(), Agreement())) == []
    assert list(first_moves(Settings(Edition.EXPANSION), Agreement(bonus_dunes=True))) == []
    assert at_hand(Game.new(Settings()).state) is None


@pytest.mark.parametrize("language", ["de", "pt"])
def test_every_card_says_what_it_does_in_every_language(language: str) -> None:
    """No text of the shipped cards is left in English, and no translation is of a text that is gone."""
    catalogue = texts(language)
    assert catalogue is not None
    lists = (CARDS.tribe, CARDS.goods, CARDS.border, CARDS.dunes)
    wanted = {card.text for cards in lists for card in cards.values() if card.text}
    assert {text for text in wanted if catalogue.gettext(text) == text} == set()
    assert {text for text in catalogue._catalog if text} == wanted  # type: ignore[attr-defined]
    assert Words(language).text("Your own card.") == "Your own card."


def test_a_card_s_text_in_german() -> None:
    """The Noble, as the cards are called there."""
    text = CARDS.border["base-border-01"].text
    assert Words("de").text(text) == "Lege deine Handkarte für ihre Kosten aus, oder lege sie ab."
    assert Words("en").text(text) == text
