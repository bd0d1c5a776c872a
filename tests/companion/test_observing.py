"""The form of `targi observe`."""

from __future__ import annotations

from companion.observing import corners_of, observation, told
from companion.rules.board import (
    CENTRE,
    WHITE_TARGI,
    CardKind,
    CardName,
    Doubt,
    Sighting,
    Standing,
    border,
    centre,
    dune,
)
from tests.companion.simulated import CORNERS_PX, key


def test_the_form_of_the_contract() -> None:
    """Every field as promised: places as numbers and names, sorted, border before dunes; nine centre cards."""
    standing = Standing(
        frozenset(
            map(
                key,
                (
                    "blue targi dune:1",
                    "blue targi 13",
                    "blue targi 2",
                    "blue marker 2x7",
                    "white targi 5",
                    "robber 5",
                    "targia 11",
                ),
            )
        )
    )
    sighting = Sighting(
        3.0,
        moved=True,
        standing=standing,
        doubts=(Doubt(border(7), WHITE_TARGI, 0.613),),
        dunes=2,
        centre=dict.fromkeys(CENTRE, CardKind.GOODS) | {centre(1, 5): CardKind.BACK_TRIBE},
        corners_px=CORNERS_PX,
        milliseconds={"register": 2.1, "recognise": 9.0, "total": 11.4},
    )
    seen = observation("pictures/01.jpg", sighting)
    assert seen == {
        "image": "pictures/01.jpg",
        "found": True,
        "blocked": False,
        "moved": True,
        "blue": {"targi": [2, 13, "dune:1"], "markers": ["2x7"]},
        "white": {"targi": [5], "markers": []},
        "robber": 5,
        "targia": 11,
        "dunes": 2,
        "centre": {str(where): "goods" for where in CENTRE} | {"1x5": "back-tribe"},
        "unsure": [{"place": 7, "says": "white", "confidence": 0.61}],
        "corners": {"16": [100.0, 100.0], "4": [700.0, 100.0], "8": [700.0, 500.0], "12": [100.0, 500.0]},
        "milliseconds": {"register": 2.1, "recognise": 9.0, "total": 11.4},
    }
    assert told(seen) == (
        "pictures/01.jpg: blue Targis on 2, 13, dune:1, markers on 2x7; white Targis on 5, markers on none; "
        "Robber 5, Targia 11, dunes 2; not sure about 7 (moved)"
    )


def test_the_cards_by_name() -> None:
    """With a deck all nine places stand in the answer: a name and its sureness, or null; without one, no word of it."""
    named = Sighting(
        1.0, cards=dict.fromkeys(CENTRE) | {centre(2, 6): CardName("base-17", 0.98)}, corners_px=CORNERS_PX
    )
    seen = observation("a.jpg", named)

    assert seen["cards"] == {str(where): None for where in CENTRE} | {"2x6": {"name": "base-17", "confidence": 0.98}}
    assert "cards 2x6 base-17" in told(seen)
    assert "cards" not in observation("a.jpg", Sighting(1.0, corners_px=CORNERS_PX))


def test_the_dunes_by_name() -> None:
    """The dunes' cards stand in a field of their own, each by its number in the picture; the nine places stay nine."""
    cards = dict.fromkeys((*CENTRE, dune(1))) | {dune(2): CardName("DX-4", 0.91)}
    seen = observation("a.jpg", Sighting(1.0, dunes=2, cards=cards, corners_px=CORNERS_PX))

    assert seen["cards"] == {str(where): None for where in CENTRE}
    assert seen["dune_cards"] == {"dune:1": None, "dune:2": {"name": "DX-4", "confidence": 0.91}}
    assert "cards dune:2 DX-4" in told(seen)


def test_no_board() -> None:
    """A picture without a board says so, in the contract's words."""
    seen = observation("02.jpg", Sighting(0.0, found=False, problem="no_board"))
    assert seen == {"image": "02.jpg", "found": False, "error": "no board in view"}
    assert told(seen) == "02.jpg: no board in view"


def test_what_is_not_seen_is_null() -> None:
    """Robber and Targia not seen, or seen twice, are null; a doubt about nothing says null."""
    twice = Standing(frozenset({key("robber 1"), key("robber 2")}))
    seen = observation("03.jpg", Sighting(0.0, standing=twice, doubts=(Doubt(border(1), None, 0.5),)))
    assert (seen["robber"], seen["targia"]) == (None, None)
    assert seen["unsure"] == [{"place": 1, "says": None, "confidence": 0.5}]
    assert corners_of(()) == {}
