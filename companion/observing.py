"""One picture's sighting in the form of `targi observe`."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.board import CENTRE, ROBBER, TARGIA, CardKind, Colour, Piece, PieceKind, PlaceKind, Sighting

_CORNER_NAMES = ("16", "4", "8", "12")
_PROBLEMS = {
    "no_board": "no board in view",
    "no_picture": "the picture is too small or not a colour picture",
    "too_dark": "it is too dark",
    "too_bright": "it is too bright",
}


def corners_of(points_px: Sequence[tuple[float, float]]) -> dict[str, list[float]]:
    """The pixel centres of the corner cards 16, 4, 8, 12 by their names."""
    return {name: [round(x, 1), round(y, 1)] for name, (x, y) in zip(_CORNER_NAMES, points_px, strict=False)}


def observation(image: str, sighting: Sighting) -> dict[str, object]:
    """The JSON object of the command line's contract. ``image``: the picture's name as it was given."""
    milliseconds = {"milliseconds": dict(sighting.milliseconds)} if sighting.milliseconds else {}
    if not sighting.found:
        problem = sighting.problem or "no_board"
        error = _PROBLEMS.get(problem, problem.replace("_", " "))
        return {"image": image, "found": False, "error": error, **milliseconds}
    standing = sighting.standing
    robber, targia = standing.one(ROBBER), standing.one(TARGIA)
    doubts = sorted(sighting.doubts, key=lambda doubt: doubt.where)
    return {
        "image": image,
        "found": True,
        "blocked": sighting.blocked,
        "moved": sighting.moved,
        **{str(colour): _side(sighting, colour) for colour in Colour},
        "robber": robber.number if robber else None,
        "targia": targia.number if targia else None,
        "dunes": sighting.dunes,
        "centre": {str(where): str(sighting.centre.get(where, CardKind.UNKNOWN)) for where in sorted(CENTRE)},
        **_cards(sighting),
        "unsure": [
            {
                "place": doubt.where.json,
                "says": _word(doubt.says),
                "confidence": round(float(doubt.confidence), 2),
            }
            for doubt in doubts
        ],
        "corners": corners_of(sighting.corners_px),
        **milliseconds,
    }


def _side(sighting: Sighting, colour: Colour) -> dict[str, list[int | str]]:
    def places(kind: PieceKind) -> list[int | str]:
        return [where.json for where in sighting.standing.of(Piece(kind, colour))]

    return {"targi": places(PieceKind.TARGI), "markers": places(PieceKind.MARKER)}


def _cards(sighting: Sighting) -> dict[str, object]:
    if sighting.cards is None:
        return {}
    cards = {
        where: None if card is None else {"name": card.name, "confidence": card.confidence}
        for where, card in sorted((dict.fromkeys(CENTRE) | sighting.cards).items())
    }
    dunes = {str(where): card for where, card in cards.items() if where.kind is PlaceKind.DUNE}
    return {"cards": {str(where): cards[where] for where in sorted(CENTRE)}, "dune_cards": dunes}


def _word(piece: Piece | None) -> str | None:
    """A figure by its player's colour, as the contract has it; Robber and Targia by their names."""
    if piece is None:
        return None
    return str(piece.colour or piece.kind)


def told(seen: dict[str, object]) -> str:
    """An observation as a line for people."""
    if not seen["found"]:
        return f"{seen['image']}: {seen['error']}"
    parts = []
    for colour in Colour:
        side = seen[str(colour)]
        assert isinstance(side, dict)
        parts.append(f"{colour} Targis on {_listed(side['targi'])}, markers on {_listed(side['markers'])}")
    parts.append(f"Robber {seen['robber'] or 'not seen'}, Targia {seen['targia'] or 'not seen'}, dunes {seen['dunes']}")
    cards, dunes = seen.get("cards"), seen.get("dune_cards")
    if isinstance(cards, dict) and isinstance(dunes, dict):
        named = (f"{where} {card['name']}" for where, card in (cards | dunes).items() if card)
        parts.append("cards " + _listed(list(named)))
    unsure = seen["unsure"]
    if isinstance(unsure, list) and unsure:
        parts.append(f"not sure about {_listed([item['place'] for item in unsure])}")
    notes = [word for word in ("blocked", "moved") if seen[word]]
    return f"{seen['image']}: " + "; ".join(parts) + (f" ({', '.join(notes)})" if notes else "")


def _listed(places: Sequence[object]) -> str:
    return ", ".join(map(str, places)) or "none"
