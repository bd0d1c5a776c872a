"""What the command line tells people, in short English lines: events, faults, checks. The only words outside the
language catalogues; what is told in the window and here alike comes from those."""

from __future__ import annotations

from collections.abc import Mapping

from companion.gaze import ViewEvent
from companion.guide import Problem, ProblemCode
from companion.language import Words, sentences
from companion.rules.board import Place
from companion.rules.events import (
    Event,
    GameOver,
    IllegalMarker,
    IllegalPlacement,
    Intersections,
    MarkerPlaced,
    MarkerReturned,
    Raid,
    RobberMisplaced,
    RobberMoved,
    RoundStarted,
    TargiaMoved,
    TargiPlaced,
    TargiReturned,
)
from companion.rules.state import EndReason, Reason
from companion.tracker import Unsure

_WHY = {
    Reason.ROBBER: "the Robber is there",
    Reason.RAID_CARD: "it is a raid card",
    Reason.OCCUPIED: "it is taken",
    Reason.OPPOSITE_OPPONENT: "it lies opposite the other player's Targi",
    Reason.DUNE_OCCUPIED: "the dune is taken",
    Reason.NOT_BORDER: "Targis do not stand in the middle",
    Reason.NO_FIGURE_LEFT: "there is no figure left to place",
    Reason.NOT_YOUR_TURN: "it is the other player's turn",
    Reason.NO_CROSSING: "it is no crossing of that player's Targis",
}
_VIEW = {
    ViewEvent.VIEW_BLOCKED: "Something is in front of the board.",
    ViewEvent.VIEW_CLEAR: "The view is clear again.",
    ViewEvent.CAMERA_MOVED: "Camera or board have moved.",
    ViewEvent.CAMERA_FOUND: "The board is found again.",
    ViewEvent.TOO_DARK: "It is too dark to read the table.",
    ViewEvent.TOO_BRIGHT: "It is too bright to read the table.",
}
_PROBLEM = {
    ProblemCode.NO_CAMERA: "There is no camera that can be used: plug one in, or see what targi doctor says.",
    ProblemCode.CAMERA_NOT_ALLOWED: "The camera may not be used: targi doctor says how to mend that.",
    ProblemCode.CAMERA_STALLED: "The camera gives no pictures; it is being started again.",
    ProblemCode.READING_FAILED: "Reading the pictures has failed; it is being started again.",
    ProblemCode.BLACK_PICTURES: "The camera's pictures are black: is its cap on?",
    ProblemCode.DEMO_STOPPED: "The recorded table does not play; it is being started again.",
    ProblemCode.DEMO_ENDED: "The recorded table has come to its end.",
    ProblemCode.MODEL_BROKEN: "{text} is missing or damaged, and no picture can be read without it: "
    "fetch the program anew.",
    ProblemCode.WHICH_CORNER: "Which corner is 16 cannot be told: put the Robber on 1.",
    ProblemCode.NO_BOARD: "No board is in view.",
    ProblemCode.OTHER_TABLE: "The stored profile is of another table: looking for the board anew.",
}
_SOMEBODY = "another program"
_GAVE_UP = {
    ProblemCode.NO_CAMERA: "There is no camera that can be used, and without a window the game cannot be played by "
    "touch: plug in a camera, or use --demo. targi doctor says what was found.",
    ProblemCode.CAMERA_BUSY: "The camera is in use by {text}: end that one, then start again.",
    ProblemCode.CAMERA_STALLED: "The camera gives no pictures: check its cable, then start again.",
    ProblemCode.READING_FAILED: "The pictures cannot be read: start again, and if that does not help fetch the program "
    "anew.",
    ProblemCode.DEMO_STOPPED: "The recorded table does not play: start again, and if that does not help fetch the "
    "program anew.",
}
_NOT_FOUND = {
    "no_picture": "it is too small, or not a colour picture",
    "too_dark": "it is too dark",
    "too_bright": "it is too bright",
    "no_board": "no board of five by five cards is in view",
    "blocked": "something lies in front of the board",
    "which_corner": "which corner is 16 cannot be told: put the Robber on 1, or name a pixel near it: --corner16 X,Y",
    "not_sure": "the board's set-up could not be made out: put the Robber on 1",
}
_TROUBLE = {
    "no_camera": "There is no camera: plug one in, or name a film or a folder of pictures.",
    "busy": "The camera is in use by {holder}: end that one first.",
    "no_permission": "{what} may not be read: its permissions do not allow it.",
    "no_library": "The camera's software cannot be used ({cause}): see what targi doctor says.",
    "stalled": "The camera gives no pictures: check its cable.",
    "frozen": "The camera gives the same picture again and again: unplug it and plug it in again.",
    "gone": "The camera is gone: check its cable.",
    "no_such_file": "{what} does not exist.",
    "model": "{what} is missing or damaged, and no picture can be read without it: fetch the program anew.",
    "unreadable": "{what} cannot be read as a picture, a film or a folder of pictures with frames.json.",
}


