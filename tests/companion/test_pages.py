"""E-ink pages: every text has room on every panel, every figure is where it stands, and nothing secret is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw

from companion.asking import asked
from companion.guide import (
    Forbidden,
    Guidance,
    Problem,
    ProblemCode,
    Question,
    QuestionCode,
    guide,
)
from companion.language import LANGUAGES, Words, source, wordless
from companion.language.po import entries
from companion.pages import draw, drawn
from companion.pages_board import draw_board
from companion.pages_paper import BLACK, Box, Paper, font, font_file
from companion.pressing import Hand, PageKind
from companion.rules.board import (
    BLUE_TARGI,
    PIECES,
    TARGIA,
    WHITE_TARGI,
    Colour,
    Piece,
    Place,
    Standing,
    border,
    centre,
)
from companion.rules.books import LaidCard
from companion.rules.challenges import Category
from companion.rules.engine import apply, legal_moves, new_game
from companion.rules.final import final_of
from companion.rules.moves import PassOn, parse
from companion.rules.resources import Amounts
from companion.rules.scoring import DecidedBy, What, score
from companion.rules.setting_up import decks_of, new_books
from companion.rules.state import Edition, EndReason, Phase, Reason, Refusal, Settings, State
from companion.sheets import Plan, sheet
from companion.view import Source, View
from tests.companion.conftest import SIX_TARGIS

SIZES = ((250, 122), (400, 300), (800, 480))
"""The smallest panel, the smallest with board and text beside each other, the largest."""


def view_of(state: State, **changes: object) -> View:
    view = View(revision=7, shown=7, state=state, guidance=guide(state), undo=True)
    return replace(view, **changes)  # type: ignore[arg-type]


def played(settings: Settings, *lines: str) -> State:
    state = new_game(settings)
    for line in lines:
        state = apply(state, parse(line)).state
    return state


def a_game(settings: Settings) -> Iterator[State]:
    """Every position of a game in which each takes what comes first."""
    state = new_game(settings)
    while state.phase is not Phase.OVER:
        yield state
        moves = legal_moves(state)
        move = moves[0] if moves else PassOn()
        state = apply(state, move).state
    yield state


def words_for(language: str, state: State) -> Words:
    solo = state.settings.solo
    return Words(language, state.settings.edition, solo.other if solo else None)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", Edition)
def test_every_page_of_a_game_has_room(language: str, edition: Edition) -> None:
    """All positions of a game, all pages, all answers pointed at, on all panels: no text is cut."""
    cut: set[str] = set()
    seen: set[object] = set()
    for state in a_game(Settings(edition, start=Colour.BLUE)):
        if state.round not in (1, 9, 12):  # with raids after 9 and 12
            continue
        words = words_for(language, state)
        view = view_of(state)
        asking = asked(view)
        about = asking.about if asking else None
        for page, pointed in (
            (PageKind.NOW, 0),
            (PageKind.NOW, 1),
            (PageKind.NOW, 5),
            (PageKind.BOARD, 0),
            (PageKind.ROUND, 0),
        ):
            made = sheet(view, Hand(page, pointed, revision=7, about=about), words)
            shape = re.sub(r"\d+", "12", str(replace(made, plan=None)))  # one of all that differ in numbers only
            if shape not in seen:
                seen.add(shape)
                cut |= {f"{size}: {made.texts} {made.answer}" for size in SIZES if drawn(made, size).cut}
    assert len(seen) > 20
    assert cut == set()


TROUBLES = [
    Problem(code, border(7), border(13), WHITE_TARGI, BLUE_TARGI, 12, "games.db.broken-1")
    for code in ProblemCode
]  # fmt: skip
QUESTIONS = [
    Question(QuestionCode.WHAT_STANDS_HERE, border(13), choices=(WHITE_TARGI, BLUE_TARGI, None), confidence=0.4),
    Question(QuestionCode.TAKE_OVER_TABLE),
    Question(QuestionCode.ONLY_TWO_TARGIS, colour=Colour.WHITE),
]
REFUSALS = [Refusal(reason, Colour.WHITE, border(13), border(7)) for reason in Reason]


def variations(guidance: Guidance) -> Iterator[tuple[Guidance, Refusal | None]]:
    for problem in TROUBLES:
        yield replace(guidance, problems=(problem,)), None
    for question in QUESTIONS:
        yield replace(guidance, questions=(question,)), None
    for refusal in REFUSALS:
        yield guidance, refusal
        if refusal.where is not None:
            wrong = Forbidden(WHITE_TARGI, refusal.where, refusal.reason, refusal.by)
            yield replace(guidance, forbidden=(wrong,)), None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_question_and_objection_has_room(language: str) -> None:
    """Whatever may be wrong or asked: its sentence and answers are whole on every panel."""
    state = played(Settings(start=Colour.BLUE), "place-targi blue 2")
    view = view_of(state)
    cut: set[str] = set()
    for guidance, refused in variations(view.guidance):
        now = replace(view, guidance=guidance, refused=refused, source=Source.CAMERA)
        made = sheet(now, Hand().seeing(now), Words(language))
        assert made.texts or made.warning
        cut |= {f"{size}: {made.texts} {made.warning}" for size in SIZES if drawn(made, size).cut}
    assert cut == set()


def test_every_character_has_a_glyph() -> None:
    """DejaVu Sans has each character of each catalogue; that the check would find one it lacks is seen by one."""

    def ink(sign: str) -> bytes:
        picture = Image.new("L", (40, 40))
        ImageDraw.Draw(picture).text((4, 4), sign, fill=255, font=font(24))
        return picture.tobytes()

    wanted = set("×·…–0123456789/:")
    for language in LANGUAGES:
        wanted |= {
            sign for entry in entries(source(language)) if entry.msgid for text in entry.forms.values() for sign in text
        }
    assert {sign for sign in wanted - {" ", "\n"} if ink(sign) == ink("\uffff")} == set()
    assert ink("漢") == ink("\uffff")
    assert font_file().name == "DejaVuSans.ttf"


def test_every_line_of_a_score_has_words() -> None:
    """Whatever a point comes from, and whatever decides, has words in every language."""
    whats = [f"score.{what}" for what in What if what is not What.CHALLENGE]
    challenges = [f"score.challenge_{category}" for category in Category if category is not Category.ROBBER]
    assert wordless([*whats, *challenges, *(f"score.decided_{by}" for by in DecidedBy)]) == {}


# --- the board ---

SIDE = 300


def cell(picture: Image.Image, column: int, row: int) -> np.ndarray:
    size = SIDE // 5
    pixels = np.asarray(picture.convert("L"))
    return pixels[row * size + 4 : (row + 1) * size - 3, column * size + 4 : (column + 1) * size - 3]


def board(plan: Plan, ink: str | None = None) -> Image.Image:
    paper = Paper((SIDE + 2, SIDE + 2), ink)
    draw_board(paper, plan, Box(0, 0, SIDE, SIDE))
    return paper.image


@pytest.mark.clause("GEO-1", "GEO-2")
@pytest.mark.parametrize(
    ("where", "column", "row"),
    [
        (border(2), 2, 0),
        (border(6), 4, 2),
        (border(10), 2, 4),
        (border(14), 0, 2),
        (centre(1, 5), 1, 1),
        (centre(3, 6), 3, 2),
    ],
)
@pytest.mark.parametrize("piece", PIECES)
def test_a_piece_is_drawn_where_it_stands(piece: Piece, where: Place, column: int, row: int) -> None:
    """Card 16 lies at the top left and the numbers run clockwise: a piece changes its own cell and no other."""
    empty, taken = board(Plan()), board(Plan(Standing(frozenset({(piece, where)}))))
    differ = [
        (x, y) for x in range(5) for y in range(5) if (cell(empty, x, y) != cell(taken, x, y)).any()
    ]  # fmt: skip
    assert differ == [(column, row)]


def test_no_two_pieces_look_alike() -> None:
    """Told apart by shape and filling, also without colour and in the smallest cells."""
    for side in (85, SIDE):
        looks = set()
        for piece in PIECES:
            paper = Paper((side + 2, side + 2))
            draw_board(paper, Plan(Standing(frozenset({(piece, border(6))}))), Box(0, 0, side, side))
            looks.add(paper.image.tobytes())
        assert len(looks) == len(PIECES)


@pytest.mark.clause("XTGA-2")
def test_two_on_one_card_are_both_seen() -> None:
    """The Targia shares every card: with a Targi there it looks unlike either alone."""
    looks = {
        board(Plan(Standing(frozenset((piece, border(6)) for piece in pieces)))).tobytes()
        for pieces in ([TARGIA], [BLUE_TARGI], [TARGIA, BLUE_TARGI], [TARGIA, WHITE_TARGI])
    }
    assert len(looks) == 4


def test_crossings_are_marked_for_each_player() -> None:
    """A crossing of blue, of white and of both: three different marks, on that card only."""
    looks = []
    for crossings in ((Colour.BLUE,), (Colour.WHITE,), (Colour.BLUE, Colour.WHITE)):
        marked = board(Plan(crossings=tuple((colour, (centre(2, 6),)) for colour in crossings)))
        assert [
            (x, y) for x in range(5) for y in range(5) if (cell(marked, x, y) != cell(board(Plan()), x, y)).any()
        ] == [(2, 2)]
        looks.append(marked.tobytes())
    assert len(set(looks)) == 3


def test_a_page_has_only_the_panel_s_colours() -> None:
    """Black and white, and the one colour of a panel that has one: nothing in between."""
    state = played(Settings(start=Colour.BLUE), *SIX_TARGIS)
    made = sheet(view_of(state), Hand(), Words("de"))
    for ink, colours in ((None, 2), ("red", 3), ("yellow", 3)):
        found = draw(made, (800, 480), ink).getcolors()
        assert len(found) == colours
        assert BLACK in [colour for _, colour in found]


def test_the_round_page_stays_for_the_round() -> None:
    """On a slow panel nothing that is placed, marked or taken back changes the page."""
    state = new_game(Settings(Edition.EXPANSION, start=Colour.BLUE))
    pages = {}
    while state.round == 1 and state.phase is not Phase.ROBBER:
        made = sheet(view_of(state), Hand(), Words(), slow=True)
        pages.setdefault(made.kind, set()).add(made)
        state = apply(state, legal_moves(state)[0]).state
    assert {kind: len(sheets) for kind, sheets in pages.items()} == {PageKind.SET_UP: 1, PageKind.ROUND: 1}


@pytest.mark.clause("RAID-8", "XRAID-8")
@pytest.mark.parametrize(
    ("edition", "cost"), [(Edition.BASE, "2 goods or 1 VP"), (Edition.EXPANSION, "1 date and 1 salt, or 1 VP")]
)
def test_a_raid_has_its_page(edition: Edition, cost: str) -> None:
    """When the Robber is about to come to 8, the page says so and what it costs."""
    state = next(s for s in a_game(Settings(edition, start=Colour.BLUE)) if s.phase is Phase.ROBBER and s.round == 6)
    made = sheet(view_of(state), Hand(), Words("en", edition))
    assert (made.kind, made.title) == (PageKind.RAID, "Raid: card 8")
    assert cost in made.texts[0]


@pytest.mark.clause("SET-2", "XSET-3", "SET-4", "XSET-4")
def test_the_set_up_page_says_what_the_rules_say() -> None:
    """Start stock, Robber on 1, and with the expansion the Targia on 15 and three dunes."""
    base = " ".join(sheet(view_of(new_game(Settings())), Hand(), Words()).texts)
    assert "2 dates, 2 salt, 2 pepper, 1 gold, 4 VP" in base
    assert "Robber on card 1" in base
    more = Settings(Edition.EXPANSION)
    expansion = " ".join(sheet(view_of(new_game(more)), Hand(), Words("en", Edition.EXPANSION)).texts)
    assert "1 date, 1 salt, 1 pepper, 1 gold, 2 water, 4 VP" in expansion
    assert "Targia on card 15" in expansion
    assert "3 sand dunes" in expansion


def test_placing_shows_the_place_asked_about() -> None:
    """Without a camera the place that "yes" would take is framed on the drawn board."""
    state = played(Settings(start=Colour.BLUE))
    view = view_of(state)
    made = sheet(view, Hand().seeing(view), Words())
    assert made.plan is not None
    assert made.plan.pointed == view.guidance.legal[0]
    assert made.answer == f"On card {view.guidance.legal[0]}"


# --- with books ---


def with_books(**owned: object) -> State:
    """A game with books in which blue owns that."""
    settings = Settings(start=Colour.BLUE)
    books = new_books(settings, decks_of(settings.edition))
    account = replace(books.blue, **owned)  # type: ignore[arg-type]
    return replace(new_game(settings), books=replace(books, blue=account))


def test_a_hand_card_and_kept_dunes_are_on_no_page() -> None:
    """Two games that differ only in what a player keeps to themselves look the same, pixel by pixel, on every page in
    every phase."""
    none = with_books()
    secret = with_books(hand=("base-17",), dunes=("dune-3",), fresh=("dune-3",))
    for phase in Phase:
        for page in (PageKind.NOW, PageKind.BOARD, PageKind.ROUND):
            pictures = []
            for state in (none, secret):
                view = view_of(replace(state, phase=phase))
                pictures.append(draw(sheet(view, Hand(page, revision=7), Words()), (400, 300)).tobytes())
            assert pictures[0] == pictures[1]


@pytest.mark.clause("SCO-1", "SCO-2", "SCO-3")
@pytest.mark.parametrize("accent", [None, "red"])
@pytest.mark.parametrize("size_px", [(212, 104), *SIZES])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_that_stays_without_power(language: str, size_px: tuple[int, int], accent: str | None) -> None:
    """While the machine is switched off every panel says when to unplug it, whole and without buttons, whatever was
    looked at; and nothing of the game, which may be another one when somebody reads it."""
    words = Words(language)
    games = [new_game(Settings()), played(Settings(), *SIX_TARGIS[:3])]
    hands = [Hand(), Hand(page=PageKind.BOARD)]
    views = [view_of(state, closing=True, going_off=True) for state in games]
    sheets = {sheet(view, hand, words, accent is not None) for view in views for hand in hands}
    (made,) = sheets
    assert (made.kind, made.texts[0], any(made.keys)) == (PageKind.OFF, words.say("off.plug"), False)
    page = drawn(made, size_px, accent)
    assert not page.cut
    shorter = drawn(replace(made, texts=made.texts[1:]), size_px, accent)
    assert page.image.tobytes() != shorter.image.tobytes()


@pytest.mark.parametrize("size_px", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_score_has_a_line_for_each_point(size_px: tuple[int, int], language: str) -> None:
    """7 VP tokens and eleven cards: each point has its line, each player a total, the winner is named, and it all has
    room."""
    rows = tuple(
        tuple(LaidCard(f"base-{number:02}") for number in row) for row in ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11))
    )
    over = replace(with_books(purse=Amounts(vp=7, gold=1), rows=rows), phase=Phase.OVER, end=EndReason.ROBBER, round=12)
    view = view_of(over)
    words = Words(language)
    made = sheet(view, Hand().seeing(view), words)
    assert made.kind is PageKind.SCORE
    result = score(final_of(over))
    blue, white = result.tallies
    assert made.rows[0] == (words.name(Colour.BLUE), str(blue.total))
    assert (words.name(Colour.WHITE), str(white.total)) in made.rows
    points = [int(value) for name, value in made.rows if name.startswith("  ")]
    assert sum(points) == blue.total + white.total
    assert ("  " + words.say("score.vp_tokens"), "7") in made.rows
    assert made.title == words.say("score.decided_points", colour=Colour.BLUE)
    assert not drawn(made, size_px).cut
