"""The command line: what it promises stands in its help, and its JSON forms do not change.

Errors go to standard error as one plain sentence. Exit status: 0 done, 1 could not be done, 2 the call was wrong.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.commandline import parser
from companion.home import Home
from companion.rules.board import Colour
from companion.rules.state import Edition, Settings


class Failure(Exception):
    """What was asked cannot be done; the text is the sentence for people."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Carries out a command; its exit status."""
    asked = parser(_COMMANDS).parse_args(arguments)
    try:
        asked.carry_out(asked)
        sys.stdout.flush()
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    except BrokenPipeError:  # who reads has heard enough, as with head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"This could not be done: {where}{error.strerror or error}.", file=sys.stderr)
        return 1
    return 0


@contextlib.contextmanager
def _refused(error: type[Exception]) -> Iterator[None]:
    """Errors of that kind are sentences for people."""
    try:
        yield
    except error as told:
        raise Failure(str(told)) from told


def _print(value: dict[str, Any]) -> None:
    print(json.dumps(value), flush=True)


def _picture(path: str) -> Any:
    """The picture in a file. Raises Failure."""
    from companion.report import trouble
    from hardware.camera import CameraFault
    from hardware.camera_files import read_picture

    try:
        return read_picture(Path(path))
    except CameraFault as fault:
        raise Failure(trouble(str(fault.trouble), path, fault.cause)) from fault


def _networks() -> None:
    """Loads what reads the pictures. Raises Failure."""
    from companion.report import trouble
    from vision.network import BrokenModel, load_all

    try:
        load_all()
    except BrokenModel as broken:
        raise Failure(trouble(broken.trouble, broken.cause, "")) from broken


def _profile(path: str) -> Any:
    from calibration.profile import Profile, ProfileError

    try:
        return Profile.load(path)
    except ProfileError as error:
        raise Failure(str(error)) from error


def _deck(path: str) -> Any:
    from calibration.deck import Deck, DeckError

    try:
        return Deck.load(path)
    except DeckError as error:
        raise Failure(str(error)) from error


# --- the commands ---


def _run(asked: argparse.Namespace) -> None:
    from companion.app import Missing, Wishes, run

    devices = {"eink": asked.eink, "keys": asked.keys}
    wishes = Wishes(asked.demo, asked.headless, asked.language, full_screen=asked.full_screen, **devices)
    try:
        run(Home.of(os.environ, asked.data), wishes)
    except Missing as missing:
        raise Failure(str(missing)) from missing


def _calibrate(asked: argparse.Namespace) -> None:
    from companion.observing import corners_of
    from companion.report import not_found
    from vision.calibrating import NotFound, calibrate

    picture = _picture(asked.start)
    _networks()
    found = calibrate(picture, asked.corner16)
    if isinstance(found, NotFound):
        raise Failure(f"{asked.start} cannot be used: {not_found(str(found))}.")
    try:
        found.profile.save(asked.out)
    except OSError as error:
        raise Failure(f"{asked.out} cannot be written: {error.strerror or error}.") from error
    corners = corners_of([(float(x), float(y)) for x, y in found.corners_px])
    if asked.json:
        _print({"profile": asked.out, "found": True, "corners": corners})
    else:
        print(f"{asked.out}: " + ", ".join(f"{name} at {x:.0f},{y:.0f}" for name, (x, y) in corners.items()))


def _observe(asked: argparse.Namespace) -> None:
    from companion.observing import observation, told
    from vision.naming import namer_of
    from vision.recogniser import Recogniser

    profile = _profile(asked.profile)
    namer = namer_of(_deck(asked.deck)) if asked.deck else None
    _networks()
    for path in asked.images:
        try:
            picture = _picture(path)
            # A recogniser for each picture: none knows what another showed.
            seen = observation(path, Recogniser(profile, namer).read(picture))
        except Failure as failure:
            seen = {"image": path, "found": False, "error": str(failure)}
        if asked.json:
            _print(seen)
        else:
            print(told(seen), flush=True)


