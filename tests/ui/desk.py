"""A desk without table and camera: the real game and guide, and every command remembered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field

from companion.bookkeeping import first_moves, put_off
from companion.commands import AllowThis, Answer, Command, NewGame, PassOn, Play, Prefer, Quit, Redo, Undo
from companion.commands import Correct as CorrectPlace
from companion.game import Game
from companion.guide import Sight, guide
from companion.rules.engine import Step, refusal
from companion.rules.moves import Allow, Correct, PieceMove, parse
from companion.rules.moves import PassOn as PassOnMove
from companion.rules.state import Refusal, Settings
from companion.view import Aim, Frame, Source, View

BEGUN = ("place-targi blue 7", "place-targi white 2")
"""The first two moves of a game."""


@dataclass(slots=True)
class GameDesk:
    """Plays commands on a game. ``sight`` and ``source`` stand for a camera; ``said`` are the commands, in order."""

    game: Game
    source: Source = Source.CAMERA
    sight: Sight | None = None
    aim: Aim | None = None
    picture: Frame | None = None
    said: list[Command] = field(default_factory=list)
    refused: Refusal | None = None
    closing: bool = False
    preferred: Prefer | None = None
    shown: int = 0
    extra: dict[str, object] = field(default_factory=dict)

    @classmethod
    def after(cls, *lines: str, settings: Settings | None = None, **more: object) -> GameDesk:
        """A desk whose game has played these moves."""
        game = Game.new(settings or Settings())
        for line in lines:
            assert isinstance(game.play(parse(line)), Step), line
        return cls(game, **more)  # type: ignore[arg-type]

    def view(self) -> View:
        return View(
            revision=self.game.revision,
            shown=self.shown,
            state=self.game.state,
            guidance=guide(self.game.state, self.sight),
            agreed=self.game.agreed,
            source=self.source,
            aim=self.aim,
            refused=self.refused,
            undo=self.game.can_undo,
            history=self.game.history(),
            left=self.game.left,
            undo_crosses=self.game.undo_crosses,
            redo=self.game.can_redo,
            closing=self.closing,
            **(asdict(self.preferred) if self.preferred else {}),
            **self.extra,  # type: ignore[arg-type]
        )

    def frame(self) -> Frame | None:
        return self.picture

    def do(self, command: Command) -> None:
        self.said.append(command)
        self.shown += 1
        revision = getattr(command, "revision", self.game.revision)
        if revision != self.game.revision:
            return
        match command:
            case Quit():
                self.closing = True
            case Prefer():
                self.preferred = command
            case NewGame():
                self.game = Game.new(command.settings)
                self.game.agree(command.agreed)
                for move in first_moves(command.settings, command.agreed):
                    self.game.play(move)
            case _:
                self._play(command)

    def _play(self, command: Command) -> None:
        acts: dict[type, Callable[[], object]] = {
            Undo: self.game.undo,
            Redo: self.game.redo,
            PassOn: lambda: self.game.play(PassOnMove()),
        }
        result: object = None
        match command:
            case Undo() | Redo() | PassOn():
                result = acts[type(command)]()
            case Play():
                state = put_off(self.game.state) if isinstance(command.move, PieceMove) else self.game.state
                result = refusal(state, command.move) or self.game.play(command.move)
            case AllowThis():
                result = self.game.play(Allow(command.colour, command.reason, command.scope))
            case CorrectPlace():
                there = frozenset(self.game.state.standing.at(command.where))
                for piece in there - command.pieces:
                    result = self.game.play(Correct(piece, command.where, None))
                for piece in command.pieces - there:
                    result = self.game.play(Correct(piece, None, command.where))
            case Answer():
                self.sight = None
        self.refused = result if isinstance(result, Refusal) else None
