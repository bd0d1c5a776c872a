"""What stands on an e-ink page: made from the view and from where people are with the buttons, in the words of the
language. Public things only: no hand card and no kept dune ever comes here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from companion.andys_turn import leaving
from companion.asking import About, Asked, Choice, Say, asked
from companion.challenging import progress
from companion.guide import AdviceCode, Forbidden, Note, ProblemCode, Question
from companion.language import Words, sentences, solo
from companion.language.scored import verdict
from companion.pressing import Hand, Key, PageKind
from companion.rules.board import ROBBER, TARGIA, Colour, Place, Standing
from companion.rules.rounds import robber_of, targia_of
from companion.rules.scoring import Line, Result, What
from companion.rules.state import Phase, Refusal
from companion.shelf import result_of
from companion.view import View

if TYPE_CHECKING:
    from companion.keepsake import Keepsake


@dataclass(frozen=True, slots=True)
class Plan:
    """The board as it is drawn. ``crossings``: lit for each player. ``pointed``: what is asked about. ``way``: the
    cards that Andy goes over, his place last."""

    standing: Standing = field(default_factory=Standing)
    dunes: tuple[Place, ...] = ()
    crossings: tuple[tuple[Colour, tuple[Place, ...]], ...] = ()
    wrong: tuple[Place, ...] = ()
    pointed: Place | None = None
    way: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page: what is written where. ``left`` and ``right``: the header. ``texts``: the most urgent first.
    ``warning``: what is wrong. ``answer``: the choice pointed at, ``count``: which of how many. ``keys``: what the
    four buttons are called now, in their order; "" = nothing. ``rows``: of a table. ``plan``: the board, drawn where
    there is room. ``keepsake``: the whole game, drawn in place of the board where there is room for that."""

    kind: PageKind
    left: str
    right: str
    title: str
    texts: tuple[str, ...] = ()
    warning: str = ""
    answer: str = ""
    count: str = ""
    keys: tuple[str, ...] = ("", "", "", "")
    rows: tuple[tuple[str, str], ...] = ()
    plan: Plan | None = None
    keepsake: Keepsake | None = None


def sheet(view: View, hand: Hand, words: Words, slow: bool = False) -> Sheet:
    """The page to show now. ``slow``: on a panel that takes long, so only what stays true for a round."""
    hand = hand.seeing(view)
    now = asked(view, hand.read)
    kind = _kind(view, hand, now, slow)
    made = _MAKERS[kind](view, words)
    if slow or kind is PageKind.OFF:
        return made
    if now is None or hand.page is not PageKind.NOW:
        return _with_keys(made, view, words, None, 0)
    number = hand.pointed % len(now.choices)
    return _with_keys(_asking(made, words, now, number), view, words, now, number)


def _kind(view: View, hand: Hand, now: Asked | None, slow: bool) -> PageKind:
    if view.going_off:
        return PageKind.OFF
    if hand.page is not PageKind.NOW and not slow:
        return hand.page
    state, guidance = view.state, view.guidance
    if state.phase is Phase.OVER:
        return PageKind.SCORE
    if now is not None and isinstance(now.about, Question | Forbidden | Refusal) and not slow:
        return PageKind.NOW
    if state.round == 1 and state.phase is Phase.PLACING and not any(map(state.targis_of, Colour)):
        places = view.andy is not None and view.andy.where is not None and not slow
        return PageKind.ANDY if places else PageKind.SET_UP
    if any(note.raid for note in guidance.advice if note.code in (AdviceCode.PAY_RAID, AdviceCode.MOVE_ROBBER)):
        return PageKind.RAID
    if _andys(view) and not slow:
        return PageKind.ANDY
    return PageKind.ROUND if slow else PageKind.NOW


# --- the pages ---


def _header(view: View, words: Words) -> tuple[str, str]:
    guidance = view.guidance
    if guidance.phase is Phase.OVER:
        return words.say("header.over"), ""
    raid = guidance.rounds_to_raid
    right = words.say("header.raid", count=raid) if raid is not None else ""
    return words.say("header.round", round=guidance.round), right


def _plan(view: View, pointed: Place | None = None) -> Plan:
    wrong = tuple(thing.place for thing in view.guidance.forbidden)
    way = view.andy.way if view.andy else ()
    return Plan(view.state.standing, view.state.dunes, view.guidance.crossings, wrong, pointed, way)


