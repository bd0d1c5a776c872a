"""A position in the middle of the actions, with books, made in few words and played by lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.rules.agenda import chooser
from companion.rules.board import CENTRE, ROBBER, TARGIA, Colour, Piece, PieceKind, Place, Standing, place
from companion.rules.books import Account, Books, LaidCard, Pile, PileKind, Spot
from companion.rules.cards import Catalogue
from companion.rules.catalogue import shipped, with_additions
from companion.rules.decks import border_of, exchanged
from companion.rules.engine import apply, legal_moves, refusal
from companion.rules.moves import parse
from companion.rules.notation import read, write
from companion.rules.resources import amounts
from companion.rules.rounds import round_of, targia_of
from companion.rules.state import Edition, Phase, Settings, State
from tests.companion.conftest import short

PLAIN = tuple(f"base-{number:02d}" for number in range(1, 16))
"""The base game's cards without text: wells are 07 to 09, oases 01 to 03, riders 04 to 06, tents 10 to 12, Targias 13
to 15."""


def account(purse: str = "-", rows: Iterable[Iterable[str]] = (), hand: Iterable[str] = ()) -> Account:
    """What a player owns. A laid card is its id; ``EX-W5!`` has its action token, ``base-41$`` a gold on it and
    ``EX-W2~~`` two water."""
    laid = [tuple(_laid(card) for card in row) for row in rows]
    return Account(amounts(purse), tuple(hand), tuple((*laid, (), (), ())[:3]))


def _laid(text: str) -> LaidCard:
    name = text.rstrip("!$~")
    marks = text[len(name) :]
    return LaidCard(name, gold=marks.count("$"), water=marks.count("~"), action="!" in marks)


class Bench:
    """Blue acts, then white. Figures are put where they are named; what is not named is not there."""

    def __init__(
        self,
        blue: Account | str = "-",
        white: Account | str = "-",
        targis: Iterable[int | str] = (),
        markers: Iterable[str] = (),
        others: Iterable[str] = ("white-targi 7",),
        centre: Mapping[str, str] | None = None,
        border: Iterable[str] = (),
        tribe: Iterable[str] = PLAIN,
        goods: Iterable[str] = ("G-date", "G-gold"),
        dunes: Iterable[str] = (),
        open_dunes: Mapping[str, str] | None = None,
        discards: Mapping[PileKind, Iterable[str]] | None = None,
        top: str | None = None,
        expansion: bool = False,
        robber: int = 1,
        phase: Phase = Phase.ACTING,
        options: Iterable[str] = (),
        turned: Iterable[str] = (),
        cards: Catalogue | None = None,
        more: str = "",
        solo: Colour | None = None,
    ) -> None:
        edition = Edition.EXPANSION if expansion else Edition.BASE
        catalogue = cards or (with_additions(more) if more else shipped())
        spots = {place(where): card for where, card in (centre or {}).items()}
        thrown = {kind: tuple((discards or {}).get(kind, ())) for kind in PileKind}
        opened = tuple((place(where), card) for where, card in (open_dunes or {}).items())
        books = Books(
            blue=account(blue) if isinstance(blue, str) else blue,
            white=account(white) if isinstance(white, str) else white,
            border=exchanged(border_of(edition, catalogue), border, catalogue),
            centre=tuple(_spot(spots.get(where), catalogue) for where in CENTRE),
            tribe=Pile(tuple(sorted(tribe)), discards=thrown[PileKind.TRIBE], top=top),
            goods=Pile(tuple(sorted(goods)), discards=thrown[PileKind.GOODS]),
            dunes=Pile(tuple(sorted(dunes)), discards=thrown[PileKind.DUNES]),
            open_dunes=opened,
            turned=tuple(turned),
            top_open=top is not None,
            options=frozenset(options),
            cards=catalogue,
        )
        stands = [(ROBBER, place(robber))]
        if expansion:
            stands.append((TARGIA, targia_of(place(robber))))
        stands += [(Piece(PieceKind.TARGI, Colour.BLUE), place(where)) for where in targis]
        stands += [(Piece(PieceKind.MARKER, Colour.BLUE), place(where)) for where in markers]
        stands += [_figure(other) for other in others]
        crossed = tuple(
            (piece.colour, where) for piece, where in stands if piece.kind is PieceKind.MARKER and piece.colour
        )
        self.state = State(
            settings=Settings(edition, solo, Colour.BLUE),
            round=round_of(place(robber)) or 1,
            phase=phase,
            start_player=Colour.BLUE,
            standing=Standing(frozenset(stands)),
            crossings=crossed,
            dunes=tuple(where for where, _ in opened),
            books=books,
        )

    @property
    def books(self) -> Books:
        assert self.state.books is not None
        return self.state.books

    def play(self, *lines: str) -> list[str]:
        """Plays moves that are allowed; what happened on the table."""
        happened: list[str] = []
        for line in lines:
            move = parse(line)
            no = refusal(self.state, move)
            assert no is None, f"{line}: {no and no.reason}; there are {sorted(self.options())}"
            happened += self.word(line)
        return happened

    def word(self, *lines: str) -> list[str]:
        """What is seen on the table or said by a person, allowed or not; what happened. Every position reads back."""
        happened: list[str] = []
        for line in lines:
            step = apply(self.state, parse(line))
            self.state = step.state
            assert read(write(step.state)) == step.state
            happened += map(short, step.events)
        return happened

    @property
    def chooser(self) -> str:
        """Who is to choose or to take a figure back now; ``None`` when nobody is."""
        return str(chooser(self.state))

    def options(self, *words: str) -> set[str]:
        """The lines that may be played now; those that begin with one of the words where some are named."""
        moves = legal_moves(self.state)
        lines = {str(move) for move in moves}
        assert {parse(line) for line in lines} == set(moves)
        return {line for line in lines if line.startswith(words)} if words else lines

    def after(self, *lines: str) -> set[str]:
        """The lines that may be played after these."""
        self.play(*lines)
        return self.options()

    def why_not(self, line: str) -> str | None:
        no = refusal(self.state, parse(line))
        return None if no is None else str(no.reason)

    def purse(self, colour: Colour = Colour.BLUE) -> str:
        return str(self.books.of(colour).purse)

    def hand(self, colour: Colour = Colour.BLUE) -> list[str]:
        return list(self.books.of(colour).hand)

    def rows(self, colour: Colour = Colour.BLUE) -> list[list[str]]:
        """The ids in the rows, without empty rows at the end."""
        rows = [[card.card for card in row] for row in self.books.of(colour).rows]
        while rows and not rows[-1]:
            rows.pop()
        return rows

    def spot(self, where: str) -> tuple[str | None, bool] | None:
        """Kind or card of what lies on that central place, and whether its face is up."""
        spot = self.books.spot(place(where))
        return None if spot is None else (spot.card or str(spot.pile), spot.up)

    def discarded(self, kind: PileKind) -> list[str]:
        return list(self.books.pile(kind).discards)

    def give(self, colour: Colour, purse: str) -> None:
        """Puts a player's purse right by a person's word."""
        owned = replace(self.books.of(colour), purse=amounts(purse))
        changed = replace(self.books, blue=owned) if colour is Colour.BLUE else replace(self.books, white=owned)
        self.state = replace(self.state, books=changed)


def _spot(card: str | None, catalogue: Catalogue) -> Spot | None:
    """A central card by its id, face up; ``tribe`` or ``goods`` is one face down."""
    if card is None:
        return None
    if card in ("tribe", "goods"):
        return Spot(PileKind(card), None, up=False)
    return Spot(PileKind.TRIBE if card in catalogue.tribe else PileKind.GOODS, card, up=True)


def _figure(text: str) -> tuple[Piece, Place]:
    name, where = text.split()
    colour, kind = name.split("-")
    return Piece(PieceKind(kind), Colour(colour)), place(where)


def lines(text: str, *endings: str) -> set[str]:
    """``text`` with each of the endings: ``lines("trade blue", "2d 1s", "2d 1p")``."""
    return {f"{text} {ending}" for ending in endings}


def priced(name: str, *facts: str) -> str:
    """The card with an invented cost of a salt, and more facts."""
    return f'[[tribe]]\nid = "{name}"\ncost = {{salt = 1}}\nvp = 1\n' + "".join(f"{fact}\n" for fact in facts)


def laid(name: str, purse: str = "1s", rows: tuple[tuple[str, ...], ...] = (), *facts: str, **more: object) -> Bench:
    """Blue has just laid that card at the end of row 3; a Targi on 11 is still to come."""
    centre = {"1x5": name} | dict(more.pop("centre", {}))
    own = priced(name, *facts)
    bench = Bench(account(purse, rows), markers=["1x5"], targis=[11], centre=centre, expansion=True, more=own, **more)
    bench.play("return-marker blue 1x5", f"lay blue {name} 3 1s 0 no")
    return bench
