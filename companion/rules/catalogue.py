"""Reads the card files: the ones shipped, and the owner's own additions.

A file is TOML with tables ``[[tribe]]``, ``[[goods]]``, ``[[border]]`` and ``[[dune]]``. A fact that is left out is
unknown. An addition with the id of a known card completes or corrects it; any other id is a new card. A mistake is
refused with its line and reason.
"""

from __future__ import annotations

import re
import tomllib
import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields, replace
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar, Union, get_args, get_origin

from companion.rules.abilities import END_ABILITIES, Ability
from companion.rules.board import CORNERS, border
from companion.rules.board_abilities import BORDER_ABILITIES, DUNE_ABILITIES, GiveGood, Raid
from companion.rules.cards import (
    MOST_VP_PRINTED,
    BorderCard,
    BorderKind,
    Box,
    Catalogue,
    DuneCard,
    GoodsCard,
    TribeCard,
)
from companion.rules.lines import hints_of
from companion.rules.play_abilities import PLAY_ABILITIES, LaidAbility, OpponentTargis
from companion.rules.resources import Amounts, Cost

SHIPPED = ("tribe_base.toml", "tribe_expansion.toml", "goods.toml", "border.toml", "dunes.toml")
LARGEST = 99
_MOST: Mapping[tuple[type[Any], str], int] = {
    (BorderCard, "number"): 16,
    (TribeCard, "vp"): MOST_VP_PRINTED,
    (OpponentTargis, "targis"): 3,
}
_MAY_BE_NOUGHT = {"worth", "targis"}
Facts = dict[str, Any]
C = TypeVar("C", TribeCard, GoodsCard, BorderCard, DuneCard)


@dataclass(frozen=True, slots=True)
class _Kind:
    card: type[Any]
    abilities: tuple[type[Ability], ...] = ()


_KINDS = {
    "tribe": _Kind(TribeCard, END_ABILITIES + PLAY_ABILITIES),
    "goods": _Kind(GoodsCard),
    "border": _Kind(BorderCard, BORDER_ABILITIES),
    "dune": _Kind(DuneCard, DUNE_ABILITIES + tuple(kind for kind in PLAY_ABILITIES if issubclass(kind, LaidAbility))),
}
_MOST_LINES, _LONGEST_LINE = 10_000, 10_000  # of a file: no cards need more, and reading more may take minutes
_LONGEST = 600  # of the words for a mistake; the longest list of what there is fits in
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")


class CardError(ValueError):
    """A card file holds a mistake. The text is ``line N: what is wrong``, in one line."""

    def __init__(self, line: int | str, what: str) -> None:
        what = what if len(what) <= _LONGEST else f"{what[: _LONGEST - 3]}..."
        super().__init__(f"line {line}: " + "".join(sign if sign.isprintable() else "?" for sign in what))


class _Wrong(Exception):
    """A value does not fit. ``key``: the card's fact in which it stands."""

    def __init__(self, what: str, key: str = "") -> None:
        super().__init__(what)
        self.key = key


@cache
def shipped() -> Catalogue:
    """The cards that ship with the product."""
    return _catalogue({})


