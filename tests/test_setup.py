"""Setting up, on made-up machines: commands that write down how they were called stand in for the system's."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
READERS = ("awk", "cat", "cksum", "grep", "head", "sed", "tail", "tr")
REAL = (*READERS, "sh", "cp", "dirname", "env", "mkdir", "mktemp", "rm")

PYTHON = """#!/bin/sh
case "$*" in
-V) echo "Python $VERSION"; exit 0 ;;
-c*version_info*) [ "$VERSION" != 3.9.2 ]; exit ;;
*"-m venv"*) mkdir -p .venv/bin; cp "$0" .venv/bin/python ;;
*"pip install"*"-e ."*) printf '#!/bin/sh\\necho targi "$@"\\n' >.venv/bin/targi; /bin/chmod +x .venv/bin/targi ;;
esac
echo "python $*" >>"$CALLS"
case "$*" in *"$PYTHON_FAILS"*) echo "$PYTHON_SAYS"; exit 1 ;; esac
"""

PI_OS_12 = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_ID="12"\n'
PI_OS_13 = 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nID=debian\nVERSION_ID="13"\n'


class Machine:
    """A checkout on a made-up computer. Change what is on it, then ``run``."""

    def __init__(self, folder: Path) -> None:
        self.bin, self.system, self.checkout = folder / "bin", folder / "system", folder / "checkout"
        self.calls_file = folder / "calls"
        for made in (self.bin, self.system / "etc", self.checkout / ".ci"):
            made.mkdir(parents=True)
        for name in ("run", "pyproject.toml", "requirements.lock", ".ci/panels.lock", ".ci/setup.sh", ".ci/check.lock"):
            shutil.copy(ROOT / name, self.checkout / name)
        for name in REAL:
            (self.bin / name).symlink_to(shutil.which(name))
        self.variables = {"VERSION": "3.13.5", "PYTHON_FAILS": "nothing at all", "PYTHON_SAYS": ""}
        self.os_release(PI_OS_13)
        self.command("id", "echo 0")
        self.command("uname", "case $1 in -s) echo Linux ;; *) echo x86_64 ;; esac")
        self.command("getconf", "echo 64")
        self.command("df", "echo Filesystem; echo x x x 99999999 x")
        self.command("dpkg-query", "exit 1")
        self.command("apt-get", 'echo "apt-get $*" >>"$CALLS"')
        self.script("python3", PYTHON)

    def script(self, name: str, text: str) -> None:
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    def command(self, name: str, body: str) -> None:
        self.script(name, f"#!/bin/sh\n{body}\n")

    def os_release(self, text: str) -> None:
        (self.system / "etc/os-release").write_text(text)

    def become_pi(self) -> None:
        model = self.system / "proc/device-tree/model"
        model.parent.mkdir(parents=True)
        model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
        (self.system / "usr/bin").mkdir(parents=True)
        shutil.copy(self.bin / "python3", self.system / "usr/bin/python3")

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        variables = {"PATH": str(self.bin), "CALLS": str(self.calls_file), "TARGI_SYSTEM_ROOT": str(self.system)}
        return subprocess.run(
            [self.checkout / "run", *arguments],
            env=self.variables | variables,
            capture_output=True,
            text=True,
            timeout=30,
        )

    @property
    def calls(self) -> str:
        return self.calls_file.read_text() if self.calls_file.exists() else ""


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def refused(machine: Machine) -> str:
    """The one sentence that the machine stops with, past the lines that say what is being done."""
    result = machine.run()
    assert result.returncode == 1
    assert result.stdout == ""
    said = [line for line in result.stderr.splitlines() if not line.startswith(("Installing ", "Making "))]
    assert len(said) == 1, result.stderr
    assert said[0].endswith(".")
    return said[0]


def test_first_run_sets_up_and_hands_the_arguments_on(machine):
    """A fresh PC: the system's packages, a venv of its own, the locked packages by hash, then the companion."""
    result = machine.run("--demo", "--headless")
    assert (result.returncode, result.stdout) == (0, "targi run --demo --headless\n"), result.stderr
    assert "apt-get install -y -qq --no-install-recommends libgl1 " in machine.calls
    assert "python -m venv --clear .venv\n" in machine.calls
    assert "--require-hashes --only-binary :all: -r requirements.lock" in machine.calls
    assert "--require-hashes --only-binary :all: --no-deps -r .ci/panels.lock" in machine.calls
    assert "picamera2" not in machine.calls


def test_second_run_does_nothing_and_says_nothing(machine):
    """Once set up, a start calls neither apt-get nor pip, so it needs no network."""
    machine.run()
    before = machine.calls
    result = machine.run()
    assert (result.returncode, result.stderr) == (0, "")
    assert machine.calls == before


@pytest.mark.parametrize("changed", ["requirements.lock", ".ci/panels.lock", ".ci/setup.sh"])
def test_a_changed_lock_is_installed(machine, changed):
    """After an update that changes what is needed the venv is made anew."""
    machine.run()
    with (machine.checkout / changed).open("a") as file:
        file.write("# changed\n")
    machine.run()
    assert machine.calls.count("-m venv") == 2


def test_another_python_makes_the_venv_anew(machine):
    """After an upgrade of the system its new Python gets a new venv."""
    machine.run()
    machine.variables["VERSION"] = "3.12.1"
    assert "Making .venv with Python 3.12.1" in machine.run().stderr


def test_a_moved_checkout_is_set_up_again(machine):
    """A venv knows its own place, so a moved one is made anew."""
    machine.run()
    machine.checkout = machine.checkout.rename(machine.checkout.with_name("moved"))
    assert machine.run().returncode == 0
    assert machine.calls.count("-m venv") == 2


