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
