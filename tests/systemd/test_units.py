"""The units: what systemd itself says of them, and that they, the rules and the program speak of the same things."""

from __future__ import annotations

import configparser
import inspect
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.power import OFF
from hardware.eink_worker import PanelWorker

ROOT = Path(__file__).resolve().parents[2]
UNITS = ROOT / "systemd"
MOST_EXPOSED = 2.5
GROUPS = {"video", "render", "input", "audio", "gpio", "spi", "i2c"}

needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed here")


def lines(name: str) -> dict[str, list[str]]:
    """Key -> values of a unit."""
    found: dict[str, list[str]] = {}
    for line in (UNITS / name).read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units with a program in place that is there."""
    for path in UNITS.iterdir():
        text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", path.read_text(), flags=re.MULTILINE)
        (tmp_path / path.name).write_text(text)
    return tmp_path


@needs_systemd
@pytest.mark.parametrize("unit", ["targi.service", "targi-off.service", "targi-off.path"])
def test_systemd_finds_nothing_wrong(units: Path, unit: str) -> None:
    """No fault, and no warning either: a key that it does not know is only a warning."""
    done = subprocess.run(["systemd-analyze", "verify", units / unit], capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@needs_systemd
@pytest.mark.parametrize("unit", ["targi.service", "targi-off.service"])
def test_little_is_left_open(units: Path, unit: str) -> None:
    """Systemd's own measure of what a service could reach, 10 for all."""
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--no-pager", units / unit], capture_output=True, text=True
    )
    (level,) = re.findall(r"Overall exposure level for \S+: ([0-9.]+)", done.stdout)
    assert float(level) <= MOST_EXPOSED


@pytest.mark.skipif(not shutil.which("systemd-sysusers"), reason="systemd-sysusers is not installed here")
def test_the_user_is_in_the_groups_of_the_devices(tmp_path: Path) -> None:
    """Systemd makes the user on an empty system; groups that are not there are made."""
    (tmp_path / "etc").mkdir()
    made = subprocess.run(
        ["systemd-sysusers", f"--root={tmp_path}", UNITS / "targi.sysusers.conf"], capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr
    groups = [line.split(":") for line in (tmp_path / "etc/group").read_text().splitlines()]
    assert {name for name, *_, members in groups if "targi" in members.split(",")} == GROUPS
    (user,) = [line for line in (tmp_path / "etc/passwd").read_text().splitlines() if line.startswith("targi:")]
    assert user.endswith("/nologin")


def test_rules_and_user_name_the_same_groups() -> None:
    """No device is given to a group that the user is not in."""
    rules = (UNITS / "60-targi.rules").read_text()
    assert set(re.findall(r'GROUP="(\w+)"', rules)) <= GROUPS


def test_the_watchdog_is_on_and_restarts_have_a_limit() -> None:
    """A program that hangs is killed and started again, one that cannot start is not started for ever."""
    unit = lines("targi.service")
    assert unit["Type"] == ["notify"]
    assert 10 <= int(unit["WatchdogSec"][0]) <= 60
    assert unit["Restart"] == ["on-failure"]
    assert int(unit["StartLimitBurst"][0]) <= 5


def test_a_panel_has_time_for_its_last_page() -> None:
    """It is not killed while the program still waits for it: that would leave its voltage on."""
    waited = inspect.signature(PanelWorker.close).parameters["wait_seconds"].default
    assert int(lines("targi.service")["TimeoutStopSec"][0]) > waited


def test_the_journal_is_bounded() -> None:
    """The service writes into a journal of its own with a limit in bytes."""
    (namespace,) = lines("targi.service")["LogNamespace"]
    journal = configparser.ConfigParser()
    journal.read(UNITS / f"journald@{namespace}.conf")
    assert journal["Journal"]["systemmaxuse"] == "16M"


def test_the_off_button_leaves_the_file_that_is_watched() -> None:
    """Program and path unit mean the same file, in the service's own folder."""
    (folder,) = lines("targi.service")["RuntimeDirectory"]
    assert lines("targi-off.path")["PathExists"] == [f"/run/{folder}/{OFF}"]
