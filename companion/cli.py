"""The command line: what it promises stands in its help, and its JSON forms do not change.

Errors go to standard error as one plain sentence. Exit status: 0 done, 1 could not be done, 2 the call was wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from companion.home import Home
from companion.rules.board import Colour
from companion.rules.cards import DISPLAY_ROWS, ROW_CARDS
from companion.rules.state import Edition, Settings


class Failure(Exception):
    """What was asked cannot be done; the text is the sentence for people."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}. See {self.prog} --help.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Carries out a command; its exit status."""
    asked = _parser().parse_args(arguments)
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


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="targi", description="An unofficial companion for a table of Targi: a camera follows the game."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)

    def command(name: str, carry_out: Any, help: str, among: Any = commands) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = among.add_parser(name, help=help, description=help)
        added.set_defaults(carry_out=carry_out)
        return added

    run = command("run", _run, "The product: window, camera, stored games. It goes on where it stopped.")
    run.add_argument("--demo", action="store_true", help="play the recorded table that ships with it")
    run.add_argument("--headless", action="store_true", help="no window: tell what happens as lines of text")
    run.add_argument("--language", choices=("en", "de", "pt"), help="of window and pages; else the one used last")
    panels = "e-ink panel by name, or a picture: FILE.png or FOLDER/, then ,250x122 and ,red where wanted"
    run.add_argument("--eink", metavar="PANEL", help=f"{panels}; else what DIR/devices.toml says")
    run.add_argument("--keys", action="store_true", help="y, n, u, p typed here are the buttons; capitals hold")
    _data(run)

    calibrate = command("calibrate", _calibrate, "Find the board in a picture of a game's start and keep its profile.")
    calibrate.add_argument("start", metavar="START", help="picture of the table: Robber on 1, no Targis")
    calibrate.add_argument("--out", required=True, metavar="PROFILE", help="file to write")
    calibrate.add_argument("--corner16", type=_pixel, metavar="X,Y", help="a pixel near border card 16, to be told it")
    _json(calibrate)

    observe = command("observe", _observe, "Say what stands on the board in pictures, one line for each.")
    observe.add_argument("--profile", required=True, metavar="PROFILE", help="made by targi calibrate")
    observe.add_argument("--deck", metavar="DECK", help="name the central cards too; made by targi deck learn")
    observe.add_argument("images", nargs="+", metavar="IMAGE")
    _json(observe)

    watch = command("watch", _watch, "Follow a game and say what happens as it becomes certain.")
    watch.add_argument("source", metavar="SOURCE", help="camera, a film, or a folder of pictures with frames.json")
    watch.add_argument("--profile", metavar="PROFILE", help="else it calibrates itself from the first quiet pictures")
    watch.add_argument("--edition", choices=[str(edition) for edition in Edition], help="else the Targia decides")
    watch.add_argument("--solo", choices=[str(colour) for colour in Colour], help="the person's colour in a solo game")
    watch.add_argument("--start", choices=[str(colour) for colour in Colour], help="else the first placement decides")
    _json(watch)

    deck = commands.add_parser("deck", help="The owner's own cards: learn them, list them, name those of a display.")
    decks = deck.add_subparsers(dest="does", required=True, metavar="COMMAND", parser_class=_Parser)
    learn = command("learn", _deck_learn, "Learn one picture a card: a scan, or a photo of it on a table.", decks)
    learn.add_argument("folder", metavar="FOLDER", help="the pictures; base-17.jpg is that card of the catalogue")
    learn.add_argument("--out", required=True, metavar="DECK", help="file to write")
    listed = command("list", _deck_list, "List the cards of a deck.", decks)
    listed.add_argument("deck", metavar="DECK")
    display = command("display", _deck_display, "Name the cards of a player's display in a photo, row by row.", decks)
    display.add_argument("image", metavar="IMAGE")
    display.add_argument("--deck", required=True, metavar="DECK")
    for action in (learn, listed, display):
        _json(action)

    score = command(
        "score", _score, "Count the points of a game's end, a line for each; own card facts: DIR/cards.toml."
    )
    score.add_argument("state", metavar="STATE", help="JSON file: what each player has, and the displays")
    _json(score)
    _data(score)

    rules = command("rules", _rules, "Print the rules kept to, the readings, and the house rules of the latest game.")
    _json(rules)
    _data(rules)

    replay = command("replay", _replay, "Rebuild a stored game from its log and print each step.")
    replay.add_argument("log", metavar="LOG", help="text file with the game's lines, or a file of games: its latest")
    _json(replay)
    _data(replay)

    simulate = command("simulate", _simulate, "Play random legal games by the rules and count what comes of them.")
    simulate.add_argument("--games", type=_count, required=True, metavar="N", help="how many games")
    simulate.add_argument("--seed", type=_seed, required=True, metavar="S", help="the same seed gives the same games")
    simulate.add_argument("--edition", choices=("base", "expansion", "mixed"), default="base", help="which cards")
    simulate.add_argument("--bonus", action="store_true", help="with border cards and dunes of the Bonus-Box")
    simulate.add_argument("--solo", action="store_true", help="one player against Andy")
    most = DISPLAY_ROWS * ROW_CARDS - 1
    laid = f"random cards laid in each display at the start, 0 to {most}; from 9 on many games end by the twelfth"
    simulate.add_argument("--laid", type=int, choices=range(most + 1), default=0, metavar="N", help=laid)
    _json(simulate)

    doctor = command("doctor", _doctor, "Look at camera, buttons, e-ink, screen, disk, clock, permissions.")
    _json(doctor)
    _data(doctor)
    return parser


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def _data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", metavar="DIR", help="folder of games and profile; else that of the XDG rules")


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 10_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of games: write 1 or more")
    return int(text)


def _seed(text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 18):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no seed: write a whole number")
    return int(text)


def _pixel(text: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no pixel: write X,Y") from None
    return x, y


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
    from companion.app import BrokenModel, load_networks
    from companion.report import trouble

    try:
        load_networks()
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

    wishes = Wishes(asked.demo, asked.headless, asked.language, eink=asked.eink, keys=asked.keys)
    try:
        run(Home.of(os.environ, asked.data), wishes)
    except Missing as missing:
        raise Failure(str(missing)) from missing


def _calibrate(asked: argparse.Namespace) -> None:
    from companion.observing import corners_of
    from companion.report import not_found
    from vision.recogniser import NotFound, calibrate

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
    pictures, refused = [], []
    for path in files:
        if not is_name(path.stem):
            refused.append((path.name, "no_name"))
            continue
        try:
            pictures.append((path.stem, _picture(str(path))))
        except Failure:
            refused.append((path.name, "no_picture"))
    found = learn(pictures)
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
        eyes = open_eyes(asked.source, False, profile, relearns=False)
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
    for check in examine(Machine(home.folder, devices.eink, devices.pins({}), wrong)):
        words = found(str(check.finding), check.detail, check.group)
        if asked.json:
            _print({"device": str(check.device), "result": str(check.result), "detail": words})
        else:
            print(f"{check.device!s:12} {check.result!s:11} {words}")


if __name__ == "__main__":
    sys.exit(main())
