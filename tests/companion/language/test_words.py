"""The words: nothing is missing in any language, forms agree, and the sentences say what their codes mean."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from companion.guide import AdviceCode, Forbidden, Note, Problem, ProblemCode, QuestionCode
from companion.language import LANGUAGES, Words, keys, sentences, source, wordless
from companion.language.po import CatalogueError, entries, translations
from companion.rules.board import BLUE_TARGI, ROBBER, WHITE_TARGI, CardKind, Colour, border, centre, dune
from companion.rules.state import Edition, EndReason, Reason

CODES = (*AdviceCode, *QuestionCode, *ProblemCode, *Reason, *sentences.VARIANTS)


def test_no_code_lacks_words() -> None:
    """Every code of the guide has words in every language."""
    assert wordless(CODES) == {}


def test_a_code_without_words_is_found() -> None:
    """The check itself: a code there is not is missing in all three languages."""
    assert wordless(["advice_code.fly"]) == dict.fromkeys(LANGUAGES, ("advice_code.fly",))


def test_all_languages_have_the_same_keys() -> None:
    """What is said in one language is said in all."""
    for language in LANGUAGES:
        assert keys(language) == keys("en"), language


@pytest.mark.parametrize("language", LANGUAGES)
def test_parameters_agree(language: str) -> None:
    """A translation names no parameter the English sentence has not, and leaves none out."""
    wanted = {entry.msgid: _parameters(entry.forms) for entry in entries(source("en")) if entry.msgid}
    assert {entry.msgid: _parameters(entry.forms) for entry in entries(source(language)) if entry.msgid} == wanted


def _parameters(forms: dict[int, str]) -> set[str]:
    """The parameters of the last (the plural) form."""
    return {name for _, name, _, _ in Formatter().parse(forms[max(forms)]) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_holds_a_hole(language: str) -> None:
    """Every piece, place, player and card has a name; nothing is left in braces."""
    for edition in Edition:
        words = Words(language, edition)
        places = (*map(border, range(1, 17)), centre(1, 5), centre(3, 7), dune(1))
        said = [words.name(piece) for piece in (BLUE_TARGI, WHITE_TARGI, ROBBER)]
        said += [words.title(where) for where in places] + [words.place(where) for where in places]
        said += [words.say(f"card_kind.{kind}") for kind in CardKind if kind is not CardKind.UNKNOWN]
        assert not [text for text in said if not text or re.search(r"[{}_]|[a-z]\.[a-z]", text)]


def test_german_uses_the_game_s_terms() -> None:
    """Räuber, Überfall, Stammesmarker, Schnittpunkt, Adeliger: as the German rules say (document 002)."""
    words = Words("de")
    note = Note(AdviceCode.PLACE_MARKERS, Colour.WHITE, places=(centre(1, 5), centre(2, 6)))
    assert sentences.advice(words, note) == "Weiß legt Stammesmarker auf 1×5 und 2×6."
    assert words.title(border(1)) == "1 · Adeliger"
    assert words.title(border(14)) == "14 · Stammeserweiterung"
    raid = Note(AdviceCode.PAY_RAID, raid=border(4), place=border(5))
    assert sentences.advice(words, raid) == (
        "Überfall! Beide zahlen 1 Ware oder 1 Siegpunkt. Dann zieht der Räuber weiter auf Feld 5."
    )


def test_portuguese_uses_the_game_s_terms() -> None:
    """Ladrão, Ataque, duna, marcador de tribo: as the Portuguese rules say (document 004)."""
    words = Words("pt", Edition.EXPANSION)
    assert words.name(ROBBER) == "Ladrão"
    assert words.title(border(4)) == "4 · Ataque"
    assert words.title(border(13)) == "13 · Poça de água"
    assert words.title(dune(2)) == "Duna 2"


@pytest.mark.parametrize(
    ("raid", "edition", "said"),
    [
        (4, Edition.BASE, "1 good or 1 VP"),
        (8, Edition.BASE, "2 goods or 1 VP"),
        (12, Edition.BASE, "3 goods or 2 VP"),
        (16, Edition.BASE, "1 gold or 3 VP"),
        (4, Edition.EXPANSION, "1 pepper or 1 VP"),
        (8, Edition.EXPANSION, "1 date and 1 salt, or 1 VP"),
        (12, Edition.EXPANSION, "1 date, 1 pepper and 1 salt, or 2 VP"),
    ],
)
@pytest.mark.clause("RAID-4", "RAID-8", "RAID-12", "RAID-16", "XRAID-4", "XRAID-8", "XRAID-12")
def test_what_a_raid_costs(raid: int, edition: Edition, said: str) -> None:
    """The price of each raid in each box."""
    assert sentences.cost(Words("en", edition), border(raid)) == said


def test_the_solo_opponent_is_called_andy() -> None:
    """In the solo game the other colour is Andy, and only the person pays at a raid (SOLO-10)."""
    words = Words("en", andy=Colour.WHITE)
    assert sentences.advice(words, Note(AdviceCode.PLACE_TARGI, Colour.WHITE, number=2)) == "Andy places a Targi."
    last = Note(AdviceCode.PAY_RAID, raid=border(16))
    assert sentences.advice(words, last) == "Last raid! Blue pays 1 gold or 3 VP. Then the game ends."


@pytest.mark.clause("XSET-6")
def test_who_starts_is_asked_as_the_box_says() -> None:
    """In the expansion by who used pepper last, else white; the base game and the solo game do not say so."""
    note = Note(AdviceCode.FIRST_TARGI)
    words = Words("en", Edition.EXPANSION)
    assert sentences.advice(words, note) == "Whoever used pepper last places first, otherwise White."
    for other in (Words("en"), Words("en", Edition.EXPANSION, andy=Colour.WHITE)):
        assert sentences.advice(other, note) == "Whoever starts places a Targi."


def test_plural_forms() -> None:
    """One is said otherwise than many, by each language's own rule (none is plural in English and German, not in
    Portuguese)."""
    assert Words("en").say("header.raid", count=1) == "Raid after this round"
    assert Words("en").say("header.raid", count=3) == "Raid in 3 rounds"
    assert Words("de").say("camera.seen", count=1) == "1 Figur erkannt"
    assert Words("de").say("camera.seen", count=0) == "0 Figuren erkannt"
    assert Words("pt").say("camera.seen", count=0) == "0 figura vista"


def test_numbers_have_the_language_s_decimal_sign() -> None:
    """2.4 is 2,4 in German and Portuguese."""
    assert [Words(language).number(2.44) for language in ("en", "de", "pt")] == ["2.4", "2,4", "2,4"]


def test_refusals_name_what_stands_against_them() -> None:
    """Why not: the place, the reason, and the opponent's place across (PLC-5)."""
    item = Forbidden(WHITE_TARGI, border(13), Reason.OPPOSITE_OPPONENT, border(7))
    assert sentences.forbidden(Words("en"), item) == "White may not stand on card 13: Blue is opposite, on card 7."


