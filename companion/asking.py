"""What four buttons can answer now: a question with its choices, made from the view.

With a camera the table itself says what happens, and only questions, objections and the end of a turn are left to the
buttons. Without one everything is: who starts, where figures stand, that they are back. Codes, not sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.andys_turn import AndysTurn
from companion.commands import AllowThis, Answer, Command, NewGame, PassOn, Play, PlayAll, Undo
from companion.guide import Forbidden, Note, Problem, ProblemCode, Question, QuestionCode
from companion.language import Code
from companion.rules.andy import NOMADS, andys_place
from companion.rules.board import BORDER, Colour, Piece, Place
from companion.rules.engine import refusal
from companion.rules.moves import Move, PlaceMarker, PlaceTargi, ReturnMarker, ReturnTargi, SetStartPlayer
from companion.rules.placement import legal_places
from companion.rules.state import Phase, Reason, Refusal, Scope, State
from companion.view import Source, View


@dataclass(frozen=True, slots=True)
class Say:
    """A text of the catalogue with its parameters."""

    code: Code
    values: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: what it is called (a piece; None: nothing stands there) and the command it gives. No command: it has
    been read and is not asked again until the game has changed."""

    name: Say | Piece | None
    command: Command | None


About = Question | Forbidden | Refusal | Note | Say


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked. ``plain``: the first choice is "yes" and the second "no"; else "yes" takes the choice pointed at
    and "no" goes on to the next. ``quiet``: the first choice is to leave it to the camera, and is not shown."""

    about: About
    choices: tuple[Choice, ...]
    plain: bool = False
    quiet: bool = False
    details: tuple[Problem, ...] = ()


def asked(view: View, read: frozenset[About] = frozenset()) -> Asked | None:
    """What is asked now, the most urgent first; ``read``: what has been put aside. None: nothing is."""
    return next((one for one in _all(view) if one.about not in read), None)


def by_hand(view: View) -> bool:
    """Whether no camera looks, so that people say where figures stand."""
    return view.source in (Source.NONE, Source.LOST)


def _all(view: View) -> Iterator[Asked]:
    for question in view.guidance.questions:
        yield _question(view, question)
    if view.refused is not None:
        yield _objection(view, view.refused)
    for thing in view.guidance.forbidden:
        yield _objection(view, thing)
    if view.state.phase is Phase.OVER:
        settings = replace(view.state.settings, start=None)
        agreed, deal = replace(view.agreed, first_game=False), view.deal and view.deal.again(view.seed)
        yield Asked(Say("ask.again"), _yes_no(NewGame(view.revision, settings, agreed, deal), None), plain=True)
    elif by_hand(view):
        yield from _BY_HAND[view.state.phase](view)
    elif view.state.phase in (Phase.ACTING, Phase.ROBBER):
        yield from _passing_on(view)
    else:
        for one in _BY_HAND[view.state.phase](view):
            watching = Choice(Say("ask.watching"), None)
            yield replace(one, choices=(watching, *one.choices), quiet=True)


def _yes_no(yes: Command | None, no: Command | None) -> tuple[Choice, ...]:
    return Choice(Say("button.yes"), yes), Choice(Say("button.no"), no)


def _question(view: View, question: Question) -> Asked:
    def answer(number: int) -> Answer:
        return Answer(view.revision, question, number)

    if question.choices:
        return Asked(question, tuple(Choice(choice, answer(at)) for at, choice in enumerate(question.choices)))
    if question.code is QuestionCode.TAKE_OVER_TABLE:
        differ = tuple(one for one in view.guidance.problems if one.code is ProblemCode.TABLE_DIFFERS)
        choices = Choice(Say("button.table"), answer(0)), Choice(Say("button.game"), answer(1))
        return Asked(question, choices, details=differ)
    return Asked(question, _yes_no(answer(0), answer(1)), plain=True)


def _objection(view: View, thing: Forbidden | Refusal) -> Asked:
    colour = thing.piece.colour if isinstance(thing, Forbidden) else thing.colour
    choices = [Choice(Say("allow.no"), None)]
    if isinstance(thing, Forbidden) and by_hand(view) and view.undo:
        choices = [Choice(Say("allow.undo"), Undo(view.revision))]
    if thing.reason.allowable and colour is not None:
        for name, scope in (("ask.allow.once", Scope.ONCE), ("ask.allow.game", Scope.GAME)):
            choices.append(Choice(Say(name), AllowThis(view.revision, colour, thing.reason, scope)))
    return Asked(thing, tuple(choices))


# --- without a camera ---


def _play(view: View, *moves: Move) -> Play | PlayAll:
    return Play(view.revision, moves[0]) if len(moves) == 1 else PlayAll(view.revision, moves)


def _placing(view: View) -> Iterator[Asked]:
    state, turn = view.state, view.state.turn
    if view.andy is not None and view.andy.move is not None:
        yield _andys(view.andy, PlayAll(view.revision, (view.andy.move,)))
    elif turn is None:
        starts = tuple(
            Choice(Say("ask.starts", (("colour", colour),)), _play(view, SetStartPlayer(colour))) for colour in Colour
        )
        yield Asked(Say("ask.who_starts"), starts)
    elif state.is_andy(turn):
        yield Asked(Say("ask.nomad"), tuple(_nomads(view, turn)))
    else:
        places = (*legal_places(state, turn), *_against_the_rules(state, turn))
        choices = tuple(
            Choice(Say("ask.on", (("place", where),)), _play(view, PlaceTargi(turn, where))) for where in places
        )
        none = Choice(Say("ask.no_more", (("colour", turn),)), PassOn(view.revision))
        yield Asked(_first(view), (*choices, none))


def _andys(andy: AndysTurn, command: Command) -> Asked:
    """What his card says: who starts, or where his Targi goes."""
    if andy.starts is not None:
        about = Say("andy.starts", (("number", andy.number), ("colour", andy.starts)))
        return Asked(about, (Choice(Say("button.andy_starts"), command),))
    stands = Say("button.andy_stands", (("place", andy.where),))
    return Asked(Say("andy.card", (("number", andy.number),)), (Choice(stands, command),))


def _against_the_rules(state: State, colour: Colour) -> Iterator[Place]:
    """Where a card might let a Targi stand all the same."""
    for where in (*BORDER, *state.dunes):
        no = refusal(state, PlaceTargi(colour, where))
        if no is not None and no.reason.allowable and no.reason is not Reason.RAID_CARD:
            yield where


def _nomads(view: View, andy: Colour) -> Iterator[Choice]:
    for number in view.andy.numbers if view.andy else NOMADS:
        where = andys_place(view.state, number, view.agreed.options)
        values = (("number", number), ("place", where))
        yield Choice(Say("ask.nomad.goes", values), PlayAll(view.revision, (PlaceTargi(andy, where),)))


def _marking(view: View) -> Iterator[Asked]:
    turn = view.state.turn
    if turn is None:
        return
    owed = view.state.owed_markers(turn)
    choices = [Choice(Say("ask.markers_lie"), _play(view, *(PlaceMarker(turn, where) for where in owed)))]
    if len(owed) > 1:
        choices += [Choice(Say("ask.on", (("place", where),)), _play(view, PlaceMarker(turn, where))) for where in owed]
    yield Asked(_first(view), (*choices, Choice(Say("ask.no_more", (("colour", turn),)), PassOn(view.revision))))


def _acting(view: View) -> Iterator[Asked]:
    turn = view.state.turn
    if turn is None:
        return
    back: list[tuple[Place, Move]] = [(where, ReturnTargi(turn, where)) for where in view.state.targis_of(turn)]
    back += [(where, ReturnMarker(turn, where)) for where in view.state.markers_of(turn)]
    choices = [Choice(Say("ask.all_back"), _play(view, *(move for _, move in back)))]
    if len(back) > 1:
        choices += [Choice(Say("ask.back", (("place", where),)), _play(view, move)) for where, move in back]
    yield Asked(_first(view), tuple(choices))


def _passing_on(view: View) -> Iterator[Asked]:
    """With a camera: one answer ends the turn; figures that it does not see go back one by one."""
    if view.state.phase is Phase.ROBBER:
        yield Asked(_first(view), (Choice(Say("ask.walked"), PassOn(view.revision)),))
        return
    done = Choice(Say("ask.done"), PassOn(view.revision))
    for one in _acting(view):
        yield replace(one, choices=(done, *one.choices))


def _first(view: View) -> About:
    """What is asked is what the guide says is to be done."""
    return view.guidance.advice[0]


_BY_HAND = {
    Phase.PLACING: _placing,
    Phase.MARKING: _marking,
    Phase.ACTING: _acting,
    Phase.ROBBER: _passing_on,
}
