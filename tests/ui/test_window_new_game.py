"""A new game with all its choices, and what the players are called."""

from __future__ import annotations

import pytest

from companion.agreement import Agreement
from companion.bookkeeping import house_rules
from companion.commands import NewGame, Prefer
from companion.home import LONGEST_NAME
from companion.rules.board import Colour, border
from companion.rules.catalogue import shipped
from companion.rules.decks import border_of, exchanged
from companion.rules.state import Edition, Settings
from tests.ui.conftest import Open
from tests.ui.desk import BEGUN, GameDesk

EASIER = ("Menu", "Expansion", "More choices", "Goods and cards", "Easier start: one more of each good")
"""From the table to an expansion game with books and its easier start."""


def test_the_menus_choices_are_taken_along(sit_down: Open) -> None:
    """What was touched in the menu is chosen on the page with more."""
    desk = GameDesk.after()
    table = sit_down(desk)
    table.press("Menu", "Expansion", "Solo: White", "More choices", "Start the game")
    assert desk.said == [NewGame(1, Settings(Edition.EXPANSION, solo=Colour.WHITE))]


def test_an_easier_start(sit_down: Open) -> None:
    """The expansion's easier start comes with books (XSET-3)."""
    desk = GameDesk.after()
    table = sit_down(desk)
    table.press(*EASIER, "Start the game")
    assert desk.said == [NewGame(1, Settings(Edition.EXPANSION), Agreement(books=True, easier=True))]
    assert desk.game.state.books is not None
    assert desk.game.state.books.blue.purse.dates == 2


def test_only_what_fits_the_game_is_offered(sit_down: Open) -> None:
    """The easier start belongs to the expansion; Andy's rule to the solo game; a choice that no longer fits is
    dropped."""
    from ui.new_game import offered

    assert "easier" not in offered(Edition.BASE, solo=False)
    assert "andy_opposite_himself" in offered(Edition.BASE, solo=True)
    assert "andy_opposite_himself" not in offered(Edition.BASE, solo=False)
    assert set(offered(Edition.EXPANSION, solo=False)) - {"easier", "mixed", "bonus_dunes"} <= set(house_rules())
    desk = GameDesk.after()
    table = sit_down(desk)
    table.press(*EASIER, "Base game", "Start the game")
    assert desk.said[-1].agreed == Agreement(books=True)  # type: ignore[union-attr]


def test_a_game_that_is_on_is_asked_about_here_too(sit_down: Open) -> None:
    """The first touch asks, the second starts."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    table.press("Menu", "More choices", "Start the game")
    assert desk.said == []
    table.press("Put the present game away?")
    assert [type(command) for command in desk.said] == [NewGame]


def test_players_are_called_by_their_names(sit_down: Open) -> None:
    """Names are written letter by letter, kept, and used in every sentence; erased, the colours come back."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    table.press("Menu", "More choices", "Names")
    for letter in "ANNA":
        table.press(letter)
    assert desk.preferred == Prefer("en", "light", ("Anna", ""))
    table.press("White", "Ö")
    assert desk.preferred == Prefer("en", "light", ("Anna", "Ö"))
    for _ in range(3):
        table.press("Back")
    assert "Anna places a Targi." in table.words()
    table.root.go("names")
    table.frames()
    erase = table.root.names.ids.letters.children[0]
    table.press(erase)
    assert desk.preferred == Prefer("en", "light", ("Anna", ""))


def test_letters_come_faster_than_names_are_kept(sit_down: Open) -> None:
    """A view that knows only the letters before takes none away; opened once more the page has what is kept."""
    desk = GameDesk.after()
    table = sit_down(desk)
    table.press("Menu", "More choices", "Names", "A", "N")
    desk.preferred, desk.shown = Prefer("en", "light", ("A", "")), desk.shown + 1
    table.later(1)
    table.press("N")
    assert desk.preferred == Prefer("en", "light", ("Ann", ""))
    table.press("Back")
    desk.preferred, desk.shown = Prefer("en", "light", ("Bo", "")), desk.shown + 1
    table.later(1)
    table.press("Names")
    assert table.root.names.names[Colour.BLUE] == "Bo"