def _places(places: tuple[Place, ...]) -> str:
    return ", ".join(map(str, places)) or "none"


def told(what: Event | ViewEvent | Unsure | Problem) -> str:
    """One event as a sentence."""
    match what:
        case RoundStarted(round=number, start_player=start, robber=robber, targia=targia):
            first = f"{start} starts" if start else "whoever places first starts"
            walker = f", the Targia on {targia}" if targia else ""
            return f"Round {number} starts; {first}. The Robber is on {robber}{walker}."
        case TargiPlaced(player=player, place=where):
            return f"{player} places a Targi on {where}."
        case IllegalPlacement(player=player, place=where, reason=reason):
            return f"Not allowed: {player}'s Targi on {where}; {_WHY.get(reason, str(reason))}."
        case Intersections(blue=blue, white=white):
            return f"All Targis stand. Crossings: blue {_places(blue)}; white {_places(white)}."
        case MarkerPlaced(player=player, place=where):
            return f"{player} marks {where}."
        case IllegalMarker(player=player, place=where, reason=reason):
            return f"Not allowed: {player}'s marker on {where}; {_WHY.get(reason, str(reason))}."
        case TargiReturned(player=player, place=where):
            return f"{player} takes the Targi from {where}."
        case MarkerReturned(player=player, place=where):
            return f"{player} takes the marker from {where}."
        case RobberMoved(place=where):
            return f"The Robber moves to {where}."
        case RobberMisplaced(place=where, should_be=goal):
            return f"The Robber is on {where}, but should be on {goal}."
        case TargiaMoved(place=where):
            return f"The Targia moves to {where}."
        case Raid(place=where):
            return f"Raid {where}: both players pay."
        case GameOver(reason=reason):
            why = "the Robber has reached 16" if reason is EndReason.ROBBER else "a display is full"
            return f"The game is over: {why}."
        case Unsure(doubt=doubt):
            return f"Not sure about {doubt.where}: {doubt.says or 'nothing'} ({doubt.confidence:.0%})?"
        case ViewEvent():
            return _VIEW[what]
        case Problem(code=code, text=text):
            return _PROBLEM[code].format(text=text) if code in _PROBLEM else sentences.problem(Words(), what)
    return str(what)


def line(seconds: float, what: Event | ViewEvent | Unsure | Problem) -> str:
    """One event as a line, with the source's time before it."""
    text = told(what)
    return f"{int(seconds) // 60:3d}:{seconds % 60:04.1f}  {text[:1].upper()}{text[1:]}"


def gave_up(problem: Problem) -> str:
    """Why the headless product ends: no pictures came, though it was tried several times."""
    words = _GAVE_UP.get(problem.code)
    return words.format(text=problem.text or _SOMEBODY) if words else told(problem)


def not_found(reason: str) -> str:
    """Why a picture could not be calibrated, as the end of a sentence."""
    return _NOT_FOUND.get(reason, reason.replace("_", " "))


