"""A camera's exposure: fixed when it has settled, confirmed by the pictures, measured anew in another light."""

from __future__ import annotations

from typing import Any

from hardware.exposure import Controls, Exposure

BRIGHT = 120.0


class Lens:
    """A camera on its own clock, ten pictures a second; ``obeys``: it keeps what it is told."""

    def __init__(self, obeys: bool = True) -> None:
        self.exposure, self.obeys = Exposure(), obeys
        self.now, self.told = 0.0, list[Controls]()
        self.metadata: dict[str, Any] = {
            "ExposureTime": 8000, "AnalogueGain": 2.0, "ColourGains": (2.0, 1.5), "LensPosition": 1.4, "AfState": 2,
        }  # fmt: skip

    def pictures(self, seconds: float, brightness: float = BRIGHT, **metadata: Any) -> list[Controls]:
        """What it is told while pictures with that metadata come."""
        self.metadata |= metadata
        before = len(self.told)
        for _ in range(round(seconds * 10)):
            self.now += 0.1
            controls = self.exposure.take(self.metadata, brightness, self.now)
            if controls is not None:
                self.told.append(controls)
                if self.obeys:
                    self.metadata |= {name: value for name, value in controls.items() if name in self.metadata}
        return self.told[before:]


def test_nothing_is_fixed_while_it_still_changes() -> None:
    """As long as exposure or colours move, or the lens looks for its focus, the camera is left alone."""
    lens = Lens()
    for step in range(12):
        assert lens.pictures(0.4, ExposureTime=8000 + 900 * step) == []
    lens = Lens()
    assert lens.pictures(3, AfState=1) == []
    assert not lens.exposure.fixed


def test_what_it_settled_on_is_kept_and_confirmed() -> None:
    """After a steady moment everything is fixed at once, and only the pictures' own word makes it count as fixed."""
    lens = Lens()
    (fixed,) = lens.pictures(3)
    assert (fixed["AeEnable"], fixed["AwbEnable"], fixed["AfMode"]) == (False, False, 0)
    kept = (fixed["ExposureTime"], fixed["AnalogueGain"], fixed["ColourGains"], fixed["LensPosition"])
    assert kept == (8000, 2.0, (2.0, 1.5), 1.4)
    assert lens.exposure.fixed
    assert lens.pictures(20) == []


def test_a_camera_that_does_not_obey_is_left_to_itself() -> None:
    """When its pictures show other values for two seconds it is made automatic again and not asked a second time."""
    lens = Lens(obeys=False)
    lens.pictures(0.9)
    assert len(lens.told) == 1
    (automatic,) = lens.pictures(3, ExposureTime=12000)
    assert (automatic["AeEnable"], automatic["AwbEnable"]) == (True, True)
    assert not lens.exposure.fixed
    assert lens.pictures(20, ExposureTime=9000) == []


def test_a_hand_changes_nothing_but_another_lamp_does() -> None:
    """Two dark seconds are a sleeve; a table that stays much darker is measured and fixed anew, the lens unmoved."""
    lens = Lens()
    lens.pictures(3)
    assert lens.pictures(2, brightness=40.0) == []
    assert lens.pictures(2) == []
    automatic, *_ = lens.pictures(3.5, brightness=40.0)
    assert (automatic["AeEnable"], automatic["LensPosition"]) == (True, 1.4)
    (again,) = lens.pictures(3, ExposureTime=30000)
    assert (again["AeEnable"], again["ExposureTime"]) == (False, 30000)
    assert lens.exposure.fixed


def test_a_camera_that_tells_nothing_stays_automatic() -> None:
    """Without the metadata, or with some that cannot be read, nothing is fixed; without a lens to move none is set."""
    exposure = Exposure()
    told = [exposure.take(metadata, BRIGHT, second) for second in range(9) for metadata in ({}, {"ColourGains": 1})]
    assert told == [None] * 18
    lens = Lens()
    del lens.metadata["LensPosition"], lens.metadata["AfState"]
    (fixed,) = lens.pictures(3)
    assert not {"LensPosition", "AfMode"} & set(fixed)
