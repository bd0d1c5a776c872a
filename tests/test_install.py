"""The companion as a service: installed, updated, put back and taken away, on made-up machines (see ``test_setup``)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.test_setup import ROOT, Machine

FOLDERS = ("companion", "vision", "hardware", "ui", "calibration", "docs")
TOOLS = ("chmod", "cmp", "find", "ln", "mv", "readlink", "sync")
MANAGER = ("systemctl", "systemd-sysusers", "systemd-tmpfiles", "udevadm")


class Device(Machine):
    """A machine with systemd. ``starts``: whether its service does."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        for name in TOOLS:
            (self.bin / name).symlink_to(shutil.which(name))
        for name in MANAGER:
            self.command(name, f'echo "{name} $*" >>"$CALLS"')
        self.starts(True)
        for name in FOLDERS:
            (self.checkout / name).mkdir()
            (self.checkout / name / "what.txt").write_text("first")
        shutil.copytree(ROOT / "systemd", self.checkout / "systemd")
        for name in ("README.md", "CHANGELOG.md", "LICENSE", ".ci/install.sh"):
            shutil.copy(ROOT / name, self.checkout / name)
        self.opt, self.state = self.system / "opt/targi", self.system / "var/lib/targi"

    def starts(self, well: bool) -> None:
        failing = "" if well else 'case "$1 $VERSION_RUNS" in restart*2) exit 1 ;; esac'
        runs = f'VERSION_RUNS=$(readlink "{self.system}/opt/targi/current") || true'
        self.command("systemctl", f'echo "systemctl $*" >>"$CALLS"\n{runs}\n{failing}')

    def version(self, link: str) -> str | None:
        path = self.opt / link
        return str(path.readlink()) if path.is_symlink() else None

    @property
    def runs(self) -> str:
        """What the version that runs has in its files."""
        return (self.opt / "current/companion/what.txt").read_text()

    def change(self, text: str) -> None:
        (self.checkout / "companion/what.txt").write_text(text)


@pytest.fixture
def device(tmp_path: Path) -> Device:
    return Device(tmp_path)


@pytest.fixture
def installed(device: Device) -> Device:
    assert device.run("--install").returncode == 0
    device.calls_file.unlink()
    return device


def test_install_lays_out_units_and_starts(device: Device) -> None:
    """Program, units, user, rules and journal are in their places, and the service is enabled and started."""
    result = device.run("--install")
    assert result.returncode == 0, result.stderr
    assert "installed and runs" in result.stderr
    assert (device.version("current"), device.runs) == ("1", "first")
    for path in (
        "opt/targi/current/.venv/bin/targi",
        "etc/systemd/system/targi.service",
        "etc/systemd/system/targi-off.path",
        "etc/systemd/system/targi-off.service",
        "etc/systemd/journald@targi.conf",
        "etc/sysusers.d/targi.conf",
        "etc/tmpfiles.d/targi.conf",
        "etc/udev/rules.d/60-targi.rules",
    ):
        assert (device.system / path).is_file(), path
    calls = device.calls.splitlines()
    wanted = (
        "systemd-sysusers targi.conf",
        "systemd-tmpfiles --create targi.conf",
        "systemctl daemon-reload",
        "systemctl enable --quiet targi.service targi-off.path",
        "systemctl restart targi.service targi-off.path",
    )
    assert [call for call in calls if call in wanted] == list(wanted)


def test_what_the_unit_starts_is_what_was_laid_out(installed: Device) -> None:
    """The service starts the program itself, nothing that would set up or ask a network."""
    unit = (installed.system / "etc/systemd/system/targi.service").read_text()
    (start,) = [line for line in unit.splitlines() if line.startswith("ExecStart=")]
    program = start.removeprefix("ExecStart=").split()[0]
    assert (installed.system / program.lstrip("/")).is_file()


@pytest.mark.parametrize("headless", [False, True])
def test_with_and_without_a_screen(device: Device, headless: bool) -> None:
    """--headless stands in a file of its own; an update leaves it alone, installing anew without it takes it away."""
    device.run("--install", "--headless")
    path = device.system / "etc/targi/environment"
    assert path.read_text() == "TARGI_OPTIONS=--headless\n"
    device.run("--update" if headless else "--install")
    assert path.exists() is headless


