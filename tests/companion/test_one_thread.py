"""What computes for one picture stays on one thread."""

import subprocess
import sys


def test_numpy_takes_no_threads_of_its_own() -> None:
    """They would wait for each other awake, and take the processor from the window and the camera."""
    code = "import companion, os, numpy, cv2; print(len(os.listdir('/proc/self/task')))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout.strip() == "1"
