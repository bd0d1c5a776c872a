"""A panel with a thread of its own: whoever has a new page leaves it here and goes on; the newest page wins.

A panel that is missing or fails is a fault that can be asked for, no more: it is tried again later.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from PIL import Image

from hardware.eink import EinkFault, EinkTrouble, Panel
from hardware.eink_refresh import Act, Refresh

_LONGEST_WAIT_SECONDS = 3600.0


@dataclass(frozen=True, slots=True)
class _Page:
    picture: Image.Image
    key: bytes


class PanelWorker:
    """Shows pages on a panel. ``step`` does what is due; ``start`` has a thread do that until ``close``.

    ``panel`` is opened already; ``now`` gives seconds that never run back; ``tell`` hears of each new fault.
    """

    def __init__(
        self,
        panel: Panel,
        now: Callable[[], float] = time.monotonic,
        tell: Callable[[EinkFault], object] = lambda fault: None,
    ) -> None:
        self.panel = panel
        self._tell = tell
        self.refresh = Refresh(panel.limits)
        self.fault: EinkFault | None = None
        """Why the last refresh failed; None when it did not."""
        self._now = now
        self._page: _Page | None = None
        self._wake = threading.Condition()
        self._closing = False
        self._thread: threading.Thread | None = None

    def show(self, picture: Image.Image, whole: bool = False) -> None:
        """Wants this picture shown, with a full refresh when ``whole``. Returns at once."""
        page = _Page(picture, sha256(picture.tobytes()).digest())
        with self._wake:
            self._page = page
            self.refresh.wish(page.key, whole)
            self._wake.notify()

    def start(self) -> None:
        """Has a thread do the work."""
        self._thread = threading.Thread(target=self._run, name="e-ink", daemon=True)
        self._thread.start()

    def close(self, wait_seconds: float = 60.0) -> None:
        """Shows the page that is still wanted, which stays there without power, and puts the panel to sleep. A panel
        that does not answer is waited for no longer than ``wait_seconds``."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        if self._thread is not None:
            self._thread.join(wait_seconds)
        else:
            self._end()

    def step(self, last: bool = False) -> bool:
        """Does what is due now; whether anything was. ``last``: before the end."""
        with self._wake:
            now, page = self._now(), self._page
            act = self.refresh.act(now, last)
        if act is None or page is None:
            return False
        self._do(act, page, now)
        return True

    def _do(self, act: Act, page: _Page, now: float) -> None:
        try:
            if act is Act.SLEEP:
                self.panel.sleep()
            else:
                self.panel.show(page.picture, act is Act.PARTIAL)
        except EinkFault as fault:
            failed: EinkFault | None = fault
        except Exception as error:  # a driver's own, whichever it is: the panel is absent, the game goes on
            failed = EinkFault(EinkTrouble.FAILED, self.panel.name, f"{type(error).__name__}: {error}")
        else:
            failed = None
        if failed is not None and (self.fault is None or failed.args != self.fault.args):
            self._tell(failed)
        with self._wake:
            self.fault = failed
            if failed is None:
                self.refresh.done(act, page.key, now)
            else:
                self.refresh.failed(self._now())

    def _run(self) -> None:
        while True:
            with self._wake:
                if self._closing:
                    break
                if self.refresh.act(self._now()) is None:
                    self._wake.wait(min(self.refresh.wait_seconds(self._now()), _LONGEST_WAIT_SECONDS))
                    continue
            self.step()
        self._end()

    def _end(self) -> None:
        time.sleep(self.refresh.busy_seconds(self._now()))
        self.step(last=True)
        time.sleep(self.refresh.busy_seconds(self._now()))
        if self.refresh.awake and self._page is not None:
            self._do(Act.SLEEP, self._page, self._now())
        self.panel.close()
