"""E-ink pages: a sheet drawn for a panel of any size from 212x104 up, in black and white and, where there is one, the
panel's own colour.

Small panels show either text or board; from 380x240 on both stand beside each other. The four buttons stand at the
bottom of every page that can be answered, in their order, with what they do now.
"""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from companion.keepsake import draw_keepsake
from companion.pages_board import columns, draw_board
from companion.pages_paper import BLACK, WHITE, Box, Paper
from companion.pressing import Key, PageKind
from companion.sheets import Sheet

_KEEPSAKE_WIDTH = 600
"""Pixels that the whole game on one page needs."""
_NARROW = 15
"""Columns narrower than that many times the height of letters are for short words only."""


def draw(sheet: Sheet, size_px: tuple[int, int], accent: str | None = None) -> Image.Image:
    """The page as a picture, mode RGB. ``size_px``: width and height of the panel as it lies; ``accent``: its colour
    beside black and white ("red", "yellow"), or None."""
    return drawn(sheet, size_px, accent).image


def drawn(sheet: Sheet, size_px: tuple[int, int], accent: str | None = None) -> Paper:
    """The page as the paper it was drawn on, which knows whether all text had room."""
    paper = Paper(size_px, accent)
    body = _foot(paper, sheet, _head(paper, sheet))
    if sheet.kind is PageKind.OFF:
        _off(paper, sheet, body)
    elif sheet.rows:
        _table(paper, sheet, body)
    elif sheet.keepsake is not None and paper.image.width >= _KEEPSAKE_WIDTH:
        draw_keepsake(paper, sheet.keepsake, body)
    elif sheet.plan is not None and sheet.kind is PageKind.BOARD and not paper.large:
        _map(paper, sheet, body)
    elif sheet.plan is not None and paper.large:
        _both(paper, sheet, body)
    else:
        _text(paper, sheet, body)
    return paper


