"""From the desk's view to what the board shows, and from a touch on a place to what may be meant by it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.commands import Command, Correct, Play
from companion.guide import ProblemCode, QuestionCode
from companion.rules.board import CENTRE, PIECES, TARGIA, CardKind, Colour, Piece, PieceKind, Place, PlaceKind
from companion.rules.moves import Move, MoveRobber, MoveTargia, PlaceMarker, PlaceTargi, ReturnMarker, ReturnTargi
from companion.rules.rounds import raid_due, targia_of, walk_after
from companion.rules.state import Edition, Phase, Reason, State
from companion.rules.tasks import TurnCentre
from companion.view import Source, View
from ui.faces import Picture
from ui.tokens import Token, of_card


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to "what stands here?": the pieces that would stand there then, and the command that says so."""

    pieces: frozenset[Piece]
    command: Command


def picture(view: View, legal: bool = False, chosen: Place | None = None) -> Picture:
    """What the board shows; ``legal``: with the open places marked, ``chosen``: the place being corrected."""
    guidance, sighting = view.guidance, view.sighting
    wrong = {item.place for item in guidance.forbidden}
    asked = {question.place for question in guidance.questions}
    if any(question.code is QuestionCode.TAKE_OVER_TABLE for question in guidance.questions):
        asked |= {problem.place for problem in guidance.problems if problem.code is ProblemCode.TABLE_DIFFERS}
    if view.refused is not None and view.refused.where is not None:
        wrong.add(view.refused.where)
    return Picture(
        standing=view.state.standing,
        centre=dict(_central(view)),
        named=dict(_named(view)),
        dunes=view.state.dunes,
        crossings=dict(guidance.crossings),
        legal=frozenset(guidance.legal) if legal else frozenset(),
        wrong=frozenset(wrong),
        covered=sighting.covered if sighting is not None else frozenset(),
        doubts=frozenset(where for where in asked if where is not None),
        chosen=chosen,
        way=_way(view),
    )


def _way(view: View) -> tuple[Place, ...]:
    """Andy's way from his card to his place, or from where his Targi stands to where it belongs."""
    if view.andy is not None:
        return view.andy.way
    astray = (item for item in view.guidance.forbidden if item.reason is Reason.MISPLACED and item.by is not None)
    return next(((item.place, item.by) for item in astray if item.by is not None), ())


def _central(view: View) -> Mapping[Place, CardKind]:
    """What lies in the middle: what the camera sees, or where books are kept what they say."""
    books = view.state.books
    if books is None:
        return view.centre
    turning = {task.where for task in books.agenda if isinstance(task, TurnCentre)}
    found = {}
    for where, spot in zip(CENTRE, books.centre, strict=True):
        down = spot is not None and not spot.up and where not in turning
        found[where] = CardKind(f"back-{spot.pile}" if down else str(spot.pile)) if spot else CardKind.EMPTY
    return found


def _named(view: View) -> Iterator[tuple[Place, tuple[Token, ...]]]:
    """What the books know of the central cards; without books what the camera reads on them, by the owner's deck."""
    books = view.state.books
    if books is None and view.sighting is not None:
        for where, seen in (view.sighting.cards or {}).items():
            card = view.cards.tribe_card(seen.name) if seen is not None else None
            if card is not None and card.symbol is not None:
                yield where, (Token(symbol=str(card.symbol)), Token("?" if card.vp is None else str(card.vp), "vp"))
    for where, spot in zip(CENTRE, books.centre if books else (), strict=False):
        if books and spot and spot.card and spot.up:
            tokens = of_card(books, spot.card, cost=False)
            yield where, tuple(Token(symbol=token.symbol) if token.framed else token for token in tokens)


def by_touch(view: View) -> bool:
    """Whether the game is played on the screen, no camera looking."""
    return view.source in (Source.NONE, Source.LOST)


def move_meant(view: View, where: Place) -> Move | None:
    """The move a touch on a place means when there is no camera; None when it means none."""
    state, turn = view.state, view.guidance.turn
    if state.phase is Phase.ROBBER:
        return _walk_meant(state, where)
    if turn is None:
        return None
    targi, marker = Piece(PieceKind.TARGI, turn), Piece(PieceKind.MARKER, turn)
    there = state.standing.at(where)
    if state.phase is Phase.PLACING and where.kind is not PlaceKind.CENTRE and targi not in there:
        return PlaceTargi(turn, where)
    if state.phase is Phase.MARKING and where.kind is PlaceKind.CENTRE and marker not in there:
        return PlaceMarker(turn, where)
    if state.phase is Phase.ACTING and targi in there:
        return ReturnTargi(turn, where)
    if state.phase is Phase.ACTING and marker in there:
        return ReturnMarker(turn, where)
    return None


def _walk_meant(state: State, where: Place) -> Move | None:
    """A step of the Robber's or the Targia's: to where the next round wants them, or first onto the corner of a raid
    that is still to come, where she stands across from him (clauses RND-3, XTGA-1)."""
    walk = walk_after(state.round)
    goal = walk[-1]
    if state.robber != goal and where in (walk if raid_due(state) else (goal,)):
        return MoveRobber(where)
    if not state.settings.targia or state.targia in (where, targia_of(goal)):
        return None
    return MoveTargia(where) if where in [targia_of(step) for step in walk if step in (state.robber, goal)] else None


def choices(view: View, where: Place, beside: bool = False) -> tuple[Choice, ...]:
    """What may stand on a place, the likely first: what the camera doubts, nothing, the others. ``beside``: a piece
    comes
    to those that stand there; else it takes their place, save the Targia's, who shares every card (clause XTGA-2)."""
    there = frozenset(view.state.standing.at(where))
    doubted = [doubt.says for doubt in view.sighting.doubts if doubt.where == where] if view.sighting else []
    asked = [piece for question in view.guidance.questions if question.place == where for piece in question.choices]
    turn = view.guidance.turn
    likely = [Piece(PieceKind.MARKER if where.kind is PlaceKind.CENTRE else PieceKind.TARGI, turn)] if turn else []
    found: dict[frozenset[Piece], Choice] = {}
    for piece in (*asked, *doubted, None, *likely, *PIECES):
        if not _fits(view, piece, where):
            continue
        kept = there if beside else there & {TARGIA}
        pieces = kept | {piece} if piece is not None else frozenset()
        if pieces not in found and (pieces != there or not there):
            found[pieces] = Choice(pieces, _say(view, where, piece, pieces, there))
    return tuple(found.values())


def _say(view: View, where: Place, piece: Piece | None, pieces: frozenset[Piece], there: frozenset[Piece]) -> Command:
    """A first Targi put by touch starts the game; everything else is a correction."""
    first = by_touch(view) and view.state.phase is Phase.PLACING and view.guidance.turn is None
    if first and piece is not None and piece.kind is PieceKind.TARGI and isinstance(piece.colour, Colour) and not there:
        return Play(view.revision, PlaceTargi(piece.colour, where))
    return Correct(view.revision, where, pieces)


def _fits(view: View, piece: Piece | None, where: Place) -> bool:
    """Whether that piece may be meant there at all: markers lie in the central area, the Robber walks the border."""
    if piece is None:
        return True
    if piece == TARGIA and view.state.settings.edition is Edition.BASE:
        return False
    if where.kind is PlaceKind.CENTRE:
        return piece.kind is PieceKind.MARKER
    if where.kind is PlaceKind.DUNE:
        return piece.kind is PieceKind.TARGI
    return piece.kind is not PieceKind.MARKER