def _turn(view: View, words: Words) -> str:
    turn = view.guidance.turn
    return words.name(turn) if turn else words.say(f"turn.{view.guidance.phase}")


def _now(view: View, words: Words) -> Sheet:
    texts = tuple(sentences.advice(words, note) for note in view.guidance.advice)
    return Sheet(
        PageKind.NOW, *_header(view, words), _turn(view, words), texts, _warning(view, words), plan=_plan(view)
    )


def _andys(view: View) -> bool:
    """Whether something is to be done for Andy of which the box knows what."""
    return bool(view.andy and view.andy.move) or leaving(view.state) is not None


def _andy(view: View, words: Words) -> Sheet:
    """His card, his way and his place; or what is taken away when he is done."""
    left = leaving(view.state)
    if view.andy is None or left is not None:
        title, texts = words.say("andy.done"), solo.leaves(words, left) if left else ()
    else:
        title, texts = words.say("andy.card", number=view.andy.number), (solo.way(words, view.andy),)
        texts = (*texts, solo.stack(words, view.andy))
    where = view.andy.where if view.andy else None
    return Sheet(PageKind.ANDY, *_header(view, words), title, texts, _warning(view, words), plan=_plan(view, where))


def _challenges(view: View, words: Words) -> Sheet:
    """Each challenge and how it stands; on a page of its own, so public as the cards beside the table are."""
    deal = view.deal
    found = progress(view.state, deal.challenges, view.state.settings.solo or Colour.BLUE) if deal else ()
    two = view.state.settings.solo is None
    rows = tuple(
        (solo.short(words, one.task), "" if two else f"{solo.count(one)} {solo.status(words, one)}".strip())
        for one in found
    )
    title = words.say("challenges.title")
    texts = (solo.origin(words, deal),) if deal else ()
    return Sheet(PageKind.CHALLENGES, *_header(view, words), title, texts, rows=rows)


def _warning(view: View, words: Words) -> str:
    troubles = [one for one in view.guidance.problems if one.code is not ProblemCode.NO_CAMERA]
    return sentences.problem(words, troubles[0]) if troubles else ""


def _board(view: View, words: Words) -> Sheet:
    texts = tuple(
        words.say("page.crossings", colour=colour, places=places)
        for colour, places in view.guidance.crossings
        if places
    )
    made = Sheet(PageKind.BOARD, *_header(view, words), _turn(view, words), texts, plan=_plan(view))
    result = result_of(view.state, view.deal) if view.state.phase is Phase.OVER else None
    if result is None:
        return made
    from companion.keepsake import keepsake  # which draws boards as pages do

    return replace(made, keepsake=keepsake(view.state, result, True, words))


def _round(view: View, words: Words) -> Sheet:
    state, guidance = view.state, view.guidance
    starts = guidance.start_player
    texts = [words.say("header.starts", colour=starts) if starts else words.say("header.starts.nobody")]
    robber = robber_of(state.round)
    texts.append(words.say("page.robber", place=robber))
    if guidance.next_raid is not None:
        cost = sentences.cost(words, guidance.next_raid)
        texts.append(words.say("page.next_raid", place=guidance.next_raid, cost=cost))
    texts += [sentences.advice(words, note) for note in guidance.advice if note.code is AdviceCode.LAST_ROUND]
    pieces = {(ROBBER, robber)} | ({(TARGIA, targia_of(robber))} if state.settings.targia else set())
    plan = Plan(Standing(frozenset(pieces)))  # what stays as it is for the round
    return Sheet(PageKind.ROUND, *_header(view, words), words.say("page.round"), tuple(texts), plan=plan)


def _set_up(view: View, words: Words) -> Sheet:
    """Clauses SET-1 to SET-5, XSET-1, XSET-3, XSET-4."""
    settings = view.state.settings
    figures = "page.set_up.figures" + ("_targia" if settings.targia else "")
    keys = (f"page.set_up.cards_{settings.edition}", f"page.set_up.stock_{settings.edition}", figures)
    texts = (sentences.advice(words, view.guidance.advice[0]), *map(words.say, keys))
    left = words.say(f"edition.{settings.edition}")
    return Sheet(PageKind.SET_UP, left, "", words.say("page.set_up"), texts, _warning(view, words), plan=_plan(view))


def _raid(view: View, words: Words) -> Sheet:
    notes = [note for note in view.guidance.advice if note.raid is not None]
    texts = tuple(sentences.advice(words, note) for note in view.guidance.advice)
    title = words.say("page.raid", place=notes[0].raid)
    return Sheet(PageKind.RAID, *_header(view, words), title, texts, _warning(view, words), plan=_plan(view))


