"""Makes a picture of every screen: ``python -m ui.screenshots [--out docs] [--language de] [--size 800x480] [--theme
light]``.

Needs no screen and no camera: the table is played from a script, the live picture is a drawn one.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path

from companion.home import TEXT_PERCENTS
from companion.view import Frame
from ui.album import album
from ui.setup import prepare
from ui.still import StillDesk, drawn_table


def main() -> None:
    """Makes the pictures."""
    parser = argparse.ArgumentParser(prog="python -m ui.screenshots", description="Makes a picture of every screen.")
    parser.add_argument("--out", type=Path, default=Path("docs"), help="folder for the pictures")
    parser.add_argument("--language", default="en", choices=("en", "de", "pt"))
    parser.add_argument("--size", default="1280x800", help="width x height of the window")
    parser.add_argument("--theme", default="light", choices=("light", "dark", "contrast"))
    parser.add_argument("--text", type=int, default=100, choices=TEXT_PERCENTS, help="size of the text in percent")
    parser.add_argument("--only", help="make just this one")
    asked = parser.parse_args()
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    width, height = (int(part) for part in asked.size.split("x"))
    prepare((width, height), smooth=True)
    asked.out.mkdir(parents=True, exist_ok=True)

    from kivy.base import EventLoop, runTouchApp, stopTouchApp
    from kivy.core.window import Window

    from ui.application import Root

    frame: Frame = (1, drawn_table())
    for name, view, touch in album():
        if asked.only and name != asked.only:
            continue
        root = Root(StillDesk(replace(view, theme=asked.theme, text_percent=asked.text), frame), asked.language)
        Window.add_widget(root)
        runTouchApp(embedded=True)
        for _ in range(3):
            EventLoop.idle()
        touch(root)
        for _ in range(16):  # the board comes two places a frame
            EventLoop.idle()
        made = Path(Window.screenshot(name=str(asked.out.absolute() / f"{name}.png")))
        made.replace(asked.out / f"{name}.png")
        Window.remove_widget(root)
    stopTouchApp()


if __name__ == "__main__":
    main()
