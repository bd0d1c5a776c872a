"""A new game with all its choices, and what the players are called."""

from __future__ import annotations

from companion.bookkeeping import Keeping, house_rules
from companion.commands import NewGame, Prefer
from companion.home import LONGEST_NAME
from companion.rules.board import Colour
from companion.rules.state import Edition, Settings
from tests.ui.conftest import Open
from tests.ui.desk import BEGUN, GameDesk


def test_the_menus_choices_are_taken_along(sit_down: Open) -> None:
    """What was touched in the menu is chosen on the page with more."""
    desk = GameDesk.after()
    table = sit_down(desk)
    table.press("Menu")
    table.press("Expansion")
    table.press("Solo: White")
    table.press("More choices")
    table.press("Start the game")
    assert desk.said == [NewGame(1, Settings(Edition.EXPANSION, solo=Colour.WHITE))]


def test_an_easier_start(sit_down: Open) -> None:
    """The expansion's easier start comes with books (XSET-3)."""
    desk = GameDesk.after()
    table = sit_down(desk)
    table.press("Menu")
    table.press("Expansion")
    table.press("More choices")
    table.press("Goods and cards")
    table.press("Easier start: one more of each good")
    table.press("Start the game")
    assert desk.said == [NewGame(1, Settings(Edition.EXPANSION), Keeping(easier=True))]
    assert desk.game.state.books is not None
    assert desk.game.state.books.blue.purse.dates == 2


def test_only_what_fits_the_game_is_offered(sit_down: Open) -> None:
    """The easier start belongs to the expansion; Andy's rule to the solo game; a choice that no longer fits is
    dropped."""
    from ui.new_game import EASIER, offered

    assert EASIER not in offered(Edition.BASE, solo=False)
    assert "andy_opposite_himself" in offered(Edition.BASE, solo=True)
    assert "andy_opposite_himself" not in offered(Edition.BASE, solo=False)
    assert set(offered(Edition.EXPANSION, solo=False)) - {EASIER} <= set(house_rules())
    desk = GameDesk.after()
    table = sit_down(desk)
    table.press("Menu")
    table.press("Expansion")
    table.press("More choices")
    table.press("Goods and cards")
    table.press("Easier start: one more of each good")
    table.press("Base game")
    table.press("Start the game")
    assert desk.said[-1].keeping == Keeping()  # type: ignore[union-attr]


def test_a_game_that_is_on_is_asked_about_here_too(sit_down: Open) -> None:
    """The first touch asks, the second starts."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    table.press("Menu")
    table.press("More choices")
    table.press("Start the game")
    assert desk.said == []
    table.press("Put the present game away?")
    assert [type(command) for command in desk.said] == [NewGame]


def test_players_are_called_by_their_names(sit_down: Open) -> None:
    """Names are written letter by letter, kept, and used in every sentence; erased, the colours come back."""
    desk = GameDesk.after(*BEGUN)
    table = sit_down(desk)
    table.press("Menu")
    table.press("More choices")
    table.press("Names")
    for letter in "ANNA":
        table.press(letter)
    assert desk.preferred == Prefer("en", "light", ("Anna", ""))
    table.press("White")
    table.press("Ö")
    assert desk.preferred == Prefer("en", "light", ("Anna", "Ö"))
    for _ in range(3):
        table.press("Back")
    assert "Anna places a Targi." in table.words()
    table.root.go("names")
    table.frames()
    erase = table.root.names.ids.letters.children[0]
    table.touch(*erase.to_window(*erase.center))
    assert desk.preferred == Prefer("en", "light", ("Anna", ""))


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
    table.press("Menu")
    table.press("Deutsch")
    assert desk.preferred == Prefer("de", "light", ("Ida", "Bo"))
