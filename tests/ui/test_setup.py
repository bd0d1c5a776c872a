"""What is set before Kivy starts."""

import os
from pathlib import Path

import pytest

from ui import setup
from ui.setup import prepare


def test_software_drawing_has_no_threads_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """They would let frames pile up in memory on a busy machine without a graphics driver; a person may choose else."""
    monkeypatch.delenv("LP_NUM_THREADS", raising=False)
    prepare()
    assert os.environ["LP_NUM_THREADS"] == "0"

    monkeypatch.setenv("LP_NUM_THREADS", "4")
    prepare()
    assert os.environ["LP_NUM_THREADS"] == "4"


def test_lines_are_smoothed_where_a_driver_does_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The processor alone would take twice as long over every picture; pictures to keep are smooth all the same."""
    from kivy.config import Config

    monkeypatch.setattr(setup, "GRAPHICS", tmp_path)
    prepare()
    assert Config.getint("graphics", "multisamples") == 0
    prepare(smooth=True)
    assert Config.getint("graphics", "multisamples") == 2
    (tmp_path / "card0").touch()
    prepare()
    assert Config.getint("graphics", "multisamples") == 2


@pytest.mark.parametrize("driver", [False, True])
def test_without_a_driver_no_frame_waits_for_the_next(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, driver: bool
) -> None:
    """Mesa on the processor drew three frames in the turn of the third, which held the window up; a driver's own
    frames are not waited for."""
    from kivy.event import EventDispatcher
    from kivy.graphics import opengl

    class Window(EventDispatcher):  # type: ignore[misc]
        __events__ = ("on_flip",)

        def on_flip(self) -> None:
            """The frame goes to the screen."""

    if driver:
        (tmp_path / "card0").touch()
    finished: list[bool] = []
    monkeypatch.setattr(setup, "GRAPHICS", tmp_path)
    monkeypatch.setattr(opengl, "glFinish", lambda: finished.append(True))
    window = Window()
    setup.finish_frames(window)
    window.dispatch("on_flip")
    assert finished == ([] if driver else [True])