def _deck_learn(asked: argparse.Namespace) -> None:
    from calibration.deck import is_name
    from companion.deckwords import learnt, same, unfit
    from vision.learning import learn

    files = sorted(path for path in Path(asked.folder).iterdir() if path.is_file() and not path.name.startswith("."))
    refused = []

    def pictures() -> Iterator[tuple[str, Any]]:
        for path in files:  # one at a time: a camera's pictures of a whole deck are more than a machine's memory
            if not is_name(path.stem):
                refused.append((path.name, "no_name"))
                continue
            try:
                yield path.stem, _picture(str(path))
            except Failure:
                refused.append((path.name, "no_picture"))

    found = learn(pictures())
    refused += [(name, str(reason)) for name, reason in found.unfit]
    for name, reason in refused:
        print(unfit(name, reason), file=sys.stderr)
    for name, other in found.same:
        print(same(name, other), file=sys.stderr)
    names = [card.name for card in found.deck.cards]
    if not names:
        raise Failure(f"{asked.folder} holds no picture of a card that can be learnt from.")
    try:
        found.deck.save(asked.out)
    except OSError as error:
        raise Failure(f"{asked.out} cannot be written: {error.strerror or error}.") from error
    if asked.json:
        left = [{"file": name, "reason": reason} for name, reason in refused]
        _print({"deck": asked.out, "cards": names, "refused": left, "same": [list(pair) for pair in found.same]})
    else:
        print(learnt(asked.out, names))


def _deck_list(asked: argparse.Namespace) -> None:
    names = [card.name for card in _deck(asked.deck).cards]
    if asked.json:
        _print({"cards": names})
    elif names:
        print("\n".join(names))


def _deck_display(asked: argparse.Namespace) -> None:
    from companion.deckwords import shown
    from vision.displays import display
    from vision.naming import namer_of

    namer = namer_of(_deck(asked.deck))
    rows = [
        [laid.naming.name if laid.naming else None for laid in row] for row in display(_picture(asked.image), namer)
    ]
    if not rows:
        raise Failure(f"No cards were found in {asked.image}: take the photo from above, with all of them in it.")
    if asked.json:
        _print({"rows": rows})
    else:
        print("\n".join(shown(rows)))


def _watch(asked: argparse.Namespace) -> None:
    from companion.app import open_eyes
    from companion.report import line, not_found, trouble
    from companion.tracker import Unsure
    from companion.watching import Watcher
    from hardware.camera import CameraFault

    profile = _profile(asked.profile) if asked.profile else None
    _networks()
    colour = {str(colour): colour for colour in Colour}
    settings = Settings(solo=colour.get(asked.solo), start=colour.get(asked.start))
    watcher = Watcher(Edition(asked.edition) if asked.edition else None, settings)
    found, reason = False, "no_board"
    try:
        eyes = open_eyes(asked.source, profile, relearns=False)
        try:
            while (glance := eyes.look(5.0)) is not None:
                reason = glance.reason or (glance.sighting and glance.sighting.problem) or reason
                if glance.sighting is None:
                    continue
                found = found or glance.sighting.found
                for said in watcher.take(glance.sighting):
                    if not asked.json:
                        print(line(said.seconds, said.what), flush=True)
                    elif not isinstance(said.what, Unsure):  # the contract's events are certain ones
                        _print(said.json())
        finally:
            eyes.close()
    except CameraFault as fault:
        raise Failure(trouble(str(fault.trouble), fault.what or asked.source, fault.cause)) from fault
    if not found and asked.profile and reason == "no_board":
        raise Failure(
            f"The board was not found: {asked.profile} is of another table. Watch without it, or make a new one."
        )
    if not found:
        raise Failure(f"The board was not found in {asked.source}: {not_found(reason)}.")


def _replay(asked: argparse.Namespace) -> None:
    from companion.replay import Replayed, ReplayError, replay

    def tell(step: Replayed) -> None:
        if asked.json:
            _print(step.json())
        else:
            print("\n".join(step.told()))

    try:
        replay(Path(asked.log), tell, Home.of(os.environ, asked.data).cards)
    except ReplayError as error:
        raise Failure(str(error)) from error


def _games_list(asked: argparse.Namespace) -> None:
    from companion.archive import ArchiveError, listed

    home = Home.of(os.environ, asked.data)
    with _refused(ArchiveError):
        for game in listed(home.games, _own_cards(home)):
            if asked.json:
                _print(game.json())
            else:
                print(game.told())


