"""`targi score`: a final position written as JSON, read with care, and its scoring written in the contract's words.

What is impossible is refused with the place named. Fields that are not known are passed over and told.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from companion.own_cards import FileTrouble, catalogue_of, text_of
from companion.rules.abilities import Ability, StoredTokens, Timing, VpPerPlainCards
from companion.rules.board import Colour
from companion.rules.cards import DISPLAY_ROWS, MOST_VP_PRINTED, ROW_CARDS, Box, Catalogue, TribeCard
from companion.rules.challenges import (
    Category,
    Challenge,
    ChoiceFault,
    ObstacleChallenge,
    ResourceChallenge,
    RobberChallenge,
    RowKind,
    RowsChallenge,
    Stock,
    SymbolChallenge,
    VpChallenge,
    choice_faults,
)
from companion.rules.resources import Good, Symbol
from companion.rules.scoring import DecidedBy, Display, Final, Laid, Line, Result, Side, What
from companion.rules.state import Edition

MOST = 999
MOST_DUNES = 4
E = TypeVar("E", bound=Enum)


_CHOICE = {
    ChoiceFault.CATEGORY_TWICE: "there is one {category} challenge already; one of each kind is the most",
    ChoiceFault.NOT_FOR_TWO: "two players have no such {category} challenge",
    ChoiceFault.NO_VP: "no vp challenge is among them, though one should be",
}


class StateError(ValueError):
    """The position cannot be scored; the text says where and why."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A position to be scored. ``names``: the players', in order. ``notes``: what was passed over, as sentences."""

    final: Final
    names: tuple[str, ...]
    notes: tuple[str, ...] = ()


def read_files(state: Path, cards: Path) -> Asked:
    """The position in a file, by the cards shipped and those of the owner's file, which need not exist. Raises
    StateError with a whole sentence."""
    try:
        text = text_of(state)
        catalogue = catalogue_of(cards)
    except FileTrouble as trouble:
        raise StateError(str(trouble)) from trouble
    if text is None:
        raise StateError(f"{state} does not exist.")
    try:
        return read_state(text, catalogue)
    except StateError as error:
        raise StateError(f"{state} cannot be scored: {error}.") from error