def trouble(code: str, what: str, cause: str) -> str:
    """What is wrong with a source of pictures."""
    words = _TROUBLE.get(code, "The source of pictures failed: {cause}")
    return words.format(what=what or "It", cause=cause or code, holder=cause or _SOMEBODY)


_DEVICE_TROUBLE = {
    "unknown_panel": "There is no e-ink panel {what!r}: write one of {cause}.",
    "no_library": "The e-ink panel {what} cannot be used, its software does not start ({cause}): see what targi doctor "
    "says.",
    "no_permission": "The e-ink panel {what} may not be used ({cause}): see what targi doctor says.",
    "no_panel": "The e-ink panel {what} is not found ({cause}): see what targi doctor says.",
    "stuck": "The e-ink panel {what} does not answer: check how it is plugged in. It is tried again in some minutes.",
    "failed": "The e-ink panel {what} has failed ({cause}). It is tried again in some minutes.",
    "not_writable": "The e-ink page cannot be written to {what}: {cause}.",
    "taken_twice": "The {what} and the {cause} are both to be on pin {pin}: give one of them another in {file}.",
    "no_such_pin": "The {what} is to be on pin {pin}, which there is not: write 2 to 27 in {file}.",
    "no_pins": "Buttons and lamp cannot be used: this machine has no pins, or they may not be used ({cause}).",
    "busy": "The pin {pin} of {what} cannot be had ({cause}): end the program that holds it.",
}


def device_trouble(code: str, what: str, cause: str, pin: int | None = None, file: str = "") -> str:
    """What is wrong with an e-ink panel, a button or the lamp."""
    return _DEVICE_TROUBLE[code].format(what=what, cause=cause or "no reason given", pin=pin, file=file)


_MEND: Mapping[str, str] = {
    "usb_camera": "USB camera ({detail})",
    "pi_camera": "Raspberry Pi camera",
    "no_camera": "none found: plug one in; without one the game is played by touch",
    "not_allowed": "{detail} may not be used: sudo usermod -aG {group} $USER, then log in again",
    "library_broken": "its software does not start ({detail}): install the versions that come with Raspberry Pi OS",
    "library_missing": "{detail} is not installed: sudo apt-get install python3-{detail}",
    "driver_missing": "the driver {detail} is not installed: delete the folder .venv, then start ./run anew",
    "settings_wrong": "{detail}",
    "no_pi": "this machine has no pins for it",
    "no_spi": "SPI is switched off: sudo raspi-config nonint do_spi 0, then start the machine anew",
    "desktop": "display {detail}",
    "panel": "{detail}, without a desktop",
    "no_screen": "none found: connect one, or use targi run --headless",
    "touchscreen": "{detail}; if touches land elsewhere, the settings on the screen have a check",
    "no_touch": "none found: a mouse does; if there is one, check its cable to the board",
    "together": "{detail} work together",
    "not_together": "{detail}: delete the folder .venv, then start ./run anew",
    "room": "games are kept in {detail}",
    "no_room": "{detail} has less than 50 MB left: free some room",
    "not_writable": "{detail}: make that folder writable, or name another with --data",
    "read_only": "{detail} lies on a disk that cannot be written: start the machine anew; if it stays so, the card is "
    "worn out and wants replacing",
    "clock_right": "it shows {detail}",
    "clock_unsure": "it shows {detail}, and nobody has set it since the start; no game needs it",
    "clock_back": "it shows {detail}, earlier than the last stored game: connect the machine to a network once; no "
    "game needs it",
    "clock_wrong": "it shows {detail}: connect the machine to a network once, or set it with sudo date --set",
    "all_allowed": "all devices there are may be used",
    "not_chosen": "none named in devices.toml",
    "picture": "pages are drawn into {detail}",
    "unknown_panel": "there is no panel {detail}: targi run --eink {detail} says which there are",
    "named": "{detail}",
}


def found(finding: str, detail: str, group: str) -> str:
    """What a check of the machine found, and how to mend it."""
    return _MEND[finding].format(detail=detail, group=group)
