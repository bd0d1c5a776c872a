"""What computes for one picture stays on one thread."""

import os
import subprocess
import sys


def test_numpy_takes_no_threads_of_its_own() -> None:
    """They would wait for each other awake, and take the processor from the window and the camera."""
    code = "import companion, os, numpy, cv2; print(len(os.listdir('/proc/self/task')))"
    plain = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    command = [sys.executable, "-c", code]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60, env=plain)
    assert told.stdout.strip() == "1"
