"""What Kivy must be told before its first import: our sizes and input, none of its own files and arguments."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

SMALLEST = (800, 480)
GRAPHICS = Path("/dev/dri")
"""Where Linux shows its graphics drivers."""


def processor_draws() -> bool:
    """Whether there is no graphics driver, so that Mesa draws on the processor."""
    return not any(GRAPHICS.glob("card*"))


def prepare(size: tuple[int, int] = SMALLEST, full_screen: bool = False, smooth: bool | None = None) -> None:
    """Sets Kivy up. Call before anything imports Kivy; ``size``: width and height of the window in pixels. ``smooth``:
    two samples a pixel; None: where there is a graphics driver, for without one a picture takes twice as long.

    One input provider only: two that report the same finger would press twice (the window's own touch provider comes
    with it; ``ui.taps`` drops what still arrives doubled). The screen never blanks by itself: we dim instead.
    """
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    os.environ.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")  # else a finger is a mouse beside, and presses twice
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")  # else Kivy takes standard error away
    # Without a graphics driver Mesa draws on the processor; its threads let frames pile up, gigabytes of them, when the
    # machine is busy. In the window's own thread they cannot. Drivers take no notice of this.
    os.environ.setdefault("LP_NUM_THREADS", "0")
    if "KIVY_HOME" not in os.environ:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path(tempfile.gettempdir())) / f"targi-kivy-{os.getuid()}"
        home.mkdir(parents=True, exist_ok=True)
        os.environ["KIVY_HOME"] = str(home)

    from kivy.config import Config

    if smooth is None:
        smooth = not processor_draws()
    for key, value in {
        "width": size[0],
        "height": size[1],
        "minimum_width": SMALLEST[0],
        "minimum_height": SMALLEST[1],
        "fullscreen": "auto" if full_screen else 0,
        "allow_screensaver": 0,
        "multisamples": 2 if smooth else 0,
        "maxfps": 30,
    }.items():
        Config.set("graphics", key, str(value))
    Config.set("kivy", "exit_on_escape", "0")
    Config.remove_section("input")
    Config.add_section("input")
    Config.set("input", "mouse", "mouse,disable_multitouch")


def finish_frames(window: Any) -> None:
    """Where the processor draws, every frame is drawn to its end in its own turn of the loop: Mesa would let some pile
    up and draw them all in the turn of one, which then takes several times as long."""
    from kivy.graphics.opengl import glFinish

    if processor_draws():
        window.bind(on_flip=lambda *_: glFinish())