def with_additions(text: str) -> Catalogue:
    """The shipped cards with those of the owner's file laid over them. Raises CardError."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > _LONGEST_LINE or number > _MOST_LINES:
            raise CardError(number, f"at most {_MOST_LINES} lines of {_LONGEST_LINE} letters are read")
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at (?:line (\d+), column \d+|end of document)\)", str(error))
        where = place[1] if place and place[1] else str(len(text.splitlines()))
        raise CardError(where, _in_words(str(error).partition(" (at ")[0])) from error
    except RecursionError:
        raise CardError(1, "it is nested too deeply") from None
    except ValueError as error:
        long = re.search(r"\d{999}", text)
        number = text.count("\n", 0, long.start()) + 1 if long else 1
        raise CardError(number, "it holds a number that is too long") from error
    lines = _Lines(text)
    additions: dict[str, dict[str, Facts]] = {}
    for kind, cards in tables.items():
        if kind not in _KINDS:
            raise CardError(lines.of(kind), f"{kind} is none of the kinds {', '.join(_KINDS)}")
        if not isinstance(cards, list) or not all(isinstance(card, dict) for card in cards):
            raise CardError(lines.of(kind), f"write [[{kind}]] above each card")
        found: dict[str, Facts] = {}
        for index, facts in enumerate(cards):
            try:
                name = _own_id(kind, facts, found, additions)
                _read_card(_KINDS[kind], _base_facts(kind).get(name, {"box": str(Box.OWN)}) | facts | {"id": name})
            except _Wrong as wrong:
                raise CardError(lines.of(kind, index, wrong.key), str(wrong)) from wrong
            found[name] = facts | {"id": name}
        additions[kind] = found
    return replace(_catalogue(additions), additions=text)


def _in_words(problem: str) -> str:
    """What the TOML reader says, without its own names for things."""
    problem = problem.replace("Cannot mutate immutable namespace", "Nothing can be added to")
    return re.sub(r"\('(.*?)',?\)", lambda names: "'" + names[1].replace("', '", ".") + "'", problem)


def _own_id(kind: str, facts: Facts, found: Mapping[str, Facts], others: Mapping[str, Mapping[str, Facts]]) -> str:
    name = facts.get("id")
    if not isinstance(name, str) or not _ID.fullmatch(name):
        raise _Wrong('a card wants an id of letters, digits, dots and dashes, such as id = "EX-T4"', "id")
    known = re.fullmatch(r"base-(\d)", name)
    name = f"base-0{known[1]}" if known else name
    if name in found:
        raise _Wrong(f"{name} stands twice", "id")
    for other in _KINDS:
        for known_name in (*_base_facts(other), *others.get(other, ())):
            if known_name.lower() == name.lower() and (other != kind or known_name != name):
                raise _Wrong(f"there is a {other} card {known_name} already; write it so, or take another id", "id")
    if "box" in facts:
        raise _Wrong("the box is not written: it follows from the id", "box")
    return name


@cache
def _base_tables() -> dict[str, dict[str, Facts]]:
    found: dict[str, dict[str, Facts]] = {kind: {} for kind in _KINDS}
    for name in SHIPPED:
        text = files("companion.rules").joinpath("data", name).read_text(encoding="utf-8")
        for kind, cards in tomllib.loads(text).items():
            for facts in cards:
                if facts["id"] in found[kind]:
                    raise ValueError(f"{name}: {facts['id']} stands twice")
                found[kind][facts["id"]] = facts
    return found


def _base_facts(kind: str) -> dict[str, Facts]:
    return _base_tables()[kind]


def _catalogue(additions: Mapping[str, Mapping[str, Facts]]) -> Catalogue:
    def cards(kind: str, card: type[C]) -> Mapping[str, C]:
        facts = dict(_base_facts(kind))
        for name, added in additions.get(kind, {}).items():
            facts[name] = facts.get(name, {"box": str(Box.OWN)}) | added
        return types.MappingProxyType({name: _read_card(_KINDS[kind], facts[name]) for name in facts})

    return Catalogue(
        cards("tribe", TribeCard), cards("goods", GoodsCard), cards("border", BorderCard), cards("dune", DuneCard)
    )


# --- one card ---


def _read_card(kind: _Kind, facts: Facts) -> Any:
    card = _read_fields(kind.card, facts, kind.abilities)
    if isinstance(card, TribeCard) and card.effect and card.timing and card.timing not in card.effect.when:
        fitting = " or ".join(sorted(map(str, card.effect.when)))
        raise _Wrong(f"the effect {card.effect.name()} goes with the timing {fitting}, not {card.timing}", "timing")
    if isinstance(card, BorderCard):
        _check_border(card)
    return card


def _check_border(card: BorderCard) -> None:
    """A raid lies on a corner and nothing else does; a goods card gives a good, a raid card is a raid."""
    corner = border(card.number) in CORNERS
    if corner != (card.kind is BorderKind.RAID):
        raise _Wrong(f"number {card.number} is {'a' if corner else 'no'} corner, and raids lie on corners", "kind")
    fits = {BorderKind.RAID: isinstance(card.effect, Raid), BorderKind.GOOD: isinstance(card.effect, GiveGood)}
    if not fits.get(card.kind, not any(fits.values())):
        raise _Wrong(f"the effect {card.effect.name()} is none of a card of the kind {card.kind}", "effect")


def _read_fields(kind: Any, facts: Facts, abilities: tuple[type[Ability], ...], top: bool = True) -> Any:
    """A value of that dataclass from a table, each entry read by the field's type. Raises _Wrong."""
    hints = hints_of(kind)
    known = {item.name: item for item in fields(kind)}
    values: Facts = {}
    for key, value in facts.items():
        try:
            if key not in known:
                there = ", ".join(name for name in known if name != "box")
                raise _Wrong(f"{key} is not known here; there is {there or 'nothing to write'}")
            is_count = hints[key] in (int, int | None)
            values[key] = _read_int(kind, known[key], value) if is_count else _read(hints[key], value, key, abilities)
        except _Wrong as wrong:
            raise _Wrong(str(wrong), key if top else wrong.key) from wrong
    missing = [name for name, item in known.items() if item.default is MISSING and name not in values]
    if missing:
        raise _Wrong(f"{missing[0]} is missing")
    return kind(**values)


