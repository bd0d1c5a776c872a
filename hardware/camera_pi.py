"""The ribbon-cable camera of a Raspberry Pi, through picamera2.

Written against picamera2 0.3, tried against a stand-in only. Its ``RGB888`` arrives in memory as blue, green, red,
which is what OpenCV wants. Every capture has a deadline, because frames simply stop when the cable comes loose; closing
runs aside for the same reason.
"""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np

from hardware.camera import CameraFault, Frame, Trouble
from hardware.exposure import Controls, Exposure

_CLOSE_SECONDS = 2.0
_SPARSE = 16  # every so many-th pixel tells how bright a picture is


class PiCamera:
    """The first camera that libcamera knows, at 2304x1296 (Camera Module 3, binned) unless told otherwise.

    Exposure, colours and focus are fixed once they have settled (see ``hardware.exposure``).
    """

    live = True

    def __init__(self, size_px: tuple[int, int] = (2304, 1296)) -> None:
        try:
            from picamera2 import Picamera2
        except Exception as error:  # a broken pair of numpy and simplejpeg raises ValueError, a missing one ImportError
            raise CameraFault(Trouble.NO_LIBRARY, "picamera2", str(error)) from error
        self._size_px = size_px
        self._exposure = Exposure()
        try:
            if not Picamera2.global_camera_info():
                raise CameraFault(Trouble.NO_CAMERA, "camera")
            self._camera: Any = Picamera2()
            self._start({})
            if "AfMode" in self._camera.camera_controls:
                # Focus once and stay: a moving lens changes the scale of the picture.
                self._camera.autofocus_cycle(wait=False)
        except CameraFault:
            raise
        except Exception as error:  # picamera2 raises bare RuntimeError and IndexError; the cause tells more
            raise _fault(error) from error
        self._number = 0
        self._begun = time.monotonic()

    def _start(self, controls: Controls) -> None:
        # In the configuration, not after the start: then they hold from the first frame on.
        self._camera.configure(
            self._camera.create_video_configuration(
                main={"size": self._size_px, "format": "RGB888"}, buffer_count=3, controls=controls
            )
        )
        self._camera.start()

    def read(self, deadline_seconds: float) -> Frame | None:
        try:
            with self._camera.captured_request(wait=deadline_seconds) as request:
                image, metadata = request.make_array("main"), request.get_metadata()
            seconds = time.monotonic() - self._begun
            controls = self._exposure.take(metadata, float(image[::_SPARSE, ::_SPARSE].mean()), seconds)
            if controls is not None:
                self._camera.stop()
                self._start(controls)
        except TimeoutError as error:
            raise CameraFault(Trouble.STALLED, "camera") from error
        except Exception as error:
            raise CameraFault(Trouble.GONE, "camera", str(error)) from error
        self._number += 1
        return Frame(self._number, seconds, np.ascontiguousarray(image[:, :, :3], dtype=np.uint8))

    def close(self) -> None:
        # stop() waits for ever after a cable was pulled: give it a moment, then leave it to the end of the process.
        closer = threading.Thread(target=self._close, name="close-camera", daemon=True)
        closer.start()
        closer.join(_CLOSE_SECONDS)

    def _close(self) -> None:
        try:
            self._camera.stop()
            self._camera.close()
        except Exception:  # nothing more can be done with it, and closing never raises
            return


def _fault(error: Exception) -> CameraFault:
    """What is behind picamera2's "init sequence did not complete": its cause says busy, absent or not allowed."""
    words = " ".join(str(part) for part in (error, error.__cause__, error.__context__) if part).lower()
    if "busy" in words or "-16" in words or "in use" in words:
        return CameraFault(Trouble.BUSY, "camera", str(error))
    if "permission" in words or "-13" in words:
        return CameraFault(Trouble.NO_PERMISSION, "camera", str(error))
    return CameraFault(Trouble.NO_CAMERA, "camera", str(error))
