"""A short film of a made game, with its events in the form of `watch`.

    python -m vision.training.film --out FILE.mp4 --seed S [--assets DIR]    any table, any light
    python -m vision.training.film --out FILE.mp4 --plain                    the film that ships with the product
    python -m vision.training.film --out FILE.mp4 --quiet 20                 so many minutes of hands and lamps, no move

writes FILE.mp4 and FILE.events.jsonl. The film in ``vision/demo`` is ``--plain --seed 3``, its pictures packed smaller
(H.264, constant rate factor 24) by ffmpeg.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.camera import CARD_MM, Camera, look_at
from vision.training.hands import Arm, random_arm
from vision.training.layout import Card, Layout, card_corners, random_layout
from vision.training.light import Light, Sensor, expose
from vision.training.pieces import KINDS, Look, cylinder, pawn
from vision.training.plainfaces import PlainDeck
from vision.training.scenes import stand
from vision.training.script import (
    Carry,
    Disturb,
    Event,
    Lay,
    Pass,
    Rest,
    Step,
    centre_at_start,
    write_quiet,
    write_script,
)
from vision.training.solids import Paint, Sun
from vision.training.table import Stand, Table, make_table
from vision.training.tops import wood

Array = NDArray[Any]
PICTURES_PER_SECOND = 8
_COMING, _GOING, SETTLED = 5, 4, 5
"""Pictures a hand takes to come in and to go, and how long the new state has stood when its event is true."""
_HELD_MM = 8.0
_COUNTS = {"blue": 3, "white": 3, "robber": 1, "targia": 1, "blue_marker": 2, "white_marker": 2}


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """What one picture of the film shows."""

    standing: tuple[Stand, ...]
    centre: dict[str, str | None]
    dunes: tuple[str | None, ...]
    hand: Arm | None
    light: Light
    camera: Camera


class _Stage:
    """Plays a script on a table, picture by picture."""

    def __init__(self, table: Table, rng: np.random.Generator, expansion: bool) -> None:
        self._table, self._rng = table, rng
        self._pitch = np.array(table.layout.pitch_mm)
        self._light, self._camera = table.light, table.camera
        self._centre = centre_at_start(expansion)
        self._dunes: tuple[str | None, ...] = ()
        if expansion:
            self._dunes = ("dune-01", "dune-02", "dune-03")[: len(table.layout.dunes)]
        self._pieces: list[Stand] = []
        self._seats = {"blue": np.pi / 2 + rng.normal(0, 0.15), "white": -np.pi / 2 + rng.normal(0, 0.15)}
        self._arms = {colour: _arm(table, rng, colour, seat) for colour, seat in self._seats.items()}
        for kind in KINDS:
            if kind == "targia" and not expansion:
                continue
            home = {"robber": "1", "targia": "15"}.get(kind)
            for _ in range(_COUNTS[kind]):
                self._pieces.append(self._put(kind, home))
        self.shots: list[Shot] = []
        self.events: list[Event] = []

    def _put(self, kind: str, where: str | None) -> Stand:
        """The piece put down anew at a place, or in its owner's supply."""
        if where is not None:
            found = stand(self._table, self._rng, kind, where, self._pieces)
            if found is None:  # crowded: the middle will do
                uv = self._table.spot_mm(where) / self._pitch
                found = Stand(kind, where, (float(uv[0]), float(uv[1])))
            return found
        owner = kind.split("_")[0]
        near = 1 if self._seats[owner] > 0 else -1
        for _ in range(200):
            away = CARD_MM[1] / 2 + self._rng.uniform(26, 58)
            x = self._rng.uniform(1.2, 2.8) * self._pitch[0]
            uv = np.array([x, (4 * self._pitch[1] + away) if near > 0 else -away]) / self._pitch
            if all(np.hypot(*((np.array(other.uv) - uv) * self._pitch)) > 24 for other in self._pieces):
                break
        return Stand(kind, None, (float(uv[0]), float(uv[1])), float(self._rng.uniform(0, 6.28)))

    def _shoot(self, hand: Arm | None = None, held: Stand | None = None) -> None:
        pieces = tuple(self._pieces) + ((held,) if held else ())
        self.shots.append(Shot(pieces, dict(self._centre), self._dunes, hand, self._light, self._camera))

    def _rest(self, pictures: int, events: Sequence[Event] = ()) -> None:
        for _ in range(pictures):
            self._shoot()
        seconds = round(len(self.shots) / PICTURES_PER_SECOND, 2)
        self.events += [{"t": seconds, **event} for event in events]
        if events:
            self._shoot()
            self._shoot()

    def _far(self, colour: str, target: Array) -> Array:
        seat = self._seats[colour]
        out = target + 720 * np.array([np.cos(seat), np.sin(seat)])
        return np.array([out[0], out[1], 90.0])

    def _move(
        self, colour: str, start: Array, end: Array, count: int, held: Stand | None = None, arch: float = 0.0
    ) -> None:
        """The hand moves from one point (x, y, height of the fingers) to another, easing in and out."""
        for number in range(1, count + 1):
            share = number / count
            ease = share * share * (3 - 2 * share)
            at = start + (end - start) * ease
            at[2] += arch * np.sin(np.pi * share)
            lifted = None
            if held is not None:
                uv = at[:2] / self._pitch
                lift = float(max(0.0, at[2] - self._grip(held.kind)))
                lifted = replace(held, uv=(float(uv[0]), float(uv[1])), lift_mm=lift)
            self._shoot(self._arms[colour].at((float(at[0]), float(at[1])), float(at[2])), lifted)

    def _grip(self, kind: str) -> float:
        return 0.75 * self._table.looks[kind].solid.height_mm

    def _fingers(self, piece: Stand) -> Array:
        x, y = np.array(piece.uv) * self._pitch
        return np.array([x, y, self._grip(piece.kind)])

    def play(self, step: Step) -> None:
        """Adds the pictures and events of a step."""
        if isinstance(step, Rest):
            self._rest(round(step.seconds * PICTURES_PER_SECOND), step.events)
        elif isinstance(step, Carry):
            self._carry(step)
        elif isinstance(step, Lay):
            middle = np.array([*(2.2 * self._pitch), 25.0])
            far = self._far(step.by, middle[:2])
            self._move(step.by, far, middle, _COMING)
            self._centre.update(step.faces)
            self._dunes = self._dunes if step.dunes is None else step.dunes[: len(self._dunes)]
            self._move(step.by, middle, middle + np.array([30.0, 0.0, 10.0]), 3)
            self._move(step.by, middle + np.array([30.0, 0.0, 10.0]), far, _GOING)
            self._rest(SETTLED)
        elif isinstance(step, Pass):
            middle = np.array([*(self._rng.uniform(1, 3, 2) * self._pitch), 60.0])
            far = self._far(step.by, middle[:2])
            self._move(step.by, far, middle, _COMING)
            self._move(step.by, middle, middle + np.array([60.0, -20.0, 0.0]), 3)
            self._move(step.by, middle + np.array([60.0, -20.0, 0.0]), far, _GOING)
            self._rest(SETTLED + 2)
        else:
            self._disturb(step)

    def _disturb(self, step: Disturb) -> None:
        self._light = replace(self._light, exposure=self._light.exposure * step.brighter)
        shift = self._camera.rotation @ np.array([*step.nudge_mm, 0.0])
        self._camera = replace(self._camera, shift=self._camera.shift - shift)
        self._rest(12)

    def _carry(self, step: Carry) -> None:
        piece = next(each for each in self._pieces if each.kind == step.kind and each.place == step.start)
        grasp = self._fingers(piece)
        far = self._far(step.by, grasp[:2])
        self._move(step.by, far, grasp, _COMING)
        self._pieces.remove(piece)
        if step.swap is not None:
            self._centre[step.swap[0]] = step.swap[1]
        down = self._put(step.kind, step.end)
        release = self._fingers(down)
        length = float(np.hypot(*(release - grasp)[:2]))
        held = replace(piece, place=None)
        count = max(3, round(length / (70 if step.slid else 95)))
        self._move(step.by, grasp, release, count, held, 0.0 if step.slid else 40.0)
        self._pieces.append(down)
        self._shoot(self._arms[step.by].at((float(release[0]), float(release[1])), float(release[2])))
        self._move(step.by, release, self._far(step.by, release[:2]), _GOING)
        self._rest(SETTLED, step.events)


