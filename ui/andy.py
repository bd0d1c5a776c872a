"""Andy's move beside the board: his card drawn, each card he goes on from with the reason, his place; his markers; what
leaves with him (clauses SOLO-2 to SOLO-8)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.graphics import Color, Line, Rectangle, SmoothRoundedRectangle
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.utils import get_color_from_hex

from companion.andys_turn import AndysTurn, Passed, Why, leaving
from companion.commands import Command, PlayAll, SayNomad, Undo
from companion.deal import andy_of
from companion.language import solo
from companion.rules.agenda import at_hand
from companion.rules.board import ROBBER, TARGI_OF, Place, PlaceKind
from companion.rules.moves import Move, PlaceMarker
from companion.rules.state import Phase
from companion.rules.tasks import AndyPlaces, TurnNomad
from companion.view import View
from ui.choosing import asks
from ui.drawing import Drawn
from ui.shapes import CARD_SYMBOLS, draw
from ui.speech import speech
from ui.theme import FINGER, theme
from ui.tokens import Deal, Token, written

Do = Callable[[Command], None]


class Nomad(Drawn):
    """A border card drawn small: its number, and its symbol where it is large enough. ``marked``: Andy's place."""

    number = NumericProperty(0)
    symbol = StringProperty("")
    marked = BooleanProperty(False)

    drawn_from = ("number", "symbol", "marked")

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        side = min(self.width, self.height)
        if side < 6:
            return
        palette, wide = theme.palette, min(self.width, side * 1.45)
        x, y = self.center_x - wide / 2, self.center_y - side / 2
        with self.canvas:
            Color(*get_color_from_hex(palette.card))
            SmoothRoundedRectangle(pos=(x, y), size=(wide, side), radius=[side * 0.14])
            Color(*get_color_from_hex(palette.right if self.marked else palette.line))
            Line(rounded_rectangle=(x, y, wide, side, side * 0.14), width=2 * theme.u if self.marked else 1)
            ink = palette.card_ink
            large = bool(self.symbol) and side > 34 * theme.u
            size = side * (0.44 if large else 0.7)
            if self.number:
                text = written(str(self.number), size)
                Color(*get_color_from_hex(ink))
                left = x + side * 0.1 if large else self.center_x - text.width / 2
                bottom = y + side - text.height if large else self.center_y - text.height / 2
                Rectangle(texture=text, pos=(round(left), round(bottom)), size=text.size)
            if self.symbol and (large or not self.number):
                mark = side * (0.56 if large else 0.8)
                left = x + wide - mark - side * 0.1 if large else self.center_x - mark / 2
                draw(self.symbol, left, y + side * (0.08 if large else 0.1), mark, ink)


class Step(BoxLayout):  # type: ignore[misc]
    """One card on Andy's way: drawn, who or what is in his way, and the reason in words."""

    number = NumericProperty(0)
    symbol = StringProperty("")
    marked = BooleanProperty(False)
    piece = ObjectProperty(None, allownone=True)
    sign = StringProperty("")
    text = StringProperty("")


