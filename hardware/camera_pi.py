"""The ribbon-cable camera of a Raspberry Pi, through picamera2: Camera Module 2, 3, 3 wide, HQ, and what else libcamera
knows.

Written against picamera2 0.3.38 and tried with it on a stand-in for libcamera, not on a Raspberry Pi. Every capture has
a deadline, because frames simply stop when the cable comes loose; closing runs aside for the same reason.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from hardware.camera import CameraFault, Frame, Image, Trouble
from hardware.exposure import MAINS_HZ, Exposure, Measured, Reach, Wish
from hardware.holders import who_holds

PIXELS = 1344 * 1008
"""Of the stream: 1344x1008 of a 4:3 sensor, 1536x864 of a 16:9 one. The whole table in about 3 pixels a millimetre."""
RATE_HZ = 15.0
_CLOSE_SECONDS = 2.0
_SPARSE = 16  # every so many-th pixel tells how bright a picture is
_COLOURFUL = 4.0  # grey values between red and blue, to tell their order by
_AF_MANUAL, _AF_AUTO, _AF_START, _AF_SCANNING = 0, 1, 0, 1  # libcamera's AfMode, AfTrigger, AfState
_FLICKER_MANUAL = 1  # libcamera's AeFlickerMode
_DEVICES = Path("/dev")


class PiCamera:
    """The first camera on a ribbon cable that libcamera knows, in the mode that sees most and, of those, reads fewest
    pixels.

    Exposure, colours and focus are fixed once they have settled (see ``hardware.exposure``). ``mains_hz``: of the
    lamps. Raises CameraFault.
    """

    live = True

    def __init__(self, mains_hz: int = MAINS_HZ) -> None:
        try:
            from picamera2 import Picamera2
        except Exception as error:  # a broken pair of numpy and simplejpeg raises ValueError, a missing one ImportError
            raise CameraFault(Trouble.NO_LIBRARY, "picamera2", str(error)) from error
        self._mains_hz = mains_hz
        self._swapped: bool | None = None
        try:
            # USB cameras come last, and are better off with camera_usb: here they have none of the formats wanted.
            if all("usb" in about["Id"] for about in Picamera2.global_camera_info()):
                raise CameraFault(Trouble.NO_CAMERA, "camera")
            self._camera: Any = Picamera2()
            self._known = frozenset(self._camera.camera_controls)
            self._mode, self._whole = _modes(self._camera.sensor_modes, self._camera.sensor_resolution)
            self._size_px = _stream_size(self._mode["size"])
            whole_px = _even(self._whole["size"])
            self.still_px = whole_px if whole_px[0] > self._size_px[0] else None
            self._exposure = Exposure(mains_hz, self._reach())
            self._start(None)
            if "AfMode" in self._known:
                # Not picamera2's autofocus_cycle: every capture would wait behind it, longer than its deadline. Focus
                # once and stay: a moving lens changes the scale of the picture.
                self._camera.set_controls({"AfMode": _AF_AUTO, "AfTrigger": _AF_START})
        except CameraFault:
            raise
        except Exception as error:  # picamera2 raises bare RuntimeError and IndexError; the cause tells more
            raise _fault(error) from error
        self._number = 0
        self._begun = time.monotonic()

    def _reach(self) -> Reach:
        gains = self._camera.camera_controls.get("AnalogueGain")
        longest_us = int(1e6 / RATE_HZ)
        return Reach((float(gains[0]), float(gains[1])), longest_us) if gains else Reach(longest_us=longest_us)

    def _start(self, wish: Wish | None) -> None:
        # In the configuration, not after the start: then they hold from the first frame on.
        controls = self._controls(wish)
        if "FrameDurationLimits" in self._known:
            frame_us = int(1e6 / RATE_HZ)
            controls["FrameDurationLimits"] = (frame_us, frame_us)
        self._camera.configure(
            self._camera.create_video_configuration(
                main={"size": self._size_px, "format": "RGB888"}, raw=None, sensor=_sensor(self._mode),
                buffer_count=3, controls=controls,
            )
        )  # fmt: skip
        self._camera.start()

    def _controls(self, wish: Wish | None) -> dict[str, Any]:
        """The wish in libcamera's names, as far as this camera has them; without one it measures by itself."""
        controls: dict[str, Any] = {"AeEnable": True, "AwbEnable": True}
        controls |= {"AeFlickerMode": _FLICKER_MANUAL, "AeFlickerPeriod": round(1e6 / (2 * self._mains_hz))}
        if wish is not None and wish.lens is not None:
            controls |= {"AfMode": _AF_MANUAL, "LensPosition": wish.lens}
        if wish is not None and wish.fixed is not None:
            kept = wish.fixed
            controls |= {"AeEnable": False, "AwbEnable": False, "ExposureTime": kept.exposure_us}
            controls |= {"AnalogueGain": kept.gain, "ColourGains": kept.colours}
        return {name: value for name, value in controls.items() if name in self._known}

    def read(self, deadline_seconds: float) -> Frame | None:
        try:
            with self._camera.captured_request(wait=deadline_seconds) as request:
                image, metadata = self._blue_first(request), request.get_metadata()
            seconds = time.monotonic() - self._begun
            wish = self._exposure.take(measured(metadata), float(image[::_SPARSE, ::_SPARSE].mean()), seconds)
            if wish is not None:
                self._camera.stop()
                self._start(wish)
        except TimeoutError as error:
            self._camera.cancel_all_and_flush()  # else the capture given up would keep a frame for ever
            raise CameraFault(Trouble.STALLED, "camera") from error
        except Exception as error:
            raise CameraFault(Trouble.GONE, "camera", str(error)) from error
        self._number += 1
        return Frame(self._number, seconds, image)

    def still(self, deadline_seconds: float) -> Frame | None:
        """The same view with all the sensor's pixels; the stream pauses for it."""
        if self.still_px is None:
            return None
        stream = self._camera.camera_configuration()
        config = self._camera.create_still_configuration(
            main={"size": self.still_px, "format": "RGB888"}, raw=None, sensor=_sensor(self._whole),
            controls=self._camera.camera_configuration()["controls"],
        )  # fmt: skip
        try:
            request = self._camera.switch_mode_and_capture_request(config, wait=deadline_seconds)
            try:
                image = self._blue_first(request)
            finally:
                request.release()
        except TimeoutError as error:
            self._back_to(stream, deadline_seconds)
            raise CameraFault(Trouble.STALLED, "camera") from error
        except Exception as error:
            raise CameraFault(Trouble.GONE, "camera", str(error)) from error
        self._number += 1
        return Frame(self._number, time.monotonic() - self._begun, image)

    def _back_to(self, stream: dict[str, Any], deadline_seconds: float) -> None:
        """Gives a still up, and lets the stream go on."""
        self._camera.cancel_all_and_flush()
        try:
            self._camera.switch_mode(stream, wait=deadline_seconds)
        except TimeoutError:  # the camera itself hangs, as the next picture will tell
            self._camera.cancel_all_and_flush()
        except Exception as error:
            raise CameraFault(Trouble.GONE, "camera", str(error)) from error

    def _blue_first(self, request: Any) -> Image:
        """The picture of a request in the order blue, green, red. What picamera2 calls ``RGB888`` comes so; that it
        does is looked at once, on the first picture with some colour, against picamera2's own idea of red."""
        image = np.asarray(request.make_array("main")[:, :, :3], dtype=np.uint8)
        if self._swapped is None:
            self._swapped = swapped(image, np.asarray(request.make_image("main").convert("RGB"), dtype=np.uint8))
        return np.ascontiguousarray(image[:, :, ::-1] if self._swapped else image)

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


