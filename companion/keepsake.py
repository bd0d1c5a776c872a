"""A game on one page, to keep: who has won, where every point came from, and both displays; without books the board as
it stands at the end. The same page is drawn as a picture and on an e-ink panel large enough."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass

from companion.language import Words
from companion.language.scored import Reason, reasons, short_name, verdict
from companion.pages_board import draw_board
from companion.pages_paper import BLACK, WHITE, Box, Colour, Paper
from companion.rules.board import Colour as Side
from companion.rules.books import Books
from companion.rules.cards import DISPLAY_ROWS, ROW_CARDS
from companion.rules.scoring import Result
from companion.rules.state import State
from companion.sheets import Plan
from companion.shelf import Opened

SIZE_PX = (1200, 800)
"""Of the picture: width and height."""
BLUE: Colour = (31, 95, 180)


@dataclass(frozen=True, slots=True)
class Player:
    """One side of the page. ``cards``: the display, each card in the lines it is written in; "" = an empty place."""

    side: Side
    name: str
    total: int
    cards: tuple[tuple[tuple[str, str], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Keepsake:
    """What stands on the page. ``players``: one in a solo game; none without books, then ``plan`` is the board."""

    title: str
    rounds: str
    verdict: str
    players: tuple[Player, ...] = ()
    reasons: tuple[Reason, ...] = ()
    plan: Plan | None = None


def keepsake(state: State, result: Result | None, over: bool, words: Words) -> Keepsake:
    """The page of a game that stands so."""
    title = words.say(f"edition.{state.settings.edition}")
    rounds = words.say("keepsake.round", round=state.round)
    if result is None or state.books is None:
        said = words.say("turn.over") if over else words.say("keepsake.not_over")
        return Keepsake(title, rounds, said, plan=Plan(state.standing, state.dunes))
    players = tuple(
        Player(tally.colour, words.name(tally.colour), tally.total, tuple(_display(state.books, tally.colour, words)))
        for tally in result.tallies
    )
    return Keepsake(title, rounds, verdict(words, result, over), players, reasons(result, words, state.books))


def of(game: Opened, words: Words) -> Keepsake:
    """The page of a stored game."""
    return keepsake(game.state, game.result, game.kept.over, words)


def _display(books: Books, side: Side, words: Words) -> Iterator[tuple[tuple[str, str], ...]]:
    """The rows of a display: of each card its number and VP, and its symbol."""
    for row in books.of(side).rows:
        cards = []
        for laid in row:
            facts = books.tribe_card(laid.card)
            name = words.say(facts.symbol) if facts and facts.symbol else words.say("card.dune")
            points = "?" if facts is not None and facts.vp is None else str(facts.vp if facts else 0)
            cards.append((f"{short_name(laid.card)}  {points}★".strip(), name))
        yield tuple(cards)


def png(game: Opened, words: Words) -> bytes:
    """The page as a picture, in PNG."""
    paper = Paper(SIZE_PX, smooth=True)
    draw_keepsake(paper, of(game, words), Box(0, 0, *SIZE_PX), BLUE)
    file = io.BytesIO()
    paper.image.save(file, "PNG", optimize=True)
    return file.getvalue()


def draw_keepsake(paper: Paper, made: Keepsake, box: Box, blue: Colour = BLACK) -> None:
    """Draws the page into that box. ``blue``: the colour Blue's bars are filled with; White's are outlines."""
    size = max(12, round(min(box.w / 50, box.h / 26)))
    pad = size
    body = Box(box.x + pad, box.y + pad // 2, box.w - 2 * pad, box.h - pad)
    used = paper.write(made.title, Box(body.x, body.y, body.w // 2, 2 * size), size)
    paper.write(made.rounds, Box(body.x + body.w // 2, body.y, body.w // 2, 2 * size), size, at="r")
    body = _below(body, used + size // 3)
    used = paper.write(made.verdict, Box(body.x, body.y, body.w, 4 * size), round(size * 1.5), bold=True)
    body = _below(body, used + size // 2)
    if made.plan is not None:
        draw_board(paper, made.plan, body)
        return
    body = _below(body, _totals(paper, made, body, size))
    displays = min(round(size * 2.7) * (DISPLAY_ROWS + 1), body.h // 2) if any(map(_laid, made.players)) else 0
    _bars(paper, made, Box(body.x, body.y, body.w, body.h - displays), size, blue)
    if displays:
        _displays(paper, made, Box(body.x, body.y + body.h - displays, body.w, displays), size)


def _below(box: Box, used: int) -> Box:
    return Box(box.x, box.y + used, box.w, max(0, box.h - used))


def _laid(player: Player) -> bool:
    return any(player.cards)


def _totals(paper: Paper, made: Keepsake, box: Box, size: int) -> int:
    """Names and totals; the height used."""
    high = round(size * 3)
    for player in made.players:
        left = player.side is Side.BLUE
        half = Box(box.x if left else box.x + box.w // 2, box.y, box.w // 2, high)
        paper.sign("diamond" if left else "ring", _sign_box(half, left, size))
        name = Box(half.x + (2 * size if left else size), half.y, half.w - 3 * size, round(size * 1.5))
        paper.write(player.name, name, size, at="l" if left else "r")
        total = Box(name.x, half.y + round(size * 1.3), name.w, round(size * 2))
        paper.write(str(player.total), total, round(size * 1.6), bold=True, at="l" if left else "r")
    return high + size // 2


def _sign_box(half: Box, left: bool, size: int) -> Box:
    side = round(size * 1.1)
    return Box(half.x if left else half.x + half.w - side, half.y + size // 6, side, side)


def _bars(paper: Paper, made: Keepsake, box: Box, size: int, blue: Colour) -> None:
    """A line for each reason: its name in the middle, and to both sides how many points it brought."""
    if not made.reasons:
        return
    step = min(round(size * 1.7), box.h // len(made.reasons))
    middle, number = box.w * 3 // 10, round(size * 2)
    side = (box.w - middle) // 2
    most = max(abs(vp) for reason in made.reasons for vp in reason.points.values()) or 1
    for at, reason in enumerate(made.reasons):
        y = box.y + at * step
        text = min(size, round(step * 0.7))
        paper.write(reason.text, Box(box.x + side, y, middle, step), text, at="m")
        for colour, vp in reason.points.items():
            left = colour is Side.BLUE
            wide = max(2, round((side - number) * abs(vp) / most))
            x = box.x + side - wide if left else box.x + side + middle
            bar = Box(x, y + step // 6, wide, max(2, step * 2 // 3))
            paper.fill(bar, blue if left else WHITE)
            paper.frame(bar, BLACK, max(1, size // 12))
            value = Box(x - number if left else x + wide, y, number - size // 3, step)
            if not left:
                value = Box(value.x + size // 3, y, value.w, step)
            paper.write(str(vp), value, text, bold=True, at="r" if left else "l")


def _displays(paper: Paper, made: Keepsake, box: Box, size: int) -> None:
    """Both displays, each card with its number, its VP and its symbol's name."""
    for player in made.players:
        wide = (box.w - size) // 2
        x = box.x if player.side is Side.BLUE else box.x + box.w - wide
        high = box.h // DISPLAY_ROWS
        for row in range(DISPLAY_ROWS):
            for place in range(ROW_CARDS):
                cell = Box(x + place * wide // ROW_CARDS, box.y + row * high, wide // ROW_CARDS, high)
                cell = Box(cell.x + 1, cell.y + 1, cell.w - 3, cell.h - 3)
                paper.frame(cell, BLACK, 1)
                cards = player.cards[row] if row < len(player.cards) else ()
                if place < len(cards):
                    number, name = cards[place]
                    text = min(size, cell.h // 3)
                    paper.write(number, Box(cell.x + 3, cell.y + 2, cell.w - 6, cell.h // 2), text, bold=True)
                    lower = Box(cell.x + 3, cell.y + cell.h // 2, cell.w - 6, cell.h // 2)
                    paper.write(name, lower, round(text * 0.85))
