"""Buttons: named contacts whose gestures are told, on pins of a Raspberry Pi or typed as letters on a PC.

Edges come on a thread of the pin library and are only noted there; one thread of ours makes presses of them.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hardware.contact import Contact, Gesture
from hardware.pins import PinFault, PinTrouble, open_pins

Told = Callable[[str, Gesture], None]
"""Is told the name of a button and what was done."""

_LOOK_SECONDS = 0.5
"""How often pins are read even though no edge came: none that was lost stays lost."""


class PinButtons:
    """Push buttons between pins and ground. ``pins``: name -> BCM number. Raises PinFault when one cannot be had.

    ``step`` takes in what came; ``start`` has a thread do that until ``close``.
    """

    def __init__(
        self, pins: Mapping[str, int], tell: Told, now: Callable[[], float] = time.monotonic, factory: Any = None
    ) -> None:
        from gpiozero import DigitalInputDevice, GPIOZeroError

        self._tell, self._now = tell, now
        self._contacts = {name: Contact() for name in pins}
        self._edges: queue.SimpleQueue[tuple[str, bool, float] | None] = queue.SimpleQueue()
        self._inputs: dict[str, Any] = {}
        factory = factory or open_pins()
        for name, pin in pins.items():
            try:
                inlet = DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=factory)
            except (GPIOZeroError, OSError) as error:
                self._let_go()
                raise PinFault(PinTrouble.BUSY, name, pin, str(error)) from error
            inlet.when_activated = lambda name=name: self._edges.put((name, True, self._now()))
            inlet.when_deactivated = lambda name=name: self._edges.put((name, False, self._now()))
            self._inputs[name] = inlet
        self._closing = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Has a thread do the work."""
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
        self._thread.start()

    def step(self, wait_seconds: float = 0.0) -> None:
        """Takes in the edges that came, waiting for one no longer than that, and tells what is complete."""
        try:
            edge = self._edges.get(timeout=wait_seconds) if wait_seconds > 0 else self._edges.get_nowait()
            while edge is not None:
                name, down, seconds = edge
                self._told(name, self._contacts[name].level(down, seconds))
                edge = self._edges.get_nowait()
        except queue.Empty:
            pass
        now = self._now()
        for name, inlet in self._inputs.items():
            self._told(name, self._contacts[name].level(bool(inlet.value), now))

    def close(self) -> None:
        """Ends the thread and lets the pins go."""
        self._closing = True
        self._edges.put(None)
        if self._thread is not None:
            self._thread.join()
        self._let_go()

    def _run(self) -> None:
        while not self._closing:
            due = min(contact.due() for contact in self._contacts.values()) - self._now()
            self.step(min(max(due, 0.001), _LOOK_SECONDS))

    def _told(self, name: str, gestures: list[Gesture]) -> None:
        for gesture in gestures:
            self._tell(name, gesture)

    def _let_go(self) -> None:
        for inlet in self._inputs.values():
            inlet.close()


def typed(lines: Iterable[str], letters: Mapping[str, str], tell: Told) -> None:
    """Letters typed in lines stand in for buttons: a small letter is a press, a capital one a hold. ``letters``: letter
    -> name of the button; others are passed over. Returns when the lines end."""
    for line in lines:
        for letter in line:
            name = letters.get(letter.lower())
            if name is not None:
                tell(name, Gesture.HOLD if letter.isupper() else Gesture.PRESS)
