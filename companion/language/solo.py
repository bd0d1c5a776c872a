"""Andy's move and the challenges in words: why he goes on, where to, what a challenge asks and how it stands."""

from __future__ import annotations

from companion.andys_turn import AndysTurn, Leaving, Passed
from companion.challenging import Progress
from companion.deal import Deal
from companion.language import Words
from companion.rules.board import PlaceKind
from companion.rules.challenges import (
    Category,
    Challenge,
    ObstacleChallenge,
    ResourceChallenge,
    RobberChallenge,
    RowsChallenge,
    SymbolChallenge,
    VpChallenge,
)
from companion.rules.scoring import Tally

MOST_REASONS = 3
"""Reasons in one sentence."""


def why(words: Words, passed: Passed) -> str:
    """Why Andy goes on from a card."""
    by = words.spot(passed.by) if passed.by else ""
    return words.say(passed.why, where=words.spot(passed.where), colour=passed.colour, by=by)


def goes(words: Words, turn: AndysTurn) -> str:
    """Where Andy's card sends him."""
    if turn.starts is not None:
        return words.say("andy.starts", number=turn.number, colour=turn.starts)
    if turn.where is None:
        return words.say("ask.nomad")
    code = "andy.goes"
    if turn.passed:
        code = "andy.to_dune" if turn.where.kind is PlaceKind.DUNE else "andy.on"
    return words.say(code, place=turn.where)


def way(words: Words, turn: AndysTurn) -> str:
    """Andy's way in one sentence: "7 holds a Targi (Blue), so on clockwise to card 9." Of a long way the first reasons
    and how many more there are."""
    reasons = [why(words, passed) for passed in turn.passed]
    if len(reasons) > MOST_REASONS:
        more = len(reasons) - MOST_REASONS + 1
        reasons[MOST_REASONS - 1 :] = [words.say("andy.more_barred", more=more)]
    said = ", ".join([*reasons, goes(words, turn)])
    return f"{_capital(said)}{'' if said.endswith('?') else '.'}"


def stack(words: Words, turn: AndysTurn) -> str:
    """How many cards Andy's stack has left, and that it was shuffled."""
    left = words.say("andy.left", left=turn.left)
    return f"{left}. {words.say('andy.shuffled')}" if turn.shuffled and turn.starts is None else f"{left}."


def leaves(words: Words, leaving: Leaving) -> tuple[str, ...]:
    """What is taken away when Andy is done (clause SOLO-7)."""
    said = [words.say("andy.leaves", places=leaving.cards)] if leaving.cards else []
    if leaving.dunes:
        code = "andy.dunes_turned" if leaving.dunes_turned else "andy.dunes_discarded"
        said.append(words.say(code, places=leaving.dunes))
    return tuple(f"{line}." for line in said) or (words.say("andy.leaves_nothing"),)


def challenge(words: Words, task: Challenge) -> str:
    """What a challenge asks."""
    match task:
        case VpChallenge(at_least=least):
            return words.say("challenge.vp", least=least)
        case ResourceChallenge(what=what, at_least=least):
            return words.say("challenge.resource", what=what, least=least)
        case RowsChallenge(rows=rows, at_least=least):
            return words.say(f"challenge.rows_{rows}", least=least)
        case SymbolChallenge(more=more, than=than):
            return words.say("challenge.symbol", more=more, than=than)
        case ObstacleChallenge(andy_starts=starts):
            return words.say("challenge.obstacle_andy" if starts else "challenge.obstacle_card")
        case RobberChallenge(take_off=points):
            return words.say("challenge.robber", points=points)


def short(words: Words, task: Challenge) -> str:
    """A challenge in few words, for small pages: "Points ≥ 28"."""
    match task:
        case VpChallenge(at_least=least):
            return f"{words.say(task.category)} ≥ {least}"
        case ResourceChallenge(what=what, at_least=least):
            return f"{words.say(what)} ≥ {least}"
        case RowsChallenge(rows=rows, at_least=least):
            return f"{words.say(f'challenge.short_{rows}')} ≥ {least}"
        case SymbolChallenge(more=more, than=than):
            return f"{words.say(more)} > {words.say(than)}"
        case ObstacleChallenge():
            return words.say(task.category)
        case RobberChallenge(take_off=points):
            return f"{words.say(task.category)} -{points}"


def status(words: Words, found: Progress) -> str:
    """How a challenge stands, in a word; "" where nobody can tell."""
    if isinstance(found.task, RobberChallenge):
        return words.say("challenge.off")
    if isinstance(found.task, ObstacleChallenge):
        return words.say("challenge.kept" if found.met else "challenge.broken")
    return "" if found.met is None else words.say("challenge.met" if found.met else "challenge.open")


def count(found: Progress) -> str:
    """How much of what is asked is reached: "3/4"; "" where nothing is counted."""
    if found.reached is None or found.wanted is None:
        return ""
    return f"{found.reached}/{found.wanted}"


def verdict(words: Words, tally: Tally) -> str:
    """Won, or lost and why (clause BCHA-7)."""
    if tally.all_fulfilled:
        return words.say("solo.won")
    return words.say("solo.lost", what=tuple(kind for kind, met in tally.fulfilled if not met))


def origin(words: Words, deal: Deal) -> str:
    """Where a deal comes from: its day or its seed, and that it is played anew from a round on."""
    said = words.say("deal.day", day=f"{deal.day:%d.%m.%Y}") if deal.day else words.say("deal.seed", seed=deal.seed)
    return f"{said}, {words.say('deal.replayed', round=deal.replayed)}" if deal.replayed else said


def category(words: Words, kind: Category) -> str:
    """The name of a kind of challenges."""
    return words.say(kind)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