def _arm(table: Table, rng: np.random.Generator, colour: str, seat: float) -> Arm:
    arm = replace(random_arm(rng, (0.0, 0.0), seat), pose="pinch")
    if isinstance(table.deck, PlainDeck):
        skin, cloth = _SLEEVES[colour]
        arm = replace(arm, skin=skin, cloth=cloth, sleeve_mm=60.0, stripe=None, size=0.95)
    return arm


def play(
    table: Table, steps: Sequence[Step], rng: np.random.Generator, expansion: bool
) -> tuple[list[Shot], list[Event]]:
    """All pictures of a script on a table, and its events with the seconds at which they are true."""
    stage = _Stage(table, rng, expansion)
    for step in steps:
        stage.play(step)
    return stage.shots, stage.events


def pictures(table: Table, shots: Sequence[Shot]) -> Iterator[Array]:
    """The pictures (H, W, 3) uint8 BGR one by one; what has not changed is not painted again."""
    rng = np.random.default_rng([table.seed, 12])
    laid: Array = np.empty(0)
    painted: Array = laid
    below: object = None
    above: object = None
    for shot in shots:
        cards = (shot.centre, shot.dunes, shot.light, shot.camera)
        if cards != below:
            laid, below, above = table.lay(*cards), cards, None
        if shot.hand is not None or shot.standing != above:
            painted, _ = table.paint(
                shot.standing, shot.centre, shot.dunes, shot.hand, shot.light, shot.camera, laid=laid
            )
            above = None if shot.hand is not None else shot.standing
        yield expose(painted, table.sensor, rng, jpeg=False)