def test_notes_without_their_optional_fields() -> None:
    """A misplaced Robber that is not on the board, a piece too many, the end by twelve cards: each has words of its
    own."""
    words = Words("en")
    away = Problem(ProblemCode.ROBBER_MISPLACED, None, border(3))
    assert sentences.problem(words, away) == "The Robber belongs on card 3."
    more = Problem(ProblemCode.TABLE_DIFFERS, border(5), piece=BLUE_TARGI)
    assert sentences.problem(words, more) == "On card 5 the camera sees: blue Targi. The game says: nothing."
    over = Note(AdviceCode.GAME_OVER, end=EndReason.TWELVE_CARDS)
    assert sentences.advice(words, over) == "Game over: a display of twelve cards is full."


def test_a_broken_catalogue_is_named_by_its_line() -> None:
    """What does not read is refused with its line; a key twice too."""
    with pytest.raises(CatalogueError, match="line 2"):
        list(entries('msgid "a"\nmsgstr oops\n'))
    with pytest.raises(CatalogueError, match="twice"):
        translations('msgid "a"\nmsgstr "1"\nmsgid "a"\nmsgstr "2"\n')


def test_escapes_and_continued_lines() -> None:
    """A sentence may go over several lines and hold quotes and line breaks."""
    assert translations('msgid "a"\nmsgstr "one \\"two\\"\\n"\n"three"\n').gettext("a") == 'one "two"\nthree'


def test_an_unknown_language_is_refused() -> None:
    """Asking for a language there is not names those there are."""
    with pytest.raises(ValueError, match="en, de, pt"):
        source("tlh")
