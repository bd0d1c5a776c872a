"""What help, lessons, reminders, history and set-up say, as sentences: which words a code takes."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Title
from companion.language import Words, sentences
from companion.language.scored import card_name, short_name
from companion.lessons import Lesson, Stage
from companion.putting_back import PutBack, Returned, Shift
from companion.reminders import Reminder
from companion.rules.resources import Amounts
from companion.setting_table import Step, Trouble
from companion.telling import TellCode, Told

_AMOUNTS = ("dates", "salt", "pepper", "gold", "water", "vp")


def tell(words: Words, told: Told) -> str:
    """One thing of a place."""
    if told.code is TellCode.DOES:
        return words.text(told.text)
    if told.refusal is not None:
        return sentences.forbidden(words, told.refusal)
    return words.say(told.code, colour=told.colour)


def lesson(words: Words, learnt: Lesson) -> str:
    """What a new player should know now."""
    return words.say(learnt.code, colour=learnt.colour, places=learnt.places)


def stage(words: Words, learnt: Lesson) -> str:
    """Which of the three stages this is; nothing outside a first game's first round."""
    if learnt.stage is None:
        return ""
    return words.say("lesson.title", number=list(Stage).index(learnt.stage) + 1, stage=learnt.stage)


def reminder(words: Words, thing: Reminder) -> str:
    """What should not be forgotten."""
    values: dict[str, object] = {
        "colour": thing.colour,
        "place": thing.place,
        "places": thing.places,
        "card": short_name(thing.card),
        "text": words.text(thing.text),
    }
    if thing.count is not None:
        values["count"] = thing.count
    return words.say(thing.code, **values)


def title(words: Words, step: Title) -> str:
    """A step of the history."""
    key = f"history.{step.code.replace('-', '_')}"
    if step.code == "correct" and step.place is None:
        key = "history.correct_away"
    values = {"colour": step.colour, "piece": step.piece, "place": step.place, "source": step.source}
    what = words.say(key, **values)
    return words.say("history.refused", what=what) if step.reason is not None and step.code != "allow" else what


def put_back(words: Words, thing: PutBack) -> str:
    """What is to be put back, in one sentence."""
    parts = [_shift(words, shift) for shift in thing.shifts]
    parts += [part for returned in thing.returned for part in _returned(words, returned)]
    if thing.centre:
        parts.append(words.say("put_back.centre", places=thing.centre))
    return words.say("put_back.title", what="; ".join(parts))


def _shift(words: Words, shift: Shift) -> str:
    kind = "away" if shift.goal is None else "there" if shift.source is None else "from"
    return words.say(f"put_back.{kind}", piece=shift.piece, source=shift.source, goal=shift.goal)


def _returned(words: Words, returned: Returned) -> Iterator[str]:
    for kind, amounts in (("gives", returned.give), ("gets", returned.get)):
        if what := amounts_of(words, amounts):
            yield words.say(f"put_back.{kind}", colour=returned.colour, what=what)
    for kind, cards in (("loses", returned.lose), ("gains", returned.gain)):
        for card in cards:
            yield words.say(f"put_back.{kind}", colour=returned.colour, what=card_name(words, card))


def amounts_of(words: Words, amounts: Amounts) -> str:
    """Amounts as people list them: "2 dates and 1 gold"; nothing for none."""
    said = [words.say(f"amount.{name}", count=count) for name in _AMOUNTS if (count := getattr(amounts, name))]
    return words.listed(said)


def set_up(words: Words, step: Step) -> str:
    """What is to be set up in that step."""
    said = words.say(step.words)
    return f"{said} {words.say('set_up_code.exchanged', places=step.places)}" if step.exchanged else said


def set_up_trouble(words: Words, trouble: Trouble) -> str:
    """What the camera sees that is not as it should be."""
    return words.say(
        trouble.words, goods=trouble.goods, tribe=trouble.tribe, number=trouble.number,
        pieces=words.listed([f"{words.name(piece)} ({words.spot(where)})" for piece, where in trouble.pieces]),
    )  # fmt: skip
