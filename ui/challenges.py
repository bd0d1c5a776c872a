"""The challenges of a new game, chosen one by one or drawn, and Andy's stack (clauses BCHA-1, BCHA-8, BCHA-9, SOLO-11,
SOLO-4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.deal import Deal, Stack, drawn_for, of_the_day
from companion.language import solo
from companion.rules.challenges import (
    Category,
    Challenge,
    ChoiceFault,
    ObstacleChallenge,
    ResourceChallenge,
    RobberChallenge,
    RowKind,
    RowsChallenge,
    Stock,
    SymbolChallenge,
    VpChallenge,
    choice_faults,
)
from companion.rules.resources import Symbol
from companion.view import View
from ui.drawing import Drawn
from ui.shapes import draw
from ui.speech import speech
from ui.tasks import symbol_of
from ui.theme import theme
from ui.widgets import Act

KINDS: dict[Category, tuple[Challenge, ...]] = {
    Category.VP: (VpChallenge(28),),
    Category.RESOURCE: tuple(
        ResourceChallenge(what, 3 if what is Stock.GOODS else 5 if what is Stock.VP_TOKENS else 2) for what in Stock
    ),
    Category.DISPLAY: (
        RowsChallenge(RowKind.SAME, 1),
        RowsChallenge(RowKind.DIFFERENT, 2),
        SymbolChallenge(Symbol.OASIS, Symbol.CAMEL_RIDER),
    ),
    Category.OBSTACLE: (ObstacleChallenge(True, andy_starts=True), ObstacleChallenge(True)),
    Category.ROBBER: (RobberChallenge(2),),
}
"""What a touch on a category goes through; the numbers are then made smaller or larger, to what the card says."""
MOST = {Category.VP: 60, Category.RESOURCE: 20, Category.DISPLAY: 3, Category.ROBBER: 9}


def turned(task: Challenge | None, category: Category, for_two: bool = False) -> Challenge | None:
    """The next kind of that category; after the last one none."""
    kinds = [one for one in KINDS[category] if not (for_two and isinstance(one, ObstacleChallenge) and one.andy_starts)]
    if task is None:
        return kinds[0]
    at = next((number for number, one in enumerate(kinds) if _like(one, task)), -1)
    return kinds[at + 1] if at + 1 < len(kinds) else None


def _like(one: Challenge, other: Challenge) -> bool:
    told_by = ("what", "rows", "andy_starts")
    return type(one) is type(other) and all(getattr(one, name, 0) == getattr(other, name, 0) for name in told_by)


def changed(task: Challenge, by: int) -> Challenge:
    """The same with a number smaller or larger; of two symbols the first or the second is the next one."""
    match task:
        case VpChallenge(at_least=least) | ResourceChallenge(at_least=least) | RowsChallenge(at_least=least):
            return replace(task, at_least=min(max(1, least + by), MOST[task.category]))
        case RobberChallenge(take_off=points):
            return RobberChallenge(min(max(0, points + by), MOST[Category.ROBBER]))
        case SymbolChallenge(more=more, than=than):
            if by < 0:
                return SymbolChallenge(_after(more, than), than)
            return SymbolChallenge(more, _after(than, more))
    return task


def _after(symbol: Symbol, other: Symbol) -> Symbol:
    symbols = [one for one in Symbol if one is not other]
    return symbols[(symbols.index(symbol) + 1) % len(symbols)]


class Tents(Drawn):
    """How hard the game is: five tents, as many filled as there are challenges."""

    count = NumericProperty(0)

    drawn_from = ("count",)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        side = min(self.height, self.width / 5.8)
        if side < 6:
            return
        with self.canvas:
            for number in range(5):
                x = self.x + number * side * 1.2
                filled = number < self.count
                colour = theme.palette.ink if filled else theme.palette.faint
                draw("tent" if filled else "tent-open", x, self.center_y - side / 2, side, colour)


class CategoryRow(BoxLayout):  # type: ignore[misc]
    """A category: what is chosen of it, and its number."""

    name = StringProperty("")
    symbol = StringProperty("")
    text = StringProperty("")
    chosen = BooleanProperty(False)
    numbered = BooleanProperty(False)


class ChallengesScreen(Screen):  # type: ignore[misc]
    """The choice. It keeps what is chosen until a game is begun with it."""

    def __init__(self, go: Callable[[str], None], for_solo: Callable[[], bool], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.for_solo = for_solo
        self.view: View | None = None
        self.tasks: dict[Category, Challenge] = {}
        self.stack = Stack.BOX
        self.seed = 0
        self.drawn = 0
        self.day: Deal | None = None
        ids = self.ids
        ids.bar.ids.back.code, ids.bar.ids.back.act = "button.narrow_back", lambda: go("new_game")
        ids.ready.act = lambda: go("new_game")
        ids.off.act = lambda: self._take(())
        ids.day.act = self._of_the_day
        stacks = {str(stack): Act(code=f"stack.{stack}", most=15) for stack in Stack}
        ids.stack.fill(stacks, lambda name: self._stacked(Stack(name)))
        ids.stack.choose(str(self.stack))
        self.draws = [Act(text=str(number), most=20) for number in range(1, 6)]
        for number, button in enumerate(self.draws, 1):
            button.act = lambda number=number: self._draw_tasks(number)
            ids.draws.add_widget(button)
        self.rows: dict[Category, CategoryRow] = {}
        for category in Category:
            row = self.rows[category] = CategoryRow(name=f"category.{category}")
            row.ids.what.act = lambda category=category: self._turn(category)
            row.ids.less.act = lambda category=category: self._change(category, -1)
            row.ids.more.act = lambda category=category: self._change(category, 1)

    # --- for the game that is begun -------------------------------------------------------------------------------

    def deal(self, solo_game: bool) -> Deal | None:
        """What is chosen for such a game; None: nothing that has to be said."""
        chosen = tuple(task for task in self.tasks.values() if solo_game or _for_two(task))
        if not solo_game:
            return Deal(self.seed, challenges=chosen) if chosen else None
        if self.day is not None and self.day.challenges == chosen:
            return replace(self.day, stack=self.stack)
        return Deal(self.seed, self.stack, chosen)

    # --- shown ----------------------------------------------------------------------------------------------------

    def refresh(self, view: View) -> None:
        """A game that was begun meanwhile has taken its seed: the next one gets another."""
        if self.view is None or view.seed != self.view.seed:
            self.seed, self.drawn, self.day = view.seed, 0, None
        self.view = view
        self._show()

    def _show(self) -> None:
        words, ids, alone = speech.words, self.ids, self.for_solo()
        ids.bar.title = "challenges.choose" if alone else "challenges.choose_two"
        shown = [category for category in Category if alone or category.for_two]
        if ids.rows.children[::-1] != [self.rows[category] for category in shown]:
            ids.rows.clear_widgets()
            for category in shown:
                ids.rows.add_widget(self.rows[category])
        for category in shown:
            task, row = self.tasks.get(category), self.rows[category]
            row.symbol = symbol_of(task or KINDS[category][0])
            row.text = solo.challenge(words, task) if task else f"{words.say(category)}: {words.say('challenges.off')}"
            row.chosen = task is not None
            row.numbered = task is not None and not isinstance(task, ObstacleChallenge)
        deal = self.deal(alone)
        chosen = deal.challenges if deal else ()
        ids.tents.count = len(chosen)
        ids.hard.text = words.say(f"difficulty.{len(chosen)}" if alone else "challenges.two")
        faults = [fault for fault, _ in choice_faults(chosen, alone) if fault is ChoiceFault.NO_VP]
        ids.fault.text = words.say(faults[0]) if faults else ""
        ids.seed.text = solo.origin(words, deal) if deal and alone else ""
        for part in (ids.stack, ids.day):
            part.disabled, part.opacity = not alone, float(alone)
        ids.day.disabled = not alone or self.view is None or self.view.today is None
        ids.day.look = "chosen" if deal is not None and deal.day else "plain"
        for number, button in enumerate(self.draws, 1):
            button.disabled = not alone and number > 2

    # --- touches --------------------------------------------------------------------------------------------------

    def _turn(self, category: Category) -> None:
        task = turned(self.tasks.get(category), category, not self.for_solo())
        self._put(category, task)

    def _change(self, category: Category, by: int) -> None:
        if category in self.tasks:
            self._put(category, changed(self.tasks[category], by))

    def _put(self, category: Category, task: Challenge | None) -> None:
        chosen = {**self.tasks, category: task}
        self._take(tuple(one for kind in Category if (one := chosen.get(kind)) is not None))

    def _draw_tasks(self, count: int) -> None:
        """Drawn by the game's seed; drawn once more, the seed is the next one."""
        if self.view is not None:
            self.seed = (self.view.seed + self.drawn) % 100_000
            self.drawn += 1
        self.day = None
        self._take(drawn_for(self.seed, count, self.for_solo()))

    def _of_the_day(self) -> None:
        if self.view is not None and self.view.today is not None:
            self.day = of_the_day(self.view.today)
            self._take(self.day.challenges)

    def _take(self, tasks: tuple[Challenge, ...]) -> None:
        self.tasks = {task.category: task for task in tasks}
        self._show()

    def _stacked(self, stack: Stack) -> None:
        self.stack = stack
        self._show()


def _for_two(task: Challenge) -> bool:
    return not choice_faults((task,), solo=False)


Builder.load_file(str(Path(__file__).with_name("challenges.kv")))