def test_packages_set_up_before_are_taken_over(device: Device) -> None:
    """After ./run nothing is fetched a second time: the service gets a copy of the packages."""
    device.run()
    device.calls_file.unlink()
    assert device.run("--install").returncode == 0
    assert "pip install" in device.calls  # the companion itself, from this folder
    assert "requirements.lock" not in device.calls
    assert "apt-get" not in device.calls


def test_update_keeps_the_version_before(installed: Device) -> None:
    """The new version runs, the old one lies beside it; the games are copied, and nothing is fetched."""
    installed.state.mkdir(parents=True)
    (installed.state / "games.db").write_text("games")
    installed.change("second")
    assert installed.run("--update").returncode == 0
    assert (installed.version("current"), installed.version("before"), installed.runs) == ("2", "1", "second")
    assert (installed.state / "before-update/games.db").read_text() == "games"
    assert "requirements.lock" not in installed.calls
    installed.change("third")
    installed.run("--update")
    assert sorted(path.name for path in installed.opt.iterdir()) == ["2", "3", "before", "current"]


def test_an_update_that_does_not_start_is_taken_back(installed: Device) -> None:
    """The last good version runs again, and the sentence says so."""
    installed.starts(well=False)
    installed.change("second")
    result = installed.run("--update")
    assert result.returncode == 1
    assert "Version 2 does not start, so version 1 runs again" in result.stderr
    assert (installed.version("current"), installed.runs) == ("1", "first")
    assert sorted(path.name for path in installed.opt.iterdir()) == ["1", "current"]


def test_back_to_the_version_before(installed: Device) -> None:
    """By hand, once; after that there is none before it."""
    installed.change("second")
    installed.run("--update")
    assert installed.run("--back").returncode == 0
    assert (installed.version("current"), installed.runs) == ("1", "first")
    result = installed.run("--back")
    assert (result.returncode, result.stderr) == (1, "There is no version to go back to.\n")


def test_a_version_that_cannot_be_set_up_changes_nothing(installed: Device) -> None:
    """Packages that cannot be had: the version that runs goes on."""
    (installed.checkout / "requirements.lock").write_text("other")
    installed.variables |= {"PYTHON_FAILS": "requirements.lock", "PYTHON_SAYS": "ERROR: No space left on device"}
    result = installed.run("--update")
    assert result.returncode == 1
    assert "the disk is full" in result.stderr
    assert (installed.version("current"), installed.version("before")) == ("1", None)
    assert not (installed.opt / "2").exists()
    assert "systemctl" not in installed.calls


@pytest.mark.parametrize("games", [True, False])
def test_uninstall_leaves_the_games(installed: Device, games: bool) -> None:
    """Nothing of the program is left; the games are, unless they are named too."""
    installed.state.mkdir(parents=True)
    (installed.state / "games.db").write_text("games")
    assert installed.run("--uninstall", *([] if games else ["--with-games"])).returncode == 0
    left = {str(path.relative_to(installed.system)) for path in installed.system.rglob("*") if not path.is_dir()}
    assert left == {"etc/os-release"} | ({"var/lib/targi/games.db"} if games else set())
    assert "systemctl disable --now targi.service" in installed.calls


def test_update_without_an_installation(device: Device) -> None:
    """One sentence, and nothing is touched."""
    result = device.run("--update")
    assert (result.returncode, result.stderr) == (1, "Nothing is installed yet: ./run --install does that.\n")
    assert not device.opt.exists()


def test_it_is_roots_work(device: Device) -> None:
    """Others are handed to sudo with what they asked for; without it they are told."""
    device.command("id", "echo 1000")
    result = device.run("--install")
    assert "as root, start ./run --install again" in result.stderr
    device.command("sudo", 'echo "sudo $*" >>"$CALLS"')
    device.run("--install", "--headless")
    assert device.calls == "sudo ./run --install --headless\n"


def test_a_system_without_systemd(device: Device) -> None:
    """Said before anything is laid out."""
    (device.bin / "systemctl").unlink()
    assert "has no systemd" in device.run("--install").stderr
    assert not device.opt.exists()
