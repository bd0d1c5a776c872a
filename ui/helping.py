"""Beside the board for those who learn or wonder: help, which tells of a touched place; the lesson of a first game; the
set-up, step by step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.language import sentences, told
from companion.lessons import Lesson, Level, Stage
from companion.reminders import reminders
from companion.rules.board import Place
from companion.rules.books import Books, PileKind
from companion.rules.cards import BorderCard, DuneCard
from companion.setting_table import SetUpCode, Step, steps
from companion.telling import card_at, told_of
from companion.view import View
from ui.menu import Pick
from ui.speech import speech
from ui.tokens import of_card
from ui.widgets import Act, Sign


class Help(BoxLayout):  # type: ignore[misc]
    """What may be done now, and what a touched place does."""

    def __init__(self, prefer: Callable[[Level], None], **kwargs: object) -> None:
        super().__init__(**kwargs)
        pick: Pick = self.ids.guide
        pick.fill(
            {str(level): Act(code=f"level.{level}", most=16) for level in Level}, lambda name: prefer(Level(name))
        )

    def show(self, view: View, where: Place | None) -> None:
        """Tells of that place; without one, of this moment."""
        words, ids = speech.words, self.ids
        ids.guide.choose(view.guide)
        card = card_at(view, where) if where is not None else None
        drawn = card is not None and not isinstance(card, BorderCard | DuneCard)
        ids.card.items = tuple(of_card(view.state.books or Books(cards=view.cards), card.id)) if card and drawn else ()
        if where is None:
            ids.title.text = words.say("help.title")
            ids.words.text = "\n".join(now_told(view))
            return
        ids.title.text = words.title(where)
        ids.words.text = "\n".join(told.tell(words, thing) for thing in told_of(view, where))


def now_told(view: View) -> list[str]:
    """What may be done now, what is not to be forgotten, and how many cards are left in the piles (clause SET-6)."""
    words, guidance = speech.words, view.guidance
    said = [words.say("help.touch")]
    if guidance.legal:
        said.append(words.say("help.open", places=guidance.legal))
    elif guidance.advice:
        said.append(sentences.advice(words, guidance.advice[0]))
    said += [told.reminder(words, thing) for thing in reminders(view)]
    return said + _piles(view)


def _piles(view: View) -> list[str]:
    words, counts = speech.words, {str(kind): "?" if count is None else count for kind, count in view.left.items()}
    if not counts:
        return [words.say("help.piles_no_books")]
    known = [words.say("help.piles_dunes" if PileKind.DUNES in view.left else "help.piles", **counts)]
    unknown = [words.say("help.piles_unknown")]
    return known * (set(counts.values()) != {"?"}) + unknown * ("?" in counts.values())


class LessonBox(BoxLayout):  # type: ignore[misc]
    """A lesson with the three stages of a first game: done, now, to come."""

    stage = StringProperty("")
    text = StringProperty("")

    def show(self, learnt: Lesson | None) -> None:
        """Shows that lesson; None: none."""
        words = speech.words
        self.text = told.lesson(words, learnt) if learnt else ""
        self.stage = told.stage(words, learnt) if learnt else ""
        now = list(Stage).index(learnt.stage) if learnt and learnt.stage else -1
        for number, sign in enumerate((self.ids.one, self.ids.two, self.ids.three)):
            sign.symbol = "check" if number < now else "next" if number == now else "empty"


class SetUp(BoxLayout):  # type: ignore[misc]
    """The set-up, one step at a time; ``ticked``: the steps that a finger said are right."""

    def __init__(self, again: Callable[[], None], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.again = again
        self.ticked: frozenset[SetUpCode] = frozenset()
        self.back_at: SetUpCode | None = None
        self.step: Step | None = None

    def begin(self) -> None:
        """From the first step."""
        self.ticked, self.back_at, self.step = frozenset(), None, None

    def next_step(self, view: View) -> Step | None:
        """The step to be shown: gone back to, or the first that neither camera nor finger has ticked; None: all is
        set up."""
        there = steps(view)
        for step in there:
            if step.code is self.back_at:
                return step
        return next((step for step in there if step.code not in self.ticked and not step.seen), None)

    def show(self, view: View, skip: Callable[[], None]) -> None:
        """Shows the step that is to be done; to be called while there is one."""
        words, ids, there, step = speech.words, self.ids, steps(view), self.next_step(view)
        self.step = step
        if step is None:
            return
        at = [one.code for one in there].index(step.code)
        ids.title.text = words.say("set_up.title", number=at + 1, of=len(there))
        ids.signs.clear_widgets()
        for one in there:
            right = one.seen or one.code in self.ticked
            symbol = "cross" if one.trouble else "check" if right else "next" if one is there[at] else "empty"
            ids.signs.add_widget(Sign(symbol=symbol, colour=ids.title.color))
        ids.words.text = told.set_up(words, step)
        ids.wrong.text = " ".join(told.set_up_trouble(words, trouble) for trouble in step.trouble)
        ids.right.act = self.right_now
        ids.back.disabled = at == 0
        ids.back.act = lambda: self._back(there[at - 1].code)
        ids.skip.act = skip

    def right_now(self) -> None:
        """A finger says that the step shown is right."""
        if self.step is not None:
            self._tick(self.step)

    def _tick(self, step: Step) -> None:
        self.ticked, self.back_at = self.ticked | {step.code}, None
        self.again()

    def _back(self, code: SetUpCode) -> None:
        self.ticked, self.back_at = self.ticked - {code}, code
        self.again()


Builder.load_file(str(Path(__file__).with_name("helping.kv")))