def plain_table() -> Table:
    """The table of the film that ships with the product: plain drawn cards on a wooden top in soft light."""
    rng = np.random.default_rng(2024)
    pitch = (95.0, 63.0)
    board = []
    for index, card in enumerate(random_layout(rng).board):
        at = np.array([index % 5, index // 5]) * pitch + rng.normal(0, 0.5, 2)
        board.append(replace(card, corners_mm=card_corners(at, float(rng.normal(0, 0.006)))))
    piles = (
        Card(card_corners(np.array([498.0, 88.0]), 0.03), "back-tribe", 14.0),
        Card(card_corners(np.array([500.0, 166.0]), -0.02), "back-goods", 9.0),
    )
    layout = Layout(pitch, tuple(board), (), piles, (), ())
    camera = look_at((1024, 768), 1150.0, np.array([212.0, 128.0]), 790.0, 0.24, np.pi / 2 + 0.05, 0.02, -0.02)
    figure, post = pawn(17.0, 32.0, np.random.default_rng(5)), cylinder(13.0, 9.0)
    blue, white, grey, violet = (170.0, 92.0, 30.0), (226.0, 240.0, 246.0), (72.0, 70.0, 70.0), (130.0, 50.0, 112.0)
    looks = {
        "blue": Look(figure, Paint(blue, 0.3, 0.03)),
        "white": Look(figure, Paint(white, 0.3, 0.03)),
        "robber": Look(figure, Paint(grey, 0.3, 0.03)),
        "targia": Look(figure, Paint(violet, 0.3, 0.03)),
        "blue_marker": Look(post, Paint(blue, 0.3, 0.03)),
        "white_marker": Look(post, Paint(white, 0.3, 0.03)),
    }
    sun = Sun(np.array([-0.42, -0.36, 0.83]), 0.45, 0.22)
    light = Light(sun, None, (0.99, 1.0, 1.02), 1.06, (-0.08, -0.06), 0.12, 0, 0, 1.0, 3)
    top = wood(np.random.default_rng(8), 768, np.array([70.0, 112.0, 160.0], np.float32))
    sensor = Sensor(0.4, 0.0, 0.0, 0.0, 0.0, 92)
    return Table(2024, camera, layout, PlainDeck(1), looks, (top, 1.1, 0.04), light, sensor, False)


_SLEEVES = {"blue": ((110.0, 148.0, 206.0), (122.0, 112.0, 58.0)), "white": ((66.0, 92.0, 138.0), (60.0, 84.0, 168.0))}
"""Skin and cloth of the two players at the plain table."""


def write_film(
    path: Path, seed: int, assets: str | None = None, plain: bool = False, quiet_minutes: float = 0.0
) -> list[Event]:
    """Writes the film and beside it its events; gives the events. Raises OSError when it cannot be written."""
    rng = np.random.default_rng([seed, 21])
    expansion = not plain and bool(rng.random() < 0.5)
    table = plain_table() if plain else make_table(seed, (1024, 768), assets)
    script = write_quiet(rng, expansion, 60 * quiet_minutes) if quiet_minutes else write_script(rng, expansion, plain)
    shots, events = play(table, script, rng, expansion)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), PICTURES_PER_SECOND, table.camera.size)
    if not writer.isOpened():
        raise OSError(f"{path} could not be opened for writing a film")
    for picture in pictures(table, shots):
        writer.write(picture)
    writer.release()
    path.with_suffix(".events.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events))
    return events


def main(arguments: list[str] | None = None) -> int:
    """The command line; 0 when the film is written, 1 when not."""
    parser = argparse.ArgumentParser(description="Makes a film of a game and the list of what happens in it.")
    parser.add_argument("--out", type=Path, required=True, help="the film, FILE.mp4")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--assets", help="folder with pictures of art and table tops (default: all drawn)")
    parser.add_argument("--plain", action="store_true", help="the plain table that ships with the product")
    parser.add_argument("--quiet", type=float, default=0.0, metavar="MINUTES", help="hands and lamps, but no move")
    options = parser.parse_args(arguments)
    try:
        write_film(options.out, options.seed, options.assets, options.plain, options.quiet)
    except OSError as error:
        print(f"The film could not be written: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
