"""Buttons and lamp on gpiozero's mock pins; letters that stand in for buttons."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.buttons import PinButtons, typed
from hardware.contact import HOLD_SECONDS, SETTLE_SECONDS, Gesture
from hardware.lamp import PinLamp
from hardware.pins import PinFault, PinTrouble, claim, open_pins

PINS = {"yes": 13, "no": 19, "undo": 20, "pages": 26}


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = MockFactory()
    yield factory
    factory.reset()


class Clock:
    def __init__(self) -> None:
        self.seconds = 10.0

    def __call__(self) -> float:
        return self.seconds


def test_a_bouncing_press_is_one_press(pins: MockFactory) -> None:
    """Five edges within a few milliseconds at press and release, on real pins' callbacks: one press of that button.
    gpiozero's own filter does not do that on every pin library (#1039), so it is not used."""
    clock, told = Clock(), list[tuple[str, Gesture]]()
    buttons = PinButtons(PINS, lambda name, gesture: told.append((name, gesture)), clock, pins)
    pin = pins.pin(19)
    assert pin.pull == "up"
    assert pin.bounce is None
    for low in (True, False, True, False, True):
        (pin.drive_low if low else pin.drive_high)()
        clock.seconds += 0.002
    clock.seconds += 0.1
    buttons.step()
    assert told == []
    for low in (False, True, False):
        (pin.drive_low if low else pin.drive_high)()
        clock.seconds += 0.002
    clock.seconds += SETTLE_SECONDS
    buttons.step()
    assert told == [("no", Gesture.PRESS)]
    buttons.close()


def test_an_edge_that_was_lost_is_made_up_for(pins: MockFactory) -> None:
    """The pins are read again and again, so a press whose edge never came is seen all the same."""
    clock, told = Clock(), list[tuple[str, Gesture]]()
    buttons = PinButtons(PINS, lambda name, gesture: told.append((name, gesture)), clock, pins)
    pins.pin(13).when_changed = None
    pins.pin(13).drive_low()
    for _ in range(3):
        buttons.step()
        clock.seconds += HOLD_SECONDS / 2 + SETTLE_SECONDS
    assert told == [("yes", Gesture.HOLD)]
    buttons.close()


def test_a_thread_tells_presses_and_ends(pins: MockFactory) -> None:
    """Started, it tells by itself; closed, its pins are free for others."""
    told = list[tuple[str, Gesture]]()
    buttons = PinButtons(PINS, lambda name, gesture: told.append((name, gesture)), factory=pins)
    buttons.start()
    pins.pin(26).drive_low()
    time.sleep(0.2)
    pins.pin(26).drive_high()
    deadline = time.monotonic() + 10
    while not told and time.monotonic() < deadline:
        time.sleep(0.02)
    buttons.close()
    assert told in ([("pages", Gesture.PRESS)], [("pages", Gesture.HOLD)])  # a hold on a machine this slow
    PinButtons({"yes": 26}, lambda name, gesture: None, factory=pins).close()


def test_a_pin_that_is_taken_names_its_button(pins: MockFactory) -> None:
    """A pin that something else holds is a fault with the button's name, and the other pins are let go."""
    lamp = PinLamp({"blue": 20}, pins)
    with pytest.raises(PinFault) as raised:
        PinButtons(PINS, lambda name, gesture: None, factory=pins)
    assert (raised.value.trouble, raised.value.who, raised.value.pin) == (PinTrouble.BUSY, "undo", 20)
    PinButtons({"yes": 13}, lambda name, gesture: None, factory=pins).close()
    lamp.close()


def test_two_devices_on_one_pin_are_refused_by_name() -> None:
    """Both are named; so is a device on a pin that there is not."""
    with pytest.raises(PinFault) as raised:
        claim({"button yes": 13, "lamp blue": 13})
    assert (raised.value.trouble, raised.value.who, raised.value.cause) == (
        PinTrouble.TAKEN_TWICE,
        "lamp blue",
        "button yes",
    )
    with pytest.raises(PinFault) as raised:
        claim({"button yes": 40})
    assert (raised.value.trouble, raised.value.pin) == (PinTrouble.NO_SUCH_PIN, 40)
    claim({"button yes": 13, "button no": 19})


def test_no_pins_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without pins is a fault, no other error, and lgpio's pipe goes to the runtime directory (#1106)."""
    from gpiozero import Device

    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.setenv("LG_WD", "")  # so that it is as before afterwards
    monkeypatch.delenv("LG_WD")
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/user/1000")
    with pytest.raises(PinFault) as raised:
        open_pins()
    assert raised.value.trouble is PinTrouble.NO_PINS
    assert os.environ["LG_WD"] == "/run/user/1000"


def test_letters_are_buttons() -> None:
    """Small ones press, capital ones hold, others are passed over."""
    told = list[tuple[str, Gesture]]()
    typed(["y?\n", "Un\n"], {"y": "yes", "n": "no", "u": "undo"}, lambda name, gesture: told.append((name, gesture)))
    assert told == [("yes", Gesture.PRESS), ("undo", Gesture.HOLD), ("no", Gesture.PRESS)]


def test_the_lamp_shows_whose_turn_it_is(pins: MockFactory) -> None:
    """Blue's light for blue, white's for white, none for off; a lamp without that light stays dark."""
    lamp = PinLamp({"blue": 12, "white": 21}, pins)
    for signal, lit in (
        ("blue", (True, False)),
        ("white", (False, True)),
        ("off", (False, False)),
        ("wrong", (False, False)),
    ):
        lamp.show(signal)
        assert (pins.pin(12).state, pins.pin(21).state) == lit
    lamp.close()


def test_wrong_flashes_and_thinking_breathes(pins: MockFactory) -> None:
    """What is wrong flashes on its own light; thinking goes on and off on the players' lights; the next signal ends
    both."""
    lamp = PinLamp({"blue": 12, "white": 21, "wrong": 23}, pins)

    def changes(pin: int, seconds: float) -> int:
        pins.pin(pin).clear_states()
        time.sleep(seconds)
        return len(pins.pin(pin).states)

    lamp.show("wrong")
    assert changes(23, 1.2) > 2
    assert not pins.pin(12).state
    lamp.show("thinking")
    assert changes(12, 2.5) > 1
    lamp.show("white")
    assert (pins.pin(12).state, pins.pin(21).state, pins.pin(23).state) == (False, True, False)
    lamp.close()
