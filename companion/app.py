"""Puts the parts together: camera and recogniser into eyes, eyes into a worker, the worker into the desk, the desk into
a window."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import vision
from calibration.profile import Profile, ProfileError
from companion import disk
from companion.desk import TableDesk
from companion.eyes import Corner, Eyes, Image, NotFound, NotShown, Vision
from companion.gaze import ViewEvent
from companion.guide import Problem
from companion.home import Home
from companion.own_deck import Bench, DeckDesk
from companion.pace import Pace
from companion.pulse import Pulse, Watched
from companion.recorder import Recorder
from companion.report import device_trouble, gave_up, line
from companion.rules.events import Event
from companion.sources import Sources
from companion.view import Desk
from companion.worker import Worker
from hardware.service import Service

if TYPE_CHECKING:  # loaded when there are such devices: the recogniser's process needs none of it
    from PIL.Image import Image as Page

    from companion.attendant import Attendant
    from companion.devices import Devices
    from companion.touch import Touch
    from hardware.camera import Camera
    from hardware.eink_worker import PanelWorker

DEMO = Path(vision.__file__).parent / "demo" / "game.mp4"
STILL_SECONDS = 3.0  # a camera's still takes about one; the process is taken for stalled after five


class Missing(Exception):
    """Something that was asked for cannot be had; the text says what, for people."""


def calibrated(image: Image, corner16_px: Corner) -> Profile | NotFound:
    """The profile of the table in a picture (H, W, 3) uint8 BGR, or why there is none."""
    from vision import calibrating

    found = calibrating.calibrate(image, corner16_px)
    return NotFound(str(found)) if isinstance(found, calibrating.NotFound) else found.profile


def pieces_shown(recogniser: Any, image: Image) -> Profile | NotShown:
    """The profile with what a picture tells of the table's own pieces, or why it tells nothing."""
    from vision import enrolment

    found = recogniser.shown(image)
    if isinstance(found, Profile):
        return found
    if isinstance(found, enrolment.Missing):
        return NotShown("missing", found.pieces)
    return NotShown(str(found) if str(found) in ("blocked", "too_dark", "too_bright") else "no_board")


def pieces_known(profile: Profile) -> bool:
    """Whether a profile tells the table's own pieces to the networks there are now."""
    if profile.own is None:
        return False
    from vision.enrolment import weights_of  # only for who has shown some: the window starts without the networks' code

    return weights_of(profile.own) is not None


def knowing(profile: Profile, other: Profile | None) -> Profile:
    """A profile with the pieces that another one knows, or none."""
    return replace(profile, own=other.own if other is not None else None)


def open_eyes(source: str, profile: Any, relearns: bool = True) -> Eyes:
    """Opens a source of pictures and the recogniser; every picture is read. Raises CameraFault or BrokenModel."""
    from hardware.camera import open_source
    from vision.network import load_all
    from vision.recogniser import Recogniser

    load_all()
    return Eyes(open_source(source), Vision(calibrated, Recogniser, pieces_shown, knowing), profile, relearns)


def open_live_eyes(source: str, mains_hz: int, recordings: Path | None, deck: Path | None, profile: Any) -> Eyes:
    """The same for a table that is watched as time goes by, a film at its own speed; of a camera's pictures fewer are
    taken while nothing moves. ``recordings``: the folder for pictures of doubtful readings, or None. ``deck``:
    the file of the owner's own cards, by which the central ones are named, or None."""
    from hardware.camera import open_source
    from hardware.camera_files import Paced
    from hardware.heat import celsius
    from vision.naming import Names
    from vision.network import load_all
    from vision.recogniser import Recogniser

    load_all()
    camera = open_source(source, mains_hz)
    pace = Pace(celsius) if camera.live else None  # a film is no quiet table: it ends
    if pace is None:
        camera = Paced(camera)
    recorder = Recorder(recordings) if recordings else None
    namer = Names(deck, partial(still_of, camera)) if deck else None
    vision = Vision(calibrated, partial(Recogniser, namer=namer), pieces_shown, knowing)
    return Eyes(camera, vision, profile, True, pace, recorder, camera.still_px)


def still_of(camera: Camera) -> Image | None:
    """The camera's view once with all its pixels, (H, W, 3) uint8 BGR; None where it has no more, or fails to: whether
    anything is wrong with it the next picture tells."""
    from hardware.camera import CameraFault

    try:
        frame = camera.still(STILL_SECONDS)
    except CameraFault:
        return None
    return None if frame is None else frame.image


def _readable_devices(home: Home) -> Devices:
    """What the file of devices says; nothing when it is wrong, which is said where those are opened that need it."""
    from companion.devices import Devices, DevicesError, read_devices

    try:
        return read_devices(home.folder / "devices.toml")
    except DevicesError:
        return Devices()


