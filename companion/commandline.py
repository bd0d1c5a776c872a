"""What the command line understands: its commands, their options, and the help that explains them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from companion.rules.board import Colour
from companion.rules.cards import DISPLAY_ROWS, ROW_CARDS
from companion.rules.state import Edition


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}. See {self.prog} --help.\n")


def parser(does: Mapping[str, Callable[[argparse.Namespace], None]]) -> argparse.ArgumentParser:
    """What the command line understands; ``does`` has what carries each command out, by its name."""
    whole = _Parser(
        prog="targi", description="An unofficial companion for a table of Targi: a camera follows the game."
    )
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)

    def command(name: str, help: str, among: Any = commands, group: str = "") -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = among.add_parser(name, help=help, description=help)
        added.set_defaults(carry_out=does[group + name])
        return added

    run = command("run", "The product: window, camera, stored games. It goes on where it stopped.")
    run.add_argument("--demo", action="store_true", help="play the recorded table that ships with it")
    run.add_argument("--headless", action="store_true", help="no window: tell what happens as lines of text")
    run.add_argument("--language", choices=("en", "de", "pt"), help="of window and pages; else the one used last")
    panels = "e-ink panel by name, or a picture: FILE.png or FOLDER/, then ,250x122 and ,red where wanted"
    run.add_argument("--eink", metavar="PANEL", help=f"{panels}; else what DIR/devices.toml says")
    run.add_argument("--full-screen", action="store_true", help="the window takes all of the screen")
    run.add_argument("--keys", action="store_true", help="y, n, u, p typed here are the buttons; capitals hold")
    _data(run)

    calibrate = command("calibrate", "Find the board in a picture of a game's start and keep its profile.")
    calibrate.add_argument("start", metavar="START", help="picture of the table: Robber on 1, no Targis")
    calibrate.add_argument("--out", required=True, metavar="PROFILE", help="file to write")
    calibrate.add_argument("--corner16", type=_pixel, metavar="X,Y", help="a pixel near border card 16, to be told it")
    _json(calibrate)

    observe = command("observe", "Say what stands on the board in pictures, one line for each.")
    observe.add_argument("--profile", required=True, metavar="PROFILE", help="made by targi calibrate")
    observe.add_argument("--deck", metavar="DECK", help="name the central cards too; made by targi deck learn")
    observe.add_argument("images", nargs="+", metavar="IMAGE")
    _json(observe)

    watch = command("watch", "Follow a game and say what happens as it becomes certain.")
    watch.add_argument("source", metavar="SOURCE", help="camera, a film, or a folder of pictures with frames.json")
    watch.add_argument("--profile", metavar="PROFILE", help="else it calibrates itself from the first quiet pictures")
    watch.add_argument("--edition", choices=[str(edition) for edition in Edition], help="else the Targia decides")
    watch.add_argument("--solo", choices=[str(colour) for colour in Colour], help="the person's colour in a solo game")
    watch.add_argument("--start", choices=[str(colour) for colour in Colour], help="else the first placement decides")
    _json(watch)

    deck = commands.add_parser("deck", help="The owner's own cards: learn them, list them, name those of a display.")
    decks = deck.add_subparsers(dest="does", required=True, metavar="COMMAND", parser_class=_Parser)
    learn = command("learn", "Learn one picture a card: a scan, or a photo of it on a table.", decks, "deck ")
    learn.add_argument("folder", metavar="FOLDER", help="the pictures; base-17.jpg is that card of the catalogue")
    learn.add_argument("--out", required=True, metavar="DECK", help="file to write")
    listed = command("list", "List the cards of a deck.", decks, "deck ")
    listed.add_argument("deck", metavar="DECK")
    display = command("display", "Name the cards of a player's display in a photo, row by row.", decks, "deck ")
    display.add_argument("image", metavar="IMAGE")
    display.add_argument("--deck", required=True, metavar="DECK")
    for action in (learn, listed, display):
        _json(action)

    stored = commands.add_parser("games", help="The stored games: list them, write one out, take one in.")
    games = stored.add_subparsers(dest="does", required=True, metavar="COMMAND", parser_class=_Parser)
    everyone = command("list", "List the stored games.", games, "games ")
    export = command("export", "Write a game out as a log, which any companion can take in.", games, "games ")
    export.add_argument("file", metavar="FILE", help="text file to write")
    export.add_argument("--game", type=_count, metavar="N", help="which of targi games list; else the latest")
    imported = command("import", "Take a game in, to go on with; not while the companion runs.", games, "games ")
    imported.add_argument("log", metavar="LOG", help="a game's log, or a file of games: its latest")
    for action in (everyone, export, imported):
        _json(action)
        _data(action)

    score = command("score", "Count the points of a game's end, a line for each; own card facts: DIR/cards.toml.")
    score.add_argument("state", metavar="STATE", help="JSON file: what each player has, and the displays")
    _json(score)
    _data(score)

    rules = command("rules", "Print the rules kept to, the readings, and the house rules of the latest game.")
    _json(rules)
    _data(rules)

    replay = command("replay", "Rebuild a stored game from its log and print each step.")
    replay.add_argument("log", metavar="LOG", help="text file with the game's lines, or a file of games: its latest")
    _json(replay)
    _data(replay)

    simulate = command("simulate", "Play random legal games by the rules and count what comes of them.")
    simulate.add_argument("--games", type=_count, required=True, metavar="N", help="how many games")
    simulate.add_argument("--seed", type=_seed, required=True, metavar="S", help="the same seed gives the same games")
    simulate.add_argument("--edition", choices=("base", "expansion", "mixed"), default="base", help="which cards")
    simulate.add_argument("--bonus", action="store_true", help="with border cards and dunes of the Bonus-Box")
    simulate.add_argument("--solo", action="store_true", help="one player against Andy")
    most = DISPLAY_ROWS * ROW_CARDS - 1
    laid = f"random cards laid in each display at the start, 0 to {most}; from 9 on many games end by the twelfth"
    simulate.add_argument("--laid", type=int, choices=range(most + 1), default=0, metavar="N", help=laid)
    _json(simulate)

    doctor = command("doctor", "Look at camera, buttons, e-ink, screen, disk, clock, permissions, touch, versions.")
    doctor.add_argument("--bundle", metavar="FILE", help="write a report of a fault too, a ZIP file without pictures")
    doctor.add_argument("--pictures", action="store_true", help="the report may hold pictures of the table")
    _json(doctor)
    _data(doctor)
    return whole


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
