"""Puts the parts together: camera and recogniser into eyes, eyes into a worker, the worker into the desk, the desk into
a window."""

from __future__ import annotations

import os
import signal
import threading
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import vision
from calibration.profile import Profile, ProfileError
from companion.desk import Sources, TableDesk
from companion.eyes import Corner, Eyes, Image, NotFound, Vision
from companion.gaze import ViewEvent
from companion.guide import Problem
from companion.home import Home
from companion.report import gave_up, line
from companion.rules.events import Event
from companion.worker import Worker

ROOT = Path(vision.__file__).parent.parent
DEMO = ROOT / "vision" / "demo" / "game.mp4"
NETWORKS = ("finder", "reader", "figures")


class Missing(Exception):
    """Something that was asked for cannot be had; the text says what, for people."""


class BrokenModel(Exception):
    """A network's file is missing or damaged; ``cause``: the file."""

    trouble = "model"

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause


def load_networks() -> None:
    """Reads the recogniser's networks, once a process. Raises BrokenModel."""
    import cv2

    from vision import network

    for name in NETWORKS:
        path = network.MODELS / f"{name}.onnx"
        try:
            whole = path.is_file() and network.network(name) is not None
        except cv2.error as error:
            raise BrokenModel(_short(path)) from error
        if not whole:
            raise BrokenModel(_short(path))


def _short(path: Path) -> str:
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


def calibrated(image: Image, corner16_px: Corner) -> Profile | NotFound:
    """The profile of the table in a picture (H, W, 3) uint8 BGR, or why there is none."""
    from vision import recogniser

    found = recogniser.calibrate(image, corner16_px)
    return NotFound(str(found)) if isinstance(found, recogniser.NotFound) else found.profile


def open_eyes(source: str, paced: bool, profile: Any, relearns: bool = True) -> Eyes:
    """Opens a source of pictures and the recogniser. ``paced``: a film plays at its own speed. Raises CameraFault
    or BrokenModel."""
    from hardware.camera import open_source
    from hardware.camera_files import Paced
    from vision.recogniser import Recogniser

    load_networks()
    camera = open_source(source)
    if paced and not camera.live:
        camera = Paced(camera)
    return Eyes(camera, Vision(calibrated, Recogniser), profile, relearns)


def _opener(source: str, profile: Any) -> Eyes:
    return open_eyes(source, True, profile)


def sources(home: Home, camera: str = "camera", demo: Path = DEMO) -> Sources:
    """The camera and the demo film, and where the camera's profile is kept."""

    def load() -> Profile | None:
        try:
            return Profile.load(home.profile)
        except ProfileError:
            return None

    def keep(profile: Profile) -> None:
        home.folder.mkdir(parents=True, exist_ok=True)
        profile.save(home.profile)

    return Sources(
        camera=lambda profile: Worker(partial(_opener, camera), profile),
        demo=(lambda: Worker(partial(_opener, str(demo)))) if demo.exists() else None,
        load_profile=load,
        keep_profile=keep,
    )


def run(home: Home, demo: bool, headless: bool, language: str | None, camera: str = "camera") -> None:
    """The product: with a window, or headless with lines of text. Raises Missing."""
    if demo and not DEMO.exists():
        raise Missing("The recorded table did not come with this installation: play with a camera, or install anew.")
    if headless:
        _run_headless(home, demo, camera)
    else:
        _run_window(home, demo, language, camera)


def _run_window(home: Home, demo: bool, language: str | None, camera: str) -> None:
    if not _has_screen():
        raise Missing("There is no screen to open a window on: connect one, or use targi run --headless.")
    desk = TableDesk(home, sources(home, camera), demo)
    _on_signals(desk)
    try:
        desk.start()
        from ui.window import open_window

        open_window(desk, language)
    except SystemExit as error:  # Kivy leaves the program when it finds no way to open a window
        if error.code:
            raise Missing("The window cannot be opened on this screen: try targi run --headless.") from error
    finally:
        desk.close()


def _has_screen() -> bool:
    named = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))
    return named or any(Path("/dev/dri").glob("card*"))


def _run_headless(home: Home, demo: bool, camera: str) -> None:
    def tell(seconds: float, what: Event | ViewEvent | Problem) -> None:
        print(line(seconds, what), flush=True)

    desk = TableDesk(home, sources(home, camera), demo, tell)
    stopped = _on_signals(desk)
    try:
        while not desk.ended and not stopped.is_set() and not desk.view().closing:
            desk.step()
            if problem := desk.hopeless:
                raise Missing(gave_up(problem))
    finally:
        desk.close()


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
