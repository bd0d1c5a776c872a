"""The questions about the table that wait for a person's answer."""

from __future__ import annotations

from collections.abc import Iterable

from companion.guide import Question
from companion.rules.board import Doubt, Place, Sighting
from companion.sight import question_about, still_open


class OpenQuestions:
    """What is asked since it was first in doubt, and what people have waved off for this game."""

    def __init__(self) -> None:
        self._asked: dict[Question, None] = {}
        self._waved_off: set[Question] = set()

    @property
    def asked(self) -> tuple[Question, ...]:
        """In the order in which they came up."""
        return tuple(self._asked)

    def ask(self, doubt: Doubt) -> None:
        """A doubt of the tracker becomes a question, once."""
        self._asked[question_about(doubt)] = None

    def look(self, sighting: Sighting) -> None:
        """What this sighting answers by itself is asked no longer."""
        self._asked = {question: None for question in self._asked if still_open(sighting, question)}

    def settle(self, where: Place) -> None:
        """A person has said what stands there."""
        self._asked = {question: None for question in self._asked if question.place != where}

    def wave_off(self, question: Question) -> None:
        """Not to be asked again in this game."""
        self._waved_off.add(question)

    def wanted(self, questions: Iterable[Question]) -> tuple[Question, ...]:
        """Those of them that nobody has waved off."""
        return tuple(question for question in questions if question not in self._waved_off)