def _head(paper: Paper, sheet: Sheet) -> Box:
    """The band on top; returns what is left."""
    width, height = paper.image.size
    size = round(paper.text_px * 0.92)
    band = Box(0, 0, width, round(size * 1.42))
    paper.fill(band, BLACK)
    pad, top = max(3, size // 4), round(size * 0.1)
    while size > 9 and paper.width_of(sheet.left, size) + paper.width_of(sheet.right, size) > width - 4 * pad:
        size -= 1
    split = paper.width_of(sheet.left, size) + pad
    paper.write(sheet.left, Box(pad, top, split, band.h), size, WHITE)
    if sheet.right:
        paper.write(sheet.right, Box(pad + split, top, width - split - 2 * pad, band.h), size, WHITE, at="r")
    return Box(0, band.h, width, height - band.h)


def _foot(paper: Paper, sheet: Sheet, body: Box) -> Box:
    """The four buttons; returns what is left. A page that cannot be answered has none."""
    if not any(sheet.keys):
        return body
    size = round(paper.text_px * 0.9)
    high = round(size * 1.7)
    top = body.y + body.h - high
    paper.fill(Box(0, top, body.w, paper.line_px), BLACK)
    for number, (key, name) in enumerate(zip(Key, sheet.keys, strict=True)):
        left, right = round(body.w * number / 4), round(body.w * (number + 1) / 4)
        if number:
            paper.fill(Box(left, top, paper.line_px, high), BLACK)
        if not name:
            continue
        pad = max(2, size // 6)
        sign = Box(left + pad + 1, top + (high - size) // 2 + 1, size, size)
        paper.sign(str(key), sign)
        text = Box(sign.x + size + pad, top + 1, right - sign.x - size - pad, high - 1)
        paper.write(name, text, size, at="m")
    return Box(body.x, body.y, body.w, top - body.y)


def _text(paper: Paper, sheet: Sheet, body: Box) -> None:
    """Title, what is asked or wrong, and the sentences, as many as have room; these matter more than the title."""
    size = paper.text_px
    pad = max(4, size // 3)
    box = Box(body.x + pad, body.y + max(2, pad // 2), body.w - 2 * pad, body.h - pad)
    if sheet.answer:
        box = _answer(paper, sheet, box)
    if sheet.warning:
        box = _warning(paper, sheet, box)
    title = round(size * 1.5)
    if sheet.title and (paper.height_of(sheet.texts, box.w, size - 1) <= box.h - title or not sheet.texts):
        used = paper.write(sheet.title, Box(box.x, box.y, box.w, title), round(size * 1.2), bold=True)
        box = Box(box.x, box.y + used + 1, box.w, box.h - used - 1)
    size = next((small for small in range(size, 9, -1) if paper.height_of(sheet.texts, box.w, small) <= box.h), 9)
    for number, text in enumerate(sheet.texts):
        if number and paper.height_of((text,), box.w, size) > box.h:
            break  # less urgent than what stands there
        used = paper.write(text, box, size)
        box = Box(box.x, box.y + used + size // 4, box.w, max(0, box.h - used - size // 4))


def _off(paper: Paper, sheet: Sheet, body: Box) -> None:
    """A plug drawn beside the text: out of its socket."""
    side = min(round(body.w * 0.3), round(body.h * 0.7))
    pad = side // 5
    paper.sign("plug", Box(body.x + pad, body.y + (body.h - side) // 2, side, side))
    left = side + 2 * pad
    wide = body.w - left - pad // 2
    top = max(0, body.h - paper.height_of(sheet.texts, wide, paper.text_px)) // 3
    _text(paper, sheet, Box(body.x + left, body.y + top, wide, body.h - top))


def _answer(paper: Paper, sheet: Sheet, box: Box) -> Box:
    """The choice pointed at, in a frame at the bottom of the box."""
    size, pad = paper.text_px, max(3, paper.text_px // 3)
    count = round(size * 2.6) if sheet.count else 0
    wide = box.w - size - 3 * pad - count
    high = round(size * (1.65 if paper.width_of(sheet.answer, size) <= 1.2 * wide else 2.6))
    frame = Box(box.x, box.y + box.h - high, box.w, high)
    paper.fill(frame, BLACK)
    paper.sign("pointer", Box(frame.x + pad, frame.y + (high - size) // 2, size, size), WHITE)
    text = Box(frame.x + size + 2 * pad, frame.y, wide, high)
    paper.write(sheet.answer, text, size, WHITE, bold=True, at="c")
    if sheet.count:
        place = Box(frame.x + frame.w - count - pad, frame.y + (high - round(size * 1.2)) // 2, count, high)
        paper.write(sheet.count, place, size, WHITE, at="r")
    return Box(box.x, box.y, box.w, box.h - high - size // 4)


def _warning(paper: Paper, sheet: Sheet, box: Box) -> Box:
    """What is wrong, with a sign, on top of the box."""
    size = round(paper.text_px * 0.95)
    paper.sign("warning", Box(box.x, box.y, size, size), paper.loud_ink)
    used = paper.write(sheet.warning, Box(box.x + size + 4, box.y, box.w - size - 4, box.h // 2), size, paper.loud_ink)
    return Box(box.x, box.y + used + 2, box.w, box.h - used - 2)


def _both(paper: Paper, sheet: Sheet, body: Box) -> None:
    """The board on the left, the text beside it; where that leaves a narrow column, the answer goes across below."""
    assert sheet.plan is not None
    plan, pad = sheet.plan, max(4, paper.text_px // 3)
    across = columns(plan)
    if sheet.answer and body.w - (body.h - 2 * pad) / 5 * across < _NARROW * paper.text_px:
        rest = _answer(paper, sheet, Box(body.x + pad, body.y, body.w - 2 * pad, body.h - pad))
        sheet, body = replace(sheet, answer=""), Box(body.x, body.y, body.w, rest.h)
    high = body.h - 2 * pad
    wide = min(round(high / 5 * across), round(body.w * 0.62))
    draw_board(paper, plan, Box(body.x + pad, body.y + pad, wide, high))
    left = body.x + wide + 2 * pad
    _text(paper, sheet, Box(left, body.y, body.w - left, body.h))


def _map(paper: Paper, sheet: Sheet, body: Box) -> None:
    """The board alone, with what can be said beside it."""
    assert sheet.plan is not None
    high = body.h - 4
    wide = int(high / 5 * columns(sheet.plan)) + 2
    draw_board(paper, sheet.plan, Box(body.x + 2, body.y + 2, wide, high))
    left = body.x + wide + 4
    _text(paper, sheet, Box(left, body.y, body.w - left, body.h))


def _table(paper: Paper, sheet: Sheet, body: Box) -> None:
    """A title, rows of a name and a number in one column or two, and what is asked below them."""
    size, pad = paper.text_px, max(4, paper.text_px // 3)
    box = Box(body.x + pad, body.y + 2, body.w - 2 * pad, body.h - 2)
    used = paper.write(sheet.title, Box(box.x, box.y, box.w, round(size * 1.5)), round(size * 1.2), bold=True)
    box = Box(box.x, box.y + used + 1, box.w, box.h - used - 1)
    if len(sheet.texts) > 1:  # the last one asks something
        line = round(size * 1.2)
        paper.write(sheet.texts[-1], Box(box.x, box.y + box.h - line, box.w, line), size)
        box = Box(box.x, box.y, box.w, box.h - line)
    small = size
    if sheet.kind is PageKind.CHALLENGES:  # five at most, each with its words
        small = max(9, min(size, int(box.h / len(sheet.rows) / 1.2)))
    while small > 9 and -(-len(sheet.rows) // max(1, box.h // round(small * 1.2))) > 2:
        small -= 1
    step = round(small * 1.2)
    rows = max(1, box.h // step)
    across = min(2, -(-len(sheet.rows) // rows))
    paper.cut = paper.cut or len(sheet.rows) > rows * across
    wide = box.w // across
    room = max(paper.width_of(value, small) for _, value in sheet.rows) + 2
    for number, (name, value) in enumerate(sheet.rows[: rows * across]):
        x, y = box.x + number // rows * wide, box.y + number % rows * step
        bold = not name.startswith(" ")
        indent = 0 if bold else small // 2
        paper.write(name.strip(), Box(x + indent, y, wide - room - indent - 6, step), small, bold=bold)
        paper.write(value, Box(x + wide - room - 6, y, room, step), small, bold=bold, at="r")