class Andy(BoxLayout):  # type: ignore[misc]
    """The panel."""

    def show(self, view: View, do: Do, go: Callable[[str], None]) -> None:
        """Shows what is to be done for Andy now."""
        words, state, ids = speech.words, view.state, self.ids
        andy = andy_of(state.settings.solo)
        assert andy is not None
        ids.sign.piece, ids.name.text = TARGI_OF[andy], words.name(andy)
        ids.steps.clear_widgets()
        ids.grid.clear_widgets()
        ids.card.number, ids.card.symbol, ids.card.opacity, ids.left.text = 0, "", 0, ""
        moves: tuple[Move, ...] = ()
        left = leaving(state)
        if left is not None:
            moves = self._leaves(left.moves, solo.leaves(words, left), left.cards, left.dunes)
        elif state.phase is Phase.MARKING:
            owed = state.owed_markers(andy)
            moves = tuple(PlaceMarker(andy, where) for where in owed)
            self._step(Step(sign="places", text=words.say("andy.crossings", places=owed)))
            ids.done.code = "ask.markers_lie"
        elif view.andy is not None:
            moves = self._turn(view.andy, view, do)
        ids.done.disabled, ids.done.opacity = not moves, float(bool(moves))
        ids.done.act = lambda: do(PlayAll(view.revision, moves))
        ids.undo.disabled = not view.undo
        ids.undo.act = lambda: do(Undo(view.revision))
        ids.menu.act = lambda: go("menu")

    def _turn(self, turn: AndysTurn, view: View, do: Do) -> tuple[Move, ...]:
        ids, words = self.ids, speech.words
        ids.left.text = solo.stack(words, turn)
        if turn.number is None:
            self._ask(turn, view, do)
            return ()
        ids.card.number, ids.card.symbol, ids.card.opacity = turn.number, CARD_SYMBOLS[turn.number], 1
        for passed in turn.passed:
            self._step(_passed(passed))
        goal = turn.where
        text = solo.goes(words, turn)
        step = Step(text=f"{text[:1].upper()}{text[1:]}.", marked=True)
        if goal is None:
            step.piece = TARGI_OF[turn.starts] if turn.starts else None
        elif goal.kind is PlaceKind.DUNE:
            step.symbol = "dune"
        else:
            step.number = goal.number
        self._step(step)
        ids.done.code = "button.andy_starts" if turn.starts else "button.andy_stands"
        return (turn.move,) if turn.move else ()

    def _ask(self, turn: AndysTurn, view: View, do: Do) -> None:
        """Which card of the real stack came."""
        self.ids.name.text = speech.words.say("ask.nomad")
        for number in turn.numbers:
            button = Deal(items=(Token(str(number), CARD_SYMBOLS[number]),), size_hint_y=None, height=FINGER * theme.u)
            button.act = lambda number=number: do(SayNomad(view.revision, number))
            self.ids.grid.add_widget(button)

    def _leaves(
        self, moves: tuple[Move, ...], said: tuple[str, ...], cards: tuple[Place, ...], dunes: tuple[Place, ...]
    ) -> tuple[Move, ...]:
        signs = [*(["back"] if cards else []), *(["dune"] if dunes else [])] or ["check"]
        self.ids.name.text = speech.words.say("andy.done")
        for sign, text in zip(signs, said, strict=True):
            self._step(Step(sign=sign, text=text))
        self.ids.done.code = "button.andy_cleared"
        return moves

    def _step(self, step: Step) -> None:
        self.ids.steps.add_widget(step)


def wanted(view: View, names_later: bool) -> bool:
    """Whether something is to be done for Andy now; cards to be named come first, unless people do that later."""
    state = view.state
    andy = andy_of(state.settings.solo)
    if andy is None:
        return False
    task = at_hand(state)
    if asks(view, names_later) and not isinstance(task, TurnNomad | AndyPlaces):
        return False
    marking = state.phase is Phase.MARKING and state.turn is andy
    return view.andy is not None or marking or leaving(state) is not None


def _passed(passed: Passed) -> Step:
    """A card he goes on from, with what is in his way."""
    step = Step(number=passed.where.number, text=solo.why(speech.words, passed))
    if passed.why is Why.CORNER:
        step.sign = "raid"
    elif passed.why in (Why.ROBBER, Why.TO_DUNE):
        step.piece = ROBBER
    elif passed.colour is not None:
        step.piece = TARGI_OF[passed.colour]
    return step


def move_for(view: View, meant: Move) -> Command | None:
    """A Targi of Andy's put by touch: the box follows, wherever it is put."""
    if view.andy is None or getattr(meant, "colour", None) is not view.andy.colour:
        return None
    return PlayAll(view.revision, (meant,))


Builder.load_file(str(Path(__file__).with_name("andy.kv")))
