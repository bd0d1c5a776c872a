"""What is set before Kivy starts."""

import os

import pytest

from ui.setup import prepare


def test_software_drawing_has_no_threads_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """They would let frames pile up in memory on a busy machine without a graphics driver; a person may choose else."""
    monkeypatch.delenv("LP_NUM_THREADS", raising=False)
    prepare()
    assert os.environ["LP_NUM_THREADS"] == "0"

    monkeypatch.setenv("LP_NUM_THREADS", "4")
    prepare()
    assert os.environ["LP_NUM_THREADS"] == "4"