def read_state(text: str, catalogue: Catalogue) -> Asked:
    """The position that a JSON text holds. Raises StateError."""
    try:
        value = json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_number)
        return _Reader(catalogue).state(value)
    except RecursionError:
        raise StateError("it is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise StateError(f"line {error.lineno}, column {error.colno}: it is not JSON ({error.msg})") from error
    except StateError:
        raise
    except ValueError as error:
        raise StateError("it holds a number that is too long") from error


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise StateError(f"{_shown(key)} stands twice in one place")
        found[key] = value
    return found


def _no_number(word: str) -> NoReturn:
    raise StateError(f"{word} is no number")


def _shown(value: object) -> str:
    text = json.dumps(value, default=str)
    return text if len(text) <= 40 else f"{text[:37]}..."


@dataclass(slots=True)
class _Reader:
    """Reads one position; ``edition`` and ``seen`` fill as it goes."""

    catalogue: Catalogue
    edition: Edition = Edition.BASE
    seen: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def state(self, value: Any) -> Asked:
        state = self._table(value, "the state", ("edition", "solo", "robber", "challenges", "players"))
        self.edition = self._word(Edition, self._need(state, "edition", "the state"), "edition")
        solo = self._flag(state.get("solo", False), "solo")
        if state.get("robber") is not None:
            self._number(state["robber"], "robber", 1, 16)
        players = self._list(self._need(state, "players", "the state"), "players")
        if len(players) != (1 if solo else 2):
            raise StateError(f"players: {'a solo game has one player' if solo else 'a game has two players'}")
        sides: list[Side] = []
        names: list[str] = []
        for index, player in enumerate(players):
            side, name = self._player(player, f"players[{index}]")
            if any(side.colour is other.colour for other in sides):
                raise StateError(f"players[{index}].colour: both players are {side.colour}")
            sides.append(side)
            names.append(name)
        challenges = self._challenges(state.get("challenges"), solo)
        return Asked(Final(tuple(sides), challenges), tuple(names), tuple(self.notes))

    def _player(self, value: Any, where: str) -> tuple[Side, str]:
        known = ("name", "colour", "vp_tokens", "gold", "goods", "water", "display")
        player = self._table(value, where, known)
        name = player.get("name", "")
        if not isinstance(name, str) or not name.isprintable() or len(name) > 60:
            raise StateError(f"{where}.name: a name is a line of at most 60 letters")
        colour = self._word(Colour, self._need(player, "colour", where), f"{where}.colour")
        goods = self._stocks(player.get("goods", {}), f"{where}.goods", [str(good) for good in Good])
        water = self._number(player.get("water", 0), f"{where}.water")
        if water and self.edition is Edition.BASE:
            raise StateError(f"{where}.water: there is no water in the base game")
        side = Side(
            colour=colour,
            display=self._display(self._need(player, "display", where), f"{where}.display"),
            vp_tokens=self._number(self._need(player, "vp_tokens", where), f"{where}.vp_tokens"),
            gold=self._number(player.get("gold", 0), f"{where}.gold"),
            water=water,
            **goods,
        )
        return side, name

    # --- the display ---

    def _display(self, value: Any, where: str) -> Display:
        rows = self._list(value, where)
        if len(rows) > DISPLAY_ROWS:
            raise StateError(f"{where}: a display has {DISPLAY_ROWS} rows, not {len(rows)}")
        display: list[tuple[Laid, ...]] = []
        unsaid: list[str] = []
        for number, row in enumerate(rows):
            there = f"{where}[{number}]"
            cards = self._list(row, there)
            if len(cards) > ROW_CARDS:
                raise StateError(f"{there}: a row has at most {ROW_CARDS} cards, not {len(cards)}")
            display.append(tuple(self._card(card, f"{there}[{index}]", unsaid) for index, card in enumerate(cards)))
        laid = [card for cards in display for card in cards]
        if sum(card.symbol is None for card in laid) > MOST_DUNES:
            raise StateError(f"{where}: more than {MOST_DUNES} sand dunes cannot be laid")
        if unsaid and any(isinstance(card.ability, VpPerPlainCards) for card in laid):
            raise StateError(f"{unsaid[0]}: say whether the card has a text, since cards without one count here")
        return tuple(display)

    def _card(self, value: Any, where: str, unsaid: list[str]) -> Laid:
        if value is None:
            raise StateError(f"{where}: a gap; rows are filled from the left, so leave it out")
        if isinstance(value, str):
            value = {"card": value}
        card = self._table(value, where, ("card", "symbol", "vp", "text", "dune", "tokens"))
        if "dune" in card:
            return self._dune(card, where)
        found = self._catalogue_card(card["card"], where) if "card" in card else None
        symbol = self._word(Symbol, card["symbol"], f"{where}.symbol") if "symbol" in card else None
        vp = self._number(card["vp"], f"{where}.vp", 0, MOST_VP_PRINTED) if "vp" in card else None
        text = self._flag(card["text"], f"{where}.text") if "text" in card else None
        if found:
            symbol = self._fact(symbol, found.symbol, f"{where}: the symbol of {found.id}")
            vp = self._fact(vp, found.vp, f"{where}: the VP of {found.id}")
            text = self._fact(text, not found.plain, f"{where}: whether {found.id} has a text")
        for name, fact in (("symbol", symbol), ("vp", vp)):
            if fact is None:
                who = f"the {name} of {found.id} is not known" if found else f"{name} is missing"
                raise StateError(f'{where}: {who}; write {{..., "{name}": ...}}')
        if text is None:
            unsaid.append(where)
        ability = found.effect if found else None
        tokens = self._tokens(card.get("tokens", {}), f"{where}.tokens", found, ability)
        return Laid(symbol, vp or 0, text is False, ability, found.id if found else None, **tokens)

    def _dune(self, card: Mapping[str, Any], where: str) -> Laid:
        if card["dune"] is not True:
            raise StateError(f"{where}.dune: only true can stand here")
        if set(card) & {"card", "symbol", "vp", "text", "tokens"}:
            raise StateError(f"{where}: a sand dune has no text, VP or tokens; its symbol is chosen in the scoring")
        if self.edition is Edition.BASE:
            raise StateError(f"{where}: no sand dune can be laid in the base game")
        return Laid(None, plain=True)

    def _catalogue_card(self, name: Any, where: str) -> TribeCard:
        found = self.catalogue.tribe_card(name) if isinstance(name, str) else None
        if found is None:
            raise StateError(f"{where}: there is no card {_shown(name)}")
        if found.box is Box.EXPANSION and self.edition is Edition.BASE:
            raise StateError(f'{where}: {found.id} is of the expansion; write "edition": "expansion"')
        if found.id in self.seen:
            raise StateError(f"{where}: {found.id} lies in {self.seen[found.id]} already, and there is only one")
        self.seen[found.id] = where
        return found

    def _tokens(self, value: Any, where: str, card: TribeCard | None, ability: Ability | None) -> dict[str, int]:
        room = {"water": 0, "gold": 0, "action": 0}
        if isinstance(ability, StoredTokens):
            room |= {"water": ability.water, "gold": ability.gold}
        if card is None or card.timing in (None, Timing.ONCE):
            room["action"] = 1
        tokens = self._stocks(value, where, list(room))
        for name, count in tokens.items():
            if count > room[name]:
                raise StateError(f"{where}.{name}: {room[name] or 'none'} can lie on this card, not {count}")
        return {name: tokens.get(name, 0) for name in ("water", "gold")}

    # --- challenges ---

    def _challenges(self, value: Any, solo: bool) -> tuple[Challenge, ...]:
        items = self._list([] if value is None else value, "challenges")
        found = tuple(self._challenge(item, f"challenges[{index}]") for index, item in enumerate(items))
        for fault, index in choice_faults(found, solo):
            said = _CHOICE[fault].format(category=found[index].category)
            if not fault.warning:
                raise StateError(f"challenges[{index}]: {said}")
            self.notes.append(f"challenges: {said}.")
        return found

    def _challenge(self, value: Any, where: str) -> Challenge:
        known = ("category", "at_least", "what", "rows", "more", "than", "kept", "andy_starts", "take_off")
        task = self._table(value, where, known)

        def needed(key: str) -> Any:
            return self._need(task, key, where)

        def least() -> int:
            return self._number(needed("at_least"), f"{where}.at_least", 1)

        category = self._word(Category, needed("category"), f"{where}.category")
        if category is Category.VP:
            return VpChallenge(least())
        if category is Category.RESOURCE:
            return ResourceChallenge(self._word(Stock, needed("what"), f"{where}.what"), least())
        if category is Category.OBSTACLE:
            andy_starts = self._flag(task.get("andy_starts", False), f"{where}.andy_starts")
            return ObstacleChallenge(self._flag(needed("kept"), f"{where}.kept"), andy_starts)
        if category is Category.ROBBER:
            return RobberChallenge(self._number(needed("take_off"), f"{where}.take_off"))
        if "rows" in task:
            return RowsChallenge(self._word(RowKind, task["rows"], f"{where}.rows"), least())
        more, than = (self._word(Symbol, needed(key), f"{where}.{key}") for key in ("more", "than"))
        if more is than:
            raise StateError(f"{where}: more {more} than {than} cannot be")
        return SymbolChallenge(more, than)

    # --- values ---

    def _table(self, value: Any, where: str, known: tuple[str, ...]) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise StateError(f"{where}: {_shown(value)} stands where a {{...}} should")
        self.notes += [f"{where}: {_shown(key)} is not known and was passed over." for key in value if key not in known]
        return value

    def _list(self, value: Any, where: str) -> list[Any]:
        if not isinstance(value, list):
            raise StateError(f"{where}: {_shown(value)} stands where a list [...] should")
        return value

    def _need(self, table: Mapping[str, Any], key: str, where: str) -> Any:
        if key not in table:
            raise StateError(f"{where}: {key} is missing")
        return table[key]

    def _flag(self, value: Any, where: str) -> bool:
        if not isinstance(value, bool):
            raise StateError(f"{where}: write true or false, not {_shown(value)}")
        return value

    def _number(self, value: Any, where: str, least: int = 0, most: int = MOST) -> int:
        if type(value) is not int or not least <= value <= most:
            raise StateError(f"{where}: a whole number from {least} to {most} belongs here, not {_shown(value)}")
        return value

    def _word(self, kind: type[E], value: Any, where: str) -> E:
        words = [item.value for item in kind]
        if not isinstance(value, str) or value not in words:
            raise StateError(f"{where}: {_shown(value)} is none of {', '.join(words)}")
        return kind(value)

    def _stocks(self, value: Any, where: str, names: list[str]) -> dict[str, int]:
        if not isinstance(value, dict):
            raise StateError(f"{where}: {_shown(value)} stands where a {{...}} should")
        for name in value:
            if name not in names:
                raise StateError(f"{where}: {_shown(name)} is none of {', '.join(names)}")
        return {name: self._number(count, f"{where}.{name}") for name, count in value.items()}

    @staticmethod
    def _fact(said: Any, known: Any, what: str) -> Any:
        if known is None or said is None or said == known:
            return said if known is None else known
        raise StateError(f"{what} is {_shown(known)}, not {_shown(said)}")


# --- what comes out ---


def scored(result: Result, solo: bool) -> dict[str, Any]:
    """The scoring in the contract's words."""
    players = [
        {"colour": str(tally.colour), "total": tally.total, "lines": [_line(line) for line in tally.lines]}
        for tally in result.tallies
    ]
    winner = str(result.winner) if result.winner else None
    said: dict[str, Any] = {"players": players, "winner": winner, "decided_by": str(result.decided_by)}
    if solo:
        said["challenges"] = [
            {"category": str(category), "fulfilled": met} for category, met in result.tallies[0].fulfilled
        ]
    return said


def _line(line: Line) -> dict[str, Any]:
    found: dict[str, Any] = {"what": str(line.what)}
    if line.row is not None:
        found["row"] = line.row
    if line.card is not None:
        found["card"] = line.card
    if line.category is not None:
        found["category"] = str(line.category)
    return found | {"vp": line.vp}


_TOLD: Mapping[What, Callable[[Line], str]] = {
    What.VP_TOKENS: lambda line: "VP tokens",
    What.CARDS: lambda line: "printed on the cards",
    What.ROW: lambda line: f"row {line.row}",
    What.EFFECT: lambda line: f"effect of {line.card}",
    What.WATER: lambda line: "water",
    What.CHALLENGE: lambda line: f"{line.category} challenge",
    What.ROBBER: lambda line: "Robber challenge",
}
_DECIDED = {
    DecidedBy.POINTS: "by points",
    DecidedBy.GOLD: "by gold, the points being equal",
    DecidedBy.GOODS: "by goods, points and gold being equal",
}


def told(result: Result, names: tuple[str, ...]) -> list[str]:
    """The same facts as short lines for people."""
    lines: list[str] = []
    for tally, name in zip(result.tallies, names, strict=True):
        who = f"{name} ({tally.colour})" if name else str(tally.colour)
        lines.append(f"{who}: {tally.total} VP")
        lines += [f"{line.vp:4d}  {_TOLD[line.what](line)}" for line in tally.lines]
        lines += [f"      {category} challenge: {'met' if met else 'not met'}" for category, met in tally.fulfilled]
    if result.decided_by in _DECIDED:
        lines.append(f"{result.winner} wins {_DECIDED[result.decided_by]}.")
    elif result.decided_by is DecidedBy.SHARED:
        lines.append("The victory is shared.")
    elif result.decided_by is DecidedBy.CHALLENGES:
        lines.append("Won: every challenge is met." if result.winner else "Lost: a challenge is not met.")
    return lines
