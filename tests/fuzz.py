"""Everything that reads bytes from outside, fed with damaged ones:

    python -m tests.fuzz --minutes 60 [--seed 1] [--only log] [--keep FOLDER]

Each reader gets good examples with bits turned over, pieces lost, doubled and mixed, numbers and words put in others'
places, and brackets without end. It may read them, or refuse them with its own error, which is a sentence for people;
anything else is a fault, as is a reader that takes longer than `MOST_SECONDS`. The bytes of a fault are kept in a file.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import re
import resource
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from calibration.deck import Deck, DeckError, LearntCard
from calibration.profile import Profile, ProfileError
from companion.archive import ArchiveError, export, listed, take_in
from companion.devices import DevicesError, read_devices
from companion.home import Home, Preferences
from companion.journal import Journal
from companion.own_cards import FileTrouble, catalogue_of
from companion.replay import ReplayError, replay
from companion.rules import notation
from companion.rules.moves import parse
from companion.scorefile import StateError, read_files
from companion.store import Store
from hardware.camera import CameraFault, open_source
from hardware.camera_files import read_picture
from hardware.service import Service
from tests.companion.powercut import game_log

ROOT = Path(__file__).resolve().parents[1]
MOST_SECONDS = 10.0
MOST_BYTES = 4_000_000_000
"""Memory that a run may take: a picture that claims to be huge must not take the machine's."""
_WORDS = (
    b"", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\n", b"\r\n", b" ", b"-", b"-1", b"0", b"1e999", b"nan", b"inf",
    b"null", b"true", b"[]", b"{}", b"[" * 3000, b"(" * 3000, b'{"a":' * 2000, b'"', b"'''", b'"""', b"\\u0000",
    b"\\ud800", b"9" * 400, b"99999999999", b"0x10", b"undo", b"redo", b"cards ", b"books ", b"force ", b"dune:99",
    b"3x7", b"blue", "Ünïcode→★".encode(), b"\xc3\x28", b"/../../etc", b"%s%n", b"A" * 70_000,
)  # fmt: skip
Reader = Callable[[bytes, Path], object]


@dataclass(frozen=True, slots=True)
class Target:
    """A reader, good examples for it, and the errors that are its refusal."""

    read: Reader
    examples: tuple[bytes, ...]
    refuses: tuple[type[Exception], ...]


@dataclass(slots=True)
class Found:
    """What came of it, by reader."""

    tried: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    faults: list[tuple[str, bytes, str]] = field(default_factory=list)

    def told(self) -> str:
        lines = [f"{name}: {count} tried, {self.refused[name]} refused" for name, count in sorted(self.tried.items())]
        return "\n".join([*lines, f"{sum(self.tried.values())} in all, {len(self.faults)} faults"])


def changed(examples: tuple[bytes, ...], chance: random.Random) -> bytes:
    """A good example, changed in one to six places."""
    data = bytearray(chance.choice(examples))
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        here = chance.randrange(len(data) + 1)
        there = min(len(data), here + chance.choice((1, 2, 8, 64, 1024)))
        match chance.randrange(8):
            case 0 if data:
                data[here % len(data)] ^= 1 << chance.randrange(8)
            case 1:
                data[here:there] = b""
            case 2:
                data[here:here] = data[here:there]
            case 3:
                data[here:there] = chance.randbytes(there - here)
            case 4:
                data[here:there] = chance.choice(_WORDS)
            case 5:
                other = chance.choice(examples)
                cut = chance.randrange(len(other) + 1)
                data[here:there] = other[cut : cut + (there - here)]
            case 6:
                _swap_word(data, chance)
            case _:
                del data[here:]
    return bytes(data)


def _swap_word(data: bytearray, chance: random.Random) -> None:
    """A number or a word becomes another, of the text or of the list."""
    words = list(re.finditer(rb"[\w.+-]+", bytes(data[:100_000])))
    if words:
        word = chance.choice(words)
        data[slice(*word.span())] = chance.choice((*_WORDS[:24], chance.choice(words)[0]))


def _in_file(name: str, read: Callable[[Path], object]) -> Reader:
    """A reader that is given a file of that name."""

    def fed(data: bytes, folder: Path) -> object:
        path = folder / name
        path.write_bytes(data)
        return read(path)

    return fed


def _store(path: Path) -> None:
    store = Store(path)
    store.resume()
    store.close()


def _games(path: Path) -> None:
    for game in listed(path, None):
        game.told()
    export(path, None, path.with_name("out.log"))
    take_in(path.with_name("other.db"), path, None)


def _folder(path: Path) -> None:
    (path.parent / "01.png").write_bytes(_picture(".png", 40))
    camera = open_source(str(path.parent))
    for _ in range(3):
        camera.read(1.0)
    camera.close()


def _lines(parse_line: Callable[[str], object]) -> Reader:
    def fed(data: bytes, _: Path) -> None:
        parse_line(data.decode("utf-8", "replace"))

    return fed


def _environment(data: bytes, _: Path) -> None:
    words = [*data.decode("utf-8", "replace").split("\n"), "", "", "", ""]
    keys = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "RUNTIME_DIRECTORY")
    Service.of(dict(zip(keys, words, strict=False)))


def _picture(suffix: str, side: int) -> bytes:
    noise = np.random.default_rng(1).integers(0, 255, (side, side, 3), np.uint8)
    return cv2.imencode(suffix, cv2.resize(noise, None, fx=3, fy=3))[1].tobytes()


def _made(write: Callable[[Path], object], name: str = "made") -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        write(path)
        return path.read_bytes()


def _stored(path: Path, lines: tuple[str, ...]) -> None:
    path.with_name("game.log").write_text("\n".join(lines))
    take_in(path, path.with_name("game.log"), None)


