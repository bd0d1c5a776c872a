"""Pictures of tables that nobody set up, with all that is true of them: to learn from and to measure by.

    python -m vision.training.scenes --out DIR --count N --seed S [--assets DIR]

writes N tables, each a folder of pictures with its ``truth.json``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.board import SHOWN_AT, TARGIA, PieceKind, crossings, place
from vision.training.camera import CARD_MM
from vision.training.hands import Arm, random_arm
from vision.training.layout import Layout, overlap
from vision.training.light import random_light, random_sensor
from vision.training.moments import of_game
from vision.training.pieces import KINDS
from vision.training.table import Stand, Table, make_table
from vision.training.truth import CELLS, CORNER_PLACES, Scene

Array = NDArray[Any]
_BORDER = tuple(str(number) for number in range(1, 17))
_INNER = tuple(name for name in CELLS if "x" in name)
_OPEN = tuple(name for name in _BORDER if name not in CORNER_PLACES)


def stand(table: Table, rng: np.random.Generator, kind: str, where: str, others: list[Stand]) -> Stand | None:
    """A piece put down on a card by a careless person: near its middle, seldom near its edge, never inside another
    piece.

    None when no room was found. On a table of that habit Robber and Targia stand beside their border card.
    """
    pitch = np.array(table.layout.pitch_mm)
    width = table.looks[kind].solid.width_mm
    for _ in range(12):
        at = table.spot_mm(where)
        if kind in ("robber", "targia") and where in _BORDER and table.habit and rng.random() < 0.92:
            at = at + _outward(rng, where) * (np.array(CARD_MM) / 2 + rng.uniform(4, 24) + width / 2 * 0.6)
            at = at + rng.normal(0, 8, 2)
            cards = (*table.layout.dunes, *table.layout.others)
            square = at + np.array([[-6, -6], [6, -6], [6, 6], [-6, 6]])
            if any(overlap(square, card.corners_mm) > 0 for card in cards):
                at = table.spot_mm(where) + rng.normal(0, 0.08, 2) * pitch
        else:
            spread = np.clip(rng.normal(0, 0.12, 2), -0.38, 0.38) if rng.random() < 0.85 else rng.uniform(-0.4, 0.4, 2)
            at = at + spread * pitch
        clear = all(
            np.hypot(*((np.array(other.uv) * pitch) - at)) > 0.5 * (width + table.looks[other.kind].solid.width_mm)
            for other in others
        )
        if clear:
            uv = at / pitch
            return Stand(kind, where, (float(uv[0]), float(uv[1])), float(rng.uniform(0, 2 * np.pi)))
    return None


def _outward(rng: np.random.Generator, where: str) -> Array:
    column, row = CELLS[where]
    ways = [
        way
        for way, there in (((0, -1), row == 0), ((1, 0), column == 4), ((0, 1), row == 4), ((-1, 0), column == 0))
        if there
    ]
    return np.array(ways[int(rng.integers(len(ways)))], float)


def random_standing(table: Table, rng: np.random.Generator, dunes: int, kept: Sequence[Stand] = ()) -> list[Stand]:
    """Pieces of any moment: set-up, play, crowded beyond the rules, nearly empty; ``kept`` stand there already."""
    wanted: list[tuple[str, str]] = []

    def pick(names: Sequence[str]) -> str:
        return names[int(rng.integers(len(names)))]

    mode = rng.random()
    expansion = rng.random() < 0.55
    open_places = (*_OPEN, *(f"dune:{number + 1}" for number in range(dunes)))
    if mode < 0.15:
        wanted.append(("robber", "1"))
        if expansion:
            wanted.append(("targia", "15"))
    else:
        if rng.random() < 0.95:
            wanted.append(("robber", pick(_OPEN if rng.random() < 0.85 else _BORDER)))
        if expansion and rng.random() < 0.95:
            wanted.append(("targia", pick(_OPEN if rng.random() < 0.85 else _BORDER)))
        most = 1 if mode < 0.35 else 3
        for colour in ("blue", "white"):
            count = int(rng.integers(0, most + 1))
            names = _BORDER if rng.random() < 0.1 else open_places
            chosen = [pick(names) for _ in range(count)]
            if dunes and rng.random() < 0.4:
                chosen[:1] = [f"dune:{int(rng.integers(1, dunes + 1))}"]
            wanted += [(colour, where) for where in chosen]
            cross = [str(where) for where in crossings(place(name) for name in chosen)]
            for where in cross[:2]:
                if rng.random() < 0.6:
                    wanted.append((f"{colour}_marker", where))
            if rng.random() < 0.25:
                wanted.append((f"{colour}_marker", pick(_INNER)))
        if mode > 0.68:
            everywhere = (*CELLS, *open_places)
            for _ in range(int(rng.integers(4, 16))):
                wanted.append((KINDS[int(rng.integers(len(KINDS)))], pick(everywhere)))
    return _put(table, rng, wanted, kept)


def _put(
    table: Table, rng: np.random.Generator, wanted: Sequence[tuple[str, str]], kept: Sequence[Stand] = ()
) -> list[Stand]:
    """Those pieces put down in their places where there is room, at times with the others beside the board."""
    found: list[Stand] = list(kept)
    for kind, where in wanted:
        put = stand(table, rng, kind, where, found)
        if put is not None:
            found.append(put)
    if rng.random() < 0.5:
        found += _spare(table, rng, found)
    return found


def _spare(table: Table, rng: np.random.Generator, standing: list[Stand]) -> list[Stand]:
    """Figures not in play, standing together well off the board."""
    pitch = np.array(table.layout.pitch_mm)
    found: list[Stand] = []
    for colour in ("blue", "white"):
        side = int(rng.integers(4))
        away = np.array(CARD_MM) / 2 + rng.uniform(55, 140)
        along = rng.uniform(0, 4) * pitch
        spot = np.array(
            (
                (along[0], -away[1]),
                (4 * pitch[0] + away[0], along[1]),
                (along[0], 4 * pitch[1] + away[1]),
                (-away[0], along[1]),
            )[side]
        )
        for kind, count in ((colour, 3), (f"{colour}_marker", 2)):
            for _ in range(max(0, count - sum(1 for each in standing if each.kind == kind))):
                at = spot + rng.normal(0, 22, 2)
                if any(
                    overlap(at + np.array([[-9, -9], [9, -9], [9, 9], [-9, 9]]), card.corners_mm) > 0
                    for card in (*table.layout.board, *table.layout.dunes)
                ):
                    continue
                if all(np.hypot(*(np.array(other.uv) * pitch - at)) > 19 for other in (*found, *standing)):
                    uv = at / pitch
                    found.append(Stand(kind, None, (float(uv[0]), float(uv[1])), float(rng.uniform(0, 6.3))))
    return found


def random_centre(rng: np.random.Generator) -> dict[str, str | None]:
    """Faces of the nine central places: goods and tribe cards, sometimes backs or bare table."""
    backs, bare = (0.3 * rng.random(), 0.15 * rng.random()) if rng.random() < 0.6 else (0.02, 0.02)
    faces: dict[str, str | None] = {}
    for name in _INNER:
        choice = rng.random()
        if choice < backs:
            faces[name] = "back-tribe" if rng.random() < 0.5 else "back-goods"
        elif choice < backs + bare:
            faces[name] = None
        elif rng.random() < 0.5:
            faces[name] = f"goods-{int(rng.integers(1, 20)):02d}"
        else:
            faces[name] = f"tribe-{int(rng.integers(1, 46)):02d}"
    return faces


def arm_over(table: Table, rng: np.random.Generator, off_board: bool = False) -> Arm:
    """An arm reaching for some card of the board, or (``off_board``) for something beside it."""
    pitch = np.array(table.layout.pitch_mm)
    middle = 2 * pitch
    side = rng.integers(4) * np.pi / 2 + rng.normal(0, 0.45)
    outward = np.array([np.cos(side), np.sin(side)])
    if off_board:
        reach = (
            middle + outward * (2.5 * pitch + rng.uniform(25, 120)) + rng.normal(0, 1, 2) * 70 * np.abs(outward[::-1])
        )
    else:
        reach = rng.uniform(-0.45, 4.45, 2) * pitch
    return random_arm(rng, (float(reach[0]), float(reach[1])), float(side))


def make_scene(
    seed: int, size: tuple[int, int] = (1344, 1008), assets: str | None = None, hands: float = 0.25
) -> Scene:
    """A picture drawn by lot; the same seed, size and assets give the same picture.

    ``size``: (width, height) px, up to 2048 x 1536. ``assets``: folder with ``art`` and ``tables`` pictures, or None.
    ``hands``: share of pictures with an arm in view.
    """
    table = make_table(seed, size, assets, deck_seed=seed // 4)
    return _moment(table, np.random.default_rng([seed, 2]), seed, hands)


def make_game(
    seed: int, count: int, size: tuple[int, int], assets: str | None = None, hands: float = 0.25
) -> tuple[Scene, tuple[Scene, ...]]:
    """The set-up of a table drawn by lot, and ``count`` moments of play on it that do not follow one another.

    As at a real table the light may have changed since the set-up and the cards may have been nudged. Parameters as
    for ``make_scene``.
    """
    table = make_table(seed, size, assets)
    rng = np.random.default_rng([seed, 9])
    # A few tables are first seen in mid-game: what stood there then may stand there still.
    late = rng.random() < 0.15
    dunes = _open_dunes(table, rng)
    first = random_standing(table, rng, len(dunes)) if late else _set_up(table, rng)
    centre = random_centre(rng)
    start = table.render(first, centre, dunes, None, seed)
    moments = []
    for number in range(count):
        light = table.light
        change = rng.random()
        if change < 0.3:
            light = replace(random_light(rng), sun=light.sun, second=light.second)
        elif change < 0.5:
            light = random_light(rng)
        sensor = replace(random_sensor(rng), blur=table.sensor.blur) if rng.random() < 0.3 else table.sensor
        layout = _nudged(table.layout, rng) if rng.random() < 0.4 else table.layout
        later = replace(table, light=light, sensor=sensor, layout=layout)
        kept = [each for each in first if late and each.place in CELLS and rng.random() < 0.5]
        lying = {name: face for name, face in centre.items() if rng.random() < 0.8} if rng.random() < 0.5 else {}
        moments.append(_moment(later, rng, seed * 64 + number, hands, kept, lying))
    return start, tuple(moments)


def _set_up(table: Table, rng: np.random.Generator) -> list[Stand]:
    """Robber on 1, Targia on 15 with the expansion, everything else beside the board."""
    expansion = bool(table.layout.dunes) or rng.random() < 0.3
    standing: list[Stand] = []
    for kind, where in (("robber", "1"), ("targia", "15"))[: 1 + expansion]:
        put = stand(table, rng, kind, where, standing)
        if put is not None:
            standing.append(put)
    return standing + _spare(table, rng, standing) if rng.random() < 0.6 else standing


def _moment(
    table: Table,
    rng: np.random.Generator,
    seed: int,
    hands: float,
    kept: Sequence[Stand] = (),
    lying: Mapping[str, str | None] | None = None,
) -> Scene:
    """A moment of play in which some pieces (``kept``) and central cards (``lying``) are given."""
    dunes = _open_dunes(table, rng)
    standing = random_standing(table, rng, len(dunes), kept)
    hand, off_board = None, False
    if rng.random() < hands:
        off_board = bool(rng.random() < 0.33)
        hand = arm_over(table, rng, off_board)
    centre = random_centre(rng) | dict(lying or {})
    return table.render(standing, centre, dunes, hand, seed, hand_off_board=off_board)


def _nudged(layout: Layout, rng: np.random.Generator) -> Layout:
    """The same cards, pushed a little out of their places by careless hands."""
    far = rng.uniform(0.5, 2.5)
    return replace(
        layout,
        board=tuple(replace(card, corners_mm=card.corners_mm + rng.normal(0, far, 2)) for card in layout.board),
    )


def _open_dunes(table: Table, rng: np.random.Generator) -> list[str]:
    count = int(rng.choice([0, 1, 2, 3], p=[0.12, 0.16, 0.22, 0.5]))
    return [f"dune-{int(rng.integers(1, 21)):02d}" for _ in range(min(count, len(table.layout.dunes)))]


def write_table(folder: Path, seed: int, assets: str | None = None, pictures: int = 6, crowded: bool = False) -> None:
    """A table as a folder: ``start.jpg`` (set-up), ``shown.jpg`` (one piece of each kind where they are learnt from,
    ``rules.board.SHOWN_AT``), ``01.jpg`` .. and ``truth.json``: moments of a game, or pieces anywhere (``crowded``), as
    the networks learn from. Raises OSError when it cannot be written."""
    rng = np.random.default_rng([seed, 8])
    size = (1344, 1008) if rng.random() < 0.7 else (1280, 720)
    table = make_table(seed, size, assets)
    expansion = bool(table.layout.dunes)
    folder.mkdir(parents=True, exist_ok=True)
    truths = []
    for number in range(pictures + 1):
        name = f"{number:02d}.jpg" if number else "start.jpg"
        dunes = _open_dunes(table, rng) if number else ["dune-01", "dune-02", "dune-03"][: len(table.layout.dunes)]
        light, hand = table.light, None
        standing: Sequence[Stand | None]
        if number == 0:
            standing = [
                stand(table, rng, kind, where, [])
                for kind, where in (("robber", "1"), ("targia", "15"))[: 1 + expansion]
            ]
        else:
            if crowded:
                drawn = random_standing(table, rng, len(dunes))
                standing = [each for each in drawn if expansion or each.kind != "targia"]
            else:
                standing = _put(table, rng, of_game(rng, expansion, len(dunes)))
            if number == pictures - 1:
                light = replace(random_light(rng), sun=light.sun, second=None, exposure=1.0)
            if number == pictures:
                hand = arm_over(table, rng)
        taken = replace(table, sensor=random_sensor(rng)) if number == 0 else table
        scene = taken.render(
            [each for each in standing if each], random_centre(rng) if number else {}, dunes, hand, number, light
        )
        _write(folder / name, scene.image)
        truths.append(scene.truth.to_json(name, scene.faces))
    (folder / "truth.json").write_text(json.dumps({"expansion": expansion, "pictures": truths}))
    _write(folder / "shown.jpg", _shown(table, expansion, np.random.default_rng([seed, 15])))


def _shown(table: Table, expansion: bool, rng: np.random.Generator) -> Array:
    """The set-up with one piece of each kind besides Robber and Targia."""
    standing = [
        stand(table, rng, str(piece.colour or piece.kind) + ("_marker" if piece.kind is PieceKind.MARKER else ""),
              str(where), [])
        for piece, where in SHOWN_AT.items()
        if expansion or piece != TARGIA
    ]  # fmt: skip
    dunes = ["dune-01", "dune-02", "dune-03"][: len(table.layout.dunes)]
    scene = replace(table, sensor=random_sensor(rng)).render([each for each in standing if each], {}, dunes)
    return scene.image


def _write(path: Path, image: Array) -> None:
    if not cv2.imwrite(str(path), image, [cv2.IMWRITE_JPEG_QUALITY, 92]):
        raise OSError(f"{path} could not be written")


def main(arguments: list[str] | None = None) -> int:
    """The command line; 0 when all is written, 1 when not."""
    parser = argparse.ArgumentParser(description="Makes pictures of tables and what is true of them.")
    parser.add_argument("--out", type=Path, required=True, help="folder for the tables")
    parser.add_argument("--count", type=int, default=10, help="how many tables")
    parser.add_argument("--seed", type=int, default=0, help="of the first table")
    parser.add_argument("--crowded", action="store_true", help="pieces anywhere instead of as in a game")
    parser.add_argument("--assets", help="folder with pictures of art and table tops (default: all drawn)")
    options = parser.parse_args(arguments)
    for number in range(options.count):
        try:
            write_table(
                options.out / f"{options.seed + number:05d}",
                options.seed + number,
                options.assets,
                crowded=options.crowded,
            )
        except OSError as error:
            print(f"The tables could not be written: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
