"""The score in words: what each point was for, side by side for both players, and who has won by what."""

from __future__ import annotations

from dataclasses import dataclass

from companion.bookkeeping import UNKNOWN, unknown_symbol
from companion.language import Words, solo
from companion.rules.board import Colour
from companion.rules.books import Books
from companion.rules.scoring import DecidedBy, Line, Result, What


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for points, and how many it brings each player."""

    text: str
    points: dict[Colour, int]


def reasons(result: Result, words: Words, books: Books) -> tuple[Reason, ...]:
    """Every line of both players, those of the same reason together, in the order of the rules (clause SCO-1)."""
    found: dict[tuple[int, int, str], dict[Colour, int]] = {}
    texts: dict[tuple[int, int, str], str] = {}
    for tally in result.tallies:
        for line in tally.lines:
            key = (list(What).index(line.what), line.row or 0, line.card or str(line.category or ""))
            points = found.setdefault(key, {})
            points[tally.colour] = points.get(tally.colour, 0) + line.vp
            texts[key] = line_text(words, line, books)
    return tuple(Reason(texts[key], points) for key, points in sorted(found.items()))


def line_text(words: Words, line: Line, books: Books) -> str:
    """What a line counts."""
    if line.what is What.EFFECT:
        facts = books.tribe_card(line.card or "")
        symbol = words.say(facts.symbol) if facts and facts.symbol else ""
        return words.say("score.effect", card=short_name(line.card or ""), symbol=symbol)
    if line.what is What.CARDS and _unknown(books):
        return words.say("score.cards_unknown")
    if line.what is What.CHALLENGE:
        return words.say(f"score.challenge_{line.category}")
    return words.say(f"score.{line.what}", row=line.row)


def _unknown(books: Books) -> bool:
    """Whether the VP of a laid card are not known: they count as none."""
    laid = [card.card for owned in (books.blue, books.white) for _, card in owned.slots()]
    return any(facts.vp is None for card in laid if (facts := books.tribe_card(card)))


def verdict(words: Words, result: Result, over: bool) -> str:
    """Who has won, and by what (clauses SCO-3, BCHA-7); who is ahead while the game is on."""
    if not over and len(result.tallies) > 1:
        return words.say("score.leads", colour=result.winner) if result.winner else words.say("score.level")
    if over and result.decided_by is DecidedBy.CHALLENGES:
        return solo.verdict(words, result.tallies[0])
    return words.say(f"score.decided_{result.decided_by}", colour=result.winner)


def short_name(card: str) -> str:
    """A card's number as printed on it, or the end of its id: ``17`` for ``base-17``; nothing for a card of which
    people know the symbol only."""
    return "" if card.startswith(UNKNOWN) else card.rpartition("-")[2].lstrip("0")[:4]


def card_name(words: Words, card: str) -> str:
    """The same, and the symbol of a card of which people know only that."""
    symbol = unknown_symbol(card)
    return words.say(symbol) if symbol else short_name(card)