def test_a_name_is_as_long_as_fits(sit_down: Open) -> None:
    """More letters than that are not taken."""
    desk = GameDesk.after()
    table = sit_down(desk)
    table.root.go("names")
    table.frames()
    table.press("A")
    for _ in range(LONGEST_NAME + 2):
        table.press("M")
    assert desk.preferred == Prefer("en", "light", ("A" + "m" * (LONGEST_NAME - 1), ""))


def test_language_and_theme_leave_the_names(sit_down: Open) -> None:
    """Changing the language keeps what the players are called."""
    desk = GameDesk.after()
    desk.preferred = Prefer("en", "light", ("Ida", "Bo"))
    table = sit_down(desk)
    table.press("Menu", "Settings", "Deutsch")
    assert desk.preferred == Prefer("de", "light", ("Ida", "Bo"))


@pytest.mark.clause("XMIX-3")
def test_the_border_is_mixed_by_touch(sit_down: Open) -> None:
    """The ring is drawn; a touch on a number shows its cards with what they do, a touch takes one; the game begins with
    it and names it."""
    desk = GameDesk.after()
    table = sit_down(desk)
    table.press("Menu", "More choices", "All of the base game")
    table.tap(border(13), board=table.root.ring.ids.board)
    assert "Take a water." in table.words()
    table.press("Take a water.")
    table.tap(border(2), board=table.root.ring.ids.board)  # there is one card of that number only
    assert "Touch a card to change it." in table.words()
    table.press("Back")
    assert "Mixed: Base game and Expansion" in table.words()
    table.press("Start the game")
    wanted = exchanged(border_of(Edition.BASE, shipped()), ["expansion-border-13"], shipped())
    assert desk.said == [NewGame(1, Settings(), Agreement(border=wanted))]
    assert table.root.table.board.words.title(border(13)) == "13 · Water Hole"


def test_a_whole_border_and_a_drawn_one(sit_down: Open) -> None:
    """All of the expansion at one touch, six of the Bonus-Box drawn at another; back to the edition's own nothing is
    written of it."""
    desk = GameDesk.after()
    table = sit_down(desk)
    table.press("Menu", "More choices", "All of the base game", "Six of the Bonus-Box, drawn")
    six = [name for name in table.root.new_game.border if name.startswith("bonus")]
    assert sorted(name.split("-")[2][:-1] for name in six) == ["1", "10", "13", "14", "5", "9"]
    table.press("All of the expansion")
    assert table.root.new_game.border == border_of(Edition.EXPANSION, shipped())
    table.press("All of the base game")
    assert table.root.new_game.agreed == Agreement()


@pytest.mark.clause("XMIX-1", "BDUN-1")
def test_deck_and_dunes(sit_down: Open) -> None:
    """A mixed tribe pile and the Bonus-Box's dunes need no books; open and personal dunes are not both chosen."""
    desk = GameDesk.after()
    table = sit_down(desk)
    table.press("Menu", "Expansion", "More choices")
    table.press("Tribe cards of both boxes, 9 of each symbol", "Dunes of the Bonus-Box")
    assert table.root.new_game.agreed == Agreement(mixed=True, bonus_dunes=True)
    table.press("Base game", "Personal dunes: one each")
    assert table.root.new_game.agreed == Agreement(personal_dunes=True)


def test_a_house_rule_of_a_card_is_offered_where_it_lies() -> None:
    """Trader B's only with that card in the border, the Fata Morgana's by the one that lies there."""
    from ui.new_game import offered

    own = border_of(Edition.BASE, shipped())
    with_b = exchanged(own, ["bonus-border-5b", "expansion-border-09"], shipped())
    assert "trader_b_unlimited" not in offered(Edition.BASE, False, own)
    assert "fata_morgana_face_down" in offered(Edition.BASE, False, own)
    assert {"trader_b_unlimited", "fata_morgana_diagonal"} <= set(offered(Edition.BASE, False, with_b))
    assert "fata_morgana_face_down" not in offered(Edition.BASE, False, with_b)


def test_a_first_game_in_three_touches(sit_down: Open) -> None:
    """Menu, first game, start."""
    desk = GameDesk.after()
    table = sit_down(desk)
    table.press("Menu", "First game", "Start the game")
    assert desk.said == [NewGame(1, Settings(), Agreement(first_game=True))]
