"""The notify protocol against a socket that stands in for systemd's."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.service import Service


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[tuple[socket.socket, str]]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        address = str(tmp_path / "notify")
        listening.bind(address)
        listening.settimeout(2)
        yield listening, address


def test_messages_arrive_as_they_are(manager: tuple[socket.socket, str]) -> None:
    """One datagram a message."""
    listening, address = manager
    service = Service.of({"NOTIFY_SOCKET": address})
    assert service.tell("READY=1\nSTATUS=round 1")
    assert service.tell("WATCHDOG=1")
    assert [listening.recv(100) for _ in range(2)] == [b"READY=1\nSTATUS=round 1", b"WATCHDOG=1"]


def test_an_abstract_socket() -> None:
    """Its name begins with @ in the environment and with a zero byte in the kernel."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0targi-test-{os.getpid()}")
        listening.settimeout(2)
        assert Service.of({"NOTIFY_SOCKET": f"@targi-test-{os.getpid()}"}).tell("READY=1")
        assert listening.recv(100) == b"READY=1"


@pytest.mark.parametrize("address", ["", "somewhere", "/nowhere/at/all"])
def test_without_a_manager_nothing_is_said(address: str) -> None:
    """Started by hand, or the manager's socket is gone: no error."""
    assert Service.of({"NOTIFY_SOCKET": address} if address else {}).tell("READY=1") is False


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({}, None),
    ],
)
def test_the_watchdog_that_is_ours(environment: dict[str, str], seconds: float | None) -> None:
    """Microseconds, and for this process."""
    assert Service.of(environment).watchdog_seconds == seconds


def test_the_folder_of_the_running_service() -> None:
    """The first of those that the manager names."""
    assert Service.of({"RUNTIME_DIRECTORY": "/run/targi:/run/other"}).folder == Path("/run/targi")
    assert Service.of({}).folder is None
