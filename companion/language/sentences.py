"""The guide's notes as sentences: which words a note takes, and which of its fields they need."""

from __future__ import annotations

from companion.guide import AdviceCode, Forbidden, Note, Problem, ProblemCode, Question
from companion.language import Words, key_of
from companion.rules.board import Colour, Place
from companion.rules.state import Edition, EndReason, Reason, Refusal

VARIANTS: tuple[str, ...] = (
    "advice_code.first_targi.expansion",
    "advice_code.move_robber.raid",
    "advice_code.move_robber.last",
    "advice_code.pay_raid.last",
    "advice_code.pay_raid.solo",
    "advice_code.pay_raid.solo_last",
    "advice_code.last_round.cards",
    "advice_code.game_over.robber",
    "advice_code.game_over.twelve_cards",
    "reason.misplaced.andy",
    "problem_code.robber_misplaced.away",
    "problem_code.targia_misplaced.away",
    "problem_code.table_differs.more",
    "problem_code.table_differs.less",
    *(f"raid_cost.{corner}_{edition}" for corner in (4, 8, 12, 16) for edition in Edition),
)
"""Keys used here beside those of the codes themselves."""


def advice(words: Words, note: Note) -> str:
    """What to do now, in one sentence."""
    key = key_of(note.code)
    values: dict[str, object] = {"colour": note.colour, "place": note.place, "piece": note.piece, "raid": note.raid}
    if note.code is AdviceCode.FIRST_TARGI and words.edition is Edition.EXPANSION and words.andy is None:
        key += ".expansion"
        values["colour"] = Colour.WHITE  # XSET-6
    elif note.code is AdviceCode.MOVE_ROBBER and note.raid is not None:
        key += ".last" if note.place is None or note.place == note.raid else ".raid"
    elif note.code is AdviceCode.PAY_RAID:
        solo, last = words.andy is not None, note.place is None
        key += ("", ".last", ".solo", ".solo_last")[2 * solo + last]
        values["colour"] = words.andy.other if words.andy else None
    elif note.code is AdviceCode.LAST_ROUND and note.colour is not None:
        key += ".cards"
    elif note.code is AdviceCode.GAME_OVER:
        key += f".{note.end or EndReason.ROBBER}"
    if note.raid is not None:
        values["cost"] = cost(words, note.raid)
    if note.places:
        values |= {"places": note.places, "count": len(note.places)}
    if note.number is not None:
        values["count"] = note.number
    return words.say(key, **values)


def cost(words: Words, raid: Place) -> str:
    """What a raid costs each player (clauses RAID-4 to RAID-16, XRAID-4 to XRAID-16)."""
    return words.say(f"raid_cost.{raid.number}_{words.edition_of(raid)}")


def forbidden(words: Words, thing: Forbidden | Refusal) -> str:
    """Why something is not allowed, in one sentence."""
    place: Place | None
    if isinstance(thing, Forbidden):
        colour, place, piece = thing.piece.colour, thing.place, thing.piece
    else:
        colour, place, piece = thing.colour, thing.where, None
    other = colour.other if colour else None
    if thing.reason is Reason.MISPLACED and isinstance(thing, Forbidden) and colour is words.andy is not None:
        return words.say("reason.misplaced.andy", place=place, by=thing.by)
    return words.say(thing.reason, colour=colour, other=other, place=place, by=thing.by, piece=piece)


def question(words: Words, asked: Question) -> str:
    """A question to a person."""
    return words.say(asked.code, place=asked.place, colour=asked.colour)


def problem(words: Words, trouble: Problem) -> str:
    """What is wrong, and what to do about it."""
    key = key_of(trouble.code)
    if trouble.code in (ProblemCode.ROBBER_MISPLACED, ProblemCode.TARGIA_MISPLACED) and trouble.place is None:
        key += ".away"
    elif trouble.code is ProblemCode.CAMERA_BUSY and trouble.text:
        key += ".by"
    elif trouble.code is ProblemCode.TABLE_DIFFERS and trouble.expected is None:
        key += ".more"
    elif trouble.code is ProblemCode.TABLE_DIFFERS and trouble.piece is None:
        key += ".less"
    values: dict[str, object] = {
        "place": trouble.place,
        "should_be": trouble.should_be,
        "piece": trouble.piece,
        "expected": trouble.expected,
        "number": trouble.number,
        "text": trouble.text,
    }
    return words.say(key, **values)
