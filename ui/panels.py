"""The panels beside the board: what now, an objection, a question with its answers, the welcome without a camera."""

from __future__ import annotations

from collections.abc import Callable

from kivy.properties import ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.commands import AllowThis, Command, Dismiss, PutBackDone, Undo
from companion.guide import AdviceCode, Forbidden, ProblemCode
from companion.language import sentences, told
from companion.lessons import Level, lesson, level_of
from companion.reminders import reminders
from companion.rules.board import TARGI_OF, Colour, Piece, PieceKind
from companion.rules.state import Phase, Refusal, Scope
from companion.setting_table import to_be_set_up
from companion.view import Source, View
from ui.choosing import asks, between
from ui.picture import by_touch
from ui.speech import speech
from ui.tasks import has_deal, of_challenges
from ui.theme import FINGER, theme
from ui.tokens import of_purse
from ui.widgets import Act, Press

NO_PICTURE = frozenset({
    ProblemCode.NO_CAMERA, ProblemCode.CAMERA_BUSY, ProblemCode.CAMERA_NOT_ALLOWED, ProblemCode.CAMERA_STALLED,
    ProblemCode.READING_FAILED, ProblemCode.DEMO_STOPPED, ProblemCode.MODEL_BROKEN,
})  # fmt: skip
"""Why there may be no picture from the start."""
PASSED = frozenset({
    ProblemCode.GAMES_BROKEN, ProblemCode.GAMES_FROM_BACKUP, ProblemCode.GAMES_NEWER, ProblemCode.GAME_CUT_SHORT,
    ProblemCode.CARDS_UNUSABLE, ProblemCode.GAMES_MENDED, ProblemCode.GAMES_GONE, ProblemCode.GAME_OLDER,
})  # fmt: skip
"""What happened to the files when they were opened."""
MOST_DIFFERENCES = 3
Do = Callable[[Command], None]
Answers = list[tuple[Act, Callable[[], None]]]

LONG_WORD = 11
"""An answer with a word of more letters takes the whole width: words are not divided."""


class Panel(BoxLayout):  # type: ignore[misc]
    """What stands beside the board."""


class Keys(GridLayout):  # type: ignore[misc]
    """The six buttons that are always there."""


class Purses(Press):
    """What both players own; a touch opens the books."""

    blue, white = TARGI_OF[Colour.BLUE], TARGI_OF[Colour.WHITE]


class Notice(BoxLayout):  # type: ignore[misc]
    """A sentence with a sign on a ground of its own."""

    text = StringProperty("")
    symbol = StringProperty("warning")
    ground = ColorProperty("#000000")
    ink = ColorProperty("#FFFFFF")
    most = NumericProperty(20)


class PutBackNotice(ButtonBehavior, Notice):
    """What is to be put back after undo or redo; a touch says that it is, and the camera takes away what it sees."""

    act: Callable[[], object] | None = None

    def show(self, view: View, do: Do) -> None:
        """Shows what is left to put back; no height when there is nothing."""
        self.text = told.put_back(speech.words, view.put_back) if view.put_back else ""
        self.act = lambda: do(PutBackDone(view.revision))

    def on_release(self) -> None:
        if self.act is not None:
            self.act()


class Trouble(ButtonBehavior, Notice):
    """What is wrong with camera, table or disk; no height while all is well. What is over and done goes with a
    touch."""

    act: Callable[[], object] | None = None

    def on_release(self) -> None:
        if self.act is not None:
            self.act()