def _games_export(asked: argparse.Namespace) -> None:
    from companion.archive import ArchiveError, export

    with _refused(ArchiveError):
        lines = export(Home.of(os.environ, asked.data).games, asked.game, Path(asked.file))
    if asked.json:
        _print({"file": asked.file, "lines": lines})
    else:
        print(f"{asked.file}: {lines} lines")


def _games_import(asked: argparse.Namespace) -> None:
    from companion.archive import ArchiveError, take_in

    home = Home.of(os.environ, asked.data)
    with _refused(ArchiveError):
        number = take_in(home.games, Path(asked.log), _own_cards(home))
    if asked.json:
        _print({"game": number})
    else:
        print(f"It is game {number}; targi run goes on with it.")


def _own_cards(home: Home) -> Any:
    """All cards there are, the owner's own too. Raises Failure."""
    from companion.own_cards import FileTrouble, catalogue_of

    with _refused(FileTrouble):
        return catalogue_of(home.cards)


def _score(asked: argparse.Namespace) -> None:
    from companion.rules.scoring import score
    from companion.scorefile import StateError, read_files, scored, told

    try:
        position = read_files(Path(asked.state), Home.of(os.environ, asked.data).cards)
    except StateError as error:
        raise Failure(str(error)) from error
    for note in position.notes:
        print(note, file=sys.stderr)
    result = score(position.final)
    if asked.json:
        _print(scored(result, position.final.solo))
    else:
        print("\n".join(told(result, position.names)))


def _rules(asked: argparse.Namespace) -> None:
    from companion.rules.clauses import clauses
    from companion.rulesbook import agreed, as_json, in_force, told

    options, note = agreed(Home.of(os.environ, asked.data))
    if note:
        print(note, file=sys.stderr)
    listed = in_force(clauses(), options)
    if not asked.json:
        print("\n".join(told(listed)))
    for clause in listed if asked.json else ():
        _print(as_json(clause))


def _simulate(asked: argparse.Namespace) -> None:
    from companion.simulate import Kind, Mix
    from companion.simulating import Asked, SimulateError, as_json, simulated, told

    wanted = Asked(Kind(Mix(asked.edition), asked.bonus, asked.solo, asked.laid), asked.games, asked.seed)
    begun = time.perf_counter()
    try:
        found = simulated(wanted)
    except SimulateError as error:
        raise Failure(str(error)) from error
    seconds = time.perf_counter() - begun
    if asked.json:
        _print(as_json(wanted, found, seconds))
    else:
        print("\n".join(told(wanted, found, seconds)))
    if found.fault_count:
        raise Failure("The rules broke what is true of every position: please report the lines above.")


def _doctor(asked: argparse.Namespace) -> None:
    from companion.app import devices_of
    from companion.devices import Devices, DevicesError
    from companion.report import found
    from hardware.doctor import Machine, examine

    home, wrong = Home.of(os.environ, asked.data), ""
    try:
        devices = devices_of(home)
    except DevicesError as error:
        devices, wrong = Devices(), str(error)
    lines = []
    for check in examine(Machine(home.folder, devices.eink, devices.pins({}), wrong)):
        words = found(str(check.finding), check.detail, check.group)
        lines.append(f"{check.device!s:12} {check.result!s:11} {words}")
        if asked.json:
            _print({"device": str(check.device), "result": str(check.result), "detail": words})
        else:
            print(lines[-1])
    if asked.bundle:
        _bundle(home, asked, lines)


def _bundle(home: Home, asked: argparse.Namespace, lines: list[str]) -> None:
    from companion.bundle import gathered, write

    files = gathered(home, lines, asked.pictures)
    try:
        write(Path(asked.bundle), files)
    except OSError as error:
        raise Failure(f"{asked.bundle} cannot be written: {error.strerror or error}.") from error
    if asked.json:
        _print({"bundle": asked.bundle, "files": list(files)})
    else:
        print(f"{asked.bundle} holds {', '.join(files)}: look through it before you give it away.")


_COMMANDS = {
    "calibrate": _calibrate,
    "deck display": _deck_display,
    "deck learn": _deck_learn,
    "deck list": _deck_list,
    "doctor": _doctor,
    "games export": _games_export,
    "games import": _games_import,
    "games list": _games_list,
    "observe": _observe,
    "replay": _replay,
    "rules": _rules,
    "run": _run,
    "score": _score,
    "simulate": _simulate,
    "watch": _watch,
}


if __name__ == "__main__":
    sys.exit(main())