def measured(metadata: Mapping[str, Any]) -> Measured | None:
    """What a picture was taken with, by libcamera's metadata; None when the camera does not tell."""
    try:
        red, blue = metadata["ColourGains"]
        lens = metadata.get("LensPosition")
        return Measured(
            int(metadata["ExposureTime"]), float(metadata["AnalogueGain"]), (float(red), float(blue)),
            None if lens is None else float(lens), metadata.get("AfState") == _AF_SCANNING,
        )  # fmt: skip
    except (KeyError, TypeError, ValueError):
        return None


def swapped(image: Image, red_first: Image) -> bool | None:
    """Whether a picture that should have blue first has red first, by the same picture with ``red_first``; None when it
    has too little colour to tell."""
    colour = image[::_SPARSE, ::_SPARSE].astype(np.int16)
    known = red_first[::_SPARSE, ::_SPARSE].astype(np.int16)
    if np.abs(known[:, :, 0] - known[:, :, 2]).mean() < _COLOURFUL:
        return None
    return bool(np.abs(colour - known).mean() < np.abs(colour[:, :, ::-1] - known).mean())


def _modes(modes: list[dict[str, Any]], whole_px: tuple[int, int]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Of a sensor's modes the one to watch with and the one with all pixels. Some modes read a part of the sensor only;
    those that see most are the ones to take from."""
    known = [mode for mode in modes if "crop_limits" in mode]
    if not known:  # no sensor of Raspberry Pi's: it has no modes to choose from
        return {"size": whole_px}, {"size": whole_px}
    seen = [mode["crop_limits"][2] * mode["crop_limits"][3] for mode in known]
    most = [mode for mode, area in zip(known, seen, strict=True) if area >= 0.97 * max(seen)]
    most.sort(key=lambda mode: (mode["size"][0] * mode["size"][1], mode.get("bit_depth", 0)))
    enough = [mode for mode in most if mode["size"][0] * mode["size"][1] >= PIXELS]
    return (enough or most)[0], most[-1]


def _sensor(mode: dict[str, Any]) -> dict[str, Any]:
    return {"output_size": mode["size"], "bit_depth": mode["bit_depth"]} if "bit_depth" in mode else {}


def _stream_size(mode_px: tuple[int, int]) -> tuple[int, int]:
    """The size of the stream: about `PIXELS`, of the mode's form, in the steps that the hardware likes."""
    width, height = mode_px
    wide = min(round((PIXELS * width / height) ** 0.5 / 32), width // 32) * 32
    return wide, round(wide * height / width / 8) * 8


def _even(size_px: tuple[int, int]) -> tuple[int, int]:
    return size_px[0] // 2 * 2, size_px[1] // 2 * 2


def _fault(error: Exception) -> CameraFault:
    """What is behind picamera2's "init sequence did not complete": its cause says busy, absent or not allowed."""
    words = " ".join(str(part) for part in (error, error.__cause__, error.__context__) if part).lower()
    if "busy" in words or "-16" in words or "in use" in words:
        holders = who_holds([*_DEVICES.glob("media*"), *_DEVICES.glob("video*")])
        return CameraFault(Trouble.BUSY, "camera", ", ".join(holders))
    if "permission" in words or "-13" in words:
        return CameraFault(Trouble.NO_PERMISSION, "camera", str(error))
    return CameraFault(Trouble.NO_CAMERA, "camera", str(error.__cause__ or error))
