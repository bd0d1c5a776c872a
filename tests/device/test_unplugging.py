"""A camera taken away and put back while a game goes on, a few times; a hundred: ``tests.device.unplugging``."""

from __future__ import annotations

from pathlib import Path

from tests.device.unplugging import growth, unplugged


def test_a_camera_unplugged_again_and_again(tmp_path: Path) -> None:
    """Eight times with the real worker's process and the adapter of USB cameras: each time the game takes a move by
    touch while it is out and the camera's next one when it is back, and the desk's process holds no thread, file,
    shared memory or child more than before."""
    held = list(unplugged(8, "usb", tmp_path))
    assert len(held) == 8
    assert growth(held) == []
    assert (held[-1].memories, held[-1].children) == (1, 2)  # the worker's process, and multiprocessing's own helper