def _score(view: View, words: Words) -> Sheet:
    left, right = _header(view, words)
    texts = tuple(sentences.advice(words, note) for note in view.guidance.advice)
    result = result_of(view.state, view.deal)
    if result is None:
        return Sheet(PageKind.SCORE, left, right, words.say("turn.over"), texts, plan=_plan(view))
    won = verdict(words, result, over=True)
    return Sheet(PageKind.SCORE, left, right, won, texts[:1], rows=tuple(_rows(result, words)))


def _off(view: View, words: Words) -> Sheet:
    """Stays on the panel without power until the next start, so it tells nothing of the game."""
    return Sheet(PageKind.OFF, words.say("off.title"), "", "", tuple(map(words.say, ("off.plug", "off.kept"))))


def _rows(result: Result, words: Words) -> Iterator[tuple[str, str]]:
    for tally in result.tallies:
        yield words.name(tally.colour), str(tally.total)
        for line in tally.lines:
            yield "  " + _line(line, words), str(line.vp)


def _line(line: Line, words: Words) -> str:
    what = f"{line.what}_{line.category}" if line.what is What.CHALLENGE else line.what
    return words.say(f"score.{what}", row=line.row, card=line.card, symbol="").strip()


_MAKERS = {
    PageKind.NOW: _now,
    PageKind.BOARD: _board,
    PageKind.ROUND: _round,
    PageKind.SET_UP: _set_up,
    PageKind.RAID: _raid,
    PageKind.SCORE: _score,
    PageKind.ANDY: _andy,
    PageKind.CHALLENGES: _challenges,
    PageKind.OFF: _off,
}


# --- what is asked, and the buttons ---


def _asking(made: Sheet, words: Words, now: Asked, number: int) -> Sheet:
    choice = now.choices[number]
    about = _about(words, now.about)
    details = tuple(sentences.problem(words, problem) for problem in now.details)
    urgent = isinstance(now.about, Question | Forbidden | Refusal)
    texts = (about, *details) if urgent else made.texts
    if isinstance(now.about, Say) and made.kind is not PageKind.ANDY:
        texts = (*texts, about) if made.kind is PageKind.SCORE else (about, *texts[1:])
    plan = made.plan
    place = _place(now.about, choice)
    if plan is not None and place is not None:
        plan = replace(plan, pointed=place)
    answer, count = "", ""
    if not now.plain and not (now.quiet and number == 0):
        answer = _name(words, choice)
        count = f"{number + 1}/{len(now.choices)}" if len(now.choices) > 1 else ""
    return replace(made, texts=texts, warning="" if urgent else made.warning, answer=answer, count=count, plan=plan)


def _place(about: About, choice: Choice) -> Place | None:
    if isinstance(choice.name, Say):
        named = dict(choice.name.values).get("place")
        if isinstance(named, Place):
            return named
    if isinstance(about, Question | Forbidden):
        return about.place
    return about.where if isinstance(about, Refusal) else None


def _about(words: Words, about: About) -> str:
    if isinstance(about, Question):
        return sentences.question(words, about)
    if isinstance(about, Forbidden | Refusal):
        return sentences.forbidden(words, about)
    if isinstance(about, Note):
        return sentences.advice(words, about)
    return words.say(about.code, **dict(about.values))


def _name(words: Words, choice: Choice) -> str:
    if choice.name is None:
        return words.say("correct.empty")
    name = words.say(choice.name.code, **dict(choice.name.values)) if isinstance(choice.name, Say) else ""
    name = name or words.name(choice.name)
    return name[:1].upper() + name[1:]


def _with_keys(made: Sheet, view: View, words: Words, now: Asked | None, number: int) -> Sheet:
    yes = no = ""
    if now is not None:
        yes = _name(words, now.choices[0]) if now.plain else words.say("button.yes")
        yes = "" if now.quiet and number == 0 else yes
        no = _name(words, now.choices[1]) if now.plain else words.say("key.next") if len(now.choices) > 1 else ""
    names = {
        Key.YES: yes,
        Key.NO: no,
        Key.UNDO: words.say("button.undo") if view.undo else "",
        Key.PAGES: words.say("key.pages"),
    }
    return replace(made, keys=tuple(names[key] for key in Key))