def sources(home: Home, camera: str = "camera", demo: Path = DEMO) -> Sources:
    """The camera and the demo film, and where the camera's profile is kept."""
    from hardware.camera import device_stamp

    def load() -> Profile | None:
        try:
            return Profile.load(home.profile)
        except ProfileError:
            return None

    def keep(profile: Profile) -> None:
        home.folder.mkdir(parents=True, exist_ok=True)
        beside = home.profile.with_suffix(".new")
        profile.save(beside)
        disk.move(beside, home.profile)

    devices = _readable_devices(home)
    recordings = home.recordings if devices.record else None
    watched = partial(open_live_eyes, camera, devices.mains_hz, recordings, home.deck)
    recorded = partial(open_live_eyes, str(demo), devices.mains_hz, None, None)
    return Sources(
        camera=lambda profile: Worker(watched, profile, stamp=device_stamp),
        demo=(lambda: Worker(recorded)) if demo.exists() else None,
        load_profile=load,
        keep_profile=keep,
        knows_pieces=pieces_known,
    )


@dataclass(frozen=True, slots=True)
class Wishes:
    """How the product is to run. ``language``: else the one used last. ``eink``: the name of a panel or of a picture
    file, else what the settings say. ``keys``: letters typed on the terminal stand in for the buttons. ``full_screen``:
    the window takes all of the screen."""

    demo: bool = False
    headless: bool = False
    language: str | None = None
    camera: str = "camera"
    eink: str | None = None
    keys: bool = False
    full_screen: bool = False


def run(home: Home, wishes: Wishes) -> None:
    """The product: with a window, or headless with lines of text. Raises Missing."""
    if wishes.demo and not DEMO.exists():
        raise Missing("The recorded table did not come with this installation: play with a camera, or install anew.")
    if not wishes.headless and not _has_screen():
        raise Missing("There is no screen to open a window on: connect one, or use targi run --headless.")
    told = _tell_headless if wishes.headless else None
    desk = TableDesk(home, sources(home, wishes.camera), wishes.demo, told, today=date.today)
    service = Service.of(os.environ)
    pulse = Pulse(service.tell, service.watchdog_seconds, lambda: desk.rounds)
    stopped = _on_signals(desk)
    with ExitStack() as ending:
        try:
            attendant = ending.enter_context(attended(desk, home, wishes.language, wishes.eink, wishes.keys))
        finally:  # at the end first of all: a panel's last page may take longer than the manager waits for a sign
            ending.callback(desk.close)
            ending.callback(service.tell, "STOPPING=1")
        if wishes.headless:
            _run_headless(desk, stopped, attendant is not None and attendant.pressable, pulse)
        else:
            cards = DeckDesk(partial(_bench, home.deck), home.exchange)
            _run_window(desk, wishes, pulse, _readable_devices(home).touch, attendant, cards)


def _bench(path: Path) -> Bench:
    """Where the owner's cards are learnt. Raises calibration.deck.DeckError."""
    from vision.learning import Bench

    return Bench(path)


def _run_window(
    desk: TableDesk, wishes: Wishes, pulse: Pulse, touch: Touch, attendant: Attendant | None, deck: DeckDesk
) -> None:
    try:
        desk.start()
        from ui.window import open_window

        window = Watched(desk, pulse)
        open_window(window, wishes.language, full_screen=wishes.full_screen, touch=touch, buttons=attendant, deck=deck)
    except SystemExit as error:  # Kivy leaves the program when it finds no way to open a window
        if error.code:
            raise Missing("The window cannot be opened on this screen: try targi run --headless.") from error
    finally:
        deck.close()


def _has_screen() -> bool:
    named = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))
    return named or any(Path("/dev/dri").glob("card*"))


def _tell_headless(seconds: float, what: Event | ViewEvent | Problem) -> None:
    print(line(seconds, what), flush=True)


def _run_headless(desk: TableDesk, stopped: threading.Event, by_buttons: bool, pulse: Pulse) -> None:
    """Until the recording has ended, or somebody ends it. Without a camera it goes on only when there are buttons."""
    while not desk.ended and not stopped.is_set() and not desk.view().closing:
        desk.step()
        pulse.beat(desk.view())
        if (problem := desk.hopeless) and not by_buttons:
            raise Missing(gave_up(problem))


def _on_signals(desk: TableDesk) -> threading.Event:
    """SIGTERM and Ctrl-C close the desk as its quit button does."""
    stopped = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        from companion.commands import Quit

        stopped.set()
        desk.do(Quit())

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    return stopped


# --- e-ink, buttons, lamp ---


def devices_of(home: Home, eink: str | None = None) -> Devices:
    """The devices people have, with another panel when one is named. Raises DevicesError, also when two of them want
    one pin."""
    from companion.devices import DevicesError, read_devices
    from hardware.eink import pins_of
    from hardware.pins import PinFault, claim

    path = home.folder / "devices.toml"
    devices = read_devices(path)
    if eink is not None:
        devices = replace(devices, eink=eink)
    try:
        claim(devices.pins(pins_of(devices.eink) if devices.eink else {}))
    except PinFault as fault:
        raise DevicesError(device_trouble(str(fault.trouble), fault.who, fault.cause, fault.pin, str(path))) from fault
    return devices


