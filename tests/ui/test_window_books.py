"""A game with books on the window: cards named, choices made, undone and put right, all by touch."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.agreement import Agreement
from companion.bookkeeping import house_rules
from companion.commands import NewGame
from companion.game import Game
from companion.home import Home
from companion.language import LANGUAGES, Words, wordless
from companion.offers import PartCode
from companion.rules.agenda import AUTOMATIC, at_hand
from companion.rules.board import Colour, border, centre
from companion.rules.book_moves import SetBooks
from companion.rules.books import Pile
from companion.rules.engine import legal_moves
from companion.rules.final import final_of
from companion.rules.moves import parse
from companion.rules.resources import Amounts, Symbol
from companion.rules.scoring import score
from companion.rules.state import Edition, Phase, Settings
from companion.rules.tasks import TASKS
from companion.simulate import next_move
from companion.sources import Sources
from companion.view import Source
from tests.companion.with_books import WITH_BOOKS, kept
from tests.ui.conftest import Open, Table
from tests.ui.desk import GameDesk
from tests.ui.playing import PromptDesk, buttons, make

SAID_BY_TOKENS = frozenset({
    PartCode.GIVE, PartCode.GET, PartCode.CARD, PartCode.SYMBOL, PartCode.PLACE, PartCode.FROM, PartCode.TO,
    PartCode.USE, PartCode.WITH,
})  # fmt: skip
"""Parts without words of their own: they are drawn, or named as places and symbols are."""
BLUE = Colour.BLUE
START = Settings(start=BLUE)


def at_the_table(sit_down: Open, game: Game, source: Source = Source.NONE) -> Table:
    """The window on that game."""
    return sit_down(GameDesk(game, source=source))


def purse(table: Table, colour: Colour) -> Amounts:
    books = table.root.view.state.books
    assert books is not None
    owned: Amounts = books.of(colour).purse
    return owned


def test_books_are_chosen_for_a_new_game(sit_down: Open) -> None:
    """Menu, more choices, books on, a house rule, start: the game keeps books by it and asks what lies in the
    middle."""
    desk = GameDesk.after(source=Source.NONE)
    table = sit_down(desk)
    table.press("Menu")
    table.press("More choices")
    table.press("Goods and cards")
    table.press("Unpaid raids: the other gains nothing")
    table.press("Start the game")
    options = frozenset({"raid_nothing_passed_on"})
    assert desk.said == [NewGame(1, Settings(), Agreement(books=True, options=options))]
    assert table.root.screens.current == "table"
    assert "Which card lies on card 1×5?" in table.words()


def test_books_are_off_until_chosen(sit_down: Open) -> None:
    """The plain start keeps none, and no purse is shown."""
    desk = GameDesk.after()
    table = sit_down(desk)
    table.press("Menu")
    table.press("Start the game")
    assert desk.said == [NewGame(1, Settings())]
    assert table.root.table.advice.ids.purses.height == 0


def test_a_card_is_named_in_two_touches(sit_down: Open) -> None:
    """A goods card in one: nine cards are fourteen touches at most. Named cards lie drawn on the board."""
    table = at_the_table(sit_down, kept(START, cards=()))
    table.press(next(button for button in buttons(table) if button.option.moves[0].card == "G-gold"))
    table.press("Oasis")
    table.press(next(button for button in buttons(table) if button.option.moves[0].card == "base-01"))
    books = table.root.view.state.books
    assert [spot.card for spot in books.centre[:2]] == ["G-gold", "base-01"]
    drawn = table.root.table.board.picture.named
    assert [(token.text, token.symbol) for token in drawn[centre(1, 5)]] == [("1", "gold")]
    assert [(token.text, token.symbol) for token in drawn[centre(2, 5)]] == [("", "oasis"), ("2", "vp")]


def test_a_card_of_which_only_symbol_and_vp_are_known(sit_down: Open) -> None:
    """Symbol, "another card", VP: three touches, and one undo takes it back."""
    table = at_the_table(sit_down, kept(START, cards=("G-gold",)))
    table.press("Well")
    table.press("Another card")
    table.press(buttons(table)[3])
    spot = table.root.view.state.books.spot(centre(2, 5))
    facts = table.root.view.state.books.tribe_card(spot.card)
    assert (facts.symbol, facts.vp) == (Symbol.WELL, 3)
    table.press("Undo")
    assert table.root.view.state.books.spot(centre(2, 5)).card is None


def test_cards_that_nobody_knows_are_named_by_their_vp(sit_down: Open) -> None:
    """Of nine tents of the expansion three are known and offered; the others are "another card". When the known ones
    are out, a touch on the symbol still asks which tent it is."""
    settings = Settings(Edition.EXPANSION, start=BLUE)
    table = at_the_table(sit_down, kept(settings, cards=()))
    table.press("Tent")
    offered = [button.option.moves[0].card for button in buttons(table) if button.option]
    assert offered == ["EX-T1", "EX-T2", "EX-T3"]
    game = kept(settings, cards=())
    books = game.state.books
    assert books is not None
    game.play(SetBooks(replace(books, tribe=Pile(("EX-W1", *(f"some-tent-{number}" for number in range(1, 7)))))))
    table = at_the_table(sit_down, game)
    table.press("Tent")
    assert [button.option for button in buttons(table)] == [None]
    table.press("Another card")
    table.press(buttons(table)[2])
    books = table.root.view.state.books
    assert books is not None
    facts = books.tribe_card(books.spot(centre(1, 5)).card)
    assert (facts.symbol, facts.vp) == (Symbol.TENT, 2)
    assert len(books.tribe.bag) == 6


def test_naming_may_wait_while_figures_are_placed(sit_down: Open) -> None:
    """ "Not now" shows what now; a Targi is placed by touch; when the players act, the names are asked for."""
    table = at_the_table(sit_down, kept(START, cards=()))
    table.press("Not now")
    assert "Blue places a Targi." in table.words()
    for number in (2, 3, 5, 14, 11, 13):
        table.tap(border(number))
    for where in (centre(1, 5), centre(2, 5), centre(3, 6), centre(3, 7)):
        table.tap(where)
    assert table.root.view.state.phase is Phase.ACTING
    assert "Which card lies on card 1×5?" in table.words()


def test_a_tribe_card_is_laid_in_two_touches(sit_down: Open) -> None:
    """The marker, then the row: the card is paid for and lies there; undo gives pepper and gold back (ACT-5, TRB-4)."""
    table = at_the_table(sit_down, kept(START, *WITH_BOOKS))
    table.tap(centre(2, 5))
    table.press("Lay · Row 2")
    assert [card.card for card in table.root.view.state.books.blue.rows[1]] == ["base-01"]
    assert purse(table, BLUE) == Amounts(dates=2, salt=2, pepper=1, vp=4)
    table.press("Undo")
    assert purse(table, BLUE) == Amounts(2, 2, 2, gold=1, vp=4)
    assert "Blue: what becomes of this card?" in table.words()


def test_only_what_can_be_paid_is_offered(sit_down: Open) -> None:
    """The Trader takes two equal goods for another (BRD-5): with two of each good there are six such exchanges, and no
    gold, for which three are asked."""
    table = at_the_table(sit_down, kept(START, *WITH_BOOKS))
    table.tap(border(5))
    offered = [tuple((token.text, token.symbol) for token in button.items) for button in buttons(table)]
    assert (("2", "dates"), ("", "arrow"), ("1", "salt")) in offered
    assert not any(("1", "gold") in tokens for tokens in offered)
    assert len(offered) == 7  # one of them: no more


def test_a_touch_on_the_board_does_not_pass_over_a_choice(sit_down: Open) -> None:
    """With a choice open the next figure is refused, in words (ACT-3)."""
    table = at_the_table(sit_down, kept(START, *WITH_BOOKS))
    table.tap(border(5))
    table.tap(border(11))
    assert "First finish the action before." in table.words()


def test_the_camera_goes_on_while_a_choice_is_open(sit_down: Open) -> None:
    """What lies in the books beside the board stays to be seen: both purses, drawn."""
    table = at_the_table(sit_down, kept(START, *WITH_BOOKS), Source.CAMERA)
    tokens = table.root.table.advice.ids.purses.ids.blue_purse.items
    assert [(token.text, token.symbol) for token in tokens] == [
        ("2", "dates"), ("2", "salt"), ("2", "pepper"), ("1", "gold"), ("4", "vp"), ("0", "pile"),
    ]  # fmt: skip


def test_books_are_put_right(sit_down: Open) -> None:
    """Purses, "put right", plus at the dates, a card for the display, done: one step of the game, undone by one
    undo."""
    desk = GameDesk(kept(START, *WITH_BOOKS), source=Source.NONE)
    table = sit_down(desk)
    table.press(table.root.table.advice.ids.purses)
    assert table.root.screens.current == "books"
    table.press(table.root.books.ids.blue.ids.change)
    entering = table.root.entering
    table.press(entering.ids.dates.ids.more)
    display = entering.ids.display
    x, y, wide, tall = display.box_of(2, 3)
    table.touch(*display.to_window(x + wide / 2, y + tall / 2))
    table.press("Tent")
    table.press(next(deal for deal in reversed(entering.ids.grid.children) if deal.items[0].text == "10"))
    table.press("Done")
    assert purse(table, BLUE).dates == 3
    assert [card.card for card in desk.game.state.books.blue.rows[1]] == ["base-10"]  # type: ignore[union-attr]
    desk.game.undo()
    assert desk.game.state.books.blue.laid == 0  # type: ignore[union-attr]


def test_going_back_leaves_the_books_as_they_are(sit_down: Open) -> None:
    """What was entered without "done" is not kept."""
    desk = GameDesk(kept(START, *WITH_BOOKS), source=Source.NONE)
    table = sit_down(desk)
    table.root.go("books")
    table.frames()
    table.press(table.root.books.ids.white.ids.change)
    table.press(table.root.entering.ids.gold.ids.more)
    table.press("Back")
    assert table.root.screens.current == "books"
    assert purse(table, Colour.WHITE).gold == 1


def test_books_of_a_game_that_has_gone_on_are_not_overwritten(sit_down: Open) -> None:
    """The camera saw a figure taken while somebody entered: "done" does nothing any more, and says so."""
    desk = GameDesk(kept(START, *WITH_BOOKS))
    table = sit_down(desk)
    table.root.enter(BLUE)
    table.frames()
    table.press(table.root.entering.ids.gold.ids.more)
    desk.game.play(parse("return-targi blue 5"))
    desk.shown += 1
    table.later(1)
    assert "The game has gone on: go back and start over." in table.words()
    before = desk.game.revision
    table.press("Done")
    assert desk.game.revision == before
    assert table.root.screens.current == "entering"


def test_a_whole_short_game_to_the_score(sit_down: Open, tmp_path: Path) -> None:
    """A game with books is begun, played and scored by touches alone: the Robber is put on 14, two rounds and the last
    raid follow. Nothing sticks; no choice of a common action takes more than two touches beside the one on its figure;
    the score on the screen is that of the rules (SCO-1)."""
    desk = PromptDesk(Home(tmp_path), Sources())
    table = sit_down(desk)
    table.press("Later")
    table.press("Play by touch")
    table.press("Menu")
    table.press("More choices")
    start = table.root.new_game.ids.starts.options["blue"]
    table.press(start)
    table.press("Goods and cards")
    table.press("Start the game")
    table.press("Not now")
    _long_touch(table, border(14))
    table.press("Robber")
    assert table.root.view.state.round == 11
    table.press("Name the cards")
    chance = Random(7)
    most: Counter[str] = Counter()
    while table.root.view.state.phase is not Phase.OVER:
        state = table.root.view.state
        task = at_hand(state)
        ways = legal_moves(state)
        touches = make(table, next_move(state, ways, chance))
        if task is not None:
            most[task.word] = max(most[task.word], touches)
    assert {word: touches for word, touches in most.items() if touches > 2} == {}
    assert most["pay-raid"] == 1
    table.press("Score")
    result = score(final_of(table.root.view.state))
    for tally in result.tallies:
        assert table.root.score.ids[f"{tally.colour}_total"].text == str(tally.total)
    desk.close()


def _long_touch(table: Table, where: object) -> None:
    """A finger that stays on a place."""
    board = table.root.table.board
    x, y = board.to_window(*board.centre_of(where))
    table.later(1.0)
    table.window.dispatch("on_mouse_down", x, table.window.height - y, "left", [])
    table.frames(1)
    table.later(1.0)
    table.window.dispatch("on_mouse_up", x, table.window.height - y, "left", [])
    table.frames(3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_task_and_every_choice_has_words(language: str) -> None:
    """Whatever the books ask is a sentence in every language."""
    from ui.new_game import TABLE

    asked = [kind.word.replace("-", "_") for kind in TASKS if kind not in AUTOMATIC]
    asked = [word for word in asked if word not in ("exchanges", "morgana")]  # these are acts
    codes = [f"task.{word}" for word in (*asked, "between")]
    codes += [f"option.{code}" for code in PartCode if code not in SAID_BY_TOKENS]
    codes += [f"extra.{name}" for name in (*TABLE, *house_rules())]
    assert wordless([*codes, *Symbol]) == {}
    assert Words(language).say(Symbol.WELL) != "symbol.well"


def test_a_hand_is_seen_only_while_it_is_touched(sit_down: Open) -> None:
    """The books lie open on the screen, a hand does not: its cards show their backs, and their faces under a finger."""
    game = kept(START, *WITH_BOOKS)
    books = game.state.books
    assert books is not None
    game.play(SetBooks(replace(books, blue=replace(books.blue, hand=("base-10",)))))
    table = at_the_table(sit_down, game)
    table.root.go("books")
    table.frames()
    hand = table.root.books.ids.blue.ids.hand
    assert [(token.text, token.symbol) for token in hand.items] == [("", "hand")]
    assert table.root.books.ids.white.ids.hand.items == ()
    x, y = hand.to_window(*hand.center)
    table.later(1.0)
    table.window.dispatch("on_mouse_down", x, table.window.height - y, "left", [])
    table.frames(2)
    assert hand.items[0].text == "10"
    table.window.dispatch("on_mouse_up", x, table.window.height - y, "left", [])
    table.frames(2)
    assert [token.text for token in hand.items] == [""]
