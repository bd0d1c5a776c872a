"""The desk: what camera and fingers bring comes together here, becomes moves, and goes on to window and disk.

A thread of its own does the work; the window only reads the newest view and leaves commands, so it never waits.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import date
from random import Random
from typing import Any

from companion import commands
from companion.agreement import Agreement
from companion.andys_turn import SAID
from companion.bookkeeping import first_moves, put_off, without_books_tasks
from companion.challenging import outcome_of
from companion.commands import Command
from companion.correcting import answered, corrected, taken_over
from companion.deal import Deal, Stack, andy_of, fresh
from companion.devices import devices_in
from companion.edition_seen import EditionSeen
from companion.enrolling import Enrolling
from companion.game import Game
from companion.guide import Problem, ProblemCode, Question, QuestionCode, guide
from companion.home import Home, Preferences
from companion.looking import Looker
from companion.open_questions import OpenQuestions
from companion.putting_back import Undone
from companion.rules.agenda import at_hand
from companion.rules.andy import nomad
from companion.rules.board import Sighting
from companion.rules.book_moves import Reveal
from companion.rules.engine import Step, opening, refusal
from companion.rules.moves import Allow, Move, PassOn, PieceMove
from companion.rules.state import Refusal, Settings
from companion.rules.tasks import TurnNomad
from companion.showing import andy_elsewhere, of_game, of_source, without_real_stack
from companion.sight import Seeing
from companion.sources import Kept, Listener, SourceClock, Sources
from companion.store import Store
from companion.tracker import Patience, Seen, Tracker
from companion.view import Frame, Source, View
from companion.worker import Calibrated, Ended, Failed, Look, News, Shown, Worker

_IDLE_SECONDS = 0.1
_BUSY_SECONDS = 0.02
_MATCHED = Patience(odd_set_up=float("inf"))  # a game that people have chosen: the table comes to match it
_PUT_AWAY = Patience(odd_set_up=60.0)  # pieces shown to the camera leave the set-up one by one


class TableDesk:
    """The desk (see ``companion.view.Desk``). ``step`` does a bit of its work; ``start`` has a thread do that."""

    def __init__(
        self, home: Home, sources: Sources, demo: bool = False, listener: Listener | None = None,
        chance: Random | None = None, today: Callable[[], date] | None = None,
    ) -> None:  # fmt: skip
        """``chance``: gives each new game its seed; ``today``: the date, for the deal of the day."""
        self._home, self._sources, self._listener = home, sources, listener or (lambda seconds, what: None)
        self._chance, self._today = chance or Random(), today
        self._seed = fresh(self._chance)
        self._preferences, self._looker = home.preferences(), Looker(home)
        self._fresh, self._devices = home.fresh, devices_in(home.folder)
        self._store: Store | None = None
        self._worker: Worker | None = None
        self._seeing: Seeing | None = None
        self._questions = OpenQuestions()
        self._edition: EditionSeen | None = None
        self._opened = False
        self._refused: tuple[Refusal, Move] | None = None
        self._told: frozenset[Problem] = frozenset()
        self._undone = Undone()
        self._kept, self._enrolling = Kept(sources, str(home.profile)), Enrolling()
        self._shown, self._going_off = 0, False
        self._commands: queue.SimpleQueue[Command] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.ended, self.rounds = False, 0  # how often `step` was done: who looks sees whether it still is
        self._open_game(demo)
        self._look_at(demo)
        self._view = self._drawn()

    # --- what the window asks ---

    def view(self) -> View:
        """What there is to show now."""
        return self._view

    def do(self, command: Command) -> None:
        """Takes a command; the view shows soon what came of it."""
        self._commands.put(command)

    def frame(self) -> Frame | None:
        """The newest frame, or None without one."""
        worker = self._worker
        return None if worker is None or self._stop.is_set() else worker.frame()

    @property
    def hopeless(self) -> Problem | None:
        """Why there is no picture, when its source has failed to start again and again; None while there is hope."""
        return self._seeing.hopeless if self._seeing else Problem(ProblemCode.NO_CAMERA)

    # --- its life ---

    def start(self) -> None:
        """Has a thread do the work until ``close``."""
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends thread and worker, and closes the games."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        if self._worker is not None:
            self._worker.close()
        if self._store is not None:
            self._store.close()

    def _run(self) -> None:
        while not self._stop.is_set():
            self.step()

    def step(self) -> None:
        """Carries out the commands that wait, and takes the worker's news in."""
        self.rounds += 1
        changed, idle = False, self._worker is None or self.ended
        try:
            wait = _BUSY_SECONDS if self._looker.view.unread else _IDLE_SECONDS
            command = self._commands.get(timeout=wait) if idle else self._commands.get_nowait()
            while True:
                self._carry_out(command)
                changed = True
                command = self._commands.get_nowait()
        except queue.Empty:
            pending = self._worker.poll(_BUSY_SECONDS) if self._worker and not self.ended else []
        for news in pending:
            self._take(news)
            changed = True
        if not changed and self._store is not None:
            changed = self._looker.step(self._store)
        self._tell_problems()
        if changed:
            self._note_outcome()
            self._shown += 1
            self._view = self._drawn()

    # --- the camera's side ---

    def _look_at(self, demo: bool) -> None:
        if self._worker is not None:
            self._worker.close()
        self._worker, self._seeing, self.ended, self._clock = None, None, False, SourceClock()
        if demo and self._sources.demo:
            self._worker = self._sources.demo()
            self._seeing = Seeing(Source.DEMO, with_profile=False)
        elif not demo and self._sources.camera:
            profile = self._kept.load()
            self._worker = self._sources.camera(profile)
            self._seeing = Seeing(Source.CAMERA, with_profile=profile is not None)

    def _take(self, news: News) -> None:
        assert self._seeing is not None
        if isinstance(news, Look):
            news = self._clock.in_order(news)
        events = self._seeing.take(news)
        self.ended = self.ended or isinstance(news, Ended)
        if isinstance(news, Failed | Ended):
            self._enrolling.heard("no_board")
        elif isinstance(news, Calibrated) and self._seeing.source is not Source.DEMO:
            self._kept.keep(news.profile)
        elif isinstance(news, Shown):
            self._enrolling.heard(news.outcome, news.pieces)
        elif isinstance(news, Look):
            self._tell(news.seconds, events)
            if news.sighting is not None and self._enrolling.now is not None:
                self._enrolling.sees(news.sighting.standing, self._game.state.standing)
            elif news.sighting is not None:
                self._see(news.sighting)

    def _see(self, sighting: Sighting) -> None:
        self._follow_edition(sighting)
        findings = self._tracker.feed(sighting, without_books_tasks(self._game.state))
        decided = self._game.state.start_player is not None or bool(findings)
        if not self._opened and self._tracker.ready_since is not None and decided:
            self._opened = True
            self._tell(sighting.seconds, opening(self._game.state))
        for finding in findings:
            if isinstance(finding, Seen):
                step = self._game.play(finding.move)
                self._undone.over()
                if isinstance(step, Step):
                    self._tell(sighting.seconds, step.events)
            else:
                self._questions.ask(finding.doubt)
        self._questions.look(sighting)

    def _follow_edition(self, sighting: Sighting) -> None:
        """A game that nobody has set up yet takes its edition from the table."""
        following = self._edition
        edition = following.other(sighting, self._game.state.settings.edition) if following else None
        if edition is not None and self._tracker.ready_since is None:
            self._new_game(replace(self._game.state.settings, edition=edition))
            self._edition = following

    def _problems(self) -> tuple[Problem, ...]:
        """What is wrong with disk and games, and that the recording is over."""
        kept = self._store.problems if self._store else ()
        ended = Problem(ProblemCode.DEMO_ENDED) if self.ended and self._playing_demo else None
        return (*kept, *(problem for problem in (self._kept.problem, ended) if problem))

    def _tell_problems(self) -> None:
        if self._store:
            self._store.tend()
        blind = self._seeing.problem() if self._seeing else None
        now = (*self._problems(), *([blind] if blind else []))
        self._tell(self._now, [problem for problem in now if problem not in self._told])
        self._told = frozenset(now)

    @property
    def _now(self) -> float:
        """Seconds of the source."""
        return self._seeing.look.seconds if self._seeing and self._seeing.look else 0.0

    def _tell(self, seconds: float, what: Any) -> None:
        for item in what:
            self._listener(seconds, item)

    # --- the fingers' side ---

    def _begin(self, settings: Settings) -> Game:
        return self._store.begin(settings) if self._store else Game.new(settings)

    def _open_game(self, demo: bool) -> None:
        """The stored game where it was left, or a new one. The recorded table has one of its own that is not kept."""
        if self._store:
            self._store.close()
        self._store = None if demo else Store(self._home.games, self._home.cards)
        resumed = self._store.resume() if self._store else None
        self._sit_down(resumed or self._begin(Settings()), Tracker(), follows_edition=resumed is None)

    def _new_game(self, settings: Settings, agreed: Agreement | None = None, deal: Deal | None = None) -> None:
        if deal is None and settings.solo:
            deal = Deal(self._seed)
        if deal is not None and deal.andy_starts:  # BCHA-5
            settings = replace(settings, start=andy_of(settings.solo))
        self._seed = fresh(self._chance)
        game = self._begin(settings)
        self._sit_down(game, Tracker(_MATCHED), follows_edition=False)
        if deal is not None:
            game.deal_out(deal)
        if agreed is not None:
            game.agree(agreed)
            for move in first_moves(settings, agreed, game.cards):
                game.play(without_real_stack(move) if deal and deal.stack is Stack.BOX else move)

    def _sit_down(self, game: Game, tracker: Tracker, follows_edition: bool) -> None:
        self._game, self._tracker = game, tracker
        self._edition = EditionSeen() if follows_edition else None
        self._opened = game.revision > 1
        self._played = self._store.played() if self._store else ()
        self._questions = OpenQuestions()
        self._undone = Undone()
        self._enrolling.now = None

    def _wait_for_set_up(self) -> None:
        """Until pieces that were shown are away again nothing on the table is a move."""
        self._edition = None if self._tracker.ready_since is not None else self._edition
        self._tracker = Tracker(_MATCHED if self._opened else _PUT_AWAY, laid_out=True)

    def _carry_out(self, command: Command) -> None:
        revision = getattr(command, "revision", None)
        if revision is not None and revision != self._game.revision:
            return  # given on a view that is no longer true
        refused, self._refused = self._refused, None
        match command:
            case commands.Undo():
                if self._game.said_card is not None:
                    self._game.mark(f"{SAID}back")
                else:
                    self._undone.step(self._game.state, self._game.undo)
            case commands.Redo():
                self._undone.step(self._game.state, self._game.redo)
            case commands.PutBackDone():
                self._undone.over()
            case commands.Play(move=move):
                no = refusal(put_off(self._game.state), move) if isinstance(move, PieceMove) else None
                self._refused = (no, move) if no else None
                if no is None:
                    self._play(move)
            case commands.PlayAll(moves=moves):
                for move in moves:
                    self._play(move)
            case commands.PassOn():
                self._play(PassOn())
            case commands.Correct(where=where, pieces=pieces):
                for move in corrected(self._game.state, where, pieces):
                    self._play(move)
                self._settle(where)
            case commands.AllowThis(colour=colour, reason=reason, scope=scope):
                self._play(Allow(colour, reason, scope))
                if refused and refused[0].reason is reason:
                    self._play(refused[1])
            case commands.Answer(question=question, choice=choice):
                self._answer(question, choice)
            case commands.NewGame(settings=settings, agreed=agreed, deal=deal):
                if self._playing_demo:
                    self._change_over(demo=False)
                self._new_game(settings, agreed, deal)
            case commands.SayNomad(number=number):
                self._say_nomad(number)
            case commands.DealOut(deal=deal):
                self._game.deal_out(deal)
            case commands.PlayAgain(round=number, game=stored):
                self._play_again(number, stored)
            case commands.Calibrate(corner16_px=corner) if self._worker is not None:
                self._worker.recalibrate(corner)
            case commands.ShowPieces(step=step):
                if self._enrolling.carry_out(step, None if self._playing_demo else self._worker):
                    self._wait_for_set_up()
            case commands.ShowDemo() if self._sources.demo:
                self._change_over(demo=True)
            case commands.LeaveDemo() if self._playing_demo:
                self._change_over(demo=False)
            case commands.Looking() if self._store is not None:
                game = self._looker.carry_out(command, self._store, self._game, self._preferences)
                if game is not None:
                    self._go_on_with(game)
            case commands.Dismiss() if self._store is not None:
                self._store.dismiss()
            case commands.Prefer():
                self._preferences = Preferences(**asdict(command))
                self._home.keep(self._preferences)
                self._fresh = False
            case commands.Quit(off=off):
                self._going_off = self._going_off or off
                self._stop.set()

    def _play(self, move: Move) -> None:
        step = self._game.play(move)
        self._undone.over()
        if isinstance(step, Step):
            self._tell(self._now, step.events)
            self._opened = True
        else:
            self._refused = (step, move)

    def _say_nomad(self, number: int) -> None:
        """Books hold the card as turned up; without them the log just notes it."""
        if isinstance(at_hand(self._game.state), TurnNomad):
            self._play(Reveal(nomad(number)))
        else:
            self._game.mark(nomad(number))

    def _play_again(self, number: int, stored: int | None) -> None:
        earlier = self._game if stored is None or self._store is None else self._store.game(stored)
        if earlier is None:
            return
        game = earlier.from_round(number)
        if self._store:
            self._store.adopt(game)
        self._go_on_with(game)

    def _go_on_with(self, game: Game) -> None:
        """Another game than the one on the table, which is first laid out as it says."""
        self._sit_down(game, Tracker(_MATCHED, laid_out=True), follows_edition=False)

    def _note_outcome(self) -> None:
        """The log says how a game with challenges or against Andy has ended, as long as it has."""
        deal = self._game.deal
        if deal is not None:
            outcome = outcome_of(self._game.state, deal)
            if outcome != deal.outcome:
                self._game.deal_out(replace(deal, outcome=outcome))
                self._played = self._store.played() if self._store else ()

    def _settle(self, where: Any) -> None:
        """What was asked about this place, or seen there otherwise, is answered."""
        self._tracker.confirm(where, self._game.state)
        self._questions.settle(where)

    def _answer(self, question: Question, choice: int) -> None:
        if question.code is QuestionCode.ONLY_TWO_TARGIS:
            if choice == 0:
                self._play(PassOn())
            self._questions.wave_off(question)
        elif question.code is QuestionCode.TAKE_OVER_TABLE:
            self._take_over(wanted=choice == 0)
        elif question.place is not None and 0 <= choice < len(question.choices):
            for move in answered(self._game.state, question.place, question.choices[choice]):
                self._play(move)
            self._settle(question.place)

    def _take_over(self, wanted: bool) -> None:
        """A person says which is right where table and game differ: the table, or the game."""
        table, before = self._tracker.table(self._game.state), self._game.state.standing
        if table is None:
            return
        if wanted:
            for move in taken_over(self._game.state, table):
                self._play(move)
        for where in {where for _, where in table.pieces ^ before.pieces}:
            self._settle(where)

    @property
    def _playing_demo(self) -> bool:
        return self._seeing is not None and self._seeing.demo

    def _change_over(self, demo: bool) -> None:
        """From the camera and its game to the recorded table, or back."""
        self._open_game(demo)
        self._look_at(demo)

    # --- the view ---

    def _drawn(self) -> View:
        state, seeing = self._game.state, self._seeing
        table = self._tracker.table(state) if seeing else None
        questions = self._questions.asked
        if table is not None and table != state.standing:
            questions += (Question(QuestionCode.TAKE_OVER_TABLE),)
        sight = seeing.sight(table, questions) if seeing else None
        problems = self._problems()
        if seeing is None:
            problems += (Problem(ProblemCode.NO_CAMERA),)
        guidance = guide(state, sight, problems)
        asked = self._questions.wanted(guidance.questions)
        return View(
            **of_game(self._game),
            **of_source(seeing, self._tracker.in_game),
            enrolment=self._enrolling.now,
            pieces_known=self._kept.pieces_known,
            shown=self._shown,
            seed=self._seed,
            played=self._played,
            today=self._today() if self._today else None,
            guidance=replace(guidance, questions=asked, forbidden=(*guidance.forbidden, *andy_elsewhere(self._game))),
            refused=self._refused[0] if self._refused else None,
            shelf=self._looker.view,
            devices=self._devices,
            first_run=self._fresh,
            put_back=self._undone.put_back(state, seeing.sighting if seeing else None),
            **asdict(self._preferences),
            closing=self._stop.is_set(),
            going_off=self._going_off,
        )
