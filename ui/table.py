"""The table screen: the board drawn, what now, and a place put right with one touch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from kivy.lang import Builder
from kivy.uix.screenmanager import Screen

from companion.commands import Answer, Command, PassOn, Play, Redo, ShowDemo, Undo
from companion.guide import Forbidden, ProblemCode, Question, QuestionCode
from companion.language import sentences, told
from companion.lessons import Level, level_of
from companion.rules.board import TARGI_OF, Colour, Piece, Place
from companion.rules.state import Phase, Refusal
from companion.setting_table import Step, to_be_set_up
from companion.telling import told_of
from companion.view import Source, View
from ui.andy import Andy, move_for, wanted
from ui.board import Board
from ui.choosing import Choosing, asks, between
from ui.helping import Help, SetUp
from ui.page import Beside, Scroll
from ui.panels import MOST_DIFFERENCES, Advice, Answers, Do, Objection, Panel, PutBackNotice, Sheet, Welcome
from ui.picture import by_touch, choices, move_meant, picture
from ui.speech import speech
from ui.tasks import has_deal
from ui.widgets import Act


class TableScreen(Screen):  # type: ignore[misc]
    """The table. ``do`` carries out a command, ``go`` shows another screen; both are set by the window."""

    def __init__(
        self, do: Do, go: Callable[[str], None], prefer_guide: Callable[[Level], None], **kwargs: object
    ) -> None:
        self.do, self.go, self.prefer_guide = do, go, prefer_guide
        self.view: View | None = None
        self.chosen: Place | None = None
        self.put_off: frozenset[Question] = frozenset()
        self.read: tuple[Forbidden | Refusal, ...] = ()
        self.welcomed = self.legal = self.beside = self.names_later = self.doing_more = False
        super().__init__(**kwargs)
        self.advice, self.objection, self.sheet, self.welcome = Advice(), Objection(), Sheet(), Welcome()
        self.choosing, self.andy, self.put_back = Choosing(), Andy(), PutBackNotice()
        self.help, self.set_up = Help(self._prefer_guide), SetUp(self._again)
        self.helping = self.setting_up = self.set_up_done = False
        self.asked_about: Place | None = None  # by help
        self.agreeing: frozenset[Colour] | None = None  # to an undo, which of both; None: nobody is asked
        self.board: Board = self.ids.board
        self.both: Beside = self.ids.beside.__self__
        self.side: Scroll = self.ids.side.__self__
        self.ids.turn.act = self.both.turn
        self.board.bind(on_place=self._place)
        for panel in (self.advice, self.objection):
            keys = panel.ids.pad.ids
            keys.undo.act = self.undo
            keys.redo.act = lambda: self._with(lambda view: self.do(Redo(view.revision)))
            keys.pass_on.act = lambda: self._with(lambda view: self.do(PassOn(view.revision)))
            keys.places.act = self._toggle_legal
            keys.help.act = self._toggle_help
            keys.menu.act = lambda: self.go("menu")
        self.advice.ids.purses.act = lambda: self._with(
            lambda view: self.go("tasks" if has_deal(view) and view.state.settings.solo else "books")
        )
        self.advice.ids.between.act = self._do_more
        self.help.ids.close.act = self._toggle_help
        self.help.ids.history.act = lambda: self.go("history")
        self.help.ids.camera.act = lambda: self.go("camera")
        self.welcome.ids.touch.act = self._welcome_seen
        self.welcome.ids.demo.act = lambda: (self._welcome_seen(), self.do(ShowDemo()))
        self.welcome.ids.menu.act = lambda: self.go("menu")

    def refresh(self, view: View) -> None:
        """Shows that view."""
        if self.view is not None and view.revision != self.view.revision:
            self.chosen, self.put_off, self.beside, self.doing_more = None, frozenset(), False, False
            self.agreeing = None
        self.names_later = self.names_later and asks(view, False) and not asks(view, True)
        self.view = view
        words, guidance = speech.words, view.guidance
        full = level_of(Level(view.guide), view.agreed, view.state) is Level.FULL
        shown = picture(view, self.legal or self.helping or full, self.chosen or self.asked_about)
        step = self._set_up_step(view)
        self.board.show(replace(shown, legal=frozenset(step.places)) if step else shown, words)
        over = guidance.phase is Phase.OVER
        self.ids.round.text = words.say("header.over") if over else words.say("header.round", round=guidance.round)
        self.ids.track.robber = view.state.robber.number if view.state.robber else 0
        starts = guidance.start_player
        self.ids.starts.text = (
            words.say("header.starts", colour=starts) if starts else words.say("header.starts.nobody")
        )
        count = guidance.rounds_to_raid
        self.ids.raid.text = words.say("header.raid", count=count) if count is not None else ""
        self._side(view)

    def _side(self, view: View) -> None:
        """The panel this view calls for; a place being corrected comes first, then questions, then objections."""
        question = next((asked for asked in view.guidance.questions if asked not in self.put_off), None)
        refusals: list[Forbidden | Refusal] = [*([view.refused] if view.refused else []), *view.guidance.forbidden]
        self.read = tuple(thing for thing in self.read if thing in refusals)
        objections = [thing for thing in refusals if thing not in self.read]
        panel: Panel = self.advice
        if self.agreeing is not None:
            panel = self.sheet
            self._ask_both(view, self.agreeing)
        elif self.helping:
            panel = self.help
            self.help.show(view, self.asked_about)
        elif self._set_up_step(view) is not None:
            panel = self.set_up
            self.set_up.show(view, self._skip_set_up)
        elif self.chosen is not None:
            panel = self.sheet
            self._correct(view, self.chosen)
        elif question is not None:
            panel = self.sheet
            self._ask(view, question)
        elif objections:
            panel = self.objection
            self.objection.show(view, objections[0], self.do, lambda: self._understood(objections[0]))
        elif wanted(view, self.names_later):
            panel = self.andy
            self.andy.show(view, self.do, self.go)
        elif asks(view, self.names_later) or (self.doing_more and between(view.state)):
            panel = self.choosing
            self.choosing.show(view, self.do, self._later, self._again, self.undo)
        elif view.source is Source.NONE and not (view.undo or view.redo or self.welcomed):
            panel = self.welcome
            self.welcome.show(view)
        else:
            self.advice.show(view, self.do)
        for owner in (self.advice, self.objection):
            keys = owner.ids.pad.ids
            keys.undo.disabled, keys.redo.disabled = not view.undo, not view.redo
            keys.places.look = "chosen" if self.legal else "plain"
        self.put_back.show(view, self.do)
        if panel not in self.side.body.children:
            self.side.clear_widgets()
            self.side.add_widget(self.put_back)
            self.side.add_widget(panel)
            self.side.to_top()
            self.both.words_shown = self.both.words_shown or panel is not self.advice

    # --- touches --------------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Takes the last step back; where that is not one player's own affair, both are asked first."""
        if self.view is None:
            return
        if self.view.undo_crosses and self.view.state.settings.solo is None:
            self.agreeing = frozenset()
            self.go("table")
        else:
            self.do(Undo(self.view.revision))

    def _ask_both(self, view: View, agreed: frozenset[Colour]) -> None:
        words = speech.words
        done = [step for step in view.history if not step.undone]
        answers: Answers = []
        for colour in Colour:
            look = "chosen" if colour in agreed else "plain"
            button = Act(text=words.say("undo.agrees", colour=colour), piece=TARGI_OF[colour], look=look, most=17)
            answers.append((button, lambda colour=colour: self._agree(colour)))
        what = told.title(words, done[-1]) if done else ""
        why = "\n".join(words.say(f"undo.{crossing}") for crossing in view.undo_crosses)
        self.sheet.show(words.say("undo.title", what=what), answers, [(Act(code="button.close"), self._nobody)], why)

    def _agree(self, colour: Colour) -> None:
        self.agreeing = (self.agreeing or frozenset()) | {colour}
        if len(self.agreeing) == len(Colour) and self.view is not None:
            self.agreeing = None
            self.do(Undo(self.view.revision))
        self._again()

    def _nobody(self) -> None:
        self.agreeing = None
        self._again()

    def clear(self) -> None:
        """Closes what fingers have opened beside the board."""
        self.chosen, self.asked_about, self.agreeing = None, None, None
        self.legal = self.helping = self.setting_up = self.set_up_done = self.doing_more = False
        self.set_up.begin()

    def _toggle_help(self) -> None:
        self.helping, self.asked_about = not self.helping, None
        self._again()

    def _prefer_guide(self, level: Level) -> None:
        self.prefer_guide(level)
        self._again()

    def _set_up_step(self, view: View) -> Step | None:
        """The step of the set-up to be shown: in a first game by itself, else on wish."""
        wanted = self.setting_up or (view.agreed.first_game and not self.set_up_done and not self.helping)
        return self.set_up.next_step(view) if wanted and to_be_set_up(view.state) else None

    def _skip_set_up(self) -> None:
        self.setting_up, self.set_up_done = False, True
        self._again()

    def _place(self, _: object, where: Place, long: bool) -> None:
        if self.view is None:
            return
        if self.helping:
            self.asked_about = None if where == self.asked_about else where
            self._again()
            return
        meant = move_meant(self.view, where) if by_touch(self.view) and not long and self.chosen is None else None
        if meant is not None:
            refused = self.view.refused
            if refused in self.read and refused is not None and refused.where == where:  # tried again it is said again
                self.read = tuple(thing for thing in self.read if thing != refused)
                self._again()
            self.do(move_for(self.view, meant) or Play(self.view.revision, meant))
            return
        self.chosen, self.beside = (None if where == self.chosen else where), False
        self.refresh(self.view)

    def _correct(self, view: View, where: Place) -> None:
        words = speech.words
        answers: Answers = []
        for choice in choices(view, where, self.beside):
            figures = sorted(choice.pieces)
            name = words.listed([words.name(piece) for piece in figures]) or words.say("correct.empty")
            button = Act(text=name[:1].upper() + name[1:], most=16)
            new = sorted(choice.pieces - frozenset(view.state.standing.at(where))) or figures
            button.piece, button.symbol = (new[0] if new else None), "" if new else "empty"
            answers.append((button, lambda command=choice.command: self._answered(command)))
        tells = "\n".join(told.tell(words, thing) for thing in told_of(view, where))
        foot: Answers = [(Act(code="button.close"), self._close)]
        if view.state.standing.at(where):
            beside = Act(code="correct.beside", most=15, look="chosen" if self.beside else "plain")
            foot.insert(0, (beside, self._toggle_beside))
        self.sheet.show(words.say("correct.title", place=words.title(where)), answers, foot, tells)

    def _ask(self, view: View, question: Question) -> None:
        words = speech.words
        answers: Answers = []
        over = question.code is QuestionCode.TAKE_OVER_TABLE
        differ = [problem for problem in view.guidance.problems if problem.code is ProblemCode.TABLE_DIFFERS]
        more = "\n".join(sentences.problem(words, problem) for problem in differ[:MOST_DIFFERENCES] if over)
        yes_no = ("button.table", "button.game") if over else ("button.yes", "button.no")
        for number, choice in enumerate(question.choices or yes_no):
            name = (
                words.say("correct.empty")
                if choice is None
                else words.name(choice)
                if isinstance(choice, Piece)
                else words.say(choice)
            )
            button = Act(text=name[:1].upper() + name[1:], most=18)
            button.piece = choice if isinstance(choice, Piece) else None
            button.symbol = "empty" if choice is None else ""
            command = Answer(view.revision, question, number)
            answers.append((button, lambda command=command: self.do(command)))
        foot: Answers = [(Act(code="button.later"), lambda: self._put_off(question))]
        self.sheet.show(sentences.question(words, question), answers, foot, more)

    def _answered(self, command: Command) -> None:
        self.chosen, self.beside = None, False
        self.do(command)
        self._again()

    def _close(self) -> None:
        self.chosen = None
        self._again()

    def _put_off(self, question: Question) -> None:
        self.put_off |= {question}
        self._again()

    def _understood(self, thing: Forbidden | Refusal) -> None:
        self.read = (*self.read, thing)
        self._again()

    def _later(self) -> None:
        self.names_later, self.doing_more = not self.doing_more, False
        self._again()

    def _do_more(self) -> None:
        if self.advice.ids.between.code == "button.set_up":
            self.set_up.begin()
            self.setting_up = True
            self._again()
            return
        if self.view is not None and self.view.state.phase is Phase.OVER:
            self.go("score")
            return
        if self.advice.ids.between.code == "button.challenges":
            self.go("tasks")
            return
        self.names_later, self.doing_more = False, True
        self._again()

    def _toggle_beside(self) -> None:
        self.beside = not self.beside
        self._again()

    def _toggle_legal(self) -> None:
        self.legal = not self.legal
        self._again()

    def _welcome_seen(self) -> None:
        self.welcomed = True
        self._again()

    def _again(self) -> None:
        self._with(self.refresh)

    def _with(self, act: Callable[[View], None]) -> None:
        if self.view is not None:
            act(self.view)


Builder.load_file(str(Path(__file__).with_name("table.kv")))