@cache
def targets() -> dict[str, Target]:
    """All readers by name."""
    logs = tuple("\n".join(game_log(seed)).encode() + b"\n" for seed in (100, 101))
    page = (ROOT / "docs" / "notation.md").read_text()
    positions = tuple(block.encode() for block in re.findall(r"```position\n(.*?)\n```", page, re.DOTALL))
    cards = (ROOT / "tests" / "standin_cards.toml").read_bytes()
    few = b"\n\n".join(cards.split(b"\n\n")[:4])
    profile = Profile((1280, 960), (1.5, 0, 9, 0, 1.5, 9, 0, 0, 1), 0.1, _picture(".jpg", 20), (("robber", 1.0, 0.5),))
    deck = Deck((LearntCard("base-01", _picture(".jpg", 20)), LearntCard("mine", _picture(".jpg", 10))))
    games = _made(lambda path: _stored(path, game_log(100)), "games.db")
    score = {
        "edition": "base", "solo": False, "robber": 14, "challenges": [],
        "players": [
            {"name": colour, "colour": colour, "vp_tokens": 7, "gold": 1, "goods": {"dates": 2}, "water": 0,
             "display": [[card, {"symbol": "well", "vp": 2}], [], [{"symbol": "tent", "vp": 1, "text": True}]]}
            for colour, card in (("blue", "base-17"), ("white", "base-01"))
        ],
    }  # fmt: skip
    devices = b'eink = "epd7in5_V2"\nrotate = 180\noff = 3\n[buttons]\nyes = 13\nno = 19\n[lamp]\nblue = 12\n'
    return {
        "profile": Target(_in_file("p.toml", Profile.load), (_made(profile.save),), (ProfileError,)),
        "deck": Target(_in_file("d.zip", Deck.load), (_made(deck.save),), (DeckError,)),
        "log": Target(_in_file("g.log", lambda path: replay(path, lambda step: None)), logs, (ReplayError,)),
        "move": Target(_lines(parse), tuple(line for log in logs for line in log.splitlines()[1:]), (ValueError,)),
        "position": Target(_lines(notation.read), positions, (ValueError,)),
        "card file": Target(_in_file("cards.toml", catalogue_of), (cards, few), (FileTrouble,)),
        "games": Target(_in_file("games.db", _store), (games,), ()),
        "export": Target(_in_file("games.db", _games), (games,), (ArchiveError,)),
        "journal": Target(
            _in_file("games.db.journal", lambda path: (Journal(path).read(), _store(path.with_name("games.db")))),
            (_made(lambda path: Journal(path).keep(1, list(game_log(101)))),),
            (),
        ),
        "picture": Target(
            _in_file("p.img", read_picture),
            tuple(_picture(suffix, 24) for suffix in (".png", ".jpg", ".bmp", ".webp")),
            (CameraFault,),
        ),
        "folder of pictures": Target(
            _in_file("frames.json", _folder), (b'[{"image": "01.png", "t": 0.5}, {"image": "01.png", "t": 1}]',),
            (CameraFault,),
        ),
        "devices": Target(_in_file("devices.toml", read_devices), (devices,), (DevicesError,)),
        "preferences": Target(
            _in_file("preferences.json", lambda path: Home(path.parent).preferences()),
            (_made(lambda path: Home(path.parent).keep(Preferences("de", "dark", ("Ida", "Bo"))), "preferences.json"),),
            (),
        ),
        "score": Target(
            _in_file("s.json", lambda path: read_files(path, path.with_name("none"))), (json.dumps(score).encode(),),
            (StateError,),
        ),
        "environment": Target(_environment, (b"/run/notify\n30000000\n12\n/run/targi",), ()),
    }  # fmt: skip


def feed(target: Target, data: bytes) -> str | None:
    """Has a reader read it: None when it did, its sentence when it refused. Raises what a reader must not."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.monotonic()
        try:
            with contextlib.redirect_stderr(io.StringIO()):
                target.read(data, Path(folder))
        except target.refuses as error:
            if not str(error).strip() and not isinstance(error, CameraFault):
                raise AssertionError("refused without a word") from error
            return str(error)
        finally:
            took = time.monotonic() - begun
            if took > MOST_SECONDS:
                raise AssertionError(f"took {took:.0f} seconds")
    return None


def run(found: Found, names: list[str], chance: random.Random, goes_on: Callable[[], bool]) -> None:
    """Feeds those readers in turn for as long as it goes on."""
    while goes_on():
        for name in names:
            target = targets()[name]
            data = changed(target.examples, chance)
            found.tried[name] += 1
            try:
                found.refused[name] += feed(target, data) is not None
            except Exception:  # whatever a reader brings up is what is looked for
                found.faults.append((name, data, traceback.format_exc()))


def main() -> int:
    parser = argparse.ArgumentParser(description="Feed readers with damaged bytes.")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=sorted(targets()))
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir(), "targi-fuzz"), help="for the faults")
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    os.environ["OPENCV_LOG_LEVEL"] = "SILENT"
    found, end = Found(), time.monotonic() + asked.minutes * 60
    names = [asked.only] if asked.only else sorted(targets())
    run(found, names, random.Random(asked.seed), lambda: time.monotonic() < end and len(found.faults) < 20)
    print(found.told())
    for number, (name, data, trace) in enumerate(found.faults, start=1):
        asked.keep.mkdir(parents=True, exist_ok=True)
        kept = asked.keep / f"{name.replace(' ', '-')}-{number}"
        kept.write_bytes(data)
        print(f"\n{name}, {kept}:\n{trace}")
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
