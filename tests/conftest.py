"""What every test gets: no screen, no home folder of a person, and the same random cases each time."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

from hypothesis import settings

# Kivy and numpy read these when they are first imported, so they are set before any test module is.
_HOME = tempfile.mkdtemp(prefix="targi-tests-")
atexit.register(shutil.rmtree, _HOME, ignore_errors=True)
os.environ.update(
    OPENBLAS_NUM_THREADS="1",  # as in the product, see companion/__init__.py
    SDL_VIDEODRIVER="offscreen",
    KIVY_NO_ARGS="1",
    KIVY_NO_CONSOLELOG="1",
    KIVY_NO_FILELOG="1",
    KIVY_HOME=_HOME,
    XDG_CACHE_HOME=f"{_HOME}/cache",
    XDG_CONFIG_HOME=f"{_HOME}/config",
    XDG_DATA_HOME=f"{_HOME}/data",
    XDG_STATE_HOME=f"{_HOME}/state",
)

# `pytest --hypothesis-profile=explore` looks for new cases.
settings.register_profile("check", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile("check")