@contextmanager
def attended(desk: Desk, home: Home, language: str | None, eink: str | None, keys: bool) -> Iterator[Attendant | None]:
    """The desk with its e-ink panel, buttons and lamp: who attends to them, None without any. What is missing is said
    once on standard error, and the game goes on without it. Raises Missing for a panel that was asked for by a name
    that there is not."""
    from companion.devices import Devices, DevicesError

    try:
        devices = devices_of(home, eink)
    except DevicesError as error:
        print(error, file=sys.stderr)
        devices = Devices(eink=eink)
    if not (devices.eink or devices.buttons or devices.lamp or devices.off is not None or keys):
        yield None
        return
    from companion.attendant import Attendant

    with ExitStack() as closing:
        lamp = _lamp(devices, closing)
        attendant = Attendant(desk, language, lamp)
        if devices.eink:
            _panel(devices.eink, devices.turned, attendant, closing, asked=eink is not None)
        attendant.start()
        closing.callback(attendant.close)
        attendant.pressable = _buttons(devices, attendant, closing) or keys
        _off_button(devices, desk, closing)
        if keys:
            _keys(attendant)
        yield attendant


def _lamp(devices: Devices, closing: ExitStack) -> Callable[[str], None] | None:
    from hardware.lamp import PinLamp
    from hardware.pins import PinFault

    if not devices.lamp:
        return None
    try:
        lamp = PinLamp(devices.lamp)
    except PinFault as fault:
        _say(device_trouble(str(fault.trouble), fault.who, fault.cause, fault.pin))
        return None
    closing.callback(lamp.close)
    return lamp.show


def _buttons(devices: Devices, attendant: Attendant, closing: ExitStack) -> bool:
    from companion.pressing import Key, Way
    from hardware.buttons import PinButtons
    from hardware.pins import PinFault

    if not devices.buttons:
        return False
    try:
        buttons = PinButtons(devices.buttons, lambda name, gesture: attendant.press(Key(name), Way(str(gesture))))
    except PinFault as fault:
        _say(device_trouble(str(fault.trouble), fault.who, fault.cause, fault.pin))
        return False
    buttons.start()
    closing.callback(buttons.close)
    return True


def _off_button(devices: Devices, desk: Desk, closing: ExitStack) -> None:
    """Held long enough, it ends the game and asks the service to switch the machine off: a file in its own folder."""
    from companion.commands import Quit
    from companion.power import HeldLong, ask_for_off
    from hardware.buttons import PinButtons
    from hardware.pins import PinFault

    if devices.off is None:
        return
    held = HeldLong()

    def told(_: str, gesture: object) -> None:
        if held.told(str(gesture)):
            desk.do(Quit(off=ask_for_off(Service.of(os.environ).folder)))

    try:
        button = PinButtons({"off": devices.off}, told)
    except PinFault as fault:
        _say(device_trouble(str(fault.trouble), fault.who, fault.cause, fault.pin))
        return
    button.start()
    closing.callback(button.close)


def _keys(attendant: Attendant) -> None:
    """The first letters of the buttons' names, typed on the terminal, stand in for them."""
    from companion.pressing import Key, Way
    from hardware.buttons import typed

    letters = {str(key)[0]: str(key) for key in Key}

    def listen() -> None:
        typed(sys.stdin, letters, lambda name, gesture: attendant.press(Key(name), Way(str(gesture))))

    threading.Thread(target=listen, name="keys", daemon=True).start()


class _Pages:
    """The panel as the attendant knows it: pages are left here and shown by a thread of the panel's own."""

    def __init__(self, worker: PanelWorker, turned: bool) -> None:
        panel = worker.panel
        self.size_px = panel.size_px
        self.accent = str(panel.ink) if panel.ink else None
        self.slow = panel.limits.apart_seconds > 0
        self._worker, self._turned = worker, turned

    def show(self, picture: Page, whole: bool) -> None:
        from PIL.Image import Transpose

        self._worker.show(picture.transpose(Transpose.ROTATE_180) if self._turned else picture, whole)


def _panel(name: str, turned: bool, attendant: Attendant, closing: ExitStack, asked: bool) -> None:
    """Opens the panel, which may take a while, beside everything else; pictures at once."""
    from hardware.eink import EinkFault, open_panel, pins_of
    from hardware.eink_files import is_picture
    from hardware.eink_worker import PanelWorker

    def tell(fault: EinkFault) -> None:
        _say(device_trouble(str(fault.trouble), fault.what, fault.cause))

    def give() -> None:
        worker = PanelWorker(open_panel(name), tell=tell)
        worker.start()
        opened.append(worker)
        attendant.give(_Pages(worker, turned))

    def try_to() -> None:
        try:
            give()
        except EinkFault as fault:
            tell(fault)

    opened: list[PanelWorker] = []

    def close() -> None:
        for worker in opened:
            worker.close()

    closing.callback(close)
    if is_picture(name) or not pins_of(name):
        try:
            give()
        except EinkFault as fault:
            if asked:
                raise Missing(device_trouble(str(fault.trouble), fault.what, fault.cause)) from fault
            tell(fault)
        return
    opening = threading.Thread(target=try_to, name="e-ink opening", daemon=True)
    opening.start()
    closing.callback(opening.join, 10.0)


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