def test_packages_that_are_there_are_not_asked_for(machine):
    """Only what is missing is installed; with nothing missing apt-get is not called."""
    machine.command("dpkg-query", "echo install ok installed")
    assert machine.run().returncode == 0
    assert "apt-get" not in machine.calls


def test_a_pi_takes_its_camera_packages_and_shows_them_to_the_venv(machine):
    """Raspberry Pi OS 13: camera and pins come from the system, and all must import together."""
    machine.become_pi()
    assert machine.run().returncode == 0
    for package in ("python3-picamera2", "python3-libcamera", "python3-lgpio", "python3-spidev"):
        assert package in machine.calls
    assert "-m venv --clear --system-site-packages .venv" in machine.calls
    assert "import numpy, cv2, kivy, libcamera, picamera2, lgpio, spidev" in machine.calls


def test_raspberry_pi_os_12_is_refused(machine):
    """Its camera packages are built for another numpy: one sentence, and nothing is touched."""
    machine.become_pi()
    machine.os_release(PI_OS_12)
    sentence = refused(machine)
    assert "needs Raspberry Pi OS 13" in sentence
    assert "Debian GNU/Linux 12 (bookworm)" in sentence
    assert machine.calls == ""


def test_a_32_bit_pi_is_refused(machine):
    """A 64-bit kernel may carry a 32-bit system, which has no packages for us."""
    machine.become_pi()
    machine.command("getconf", "echo 32")
    assert "64-bit" in refused(machine)
    assert machine.calls == ""


@pytest.mark.parametrize(("system", "processor"), [("Darwin", "arm64"), ("Linux", "armv7l"), ("Linux", "i686")])
def test_other_systems_are_refused(machine, system, processor):
    """Where nothing can work, the first sentence says so."""
    machine.command("uname", f"case $1 in -s) echo {system} ;; *) echo {processor} ;; esac")
    assert f"this is {system} on {processor}" in refused(machine)


def test_debian_12_on_a_pc_is_welcome(machine):
    """Only the Pi needs release 13."""
    machine.os_release(PI_OS_12)
    machine.variables["VERSION"] = "3.11.2"
    assert machine.run().returncode == 0


def test_without_root_it_asks_sudo(machine):
    """A person who is not root installs by sudo."""
    machine.command("id", "echo 1000")
    machine.command("sudo", 'echo "sudo $1" >>"$CALLS"; exec "$@"')
    assert machine.run().returncode == 0
    assert machine.calls.count("sudo ") == 2


def test_without_root_and_sudo_it_says_what_root_should_do(machine):
    """The sentence is the command that is needed."""
    machine.command("id", "echo 1000")
    assert "as root, run apt-get install libgl1 " in refused(machine)


def test_sudo_that_refuses_is_told(machine):
    """A wrong password is no riddle."""
    machine.command("id", "echo 1000")
    machine.command("sudo", 'echo "sudo: a password is required"; exit 1')
    assert "(this user may not)" in refused(machine)


def test_no_network_for_system_packages(machine):
    """The network is needed the first time, and the sentence says so."""
    machine.command("apt-get", "echo 'E: Failed to fetch x  Temporary failure resolving y'; exit 100")
    assert "the network cannot be reached" in refused(machine)


@pytest.mark.parametrize(
    ("pip_says", "reason"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "the disk is full"),
        ("WARNING: Retrying after connection broken by NewConnectionError", "the network cannot be reached"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE", "not the one that was tested"),
        ("ERROR: No matching distribution found for kivy==2.3.1", "No matching distribution found for kivy==2.3.1"),
    ],
)
def test_packages_that_cannot_be_had(machine, pip_says, reason):
    """Each cause has its own sentence, and the next start tries again."""
    machine.variables |= {"PYTHON_FAILS": "requirements.lock", "PYTHON_SAYS": pip_says}
    assert reason in refused(machine)
    machine.variables["PYTHON_FAILS"] = "nothing at all"
    assert machine.run().returncode == 0


def test_packages_that_do_not_work_together(machine):
    """A numpy that the camera package cannot stand is found at set-up, not at the table."""
    machine.become_pi()
    machine.variables |= {"PYTHON_FAILS": "picamera2", "PYTHON_SAYS": "ValueError: numpy.dtype size changed"}
    assert refused(machine) == ("The installed packages do not work together (ValueError: numpy.dtype size changed).")


def test_a_disk_without_room_is_told_before_anything_is_fetched(machine):
    """What is free, and what is needed."""
    machine.command("df", "echo Filesystem; echo x x x 102400 x")
    assert "has 100 MB free" in refused(machine)
    assert "pip" not in machine.calls


def test_an_old_python_is_told(machine):
    """The system's Python is named, and what would do."""
    machine.variables["VERSION"] = "3.9.2"
    assert refused(machine) == "Python 3.11, 3.12 or 3.13 is needed, and this system offers Python 3.9.2."


def test_without_apt_a_python_is_enough(machine):
    """Another Linux goes on, and is told what the window will need."""
    (machine.bin / "apt-get").unlink()
    result = machine.run()
    assert result.returncode == 0
    assert "libegl1" in result.stderr


def test_without_apt_and_python_it_says_so(machine):
    """Nothing can be installed for the person, so the sentence says what to install."""
    (machine.bin / "apt-get").unlink()
    (machine.bin / "python3").unlink()
    assert refused(machine).startswith("Python 3.11, 3.12 or 3.13 with its venv module is missing")