class Advice(Panel):
    """Whose turn it is and what to do now."""

    def show(self, view: View, do: Do) -> None:
        words, guidance = speech.words, view.guidance
        turn, first = guidance.turn, guidance.advice[0] if guidance.advice else None
        kind = PieceKind.MARKER if guidance.phase is Phase.MARKING else PieceKind.TARGI
        self.ids.turn_sign.piece = Piece(kind, turn) if turn else None
        self.ids.turn_sign.symbol = "" if turn else "start"
        self.ids.turn.text = words.name(turn) if turn else words.say(f"turn.{guidance.phase}")
        self.ids.now.text = sentences.advice(words, first) if first else ""
        troubles = [trouble for trouble in guidance.problems if trouble.code is not ProblemCode.NO_CAMERA]
        trouble = sentences.problem(words, troubles[0]) if troubles else ""
        if not trouble and view.source is Source.STARTING:
            trouble = words.say("source.starting")
        level = level_of(Level(view.guide), view.agreed, view.state)
        self.ids.lesson.show(lesson(view.state, view.agreed) if level is Level.FULL and not trouble else None)
        self._books(view)
        quiet = trouble or level is Level.OFF or self.ids.lesson.text
        self.ids.next.text = "" if quiet else self._more(view)
        self.ids.trouble.text = trouble
        passed = bool(troubles) and troubles[0].code in PASSED
        ended = bool(troubles) and troubles[0].code is ProblemCode.DEMO_ENDED
        self.ids.trouble.symbol = "cross" if passed else "check" if ended else "warning"
        self.ids.trouble.act = (lambda: do(Dismiss())) if passed else None

    def _more(self, view: View) -> str:
        """The next thing to do, and what should not be forgotten; beside books there is room for less."""
        words, advice = speech.words, view.guidance.advice
        more = [sentences.advice(words, note) for note in advice[1:2] if note.code is not AdviceCode.RAID_NEXT_ROUND]
        more += [told.reminder(words, thing) for thing in reminders(view)]
        return " ".join(more[: 1 if view.state.books else 2])

    def _books(self, view: View) -> None:
        """Both purses, and what may be done besides: cards named, water changed, the score seen."""
        books, ids, state = view.state.books, self.ids, view.state
        code, symbol = next(
            (
                found
                for found, holds in {
                    ("button.score", "chart"): state.phase is Phase.OVER,
                    ("button.name_cards", "pile"): asks(view, put_off=False),
                    ("button.between", "plus"): between(state),
                    ("button.set_up", "places"): to_be_set_up(state) and view.guide != Level.OFF,
                    ("button.challenges", "check"): has_deal(view) and not (books and state.settings.solo),
                }.items()
                if holds
            ),
            ("", ""),
        )
        ids.between.code, ids.between.symbol = code, symbol
        for button, there in ((ids.purses, books is not None), (ids.between, bool(code))):
            button.height, button.disabled, button.opacity = (FINGER * theme.u if there else 0), not there, float(there)
        if books is not None:
            for colour in Colour:
                solo = view.state.is_andy(colour)
                tokens = of_challenges(view) if solo else of_purse(books.of(colour), view.state.settings.targia)
                ids.purses.ids[f"{colour}_purse"].items = tuple(tokens)
                sign = ids.purses.ids[f"{colour}_sign"]
                sign.piece, sign.symbol = None if solo else TARGI_OF[colour], "tent" if solo else ""


class Objection(Panel):
    """Why something is not allowed, and the way round it."""

    def show(self, view: View, thing: Forbidden | Refusal, do: Do, read: Callable[[], None]) -> None:
        self.ids.notice.text = sentences.forbidden(speech.words, thing)
        colour = thing.piece.colour if isinstance(thing, Forbidden) else thing.colour
        allowable = thing.reason.allowable and colour is not None
        self.ids.allow.height, self.ids.allow.opacity = (self.ids.once.height, 1) if allowable else (0, 0)
        self.ids.allow.disabled = not allowable
        self.ids.allow_title.opacity = 1 if allowable else 0
        for button, scope in ((self.ids.once, Scope.ONCE), (self.ids.game, Scope.GAME)):
            button.act = lambda scope=scope: colour and do(AllowThis(view.revision, colour, thing.reason, scope))
        take_back = by_touch(view) and isinstance(thing, Forbidden) and view.undo
        self.ids.understood.code = "allow.undo" if take_back else "allow.no"
        self.ids.understood.act = (lambda: do(Undo(view.revision))) if take_back else read


class Sheet(Panel):
    """A question with its answers."""

    def show(self, title: str, answers: Answers, foot: Answers, more: str = "") -> None:
        self.ids.title.text, self.ids.more.text = title, more
        longest = max((len(word) for button, _ in answers for word in button.text.split()), default=0)
        self.ids.answers.cols = 1 if longest > LONG_WORD else 2
        for box, buttons in ((self.ids.answers, answers), (self.ids.foot, foot)):
            box.clear_widgets()
            for button, act in buttons:
                button.act = act
                box.add_widget(button)


class Welcome(Panel):
    """No picture of the table: why, and to play by touch or see the recording."""

    def show(self, view: View) -> None:
        words = speech.words
        why = next((trouble for trouble in view.guidance.problems if trouble.code in NO_PICTURE), None)
        if why is None or why.code is ProblemCode.NO_CAMERA:
            self.ids.title.text, self.ids.words.text = words.say("welcome.title"), words.say("welcome.text")
        else:
            self.ids.title.text, self.ids.words.text = words.say("welcome.trouble"), sentences.problem(words, why)
        self.ids.demo.height, self.ids.demo.opacity = (0, 0) if view.demo else (self.ids.touch.height, 1)
        self.ids.demo.disabled = view.demo