def _read_int(kind: type[Any], item: Field[Any], value: Any) -> int:
    """A count; one without which the card would do nothing is at least 1."""
    least = 0 if item.default in (0, None) or item.name in _MAY_BE_NOUGHT else 1
    most = _MOST.get((kind, item.name), LARGEST)
    if type(value) is not int or not least <= value <= most:
        raise _Wrong(f"{item.name} is a whole number from {least} to {most}")
    return value


def _read(hint: Any, value: Any, key: str, abilities: tuple[type[Ability], ...]) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        hint = next(part for part in get_args(hint) if part is not type(None))
    if get_origin(hint) is tuple:
        if not isinstance(value, list) or not value:
            raise _Wrong(f"{key} is a list: [...]")
        return tuple(_read(get_args(hint)[0], item, key, abilities) for item in value)
    if hint in (bool, str):
        if type(value) is not hint:
            raise _Wrong(f"{key} is {'true or false' if hint is bool else 'a text in quotes'}")
        return value
    if issubclass(hint, Enum):
        words = [item.value for item in hint]
        if value not in words:
            raise _Wrong(f"{key} is one of {', '.join(words)}")
        return hint(value)
    if hint is Cost:
        return _read_cost(value, key)
    if hint is Ability:
        return _read_effect(value, abilities)
    if not isinstance(value, dict):
        raise _Wrong(f"{key} is a table: {{...}}")
    return _read_fields(hint, value, abilities, top=False)


def _read_cost(value: Any, key: str) -> Cost:
    """One table of amounts, a list of them for '/', or ``{either = [...], bracket = {...}, bracket_vp = 1}``."""
    if isinstance(value, dict) and {"either", "bracket", "bracket_vp"} & set(value):
        cost: Cost = _read_fields(Cost, value, (), top=False)
        if (cost.bracket is None) != (cost.bracket_vp == 0):
            raise _Wrong("bracket and bracket_vp belong together")
    else:
        cost = Cost(_read(tuple[Amounts, ...], value if isinstance(value, list) else [value], key, ()))
    for part in (*cost.either, *([cost.bracket] if cost.bracket else [])):
        if part.vp or part.goods:
            raise _Wrong("a cost is in dates, salt, pepper, gold and water")
    return cost


def _read_effect(value: Any, abilities: tuple[type[Ability], ...]) -> Ability:
    by_name = {kind.name(): kind for kind in abilities}
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        raise _Wrong('an effect is a table with its name: {name = "..."}')
    kind = by_name.get(value["name"])
    if kind is None:
        raise _Wrong(f"{value['name']} is no effect here; there are {', '.join(sorted(by_name))}")
    parameters = {key: part for key, part in value.items() if key != "name"}
    try:
        effect: Ability = _read_fields(kind, parameters, abilities, top=False)
    except _Wrong as wrong:
        raise _Wrong(f"effect {kind.name()}: {wrong}") from wrong
    return effect


class _Lines:
    """Where the tables and entries of a TOML text stand, for messages."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()

    def of(self, kind: str, index: int = 0, key: str = "") -> int:
        """The line, from 1, of the key in the table of that kind and index; of the table where the key is not found."""
        starts = [number for number, line in self._numbered() if self._opens(line, kind)]
        if index >= len(starts):  # several in one line
            return starts[-1] if starts else 1
        for number, line in self._numbered():
            if number > starts[index] and line.lstrip().startswith("["):
                break
            if number > starts[index] and key and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", line):
                return number
        return starts[index]

    def _numbered(self) -> Iterator[tuple[int, str]]:
        return enumerate(self._lines, 1)

    @staticmethod
    def _opens(line: str, kind: str) -> bool:
        name = re.escape(kind)
        return bool(re.match(rf"\s*(\[\[?\s*[\"']?{name}[\"']?\s*\]|[\"']?{name}[\"']?\s*[=.])", line))
