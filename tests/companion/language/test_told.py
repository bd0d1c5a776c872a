"""Help, lessons, reminders, history and set-up in words: nothing is missing, and what they say is right."""

from __future__ import annotations

from companion.game import Title
from companion.language import LANGUAGES, Words, told, wordless
from companion.lessons import Lesson, LessonCode, Level, Stage
from companion.putting_back import PutBack, Returned, Shift
from companion.reminders import Reminder, ReminderCode
from companion.rules.board import BLUE_TARGI, WHITE_TARGI, Colour, border, centre
from companion.rules.moves import _BY_WORD
from companion.rules.resources import Amounts
from companion.rules.state import Reason
from companion.setting_table import steps
from companion.telling import TellCode, Told
from tests.companion.views import played, view_of


def test_no_code_lacks_words() -> None:
    """Every lesson, reminder, stage and level, and every kind of step of a game has words in every language."""
    spoken = [code for code in TellCode if code not in (TellCode.DOES, TellCode.WHY_NOT)]
    history = [f"history.{word.replace('-', '_')}" for word in _BY_WORD]
    assert wordless([*spoken, *LessonCode, *ReminderCode, *Stage, *Level, *history]) == {}


def test_a_lesson_and_its_stage() -> None:
    """The second of three, with the crossings' names."""
    learnt = Lesson(LessonCode.MARKERS, Stage.MARKING, Colour.BLUE, (centre(1, 7), centre(3, 7)))
    words = Words("de")
    assert told.stage(words, learnt) == "2 von 3 · Stammesmarker"
    assert told.lesson(words, learnt) == (
        "Die Linien von Blau kreuzen sich auf 1×7 und 3×7: Dorthin kommt ein Stammesmarker."
    )
    assert told.stage(words, Lesson(LessonCode.AIM)) == ""


def test_a_card_s_text_comes_in_the_language() -> None:
    """What a border card does, in German."""
    assert told.tell(Words("de"), Told(TellCode.DOES, text="Take a water.")) == "Nimm ein Wasser."


def test_reminders_in_words() -> None:
    """The raid with its price; face-down cards in the singular and the plural; a laid card by its number."""
    words = Words("de")
    raid = Reminder(ReminderCode.RAID, place=border(4), text="Pay one good or 1 VP.")
    assert told.reminder(words, raid) == (
        "Vor der nächsten Runde Überfall auf Feld 4. Zahle eine Ware oder 1 Siegpunkt."
    )
    one = Reminder(ReminderCode.TURN_UP, places=(centre(1, 5),), count=1)
    assert told.reminder(words, one) == "Die verdeckte Karte auf 1×5 aufdecken."
    two = Reminder(ReminderCode.TURN_UP, places=(centre(1, 5), centre(2, 5)), count=2)
    assert told.reminder(words, two) == "2 verdeckte Karten aufdecken: 1×5 und 2×5."
    card = Reminder(ReminderCode.EFFECT, Colour.BLUE, card="base-07", text="Take a water.")
    assert told.reminder(words, card) == "Karte 7 von Blau: Nimm ein Wasser."


def test_the_history_in_words() -> None:
    """A placement, a refused one, a correction that takes a piece away."""
    words = Words("de")
    placed = Title("place-targi", 1, Colour.BLUE, BLUE_TARGI, border(7))
    assert told.title(words, placed) == "Blau: Targi auf Feld 7."
    refused = Title("place-targi", 1, Colour.WHITE, WHITE_TARGI, border(13), reason=Reason.OPPOSITE_OPPONENT)
    assert told.title(words, refused) == "Weiß: Targi auf Feld 13. Nicht erlaubt."
    away = Title("correct", 1, Colour.WHITE, WHITE_TARGI, None, source=border(13))
    assert told.title(words, away) == "Richtiggestellt: weißer Targi nicht auf Feld 13."


def test_what_is_put_back_in_words() -> None:
    """Pieces, goods with their number, cards, and the middle."""
    thing = PutBack(
        (Shift(BLUE_TARGI, border(7), None), Shift(WHITE_TARGI, border(5), border(2))),
        (Returned(Colour.BLUE, give=Amounts(gold=1), get=Amounts(dates=2, vp=1), lose=("base-01",)),),
        (centre(1, 5),),
    )
    assert told.put_back(Words("de"), thing) == (
        "Zurückstellen: blauer Targi weg von Feld 7; weißer Targi von Feld 5 auf Feld 2; Blau gibt 1 Gold zurück; "
        "Blau bekommt 2 Datteln und 1 Siegpunkt; Blau: Karte 1 zurück; auf 1×5 die alte Karte."
    )


def test_a_card_of_which_only_the_symbol_is_known_is_put_back_by_that() -> None:
    """Its id ends with a number that stands on another card."""
    thing = PutBack(returned=(Returned(Colour.WHITE, lose=("some-camel-rider-2-1",)),))
    assert told.put_back(Words("en"), thing) == "Put back: White: card Camel rider back."


def test_every_step_of_a_set_up_has_words() -> None:
    """No key is said instead of a sentence."""
    for language in LANGUAGES:
        for step in steps(view_of(played())):
            assert " " in told.set_up(Words(language), step)
